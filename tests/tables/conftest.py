"""Saloons for every test: an empty one, one with three players, one in mid-hand, one with sealed chance; and others."""

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.model import Seeds
from tests.tables.arena import Arena, games_with_bidding
from tests.tables.backroom import Backroom, games_with_shells
from tests.tables.money.casino import Casino, games_with_toss
from tests.tables.money.wager_fixtures import Evening, WagerHarness, games_with_blind_draw
from tests.tables.moody import Moody
from tests.tables.table_fixtures import ANN, BEN, CID, LEADER_STAYS_AHEAD, TableHarness, loaded, over_and_over


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[TableHarness]:
    """Nobody is there yet. The dice let whoever leads the first street lead on."""
    place = TableHarness(tmp_path / "harness.db", chances=loaded(over_and_over(LEADER_STAYS_AHEAD)))
    async with place:
        yield place


@pytest.fixture
async def seated(harness: TableHarness) -> TableHarness:
    """Ann's Han, Ben's Lando and Cid's Roark sit with 500 each and as much in their purses."""
    await harness.opened()
    for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
        await harness.sits(person, name)
    return harness


@pytest.fixture
async def playing(seated: TableHarness) -> TableHarness:
    """Han has dealt, the pot is 30, and Lando leads with a 6; then come Roark with 3 and Han with 1."""
    await seated.deals()
    return seated


@pytest.fixture
async def honest(tmp_path: Path) -> AsyncIterator[TableHarness]:
    """Han, Lando and Roark at a table whose dice come from sealed seeds."""
    place, number = TableHarness(tmp_path / "harness.db"), itertools.count()
    place.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
    async with place:
        await place.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
            await place.sits(person, name)
        yield place


@pytest.fixture
async def wager_harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[WagerHarness]:
    games = games_with_blind_draw()
    monkeypatch.setattr("bot.games.games", lambda: games)
    place = WagerHarness(tmp_path / "wager_harness.db", chances=loaded(over_and_over(LEADER_STAYS_AHEAD)), around=Moody)
    async with place:
        yield place


@pytest.fixture
async def evening(wager_harness: WagerHarness) -> Evening:
    await wager_harness.opened()
    han, lando = await wager_harness.sits(ANN, "Han"), await wager_harness.sits(BEN, "Lando")
    await wager_harness.gives(han, "ring", "ring", "ring", "idol")
    await wager_harness.gives(lando, "idol", "tooth")
    return Evening(wager_harness, han, lando)


@pytest.fixture
async def casino(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Casino]:
    """Nobody has sat down yet, and nobody says who backs the banks."""
    games = games_with_toss()
    monkeypatch.setattr("bot.games.games", lambda: games)
    place = Casino(tmp_path / "casino.db", around=Moody)
    async with place:
        yield place


@pytest.fixture
async def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Arena]:
    """Nobody has come yet."""
    games = games_with_bidding()
    monkeypatch.setattr("bot.games.games", lambda: games)
    async with Arena(tmp_path / "arena.db") as place:
        yield place


@pytest.fixture
async def backroom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Backroom]:
    """Nobody has come yet. Its rolls come from sealed seeds."""
    games = games_with_shells()
    monkeypatch.setattr("bot.games.games", lambda: games)
    place, number = Backroom(tmp_path / "backroom.db"), itertools.count()
    place.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
    async with place:
        yield place
