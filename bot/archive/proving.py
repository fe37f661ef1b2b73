"""The hands in a file that a GM has exported, held against their seeds and rules: without a database, and whoever wrote
it. Pure.

How much of it is looked at is bounded by counted work, so that no file takes for ever.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from bot.archive.hands_file import HandsFile, read_hands
from bot.archive.played_hand import HiddenHand, PlayedHand
from bot.archive.written_down import WrittenDown, misses
from bot.engine.frozen import Frozen
from bot.engine.speech import listed, plain
from bot.tables.checking import checked, ways_of
from bot.tables.log import LogRow

MOST_WORK = 200_000
"""Rows that are gone through in all, each once for every revision of its hand."""
MOST_PLAYERS = 200
"""More than any game seats."""
_MOST_TOLD = 20
"""Missing hands that are named one by one."""
Verdict = Literal["verified", "partly", "typed", "hidden", "cut", "wrong"]


class HandProof(Frozen):
    """What came of one hand. `verdict`: everything about it checks out; only seeds and draws could be checked, and do;
    people typed in what fell; the file has no more than everybody was told; the file was cut within it; something
    contradicts the seeds, the rules or itself.
    """

    table_id: int
    number: int
    game: str
    verdict: Verdict
    revisions: int = 1
    actions: int = 0
    draws: int = 0
    problems: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    """What that proves, and what it doesn't."""


class Proof(Frozen):
    """What came of a whole file."""

    hands: tuple[HandProof, ...]
    problems: tuple[str, ...]
    """All of them, each with its hand."""
    is_complete: bool
    """Whether the file says that it has all hands; else the oldest had no room."""
    held: int
    """How many hashes that somebody wrote down at the table it was held against."""

    def count(self, *verdicts: Verdict) -> int:
        return sum(hand.verdict in verdicts for hand in self.hands)


def proved(content: bytes, written: Sequence[WrittenDown] = ()) -> Proof:
    """Check every hand in the file. Raises Unreadable, with one sentence, for what is no such file at all."""
    file = read_hands(content)
    names = _Names(is_alone=len({hand.table_id for hand in file.hands}) <= 1)
    proofs, work, noted = list[HandProof](), MOST_WORK, defaultdict[int, list[WrittenDown]](list)
    for one in written:
        noted[one.hand].append(one)
    for (table, number), revisions in sorted(_by_hand(file.hands).items()):
        own = [one for one in noted.get(number, ()) if one.table_id in {None, table}]
        work -= len(revisions) * sum(len(one.actions) for one in revisions if isinstance(one, PlayedHand))
        if work < 0:
            found = _as(revisions, "wrong", "The file has more in it than is checked: this hand is not.")
        else:
            found = _proved(revisions, own, is_complete=file.is_complete)
        if found.verdict != "wrong" and not all(file.is_whole(one) for one in revisions):
            slip = "It isn't as it was exported: its sum is that of something else."
            found = found.evolve(verdict="wrong", problems=(slip,), said=())
        proofs.append(found)
    problems = [f"{names.of(one)}: {plain(problem)}" for one in proofs for problem in one.problems]
    problems += file.unreadable
    problems += _missing(proofs, file, names) if file.is_complete else ()
    unheld = list(_unheld(proofs, written))
    return Proof(
        hands=tuple(proofs),
        problems=(*problems, *unheld),
        is_complete=file.is_complete,
        held=len(written) - len(unheld),
    )


class _Names:
    """How a hand is called: by its table, too, where the file has several."""

    def __init__(self, *, is_alone: bool) -> None:
        self._is_alone = is_alone

    def of(self, hand: HandProof) -> str:
        return self.called(hand.table_id, hand.number)

    def called(self, table_id: int, number: int) -> str:
        return f"Hand {number}" if self._is_alone else f"Hand {number} of table {table_id}"


Revisions = list[PlayedHand | HiddenHand]


