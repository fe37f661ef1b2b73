"""D&D Beyond's character JSON: choices and modifiers by their source, without any finished total."""

from collections import defaultdict
from collections.abc import Mapping

from pydantic import JsonValue

from bot.portability.characters.dnd import ABILITIES, COINS, GAMING_SETS, SKILLS, DndFinder
from bot.portability.characters.found import FoundCharacter, at, label, rows, table, whole

_NUMBERED: Mapping[int, str] = dict(enumerate(ABILITIES, start=1))
"""Abilities by D&D Beyond's numbers."""
_SLUGS = frozenset(skill.slug for skill in SKILLS)
_SOURCES = ("race", "class", "background", "feat", "item", "condition")
_ROUNDED_UP = "half-proficiency-round-up"
_SHARES: Mapping[str, float] = {
    "half-proficiency": 0.5,
    _ROUNDED_UP: 0.5,
    "proficiency": 1,
    "expertise": 2,
}
_CHOSEN_SHARES = {1: 0, 2: 0.5, 3: 1, 4: 2}
"""Shares of the proficiency bonus as a player chooses them by hand."""
_MAGIC_BONUS, _OTHER_BONUS, _SHARE, _ABILITY = 24, 25, 26, 27
"""Kinds of values that a player enters by hand."""
_MOST_SCORE, _USUAL_MOST, _MOST_ID = 40, 20, 10**15


def character_in(value: JsonValue) -> JsonValue:
    """Return the character, which some ways of saving it wrap; None if this is none of D&D Beyond's."""
    for path in ((), ("data",), ("character",), ("ddb", "character")):
        if isinstance(at(value, *path, "stats"), list) and isinstance(at(value, *path, "modifiers"), dict):
            return at(value, *path)
    return None


def read_beyond(character: JsonValue) -> FoundCharacter:
    """Add up a character."""
    modifiers = _Modifiers(character)
    level = sum(whole(at(one, "level"), 1, 20) or 0 for one in rows(character, "classes"))
    scores = {key: _score(character, modifiers, id_) for id_, key in _NUMBERED.items()}
    known = {key: score for key, score in scores.items() if score is not None}
    finder = DndFinder("D&D Beyond", at(character, "name"), known, level)
    every = modifiers.added(finder, "ability-checks")
    added = {
        key: every + modifiers.added(finder, f"{ability.lower()}-ability-checks") for key, ability in ABILITIES.items()
    }
    by_hand: defaultdict[int | None, dict[int | None, int | None]] = defaultdict(dict)
    for one in rows(character, "characterValues"):
        kind = whole(at(one, "typeId"), 0, 1000)
        by_hand[whole(at(one, "valueId"), 0, 1000)][kind] = whole(at(one, "value"), -50, 50)
    for skill in SKILLS:
        chosen = by_hand[skill.number]
        ability = _NUMBERED.get(chosen.get(_ABILITY) or 0, skill.ability)
        checks = skill.slug, f"{ABILITIES[ability].lower()}-ability-checks", "ability-checks"
        share = _CHOSEN_SHARES.get(chosen.get(_SHARE) or 0, modifiers.share(*checks))
        bonus = added[ability] + modifiers.added(finder, skill.slug)
        bonus += (chosen.get(_MAGIC_BONUS) or 0) + (chosen.get(_OTHER_BONUS) or 0)
        finder.check(skill.name, ability, share, bonus, rounds_up=modifiers.rounds_up(*checks))
        if passive := modifiers.added(finder, f"passive-{skill.slug}"):
            finder.leave(f"passive {skill.name} {passive:+d}")
    for name in GAMING_SETS.values():
        slug = name.lower().replace(" ", "-")
        if share := modifiers.share(slug):
            # The file names no ability for a set. Games ask for Wisdom where there is none.
            finder.check(name, "wis", share, added["wis"] + modifiers.added(finder, slug))
    for restricted in modifiers.restricted:
        finder.leave(restricted)
    for coin in COINS:
        finder.coin(coin, at(character, "currencies", coin))
    return finder.found()


