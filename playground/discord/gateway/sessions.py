"""All sessions of the bot: events go in at one end and out to whoever asked for them.

A shard may have several sessions at once, and each gets every event of the shard's servers.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.clock import Clock
from playground.discord.world import World
from playground.discord.world.conversation import BotMoved
from playground.discord.world.core import Event
from playground.discord.world.payloads import own_user_json, without_content
from playground.discord.world.places import Guild, User
from playground.discord.world.snowflakes import Intent, shard_of
from playground.json_text import to_text

REPLAY_AT_MOST = 4096
STALE_AT_MOST = 3
"""Sessions of one shard that wait for a RESUME: a bot that was killed leaves one behind each time."""


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
        return shard_of(event.guild_id, shard_count) == shard_id

    def dispatch(self, name: str, data: dict[str, Any]) -> None:
        """Assign a number to an event, keep it for a RESUME, and send it if a connection is open."""
        self.sequence += 1
        text = to_text({"t": name, "s": self.sequence, "op": 0, "d": data})
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


Json = dict[str, Any]

HEARTBEAT_SECONDS = 41.25
IDENTIFY_APART = 5.0
_A_DAY = 86_400.0


@dataclass(eq=False)
class SessionStarts:
    """The limits within which a bot starts sessions, and the recommended count of shards. A test changes any of it."""

    clock: Clock
    shards: int = 1
    """The shards that Discord recommends."""
    total: int = 1000
    """The IDENTIFYs of a day."""
    max_concurrency: int = 1
    """The buckets of shards that may identify at the same time."""
    apart: float = 0.0
    """Seconds between two IDENTIFYs of one bucket. Discord wants `IDENTIFY_APART`. 0 is for bots that start again on a
    clock that stands still."""
    servers_at_most: int = 2500
    """Servers of one shard."""
    _used: int = 0
    _since: float = float("-inf")
    _latest: dict[int, float] = field(default_factory=dict[int, float])

    def describe(self) -> Json:
        """Return the start limits as Discord gives them: `reset_after` is in milliseconds."""
        left = max(0.0, self._since + _A_DAY - self.clock.now())
        used = self._used if left else 0
        return {
            "total": self.total,
            "remaining": self.total - used,
            "reset_after": int(left * 1000),
            "max_concurrency": self.max_concurrency,
        }

    def has_any(self) -> bool:
        """Count one IDENTIFY, and return False if it is more than a day's."""
        now = self.clock.now()
        if now >= self._since + _A_DAY:
            self._used, self._since = 0, now
        self._used += 1
        return self._used <= self.total

    def is_in_turn(self, shard_id: int) -> bool:
        """Return False for an IDENTIFY too soon after the last one of its bucket."""
        bucket, now = shard_id % self.max_concurrency, self.clock.now()
        is_free = now - self._latest.get(bucket, float("-inf")) >= self.apart
        if is_free:
            self._latest[bucket] = now
        return is_free


class Connected(Protocol):
    """What the hub asks of a connection."""

    def send(self, payload: dict[str, Any]) -> None: ...
    async def close(self, code: int) -> None: ...
    def close_soon(self, code: int) -> None: ...


