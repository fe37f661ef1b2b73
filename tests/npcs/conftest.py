"""A parlour, and one in which two NPCs sit with Ann's Han."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.npcs.parlour import Parlour
from tests.tables.table_fixtures import ANN, GM


@pytest.fixture
async def parlour(tmp_path: Path) -> AsyncIterator[Parlour]:
    """Nobody is there yet."""
    async with Parlour(tmp_path / "parlour.db") as place:
        yield place


@pytest.fixture
async def seated(parlour: Parlour) -> Parlour:
    """Ann's Han, Kett, who is steady, and Mirra, who is reckless."""
    await parlour.opened()
    await parlour.sits(ANN, "Han")
    await parlour.seats("Kett")
    await parlour.seats("Mirra", "reckless")
    return parlour


@pytest.fixture
async def playing(seated: Parlour) -> Parlour:
    """Han has dealt; Kett leads with a 6; then come Mirra and Han."""
    await seated.deals(GM)
    return seated
