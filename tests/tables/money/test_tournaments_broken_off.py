"""Where a tournament never comes to its end, the prize goes to those still in, or back to the payer."""

import json
from typing import Any

import pytest

from bot import games as catalog
from bot.db import Statement
from bot.engine.spec import AnySpec
from bot.errors import NotAllowed, TooLate
from tests.tables.arena import Arena, games_with_bidding
from tests.tables.table_fixtures import ANN, BEN, CID, GM, HAN, LANDO, ROARK

DAY = 86_400.0
GIVEN_BACK = "The tournament can no longer be read, so its prize goes back: "


async def record_becomes(arena: Arena, **changes: Any) -> None:
    """Change these values of the stored record, and restart the bot."""
    (row,) = await arena.file.fetch("SELECT record FROM tables WHERE id = ?", arena.table_id)
    record = json.dumps(json.loads(row["record"]) | changes)
    await arena.file.apply(Statement("UPDATE tables SET record = ? WHERE id = ?", (record, arena.table_id)))
    await arena.restart()


async def test_closing_in_it_shares_the_prize_by_points(arena: Arena) -> None:
    han, lando, roark = await arena.begins("Han", "Lando", "Roark")
    await arena.plays(49, 48, 0)
    assert await arena.points() == {HAN: 150, LANDO: 51, ROARK: 99}
    await arena.deals(ANN)
    await arena.bids(100)
    table = await arena.closes()
    assert table.said[-2] == "The table is closed."
    assert table.said[-1] == (
        "The tournament is called off. The players still in share its prize by their chips: 300 cr to **Han**, "
        "102 cr to **Lando** and 198 cr to **Roark**."
    )
    assert [await arena.purse(who) for who in (han, lando, roark)] == [1100, 902, 998]
    assert table.record.prize == 0
    assert table.tournament is None
    await arena.adds_up()


async def test_broken_off_prize_skips_players_who_are_out_or_gave_up(arena: Arena) -> None:
    *_, roark = await arena.begins("Han", "Lando", "Roark")
    await arena.leaves(CID)
    assert (await arena.closes()).said[-1].endswith("by their chips: 300 cr to **Han** and 300 cr to **Lando**.")
    assert await arena.purse(roark) == 800
    await arena.adds_up()


async def test_only_the_gm_closes_a_table_while_it_is_on(arena: Arena) -> None:
    await arena.opened(ANN)
    han, _ = await arena.sit("Han", "Lando")
    await arena.deals(ANN)
    await arena.tables.opening.void(arena.table_id, arena.click(GM))
    async with arena.refuses("Only the GM closes a table in a tournament.", NotAllowed):
        await arena.closes(ANN)
    await arena.leaves(BEN)
    await arena.enters(ANN)
    assert await arena.purse(han) == 1000
    assert not (await arena.closes(ANN)).is_open
    assert await arena.purse(han) == 1200, "what was paid for the next one comes back"
    await arena.adds_up()


async def test_one_that_can_not_be_read_any_more_is_given_back_at_the_deal(arena: Arena) -> None:
    han, lando = await arena.begins("Han", "Lando")
    await arena.tables.opening.void(arena.table_id, arena.click(GM))
    await record_becomes(arena, carry="[")
    table = await arena.deals(ANN)
    assert not table.in_hand
    assert table.said[-1] == f"{GIVEN_BACK}200 cr to **Han** and 200 cr to **Lando**."
    assert (await arena.purse(han), await arena.purse(lando)) == (1000, 1000)
    await arena.adds_up()
    await arena.enters(ANN)
    await arena.enters(BEN)
    assert (await arena.deals(ANN)).in_hand
    await arena.adds_up()


async def standing_becomes(arena: Arena, **changes: Any) -> None:
    """Change these values of the stored standing, and restart the bot."""
    carry = json.loads((await arena.table()).record.carry or "")
    await record_becomes(arena, carry=json.dumps(carry | {"standing": carry["standing"] | changes}))


@pytest.mark.parametrize("fee, purses", [(7, [1001, 999, 1000]), (0, [1000] * 3)])
async def test_odd_coins_of_a_broken_off_prize_go_to_those_with_the_most_points(
    arena: Arena, fee: int, purses: list[int]
) -> None:
    who = await arena.begins("Han", "Lando", "Roark", fee=fee)
    await arena.plays(2, 1, 0)
    assert await arena.points() == {HAN: 103, LANDO: 98, ROARK: 99}
    await arena.clock.advance(7 * DAY)
    assert not (await arena.tables.opening.close_untouched(arena.table_id)).is_open
    assert [await arena.purse(one) for one in who] == purses
    await arena.adds_up()


