"""Export and import of a campaign as a file: the commands, the preview of an import, and its buttons."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot import games
from bot.campaigns import Campaign, Right, require
from bot.engine.game import AnyGame
from bot.engine.words import counted, escape, listed
from bot.errors import TooLate
from bot.portability.campaign_file import CampaignFile, FileCharacter
from bot.portability.export import Export
from bot.portability.import_plan import ImportPlan
from bot.portability.reading import MOST_BYTES
from bot.portability.service import PreparedImport
from bot.ui.answer import answer_of
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, person_of, services_of, whisper
from bot.ui.files import read_attachment, send_file
from bot.ui.forms import answer_here
from bot.ui.handlers.answers import part
from bot.ui.panels import button, control_id, page
from bot.ui.routing import NOT_OFFERED, control, number
from cogs.campaign.settings import Where, guild_of
from cogs.campaign.settings_text import describe_system

VERB = "arrival"
_MOST_USERS, _MOST_NAMES, _MOST_LEFT_OUT = 15, 4, 12


def describe_export(export: Export) -> str:
    """Describe the content of the file, and what isn't in it."""
    campaign_file = export.campaign_file
    people = _count_people([one.kind for one in campaign_file.characters])
    lines = [
        f"**{escape(campaign_file.name)}** as a file: {people}, settings, house rules and cards.",
        "A server manager loads it on another server with /campaign import.",
        "It has Discord user ids and the GM's secrets. Give it only to people you trust.",
    ]
    if export.open_tables:
        tables = counted(export.open_tables, "table is", "tables are")
        lines.append(
            f"{tables} open. The file counts chips there as money in the wallets, as they were before the hand."
        )
    if export.history_since is not None:
        lines.append(f"The history begins <t:{int(export.history_since)}:f>. The file has no room for older hands.")
    if export.hidden:
        lines.append("Of hands that you played in, it has only what everyone saw.")
    return "\n".join(lines)


def before_import(looked: PreparedImport, there_now: Campaign | None) -> discord.ui.LayoutView:
    """Show the preview of an import, with its button. `there_now` is the campaign played in that place."""
    plan, pending = looked.plan, looked.pending
    foot = f"-# Only you can see this. Nothing has changed yet. I keep the file until <t:{int(pending.lasts_until)}:f>."
    yes = button(
        f"Import {plan.campaign_file.name}", control_id(VERB, "bring", pending.id), discord.ButtonStyle.primary
    )
    no = button("Not now", control_id(VERB, "leave", pending.id))
    return page(
        f"### Import {escape(plan.wanted)}?",
        "\n".join((_describe_name(plan), _describe_place(pending.place_id, there_now))),
        _describe_contents(plan.campaign_file),
        _describe_kept(plan.campaign_file.characters),
        _describe_left_out(plan.left_out),
        foot,
        rows=[[yes, no]],
    )


def after_import(campaign: Campaign, plan: ImportPlan, place_id: int | None) -> discord.ui.LayoutView:
    """Show the result of an import and the next steps."""
    where = (
        f"It is played in <#{place_id}>."
        if place_id is not None
        else "Use /campaign bind in each channel where you play it."
    )
    kinds = [one.kind for one in plan.campaign_file.characters]
    lines = [f"**{escape(campaign.name)}** is ready, with {_count_people(kinds)}.", where]
    if "pc" in kinds:
        lines.append(
            "Players claim their characters with /character claim. "
            "A GM gives the others to players with /character hand."
        )
    return page("\n".join(lines))


def _count_people(kinds: Sequence[str]) -> str:
    found = Counter(kinds)
    words = (("pc", "player character"), ("npc", "NPC"))
    return listed(counted(found[kind], word) for kind, word in words if found[kind]) or "nobody"


def _describe_name(plan: ImportPlan) -> str:
    name = plan.campaign_file.name
    taken = "" if name == plan.wanted else ", because the name in the file is taken here"
    return f"A new campaign, called **{escape(name)}**{taken}."


def _describe_place(place_id: int | None, there_now: Campaign | None) -> str:
    if place_id is None:
        return "You choose its channels later, with /campaign bind."
    instead = f" instead of **{escape(there_now.name)}**" if there_now is not None else ""
    return f"It is played in <#{place_id}>{instead}."


def _describe_contents(file: CampaignFile) -> str:
    """Describe the people, the money by kind, and the items of the file."""
    show = file.settings.currency.show
    retired = sum(1 for one in file.characters if one.retired_at is not None)
    out = f", of whom {retired:,} {'has' if retired == 1 else 'have'} retired" if retired else ""
    money = ((file.wallets, "in wallets"), (file.party, "in the party's wallet"), (file.house, "in the house"))
    held = [f"**{show(amount)}** {where}" for amount, where in money if amount]
    return "\n".join(
        (
            f"It brings {_count_people([one.kind for one in file.characters])}{out}.",
            f"Money: {listed(held)}. All of it comes from the mint." if held else "It brings no money.",
            f"It counts in {escape(file.settings.currency.title)} and rolls {describe_system(file.settings.system)}.",
            *_describe_items(file),
        )
    )


