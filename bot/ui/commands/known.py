"""Whom the players know of: what happens to anybody else is told to the GM alone."""

import discord

from bot.campaigns import Character, PartyPurse
from bot.campaigns.wallet import Holder
from bot.ui.context import house_of


async def known_to_all(interaction: discord.Interaction, holders: tuple[Holder, ...]) -> tuple[Holder, ...]:
    """Those whom the players know of: the party's purse, PCs, and the NPCs who sit in this channel."""
    table = await house_of(interaction).tables.in_channel(interaction.channel_id or 0)
    seated = {chair.character_id for chair in table.record.chairs} if table else set[int]()
    return tuple(
        holder
        for holder in holders
        if isinstance(holder, PartyPurse)
        or (isinstance(holder, Character) and (not holder.is_npc or holder.id in seated))
    )
