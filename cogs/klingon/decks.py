"""`/klingon deck`: a campaign loads its own cards, and everyone reads the ships and action cards page by page."""

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple, cast

import discord
from discord import app_commands

from bot.campaigns import Campaign, CardFile, Right
from bot.engine.words import counted, escape, listed
from bot.errors import NotFound, TooLate, Unreadable
from bot.ui.client import Interaction
from bot.ui.commands.checks import needs
from bot.ui.context import campaign_of, person_of, services_of, whisper
from bot.ui.files import read_attachment, send_file
from bot.ui.forms import answer_here
from bot.ui.handlers.answers import part
from bot.ui.pages.paging import paged, split_sections
from bot.ui.panels import button, control_id, page
from bot.ui.routing import NOT_OFFERED, WORN_OUT, control, number
from cogs.klingon.card_file import MOST_BYTES, MOST_TOLD, STANDARD, BadDeck, read_deck, write_deck
from cogs.klingon.cards import ActionCard, Deck, Kind, Ship
from cogs.klingon.naming import carried

_log = logging.getLogger(__name__)

GAME_KEY = "klingon"
Which = Literal["standard", "own"]
_DECKS_KEPT = 8
_MARK = "\ufeff"
"""The byte order mark that some editors write before the first line."""


class Cards(NamedTuple):
    """A deck and whose it is."""

    deck: Deck
    which: Which


_STANDARD_CARDS = Cards(STANDARD, "standard")


async def own_file(interaction: Interaction, campaign: Campaign) -> CardFile | None:
    """Return the campaign's own card file, readable or not; None without one."""
    return await services_of(interaction).materials.get(campaign.id, GAME_KEY)


async def _require_own_file(interaction: Interaction, campaign: Campaign) -> CardFile:
    """Return the campaign's own card file. Raises NotFound without one."""
    found = await own_file(interaction, campaign)
    if found is None:
        raise NotFound("This campaign has no cards of its own. The GM loads them with /klingon deck import.")
    return found


async def _cards_for(interaction: Interaction, campaign: Campaign, which: Which | None) -> Cards:
    """Return the game's cards or the campaign's own, by default the own ones where there are any.

    Raises NotFound where there are none, Unreadable where they can no longer be read.
    """
    if which == "standard" or (which is None and await own_file(interaction, campaign) is None):
        return _STANDARD_CARDS
    material = await _require_own_file(interaction, campaign)
    return Cards(await _read(campaign, material), "own")


async def _file_for(interaction: Interaction, campaign: Campaign, which: Which | None) -> str:
    """Return the same cards as a file: the campaign's own as they were written, even if they can no longer be read."""
    if which == "standard" or (which is None and await own_file(interaction, campaign) is None):
        return write_deck(STANDARD)
    return (await _require_own_file(interaction, campaign)).text


async def _load(interaction: Interaction, campaign: Campaign, content: bytes) -> Deck:
    """Read a file and keep it as the campaign's own cards. Raises BadDeck with all that is wrong, and then nothing is
    kept; NotAllowed for players.
    """
    # At worst a few tenths of a second: a thread gives way to the clicks of others, and needs no process.
    deck = await asyncio.to_thread(read_deck, content)
    text, key = content.decode().removeprefix(_MARK), str(interaction.id)
    await services_of(interaction).materials.load(campaign, person_of(interaction), GAME_KEY, text, key)
    return deck


async def _read(campaign: Campaign, material: CardFile) -> Deck:
    try:
        return await asyncio.to_thread(_deck_in, material.text)
    except Unreadable as refused:
        _log.warning("the loaded cards of campaign %s can no longer be read: %s", campaign.id, refused)
        raise Unreadable(
            "The bot can no longer read this campaign's cards: the file is from an earlier version. A GM can get "
            "it with /klingon deck export. /klingon deck import then lists the mistakes."
        ) from None


@lru_cache(maxsize=_DECKS_KEPT)
def _deck_in(text: str) -> Deck:
    return read_deck(text.encode())


async def deck_for(interaction: Interaction, which: Which) -> Deck | None:
    """Return the deck for the house rules, None for the game's own. Raises NotFound, Unreadable."""
    cards = await _cards_for(interaction, await campaign_of(interaction), which)
    return None if cards.which == "standard" else cards.deck


_VERB = "klingon_deck"
"""Begins the ids of these pages' controls: `klingon_deck:show:<which>:<page>` and `:gone:<campaign>:<version>`."""
WHOSE: Mapping[Which, str] = MappingProxyType({"standard": "The game's cards", "own": "Cards of the campaign"})
LINES = 25
"""On a page, so that a phone shows it in two or three screens."""
CHARACTERS = 3400
"""On a page, below Discord's bound with the heading."""
_LONGEST_LINE = 600

