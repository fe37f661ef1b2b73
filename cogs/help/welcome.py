"""The greeting of a server that has just invited the bot, and the first table that its button opens."""

import logging
from collections.abc import Iterator

import discord
from discord.ext import commands

from bot.campaigns import Campaign, Character, Right, build_autopilot, require
from bot.db import retried
from bot.errors import TooLate
from bot.games import first_game
from bot.ui.client import Interaction, Shadowport
from bot.ui.context import campaign_of, click_of, person_of, services_of
from bot.ui.handlers.npcs import usual_buy_in
from bot.ui.handlers.offer import open_table, usual_request
from bot.ui.live_message import UNDRAWN
from bot.ui.panels import button, control_id, page
from bot.ui.routing import WORN_OUT, control
from cogs.help.pages import PLAYERS, VERB

log = logging.getLogger(__name__)
_FIRST, _TABLE = "first", "table"


class Welcome(commands.Cog):
    """Greets servers, each once."""

    def __init__(self, bot: Shadowport) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server in the first channel where the bot may speak, unless the operator has blocked it. The note
        comes first, so that a bot that stops in between greets nobody twice.
        """
        services = self._bot.services
        departures, clock = services.maintenance.departures, services.clock
        places = [] if ("server", guild.id) in services.operator.blocked else list(_places(guild))
        if not places or not await retried(lambda: departures.begin_greeting(guild.id), clock):
            return
        self._bot.command_links.read_in(guild.id)
        for place in places:
            try:
                await place.send(view=_greeting())
            except UNDRAWN as failed:
                log.info("server %s could not be greeted in channel %s: %s", guild.id, place.id, failed)
            else:
                return
        await retried(lambda: departures.take_greeting_back(guild.id), clock)


def _places(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield the channels for a greeting in which the bot may speak: the one for system messages, then from the top."""
    system = guild.system_channel
    for channel in ([] if system is None else [system]) + [one for one in guild.text_channels if one != system]:
        may = channel.permissions_for(guild.me)
        if may.view_channel and may.send_messages:
            yield channel


def _greeting() -> discord.ui.LayoutView:
    title = first_game().game.title
    first = (
        f"**Try a table** opens a table of {title} here, with an NPC on autopilot. Press “Sit”, and name your "
        "character. Then press “Deal”. The button is for GMs: at first, the people who manage this server."
    )
    steps = (
        first,
        "/help has first steps for players and GMs, and says what I may not do in a channel.",
        "/campaign setup chooses the money, the dice and the GMs.",
    )
    return page(
        "## I run gambling tables",
        "Sit down with the characters of your tabletop campaign, and play dice and cards for its money. GMs seat NPCs, "
        "who can play on autopilot.",
        "\n".join(f"- {step}" for step in steps),
        rows=[
            [
                button("Try a table", control_id(_FIRST, _TABLE), discord.ButtonStyle.primary),
                button("Help", control_id(VERB, PLAYERS)),
            ]
        ],
    )


@control(_FIRST)
async def _open_first(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Open a table of the first game here, and seat an NPC on autopilot: `first:table`."""
    if arguments != [_TABLE]:
        raise TooLate(WORN_OUT)
    services, campaign, person = services_of(interaction), await campaign_of(interaction), person_of(interaction)
    require(Right.FIRST, person, campaign)
    request = usual_request(campaign, first_game())
    table = await open_table(interaction, campaign, request, request.house_rules)
    npc = await _npc_on_autopilot(interaction, campaign)
    amount = await usual_buy_in(interaction, table, npc)
    table = await services.tables.seating.sit(table.id, click_of(interaction).again(1), npc, amount)
    interaction.client.renderer.want(table)


async def _npc_on_autopilot(interaction: Interaction, campaign: Campaign) -> Character:
    """Return an NPC on autopilot who sits nowhere, or a new one."""
    services, person = services_of(interaction), person_of(interaction)
    people = services.characters
    seated = {
        chair.character_id for table in await services.tables.of_campaign(campaign.id) for chair in table.record.chairs
    }
    free = (npc for npc in await people.npcs(campaign, person) if npc.pilot is not None and npc.id not in seated)
    if (found := next(free, None)) is not None:
        return found
    npc = await people.create_npc(campaign, person, "regular")
    return await people.set_pilot(campaign, person, npc, build_autopilot(None, npc.template, "steady", None))
