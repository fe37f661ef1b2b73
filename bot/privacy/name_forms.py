"""A name in texts: the forms in which it may stand there, and how a pseudonym comes in its place.

In what people typed a name counts as a whole word only, in whatever case, so that nobody called Han is taken out of
"hand"; where a script has no spaces between its words it counts anywhere. It stays where it is part of what somebody or
something else is called. The bot itself writes names in bold, so in its own lines nothing else is one.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.engine.words import escape

_OWN = ("bank", "dealer", "gm", "house", "nobody", "npc", "party", "player", "prize", "table", "the")
HOUSE_NAMES = frozenset((*_OWN, *(f"the {word}" for word in _OWN)))
"""What the bot says all the time: it names nobody."""
_NAMELESS = frozenset(("the gm", "another gm"))
_BOLD = "**"
_LEAST_DIGITS = 17
"""Of a user's id: fewer digits count something."""
_PSEUDONYM = r"former player \([0-9]+(?:-[0-9]+)?\)"
_FEWEST_LETTERS = 3
"""Of a form that counts in whatever case: shorter ones are words too often."""
_FIRST_WITHOUT_SPACES = "\u0e00"
"""From Thai on, scripts mostly write words without spaces between them."""
_LARGER_THAN_MONEY = 10**16


@dataclass(frozen=True, slots=True)
class Stand:
    """One form that stands in a text as it is, and what comes in its place."""

    form: str
    pseudonym: str

    def fits(self, before: str, after: str) -> bool:
        """Return True if the texts differ only by this form and its pseudonym: only that may change in the ledger."""
        return self._without(before) == self._without(after)

    def _without(self, text: str) -> str:
        return text.replace(self.pseudonym, "").replace(self.form, "")


def forms_of(name: str) -> tuple[str, ...]:
    """Return a name's forms in sentences and in JSON; none for one of the house's own words."""
    if not name.strip() or name.casefold().strip() in HOUSE_NAMES:
        return ()
    return spellings(name)


def in_bold(name: str) -> str:
    """Return a form or pseudonym as only the bot's own lines write it."""
    return f"{_BOLD}{name}{_BOLD}"


def bold_forms_of(name: str) -> tuple[str, ...]:
    """Return a name's forms in the bot's own lines; none for its words for a person without a name."""
    return () if not name.strip() or name.casefold() in _NAMELESS else tuple(map(in_bold, spellings(name)))


def spellings(text: str) -> tuple[str, ...]:
    """Return the text as it is, as Discord gets it, and both in JSON."""
    return tuple(dict.fromkeys(form for one in (text, escape(text)) for form in (one, *_in_json(one))))


def _in_json(text: str) -> Iterator[str]:
    for plain in (False, True):
        yield json.dumps(text, ensure_ascii=plain)[1:-1]


class NameRedaction:
    """Takes names out of texts, the longest first. `names` are pseudonyms by the forms that they replace; `kept` are
    names and words that stay, whatever they hold.
    """

    def __init__(self, names: Mapping[str, str], kept: Collection[str] = ()) -> None:
        self._names = tuple(sorted(names.items(), key=lambda one: (-len(one[0]), one[0])))
        free = [form for form, _ in self._names if not (_is_bold(form) or _is_number(form))]
        stay = sorted({form for word in (*HOUSE_NAMES, *kept) for form in spellings(word)}, key=len, reverse=True)
        folded = [(word, word.casefold()) for word in stay if word]
        self._stays = {
            form: _pattern_of_kept([word for word, low in folded if form.casefold() in low]) for form in free
        }
        self._free = {form: _pattern_of(_whole_word(form), self._stays[form], _flags(form)) for form in free}

    def free(self, text: str) -> Iterator[tuple[Stand, str]]:
        """Yield each form found in typed text with its pseudonym, and the text without it."""
        for form, pattern in self._free.items():
            pseudonym = dict(self._names)[form]
            for found in sorted({match["form"] for match in pattern.finditer(text) if match["form"]}):
                after = _replace(_pattern_of(_whole_word(found), self._stays[form]), pseudonym, text)
                if after != text:
                    yield Stand(found, pseudonym), after
                    text = after

    def lines(self, text: str, others: Collection[str] = ()) -> Iterator[tuple[Stand, str]]:
        """Yield the same for the bot's lines: only text marked as a name counts, unless it is one of `others`."""
        for form, pseudonym in self._names:
            if _is_bold(form) and form in text and form[len(_BOLD) : -len(_BOLD)] not in others:
                text = text.replace(form, pseudonym)
                yield Stand(form, pseudonym), text

    def redacted(self, text: str) -> str:
        """Return typed text without any of the names."""
        for _, after in self.free(text):
            text = after
        return text


def ids_in(text: str, user_id: int, keys: Iterable[str]) -> Iterator[Stand]:
    """Yield the places of the user's id in JSON text: under one of these keys, or anywhere if no other number is that
    large.
    """
    patterns = [rf'"(?:{"|".join(map(re.escape, keys))})":\s?\[?{user_id}(?!\d)']
    if user_id > _LARGER_THAN_MONEY:
        patterns.append(rf"(?<!\d){user_id}(?!\d)")
    found = {match[0] for pattern in patterns for match in re.finditer(pattern, text)}
    yield from (Stand(one, one.removesuffix(str(user_id)) + "0") for one in sorted(found, key=len, reverse=True))


def _is_bold(form: str) -> bool:
    return len(form) > 2 * len(_BOLD) and form.startswith(_BOLD) and form.endswith(_BOLD)


def _is_number(form: str) -> bool:
    return form.isdigit() and len(form) < _LEAST_DIGITS


def _flags(form: str) -> str:
    return "i" if sum(map(str.isalpha, form)) >= _FEWEST_LETTERS else ""


def _pattern_of_kept(words: Iterable[str]) -> str:
    return "|".join((_PSEUDONYM, *(f"(?i:{_whole_word(word)})" for word in words)))


def _pattern_of(form: str, stays: str, flags: str = "") -> re.Pattern[str]:
    """Compile a pattern that looks for the names that stay first, so that nothing within them is found."""
    group = f"(?{flags}:{form})" if flags else form
    return re.compile(f"{stays}|(?P<form>{group})")


def _replace(pattern: re.Pattern[str], pseudonym: str, text: str) -> str:
    return pattern.sub(lambda found: pseudonym if found["form"] else found[0], text)


def _whole_word(form: str) -> str:
    before = r"(?<!\w)" if _is_spaced(form[0]) else ""
    after = r"(?!\w)" if _is_spaced(form[-1]) else ""
    return before + re.escape(form) + after


def _is_spaced(edge: str) -> bool:
    return edge < _FIRST_WITHOUT_SPACES and re.fullmatch(r"\w", edge) is not None
