"""What all tabs share: the local Discord, the people who may sit down, the games, and how to begin."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from bot.engine.words import listed
from bot.errors import PlayerError
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild
from playground.page.visibility import person_json, roles_json
from playground.people import ClientRefused, Player

Json = dict[str, Any]
Made = TypeVar("Made")

log = logging.getLogger(__name__)

BROKEN = "Something went wrong here. The playground's log says what."
_NAME_SHOWN = 20


class OfferedGame(NamedTuple):
    """A game as "Try a table" offers it: `company` says with whom it is played."""

    key: str
    title: str
    tagline: str
    company: str
    seats: str


class Rehearse(Protocol):
    """Opens a table of a game (None: any), sets it up by a preset (None: none), seats people, and tells the channel."""

    def __call__(
        self, person: Player, game: str | None, preset: str | None, people: list[Player] | None, /
    ) -> Awaitable[int]: ...


class StartFresh(Protocol):
    """Forgets everything that the playground holds, and ends with `Page.start_anew`."""

    def __call__(self) -> Awaitable[None]: ...


@dataclass(eq=False)
class Stage:
    """The state of one playground that its tabs share."""

    local: LocalDiscord
    people: Sequence[Player]
    guild: Guild
    games: Sequence[OfferedGame]
    rehearse: Rehearse
    start_fresh: StartFresh
    _setting_up: asyncio.Lock = field(init=False, default_factory=asyncio.Lock)
    _fresh: asyncio.Task[None] | None = field(init=False, default=None)
    _running: set[asyncio.Task[Any]] = field(init=False, default_factory=set[asyncio.Task[Any]])

    @property
    def bot_here(self) -> bool:
        """Would the bot hear of a click now?"""
        return self.local.gateway.connected and self.guild.has_bot

    def people_json(self) -> list[Json]:
        """Those who may sit down here, as far as they are in the server."""
        members = [self.guild.members.get(player.id) for player in self.people]
        return [person_json(self.guild, member) for member in members if member is not None]

    def roles_json(self) -> list[Json]:
        return roles_json(self.guild.roles.values())

    def player(self, named: str | None) -> Player:
        """Return the person with this id, or with this name or a part of it; without a name the first who is no GM.

        Raises ClientRefused if that is nobody, or several people.
        """
        present = [player for player in self.people if player.id in self.guild.members]
        if named is None:
            players = {int(person["id"]) for person in self.people_json() if person["role"] == "player"}
            found = [player for player in present if player.id in players] or present
            return _only(found[:1], "")
        wanted = " ".join(named.casefold().split())
        names = {player: (str(player.id), player.user.name.casefold(), self._shown(player)) for player in present}
        whole = [player for player, known in names.items() if wanted in known]
        return _only(whole or [one for one, known in names.items() if any(wanted in name for name in known[1:])], named)

    def _shown(self, player: Player) -> str:
        return person_json(self.guild, self.guild.members[player.id])["name"].casefold()

    async def try_table(self, person: Player, game: str | None, preset: str | None, people: list[int] | None) -> int:
        """Open a table for `person`, and give the id of its channel. Raises ClientRefused."""
        if game is not None and game not in [offered.key for offered in self.games]:
            raise ClientRefused("There is no such game here.")
        seated: list[Player] | None = None
        if people is not None:
            by_id = {player.id: player for player in self.people}
            if not set(people) <= by_id.keys():
                raise ClientRefused("One of the people you chose isn't here.")
            seated = [by_id[number] for number in dict.fromkeys(people)]
        return await asyncio.shield(self._started(lambda: self.rehearse(person, game, preset, seated)))

    async def begin_anew(self) -> None:
        """Wipe everything; whoever asks while that goes on waits for the same. Raises ClientRefused."""
        if self._fresh is None or self._fresh.done():
            self._fresh = self._started(self.start_fresh)
        await asyncio.shield(self._fresh)

    async def close(self) -> None:
        """Cancel everything that is being set up."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _started(self, doing: Callable[[], Awaitable[Made]]) -> asyncio.Task[Made]:
        """One thing at a time and to its end, also when whoever asked closes their tab."""
        task = asyncio.ensure_future(self._alone(doing))
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked may be gone, and then nobody else looks at it

    async def _alone(self, doing: Callable[[], Awaitable[Made]]) -> Made:
        async with self._setting_up:
            try:
                return await doing()
            except PlayerError as refused:
                raise ClientRefused(str(refused)) from refused
            except ClientRefused:
                raise
            except Exception as fault:
                log.exception("the playground could not be set up")
                raise ClientRefused(BROKEN) from fault


def _only(found: Sequence[Player], named: str) -> Player:
    if not found:
        raise ClientRefused(f"Nobody here is called “{named[:_NAME_SHOWN]}”.")
    if len(found) > 1:
        names = listed([player.user.display_name or player.user.name for player in found], "or")
        raise ClientRefused(f"“{named[:_NAME_SHOWN]}” could be {names}.")
    return found[0]
