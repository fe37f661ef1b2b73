"""What is told of evenings with tournaments, a bank, an undo and cheats."""

from dataclasses import replace

import pytest

from bot import games
from bot.campaigns import Person
from bot.engine.money import CREDITS
from bot.reports.gm_version import KeptSecret, kept_at
from bot.reports.recap import Recap
from bot.reports.service import ALWAYS, SessionReports, Span
from bot.reports.words import opening, sections
from bot.ui.pages.reports import message_style
from examples.coin_toss.rules import Fell
from tests.tables.arena import Arena
from tests.tables.backroom import DRYDEN, PROXIMA, Backroom
from tests.tables.money.casino import HEADS, TOSS, Casino, Toss
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, LANDO, TableHarness


async def recap(place: TableHarness, span: Span = ALWAYS) -> Recap:
    evenings = SessionReports(place.database)
    return await evenings.recap(await evenings.rooms(place.campaign.id), span)


def nets(told: Recap) -> dict[str, int]:
    return {share.name: share.net for share in told.shares}


async def test_recap_lists_the_tournament_with_places_and_prizes(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    await arena.plays(99, 50)
    await arena.plays(49, 48)
    told = await recap(arena)
    (one,) = told.tournaments
    assert (one.number, one.prize) == (1, 400)
    assert [(place.place, place.name, place.prize) for place in one.places] == [(1, "Han", 400), (2, "Lando", 0)]
    assert (nets(told), told.prizes, told.hands, told.pot) == ({"Han": 200, "Lando": -200}, 0, 2, None)


async def test_recap_names_the_fees_of_an_open_prize(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    await arena.plays(50, 40)
    told = await recap(arena)
    assert (nets(told), told.prizes, told.tournaments) == ({"Han": -200, "Lando": -200}, 400, ())


async def test_a_tournament_that_ends_between_two_hands_has_its_places_too(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark", prizes="two")
    await arena.plays(50, 49, 0)
    await arena.leaves(ANN)
    await arena.leaves(CID)
    (one,) = (await recap(arena)).tournaments
    assert [(place.place, place.name, place.prize) for place in one.places] == [
        (1, "Lando", 390),
        (2, "Roark", 210),
        (3, "Han", 0),
    ]


async def test_recap_lists_the_tournament_on_the_day_its_prize_was_paid(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    await arena.plays(50, 40)
    midnight = arena.clock.now() + 3600
    arena.clock.jump(7200)
    await arena.leaves(ANN)
    before, after = await recap(arena, Span(0, midnight)), await recap(arena, Span(midnight, midnight + 86_400))
    assert (before.tournaments, before.prizes, before.prizes_before) == ((), 400, 0)
    assert (after.prizes, after.prizes_before, nets(after)) == (0, -400, {"Lando": 400, "Han": 0})
    (one,) = after.tournaments
    assert [(place.place, place.name, place.prize) for place in one.places] == [(1, "Lando", 400), (2, "Han", 0)]
    assert opening(after, message_style(CREDITS)) == "No hand was played."


async def test_after_an_undo_a_tournament_has_its_prize_still(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    await arena.plays(50, 40)
    await arena.undoes_hand()
    await arena.leaves(ANN)
    (one,) = (await recap(arena)).tournaments
    assert sum(place.prize for place in one.places) == one.prize == 400


async def test_hands_for_points_are_not_called_lost(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    await arena.plays(50, 40)
    (shares, *_) = sections(await recap(arena), message_style(CREDITS))
    assert shares.lines == (
        "**Han**: −200 cr · 1 hand for points",
        "**Lando**: −200 cr · 1 hand for points",
        "Paid for prizes that nobody has won yet: +400 cr",
    )


async def test_a_tournament_that_is_broken_off_tells_who_was_still_in(arena: Arena) -> None:
    await arena.begins("Han", "Lando")
    await arena.plays(50, 40)
    await arena.tables.opening.close(arena.table_id, arena.click(GM))
    told = await recap(arena)
    (one,) = told.tournaments
    assert [place.place for place in one.places] == [None, None]
    assert sum(place.prize for place in one.places) == 400
    assert sum(nets(told).values()) == told.prizes == 0


async def test_recap_shows_the_houses_result(casino: Casino) -> None:
    await casino.backed_by("house", house=10_000)
    await casino.opened()
    await casino.sits(ANN, "Han")
    await casino.sits(BEN, "Lando")
    await casino.tosses(HEADS, (HAN, "heads", 30), (LANDO, "tails", 50))
    told = await recap(casino)
    assert told.house == -sum(nets(told).values()) == 20
    assert nets(told) == {"Han": 30, "Lando": -50}


async def test_an_endless_bank_loses_what_the_mint_pays(casino: Casino) -> None:
    await casino.opened()
    await casino.sits(ANN, "Han")
    await casino.tosses(HEADS, (HAN, "heads", 30))
    told = await recap(casino)
    assert (nets(told), told.house) == ({"Han": 30}, -30)


async def test_a_toss_counts_for_who_has_bet(casino: Casino) -> None:
    await casino.opened()
    han, lando = await casino.sits(ANN, "Han"), await casino.sits(BEN, "Lando")
    await casino.tosses(HEADS, (HAN, "heads", 30), (HAN, "tails", 10))
    await casino.tosses(HEADS)
    told = await recap(casino)
    assert [(share.name, share.hands, share.won) for share in told.shares] == [("Han", 1, 1)]
    assert told.hands == 1
    evenings = SessionReports(casino.database)
    found = await evenings.fared(casino.campaign.id, await evenings.rooms(casino.campaign.id), [han.id, lando.id], None)
    assert [one.name for one in found.cast] == ["Han"]
    (stats,) = found.games[han.id]
    assert (stats.hands, stats.won, stats.net) == (1, 1, 20)


async def test_bets_that_no_event_tells_count_for_nobody(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    await casino.opened()
    await casino.sits(ANN, "Han")
    await casino.tosses(HEADS, (HAN, "heads", 30))
    monkeypatch.setattr(Toss, "Event", Fell)
    monkeypatch.setattr(games, "games", lambda: {"toss": replace(TOSS, game=Toss())})
    told = await recap(casino)
    assert (nets(told), told.hands, [share.hands for share in told.shares]) == ({"Han": 30}, 0, [0])


async def test_a_toss_without_bets_begins_no_session(casino: Casino) -> None:
    await casino.opened()
    await casino.sits(ANN, "Han")
    await casino.tosses(HEADS, (HAN, "heads", 30))
    evenings = SessionReports(casino.database)
    before = await evenings.last_evening(await evenings.rooms(casino.campaign.id))
    casino.clock.jump(86_400)
    await casino.tosses(HEADS)
    assert await evenings.last_evening(await evenings.rooms(casino.campaign.id)) == before
    told = await recap(casino, Span(casino.clock.now() - 60, casino.clock.now() + 60))
    assert (told.rooms, told.began, told.longest) == ((), None, None)


async def test_an_undone_hand_is_named_and_what_it_moved_does_not_count(honest: TableHarness) -> None:
    await honest.lively_hand()
    before = nets(await recap(honest))
    await honest.lively_hand()
    await honest.undoes_hand()
    told = await recap(honest)
    assert nets(told) == before
    assert [hand.number for hand in told.undone] == [2]
    assert told.hands == 1


async def test_a_hand_that_was_played_on_after_an_undo_counts_as_it_ended(honest: TableHarness) -> None:
    await honest.deals()
    await honest.quiet_turn()
    await honest.undoes_action()
    await honest.play_out()
    told, table = await recap(honest), await honest.table()
    assert [hand.number for hand in told.taken_up] == [1]
    assert (told.hands, told.undone) == (1, ())
    assert nets(told) == {table.names[chair.seat]: chair.chips - 500 for chair in table.record.chairs}
    assert told.pot is not None
    assert told.pot.is_whole


async def kept(place: Backroom, person: Person) -> tuple[KeptSecret, ...]:
    evenings = SessionReports(place.database)
    rooms = await evenings.rooms(place.campaign.id)
    return await kept_at(place.database, place.tables, rooms, person, 0.0, float(2**52))


async def test_recap_shows_cheats_of_finished_hands_to_the_host(backroom: Backroom) -> None:
    await backroom.gathers()
    await backroom.rethrows(BEN, LANDO)
    assert await kept(backroom, PROXIMA) == ()
    await backroom.pass_all()
    await backroom.rules_on_it()
    ((one),) = await kept(backroom, PROXIMA)
    assert [hand.number for hand in one.hands] == [1]
    assert one.hands[0].sentences[0].startswith("The die of **Lando** is thrown again")
    assert [await kept(backroom, other) for other in (DRYDEN, ANN, BEN)] == [(), (), ()]


async def test_recap_shows_no_cheats_to_players(backroom: Backroom) -> None:
    await backroom.gathers()
    before = await backroom.table()
    await backroom.rethrows(BEN, LANDO)
    await backroom.pass_all()
    after = (await backroom.rules_on_it()).table
    told = await recap(backroom)
    assert told.longest is not None
    assert told.longest.turns == after.record.turn - before.record.turn + 1
    assert "thrown again" not in told.to_json()
