"""A deck becomes a file that explains itself: `read_deck` makes the same deck of it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from cogs.klingon.cards import ActionCard, Deck, Kind, Ship
from cogs.klingon.entries import MOST_ACTIONS, MOST_COPIES, MOST_SHIPS
from cogs.klingon.places import LONGEST_LINE

_HEAD = """\
# Cards for No-Limit Klingon Hold-'Em.
#
# Change what you like and load the file with /klingon deck import. Texts stand between quotation marks,
# and what stands behind a # is read by nobody.

# The kind of file. Leave this as it is.
schema = 1
# What people call these cards.
title = %s
# What each fighter of a carrier adds to an attack; fighters need no card.
fighter_points = %d
"""
_NAMES = """
# What people read. Whatever has no line here goes by its own word: plasma_r is called Plasma-R.
[names]
"""
_MOUNTS = """
# Where weapons are mounted, and which weapon cards may be fired from there.
[mounts]
"""
_DOUBLERS = """
# Cards that double one fired weapon card, and which weapons they can double.
[doublers]
"""
_ACTIONS = f"""
# The action cards. A weapon says how many cards there are of each number of attack points: with {{ 3 = 5 }}
# there are five that are worth 3. A doubler says how many there are of it. At most {MOST_COPIES} of one card,
# {MOST_ACTIONS} in all.
"""
_SHIPS = f"""
# The ships, from 20 to {MOST_SHIPS}, each with an id of its own: a to z, 0 to 9 and hyphens.
#   points    its size: by them the six or twelve smallest are taken out; of equals those further up
#   mounts    how many weapons of each kind it has, as they are called under [mounts]
#   fighters  how many it carries; carrier = true says that it goes where carriers are left out
#   cloak and web = true are for the eye: in this game they do nothing
"""
_WIDEST = 120
"""Characters of a line that can be wrapped."""


def write_deck(deck: Deck) -> str:
    """The whole file, with a comment on everything that can stand in it."""
    return "".join(
        (
            _HEAD % (_text(deck.title), deck.fighter_points),
            _NAMES,
            *(f"{key} = {_text(name)}\n" for key, name in deck.names.items()),
            _MOUNTS,
            *_kinds(deck.mounts),
            _DOUBLERS,
            *_kinds(deck.doublers),
            _ACTIONS,
            *(_action(kind, tuple(cards)) for kind, cards in groupby(deck.actions, lambda card: card.kind)),
            _SHIPS,
            *("\n".join(("", "[[ship]]", *_ship(ship), "")) for ship in deck.ships),
        )
    )


def _kinds(kinds: Iterable[Kind]) -> Iterator[str]:
    for kind in kinds:
        words = [_text(weapon) for weapon in kind.weapons]
        line = f"{kind.key} = [{', '.join(words)}]\n"
        yield (
            line if len(line) <= _WIDEST else "\n".join((f"{kind.key} = [", *(f"    {word}," for word in words), "]\n"))
        )


def _action(kind: str, cards: tuple[ActionCard, ...]) -> str:
    copies = {str(card.value): card.copies for card in cards}
    amount = f"n = {cards[0].copies}" if cards[0].value is None else _counts("values", copies)
    return f"\n[[action]]\ntype = {_text(kind)}\n{amount}\n"


def _ship(ship: Ship) -> Iterator[str]:
    yield f"id = {_text(ship.id)}"
    yield f"name = {_text(ship.name)}"
    yield f"empire = {_text(ship.empire)}"
    yield f"hull = {_text(ship.hull)}"
    yield f"points = {ship.points}"
    yield _counts("mounts", dict(ship.mounts))
    if ship.fighters:
        yield f"fighters = {ship.fighters}"
    marks = {"carrier": ship.is_carrier, "cloak": ship.has_cloak, "web": ship.has_web}
    yield from (f"{mark} = true" for mark, is_set in marks.items() if is_set)


def _counts(word: str, numbers: Mapping[str, int]) -> str:
    """A table of numbers on one line, as long as it may be; between curly brackets it can't go on on the next."""
    inside = ", ".join(f"{key} = {number}" for key, number in numbers.items())
    line = f"{word} = {{ {inside} }}" if inside else f"{word} = {{}}"
    return (
        line if len(line) <= LONGEST_LINE else "\n".join(f"{word}.{key} = {number}" for key, number in numbers.items())
    )


def _text(text: str) -> str:
    """A text as TOML has it: what JSON escapes, TOML escapes in the same way."""
    return json.dumps(text, ensure_ascii=False)
