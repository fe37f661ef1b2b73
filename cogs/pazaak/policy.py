"""How a simulation plays Pazaak (from the totals on the table, without side cards), and what it counts."""

from collections import Counter
from collections.abc import Callable, Sequence

from bot.engine.frozen import Frozen
from bot.engine.game import Step
from bot.engine.moves import Move, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.pazaak.state import (
    TARGET,
    ChooseDeck,
    EndTurn,
    MatchOver,
    PazaakAction,
    PazaakRules,
    PazaakState,
    PazaakView,
    SetOver,
    Stand,
    Stood,
)

SEATS = 2
RULES = PazaakRules(hand_size=0)

Look = Callable[[], PazaakView]
"""What the seat may know. It is built only when somebody looks."""


class Style(Frozen):
    """What distinguishes one player from another."""

    stand_at: int = option(
        17, "Stand at", "The total from which a player stands, whatever the other has.", low=1, high=TARGET
    )


def choose(look: Look, moves: Sequence[Move], style: Style, _: Rng) -> PazaakAction:
    """Choose an action of the seat, while the hand waits for it."""
    if find(moves, "deck"):
        return ChooseDeck(deck="1")
    view = look()
    if view.own is None:
        raise AssertionError("who is asked has a seat")
    total = view.seat(view.own.seat).total
    return Stand() if style.stand_at <= total <= TARGET else EndTurn()


NOTE = (
    "A hand is a match. sets: all that were played, tied ones too; set_bust: those that ended with a total over 20; "
    "set_filled: those won by nine cards; set_tie: those that nobody won; starter_set_win: those won by who began. "
    "total_17 to total_20, or from whatever stand_at is: what everybody had who stood, those included who stood by "
    "themselves on 20. Side cards aren't played."
)


def names(_: PazaakRules, style: Style) -> tuple[str, ...]:
    """All counters, in the order they are read."""
    totals = (f"total_{total}" for total in range(style.stand_at, TARGET + 1))
    return "matches", "sets", "set_bust", "set_filled", "set_tie", "starter_set_win", *totals


def count(step: Step[PazaakState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for event in step.events:
        match event:
            case Stood():
                tally[f"total_{event.total}"] += 1
            case SetOver():
                tally["sets"] += 1
                tally["set_bust"] += event.why in {"bust", "no_place"}
                tally["set_filled"] += event.why == "filled"
                tally["set_tie"] += event.winner is None
                tally["starter_set_win"] += event.winner == event.starter
            case MatchOver():
                tally["matches"] += 1
            case _:
                pass
