"""A name in texts: the forms in which it may stand there, and how a pseudonym comes in its place.

A name counts as a whole word only, so that nobody called Han is taken out of "hand"; where a script has no spaces
between its words it counts anywhere. What the bot itself says all the time names nobody and stays.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.engine.speech import escape

_OWN = ("bank", "dealer", "gm", "house", "nobody", "npc", "party", "player", "prize", "table", "the")
_HOUSE_WORDS = frozenset((*_OWN, *(f"the {word}" for word in _OWN)))
_FIRST_WITHOUT_SPACES = "\u0e00"
"""From Thai on, scripts mostly write words without spaces between them."""


@dataclass(frozen=True, slots=True)
class Stand:
    """One form that stands in a text as it is, and what comes in its place."""

    form: str
    pseudonym: str

    def fits(self, before: str, after: str) -> bool:
        """Whether the two texts differ only by this form and its pseudonym: all that the book and the log let pass."""
        return self._without(before) == self._without(after)

    def _without(self, text: str) -> str:
        return text.replace(self.pseudonym, "").replace(self.form, "")


def forms_of(name: str) -> tuple[str, ...]:
    """How a name may stand in sentences and in JSON; none for one of the house's own words."""
    if not name.strip() or name.casefold().strip() in _HOUSE_WORDS:
        return ()
    spelled = (name, escape(name))
    return tuple(dict.fromkeys(form for one in spelled for form in (one, *_in_json(one))))


def _in_json(text: str) -> Iterator[str]:
    for plain in (False, True):
        yield json.dumps(text, ensure_ascii=plain)[1:-1]


class Redaction:
    """Takes names out of texts, the longest first; `names` are pseudonyms by the forms that they replace."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = tuple(sorted(names.items(), key=lambda one: (-len(one[0]), one[0])))
        self._exact = {form: _whole(form) for form, _ in self._names}
        self._any_case = {form: _whole(form, re.IGNORECASE) for form, _ in self._names}

    def steps(self, text: str, *, any_case: bool = False) -> Iterator[tuple[Stand, str]]:
        """The text after each form that was found in it: what stood there, and the text without it."""
        for form, pseudonym in self._names:
            pattern = (self._any_case if any_case else self._exact)[form]
            for found in sorted({match[0] for match in pattern.finditer(text)}):
                after = _whole(found).sub(lambda _, instead=pseudonym: instead, text)
                if after != text:
                    yield Stand(found, pseudonym), after
                    text = after

    def told(self, text: str) -> str:
        """The text without any of the names."""
        for _, after in self.steps(text):
            text = after
        return text

    def called(self, name: str) -> str:
        """The pseudonym of exactly that name; the name itself where it is none of them."""
        return dict(self._names).get(name, name)


def ids_in(text: str, user_id: int, keys: Iterable[str]) -> Iterator[Stand]:
    """Where the user's id stands in JSON text: under one of these keys, and anywhere if it is too large for anything
    else that is counted here.
    """
    patterns = [rf'"(?:{"|".join(map(re.escape, keys))})":\s?\[?{user_id}(?!\d)']
    if user_id > _LARGER_THAN_MONEY:
        patterns.append(rf"(?<!\d){user_id}(?!\d)")
    found = {match[0] for pattern in patterns for match in re.finditer(pattern, text)}
    yield from (Stand(one, one.removesuffix(str(user_id)) + "0") for one in sorted(found, key=len, reverse=True))


_LARGER_THAN_MONEY = 10**16


def _whole(form: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    before = r"(?<!\w)" if _is_spaced(form[0]) else ""
    after = r"(?!\w)" if _is_spaced(form[-1]) else ""
    return re.compile(before + re.escape(form) + after, flags)


def _is_spaced(edge: str) -> bool:
    return edge < _FIRST_WITHOUT_SPACES and re.fullmatch(r"\w", edge) is not None
