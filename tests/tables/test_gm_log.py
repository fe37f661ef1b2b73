"""The GM's log: what only the keeper may know is kept from everybody else, and reaches the channel of the GMs."""

import pytest

from bot.db import Statement
from bot.engine.game import DEALER
from bot.errors import NotAllowed
from bot.tables.gm_log import GmLogHand, gm_log, may_check_sealed, notices
from tests.tables.backroom import DRYDEN, PROXIMA, Backroom
from tests.tables.table_fixtures import ANN, BEN, GM_ROLE, HAN, LANDO, TableHarness


async def with_two_cheats(place: Backroom) -> None:
    """Lando throws again in the first round, and the GM throws Han's die again in the second, which goes on."""
    await place.gathers()
    await place.rethrows(BEN, LANDO)
    await place.pass_all()
    await place.rules_on_it()
    await place.deals()
    await place.acts(PROXIMA, "nudge", seat=DEALER, whose=str(HAN))


async def read(place: Backroom, limit: int = 10) -> tuple[GmLogHand, ...]:
    return await gm_log(place.database, await place.table(), PROXIMA, limit)


async def test_the_host_alone_reads_what_was_kept_hand_by_hand_the_latest_last(backroom: Backroom) -> None:
    await with_two_cheats(backroom)
    first, second = await read(backroom)
    assert (first.number, second.number) == (1, 2)
    for hand, name in ((first, "Lando"), (second, "Han")):
        (line,) = hand.sentences
        assert line.startswith(f"The die of **{name}** is thrown again: ")
    table, db = await backroom.table(), backroom.database
    told = [line for row in await backroom.logged() for line in table.narrator.tell(row)]
    assert not any("thrown again" in line for line in (*told, *table.said))
    for person in (ANN, DRYDEN):
        async with backroom.refuses("Only the table's GM reads" if person is ANN else "<@1> holds", NotAllowed):
            await gm_log(db, table, person, 10)
    await backroom.rethrows(BEN, LANDO)
    assert [(hand.number, len(hand.sentences)) for hand in await read(backroom, 2)] == [(2, 2)]
    before = await read(backroom, 3)
    assert [(hand.number, len(hand.sentences)) for hand in before] == [(1, 1), (2, 2)]
    await backroom.tables.opening.void(backroom.table_id, backroom.click(PROXIMA))
    await backroom.restart()
    assert await read(backroom) == before


async def with_leia(place: Backroom, **settings: bool) -> None:
    """Dryden's Leia is in the first round, in which Lando cheats, and not in the second; then Dryden keeps it all."""
    await place.settle_for(gm_role_id=GM_ROLE, **settings)
    await place.opened()
    await place.sits(ANN, "Han")
    await place.sits(BEN, "Lando")
    await place.sits(DRYDEN, "Leia")
    await place.deals()
    await place.rethrows(BEN, LANDO)
    await place.pass_all()
    await place.rules_on_it()
    await place.tables.seating.leave(place.table_id, place.click(DRYDEN))
    await place.deals()
    await place.rethrows(ANN, HAN)
    await place.tables.opening.take_over(place.table_id, place.click(DRYDEN))


@pytest.mark.parametrize("may_play, hands", [(False, [2]), (True, [1, 2])])
async def test_a_gm_reads_of_a_hand_that_they_played_in_only_where_hosts_may_play(
    backroom: Backroom, may_play: bool, hands: list[int]
) -> None:
    await with_leia(backroom, keeper_may_play=may_play)
    assert [hand.number for hand in await gm_log(backroom.database, await backroom.table(), DRYDEN, 10)] == hands


async def test_of_a_hand_that_can_not_be_read_nobody_who_ever_played_there_reads_anything(backroom: Backroom) -> None:
    await with_leia(backroom)
    await backroom.database.apply(Statement("UPDATE hands SET deal = '{' WHERE number = 2", ()))
    assert await gm_log(backroom.database, await backroom.table(), DRYDEN, 10) == ()
    assert not await may_check_sealed(backroom.database, await backroom.table(), DRYDEN, 2)


async def test_gm_log_stays_the_hosts_after_the_table_turned_honest(backroom: Backroom) -> None:
    await backroom.settle_for(gm_role_id=GM_ROLE)
    await backroom.opened(game="pilok", crooked=True)
    await backroom.sits(ANN, "Han")
    await backroom.sits(BEN, "Lando")
    await backroom.deals()
    await backroom.acts(BEN, "accuse", seat=LANDO, whom=str(HAN))
    await backroom.play_out()
    await backroom.tables.opening.change_rules(backroom.table_id, backroom.click(PROXIMA), {"crooked": False})
    (hand,) = await read(backroom)
    assert hand.number == 1
    table = await backroom.table()
    held = "<@1> holds the GM's seat at this table. Take the table over under More… first."
    async with backroom.refuses(held, NotAllowed):
        await gm_log(backroom.database, table, DRYDEN, 10)
    assert [await may_check_sealed(backroom.database, table, by, 1) for by in (PROXIMA, DRYDEN, ANN)] == [
        True,
        False,
        False,
    ]


async def test_kept_row_is_a_gm_notice_for_any_actor(backroom: Backroom) -> None:
    before = await backroom.gathers()
    await backroom.acts(ANN, "shout", seat=HAN)
    after = (await backroom.rethrows(BEN, LANDO)).table
    (notice,) = await notices(backroom.database, before, after)
    assert (notice.seat, [one.audience for one in notice.events]) == (LANDO, [LANDO, "host"])


async def test_game_without_gm_secrets_keeps_nothing(playing: TableHarness) -> None:
    await playing.play_out()
    assert not any(row.has_secrets for row in await playing.logged())
