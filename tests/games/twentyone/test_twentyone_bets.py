"""The bets: everybody at once, changed and taken back until all have done, and never more than the bank could pay."""

import itertools
from fractions import Fraction
from typing import Any

import pytest

from bot.engine.banked.limits import RESERVE, Pay
from bot.engine.game import BetWindow, Player
from cogs.twentyone.play import bet_room
from cogs.twentyone.rules import GAME
from cogs.twentyone.state import Box, Shoe, TwentyOneCarry, TwentyOneRules, TwentyOneState
from tests.games.twentyone.twentyone_table import Table, against

THREE = ("Roark", "Lando", "Han")


def after(bets: dict[str, int], **options: Any) -> Table:
    """Return a table of three at which those were the bets of the hand before."""
    carry = TwentyOneCarry(
        shoe=Shoe.shuffled(6), bets=tuple((THREE.index(name) + 1, amount) for name, amount in bets.items())
    )
    return Table(*THREE, carry=carry, **options)


class TestTheWindow:
    def test_everybody_bets_at_once_and_cards_come_when_all_are_done(self):
        assert Table(*THREE).turn == THREE
        table = Table(*THREE).bet("Lando", 10)
        assert table.turn == ("Roark", "Han")
        assert table.do("Roark", "done").turn == ("Han",)
        table = Table("Roark", "Lando").bet("Lando", 10)
        assert table.state.stage == "bets"
        table.do("Roark", "done", "9h 6c 8s 10s")
        assert table.state.stage == "play"

    def test_bet_may_be_changed_removed_and_made_late(self):
        table = Table("Roark", "Lando").bet("Roark", 10).bet("Roark", 300)
        assert (table.stack("Roark"), table.state.box(1).bet, table.turn) == (700, 300, ("Lando",))
        table = Table("Roark", "Lando").bet("Roark", 10).do("Roark", "take_back")
        assert (table.stack("Roark"), table.turn) == (1000, ("Roark", "Lando"))
        assert table.bet("Roark", 20).state.box(1).bet == 20
        table = Table("Roark", "Lando").do("Roark", "done").bet("Roark", 20)
        assert table.state.box(1).bet == 20
        table = Table("Roark", "Lando").times_out("Roark")
        assert table.turn == ("Lando",)
        assert table.stack("Roark") == 1000

    @pytest.mark.parametrize(
        "do, who, said",
        [
            ("take_back", "Roark", "You have no bet to remove."),
            ("again", "Roark", "You have no earlier bet here to repeat."),
            ("hit", "Roark", "The bets are still open. The cards are dealt when everyone has decided."),
            ("insure", "Roark", "The bets are still open. The cards are dealt when everyone has decided."),
            ("done", "Lando", "You've bet. Press “Remove bet” to sit this hand out."),
            ("done", "Han", "You're already sitting this hand out."),
        ],
    )
    def test_refusals_name_moves_that_are_not_possible_now(self, do: str, who: str, said: str):
        table = Table(*THREE).bet("Lando", 10).do("Han", "done")
        assert table.refusal(do, who) == said

    @pytest.mark.parametrize("do", ["bet", "again", "take_back", "done"])
    def test_after_it_the_bets_are_closed(self, do: str):
        table = Table("Roark", "Lando").dealt("6c 10s", Roark="9h 8s")
        fields = {"amount": 10} if do == "bet" else {}
        assert table.refusal(do, "Roark", **fields) == "The bets are closed."
        assert table.refusal(do, "Lando", **fields) == "The bets are closed."
        assert table.refusal("hit", "Lando") == "You have no bet on this hand."


class TestTheSameAgain:
    def test_same_again_repeats_the_bet_before(self):
        table = after({"Roark": 30})
        assert table.price("again") == 30
        assert table.do("Roark", "again").state.box(1).bet == 30
        assert "again" not in after({"Roark": 30}).offered("Lando")
        table = after({"Roark": 30}).do("Roark", "again")
        assert "again" not in table.offered("Roark")
        assert table.refusal("again") == "You've already bet that."
        assert "again" in table.bet("Roark", 10).offered("Roark")

    @pytest.mark.parametrize(
        "bet, options, said",
        [
            (40, {"stacks": {"Roark": 39}}, "You have too few chips to repeat your last bet."),
            (40, {"bank": 59}, "The bank has too little for that bet now."),
            (40, {"max_bet": 39}, "Your last bet is no longer within this table's limits."),
            (5, {}, "Your last bet is no longer within this table's limits."),
        ],
    )
    def test_same_again_is_not_offered_when_it_does_not_fit(self, bet: int, options: dict[str, Any], said: str):
        table = after({"Roark": bet}, **options)
        assert "again" not in table.offered("Roark")
        assert table.refusal("again") == said

    def test_goes_on_from_hand_to_hand_also_through_one_without_a_bet(self):
        table = Table("Roark", "Lando").dealt("10c 8s", {"Roark": 70}, Roark="9h 8s").stand()
        assert table.handed_on.bets == ((1, 70),)
        later = Table("Roark", "Lando", carry=table.end.carry).do("Roark", "done").do("Lando", "done")
        assert later.handed_on.bets == ((1, 70),)


