"""The pages of help: first steps and commands for players, GMs and managers, and a check of the bot's permissions."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

import discord
from discord import app_commands

from bot.campaigns import Campaign, Right, may
from bot.engine.words import counted, listed
from bot.errors import NotAllowed, TooLate
from bot.games import game_of_command, games
from bot.ui.channels import CHECK, is_uninvited, lacking_in, missing_button, needs_in
from bot.ui.client import Interaction, Shadowport
from bot.ui.context import SERVERS_ONLY, campaign_of, person_of, services_of
from bot.ui.forms import answer_here
from bot.ui.gm.channel import everyone_reads
from bot.ui.handlers.answers import part
from bot.ui.panels import Component, button, control_id, page
from bot.ui.routing import WORN_OUT, control

PLAYERS = "players"
VERB, _GAMES = "help", "games"
NextStep = Callable[[Interaction, Campaign], Awaitable[str]]


async def _player_step(interaction: Interaction, campaign: Campaign) -> str:
    """Name the next step of a player in this channel."""
    services, user_id = services_of(interaction), interaction.user.id
    if await services.characters.active(campaign.id, user_id) is None:
        return "You have no character yet: make one with /character new."
    table = await services.tables.in_channel(interaction.channel_id or 0)
    if table is None:
        return "No table is open in this channel. Open one with a command of the page “Games”."
    if not table.seated(user_id):
        return f"A table of {table.title} is open in this channel. Press “Sit” on it, or find it with /table here."
    return f"You sit at {table.title} in this channel. /table here brings it to the bottom."


async def _gm_step(interaction: Interaction, campaign: Campaign) -> str:
    """Name the next step of a GM in this campaign."""
    services = services_of(interaction)
    if campaign.settings.gm_channel_id is None:
        return "You have no GM channel yet: choose one in /campaign setup."
    if not await services.characters.npcs(campaign, person_of(interaction)):
        return "You have no NPC yet: make one with /npc new."
    if await services.tables.in_channel(interaction.channel_id or 0) is None:
        return "No table is open in this channel. Open one with a command of the page “Games”."
    return "A table is open in this channel. Seat an NPC with /npc seat, or press “More…” on the table."


async def _manager_step(interaction: Interaction, _: Campaign) -> str:
    """Name the next step of a person who manages the server; "" for none."""
    lacking = lacking_in(interaction.channel, interaction.app_permissions)
    if lacking:
        return f"I lack {counted(len(lacking), 'permission')} in this channel: press “What's missing here?”."
    return ""


@dataclass(frozen=True, slots=True)
class _Topic:
    """A page of help: its first steps, and the top-level commands that belong to it besides the games."""

    title: str
    steps: tuple[str, ...]
    groups: frozenset[str] = frozenset()
    right: Right | None = None
    """The right of the people whom the next step is for; None for everyone."""
    next_step: NextStep | None = None


TOPICS = {
    PLAYERS: _Topic(
        "Players",
        (
            "Make a character with /character new. “Sit” makes one too. /character import brings one from elsewhere.",
            "Press “Sit” at an open table, or open one with a command of the page “Games”.",
            "When it's your turn, press the table's buttons. “My hand” or “My seat” shows what only you can see.",
            "/table mine lists the tables that wait for you. /character reminders has direct messages about them.",
            "“More…” on the table has the rules and your odds. You leave under “My seat”.",
        ),
        next_step=_player_step,
    ),
    _GAMES: _Topic(
        "Games",
        (
            "Open a table in this channel with the game's first command. Its rules and odds are beside it.",
            "A command named challenge, or “Challenge” in the menu of a person, invites another player.",
            "To play without others, have the GM seat an NPC, or choose a game against the house.",
        ),
    ),
    "gms": _Topic(
        "GMs",
        (
            "Choose a GM channel, the money and the dice in /campaign setup.",
            "Make an NPC with /npc new and seat it with /npc seat. /npc autopilot has it play without you.",
            "Keep every table in sight with /gm screen. “More…” on a table has Pause and Undo.",
            "Give money with /bank grant. Fill a table's bank with /bank fill.",
        ),
        frozenset({"npc", "bank", "gm", "ledger"}),
        Right.SET_UP,
        _gm_step,
    ),
    "managers": _Topic(
        "Managers",
        (
            "Press “What's missing here?” in each channel with tables, and grant me what it names.",
            "You are a GM, because you manage this server. Give others a GM role in /campaign setup.",
            "Begin another campaign with /campaigns create. /campaigns bind plays it in one channel or category.",
            "Keep a copy of a campaign with /campaigns export.",
        ),
        frozenset({"campaign", "campaigns"}),
        Right.MANAGE,
        _manager_step,
    ),
}
"""The pages in the order of their buttons. Commands of no page are the players'."""


async def help_page(interaction: Interaction, key: str) -> discord.ui.LayoutView:
    """Build a page of help, with the next step of this person above it. In direct messages there is none."""
    topic, texts = TOPICS[key], [f"## {TOPICS[key].title}"]
    if topic.next_step is not None and interaction.guild_id is not None:
        campaign, person = await campaign_of(interaction), person_of(interaction)
        if topic.right is None or may(topic.right, person, campaign):
            step = await topic.next_step(interaction, campaign)
            texts.append(f"**Next:** {step}" if step else "")
    texts.append("\n".join(f"{number}. {step}" for number, step in enumerate(topic.steps, start=1)))
    texts.append(_describe_games(interaction) if key == _GAMES else _describe_groups(interaction, key))
    about = services_of(interaction).operator.about.line
    texts.append(f"-# {about}" if about else "")
    return page(*texts, rows=[_ways(interaction, key)])


