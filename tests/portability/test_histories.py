"""The history in a file: the book and the hands that are over, but nothing of hands in play or beyond one's rights."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from bot.campaigns import Person, Wallet
from bot.db import Database, Row, Statement, Value
from bot.portability.export import export_campaign
from bot.portability.hands_export import HANDS_AT_ONCE, PIECE, Happening, read_until_full
from bot.portability.reading import MOST_BYTES
from tests.portability.campaign_file_fixtures import archive_of, exported
from tests.sqlite_file import Around
from tests.tables.table_fixtures import ANN, DEE, GM, TableHarness

MANAGING_ANN = Person(ANN.user_id, manage_guild=True)


async def history(place: TableHarness, by: Person = GM) -> Any:
    return (await exported(place, by=by, history=True))["history"]


async def test_history_has_the_ledger_and_the_finished_hands(lively: TableHarness) -> None:
    told = await history(lively)
    assert (told["complete"], told["since"]) == (True, None)
    kinds = [entry["kind"] for entry in told["entries"]]
    assert kinds[:2] == ["start", "buy-in"]
    assert [entry["at"] for entry in told["entries"]] == sorted(entry["at"] for entry in told["entries"])
    assert told["entries"][0]["moves"] == [["mint", "purse:1", 1000]]
    assert told["entries"][1]["moves"] == [["purse:1", f"seat:{lively.table_id}:1", 500]]
    (hand,) = told["hands"]
    rows = await lively.database.fetch("SELECT * FROM hands ORDER BY number")
    assert (hand["number"], hand["status"], len(hand["actions"])) == (
        1,
        "settled",
        len(await lively.rows("actions")) - 5,
    )
    assert (hand["open_seed"], hand["closed_seed"]) == (rows[0]["open_seed"], rows[0]["closed_seed"])
    assert hand["deal"] == json.loads(rows[0]["deal"])
    assert hand["actions"][0]["draws"] != []


async def test_nothing_of_a_hand_in_play_or_of_the_next_is_in_a_file(lively: TableHarness) -> None:
    content = (await archive_of(lively).export(lively.campaign, GM, history=True)).content.decode()
    running = (await lively.database.fetch("SELECT * FROM hands WHERE status = 'running'"))[0]
    record = (await lively.table()).record
    (state,) = await lively.database.fetch("SELECT state FROM tables")
    secrets = [running["open_seed"], running["closed_seed"], record.seeds.open, record.seeds.closed, state["state"]]
    own = await lively.database.fetch("SELECT key, digest FROM actions WHERE hand = ?", running["number"])
    secrets += [value for row in own for value in (row["digest"], f'"key":"{row["key"]}"')]
    assert len(secrets) > 5
    assert [secret for secret in secrets if secret in content] == []


async def test_an_earlier_revision_of_a_hand_in_play_is_in_play(lively: TableHarness) -> None:
    await lively.play_out()
    assert [hand["number"] for hand in (await history(lively))["hands"]] == [1, 2]
    again = """
        INSERT INTO hands (campaign_id, table_id, number, revision, game, version, deal, open_seed, closed_seed,
            by_hand, status, started_at)
        SELECT campaign_id, table_id, number, 1, game, version, deal, 'open', 'closed', by_hand, 'running', started_at
        FROM hands WHERE number = 2
        """
    await lively.database.apply(Statement(again))
    assert [hand["number"] for hand in (await history(lively))["hands"]] == [1]


async def test_history_hides_hands_that_the_exporting_gm_was_in(lively: TableHarness) -> None:
    export = await archive_of(lively).export(lively.campaign, MANAGING_ANN, history=True)
    assert export.hidden
    (hand,) = json.loads(export.content)["history"]["hands"]
    assert not {"open_seed", "closed_seed", "deal", "outcome"} & hand.keys()
    assert {name for action in hand["actions"] for name in action} == {"sequence", "at", "events"}
    assert {audience for action in hand["actions"] for audience, _ in action["events"]} == {"all"}
    await lively.settle_for(keeper_may_play=True)
    (hand,) = (await history(lively, MANAGING_ANN))["hands"]
    assert "closed_seed" in hand


async def test_a_history_names_no_discord_user(lively: TableHarness) -> None:
    told = json.dumps(await history(lively))
    assert '"actor"' not in told
    assert '"user' not in told


async def test_a_history_without_room_is_cut_at_its_oldest(lively: TableHarness) -> None:
    whole = await export_campaign(lively.database, lively.campaign, GM, 0.0 + lively.clock.now(), history=True)
    assert len(whole.content) < MOST_BYTES
    most = len(whole.content) - 1_500
    cut = await export_campaign(lively.database, lively.campaign, GM, lively.clock.now(), history=True, most=most)
    assert len(cut.content) <= most
    told, all_of_it = (json.loads(export.content)["history"] for export in (cut, whole))
    assert (told["complete"], told["since"]) == (False, cut.history_since)
    assert cut.history_since is not None
    assert told["entries"] == all_of_it["entries"][-len(told["entries"]) :] if told["entries"] else True
    assert len(told["entries"]) + len(told["hands"]) < len(all_of_it["entries"]) + len(all_of_it["hands"])
    core = await export_campaign(lively.database, lively.campaign, GM, lively.clock.now(), history=False)
    bare = await export_campaign(
        lively.database, lively.campaign, GM, lively.clock.now(), history=True, most=len(core.content) + 10
    )
    nothing = json.loads(bare.content)["history"]
    assert len(nothing.pop("sum")) == 64
    assert nothing == {
        "complete": False,
        "since": lively.clock.now(),
        "in_play": [[lively.table_id, 2]],
        "entries": [],
        "hands": [],
    }


async def test_many_small_items_stay_within_the_bound(path: Path):
    async with TableHarness(path) as place:
        han = await place.characters.create(place.campaign, ANN, "Han")
        wallet = Wallet(place.database, place.characters, place.clock)
        grants = (wallet.grant(place.campaign, GM, [han], 1 + at, key=f"g{at}", reason="") for at in range(500))
        await asyncio.gather(*grants)
        now = place.clock.now()
        full = len((await export_campaign(place.database, place.campaign, GM, now, history=True)).content)
        for most in (full - 1, full - 3_000):
            cut = await export_campaign(place.database, place.campaign, GM, now, history=True, most=most)
            assert full // 2 < len(cut.content) <= most
            assert cut.history_since is not None


async def sits_within_a_hand(place: TableHarness) -> None:
    """Let someone sit down during the second hand, and play it to its end."""
    await place.sits(DEE, "Dee")
    await place.play_out()


async def test_log_rows_of_something_else_within_a_hand_are_named(lively: TableHarness) -> None:
    await sits_within_a_hand(lively)
    first, second = (await history(lively))["hands"]
    (seated,) = await lively.database.fetch("SELECT sequence FROM actions WHERE actor = ?", DEE.user_id)
    assert first["others"] == []
    assert second["others"] == [seated["sequence"]]
    assert second["actions"][0]["sequence"] < seated["sequence"] < second["actions"][-1]["sequence"]


class Noting(Around):
    """A database that notes its queries."""

    def __init__(self, within: Database) -> None:
        super().__init__(within)
        self.asked: list[str] = []

    async def fetch(self, sql: str, *args: Value) -> list[Row]:
        self.asked.append(sql)
        return await super().fetch(sql, *args)


async def test_an_export_reads_only_the_log_of_each_hand(lively: TableHarness) -> None:
    """The plan of each query names the part of the log that it reads: never all of a table's."""
    await sits_within_a_hand(lively)
    noting = Noting(lively.database)
    lively.database = noting
    await history(lively)
    asked, fetch = set(noting.asked), noting.within.fetch
    of_log = [sql for sql in asked if "FROM actions" in sql]
    assert len(of_log) >= 2
    plans = [row["detail"] for sql in of_log for row in await fetch(f"EXPLAIN QUERY PLAN {sql}", *[1] * sql.count("?"))]
    reads = [plan.partition("(")[2] for plan in plans if " actions " in plan]
    assert reads != []
    assert [part for part in reads if "hand=?" not in part and "sequence<?" not in part] == []


