"""The GM's screen keeps within Discord's limits, whatever tables, seats and names there are."""

from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.campaigns import AutopilotSettings
from bot.tables.model import Chair, Table
from bot.ui.gm.screen_pages import Doings, describe_table, private_screen, public_screen, screen_pages, table_page
from bot.ui.panels import button, control_id
from cogs.campaign.settings_text import parse_currency
from playground.discord.limits.messages import check_message
from tests.tables.table_fixtures import ANN, GM, MINUTE, TableHarness
from tests.ui.parts import parts

NAMES = ("W" * 32, "*" * 31 + "a", "\N{CJK UNIFIED IDEOGRAPH-9F98}" * 32, "`_|~" * 7 + "abcd")
PLACE = "#" + "w" * 99


def require_within_limits(view: discord.ui.LayoutView) -> None:
    """Check that Discord would take it as a message."""
    check_message({"components": view.to_components()}, v2=True)


@pytest.fixture
async def crowded(tmp_path: Path) -> Table:
    """Build a table with a clock in mid-hand, and twenty more seats with names as wide as they come."""
    async with TableHarness(tmp_path / "harness.db") as place:
        await place.settle_for(currency=parse_currency("gold = 1000, silver = 100, copper = 1"))
        await place.opened(pace=MINUTE)
        await place.sits(ANN, NAMES[0])
        await place.npc_sits(NAMES[1])
        table = await place.deals()
        more = tuple(
            Chair(
                seat=10 + at,
                character_id=at,
                user_id=None if at % 2 else 1000 + at,
                stack=123_456_789,
                is_out=True,
                pilot=AutopilotSettings() if at % 2 else None,
            )
            for at in range(18)
        )
        names = {10 + at: f"{NAMES[at % 4][:30]}{at:02}" for at in range(18)}
        return replace(table.evolve(chairs=(*table.record.chairs, *more)), names={**table.names, **names})


@pytest.mark.parametrize("number", [0, 1, 9, 20, 25, 60])
async def test_any_number_of_tables_is_paged(crowded: Table, number: int):
    tables, campaign = [crowded.evolve(id=crowded.id + at) for at in range(number)], crowded.campaign
    require_within_limits(public_screen(campaign, tables, 0, lambda _: PLACE))
    pages = screen_pages(tables, 0)
    assert [table.id for page in pages for table, _ in page] == [table.id for table in tables]
    for at in range(len(pages) + 1):
        require_within_limits(private_screen(campaign, tables, 0, lambda _: PLACE, at, why="x" * 200))


async def test_a_crowd_of_seats_is_cut_to_the_first_and_how_many_more(crowded: Table):
    text = describe_table(crowded, 0)
    assert text.endswith("12 more")
    assert len(text) <= 700


async def test_the_page_of_a_crowded_table_offers_as_much_as_there_is_room_for(crowded: Table, tmp_path: Path):
    async with TableHarness(tmp_path / "other.db") as place:
        running = [button(f"Do {at}", control_id("pause", at)) for at in range(12)]
        doings = Doings(running, running[:0], [button(f"Give {at} back", control_id("pilot", at)) for at in range(10)])
        view = table_page(crowded, place.click(GM), doings, note="x" * 500)
    require_within_limits(view)
    labels = [part["label"] for part in parts(view) if "label" in part]
    assert {"Refresh", "Screen", *(f"Do {at}" for at in range(12))} <= set(labels)
