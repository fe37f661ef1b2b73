"""The export of a campaign: its state at one moment and, on request, the history of its ledger and hands.

Money on open tables is exported as if every table closed now and its hand were void: chips are in the wallets, a prize
goes back to those who paid it, and the rest is with the house or the party. So the file has all the money there is,
and nothing of hands in play.
"""

import asyncio
import json
import logging
import unicodedata
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from pydantic import JsonValue, ValidationError

from bot.campaigns import AutopilotSettings, Campaign, Person, Right, require
from bot.db import Database, Row
from bot.engine.skills import Sheet
from bot.errors import NotFound, PlayerError
from bot.portability.bounded_json import MOST_BYTES
from bot.portability.campaign_file import (
    LOCAL_SETTINGS,
    CampaignFile,
    FileCardFile,
    FileCharacter,
    FileItems,
    FileLoadout,
    FilePreset,
)
from bot.portability.hands_export import LINES, Happening, Seats, entries, hands, in_play, seats_of
from bot.portability.hands_file import IN_HISTORY, compact_json, with_sum

log = logging.getLogger(__name__)
_FRAME = 300
"""Bytes that the history takes besides what is in it."""
# All is one statement, because the bot goes on writing meanwhile and two statements would see two moments. Every part
# fills the same columns: whose, how much, and up to four texts.
_PARTS = """
WITH own AS (SELECT * FROM characters WHERE campaign_id = {campaign}),
held AS (SELECT * FROM accounts WHERE campaign_id = {campaign} AND balance > 0 AND kind NOT IN ('mint', 'reserve')),
prizes AS (
    SELECT id, coalesce((SELECT max(paid.id) FROM transfers AS paid
        WHERE paid.source = held.id AND paid.source_after = 0), 0) AS since
    FROM held WHERE kind = 'prize'
)
SELECT 'campaign' AS part, 0 AS whose, max(entries.id) AS amount, campaigns.name AS a, campaigns.settings AS b,
    '' AS c, '' AS d, NULL AS at, NULL AS until, NULL AS user_id, 0 AS plays
FROM campaigns LEFT JOIN entries ON entries.campaign_id = campaigns.id WHERE campaigns.id = {campaign}
GROUP BY campaigns.id, campaigns.name, campaigns.settings
UNION ALL
SELECT own.kind, own.id, 0, own.name, own.sheet, own.template, own.pilot, own.created_at, own.retired_at,
    CASE WHEN own.owner_id > 0 THEN own.owner_id ELSE claims.user_id END,
    CASE WHEN active_characters.character_id IS NOT NULL OR (claims.plays = 1 AND NOT EXISTS (
        SELECT 1 FROM active_characters AS others
        WHERE others.campaign_id = claims.campaign_id AND others.user_id = claims.user_id
    )) THEN 1 ELSE 0 END
FROM own LEFT JOIN claims ON claims.campaign_id = own.campaign_id AND claims.character_id = own.id
LEFT JOIN active_characters ON active_characters.campaign_id = own.campaign_id
    AND active_characters.character_id = own.id
UNION ALL
SELECT 'money', coalesce(character_id, 0), balance, kind, CAST(table_id AS TEXT), '', '', NULL, NULL, NULL, 0
FROM held WHERE kind <> 'prize'
UNION ALL
SELECT 'paid', coalesce(payers.character_id, 0), sum(transfers.amount), '', '', '', '', NULL, NULL, NULL, 0
FROM prizes JOIN transfers ON transfers.target = prizes.id AND transfers.id > prizes.since
JOIN accounts AS payers ON payers.id = transfers.source GROUP BY coalesce(payers.character_id, 0)
UNION ALL
SELECT 'bank', 0, 0, CAST(tables.id AS TEXT), tables.record, '', '', NULL, NULL, NULL, 0
FROM tables JOIN held ON held.kind = 'bank' AND held.table_id = tables.id
UNION ALL
SELECT 'open', 0, count(*), '', '', '', '', NULL, NULL, NULL, 0
FROM tables WHERE campaign_id = {campaign} AND status = 'open'
UNION ALL
SELECT 'kit', character_id, 0, game, loadout, '', '', NULL, NULL, NULL, 0 FROM loadouts WHERE campaign_id = {campaign}
UNION ALL
SELECT 'good', coalesce(items.character_id, seats.character_id), count(*), items.game, items.kind, '', '',
    NULL, NULL, NULL, 0
FROM items LEFT JOIN accounts AS seats ON seats.id = items.holder
WHERE items.campaign_id = {campaign} AND items.holder <> 'nobody'
GROUP BY coalesce(items.character_id, seats.character_id), items.game, items.kind
UNION ALL
SELECT 'material', 0, 0, game, text, '', '', NULL, NULL, NULL, 0 FROM card_files WHERE campaign_id = {campaign}
UNION ALL
SELECT 'preset', 0, 0, game, name, rules, name_key, NULL, NULL, NULL, 0 FROM presets WHERE campaign_id = {campaign}
"""


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
    """Whether there may be hands of which whoever asked has only what everybody was told."""


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """A campaign as it was at one moment."""

    campaign_file: CampaignFile
    numbers: dict[int, int]
    """The number in the file of each character, by its id."""
    last_entry: int
    """The last entry in the book at that moment."""
    open_tables: int


