"""What the spots of the layout are called, and all that people write for them.

A hyphen joins the first and the last number of a spot ("17-21") or all of them ("17-18-20-21"); a list with spaces or
strokes names all. So nothing that could be two bets is read as one.
"""

from collections.abc import Iterable, Sequence

from bot.engine.moves import Choice
from cogs.roulette.spots import Kind
from cogs.roulette.wheel import NUMBERS, Pocket, colour, in_words, is_zero

_JOINTS = "-/ "
_CALLED: dict[Kind, tuple[str, ...]] = {
    "straight": ("number", "straight", "straight up"),
    "split": ("split",),
    "street": ("street",),
    "corner": ("corner", "square"),
    "six_line": ("six line", "line", "double street"),
}
"""The word of a kind of bet, and others for it."""


def number(pocket: Pocket) -> Choice:
    """A single number."""
    more = {"0": ("zero",), "00": ("double zero",)}.get(pocket, ())
    called = (f"{word} {pocket}" for word in _CALLED["straight"])
    return _choice(pocket, (*called, in_words(pocket), f"{colour(pocket)} {pocket}", *more))


def split(one: Pocket, other: Pocket) -> Choice:
    """Two numbers that touch, in whichever order."""
    name = f"{one}-{other}"
    lists = (*_lists((one, other)), *_lists((other, one)))
    return _choice(name, (*lists, *(f"split {written}" for written in lists)))


def block(kind: Kind, pockets: Sequence[Pocket]) -> Choice:
    """A street, corner or six line of numbers from 1 to 36: "corner 17-21"."""
    ends = f"{pockets[0]}-{pockets[-1]}"
    word, *_ = _CALLED[kind]
    written = (ends, f"{pockets[0]} to {pockets[-1]}", *_lists(pockets))
    # Any number of a street says which it is; a corner or six line is known by its lowest.
    single = pockets if kind == "street" else pockets[:1]
    called = (f"{one} {what}" for one in _CALLED[kind] for what in (*written, *single))
    return _choice(f"{word} {ends}", (*written, *called))


def trio(pockets: Sequence[Pocket]) -> Choice:
    """Three numbers at the zero."""
    lists = _lists(pockets)
    return _choice(f"trio {lists[0]}", (*lists, *(f"{word} {what}" for word in ("trio", "street") for what in lists)))


def first_four() -> Choice:
    return _choice("first four", ("first 4", "basket", *_lists(("0", *NUMBERS[:3])), "corner 0-1-2-3", "corner 0-3"))


def top_line() -> Choice:
    five = ("0", "00", *NUMBERS[:3])
    words = ("topline", "basket", "five numbers", "five number", "first five", "first 5")
    return _choice("top line", (*words, *_lists(five), "00-0-1-2-3"))


def outside(name: str, label: str, *aliases: str) -> Choice:
    """A large part of the layout, whose label says which numbers it has."""
    return Choice(value=name, label=label, aliases=(*(() if name == label.casefold() else (name,)), *aliases))


def order(pockets: Iterable[Pocket]) -> tuple[Pocket, ...]:
    """Zeros first, then upwards."""
    return tuple(sorted(pockets, key=lambda pocket: (not is_zero(pocket), int(pocket), pocket)))


def _lists(pockets: Sequence[Pocket]) -> tuple[str, ...]:
    """All numbers, joined in the ways that people write."""
    return tuple(joint.join(pockets) for joint in _JOINTS)


def _choice(name: str, written: Iterable[str]) -> Choice:
    """A choice that is called by its name; each way to write it counts once."""
    return Choice(value=name, label=name, aliases=tuple(dict.fromkeys(word for word in written if word != name)))
