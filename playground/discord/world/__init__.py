"""The world that the local Discord serves: an application with its bot, and servers, people and messages around it."""

from playground.discord.world.application import Application
from playground.discord.world.conversation import Message, Upload
from playground.discord.world.permissions import Permission
from playground.discord.world.places import Channel, ChannelKind, Guild, Member, Overwrite, Role, User

__all__ = [
    "Channel",
    "ChannelKind",
    "Guild",
    "Member",
    "Message",
    "Overwrite",
    "Permission",
    "Role",
    "Upload",
    "User",
    "World",
]


class World(Application):
    """Everything there is. Tests change it in mid-play, and every change sends the events that Discord sends."""
