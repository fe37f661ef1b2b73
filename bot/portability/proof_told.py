"""What came of checking a file of hands, for people and as one object for programs."""

import json
from itertools import groupby
from typing import Any

from bot.engine.speech import counted, listed
from bot.portability.proving import HandProof, Proof, Verdict

_MOST_SHOWN = 200
_CONSISTENT = (
    "That the hashes in the file are those that the table showed, the file can't say: seeds and hashes exchanged "
    "together fit each other. Hold them against what somebody wrote down at the table, with --hash or --commitments."
)
_BY_THE_SUM = (
    "Only the file's sum holds times, wording and the rest of a campaign. Only the sum tells whether a result was "
    "undone afterwards, and whether the end of a void hand and the last hands are there. Anyone can make a new sum."
)
_SEEDS_ONLY = "Only seeds and draws were checked (--seeds-only). No hand is verified by the rules."
_VERDICTS: dict[Verdict, tuple[str, str]] = {
    "verified": ("is verified", "are verified"),
    "seeds": ("fits its seeds", "fit their seeds"),
    "unverified": ("is not verified", "are not verified"),
    "wrong": ("doesn't check out", "don't check out"),
}


def as_json(proof: Proof) -> str:
    """Return one object: `hands`, `verified`, `not_verified`, `problems`, then the rest."""
    told: dict[str, Any] = {
        "hands": len(proof.hands),
        "verified": proof.count("verified"),
        "not_verified": [
            {"table": one.table_id, "hand": one.number, "game": one.game, "reason": one.reason or one.problems[0]}
            for one in proof.hands
            if one.verdict in {"unverified", "wrong"}
        ],
        "problems": list(proof.problems),
        "seeds_only": proof.seeds_only,
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
                "held": one.is_held,
                "problems": list(one.problems),
                "said": list(one.said),
            }
            for one in proof.hands
        ],
    }
    return json.dumps(told, ensure_ascii=False)


def refused(why: str, *, seeds_only: bool) -> str:
    """Return the same object for a file that can't be read at all."""
    return as_json(Proof(hands=(), problems=(why,), is_complete=False, held=0, seeds_only=seeds_only))


def told(proof: Proof) -> str:
    """Return a line or two for each hand, then all problems, then what follows and what doesn't. No hand that isn't
    verified is left out.
    """
    lines: list[str] = []
    for table, hands in groupby(proof.hands, lambda one: one.table_id):
        own = list(hands)
        lines.append(_printable(f"Table {table}, {own[0].game}:"))
        shown = [one for at, one in enumerate(own) if at < _MOST_SHOWN or one.verdict in {"unverified", "wrong"}]
        lines += [f"  {_line(one)}" for one in shown]
        if len(own) > len(shown):
            lines.append(f"  and {counted(len(own) - len(shown), 'more hand')} like these; --json has all of them.")
    if proof.problems:
        lines += ["Problems:", *(f"  {_printable(problem)}" for problem in proof.problems)]
    return "\n".join((*lines, *_summary(proof)))


def _line(one: HandProof) -> str:
    if one.verdict == "wrong":
        return f"Hand {one.number}: {counted(len(one.problems), 'problem')}, see below."
    return _printable(" ".join(one.said) or f"Hand {one.number} is not verified: {one.reason}.")


def _summary(proof: Proof) -> list[str]:
    counts = {verdict: proof.count(verdict) for verdict in _VERDICTS}
    parts = [f"{count:,} {words[count != 1]}" for verdict, words in _VERDICTS.items() if (count := counts[verdict])]
    lines = [f"{counted(len(proof.hands), 'hand')}: {listed(parts)}." if parts else "No hand was checked."]
    if proof.seeds_only:
        lines.append(_SEEDS_ONLY)
    if not proof.is_complete:
        lines.append("The oldest hands had no room in the file, so whether all others are there isn't checked.")
    if proof.held:
        fit = "fits" if proof.held == 1 else "fit"
        held = f"{counted(proof.held, 'hash', 'hashes')} that somebody wrote down"
        lines.append(
            f"{held} {'was' if proof.held == 1 else 'were'} held against it{'.' if proof.problems else f', and {fit}.'}"
        )
    return [*lines, *([] if all(one.is_held for one in proof.hands) else [_CONSISTENT]), _BY_THE_SUM]


def _printable(text: str) -> str:
    """One line that does nothing to a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
