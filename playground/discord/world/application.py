"""What the bot's application owns: its commands, its emojis, and the card that describes it."""

from dataclasses import dataclass
from typing import Any

from bot.clock import Clock
from playground.discord.world.messages import Messages
from playground.discord.world.payloads import user_json
from playground.discord.world.places import Guild, User

Json = dict[str, Any]
_BY_USER = 1
"""The kind of installation for a user."""


@dataclass(slots=True)
class Emoji:
    """A picture the application may show anywhere; `content` is the file itself."""

    id: int
    name: str
    content: bytes
    content_type: str


class Application(Messages):
    """The application. `commands` maps a server's id (None: everywhere) to its commands by id, as registered."""

    def __init__(self, clock: Clock, name: str = "Shadowport") -> None:
        super().__init__(clock, name)
        self.commands: dict[int | None, dict[int, Json]] = {None: {}}
        self.emojis: dict[int, Emoji] = {}
        self.privileged_intents_allowed = 0
        self.installed_by: set[int] = set()
        """The users who have installed the application for themselves."""

    def commands_in(self, guild: Guild | None, user: User | None = None) -> list[Json]:
        """List the commands that people see in `guild`: its own first, which hide those of the same name and kind.
        Where the bot isn't, a `user` who has installed it has those that go with users.
        """
        if guild is not None and not guild.has_bot:
            is_brought = user is not None and user.id in self.installed_by
            return [one for one in self.commands[None].values() if is_brought and _BY_USER in one["integration_types"]]
        own = list(self.commands.get(guild.id, {}).values()) if guild is not None else []
        hidden = {(command["name"], command["type"]) for command in own}
        shared = [c for c in self.commands[None].values() if (c["name"], c["type"]) not in hidden]
        return own + shared

    def application_json(self) -> Json:
        return {
            "id": str(self.application_id),
            "name": self.application_name,
            "icon": None,
            "description": "",
            "type": None,
            "bot": user_json(self.bot),
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 1 << 23,
            "flags_new": str(1 << 23),
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "owner": user_json(self.operator),
            "approximate_guild_count": sum(guild.has_bot for guild in self.guilds.values()),
            "approximate_user_install_count": len(self.installed_by),
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": None,
            "eligible_oauth2_scopes": [],
        }

    def emoji_json(self, emoji: Emoji) -> Json:
        return {
            "id": str(emoji.id),
            "name": emoji.name,
            "user": user_json(self.bot),
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": emoji.content_type == "image/gif",
            "available": True,
        }
