"""Reports and files read for long, and nobody who clicks meanwhile waits for them."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.db import SqliteDatabase, WatchedDatabase
from bot.services import Services
from playground.people import Answer, Player
from tests.db.held import Held
from tests.manual_clock import ManualClock
from tests.ui.conftest import Settle
from tests.ui.reports.conftest import Played


@pytest.fixture
async def held(services: Services, clock: ManualClock) -> AsyncIterator[Held]:
    assert isinstance(services.db, WatchedDatabase)
    assert isinstance(services.db.within, SqliteDatabase)
    made, clock.held_up = Held(services.db.within), {"read"}
    await made.reach()
    yield made
    await made.let_go()


REPORTS: list[tuple[str, dict[str, Any]]] = [
    ("recap", {}),
    ("recap", {"gm": True}),
    ("stats show", {"character": "Han"}),
    ("stats show", {"game": "pilok"}),
    ("wallet chart", {"characters": "Han"}),
    ("ledger chart", {}),
    ("bank audit", {}),
    ("campaigns export", {"history": True}),
    ("table export", {}),
    ("privacy export", {}),
    ("privacy delete", {"everywhere": True}),
]


async def test_a_click_is_answered_while_reports_are_read(
    evening: Played, services: Services, gm: Player, lando: Player, held: Held, settle: Settle
):
    await held.begin(services.db.background, held.places)
    asked: list[Answer] = []
    for command, options in REPORTS:
        asked.append(await gm.slash(evening.channel, command, options=options))
        await settle()

    assert "Lando" in (await lando.slash(evening.channel, "wallet show")).text
    assert (await evening.privately(lando, "My seat")).acknowledged

    assert [report for report in asked if report.interaction.concluded.done()] == []
    await held.let_go()
    for report in asked:
        answer = await report.done()
        assert answer.message is not None
        assert not answer.failed


async def test_tables_are_offered_by_name_while_reports_are_read(
    evening: Played, services: Services, han: Player, held: Held
):
    await held.begin(services.db.background, held.places)
    assert len(await han.autocomplete(evening.channel, "recap", "table", "")) == 1
