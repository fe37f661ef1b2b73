"""A disk that is full, fails or is damaged while people play: what they read, what the log gets, and what goes on."""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from bot.db import Database, Fault, NotWritten, Statement, WatchedDatabase
from bot.tables.hand.scheduler import RETRY_AFTER
from playground.people import Answer, Player
from tests.faulty_disk import damaged, failing, fill, make_room
from tests.sqlite_file import Around
from tests.ui.conftest import BOOK
from tests.ui.tables.evening import Evening

HAN_LEADS = (2, 6, 1, 5, 1, 5, 2)
NOTHING_CHANGED = Fault.FAILING.refusal()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / BOOK


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that the log has no traceback, and no disk error twice within the minute that most tests take."""
    caplog.set_level(logging.INFO)
    yield
    assert [record.getMessage() for record in caplog.get_records("call") if record.exc_info] == []


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return warnings and errors; health adds a line of its own when it begins to fail."""
    records = [record for record in caplog.records if record.name != "bot.health"]
    return [record.getMessage() for record in records if record.levelno >= logging.WARNING]


async def begin(evening: Evening, han: Player, lando: Player, clock: str = "off") -> None:
    """Begin a hand in which Han is to move."""
    evening.roll(*HAN_LEADS, *(6, 3, 1, 5, 2, 1, 4, 1, 2) * 4)
    await evening.open(preset="high stakes", clock=clock)
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")


def is_told_to(answer: Answer, sentence: str) -> bool:
    return answer.text == sentence and answer.message is not None and answer.message.ephemeral


async def test_clicks_and_forms_are_refused_in_the_same_words_and_logged_once(
    evening: Evening, han: Player, lando: Player, file: Path, caplog: pytest.LogCaptureFixture
):
    await begin(evening, han, lando)
    async with evening.nothing_changes():
        with failing(file):
            for _ in range(4):
                assert is_told_to(await han.click(evening.message, "Check"), NOTHING_CHANGED)
            assert is_told_to(await evening.fills(han, "Bet…", {"Bet": "50"}), NOTHING_CHANGED)
            assert is_told_to(await evening.privately(evening.gm, "More…", "Pause"), NOTHING_CHANGED)
            assert is_told_to(await evening.gm.slash(evening.channel, "table pause"), NOTHING_CHANGED)
    assert len(lines(caplog)) == 1
    assert str(file) in lines(caplog)[0]
    await evening.clock.advance(10)
    await evening.does(han, "Check")
    assert (await evening.table()).to_act == {2}


async def test_a_database_that_is_moved_away_is_missed_until_it_is_back(
    evening: Evening, han: Player, lando: Player, file: Path
):
    await begin(evening, han, lando)
    async with evening.nothing_changes():
        file.rename(file.with_name("elsewhere.db"))
        assert is_told_to(await han.click(evening.message, "Check"), Fault.GONE.refusal())
        assert await evening.services.db.fault() is Fault.GONE
        file.with_name("elsewhere.db").rename(file)
        assert await evening.services.db.fault() is None
    await evening.does(han, "Check")


async def test_a_player_reads_that_the_database_is_locked_or_read_only(
    evening: Evening, han: Player, lando: Player, file: Path, caplog: pytest.LogCaptureFixture
):
    await begin(evening, han, lando)
    await evening.services.db.apply(Statement("PRAGMA busy_timeout = 1", touches=None))
    async with evening.nothing_changes():
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for _ in range(3):
                assert is_told_to(await han.click(evening.message, "Check"), Fault.LOCKED.refusal())
            assert await evening.services.db.fault() is Fault.LOCKED
        assert await evening.services.db.fault() is None
    assert len(lines(caplog)) == 1
    await evening.does(han, "Check")
    await evening.services.db.apply(Statement("PRAGMA query_only = ON", touches=None))
    async with evening.nothing_changes():
        assert is_told_to(await lando.click(evening.message, "Check"), Fault.READ_ONLY.refusal())
        assert await evening.services.db.fault() is Fault.READ_ONLY


