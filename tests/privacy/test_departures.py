"""A server that removes the bot: what it has stays 30 days, and is then gone to the last row."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path

import pytest

from bot.campaigns import Campaign, CampaignSettings, Preferences
from bot.db import Database, Statement
from bot.errors import NotAllowed, TooLate
from bot.ledger import audit
from bot.portability.moving import OF_PROCESSES
from bot.privacy import maintenance
from bot.privacy.maintenance import KEPT_FOR, Departures, Maintenance
from tests.sqlite_file import Around, bytes_in, rows_in
from tests.tables.table_fixtures import ANN, BEN, GM, GUILD, TableHarness

ANOTHER = 501
CHARACTERS = ("Han", "Lando")


@pytest.fixture
async def place(path: Path) -> AsyncIterator[TableHarness]:
    async with TableHarness(path) as opened:
        yield opened


@contextmanager
def at_each_rest(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """Let that happen in place of each rest of a purge. Others sleep as ever: the watch asks a server's lock connection
    every second.
    """
    sleep = asyncio.sleep

    async def resting(seconds: float) -> None:
        await (happens() if seconds == maintenance.REST else sleep(seconds))

    with monkeypatch.context() as patched:
        patched.setattr(maintenance.asyncio, "sleep", resting)
        yield


def departures(place: TableHarness) -> Departures:
    return Departures(place.database, place.tables, place.clock)


async def rows_of(place: TableHarness) -> dict[str, int]:
    """Count the rows of each database table that could tell of a server."""
    return {name: len(rows) for name, rows in rows_in(place.path).items()}


async def not_there(_: int) -> bool:
    """Discord says that the bot isn't on the server."""
    return False


async def still_there(_: int) -> bool:
    """Discord says that the bot is on the server, whatever the list of servers says."""
    return True


async def unknown(_: int) -> None:
    """Discord doesn't say."""


async def evening(place: TableHarness) -> None:
    """Play a hand to its end, and leave one in play, a wallet and a preference."""
    await place.opened()
    for person, name in zip((ANN, BEN), CHARACTERS, strict=True):
        await place.sits(person, name)
        await Preferences(place.database).set_reminders(person.user_id, wanted=False)
    await place.lively_hand()
    await place.deals()


async def elsewhere(place: TableHarness) -> Campaign:
    """Another server, where Ann plays too."""
    campaign = await place.campaigns.at(ANOTHER)
    await place.characters.create(campaign, ANN, "Leia")
    return campaign


async def test_tables_stand_still_at_once_and_nothing_is_deleted_for_30_days(place: TableHarness):
    await evening(place)
    await departures(place).left(GUILD)
    table = await place.table()
    assert (table.is_paused, table.in_hand, table.record.deadline) == (True, True, None)
    await place.clock.advance(KEPT_FOR - 1)
    before = await place.everything()
    await departures(place).let_go()
    assert await place.everything() == before


@pytest.mark.parametrize("is_seen", [False, True])
async def test_after_30_days_not_a_row_is_left(place: TableHarness, is_seen: bool):
    """Also if the departure was only seen in the list of servers, where a second look restarts nothing."""
    await evening(place)
    await Preferences(place.database).set_reminders(777, wanted=False)
    await place.database.apply(Statement("INSERT INTO command_servers (guild_id) VALUES (?)", (GUILD,)))
    if is_seen:
        await departures(place).seen([], not_there)
    else:
        await departures(place).left(GUILD)
    await departures(place).left(ANOTHER)
    assert len(await place.file.fetch("SELECT * FROM departures")) == 1, "the other has no campaign"
    await place.clock.advance(KEPT_FOR)
    if is_seen:
        await departures(place).seen([], not_there)
    await departures(place).let_go()
    assert {name: count for name, count in (await rows_of(place)).items() if count} == {}
    assert (await audit(place.database)).problems == ()
    content = bytes_in(place.path)
    assert not any(name.encode() in content for name in ("Lando sits", '"Han"'))


async def test_other_servers_keep_what_they_have(place: TableHarness):
    await evening(place)
    campaign = await elsewhere(place)
    await departures(place).left(GUILD)
    await place.clock.advance(KEPT_FOR)
    await departures(place).let_go()
    assert [character.name for character in await place.characters.mine(campaign.id, ANN.user_id)] == ["Leia"]
    assert not await Preferences(place.database).wants_reminders(ANN.user_id)
    assert await Preferences(place.database).wants_reminders(BEN.user_id)
    assert (await audit(place.database)).problems == ()


