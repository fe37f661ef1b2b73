"""Channels: the bot's permissions in them, and the tables and places that a person can see."""

import discord

from bot.campaigns import Person
from bot.engine.words import listed

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


def missing_permissions(interaction: discord.Interaction) -> str | None:
    """Name the permissions that a table needs and the bot lacks in this channel, as a sentence without its end.

    Discord's permissions in a private thread hold only for members; the bot knows the threads that it is in.
    """
    channel, may = interaction.channel, interaction.app_permissions
    in_thread = isinstance(channel, discord.Thread)
    if in_thread and channel.is_private() and channel.guild.get_thread(channel.id) is None:
        return "I lack an **invitation** to this private thread"
    needed = {
        "View Channel": may.view_channel,
        "Connect": may.connect or not isinstance(channel, _VOICE_CHANNELS),
        "Send Messages in Threads" if in_thread else "Send Messages": (
            may.send_messages_in_threads if in_thread else may.send_messages
        ),
    }
    lacking = [f"**{name}**" for name, granted in needed.items() if not granted]
    kind = "permission" if len(lacking) == 1 else "permissions"
    return f"I lack the {kind} {listed(lacking)} here" if lacking else None


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