def commands_by_group(tree: app_commands.CommandTree[Shadowport], guild_id: int | None) -> dict[str, tuple[str, ...]]:
    """Return the full names of all commands there by their top-level names, sorted."""
    guild = None if guild_id is None else discord.Object(guild_id)
    found = (guild and tree.get_commands(guild=guild)) or tree.get_commands()
    named: dict[str, tuple[str, ...]] = {}
    for command in sorted(found, key=lambda one: one.name):
        if isinstance(command, app_commands.Group):
            leaves = (leaf for leaf in command.walk_commands() if isinstance(leaf, app_commands.Command))
            named[command.name] = tuple([leaf.qualified_name for leaf in leaves])
        elif isinstance(command, app_commands.Command):
            named[command.name] = (command.name,)
    return named


def topic_of(group: str) -> str:
    """Return the page on which a top-level command stands."""
    if game_of_command(group) is not None:
        return _GAMES
    return next((key for key, topic in TOPICS.items() if group in topic.groups), PLAYERS)


def _describe_groups(interaction: Interaction, key: str) -> str:
    """List the commands of a page, a line for each top-level command."""
    named = commands_by_group(interaction.client.tree, interaction.guild_id)
    lines = [_listed(names) for group, names in named.items() if topic_of(group) == key]
    return "\n".join(("### Commands", *(f"- {line}" for line in lines)))


def _describe_games(interaction: Interaction) -> str:
    """List the games and their commands by the company that they suit."""
    named = commands_by_group(interaction.client.tree, interaction.guild_id)
    by_company: dict[str, list[str]] = {}
    for key, spec in games().items():
        if key in named:
            low, high = spec.game.seats[0], spec.game.seats[-1]
            seats = f"{low} seats" if low == high else f"{low} to {high} seats"
            names = (*named[key], *named.get(spec.alias, ()))
            told = f"**{spec.game.title}**, {seats}: {_listed(names)}"
            by_company.setdefault(spec.company, []).append(told)
    return "\n".join(f"### {company}\n" + "\n".join(lines) for company, lines in sorted(by_company.items()))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"/{name}" for name in names)


def _ways(interaction: Interaction, here: str) -> list[Component]:
    ways = [button(topic.title, control_id(VERB, key), disabled=key == here) for key, topic in TOPICS.items()]
    if interaction.guild_id is not None:
        ways.append(missing_button(disabled=here == CHECK))
    return ways


async def _check_page(interaction: Interaction) -> discord.ui.LayoutView:
    """Build the page that tells which permissions the bot has here, and for GMs those in the GM channel."""
    if interaction.guild is None:
        raise NotAllowed(SERVERS_ONLY)
    campaign = await campaign_of(interaction)
    texts = [
        "## Permissions",
        _describe_needs(f"<#{interaction.channel_id}>", interaction.channel, interaction.app_permissions),
    ]
    if may(Right.SET_UP, person_of(interaction), campaign):
        texts.append(_describe_gm_channel(interaction.guild, campaign.settings.gm_channel_id))
    return page(*texts, rows=[_ways(interaction, CHECK)])


def _describe_gm_channel(guild: discord.Guild, channel_id: int | None) -> str:
    if channel_id is None:
        return "There is no GM channel. Choose one in /campaign setup, and I post there what only GMs should see."
    channel, where = guild.get_channel_or_thread(channel_id), f"the GM channel <#{channel_id}>"
    if channel is None:
        return f"I can't see {where}. Let me in, or choose another one in /campaign setup."
    told = _describe_needs(where, channel, channel.permissions_for(guild.me))
    if everyone_reads(guild, channel):
        told += "\n- **Privacy** is missing: everyone can read it, so I write nothing there. Close it to players."
    return told


def _describe_needs(where: str, channel: object, may: discord.Permissions) -> str:
    """List the permissions that the bot has in a channel, and for each one missing what fails without it."""
    if is_uninvited(channel):
        return f"I'm not in the private thread {where}. Mention me there, and I see it."
    lacking = lacking_in(channel, may)
    if not lacking:
        return f"Nothing is missing in {where}. I have {listed([need.title for need in needs_in(channel)])}."
    lines = [f"- **{need.title}** is missing: {need.without}" for need in lacking]
    granted = [need.title for need in needs_in(channel) if need not in lacking]
    lines += [f"- I have {listed(granted)}."] if granted else []
    them = "it" if len(lacking) == 1 else "them"
    head = f"I lack {counted(len(lacking), 'permission')} in {where}. Grant {them} in the channel's settings."
    return "\n".join((head, *lines))


@control(VERB, direct=True)
async def _turn(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show another page: `help:<page, or check>`."""
    key = part(arguments, 0)
    if key == CHECK:
        await answer_here(interaction, await _check_page(interaction))
    elif key in TOPICS:
        await answer_here(interaction, await help_page(interaction, key))
    else:
        raise TooLate(WORN_OUT)
