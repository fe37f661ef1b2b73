"""A harness in mid-hand whose campaign has a bit of everything."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.portability.campaign_file_fixtures import furnish
from tests.tables.conftest import arena, honest
from tests.tables.table_fixtures import ANN, BEN, CID, LEADER_STAYS_AHEAD, TableHarness, loaded, over_and_over

__all__ = ["arena", "honest"]


@pytest.fixture
async def lively(tmp_path: Path) -> AsyncIterator[TableHarness]:
    """Han, Lando and Roark are in their second hand; their campaign is furnished."""
    async with TableHarness(tmp_path / "harness.db", chances=loaded(over_and_over(LEADER_STAYS_AHEAD))) as place:
        await place.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
            await place.sits(person, name)
        await place.lively_hand()
        await place.deals()
        await furnish(place)
        yield place