def _describe_items(file: CampaignFile) -> Iterable[str]:
    items: Counter[str] = Counter()
    loadouts: Counter[str] = Counter()
    for one in file.characters:
        loadouts.update(own.game for own in one.loadouts)
        for held in one.items:
            items[held.game] += held.count
    told = [f"{counted(number, _game(game).goods_word)} for {_game(game).title}" for game, number in items.items()]
    told += [f"{counted(number, 'loadout')} for {_game(game).title}" for game, number in loadouts.items()]
    told += [f"the card file for {_game(one.game).title}" for one in file.card_files]
    if file.presets:
        told.append(counted(len(file.presets), "preset of house rules", "presets of house rules"))
    if told:
        yield f"It also has {listed(told)}."


def _game(key: str) -> AnyGame:
    """Return a game of the plan: it has no other games than this bot's."""
    return games.spec_of(key).game


def _describe_kept(characters: Sequence[FileCharacter]) -> str:
    """List the users for whom players' characters are kept until they claim them."""
    whose: Mapping[str | None, list[str]] = defaultdict(list)
    for one in characters:
        if one.kind == "pc" and one.retired_at is None:
            whose[one.player].append(one.name)
    if not whose:
        return ""
    users = [user for user in whose if user is not None]
    lines = [f"<@{user}>: {_names(whose[user])}" for user in users[:_MOST_USERS]]
    if len(users) > _MOST_USERS:
        lines.append(f"and for {counted(len(users) - _MOST_USERS, 'other user')}")
    if nobodys := whose.get(None):
        lines.append(f"no user in the file: {_names(nobodys)}")
    return "Nobody plays these characters until their users claim them. They are kept for\n" + "\n".join(lines)


def _names(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    shown = [f"**{escape(name)}**" for name in names[:_MOST_NAMES]]
    return listed([*shown, f"{more:,} more"] if more > 0 else shown)


def _describe_left_out(left_out: Sequence[str]) -> str:
    lines = [f"- {sentence}" for sentence in left_out[:_MOST_LEFT_OUT]]
    if len(left_out) > _MOST_LEFT_OUT:
        lines.append(f"- and {len(left_out) - _MOST_LEFT_OUT:,} more.")
    lines.append("- The history. The ledger starts again with the money that everyone has.")
    return "Left out:\n" + "\n".join(lines)


class FileCommands(commands.Cog):
    """The commands /campaign export and /campaign import, for people who manage the server."""

    @app_commands.command(description="Get this campaign as a file. Server managers only. Only you can see this.")
    @app_commands.describe(history="Include the ledger and the finished hands, as far as the file has room")
    async def export(self, interaction: Interaction, history: bool = False) -> None:
        campaign, person = await campaign_of(interaction), person_of(interaction)
        require(Right.MANAGE, person)
        await interaction.response.defer(ephemeral=True, thinking=True)
        export = await services_of(interaction).campaign_files.export(campaign, person, history=history)
        await send_file(interaction, describe_export(export), export.content, export.name)

    @app_commands.command(
        name="import", description="Load a campaign from a file, after a preview. Server managers only."
    )
    @app_commands.describe(
        file="File from /campaign export, at most 8 MiB", place="Channel or category to play it in. Default: none."
    )
    async def bring(self, interaction: Interaction, file: discord.Attachment, place: Where | None = None) -> None:
        guild, person, services = guild_of(interaction), person_of(interaction), services_of(interaction)
        require(Right.MANAGE, person)
        await campaign_of(interaction)
        content = await read_attachment(interaction, file, MOST_BYTES)
        looked = await services.campaign_files.look(guild.id, person, content, place.id if place else None)
        await whisper(interaction, "", before_import(looked, await _bound_to(interaction, looked.pending.place_id)))


async def _bound_to(interaction: Interaction, place_id: int | None) -> Campaign | None:
    """Return the campaign that the place itself is bound to."""
    if place_id is None:
        return None
    bound = await services_of(interaction).campaigns.bound(guild_of(interaction).id)
    return next((campaign for campaign, places in bound if place_id in places), None)


@control(VERB)
async def _answer_import(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """`arrival:bring:<file>` or `arrival:leave:<file>`."""
    guild, person, archive = guild_of(interaction), person_of(interaction), services_of(interaction).campaign_files
    what, arrival = part(arguments, 0), number(part(arguments, 1))
    match what:
        case "bring":
            require(Right.MANAGE, person)
            is_page = interaction.message is not None and interaction.message.flags.ephemeral
            await interaction.response.defer(ephemeral=True, thinking=not is_page)
            brought = await archive.bring(guild.id, person, arrival)
            await answer_of(interaction).change(after_import(*brought))
        case "leave":
            await archive.decline(guild.id, person, arrival)
            await answer_here(interaction, page("Nothing was imported, and I deleted the file."))
        case _:
            raise TooLate(NOT_OFFERED)