class Gateway:
    """The sessions, and the levers by which a test troubles them.

    `log` holds what the bot sent (opcode and data, the token left out), the latest 1,000. `answers_heartbeats` off
    makes a zombie of the connection: open, and silent. `on_event` is told of every event that a session gets (its name
    and data, which must not be changed), `on_opcode` of what the bot sends, as it stands in `log`.
    """

    def __init__(self, world: World, heartbeat_seconds: float = HEARTBEAT_SECONDS) -> None:
        self.world = world
        self.starts = SessionStarts(world.clock)
        self.url = ""
        self.heartbeat_seconds = heartbeat_seconds
        self.answers_heartbeats = True
        self.log: deque[tuple[int, Any]] = deque(maxlen=1000)
        self.sessions: dict[str, Session] = {}
        self.connections: dict[Session, Connected] = {}
        self.on_event: list[Callable[[str, Json], None]] = []
        self.on_opcode: list[Callable[[int, Any], None]] = []
        world.listeners.append(self.hear)

    @property
    def connected(self) -> bool:
        """Is a bot there that would get an event now?"""
        return self.is_connected()

    def is_connected(self, shard: int | None = None) -> bool:
        """Return True while a session has a connection; with `shard`, one of that shard."""
        return any(session.send is not None for session in self.sessions_of(shard))

    def sessions_of(self, shard: int | None) -> list[Session]:
        """Return the sessions of a shard, the oldest first; None for all."""
        return [session for session in self.sessions.values() if shard is None or session.shard[0] == shard]

    def describe(self) -> Json:
        """Return the way to the gateway, as `GET /gateway/bot` does."""
        return {"url": self.url, "shards": self.starts.shards, "session_start_limit": self.starts.describe()}

    def servers_of(self, shard: tuple[int, int]) -> list[Guild]:
        """Return the bot's servers that belong to a shard of so many."""
        guilds = self.world.guilds.values()
        return [guild for guild in guilds if guild.has_bot and shard_of(guild.id, shard[1]) == shard[0]]

    def hear(self, event: Event) -> None:
        for session in self.sessions.values():
            session.tell(event, self.world.bot)

    def identify(self, intents: int, shard: tuple[int, int], send: Callable[[str], None]) -> Session:
        """Start a new session: READY, then every server of its shard. Of those that no client resumes, the latest few
        stay.
        """
        stale = [old for old in self.sessions_of(shard[0]) if old.send is None]
        for old in stale[:-STALE_AT_MOST]:
            del self.sessions[old.id]
        session = Session(secrets.token_hex(16), intents, shard, send, self._sent)
        self.sessions[session.id] = session
        guilds = [self.world.guild_create(guild) for guild in self.servers_of(shard)]
        mine = [event for event in guilds if session.wants(event)]
        ready = {
            "v": 10,
            "user": own_user_json(self.world.bot),
            "guilds": [{"id": event.data["id"], "unavailable": True} for event in mine],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(shard),
            "application": {"id": str(self.world.application_id), "flags": 1 << 23},
        }
        session.dispatch("READY", ready)
        for event in mine:
            session.tell(event, self.world.bot)
        self.moved()
        return session

    def resume(self, session_id: str, sequence: int, send: Callable[[str], None]) -> Session | None:
        """Go on with a session: what it missed, then RESUMED. None if it can't be resumed (it is forgotten then)."""
        session = self.sessions.get(session_id)
        if session is None or not session.can_resume_from(sequence):
            self.sessions.pop(session_id, None)
            return None
        if session.send is not None:
            old = self.connections.pop(session, None)
            if old is not None:
                old.close_soon(4000)
        for text in session.missed_since(sequence):
            send(text)
        session.send = send
        session.dispatch("RESUMED", {"_trace": []})
        self.moved()
        return session

    def end(self, session: Session) -> None:
        """Drop the session: the bot closed it for good."""
        self.sessions.pop(session.id, None)
        self.moved()

    def note(self, opcode: int, data: Any) -> None:
        """Keep what the bot sent, without its token."""
        shown = {**data, "token": "..."} if isinstance(data, dict) and "token" in data else data
        self.log.append((opcode, shown))
        for told in self.on_opcode:
            told(opcode, shown)

    def _sent(self, name: str, data: Json) -> None:
        for told in self.on_event:
            told(name, data)

    def moved(self) -> None:
        """Announce that a bot came or went."""
        self.world.changed(BotMoved())
        self.world.touched()

    async def until_connected(self, timeout: float = 10.0, *, shard: int | None = None) -> None:
        """Return when a bot has identified or resumed, on that shard if one is given. `timeout` is in real seconds;
        raises TimeoutError.
        """
        await self.world.until(lambda: self.is_connected(shard), timeout)

    async def until_disconnected(self, timeout: float = 10.0, *, shard: int | None = None) -> None:
        await self.world.until(lambda: not self.is_connected(shard), timeout)

    async def drop_connections(self, sessions: Collection[Session] | None = None, *, code: int = 4000) -> None:
        """Break the connections of these sessions, without any those of all; the sessions wait to be resumed."""
        await asyncio.gather(*(connection.close(code) for connection in self._connections_of(sessions)))

    async def ask_to_reconnect(self, sessions: Collection[Session] | None = None) -> None:
        """Opcode 7 to these sessions or all: come back and resume."""
        for connection in self._connections_of(sessions):
            connection.send({"op": 7, "d": None})

    async def invalidate_sessions(
        self, sessions: Collection[Session] | None = None, *, resumable: bool = False
    ) -> None:
        """Opcode 9 to these sessions or all. Unless `resumable`, a bot must identify anew."""
        connections = self._connections_of(sessions)
        if not resumable:
            for session in list(self.sessions.values()) if sessions is None else sessions:
                self.sessions.pop(session.id, None)
                self.connections.pop(session, None)
            self.moved()
        for connection in connections:
            connection.send({"op": 9, "d": resumable})

    def _connections_of(self, sessions: Collection[Session] | None) -> list[Connected]:
        chosen = self.connections if sessions is None else sessions
        return [self.connections[session] for session in chosen if session in self.connections]
