"""What an undo would do: what is taken back, what has to be confirmed for it, and the table as it would be written."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.db import Statement
from bot.engine.speech import listed
from bot.tables.hand.hands import Turn
from bot.tables.model import Table
from bot.tables.undo.undoing_money import Lack
from bot.tables.undo.undoing_moves import Known

_NAMED, _SENTENCES = 5, 4
"""Of a crowd, how many are named at the table for what they lack, and how many sentences tell of the rest."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to undo something; nothing of it is written yet."""

    what: str
    """As in "**Lando**'s call", "hand 12"."""
    turn: Turn
    """The table after it, and its rows in the log."""
    statements: tuple[Statement, ...]
    known: Known
    """What stays known of what is taken back."""
    number: int
    """Of the hand that it is about."""
    revision: int
    kept_until: int = 0
    """Up to which row of the log the hand counts from then on; 0 for one that doesn't count at all."""
    voids: int | None = None
    """The number of the hand in play that is given up for it."""
    reopens: bool = False
    """Whether a hand that was over is in play again."""
    lacks: tuple[Lack, ...] = ()
    told: tuple[str, ...] = ()
    """What else everybody is told of it: who is back, what lies where again, what has no room where it belongs."""

    @property
    def mark(self) -> str:
        """Of what a GM is shown of it: another one for any other plan."""
        about = (self.what, self.number, self.revision, self.kept_until, self.voids, self.reopens)
        return hashlib.sha256(repr((*about, self.lacks, self.told)).encode()).hexdigest()[:12]

    @property
    def asks(self) -> bool:
        """Whether it takes a confirmation: a hand is given up, or the mint pays."""
        return self.voids is not None or bool(self.lacks)


def told_covered(table: Table, lacks: Iterable[Lack]) -> tuple[str, ...]:
    """What everybody is told of what the mint pays."""
    money, short = table.money_voice.money, tuple(lacks)
    named, others = short[:_NAMED], short[_NAMED:]
    parts = [f"{money(lack.amount)} that {lack.who[:1].lower()}{lack.who[1:]} lacks" for lack in named]
    if others:
        verb = "lacks" if len(others) == 1 else "lack"
        parts.append(f"{money(sum(lack.amount for lack in others))} that {len(others)} more {verb}")
    return (f"The mint covers {listed(parts)}.",) if parts else ()


def in_short(told: Sequence[str]) -> tuple[str, ...]:
    """Of many sentences the first, and how many more there are: what was taken back has to stay on the table's
    message.
    """
    if len(told) <= _SENTENCES:
        return tuple(told)
    return (*told[: _SENTENCES - 1], f"And {len(told) - _SENTENCES + 1} more like that.")
