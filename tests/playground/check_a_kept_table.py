"""Yesterday's table of the real bot, at the message where it was."""

from pathlib import Path
from typing import Any

from bot.app import connected, opened_services
from bot.settings import Settings
from playground.database import PlaygroundDatabase
from playground.demo.world import DemoWorld
from playground.main import opened_playground
from playground.people import Player, Seen
from playground.persistence import stored_world
from tests.local_discord import discord_put_back, running
from tests.manual_clock import ManualClock


async def evening(folder: Path, clock: ManualClock, play: Any) -> None:
    """Run the playground with the real bot for as long as `play` takes."""
    book = PlaygroundDatabase.beside(f"sqlite:///{folder / 'shadowport.db'}")
    async with opened_playground(0, clock) as playground:
        demo = playground.demo
        settings = demo.settings(Settings(), book)
        async with (
            stored_world(demo.local.world, folder / "said.json"),
            opened_services(settings, clock) as services,
            connected(services, settings) as bot,
            running(bot),
        ):
            await play(demo)
        assert demo.local.problems == []


async def sit(clock: ManualClock, player: Player, table: Seen) -> None:
    form = (await player.click(table, "Sit")).modal
    await player.submit(form, {"name": player.user.display_name})
    await clock.advance(1)


async def test_a_hand_goes_on_where_it_was(tmp_path: Path, clock: ManualClock):
    tables: list[Seen] = []

    async def yesterday(demo: DemoWorld) -> None:
        lando, han = demo.players[1:3]
        opened = (await lando.slash(demo.channels[0], "pilok open")).shown
        for player in (lando, han):
            await sit(clock, player, opened)
        await (await han.click(opened, "Deal")).done()
        await clock.advance(1)
        tables.append(opened.frozen())

    async def today(demo: DemoWorld) -> None:
        lando, han = demo.players[1:3]
        (table,) = lando.sees(demo.channels[0])
        assert (table.id, table.text) == (tables[0].id, tables[0].text)
        shown = table.message.version
        for player in (lando, han):
            if f"▸ **{player.user.display_name}**" in table.text:
                await player.click(table, "Check")
                break
        await clock.advance(1)
        await demo.local.world.until(lambda: table.message.version > shown)
        assert "checks" in table.text

    with discord_put_back():
        await evening(tmp_path, clock, yesterday)
        await clock.advance(60)
        await evening(tmp_path, clock, today)
