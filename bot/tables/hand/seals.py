"""Sealed cards in the log: what everybody could know of each, and from which row on."""

import json
from collections.abc import Iterable, Sequence

from bot.engine.cards import Seal
from bot.engine.frozen import Frozen


class LoggedSeal(Frozen):
    """A card that was drawn face down by a row of the log, or that was shown by it."""

    at: int
    """Which of the hand's sealed cards, in the order drawn, from 0."""
    seal: Seal


def logged(before: Sequence[Seal], after: Sequence[Seal]) -> tuple[LoggedSeal, ...]:
    """What one step sealed or showed, from what everybody knew before it and after it."""
    return tuple(
        LoggedSeal(at=at, seal=seal) for at, seal in enumerate(after) if at >= len(before) or seal != before[at]
    )


def known(rows: Iterable[tuple[LoggedSeal, ...]]) -> tuple[Seal, ...]:
    """What everybody knows after these rows, in the order drawn: of a card that was logged twice what came last."""
    return tuple(seal for _, seal in sorted({noted.at: noted.seal for row in rows for noted in row}.items()))


def to_column(seals: Iterable[LoggedSeal]) -> str:
    parts = [[noted.at, seal.seat, seal.digest, seal.card, seal.salt] for noted in seals for seal in (noted.seal,)]
    return json.dumps(parts, separators=(",", ":"))


def from_column(text: str) -> tuple[LoggedSeal, ...]:
    """Raises TypeError or ValueError where the text isn't what `to_column` makes."""
    return tuple(
        LoggedSeal(at=at, seal=Seal(seat=seat, digest=digest, card=card, salt=salt))
        for at, seat, digest, card, salt in json.loads(text)
    )
