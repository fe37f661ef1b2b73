"""The audit: every balance recomputed from the ledger, every item followed through it, and open tables compared.

The whole check is one SELECT, so it sees one moment. `audit_file` inspects the file itself first.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TypedDict

from bot.db import CannotOpen, Readable, Row, damage_at, open_database
from bot.ledger import accounts


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The numbers of rows, and a sentence for each problem."""

    accounts: int
    entries: int
    transfers: int
    open_tables: int
    problems: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        return not self.problems

    def to_json(self) -> str:
        """One object: accounts, entries, transfers, open_tables, problems."""
        return json.dumps(asdict(self))


@dataclass(frozen=True, slots=True)
class FileReport:
    """Damage of a database file, in sentences, and the audit of its ledger: None if the ledger can't be read."""

    damage: tuple[str, ...]
    ledger: AuditReport | None

    @property
    def problems(self) -> tuple[str, ...]:
        return self.damage + (self.ledger.problems if self.ledger else ())

    @property
    def is_clean(self) -> bool:
        return not self.problems

    def to_json(self) -> str:
        """Return the JSON of an AuditReport with all problems; a number that can't be read is null."""
        counts: dict[str, int | None] = asdict(self.ledger) if self.ledger else dict.fromkeys(_COUNTED)
        return json.dumps(counts | {"problems": self.problems})


