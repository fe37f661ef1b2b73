"""Where each campaign's GM screen is: one message, kept current also after a restart."""

from bot.db import Database, Statement
from bot.engine.frozen import Frozen


class Place(Frozen):
    """A message in a channel, by Discord's ids."""

    channel_id: int
    message_id: int
    looks: str = ""
    """A digest of what the message shows; empty where that isn't known."""


class Screens:
    """The screens of all campaigns, one each at most."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def get(self, campaign_id: int) -> Place | None:
        """Where the campaign's screen is; None where none was asked for, or it was put away."""
        rows = await self._db.fetch("SELECT * FROM screens WHERE campaign_id = ?", campaign_id)
        return Place.model_validate({name: rows[0][name] for name in Place.model_fields}) if rows else None

    async def all(self) -> tuple[int, ...]:
        """The ids of the campaigns that have a screen."""
        rows = await self._db.fetch("SELECT campaign_id FROM screens ORDER BY campaign_id")
        return tuple(int(row["campaign_id"]) for row in rows)

    async def put(self, campaign_id: int, place: Place) -> None:
        """Note where the screen is now, and what it shows."""
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
        """There is no screen any more."""
        await self._db.apply(Statement("DELETE FROM screens WHERE campaign_id = ?", (campaign_id,), touches=None))
