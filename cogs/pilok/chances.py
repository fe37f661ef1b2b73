"""The chance to win, reckoned from what lies on the table: dice still to fall, and a Jump as `outlook` takes it."""

from bot.engine.chance import Chance
from bot.engine.chances import Chances, counted_out
from bot.engine.speech import counted
from cogs.pilok.hands import value
from cogs.pilok.options import PilokRules
from cogs.pilok.outlook import Outlook, outlook, played_out, tops
from cogs.pilok.state import PilokView

_PLAYED_OUT = 4
"""How much of the budget it takes to play a hand out once."""


def question(view: PilokView) -> Outlook | None:
    """None once the hand is over, and for who isn't in it any more."""
    seat = view.own
    live = [one.seat for one in view.seats if not one.is_folded]
    if seat is None or seat not in live or view.result is not None or len(live) < 2:
        return None
    return outlook(view, seat)


def estimate(view: PilokView, rules: PilokRules, rng: Chance, budget: int) -> Chances:
    """The chances of a seat that is in the hand: exact once no die can change any more, else from hands that are played
    out. Raises ValueError where there is no question.
    """
    now = question(view)
    if now is None:
        raise ValueError("nothing is to be won or lost from here")
    now = now._replace(rules=rules)
    worth, opponents = counted(value(now.hands[now.me], now.variant), "point"), len(now.hands) - 1
    topped = [0] * (len(now.hands) + 1)
    if now.is_dealt and not now.jumpers and view.contest is None:
        topped[tops(now.hands, now.me, now.variant)] = 1
        return counted_out(worth, opponents, topped, is_exact=True)
    for _ in range(max(budget // _PLAYED_OUT // max(len(now.hands) // 3, 1), 1)):
        topped[tops(played_out(now, rng), now.me, now.variant)] += 1
    return counted_out(worth, opponents, topped)
