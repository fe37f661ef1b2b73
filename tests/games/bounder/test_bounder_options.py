"""Every house rule of Bounder, at both of its ends."""

from fractions import Fraction
from typing import Any

import pytest

from bot.engine.options import with_options
from bot.errors import RuleError
from cogs.bounder.odds import bet_back
from cogs.bounder.rules import GAME
from cogs.bounder.state import PRESETS, BounderRules
from tests.games.bounder.bounder_table import Table, bets_open

POINTS = range(1, 21)


class TestBets:
    def test_smallest_and_largest_bets_hold_for_all_kinds(self):
        table = bets_open(stake=8, min_bet=8, against="even")
        assert {table.bounds("Lando", kind)[0] for kind in table.rules.kinds} == {8}
        assert Table(min_bet=8).bounds("Roark", "stake")[0] == 8
        assert GAME.least_stack(table.rules) == 8
        table = bets_open(max_bet=50, against="even")
        assert {table.bounds("Lando", kind)[1] for kind in table.rules.kinds} == {50}
        table = bets_open(max_bet=50, max_side=20, against="even")
        assert [table.bounds("Lando", kind)[1] for kind in table.rules.kinds] == [50, 50, 20, 20, 20]
        assert bets_open(max_bet=50, max_side=80).bounds("Lando", "triple")[1] == 80
        assert bets_open(max_side=80).bounds("Lando", "point")[1] == 1000

    @pytest.mark.parametrize(
        "options, sentence",
        [
            ({"max_bet": 4}, "The largest bet, 4, can't be below the smallest, 5."),
            ({"max_side": 4}, "The largest bet on the dealer, 4, can't be below the smallest bet, 5."),
            ({"even_odd_pays": 8}, "All even and all odd pay must be between 1 and 7."),
            ({"even_odd_pays": 0}, "All even and all odd pay must be between 1 and 7."),
            ({"triple_pays": 36}, "Three of a kind pays must be between 3 and 35."),
            ({"triple_pays": 2}, "Three of a kind pays must be between 3 and 35."),
            ({"min_bet": 0}, "Smallest bet must be between 1 and 1000000000000."),
        ],
    )
    def test_contradictory_options_are_refused(self, options: dict[str, Any], sentence: str):
        with pytest.raises(RuleError) as refused:
            with_options(BounderRules(), options)
        assert refused.value.told() == sentence


class TestDoubling:
    def test_doubling_is_exact_up_to_double_or_off(self):
        table = Table().stakes("Roark", 10, 14)
        assert table.refusal("Roark", "increase", amount=5) == ("At this table you double the stake or keep it.")
        table = Table(double="up_to").stakes("Roark", 10, 14)
        assert table.bounds("Roark", "increase") == (1, 10)
        assert table.refusal("Roark", "double") == "Type how much you add to your stake."
        assert table.do("Roark", "increase", amount=3).gambler("Roark").stake == 13
        assert table.rolls(2, 4, 6, 5).nets["Roark"] == 13
        assert Table(double="up_to", stacks={"Roark": 17}).stakes("Roark", 10, 14).bounds("Roark", "increase") == (1, 7)
        table = Table(double="off").stakes("Roark", 10, 14)
        assert table.state.phase == "betting"
        classic = Table("Roark", version="classic", double="off").stakes("Roark", 10, 14)
        assert classic.refusal("Roark", "double") == "You can't raise a stake at this table."


class TestBetsOnTheDealer:
    def test_a_table_may_have_none(self):
        table = bets_open(dealer_bets=False)
        assert table.keys("Lando") == ["chip", "point", "done"]
        assert table.refusal("Lando", "triple", amount=5) == "There are no bets on the dealer at this table."

    @pytest.mark.parametrize("pays, net", [(1, 10), (4, 40), (7, 70)])
    def test_all_even_and_all_odd_pay_as_the_option_says(self, pays: int, net: int):
        table = bets_open(even_odd_pays=pays).bet("Lando", "all_even", 10).bet("Han", "all_odd", 10)
        assert table.rolls(2, 4, 6, 5).nets == {"Roark": 10, "Lando": net, "Han": -10}

    @pytest.mark.parametrize("pays", [3, 35])
    def test_three_of_a_kind_pays_as_the_option_says(self, pays: int):
        assert bets_open(triple_pays=pays).bet("Lando", "triple", 10).rolls(1, 1, 1, 20).nets["Lando"] == 10 * pays


