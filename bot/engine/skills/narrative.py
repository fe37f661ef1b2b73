"""The narrative dice (Genesys, FFG Star Wars): what stands on their faces, and how a pool is written."""

import re
from typing import Literal, NamedTuple

from bot.engine.skills.ratings import MOST_NARRATIVE_DICE, NarrativePool

NarrativeDie = Literal["proficiency", "ability", "boost", "challenge", "difficulty", "setback"]
NARRATIVE_DICE: tuple[NarrativeDie, ...] = ("proficiency", "ability", "boost", "challenge", "difficulty", "setback")


class Symbols(NamedTuple):
    """Net of what cancels: `success` less failures, `advantage` less threats. Triumphs and despairs stand alone."""

    success: int = 0
    advantage: int = 0
    triumph: int = 0
    despair: int = 0

    def plus(self, other: "Symbols") -> "Symbols":
        return Symbols(*(mine + its for mine, its in zip(self, other, strict=True)))

    def told(self) -> str:
        """As in "2 successes, 1 threat, 1 triumph"; or "nothing"."""
        written = (
            _counted(self.success, ("success", "successes"), ("failure", "failures")),
            _counted(self.advantage, ("advantage", "advantages"), ("threat", "threats")),
            _counted(self.triumph, ("triumph", "triumphs"), ("", "")),
            _counted(self.despair, ("despair", "despairs"), ("", "")),
        )
        return ", ".join(part for part in written if part) or "nothing"


def _counted(net: int, good: tuple[str, str], bad: tuple[str, str]) -> str:
    if net == 0:
        return ""
    one, many = good if net > 0 else bad
    return f"{abs(net)} {one if abs(net) == 1 else many}"


_BLANK = Symbols()
_S, _SS = Symbols(success=1), Symbols(success=2)
_A, _AA = Symbols(advantage=1), Symbols(advantage=2)
_SA = Symbols(success=1, advantage=1)
_F, _FF = Symbols(success=-1), Symbols(success=-2)
_T, _TT = Symbols(advantage=-1), Symbols(advantage=-2)
_FT = Symbols(success=-1, advantage=-1)
# A triumph also counts as a success, a despair as a failure.
_TRIUMPH, _DESPAIR = Symbols(success=1, triumph=1), Symbols(success=-1, despair=1)

FACES: dict[NarrativeDie, tuple[Symbols, ...]] = {
    "boost": (_BLANK, _BLANK, _S, _SA, _AA, _A),
    "setback": (_BLANK, _BLANK, _F, _F, _T, _T),
    "ability": (_BLANK, _S, _S, _SS, _A, _A, _SA, _AA),
    "difficulty": (_BLANK, _F, _FF, _T, _T, _T, _TT, _FT),
    "proficiency": (_BLANK, _S, _S, _SS, _SS, _A, _SA, _SA, _SA, _AA, _AA, _TRIUMPH),
    "challenge": (_BLANK, _F, _F, _FF, _FF, _T, _T, _FT, _FT, _TT, _TT, _DESPAIR),
}


def face_told(die: NarrativeDie, face: int) -> str:
    """What lies up: "blank", "2 successes", "1 success, 1 advantage", "triumph"."""
    symbols = FACES[die][face - 1]
    if symbols.triumph:
        return "triumph"
    if symbols.despair:
        return "despair"
    return symbols.told() if any(symbols) else "blank"


_LETTERS: dict[str, NarrativeDie] = {
    "Y": "proficiency",
    "G": "ability",
    "A": "ability",
    "B": "boost",
    "R": "challenge",
    "C": "challenge",
    "P": "difficulty",
    "D": "difficulty",
    "K": "setback",
    "S": "setback",
}
_POOL = re.compile(r"(?:[0-9]{0,2}[YGABRCPDKS])+")
_DICE = re.compile(r"([0-9]*)([YGABRCPDKS])")


def read_pool(text: str) -> NarrativePool | None:
    """Read "2Y1G", "YYG" or "YYG2P": the dice by colour (yellow, green, blue, red, purple, black as K) or by name.

    None if it is no pool, or holds more than 40 dice.
    """
    written = text.upper()
    if not _POOL.fullmatch(written):
        return None
    counts = dict.fromkeys(NARRATIVE_DICE, 0)
    for count, letter in _DICE.findall(written):
        counts[_LETTERS[letter]] += int(count or 1)
    if sum(counts.values()) > MOST_NARRATIVE_DICE:
        return None
    return NarrativePool.model_validate(counts)
