"""What is counted when Baldur Hold'em is simulated."""

from collections import Counter

from bot.engine.game import DEALER, Step
from cogs.baldur.events import Dealt, Ended
from cogs.baldur.hands import KINDS
from cogs.baldur.odds import STAY
from cogs.baldur.options import BaldurRules
from cogs.baldur.policy import Style
from cogs.baldur.state import BaldurState, Result

NOTE = (
    "pc_ and npc_: the best hands of players and of the NPCs at a showdown, in hands in which nobody folded. staked_ "
    "and returned_: what a player alone against nameless NPCs put in and got back, in smallest coins; of several "
    "players it isn't counted. stay: hands that were played to the end, which all are by players who never fold, the "
    "default."
)


def names(_rules: BaldurRules, _style: Style) -> tuple[str, ...]:
    """All counters, in the order they are read."""
    hands = (f"{who}_{kind}" for who in ("pc", "npc") for kind in KINDS)
    return "hands", "showdowns", *hands, f"staked_{STAY}", f"returned_{STAY}"


def count(step: Step[BaldurState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for event in step.events:
        match event:
            case Dealt():
                tally["hands"] += 1
            case Ended(result=result) if result.how == "showdown":
                _count(step.state, result, tally)
            case _:
                pass


def _count(state: BaldurState, result: Result, tally: Counter[str]) -> None:
    tally["showdowns"] += 1
    if len(state.players_in) == len(state.holes):
        _count_hands(result, tally)
    if len(state.holes) == 1 and state.nameless and not state.named:
        _count_money(state, result, tally)


def _count_hands(result: Result, tally: Counter[str]) -> None:
    """The NPCs, who show two dice, come last."""
    players = result.hands[:-1] if result.revealed else result.hands
    tally.update(f"pc_{shown.kind}" for shown in players)
    tally.update(f"npc_{shown.kind}" for shown in result.hands[len(players) :])


def _count_money(state: BaldurState, result: Result, tally: Counter[str]) -> None:
    (hole,) = state.holes
    back = (*(share for win in result.wins for share in win.shares), *result.returned)
    tally[f"staked_{STAY}"] += state.betting.bettor(hole.seat).paid
    tally[f"returned_{STAY}"] += sum(amount for seat, amount in back if seat == hole.seat != DEALER)
