"""At the start Discord gets the pictures that it lacks, and texts have them from then on."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.app import serve
from bot.clock import Clock, SystemClock
from bot.images import upload
from bot.images.symbols import Images
from bot.images.upload import ShippedImage, keep_current, shipped
from bot.services import Services
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Player
from tests.images.hasty import Hasty
from tests.images.uploads import CHIP, COIN, NEW_COIN, fill, kept, put, there, written
from tests.local_discord import Tolerated
from tests.manual_clock import ManualClock
from tests.ui.conftest import bot, channel, clock, gm, guild, han, lando, local, services, settings_of

__all__ = ["bot", "channel", "clock", "gm", "guild", "han", "lando", "local", "services"]


async def test_images_are_uploaded_once(client: Shadowport, local: LocalDiscord):
    pictures = Images()
    await keep_current(client, pictures, Hasty())
    assert {emoji.name: emoji.content for emoji in local.world.emojis.values()} == {
        picture.emoji: picture.content for picture in shipped()
    }
    assert pictures.symbols == written(local, *shipped())
    await kept(client, COIN, CHIP)
    before = dict(local.world.emojis)
    pictures = await kept(client, CHIP, COIN)
    assert local.world.emojis == before
    assert pictures.symbols == written(local, COIN, CHIP)


@pytest.mark.parametrize("name", ["coin", "coins_3fa1", "coin_3FA1", "party_parrot", "coin_3fa12", "chip_3fa1"])
async def test_emojis_of_others_are_left_alone(client: Shadowport, local: LocalDiscord, name: str):
    emoji = put(local, name)
    await kept(client, COIN)
    assert there(local) == {name: emoji, COIN.emoji: there(local)[COIN.emoji]}


async def test_images_without_room_on_discord_are_letters(
    client: Shadowport, local: LocalDiscord, caplog: pytest.LogCaptureFixture
):
    fill(local, 1, upload.MOST_EMOJIS)
    pictures = await kept(client, CHIP, COIN)
    assert pictures.symbols == written(local, CHIP)
    assert "Discord has room for 1 more images, not for 2." in caplog.text


async def test_a_refused_image_does_not_stop_the_others(
    client: Shadowport, local: LocalDiscord, caplog: pytest.LogCaptureFixture
):
    local.problems = Tolerated()
    too_long = ShippedImage("a_name_of_more_than_thirty_two_letters", COIN.content)
    pictures = await kept(client, too_long, COIN)
    assert pictures.symbols == written(local, COIN)
    assert "the image a_name_of_more_than_thirty_two_letters isn't uploaded" in caplog.text


async def test_a_discord_that_is_away_leaves_letters_and_a_line_in_the_log(
    client: Shadowport, local: LocalDiscord, caplog: pytest.LogCaptureFixture
):
    await local.stop()
    pictures = await kept(client, COIN)
    assert pictures.symbols == {}
    assert [record.levelno for record in caplog.records if record.name == upload.__name__] == [logging.WARNING]
    assert "texts have letters instead" in caplog.text


async def test_unreadable_image_files_leave_letters(client: Shadowport, caplog: pytest.LogCaptureFixture):
    def unreadable() -> Sequence[ShippedImage]:
        raise ValueError("there is an image called coin already")

    pictures = Images()
    await keep_current(client, pictures, Hasty(), unreadable)
    assert pictures.symbols == {}
    assert "the images could not be checked" in caplog.text


async def test_uploads_leave_room_for_other_requests(client: Shadowport):
    await kept(client, COIN)
    clock = Hasty()
    await keep_current(client, Images(), clock, lambda: [NEW_COIN, CHIP])
    assert clock.waited == [upload.APART] * 3


async def test_buttons_work_during_an_upload(
    bot: Shadowport, services: Services, clock: ManualClock, channel: Channel, gm: Player, han: Player
):
    uploading = asyncio.create_task(keep_current(bot, services.images, clock, lambda: [CHIP, COIN]))
    table = (await gm.slash(channel, "pilok open")).shown
    assert (await han.click(table, "Sit")).modal is not None
    assert not uploading.done()
    assert services.images.symbols == {}
    uploading.cancel()


async def test_an_open_table_shows_images_as_soon_as_they_are_uploaded(
    bot: Shadowport, services: Services, channel: Channel, gm: Player
):
    await gm.slash(channel, "pilok open")
    table = await services.tables.in_channel(channel.id)
    assert table is not None
    assert table.voice.die(4) == "⚃"
    await keep_current(bot, services.images, Hasty())
    assert table.voice.die(4) == services.images.symbols["die_4"]
    assert table.voice.in_letters().die(4) == "⚃"


class Brisk(SystemClock):
    """The machine's clock, but nobody waits for what takes less than a second."""

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds if seconds >= 1 else 0)


async def run_until(local: LocalDiscord, folder: Path, clock: Clock, emojis: int) -> None:
    """Run the whole bot until Discord has so many emojis."""
    stop = asyncio.Event()
    run = asyncio.create_task(serve(settings_of(local, folder), clock, stop))
    await local.world.until(lambda: len(local.world.emojis) >= emojis)
    stop.set()
    await run


async def test_a_bot_that_stops_while_it_uploads_goes_on_at_the_next_start(local: LocalDiscord, tmp_path: Path):
    await run_until(local, tmp_path, SystemClock(), 2)
    assert len(local.world.emojis) < len(shipped())
    local.rates.enabled = False
    await run_until(local, tmp_path, Brisk(), len(shipped()))
    assert sorted(there(local)) == sorted(picture.emoji for picture in shipped())
