"""Evenings as they can be told: read from the book and the log, portion by portion, and folded."""

from collections.abc import Collection, Iterable

from bot.db import Database
from bot.reports.faring import Fared, fared
from bot.reports.folding import Evening
from bot.reports.hands import FOREVER, hands_at, last_ends, longest_at, standing_at
from bot.reports.money import cast_of, moves_at, seats_at
from bot.reports.recap import Recap
from bot.reports.replays import Replays
from bot.reports.span import Span, last_evening
from bot.reports.tables import Room, rooms_of


class Evenings:
    """What happened at the tables of a campaign."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self.db = db.background
        self.replays = Replays(self.db)

    async def rooms(self, campaign_id: int, channel_id: int | None = None, most: int | None = None) -> tuple[Room, ...]:
        """All tables of a campaign, or of one of its channels, the newest first; at most so many."""
        return await rooms_of(self.db if most is None else self._db, campaign_id, channel_id, most)

    async def last_evening(self, rooms: Iterable[Room]) -> Span | None:
        """When something was last played at these tables, up to the last long pause; None where nothing ever was."""
        ends: list[tuple[float, float]] = []
        latest: float | None = None
        for room in rooms:
            if latest is not None and not room.was_played(latest, latest + 1):
                continue
            before = FOREVER
            while portion := await last_ends(self.db, room.id, before):
                ends += portion
                latest = max(latest or 0.0, portion[0][1])
                evening = last_evening(ends)
                before = portion[-1][1]
                if evening is None or before < evening.since:
                    break
        return last_evening(ends)

    async def recap(self, rooms: Iterable[Room], span: Span) -> Recap:
        """What happened at these tables in that time."""
        evening = Evening()
        for room in rooms:
            if room.was_played(span.since, span.until):
                await self._take_in(evening, room, span)
        pots = {
            (won.room.id, won.number): await self.replays.pot(won.room.id, won.number, won.room.campaign_id)
            for won in evening.candidates
            if not won.room.is_banked
        }
        return evening.told(await cast_of(self.db, evening.characters), pots)

    async def fared(
        self, campaign_id: int, rooms: Iterable[Room], characters: Collection[int], game: str | None = None
    ) -> Fared:
        """How these characters have fared at these tables."""
        return await fared(self.db, self.replays, campaign_id, rooms, characters, game)

    async def _take_in(self, evening: Evening, room: Room, span: Span) -> None:
        """All that was played at the table in that time, if anything."""
        async for portion in hands_at(self.db, room.id, span.since, span.until):
            if not evening.knows(room):
                evening.room(room, await seats_at(self.db, room.id))
            evening.hands(room, portion)
            numbers = {hand.number: hand for hand in portion}
            evening.long(room, numbers, await longest_at(self.db, room.id, min(numbers), max(numbers)))
        async for moves in moves_at(self.db, room.id, span.since, span.until):
            if not evening.knows(room):
                evening.room(room, await seats_at(self.db, room.id))
            evening.moves(room, moves)
        paid = {number: await standing_at(self.db, room.id, number) for number in evening.paid_after}
        evening.leave(room, {number: standing for number, standing in paid.items() if standing is not None})
