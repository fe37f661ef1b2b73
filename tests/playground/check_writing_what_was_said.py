"""How the file of what was said is written: for its owner alone, in nobody's way, and wiped without a trace."""

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

from playground import persistence
from tests.manual_clock import ManualClock
from tests.playground.check_keeping import evening, file, texts, written

__all__ = ["file"]


async def test_only_its_owner_may_read_the_file(file: Path, clock: ManualClock):
    part = file.with_name("said.json.part")
    part.write_text("left by somebody who was cut off")
    part.chmod(0o666)
    async with evening(file, clock) as demo:
        demo.local.world.say(demo.owner.user, demo.channel, "for us alone")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not part.exists()


async def test_a_fresh_start_takes_every_trace_with_it(file: Path, clock: ManualClock):
    file.write_text("damaged")
    async with evening(file, clock) as demo:
        assert [found.name for found in file.parent.iterdir()] == ["said.json.damaged"]
        file.with_name("said.json.part").write_text("left by somebody who was cut off")
        demo.local.world.say(demo.owner.user, demo.channel, "old")
        await clock.advance(persistence.SECONDS_BETWEEN)
        await written(demo, file, "old")
        file.with_name("said.json.part").write_text("again")
        demo.local.world.reset()
        assert list(file.parent.iterdir()) == []


async def begun(clock: ManualClock) -> asyncio.Task[None]:
    """Return the passing of time in which the writing has begun: each of its 200 pieces takes a turn of the loop."""
    passing = asyncio.create_task(clock.advance(persistence.SECONDS_BETWEEN))
    for _ in range(50):
        await asyncio.sleep(0)
    return passing


async def test_others_have_their_turn_while_much_is_written_down(file: Path, clock: ManualClock, monkeypatch):
    async with evening(file, clock) as demo:
        for number in range(200):
            demo.local.world.say(demo.owner.user, demo.channel, f"old {number}")
    monkeypatch.setattr(persistence, "AT_A_TIME", 1)
    async with evening(file, clock) as demo:
        demo.local.world.say(demo.owner.user, demo.channel, "new")
        writing = await begun(clock)
        demo.local.world.say(demo.owner.user, demo.channel, "said in between")
        await writing
        await clock.advance(persistence.SECONDS_BETWEEN)
        await written(demo, file, "said in between")
        assert [one["content"] for one in json.loads(file.read_text())["messages"]] == texts(demo)


async def test_a_wipe_in_the_middle_of_the_writing_leaves_nothing(file: Path, clock: ManualClock, monkeypatch):
    monkeypatch.setattr(persistence, "AT_A_TIME", 1)
    async with evening(file, clock) as demo:
        for number in range(200):
            demo.local.world.say(demo.owner.user, demo.channel, f"old {number}")
        writing = await begun(clock)
        assert not file.exists()
        demo.local.world.reset()
        demo.local.world.say(demo.owner.user, demo.channel, "new")
        await writing
        await written(demo, file, "new")
        assert "old" not in file.read_text()


async def test_write_error_is_logged_once_with_its_place_and_writing_continues(
    file: Path, clock: ManualClock, caplog: Any
):
    async with evening(file, clock) as demo:
        world = demo.local.world
        wrong = world.say(demo.owner.user, demo.channel, "at no time")
        wrong.created = float("nan")
        for _ in range(3):
            await clock.advance(persistence.SECONDS_BETWEEN)
        assert [(record.levelname, record.exc_info is not None) for record in caplog.records] == [("ERROR", True)]
        world.delete_message(wrong)
        world.say(demo.owner.user, demo.channel, "later")
        await clock.advance(persistence.SECONDS_BETWEEN)
        await written(demo, file, "later")
        caplog.clear()
        world.say(demo.owner.user, demo.channel, "at no time").created = float("inf")
    assert [record.getMessage() for record in caplog.records] == [f"the messages can't be stored in {file}"]
