"""The chance to win, reckoned from what lies on the table: dice still to fall, a contest under way, and a Jump as
`outlook` takes it.
"""

from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

from bot.engine.rng import Chance
from bot.engine.speech import counted
from bot.engine.win_chance import Chances, counted_out
from cogs.pilok.hands import value
from cogs.pilok.options import PilokRules
from cogs.pilok.outlook import Outlook, outlook, played_out, tops
from cogs.pilok.state import Contest, PilokView
from cogs.pilok.under_way import ways

_PLAYED_OUT = 4
"""How much of the budget it takes to play a hand out once."""


class Question(NamedTuple):
    """What the chances depend on."""

    now: Outlook
    contest: Contest | None
    live: tuple[int, ...]
    """The seats of those still in, by their places."""


def note(_rules: PilokRules) -> str:
    """What is taken of the Jump."""
    return (
        "Contests are taken to be even, whatever anybody's skill, and whoever isn't alone in front to jump the best "
        "other hand."
    )


def question(view: PilokView) -> Question | None:
    """None once the hand is over, and for who isn't in it any more."""
    seat = view.own
    live = tuple(one.seat for one in view.seats if not one.is_folded)
    if seat is None or seat not in live or view.result is not None or len(live) < 2:
        return None
    return Question(outlook(view, seat), view.contest, live)


def estimate(view: PilokView, rules: PilokRules, rng: Chance, budget: int) -> Chances:
    """The chances of a seat that is in the hand: exact once no jump is to come any more, else from hands that are
    played out. Raises ValueError where there is no question.
    """
    asked = question(view)
    if asked is None:
        raise ValueError("nothing is to be won or lost from here")
    now = asked.now._replace(rules=rules)
    worth, opponents = counted(value(now.hands[now.me], now.variant), "point"), len(now.hands) - 1
    topped, found = [0] * (len(now.hands) + 1), ways(now, asked.contest, asked.live)
    if now.is_dealt and not now.jumpers:
        for way, weight in found:
            topped[tops(way.hands, way.me, way.variant)] += weight
        return counted_out(worth, opponents, topped, is_exact=True)
    up_to = list(accumulate(weight for _, weight in found))
    for _ in range(max(budget // _PLAYED_OUT // max(len(now.hands) // 3, 1), 1)):
        way, _ = found[bisect_right(up_to, rng.below(up_to[-1])) if len(found) > 1 else 0]
        topped[tops(played_out(way, rng), now.me, now.variant)] += 1
    return counted_out(worth, opponents, topped)
