"""Money: currencies and their coins, amounts as people type them, and amounts as the bot writes them."""

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, Self

from propcache.api import cached_property
from pydantic import Field, field_validator, model_validator

from bot.engine.frozen import Frozen
from bot.errors import MoneyError

MAX_AMOUNT = 10**15
MOST_DENOMINATIONS = 8
LONGEST_AMOUNT = 500
SHORTHANDS = {"k": 1_000, "m": 1_000_000}
_MINUS = "\N{MINUS SIGN}"
_MOST_WRITTEN = 128
"""Amounts that a currency keeps as they were written, before it forgets all of them."""


class Part(NamedTuple):
    """A number and the word for its coin, as typed; "" if there is none."""

    number: str
    unit: str


SHORTHAND = re.compile(r"([km])(?:\s+|$)")

# Powers and fractions would turn into digits that nobody typed.
_RAISED = ("<super>", "<sub>", "<fraction>")
_ALIKE = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})
_NUMBER = re.compile(r"[0-9]{1,3}(?:[ '_][0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[.,]*[0-9][0-9.,'_]*")
_PLAIN = re.compile(r"(?:[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+)(?:\.[0-9]+)?|\.[0-9]+")
_THOUSANDS_OR_DECIMALS = re.compile(r"[1-9][0-9]{0,2}\.[0-9]{3}")


def unit_key(word: str) -> str:
    """Return a key that all spellings of one coin share."""
    return " ".join(unicodedata.normalize("NFKC", word).casefold().translate(_ALIKE).split())


def is_unit(word: str) -> bool:
    """Tell whether a coin can have this name: letters, spaces, hyphens and apostrophes, or a currency sign."""
    kinds = [unicodedata.category(letter) for letter in word]
    return (
        0 < len(word) <= 30
        and (kinds[0].startswith("L") or kinds[0] == "Sc")
        and all(kind[0] in "LM" or kind == "Sc" or letter in " -'’" for kind, letter in zip(kinds, word, strict=True))
        and not word.endswith(" ")
        and unit_key(word).split()[-1] != "and"
    )


def normal(text: str) -> str:
    """Return the text folded, with plain digits, spaces, apostrophes and minus signs; "" if it can't be an amount."""
    if len(text) > LONGEST_AMOUNT or any(unicodedata.decomposition(letter).startswith(_RAISED) for letter in text):
        return ""
    digits = "".join(str(unicodedata.decimal(letter, letter)) for letter in unit_key(text))
    return digits.rstrip(".")


def parts_of(written: str) -> Iterator[Part]:
    """Yield the numbers, each with the words behind it (or, a single one, before it); nothing in any other form."""
    numbers = list(_NUMBER.finditer(written))
    first = numbers[0]
    if first.start() > 0:
        if first.end() == len(written):
            yield Part(first[0], written[: first.start()].strip())
        return
    ends = [found.start() for found in numbers[1:]] + [len(written)]
    for found, end in zip(numbers, ends, strict=True):
        between = written[found.end() : end].strip(" ,;+&")
        yield Part(found[0].rstrip(","), re.sub(r"(?:^|\s+)and$", "", between).strip())


def number_of(written: str) -> Fraction:
    """Read a number with at most one decimal point and, if any, correct thousands separators.

    Raises MoneyError, also for "1.500": half the world reads it as fifteen hundred.
    """
    bare = re.sub("[ '_]", ",", written)
    if _PLAIN.fullmatch(bare) and not _THOUSANDS_OR_DECIMALS.fullmatch(bare):
        return Fraction(bare.replace(",", ""))
    typed = written.replace("_", " ") if len(written) <= 20 else "that"
    raise MoneyError(f"I can't tell how much {typed} is. Write thousands as 1,000 or 1000, and halves as 2.5.")


