"""Amounts as people type them: numbers, each with the coin it counts."""

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from bot.errors import MoneyError

LONGEST_AMOUNT = 500
SHORTHANDS = {"k": 1_000, "m": 1_000_000}


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
    """What two spellings of one coin share."""
    return " ".join(unicodedata.normalize("NFKC", word).casefold().translate(_ALIKE).split())


def is_unit(word: str) -> bool:
    """Whether a coin can be called that: letters, spaces, hyphens and apostrophes, or a currency sign."""
    kinds = [unicodedata.category(letter) for letter in word]
    return (
        0 < len(word) <= 30
        and (kinds[0].startswith("L") or kinds[0] == "Sc")
        and all(kind[0] in "LM" or kind == "Sc" or letter in " -'’" for kind, letter in zip(kinds, word, strict=True))
        and not word.endswith(" ")
        and unit_key(word).split()[-1] != "and"
    )


def normal(text: str) -> str:
    """The text with ordinary digits, spaces, apostrophes and minus signs, folded; "" if it can't be an amount."""
    if len(text) > LONGEST_AMOUNT or any(unicodedata.decomposition(letter).startswith(_RAISED) for letter in text):
        return ""
    digits = "".join(str(unicodedata.decimal(letter, letter)) for letter in unit_key(text))
    return digits.rstrip(".")


def parts_of(written: str) -> Iterator[Part]:
    """Numbers, each with the words behind it (or, a single one, before it); nothing at all if they stand otherwise."""
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
    """A number with at most one point, whose thousands are parted rightly or not at all; else MoneyError.

    "1.500" is refused: half the world reads it as fifteen hundred.
    """
    bare = re.sub("[ '_]", ",", written)
    if _PLAIN.fullmatch(bare) and not _THOUSANDS_OR_DECIMALS.fullmatch(bare):
        return Fraction(bare.replace(",", ""))
    typed = written.replace("_", " ") if len(written) <= 20 else "that"
    raise MoneyError(f"I can't tell how much {typed} is. Write thousands as 1,000 or 1000, and halves as 2.5.")
