"""The cards that a campaign may play with: those of the game, and a deck of its own that a GM has loaded."""

import asyncio
import logging
from functools import lru_cache
from typing import Literal, NamedTuple

import discord

from bot.campaigns import Campaign, Material
from bot.errors import NotFound, Unreadable
from bot.ui.context import campaign_of, house_of, person_of
from cogs.klingon.cards import Deck
from cogs.klingon.klingon_decks import STANDARD
from cogs.klingon.reading import read_deck
from cogs.klingon.writing import write_deck

log = logging.getLogger(__name__)

GAME_KEY = "klingon"
Which = Literal["standard", "own"]
_DECKS_KEPT = 8
_MARK = "\ufeff"
"""What some editors put before the first line."""


class Cards(NamedTuple):
    """A deck and whose it is."""

    deck: Deck
    which: Which


GAMES_OWN = Cards(STANDARD, "standard")


async def loaded(interaction: discord.Interaction, campaign: Campaign) -> Material | None:
    """What the campaign has loaded, whether or not it can be read."""
    return await house_of(interaction).materials.get(campaign.id, GAME_KEY)


async def own_material(interaction: discord.Interaction, campaign: Campaign) -> Material:
    """What the campaign has loaded. Raises NotFound without any."""
    found = await loaded(interaction, campaign)
    if found is None:
        raise NotFound("This campaign has no cards of its own. The GM loads them with /klingon deck import.")
    return found


async def cards_called(interaction: discord.Interaction, campaign: Campaign, which: Which | None) -> Cards:
    """The game's cards or the campaign's own; without a word the own ones where there are any.

    Raises NotFound where there are none, Unreadable where they can't be read any more.
    """
    if which == "standard" or (which is None and await loaded(interaction, campaign) is None):
        return GAMES_OWN
    material = await own_material(interaction, campaign)
    return Cards(await _read(campaign, material), "own")


async def file_called(interaction: discord.Interaction, campaign: Campaign, which: Which | None) -> str:
    """The same cards as a file: the own ones as they were written, also where they can't be read any more."""
    if which == "standard" or (which is None and await loaded(interaction, campaign) is None):
        return write_deck(STANDARD)
    return (await own_material(interaction, campaign)).text


async def load(interaction: discord.Interaction, campaign: Campaign, content: bytes) -> Deck:
    """Read a file and keep it as the campaign's own cards. Raises BadDeck with all that is wrong, and then nothing is
    kept; NotAllowed for players.
    """
    # At worst a few tenths of a second: a thread gives way to the clicks of others, and needs no process.
    deck = await asyncio.to_thread(read_deck, content)
    text, key = content.decode().removeprefix(_MARK), str(interaction.id)
    await house_of(interaction).materials.load(campaign, person_of(interaction), GAME_KEY, text, key)
    return deck


async def _read(campaign: Campaign, material: Material) -> Deck:
    try:
        return await asyncio.to_thread(_deck_in, material.text)
    except Unreadable as refused:
        log.warning("campaign %s: the cards that were loaded can't be read any more: %s", campaign.id, refused)
        raise Unreadable(
            "The cards of this campaign were loaded by earlier rules and can't be read any more. A GM gets the file "
            "with /klingon deck export, and /klingon deck import says what to change."
        ) from None


@lru_cache(maxsize=_DECKS_KEPT)
def _deck_in(text: str) -> Deck:
    return read_deck(text.encode())


async def deck_called(interaction: discord.Interaction, which: Which) -> Deck | None:
    """What house rules say of the cards: None is the game's deck. Raises NotFound, Unreadable."""
    cards = await cards_called(interaction, await campaign_of(interaction), which)
    return None if cards.which == "standard" else cards.deck
