"""Advantage and disadvantage that last until the next hand is over, and are seen as long as they do (seed 004)."""

from collections.abc import Iterable
from typing import Literal

from bot.engine.frozen import Frozen

Concern = Literal["influence", "target", "sleight", "insight"]
"""The scope of an effect: the seat's own attempts to influence others, attempts against the seat, its sleights of hand,
and its reading of others.
"""
Luck = Literal[-1, 1]
"""Disadvantage, or advantage."""
_LASTS = 2


class Effect(Frozen):
    """Advantage or disadvantage of one seat at one thing, for so many more ends of hands, the running one's included
    (rules 7.28).
    """

    seat: int
    concern: Concern
    luck: Luck
    hands: int = _LASTS


def with_effect(effects: tuple[Effect, ...], effect: Effect) -> tuple[Effect, ...]:
    """Return the effects with another one. A repeated effect starts again; its opposite cancels it."""
    alike = (effect.seat, effect.concern, effect.luck)
    others = tuple(one for one in effects if (one.seat, one.concern, one.luck) != alike)
    return (*others, effect)


def luck(effects: Iterable[Effect], *asked: tuple[int, Concern]) -> Literal[-1, 0, 1]:
    """Return the net of the effects on some (seat, concern): advantage and disadvantage cancel."""
    found = {effect.luck for effect in effects if (effect.seat, effect.concern) in asked}
    if len(found) != 1:
        return 0
    return 1 if 1 in found else -1


def at_the_end(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Return the effects that last beyond the end of a hand."""
    return tuple(one.evolve(hands=one.hands - 1) for one in effects if one.hands > 1)
