"""The campaigns of a server: the list, archiving and restoring one, and deleting one for good after typing its name."""

from collections.abc import Mapping, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import WHOLE_SERVER, Campaign, CampaignContents, Right, name_key, require
from bot.engine.words import counted, escape, listed
from bot.errors import NotFound, PlayerError, TooLate
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, person_of, services_of, whisper
from bot.ui.forms import Blank, FormQuestion, answer_here, line
from bot.ui.handlers.answers import part
from bot.ui.pages.paging import paged, split_pages
from bot.ui.panels import button, control_id, page
from bot.ui.routing import NOT_OFFERED, control, number
from cogs.campaign.settings import AnyNamed, ArchivedNamed, Named, guild_of

VERB, _DELETE, _CONFIRM = "campaigns", "campaign_delete", "campaign_name"
_A_PAGE, _MOST_PLACES = 10, 5


class LifecycleCommands(commands.Cog):
    """The commands about whole campaigns, for people who manage the server."""

    @app_commands.command(
        name="list", description="List the server's campaigns and their channels. Server managers only."
    )
    async def all_of_them(self, interaction: Interaction) -> None:
        await whisper(interaction, "", await _list_page(interaction, 0))

    @app_commands.command(description="Archive a campaign until you restore it. Server managers only.")
    @app_commands.describe(campaign="Campaign. Its tables must be closed.")
    async def archive(self, interaction: Interaction, campaign: Named) -> None:
        places = await services_of(interaction).campaigns.archive(campaign, person_of(interaction))
        services_of(interaction).tables.store.forget_campaign(campaign.id)
        lines = [f"**{escape(campaign.name)}** is archived, with everything in it. /campaigns restore brings it back."]
        if WHOLE_SERVER in places:
            lines.append(_WITHOUT_DEFAULT)
        if own := [place for place in places if place != WHOLE_SERVER]:
            lines.append(f"It was played {_describe_own_places(own)}.")
        await whisper(interaction, "\n".join(lines))

    @app_commands.command(description="Restore an archived campaign. Server managers only.")
    @app_commands.describe(campaign="Archived campaign")
    async def restore(self, interaction: Interaction, campaign: ArchivedNamed) -> None:
        services = services_of(interaction)
        await services.campaigns.restore(campaign, person_of(interaction))
        services.tables.store.forget_campaign(campaign.id)
        await whisper(
            interaction,
            f"**{escape(campaign.name)}** is back. Use /campaigns bind in each channel where you play it.",
        )

    @app_commands.command(description="Delete a campaign for good, after you type its name. Server managers only.")
    @app_commands.describe(campaign="Campaign. Its tables must be closed.")
    async def delete(self, interaction: Interaction, campaign: AnyNamed) -> None:
        require(Right.MANAGE, person_of(interaction))
        await whisper(interaction, "", await _before_deletion(interaction, campaign))


_WITHOUT_DEFAULT = (
    "Channels without a campaign of their own get a new, empty one. To choose another for them, use /campaigns bind "
    "with `everywhere:True`."
)


async def _before_deletion(interaction: Interaction, campaign: Campaign) -> discord.ui.LayoutView:
    """Show what goes with the campaign, with the button that asks for its name."""
    campaigns = services_of(interaction).campaigns
    contents = await campaigns.contents(campaign)
    places = next((places for one, places in await campaigns.bound(campaign.guild_id) if one.id == campaign.id), ())
    lines = [_describe_contents(campaign, contents)]
    if places:
        lines.append(f"It is played {_describe_places(places)}.")
    if WHOLE_SERVER in places:
        lines.append(_WITHOUT_DEFAULT)
    keep = "To keep it instead, use /campaigns archive." if campaign.archived_at is None else "It can stay archived."
    lines.append(f"Nobody can undo this. {keep}")
    delete = button("Delete it for good…", control_id(_DELETE, "ask", campaign.id), discord.ButtonStyle.danger)
    no = button("Keep it", control_id(_DELETE, "keep", campaign.id))
    return page(f"### Delete {escape(campaign.name)}?", "\n".join(lines), rows=[[delete, no]])


