"""Offline verification of a file of hands, also against hashes that players noted at the table.

A file in which seeds and hashes were exchanged together is consistent in itself. Only a note from the table, which
isn't in the file, shows the exchange.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Literal, NamedTuple

from pydantic import JsonValue, computed_field

from bot.engine.cards import Seal, seals_root
from bot.engine.frozen import Frozen
from bot.engine.rng import commitment
from bot.engine.words import counted, listed, plain
from bot.errors import PlayerError, Unreadable
from bot.portability.hands_file import HiddenHand, PlayedHand, read_hands
from bot.tables.verification.check import check_hand, forms_of
from bot.tables.verification.evidence import Evidence, seed_bytes

_SHORTEST = 8
"""Hex digits that the table shows at least."""
MOST_BYTES = 1024 * 1024
"""Of a file of notes."""
_MOST_NOTES = 10_000
_MOST_SEALED = 1_000
"""Rows of a hand that seal or show cards: more than any has."""
MOST_WORK = 200_000
"""Rows that are gone through in all, each once for every revision of its hand."""
MOST_PLAYERS = 200
"""More than any game seats."""
_MOST_TOLD = 20
"""Missing hands that are named one by one."""
_MOST_SHOWN = 200
_NOTE = re.compile(
    r"(?:(?P<table>[0-9]{1,19})\.)?(?P<hand>[0-9]{1,7})(?::(?P<kind>rolls|hidden|cards))?"
    r"\s*[=\s]\s*(?P<hash>[0-9a-fA-F]{1,80})(?:…|\.{3})?",
    re.ASCII,
)
Kind = Literal["rolls", "hidden", "cards"]
Verdict = Literal["verified", "seeds", "unverified", "wrong"]
_HIDDEN = "the person who exported the file played in it, so the file has only what everyone saw"
_CHANGED = "the file was changed after its export"
CROWDED = "the file has too much in it to check this hand"
_CONSISTENT = (
    "The file alone can't prove that its hashes are those that the table showed. If seeds and hashes are replaced "
    "together, they fit each other. Compare them with your notes from the table, with --hash or --commitments."
)
_BY_THE_SUM = (
    "Only the file's checksum covers times, wording and the rest of a campaign. Only the checksum shows whether a "
    "result was undone later, and whether the last hands or the end of a void hand are missing. Anyone can make a new "
    "checksum."
)
_SEEDS_ONLY = "Only seeds and draws were checked (--seeds-only). No hand is verified by the rules."
_WORDS: dict[Kind, str] = {"rolls": "rolls", "hidden": "hidden draws", "cards": "cards"}
_VERDICTS: dict[Verdict, tuple[str, str]] = {
    "verified": ("is verified", "are verified"),
    "seeds": ("fits its seeds", "fit their seeds"),
    "unverified": ("is not verified", "are not verified"),
    "wrong": ("doesn't check out", "don't check out"),
}


class WrittenDown(NamedTuple):
    """A hash as somebody noted it, or its beginning: of the open seed, of the closed one, or over the sealed cards."""

    table_id: int | None
    """None where the file has only one table."""
    hand: int
    kind: Kind
    digits: str

    @property
    def named(self) -> str:
        """As in "the rolls (3f9a12bc…)"."""
        return f"the {_WORDS[self.kind]} ({self.digits[:16]}{'…' if len(self.digits) > _SHORTEST else ''})"


class HandProof(Frozen):
    """The result for one hand, with one of these verdicts.

    * verified: every check was made and fits.
    * seeds: the seeds and draws fit, and the caller wanted no other check.
    * unverified: nothing is wrong, but some checks couldn't be made.
    * wrong: something contradicts the seeds, the rules or itself.
    """

    table: int
    hand: int
    game: str
    verdict: Verdict
    revisions: int = 1
    actions: int = 0
    draws: int = 0
    held: bool = False
    """True if somebody wrote down the hash of every seed that made something of it, and it fits."""
    problems: tuple[str, ...] = ()
    reason: str = ""
    """The reason why it is unverified, as a part of a sentence."""
    said: tuple[str, ...] = ()
    """What that proves, and what it doesn't."""


