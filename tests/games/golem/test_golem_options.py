"""Every house rule of Golem, at both of its ends."""

import pytest

from bot.engine.options import with_options
from bot.errors import RuleError
from cogs.golem.rules import GAME
from cogs.golem.state import PRESETS, GolemCarry, GolemRules
from tests.games.golem.golem_table import BEATEN, SEVENS_AND_TWOS, THREE_SEVENS, UNBEATEN, Table, at_the_draw, beaten

ONE_DISCARD = {"Lando": "2c > 1h"}
TIED = {"Roark": "10h 10s 4d 4c 7c", "Lando": "10d 10c 4h 4s 7h", "Han": "3d 3c 8h 7d 7s"}
FAIL_TOGETHER = {"Roark": "7c > 1h", "Lando": "7h > 1s", "Han": "7d 7s > 1c 12s"}
"""Roark and Lando have two pair, 10s and 4s, with a 1; the golem has four 7s."""
SHARE = {"Roark": "10h 10s 4d 4c 2c", "Lando": "10d 10c 4h 4s 2d", "Han": "3d 3c 8h 7d 5s"}
WITH_A_ONE = {"Roark": "1d 13c 9h 7s 2d", "Lando": "13d 12c 8h 4s 2c"}
STRAIGHTS = {"Roark": "1d 2c 3h 4s 5d", "Lando": "1c 13h 12s 11d 10c"}
SIX = SEVENS_AND_TWOS | {"Lando": "2c 4s > 1h 9c"}
WIN_TOGETHER = {"Roark": "2c > 1h", "Lando": "2d > 1s", "Han": "8h 7d > 1c 12s"}


class TestStakes:
    def test_ante_and_smallest_bet_are_bounded(self):
        assert Table(BEATEN, ante=25).state.pot == 75
        assert Table(BEATEN, ante=25).bounds("Han", "bet")[0] == 25
        assert Table(BEATEN, ante=25, min_bet=1).bounds("Han", "bet")[0] == 1
        with pytest.raises(RuleError, match="The largest bet, 5, can't be below the smallest, which is the ante, 10"):
            with_options(GolemRules(), {"max_bet": 5})

    def test_bets_are_limited_by_the_largest_or_the_pot(self):
        table = Table(BEATEN, max_bet=50)
        assert table.bounds("Han", "bet") == (10, 50)
        assert table.bet("Han", 30).bounds("Roark", "raise") == (60, 80)
        assert Table(BEATEN, max_bet=0).bounds("Han", "bet") == (10, 990)
        assert Table(BEATEN, pot_limit=True).bounds("Han", "bet") == (10, 30)
        assert Table(BEATEN, pot_limit=True).bet("Han", 30).bounds("Roark", "raise") == (60, 120)
        table = Table(UNBEATEN, pot_limit=True).then(BEATEN).played(THREE_SEVENS)
        assert table.bounds("Han", "bet") == (10, 50)

    def test_a_cap_counts_bets_and_raises_in_one_round(self):
        table = Table(BEATEN, raise_cap=2).bet("Han", 10).raises("Roark", 20)
        assert table.keys("Lando") == ["call", "fold"]
        assert "bet" in table.call("Lando", "Han").draw().keys("Han")
        assert "raise" in Table(BEATEN, raise_cap=0).bet("Han", 10).raises("Roark", 20).keys("Lando")

    @pytest.mark.parametrize("reopens, keys", [(False, ["call", "fold"]), (True, ["call", "raise", "fold"])])
    def test_a_short_all_in_reopens_only_where_the_table_says_so(self, reopens: bool, keys: list[str]):
        table = Table(BEATEN, stacks={"Lando": 70}, short_raise_reopens=reopens)
        table.bet("Han", 50).call("Roark").raises("Lando", 60)
        assert table.keys("Han") == keys


class TestOpening:
    def test_opening_may_check_or_must_bet_or_fold(self):
        assert Table(BEATEN, opening="check").keys("Han") == ["check", "bet", "fold"]
        table = Table(BEATEN, opening="bet")
        assert table.keys("Han") == ["bet", "fold"]
        assert table.refusal("Han", "check") == ("You can't check at this table. Bet or fold.")
        assert table.fold("Han").keys("Roark") == ["bet", "fold"]
        assert table.bet("Roark", 10).keys("Lando") == ["call", "raise", "fold"]
        table = Table(BEATEN, opening="bet").bet("Han", 10).call("Roark", "Lando").draw()
        assert table.keys("Han") == ["bet", "fold"]
        table = Table(BEATEN, opening="bet")
        assert all(move.confirm is None for move in table.moves("Han"))
        assert table.times_out("Han").said[-1] == "Han folds."


