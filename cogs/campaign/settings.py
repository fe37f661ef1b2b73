"""Changes of a campaign's settings with the checks on the server, and the types of its commands' options."""

from collections.abc import Callable, Sequence
from typing import ClassVar

import discord
from discord import app_commands

from bot.campaigns import (
    Campaign,
    CampaignPreset,
    CampaignSettings,
    HousePurse,
    PartyPurse,
    Right,
    may,
    name_key,
)
from bot.errors import MoneyError, NotAllowed, NotFound
from bot.ui.client import Interaction
from bot.ui.commands.transformers import MOST_CHOICES, ChannelNamed, Choices, Place, TextOption, choice
from bot.ui.context import SERVERS_ONLY, person_of, services_of
from bot.ui.gm.channel import require_private
from cogs.campaign.settings_text import describe_purse, describe_system


def guild_of(interaction: Interaction) -> discord.Guild:
    """Return the server. Raises NotAllowed outside one."""
    if interaction.guild is None:
        raise NotAllowed(SERVERS_ONLY)
    return interaction.guild


async def change(
    interaction: Interaction, campaign: Campaign, settings: CampaignSettings
) -> tuple[Campaign, tuple[str, ...]]:
    """Apply the settings, at open tables too, and return the changed campaign and notes on side effects."""
    if settings == campaign.settings:
        return campaign, ()
    services = services_of(interaction)
    done = await services.campaigns.change(campaign, settings, person_of(interaction))
    services.tables.store.forget_campaign(campaign.id)
    before = campaign.settings
    if (settings.odds_at_hand, settings.look) != (before.odds_at_hand, before.look):
        for table in await services.tables.of_campaign(campaign.id):
            interaction.client.renderer.draw_anew(table)
    notes = done.notes
    if settings.look == "boards" != before.look:
        notes += _note_missing_for_boards(interaction)
    if settings.bankroll != campaign.settings.bankroll:
        notes += await _note_empty_bankroll(interaction, done.campaign)
    return done.campaign, notes


Change = Callable[[CampaignSettings], CampaignSettings]


def _same(settings: CampaignSettings) -> CampaignSettings:
    return settings


async def apply_preset(
    interaction: Interaction,
    campaign: Campaign,
    chosen: CampaignPreset,
    *,
    with_money: Change = _same,
    with_others: Change = _same,
) -> tuple[Campaign, tuple[str, ...]]:
    """Apply a preset's dice, and its money unless the campaign's currency stays.

    `with_money` changes the preset's money and is left out with it, `with_others` changes anything else. The notes say
    what was applied and what wasn't.
    """
    wanted = with_others(with_money(chosen.applied_to(campaign.settings)))
    dice, money = f"dice ({describe_system(wanted.system)})", f"money ({describe_purse(wanted)})"
    try:
        campaign, notes = await change(interaction, campaign, wanted)
    except MoneyError as refused:
        fewer = with_others(chosen.dice_applied_to(campaign.settings))
        campaign, notes = await change(interaction, campaign, fewer)
        return campaign, (f"Applied from {chosen.title}: {dice}.", f"Not applied: {money}. {refused}", *notes)
    return campaign, (f"Applied from {chosen.title}: {dice} and {money}.", *notes)


def _note_missing_for_boards(interaction: Interaction) -> tuple[str, ...]:
    """Return a note on what to do where no board can be drawn."""
    if not services_of(interaction).painter.is_able:
        told = "This bot was installed without Pillow, so tables show text only."
        return (f"{told} The person who runs the bot can add it with `make run`.",)
    if not interaction.app_permissions.attach_files:
        return ("I lack the permission **Attach Files** here, so a table in this channel shows text only.",)
    return ()