class HandsProof(Frozen):
    """The result for a whole file. `hands` are by table and number, and `problems` has all of them with their hands."""

    hands: tuple[HandProof, ...]
    problems: tuple[str, ...]
    complete: bool
    """True if the file says that it has all hands. Otherwise the oldest had no room."""
    hashes: int
    """How many hashes that somebody wrote down at the table it was held against."""
    seeds_only: bool = False
    """True if only seeds and draws were to be checked."""

    @computed_field
    @property
    def passed(self) -> bool:
        """Tell whether all that was to be checked of every hand in the file was checked, and nothing is wrong."""
        return not self.problems and not self.count("unverified")

    def count(self, verdict: Verdict) -> int:
        """Return the number of hands with that verdict."""
        return sum(hand.verdict == verdict for hand in self.hands)


_Revisions = list[PlayedHand | HiddenHand]


def verify_file(content: bytes, written: Sequence[WrittenDown] = (), *, seeds_only: bool = False) -> HandsProof:
    """Check every hand in the file; `seeds_only` leaves out the rules. Raises Unreadable, with one sentence, for a file
    without hands.
    """
    try:
        file = read_hands(content)
    except Unreadable as wrong:
        raise Unreadable(plain(str(wrong))) from None
    by_hand: defaultdict[tuple[int, int], _Revisions] = defaultdict(list)
    for one in file.hands:
        by_hand[one.table_id, one.number].append(one)
    has_tables = len({table for table, _ in by_hand}) > 1
    proofs, work, noted = list[HandProof](), MOST_WORK, defaultdict[int, list[WrittenDown]](list)
    for note_of in written:
        noted[note_of.hand].append(note_of)
    for (table, number), revisions in sorted(by_hand.items()):
        own = [one for one in noted.get(number, ()) if one.table_id in {None, table}]
        work -= len(revisions) * sum(len(one.actions) for one in revisions if isinstance(one, PlayedHand))
        if work < 0:
            found = _proof_of(revisions, "unverified", reason=CROWDED)
        else:
            found = _verify(revisions, own, seeds_only=seeds_only)
        if found.verdict in {"verified", "seeds"} and not file.is_whole:
            found = found.evolve(verdict="unverified", reason=_CHANGED, said=())
        proofs.append(found)
    problems = [] if file.is_whole else ["The file was changed after its export: its checksum doesn't fit."]
    problems += [f"{_called(one.table, one.hand, has_tables)}: {wrong}" for one in proofs for wrong in one.problems]
    problems += file.unreadable or ([] if proofs else ["The file has no hands."])
    if file.is_complete:
        problems += [
            f"{_called(table, number, has_tables)}: it is missing, although the file has later hands."
            for table, number in _missing([*by_hand, *file.in_play], {table for table, _ in by_hand})
        ]
    unheld = list(_unheld(proofs, written))
    return HandsProof(
        hands=tuple(proofs),
        problems=(*problems, *unheld),
        complete=file.is_complete,
        hashes=len(written) - len(unheld),
        seeds_only=seeds_only,
    )


def _called(table: int, number: int, has_tables: bool) -> str:
    return f"Hand {number} of table {table}" if has_tables else f"Hand {number}"