class TestShortAnte:
    def test_short_stack_sits_out_or_antes_all_in(self):
        assert GAME.least_stack(GolemRules(ante=10)) == 10
        assert GAME.least_stack(GolemRules(short_ante="all_in")) == 1
        table = Table(BEATEN, stacks={"Lando": 4}, short_ante="all_in")
        assert table.said[0].endswith("Lando could pay only part of it.")
        table.then(BEATEN).played(SEVENS_AND_TWOS)
        assert table.pots == [(12, ("Roark", "Lando", "Han"), True), (12, ("Roark", "Han"), False)]
        assert table.stacks["Lando"] == 12


class TestTheOne:
    @pytest.mark.parametrize("ace, winner", [("low", "Lando"), ("high", "Roark"), ("both", "Roark")])
    def test_one_is_the_lowest_card_or_the_highest(self, ace: str, winner: str):
        """Roark's 13 comes with a 1, Lando's with a 12."""
        assert Table(WITH_A_ONE, ace=ace).played({}).nets[winner] == 9

    @pytest.mark.parametrize(
        "ace, kinds",
        [
            ("low", ["a straight, 1 to 5", "13 high"]),
            ("high", ["1 high", "a straight, 10 to 1"]),
            ("both", ["a straight, 1 to 5", "a straight, 10 to 1"]),
        ],
    )
    def test_one_ends_a_straight_below_or_above(self, ace: str, kinds: list[str]):
        said = Table(STRAIGHTS, ace=ace).played({}).said[-2]
        assert all(kind in said for kind in kinds)


class TestTheAmulet:
    @pytest.mark.parametrize("way, seat", [("counterclockwise", 1), ("clockwise", 3)])
    def test_amulet_moves_to_the_right_or_to_the_left(self, way: str, seat: int):
        assert Table(BEATEN, carry=GolemCarry(amulet=2, order=(1, 2, 3)), amulet_moves=way).state.amulet == seat


class TestFewerThanFiveDiscards:
    def test_golem_of_few_discards_follows_the_house_rule(self):
        table = Table(BEATEN, few_discards="partial").played(ONE_DISCARD)
        assert table.showdown.golem == ("2c",)
        table = Table(UNBEATEN, few_discards="top_up").checked()
        table.cards.ready += ["12d", "12c", "12h", "1s"]
        table.draw({"Lando": "7c > 1h"}).then(BEATEN).checked()
        assert table.showdown.golem == ("12c", "12d", "12h", "7c", "1s")
        assert (table.state.number, table.stacks["Lando"]) == (2, 970)
        table = at_the_draw(few_discards="top_up")
        table.cards.ready += ["12d", "11c", "9s", "8c", "1s"]
        assert len(table.draw().checked().showdown.golem) == 5
        assert Table(BEATEN, few_discards="no_golem").played({}).showdown.absent == "few"
        table = Table(UNBEATEN, few_discards="no_golem").played(THREE_SEVENS | {"Han": "8h > 1c"})
        assert (table.showdown.golem, table.showdown.absent, table.nets["Lando"]) == ((), "few", 19)
        assert "There were fewer than five discards, so there is no golem." in table.said[-1]
        assert len(beaten(few_discards="no_golem").showdown.golem) == 5


class TestFoldedHands:
    def test_folded_hands_feed_the_golem_by_house_rule(self):
        table = Table(BEATEN, folded_feed=False).check("Han").bet("Roark", 10).call("Lando").fold("Han").draw()
        assert table.checked().showdown.golem == ()
        table = Table(BEATEN, folded_feed=True).check("Han").bet("Roark", 10).call("Lando").fold("Han").draw()
        assert set(table.checked().showdown.golem) == set(BEATEN["Han"].split())


class TestWhatIsShown:
    def test_shown_cards_follow_the_house_rule(self):
        table = Table(BEATEN, discards_shown="golem").then(BEATEN).played(SIX)
        assert table.showdown.discards == ()
        assert "4s" not in shown_to_all(table)
        table = Table(BEATEN, discards_shown="all").then(BEATEN).played(SIX)
        assert set(table.showdown.discards) == {"7s", "2d", "2c", "4s", "8h", "7d"}
        assert "4s" in shown_to_all(table)
        assert any("The discards were" in line and "4 of clay" in line for line in table.said)
        assert [len(seat.shown) for seat in GAME.view(beaten(losing_hands="shown").state, None).seats] == [5, 5, 5]
        table = beaten(losing_hands="mucked")
        assert [len(seat.shown) for seat in GAME.view(table.state, None).seats] == [0, 5, 0]
        assert "13d" not in shown_to_all(table)
        table = Table(UNBEATEN, losing_hands="mucked").then(BEATEN).played(THREE_SEVENS)
        assert [seat for seat, _ in table.showdown.hands] == [2]


