"""The kits of characters: whose they are, how they are read and kept."""

import logging
from typing import NamedTuple

import discord
from discord import app_commands
from pydantic import ValidationError

from bot.campaigns import Campaign, Character
from bot.engine.speech import escape
from bot.errors import NotAllowed
from bot.ui.commands.kit_owner import KitOwner
from bot.ui.commands.transformers import played
from bot.ui.context import campaign_of, house_of
from cogs.baldur.kit import BaldurKit

log = logging.getLogger(__name__)

GAME_KEY = "baldur"


class Shelf(NamedTuple):
    """The kit of one character at the moment it was read."""

    campaign: Campaign
    character: Character
    kit: BaldurKit
    version: int
    """Of the kit as it is stored; 0 if nothing is."""


class GamerNamed(KitOwner):
    """Whose kit this person may see and change."""

    what = "The gaming skills"


Gamer = app_commands.Transform[Character, GamerNamed]


async def shelf_of(interaction: discord.Interaction, character: Character | None) -> Shelf:
    """The kit of this character, else of the one that this person plays. Raises NotFound without one, NotAllowed where
    the kit can't be read any more: then it is left as it is.
    """
    campaign, whose = await campaign_of(interaction), await played(interaction, character)
    kept = await house_of(interaction).kits.get(campaign.id, whose.id, GAME_KEY)
    if kept is None:
        return Shelf(campaign, whose, BaldurKit(), 0)
    try:
        return Shelf(campaign, whose, BaldurKit.from_json(kept.text), kept.version)
    except ValidationError:
        log.exception("the kit of character %s can't be read", whose.id)
        raise NotAllowed(
            f"What {escape(whose.name)} brings can't be read any more. Nothing is lost and nothing can be changed: ask "
            "whoever runs this bot."
        ) from None


async def keep(interaction: discord.Interaction, shelf: Shelf, kit: BaldurKit) -> Shelf:
    """Keep the kit. Raises TooLate if somebody has changed it since it was read; then nothing is written."""
    if kit == shelf.kit:
        return shelf
    place = (shelf.campaign.id, shelf.character.id, GAME_KEY)
    stored = await house_of(interaction).kits.put(*place, kit.to_json(), shelf.version)
    return shelf._replace(kit=kit, version=stored.version)
