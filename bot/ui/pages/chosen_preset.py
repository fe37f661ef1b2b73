"""House rules by the name of a preset: one of the game's own, or one that a GM saved."""

from zlib import crc32

import discord

from bot import catalog
from bot.campaigns import Campaign, name_key, safe_name
from bot.engine.game import HouseRules
from bot.ui.context import house_of


async def preset_called(
    interaction: discord.Interaction, campaign: Campaign, game: str, name: str | None
) -> tuple[str, HouseRules]:
    """The preset of that name, whatever its case, and what it is called; without a name the game's usual one. Raises
    NotFound where there is none, Unreadable for what can't be a name.
    """
    presets = catalog.entry(game).game.presets
    if name is None:
        return next(iter(presets.items()))
    found = next((key for key in presets if key.casefold() == name.strip().casefold()), None)
    if found is not None:
        return found, presets[found]
    return safe_name(name), await house_of(interaction).presets.get(campaign.id, game, name)


async def preset_names(interaction: discord.Interaction, campaign: Campaign, game: str) -> list[str]:
    """The game's presets, then the GM's own."""
    return [*catalog.entry(game).game.presets, *await house_of(interaction).presets.names(campaign.id, game)]


def mark_of(name: str) -> str:
    """What stands for a preset in an id, which is too short for some names."""
    return f"{crc32(name_key(name).encode()):x}"