async def _note_empty_bankroll(interaction: Interaction, campaign: Campaign) -> tuple[str, ...]:
    """Return a note on what to do where the payer of the banks has no money."""
    wallet = services_of(interaction).wallet
    match campaign.settings.bankroll:
        case "house" if not await wallet.balance(HousePurse(campaign.id)):
            return ("The house has no money yet. Give it some with /bank grant.",)
        case "party" if not await wallet.balance(PartyPurse(campaign.id)):
            return ("The party's wallet is empty. Players pay into it with /wallet pay.",)
        case _:
            return ()


def with_gm_role(settings: CampaignSettings, guild: discord.Guild, role_id: int | None) -> CampaignSettings:
    """Set the role of the GMs. Raises NotAllowed for the one that everybody has."""
    if role_id == guild.id:
        raise NotAllowed("Everyone has that role. Choose one that only GMs have.")
    _require_role(guild, role_id)
    return settings.changed(gm_role_id=role_id)


def with_openers(settings: CampaignSettings, guild: discord.Guild, role_id: int | None) -> CampaignSettings:
    """Set the role that opens tables; without one, or with everybody's, everybody does."""
    if role_id in {None, guild.id}:
        return settings.changed(openers="everyone", opener_role_id=None)
    _require_role(guild, role_id)
    return settings.changed(openers="role", opener_role_id=role_id)


def with_channels(settings: CampaignSettings, guild: discord.Guild, channel_ids: Sequence[int]) -> CampaignSettings:
    """Set the channels for tables; none means all. Raises NotFound for a channel that isn't on the server."""
    if any(guild.get_channel(channel_id) is None for channel_id in channel_ids):
        raise NotFound("There is no such channel on this server.")
    return settings.changed(channels=tuple(dict.fromkeys(channel_ids)))


def with_gm_channel(settings: CampaignSettings, guild: discord.Guild, channel_id: int | None) -> CampaignSettings:
    """Set the GM channel. Refuse one that everybody reads, or where the bot can't write."""
    if channel_id is not None:
        channel = guild.get_channel_or_thread(channel_id)
        if channel is None:
            raise NotFound("I can't see that channel. Let me read and write there first.")
        require_private(guild, channel)
    return settings.changed(gm_channel_id=channel_id)


def _require_role(guild: discord.Guild, role_id: int | None) -> None:
    if role_id is not None and guild.get_role(role_id) is None:
        raise NotFound("There is no such role on this server.")


class CampaignNamed(TextOption):
    """A campaign of this server, whatever the case of its name. Autocomplete is for people who manage the server."""

    OFFERED: ClassVar[frozenset[bool]] = frozenset({False})
    """Whether archived campaigns are offered, or the others, or both."""

    async def transform(self, interaction: Interaction, value: str, /) -> Campaign:
        return await services_of(interaction).campaigns.named(guild_of(interaction).id, value)

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        if not may(Right.MANAGE, person_of(interaction)):
            return []
        sought = name_key(value)
        found = await services_of(interaction).campaigns.of_guild(guild_of(interaction).id)
        offered = (campaign for campaign in found if (campaign.archived_at is not None) in self.OFFERED)
        fitting = (campaign for campaign in offered if sought in name_key(campaign.name))
        return [choice(campaign.name, campaign.name) for campaign in fitting][:MOST_CHOICES]


class ArchivedCampaignNamed(CampaignNamed):
    """An archived campaign."""

    OFFERED = frozenset({True})


class AnyCampaignNamed(CampaignNamed):
    """A campaign, archived or not."""

    OFFERED = frozenset({True, False})


class PlaceNamed(ChannelNamed):
    """A channel, category or thread; the bot need not see it."""

    KINDS = (*ChannelNamed.KINDS, discord.ChannelType.forum, discord.ChannelType.category)


Named = app_commands.Transform[Campaign, CampaignNamed]
ArchivedNamed = app_commands.Transform[Campaign, ArchivedCampaignNamed]
AnyNamed = app_commands.Transform[Campaign, AnyCampaignNamed]
Where = app_commands.Transform[Place, PlaceNamed]
