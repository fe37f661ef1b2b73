"""Doubling, splitting and giving up: what may be done with a hand, what it costs, and what the table may forbid."""

import pytest

from cogs.twentyone.rules import GAME
from cogs.twentyone.state import Double, PlayerHand
from tests.games.twentyone.twentyone_table import Table, against, cards


class TestDoubling:
    def test_adds_as_much_again_for_one_card(self):
        table = against("10c 8s", "6h 5s")
        assert table.price("double") == 10
        assert table.double("Kd").net == 20

    def test_loses_both(self):
        assert against("10c 8s", "6h 5s").double("2d").net == -20

    def test_is_for_two_cards_only(self):
        table = against("10c 8s", "2h 3s").hit("6d")
        assert "double" not in table.offered()
        assert table.refusal("double") == "Only a hand of two cards can be doubled."

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
            ("9_to_11", "Only 9, 10 and 11 can be doubled at this table."),
            ("10_11", "Only 10 and 11 can be doubled at this table."),
            ("off", "There is no doubling at this table."),
        ],
    )
    def test_is_refused_with_what_may_be_doubled(self, double: str, said: str):
        assert against("10c 8s", "10h 2s", double=double).refusal("double") == said

    def test_needs_the_chips(self):
        table = Table(stacks={"Roark": 15}).dealt("10c 8s", Roark="6h 5s")
        assert "double" not in table.offered()
        assert table.refusal("double") == "You need 5 cr more to double."

    def test_doubling_needs_a_bank_that_can_pay_it(self):
        table = Table(bank=19).dealt("10c 8s", Roark="6h 5s")
        assert "double" not in table.offered()
        assert table.refusal("double") == "The bank couldn't pay the doubled bet."
        assert "double" in Table(bank=20).dealt("10c 8s", Roark="6h 5s").offered()

    def test_refusal_of_a_double_without_a_try_is_general(self):
        """As the table does for a button that was there a moment ago; whoever tries is told the amount."""
        short = Table(stacks={"Roark": 15}).dealt("10c 8s", Roark="6h 5s")
        poor = Table(bank=19).dealt("10c 8s", Roark="6h 5s")
        assert [GAME.refusal(table.state, 1, Double()) for table in (short, poor)] == [
            "You have too few chips left for that.",
            "The bank couldn't pay the doubled bet.",
        ]


class TestSplitting:
    def test_makes_two_hands_with_a_bet_and_a_new_card_each(self):
        table = against("10c 8s", "8h 8d")
        assert table.price("split") == 10
        table.split("3s Kd")
        assert table.hands() == [cards("8h 3s"), cards("8d Kd")]
        assert [hand.bet for hand in table.state.box(1).hands] == [10, 10]
        assert table.stack("Roark") == 980

    def test_the_hands_are_played_one_after_the_other(self):
        table = against("10c 8s", "8h 8d").split("3s Kd").hit("9s")
        assert table.hands() == [cards("8h 3s 9s"), cards("8d Kd")]
        table.stand()
        assert table.turn == ("Roark",)
        assert table.stand().verdicts == ("won", "push")
        assert table.net == 10

    def test_one_hand_that_goes_over_takes_nothing_from_the_other(self):
        table = against("10c 8s", "8h 8d").split("6s Kd").hit("Ks")
        assert table.stand().verdicts == ("bust", "push")

    def test_a_new_pair_may_be_split_again_up_to_four_hands(self):
        table = against("10c 8s", "8h 8d").split("8s 8c").split("8h 2c").split("3s 4s")
        assert table.hands() == [cards("8h 3s"), cards("8h 4s"), cards("8s 2c"), cards("8d 8c")]
        table.stand().stand().stand()
        assert "split" not in table.offered()
        assert table.refusal("split") == "You have 4 hands, and more isn't done at this table."

    @pytest.mark.parametrize("most", [2, 3])
    def test_table_may_limit_split_hands(self, most: int):
        table = against("10c 8s", "8h 8d", split_hands=most).split("8s 8c")
        if most == 3:
            table.split("8h 2c")
        assert table.refusal("split") == f"You have {most} hands, and more isn't done at this table."

    def test_table_may_forbid_splitting_again(self):
        table = against("10c 8s", "8h 8d", split_hands=1)
        assert "split" not in table.offered()
        assert table.refusal("split") == "Pairs aren't split at this table."

    def test_needs_a_pair(self):
        table = against("10c 8s", "8h 7d")
        assert "split" not in table.offered()
        assert table.refusal("split") == "Only a pair can be split: two cards that count the same."

    def test_of_two_cards(self):
        table = against("10c 8s", "2h 2d").hit("2s")
        assert table.refusal("split") == "Only a hand of two cards can be split."

    def test_tens_of_all_kinds_are_pairs(self):
        assert "split" in against("10c 8s", "Jh Kd").offered()

    def test_table_may_split_only_equal_ranks(self):
        table = against("10c 8s", "Jh Kd", split_tens="rank")
        assert "split" not in table.offered()
        said = "At this table tens are a pair only if they are alike, as two kings are."
        assert table.refusal("split") == said
        assert "split" in against("10c 8s", "Kh Kd", split_tens="rank").offered()

    def test_needs_the_chips(self):
        table = Table(stacks={"Roark": 15}).dealt("10c 8s", Roark="8h 8d")
        assert "split" not in table.offered()
        assert table.refusal("split") == "You need 5 cr more to split."

    def test_splitting_needs_a_bank_that_can_pay_another_hand(self):
        table = Table(bank=19).dealt("10c 8s", Roark="8h 8d")
        assert "split" not in table.offered()
        assert table.refusal("split") == "The bank couldn't pay the bet on another hand."

    def test_hands_after_it_may_be_doubled(self):
        table = against("10c 8s", "8h 8d").split("3s Kd").double("9s")
        assert [hand.bet for hand in table.state.box(1).hands] == [20, 10]
        assert table.stand().net == 20

    def test_table_may_forbid_doubling_after_a_split(self):
        table = against("10c 8s", "8h 8d", double_after_split=False).split("3s Kd")
        assert "double" not in table.offered()
        assert table.refusal("double") == "A hand that comes of a split can't be doubled at this table."

    def test_a_hand_of_twenty_one_after_it_isnt_asked(self):
        table = against("10c 8s", "10h Kd").split("As 5d")
        assert table.state.active is not None
        assert table.state.active[1] == 1


