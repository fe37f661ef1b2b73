"""Two evenings that differ in nothing but what is hidden look the same to everybody, until something is shown."""

import random
import re
from pathlib import Path

import pytest

from bot import catalog
from bot.clock import ManualClock
from bot.playground.player import Player
from tests.leaks.gamblers import Gamblers
from tests.leaks.seats import draws_from, seated
from tests.leaks.wiretap import Sent, Wiretap
from tests.local_discord import local_discord
from tests.ui.tables.evening import bot_up

HIDING = [key for key, entry in catalog.games().items() if entry.has_hands]
SHOWS = {"pazaak": ("play",)}
"""Moves that show a card: nobody makes them, so that there is much to compare."""
_SEAL = re.compile(r"cards sealed [0-9a-f]+…")


async def evening_with(closed: bytes, game: str, folder: Path) -> list[Sent]:
    """All that was sent in a hand whose secret draws come from `closed`."""
    clock = ManualClock()
    async with local_discord(clock) as local:
        world = local.world
        guild = world.add_guild("Cantina", owner=world.add_user("Lady Proxima"))
        channel = world.add_channel(guild, "tables")
        gm, *people = (
            Player(local, who)
            for who in (world.users[guild.owner_id], *(world.add_member(guild, name) for name in ("Han", "Lando")))
        )
        async with bot_up(local, clock, channel, guild, gm, folder) as evening:
            wiretap = Wiretap(evening)
            draws_from(evening, closed)
            await seated(evening, game, *people)
            await Gamblers(evening, people, random.Random(5), SHOWS.get(game, ())).play_a_hand()
            return [sent for sent in wiretap.sent if sent.to in (None, gm.id)]


@pytest.mark.parametrize("game", HIDING)
async def test_what_is_hidden_changes_nothing_that_others_are_sent(game: str, tmp_path: Path):
    one, other = [
        await evening_with(bytes([secret] * 32), game, folder)
        for secret in (1, 2)
        if not (folder := tmp_path / str(secret)).mkdir()
    ]
    assert any(here.hidden.cards != there.hidden.cards for here, there in zip(one, other, strict=False))
    assert told(one) == told(other)
    assert len(told(one)) > 5


def told(everything: list[Sent]) -> list[tuple[int | None, str]]:
    """What was sent before anything was shown. The seal of all cards differs as they do: without it."""
    return [(sent.to, _SEAL.sub("", sent.text)) for sent in everything if not sent.is_shown]
