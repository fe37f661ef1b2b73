"""What was said is still there after a restart: the same ids, working controls, and nothing of what was whispered."""

import dataclasses
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.app import point_discord_at
from playground import persistence
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Message, Upload
from playground.discord.world.application import Emoji
from playground.discord.world.conversation import EPHEMERAL, LOADING
from playground.people import Player
from playground.persistence import stored_world
from tests.local_discord import discord_put_back
from tests.manual_clock import ManualClock
from tests.playground.conftest import Cantina, running
from tests.playground.tiny_bot import TinyBot

METADATA = {"id": "7", "type": 2, "user": {"id": "8", "username": "han"}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "said.json"


@asynccontextmanager
async def evening(file: Path, clock: ManualClock) -> AsyncIterator[Cantina]:
    """One run of a playground that is founded in the same way each time."""
    local = LocalDiscord(ManualClock(1_700_000_000))
    world = local.world
    owner = world.add_user("Lady Proxima")
    guild = world.add_guild("Cantina", owner=owner)
    channel = world.add_channel(guild, "tables")
    han, lando = (Player(local, world.add_member(guild, name)) for name in ("Han", "Lando"))
    world.clock = world.ids._clock = clock
    with discord_put_back():
        await local.start()
        point_discord_at(local.api_url, local.gateway_url)
        async with stored_world(world, file):
            yield Cantina(local, guild, channel, Player(local, owner), han, lando)
        await local.stop()
    assert local.problems == []


def texts(demo: Cantina, channel: Channel | None = None) -> list[str]:
    return [seen.text for seen in demo.owner.sees(channel or demo.channel)]


async def test_the_controls_of_an_old_table_go_on_working(file: Path, clock: ManualClock):
    async with evening(file, clock) as before, running(TinyBot(), before.local):
        opened = await before.opened()
        used = opened.message.used
    await clock.advance(60)
    async with evening(file, clock) as after, running(TinyBot(), after.local):
        (table,) = after.han.sees(after.channel)
        assert (table.id, table.message.used) == (opened.id, used)
        answer = await after.han.click(table, "Call")
        assert (answer.failed, table.text) == (False, "Pot 80")
        assert answer.interaction.id > opened.id


async def test_nothing_of_a_message_is_lost(file: Path, clock: ManualClock):
    async with evening(file, clock) as demo:
        world = demo.local.world
        message = Message(world.ids.next(), demo.channel.id, demo.guild.id, world.bot, clock.now(), "hello")
        message.attachments = [world.keep_file(demo.channel.id, Upload(0, "a b.png", b"\x89\xff", "x/y"), "a die")]
        media = {"url": message.attachments[0].url, "proxy_url": message.attachments[0].url, "id": "5"}
        message.components = [{"type": 12, "id": 1, "items": [{"media": media}]}]
        message.embeds, message.pings, message.pings_roles = [{"type": "rich"}], [demo.han.user], [demo.guild.id]
        message.edited, message.made_by, message.interaction_metadata = 5.5, 7, METADATA
        message.used, message.application_id, message.reference = {"by": "1", "name": "x"}, 3, {"type": 0}
        message.nonce, message.kind, message.tts, message.pinned, message.pings_everyone = "n", 20, True, True, True
        message.version, message.flags = 4, 4
        world.post(message)
        old_address = world.cdn_url
    async with evening(file, clock) as demo:
        world = demo.local.world
        found = world.message(message.channel_id, message.id)
        assert found is not None
        assert world.cdn_url != old_address
        unlike = [f.name for f in dataclasses.fields(Message) if getattr(found, f.name) != getattr(message, f.name)]
        assert unlike == ["author", "components", "attachments", "pings"]
        assert (found.author is world.bot, found.pings) == (True, [demo.han.user])
        (picture,) = found.attachments
        assert (picture.content, picture.description) == (b"\x89\xff", "a die")
        assert picture.url.startswith(world.cdn_url + "/attachments/")
        assert found.components[0]["items"][0]["media"]["url"] == picture.url


async def test_nothing_of_a_channel_is_lost(file: Path, clock: ManualClock):
    async with evening(file, clock) as demo:
        world = demo.local.world
        stakes = world.add_channel(demo.guild, "stakes", topic="High")
        world.set_overwrite(stakes, demo.guild.members[demo.han.id], deny=1 << 10)
        thread = world.add_thread(stakes, "side room", owner=demo.owner.user, private=True)
        world.join_thread(thread, demo.lando.user)
        world.archive_thread(thread, locked=True)
        dm = demo.han.dm
        for place in (stakes, thread, dm):
            world.say(demo.owner.user, place, f"in {place.name}")
        before = [stakes, thread]
    async with evening(file, clock) as demo:
        for old in before:
            found = demo.guild.place(old.id)
            assert found is not None
            assert dataclasses.asdict(found) == dataclasses.asdict(old)
        assert demo.han.dm.id == dm.id
        assert [seen.text for seen in demo.han.sees(demo.han.dm)] == ["in "]
        assert not demo.local.world.sees(demo.han.user, demo.guild.channels[stakes.id])


async def test_emojis_and_the_ids_of_commands_stay(file: Path, clock: ManualClock):
    async with evening(file, clock) as before, running(TinyBot(), before.local):
        emoji = Emoji(before.local.world.ids.next(), "d6", b"\x89PNG", "image/png")
        before.local.world.emojis[emoji.id] = emoji
        await before.opened()
        commands = before.local.world.commands
    async with evening(file, clock) as after:
        assert after.local.world.emojis == {emoji.id: emoji}
        assert after.local.world.commands == commands


async def test_whispers_and_thoughts_are_not_kept(file: Path, clock: ManualClock):
    async with evening(file, clock) as demo:
        world = demo.local.world
        for text, flags in (("whispered", EPHEMERAL), ("thinking", LOADING), ("said", 0)):
            message = Message(world.ids.next(), demo.channel.id, demo.guild.id, world.bot, 1.0, text, flags=flags)
            message.only_for = demo.owner.id if flags & EPHEMERAL else None
            world.post(message)
    assert "whispered" not in file.read_text()
    async with evening(file, clock) as demo:
        assert texts(demo) == ["said"]


async def test_the_latest_of_each_channel_are_kept(file: Path, clock: ManualClock, monkeypatch):
    monkeypatch.setattr(persistence, "MESSAGES_KEPT", 3)
    async with evening(file, clock) as demo:
        *_, last = [demo.local.world.say(demo.han.user, demo.channel, str(number)).id for number in range(5)]
        demo.local.world.ids.rise_above(last + 1000)
    async with evening(file, clock) as demo:
        assert texts(demo) == ["2", "3", "4"]
        assert demo.channel.last_message_id == demo.owner.sees(demo.channel)[-1].id == last
        assert demo.local.world.say(demo.han.user, demo.channel, "new").id > last + 1000


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nonsense",
        b"\xff\xfe",
        b"[]",
        b'{"version": 2}',
        b'{"version": 1, "last_id": 1, "channels": [], "emojis": [], "commands": []}',
        b'{"version": 1, "last_id": 1, "channels": [], "emojis": [], "commands": [], "messages": [{"id": 5}]}',
        b'{"version": 1, "last_id": 1, "emojis": [{"id": 5, "name": "x", "content": "%", "content_type": "x"}]}',
    ],
)
async def test_a_damaged_file_is_put_aside_and_the_log_says_so(
    file: Path, clock: ManualClock, caplog: Any, content: bytes
):
    file.write_bytes(content)
    async with evening(file, clock) as demo:
        assert texts(demo) == []
        assert "is damaged" in caplog.text
        demo.local.world.say(demo.han.user, demo.channel, "new")
    assert file.with_name("said.json.damaged").read_bytes() == content
    async with evening(file, clock) as demo:
        assert texts(demo) == ["new"]


