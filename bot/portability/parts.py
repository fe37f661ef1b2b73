"""The parts of a campaign: how each is read from the database into the document, and how it is written.

Money on open tables is read as if every table closed now and its hand were void: chips are in the wallets, a prize goes
back to those who paid it, and the rest is with the house or the party. So the document has all the money there is, and
nothing of hands in play.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pydantic import JsonValue

from bot.campaigns import NOBODY, Campaign, CampaignSettings, name_key
from bot.db import Database, Row, Statement
from bot.engine.release import stamped, unstamped
from bot.errors import NotFound
from bot.ledger import Entry, Transfer, accounts, post
from bot.ledger.items import Holder, create_items
from bot.portability.campaign_file import CampaignFile, FileCharacter
from bot.portability.hands_file import compact_json

Json = dict[str, JsonValue]
_REASON = "Brought from a file"


@dataclass(frozen=True, slots=True)
class CampaignSnapshot:
    """A campaign as it was at one moment."""

    document: Json
    """CampaignFile as JSON, not yet held to the bounds of a file."""
    people: Mapping[int, Json]
    """Its characters by their ids, in their order."""
    last_entry: int
    """The last entry of the ledger at that moment."""
    open_tables: int

    @property
    def numbers(self) -> Mapping[int, int]:
        """The number in the document of each character, by its id."""
        return {whose: number for number, whose in enumerate(self.people, start=1)}


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """A document that becomes a new campaign, whose row and shared accounts come before in the same batch.

    `people` has the characters by their new ids; `key` tells the import apart from all others.
    """

    campaign: Campaign
    file: CampaignFile
    people: Mapping[int, FileCharacter]
    by: int
    key: str
    at: float


_INSERT_CHARACTER = """
INSERT INTO characters (id, campaign_id, kind, owner_id, name, name_key, sheet, template, autopilot, created_at,
    retired_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_INSERT_PRESET = """
INSERT INTO presets (campaign_id, game, name, name_key, rules, saved_by, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?)
"""


def _write_characters(new: NewCampaign) -> Iterator[Statement]:
    for number, one in new.people.items():
        owner = None if one.kind == "npc" else NOBODY
        autopilot = None if one.autopilot is None else stamped(one.autopilot.to_json())
        named = (number, new.campaign.id, one.kind, owner, one.name, name_key(one.name), stamped(one.sheet.to_json()))
        yield Statement(_INSERT_CHARACTER, (*named, one.template, autopilot, one.created_at, one.retired_at))
        yield accounts.open_purse(new.campaign.id, number)
        if one.player is not None:
            yield Statement(
                "INSERT INTO claims (campaign_id, character_id, user_id, plays) VALUES (?, ?, ?, ?)",
                (new.campaign.id, number, int(one.player), int(one.plays)),
            )


def _write_wallets(new: NewCampaign) -> Iterator[Statement]:
    shared = ((accounts.party(new.campaign.id), new.file.party), (accounts.house(new.campaign.id), new.file.house))
    own = ((accounts.purse(number), one.wallet) for number, one in new.people.items())
    mint = accounts.mint(new.campaign.id)
    if transfers := tuple(Transfer(mint, account, amount) for account, amount in (*shared, *own) if amount):
        yield from post(Entry(new.key, new.campaign.id, "import", _REASON, new.by, new.at, transfers))


def _write_loadouts(new: NewCampaign) -> Iterator[Statement]:
    insert = "INSERT INTO loadouts (campaign_id, character_id, game, loadout, version) VALUES (?, ?, ?, ?, 1)"
    for number, one in new.people.items():
        for own in one.loadouts:
            yield Statement(insert, (new.campaign.id, number, own.game, stamped(compact_json(own.loadout))))


def _write_items(new: NewCampaign) -> Iterator[Statement]:
    for number, one in new.people.items():
        for game, held in groupby(sorted(one.items, key=lambda own: own.game), key=lambda own: own.game):
            own_key = f"{new.key}:{number}:{game}"
            entry = Entry(own_key, new.campaign.id, "import", _REASON, new.by, new.at, ())
            yield from post(entry)
            yield from create_items(entry, game, {own.kind: own.count for own in held}, Holder.character(number))


def _write_card_files(new: NewCampaign) -> Iterator[Statement]:
    for one in new.file.card_files:
        yield Statement(
            """
            INSERT INTO card_file_changes (key, campaign_id, game, version, deed, changed_by, changed_at)
            VALUES (?, ?, ?, 1, 'load', ?, ?)
            """,
            (f"{new.key}:{one.game}", new.campaign.id, one.game, new.by, new.at),
        )
        yield Statement(
            "INSERT INTO card_files (campaign_id, game, version, text) VALUES (?, ?, 1, ?)",
            (new.campaign.id, one.game, one.text),
        )


def _write_presets(new: NewCampaign) -> Iterator[Statement]:
    for one in new.file.presets:
        named = (new.campaign.id, one.game, one.name, name_key(one.name), stamped(compact_json(one.rules)))
        yield Statement(_INSERT_PRESET, (*named, new.by, int(new.at)))


# All is one statement, because the bot goes on writing meanwhile and two statements would see two moments. Every part
# fills the same columns: its owner (0 for the campaign), up to five texts, a number, two moments and a user.
_SELECT = """
WITH held AS (
    SELECT * FROM accounts WHERE campaign_id = {campaign} AND balance > 0 AND kind NOT IN ('mint', 'reserve')
),
prizes AS (
    SELECT id, coalesce((SELECT max(paid.id) FROM transfers AS paid
        WHERE paid.source = held.id AND paid.source_after = 0), 0) AS since
    FROM held WHERE kind = 'prize'
)
SELECT 'settings' AS part, 0 AS whose, name AS a, settings AS b, '' AS c, '' AS d, '' AS e,
    coalesce((SELECT max(id) FROM entries WHERE campaign_id = {campaign}), 0) AS n,
    (SELECT count(*) FROM tables WHERE campaign_id = {campaign} AND status = 'open') AS at, 0 AS until, 0 AS user_id
FROM campaigns WHERE id = {campaign}
UNION ALL
SELECT 'characters', own.id, own.name, own.sheet, own.template, own.autopilot, own.kind,
    CASE WHEN active_characters.character_id IS NOT NULL OR (claims.plays = 1 AND NOT EXISTS (
        SELECT 1 FROM active_characters AS others
        WHERE others.campaign_id = claims.campaign_id AND others.user_id = claims.user_id
    )) THEN 1 ELSE 0 END,
    own.created_at, own.retired_at, CASE WHEN own.owner_id > 0 THEN own.owner_id ELSE claims.user_id END
FROM characters AS own LEFT JOIN claims ON claims.campaign_id = own.campaign_id AND claims.character_id = own.id
LEFT JOIN active_characters ON active_characters.campaign_id = own.campaign_id
    AND active_characters.character_id = own.id
WHERE own.campaign_id = {campaign}
UNION ALL
SELECT 'wallets', coalesce(held.character_id, 0), held.kind, coalesce(tables.record, ''), '', '', '',
    held.balance, 0, 0, 0
FROM held LEFT JOIN tables ON held.kind = 'bank' AND tables.id = held.table_id WHERE held.kind <> 'prize'
UNION ALL
SELECT 'wallets', coalesce(payers.character_id, 0), 'paid', '', '', '', '', sum(transfers.amount), 0, 0, 0
FROM prizes JOIN transfers ON transfers.target = prizes.id AND transfers.id > prizes.since
JOIN accounts AS payers ON payers.id = transfers.source GROUP BY coalesce(payers.character_id, 0)
UNION ALL
SELECT 'loadouts', character_id, game, loadout, '', '', '', 0, 0, 0, 0 FROM loadouts WHERE campaign_id = {campaign}
UNION ALL
SELECT 'items', coalesce(items.character_id, seats.character_id), items.game, items.kind, '', '', '', count(*), 0, 0, 0
FROM items LEFT JOIN accounts AS seats ON seats.id = items.holder
WHERE items.campaign_id = {campaign} AND items.holder <> 'nobody'
GROUP BY coalesce(items.character_id, seats.character_id), items.game, items.kind
UNION ALL
SELECT 'card_files', 0, game, text, '', '', '', 0, 0, 0, 0 FROM card_files WHERE campaign_id = {campaign}
UNION ALL
SELECT 'presets', 0, game, name_key, name, rules, '', 0, 0, 0, 0 FROM presets WHERE campaign_id = {campaign}
ORDER BY part, whose, a, b
"""


def _stored(text: str) -> JsonValue:
    return json.loads(unstamped(text))


_READ: Mapping[str, Callable[[Row], Json]] = {
    "characters": lambda row: {
        "kind": row["e"],
        "name": row["a"],
        "player": str(row["user_id"]) if row["user_id"] else None,
        "plays": bool(row["n"]),
        "sheet": _stored(row["b"]),
        "template": row["c"],
        "autopilot": _stored(row["d"]) if row["d"] else None,
        "created_at": row["at"],
        "retired_at": row["until"],
    },
    "loadouts": lambda row: {"game": row["a"], "loadout": _stored(row["b"])},
    "items": lambda row: {"game": row["a"], "kind": row["b"], "count": row["n"]},
    "card_files": lambda row: {"game": row["a"], "text": row["b"]},
    "presets": lambda row: {"game": row["a"], "name": row["c"], "rules": _stored(row["d"])},
}
_WRITE = (_write_characters, _write_wallets, _write_loadouts, _write_items, _write_card_files, _write_presets)


async def read_parts(database: Database, campaign_id: int) -> Sequence[Row]:
    """Return the rows of all parts of the campaign as of one moment, for `snapshot_of`."""
    return await database.fetch(_SELECT.replace("{campaign}", f"{campaign_id:d}"))


def snapshot_of(rows: Sequence[Row], at: float) -> CampaignSnapshot:
    """Make the document of a campaign from the rows of its parts. Raises NotFound where it is gone."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    parts: defaultdict[str, defaultdict[int, list[JsonValue]]] = defaultdict(lambda: defaultdict(list))
    people: dict[int, Json] = {}
    for row in rows:
        match row["part"]:
            case "settings" | "wallets" as part:
                found[part].append(row)
            case "characters":
                people[row["whose"]] = _READ["characters"](row)
            case part:
                parts[part][row["whose"]].append(_READ[part](row))
    if not found["settings"]:
        raise NotFound("There is no such campaign.")
    (own,) = found["settings"]
    settings = CampaignSettings.stored(own["b"])
    openers = "gm" if settings.openers == "role" else settings.openers
    local = settings.evolve(openers=openers, gm_role_id=None, opener_role_id=None, channels=(), gm_channel_id=None)
    money = _money(found["wallets"], settings)
    for number, (whose, one) in enumerate(people.items(), start=1):
        one |= {"number": number, "wallet": money[whose]}
        one |= {part: parts[part][whose] for part in ("loadouts", "items")}
    document: Json = {
        "exported_at": int(at),
        "name": own["a"],
        "settings": json.loads(local.to_json()),
        "party": money["party"],
        "house": money["house"],
        "characters": list(people.values()),
        **{part: parts[part][0] for part in ("card_files", "presets")},
    }
    return CampaignSnapshot(document, people, int(own["n"]), int(own["at"]))


def _money(rows: Sequence[Row], settings: CampaignSettings) -> Counter[str | int]:
    """Return the money of each character (by id), of the party and of the house, in smallest coins."""
    money: Counter[str | int] = Counter()
    for row in rows:
        is_partys = row["a"] == "party" or (row["a"] == "bank" and _backer(row["b"], settings) == "party")
        money[int(row["whose"]) or ("party" if is_partys else "house")] += row["n"]
    return money


def _backer(record: str, settings: CampaignSettings) -> str:
    """Return the backer of a table's bank by its record, or else the campaign's."""
    try:
        return json.loads(record)["bankroll"] or settings.bankroll
    except (KeyError, TypeError, ValueError):
        return settings.bankroll


def import_statements(new: NewCampaign) -> tuple[Statement, ...]:
    """Build the statements that fill a new campaign with everything in a document."""
    return tuple(statement for write in _WRITE for statement in write(new))
