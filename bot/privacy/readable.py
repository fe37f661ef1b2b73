"""Which records of a database this code can't read, counted: campaigns, characters and tables are kept as JSON.

What can't be read isn't lost, and its money is in the book; but who restores a file is to know before.
"""

from collections import Counter
from collections.abc import Callable, Mapping

from pydantic import ValidationError

from bot.campaigns import CampaignSettings, Pilot
from bot.db import Database
from bot.engine.skills import Sheet
from bot.engine.speech import counted
from bot.tables.record import Record

_KEPT: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "campaign": ("SELECT settings FROM campaigns", CampaignSettings.from_json),
    "sheet": ("SELECT sheet FROM characters", Sheet.from_json),
    "pilot": ("SELECT pilot FROM characters WHERE pilot IS NOT NULL", Pilot.from_json),
    "table": ("SELECT record FROM tables", Record.from_json),
}


async def unreadable_in(database: Database) -> tuple[str, ...]:
    """As in "2 tables"; nothing where all can be read."""
    found: Counter[str] = Counter()
    for word, (sql, read) in _KEPT.items():
        for row in await database.fetch(sql):
            try:
                read(row[0])
            except (ValidationError, ValueError):
                found[word] += 1
    return tuple(counted(number, word) for word, number in found.items())
