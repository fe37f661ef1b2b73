"""What may come of a contest that is under way: who wins it, and what the die shows that is rolled again.

Until both have rolled, either is as likely to win. The winner has the die rolled again that makes it likeliest that
the pot is theirs, as the table stands then; among equals the one that gains most.
"""

from cogs.pilok.hands import has_pair
from cogs.pilok.outlook import SIDES, Outlook, Which, contest_weights, gains, replaced, share
from cogs.pilok.state import Contest

Ways = list[tuple[Outlook, int]]
"""How the hand may stand then, and how likely each of it is beside the others."""


def ways(now: Outlook, running: Contest | None, live: tuple[int, ...]) -> Ways:
    """All that may come of a contest, at least one way; without one all stays as it is. `live` are the seats of those
    still in, by their places.
    """
    if running is None:
        return [(now, 1)]
    if running.owner is not None and running.die is not None:
        return _falls(now, (live.index(running.owner), running.die), 1)
    jumper, target = live.index(running.jumper), live.index(running.target)
    weights = {live.index(running.winner): 1} if running.winner is not None else None
    found: Ways = []
    for winner, weight in (weights or contest_weights(jumper, target, now.rules)).items():
        which = None
        if winner is not None:
            which = _best(now, winner, _dice(now, running, winner, target if winner == jumper else jumper))
        found += _falls(now, which, weight)
    return found


def _dice(now: Outlook, running: Contest, winner: int, loser: int) -> list[Which]:
    """What the winner may have rolled again, equal dice once (rules 1.13, 1.24)."""
    needs_pair = now.rules.own_dice == "with_pair"
    own = not needs_pair or has_pair(now.hands[winner])
    if running.kind == "challenge":
        owners = [winner] if own else []
    else:
        owners = [loser, winner] if needs_pair and own else [loser]
    return [(owner, die) for owner in owners for die, _ in gains(now.hands[owner], now.variant)]


def _best(now: Outlook, winner: int, dice: list[Which]) -> Which | None:
    """None where the winner leaves them."""

    def worth(which: Which | None) -> tuple[float, int]:
        if which is None:
            return len(SIDES) * share(now.hands, winner, now.variant), 0
        owner, die = which
        gain = dict(gains(now.hands[owner], now.variant))[die]
        won = sum(share(replaced(now.hands, owner, die, face), winner, now.variant) for face in SIDES)
        return won, gain if owner == winner else -gain

    return max((None, *dice), key=worth)


def _falls(now: Outlook, which: Which | None, weight: int) -> Ways:
    if which is None:
        return [(now, len(SIDES) * weight)]
    return [(now._replace(hands=replaced(now.hands, *which, face)), weight) for face in SIDES]
