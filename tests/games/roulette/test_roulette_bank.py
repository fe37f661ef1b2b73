"""The bank takes no bet that it couldn't pay wherever the ball falls, and every bet that it could."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from bot.engine.banked.limits import bank_means
from cogs.roulette.layout import Spot
from cogs.roulette.rules import GAME
from tests.games.roulette.roulette_table import FULL, Table, after

ODDS = {1: 35, 2: 17, 3: 11, 4: 8, 5: 6, 6: 5, 12: 2, 18: 1}
"""What a bet pays by how many numbers it covers."""


def left(table: Table, more: Mapping[str, int]) -> int:
    """Return the bank's chips in the worst pocket if `more` lay there besides the bets on the layout.

    Calculated pocket by pocket and bet by bet, without the game's record of earlier bets.
    """
    bets = [bet for gambler in table.state.gamblers for bet in gambler.bets] + [*more.items()]
    worst = bank_means(table.state.deal)
    for pocket in table.rules.layout.pockets:
        bank = bank_means(table.state.deal)
        for name, amount in bets:
            spot = table.rules.layout.by_name[name]
            if pocket in spot.pockets:
                bank -= amount * ODDS[len(spot.pockets)]
            elif pocket in {"0", "00"} and len(spot.pockets) == 18 and table.rules.zero == "half":
                bank += amount - amount // 2
            else:
                bank += amount
        worst = min(worst, bank)
    return worst


def random_bets(table: Table, dice: random.Random, count: int) -> None:
    """Bets up to what is allowed, half of them as high as they may be."""
    for _ in range(count):
        who = dice.choice(table.names)
        keys = [key for key in table.keys(who) if key in {"inside", "outside"}]
        if keys:
            key = dice.choice(keys)
            spot = dice.choice(table.spots(who, key))
            most, least = table.cap(who, spot), table.rules.min_bet
            table.bet(who, f"{spot} {dice.choice((most, dice.randint(least, most)))}")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"wheel": "double"},
        {"zero": "half", "min_bet": 1},
        {"wheel": "double", "zero": "half", "max_bet": 30, "max_outside": 75},
    ],
    ids=["european", "american", "half back", "limits"],
)
def test_every_spot_takes_just_what_the_bank_the_table_and_the_chips_allow(options: dict[str, Any], seed: int):
    dice = random.Random(f"{seed}{options}")
    table = Table(bank=dice.choice((40, 400, 4000)), stacks={"Han": 60}, **options)
    for _ in range(4):
        random_bets(table, dice, 3)
        for spot in dice.sample([*table.rules.layout.by_name.values()], 40):
            for name in ("Lando", "Han"):
                _takes_just_enough(table, name, spot)


def _takes_just_enough(table: Table, name: str, spot: Spot) -> None:
    cap, rules = table.cap(name, spot.name), table.rules
    others = min(table.chips(name), rules.limit(spot.group) - table.lies(name).get(spot.name, 0))
    assert cap <= max(others, 0)
    if cap:
        assert cap >= rules.min_bet
        assert left(table, {spot.name: cap}) >= 0
    if max(cap + 1, rules.min_bet) <= others:
        assert left(table, {spot.name: max(cap + 1, rules.min_bet)}) < 0


class TestTheWorstPocket:
    def test_room_on_a_spot_depends_on_its_worst_pocket(self):
        table = Table(bank=1000)
        assert (table.cap("Roark", "17"), table.cap("Roark", "17-20"), table.cap("Roark", "corner 17-21")) == (
            28,
            58,
            125,
        )
        assert (table.cap("Roark", "first dozen"), table.cap("Roark", "red")) == (500, 1000)
        table = Table(bank=100).bet("Roark", "red 100")
        assert table.cap("Lando", "red") == 0
        assert table.cap("Lando", "black") == 200
        table = Table(bank=1000).bet("Roark", "17 20")
        assert table.cap("Lando", "17") == 300 // 35
        assert table.cap("Lando", "black") == 300
        assert table.cap("Lando", "red") == 1000

    def test_every_bet_counts_for_the_bank_and_half_bets_come_back(self):
        table = Table(bank=175, ball="17").bet("Roark", "17 5").done()
        assert (table.end.bank, table.nets["Roark"]) == (0, 175)
        # The bank keeps 5 of 9 and 10 of 19: with 150 it has 165 then, and 175 would be to pay.
        for zero, cap in (("half", 0), ("lose", 5)):
            table = Table(bank=150, zero=zero, ball="0").bet("Roark", "red 9").bet("Lando", "black 19")
            assert table.cap("Han", "0") == cap
        assert Table(bank=150, zero="half", ball="0").bet("Roark", "red 9, black 19").done().end.bank == 165
        table = Table(FULL, bank=20 * 5 * 35)
        for name in FULL:
            table.bet(name, "17 5")
        assert {table.cap(name, "17") for name in FULL} == {0}
        assert {table.cap(name, "20") for name in FULL} == {(20 * 5 * 35 + 100) // 35}


class TestWhatIsSaid:
    def test_refusal_names_what_the_bank_can_pay_on_the_chosen_spot(self):
        table = Table(bank=350)
        assert table.refusal("Roark", "inside", spot="17", amount=11) == "The bank can take at most 1 sp on 17."
        assert table.refusal("Roark", "outside", spot="first dozen", amount=176) == (
            "The bank can take at most 1 gp 7 sp 5 cp on the first dozen."
        )
        # Not first how much fits on another one, which would be too much here again.
        table = Table(bank=350)
        assert table.amount("Roark", "inside").high == 70
        for amount in (71, 1001, 10**12):
            assert table.refusal("Roark", "inside", spot="17", amount=amount) == (
                "The bank can take at most 1 sp on 17."
            )
        assert (
            table.refusal("Roark", "outside", spot="red", amount=351) == "The bank can take at most 3 gp 5 sp on red."
        )

    def test_spots_that_the_bank_cannot_pay_are_refused_while_others_are_offered(self):
        table = Table(bank=300, max_bet=20, stacks={"Roark": 20}).bet("Roark", "corner 5-9 10")
        for spot, amount, said in (
            ("corner 5-9", 11, "You have only 1 sp."),
            ("17", 9, "The bank can take at most 8 cp on 17."),
        ):
            assert table.refusal("Roark", "inside", spot=spot, amount=amount) == said
        table = Table(bank=300, max_bet=20).bet("Roark", "corner 5-9 10")
        assert table.refusal("Roark", "inside", spot="corner 5-9", amount=11) == (
            "You can add at most 1 sp on the corner 5-9: that makes the table's largest bet."
        )
        table = Table(bank=50)
        kinds = {table.rules.layout.by_name[name].kind for name in table.spots("Roark", "inside")}
        assert kinds == {"corner", "first_four", "six_line"}
        assert table.refusal("Roark", "inside", spot="17", amount=5) == "The bank can't take even 5 cp on 17."
        table = Table(bank=5)
        assert table.spots("Roark", "outside") == ["red", "black", "even", "odd", "low", "high"]
        assert table.refusal("Roark", "outside", spot="first dozen", amount=5) == (
            "The bank can't take even 5 cp on the first dozen."
        )
        assert table.refusal("Roark", "inside", spot="17", amount=5) == (
            "The bank has too little for even the smallest bet there."
        )
        table = Table(bank=4)
        assert table.keys("Roark") == ["done"]
        for key, spot in (("inside", "17"), ("outside", "red")):
            assert table.refusal("Roark", key, spot=spot, amount=5) == (
                "The bank has too little for even the smallest bet there."
            )

    def test_bets_on_which_the_bank_relies_stay_until_others_go(self):
        table = Table(bank=100).bet("Roark", "red 100").bet("Lando", "black 150")
        assert "take_back" not in table.keys("Roark")
        assert table.refusal("Roark", "take_back") == (
            "You can't remove your bets now: the bank counts on them to pay others."
        )
        assert table.take_back("Lando").take_back("Roark").lies("Roark") == {}
        table = Table(bank=100).bet("Roark", "red 100, black 150")
        assert table.back("Roark") == ["all", "black"]
        assert table.refusal("Roark", "take_back", spots=("red",)) == (
            "You can't remove your bet on red now: the bank counts on it to pay others."
        )
        assert table.take_back("Roark", "black").take_back("Roark").lies("Roark") == {}
        table = Table(bank=100).bet("Roark", "red 100, black 150").take_back("Roark")
        assert table.lies("Roark") == {}
        table = Table(bank=100).bet("Roark", "red 100, 0 5").bet("Lando", "black 150")
        assert table.back("Roark") == ["0"]
        assert table.refusal("Roark", "take_back", spots="all") == (
            "You can't remove all of them: the bank counts on some to pay others."
        )
        table = Table(bank=200, carry=after("3", Han="red 200")).bet("Roark", "red 50")
        assert "again" not in table.keys("Han")
        assert table.take_back("Roark").again("Han").lies("Han") == {"red": 200}

    @pytest.mark.parametrize("seed", range(10))
    def test_any_bets_that_are_offered_may_go_together(self, seed: int):
        dice = random.Random(seed)
        table = Table(bank=dice.choice((100, 300)), zero=dice.choice(("lose", "half")))
        random_bets(table, dice, 12)
        for name in table.names:
            if "take_back" in table.keys(name) and (offered := table.back(name)):
                state = table.state
                for _ in range(5):
                    table.take_back(name, *dice.sample(offered, dice.randint(1, len(offered))))
                    assert left(table, {}) >= 0
                    table.state = state


class TestTheUsualBank:
    @pytest.mark.parametrize(
        "options, usual",
        [
            ({}, 20 * 35 * 50),
            ({"min_bet": 1}, 20 * 35 * 10),
            ({"max_bet": 100}, 20 * 35 * 100),
            ({"max_bet": 100, "max_outside": 10_000}, 20 * 2 * 10_000),
        ],
    )
    def test_usual_bank_pays_about_twenty_of_the_largest_usual_bets(self, options: dict[str, Any], usual: int):
        assert GAME.usual_bank(Table(**options).rules) == usual

    def test_least_bank_pays_the_smallest_bet_and_an_endless_one_anything(self):
        rules = Table(min_bet=10).rules
        assert GAME.least_bank(rules) == 10
        assert "outside" in Table(min_bet=10, bank=10).keys("Roark")
        assert Table(min_bet=10, bank=9).keys("Roark") == ["done"]
        table = Table(stacks={"Roark": 10**11})
        assert table.cap("Roark", "17") == 10**11


class TestOneClick:
    def test_usual_bet_is_on_red_and_adds_up(self):
        table = Table().do("Roark", "chip")
        assert (table.lies("Roark"), table.chips("Roark")) == ({"red": 10}, 990)
        assert table.do("Roark", "chip").lies("Roark") == {"red": 20}
        assert "Roark" in table.turn
        table = Table(usual_bet=75, max_outside=40)
        assert table.move("Lando", "chip").price == 40
        table.do("Lando", "chip")
        assert "chip" not in table.keys("Lando")

    def test_usual_bet_takes_chips_and_room_in_the_bank(self):
        assert "chip" not in Table(stacks={"Han": 9}).keys("Han")
        assert Table(stacks={"Han": 9}).refusal("Han", "chip") == "You have too few chips for the usual bet."
        assert "chip" in Table(bank=10).keys("Han")
        assert "chip" not in Table(bank=9).keys("Han")
        assert Table(bank=9).refusal("Han", "chip") == "The bank has too little for the usual bet."