def _verify(revisions: _Revisions, written: Sequence[WrittenDown], *, seeds_only: bool) -> HandProof:
    revisions.sort(key=lambda one: one.revision)
    played = [one for one in revisions if isinstance(one, PlayedHand)]
    numbers = [one.revision for one in revisions]
    if len(set(numbers)) < len(numbers):
        return _proof_of(revisions, "wrong", "The file has it twice.")
    if not played:
        return _proof_of(revisions, "unverified", reason=_HIDDEN)
    if len(played) < len(revisions):
        return _proof_of(revisions, "wrong", "Only a part of it is hidden.")
    if _is_crowded(played[0].deal):
        return _proof_of(revisions, "wrong", f"It has more than {MOST_PLAYERS} players, and no game has so many.")
    rows, others = [one.row() for one in played], {other for one in played for other in one.others}
    try:
        log = [action.logged(one) for one in played for action in one.actions]
    except (TypeError, ValueError):
        log = None
    found = check_hand(rows, log, others, as_gm=True, replays=not seeds_only)
    ways = forms_of(rows, log) if log is not None and written else ()
    missed, held = _compare(ways, written) if ways else ([], False)
    if problems := [*found.faults, *missed]:
        return _proof_of(revisions, "wrong", *problems)
    verdict: Verdict = "seeds" if seeds_only else "unverified" if found.unverified else "verified"
    return _proof_of(revisions, verdict, reason=plain(found.unverified)).evolve(
        actions=found.actions,
        draws=found.draws,
        held=held,
        said=tuple(map(plain, found.sentences)),
    )


def _is_crowded(deal: JsonValue) -> bool:
    players = deal.get("players") if isinstance(deal, dict) else None
    return isinstance(players, list) and len(players) > MOST_PLAYERS


def _proof_of(revisions: _Revisions, verdict: Verdict, *problems: str, reason: str = "") -> HandProof:
    first = revisions[0]
    return HandProof(
        table=first.table_id,
        hand=first.number,
        game=first.game,
        verdict=verdict,
        revisions=len(revisions),
        problems=tuple(map(plain, problems)),
        reason=reason,
    )


