"""The simulated players of Baldur Hold'em, who play honestly by the dice they see, and the counters of a simulation.

The GM's decisions get their usual answers.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.betting.events import Fold
from bot.engine.frozen import Frozen
from bot.engine.game import DEALER, Step
from bot.engine.moves import Move, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.baldur.hands import KINDS, so_far, strength
from cogs.baldur.odds import STAY
from cogs.baldur.state import BaldurAction, BaldurRules, BaldurState, BaldurView, Dealt, Ended, Result, Roll, Stay

SEATS = 1
"""One player against the NPCs, as in the odds; so no two players' hands share the community dice."""
RULES = BaldurRules()

Look = Callable[[], BaldurView]
"""The seat's view, which is built only when it is called."""


def seats(rules: BaldurRules) -> int:
    """Return how many players sit down: two where no NPC of the house plays, so that nobody is alone."""
    return SEATS if rules.npcs else 2


class Style(Frozen):
    """The options of a simulated player."""

    folding: Literal["never", "weak"] = option(
        "never",
        "Folding",
        "Players stay in whatever falls; or fold a high roll once common dice lie.",
        labels={"never": "Never", "weak": "A high roll"},
    )


def choose(look: Look, moves: Sequence[Move], style: Style, _: Rng) -> BaldurAction:
    """Choose one of the offered moves for the seat that the hand waits for."""
    stay = find(moves, "stay")
    if stay is None:
        return Roll()
    if not stay.price or style.folding == "never":
        return Stay()
    view = look()
    if view.round == 1:
        return Stay()
    own = next(seat.dice for seat in view.seats if seat.seat in view.waiting)
    hand = so_far(own, view.common, natural_beats_wild=view.natural_beats_wild)
    return Fold() if strength(hand) == "weak" else Stay()


NOTE = (
    "pc_ and npc_: the best hands of players and of the NPCs at a showdown, in hands in which nobody folded. staked_ "
    "and returned_: what a player alone against nameless NPCs put in and got back, in smallest coins; of several "
    "players it isn't counted. stay: hands that were played to the end, which all are by players who never fold, the "
    "default."
)


def names(_rules: BaldurRules, _style: Style) -> tuple[str, ...]:
    """Return all counters, in the order they are read."""
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
    """Count the hands shown by players and by the NPCs, who come last."""
    players = result.hands[:-1] if result.revealed else result.hands
    tally.update(f"pc_{shown.kind}" for shown in players)
    tally.update(f"npc_{shown.kind}" for shown in result.hands[len(players) :])


def _count_money(state: BaldurState, result: Result, tally: Counter[str]) -> None:
    (hole,) = state.holes
    back = (*(share for win in result.wins for share in win.shares), *result.returned)
    tally[f"staked_{STAY}"] += state.betting.bettor(hole.seat).paid
    tally[f"returned_{STAY}"] += sum(amount for seat, amount in back if seat == hole.seat != DEALER)
