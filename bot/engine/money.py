"""Amounts of money: whole numbers of the smallest coin, typed and shown the way people write them."""

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, Self

from pydantic import Field, field_validator, model_validator

from bot.engine.frozen import Frozen
from bot.errors import MoneyError

MAX_AMOUNT = 10**15
MOST_DENOMINATIONS = 8
LONGEST_AMOUNT = 100
_MINUS = "\N{MINUS SIGN}"


class Denomination(Frozen):
    """A coin: `value` in smallest coins; `symbol` stands behind a number, or is empty and the name does.

    One that isn't `shown` can be typed, but amounts are never written in it.
    """

    name: str
    plural: str
    symbol: str = ""
    value: int = Field(ge=1, le=10**9)
    aliases: tuple[str, ...] = ()
    shown: bool = True

    @property
    def short(self) -> str:
        """What stands for it in a sentence: its symbol, else its plural."""
        return self.symbol or self.plural

    @property
    def words(self) -> frozenset[str]:
        """Everything that people may write for it, folded."""
        return frozenset(unit_key(word) for word in (self.name, self.plural, self.symbol, *self.aliases) if word)

    def count(self, count: int) -> str:
        return f"{count:,} {self.symbol or (self.name if count == 1 else self.plural)}"


class Currency(Frozen):
    """The money of a campaign. A bare number means coins of the `main` denomination (its name).

    With `shorthand`, "1.5k" and "2m" are thousands and millions.
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
        if not all(is_unit(word) for word in words):
            raise ValueError("the name of a coin has letters, and no digits")
        return denominations

    @model_validator(mode="after")
    def _has_its_main_coin(self) -> Self:
        if all(coin.name != self.main for coin in self.denominations):
            raise ValueError("the main denomination isn't one of them")
        return self

    @property
    def main_coin(self) -> Denomination:
        return next(coin for coin in self.denominations if coin.name == self.main)

    @property
    def title(self) -> str:
        """What the campaign counts in: "credits", or "gp, sp and cp"."""
        shown = [coin.short for coin in self._shown()]
        if len(shown) == 1:
            return self._shown()[0].plural
        return f"{', '.join(shown[:-1])} and {shown[-1]}"

    @property
    def example(self) -> str:
        """An amount as it is typed here."""
        shown = self._shown()
        return f"{shown[0].count(2)} {shown[1].count(5)}" if len(shown) > 1 else shown[0].count(1000)

    def _shown(self) -> list[Denomination]:
        return sorted((coin for coin in self.denominations if coin.shown), key=lambda coin: -coin.value)

    def coins(self, amount: int) -> tuple[tuple[Denomination, int], ...]:
        """Change for `amount` (smallest coins, not negative), the largest coins first; nothing for zero."""
        if amount < 0:
            raise ValueError(f"no change for {amount}")
        change: list[tuple[Denomination, int]] = []
        for coin in self._shown():
            count, amount = divmod(amount, coin.value)
            if count:
                change.append((coin, count))
        return tuple(change)

    def show(self, amount: int) -> str:
        """As in "1,000 cr" or "2 gp 5 sp"; a negative amount with one minus before the whole."""
        written = " ".join(coin.count(count) for coin, count in self.coins(abs(amount)))
        return f"{_MINUS if amount < 0 else ''}{written or self.main_coin.count(0)}"

    def show_net(self, amount: int) -> str:
        """What was won or lost: "+235 cr", "−470 cr", and "0 cr" for neither."""
        return f"+{self.show(amount)}" if amount > 0 else self.show(amount)

    def parse(self, text: str, *, minimum: int = 1) -> int:
        """The amount that somebody typed, in smallest coins; reads everything that `show` writes.

        Raises MoneyError below `minimum`, above MAX_AMOUNT, and for whatever isn't an amount of this currency.
        """
        written = _normal(text)
        if not written or len(written) > LONGEST_AMOUNT or not re.search("[0-9]", written):
            raise self._unreadable()
        if written.startswith("-"):
            raise MoneyError("An amount can't be negative.")
        parts = list(_parts(written.removeprefix("+").strip()))
        if not parts:
            raise self._unreadable()
        total = sum((self._value(part, alone=len(parts) == 1) for part in parts), Fraction(0))
        return self._within(total, minimum)

    def _value(self, part: "_Part", alone: bool) -> Fraction:
        number, unit = _number(part.number), part.unit
        if self.shorthand and (found := re.match(r"([km])(?:\s+|$)", unit)) and unit_key(unit) not in self._words():
            number *= {"k": 1_000, "m": 1_000_000}[found[1]]
            unit = unit[found.end() :]
        if not unit:
            if alone or len(self.denominations) == 1:
                return number * self.main_coin.value
            raise MoneyError(f"Say which coins you mean by {part.number}. Write it like this: {self.example}.")
        coin = next((coin for coin in self.denominations if unit_key(unit) in coin.words), None)
        if coin is None:
            raise self._foreign(unit)
        return number * coin.value

    def _words(self) -> set[str]:
        return {word for coin in self.denominations for word in coin.words}

    def _within(self, total: Fraction, minimum: int) -> int:
        if total > MAX_AMOUNT:
            raise MoneyError(f"That is more than there is in the world: at most {self.show(MAX_AMOUNT)}.")
        if total.denominator != 1:
            raise MoneyError(f"That can't be paid in whole coins: the smallest is {self._shown()[-1].count(1)}.")
        if total < minimum:
            raise MoneyError(f"It takes at least {self.show(minimum)}.")
        return int(total)

    def _foreign(self, unit: str) -> MoneyError:
        if not is_unit(unit) or len(unit) > 20:
            return self._unreadable()
        return MoneyError(f"This campaign counts in {self.title}, not {unit}.")

    def _unreadable(self) -> MoneyError:
        return MoneyError(f"That isn't an amount I can read. Write it like this: {self.example}.")


class _Part(NamedTuple):
    number: str
    unit: str


_NUMBER = re.compile(r"[0-9]{1,3}(?:[ '_][0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9.,][0-9.,'_]*")
_SYMBOLS = frozenset("$¢£¤¥€₡₢₣₤₥₦₧₨₩₪₫₭₮₱₲₳₴₵₸₹₺₽₿ƒ")


def unit_key(word: str) -> str:
    """What two spellings of one coin share."""
    return " ".join(unicodedata.normalize("NFKC", word).casefold().split())


def is_unit(word: str) -> bool:
    """Whether a coin can be called that: letters, spaces, hyphens and apostrophes, or a currency sign."""
    return (
        0 < len(word) <= 30
        and all(letter.isalpha() or letter in " -'’" or letter in _SYMBOLS for letter in word)
        and any(letter.isalpha() or letter in _SYMBOLS for letter in word)
    )


def _normal(text: str) -> str:
    """The text with ordinary digits, spaces, apostrophes and minus signs, folded."""
    if len(text) > 4 * LONGEST_AMOUNT:
        return ""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_ALIKE)
    digits = (str(unicodedata.decimal(letter, letter)) for letter in folded)
    return " ".join("".join(digits).split()).rstrip(".")


_ALIKE = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-", "\N{RIGHT SINGLE QUOTATION MARK}": "'"})


def _parts(written: str) -> Iterator[_Part]:
    """Numbers, each with the words behind it; nothing at all if there is something before the first number."""
    numbers = list(_NUMBER.finditer(written))
    if numbers[0].start() > 0:
        return
    ends = [found.start() for found in numbers[1:]] + [len(written)]
    for found, end in zip(numbers, ends, strict=True):
        between = written[found.end() : end].strip(" +&")
        yield _Part(found[0].rstrip(","), re.sub(r"(?:^|\s+)and$", "", between).strip())


def _number(written: str) -> Fraction:
    """A number with at most one point, whose thousands are parted rightly or not at all."""
    bare = re.sub("[ '_]", ",", written)
    if re.fullmatch(r"(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)?(?:\.[0-9]+)?", bare) and not re.fullmatch(
        r"[0-9]{1,3}\.[0-9]{3}", bare
    ):
        return Fraction(bare.replace(",", ""))
    raise MoneyError(f"I can't tell how much {written} is. Write thousands as 1,000 or 1000, and halves as 2.5.")


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
