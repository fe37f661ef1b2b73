"""How Klingon Hold-'Em is played by whoever isn't a person: by the cards of its table and nothing else."""

from bot.engine.rng import SeededRng
from cogs.klingon.ai import Simple, decide
from cogs.klingon.card_file import STANDARD
from cogs.klingon.rules import GAME
from cogs.klingon.state import KlingonRules
from tests.games.klingon.klingon_table import Table

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
