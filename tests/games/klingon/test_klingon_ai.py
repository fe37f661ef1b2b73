"""How NPCs play Klingon Hold-'Em: by what their ships would win, the price, and their temper."""

import pytest

from bot.engine.ai.temper import Style, Temper
from bot.engine.betting.events import Bet, BetAction, Fold, Raise
from bot.engine.rng import SeededRng
from cogs.klingon.ai import Simple, decide
from cogs.klingon.card_file import STANDARD
from cogs.klingon.rules import GAME
from cogs.klingon.state import KlingonRules
from tests.games.klingon.klingon_table import FEDERATION, KLINGONS, PHOTONS, THOLIANS, THREE, UNARMED, Table

BUDGET = 100
SHIPS = {"Roark": FEDERATION, "Lando": UNARMED, "Han": KLINGONS}


def decided(table: Table, style: Style, count: int = 12) -> list[BetAction]:
    """Return the decisions of the captain whose turn it is, time after time."""
    (seat,) = GAME.to_act(table.state)
    view, moves = GAME.view(table.state, seat), GAME.moves(table.state, seat)
    temper = Temper(style=style, skill="expert")
    return [decide(lambda: view, moves, temper, SeededRng(at), BUDGET) for at in range(count)]


def on_the_overrun(**more: int) -> Table:
    """Turn all cards up before any bet, on the turn of Roark, whose photons are worth 52."""
    table = Table(THREE, SHIPS, PHOTONS, stacks=more or None)
    while len(table.state.table) < 5:
        table.engaged()
    return table


def folds(actions: list[BetAction]) -> int:
    return sum(isinstance(action, Fold) for action in actions)


def test_fleet_is_bet_or_given_up_by_what_it_can_fire():
    for style in ("shark", "reckless"):
        actions = decided(on_the_overrun(), style)
        assert not folds(actions)
        assert sum(isinstance(action, Bet) for action in actions) > len(actions) / 2
    table = on_the_overrun().bet("Roark", 60)
    assert folds(decided(table, "shark")) == folds(decided(table, "cautious")) == 12
    table = on_the_overrun().bet("Roark", 60)
    assert folds(decided(table, "drunk", 40)) < 40
    table = on_the_overrun(Roark=30, Lando=200, Han=200)
    bets = [action.to for action in decided(table, "shark") if isinstance(action, Bet | Raise)]
    assert set(bets) == {20}


def test_a_captain_knows_no_more_than_what_lies_open():
    one, other = (
        Table(THREE, SHIPS | {"Lando": others}, PHOTONS).engaged().engaged() for others in (UNARMED, THOLIANS)
    )
    assert decided(one, "shark") == decided(other, "shark")


def test_autopilot_refuses_a_seat_that_is_not_in_the_hand():
    table = Table(THREE, SHIPS, PHOTONS)
    with pytest.raises(ValueError, match="captain"):
        decide(lambda: GAME.view(table.state, None), (), Temper(), SeededRng(1), BUDGET)


LIVELY = Simple(betting="lively")


def first_move(table: Table) -> str:
    """Return the first move on the ships alone of a lively Roark."""
    seat = table.seats["Roark"]
    moves = GAME.moves(table.state, seat)
    return decide(lambda: GAME.view(table.state, seat), moves, LIVELY, SeededRng(1), 0).kind


def test_ships_that_house_rules_leave_out_are_no_rivals():
    """Twelve small ships with more guns than any other: against those in play two middling ones are strong."""
    armed = [ship.evolve(points=at, fighters=30 if at < 12 else 1, mounts=()) for at, ship in enumerate(STANDARD.ships)]
    armed[-2:] = [ship.evolve(fighters=5) for ship in armed[-2:]]
    cards = STANDARD.evolve(ships=tuple(armed))
    own = {"Roark": " ".join(ship.id for ship in armed[-2:])}
    tables = [Table(ships=own, rules=KlingonRules(deck=cards, smallest=out)) for out in ("all", "twelve")]
    assert [first_move(table) for table in tables] == ["call", "raise"]


def test_an_enveloper_on_plasma_f_doubles_it_for_rivals_as_for_oneself():
    """Everyone has the same two ships but for their names, so whatever lies there all attacks are equal."""
    ship = STANDARD.by_id["rom-ff"].evolve(fighters=0)
    cards = STANDARD.evolve(ships=tuple(ship.evolve(id=f"s{at}", name=f"Ship {at}") for at in range(20)))
    table = Table(table="plasma_f-10 enveloper overload", rules=KlingonRules(deck=cards, enveloper_f=True)).engaged()
    assert GAME.view(table.state, 1).own is not None
    assert first_move(table) == "check"
