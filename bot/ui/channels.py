"""Channels: the bot's permissions in them, and the tables and places that a person can see."""

from typing import NamedTuple

import discord

from bot.campaigns import Person
from bot.engine.words import listed
from bot.errors import NotAllowed, RuleError
from bot.ui.panels import Component, button, control_id

_VOICE_CHANNELS = (discord.VoiceChannel, discord.StageChannel)
UNSEEN = "a place that I can't see"


def reads(channel: discord.abc.GuildChannel | discord.Thread, may: discord.Permissions) -> bool:
    """Return whether anyone with these permissions there can read it: a voice or stage chat takes Connect too."""
    return may.view_channel and (may.connect or not isinstance(channel, _VOICE_CHANNELS))


def person_from(member: discord.Member, guild: discord.Guild, permissions: discord.Permissions | None = None) -> Person:
    """Describe a member by the permissions that an interaction brought, or else by those of their roles."""
    held = member.guild_permissions if permissions is None else permissions
    return Person(
        user_id=member.id,
        role_ids=frozenset(role.id for role in member.roles),
        is_owner=guild.owner_id == member.id,
        manage_guild=held.manage_guild or held.administrator,
        name=member.display_name,
    )


async def meet_person(client: discord.Client, guild_id: int, user_id: int) -> Person:
    """Ask Discord for the roles of a user of a server. One who isn't there has none. Raises what the library raises."""
    guild = client.get_guild(guild_id)
    if guild is None:
        return Person(user_id)
    try:
        return person_from(await guild.fetch_member(user_id), guild)
    except discord.NotFound:
        return Person(user_id)


class Need(NamedTuple):
    """A permission that the bot needs in a channel, and what fails without it."""

    title: str
    bit: discord.Permissions
    without: str
    is_vital: bool = True
    """True if a table needs it."""


_VIEW = Need(
    "View Channel",
    discord.Permissions(view_channel=True),
    "I can't tell when chat pushes a table up, and I don't show moves by the clock or NPCs.",
)
_CONNECT = Need("Connect", discord.Permissions(connect=True), "I can't read the chat of a voice channel.")
_SEND = Need(
    "Send Messages",
    discord.Permissions(send_messages=True),
    "I can't remind players or repost a table.",
)
_SEND_IN_THREADS = Need(
    "Send Messages in Threads",
    discord.Permissions(send_messages_in_threads=True),
    "I can't remind players or repost a table in threads.",
)
_ATTACH = Need(
    "Attach Files",
    discord.Permissions(attach_files=True),
    "Drawn boards, charts and files don't arrive.",
    is_vital=False,
)
NEEDS = (_VIEW, _SEND, _SEND_IN_THREADS, _ATTACH, _CONNECT)
"""All permissions that the bot needs anywhere. Invitations ask for them. An application's own emojis need none."""


def needs_in(channel: object) -> tuple[Need, ...]:
    """Return the permissions that the bot needs in a channel of that kind."""
    connect = (_CONNECT,) if isinstance(channel, _VOICE_CHANNELS) else ()
    return _VIEW, *connect, _SEND_IN_THREADS if isinstance(channel, discord.Thread) else _SEND, _ATTACH


def lacking_in(channel: object, may: discord.Permissions) -> tuple[Need, ...]:
    """Return the permissions that the bot needs in a channel and doesn't have among these."""
    return tuple([need for need in needs_in(channel) if not may.is_superset(need.bit)])


def is_uninvited(channel: object) -> bool:
    """Return whether the bot isn't in a private thread, where its permissions hold for members alone. The bot knows
    the threads that it is in.
    """
    return isinstance(channel, discord.Thread) and channel.is_private() and channel.guild.get_thread(channel.id) is None


def missing_permissions(interaction: discord.Interaction) -> str | None:
    """Name the permissions that a table needs and the bot lacks in this channel, as a sentence without its end."""
    if is_uninvited(interaction.channel):
        return "I lack an **invitation** to this private thread"
    needs = lacking_in(interaction.channel, interaction.app_permissions)
    lacking = [f"**{need.title}**" for need in needs if need.is_vital]
    kind = "permission" if len(lacking) == 1 else "permissions"
    return f"I lack the {kind} {listed(lacking)} here" if lacking else None


def require_thread(interaction: discord.Interaction) -> None:
    """Refuse a thread to a person who may not make one in the interaction's channel, and where `make_thread` refuses
    it.
    """
    _channel_for_thread(interaction)
    if not interaction.permissions.create_public_threads:
        raise NotAllowed("You can't make a thread here: you lack **Create Public Threads**. Leave out `thread`.")


async def make_thread(interaction: discord.Interaction, name: str) -> discord.Thread:
    """Make a public thread in the interaction's channel. Raises RuleError where there are no threads, and NotAllowed
    where the bot may not make one or write in it.
    """
    channel = _channel_for_thread(interaction)
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    try:
        return await channel.create_thread(name=name, type=kind)
    except discord.HTTPException as failed:
        raise NotAllowed(f"Discord makes no thread here ({failed.text}). Leave out `thread`.") from failed


def _channel_for_thread(interaction: discord.Interaction) -> discord.TextChannel:
    channel, may = interaction.channel, interaction.app_permissions
    if not isinstance(channel, discord.TextChannel):
        raise RuleError("Only a text channel has threads. Leave out `thread`, or use a text channel.")
    needed = {
        "View Channel": may.view_channel,
        "Create Public Threads": may.create_public_threads,
        "Send Messages in Threads": may.send_messages_in_threads,
    }
    if lacking := [f"**{title}**" for title, has in needed.items() if not has]:
        raise NotAllowed(f"I can't make a thread here: I lack {listed(lacking)}. Grant it, or leave out `thread`.")
    return channel


CHECK = "check"
"""The page of help that names the permissions which the bot lacks."""
MISSING = "What's missing here?"


def missing_button(*, disabled: bool = False) -> Component:
    """Build the button that leads to that page."""
    return button(MISSING, control_id("help", CHECK), disabled=disabled)


Place = discord.abc.GuildChannel | discord.Thread


def place_of(interaction: discord.Interaction, channel_id: int) -> Place | None:
    """Return the channel or thread of that id. None for one that is gone, archived, or private to others."""
    here = interaction.channel
    if channel_id == interaction.channel_id and isinstance(here, Place):
        return here
    return interaction.guild.get_channel_or_thread(channel_id) if interaction.guild else None


def place_name(interaction: discord.Interaction, channel_id: int) -> str:
    """Return the name of the place, unmarked and not escaped."""
    channel = place_of(interaction, channel_id)
    return UNSEEN if channel is None else f"#{channel.name}"


def may_see_place(interaction: discord.Interaction, channel_id: int, *, sees_more: bool) -> bool:
    """Return whether this person can see the place; if the bot can't tell, `sees_more`."""
    if channel_id == interaction.channel_id:
        return True
    channel, member = place_of(interaction, channel_id), interaction.user
    if channel is None or not isinstance(member, discord.Member):
        return sees_more
    return _is_open(channel) and reads(channel, channel.permissions_for(member))


def everybody_sees(interaction: discord.Interaction, channel_id: int) -> bool:
    """Return whether no reader of this channel learns of a place closed to them: it is this one, or open to all."""
    if channel_id == interaction.channel_id:
        return True
    channel, guild = place_of(interaction, channel_id), interaction.guild
    if channel is None or guild is None or not _is_open(channel):
        return False
    return reads(channel, channel.permissions_for(guild.default_role))


def _is_open(channel: Place) -> bool:
    return not (isinstance(channel, discord.Thread) and (channel.is_private() or channel.parent is None))