class _Modifiers:
    """The modifiers of a character that apply, by what they change.

    Those of an item apply while it is worn. A background that grants ability scores takes the place of the species'.
    Those with a restriction apply to some checks only, so they are left out.
    """

    def __init__(self, character: JsonValue) -> None:
        self._found: defaultdict[tuple[JsonValue, str], list[JsonValue]] = defaultdict(list)
        self.restricted: list[str] = []
        """The restricted ones that a skill has, described."""
        worn = {
            whole(at(item, "definition", "id"), 0, _MOST_ID)
            for item in rows(character, "inventory")
            if at(item, "equipped") is True
            and (at(item, "isAttuned") is True or at(item, "definition", "canAttune") is not True)
        }
        granted = rows(character, "background", "definition", "grantedFeats")
        has_scores = any("Ability Score" in str(at(feat, "name")) for feat in granted)
        for source in _SOURCES:
            for one in rows(character, "modifiers", source):
                kind, what = at(one, "type"), at(one, "subType")
                if not isinstance(kind, str) or not isinstance(what, str):
                    continue
                if source == "item" and whole(at(one, "componentId"), 0, _MOST_ID) not in worn:
                    continue
                if source == "race" and has_scores and what.endswith("-score"):
                    continue
                if restriction := label(at(one, "restriction")):
                    if what in _SLUGS:
                        self.restricted.append(f"{kind} in {what.replace('-', ' ')}: {restriction}")
                    continue
                self._found[kind, what].append(one)

    def values(self, kind: str, what: str) -> list[int]:
        """Return the numbers of these modifiers, as far as they are numbers."""
        found = (whole(at(one, "value"), -_MOST_SCORE, _MOST_SCORE) for one in self._found.get((kind, what), ()))
        return [value for value in found if value is not None]

    def added(self, finder: DndFinder, what: str) -> int:
        """Add up the bonuses. Dice and formulas are listed as not understood."""
        return sum(
            finder.formula(what.replace("-", " "), _written(one)) for one in self._found.get(("bonus", what), ())
        )

    def share(self, *checks: str) -> float:
        """Return the largest share of the proficiency bonus that one of these checks gets."""
        return max(
            (share for kind, share in _SHARES.items() for what in checks if (kind, what) in self._found), default=0
        )

    def rounds_up(self, *checks: str) -> bool:
        """Return True if half of a proficiency bonus is rounded up for one of these checks."""
        return any((_ROUNDED_UP, what) in self._found for what in checks)

    def maximum(self, ability: int) -> int:
        """Return the most that an ability's score may be."""
        return _USUAL_MOST + sum(
            whole(at(one, "value"), 0, _MOST_SCORE) or 0
            for one in self._found.get(("bonus", "ability-score-maximum"), ())
            if whole(at(one, "statId"), 0, 100) == ability
        )


def _written(bonus: JsonValue) -> JsonValue:
    """Return a bonus as it is written: a number, or what it depends on."""
    if table(bonus, "dice"):
        return "dice"
    ability = _NUMBERED.get(whole(at(bonus, "statId"), 1, 6) or 0)
    value = at(bonus, "value")
    return value if value is not None or ability is None else f"{ABILITIES[ability]} modifier"


def _score(character: JsonValue, modifiers: _Modifiers, ability: int) -> int | None:
    """Return an ability's score: as entered by hand, or the base with bonuses up to its maximum."""

    def stored(kind: str) -> int | None:
        found = (one for one in rows(character, kind) if whole(at(one, "id"), 0, 100) == ability)
        return whole(at(next(found, None), "value"), -_MOST_SCORE, _MOST_SCORE)

    if entered := stored("overrideStats"):
        return max(entered, 0)
    if (base := stored("stats")) is None:
        return None
    what = f"{ABILITIES[_NUMBERED[ability]].lower()}-score"
    score = min(base + sum(modifiers.values("bonus", what)), max(modifiers.maximum(ability), base))
    score = max([score + (stored("bonusStats") or 0), *modifiers.values("set", what)])
    return max(0, min(score, _MOST_SCORE))
