"""Deleting whole campaigns, piece by piece: nobody waits long for it, and it can be broken off anywhere.

First the campaigns are taken from their server in one transaction, so that a server which invites the bot again
meanwhile begins anew, and nothing of the rest is seen any more. What refers to something goes before it.
"""

import asyncio

from bot.db import Database, Statement
from bot.privacy.traces import users_of, users_with_wishes

PIECE = 500
"""Rows that are deleted in one transaction."""

_OF_TABLES = "table_id IN (SELECT id FROM tables WHERE campaign_id = ?)"
_PIECES = {
    "hands": f"SELECT table_id, number, revision FROM hands WHERE {_OF_TABLES} LIMIT ?",  # noqa: S608  # fixed parts
    "actions": f"SELECT table_id, sequence FROM actions WHERE {_OF_TABLES} LIMIT ?",  # noqa: S608  # as above
    "goods_moves": "SELECT id FROM goods_moves WHERE campaign_id = ? LIMIT ?",
    "goods": "SELECT id FROM goods WHERE campaign_id = ? LIMIT ?",
    "transfers": "SELECT id FROM transfers WHERE campaign_id = ? LIMIT ?",
    # What takes an entry back came after it.
    "entries": "SELECT id FROM entries WHERE campaign_id = ? ORDER BY id DESC LIMIT ?",
    "accounts": "SELECT id FROM accounts WHERE campaign_id = ? LIMIT ?",
    "offers": "SELECT id FROM offers WHERE offer LIKE '%\"campaign_id\":' || ? || ',%' LIMIT ?",
    "tables": "SELECT id FROM tables WHERE campaign_id = ? LIMIT ?",
}
_KEYS = {"hands": "table_id, number, revision", "actions": "table_id, sequence"}
_WHOLE = ("kits", "active_characters", "claims", "screens", "materials", "materials_changes", "presets")
_WISHES = """
DELETE FROM preferences WHERE user_id = ? AND NOT EXISTS (
    SELECT 1 FROM characters WHERE owner_id = preferences.user_id
        AND campaign_id NOT IN (SELECT campaign_id FROM purges)
)
"""


class Purging:
    """Deletes campaigns for good."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def begin(self, guild_id: int, left_by: float, at: float) -> tuple[int, ...]:
        """Take all its campaigns from the server that has left by then; their ids.

        Raises WrongRows, and nothing has changed, if it hasn't.
        """
        rows = await self._db.fetch("SELECT id FROM campaigns WHERE guild_id = ?", guild_id)
        erasures = "SELECT id FROM erasures WHERE guild_id = ?"
        await self._db.apply(
            Statement("DELETE FROM departures WHERE guild_id = ? AND left_at <= ?", (guild_id, left_by)),
            *(
                Statement(f"DELETE FROM {name} WHERE erasure_id IN ({erasures})", (guild_id,), touches=None)  # noqa: S608  # from here
                for name in ("erased_names", "erased_characters", "erased_tables")
            ),
            *(
                Statement(f"DELETE FROM {name} WHERE guild_id = ?", (guild_id,), touches=None)  # noqa: S608  # as above
                for name in ("erasures", "arrivals", "bindings", "command_servers")
            ),
            Statement(
                "INSERT INTO purges (campaign_id, begun_at) SELECT id, ? FROM campaigns WHERE guild_id = ?",
                (at, guild_id),
                touches=len(rows),
            ),
            Statement(
                "UPDATE tables SET guild_id = -campaign_id, status = 'closed', due_at = NULL WHERE guild_id = ?",
                (guild_id,),
                touches=None,
            ),
            Statement("UPDATE campaigns SET guild_id = -id WHERE guild_id = ?", (guild_id,), touches=len(rows)),
        )
        return tuple(int(row["id"]) for row in rows)

    async def go_on(self) -> None:
        """Delete all that is left of the campaigns whose time is over."""
        rows = await self._db.fetch("SELECT campaign_id FROM purges ORDER BY campaign_id")
        for row in rows:
            await self._purge(row["campaign_id"])
        if rows:
            await self._db.settle()

    async def _purge(self, campaign_id: int) -> None:
        for relation, piece in _PIECES.items():
            keys = _KEYS.get(relation, "id")
            delete = Statement(
                f"DELETE FROM {relation} WHERE ({keys}) IN ({piece})",  # noqa: S608  # from above
                (campaign_id, PIECE),
                touches=None,
            )
            while await self._db.fetch(piece, campaign_id, 1):
                await self._db.apply(delete)
                await asyncio.sleep(0)
            if relation == "accounts":
                await self._db.apply(*(_all(name, campaign_id) for name in _WHOLE))
        await self._db.apply(
            *(Statement(_WISHES, (user_id,), touches=None) for user_id in await self._without_a_server()),
            _all("characters", campaign_id),
            _all("purges", campaign_id),
            Statement("DELETE FROM campaigns WHERE id = ?", (campaign_id,)),
        )

    async def _without_a_server(self) -> frozenset[int]:
        """Whoever has wishes and plays nowhere any more: their wishes go with the campaign."""
        wishing = await users_with_wishes(self._db)
        for row in await self._db.fetch("SELECT DISTINCT guild_id FROM campaigns WHERE guild_id > 0"):
            if wishing:
                wishing -= await users_of(self._db, row["guild_id"])
        return wishing


def _all(relation: str, campaign_id: int) -> Statement:
    return Statement(f"DELETE FROM {relation} WHERE campaign_id = ?", (campaign_id,), touches=None)  # noqa: S608  # from above
