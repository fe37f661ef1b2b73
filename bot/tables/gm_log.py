"""The GM's log: what happened at a table that only its host may know, hand by hand; and where each campaign's GM screen
is.

The host doesn't read hands that they played with a character of their own, unless the campaign lets hosts play.
"""

import json
from collections.abc import Collection
from dataclasses import replace
from itertools import groupby

from pydantic import JsonValue

from bot.campaigns import Fact, Person, Right
from bot.db import Database, Row, Statement
from bot.engine.frozen import Frozen, fields_of
from bot.engine.game import Seat
from bot.shards import Shards
from bot.tables.events import kind_of
from bot.tables.hand.log import LogRow
from bot.tables.model import Table
from bot.tables.rights import may, require
from bot.tables.stored_rules import rules_of_hand
from bot.tables.words import Narrator

MOST_HANDS = 2**31
"""More than are played at any table."""


class GmLogHand(Frozen):
    """The GM's log of one hand, oldest sentence first."""

    number: int
    sentences: tuple[str, ...]
    is_undone: bool = False
    """Whether its result was undone."""


_ENDINGS = frozenset({"table.voided", "table.closed"})


async def gm_log(
    db: Database, table: Table, person: Person, limit: int, *, hands: tuple[int, int] = (1, MOST_HANDS)
) -> tuple[GmLogHand, ...]:
    """Return the latest hands that have something only the GM may know, oldest first, from at most `limit` actions:
    successful cheats, the dice of every contest, judged spells. `hands` are the first and the last number to read.

    Raises NotAllowed for anyone but the table's host, with what they can do.
    """
    require(Right.GM_LOG, person, table)
    rows = await db.fetch(
        """
        SELECT actions.*, hands.deal,
            EXISTS (
                SELECT 1 FROM hands AS later WHERE later.table_id = hands.table_id AND later.number = hands.number
                    AND later.revision > hands.revision AND later.kept_until < actions.sequence
            ) AS is_taken_back,
            EXISTS (
                SELECT 1 FROM hands AS undone WHERE undone.table_id = hands.table_id AND undone.number = hands.number
                    AND undone.status = 'settled' AND undone.undone_at IS NOT NULL AND NOT EXISTS (
                        SELECT 1 FROM hands AS later WHERE later.table_id = undone.table_id
                            AND later.number = undone.number AND later.revision > undone.revision
                    )
            ) AS is_undone
        FROM actions JOIN hands ON hands.table_id = actions.table_id
            AND hands.number = actions.hand AND hands.revision = actions.revision
        WHERE actions.table_id = ? AND actions.has_secrets = 1 AND actions.hand BETWEEN ? AND ?
        ORDER BY actions.sequence DESC LIMIT ?
        """,
        table.id,
        *hands,
        limit,
    )
    own = await _own_seats(db, table, person)
    told = [row for row in reversed(rows) if not were_in(row["deal"], own)]
    return tuple(
        GmLogHand(
            number=number,
            sentences=tuple(line for row in of_hand for line in _describe_row(table, row)),
            is_undone=is_undone,
        )
        for (number, is_undone), of_hand in groupby(told, key=lambda row: (int(row["hand"]), bool(row["is_undone"])))
    )


def _describe_row(table: Table, row: Row) -> tuple[str, ...]:
    """Return the GM's sentences of one row, by the rules of its hand, marked if the action was undone since."""
    said = narrator_of(table, row["deal"]).tell(LogRow.shown(row), "host")
    return tuple(f"Undone: {line}" if row["is_taken_back"] else line for line in said)


def narrator_of(table: Table, deal: str) -> Narrator:
    """Return the narrator of a hand of the table, by the house rules in its deal (JSON)."""
    spec, rules = rules_of_hand(table.record.game, deal)
    return replace(table.narrator, spec=spec, rules=rules)


async def notices(db: Database, before: Table, after: Table) -> tuple[LogRow, ...]:
    """Return the rows between two moments of a table that GMs should know of, in order.

    They are a GM's moves for a player's character, a hand voided or a table closed by the clock, and every row that has
    something for the host alone.
    """
    rows = await db.fetch(
        "SELECT * FROM actions WHERE table_id = ? AND sequence > ? AND sequence <= ? "
        "AND (how IN ('gm', 'clock') OR has_secrets = 1) ORDER BY sequence",
        after.id,
        before.record.sequence,
        after.record.sequence,
    )
    return tuple(
        row
        for row in map(LogRow.shown, rows)
        if row.how == "gm" or row.has_secrets or any(kind_of(one.event) in _ENDINGS for one in row.events)
    )


