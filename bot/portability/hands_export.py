"""The hands of one table as a file, for `shadowport verify`: both seeds, the log and the outcome of each that is over.

It is for whoever may check all of them: the keeper of the table; where nothing is hidden, any GM. Of hands that they
were in themselves it has only what everybody was told, and nothing of a hand in play or of the next one.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.campaigns import Person, may_gm
from bot.db import Database
from bot.errors import NotAllowed, NotFound
from bot.portability.bounded_json import MOST_BYTES
from bot.portability.hands_file import ALONE, FORMAT, VERSION, with_sum
from bot.portability.history import LINES, Happening, Seats, hands, in_play, seats_of
from bot.portability.played_hand import dumped
from bot.tables.gm_log import has_kept
from bot.tables.keeping import is_keeper, may_keep, why_hidden
from bot.tables.model import Table


@dataclass(frozen=True, slots=True)
class HandsExport:
    """The file, and what is told beside it. `since` is the moment (seconds since the epoch) before which nothing had
    room any more; None where all hands are there.
    """

    content: bytes
    name: str
    hands: int
    hidden: int
    """Of how many of them it has only what everybody was told."""
    since: float | None


async def require_may_export(database: Database, table: Table, by: Person) -> None:
    """Refuse whoever may not know all of its hands, with what they can do."""
    if not may_gm(table.campaign, by):
        raise NotAllowed("Only the GM has the hands of a table as a file.")
    if not may_keep(table, by.user_id):
        raise NotAllowed("You play at this table yourself: another GM has its hands as a file, or you when it is over.")
    is_secret = table.keeps_secrets or await has_kept(database, table)
    if is_secret and not is_keeper(table, by):
        raise why_hidden(table, by, table.record.dealer)


async def hands_exported(
    database: Database, table: Table, by: Person, at: float, *, most: int = MOST_BYTES
) -> HandsExport:
    """The hands of the table that are over, in at most `most` bytes: the oldest have no room first.

    Raises NotAllowed, and NotFound where no hand is over.
    """
    await require_may_export(database, table, by)
    campaign = table.campaign
    own = Seats({}, frozenset())
    if not campaign.settings.keeper_may_play:
        own = await seats_of(database, campaign.id, by.user_id)
    playing = await in_play(database, campaign.id, at, table.id)
    head = {"format": FORMAT, "version": VERSION, "exported_at": int(at), "in_play": playing}
    told, room, since = list[Happening](), most - len(dumped(head)) - _FRAME, None
    async for hand in hands(database, campaign.id, at, own, table.id):
        room -= len(hand.text.encode()) + len(LINES)
        if room < 0:
            since = told[-1].at if told else at
            break
        told.append(hand)
    if not told and since is None:
        raise NotFound(f"No {table.hand_word} has been played to its end here.")
    content = await asyncio.to_thread(_packed, head, told, since)
    return HandsExport(
        content=content,
        name=f"{table.entry.game.key}-{table.id}.json",
        hands=len(told),
        hidden=sum(hand.is_hidden for hand in told),
        since=since,
    )


_FRAME = 200
"""Bytes that the file takes besides."""


def _packed(head: dict[str, object], told: Sequence[Happening], since: float | None) -> bytes:
    """The file, oldest first, a line for each hand."""
    begun = dumped(head | {"complete": since is None, "since": since}).removesuffix("}")
    texts = LINES.join(hand.text for hand in reversed(told))
    return with_sum(f'{begun},\n"hands":[{texts}]', ALONE)