async def test_an_export_reads_many_hands_at_once(lively: TableHarness) -> None:
    """Thousands of reads one after the other would take the processor from clicks."""
    (hand,) = await lively.database.fetch("SELECT * FROM hands WHERE number = 1")
    names, numbers = hand.keys(), range(10, 10 + HANDS_AT_ONCE)
    copied = ", ".join("?" if name == "number" else name for name in names)
    copy = f"INSERT INTO hands ({', '.join(names)}) SELECT {copied} FROM hands WHERE number = 1"
    await lively.database.apply(*(Statement(copy, (number,)) for number in numbers))
    noting = Noting(lively.database)
    lively.database = noting
    told = await history(lively)
    assert {hand["number"] for hand in told["hands"]} == {1, *numbers}
    assert sum("FROM actions" in sql for sql in noting.asked) == 2
    assert sum("SELECT * FROM hands" in sql for sql in noting.asked) == 2


async def test_clicks_come_between_two_pieces_of_a_history() -> None:
    half = Happening(0.0, "entries", "x" * (PIECE // 2))
    written: list[int] = []

    async def stream() -> AsyncIterator[Happening]:
        for number in range(7):
            written.append(number)
            yield half

    reading = asyncio.create_task(read_until_full(stream(), 10 * PIECE, 0.0))
    seen: set[int] = set()
    while not reading.done():
        await asyncio.sleep(0)
        seen.add(len(written))
    assert sorted(seen) == [2, 4, 6, 7]
