"""Changing a campaign's settings, and what has to be looked at on the server before."""

from collections.abc import Sequence

import discord

from bot.campaigns import Campaign, CampaignSettings, HousePurse, PartyPurse
from bot.errors import NotAllowed, NotFound
from bot.ui.context import SERVERS_ONLY, house_of, person_of
from bot.ui.gm.channel import require_private
from bot.ui.render.renderer import renderer_of


def guild_of(interaction: discord.Interaction) -> discord.Guild:
    """The server; NotAllowed outside one."""
    if interaction.guild is None:
        raise NotAllowed(SERVERS_ONLY)
    return interaction.guild


async def change(
    interaction: discord.Interaction, campaign: Campaign, settings: CampaignSettings
) -> tuple[Campaign, tuple[str, ...]]:
    """Put the settings into force, at open tables too; the campaign as it is then, and what else has changed."""
    if settings == campaign.settings:
        return campaign, ()
    house = house_of(interaction)
    done = await house.campaigns.change(campaign, settings, person_of(interaction))
    house.tables.desk.forget_campaign(campaign.id)
    if settings.odds_at_hand != campaign.settings.odds_at_hand:
        for table in await house.tables.of_campaign(campaign.id):
            renderer_of(interaction).draw_anew(table)
    notes = done.notes
    if settings.bankroll != campaign.settings.bankroll:
        notes += await _empty_bankroll(interaction, done.campaign)
    return done.campaign, notes


async def _empty_bankroll(interaction: discord.Interaction, campaign: Campaign) -> tuple[str, ...]:
    """What to do where banks are filled from now on by somebody who has no money."""
    wallet = house_of(interaction).wallet
    match campaign.settings.bankroll:
        case "house" if not await wallet.balance(HousePurse(campaign.id)):
            return ("The house has no money yet: give it some with /bank grant.",)
        case "party" if not await wallet.balance(PartyPurse(campaign.id)):
            return ("The party's purse is empty: players pay into it with /wallet pay.",)
        case _:
            return ()


def with_gm_role(settings: CampaignSettings, guild: discord.Guild, role_id: int | None) -> CampaignSettings:
    """Whose role makes GMs; refused for the one that everybody has."""
    if role_id == guild.id:
        raise NotAllowed("Everybody has that role: choose one that only GMs have.")
    _require_role(guild, role_id)
    return settings.changed(gm_role_id=role_id)


def with_openers(settings: CampaignSettings, guild: discord.Guild, role_id: int | None) -> CampaignSettings:
    """The role that opens tables; without one, or with everybody's, everybody does."""
    if role_id in {None, guild.id}:
        return settings.changed(openers="everyone", opener_role_id=None)
    _require_role(guild, role_id)
    return settings.changed(openers="role", opener_role_id=role_id)


def with_channels(settings: CampaignSettings, guild: discord.Guild, channel_ids: Sequence[int]) -> CampaignSettings:
    """Where tables may be opened; nowhere in particular is everywhere. Raises NotFound for what the server hasn't."""
    if any(guild.get_channel(channel_id) is None for channel_id in channel_ids):
        raise NotFound("There is no such channel on this server.")
    return settings.changed(channels=tuple(dict.fromkeys(channel_ids)))


def with_gm_channel(settings: CampaignSettings, guild: discord.Guild, channel_id: int | None) -> CampaignSettings:
    """Where the GM is told things; refused where everybody reads along, or where the bot can't write."""
    if channel_id is not None:
        channel = guild.get_channel_or_thread(channel_id)
        if channel is None:
            raise NotFound("I can't see that channel. Let me read and write there first.")
        require_private(guild, channel)
    return settings.changed(gm_channel_id=channel_id)


def _require_role(guild: discord.Guild, role_id: int | None) -> None:
    if role_id is not None and guild.get_role(role_id) is None:
        raise NotFound("There is no such role on this server.")
