"""Rulebooks: a game's `rules.md`, read by the house rules of a table. `docs/adding-a-game.md` describes the notation.

All placeholders and conditions are checked when the text is loaded.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from bot.engine.game import HouseRules
from bot.engine.options import Option, options_of
from bot.engine.skills import ROLE_TITLES
from bot.engine.words import Page, Voice, number_word, often

R = TypeVar("R", bound=HouseRules)
Amounts = Mapping[str, Callable[[R], int]]
"""Sums of money in smallest coins, by their placeholders."""
Words = Mapping[str, str | Callable[[R, Voice], str]]
"""Calculated text by its placeholders; a function where it depends on the house rules."""
When = Mapping[str, Callable[[R], bool]]
"""Conditions by their names."""

_LINE = re.compile(r"(?P<mark>## |- |)(?:\[(?P<condition>[^\]]*)\] )?(?P<text>.*)")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_TERM = re.compile(r"(?:([0-9]+) )?([a-z][a-z0-9_]*)")
_COMPARISON = re.compile(r"([a-z][a-z0-9_]*) (!?=) ([a-z0-9_:]+(?: or [a-z0-9_:]+)*)")
_FORMATS: Mapping[str, Callable[[int], str]] = MappingProxyType({"often": often, "word": number_word})


class RulebookError(ValueError):
    """A sentence that names the file, the line, and the part of the line that can't be read."""


class Source(NamedTuple):
    """The text of a rulebook, and the name of its file for errors."""

    text: str
    file: str = "rules.md"


def source_of(package: str) -> Source:
    """Return the `rules.md` of a game's package."""
    text = files(package).joinpath("rules.md").read_text(encoding="utf-8")
    return Source(text, f"{package.replace('.', '/')}/rules.md")


@dataclass(frozen=True, slots=True)
class _Passage(Generic[R]):
    """A line of the source: part of a paragraph. `breaks` begins a new line of its own."""

    applies: tuple[Callable[[R], bool], ...]
    parts: tuple[str | Callable[[R, Voice], str], ...]
    breaks: bool = False

    def is_read(self, rules: R) -> bool:
        return all(applies(rules) for applies in self.applies)

    def text(self, rules: R, voice: Voice) -> str:
        return "".join(part if isinstance(part, str) else part(rules, voice) for part in self.parts)


@dataclass(frozen=True, slots=True)
class _Section(Generic[R]):
    """A page of the source: its heading, and its lines."""

    heading: _Passage[R]
    lines: list[_Passage[R]]

    def text(self, rules: R, voice: Voice) -> str:
        """Return the lines that these house rules leave; the lines of a paragraph are one line for Discord."""
        text, breaks = "", True
        for line in self.lines:
            breaks = breaks or line.breaks
            if line.parts and line.is_read(rules):
                text += ("\n" if breaks else " ") * bool(text) + line.text(rules, voice)
                breaks = False
        return text


