"""Changes of a campaign's settings with the checks on the server, the types of its commands, and /campaign list."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import (
    WHOLE_SERVER,
    Campaign,
    CampaignSettings,
    HousePurse,
    PartyPurse,
    may_manage,
    name_key,
    require_manager,
)
from bot.engine.words import counted, escape, listed
from bot.errors import NotAllowed, NotFound
from bot.ui.client import Interaction
from bot.ui.commands.transformers import MOST_CHOICES, ChannelNamed, Choices, Place, TextOption, choice
from bot.ui.context import SERVERS_ONLY, campaign_of, person_of, services_of, whisper
from bot.ui.forms import answer_here
from bot.ui.gm.channel import require_private
from bot.ui.handlers.answers import part
from bot.ui.pages.paging import paged, split_pages
from bot.ui.panels import control_id
from bot.ui.routing import control, number


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
    if settings.odds_at_hand != campaign.settings.odds_at_hand:
        for table in await services.tables.of_campaign(campaign.id):
            interaction.client.renderer.draw_anew(table)
    notes = done.notes
    if settings.bankroll != campaign.settings.bankroll:
        notes += await _note_empty_bankroll(interaction, done.campaign)
    return done.campaign, notes


async def _note_empty_bankroll(interaction: Interaction, campaign: Campaign) -> tuple[str, ...]:
    """Return a note on what to do where the payer of the banks has no money."""
    wallet = services_of(interaction).wallet
    match campaign.settings.bankroll:
        case "house" if not await wallet.balance(HousePurse(campaign.id)):
            return ("The house has no money yet: give it some with /bank grant.",)
        case "party" if not await wallet.balance(PartyPurse(campaign.id)):
            return ("The party's purse is empty: players pay into it with /wallet pay.",)
        case _:
            return ()


def with_gm_role(settings: CampaignSettings, guild: discord.Guild, role_id: int | None) -> CampaignSettings:
    """Set the role of the GMs. Raises NotAllowed for the one that everybody has."""
    if role_id == guild.id:
        raise NotAllowed("Everybody has that role: choose one that only GMs have.")
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
    """A campaign of this server, whatever the case of its name. Autocomplete is for people who may bind one."""

    async def transform(self, interaction: Interaction, value: str, /) -> Campaign:
        return await services_of(interaction).campaigns.named(guild_of(interaction).id, value)

    async def autocomplete(self, interaction: Interaction, value: str, /) -> Choices:
        if not may_manage(person_of(interaction)):
            return []
        sought = name_key(value)
        found = await services_of(interaction).campaigns.of_guild(guild_of(interaction).id)
        fitting = (campaign for campaign in found if sought in name_key(campaign.name))
        return [choice(campaign.name, campaign.name) for campaign in fitting][:MOST_CHOICES]


class PlaceNamed(ChannelNamed):
    """A channel, category or thread; the bot need not see it."""

    KINDS = (*ChannelNamed.KINDS, discord.ChannelType.forum, discord.ChannelType.category)


Named = app_commands.Transform[Campaign, CampaignNamed]
Where = app_commands.Transform[Place, PlaceNamed]


VERB = "campaigns"
_A_PAGE, _MOST_PLACES = 10, 5


class ListCommand(commands.Cog):
    """The command /campaign list, for people who manage the server."""

    @app_commands.command(name="list", description="For whoever manages the server: its campaigns, and where they are")
    async def all_of_them(self, interaction: Interaction) -> None:
        await whisper(interaction, "", await _list_page(interaction, 0))


@control(VERB)
async def _turn_page(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    await answer_here(interaction, await _list_page(interaction, number(part(arguments, 0))))


async def _list_page(interaction: Interaction, at: int) -> discord.ui.LayoutView:
    require_manager(person_of(interaction))
    services, guild, here = services_of(interaction), guild_of(interaction), await campaign_of(interaction)
    found = await services.campaigns.bound(guild.id)
    open_tables = [record.campaign_id for record in await services.tables.of_guild(guild.id)]
    lines = [
        _describe_campaign(campaign, places, open_tables.count(campaign.id), is_here=campaign.id == here.id)
        for campaign, places in found
    ]
    pages = split_pages(lines, most=_A_PAGE)
    return paged(("### The campaigns of this server",), pages, at, lambda to: control_id(VERB, to))


def _describe_campaign(campaign: Campaign, places: Sequence[int], tables: int, *, is_here: bool) -> str:
    parts = [f"**{escape(campaign.name)}**{' (here)' if is_here else ''}", _describe_places(places)]
    parts.append(f"counts in {escape(campaign.settings.currency.title)}")
    if tables:
        parts.append(counted(tables, "open table"))
    return " · ".join(parts)


def _describe_places(places: Sequence[int]) -> str:
    shown = ["wherever no other is played"] if WHOLE_SERVER in places else []
    own = [place for place in places if place != WHOLE_SERVER]
    shown += [f"in <#{place}>" for place in own[:_MOST_PLACES]]
    if len(own) > _MOST_PLACES:
        shown.append(f"in {len(own) - _MOST_PLACES:,} more places")
    return listed(shown) if shown else "played nowhere yet: /campaign bind"