class TestSplittingAces:
    def test_each_gets_one_card(self):
        table = against("10c 8s", "Ah Ad").split("5s 8d")
        assert (table.verdicts, table.net) == (("lost", "won"), 0)

    def test_split_aces_may_get_as_many_cards_as_other_hands(self):
        table = against("10c 8s", "Ah Ad", hit_split_aces=True).split("5s 8d")
        assert table.offered()[:2] == ["hit", "stand"]
        assert table.hit("3d").stand().stand().verdicts == ("won", "won")

    def test_arent_split_again(self):
        assert against("10c 8s", "Ah Ad").split("As 8d").verdicts == ("lost", "won")

    def test_unless_the_table_allows_it(self):
        table = against("10c 8s", "Ah Ad", resplit_aces=True).split("As 8d")
        assert table.offered() == ["stand", "split"]
        assert table.refusal("hit") == "Split aces get one card each."
        assert table.refusal("double") == "Split aces get one card each."
        assert table.split("9h 9d").verdicts == ("won", "won", "won")

    def test_split_aces_may_be_left_as_they_are(self):
        table = against("10c 8s", "Ah Ad", resplit_aces=True).split("As 8d")
        assert table.stand().verdicts == ("lost", "won")

    def test_those_that_get_more_cards_are_split_again_only_where_that_is_allowed(self):
        table = against("10c 8s", "Ah Ad", hit_split_aces=True).split("As 8d")
        assert table.refusal("split") == "Aces are split only once at this table."

    def test_arent_asked_when_the_chips_for_another_split_are_missing(self):
        table = Table(stacks={"Roark": 20}, resplit_aces=True).dealt("10c 8s", Roark="Ah Ad").split("As 8d")
        assert table.verdicts == ("lost", "won")


class TestSurrender:
    def test_gets_half_the_bet_back(self):
        assert against("10c 8s", "10h 6s", surrender="late").do("Roark", "surrender").net == -5

    def test_half_a_coin_stays_with_the_house(self):
        assert against("10c 8s", "10h 6s", bet=15, surrender="late").do("Roark", "surrender").net == -8

    def test_isnt_done_at_every_table(self):
        table = against("10c 8s", "10h 6s")
        assert "surrender" not in table.offered()
        assert table.refusal("surrender") == "There is no surrender at this table."

    def test_is_for_the_first_two_cards(self):
        table = against("10c 8s", "2h 3s", surrender="late").hit("4d")
        assert table.refusal("surrender") == "Only the first two cards can be given up."

    def test_surrender_is_not_offered_after_a_split(self):
        table = against("10c 8s", "8h 8d", surrender="late").split("7s 7d")
        assert table.refusal("surrender") == "A hand that comes of a split can't be given up."

    def test_needs_a_bet_that_has_a_half(self):
        table = against("10c 8s", "10h 6s", bet=1, surrender="late", min_bet=1)
        assert table.refusal("surrender") == "Half of that bet is less than a coin."

    def test_leaves_the_dealer_nothing_to_beat(self):
        table = against("10c 6s", "10h 6s", surrender="late").do("Roark", "surrender")
        assert table.dealer == cards("10c 6s")


class TestWhoseTurn:
    def test_nobody_plays_anothers_hand(self):
        table = Table("Roark", "Lando").dealt("10c 8s", Roark="9h 2s", Lando="8h 8d")
        assert table.moves("Lando") == ()
        said = "It isn't your turn: another hand is being played."
        assert [table.refusal(key, "Lando") for key in ("hit", "stand", "double", "split", "surrender")] == [said] * 5

    def test_nobody_plays_a_finished_hand(self):
        table = Table("Roark", "Lando").dealt("10c 8s", Roark="9h 2s", Lando="8h 8d").stand()
        assert table.refusal("hit") == "Your hand is played."

    def test_when_it_is_over_it_is_over(self):
        assert against("10c 8s", "10h 9s").stand().refusal("hit") == "The hand is over."

    def test_a_hand_knows_what_it_comes_to(self):
        hand = PlayerHand(cards=cards("Ah Ks"), bet=10)
        assert hand.is_natural
        assert not hand.evolve(is_split=True).is_natural
        assert hand.evolve(is_split=True).is_live
