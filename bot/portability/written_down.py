"""What players wrote down at the table: the hashes by which a hand's seeds, or its face-down cards, were sealed.

A file in which seeds and hashes were exchanged together is consistent in itself; what somebody else noted isn't in it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from bot.engine.cards import Seal, seals_root
from bot.engine.rng import commitment
from bot.errors import PlayerError
from bot.tables.verification.evidence import Evidence, seed_bytes

SHORTEST = 8
"""Hex digits that the table shows at least."""
MOST_BYTES = 1024 * 1024
"""Of a file of notes."""
MOST = 10_000
MOST_SEALED = 1_000
"""Rows of a hand that seal or show cards: more than any has."""
_LINE = re.compile(
    r"(?:(?P<table>[0-9]{1,19})\.)?(?P<hand>[0-9]{1,7})(?::(?P<kind>rolls|hidden|cards))?"
    r"\s*[=\s]\s*(?P<hash>[0-9a-fA-F]{1,80})(?:…|\.{3})?",
    re.ASCII,
)
Kind = Literal["rolls", "hidden", "cards"]
_WORDS: dict[Kind, str] = {"rolls": "rolls", "hidden": "hidden draws", "cards": "cards"}


class WrittenDown(NamedTuple):
    """A hash as somebody noted it, or its beginning: of the open seed, of the closed one, or over the sealed cards."""

    table_id: int | None
    """None where the file has only one table."""
    hand: int
    kind: Kind
    digits: str

    @property
    def named(self) -> str:
        """As in "the rolls as 3f9a12bc…"."""
        return f"the {_WORDS[self.kind]} as {self.digits[:16]}{'…' if len(self.digits) > SHORTEST else ''}"


def note(text: str) -> WrittenDown:
    """One note: `HAND=HASH`, `HAND:hidden=HASH`, `TABLE.HAND=HASH`. Raises PlayerError for anything else."""
    found = _LINE.fullmatch(text.strip())
    if found is None or not SHORTEST <= len(found["hash"]) <= 64:
        shown = text.strip()[:60]
        raise PlayerError(
            f"“{shown}” is no hash of a hand: write HAND=HASH, as in 12=3f9a12bc, with {SHORTEST} to 64 hex digits"
        )
    kind: Kind = found["kind"] or "rolls"  # pyright: ignore[reportAssignmentType]  # the pattern has only these
    table = int(found["table"]) if found["table"] else None
    return WrittenDown(table, int(found["hand"]), kind, found["hash"].lower())


def notes(text: str) -> tuple[WrittenDown, ...]:
    """One note a line; what follows a # is nobody's business. Raises PlayerError that says which line is none."""
    if len(text) > MOST_BYTES:
        raise PlayerError("that is more than anybody wrote down")
    made: list[WrittenDown] = []
    for at, line in enumerate(text.splitlines(), start=1):
        said = line.split("#")[0].strip()
        try:
            made += [note(said)] if said else []
        except PlayerError as wrong:
            raise PlayerError(f"line {at}: {wrong}") from None
        if len(made) > MOST:
            raise PlayerError(f"there are more than {MOST:,} hashes")
    return tuple(made)


def misses(ways: Sequence[Evidence], written: Iterable[WrittenDown]) -> list[str]:
    """What was noted of the hand and can't have been shown at its table. `ways` are the hand as each of its revisions
    has it.
    """
    return [
        f"The table is said to have sealed {one.named}, and no {_WORDS[one.kind]} of this {ways[-1].word} make that."
        for one in written
        if not any(made.startswith(one.digits) for made in _made(ways, one.kind))
    ]


def holds(hand: Evidence, written: Sequence[WrittenDown]) -> bool:
    """Return True if the notes, which the hand fits, have every seed that made something of it."""
    uses_closed = any(row.seals or any(draw.secret for draw in row.draws) for row in hand.rows)
    kinds: tuple[Kind, ...] = ("rolls", "hidden") if uses_closed else ("rolls",)
    return all(
        any(one.kind == kind and made.startswith(one.digits) for one in written)
        for kind in kinds
        for made in _made((hand,), kind)
    )


def _made(ways: Sequence[Evidence], kind: Kind) -> Iterator[str]:
    """Every hash of that kind that the table has shown in the hand, whatever was taken back in it."""
    match kind:
        case "rolls":
            yield from (commitment(seed_bytes(revision.seeds.open)) for revision in ways[-1].revisions)
        case "hidden":
            yield from (commitment(seed_bytes(revision.seeds.closed)) for revision in ways[-1].revisions)
        case "cards":
            for hand in ways:
                yield from _roots(hand)


def _roots(hand: Evidence) -> Iterator[str]:
    """What stood for the cards after each row that sealed or showed some."""
    now: dict[int, Seal] = {}
    for row in islice((row for row in hand.rows if row.seals), MOST_SEALED):
        now |= {noted.at: noted.seal for noted in row.seals}
        yield seals_root(seal for _, seal in sorted(now.items()))