def _missing(there: Iterable[tuple[int, int]], tables: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield the first hands that were taken out, by table and number: at each table they are numbered from 1 on."""
    before, gaps = (0, 0), 0
    for table, number in sorted({(table, number) for table, number in there if table in tables and number > 0}):
        first = before[1] + 1 if table == before[0] else 1
        if table != before[0]:
            gaps = 0
        for missing in range(first, min(number, first + _MOST_TOLD - gaps)):
            gaps += 1
            yield table, missing
        before = table, number


def _unheld(proofs: Sequence[HandProof], written: Iterable[WrittenDown]) -> Iterator[str]:
    """Describe the hashes that were written down of hands that the file doesn't have, or of several that it has."""
    numbered: defaultdict[int, list[HandProof]] = defaultdict(list)
    for proof in proofs:
        numbered[proof.hand].append(proof)
    for one in written:
        of = [proof for proof in numbered.get(one.hand, ()) if one.table_id in {None, proof.table}]
        if not of:
            yield f"Hand {one.hand}: it isn't in the file, so your hash of {one.named} can't be checked."
        elif len(of) > 1:
            at = listed([f"{proof.table}.{one.hand}" for proof in of], "or")
            yield f"Hand {one.hand}: several tables have one. Name the table with your hash, as in {at}."
        elif of[0].reason in {_HIDDEN, CROWDED}:
            why = CROWDED if of[0].reason == CROWDED else "the file has only a part of it"
            yield f"Hand {one.hand}: {why}, so your hash of {one.named} can't be checked."


def note(text: str) -> WrittenDown:
    """One note: `HAND=HASH`, `HAND:hidden=HASH`, `TABLE.HAND=HASH`. Raises PlayerError for anything else."""
    found = _NOTE.fullmatch(text.strip())
    if found is None or not _SHORTEST <= len(found["hash"]) <= 64:
        shown = text.strip()[:60]
        raise PlayerError(
            f"“{shown}” isn't the hash of a hand. Write HAND=HASH, as in 12=3f9a12bc, with {_SHORTEST} to 64 hex digits"
        )
    kind: Kind = found["kind"] or "rolls"  # pyright: ignore[reportAssignmentType]  # the pattern has only these
    table = int(found["table"]) if found["table"] else None
    return WrittenDown(table, int(found["hand"]), kind, found["hash"].lower())


def notes(text: str) -> tuple[WrittenDown, ...]:
    """One note a line; what follows a # is nobody's business. Raises PlayerError that says which line is none."""
    if len(text) > MOST_BYTES:
        raise PlayerError("a file of hashes has at most 1 MiB")
    made: list[WrittenDown] = []
    for at, line in enumerate(text.splitlines(), start=1):
        said = line.split("#")[0].strip()
        try:
            made += [note(said)] if said else []
        except PlayerError as wrong:
            raise PlayerError(f"line {at}: {wrong}") from None
        if len(made) > _MOST_NOTES:
            raise PlayerError(f"there are more than {_MOST_NOTES:,} hashes")
    return tuple(made)


def _compare(ways: Sequence[Evidence], written: Sequence[WrittenDown]) -> tuple[list[str], bool]:
    """Hold noted hashes against those that the table has shown in the hand, undone parts included.

    Return a sentence for each that it can't have shown, and True if every seed that made something of it was noted.
    """
    seeds, last = [revision.seeds for revision in ways[-1].revisions], ways[-1]
    shown: dict[Kind, list[str]] = {
        "rolls": [commitment(seed_bytes(one.open)) for one in seeds],
        "hidden": [commitment(seed_bytes(one.closed)) for one in seeds],
        "cards": [root for hand in ways for root in _roots(hand)],
    }
    fits = [{made for made in shown[one.kind] if made.startswith(one.digits)} for one in written]
    missed = [
        f"Your hash of {one.named} fits no {_WORDS[one.kind]} of this {last.word}."
        for one, fitting in zip(written, fits, strict=True)
        if not fitting
    ]
    uses_closed = any(row.seals or any(draw.secret for draw in row.draws) for row in last.rows)
    return missed, {*shown["rolls"], *(shown["hidden"] if uses_closed else ())} <= set().union(*fits)


def _roots(hand: Evidence) -> Iterator[str]:
    """Yield the seal of the cards after each row that sealed or showed some."""
    now: dict[int, Seal] = {}
    for row in islice((row for row in hand.rows if row.seals), _MOST_SEALED):
        now |= {noted.at: noted.seal for noted in row.seals}
        yield seals_root(seal for _, seal in sorted(now.items()))


def told(proof: HandsProof) -> str:
    """Return a line or two for each hand, then all problems, then what follows and what doesn't. No hand that isn't
    verified is left out.
    """
    lines: list[str] = []
    for table, hands in groupby(proof.hands, lambda one: one.table):
        own = list(hands)
        lines.append(_printable(f"Table {table}, {own[0].game}:"))
        shown = [one for at, one in enumerate(own) if at < _MOST_SHOWN or one.verdict in {"unverified", "wrong"}]
        lines += [f"  {_line(one)}" for one in shown]
        if len(own) > len(shown):
            lines.append(f"  and {counted(len(own) - len(shown), 'more hand')} like these. --json has all of them.")
    if proof.problems:
        lines += ["Problems:", *(f"  {_printable(problem)}" for problem in proof.problems)]
    return "\n".join((*lines, *_summary(proof)))


def _line(one: HandProof) -> str:
    if one.verdict == "wrong":
        return f"Hand {one.hand}: {counted(len(one.problems), 'problem')}, see below."
    return _printable(" ".join(one.said) or f"Hand {one.hand} is not verified: {one.reason}.")


def _summary(proof: HandsProof) -> list[str]:
    counts = {verdict: proof.count(verdict) for verdict in _VERDICTS}
    parts = [f"{count:,} {words[count != 1]}" for verdict, words in _VERDICTS.items() if (count := counts[verdict])]
    lines = [f"{counted(len(proof.hands), 'hand')}: {listed(parts)}." if parts else "No hand was checked."]
    if proof.seeds_only:
        lines.append(_SEEDS_ONLY)
    if not proof.complete:
        lines.append("The file had no room for the oldest hands, so missing hands can't be noticed.")
    if proof.hashes:
        held = f"{counted(proof.hashes, 'hash', 'hashes')} from your notes compared"
        lines.append(f"{held}{': see the problems' if proof.problems else ', and nothing contradicts'}.")
    return [*lines, *([] if all(one.held for one in proof.hands) else [_CONSISTENT]), _BY_THE_SUM]


def _printable(text: str) -> str:
    """One line that does nothing to a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
