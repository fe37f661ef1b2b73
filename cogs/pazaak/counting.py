"""What is counted when Pazaak is simulated."""

from collections import Counter

from bot.engine.game import Step
from cogs.pazaak.events import MatchOver, SetOver, Stood
from cogs.pazaak.options import TARGET, PazaakRules
from cogs.pazaak.policy import Style
from cogs.pazaak.state import PazaakState

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
