"""A book with two campaigns: Han and Lando play in the first, Roark in the other."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.db import OpenedDatabase, Statement, open_database
from bot.ledger import Entry, Transfer, accounts, post
from tests.sqlite_file import lay_out

FIRST, OTHER = 1, 2
HAN, LANDO, ROARK = 11, 12, 13
HANS, LANDOS, ROARKS = (accounts.purse(character) for character in (HAN, LANDO, ROARK))
MINT, HOUSE, PARTY = accounts.mint(FIRST), accounts.house(FIRST), accounts.party(FIRST)
TABLE = 21


def campaign(campaign_id: int) -> tuple[Statement, ...]:
    sql = "INSERT INTO campaigns (id, guild_id, name, name_key, settings, created_at) VALUES (?, 1, ?, ?, '{}', 0)"
    name = f"campaign {campaign_id}"
    return Statement(sql, (campaign_id, name, name)), *accounts.open_shared(campaign_id)


def character(campaign_id: int, character_id: int, name: str) -> tuple[Statement, ...]:
    sql = """
        INSERT INTO characters (id, campaign_id, kind, owner_id, name, name_key, sheet, created_at)
        VALUES (?, ?, 'pc', 5, ?, ?, '{}', 0)
        """
    row = Statement(sql, (character_id, campaign_id, name, name.casefold()))
    return row, accounts.open_purse(campaign_id, character_id)


def table(table_id: int = TABLE, status: str = "open") -> Statement:
    sql = """
        INSERT INTO tables (id, campaign_id, guild_id, channel_id, game, status, version, record)
        VALUES (?, 1, 1, ?, 'pilok', ?, 0, '{}')
        """
    return Statement(sql, (table_id, table_id, status))


def founding() -> tuple[Statement, ...]:
    """Everything but money."""
    return (
        *campaign(FIRST),
        *campaign(OTHER),
        *character(FIRST, HAN, "Han"),
        *character(FIRST, LANDO, "Lando"),
        *character(OTHER, ROARK, "Roark"),
        table(),
    )


def entry(key: str, *transfers: Transfer, campaign_id: int = FIRST, kind: str = "pay", reason: str = "") -> Entry:
    return Entry(key, campaign_id, kind, reason, actor=5, at=1_800_000_000.5, transfers=transfers)


def moved(source: str, target: str, amount: int, key: str = "moved") -> tuple[Statement, ...]:
    """Build the statements of an entry with a single transfer."""
    return post(entry(key, Transfer(source, target, amount)))


@pytest.fixture
async def book(path: Path) -> AsyncIterator[OpenedDatabase]:
    """Han and Lando have 1,000 each."""
    async with await open_database(await lay_out(path)) as database:
        await database.apply(*founding())
        await database.apply(*post(entry("start", Transfer(MINT, HANS, 1000), Transfer(MINT, LANDOS, 1000))))
        yield database
