"""A harness whose dice come from sealed seeds, with three gamblers, and the evenings that are told of it."""

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.reports.recap import Recap
from bot.reports.service import ALWAYS, SessionReports, Span
from bot.tables.model import Seeds
from tests.tables.table_fixtures import ANN, BEN, CID, TableHarness


class Chronicle(TableHarness):
    """A harness, and what is told of its evenings."""

    @property
    def evenings(self) -> SessionReports:
        return SessionReports(self.database)

    async def recap(self, span: Span = ALWAYS) -> Recap:
        return await self.evenings.recap(await self.evenings.rooms(self.campaign.id), span)

    async def nets(self, span: Span = ALWAYS) -> dict[str, int]:
        return {share.name: share.net for share in (await self.recap(span)).shares}


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Chronicle]:
    """Han, Lando and Roark sit with 500 each, and as much in their purses."""
    place, number = Chronicle(tmp_path / "harness.db"), itertools.count()
    place.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
    async with place:
        await place.opened()
        for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark")):
            await place.sits(person, name)
        yield place