class TestBetsAgainstTheShooter:
    def test_bets_against_pay_less_the_likelier_they_win(self):
        assert "against" not in bets_open().keys("Lando")
        assert (
            bets_open().refusal("Lando", "against", amount=5) == "There are no bets against the shooter at this table."
        )
        pays = [Fraction(pay.to, pay.on) for pay in (BounderRules(against="by_point").pay_against(p) for p in POINTS)]
        assert pays == pays[::-1]
        assert pays[:10] == sorted(pays[:10], reverse=True)
        assert (pays[0], pays[9]) == (Fraction(4, 5), Fraction(2, 5))
        rules = BounderRules(against="even")
        assert GAME.rules_note(rules) == "On average the house loses money on bets against the shooter."
        assert [GAME.rules_note(preset) for preset in PRESETS.values()] == [None] * len(PRESETS)
        assert bets_open(against="two_to_five").bet("Lando", "against", 7).rolls(2, 4, 6, 13).nets["Lando"] == 2

    @pytest.mark.parametrize("against, net", [("even", 60), ("two_to_five", 24), ("by_point", 36)])
    @pytest.mark.parametrize("point, fall", [(14, (2, 4, 6, 13)), (14, (2, 4, 6, 12)), (7, (1, 2, 4))])
    def test_bets_against_win_when_bets_on_the_point_lose(
        self, against: str, net: int, point: int, fall: tuple[int, ...]
    ):
        table = bets_open(point, against=against).bet("Lando", "against", 60).bet("Han", "point", 60)
        assert table.rolls(*fall).nets == {"Roark": -10, "Lando": net, "Han": -60}

    def test_bets_against_lose_once_and_are_not_for_the_shooter(self):
        assert bets_open(against="even").bet("Lando", "against", 60).rolls(2, 4, 6, 5).nets["Lando"] == -60
        assert bets_open(1, against="even").bet("Lando", "against", 60).rolls(2, 4, 6, 20).nets["Lando"] == -60
        table = bets_open(against="even")
        assert "against" not in table.keys("Roark")
        assert table.refusal("Roark", "against", amount=5) == "You're the shooter, so you can't bet against yourself."
        table = bets_open(against="even").bet("Lando", "point", 10).bet("Lando", "against", 10)
        assert table.rolls(2, 4, 6, 5).nets["Lando"] == 0

    @pytest.mark.parametrize("against", ["by_point", "two_to_five"])
    def test_the_house_has_the_better_of_them_at_every_point(self, against: str):
        rules = with_options(BounderRules(), {"against": against})
        assert all(Fraction(7, 10) < bet_back(rules, "against", point) < 1 for point in POINTS)

    @pytest.mark.parametrize("against, point, least, more", [("by_point", 1, 2, 1), ("two_to_five", 9, 3, 2)])
    def test_no_bet_is_so_small_that_it_would_win_nothing(self, against: str, point: int, least: int, more: int):
        table = bets_open(point, min_bet=1, against=against)
        assert table.bounds("Lando", "against")[0] == least
        assert table.refusal("Lando", "against", amount=least - 1) == (
            f"Bet at least {least} cp: less on that would win nothing."
        )
        assert table.bounds("Lando", "point")[0] == 1
        table.bet("Lando", "against", least)
        assert table.bounds("Lando", "against")[0] == more
        pay = table.rules.pay_against(point)
        assert pay.winnings(least + more) == pay.winnings(least + more - 1) + 1 == 2

    def test_bets_that_would_win_nothing_more_are_refused(self):
        table = bets_open(9, min_bet=1, max_bet=4, against="two_to_five", stake=1).bet("Lando", "against", 3)
        assert "against" not in table.keys("Lando")
        assert table.refusal("Lando", "against", amount=1) == (
            "More on that would win nothing within this table's limits."
        )
        table = bets_open(9, min_bet=1, max_bet=2, against="two_to_five", stake=1)
        assert table.refusal("Lando", "against", amount=2) == (
            "A bet on that would win nothing within this table's limits."
        )
        table = bets_open(9, min_bet=1, against="two_to_five").bet("Lando", "against", 3)
        assert table.refusal("Lando", "against", amount=1) == "Add at least 2 cp: less would win nothing more."
        first = bets_open(1, min_bet=1, against="by_point").bet("Lando", "against", 2).rolls(2, 4, 6, 11)
        again = first.next_round().do("Lando", "pass").stakes("Han", 5, 10).keeps("Han")
        assert (
            again.refusal("Lando", "again")
            == "One of your last bets would win nothing now, because it is so small. Bet more."
        )
        assert BounderRules().whole == 5
        assert BounderRules(against="two_to_five", min_bet=7).whole == 10
        assert BounderRules(against="by_point").whole == 60
        assert BounderRules(against="by_point", version="classic").whole == 5


def test_versions_and_fair_tables_have_their_titles():
    assert [GAME.title_of(BounderRules(version=one)) for one in ("standard", "classic")] == [
        "Bounder",
        "Classic Bounder",
    ]
    rules = PRESETS["fair dealer bets"]
    assert rules.even_odd_pays == 7
    assert rules.triple_pays == 35
