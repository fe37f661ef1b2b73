"""A gateway session: what the bot was told and in which order, so that a RESUME can tell it again."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playground.discord.world.core import Event
from playground.discord.world.intents import Intent
from playground.discord.world.message_payloads import without_content
from playground.discord.world.places import User
from playground.json_text import to_text

REPLAY_AT_MOST = 4096
_GUILD_SHIFT = 22


@dataclass(eq=False)
class Session:
    """One identified bot (or shard of it).

    `send` writes to its present connection, None while there is none; `told` hears of every event's name and data. What
    was sent stays in `sent` for a RESUME; `forgotten` is the number of the last event that no longer does.
    """

    id: str
    intents: int
    shard: tuple[int, int] = (0, 1)
    send: Callable[[str], None] | None = None
    told: Callable[[str, dict[str, Any]], None] | None = None
    sequence: int = 0
    forgotten: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=deque[tuple[int, str]])

    def wants(self, event: Event) -> bool:
        """Did this session ask for such events, and does its shard carry that server?"""
        if event.intents and not self.intents & event.intents:
            return False
        shard_id, shard_count = self.shard
        if event.guild_id is None or (event.intents and event.intents == Intent.DIRECT_MESSAGES):
            return shard_id == 0
        return (event.guild_id >> _GUILD_SHIFT) % shard_count == shard_id

    def dispatch(self, name: str, data: dict[str, Any]) -> None:
        """Number an event, keep it for a RESUME, and send it if somebody listens."""
        self.sequence += 1
        text = to_text({"op": 0, "t": name, "s": self.sequence, "d": data})
        self.sent.append((self.sequence, text))
        if len(self.sent) > REPLAY_AT_MOST:
            self.forgotten = self.sent.popleft()[0]
        if self.send is not None:
            self.send(text)
        if self.told is not None:
            self.told(name, data)

    def can_resume_from(self, sequence: int) -> bool:
        return self.forgotten <= sequence <= self.sequence

    def missed_since(self, sequence: int) -> list[str]:
        return [text for number, text in self.sent if number > sequence]

    def may_read(self, event: Event, bot: User) -> bool:
        """Content is for bots with the intent, and for all in their own, direct and mentioning messages."""
        message = event.message
        if message is None or self.intents & Intent.MESSAGE_CONTENT or message.author.id == bot.id:
            return True
        return message.guild_id is None or message.is_ephemeral or bot in message.pings

    def tell(self, event: Event, bot: User) -> None:
        """Dispatch `event` if this session is to get it, without what it may not read."""
        if self.wants(event):
            self.dispatch(event.name, event.data if self.may_read(event, bot) else without_content(event.data))
