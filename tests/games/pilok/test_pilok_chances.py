"""The chance to win at Pi'Lok, held against all that may still fall, and what NPCs make of it."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from bot.engine.ai.temper import Style, Temper
from bot.engine.rng import SeededRng
from cogs.pilok.ai import decide
from cogs.pilok.chances import CONTESTS, branches, estimate, outlook, question, share
from cogs.pilok.rules import GAME
from cogs.pilok.state import value
from tests.games.pilok.pilok_table import Table, at_the_jump

BUDGET = 8000
AHEAD = {"Roark": (6, 6, 1), "Lando": (5, 4, 1), "Han": (3, 2, 1)}


def chances(table: Table, name: str, budget: int = BUDGET):
    view = GAME.view(table.state, table.seat(name))
    return estimate(view, table.state.rules, SeededRng(7), budget)


def decided(table: Table, name: str, style: Style = "shark", seed: int = 0, budget: int = 300) -> Any:
    seat = table.seat(name)
    view, moves = GAME.view(table.state, seat), GAME.moves(table.state, seat)
    return decide(lambda: view, moves, Temper(style=style, skill="expert"), SeededRng(seed), budget)


def test_chances_are_exact_without_a_jump_and_share_the_pot():
    table = Table(AHEAD, last_bets=True).checked_down().passes("Roark", "Lando", "Han")
    told = chances(table, "Roark")
    assert (told.now, told.opponents, told.win.value, told.is_exact) == ("24 points", 2, 1.0, True)
    assert chances(table, "Han").win.value == 0.0
    table = Table({"Roark": (6, 5, 1), "Han": (5, 6, 2)}, last_bets=True).checked_down()
    table.passes(*table.turn).passes(*table.turn)
    told = chances(table, "Roark")
    assert (told.win.value, told.tie.value, told.share.value) == (0.0, 1.0, 0.5)
    table = Table({"Roark": (6, 1, 1), "Lando": (4, 1, 1), "Han": (2, 1, 1)})
    shares = [chances(table, name, 8000).share for name in ("Roark", "Lando", "Han")]
    assert abs(sum(one.value for one in shares) - 1) < sum(one.margin for one in shares)
    assert [one.value for one in shares] == sorted((one.value for one in shares), reverse=True)


def test_the_chances_on_the_lift_lie_between_those_of_the_worst_and_the_best_jump():
    """All dice that may come are gone through; two jumps that are even change less than half of it."""
    table = Table({"Roark": (6, 1, 1), "Han": (2, 1, 1)})
    falls = list(product(range(1, 7), repeat=4))
    alone = sum(
        (value((6, a, b), "basic") > value((2, c, d), "basic"))
        + (value((6, a, b), "basic") == value((2, c, d), "basic")) / 2
        for a, b, c, d in falls
    ) / len(falls)
    told = chances(table, "Roark")
    assert 0.5 < told.share.value < alone + told.share.margin
    assert not told.is_exact


def test_hands_that_are_played_out_come_to_what_all_jumps_come_to():
    table = at_the_jump({"Roark": (6, 6, 1), "Han": (5, 4, 1)})
    now = outlook(GAME.view(table.state, table.seat("Roark")), table.seat("Roark"))
    ways = branches(now.hands, now.jumpers, now.rules)
    assert sum(weight for _, weight in ways) == (6 * CONTESTS) ** 2
    exact = sum(weight * share(hands, now.me, "basic") for hands, weight in ways) / (6 * CONTESTS) ** 2
    told = chances(table, "Roark", 8000)
    assert abs(told.share.value - exact) < 1.5 * told.share.margin


FOURS = {"Roark": (6, 3, 2), "Lando": (4, 4, 1), "Han": (1, 2, 3)}


def last_to_jump(**options: Any) -> Table:
    """Roark, whose dice come to 9 against Lando's 16, may jump; nobody may after that."""
    return at_the_jump(FOURS, last_bets=True, **options).passes("Lando", "Han")


def test_the_die_that_the_winner_of_a_jump_picks_is_still_to_fall():
    table = last_to_jump().jump("Roark", "Lando", 12, 9)
    roark, lando = chances(table, "Roark"), chances(table, "Lando")
    assert (roark.win.value, roark.tie.value, roark.is_exact) == (3 / 6, 1 / 6, True), "1, 2 or 3 against 9; a 5 ties"
    assert (lando.win.value, lando.tie.value) == (2 / 6, 1 / 6)
    table.keep("Roark")
    assert chances(table, "Lando").win.value == 1.0


