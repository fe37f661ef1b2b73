"""The result of reading a character's file, what collects it, and safe ways into JSON that anyone may have written."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from types import MappingProxyType

from pydantic import JsonValue, ValidationError

from bot.engine.frozen import Frozen
from bot.engine.money import MAX_AMOUNT, Currency, unit_key
from bot.engine.skills import DiceFamily, NarrativePool, Pool, Ranks, Rating, Sheet, Skill, skill_key
from bot.engine.skills.sheets import LONGEST_NAME, MOST_SKILLS, is_skill_name
from bot.engine.skills.systems import MOST_RANKS

Coins = tuple[tuple[str, int], ...]
"""The number of each coin by its name; "" is the main coin of the campaign's money."""
_MOST_COINS = 10**9
_MOST_UNREAD = 40
_LONGEST_LABEL = 60
_WHOLE = re.compile(r"\s*([+-]?)\s*([0-9]{1,9}|[0-9]{1,3}(?:,[0-9]{3}){1,2})(?:\.0+)?\s*")
_PARTING = re.compile(r"[,;\s]+")


class FoundSkill(Frozen):
    """A skill of the file. The note says how it is trained, as in "expertise"; it is empty for an untrained one."""

    name: str
    rating: Rating
    note: str = ""


class FoundCharacter(Frozen):
    """Everything that was understood of a file, and a list of the rest."""

    source: str
    """The program and the game, as in "Foundry VTT, D&D 5e"."""
    family: DiceFamily
    name: str
    """As it stands in the file; it may be no name for a character here."""
    skills: tuple[FoundSkill, ...]
    proficiency: str = ""
    coins: Coins = ()
    unread: tuple[str, ...] = ()

    @property
    def sheet(self) -> Sheet:
        return Sheet(skills=tuple(Skill(name=one.name, rating=one.rating) for one in self.skills))

    def over(self, sheet: Sheet) -> tuple[Sheet, int]:
        """Return the sheet with the skills of the file, before the skills that it hasn't, and how many of these no
        longer fit.
        """
        new = self.sheet.skills
        keys = {skill_key(skill.name) for skill in new}
        others = tuple(skill for skill in sheet.skills if skill_key(skill.name) not in keys)
        room = MOST_SKILLS - len(new)
        return Sheet(skills=(*new, *others[:room])), len(others[room:])


def amount_of(coins: Coins, currency: Currency) -> int | None:
    """Return the worth of the coins in smallest coins; None if this money lacks one of them, or it is too much."""
    worth = 0
    for name, count in coins:
        denomination = next((one for one in currency.denominations if unit_key(name) in one.words), None)
        denomination = denomination if name else currency.main_coin
        if denomination is None:
            return None
        worth += count * denomination.value
    return worth if worth <= MAX_AMOUNT else None


class Finder:
    """Collects what is found in a file. It takes anything, and lists what it can't use."""

    def __init__(self, source: str, family: DiceFamily, name: JsonValue) -> None:
        self._source, self._name = source, label(name)
        self._family: DiceFamily = family
        self._skills: dict[str, FoundSkill] = {}
        self._coins: dict[str, int] = {}
        self._unread: dict[str, None] = {}
        self.proficiency = ""

    def skill(self, name: JsonValue, build: Callable[[], Rating | None], note: str = "") -> None:
        """Add a skill. `build` makes its rating, and may fail or return None for values out of bounds."""
        written = skill_name(name)
        try:
            rating = build()
        except ValidationError:
            rating = None
        if not written or skill_key(written) in self._skills or rating is None or _is_empty(rating):
            self.leave(label(name) or "a skill without a name")
        else:
            self._skills[skill_key(written)] = FoundSkill(name=written, rating=rating, note=note)

    def pool(self, name: JsonValue, pips: int | None, note: str = "") -> None:
        """Add a D6 skill of so many pips, of which 3 are a die."""
        self.skill(name, lambda: None if pips is None else Pool.of(0, pips), note)

    def coin(self, name: str, count: JsonValue) -> None:
        """Add so many coins, if that is a number of them."""
        coins = whole(count, 0, _MOST_COINS)
        if coins:
            self._coins[name] = min(self._coins.get(name, 0) + coins, _MOST_COINS)
        elif coins is None and count is not None and count != "":
            self.leave(f"money: {label(count) or 'no number'}")

    def leave(self, what: str) -> None:
        """Add something to the list of what wasn't understood."""
        self._unread[label(what)] = None

    def found(self) -> FoundCharacter:
        """Return the result. A sheet has no room for more than 40 skills: untrained ones are left out first."""
        skills = list(self._skills.values())
        kept = sorted(sorted(range(len(skills)), key=lambda at: not skills[at].note)[:MOST_SKILLS])
        if left := len(skills) - len(kept):
            self.leave(f"{left} more skills than a sheet holds")
        unread = list(self._unread)
        if len(unread) > _MOST_UNREAD:
            unread[_MOST_UNREAD:] = [f"and {len(unread) - _MOST_UNREAD} more"]
        return FoundCharacter(
            source=self._source,
            family=self._family,
            name=self._name,
            skills=tuple(skills[at] for at in kept),
            proficiency=self.proficiency,
            coins=tuple(self._coins.items()),
            unread=tuple(unread),
        )