async def test_server_that_returns_in_time_keeps_everything(place: TableHarness):
    await evening(place)
    await departures(place).left(GUILD)
    await place.clock.advance(KEPT_FOR - 1)
    await departures(place).came_back(GUILD)
    await place.clock.advance(KEPT_FOR)
    await departures(place).let_go()
    await place.tables.opening.resume(place.table_id, place.click(GM))
    assert not (await place.play_out()).in_hand
    await place.adds_up()


async def test_servers_that_left_or_returned_while_the_bot_was_off_are_noticed(place: TableHarness):
    await evening(place)
    await elsewhere(place)
    await departures(place).seen([ANOTHER], not_there)
    assert [row["guild_id"] for row in await place.file.fetch("SELECT * FROM departures")] == [GUILD]
    assert (await place.table()).is_paused
    await departures(place).seen([ANOTHER, GUILD], not_there)
    assert await place.file.fetch("SELECT * FROM departures") == []


async def test_server_leaves_and_returns_only_if_discord_confirms_it(place: TableHarness):
    await evening(place)
    before = await place.everything()
    for answer in (still_there, unknown):
        await departures(place).seen([], answer)
        assert await place.everything() == before
    await departures(place).left(GUILD)
    for answer, count in ((unknown, 1), (still_there, 0)):
        await departures(place).seen([], answer)
        assert len(await place.file.fetch("SELECT * FROM departures")) == count


async def test_interrupted_purge_resumes_and_the_ledger_balances_meanwhile(
    place: TableHarness, monkeypatch: pytest.MonkeyPatch
):
    await evening(place)
    await departures(place).left(GUILD)
    await place.clock.advance(KEPT_FOR)
    monkeypatch.setattr(maintenance, "PIECE", 1)
    pieces = 0

    async def killed() -> None:
        nonlocal pieces
        pieces += 1
        if pieces == 25:
            raise asyncio.CancelledError

    with at_each_rest(monkeypatch, killed), pytest.raises(asyncio.CancelledError):
        await departures(place).let_go()
    assert any((await rows_of(place)).values())
    assert (await audit(place.database)).problems == ()
    await place.restart()
    again = await place.campaigns.at(GUILD)
    await place.characters.create(again, ANN, "Han")
    await departures(place).let_go()
    assert [row["id"] for row in await place.file.fetch("SELECT id FROM campaigns WHERE guild_id > 0")] == [
        campaign.id for campaign in await place.campaigns.of_guild(GUILD)
    ]
    assert [character.name for character in await place.characters.mine(again.id, ANN.user_id)] == ["Han"]
    assert await place.file.fetch("SELECT * FROM purges") == []
    assert (await audit(place.database)).problems == ()


async def rows_about(place: TableHarness, campaign: Campaign) -> dict[str, int]:
    """Count the rows of each relation that tell of the campaign."""
    of_tables = "table_id IN (SELECT id FROM tables WHERE campaign_id = ?)"
    own = {"hands": of_tables, "actions": of_tables, "campaigns": "id = ?", "offers": "offer LIKE '%:' || ? || ',%'"}
    of_servers = {"preferences", "pending_imports", "departures", "erasures", "command_servers", "application"}
    of_servers |= {"greetings", "blocks", "notices", "operator_actions"}
    names = (await rows_of(place)).keys() - of_servers - OF_PROCESSES
    found = {
        name: (
            await place.file.fetch(f"SELECT count(*) FROM {name} WHERE {own.get(name, 'campaign_id = ?')}", campaign.id)
        )[0][0]
        for name in names
    }
    return {name: count for name, count in found.items() if count}


async def closed_evening(place: TableHarness) -> None:
    """Play, close the table, and have another campaign beside it with a character of Ann's."""
    await evening(place)
    await place.tables.opening.close(place.table_id, place.click(GM))
    other = await place.campaigns.create(GUILD, "Waterdeep", CampaignSettings(), GM)
    await place.characters.create(other, ANN, "Drizzt")