@pytest.mark.parametrize("lost", ["who entered", "what was paid", "what lies there"])
async def test_one_whose_prize_nobody_could_win_is_given_back_and_the_next_counts_on(arena: Arena, lost: str) -> None:
    who = await arena.begins("Han", "Lando")
    await arena.tables.opening.void(arena.table_id, arena.click(GM))
    match lost:
        case "who entered":
            await record_becomes(arena, entered=[])
        case "what was paid":
            await standing_becomes(arena, prize=500)
        case _:
            await record_becomes(arena, prize=399)
    assert (await arena.table()).is_adrift
    table = await arena.deals(ANN)
    assert table.said[-1] == f"{GIVEN_BACK}200 cr to **Han** and 200 cr to **Lando**."
    assert [await arena.purse(one) for one in who] == [1000, 1000]
    async with arena.refuses("The table has moved on. Look at its latest message.", TooLate):
        await arena.tables.playing.deal(arena.table_id, arena.click(ANN, turn=table.record.turn - 1))
    await arena.enters(ANN)
    await arena.enters(BEN)
    assert (await arena.deals(ANN)).said[-1].startswith("Tournament 2 begins")
    await arena.adds_up()


async def test_prize_is_returned_when_the_entrants_are_lost_before_the_last_hand(arena: Arena) -> None:
    han, _ = await arena.begins("Han", "Lando")
    await arena.plays(99, 98)
    await arena.deals()
    await record_becomes(arena, entered=[])
    table = await arena.bids(1)
    assert (table.in_hand, table.is_adrift, table.record.prize) == (False, True, 400)
    await arena.adds_up()
    table = await arena.closes()
    assert table.said[-1] == f"{GIVEN_BACK}200 cr to **Han** and 200 cr to **Lando**."
    assert await arena.purse(han) == 1000
    await arena.adds_up()


async def test_prize_that_only_the_ledger_knows_is_returned(arena: Arena) -> None:
    han, _ = await arena.begins("Han", "Lando")
    await record_becomes(arena, prize=0)
    await arena.closes()
    assert await arena.purse(han) == 1000
    await arena.adds_up()


async def test_returned_prize_includes_fees_for_buying_back_in(arena: Arena) -> None:
    await arena.begins("Han", "Lando", "Roark", rebuys=1)
    await arena.plays(99, 0, 98)
    await arena.plays(1, 0)
    await arena.enters(CID)
    await record_becomes(arena, carry="{}")
    table = await arena.closes()
    assert table.said[-1] == f"{GIVEN_BACK}200 cr to **Han**, 200 cr to **Lando** and 400 cr to **Roark**."
    await arena.adds_up()


async def test_the_prize_of_a_game_that_is_gone_is_given_back(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    await arena.begins("Han", "Lando")
    without: dict[str, AnySpec] = {key: one for key, one in games_with_bidding().items() if key != "bidding"}
    monkeypatch.setattr(catalog, "games", lambda: without)
    await arena.restart()
    await arena.leaves(ANN)
    assert (await arena.closes()).said[-1] == f"{GIVEN_BACK}200 cr to **Han** and 200 cr to **Lando**."
    await arena.adds_up()


async def test_prize_of_an_unreadable_table_is_returned_by_the_ledger(arena: Arena) -> None:
    han, lando = await arena.begins("Han", "Lando")
    await arena.plays(99, 98)
    await arena.plays(1)
    await arena.enters(ANN)
    await arena.enters(BEN)
    await arena.deals(ANN)
    await arena.file.apply(Statement("UPDATE tables SET record = '{' WHERE id = ?", (arena.table_id,)))
    await arena.restart()
    assert (await arena.table()).record.prize == 400
    assert (await arena.closes()).said[-1] == f"{GIVEN_BACK}200 cr to **Han** and 200 cr to **Lando**."
    assert (await arena.purse(han), await arena.purse(lando)) == (1200, 800)
    await arena.adds_up()


async def test_a_tournament_whose_players_left_while_its_game_was_gone_goes_on_without_them(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    await arena.begins("Han", "Lando", "Roark")
    await arena.tables.opening.void(arena.table_id, arena.click(GM))
    games = catalog.games()
    monkeypatch.setattr(catalog, "games", dict)
    await arena.restart()
    await arena.leaves(CID)
    monkeypatch.setattr(catalog, "games", lambda: games)
    await arena.restart()
    table = await arena.deals(ANN)
    assert table.said[-1] == "**Roark** gives up. 100 chips go into the next pot."
    assert [player.seat for player in table.state.deal.players] == [HAN, LANDO]
    assert ROARK not in await arena.points()
    await arena.adds_up()
