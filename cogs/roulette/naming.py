"""What the spots of the layout are called, and by which words and numbers each is known.

A spot is known by a word of its kind, or none, and by its numbers in whichever order: all of them, or the first and the
last where they stand in rows ("street 4-6"), or the first alone behind the word ("corner 17"). No two spots of a layout
are known by the same. How people write them down is `reading`'s to see through.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cogs.roulette.wheel import NUMBERS, Pocket, colour, is_zero


class Known(NamedTuple):
    """A word without its spaces, "" for none, and numbers in the order of the layout: what a spot is known by."""

    word: str
    numbers: tuple[Pocket, ...] = ()


class Name(NamedTuple):
    """What a spot is called on the table and in what is kept, how a list shows it, and what it is known by."""

    value: str
    label: str
    known: frozenset[Known]


STREET, CORNER, SIX_LINE = ("street",), ("corner", "square"), ("sixline", "line", "doublestreet")
STRAIGHT, SPLIT = ("straight", "straightup"), ("split",)


def number(pocket: Pocket) -> Name:
    """A single number."""
    return _name(pocket, _by((*STRAIGHT, colour(pocket)), (pocket,)))


def split(one: Pocket, other: Pocket) -> Name:
    """Two numbers that touch."""
    return _name(f"{one}-{other}", _by(SPLIT, order((one, other))))


def street(pockets: Sequence[Pocket]) -> Name:
    return _in_rows(STREET, "street", pockets)


def corner(pockets: Sequence[Pocket]) -> Name:
    return _in_rows(CORNER, "corner", pockets)


def six_line(pockets: Sequence[Pocket]) -> Name:
    return _in_rows(SIX_LINE, "six line", pockets)


def trio(pockets: Sequence[Pocket]) -> Name:
    """Three numbers at the zero."""
    return _name(f"trio {'-'.join(pockets)}", _by(("trio", *STREET), order(pockets)))


def first_four() -> Name:
    four = ("0", *NUMBERS[:3])
    words = ("firstfour", "basket")
    return _name("first four", (*map(Known, words), *_by((*words, *CORNER), four), *_bare(CORNER, ("0", "3"))))


def top_line() -> Name:
    words = ("topline", "basket", "five", "firstfive")
    return _name("top line", (*map(Known, words), *_by(words, ("0", "00", *NUMBERS[:3]))))


def even_chance(word: str, label: str, *ends: Pocket) -> Name:
    """A colour, even or odd; low and high are known by their ends too."""
    known = (Known(word), *(_by((word,), ends) if ends else ()))
    return Name(value=word, label=label, known=frozenset(known))


def third(kind: str, at: int, label: str, *ends: Pocket) -> Name:
    """One of the dozens or columns, counted from 0; a dozen is known by its ends too."""
    ordinal = ("first", "second", "third")[at]
    words = (kind, f"{ordinal}{kind}")
    known = (Known(words[1]), Known(kind, (str(at + 1),)), *(_by(words, ends) if ends else ()))
    return Name(value=f"{ordinal} {kind}", label=f"{ordinal.capitalize()} {kind}, {label}", known=frozenset(known))


def order(pockets: Iterable[Pocket]) -> tuple[Pocket, ...]:
    """Zeros first, then upwards."""
    return tuple(sorted(pockets, key=lambda pocket: (not is_zero(pocket), int(pocket), pocket)))


def _in_rows(words: Sequence[str], word: str, pockets: Sequence[Pocket]) -> Name:
    ends = (pockets[0], pockets[-1])
    known = (*_by(words, tuple(pockets)), *_by(words, ends), *_bare(words, pockets[:1]))
    return _name(f"{word} {'-'.join(ends)}", known)


def _by(words: Iterable[str], numbers: Sequence[Pocket]) -> tuple[Known, ...]:
    """By these numbers, without a word or with one of them."""
    return (Known("", tuple(numbers)), *_bare(words, numbers))


def _bare(words: Iterable[str], numbers: Sequence[Pocket]) -> tuple[Known, ...]:
    return tuple(Known(word, tuple(numbers)) for word in words)


def _name(value: str, known: Iterable[Known]) -> Name:
    """A spot that a list shows by its name."""
    return Name(value=value, label=value, known=frozenset(known))