def _by_hand(hands: Iterable[PlayedHand | HiddenHand]) -> Mapping[tuple[int, int], Revisions]:
    found: defaultdict[tuple[int, int], Revisions] = defaultdict(list)
    for hand in hands:
        found[hand.table_id, hand.number].append(hand)
    return found


def _proved(revisions: Revisions, written: Sequence[WrittenDown], *, is_complete: bool) -> HandProof:
    revisions.sort(key=lambda one: one.revision)
    played = [one for one in revisions if isinstance(one, PlayedHand)]
    numbers = [one.revision for one in revisions]
    if len(set(numbers)) < len(numbers):
        return _as(revisions, "wrong", "It stands in the file twice.")
    if not played:
        return _as(revisions, "hidden")
    if len(played) < len(revisions):
        return _as(revisions, "wrong", "Only a part of it is hidden.")
    if not is_complete and numbers[0] > 0:
        return _as(revisions, "cut")
    if _is_crowded(played[0].deal):
        return _as(revisions, "wrong", f"It has more than {MOST_PLAYERS} players: no hand has.")
    rows, others = [one.row() for one in played], {other for one in played for other in one.others}
    log = _log_of(played)
    found = checked(rows, log, others, as_gm=True)
    problems = [*found.faults, *(misses(ways_of(rows, log), written) if log is not None else ())]
    verdict: Verdict = "verified" if found.is_replayed else "partly"
    if problems:
        verdict = "wrong"
    elif not found.is_verifiable:
        verdict = "typed"
    return _as(revisions, verdict, *problems).evolve(
        actions=found.actions,
        draws=found.draws,
        said=() if problems else tuple(map(plain, found.sentences)),
    )


def _log_of(played: Sequence[PlayedHand]) -> list[LogRow] | None:
    """All rows of the hand in the order of the file; None where one of them can't be read."""
    try:
        return [action.logged(one) for one in played for action in one.actions]
    except (TypeError, ValueError):
        return None


def _is_crowded(deal: Any) -> bool:
    players = deal.get("players") if isinstance(deal, dict) else None
    return isinstance(players, list) and len(players) > MOST_PLAYERS


def _as(revisions: Revisions, verdict: Verdict, *problems: str) -> HandProof:
    first = revisions[0]
    return HandProof(
        table_id=first.table_id,
        number=first.number,
        game=first.game,
        verdict=verdict,
        revisions=len(revisions),
        problems=problems,
    )


def _missing(proofs: Iterable[HandProof], file: HandsFile, names: _Names) -> Iterator[str]:
    """Hands are numbered from 1 on at each table: one that is neither there nor in play was taken out."""
    found: defaultdict[int, set[int]] = defaultdict(set)
    for one in proofs:
        found[one.table_id].add(one.number)
    for table, number in file.in_play:
        if table in found and number > 0:
            found[table].add(number)
    for table, there in sorted(found.items()):
        gaps, last = list[int](), 0
        for number in sorted(there):
            gaps += range(last + 1, min(number, last + 1 + _MOST_TOLD))
            last = number
        for number in gaps[:_MOST_TOLD]:
            yield f"{names.called(table, number)}: it isn't in the file, and later ones are."


def _unheld(proofs: Sequence[HandProof], written: Iterable[WrittenDown]) -> Iterator[str]:
    """Hashes that were written down of hands that the file doesn't have, or of which it doesn't say whose they are."""
    numbered: defaultdict[int, list[HandProof]] = defaultdict(list)
    for proof in proofs:
        numbered[proof.number].append(proof)
    for one in written:
        of = [proof for proof in numbered.get(one.hand, ()) if one.table_id in {None, proof.table_id}]
        if not of:
            yield f"Hand {one.hand}: it isn't in the file, so {one.named} can't be held against it."
        elif len(of) > 1:
            at = listed([f"{proof.table_id}.{one.hand}" for proof in of], "or")
            yield f"Hand {one.hand}: several tables have one. Say whose the hash is, {at}."
        elif of[0].verdict in {"hidden", "cut"}:
            yield f"Hand {one.hand}: the file hasn't all of it, so {one.named} can't be held against it."
