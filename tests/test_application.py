"""The application that a database belongs to: noted at the first start, held at every other, moved only on purpose."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.app import opened_services, serve
from bot.db import CannotOpen, open_database
from bot.db.application import application_of
from bot.operating.backups import back_up_to, restore_from
from bot.settings import Settings
from bot.tables.gm_log import GmScreens, ScreenMessage
from playground.discord.server import LocalDiscord
from tests.local_discord import local_discord
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out, url_of
from tests.ui.conftest import BOOK, settings_of

pytestmark = pytest.mark.usefixtures("logging_put_back")

FIRST, OTHER = 1_800_000_000.0, 1_800_086_400.0
"""The local Discords' times, from which the ids of their applications follow."""


@pytest.fixture
async def first() -> AsyncIterator[LocalDiscord]:
    async with local_discord(ManualClock(FIRST)) as server:
        yield server


@pytest.fixture
async def other() -> AsyncIterator[LocalDiscord]:
    async with local_discord(ManualClock(OTHER)) as server:
        yield server


async def run_once(local: LocalDiscord, folder: Path) -> None:
    """Run the bot as `run` does, until it has connected."""
    stop = asyncio.Event()
    serving = asyncio.create_task(serve(settings_of(local, folder), ManualClock(), stop))
    connecting = asyncio.create_task(local.gateway.until_connected())
    await asyncio.wait({serving, connecting}, return_when=asyncio.FIRST_COMPLETED)
    stop.set()
    connecting.cancel()
    await serving


async def owner_of(file: Path) -> int | None:
    async with await open_database(url_of(file), read_only=True) as database:
        return await application_of(database)


def content(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


async def with_a_campaign(file: Path) -> None:
    await lay_out(file)
    async with opened_services(Settings(database_url=url_of(file)), ManualClock()) as services:
        campaign = await services.campaigns.at(501)
        await GmScreens(services.db).put(campaign.id, ScreenMessage(channel_id=601, message_id=602))


async def test_a_database_without_an_application_is_given_the_one_of_the_first_start(
    first: LocalDiscord, tmp_path: Path
):
    await with_a_campaign(tmp_path / BOOK)
    await run_once(first, tmp_path)
    assert await owner_of(tmp_path / BOOK) == first.world.application_id
    await run_once(first, tmp_path)
    assert await owner_of(tmp_path / BOOK) == first.world.application_id


async def test_another_bot_is_refused_before_anything_changes(first: LocalDiscord, other: LocalDiscord, tmp_path: Path):
    await with_a_campaign(tmp_path / BOOK)
    await run_once(first, tmp_path)
    before = content(tmp_path / BOOK)
    with pytest.raises(CannotOpen, match=str(other.world.application_id)):
        await run_once(other, tmp_path)
    assert content(tmp_path / BOOK) == before
    assert other.gateway_log == []
    assert [request.method for request in other.requests if request.method != "GET"] == []


async def test_a_backup_belongs_to_the_same_application(first: LocalDiscord, tmp_path: Path):
    await with_a_campaign(tmp_path / BOOK)
    await run_once(first, tmp_path)
    copy = tmp_path / "copy.db"
    await asyncio.to_thread(back_up_to, tmp_path / BOOK, str(copy), FIRST)
    assert await owner_of(copy) == first.world.application_id
    await asyncio.to_thread(restore_from, copy, tmp_path / "restored.db", FIRST)
    assert await owner_of(tmp_path / "restored.db") == first.world.application_id


async def moved(local: LocalDiscord, folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    settings = settings_of(local, folder)
    assert settings.discord_token is not None
    monkeypatch.setenv("DISCORD_TOKEN", settings.discord_token.get_secret_value())
    monkeypatch.setenv("DISCORD_API_URL", local.api_url)
    monkeypatch.setenv("DISCORD_GATEWAY_URL", local.gateway_url)
    monkeypatch.setenv("DATABASE_URL", settings.database_url)
    return await asyncio.to_thread(main, ["move-application", *words])


@pytest.fixture
async def of_first(first: LocalDiscord, tmp_path: Path) -> Path:
    """Return the path of a database with a campaign and a GM screen, on which the first bot has run."""
    await with_a_campaign(tmp_path / BOOK)
    await run_once(first, tmp_path)
    return tmp_path / BOOK


async def test_moving_without_to_shows_both_applications_and_changes_nothing(
    of_first: Path, first: LocalDiscord, other: LocalDiscord, monkeypatch: Any, capsys: Any
):
    assert await moved(other, of_first.parent, monkeypatch) == 1
    said = capsys.readouterr().out
    assert str(first.world.application_id) in said
    assert f"--to {other.world.application_id}" in said
    assert await owner_of(of_first) == first.world.application_id
    assert await moved(first, of_first.parent, monkeypatch) == 0


async def test_moving_to_another_id_than_the_tokens_is_refused(
    of_first: Path, first: LocalDiscord, other: LocalDiscord, monkeypatch: Any, capsys: Any
):
    for words in (["--to", "5"], ["--to", "five"], ["--to", str(first.world.application_id)]):
        assert await moved(other, of_first.parent, monkeypatch, *words) == 2
        assert (
            capsys.readouterr()
            .err.splitlines()[-1]
            .startswith(f"shadowport: --to: must be {other.world.application_id}")
        )
    assert await owner_of(of_first) == first.world.application_id


async def test_moving_while_a_bot_runs_is_refused(
    of_first: Path, first: LocalDiscord, other: LocalDiscord, monkeypatch: Any
):
    async with opened_services(Settings(database_url=url_of(of_first)), ManualClock()):
        to = str(other.world.application_id)
        assert await moved(other, of_first.parent, monkeypatch, "--to", to) == 1
    assert await owner_of(of_first) == first.world.application_id


async def test_the_bot_that_a_database_was_moved_to_starts_and_the_old_one_does_not(
    of_first: Path, first: LocalDiscord, other: LocalDiscord, monkeypatch: Any
):
    to = str(other.world.application_id)
    assert await moved(other, of_first.parent, monkeypatch, "--to", to) == 0
    await run_once(other, of_first.parent)
    with pytest.raises(CannotOpen):
        await run_once(first, of_first.parent)


async def test_moving_a_database_that_is_not_there_makes_none(other: LocalDiscord, tmp_path: Path, monkeypatch: Any):
    assert await moved(other, tmp_path, monkeypatch, "--to", str(other.world.application_id)) == 1
    assert not (tmp_path / BOOK).exists()