async def test_restored_world_leaves_out_orphaned_messages_and_channels(file: Path, clock: ManualClock):
    async with evening(file, clock) as demo:
        demo.local.world.say(demo.han.user, demo.channel, "by han")
        demo.local.world.say(demo.owner.user, demo.channel, "by the owner")
    whole = json.loads(file.read_text())
    whole["messages"][0]["author"] = 5
    whole["messages"].append(whole["messages"][1] | {"id": 6, "channel_id": 7})
    file.write_text(json.dumps(whole))
    async with evening(file, clock) as demo:
        assert texts(demo) == ["by the owner"]
        assert list(demo.local.world.messages) == [demo.channel.id]


async def written(demo: Cantina, file: Path, wanted: str) -> None:
    """Return when the file holds that text: it is written in a thread of its own."""
    await demo.local.world.until(lambda: file.exists() and wanted in file.read_text())


async def test_world_file_is_written_every_few_seconds_while_the_world_changes(file: Path, clock: ManualClock):
    async with evening(file, clock) as demo:
        await clock.advance(60)
        demo.local.world.say(demo.han.user, demo.channel, "first")
        assert not file.exists()
        await clock.advance(persistence.SECONDS_BETWEEN)
        await written(demo, file, "first")
        demo.local.world.say(demo.han.user, demo.channel, "second")
        await clock.advance(persistence.SECONDS_BETWEEN)
        await written(demo, file, "second")


async def test_a_folder_that_cant_be_written_is_told_and_hinders_nothing(
    tmp_path: Path, clock: ManualClock, caplog: Any
):
    async with evening(tmp_path / "missing" / "said.json", clock) as demo:
        demo.local.world.say(demo.han.user, demo.channel, "said all the same")
        assert texts(demo) == ["said all the same"]
    assert "can't be stored" in caplog.text


async def test_a_message_is_written_down_once_for_each_of_its_versions(file: Path, clock: ManualClock, monkeypatch):
    made: list[int] = []
    of = persistence.StoredMessage.of
    monkeypatch.setattr(
        persistence.StoredMessage, "of", lambda message, url: made.append(message.id) or of(message, url)
    )
    async with evening(file, clock) as demo:
        first = demo.local.world.say(demo.han.user, demo.channel, "first")
        await clock.advance(persistence.SECONDS_BETWEEN)
        await written(demo, file, "first")
        second = demo.local.world.say(demo.han.user, demo.channel, "second")
        await clock.advance(persistence.SECONDS_BETWEEN)
        await written(demo, file, "second")
        demo.local.world.edited(first)
    assert made == [first.id, second.id, first.id]
