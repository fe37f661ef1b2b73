"""Messages: sent, edited, deleted, found; and whom they ping."""

import re
from collections import deque
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from bot.clock import Clock
from playground.discord.world.conversation import Attachment, Forgotten, Gone, Message, Shown, Upload, type_of_file
from playground.discord.world.core import Channels, Event
from playground.discord.world.payloads import member_json, message_json
from playground.discord.world.permissions import Permission
from playground.discord.world.places import Channel, User
from playground.discord.world.snowflakes import Intent

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


LENT_AT_MOST = 50


class Messages(Channels):
    """What is said where, and to whom it is shown. `lent` are the latest files that came with commands and forms.

    `whispers_kept` is how many of the latest ephemerals to each person stay in each channel; None: all of them.
    """

    def __init__(self, clock: Clock, name: str = "Shadowport") -> None:
        super().__init__(clock, name)
        self.lent: deque[Attachment] = deque(maxlen=LENT_AT_MOST)
        self.whispers_kept: int | None = None

    def say(self, author: User, channel: Channel, content: str, *, files: Iterable[Upload] = ()) -> Message:
        """Post a person's ordinary message. It unarchives an archived thread."""
        if channel.archived:
            self.archive_thread(channel, archived=False)
        message = Message(self.ids.next(), channel.id, channel.guild_id, author, self.clock.now(), content)
        message.attachments = [self.keep_file(channel.id, upload) for upload in files]
        self.count_pings(message, None)
        return self.post(message)

    def post(self, message: Message) -> Message:
        """Put a finished message into its channel and tell of it."""
        self.put(message)
        self._tell_of(message, "MESSAGE_CREATE")
        self.changed(Shown(message))
        if message.is_ephemeral and self.whispers_kept is not None:
            self._let_old_whispers_go(message, self.whispers_kept)
        return message

    def put(self, message: Message) -> None:
        """Put a message into its channel without a word."""
        self.messages.setdefault(message.channel_id, {})[message.id] = message
        channel = self.channel(message.channel_id)
        if channel is not None and not message.is_ephemeral:
            channel.last_message_id = message.id
            channel.message_count += 1

    def edited(self, message: Message, *, silently: bool = False) -> None:
        """Tell everybody that a message is now as it stands. `silently` leaves out the edited mark."""
        if not silently:
            message.edited = self.clock.now()
        message.version += 1
        self._tell_of(message, "MESSAGE_UPDATE")
        self.changed(Shown(message))

    def delete_message(self, message: Message) -> None:
        """Delete a message, or dismiss an ephemeral."""
        self._take_away(message)
        data = {"id": str(message.id), "channel_id": str(message.channel_id)}
        self._send(message, "MESSAGE_DELETE", data, with_message=False)
        self.changed(Gone(message.channel_id, (message,)))

    def delete_messages(self, channel: Channel, messages: list[Message]) -> None:
        for message in messages:
            self._take_away(message)
        data = {"ids": [str(message.id) for message in messages], "channel_id": str(channel.id)}
        if channel.guild_id is not None:
            data["guild_id"] = str(channel.guild_id)
        self.emit(Event("MESSAGE_DELETE_BULK", data, channel.guild_id, Intent.GUILD_MESSAGES))
        self.changed(Gone(channel.id, tuple(messages)))

    def reset(self) -> None:
        """Remove every message, file and direct message channel, unheard by any connected bot.

        Servers, channels and people stay, and ids go on rising.
        """
        for messages in self.messages.values():
            for message in messages.values():
                message.deleted = True
        self.messages.clear()
        self.dms.clear()
        self.lent.clear()
        for guild in self.guilds.values():
            for channel in (*guild.channels.values(), *guild.threads.values()):
                channel.last_message_id, channel.message_count = None, 0
        self.changed(Forgotten())
        self.touched()

    def message(self, channel_id: int, message_id: int) -> Message | None:
        return self.messages.get(channel_id, {}).get(message_id)

    def history(self, channel: Channel, viewer: User | None = None) -> list[Message]:
        """List the messages that `viewer` (None: anyone who may read the channel) sees, oldest first."""
        mine = (None, None if viewer is None else viewer.id)
        return [message for message in self.messages.get(channel.id, {}).values() if message.only_for in mine]

    def may_read(self, viewer: User, message: Message) -> bool:
        """Return True if `message` is there and visible to `viewer`. An ephemeral is for one person alone."""
        channel = self.channel(message.channel_id)
        if message.deleted or channel is None or message.only_for not in (None, viewer.id):
            return False
        return self.sees(viewer, channel)

    def keep_file(self, channel_id: int, upload: Upload, description: str | None = None) -> Attachment:
        attachment_id = self.ids.next()
        url = f"{self.cdn_url}/attachments/{channel_id}/{attachment_id}/{quote(upload.filename, safe='')}"
        kind = type_of_file(upload.filename, upload.content_type)
        return Attachment(attachment_id, upload.filename, upload.content, url, kind, description)

    def file(self, channel_id: int, attachment_id: int) -> Attachment | None:
        """Return the file with this id on a message of this channel, or sent to the bot with a command."""
        on_messages = (file for message in self.messages.get(channel_id, {}).values() for file in message.attachments)
        return next((file for file in (*self.lent, *on_messages) if file.id == attachment_id), None)

    def _let_old_whispers_go(self, latest: Message, kept: int) -> None:
        """Drop old ephemerals, as a client does at each start, since this one may run for weeks. Sends no event."""
        said = self.messages[latest.channel_id].values()
        whispers = [message for message in said if message.is_ephemeral and message.only_for == latest.only_for]
        gone = tuple(whispers[:-kept])
        for message in gone:
            self._take_away(message)
        if gone:
            self.changed(Gone(latest.channel_id, gone))

    def _take_away(self, message: Message) -> None:
        self.messages.get(message.channel_id, {}).pop(message.id, None)
        message.deleted = True

    def count_pings(self, message: Message, allowed: dict[str, Any] | None) -> None:
        """Find who is notified: mentions in the text (components too), cut down to `allowed` (allowed_mentions)."""
        text = "\n".join((message.content, *texts_of(message.components)))
        parse = None if allowed is None else allowed.get("parse") or []
        users = [int(found) for found in _USER_MENTION.findall(text)]
        roles = [int(found) for found in _ROLE_MENTION.findall(text)]
        if parse is not None and allowed is not None:
            users = users if "users" in parse else [user for user in users if str(user) in _texts(allowed.get("users"))]
            roles = roles if "roles" in parse else [role for role in roles if str(role) in _texts(allowed.get("roles"))]
        message.pings = [self.users[user] for user in dict.fromkeys(users) if user in self.users]
        channel = self.channel(message.channel_id)
        guild = None if channel is None else self.guild_of(channel)
        message.pings_roles = [role for role in dict.fromkeys(roles) if guild is not None and role in guild.roles]
        may = channel is not None and self.permissions_of(message.author, channel) & Permission.MENTION_EVERYONE
        wanted = parse is None or "everyone" in parse
        message.pings_everyone = bool(may and wanted and _EVERYONE.search(text))

    def _tell_of(self, message: Message, name: str) -> None:
        data = message_json(message)
        guild = self.guilds.get(message.guild_id or 0)
        if guild is not None and not message.is_ephemeral:
            data["guild_id"] = str(guild.id)
            member = guild.members.get(message.author.id)
            if member is not None and message.made_by is None:
                data["member"] = member_json(member, with_user=False)
        self._send(message, name, data, with_message=True)

    def _send(self, message: Message, name: str, data: dict[str, Any], *, with_message: bool) -> None:
        """Ephemerals go straight to the bot under the intent of direct messages, without a server."""
        channel = self.channel(message.channel_id)
        guild = self.guilds.get(message.guild_id or 0)
        private = message.is_ephemeral or guild is None
        if (guild is not None and not guild.has_bot) or channel is None or not (private or self.bot_sees(channel)):
            self.touched()
            return
        intent = Intent.DIRECT_MESSAGES if private else Intent.GUILD_MESSAGES
        if not private and guild is not None:
            data["guild_id"] = str(guild.id)
        guild_id = None if guild is None else guild.id
        self.emit(Event(name, data, guild_id, intent, message if with_message else None))


def texts_of(components: list[dict[str, Any]]) -> list[str]:
    """Return the texts shown in `components`, in reading order, without the labels of buttons."""
    found: list[str] = []
    for component in components:
        if component["type"] == TEXT_DISPLAY:
            found.append(component["content"])
        found.extend(texts_of(component.get("components") or []))
    return found


TEXT_DISPLAY = 10


def _texts(ids: list[Any] | None) -> set[str]:
    return {str(value) for value in ids or []}
