"""Rights that are looked at before a command reads its options."""

import discord
from discord import app_commands

from bot.campaigns import require_gm
from bot.errors import NotAllowed
from bot.ui.context import campaign_of, person_of


async def gm_only(interaction: discord.Interaction) -> bool:
    """The check of a GM's command. Discord shows the command to all: a GM role needs no permission on the server."""
    campaign = await campaign_of(interaction)
    try:
        require_gm(campaign, person_of(interaction))
    except NotAllowed as refused:
        # The library lets only errors of its own kind out of a check; the funnel reads the cause.
        raise app_commands.CheckFailure from refused
    return True