_Section = tuple[str, Sequence[str]]
"""A heading and the lines below it."""


def deck_page(cards: Cards, number: int, *, has_own: bool) -> discord.ui.LayoutView:
    """Build a page of a deck, counted from 0; a number beyond the end gives the last page."""
    heading = f"### {escape(cards.deck.title)}\n-# {WHOSE[cards.which]} · {_count_cards(cards.deck)}"
    other: Which = "standard" if cards.which == "own" else "own"
    ways = [button(WHOSE[other], _show_id(other, 0))] if has_own else []
    return paged((heading,), pages_of(cards.deck), number, lambda to: _show_id(cards.which, to), ways=ways)


def _count_cards(deck: Deck) -> str:
    """Count a deck's cards in words: "42 ships, 60 action cards, 6 carriers"."""
    actions = sum(card.copies for card in deck.actions)
    carriers = sum(ship.is_carrier for ship in deck.ships)
    counts = [counted(len(deck.ships), "ship"), counted(actions, "action card")]
    return ", ".join([*counts, counted(carriers, "carrier") if carriers else "no carriers"])


def _loaded_page(deck: Deck) -> discord.ui.LayoutView:
    """Build the page that says which cards were loaded, and how to use them."""
    title = escape(deck.title)
    how = f"To play with them, choose cards: {WHOSE['own']} in /klingon open. Open tables keep their cards."
    return page(
        f"### {title}\nLoaded: {_count_cards(deck)}.", how, rows=[[button("Show the cards", _show_id("own", 0))]]
    )


def _refusal_page(refused: BadDeck) -> discord.ui.LayoutView:
    """List the mistakes in a file, as many as fit."""
    heading = f"### That deck has {counted(refused.count, 'mistake')}\n-# Nothing has been loaded."
    fitting = ("\n".join(refused.lines(most)) for most in range(MOST_TOLD, 0, -1))
    return page(heading, next(text for text in fitting if len(text) <= CHARACTERS))


def _confirm_removal_page(campaign_id: int, version: int) -> discord.ui.LayoutView:
    """Ask for confirmation before the campaign's own cards are removed."""
    text = "Remove this campaign's own cards? Open tables and saved presets with these cards keep them."
    yes = button("Remove the cards", control_id(_VERB, "gone", campaign_id, version), discord.ButtonStyle.danger)
    return page(text, rows=[[yes, button("Keep the cards", _show_id("own", 0))]])


def pages_of(deck: Deck) -> tuple[str, ...]:
    """Write the whole deck as pages of text."""
    sections = ((f"**{name}**", [_shorten(line) for line in lines]) for name, lines in _sections(deck))
    return split_sections(sections, CHARACTERS, LINES)


def _sections(deck: Deck) -> Iterator[_Section]:
    """Yield the ships of each empire, the action cards, the mounts, and what needs no card."""
    for empire in dict.fromkeys(ship.empire for ship in deck.ships):
        yield escape(empire), [_describe_ship(ship, deck) for ship in deck.ships if ship.empire == empire]
    weapons = [[card for card in deck.actions if card.kind == key] for key, _ in deck.weapons]
    yield "Weapon cards by attack points", [_describe_weapon(cards, deck) for cards in weapons if cards]
    doubling = [(card, kind) for kind in deck.doublers for card in deck.actions if card.kind == kind.key]
    yield "Doublers", [_describe_doubler(card, kind, deck) for card, kind in doubling] or ["None."]
    yield "What mounts fire", _list_mounts(deck)
    yield "Fighters", [f"Each adds {counted(deck.fighter_points, 'attack point')} without a card."]
    if any(ship.has_cloak or ship.has_web for ship in deck.ships):
        yield "Cloak and web", ["They have no effect in this game."]


def _describe_ship(ship: Ship, deck: Deck) -> str:
    marks = {"carrier": ship.is_carrier, "cloak": ship.has_cloak, "web": ship.has_web}
    told = ", ".join((f"size {ship.points}", *(mark for mark, is_set in marks.items() if is_set)))
    return f"{escape(ship.name)} ({told}): {carried(ship, deck)}"


def _describe_weapon(cards: Sequence[ActionCard], deck: Deck) -> str:
    """Count cards by points, as in "Phaser: 3 (5 cards), 4 (1 card)"."""
    by_points = sorted(cards, key=lambda card: card.value or 0)
    counts = ", ".join(f"{card.value} ({counted(card.copies, 'card')})" for card in by_points)
    return f"{escape(deck.names[cards[0].kind])}: {counts}"


