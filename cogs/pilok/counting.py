"""What is counted when Pi'Lok is simulated."""

from collections import Counter
from itertools import product

from bot.engine.game import Step
from cogs.pilok.events import Ended, Jumped, Rolled
from cogs.pilok.hands import Variant, value
from cogs.pilok.options import PilokRules
from cogs.pilok.policy import Style
from cogs.pilok.state import PilokState

NOTE = (
    "value_4 to value_24 (36 in Long Pi'Lok): the worth of every hand of three dice, before any jump. Patient players, "
    "the default, never fold, so no hand is missing; with betting=lively those who folded are."
)


def names(rules: PilokRules, _: Style) -> tuple[str, ...]:
    """All counters, in the order they are read."""
    values = (f"value_{worth}" for worth in worths(rules.variant))
    return "hands", *values, "jumps", "jumps_won", "pots", "pots_split"


def worths(variant: Variant) -> tuple[int, ...]:
    """What three dice can be worth."""
    return tuple(sorted({value(dice, variant) for dice in product(range(1, 7), repeat=3)}))


def count(step: Step[PilokState], tally: Counter[str]) -> None:
    """Add what a step brought. The dice of the Deep are counted in the step that rolled them: no jump is over then."""
    for event in step.events:
        match event:
            case Rolled(street="deep"):
                tally.update(f"value_{step.state.value(seat)}" for seat in step.state.live)
            case Jumped():
                tally["jumps"] += 1
                tally["jumps_won"] += event.winner == event.jumper
            case Ended():
                tally["hands"] += 1
                tally["pots"] += len(event.result.wins)
                tally["pots_split"] += sum(len(win.shares) > 1 for win in event.result.wins)
            case _:
                pass
