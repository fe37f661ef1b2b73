"""What the bot may do in a channel."""

import discord

from bot.engine.speech import listed

_SPOKEN = (discord.VoiceChannel, discord.StageChannel)


def reads(channel: discord.abc.GuildChannel | discord.Thread, may: discord.Permissions) -> bool:
    """Return whether anyone with these permissions there can read it: a voice or stage chat takes Connect too."""
    return may.view_channel and (may.connect or not isinstance(channel, _SPOKEN))


def missing_permissions(interaction: discord.Interaction) -> str | None:
    """What the bot needs for a table and may not do in this channel, in a sentence without its end.

    What Discord says of permissions in a private thread holds only for members; the bot knows the threads it is in.
    """
    channel, may = interaction.channel, interaction.app_permissions
    in_thread = isinstance(channel, discord.Thread)
    if in_thread and channel.is_private() and channel.guild.get_thread(channel.id) is None:
        return "I lack an **invitation** to this private thread"
    needed = {
        "View Channel": may.view_channel,
        "Connect": may.connect or not isinstance(channel, _SPOKEN),
        "Send Messages in Threads" if in_thread else "Send Messages": (
            may.send_messages_in_threads if in_thread else may.send_messages
        ),
    }
    lacking = [f"**{name}**" for name, granted in needed.items() if not granted]
    kind = "permission" if len(lacking) == 1 else "permissions"
    return f"I lack the {kind} {listed(lacking)} here" if lacking else None
