"""A server with its own campaign, a GM and two players."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.campaigns import Campaign, Campaigns, Character, Characters, Person, Wallet
from bot.db import Ids, OpenedDatabase, Statement, open_database
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out

GUILD = 500
GM_ROLE = 900
GM = Person(1, is_owner=True)
ANN, BEN = Person(2), Person(3)


@dataclass
class World:
    """Everything that a server needs, on one file."""

    database: OpenedDatabase
    campaigns: Campaigns
    characters: Characters
    wallet: Wallet
    clock: ManualClock
    campaign: Campaign

    async def character(self, by: Person, name: str) -> Character:
        return await self.characters.create(self.campaign, by, name)

    async def npc(self, name: str, template: str = "regular") -> Character:
        return await self.characters.create_npc(self.campaign, GM, template, name)


def open_table(campaign: Campaign, table_id: int = 77) -> Statement:
    sql = """
        INSERT INTO tables (id, campaign_id, guild_id, channel_id, game, status, version, record)
        VALUES (?, ?, ?, ?, 'pilok', 'open', 0, '{}')
        """
    return Statement(sql, (table_id, campaign.id, campaign.guild_id, table_id))


async def world_on(database: OpenedDatabase) -> World:
    clock = ManualClock()
    ids = Ids(clock)
    campaigns = Campaigns(database, ids, clock)
    characters = Characters(database, campaigns, ids, clock)
    wallet = Wallet(database, characters, clock)
    return World(database, campaigns, characters, wallet, clock, await campaigns.at(GUILD))


@pytest.fixture
async def world(path: Path) -> AsyncIterator[World]:
    async with await open_database(await lay_out(path)) as database:
        yield await world_on(database)