class TestThePenalty:
    @pytest.mark.parametrize("times, pot", [(0, 30), (1, 40), (2, 50), (10, 130)])
    def test_penalty_is_a_multiple_of_the_ante(self, times: int, pot: int):
        table = Table(UNBEATEN, penalty=times).then(BEATEN).played(THREE_SEVENS)
        assert (table.state.pot, table.stacks["Lando"]) == (pot, 990 - (pot - 30))

    def test_equal_hands_each_pay_or_share_the_penalty(self):
        table = Table(TIED, tied_penalty="each").then(BEATEN).played(FAIL_TOGETHER)
        assert (table.stacks["Roark"], table.stacks["Lando"], table.state.pot) == (970, 970, 70)
        table = Table(TIED, tied_penalty="split", ante=5, penalty=1).then(BEATEN).played(FAIL_TOGETHER)
        assert (table.stacks["Roark"], table.stacks["Lando"], table.state.pot) == (992, 993, 20)


class TestRedeals:
    def test_redeals_end_at_their_limit_without_a_golem(self):
        table = Table(UNBEATEN, redeals=0)
        for _ in range(12):
            table.then(UNBEATEN).played(THREE_SEVENS)
        assert table.state.number == 13
        table = Table(UNBEATEN, redeals=1).then(UNBEATEN).played(THREE_SEVENS).played(THREE_SEVENS)
        assert (table.showdown.golem, table.showdown.absent) == ((), "capped")
        assert table.nets == {"Roark": -10, "Lando": 18, "Han": -10}
        assert Table(UNBEATEN, redeals=1).then(BEATEN).played(THREE_SEVENS).state.number == 2


class TestTheHouse:
    @pytest.mark.parametrize("rate, cut", [(0, 0), (5, 1), (10, 3), (25, 7)])
    def test_house_takes_its_percentage_of_a_pot(self, rate: int, cut: int):
        assert beaten(house_rate=rate).end.house == cut

    @pytest.mark.parametrize("rounding, cuts", [("down", (0, 0, 1)), ("nearest", (0, 1, 1)), ("up", (1, 1, 1))])
    def test_parts_of_a_coin_are_rounded(self, rounding: str, cuts: tuple[int, ...]):
        rules = with_options(GolemRules(), {"house_rounding": rounding})
        assert tuple(rules.cut(amount) for amount in (9, 10, 20)) == cuts

    @pytest.mark.parametrize("cut_unseen, house", [(True, 1), (False, 0)])
    def test_house_cut_of_an_unseen_pot_follows_the_option(self, cut_unseen: bool, house: int):
        table = Table(BEATEN, cut_unseen=cut_unseen).fold("Han", "Roark")
        assert (table.end.house, table.nets["Lando"]) == (house, 20 - house)


class TestOddChips:
    def test_odd_chips_go_left_of_the_amulet_to_the_house_or_over(self):
        table = Table(SHARE, odd_chips="position").played(WIN_TOGETHER)
        assert (table.nets, table.end.house, table.end.bank) == ({"Roark": 5, "Lando": 4, "Han": -10}, 1, 0)
        table = Table(SHARE, odd_chips="house").played(WIN_TOGETHER)
        assert (table.nets, table.end.house, table.end.bank) == ({"Roark": 4, "Lando": 4, "Han": -10}, 2, 0)
        table = Table(SHARE, odd_chips="carry").played(WIN_TOGETHER)
        assert (table.nets, table.end.house, table.end.bank) == ({"Roark": 4, "Lando": 4, "Han": -10}, 1, 1)
        assert table.said[-1].endswith("The odd 1 cr carries over to the next hand.")


class TestPresets:
    def test_presets_play_as_described(self):
        assert PRESETS["casino"] == GolemRules()
        assert PRESETS["short game"].redeals == 2
        assert PRESETS["among friends"].pot_limit
        assert PRESETS["among friends"].cut(1000) == 0

    @pytest.mark.parametrize("ante", [1, 100, 10**6])
    @pytest.mark.parametrize("preset", PRESETS)
    def test_every_preset_works_with_any_ante(self, preset: str, ante: int):
        assert with_options(PRESETS[preset], {"ante": ante, "min_bet": 3 * ante}).limits.smallest == 3 * ante


def shown_to_all(table: Table) -> set[str]:
    """Return the cards whose seals are open to everyone."""
    return {seal.card for seal in GAME.seals(table.state, None) if seal.card}