class Rulebook(Generic[R]):
    """The pages of a game's rules as source text, checked against the fields of its house rules."""

    def __init__(
        self,
        rules: type[R],
        source: Source,
        *,
        amounts: Amounts[R] = MappingProxyType({}),
        words: Words[R] = MappingProxyType({}),
        when: When[R] = MappingProxyType({}),
    ) -> None:
        """Read the source. Raises RulebookError for a placeholder or condition that isn't known, and for a
        calculation that isn't used.
        """
        self._options = {option.name: option for option in options_of(rules)}
        self._amounts, self._words, self._when = amounts, words, when
        self._file, self._number, self._used = source.file, 0, set[str]()
        self._sections: list[_Section[R]] = []
        for self._number, line in enumerate(source.text.splitlines(), start=1):
            self._read(line.strip())
        if unused := {*amounts, *words, *when} - self._used:
            raise self._error(f"nothing uses {', '.join(sorted(unused))}")

    def pages(self, rules: R, voice: Voice) -> tuple[Page, ...]:
        """Return the pages by these house rules; a page without text is left out."""
        read = (section for section in self._sections if section.heading.is_read(rules))
        pages = ((section.heading.text(rules, voice), section.text(rules, voice)) for section in read)
        return tuple(Page(title=title, text=text) for title, text in pages if text)

    def _error(self, why: str) -> RulebookError:
        return RulebookError(f"{self._file}, line {self._number}: {why}.")

    def _read(self, source: str) -> None:
        found = _LINE.fullmatch(source)
        if found is None or source.startswith("# "):
            return  # the title of the file
        applies = tuple(self._condition(found["condition"])) if found["condition"] is not None else ()
        mark, text = found["mark"], found["text"]
        is_item = mark == "- "
        if text.startswith("["):
            raise self._error("a condition stands in brackets, with a space behind them")
        if text.startswith("- "):
            raise self._error("the mark of an item stands before its condition")
        line = _Passage(applies, tuple(self._parts(f"- {text}" if is_item else text)), breaks=is_item or not text)
        if mark == "## ":
            self._sections.append(_Section(line, []))
        elif self._sections:
            self._sections[-1].lines.append(line)
        elif text:
            raise self._error("text stands before the first page")

    def _parts(self, text: str) -> Iterator[str | Callable[[R, Voice], str]]:
        for at, part in enumerate(_PLACEHOLDER.split(text)):
            if at % 2:
                yield self._placeholder(part)
            elif "{" in part or "}" in part:
                raise self._error("a brace has no partner")
            elif part:
                yield part

    def _placeholder(self, written: str) -> str | Callable[[R, Voice], str]:
        name, _, form = written.partition(":")
        found = self._formatted(name, form) if form else self._calculated(written) or self._amount(written)
        if found is None:
            raise self._error(f"there is no placeholder {{{written}}}")
        return found

    def _formatted(self, name: str, form: str) -> Callable[[R, Voice], str] | None:
        number, write = self._number_of(name, "number"), _FORMATS.get(form)
        return None if number is None or write is None else lambda rules, _: write(number(rules))

    def _calculated(self, written: str) -> str | Callable[[R, Voice], str] | None:
        words, role = self._words.get(written), written.removeprefix("skill ")
        if words is not None:
            self._used.add(written)
        elif role != written and role in ROLE_TITLES:
            return lambda _, voice: voice.skills.get(role, ROLE_TITLES[role].lower())
        return words

    def _amount(self, written: str) -> Callable[[R, Voice], str] | None:
        """Read a sum of money, or the value of an option."""
        option = self._options.get(written)
        if terms := self._terms(written):
            return lambda rules, voice: voice.money(sum(times * amount(rules) for times, amount in terms))
        if option is not None:
            return lambda rules, voice: option.told(getattr(rules, option.name), voice.money)
        return None

    def _terms(self, written: str) -> list[tuple[int, Callable[[R], int]]]:
        """Read a sum of money: "ante", "3 ante + 6 bet"; nothing if it is none."""
        terms: list[tuple[int, Callable[[R], int]]] = []
        for term in written.split(" + "):
            found = _TERM.fullmatch(term)
            amount = self._number_of(found[2], "money") if found else None
            if found is None or amount is None:
                return []
            terms.append((int(found[1] or 1), amount))
        return terms

    def _number_of(self, name: str, kind: str) -> Callable[[R], int] | None:
        """Return the way to a number: an option of that kind, or a calculated amount."""
        option, amount = self._options.get(name), self._amounts.get(name)
        if option is not None and option.kind == kind:
            return lambda rules: getattr(rules, name)
        if amount is not None and kind == "money":
            self._used.add(name)
            return amount
        return None

    def _condition(self, written: str) -> Iterator[Callable[[R], bool]]:
        for term in written.split(" and "):
            name = term.removeprefix("not ")
            compared = _COMPARISON.fullmatch(term)
            holds = self._compared(*compared.groups()) if compared else self._holds(name)
            if holds is None:
                raise self._error(f"there is no condition [{term}]")
            yield holds if compared or name == term else _negated(holds)

    def _compared(self, name: str, sign: str, values: str) -> Callable[[R], bool] | None:
        option = self._options.get(name)
        wanted = set(values.split(" or "))
        if option is None or not all(_can_be(option, value) for value in wanted):
            return None
        return lambda rules: (str(getattr(rules, option.name)) in wanted) is (sign == "=")

    def _holds(self, name: str) -> Callable[[R], bool] | None:
        option, calculated = self._options.get(name), self._when.get(name) or self._amounts.get(name)
        if calculated is not None:
            self._used.add(name)
            return lambda rules: bool(calculated(rules))
        if option is not None and option.kind != "choice":
            return lambda rules: bool(getattr(rules, option.name))
        return None


def _negated(holds: Callable[[R], bool]) -> Callable[[R], bool]:
    return lambda rules: not holds(rules)


def _can_be(option: Option, value: str) -> bool:
    """Tell whether the option is compared with a value that it can have."""
    if option.kind == "choice":
        return value in dict(option.choices)
    return option.kind in ("number", "money") and value.isascii() and value.isdigit()
