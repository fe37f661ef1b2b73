"""What is counted when Bounder is simulated."""

from collections import Counter

from bot.engine.game import Step
from cogs.bounder.dice import dealer_wins, stake_pays
from cogs.bounder.events import Ended, Raised
from cogs.bounder.options import BounderRules
from cogs.bounder.policy import Style
from cogs.bounder.state import BounderState, Kind, Result

NOTE = (
    "rounds: those in which somebody shot; shooters: everybody who shot in them, one a round but for the classic "
    "version; raised: stakes that were added to. shooter_win (win_1_and_20 included), point_matched and win_1_and_20: "
    "how shooters fared; all_even, all_odd and triple: the dealer's rolls, one a round. staked_ and returned_: all "
    "that was bet on something and all that came back of it, stakes included, in smallest coins. Every bet is the "
    "smallest that loses no part of a coin, or as much of it as the table allows."
)


def names(rules: BounderRules, _style: Style) -> tuple[str, ...]:
    """All counters, in the order they are read."""
    kinds: tuple[Kind, ...] = ("shooter", *rules.kinds)
    money = (f"{what}_{kind}" for kind in kinds for what in ("staked", "returned"))
    shots = ("shooters", "raised", "shooter_win", "point_matched", "win_1_and_20")
    return "rounds", *shots, "all_even", "all_odd", "triple", *money


def count(step: Step[BounderState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for event in step.events:
        match event:
            case Raised():
                tally["raised"] += 1
            case Ended(result=result) if result.idle is None:
                _count(result, tally)
            case _:
                pass


def _count(result: Result, tally: Counter[str]) -> None:
    tally["rounds"] += 1
    tally.update(dealer_wins(result.dealer))
    for shot in result.shots:
        tally["shooters"] += 1
        tally["shooter_win"] += stake_pays(shot.verdict) is not None
        tally["point_matched"] += shot.verdict == "matched"
        tally["win_1_and_20"] += shot.verdict == "wide"
    for bet in result.settled:
        tally[f"staked_{bet.kind}"] += bet.staked
        tally[f"returned_{bet.kind}"] += bet.returned