async def has_gm_log(db: Database, table: Table) -> bool:
    """Tell whether the table's GM log has anything or may have, also once the table is honest again."""
    if table.is_crooked or table.spec.game.has_dealer:
        return table.record.hand is not None
    return bool(await db.fetch("SELECT 1 FROM actions WHERE table_id = ? AND has_secrets = 1 LIMIT 1", table.id))


async def may_check_sealed(db: Database, table: Table, person: Person, number: int) -> bool:
    """Tell whether a person may see everything that was sealed in the hand of that number."""
    outside = () if await was_in(db, table, person, number) else (Fact.OUTSIDE_PAST_HAND,)
    return may(Right.ALL_ROLLS, person, table, known=outside)


async def was_in(db: Database, table: Table, person: Person, number: int) -> bool:
    """Tell whether a person's own character was in the hand of that number. Always False where the campaign lets hosts
    play.
    """
    own = await _own_seats(db, table, person)
    rows = await db.fetch("SELECT deal FROM hands WHERE table_id = ? AND number = ?", table.id, number)
    return any(were_in(row["deal"], own) for row in rows)


async def _own_seats(db: Database, table: Table, person: Person) -> frozenset[Seat]:
    """Return the seats of this table that the person's characters have or had. Empty where the campaign lets hosts
    play.
    """
    if table.campaign.settings.keeper_may_play:
        return frozenset()
    rows = await db.fetch(
        """
        SELECT accounts.seat FROM accounts JOIN characters ON characters.id = accounts.character_id
        WHERE accounts.table_id = ? AND accounts.kind = 'seat' AND characters.owner_id = ?
        """,
        table.id,
        person.user_id,
    )
    return frozenset(int(row["seat"]) for row in rows)


def were_in(deal: str, seats: Collection[Seat]) -> bool:
    """Tell whether one of these seats was in a hand, by its exact input (JSON). An unreadable hand counts for any of
    them.
    """
    try:
        players: list[dict[str, JsonValue]] = json.loads(deal)["players"]
        return any(player["seat"] in seats for player in players)
    except (KeyError, TypeError, ValueError):
        return bool(seats)


class ScreenMessage(Frozen):
    """A message in a channel, by Discord's ids."""

    channel_id: int
    message_id: int
    looks: str = ""
    """A digest of what the message shows; empty where that isn't known."""


_SCREEN = """
SELECT campaigns.guild_id, screens.channel_id, screens.message_id, screens.looks
FROM campaigns LEFT JOIN screens ON screens.campaign_id = campaigns.id WHERE campaigns.id = ?
"""
_SCREENS = """
SELECT screens.campaign_id FROM screens JOIN campaigns ON campaigns.id = screens.campaign_id
WHERE served(campaigns.guild_id) ORDER BY screens.campaign_id
"""


class GmScreens:
    """The GM screen of each campaign: at most one."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def get(self, campaign_id: int) -> tuple[int | None, ScreenMessage | None]:
        """Return the campaign's server and the message of its screen, as far as there are any."""
        rows = await self._db.fetch(_SCREEN, campaign_id)
        if not rows:
            return None, None
        fields = {name: rows[0][name] for name in fields_of(ScreenMessage)}
        return rows[0]["guild_id"], ScreenMessage(**fields) if fields["message_id"] is not None else None

    async def all(self, shards: Shards, among: Collection[int]) -> tuple[int, ...]:
        """Return the ids of the campaigns that have a screen, on servers of these shards that this process serves."""
        rows = await self._db.fetch(*shards.limited(_SCREENS, among=among))
        return tuple(int(row["campaign_id"]) for row in rows)

    async def put(self, campaign_id: int, place: ScreenMessage) -> None:
        """Store where the screen is now, and the digest of its contents."""
        await self._db.apply(
            Statement(
                """
                INSERT INTO screens (campaign_id, channel_id, message_id, looks) VALUES (?, ?, ?, ?)
                ON CONFLICT (campaign_id) DO UPDATE
                SET channel_id = excluded.channel_id, message_id = excluded.message_id, looks = excluded.looks
                """,
                (campaign_id, place.channel_id, place.message_id, place.looks),
            )
        )

    async def forget(self, campaign_id: int) -> None:
        """Forget the campaign's screen."""
        await self._db.apply(Statement("DELETE FROM screens WHERE campaign_id = ?", (campaign_id,), touches=None))