def _describe_contents(campaign: Campaign, contents: CampaignContents) -> str:
    words = (
        (contents.pcs, "player character", "player characters"),
        (contents.npcs, "NPC", "NPCs"),
        (contents.tables, "closed table", "closed tables"),
        (contents.hands, "hand or round", "hands and rounds"),
        (contents.presets, "preset of house rules", "presets of house rules"),
        (contents.card_files, "card file", "card files"),
    )
    counts = [counted(count, word, plural) for count, word, plural in words if count]
    money = campaign.settings.currency.show(contents.money)
    return f"This deletes {listed([*counts, f'the ledger with all money ({money})'])}, and the settings."


@control(_DELETE, opens=True)
async def _answer_deletion(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """`campaign_delete:ask:<campaign>` or `campaign_delete:keep:<campaign>`."""
    match part(arguments, 0):
        case "ask":
            await _NAME.ask(interaction, part(arguments, 1))
        case "keep":
            await answer_here(interaction, page("The campaign stays as it is."))
        case _:
            raise TooLate(NOT_OFFERED)


async def _blank(interaction: Interaction, arguments: list[str]) -> Blank:
    campaign = await _find_to_delete(interaction, arguments)
    hint = "It's deleted for good, with everything in it."
    return Blank(
        "Delete the campaign", [line("name", "Type its name to delete it", placeholder=campaign.name, description=hint)]
    )


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    campaign = await _find_to_delete(interaction, arguments)
    if name_key(typed.get("name", "")) != name_key(campaign.name):
        raise PlayerError(f"That isn't its name. Nothing was deleted. Type {escape(campaign.name)} to delete it.")
    await services_of(interaction).maintenance.delete_campaign(campaign, person_of(interaction))
    await answer_here(interaction, page(f"**{escape(campaign.name)}** is deleted."))
    await interaction.client.screen.put_away(campaign.id)


_NAME = FormQuestion(_CONFIRM, _blank, _take)


async def _find_to_delete(interaction: Interaction, arguments: list[str]) -> Campaign:
    """Return the campaign of a form or button. Raises NotAllowed for players, NotFound for one that isn't here."""
    require(Right.MANAGE, person_of(interaction))
    campaign = await services_of(interaction).campaigns.get(number(part(arguments, 0)))
    if campaign.guild_id != interaction.guild_id:
        raise NotFound("There is no such campaign.")
    return campaign


@control(VERB)
async def _turn_page(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    await answer_here(interaction, await _list_page(interaction, number(part(arguments, 0))))


async def _list_page(interaction: Interaction, at: int) -> discord.ui.LayoutView:
    require(Right.MANAGE, person_of(interaction))
    services, guild, here = services_of(interaction), guild_of(interaction), await campaign_of(interaction)
    found = await services.campaigns.bound(guild.id)
    open_tables = [record.campaign_id for record in await services.tables.of_guild(guild.id)]
    lines = [
        _describe_campaign(campaign, places, open_tables.count(campaign.id), is_here=campaign.id == here.id)
        for campaign, places in sorted(found, key=lambda one: one[0].archived_at is not None)
    ]
    pages = split_pages(lines, most=_A_PAGE)
    return paged(("### The campaigns of this server",), pages, at, lambda to: control_id(VERB, to))


def _describe_campaign(campaign: Campaign, places: Sequence[int], tables: int, *, is_here: bool) -> str:
    parts = [f"**{escape(campaign.name)}**{' (here)' if is_here else ''}", _describe_places(places)]
    if campaign.archived_at is not None:
        parts[1] = f"archived <t:{campaign.archived_at}:d>: /campaigns restore"
    parts.append(f"counts in {escape(campaign.settings.currency.title)}")
    if tables:
        parts.append(counted(tables, "open table"))
    return " · ".join(parts)


def _describe_places(places: Sequence[int]) -> str:
    shown = ["in every channel without another campaign"] if WHOLE_SERVER in places else []
    if own := [place for place in places if place != WHOLE_SERVER]:
        shown.append(_describe_own_places(own))
    return listed(shown) if shown else "played nowhere yet: /campaigns bind"


def _describe_own_places(places: Sequence[int]) -> str:
    shown = [f"in <#{place}>" for place in places[:_MOST_PLACES]]
    if len(places) > _MOST_PLACES:
        shown.append(f"in {len(places) - _MOST_PLACES:,} more places")
    return listed(shown)