async def test_a_disk_that_fills_up_while_people_pay(
    evening: Evening, han: Player, lando: Player, caplog: pytest.LogCaptureFixture
):
    mine, theirs = await evening.cast.pc(han, "Han"), await evening.cast.pc(lando, "Lando")
    await fill(evening.services.db)
    paid, answer = -1, None
    while answer is None or answer.text != Fault.FULL.refusal():
        await evening.clock.advance(1)
        paid += 1
        answer = await han.slash(evening.channel, "wallet pay", amount="1", to="Lando", reason="for luck " * 20)
        assert paid < 200
    assert (await evening.purse(mine), await evening.purse(theirs)) == (1000 - paid, 1000 + paid)
    assert sum("SQLITE_FULL" in line for line in lines(caplog)) == 1
    assert "disk is full" in (await evening.services.db.trouble() or "")
    await make_room(evening.services.db)
    await han.slash(evening.channel, "wallet pay", amount="1", to="Lando")
    assert await evening.purse(theirs) == 1001 + paid
    assert await evening.services.db.trouble() is None


class BreaksAfterOne(Around):
    """The database of a disk that fails from the first thing on that is written now."""

    def __init__(self, within: Database, file: Path) -> None:
        super().__init__(within)
        self._file, self._disk = file, ExitStack()
        self._is_sound = True
        self.note_failure = asyncio.Event()

    async def apply(self, *statements: Statement) -> None:
        try:
            await self.within.apply(*statements)
        except NotWritten:
            self.note_failure.set()
            raise
        if self._is_sound:
            self._disk.enter_context(failing(self._file))
        self._is_sound = False

    def mend(self) -> None:
        self._is_sound = False
        self._disk.close()


@contextmanager
def breaking_after_one(database: WatchedDatabase, file: Path) -> Iterator[BreaksAfterOne]:
    database.within = breaking = BreaksAfterOne(database.within, file)
    try:
        yield breaking
    finally:
        breaking.mend()
        database.within = breaking.within


async def test_a_player_reads_if_something_was_saved_before(evening: Evening, gm: Player, file: Path):
    """A fresh server gets a campaign by its first command, before the command does its work."""
    with breaking_after_one(evening.services.db, file):
        answer = await gm.slash(evening.channel, "npc new", template="regular", name="Kett")
    assert is_told_to(answer, Fault.FAILING.refusal(has_saved=True))
    assert len(await evening.services.db.fetch("SELECT id FROM campaigns")) == 1
    assert await evening.services.db.fetch("SELECT id FROM characters") == []


