"""What came of checking a file of hands, for people and as one object for programs."""

import json
from typing import Any

from bot.archive.proving import HandProof, Proof, Verdict
from bot.engine.speech import counted, listed

_MOST_SHOWN = 200
_CONSISTENT = (
    "That the hashes in the file are those that the table showed, the file can't say: seeds and hashes exchanged "
    "together fit each other. Hold them against what somebody wrote down at the table, with --hash or --commitments."
)
_NOT_CHECKED = (
    "Times, the wording of what was told, and whether a result was taken back afterwards aren't proved by seeds."
)
_VERDICTS: dict[Verdict, tuple[str, str]] = {
    "verified": ("checks out as a whole", "check out as a whole"),
    "partly": ("checks out in its seeds and draws alone", "check out in their seeds and draws alone"),
    "typed": ("was played with dice that people typed in", "were played with dice that people typed in"),
    "hidden": ("is told only as everybody was told it", "are told only as everybody was told them"),
    "cut": ("is there only in part", "are there only in part"),
    "wrong": ("doesn't check out", "don't check out"),
}
_LINES = {
    "typed": "nothing to verify: people typed in their own dice or totals.",
    "hidden": "nothing to verify: whoever exported it was in it, so the file has only what everybody was told.",
    "cut": "nothing to verify: its beginning had no room in the file.",
}


def as_json(proof: Proof) -> str:
    """One object: `hands`, `verified`, `problems`, then the rest."""
    told: dict[str, Any] = {
        "hands": len(proof.hands),
        "verified": proof.count("verified"),
        "problems": list(proof.problems),
        "complete": proof.is_complete,
        "hashes": proof.held,
        "per_hand": [
            {
                "table": one.table_id,
                "hand": one.number,
                "game": one.game,
                "verdict": one.verdict,
                "revisions": one.revisions,
                "actions": one.actions,
                "draws": one.draws,
                "problems": list(one.problems),
                "said": list(one.said),
            }
            for one in proof.hands
        ],
    }
    return json.dumps(told, ensure_ascii=False)


def refused(why: str) -> str:
    """The object for a file that can't be read at all."""
    return json.dumps({"hands": 0, "verified": 0, "problems": [why], "per_hand": []}, ensure_ascii=False)


def told(proof: Proof) -> str:
    """A line or two for each hand, then all problems, then what follows and what doesn't."""
    tables = {one.table_id for one in proof.hands}
    lines: list[str] = []
    for table in sorted(tables):
        own = [one for one in proof.hands if one.table_id == table]
        lines.append(f"Table {table}, {own[0].game}:")
        lines += [f"  {_line(one)}" for one in own[:_MOST_SHOWN]]
        if len(own) > _MOST_SHOWN:
            lines.append(f"  and {counted(len(own) - _MOST_SHOWN, 'more hand')}; --json has all of them.")
    if proof.problems:
        lines += ["Problems:", *(f"  {_printable(problem)}" for problem in proof.problems)]
    return "\n".join((*lines, *_summary(proof)))


def _line(one: HandProof) -> str:
    if one.verdict == "wrong":
        return f"Hand {one.number}: {counted(len(one.problems), 'problem')}, see below."
    if (line := _LINES.get(one.verdict)) is not None:
        return f"Hand {one.number}: {line}"
    return _printable(" ".join(one.said))


def _summary(proof: Proof) -> list[str]:
    counts = {verdict: proof.count(verdict) for verdict in _VERDICTS}
    parts = [f"{count:,} {words[count != 1]}" for verdict, words in _VERDICTS.items() if (count := counts[verdict])]
    lines = [f"{counted(len(proof.hands), 'hand')}: {listed(parts)}." if parts else "There is no hand in the file."]
    if not proof.is_complete:
        lines.append("The oldest hands had no room in the file, so whether all others are there isn't checked.")
    if proof.held:
        fit = "fits" if proof.held == 1 else "fit"
        held = f"{counted(proof.held, 'hash', 'hashes')} that somebody wrote down"
        lines.append(
            f"{held} {'was' if proof.held == 1 else 'were'} held against it{'.' if proof.problems else f', and {fit}.'}"
        )
    if proof.hands:
        lines += [_NOT_CHECKED] if proof.held >= len(proof.hands) else [_CONSISTENT, _NOT_CHECKED]
    return lines


def _printable(text: str) -> str:
    """One line that does nothing to a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