async def test_deleted_campaign_leaves_no_row_and_the_others_keep_theirs(place: TableHarness):
    await closed_evening(place)
    other = await place.campaigns.named(GUILD, "Waterdeep")
    kept = await rows_about(place, other)
    maintenance_of = Maintenance(place.database, place.tables, place.clock)
    with pytest.raises(NotAllowed):
        await maintenance_of.delete_campaign(place.campaign, ANN)
    await maintenance_of.delete_campaign(place.campaign, GM)
    with pytest.raises(TooLate):
        await maintenance_of.delete_campaign(place.campaign, GM)
    assert [one.name for one in await place.campaigns.of_guild(GUILD)] == ["Waterdeep"]
    own = await place.campaigns.at(GUILD)
    assert own.name == "The campaign"
    await departures(place).let_go()
    assert await rows_about(place, place.campaign) == {}
    assert await rows_about(place, other) == kept
    assert not await Preferences(place.database).wants_reminders(ANN.user_id)
    assert await Preferences(place.database).wants_reminders(BEN.user_id)
    assert (await audit(place.database)).problems == ()


async def test_campaign_with_an_open_table_is_not_deleted(place: TableHarness):
    await evening(place)
    before = await place.everything()
    with pytest.raises(NotAllowed):
        await Maintenance(place.database, place.tables, place.clock).delete_campaign(place.campaign, GM)
    assert await place.everything() == before


class Killed(BaseException):
    """The process is gone."""


class Dying(Around):
    """A database whose process dies after so many batches."""

    def __init__(self, database: Database, batches: int) -> None:
        super().__init__(database)
        self.left = batches

    @property
    def background(self) -> Database:
        return self

    async def apply(self, *statements: Statement) -> None:
        if not self.left:
            raise Killed
        self.left -= 1
        await self.within.apply(*statements)


async def test_purge_deletes_few_rows_in_a_batch_and_rests_before_the_next_one(
    place: TableHarness, monkeypatch: pytest.MonkeyPatch
):
    """A click waits for one batch at most, however much there is to delete."""
    monkeypatch.setattr(maintenance, "PIECE", 5)
    await closed_evening(place)

    async def rows_left() -> int:
        return sum(rows for relation, rows in (await rows_of(place)).items() if relation in maintenance.PAGED)

    left = [await rows_left()]

    async def counted() -> None:
        left.append(await rows_left())

    await departures(place).delete(place.campaign)
    with at_each_rest(monkeypatch, counted):
        await departures(place).let_go()
    deleted = [before - after for before, after in pairwise(left)]
    assert max(deleted) == maintenance.PIECE
    assert min(deleted) > 0
    assert (await audit(place.database)).problems == ()


async def test_a_campaign_that_two_rounds_delete_at_the_same_time_is_gone(place: TableHarness):
    """The hourly round may begin with it while a round that somebody asked for is about to end."""
    await closed_evening(place)
    one = departures(place)
    await one.delete(place.campaign)
    await asyncio.gather(*(one.let_go() for _ in range(3)))
    assert await rows_about(place, place.campaign) == {}
    assert (await audit(place.database)).problems == ()


async def test_deletion_survives_a_kill_after_every_batch(place: TableHarness, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(maintenance, "PIECE", 3)
    await closed_evening(place)
    killed = 0
    while await rows_about(place, place.campaign) and killed < 100:
        dying = Departures(Dying(place.database, 1), place.tables, place.clock)
        if not killed:
            await dying.delete(place.campaign)
        else:
            with suppress(Killed):
                await dying.let_go()
        assert (await audit(place.database)).problems == ()
        killed += 1
    assert killed > 10
    assert [one.name for one in await place.campaigns.of_guild(GUILD)] == ["Waterdeep"]


async def test_a_greeting_is_remembered_for_a_month_and_across_a_restart(place: TableHarness) -> None:
    assert await departures(place).begin_greeting(GUILD)
    await place.restart()
    assert not await departures(place).begin_greeting(GUILD)
    await place.clock.advance(KEPT_FOR)
    caretaker = Maintenance(place.database, place.tables, place.clock)
    await caretaker.start()
    await place.clock.settle()
    await caretaker.stop()
    assert await departures(place).begin_greeting(GUILD)
