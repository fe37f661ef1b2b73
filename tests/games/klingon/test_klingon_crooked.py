"""A crooked tournament of Klingon Hold-'Em: points, places and prizes after every verdict (rules 7.26)."""

from random import Random
from typing import Any

import pytest

from bot.engine.game import Prize
from bot.engine.options import with_options
from bot.engine.skills import Sheet
from bot.engine.tournament import Standing
from cogs.klingon.state import KlingonCarry, KlingonRules
from tests.games.crooked_table import CLUMSY, PLAIN, SHARP, SLY, WATCHFUL, Crooked
from tests.games.klingon.klingon_brute import strange_deck

SEEN = {"Roark": CLUMSY, "Lando": SHARP, "Han": PLAIN}
UNSEEN = SEEN | {"Roark": SLY}


def tournament(
    sheets: dict[str, Sheet],
    *,
    points: dict[str, int] | None = None,
    middle: int = 0,
    carry: KlingonCarry | None = None,
    **options: Any,
) -> Crooked:
    """Deal a hand of a tournament: Han has the sun, Lando the small cloaked bet, so Roark acts first."""
    rules = with_options(KlingonRules(crooked=True), options)
    seats = {name: seat for seat, name in enumerate(sheets, start=1)}
    assert rules.terms
    standing = Standing.begun(1, seats.values(), rules.terms)
    if points or middle:
        standing = standing.after({seats[name]: amount for name, amount in (points or {}).items()}, middle)
    live = {name: sheet for name, sheet in sheets.items() if standing.has(seats[name])}
    stacks = [one.points for one in standing.entrants if one.is_in]
    carry = (carry or KlingonCarry()).evolve(standing=standing)
    return Crooked("klingon", rules, live, stacks, carry=carry, bank=standing.middle, seats=seats)


def caught(**how: Any) -> Crooked:
    """Catch Roark swapping a ship; Lando proves it, and the GM has to rule."""
    table = tournament(SEEN, **how)
    table.do("Roark", "swap", ship=table.first("Roark", "swap"))
    assert table.turn == "GM"
    return table


def after(table: Crooked) -> Standing:
    """Return the standing of the tournament after the hand."""
    carry = table.end.carry
    assert carry is not None
    assert carry.standing is not None
    return carry.standing


class TestACheat:
    def test_unseen_swap_is_tried_once_a_hand(self):
        table = tournament(UNSEEN)
        given = table.first("Roark", "swap")
        said = table.said
        table.do("Roark", "swap", ship=given)
        assert (table.said, table.turn) == (said, "Roark")
        assert given not in table.state.inner.captain(1).ids
        table = tournament(UNSEEN)
        assert "swap" in table.keys("Roark")
        assert "swap" not in table.do("Roark", "swap", ship=table.first("Roark", "swap")).keys("Roark")

    def test_seen_swap_brings_nothing_and_the_hand_goes_on(self):
        table = tournament(SEEN)
        ships = table.state.inner.captains
        table.do("Roark", "swap", ship=table.first("Roark", "swap"))
        assert table.state.inner.captains == ships
        table = tournament(SEEN | {"Roark": PLAIN, "Lando": WATCHFUL})
        table.do("Roark", "swap", ship=table.first("Roark", "swap"))
        assert table.turn == "Roark"
        assert "can prove nothing" in table.said[-1]

    def test_new_ship_shows_on_the_cheats_page_alone_with_any_deck(self):
        own = KlingonRules(crooked=True, deck=strange_deck(Random(1)))
        table = Crooked("klingon", own, UNSEEN, (200, 200, 200))
        table.do("Roark", "swap", ship=table.first("Roark", "swap"))
        table.state = table.game.State.from_json(table.state.to_json())
        assert "You swap" in table.page("Roark")
        assert "swap" not in table.page("Lando").partition("Up your sleeve")[0]
        assert any("Roark swaps" in line for line in table.gm_log)


class TestVoid:
    def test_void_hand_restores_points_and_standing(self):
        points = {"Roark": 50, "Lando": 150, "Han": 400}
        table = caught(points=points).rules_on("void")
        assert table.turn is None
        assert table.stacks == points
        assert [one.points for one in after(table).entrants] == [50, 150, 400]
        table = caught().rules_on("void")
        assert table.end.carry == table.deal.carry
        assert table.end.prizes == ()
        assert (after(table).out, after(table).last_out) == (0, ())

    def test_void_hand_restores_the_middle_all_ins_and_the_sun(self):
        table = caught(points={"Roark": 100, "Lando": 200, "Han": 270}, middle=30)
        assert table.state.inner.pot == 15 + 30
        table.rules_on("void")
        assert (after(table).middle, table.end.bank) == (30, 0)
        assert after(table).total == 600
        table = tournament(SEEN)
        table.do("Roark", "raise", to=200)
        assert table.turn == "Lando"
        table.do("Roark", "swap", ship=table.first("Roark", "swap")).rules_on("void")
        assert table.stacks == {"Roark": 200, "Lando": 200, "Han": 200}
        begun = KlingonCarry(sun=2, order=(1, 2, 3), small=5)
        table = caught(carry=begun).rules_on("void")
        again = tournament(SEEN, carry=table.end.carry)
        assert again.state.inner.sun == table.state.inner.sun == 3


class TestForfeit:
    def test_forfeited_bets_and_middle_chips_go_to_the_others(self):
        table = tournament(SEEN)
        table.each("call", "Roark").do("Roark", "swap", ship=table.first("Roark", "swap")).rules_on("forfeit")
        assert table.turn == "Lando"
        table.do("Lando", "fold")
        assert table.stacks == {"Roark": 190, "Lando": 195, "Han": 215}
        assert after(table).total == 600
        table = caught()
        action = table.game.on_timeout(table.state, 0)
        assert action == table.game.action("verdict", {"ruling": "forfeit"})
        table = caught(points={"Roark": 100, "Lando": 200, "Han": 270}, middle=30).rules_on("forfeit")
        table.do("Lando", "fold")
        assert table.stacks == {"Roark": 100, "Lando": 195, "Han": 270 + 5 + 30}
        assert (after(table).middle, after(table).total) == (0, 600)

    def test_forfeit_may_end_a_tournament(self):
        table = tournament(SEEN)
        table.do("Roark", "raise", to=200)
        table.do("Roark", "swap", ship=table.first("Roark", "swap")).rules_on("forfeit")
        table.do("Lando", "fold")
        assert table.stacks == {"Roark": 0, "Lando": 195, "Han": 405}
        roark = after(table).entrant(1)
        assert roark
        assert (roark.points, roark.place) == (0, 3)
        assert after(table).live == (2, 3)
        table = tournament(SEEN, points={"Roark": 300, "Lando": 0, "Han": 300}, fee=50)
        table.do("Roark", "raise", to=300)
        assert table.turn == "Han"
        table.do("Roark", "swap", ship=table.first("Roark", "swap"))
        assert table.turn == "GM"
        table.rules_on("forfeit")
        assert table.turn is None
        assert (after(table).winner, table.end.prizes) == (3, (Prize(seat=3, amount=150),))


class TestPlayOn:
    def test_the_hand_goes_on_as_if_nothing_had_happened(self):
        table = caught().rules_on("play_on")
        assert table.turn == "Roark"
        table.each("call", "Roark", "Lando").do("Han", "check")
        assert table.state.inner.street == "lock_on"


class TestWhileTheGMRules:
    @pytest.mark.parametrize("who", ["Roark", "Lando", "Han"])
    def test_nobody_else_may_act_while_the_gm_rules(self, who: str):
        assert caught().keys(who) == []
