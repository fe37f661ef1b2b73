"""The GM's screen: its pages, all tables at once, and the page of one table with what a GM does there.

Each press checks the person again: they must be a GM of the screen's campaign, in its server. The table store decides
which tables they reach from here.
"""

import discord

from bot.campaigns import Campaign, Right, may, require
from bot.engine.words import counted, escape
from bot.errors import NotAllowed, NotFound, TooLate
from bot.tables.model import Table
from bot.tables.rights import may_see
from bot.tables.service import pause_all, resume_all
from bot.ui.client import Interaction
from bot.ui.commands.checks import find_own_campaign
from bot.ui.context import campaign_of, click_of, person_of, services_of, whisper
from bot.ui.forms import answer_here
from bot.ui.gm.screen import NO_CHANNEL
from bot.ui.gm.screen_pages import Doings, private_screen, table_page
from bot.ui.handlers.answers import look, part
from bot.ui.handlers.more import host_actions, public_actions
from bot.ui.render.seat import pilot_buttons
from bot.ui.routing import NOT_OFFERED, control, number


async def show_screen(interaction: Interaction) -> None:
    """Post the screen in the channel of the GMs; where there is none, show it to this GM alone. Of campaigns that share
    the channel each has its own.
    """
    campaigns = await campaigns_of_gm(interaction)
    await interaction.response.defer(ephemeral=True)
    posted: list[str] = []
    for campaign in campaigns:
        sent = await _find_screen(interaction, campaign)
        if sent is not None:
            whose = f"**{escape(campaign.name)}**: the" if len(campaigns) > 1 else "The"
            posted.append(f"{whose} screen is in <#{sent.channel.id}>, and I keep it current: {sent.jump_url}")
    if posted:
        await whisper(interaction, "\n".join(posted))


async def _find_screen(interaction: Interaction, campaign: Campaign) -> discord.Message | None:
    """Return the screen in the GM channel; None if this GM only sees a private one."""
    try:
        return await interaction.client.screen.post(campaign)
    except NotAllowed as refused:
        why = NO_CHANNEL if campaign.settings.gm_channel_id is None else f"{refused} {NO_CHANNEL}"
    except discord.HTTPException:
        why = f"I can't post in <#{campaign.settings.gm_channel_id}>. {NO_CHANNEL}"
    await whisper(interaction, "", await _private(interaction, campaign, why=why))
    return None


async def campaigns_of_gm(interaction: Interaction) -> tuple[Campaign, ...]:
    """Return the campaign of this channel; in a GM channel those that it serves, as far as this person is one of their
    GMs. Raises NotAllowed for anyone who is a GM of none.
    """
    campaign, person = await campaign_of(interaction), person_of(interaction)
    others = await services_of(interaction).campaigns.of_guild(campaign.guild_id)
    of_gms = [one for one in others if one.archived_at is None and one.settings.gm_channel_id == interaction.channel_id]
    if own := tuple(one for one in of_gms if may(Right.SCREEN, person, one)):
        return own
    require(Right.SCREEN, person, of_gms[0] if of_gms else campaign)
    return (campaign,)


async def pause_or_resume_all(interaction: Interaction, what: str) -> str:
    """Pause or resume every table of this channel's campaign, or of those that are run from here."""
    campaigns = await campaigns_of_gm(interaction)
    told = [await all_at_once(interaction, campaign, what) for campaign in campaigns]
    if len(campaigns) == 1:
        return told[0]
    return "\n".join(f"**{escape(campaign.name)}**: {said}" for campaign, said in zip(campaigns, told, strict=True))


async def all_at_once(interaction: Interaction, campaign: Campaign, what: str) -> str:
    """Pause or resume every table of the campaign, and how many that was, in a sentence."""
    do = {"pause": pause_all, "resume": resume_all}.get(what)
    if do is None:
        raise TooLate(NOT_OFFERED)
    done = await do(services_of(interaction).tables, campaign, click_of(interaction))
    for table in done:
        interaction.client.renderer.want(table)
    if not done:
        return "No table is paused." if what == "resume" else "There is no table to pause."
    how_many = counted(len(done), "table")
    one = len(done) == 1
    if what == "pause":
        return f"{how_many} {'is' if one else 'are'} paused. No clock runs there, and nobody can act."
    return f"{how_many} {'goes' if one else 'go'} on, with a full clock for the player to move."


async def _private(interaction: Interaction, campaign: Campaign, at: int = 0, why: str = "") -> discord.ui.LayoutView:
    screen, now = interaction.client.screen, services_of(interaction).clock.now()
    return private_screen(campaign, await screen.tables(campaign), now, screen.places(campaign), at, why)


@control("screen")
async def turned(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the screen as it is now, for this GM alone: `screen:<campaign>:<page>`."""
    campaign = await find_own_campaign(interaction, part(arguments, 0), Right.SCREEN)
    why = NO_CHANNEL if campaign.settings.gm_channel_id is None else ""
    await answer_here(interaction, await _private(interaction, campaign, number(part(arguments, 1)), why))


@control("screenall")
async def all_of_them(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Pause or resume all tables: `screenall:<campaign>:<pause or resume>`."""
    campaign = await find_own_campaign(interaction, part(arguments, 0), Right.SCREEN)
    done = await all_at_once(interaction, campaign, part(arguments, 1))
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await answer_here(interaction, await _private(interaction, campaign, why=done))
    else:
        await whisper(interaction, done)


@control("screenoff")
async def put_away(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Remove the screen: `screenoff:<campaign>`."""
    campaign = await find_own_campaign(interaction, part(arguments, 0), Right.SCREEN)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await interaction.client.screen.put_away(campaign.id)
    await whisper(interaction, "The screen is removed. Post it again with /gm screen.")


@control("screengo")
async def went(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Show the table that was picked: `screengo:<campaign>`."""
    campaign = await find_own_campaign(interaction, part(arguments, 0), Right.SCREEN)
    table = await look(interaction, picked[0] if picked else "", Right.GM_PAGE)
    if table.record.campaign_id != campaign.id:
        raise NotFound("That table belongs to another campaign.")
    await show_table(interaction, table)


@control("gmtable")
async def one_table(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show all that a GM does at a table, wherever they reach it from: `gmtable:<table>`."""
    await show_table(interaction, await look(interaction, part(arguments, 0), Right.GM_PAGE))


async def show_table(interaction: Interaction, table: Table, note: str = "") -> None:
    """Answer privately with the page of a table."""
    click = click_of(interaction)
    looking = public_actions(table, click.person)
    npcs = [chair for chair in table.record.chairs if chair.pilot is not None and may_see(table, click.person, chair)]
    pilots = [item for chair in npcs for item in pilot_buttons(table, chair)]
    doings = Doings(await host_actions(services_of(interaction), table, click.person), looking, pilots)
    await answer_here(interaction, table_page(table, click, doings, note))
