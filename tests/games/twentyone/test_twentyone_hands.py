"""Doubling, splitting and giving up: what may be done with a hand, what it costs, and what the table may forbid."""

import pytest

from cogs.twentyone.rules import GAME
from cogs.twentyone.state import Double, PlayerHand
from tests.games.twentyone.twentyone_table import Table, against, cards


class TestDoubling:
    def test_double_adds_as_much_for_one_card_of_two(self):
        table = against("10c 8s", "6h 5s")
        assert table.price("double") == 20
        assert table.double("Kd").net == 20
        assert against("10c 8s", "6h 5s").double("2d").net == -20
        table = against("10c 8s", "2h 3s").hit("6d")
        assert "double" not in table.offered()
        assert table.refusal("double") == "You can double only on two cards."

    @pytest.mark.parametrize(
        "double, hand, allowed",
        [
            ("any", "10h 2s", True),
            ("any", "Ah 2s", True),
            ("9_to_11", "5h 4s", True),
            ("9_to_11", "5h 3s", False),
            ("9_to_11", "Ah 8s", False),
            ("10_11", "5h 4s", False),
            ("10_11", "5h 5s", True),
            ("off", "6h 5s", False),
        ],
    )
    def test_is_allowed_on_what_the_table_says(self, double: str, hand: str, allowed: bool):
        assert ("double" in against("10c 8s", hand, double=double).offered()) == allowed

    @pytest.mark.parametrize(
        "double, said",
        [
            ("9_to_11", "You can double only on 9, 10 or 11 at this table."),
            ("10_11", "You can double only on 10 or 11 at this table."),
            ("off", "There is no doubling at this table."),
        ],
    )
    def test_is_refused_with_what_may_be_doubled(self, double: str, said: str):
        assert against("10c 8s", "10h 2s", double=double).refusal("double") == said

    def test_double_needs_chips_and_bank(self):
        table = Table(stacks={"Roark": 15}).dealt("10c 8s", Roark="6h 5s")
        assert "double" not in table.offered()
        assert table.refusal("double") == "You need 5 cr more to double."
        table = Table(bank=19).dealt("10c 8s", Roark="6h 5s")
        assert "double" not in table.offered()
        assert table.refusal("double") == "The bank has too little for a doubled bet."
        assert "double" in Table(bank=20).dealt("10c 8s", Roark="6h 5s").offered()

    def test_refusal_of_a_double_without_a_try_is_general(self):
        """As the table does for a button that was there a moment ago; whoever tries is told the amount."""
        short = Table(stacks={"Roark": 15}).dealt("10c 8s", Roark="6h 5s")
        poor = Table(bank=19).dealt("10c 8s", Roark="6h 5s")
        assert [GAME.refusal(table.state, 1, Double()) for table in (short, poor)] == [
            "You have too few chips left for that.",
            "The bank has too little for a doubled bet.",
        ]


class TestSplitting:
    def test_split_makes_two_hands_played_one_after_the_other(self):
        table = against("10c 8s", "8h 8d")
        assert table.price("split") == 10
        table.split("3s Kd")
        assert table.hands() == [cards("8h 3s"), cards("8d Kd")]
        assert [hand.bet for hand in table.state.box(1).hands] == [10, 10]
        assert table.stack("Roark") == 980
        table = against("10c 8s", "8h 8d").split("3s Kd").hit("9s")
        assert table.hands() == [cards("8h 3s 9s"), cards("8d Kd")]
        table.stand()
        assert table.turn == ("Roark",)
        assert table.stand().verdicts == ("won", "push")
        assert table.net == 10
        table = against("10c 8s", "8h 8d").split("6s Kd").hit("Ks")
        assert table.stand().verdicts == ("bust", "push")

    def test_split_again_up_to_four_hands_unless_forbidden(self):
        table = against("10c 8s", "8h 8d").split("8s 8c").split("8h 2c").split("3s 4s")
        assert table.hands() == [cards("8h 3s"), cards("8h 4s"), cards("8s 2c"), cards("8d 8c")]
        table.stand().stand().stand()
        assert "split" not in table.offered()
        assert table.refusal("split") == "You have 4 hands, the most at this table."
        table = against("10c 8s", "8h 8d", split_hands=1)
        assert "split" not in table.offered()
        assert table.refusal("split") == "Pairs aren't split at this table."

    @pytest.mark.parametrize("most", [2, 3])
    def test_table_may_limit_split_hands(self, most: int):
        table = against("10c 8s", "8h 8d", split_hands=most).split("8s 8c")
        if most == 3:
            table.split("8h 2c")
        assert table.refusal("split") == f"You have {most} hands, the most at this table."

    def test_split_needs_a_pair_of_two_cards(self):
        table = against("10c 8s", "8h 7d")
        assert "split" not in table.offered()
        assert table.refusal("split") == "You can split only a pair: two cards that count the same."
        table = against("10c 8s", "2h 2d").hit("2s")
        assert table.refusal("split") == "You can split only two cards."
        assert "split" in against("10c 8s", "Jh Kd").offered()
        table = against("10c 8s", "Jh Kd", split_tens="rank")
        assert "split" not in table.offered()
        said = "At this table, two cards that count 10 are a pair only if they have the same rank, like two kings."
        assert table.refusal("split") == said
        assert "split" in against("10c 8s", "Kh Kd", split_tens="rank").offered()

    def test_split_needs_chips_and_bank(self):
        table = Table(stacks={"Roark": 15}).dealt("10c 8s", Roark="8h 8d")
        assert "split" not in table.offered()
        assert table.refusal("split") == "You need 5 cr more to split."
        table = Table(bank=19).dealt("10c 8s", Roark="8h 8d")
        assert "split" not in table.offered()
        assert table.refusal("split") == "The bank has too little for a bet on another hand."

    def test_split_hands_may_be_doubled_unless_forbidden(self):
        table = against("10c 8s", "8h 8d").split("3s Kd").double("9s")
        assert [hand.bet for hand in table.state.box(1).hands] == [20, 10]
        assert table.stand().net == 20
        table = against("10c 8s", "8h 8d", double_after_split=False).split("3s Kd")
        assert "double" not in table.offered()
        assert table.refusal("double") == "You can't double after a split at this table."
        table = against("10c 8s", "10h Kd").split("As 5d")
        assert table.state.active is not None
        assert table.state.active[1] == 1