async def export_campaign(
    database: Database,
    campaign: Campaign,
    by: Person,
    at: float,
    *,
    history: bool,
    most: int = MOST_BYTES,
) -> Export:
    """Export the campaign as it is now, in at most `most` bytes. Only for people who manage the server.

    Raises NotAllowed, and PlayerError for a campaign that doesn't fit a file even without its history.
    """
    require(Right.MANAGE, by)
    try:
        gathered = await _gather(database, campaign, at)
    except ValidationError as error:
        log.warning("campaign %s doesn't fit a file: %s", campaign.id, error)
        raise PlayerError("This campaign holds more than a file does, so it can't be exported.") from error
    core = await asyncio.to_thread(_write_core, gathered.campaign_file, most)
    name = f"{_file_name(gathered.campaign_file.name)}.json"
    if not history:
        return Export(core, name, gathered.campaign_file, gathered.open_tables)
    plays = campaign.settings.keeper_may_play
    seats = Seats({}, frozenset()) if plays else await seats_of(database, campaign.id, by.user_id)
    playing = await in_play(database, campaign.id, at)
    room = most - len(core) - _FRAME - len(json.dumps(playing))
    told, since = await _read_history(database, campaign.id, gathered, at, seats, room)
    content = await asyncio.to_thread(_with_history, core, told, since, playing)
    return Export(content, name, gathered.campaign_file, gathered.open_tables, since, hidden=bool(seats.at))


def _write_core(campaign_file: CampaignFile, most: int) -> bytes:
    """Write the file without its history, indented for readers if that fits into `most` bytes."""
    for indent in (1, None):
        content = campaign_file.model_dump_json(indent=indent).encode()
        if len(content) <= most:
            return content
    raise PlayerError("This campaign is larger than 8 MiB even without its history, so it can't be exported.")


async def _read_history(
    database: Database, campaign_id: int, gathered: _Snapshot, at: float, seats: Seats, room: int
) -> tuple[list[Happening], float | None]:
    """Return the history, newest first, until the room is used up, and the moment since when it is complete."""
    told: list[Happening] = []
    streams = (
        entries(database, campaign_id, gathered.last_entry, gathered.numbers),
        hands(database, campaign_id, at, seats),
    )
    async for happening in _merge(*streams):
        room -= len(happening.text.encode()) + len(LINES)
        if room < 0:
            return told, told[-1].at if told else at
        told.append(happening)
    return told, None


async def _merge(*streams: AsyncIterator[Happening]) -> AsyncIterator[Happening]:
    """Merge streams, each of which is sorted by time with the latest first."""
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
    begun = f'"complete":{json.dumps(since is None)},"since":{json.dumps(since)},"in_play":{compact_json(playing)}'
    before = core.decode().rstrip().removesuffix("}").rstrip()
    return with_sum(f'{before},\n"history":{{{LINES.join((begun, *lists))}', IN_HISTORY)


def _file_name(campaign: str) -> str:
    """Return the campaign's name in letters that every system takes for a file."""
    plain = unicodedata.normalize("NFKD", campaign).encode("ascii", "ignore").decode().lower()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    return "-".join(words)[:40] or "campaign"


