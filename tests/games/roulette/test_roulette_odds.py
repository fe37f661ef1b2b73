"""What bets of roulette are worth: the figures that every casino's patron can look up, and what house rules change."""

from fractions import Fraction

import pytest

from bot.engine.banked.odds import BetOdds
from bot.engine.options import with_options
from cogs.roulette import odds
from cogs.roulette.state import PRESETS, RouletteRules, payback
from tests.games.roulette.roulette_table import spun

EVEN = ("red", "black", "even", "odd", "low", "high")
COVERED = {"straight": 1, "split": 2, "street": 3, "corner": 4, "first_four": 4, "top_line": 5, "six_line": 6}
COVERED |= dict.fromkeys(EVEN, 18) | {"dozen": 12, "column": 12}
VARIANTS = [
    with_options(RouletteRules(), {"wheel": wheel, "zero": zero, "top_line": top_line})
    for wheel in ("single", "double")
    for zero in ("lose", "half")
    for top_line in (True, False)
]


def by_key(rules: RouletteRules) -> dict[str, BetOdds]:
    return {bet.key: bet for bet in odds.bets(rules)}


class TestPayouts:
    @pytest.mark.parametrize(
        "bets, ball, net",
        [
            ("17 5", "17", 175),
            ("17 5", "18", -5),
            ("17-20 5", "20", 85),
            ("street 4-6 5", "4", 55),
            ("trio 0-2-3 5", "0", 55),
            ("corner 17-21 5", "18", 40),
            ("first four 5", "0", 40),
            ("six line 13-18 5", "16", 25),
            ("second dozen 5", "24", 10),
            ("second dozen 5", "25", -5),
            ("third column 5", "36", 10),
            ("red 5", "32", 5),
            ("red 5", "33", -5),
            ("low 5, even 5", "18", 10),
            ("high 5, odd 5", "18", -10),
            ("17 5, black 10, 20 5", "17", 180),
        ],
    )
    def test_a_bet_that_wins_keeps_its_stake_and_one_that_loses_is_gone(self, bets: str, ball: str, net: int):
        assert spun(bets, ball).nets["Roark"] == net

    @pytest.mark.parametrize(
        "bets, ball, net",
        [("top line 5", "00", 30), ("0-00 5", "00", 85), ("trio 0-00-2 5", "2", 55), ("00 5", "0", -5)],
    )
    def test_payouts_at_two_zeros(self, bets: str, ball: str, net: int):
        assert spun(bets, ball, wheel="double").nets["Roark"] == net

    @pytest.mark.parametrize("bet", [*EVEN, "first dozen", "second column"])
    @pytest.mark.parametrize("ball", ["0", "00"])
    def test_on_zero_all_outside_bets_lose(self, bet: str, ball: str):
        assert spun(f"{bet} 10", ball, wheel="double").nets["Roark"] == -10

    @pytest.mark.parametrize("ball", ["0", "00"])
    def test_half_of_even_chances_comes_back_and_the_house_keeps_the_odd_coin(self, ball: str):
        for bet in EVEN:
            nets = [spun(f"{bet} {stake}", ball, wheel="double", zero="half").nets["Roark"] for stake in (10, 7)]
            assert nets == [-5, -4]
        for bet in ("first dozen", "third column", "17"):
            assert spun(f"{bet} 10", ball, wheel="double", zero="half").nets["Roark"] == -10

    def test_each_bet_is_halved_by_itself(self):
        assert spun("red 5, black 5", "0", zero="half").nets["Roark"] == -6