def _is_empty(rating: Rating) -> bool:
    return isinstance(rating, NarrativePool) and not rating.size


def narrative(finder: Finder, name: JsonValue, characteristic: int | None, rank: int | None, note: str = "") -> None:
    """Add a narrative skill as the dice that its characteristic and its ranks make together."""
    has_both = characteristic is not None and rank is not None
    finder.skill(name, lambda: NarrativePool.of(characteristic or 0, rank or 0) if has_both else None, note)


def ranks(finder: Finder, name: str, value: JsonValue) -> int | None:
    """Add a narrative characteristic, and return its ranks."""
    found = whole(value, 0, MOST_RANKS)
    finder.skill(name, lambda: None if found is None else Ranks(ranks=found), "characteristic")
    return found


def at(value: JsonValue, *path: str | int) -> JsonValue:
    """Return the value at a place in JSON; None where there is none."""
    for step in path:
        match value, step:
            case dict(), str():
                value = value.get(step)
            case list(), int() if 0 <= step < len(value):
                value = value[step]
            case _:
                return None
    return value


def table(value: JsonValue, *path: str | int) -> Mapping[str, JsonValue]:
    """Return the object at a place; an empty one for anything else."""
    found = at(value, *path)
    return found if isinstance(found, dict) else MappingProxyType({})


def rows(value: JsonValue, *path: str | int) -> list[JsonValue]:
    """Return the list at a place; an empty one for anything else."""
    found = at(value, *path)
    return found if isinstance(found, list) else []


def number(value: JsonValue, low: float, high: float) -> float | None:
    """Read a number within bounds; None for anything else. Programs write numbers as text too."""
    if isinstance(value, str) and (written := _WHOLE.fullmatch(value)):
        value = int(written[1] + written[2].replace(",", ""))
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if low <= value <= high else None


def whole(value: JsonValue, low: int, high: int) -> int | None:
    """Read a whole number within bounds; None for anything else."""
    found = number(value, low, high)
    return int(found) if found is not None and found == int(found) else None


def label(value: JsonValue) -> str:
    """Return a text of the file as it may be shown: on one line, visible, and short. It isn't escaped."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    shown = "".join(" " if sign.isspace() else sign for sign in str(value)[: 10 * _LONGEST_LABEL])
    shown = "".join(sign for sign in shown if not unicodedata.category(sign).startswith("C"))
    shown = " ".join(unicodedata.normalize("NFKC", shown).split())
    return shown if len(shown) <= _LONGEST_LABEL else f"{shown[: _LONGEST_LABEL - 1]}…"


def skill_name(value: JsonValue) -> str:
    """Return the name of a skill as a sheet can have it; "" if nothing of it can be one."""
    name = _PARTING.sub(" ", label(value)).strip()[:LONGEST_NAME].rstrip(" :=")
    while name and not name[0].isalnum():
        name = name[1:]
    return name if is_skill_name(name) else ""