def test_a_contest_that_players_roll_at_the_table_is_even_until_both_totals_are_in():
    table = last_to_jump(contests="typed").do("Roark", "jump", target="2")
    told = chances(table, "Roark")
    assert told.win.value == pytest.approx(3 / 6 * (CONTESTS - 4332) / 2 / CONTESTS)
    assert told.is_exact
    table.do("Roark", "total", total=4).do("Lando", "total", total=17)
    assert chances(table, "Lando").win.value == 1.0, "of Roark's dice none can better it"


def test_a_die_that_was_picked_is_the_one_that_falls():
    table = Table(dealer="Han", dice="typed", jumps="one")
    for faces in zip(*FOURS.values(), strict=True):
        for name, face in zip(table.names, faces, strict=True):
            table.do(name, "roll", face=face)
        while table.state.street != "jump" and not table.state.owed:
            table.check(*table.turn)
    table.passes("Lando", "Han").jump("Roark", "Lando", 12, 9).reroll("Roark", "Lando", 1)
    assert [chances(table, name).win.value for name in table.names] == [0.0, 1.0, 0.0], "the fours stay"


def test_chances_count_jumps_left_after_a_contest():
    table = at_the_jump(FOURS | {"Han": (6, 2, 1)}).passes("Lando").jump("Han", "Lando", 12, 9)
    told = [chances(table, name, 40000).share for name in table.names]
    assert abs(sum(one.value for one in told) - 1) < sum(one.margin for one in told)
    assert told[2].value < 1 / 2 < told[0].value, "Roark is ahead once the four has fallen"
    assert told[0].error


def test_there_is_no_question_for_who_has_folded_or_once_the_hand_is_over():
    table = Table(AHEAD, dealer="Han")
    table.fold("Roark")
    assert question(GAME.view(table.state, table.seat("Roark"))) is None
    assert question(GAME.view(table.state, None)) is None
    table.fold("Lando")
    assert question(GAME.view(table.state, table.seat("Han"))) is None
    with pytest.raises(ValueError, match="won or lost"):
        chances(table, "Han")


def test_chances_are_asked_before_the_dice_of_a_table_with_typed_dice_are_known():
    table = Table(names=[f"P{n}" for n in range(10)], dealer=None, first_dealer="host", dice="typed")
    assert estimate(GAME.view(table.state, 1), table.state.rules, SeededRng(1), 200).opponents == 9


def test_shark_jumps_what_pays_and_passes_ahead():
    assert decided(at_the_jump(AHEAD), "Roark").kind == "pass"
    table = at_the_jump(AHEAD).passes("Roark")
    jump = decided(table, "Lando")
    assert (jump.kind, jump.target) == ("jump", str(table.seat("Roark")))
    table = at_the_jump(AHEAD).passes("Roark").jump("Lando", "Roark", 18, 3)
    assert decided(table, "Lando").die == f"{table.seat('Roark')}-6"
    table = at_the_jump(AHEAD).passes("Roark").jump("Lando", "Roark", 3, 18)
    assert decided(table, "Roark").kind in {"reroll", "keep"}


def test_nobody_pays_for_a_hand_that_can_win_no_more_but_the_drunk():
    table = Table(AHEAD, last_bets=True).checked_down().passes("Roark", "Lando", "Han").bet("Roark", 40)
    assert {decided(table, "Lando", seed=n).kind for n in range(20)} == {"fold"}
    assert Counter(decided(table, "Lando", "drunk", n).kind for n in range(40))["fold"] < 40


def test_dice_and_totals_that_people_type_are_left_to_the_bot():
    table = Table(names=("Roark", "Han"), dealer=None, first_dealer="host", dice="typed")
    assert decided(table, "Roark").kind == "roll_for_me"
    typed = at_the_jump(AHEAD, contests="typed").passes("Roark").do("Lando", "jump", target="1")
    assert decided(typed, "Lando").kind == "total_for_me"


def test_the_cautious_fold_more_and_the_reckless_bet_more():
    table = Table({"Roark": (5, 1, 1), "Lando": (3, 1, 1), "Han": (2, 1, 1)})
    bets = {style: _made(table, "Roark", style)["bet"] for style in ("cautious", "reckless")}
    assert bets["cautious"] < bets["reckless"]
    table.bet("Roark", 20)
    folds = {style: _made(table, "Lando", style)["fold"] for style in ("cautious", "reckless")}
    assert folds["cautious"] > folds["reckless"]


def _made(table: Table, name: str, style: Style) -> Counter[str]:
    return Counter(decided(table, name, style, n, 60).kind for n in range(30))
