"""The campaigns of a server, and where each is played: a list in pages."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import WHOLE_SERVER, Campaign, require_manager
from bot.engine.speech import counted, escape, listed
from bot.ui.context import campaign_of, house_of, person_of, whisper
from bot.ui.control import control, control_id, number
from bot.ui.handlers.answers import part
from bot.ui.panels import button, page
from bot.ui.retrying import answer_here
from cogs.campaign.changing import guild_of

VERB = "campaigns"
_A_PAGE, _MOST_PLACES = 10, 5


class ListCommand(commands.Cog):
    """What /campaign has besides: for whoever manages the server, as binding is."""

    @app_commands.command(name="list", description="For whoever manages the server: its campaigns, and where they are")
    async def all_of_them(self, interaction: discord.Interaction) -> None:
        await whisper(interaction, "", await _listed(interaction, 0))


@control(VERB)
async def _turned(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    await answer_here(interaction, await _listed(interaction, number(part(arguments, 0))))


async def _listed(interaction: discord.Interaction, at: int) -> discord.ui.LayoutView:
    require_manager(person_of(interaction))
    house, guild, here = house_of(interaction), guild_of(interaction), await campaign_of(interaction)
    found = await house.campaigns.bound(guild.id)
    last = (len(found) - 1) // _A_PAGE
    at = min(at, last)
    open_tables = [record.campaign_id for record in await house.tables.of_guild(guild.id)]
    lines = [
        _told(campaign, places, open_tables.count(campaign.id), is_here=campaign.id == here.id)
        for campaign, places in found[at * _A_PAGE : (at + 1) * _A_PAGE]
    ]
    if last == 0:
        return page("### The campaigns of this server", "\n".join(lines))
    ways = [button(f"Page {to + 1}", control_id(VERB, to), disabled=to == at) for to in range(last + 1)]
    return page(f"### The campaigns of this server, {at + 1} of {last + 1}", "\n".join(lines), rows=[ways])


def _told(campaign: Campaign, places: Sequence[int], tables: int, *, is_here: bool) -> str:
    parts = [f"**{escape(campaign.name)}**{' (here)' if is_here else ''}", _where(places)]
    parts.append(f"counts in {escape(campaign.settings.currency.title)}")
    if tables:
        parts.append(counted(tables, "open table"))
    return " · ".join(parts)


def _where(places: Sequence[int]) -> str:
    shown = ["wherever no other is played"] if WHOLE_SERVER in places else []
    own = [place for place in places if place != WHOLE_SERVER]
    shown += [f"in <#{place}>" for place in own[:_MOST_PLACES]]
    if len(own) > _MOST_PLACES:
        shown.append(f"in {len(own) - _MOST_PLACES:,} more places")
    return listed(shown) if shown else "played nowhere yet: /campaign bind"
