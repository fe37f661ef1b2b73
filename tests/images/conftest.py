"""The bot, logged in at a local Discord."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import connected
from bot.services import Services
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from tests.ui.conftest import cast, clock, local, services, settings_of

__all__ = ["cast", "clock", "local", "services"]


@pytest.fixture
async def client(services: Services, local: LocalDiscord, tmp_path: Path) -> AsyncIterator[Shadowport]:
    """All that an upload needs."""
    async with connected(services, settings_of(local, tmp_path)) as logged_in:
        yield logged_in
