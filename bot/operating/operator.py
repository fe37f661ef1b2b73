"""The operator's word on all servers: whom the bot doesn't serve, and the line on all tables.

It is in the database, and each process keeps what it has read. The process that finds a request of the command line
(`requests.py`) writes it there with its log row. Others read it within `READ_EVERY` seconds.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bot.clock import Clock
from bot.db import Database, Refused, Statement, log_unexpected
from bot.errors import NotAllowed, PlayerError
from bot.operating.requests import Kind, OperatorReply, OperatorRequest, answer, is_empty, open_inbox, waiting_in
from bot.shards import Shards
from bot.tables.events import Paused
from bot.tables.service import TableService

log = logging.getLogger(__name__)
LOOK_EVERY = 1.0
"""Seconds between two looks for requests."""
READ_EVERY = 5.0
"""Seconds between two looks for what another process has written."""
_BLOCK = """
INSERT INTO blocks (kind, subject_id, reason, blocked_at) VALUES (?, ?, ?, ?)
ON CONFLICT (kind, subject_id) DO UPDATE SET reason = excluded.reason
"""
_NOTICE = """
INSERT INTO notices (slot, notice, since) VALUES (1, ?, ?)
ON CONFLICT (slot) DO UPDATE SET notice = excluded.notice, since = excluded.since
"""
_LOG = """
INSERT INTO operator_actions (id, request, at, operator, deed, kind, subject_id, typed)
SELECT next_number(coalesce(max(id), 0), 1), ?, ?, ?, ?, ?, ?, ? FROM operator_actions
"""


@dataclass(frozen=True, slots=True)
class About:
    """The links and the contact of the person who runs the bot, as far as they are set."""

    privacy_url: str | None = None
    terms_url: str | None = None
    support_url: str | None = None
    contact: str | None = None

    @property
    def line(self) -> str:
        """All of them in a line; "" for none."""
        links = {"Privacy policy": self.privacy_url, "Terms": self.terms_url, "Support": self.support_url}
        parts = [f"[{title}](<{url}>)" for title, url in links.items() if url]
        return " · ".join((*parts, *([f"Contact: {self.contact}"] if self.contact else ())))


class Blocked(NotAllowed):
    """The refusal of everything that a blocked user does, or anyone on a blocked server."""


class Operator:
    """The blocks and the notice, as this process has read them."""

    def __init__(self, db: Database, tables: TableService, clock: Clock, shards: Shards) -> None:
        self._db, self._tables, self._clock, self._shards = db, tables, clock, shards
        self.blocked: frozenset[tuple[Kind, int]] = frozenset()
        self._newest: int | None = None
        self.notice = ""
        self.about = About()
        self.noticed: list[Callable[[], None]] = []
        """Called when the notice has changed."""

    def blocks(self, guild_id: int | None, user_id: int) -> Kind | None:
        """Return what is blocked, the user or the server; None if neither is."""
        if ("user", user_id) in self.blocked:
            return "user"
        return "server" if ("server", guild_id or 0) in self.blocked else None

    def admit(self, guild_id: int | None, user_id: int) -> None:
        """Raise Blocked for a blocked user, and for anyone on a blocked server."""
        blocked = self.blocks(guild_id, user_id)
        if blocked is not None:
            whom = "you" if blocked == "user" else "this server"
            ask = f" Ask them why: {self.about.contact}." if self.about.contact else ""
            raise Blocked(f"The person who runs this bot has blocked {whom}.{ask} /privacy still works.")

    async def read(self) -> None:
        """Read blocks and notice, if they have changed since. Tables of blocked servers are paused."""
        rows = await self._db.fetch("SELECT coalesce(max(id), 0) AS newest FROM operator_actions")
        newest = int(rows[0]["newest"])
        if newest == self._newest:
            return
        blocks = await self._db.fetch("SELECT kind, subject_id FROM blocks")
        notices = await self._db.fetch("SELECT notice FROM notices")
        before, self.blocked = self.blocked, frozenset((row["kind"], int(row["subject_id"])) for row in blocks)
        notice, self.notice = self.notice, str(notices[0]["notice"]) if notices else ""
        self._newest = newest
        if notice != self.notice:
            for listener in self.noticed:
                listener()
        for kind, subject_id in self.blocked - before:
            if kind == "server":
                await self._stop(subject_id)

    async def run(self, folder: Path) -> None:
        """Carry out the requests that come into the folder, and read what other processes have written, until
        canceled.
        """
        try:
            open_inbox(folder)
        except OSError as failed:
            log.warning("requests of the operator can't come in (%s): %s", failed.strerror, folder)
        read_at = self._clock.now()
        while True:
            try:
                found = [] if is_empty(folder) else await asyncio.to_thread(lambda: list(waiting_in(folder)))
                for path, request in found:
                    await self._answer(path, request)
                if self._clock.now() >= read_at + READ_EVERY:
                    read_at = self._clock.now()
                    await self.read()
            except Exception as failed:  # noqa: BLE001  # whatever fails, there is another round
                log_unexpected(log, failed, "requests of the operator wait")
            await self._clock.sleep(LOOK_EVERY)

    async def _answer(self, path: Path, request: OperatorRequest | None) -> None:
        if request is None:
            log.warning("a request of the operator can't be read: %s", path.name)
            reply = OperatorReply(
                is_done=False, text="The bot can't read this request. Both may be of different versions."
            )
        else:
            reply = await self._reply(request)
        await asyncio.to_thread(answer, path, reply)

    async def _reply(self, request: OperatorRequest) -> OperatorReply:
        try:
            return OperatorReply(is_done=True, text=await self.carry_out(request))
        except PlayerError as refusal:
            return OperatorReply(is_done=False, text=str(refusal))

    async def carry_out(self, request: OperatorRequest) -> str:
        """Carry out a request, log it, and return the outcome in a sentence. One that was carried out before has no
        further effect.
        """
        change, outcome = self._change(request)
        at = self._clock.now()
        values = (request.operator, request.deed, request.kind, request.subject_id, request.typed)
        logged = Statement(_LOG, (request.name, at, *values))
        try:
            await self._db.apply(logged, change)
        except Refused as refused:
            if refused.constraint != "operator_requests":
                raise
        else:
            log.info("operator: %s, by %s", _without_people(request), request.operator)
        await self.read()
        return outcome

    def _change(self, request: OperatorRequest) -> tuple[Statement, str]:
        """Return the statement of a request, and its outcome. Raises PlayerError for one without its subject."""
        at, typed = self._clock.now(), request.typed
        if request.deed == "notice":
            if typed:
                return Statement(_NOTICE, (typed, at)), f"Every table shows: {typed}"
            missing = PlayerError("There is no notice.")
            return Statement("DELETE FROM notices WHERE slot = 1", otherwise=missing), "The notice is gone."
        if request.kind is None or request.subject_id is None:
            raise PlayerError("Say which server or user you mean.")
        subject = request.kind, request.subject_id
        named = f"{request.kind.capitalize()} {request.subject_id}"
        if request.deed == "block":
            return Statement(_BLOCK, (*subject, typed, at)), f"{named} is blocked."
        free = PlayerError(f"{named} isn't blocked.")
        unblock = Statement("DELETE FROM blocks WHERE kind = ? AND subject_id = ?", subject, otherwise=free)
        return unblock, f"{named} is no longer blocked."

    async def take(self, shards: frozenset[int]) -> None:
        """Pause the tables of blocked servers of these shards."""
        for kind, subject_id in self.blocked:
            if kind == "server" and self._shards.of(subject_id) in shards:
                await self._stop(subject_id)

    async def finish(self, _: frozenset[int]) -> None:
        """Finish nothing: a request belongs to no server."""

    async def forget(self, _: frozenset[int]) -> None:
        """Forget nothing: blocks and notice hold for all servers."""

    async def _stop(self, guild_id: int) -> None:
        """Pause the tables of a server, where this process serves it."""
        if self._shards.serves(guild_id):
            await self._tables.opening.stop_server(guild_id, "blocked", Paused(blocked=True))


def _without_people(request: OperatorRequest) -> str:
    """Describe a request for the log, which names no people."""
    match request.kind:
        case None:
            return request.deed
        case "user":
            return f"{request.deed} a user"
        case "server":
            return f"{request.deed} server {request.subject_id}"
