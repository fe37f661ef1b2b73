"""A campaign as one file: what there is, and if it is wanted what happened, as much of it as the file has room for."""

import asyncio
import json
import logging
import unicodedata
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from bot.campaigns import Campaign, Person, require_manager
from bot.db import Database
from bot.errors import PlayerError
from bot.portability.bounded_json import MOST_BYTES
from bot.portability.campaign_file import Sheaf
from bot.portability.gathering import Gathered, gather
from bot.portability.hands_file import IN_HISTORY, with_sum
from bot.portability.history import LINES, Happening, Seats, entries, hands, in_play, seats_of
from bot.portability.played_hand import dumped

log = logging.getLogger(__name__)
_FRAME = 300
"""Bytes that the history takes besides what is in it."""


@dataclass(frozen=True, slots=True)
class Export:
    """The file, and what is told beside it. `history_since` is the moment (seconds since the epoch) before which
    nothing had room any more; None where all of it is there, or none was asked for.
    """

    content: bytes
    name: str
    sheaf: Sheaf
    open_tables: int
    history_since: float | None = None
    hidden: bool = False
    """Whether there may be hands of which whoever asked has only what everybody was told."""


async def exported(
    database: Database,
    campaign: Campaign,
    by: Person,
    at: float,
    *,
    history: bool,
    most: int = MOST_BYTES,
) -> Export:
    """The campaign as it is now, for somebody who manages the server (else NotAllowed), in at most `most` bytes.

    Raises a PlayerError for a campaign that no file holds, even without its history.
    """
    require_manager(by)
    try:
        gathered = await gather(database, campaign, at)
    except ValidationError as error:
        log.warning("campaign %s doesn't fit a file: %s", campaign.id, error)
        raise PlayerError("This campaign holds more than a file does, so it can't be exported.") from error
    core = await asyncio.to_thread(_written, gathered.sheaf, most)
    name = f"{_file_name(gathered.sheaf.name)}.json"
    if not history:
        return Export(core, name, gathered.sheaf, gathered.open_tables)
    plays = campaign.settings.keeper_may_play
    seats = Seats({}, frozenset()) if plays else await seats_of(database, campaign.id, by.user_id)
    playing = await in_play(database, campaign.id, at)
    room = most - len(core) - _FRAME - len(json.dumps(playing))
    told, since = await _history(database, campaign.id, gathered, at, seats, room)
    content = await asyncio.to_thread(_with_history, core, told, since, playing)
    return Export(content, name, gathered.sheaf, gathered.open_tables, since, hidden=bool(seats.at))


def _written(sheaf: Sheaf, most: int) -> bytes:
    """The file without history: for people to read, where that fits."""
    for indent in (1, None):
        content = sheaf.model_dump_json(indent=indent).encode()
        if len(content) <= most:
            return content
    raise PlayerError("This campaign is larger than 8 MiB even without its history, so it can't be exported.")


async def _history(
    database: Database, campaign_id: int, gathered: Gathered, at: float, seats: Seats, room: int
) -> tuple[list[Happening], float | None]:
    """What happened, newest first, until the room is used up; and from which moment on all is there."""
    told: list[Happening] = []
    streams = (
        entries(database, campaign_id, gathered.last_entry, gathered.numbers),
        hands(database, campaign_id, at, seats),
    )
    async for happening in _latest_first(*streams):
        room -= len(happening.text.encode()) + len(LINES)
        if room < 0:
            return told, told[-1].at if told else at
        told.append(happening)
    return told, None


async def _latest_first(*streams: AsyncIterator[Happening]) -> AsyncIterator[Happening]:
    """What comes from all the streams, each of which comes latest first."""
    waiting = {stream: await anext(stream, None) for stream in streams}
    while True:
        heads = [(head.at, at) for at, head in enumerate(waiting.values()) if head is not None]
        if not heads:
            return
        stream = streams[max(heads)[1]]
        head = waiting[stream]
        waiting[stream] = await anext(stream, None)
        if head is not None:
            yield head


def _with_history(core: bytes, told: list[Happening], since: float | None, playing: Sequence[tuple[int, int]]) -> bytes:
    """Return the file with the history behind everything else, oldest first."""
    texts: dict[str, list[str]] = {"entries": [], "hands": []}
    for happening in reversed(told):
        texts[happening.of].append(happening.text)
    lists = (f'"{of}":[{LINES.join(each)}]' for of, each in texts.items())
    begun = f'"complete":{json.dumps(since is None)},"since":{json.dumps(since)},"in_play":{dumped(playing)}'
    before = core.decode().rstrip().removesuffix("}").rstrip()
    return with_sum(f'{before},\n"history":{{{LINES.join((begun, *lists))}', IN_HISTORY)


def _file_name(campaign: str) -> str:
    """The campaign's name in letters that every system takes for a file."""
    plain = unicodedata.normalize("NFKD", campaign).encode("ascii", "ignore").decode().lower()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    return "-".join(words)[:40] or "campaign"