class TestTheAmount:
    def test_amount_is_bounded_by_chips_table_and_bank(self):
        amount = Table(stacks={"Roark": 130}).amount()
        assert (amount.low, amount.high) == (10, 130)
        assert Table(stacks={"Roark": 130}).refusal("bet", amount=131) == "You have only 130 cr."
        table = Table("Roark", "Lando", stacks={"Roark": 130}).bet("Roark", 100)
        assert table.amount().high == 130
        assert Table(max_bet=50).refusal("bet", amount=51) == "The largest bet at this table is 50 cr."
        table = Table(bank=100)
        assert table.amount().high == 67
        assert table.refusal("bet", amount=68) == "The bank can take at most 67 cr on that."

    @pytest.mark.parametrize("amount", [9, 0, -10])
    def test_is_never_below_the_smallest_bet(self, amount: int):
        assert Table().refusal("bet", amount=amount) == "The smallest bet is 10 cr."

    def test_is_filled_in_with_the_least_and_the_most(self):
        tables = (Table(), Table(max_bet=40), Table(stacks={"Roark": 10}))
        labels = [[(preset.label, preset.amount) for preset in table.amount().presets] for table in tables]
        assert labels == [
            [("The least", 10), ("All in", 1000)],
            [("The least", 10), ("The most", 40)],
            [("The least", 10)],
        ]


class TestTheBank:
    def test_bank_takes_what_it_can_pay_or_anything_when_endless(self):
        table = Table(bank=14)
        assert table.offered() == ["done"]
        assert table.refusal("bet", amount=10) == "The bank has too little for even the smallest bet."
        assert Table(bank=15).amount().high == 10
        table = Table(*THREE, bank=100).bet("Roark", 40)
        assert table.amount(name="Lando").high == 27
        assert table.amount().high == 67, "one's own bet isn't in the way of another"
        table.bet("Lando", 26)
        assert "bet" not in table.offered("Han")
        table = Table(bank=0, endless=True, stacks={"Roark": 10**13}, max_bet=10**12)
        assert table.amount().high == 10**12
        table = Table(bank=0, endless=True, stacks={"Roark": 10**14})
        assert table.amount().high == Pay(to=3, on=2).largest(RESERVE) < RESERVE
        table = Table(bank=0, endless=True).dealt("6c 10s", Roark="Ah Ks")
        assert (table.net, table.end.bank) == (15, -15)


def most_lost(bets: tuple[int, ...], naturals: int, pay: Fraction) -> int:
    """Return what the bank loses if all win, by trying which of them have naturals."""
    return max(
        sum(bet * pay.numerator // pay.denominator if at in lucky else bet for at, bet in enumerate(bets))
        for count in range(min(naturals, len(bets)) + 1)
        for lucky in itertools.combinations(range(len(bets)), count)
    )


@pytest.mark.parametrize("pays, pay", [("3:2", Fraction(3, 2)), ("6:5", Fraction(6, 5)), ("1:1", Fraction(1))])
@pytest.mark.parametrize("naturals", [0, 1, 2, 8])
@pytest.mark.parametrize("others", [(), (1,), (7, 3), (5, 5, 9)])
@pytest.mark.parametrize("bank", [0, 1, 2, 13, 14, 29, 30, 31])
def test_the_largest_bet_is_exactly_what_the_bank_could_pay(
    pays: str, pay: Fraction, naturals: int, others: tuple[int, ...], bank: int
):
    """Tried out bet by bet, with all who may have naturals: aces go round only as far as there are some."""
    rules = TwentyOneRules().validated(min_bet=1, natural_pays=pays, decks=2)
    aces = [at for at, card in enumerate(Shoe.shuffled(1).cards) if card[:-1] == "1"]
    shoe = Shoe(
        decks=2, left=tuple(naturals // 4 + (aces.index(at) < naturals % 4) if at in aces else 2 for at in range(52))
    )
    assert shoe.naturals == naturals
    seats = range(1, len(others) + 2)
    players = tuple(Player(seat=seat, stack=1000) for seat in seats)
    boxes = (Box(seat=1, stack=1000), *(Box(seat=at, stack=1000, bet=bet) for at, bet in enumerate(others, start=2)))
    deal = GAME.Deal(rules=rules, players=players, bank=bank)
    state = TwentyOneState(deal=deal, shoe=shoe, boxes=boxes, bank=bank)
    fitting = [bet for bet in range(1, 60) if most_lost((*others, bet), naturals, pay) <= bank]
    assert bet_room(state, 1) == max(fitting, default=0)


class TestOneClick:
    def test_usual_bet_takes_the_place_of_another(self):
        table = Table("Ada", "Bram")
        assert table.move("Ada", "chip").price == 2 * table.rules.min_bet
        table = Table("Ada", "Bram", usual_bet=50).do("Ada", "bet", amount=30).do("Ada", "chip")
        assert (table.state.box(1).bet, table.state.box(1).stack) == (50, 950)
        assert "chip" not in table.keys("Ada")
        assert "chip" not in Table("Ada", stacks={"Ada": 49}, usual_bet=50).keys("Ada")
        assert "chip" not in Table("Ada", bank=70, usual_bet=50).keys("Ada")
        assert (
            Table("Ada", bank=70, usual_bet=50).refusal("chip", "Ada") == "The bank has too little for the usual bet."
        )

    def test_window_is_open_only_for_bets(self):
        table = Table("Ada", "Bram")
        assert GAME.window(table.state) == BetWindow(8, frozenset())
        assert GAME.window(table.do("Ada", "chip").state) == BetWindow(8, frozenset({1}))
        assert GAME.window(against("9s 5s", "10h 8d").state) is None
