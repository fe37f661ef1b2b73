"""The export of a campaign: its state at one moment and, on request, the history of its ledger and hands."""

import asyncio
import json
import unicodedata
from collections.abc import AsyncIterator
from dataclasses import dataclass

from pydantic import ValidationError

from bot.campaigns import Campaign, Person, Right, require
from bot.db import Database
from bot.errors import PlayerError
from bot.portability.campaign_file import LOCAL_SETTINGS, CampaignFile
from bot.portability.hands_export import (
    Happening,
    entries,
    hands,
    hands_of,
    in_play,
    read_until_full,
    seats_of,
    with_happenings,
)
from bot.portability.hands_file import IN_HISTORY
from bot.portability.parts import CampaignSnapshot, read_parts, snapshot_of
from bot.portability.reading import MOST_BYTES, describe_mistake

_FRAME = 300
"""Bytes that the history takes besides what is in it."""


@dataclass(frozen=True, slots=True)
class Export:
    """The file, and what is told beside it. `history_since` is the moment (seconds since the epoch) before which
    nothing had room any more; None where all of it is there, or none was asked for.
    """

    content: bytes
    name: str
    campaign_file: CampaignFile
    open_tables: int
    history_since: float | None = None
    hidden: bool = False
    """True if there may be hands of which the person who exports has only what everyone saw."""


async def export_campaign(
    database: Database, campaign: Campaign, by: Person, at: float, *, history: bool, most: int = MOST_BYTES
) -> Export:
    """Export the campaign as it is now, in at most `most` bytes. Only for people who manage the server.

    Raises NotAllowed, and PlayerError for a campaign that doesn't fit a file even without its history.
    """
    require(Right.MANAGE, by)
    rows = await read_parts(database, campaign.id)
    gathered = await asyncio.to_thread(snapshot_of, rows, at)
    file, core = await asyncio.to_thread(_write_core, gathered, most)
    name = f"{_file_name(file.name)}.json"
    if not history:
        return Export(core, name, file, gathered.open_tables)
    seats = {} if campaign.settings.keeper_may_play else await seats_of(database, campaign.id, by.user_id)
    played = await hands_of(database, campaign.id)
    playing = in_play(played, at)
    ledger = entries(database, campaign.id, gathered.last_entry, gathered.numbers)
    room = most - len(core) - _FRAME - len(json.dumps(playing))
    told, since = await read_until_full(_merge(ledger, hands(database, played, at, seats)), room, at)
    begun = f'{core.decode().rstrip().removesuffix("}").rstrip()},\n"history":{{'
    content = await asyncio.to_thread(with_happenings, begun, told, since, playing, ("entries", "hands"), IN_HISTORY)
    return Export(content, name, file, gathered.open_tables, since, hidden=bool(seats))


def _write_core(gathered: CampaignSnapshot, most: int) -> tuple[CampaignFile, bytes]:
    """Write the file without its history, indented for readers if that fits into `most` bytes."""
    try:
        file = CampaignFile.from_json(json.dumps(gathered.document))
    except ValidationError as error:
        raise PlayerError(f"This campaign doesn't fit a file. {describe_mistake(error)}") from error
    for indent in (1, None):
        content = file.to_json_without({"settings": LOCAL_SETTINGS}, indent=indent).encode()
        if len(content) <= most:
            return file, content
    raise PlayerError("This campaign is larger than 8 MiB even without its history, so it can't be exported.")


async def _merge(*streams: AsyncIterator[Happening]) -> AsyncIterator[Happening]:
    """Merge streams, each of which is sorted by time with the latest first."""
    waiting = [await anext(stream, None) for stream in streams]
    while heads := [(head.at, at) for at, head in enumerate(waiting) if head is not None]:
        _, at = max(heads)
        if (head := waiting[at]) is not None:
            yield head
        waiting[at] = await anext(streams[at], None)


def _file_name(campaign: str) -> str:
    """Return the campaign's name in letters that every system takes for a file."""
    plain = unicodedata.normalize("NFKD", campaign).encode("ascii", "ignore").decode().lower()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    return "-".join(words)[:40] or "campaign"
