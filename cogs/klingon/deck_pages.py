"""How decks are shown: ships by empire, what they carry, the action cards, and what a file of cards got wrong."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import discord

from bot.engine.speech import counted, escape, listed
from bot.ui.control import control_id
from bot.ui.panels import button, page
from cogs.klingon.cards import ActionCard, Deck, Kind, Ship
from cogs.klingon.deck_shelf import Cards, Which
from cogs.klingon.mistakes import MOST_TOLD, BadDeck
from cogs.klingon.naming import carried

VERB = "klingon_deck"
"""Begins the ids of these pages' controls: `klingon_deck:show:<which>:<page>` and `:gone:<campaign>:<version>`."""
WHOSE: Mapping[Which, str] = MappingProxyType({"standard": "The game's cards", "own": "Cards of the campaign"})
LINES = 25
"""On a page, so that a phone shows it in two or three screens."""
CHARACTERS = 3400
"""On a page, below Discord's bound with the heading."""
LONGEST_LINE = 600

Section = tuple[str, Sequence[str]]
"""A heading and the lines below it."""


def deck_page(cards: Cards, number: int, *, has_own: bool) -> discord.ui.LayoutView:
    """A page of a deck, counted from 0; one that isn't there any more is the last."""
    pages = pages_of(cards.deck)
    number = min(number, len(pages) - 1)
    heading = f"### {escape(cards.deck.title)}\n-# {WHOSE[cards.which]} · {told(cards.deck)}"
    place = f"-# Page {number + 1} of {len(pages)}"
    turning = [
        button(label, _id(cards.which, at))
        for label, at in (("Back", number - 1), ("More", number + 1))
        if 0 <= at < len(pages)
    ]
    if has_own:
        other: Which = "standard" if cards.which == "own" else "own"
        turning.append(button(WHOSE[other], _id(other, 0)))
    return page(heading, pages[number], place, rows=[turning] if turning else [])


def told(deck: Deck) -> str:
    """What there is in numbers: "42 ships, 60 action cards, 6 carriers"."""
    actions = sum(card.copies for card in deck.actions)
    carriers = sum(ship.is_carrier for ship in deck.ships)
    counts = [counted(len(deck.ships), "ship"), counted(actions, "action card")]
    return ", ".join([*counts, counted(carriers, "carrier") if carriers else "no carriers"])


def loaded_page(deck: Deck) -> discord.ui.LayoutView:
    """What was loaded, and what to do with it."""
    title = escape(deck.title)
    how = f"Open a table with them: /klingon open, cards: {WHOSE['own']}. Open tables keep theirs."
    return page(f"### {title}\nLoaded: {told(deck)}.", how, rows=[[button("Look at the cards", _id("own", 0))]])


def refusal_page(refused: BadDeck) -> discord.ui.LayoutView:
    """What is wrong with a file, as much of it as fits."""
    heading = f"### That deck has {counted(refused.count, 'mistake')}\n-# Nothing has been loaded."
    fitting = ("\n".join(refused.lines(most)) for most in range(MOST_TOLD, 0, -1))
    return page(heading, next(text for text in fitting if len(text) <= CHARACTERS))


def farewell_page(campaign_id: int, version: int) -> discord.ui.LayoutView:
    """Whether they really mean it."""
    text = "Shall this campaign's own cards be taken away? Open tables and saved presets that have them keep them."
    yes = button("Take them away", control_id(VERB, "gone", campaign_id, version), discord.ButtonStyle.danger)
    return page(text, rows=[[yes, button("Keep them", _id("own", 0))]])


def pages_of(deck: Deck) -> tuple[str, ...]:
    """The whole deck as text. A section stays together where it fits; where it goes on its heading stands again."""
    pages: list[list[str]] = [[]]
    for name, lines in _sections(deck):
        heading, shown = f"**{name}**", [_short(line) for line in lines]
        if not _has_room(pages[-1], [heading, *shown]) and _has_room([], [heading, *shown]):
            pages.append([])
        for at, line in enumerate(shown):
            wanted = [line] if at else [heading, line]
            if not _has_room(pages[-1], wanted):
                pages.append([])
                wanted = [heading, line]
            pages[-1] += wanted
    return tuple("\n".join(lines) for lines in pages if lines)


def _has_room(lines: Sequence[str], more: Sequence[str]) -> bool:
    together = (*lines, *more)
    return len(together) <= LINES and sum(map(len, together)) + len(together) <= CHARACTERS


def _sections(deck: Deck) -> Iterator[Section]:
    """The ships of each empire, in the order of the deck; the action cards; what fires and what needs no card."""
    for empire in dict.fromkeys(ship.empire for ship in deck.ships):
        yield escape(empire), [_ship(ship, deck) for ship in deck.ships if ship.empire == empire]
    weapons = [[card for card in deck.actions if card.kind == key] for key, _ in deck.weapons]
    yield "Weapon cards by attack points", [_weapon(cards, deck) for cards in weapons if cards]
    doubling = [(card, kind) for kind in deck.doublers for card in deck.actions if card.kind == kind.key]
    yield "Doublers", [_doubler(card, kind, deck) for card, kind in doubling] or ["None."]
    yield "What mounts fire", _firing(deck)
    yield "Fighters", [f"Each adds {counted(deck.fighter_points, 'attack point')} without a card."]
    if any(ship.has_cloak or ship.has_web for ship in deck.ships):
        yield "Cloak and web", ["They count for nothing in this game."]


def _ship(ship: Ship, deck: Deck) -> str:
    marks = {"carrier": ship.is_carrier, "cloak": ship.has_cloak, "web": ship.has_web}
    told = ", ".join((f"size {ship.points}", *(mark for mark, is_set in marks.items() if is_set)))
    return f"{escape(ship.name)} ({told}): {carried(ship, deck)}"


def _weapon(cards: Sequence[ActionCard], deck: Deck) -> str:
    """As in "Phaser: 3 (5 cards), 4 (1 card)"."""
    by_points = sorted(cards, key=lambda card: card.value or 0)
    counts = ", ".join(f"{card.value} ({counted(card.copies, 'card')})" for card in by_points)
    return f"{escape(deck.names[cards[0].kind])}: {counts}"


def _doubler(card: ActionCard, kind: Kind, deck: Deck) -> str:
    return f"{card.copies} {escape(kind.name)}: doubles {_named(kind, deck)}"


def _firing(deck: Deck) -> list[str]:
    """What isn't clear from the name of a mount."""
    others = [mount for mount in deck.mounts if mount.weapons != (mount.key,)]
    lines = [f"{escape(mount.name)}: {_named(mount, deck)}" for mount in others]
    if len(others) < len(deck.mounts):
        lines.append(f"Every {'other ' if others else ''}mount: the weapon of its name")
    return lines


def _named(kind: Kind, deck: Deck) -> str:
    return listed((escape(deck.names[weapon]) for weapon in kind.weapons), "or")


def _short(line: str) -> str:
    """A line of a deck of many long names, cut between two words."""
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE].rpartition(' ')[0]} …"


def _id(which: Which, number: int) -> str:
    return control_id(VERB, "show", which, number)