def _describe_doubler(card: ActionCard, kind: Kind, deck: Deck) -> str:
    return f"{card.copies} {escape(kind.name)}: doubles {_list_weapons(kind, deck)}"


def _list_mounts(deck: Deck) -> list[str]:
    """List the weapons of the mounts whose name doesn't say them."""
    others = [mount for mount in deck.mounts if mount.weapons != (mount.key,)]
    lines = [f"{escape(mount.name)}: {_list_weapons(mount, deck)}" for mount in others]
    if len(others) < len(deck.mounts):
        lines.append(f"Every {'other ' if others else ''}mount: the weapon of its name")
    return lines


def _list_weapons(kind: Kind, deck: Deck) -> str:
    return listed((escape(deck.names[weapon]) for weapon in kind.weapons), "or")


def _shorten(line: str) -> str:
    """Shorten the line of a deck with many long names, between two words."""
    return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE].rpartition(' ')[0]} …"


def _show_id(which: Which, number: int) -> str:
    return control_id(_VERB, "show", which, number)


async def _show(interaction: Interaction, which: Which | None, number: int = 0) -> discord.ui.LayoutView:
    """Show a page of a deck of the campaign that is played here."""
    campaign = await campaign_of(interaction)
    cards = await _cards_for(interaction, campaign, which)
    return deck_page(cards, number, has_own=await own_file(interaction, campaign) is not None)


@control(_VERB)
async def _answer_click(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Answer `klingon_deck:show:<which>:<page>` and `klingon_deck:gone:<campaign>:<version>`."""
    what, first, second = (part(arguments, at) for at in range(3))
    match what:
        case "show" if first in WHOSE:
            view = await _show(interaction, cast("Which", first), number(second))
        case "gone":
            view = await _remove(interaction, number(first), number(second))
        case _:
            raise TooLate(NOT_OFFERED)
    await answer_here(interaction, view)


async def _remove(interaction: Interaction, campaign_id: int, version: int) -> discord.ui.LayoutView:
    campaign = await campaign_of(interaction)
    if campaign.id != campaign_id:
        raise TooLate(WORN_OUT)
    key = str(interaction.id)
    await services_of(interaction).materials.remove(campaign, person_of(interaction), GAME_KEY, version, key)
    return page("This campaign plays with the game's cards again. Tables with its own cards keep them.")


_FILE_NAME = "klingon-cards.toml"
_WHICH = "Cards of the game or of the campaign. Default: the campaign's, if there are any."
_CHOICES = [app_commands.Choice(name=name, value=which) for which, name in WHOSE.items()]


class DeckCommands(app_commands.Group, name="deck", description="Ships and action cards"):
    """Everyone may see what is in a deck; the GM brings one."""

    @app_commands.command(name="import", description="Load cards of your own from a file. GM only.")
    @app_commands.describe(file="File of cards, as /klingon deck export makes it")
    @app_commands.check(needs(Right.CARD_FILES))
    async def bring(self, interaction: Interaction, file: discord.Attachment) -> None:
        content = await read_attachment(interaction, file, MOST_BYTES)
        try:
            view = _loaded_page(await _load(interaction, await campaign_of(interaction), content))
        except BadDeck as refused:
            view = _refusal_page(refused)
        await whisper(interaction, "", view)

    @app_commands.command(description="Get the cards as a file")
    @app_commands.describe(which=_WHICH)
    @app_commands.choices(which=_CHOICES)
    async def export(self, interaction: Interaction, which: Which | None = None) -> None:
        text = await _file_for(interaction, await campaign_of(interaction), which)
        told = "Change what you like. A GM loads the file with /klingon deck import."
        await send_file(interaction, told, text, _FILE_NAME)

    @app_commands.command(description="Show all ships and action cards. Only you can see this.")
    @app_commands.describe(which=_WHICH)
    @app_commands.choices(which=_CHOICES)
    async def show(self, interaction: Interaction, which: Which | None = None) -> None:
        await whisper(interaction, "", await _show(interaction, which))

    @app_commands.command(description="Remove the campaign's own cards. GM only.")
    @app_commands.check(needs(Right.CARD_FILES))
    async def remove(self, interaction: Interaction) -> None:
        campaign = await campaign_of(interaction)
        material = await _require_own_file(interaction, campaign)
        await whisper(interaction, "", _confirm_removal_page(campaign.id, material.version))
