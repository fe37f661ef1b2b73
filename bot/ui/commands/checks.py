"""Rights that are checked before a command reads its options."""

from collections.abc import Callable, Coroutine
from typing import ClassVar

from discord import app_commands
from discord.ext import commands

from bot.campaigns import Campaign, Right, require
from bot.engine.words import escape
from bot.errors import NotFound, PlayerError, TooLate
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, person_of, services_of
from bot.ui.routing import number


def needs(right: Right) -> Callable[[Interaction], Coroutine[None, None, bool]]:
    """Build the check that a person has the right in the campaign that is played here. Discord shows the command to
    everyone, because a GM role needs no permission on the server.
    """

    async def check(interaction: Interaction) -> bool:
        try:
            require(right, person_of(interaction), await campaign_of(interaction))
        except PlayerError as refused:
            # The library lets only errors of its own kind out of a check; the funnel reads the cause.
            raise app_commands.CheckFailure from refused
        return True

    return check


class GmCog(commands.GroupCog):
    """Commands that need one right."""

    right: ClassVar[Right]

    async def interaction_check(self, interaction: Interaction, /) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]  # of any client
        return await needs(self.right)(interaction)


async def find_own_campaign(interaction: Interaction, written: str, right: Right) -> Campaign:
    """Return the campaign with that id. It is of this server and not archived, and this person has that right in it."""
    campaign = await services_of(interaction).campaigns.get(number(written))
    if campaign.guild_id != interaction.guild_id:
        raise NotFound("There is no such campaign.")
    require(right, person_of(interaction), campaign)
    if campaign.archived_at is not None:
        raise TooLate(f"{escape(campaign.name)} is archived.")
    return campaign
