"""What people have typed elsewhere than into the book and the log, without a user: names of house rules, and the lines
that NPCs speak.

What a GM has loaded as a file stays as it was loaded: it is read, and checked, as a whole.
"""

import asyncio
import json
from collections.abc import Iterator
from itertools import chain, count

from bot.campaigns import name_key, shortened
from bot.db import Database, Row, Statement
from bot.privacy.free_text import typed_in
from bot.privacy.name_forms import Redaction
from bot.privacy.redaction import Own, redacted

_NOBODYS = -1


async def forget_words(db: Database, campaign_id: int, names: Redaction) -> None:
    """The campaign's presets and NPCs without the names."""
    presets = await db.fetch(
        "SELECT game, name, name_key FROM presets WHERE campaign_id = ? ORDER BY game, name_key", campaign_id
    )
    pilots = await db.fetch("SELECT id, pilot FROM characters WHERE campaign_id = ? AND pilot IS NOT NULL", campaign_id)
    await db.apply(*_presets(campaign_id, presets, names), *_pilots(pilots, names))


def _presets(campaign_id: int, rows: list[Row], names: Redaction) -> Iterator[Statement]:
    taken = {(row["game"], row["name_key"]) for row in rows}
    for row in rows:
        told = names.told(row["name"])
        if told == row["name"]:
            continue
        numbered = chain((told,), (f"{told} {number}" for number in count(2)))
        free = next(name for name in numbered if (row["game"], name_key(name)) not in taken)
        taken.add((row["game"], name_key(free)))
        yield Statement(
            "UPDATE presets SET name = ?, name_key = ? WHERE campaign_id = ? AND game = ? AND name_key = ?",
            (free, name_key(free), campaign_id, row["game"], row["name_key"]),
            touches=None,
        )


def _pilots(rows: list[Row], names: Redaction) -> Iterator[Statement]:
    for row in rows:
        pilot = json.loads(row["pilot"])
        told = [names.told(line) for line in pilot.get("lines", ())]
        if told != pilot.get("lines", []):
            text = json.dumps({**pilot, "lines": shortened(told)}, ensure_ascii=False, separators=(",", ":"))
            sql = "UPDATE characters SET pilot = ? WHERE id = ? AND pilot = ?"
            yield Statement(sql, (text, row["id"], row["pilot"]), touches=None)


async def tables_that_tell(db: Database, campaign_id: int, names: Redaction) -> tuple[int, ...]:
    """The campaign's tables where somebody has typed one of the names, whoever played there."""
    typed = await db.fetch(
        "SELECT table_id, action FROM actions WHERE table_id IN (SELECT id FROM tables WHERE campaign_id = ?) "
        "AND action LIKE '%\"reason\"%'",
        campaign_id,
    )
    records = await db.fetch("SELECT id, record FROM tables WHERE campaign_id = ?", campaign_id)
    return await asyncio.to_thread(_telling, typed, records, names)


def _telling(typed: list[Row], records: list[Row], names: Redaction) -> tuple[int, ...]:
    found = {
        int(row["table_id"]) for row in typed if any(names.told(reason) != reason for reason in typed_in(row["action"]))
    }
    found |= {int(row["id"]) for row in records if redacted(row["record"], names, Own(_NOBODYS)) != row["record"]}
    return tuple(sorted(found))