_COUNTED = ("accounts", "entries", "transfers", "open_tables")
# `a`, `e`, `t`, `g` and `m` are the accounts, entries, transfers, items and moves that are checked.
_SELECTED = """
WITH a AS (SELECT * FROM accounts {of_campaign}),
e AS (SELECT * FROM entries {of_campaign}),
t AS (SELECT * FROM transfers {of_campaign}),
g AS (SELECT * FROM items {of_campaign}),
m AS (SELECT * FROM item_moves {of_campaign}),
moves AS (
    SELECT id, source AS account, -amount AS delta, source_after AS after FROM t
    UNION ALL SELECT id, target AS account, amount AS delta, target_after AS after FROM t
),
totals AS (SELECT account, sum(delta) AS total FROM moves GROUP BY account),
open_tables AS (SELECT * FROM tables WHERE status = 'open' {and_of_campaign}),
running AS (SELECT account, id, after, sum(delta) OVER (PARTITION BY account ORDER BY id) AS total FROM moves)
"""
_COUNTS = """
SELECT 'count' AS finding, 'accounts' AS subject, count(*) AS found, 0 AS wanted FROM a
UNION ALL SELECT 'count', 'entries', count(*), 0 FROM e
UNION ALL SELECT 'count', 'transfers', count(*), 0 FROM t
UNION ALL SELECT 'count', 'open_tables', count(*), 0 FROM open_tables
"""
_TABLES = """
UNION ALL SELECT 'record' AS finding, record AS subject, id AS found, 0 AS wanted FROM open_tables
UNION ALL SELECT 'chips', a.id, a.balance, open_tables.id FROM a JOIN open_tables ON open_tables.id = a.table_id
    WHERE a.kind IN ('bank', 'prize', 'reserve', 'seat')
"""
_FINDINGS = {
    "{subject} holds {found}, but its transfers add up to {wanted}.": """
        SELECT a.id, a.balance, coalesce(totals.total, 0) FROM a LEFT JOIN totals ON totals.account = a.id
        WHERE a.balance <> coalesce(totals.total, 0)
        """,
    "{subject} has {found} after it, but its transfers add up to {wanted}.": """
        SELECT account || ' in transfer ' || id, after, total FROM running WHERE after <> total
        """,
    "The accounts of campaign {subject} add up to {found} instead of 0.": """
        SELECT CAST(campaign_id AS TEXT), sum(balance), 0 FROM a GROUP BY campaign_id HAVING sum(balance) <> 0
        """,
    "{subject} is overdrawn: {found}.": """
        SELECT id, balance, 0 FROM a WHERE balance < 0 AND kind <> 'mint'
        """,
    "{subject} has issued {found}, and its limit is {wanted}.": """
        SELECT id, -balance, 1000000000000000 FROM a WHERE kind = 'mint' AND balance < -1000000000000000
        """,
    "Entry {subject} has {found} transfers instead of {wanted}.": """
        SELECT e.key, count(t.id), e.size FROM e LEFT JOIN t ON t.entry_id = e.id
        GROUP BY e.id, e.key, e.size HAVING count(t.id) <> e.size
        """,
    "Transfer {subject} belongs to no entry.": """
        SELECT CAST(t.id AS TEXT), 0, 0 FROM t
        LEFT JOIN e ON e.id = t.entry_id AND e.campaign_id = t.campaign_id WHERE e.id IS NULL
        """,
    "Transfer {subject} names an account that isn't there, or is another campaign's.": """
        SELECT CAST(t.id AS TEXT), 0, 0 FROM t
        LEFT JOIN a AS s ON s.id = t.source AND s.campaign_id = t.campaign_id
        LEFT JOIN a AS g ON g.id = t.target AND g.campaign_id = t.campaign_id WHERE s.id IS NULL OR g.id IS NULL
        """,
    "Item {subject} isn't where its last move took it.": """
        SELECT CAST(g.id AS TEXT), 0, 0 FROM g
        LEFT JOIN (
            SELECT item_id, id, target, row_number() OVER (PARTITION BY item_id ORDER BY id DESC) AS back FROM m
        ) AS latest ON latest.item_id = g.id AND latest.back = 1
        WHERE latest.id IS NULL OR latest.target <> g.holder OR coalesce(g.last_move, 0) <> latest.id
        """,
    "Item {subject} has more than one holder.": """
        SELECT CAST(id AS TEXT), 0, 0 FROM g WHERE holder <> coalesce(
            CASE WHEN table_id IS NULL AND seat IS NULL THEN coalesce('character:' || character_id, 'nobody')
                WHEN character_id IS NULL THEN 'seat:' || table_id || ':' || seat END, '')
        """,
    "Move {subject} takes an item from a holder that didn't have it.": """
        SELECT CAST(id AS TEXT), 0, 0
        FROM (SELECT id, source, lag(target) OVER (PARTITION BY item_id ORDER BY id) AS was FROM m) AS steps
        WHERE source <> coalesce(was, 'nobody') OR (source = 'nobody' AND was IS NOT NULL)
        """,
    "Move {subject} belongs to no entry, or to no item.": """
        SELECT CAST(m.id AS TEXT), 0, 0 FROM m
        LEFT JOIN e ON e.id = m.entry_id AND e.campaign_id = m.campaign_id
        LEFT JOIN g ON g.id = m.item_id AND g.campaign_id = m.campaign_id WHERE e.id IS NULL OR g.id IS NULL
        """,
    "The owner of item {subject} doesn't exist, or is in another campaign.": """
        SELECT CAST(g.id AS TEXT), 0, 0 FROM g
        LEFT JOIN characters ON characters.id = g.character_id AND characters.campaign_id = g.campaign_id
        WHERE g.character_id IS NOT NULL AND characters.id IS NULL
        """,
    "Item {subject} is at a seat that nobody has taken.": """
        SELECT CAST(g.id AS TEXT), 0, 0 FROM g
        LEFT JOIN a ON a.id = g.holder AND a.campaign_id = g.campaign_id WHERE g.table_id IS NOT NULL AND a.id IS NULL
        """,
    "Item {subject} is on a table that isn't open.": """
        SELECT CAST(g.id AS TEXT), 0, 0 FROM g LEFT JOIN open_tables ON open_tables.id = g.table_id
        WHERE g.table_id IS NOT NULL AND open_tables.id IS NULL
        """,
    "{subject} holds {found}, but its table isn't open.": """
        SELECT a.id, a.balance, 0 FROM a LEFT JOIN open_tables ON open_tables.id = a.table_id
        WHERE a.table_id IS NOT NULL AND a.balance <> 0 AND open_tables.id IS NULL
        """,
}
_FINDING = """
UNION ALL SELECT '{number}' AS finding, found.* FROM ({sql}) AS found
"""


