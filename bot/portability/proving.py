"""The hands in a file that a GM has exported, held against their seeds and rules: without a database, and whoever wrote
it. Pure.

A count of the work bounds how much of it is read, so that no file takes forever.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from bot.engine.frozen import Frozen
from bot.engine.speech import listed, plain
from bot.errors import Unreadable
from bot.portability.hands_file import HandsFile, read_hands
from bot.portability.played_hand import HiddenHand, PlayedHand
from bot.portability.written_down import WrittenDown, holds, misses
from bot.tables.hand.log import LogRow
from bot.tables.verification.check import checked, ways_of

MOST_WORK = 200_000
"""Rows that are gone through in all, each once for every revision of its hand."""
MOST_PLAYERS = 200
"""More than any game seats."""
_MOST_TOLD = 20
"""Missing hands that are named one by one."""
Verdict = Literal["verified", "seeds", "unverified", "wrong"]
HIDDEN = "the person who exported the file was in it, so the file has only what everyone saw"
CHANGED = "the file isn't as it was exported"
CROWDED = "the file has more in it than is checked"


class HandProof(Frozen):
    """The result for one hand, with one of these verdicts.

    * verified: every check was made and fits.
    * seeds: the seeds and draws fit, and the caller wanted no other check.
    * unverified: nothing is wrong, but some checks couldn't be made.
    * wrong: something contradicts the seeds, the rules or itself.
    """

    table_id: int
    number: int
    game: str
    verdict: Verdict
    revisions: int = 1
    actions: int = 0
    draws: int = 0
    is_held: bool = False
    """True if somebody wrote down the hash of every seed that made something of it, and it fits."""
    problems: tuple[str, ...] = ()
    reason: str = ""
    """The reason why it is unverified, as a part of a sentence."""
    said: tuple[str, ...] = ()
    """What that proves, and what it doesn't."""


class Proof(Frozen):
    """The result for a whole file."""

    hands: tuple[HandProof, ...]
    """By table and number."""
    problems: tuple[str, ...]
    """All of them, each with its hand."""
    is_complete: bool
    """Whether the file says that it has all hands; else the oldest had no room."""
    held: int
    """How many hashes that somebody wrote down at the table it was held against."""

    seeds_only: bool = False
    """True if only seeds and draws were to be checked."""

    @property
    def is_verified(self) -> bool:
        """Tell whether all that was to be checked of every hand in the file was checked, and nothing is wrong."""
        return not self.problems and not self.count("unverified")

    def count(self, verdict: Verdict) -> int:
        """Return the number of hands with that verdict."""
        return sum(hand.verdict == verdict for hand in self.hands)


def proved(content: bytes, written: Sequence[WrittenDown] = (), *, seeds_only: bool = False) -> Proof:
    """Check every hand in the file; `seeds_only` leaves out the rules. Raises Unreadable, with one sentence, for a file
    without hands.
    """
    try:
        file = read_hands(content)
    except Unreadable as wrong:
        raise Unreadable(plain(str(wrong))) from None
    names = _Names(is_alone=len({hand.table_id for hand in file.hands}) <= 1)
    proofs, work, noted = list[HandProof](), MOST_WORK, defaultdict[int, list[WrittenDown]](list)
    for one in written:
        noted[one.hand].append(one)
    for (table, number), revisions in sorted(_by_hand(file.hands).items()):
        own = [one for one in noted.get(number, ()) if one.table_id in {None, table}]
        work -= len(revisions) * sum(len(one.actions) for one in revisions if isinstance(one, PlayedHand))
        if work < 0:
            found = _as(revisions, "unverified", reason=CROWDED)
        else:
            found = _proved(revisions, own, seeds_only=seeds_only)
        if found.verdict in {"verified", "seeds"} and not file.is_whole:
            found = found.evolve(verdict="unverified", reason=CHANGED, said=())
        proofs.append(found)
    problems = [] if file.is_whole else ["The file isn't as it was exported: its sum is that of something else."]
    problems += [f"{names.of(one)}: {problem}" for one in proofs for problem in one.problems]
    problems += file.unreadable or ([] if proofs else ["There is no hand in the file."])
    problems += _missing(proofs, file, names) if file.is_complete else ()
    unheld = list(_unheld(proofs, written))
    return Proof(
        hands=tuple(proofs),
        problems=(*problems, *unheld),
        is_complete=file.is_complete,
        held=len(written) - len(unheld),
        seeds_only=seeds_only,
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


def _proved(revisions: Revisions, written: Sequence[WrittenDown], *, seeds_only: bool) -> HandProof:
    revisions.sort(key=lambda one: one.revision)
    played = [one for one in revisions if isinstance(one, PlayedHand)]
    numbers = [one.revision for one in revisions]
    if len(set(numbers)) < len(numbers):
        return _as(revisions, "wrong", "It stands in the file twice.")
    if not played:
        return _as(revisions, "unverified", reason=HIDDEN)
    if len(played) < len(revisions):
        return _as(revisions, "wrong", "Only a part of it is hidden.")
    if _is_crowded(played[0].deal):
        return _as(revisions, "wrong", f"It has more than {MOST_PLAYERS} players: no hand has.")
    rows, others = [one.row() for one in played], {other for one in played for other in one.others}
    log = _log_of(played)
    found = checked(rows, log, others, as_gm=True, replays=not seeds_only)
    ways = ways_of(rows, log) if log is not None and written else ()
    problems = [*found.faults, *(misses(ways, written) if ways else ())]
    if problems:
        return _as(revisions, "wrong", *problems)
    verdict: Verdict = "seeds" if seeds_only else "unverified" if found.unverified else "verified"
    return _as(revisions, verdict, reason=plain(found.unverified)).evolve(
        actions=found.actions,
        draws=found.draws,
        is_held=bool(ways) and holds(ways[-1], written),
        said=tuple(map(plain, found.sentences)),
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


def _as(revisions: Revisions, verdict: Verdict, *problems: str, reason: str = "") -> HandProof:
    first = revisions[0]
    return HandProof(
        table_id=first.table_id,
        number=first.number,
        game=first.game,
        verdict=verdict,
        revisions=len(revisions),
        problems=tuple(map(plain, problems)),
        reason=reason,
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
        elif of[0].reason == HIDDEN:
            yield f"Hand {one.hand}: the file hasn't all of it, so {one.named} can't be held against it."
        elif of[0].reason == CROWDED:
            yield f"Hand {one.hand}: {CROWDED}, so {one.named} can't be held against it."
