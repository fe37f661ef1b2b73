"""What a game adds to be played for points: a carry that holds how the tournament stands, and its end in an outcome."""

from typing import TypeVar

from bot.engine.game import Carry, Outcome, Prize
from bot.engine.tournament import Standing, Terms


class PointsCarry(Carry):
    """The carry of a game that is played in tournaments, too. All its fields have defaults: the table makes the first
    one of a tournament. Without a `standing` chips are money.
    """

    standing: Standing | None = None


C = TypeVar("C", bound=PointsCarry)


def scored(outcome: Outcome[C], before: Standing | None, terms: Terms | None) -> Outcome[C]:
    """The outcome of a hand with how the tournament stands after it, and the prizes if that has ended it.

    `before` is the standing that the hand began with: without one, chips are money, and the outcome is as it is. In a
    tournament `Outcome.bank` stays 0: what lies undivided in the middle is in the standing.
    """
    if before is None or terms is None:
        return outcome
    standing = before.after(dict(outcome.stacks), outcome.bank)
    prizes = tuple(Prize(seat=seat, amount=amount) for seat, amount in standing.payouts(terms.shares))
    carry = outcome.carry.evolve(standing=standing) if outcome.carry is not None else None
    return outcome.evolve(carry=carry, bank=0, prizes=prizes)
