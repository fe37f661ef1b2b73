"""Evenings at which Coin Toss can be played: its commands are there."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from bot import games as catalog
from bot.ui.commands.game_commands import game_commands
from examples.coin_toss.spec import GAME
from playground.people import Answer, Player, Seen
from tests.ui.tables.evening import Evening


def known(patch: pytest.MonkeyPatch, **odds: Any) -> None:
    """Make Coin Toss one of the games, with some functions of its odds changed."""
    assert GAME.odds is not None
    games = MappingProxyType({**catalog.games(), GAME.game.key: replace(GAME, odds=replace(GAME.odds, **odds))})
    patch.setattr(catalog, "games", lambda: games)


async def with_commands(evening: Evening) -> Evening:
    """Register its commands."""
    evening.client.tree.add_command(game_commands(GAME))
    await evening.client.tree.sync()
    return evening


async def asks(evening: Evening, who: Player | None = None, **options: Any) -> Answer:
    """Ask for a table, and return the finished answer."""
    return await (await (who or evening.gm).slash(evening.channel, "coin_toss open", **options)).done()


async def offered(evening: Evening, who: Player | None = None, **options: Any) -> Seen:
    """Ask for a table, and return the offer."""
    answer = await asks(evening, who, **options)
    assert answer.shown.ephemeral
    return answer.shown
