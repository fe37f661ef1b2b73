"""What the bot holds open is closed when it goes, whatever happens meanwhile."""

import asyncio
from pathlib import Path

import pytest

from bot.app import opened_house
from bot.db import Closed
from bot.evening.plotter import Plotter
from bot.settings import Settings
from bot.ui.client import Shadowport
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out


class Jammed(Plotter):
    """Can't put its pens away."""

    async def close(self) -> None:
        raise OSError("the drawer is jammed")


def at_work() -> set[str]:
    return {task.get_name() for task in asyncio.all_tasks()} & {"clockwork", "caretaker"}


async def test_what_cannot_be_closed_keeps_nothing_else_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.ui.house.Plotter", Jammed)
    url = await lay_out(tmp_path / "shadowport.db")
    house = None
    with pytest.raises(OSError, match="jammed"):
        async with opened_house(Settings(database_url=url), ManualClock()) as house:
            assert at_work() == {"clockwork", "caretaker"}
    assert house is not None
    assert not at_work()
    with pytest.raises(Closed):
        await house.db.fetch("SELECT 1")


async def test_what_discord_tells_a_bot_that_is_closed_reaches_nobody(tmp_path: Path):
    url = await lay_out(tmp_path / "shadowport.db")
    async with opened_house(Settings(database_url=url), ManualClock()) as house:
        bot = Shadowport(house)
        async with bot:
            pass
        bot.dispatch("ready")
        assert bot.is_closed()