class Denomination(Frozen):
    """A coin: `value` in smallest coins; `symbol` stands behind a number, or is empty and the name does.

    One that isn't `shown` can be typed, but amounts are never written in it.
    """

    name: str
    plural: str
    symbol: str = ""
    value: int = Field(ge=1, le=10**9)
    aliases: tuple[str, ...] = Field(default=(), max_length=10)
    shown: bool = True

    @property
    def short(self) -> str:
        """Its short form in a sentence: the symbol, or the plural."""
        return self.symbol or self.plural

    @property
    def words(self) -> frozenset[str]:
        """Everything that people may write for it, folded."""
        return frozenset(unit_key(word) for word in (self.name, self.plural, self.symbol, *self.aliases) if word)

    def count(self, count: int) -> str:
        return f"{count:,} {self.symbol or (self.name if count == 1 else self.plural)}"


class Currency(Frozen):
    """The money of a campaign. A bare number means coins of the `main` denomination (its name).

    With `shorthand`, "1.5k" and "2m" are thousands and millions, and no coin is called k or m.
    """

    denominations: tuple[Denomination, ...] = Field(min_length=1, max_length=MOST_DENOMINATIONS)
    main: str
    shorthand: bool = False

    @field_validator("denominations")
    @classmethod
    def _can_show_everything(cls, denominations: tuple[Denomination, ...]) -> tuple[Denomination, ...]:
        if not any(coin.shown and coin.value == 1 for coin in denominations):
            raise ValueError("the smallest coin must be worth 1 and be shown")
        words = [word for coin in denominations for word in coin.words]
        if len(words) > len(set(words)):
            raise ValueError("two denominations share a name")
        if len({coin.value for coin in denominations}) < len(denominations):
            raise ValueError("two denominations are worth the same")
        written = ((coin.name, coin.plural, *filter(None, (coin.symbol, *coin.aliases))) for coin in denominations)
        if not all(is_unit(word) for coin in written for word in coin):
            raise ValueError("the name of a coin has letters, and no digits")
        return denominations

    @model_validator(mode="after")
    def _has_its_main_coin(self) -> Self:
        if all(coin.name != self.main for coin in self.denominations):
            raise ValueError("the main denomination isn't one of them")
        if self.shorthand and any(coin.words & SHORTHANDS.keys() for coin in self.denominations):
            raise ValueError("k and m are thousands and millions here")
        return self

    @property
    def main_coin(self) -> Denomination:
        return next(coin for coin in self.denominations if coin.name == self.main)

    @property
    def title(self) -> str:
        """The shown coins: "credits", or "gp, sp and cp"."""
        shown = [coin.short for coin in self._shown]
        if len(shown) == 1:
            return self._shown[0].plural
        return f"{', '.join(shown[:-1])} and {shown[-1]}"

    @property
    def example(self) -> str:
        """An amount as it is typed here."""
        first, *others = self._shown
        return f"{first.count(2)} {others[0].count(5)}" if others else first.count(1000)

    @cached_property
    def _shown(self) -> tuple[Denomination, ...]:
        """The coins that amounts are written in, the largest first."""
        return tuple(sorted((coin for coin in self.denominations if coin.shown), key=lambda coin: -coin.value))

    def coins(self, amount: int) -> tuple[tuple[Denomination, int], ...]:
        """Return change for `amount` (smallest coins, not negative), the largest coins first; nothing for zero."""
        if amount < 0:
            raise ValueError(f"no change for {amount}")
        change: list[tuple[Denomination, int]] = []
        for coin in self._shown:
            count, amount = divmod(amount, coin.value)
            if count:
                change.append((coin, count))
        return tuple(change)

    @cached_property
    def _written(self) -> dict[int, str]:
        """Amounts as they were written: most stay from one drawing of a table to the next."""
        return {}

    def show(self, amount: int) -> str:
        """Write an amount, as in "1,000 cr" or "2 gp 5 sp"; a negative one with one minus before the whole."""
        written = self._written.get(amount)
        if written is None:
            if len(self._written) >= _MOST_WRITTEN:
                self._written.clear()
            coins = " ".join([coin.count(count) for coin, count in self.coins(abs(amount))])
            written = f"{_MINUS if amount < 0 else ''}{coins or self.main_coin.count(0)}"
            self._written[amount] = written
        return written

    def brief(self, amount: int) -> str:
        """Write an amount for a small button: without its unit where there is only one."""
        return f"{amount:,}" if len(self._shown) == 1 else self.show(amount)

    def show_net(self, amount: int) -> str:
        """Write a gain or loss: "+235 cr", "−470 cr", and "0 cr" for neither."""
        return f"+{self.show(amount)}" if amount > 0 else self.show(amount)

    def parse(self, text: str, *, minimum: int = 1) -> int:
        """Read a typed amount, in smallest coins. It reads everything that `show` writes.

        Raises MoneyError below `minimum`, above MAX_AMOUNT, and for text that isn't an amount of this currency.
        """
        written = normal(text)
        if not re.search("[0-9]", written):
            raise self._unreadable()
        if written.startswith("-"):
            raise MoneyError("An amount can't be negative.")
        parts = list(parts_of(written.removeprefix("+").strip()))
        if not parts:
            raise self._unreadable()
        coins = [self._coin(part, alone=len(parts) == 1) for part in parts]
        if twice := next((coin for coin in coins if coins.count(coin) > 1), None):
            raise MoneyError(f"You named {twice.plural} twice. Write it like this: {self.example}.")
        values = (self._number(part) * coin.value for part, coin in zip(parts, coins, strict=True))
        return self._within(sum(values, Fraction(0)), minimum)

    def _coin(self, part: Part, alone: bool) -> Denomination:
        unit = SHORTHAND.sub("", part.unit) if self.shorthand else part.unit
        if unit:
            coin = next((coin for coin in self.denominations if unit_key(unit) in coin.words), None)
            if coin is None:
                raise self._foreign(unit)
            return coin
        if not alone:
            raise MoneyError(f"Say which coins you mean by {part.number}. Write it like this: {self.example}.")
        return self.main_coin

    def _number(self, part: Part) -> Fraction:
        number = number_of(part.number)
        found = SHORTHAND.match(part.unit) if self.shorthand else None
        return number * SHORTHANDS[found[1]] if found else number

    def _within(self, total: Fraction, minimum: int) -> int:
        if total > MAX_AMOUNT:
            raise MoneyError(f"That's too much. The limit is {self.show(MAX_AMOUNT)}.")
        if total.denominator != 1:
            raise MoneyError(f"That doesn't come to whole coins. The smallest coin is {self._shown[-1].count(1)}.")
        if total < minimum:
            raise MoneyError(f"That's too little. The least is {self.show(minimum)}.")
        return int(total)

    def _foreign(self, unit: str) -> MoneyError:
        if not is_unit(unit) or len(unit) > 20 or unit == "e":
            return self._unreadable()
        who = "A tournament" if self == CHIPS else "This campaign"
        return MoneyError(f"{who} counts in {self.title}, not {unit}.")

    def _unreadable(self) -> MoneyError:
        return MoneyError(f"I can't read that amount. Write it like this: {self.example}.")


def _coin(name: str, symbol: str, value: int, *aliases: str, plural: str = "", shown: bool = True) -> Denomination:
    return Denomination(
        name=name, plural=plural or f"{name}s", symbol=symbol, value=value, aliases=aliases, shown=shown
    )


CREDITS = Currency(denominations=(_coin("credit", "cr", 1, "creds", "cred"),), main="credit", shorthand=True)
# People at the table count in gold: platinum and electrum can be typed, but are not shown.
DND = Currency(
    denominations=(
        _coin("platinum piece", "pp", 1000, "platinum", shown=False),
        _coin("gold piece", "gp", 100, "gold"),
        _coin("electrum piece", "ep", 50, "electrum", shown=False),
        _coin("silver piece", "sp", 10, "silver"),
        _coin("copper piece", "cp", 1, "copper"),
    ),
    main="gold piece",
)
CHIPS = Currency(denominations=(_coin("chip", "", 1),), main="chip", shorthand=True)
"""What a tournament is played with: chips that are worth nothing but a place in it."""
