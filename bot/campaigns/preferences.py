"""What a user wants for themselves, on every server."""

from bot.db import Database, Statement


class Preferences:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def wants_reminders(self, user_id: int) -> bool:
        """Whether a message may mention them when it is their turn: yes, until they say otherwise."""
        rows = await self._database.fetch("SELECT reminders FROM preferences WHERE user_id = ?", user_id)
        return bool(rows[0]["reminders"]) if rows else True

    async def set_reminders(self, user_id: int, wanted: bool) -> None:
        await self._database.apply(
            Statement(
                """
                INSERT INTO preferences (user_id, reminders) VALUES (?, ?)
                ON CONFLICT (user_id) DO UPDATE SET reminders = excluded.reminders
                """,
                (user_id, int(wanted)),
            )
        )