class TestWhatBetsAreWorth:
    @pytest.mark.parametrize("rules", VARIANTS)
    def test_a_bet_wins_as_often_as_it_covers_pockets(self, rules: RouletteRules):
        pockets = 37 if rules.wheel == "single" else 38
        for name, chance in odds.exact(rules).items():
            assert chance == Fraction(COVERED[name.removeprefix("hit_")], pockets)

    @pytest.mark.parametrize(
        "wheel, edge", [("single", Fraction(1, 37)), ("double", Fraction(2, 38))], ids=["one zero", "two zeros"]
    )
    def test_the_house_keeps_its_zeros_of_every_bet(self, wheel: str, edge: Fraction):
        rules = with_options(RouletteRules(), {"wheel": wheel})
        assert {bet.edge for bet in odds.bets(rules) if bet.key != "top_line"} == {edge}

    def test_the_top_line_is_dearer(self):
        assert by_key(PRESETS["american"])["top_line"].edge == Fraction(3, 38)

    @pytest.mark.parametrize("wheel, edge", [("single", Fraction(1, 74)), ("double", Fraction(1, 38))])
    def test_where_half_comes_back_the_house_keeps_half_as_much_of_even_chances(self, wheel: str, edge: Fraction):
        found = by_key(with_options(RouletteRules(), {"wheel": wheel, "zero": "half", "min_bet": 10}))
        assert {found[key].edge for key in EVEN} == {edge}
        assert {found[key].edge for key in ("straight", "dozen", "column")} == {edge * 2}

    @pytest.mark.parametrize("smallest, kept", [(1, 1), (2, 1), (5, 3), (7, 4), (10, 5)])
    def test_of_a_smallest_bet_that_cannot_be_halved_the_odd_coin_is_kept_too(self, smallest: int, kept: int):
        found = by_key(with_options(RouletteRules(), {"zero": "half", "min_bet": smallest}))
        assert {found[key].edge for key in EVEN} == {Fraction(kept, smallest * 37)}
        assert spun(f"red {smallest}", "0", zero="half", min_bet=smallest).nets["Roark"] == -kept

    def test_the_note_says_of_which_stake_the_figures_are_where_it_matters(self):
        def note(**options: object) -> str:
            return odds.note(with_options(RouletteRules(), options))

        assert "half" not in note()
        assert "goes to the house." in note(zero="half", min_bet=10)
        assert "smallest bet" not in note(zero="half", min_bet=10)
        assert note(zero="half", min_bet=5).endswith(
            "The figures are for the smallest bet, an odd number of coins. A little more of an even number comes back."
        )

    @pytest.mark.parametrize("preset", ["french", "high rollers"])
    def test_where_half_comes_back_by_a_preset_its_smallest_bet_can_be_halved(self, preset: str):
        assert {by_key(PRESETS[preset])[key].edge for key in EVEN} == {Fraction(1, 74)}

    @pytest.mark.parametrize("rules", VARIANTS)
    def test_all_spots_of_a_kind_are_worth_the_same(self, rules: RouletteRules):
        found, pockets = by_key(rules), rules.layout.pockets
        for spot in rules.layout.by_name.values():
            back = sum(payback(rules.zero, spot, 5, pocket) for pocket in pockets)
            assert Fraction(back, 5 * len(pockets)) == found[spot.kind].back
            assert Fraction(len(spot.pockets), len(pockets)) == found[spot.kind].chance

    @pytest.mark.parametrize("rules", VARIANTS)
    def test_every_kind_of_bet_is_there_once_and_no_other(self, rules: RouletteRules):
        keys = [bet.key for bet in odds.bets(rules)]
        assert sorted(keys) == sorted({spot.kind for spot in rules.layout.by_name.values()})
        assert [f"hit_{key}" for key in keys] == list(odds.exact(rules))
        assert ("top_line" in keys) is (rules.wheel == "double" and rules.top_line)
        assert ("first_four" in keys) is (rules.wheel == "single")

    def test_each_bet_says_its_name_and_payout(self):
        found = by_key(PRESETS["french"])
        assert (found["straight"].label, found["straight"].pays) == ("One number", "35 to 1")
        assert (found["red"].label, found["red"].pays) == ("Red", "1 to 1, half back on zero")
        assert len({bet.label for bet in found.values()}) == len(found)
        assert by_key(PRESETS["european"])["red"].pays == "1 to 1"