@contextmanager
def reread(file: Path) -> Iterator[None]:
    """Change the file by another connection, so that all others read its pages from the disk again, damaged."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        (version,) = other.execute("PRAGMA user_version").fetchone()
        other.execute(f"PRAGMA user_version = {version}")
        with damaged(file):
            other.execute("COMMIT")
            yield


async def test_a_player_reads_that_the_file_is_damaged_wherever_it_is_read(
    evening: Evening, han: Player, lando: Player, file: Path, caplog: pytest.LogCaptureFixture
):
    await begin(evening, han, lando)
    assert await evening.services.db.settle()
    told = Fault.DAMAGED.refusal()
    with reread(file):
        assert is_told_to(await han.slash(evening.channel, "wallet show"), told)
        offered = await han.autocomplete(evening.channel, "wallet pay", "to", "la")
        assert [name for name, _ in offered] == ["The bot's database is damaged, so there is nothing to choose."]
        assert is_told_to(await han.slash(evening.channel, "wallet pay", amount="5", to=offered[0][1]), told)
        assert is_told_to(await han.click(evening.message, "Check"), told)
        await evening.clock.advance(3600)
        assert await evening.services.db.fault() is Fault.DAMAGED
    causes = [line for line in lines(caplog) if "SQLITE_CORRUPT" in line]
    assert 1 <= len(causes) <= 61


async def test_a_hand_whose_clock_runs_out_on_a_failing_disk_goes_on_afterwards(
    evening: Evening, han: Player, lando: Player, file: Path, caplog: pytest.LogCaptureFixture
):
    await begin(evening, han, lando, clock="2 min")
    clockwork = evening.services.tables.clockwork
    before = (await evening.table()).record.turn
    with failing(file):
        for seconds in (120, RETRY_AFTER, RETRY_AFTER, RETRY_AFTER):
            await evening.clock.advance(seconds)
            await asyncio.gather(*clockwork._looks)
        assert (await evening.table()).record.turn == before
    assert 1 <= len(lines(caplog)) <= 4

    async def goes_on() -> bool:
        return (await evening.table()).to_act == {2}

    await evening.passes_until(goes_on)


async def test_an_npc_moves_once_the_disk_takes_it(
    evening: Evening, han: Player, file: Path, caplog: pytest.LogCaptureFixture
):
    evening.roll(1, 6, 3, 1, 5, 2, 1, 4, 1, 2, 6, 3, 1, 5, 2, 1)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.cast.npc("Kett")
    await evening.gm.slash(evening.channel, "npc autopilot", npc="Kett", style="steady")
    await evening.gm.slash(evening.channel, "npc seat", npc="Kett")
    await evening.drawn()
    await han.click(evening.message, "Deal")
    shown = await evening.drawn()
    while "▸ **Han**" in shown.text:
        shown = await evening.does(han, "Check")
    before = (await evening.table()).record.turn
    with failing(file):
        while not lines(caplog):
            await evening.clock.advance(1)
        await evening.clock.advance(100)
        assert (await evening.table()).record.turn == before

    async def has_moved() -> bool:
        return (await evening.table()).record.turn > before

    await evening.passes_until(has_moved)


async def test_a_reminder_that_cannot_be_noted_is_posted_once_and_noted_later(
    evening: Evening, han: Player, lando: Player, file: Path
):
    """The clock notes that it is time to remind, and then the disk fails."""
    await begin(evening, han, lando, "2 min")
    with breaking_after_one(evening.services.db, file) as disk:
        await evening.clock.advance(60)
        reminder = await evening.gm.until_sees(evening.channel, "your turn")
        await disk.note_failure.wait()

    async def is_noted() -> bool:
        standing = (await evening.table()).record.reminder
        return standing is not None and standing.message_id == reminder.id

    await evening.passes_until(is_noted)
    assert sum("your turn" in seen.text for seen in evening.gm.sees(evening.channel)) == 1


async def test_a_table_whose_message_could_not_be_noted_is_posted_when_it_can_be(
    evening: Evening, file: Path, caplog: pytest.LogCaptureFixture
):
    """Opened, and then the disk fails: what was posted meanwhile doesn't pile up."""
    evening.local.rates.enabled = False  # the library waits for them by the machine's clock
    await evening.cast.campaign()
    with breaking_after_one(evening.services.db, file):
        await evening.gm.slash(evening.channel, "pilok open", preset="high stakes", clock="off")
        assert (await evening.gm.until_sees(evening.channel, "only part of that was saved")).ephemeral
        for _ in range(5):
            await evening.clock.advance(60)

    async def is_noted() -> bool:
        return (await evening.table()).record.message_id is not None

    await evening.passes_until(is_noted)
    await evening.drawn()
    posted = [seen for seen in evening.gm.sees(evening.channel) if not seen.ephemeral and seen.find("More…")]
    assert len(posted) == 2
    assert posted[-1].id == (await evening.table()).record.message_id


async def test_an_offer_that_is_too_old_goes_once_the_disk_takes_it(tossing: Evening, han: Player, file: Path):
    await (await tossing.gm.slash(tossing.channel, "coin_toss open")).done()
    db = tossing.services.db
    assert len(await db.fetch("SELECT id FROM offers")) == 1
    with failing(file):
        while not db._faults:
            await tossing.clock.advance(24 * 3600)

    async def is_gone() -> bool:
        return await db.fetch("SELECT id FROM offers") == []

    await tossing.passes_until(is_gone)


async def test_a_server_that_removes_the_bot_meanwhile_is_noted_later(
    evening: Evening, han: Player, lando: Player, file: Path
):
    await begin(evening, han, lando, "2 min")
    db = evening.services.db
    with failing(file):
        evening.local.world.kick_bot(evening.guild)
        while not db._faults:
            await evening.clock.advance(0.1)
        assert await db.fetch("SELECT 1 FROM departures") == []

    async def stands_still() -> bool:
        return (await evening.table()).is_paused

    await evening.passes_until(stands_still)
    assert len(await db.fetch("SELECT 1 FROM departures")) == 1
