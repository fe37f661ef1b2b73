"""Limits of a server and of a user that the operator sets, so that strangers leave room for others."""

from collections import defaultdict, deque
from dataclasses import dataclass

from bot.clock import Clock
from bot.engine.words import counted
from bot.errors import NotAllowed
from bot.settings import MOST_PCS, MOST_TABLES

_DAY = 86_400.0
_MOST_KEPT = 10_000
"""Users and servers whose uploads are counted at a time; more than upload in a day."""


@dataclass(frozen=True, slots=True)
class UsageLimits:
    """The most of each. None sets no limit."""

    tables_per_server: int = MOST_TABLES
    """Open at a time."""
    tables_per_user: int | None = None
    """Open at a time on a server, of those that the user has opened."""
    characters_per_server: int | None = None
    """In play, NPCs included."""
    characters_per_user: int = MOST_PCS
    """In play in a campaign."""
    uploads_per_server: int | None = None
    """In 24 hours."""
    uploads_per_user: int | None = None
    upload_kib: int | None = None
    """KiB of an uploaded file."""

    def size(self, most: int) -> int:
        """Return the most bytes of a file of which the bot itself reads at most `most`."""
        return most if self.upload_kib is None else min(most, self.upload_kib * 1024)


NO_LIMITS = UsageLimits()
"""The limits that hold for every bot."""


class Uploads:
    """Counts uploaded files of the last 24 hours, since the start of this process."""

    def __init__(self, limits: UsageLimits, clock: Clock) -> None:
        self._limits, self._clock = limits, clock
        self._of_users: defaultdict[int, deque[float]] = defaultdict(deque)
        self._of_servers: defaultdict[int, deque[float]] = defaultdict(deque)

    def admit(self, guild_id: int, user_id: int) -> None:
        """Count one upload. Raises NotAllowed above a limit, and then counts none."""
        by_user, by_server = self._limits.uploads_per_user, self._limits.uploads_per_server
        _require_room(self._recent(self._of_users, user_id), by_user, "You have")
        _require_room(self._recent(self._of_servers, guild_id), by_server, "This server has")
        now = self._clock.now()
        if by_user is not None:
            self._of_users[user_id].append(now)
        if by_server is not None:
            self._of_servers[guild_id].append(now)

    def _recent(self, uploads: defaultdict[int, deque[float]], key: int) -> deque[float]:
        since = self._clock.now() - _DAY
        if len(uploads) > _MOST_KEPT:
            for other in [one for one, times in uploads.items() if not times or times[-1] <= since]:
                del uploads[other]
        found = uploads[key]
        while found and found[0] <= since:
            found.popleft()
        return found


def _require_room(recent: deque[float], most: int | None, who: str) -> None:
    if most is not None and len(recent) >= most:
        again = f"<t:{int(recent[0] + _DAY) + 1}:R>"
        raise NotAllowed(
            f"{who} uploaded {counted(len(recent), 'file')} in 24 hours, and that is the most. Upload again {again}."
        )
