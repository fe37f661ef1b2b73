"""The operator's word on all servers, as people meet it: blocks, the notice on tables, and requests in the folder."""

import asyncio
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from bot.errors import PlayerError
from bot.operating.operator import LOOK_EVERY, READ_EVERY, About, Operator
from bot.operating.requests import OperatorReply, OperatorRequest, ask, folder_of, new_name
from bot.tables.events import Paused
from playground.people import Player
from tests.ui.tables.evening import Evening


def request(deed: str, kind: str | None = None, subject_id: int | None = None, typed: str = "") -> OperatorRequest:
    given = {"deed": deed, "kind": kind, "subject_id": subject_id, "typed": typed}
    return OperatorRequest(**{"name": new_name(), "operator": "root on cantina", **given})


async def does(
    evening: Evening, deed: str, kind: str | None = None, subject_id: int | None = None, typed: str = ""
) -> str:
    told = await evening.services.operator.carry_out(request(deed, kind, subject_id, typed))
    await evening.clock.advance(2)
    return told


async def deeds(evening: Evening) -> list[tuple[str, str, int | None, str]]:
    rows = await evening.services.db.fetch("SELECT * FROM operator_actions ORDER BY id")
    return [(row["operator"], row["deed"], row["subject_id"], row["typed"]) for row in rows]


@pytest.fixture
async def open_table(evening: Evening, han: Player, lando: Player) -> Evening:
    evening.roll(2, 6, 1, 5, 1, 5, 2)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    return evening


async def test_a_blocked_user_reads_one_sentence_and_still_gets_their_data(
    open_table: Evening, han: Player, lando: Player
):
    open_table.services.operator.about = About(contact="boss@cantina.example")
    assert await does(open_table, "block", "user", han.id, "spam") == f"User {han.id} is blocked."
    sentence = "The person who runs this bot has blocked you. Ask them why: boss@cantina.example. /privacy still works."
    assert (await (await han.click(open_table.message, "Deal")).done()).text == sentence
    assert (await (await han.slash(open_table.channel, "wallet show")).done()).text == sentence
    exported = await (await han.slash(open_table.channel, "privacy export")).done()
    assert exported.text.startswith("This is the data that I store about you.")
    await open_table.does(lando, "Deal")
    assert (await open_table.table()).in_hand
    assert await does(open_table, "unblock", "user", han.id) == f"User {han.id} is no longer blocked."
    await open_table.clock.advance(10)
    await han.click(open_table.message, "Check")
    assert await deeds(open_table) == [
        ("root on cantina", "block", han.id, "spam"),
        ("root on cantina", "unblock", han.id, ""),
    ]


async def test_a_blocked_server_is_paused_and_refused_until_it_is_free(open_table: Evening, lando: Player, gm: Player):
    await does(open_table, "block", "server", open_table.guild.id)
    table = await open_table.table()
    assert table.is_paused
    assert table.said[-1] == "The person who runs the bot has blocked this server. The table is paused."
    answer = await (await gm.click(open_table.message, "Resume (GM)")).done()
    assert answer.text == "The person who runs this bot has blocked this server. /privacy still works."
    await does(open_table, "unblock", "server", open_table.guild.id)
    await open_table.clock.advance(10)
    await gm.click(open_table.message, "Resume (GM)")
    assert not (await open_table.table()).is_paused


async def test_a_block_outlives_the_process_and_reaches_others(open_table: Evening, han: Player):
    await does(open_table, "block", "user", han.id)
    services = open_table.services
    other = Operator(services.db, services.tables, services.clock, services.shards)
    assert other.blocks(None, han.id) is None
    await other.read()
    assert other.blocks(None, han.id) == "user"


async def test_the_notice_is_on_every_table_and_goes(open_table: Evening):
    assert "Notice" not in open_table.message.text
    said = "Restart at *20:00* <t:1800000000:R>"
    assert await does(open_table, "notice", typed=said) == f"Every table shows: {said}"
    assert f"**Notice:** {said}" in open_table.message.text
    assert await does(open_table, "notice") == "The notice is gone."
    assert "Notice" not in open_table.message.text


async def test_a_request_has_its_effect_once(open_table: Evening, han: Player):
    once = request("block", "user", han.id)
    assert await open_table.services.operator.carry_out(once) == await open_table.services.operator.carry_out(once)
    assert len(await deeds(open_table)) == 1


@pytest.mark.parametrize(
    "refused, sentence",
    [
        (("unblock", "user", 77), "User 77 isn't blocked."),
        (("notice",), "There is no notice."),
        (("block",), "Say which server or user you mean."),
    ],
    ids=["free", "no notice", "nobody"],
)
async def test_a_request_without_its_subject_is_refused_and_not_logged(
    evening: Evening, refused: tuple[object, ...], sentence: str
):
    with pytest.raises(PlayerError) as refusal:
        await evening.services.operator.carry_out(request(*refused))  # pyright: ignore[reportArgumentType]
    assert str(refusal.value) == sentence
    assert await deeds(evening) == []


async def test_requests_in_the_folder_are_answered_and_unreadable_ones_dropped(evening: Evening, tmp_path: Path):
    folder = folder_of(tmp_path / "shadowport.db")
    running = asyncio.create_task(evening.services.operator.run(folder))
    await evening.clock.advance(LOOK_EVERY)
    assert folder.stat().st_mode & 0o777 == 0o700
    (folder / "1.request").write_text("{}")
    (folder / "2.request").mkdir()
    asked = asyncio.create_task(asyncio.to_thread(ask, folder, request("block", "user", 77), 30.0))
    refused = asyncio.create_task(asyncio.to_thread(ask, folder, request("unblock", "user", 78), 30.0))
    evening.clock.held_up = {"executor"}
    while not (asked.done() and refused.done()):
        await evening.clock.advance(LOOK_EVERY)
    assert asked.result() == OperatorReply(is_done=True, text="User 77 is blocked.")
    assert refused.result() == OperatorReply(is_done=False, text="User 78 isn't blocked.")
    evening.clock.held_up = set()
    await evening.clock.advance(LOOK_EVERY)
    assert sorted(path.name for path in folder.iterdir()) == ["1.reply", "2.request"]
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_a_request_that_came_while_no_bot_ran_is_carried_out_at_the_start(evening: Evening, tmp_path: Path):
    folder = folder_of(tmp_path / "shadowport.db")
    folder.mkdir()
    assert await asyncio.to_thread(ask, folder, request("block", "user", 77), 0.0) is None
    running = asyncio.create_task(evening.services.operator.run(folder))
    while not list(folder.glob("*.reply")):
        await evening.clock.advance(LOOK_EVERY)
    assert evening.services.operator.blocks(None, 77) == "user"
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_a_failed_read_ends_nothing(evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async def unreadable() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(evening.services.operator, "read", unreadable)
        running = asyncio.create_task(evening.services.operator.run(folder_of(tmp_path / "shadowport.db")))
        await evening.clock.advance(READ_EVERY + LOOK_EVERY)
    assert not running.done()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


def test_a_pause_by_a_block_is_an_event_of_its_own():
    assert Paused(blocked=True) != Paused(departed=True)