class TestSplittingAces:
    def test_split_aces_get_one_card_unless_the_table_allows_more(self):
        table = against("10c 8s", "Ah Ad").split("5s 8d")
        assert (table.verdicts, table.net) == (("lost", "won"), 0)
        table = against("10c 8s", "Ah Ad", hit_split_aces=True).split("5s 8d")
        assert table.offered()[:2] == ["hit", "stand"]
        assert table.hit("3d").stand().stand().verdicts == ("won", "won")
        assert against("10c 8s", "Ah Ad").split("As 8d").verdicts == ("lost", "won")
        table = against("10c 8s", "Ah Ad", resplit_aces=True).split("As 8d")
        assert table.offered() == ["stand", "split"]
        assert table.refusal("hit") == "Split aces get one card each."
        assert table.refusal("double") == "Split aces get one card each."
        assert table.split("9h 9d").verdicts == ("won", "won", "won")

    def test_split_aces_may_be_left_and_need_chips_to_be_split_again(self):
        table = against("10c 8s", "Ah Ad", resplit_aces=True).split("As 8d")
        assert table.stand().verdicts == ("lost", "won")
        table = against("10c 8s", "Ah Ad", hit_split_aces=True).split("As 8d")
        assert table.refusal("split") == "Aces are split only once at this table."
        table = Table(stacks={"Roark": 20}, resplit_aces=True).dealt("10c 8s", Roark="Ah Ad").split("As 8d")
        assert table.verdicts == ("lost", "won")


class TestSurrender:
    def test_surrender_returns_half_where_it_is_allowed(self):
        assert against("10c 8s", "10h 6s", surrender="late").do("Roark", "surrender").net == -5
        assert against("10c 8s", "10h 6s", bet=15, surrender="late").do("Roark", "surrender").net == -8
        table = against("10c 8s", "10h 6s")
        assert "surrender" not in table.offered()
        assert table.refusal("surrender") == "There is no surrender at this table."

    def test_surrender_is_for_the_first_two_cards_of_an_even_bet(self):
        table = against("10c 8s", "2h 3s", surrender="late").hit("4d")
        assert table.refusal("surrender") == "You can surrender only your first two cards."
        table = against("10c 8s", "8h 8d", surrender="late").split("7s 7d")
        assert table.refusal("surrender") == "You can't surrender after a split."
        table = against("10c 8s", "10h 6s", bet=1, surrender="late", min_bet=1)
        assert table.refusal("surrender") == "Half of your bet is less than a coin, so you can't surrender."
        table = against("10c 6s", "10h 6s", surrender="late").do("Roark", "surrender")
        assert table.dealer == cards("10c 6s")


class TestWhoseTurn:
    def test_only_the_owner_plays_an_unfinished_hand(self):
        table = Table("Roark", "Lando").dealt("10c 8s", Roark="9h 2s", Lando="8h 8d")
        assert table.moves("Lando") == ()
        said = "It isn't your turn. Wait for the other hands."
        assert [table.refusal(key, "Lando") for key in ("hit", "stand", "double", "split", "surrender")] == [said] * 5
        table = Table("Roark", "Lando").dealt("10c 8s", Roark="9h 2s", Lando="8h 8d").stand()
        assert table.refusal("hit") == "You've finished this hand. Wait for the others."
        assert against("10c 8s", "10h 9s").stand().refusal("hit") == "The hand is over."
        hand = PlayerHand(cards=cards("Ah Ks"), bet=10)
        assert hand.is_natural
        assert not hand.evolve(is_split=True).is_natural
        assert hand.evolve(is_split=True).is_live
