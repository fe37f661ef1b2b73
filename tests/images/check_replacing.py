"""A picture that has changed replaces what Discord has of it, and until it can, texts go on showing the old one."""

import pytest

from bot.images import upload
from bot.images.symbols import Images
from bot.images.upload import ShippedImage, keep_current
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from tests.images.hasty import Hasty
from tests.images.uploads import CHIP, COIN, NEW_CHIP, NEW_COIN, failing, fill, kept, put, there, written
from tests.local_discord import Tolerated


async def test_old_emoji_is_deleted_only_once_the_new_one_is_there(client: Shadowport, local: LocalDiscord):
    await kept(client, COIN, CHIP)
    chip = there(local)[CHIP.emoji]
    pictures = await kept(client, NEW_COIN, CHIP)
    assert set(there(local)) == {NEW_COIN.emoji, CHIP.emoji}
    assert there(local)[CHIP.emoji] is chip
    assert pictures.symbols == written(local, NEW_COIN, CHIP)
    await kept(client, COIN)
    local.requests.clear()
    await kept(client, NEW_COIN)
    methods = [request.method for request in local.requests if "emojis" in request.route]
    assert methods == ["GET", "POST", "DELETE"]
    await kept(client, COIN, CHIP)
    before = written(local, COIN, CHIP)
    with failing(local, "POST"):
        pictures = await kept(client, NEW_COIN, NEW_CHIP)
    assert set(there(local)) == {COIN.emoji, CHIP.emoji}
    assert pictures.symbols == before


async def test_images_uploaded_before_a_failure_are_used_and_the_rest_follows(client: Shadowport, local: LocalDiscord):
    await kept(client, COIN, CHIP)
    with failing(local, "POST", after=1):
        pictures = await kept(client, NEW_COIN, NEW_CHIP)
    assert set(there(local)) == {NEW_COIN.emoji, CHIP.emoji}
    assert pictures.symbols == written(local, NEW_COIN, CHIP)
    assert (await kept(client, NEW_COIN, NEW_CHIP)).symbols == written(local, NEW_COIN, NEW_CHIP)
    assert set(there(local)) == {NEW_COIN.emoji, NEW_CHIP.emoji}


@pytest.mark.parametrize("content", [COIN.content + bytes(300_000), b"a drawing in words"], ids=["too big", "no PNG"])
async def test_a_refused_image_keeps_its_old_emoji_and_does_not_stop_others(
    client: Shadowport, local: LocalDiscord, content: bytes
):
    await kept(client, COIN, CHIP)
    local.problems = Tolerated()
    pictures = await kept(client, ShippedImage("coin", content), NEW_CHIP)
    assert pictures.symbols == written(local, COIN, NEW_CHIP)
    assert set(there(local)) == {COIN.emoji, NEW_CHIP.emoji}


async def test_texts_never_have_an_emoji_that_is_gone(client: Shadowport, local: LocalDiscord):
    await kept(client, COIN, CHIP)
    fill(local, 0, upload.MOST_EMOJIS)
    pictures, unknown = Images(), list[str]()

    def looked_at(_: object) -> None:
        ids = {str(emoji.id) for emoji in local.world.emojis.values()}
        unknown.extend(symbol for symbol in pictures.symbols.values() if symbol.rpartition(":")[2][:-1] not in ids)

    local.on_request.append(looked_at)
    await keep_current(client, pictures, Hasty(), lambda: [NEW_COIN, NEW_CHIP])
    assert unknown == []
    assert pictures.symbols == written(local, NEW_COIN, NEW_CHIP)


async def test_full_discord_swaps_changed_images_one_by_one(client: Shadowport, local: LocalDiscord):
    await kept(client, COIN, CHIP)
    fill(local, 0, upload.MOST_EMOJIS)
    local.requests.clear()
    pictures = await kept(client, NEW_COIN, NEW_CHIP)
    assert pictures.symbols == written(local, NEW_COIN, NEW_CHIP)
    assert not {COIN.emoji, CHIP.emoji} & set(there(local))
    methods = [request.method for request in local.requests if "emojis" in request.route]
    assert methods == ["GET", "DELETE", "POST", "DELETE", "POST"]
    await kept(client, COIN, CHIP)
    fill(local, 0, upload.MOST_EMOJIS)
    with failing(local, "POST"):
        pictures = await kept(client, NEW_COIN, NEW_CHIP)
    assert pictures.symbols == written(local, CHIP)
    assert (await kept(client, NEW_COIN, NEW_CHIP)).symbols == written(local, NEW_COIN, NEW_CHIP)


async def test_an_undeleted_emoji_stays_in_use_when_there_is_no_room(client: Shadowport, local: LocalDiscord):
    await kept(client, COIN)
    fill(local, 0, upload.MOST_EMOJIS)
    with failing(local, "DELETE"):
        assert (await kept(client, NEW_COIN)).symbols == written(local, COIN)


async def test_changed_images_are_swapped_before_new_ones_take_the_room(client: Shadowport, local: LocalDiscord):
    await kept(client, COIN)
    fill(local, 1, upload.MOST_EMOJIS)
    pictures = await kept(client, CHIP, NEW_COIN)
    assert pictures.symbols == written(local, CHIP, NEW_COIN)


async def test_undeleted_outdated_emojis_are_deleted_at_the_next_start(client: Shadowport, local: LocalDiscord):
    await kept(client, COIN)
    with failing(local, "DELETE"):
        assert (await kept(client, NEW_COIN)).symbols == written(local, NEW_COIN)
    assert set(there(local)) == {COIN.emoji, NEW_COIN.emoji}
    put(local, "coins_3fa1")
    await kept(client, NEW_COIN)
    assert set(there(local)) == {NEW_COIN.emoji, "coins_3fa1"}
