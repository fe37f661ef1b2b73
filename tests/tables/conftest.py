"""Saloons for every test: an empty one, one with three players, one in mid-hand, one with sealed chance; and others."""

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.model import Seeds
from tests.tables.arena import Arena, games_with_bidding
from tests.tables.backroom import Backroom, games_with_shells
from tests.tables.money.casino import Casino, games_with_toss
from tests.tables.money.wager_fixtures import Bazaar, Evening, games_with_trinkets
from tests.tables.moody import Moody
from tests.tables.table_fixtures import ANN, BEN, CID, LEADER_STAYS_AHEAD, Saloon, loaded, over_and_over


@pytest.fixture
async def saloon(tmp_path: Path) -> AsyncIterator[Saloon]:
    """Nobody is there yet. The dice let whoever leads the first street lead on."""
    place = Saloon(tmp_path / "saloon.db", chances=loaded(over_and_over(LEADER_STAYS_AHEAD)))
    async with place:
        yield place


@pytest.fixture
async def seated(saloon: Saloon) -> Saloon:
    """Ann's Han, Ben's Lando and Cid's Roark sit with 500 each and as much in their purses."""
    await saloon.opened()
    for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
        await saloon.sits(person, name)
    return saloon


@pytest.fixture
async def playing(seated: Saloon) -> Saloon:
    """Han has dealt, the pot is 30, and Lando leads with a 6; then come Roark with 3 and Han with 1."""
    await seated.deals()
    return seated


@pytest.fixture
async def honest(tmp_path: Path) -> AsyncIterator[Saloon]:
    """Han, Lando and Roark at a table whose dice come from sealed seeds."""
    place, number = Saloon(tmp_path / "saloon.db"), itertools.count()
    place.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
    async with place:
        await place.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
            await place.sits(person, name)
        yield place


@pytest.fixture
async def bazaar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bazaar]:
    games = games_with_trinkets()
    monkeypatch.setattr("bot.games.games", lambda: games)
    place = Bazaar(tmp_path / "bazaar.db", chances=loaded(over_and_over(LEADER_STAYS_AHEAD)), around=Moody)
    async with place:
        yield place


@pytest.fixture
async def evening(bazaar: Bazaar) -> Evening:
    await bazaar.opened()
    han, lando = await bazaar.sits(ANN, "Han"), await bazaar.sits(BEN, "Lando")
    await bazaar.gives(han, "ring", "ring", "ring", "idol")
    await bazaar.gives(lando, "idol", "tooth")
    return Evening(bazaar, han, lando)


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
