"""At a crooked table nothing shows that somebody has tried something which nobody noticed."""

from pathlib import Path

import pytest

from bot.engine.game import DEALER
from bot.errors import RuleError
from bot.tables.hand.log import AlreadyDone, LogRow
from bot.tables.hand.notes import done_already
from bot.tables.model import Record, Seeds, Table
from tests.tables.backroom import PROXIMA, Backroom, games_with_shells
from tests.tables.shells import Thrown
from tests.tables.table_fixtures import ANN, BEN, HAN, LANDO, MINUTE, later


def seen(record: Record) -> Record:
    """All that a message is made from, and every clock: nobody sees how often a record was written, nor how many draws
    and clicks went into its hand.
    """
    assert record.hand is not None
    return record.evolve(version=0, sequence=0, hand=record.hand.evolve(source="", next_draw=0, clicks=0))


async def since(place: Backroom, table: Table) -> list[LogRow]:
    """Return the log rows after that moment."""
    return [row for row in await place.logged() if row.sequence > table.record.sequence]


async def test_quiet_step_changes_nothing_that_is_shown(backroom: Backroom) -> None:
    before = await backroom.gathers(pace=MINUTE)
    await backroom.clock.advance(20)
    after = (await backroom.rethrows(BEN, LANDO)).table
    assert after.state != before.state
    assert seen(after.record) == seen(before.record)
    assert after.spec.panel(after.state, None, after.voice) == before.spec.panel(before.state, None, before.voice)
    assert after.record.version == before.record.version + 1
    (row,) = await since(backroom, before)
    assert (row.turn, row.seat) == (before.record.turn, LANDO)
    assert [(one.audience, type(one.event)) for one in row.events] == [(LANDO, Thrown), ("host", Thrown)]
    assert row.draws
    await backroom.acts(PROXIMA, "nudge", seat=DEALER, click={"key": "nudged"}, whose=str(HAN))
    async with backroom.refuses("That is done already.", AlreadyDone):
        await backroom.acts(PROXIMA, "nudge", seat=DEALER, click={"key": "nudged"}, whose=str(HAN))
    shouted = (await backroom.acts(ANN, "shout", seat=HAN)).table
    assert (shouted.record.turn, shouted.said[-1]) == (before.record.turn + 1, "**Han** shouted.")


async def world(path: Path, *, cheats: bool) -> list[Record]:
    """Play a round, and return it as everyone sees it at each moment; the clicks come at the same times in all
    worlds.
    """
    shown: list[Record] = []
    async with Backroom(path) as place:
        place.seeds = lambda: Seeds(open="00" * 32, closed="11" * 32)
        place.tables = place.another_service()
        shown.append((await place.gathers(pace=MINUTE, auto_deal=True)).record)
        await place.clock.advance(5)
        for seat in (HAN, LANDO):
            if cheats:
                await place.rethrows(await place.player(seat), seat, key=f"sly{seat}")
                await place.acts(PROXIMA, "nudge", seat=DEALER, click={"key": f"nudge{seat}"}, whose=str(seat))
            shown.append((await place.table()).record)
            shown.append((await place.acts(await place.player(seat), "pass", seat=seat)).table.record)
            shown.append((await later(place, 20)).record)
        shown.append((await place.rules_on_it("void")).table.record)
        shown.append((await later(place, 15)).record)
    return [seen(record) for record in shown]


async def test_two_rounds_look_the_same_with_and_without_cheating(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = games_with_shells()
    monkeypatch.setattr("bot.games.games", lambda: games)
    honest, crooked = [await world(tmp_path / f"{cheats}.db", cheats=cheats) for cheats in (False, True)]
    assert len(honest) > 8
    assert crooked == honest


async def test_a_click_on_what_stood_there_before_still_counts(backroom: Backroom) -> None:
    before = await backroom.gathers()
    await backroom.rethrows(BEN, LANDO, turn=before.record.turn)
    after = (await backroom.acts(ANN, "pass", seat=HAN, click={"turn": before.record.turn})).table
    assert after.record.turn == before.record.turn + 1


async def test_the_clock_runs_on(backroom: Backroom) -> None:
    await backroom.gathers(pace=MINUTE)
    await later(backroom, 30)
    reminded = await backroom.table()
    assert reminded.record.reminder is not None
    await backroom.clock.advance(20)
    after = (await backroom.rethrows(ANN, HAN)).table
    assert (after.record.deadline, after.record.reminder) == (reminded.record.deadline, reminded.record.reminder)
    assert "Time ran out for **Han**. **Han** passed." in (await later(backroom, 10)).said


async def test_nobody_counts_as_having_stirred(backroom: Backroom) -> None:
    """After a round that nobody played the clock deals none: so a cheat alone mustn't have it deal."""
    await backroom.gathers(pace=MINUTE, auto_deal=True)
    touched = (await backroom.table()).record.touched_at
    await later(backroom, 10)
    after = (await backroom.rethrows(BEN, LANDO)).table
    assert after.record.touched_at == touched
    for _ in range(3):
        after = await later(backroom, 60)
    assert not after.in_hand
    assert after.waits_for_people


async def test_a_second_try_is_refused_by_the_rules_and_known_for_what_it_was(backroom: Backroom) -> None:
    before = await backroom.gathers()
    turn = before.record.turn
    table, db = (await backroom.rethrows(BEN, LANDO, turn=turn)).table, backroom.database
    async with backroom.refuses("You have tried that in this round already.", RuleError):
        await backroom.rethrows(BEN, LANDO, turn=turn)
    found = await done_already(db, table, LANDO, BEN.user_id, turn, "rethrow", ())
    assert found is not None
    assert {one.audience for one in found.events} == {LANDO, "host"}
    assert await done_already(db, table, LANDO, ANN.user_id, turn, "rethrow", ()) is None
    assert await done_already(db, table, HAN, ANN.user_id, turn, "rethrow", ()) is None
    table = (await backroom.acts(ANN, "shout", seat=HAN)).table
    assert await done_already(db, table, HAN, ANN.user_id, table.record.turn, "shout", ()) is None


async def test_acting_for_the_absent_is_never_quiet(backroom: Backroom) -> None:
    """A GM who has the rules act, and the clock, always make a turn."""
    before = await backroom.gathers()
    click = backroom.click(PROXIMA)
    after = (await backroom.tables.playing.time_out(backroom.table_id, click, HAN)).table
    assert after.record.turn == before.record.turn + 1
