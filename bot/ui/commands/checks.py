"""Rights that are checked before a command reads its options."""

from discord import app_commands
from discord.ext import commands

from bot.campaigns import Campaign, require_gm
from bot.engine.words import escape
from bot.errors import NotFound, PlayerError, TooLate
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, person_of, services_of
from bot.ui.routing import number


async def gm_only(interaction: Interaction) -> bool:
    """Check that a GM uses the command. Discord shows it to everyone, because a GM role needs no permission on the
    server.
    """
    try:
        require_gm(await campaign_of(interaction), person_of(interaction))
    except PlayerError as refused:
        # The library lets only errors of its own kind out of a check; the funnel reads the cause.
        raise app_commands.CheckFailure from refused
    return True


class GmCog(commands.GroupCog):
    """Commands for GMs alone."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]  # of any client
        return await gm_only(interaction)


async def find_own_campaign(interaction: Interaction, written: str) -> Campaign:
    """Return the campaign with that id. It is of this server and not archived, and this person is one of its GMs."""
    campaign = await services_of(interaction).campaigns.get(number(written))
    if campaign.guild_id != interaction.guild_id:
        raise NotFound("There is no such campaign.")
    require_gm(campaign, person_of(interaction))
    if campaign.archived_at is not None:
        raise TooLate(f"{escape(campaign.name)} is archived.")
    return campaign