async def audit(database: Readable, campaign_id: int | None = None) -> AuditReport:
    """Check the whole ledger, or one campaign's. Beside a running bot it sees one moment between two commits."""
    parts = (_FINDING.format(number=number, sql=sql) for number, sql in enumerate(_FINDINGS.values()))
    # A campaign that is being purged goes piece by piece: the rest of it doesn't add up.
    which = "campaign_id NOT IN (SELECT campaign_id FROM purges)"
    if campaign_id is not None:
        which = f"campaign_id = {campaign_id:d}"
    sql = (_SELECTED + _COUNTS + _TABLES + "".join(parts)).format(
        of_campaign=f"WHERE {which}",
        and_of_campaign=f"AND {which}",
    )
    rows = await database.fetch(sql)
    counted = {row["subject"]: int(row["found"]) for row in rows if row["finding"] == "count"}
    sentences = tuple(_FINDINGS)
    found = (_describe(sentences[int(row["finding"])], row) for row in rows if str(row["finding"]).isdigit())
    problems = (*found, *_wrong_stacks(rows))
    return AuditReport(
        accounts=counted["accounts"],
        entries=counted["entries"],
        transfers=counted["transfers"],
        open_tables=counted["open_tables"],
        problems=problems,
    )


async def audit_file(url: str) -> FileReport:
    """Check a database, whatever its state, and the whole ledger in it; beside a running bot too.

    Raises CannotOpen if there is no file.
    """
    damage = damage_at(url)
    try:
        async with await open_database(url, read_only=True) as database:
            return FileReport(damage, await audit(database))
    except CannotOpen as refused:
        return FileReport(damage or (str(refused),), None)
    except Exception as error:  # noqa: BLE001  # in a damaged file anything may stand where a number should be
        return FileReport((*damage, f"The ledger can't be read: {error}."), None)


def _wrong_stacks(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a problem for each stack at an open table, bank or prize that differs from what the table shows.

    An unreadable record yields nothing: its table is rebuilt from the ledger when it is next loaded.
    """
    shown = {
        int(row["found"]): _stacks_in_record(int(row["found"]), row["subject"])
        for row in rows
        if row["finding"] == "record"
    }
    held = {row["subject"]: int(row["found"]) for row in rows if row["finding"] == "chips"}
    at = {row["subject"]: int(row["wanted"]) for row in rows if row["finding"] == "chips"}
    wanted = {account: 0 for account, table_id in at.items() if shown[table_id] is not None}
    for table in shown.values():
        wanted |= table or {}
    for account, amount in wanted.items():
        if held.get(account, 0) != amount:
            yield f"{account} holds {held.get(account, 0)}, but its table shows {amount}."


class _ChairChips(TypedDict):
    seat: int
    stack: int
    pending: int


class _TableChips(TypedDict):
    chairs: list[_ChairChips]
    bank: int
    prize: int
    reserve: int


def _stacks_in_record(table_id: int, record: str) -> Mapping[str, int] | None:
    """Return the coins that each account of a table should hold by its stored record; None for an unreadable one."""
    try:
        stored: _TableChips = json.loads(record)
        chips = {
            accounts.seat(table_id, chair["seat"]): int(chair["stack"]) + int(chair["pending"])
            for chair in stored["chairs"]
        }
        return {
            accounts.bank(table_id): int(stored["bank"]),
            accounts.prize(table_id): int(stored["prize"]),
            accounts.reserve(table_id): int(stored["reserve"]),
        } | chips
    except (KeyError, TypeError, ValueError):
        return None


def _describe(sentence: str, row: Row) -> str:
    return sentence.format(subject=row["subject"], found=row["found"], wanted=row["wanted"])