async def _gather(database: Database, campaign: Campaign, at: float) -> _Snapshot:
    """Read the campaign without its history, as of one moment. Raises NotFound where it is gone."""
    rows = await database.fetch(_PARTS.format(campaign=f"{campaign.id:d}"))
    return await asyncio.to_thread(_read_snapshot, rows, at)


def _read_snapshot(rows: Sequence[Row], at: float) -> _Snapshot:
    parts: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        parts[row["part"]].append(row)
    if not parts["campaign"]:
        raise NotFound("There is no such campaign.")
    (own,) = parts["campaign"]
    people = sorted((*parts["pc"], *parts["npc"]), key=lambda row: row["whose"])
    numbers = {int(row["whose"]): at for at, row in enumerate(people, start=1)}
    money = _money(parts)
    kits, goods = _kits(parts["kit"]), _goods(parts["good"])
    campaign_file = CampaignFile(
        exported_at=int(at),
        name=own["a"],
        settings={name: value for name, value in json.loads(own["b"]).items() if name not in LOCAL_SETTINGS},
        party=money["party"],
        house=money["house"],
        characters=tuple(_character(row, numbers, money, kits, goods) for row in people),
        materials=tuple(
            FileCardFile(game=row["a"], text=row["b"]) for row in sorted(parts["material"], key=lambda row: row["a"])
        ),
        presets=tuple(
            FilePreset(game=row["a"], name=row["b"], rules=json.loads(row["c"]))
            for row in sorted(parts["preset"], key=lambda row: (row["a"], row["d"]))
        ),
    )
    return _Snapshot(campaign_file, numbers, int(own["amount"] or 0), int(parts["open"][0]["amount"]))


def _money(parts: dict[str, list[Row]]) -> Counter[str | int]:
    """Return the balance of each character (by id), of the party and of the house, in smallest coins."""
    backers = {row["a"]: _backer(row["b"]) for row in parts["bank"]}
    own = json.loads(parts["campaign"][0]["b"]).get("bankroll")
    money: Counter[str | int] = Counter()
    for row in (*parts["money"], *parts["paid"]):
        match row["a"]:
            case "party":
                money["party"] += row["amount"]
            case "bank" if (backers.get(row["b"]) or own) == "party":
                money["party"] += row["amount"]
            case _ if row["whose"]:
                money[int(row["whose"])] += row["amount"]
            case _:
                money["house"] += row["amount"]
    return money


def _backer(record: str) -> str | None:
    """Return the backer of a table's bank by its record; None where there is none, or it can't be read."""
    try:
        return json.loads(record)["bankroll"]
    except (KeyError, TypeError, ValueError):
        return None


def _kits(rows: Sequence[Row]) -> dict[int, tuple[FileLoadout, ...]]:
    found: defaultdict[int, list[FileLoadout]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row["a"]):
        try:
            kit: JsonValue = json.loads(row["b"])
        except ValueError:
            continue
        found[int(row["whose"])].append(FileLoadout(game=row["a"], kit=kit))
    return {whose: tuple(kits) for whose, kits in found.items()}


def _goods(rows: Sequence[Row]) -> dict[int, tuple[FileItems, ...]]:
    found: defaultdict[int, list[FileItems]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (row["a"], row["b"])):
        found[int(row["whose"])].append(FileItems(game=row["a"], kind=row["b"], count=row["amount"]))
    return {whose: tuple(goods) for whose, goods in found.items()}


def _character(
    row: Row,
    numbers: dict[int, int],
    money: Counter[str | int],
    kits: dict[int, tuple[FileLoadout, ...]],
    goods: dict[int, tuple[FileItems, ...]],
) -> FileCharacter:
    own = int(row["whose"])
    is_npc = row["part"] == "npc"
    return FileCharacter(
        number=numbers[own],
        kind=row["part"],
        name=row["a"],
        player=None if is_npc or not row["user_id"] else str(row["user_id"]),
        plays=not is_npc and bool(row["plays"]),
        sheet=Sheet.from_json(row["b"]),
        template=row["c"] if is_npc else None,
        pilot=AutopilotSettings.from_json(row["d"]) if is_npc and row["d"] else None,
        created_at=row["at"],
        retired_at=row["until"],
        purse=money[own],
        kits=kits.get(own, ()),
        goods=goods.get(own, ()),
    )
