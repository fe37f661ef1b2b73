"""A hand that the GM calls off gives everything back: the stakes, and the cards that were wagered."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine.game import DEALER
from bot.tables.model import Table
from bot.tables.verification.verify import verify_hand
from tests.tables.cantina import BIB, BIBS, HAN, HANS, Cantina, Match
from tests.tables.table_fixtures import ANN, GM

BROUGHT = (("double", "plus_3", "plus_3"), ("tiebreaker",))
"""What Han and Bib have at hand while nothing is wagered."""
MOST_TRIES = 20


@pytest.fixture
async def match(tmp_path: Path) -> AsyncIterator[Match]:
    """Han and Bib at a crooked table, both with cards at hand."""
    place = Cantina(tmp_path / "cantina.db")
    place.numbered_seeds()
    async with place:
        await place.opened(crooked=True)
        match = Match(place, await place.sits(ANN, "Han"), await place.npc_sits("Bib"))
        await place.gives(match.han, *HANS, "plus_3")
        await place.gives(match.bib, *BIBS)
        yield match


async def tries(match: Match) -> Table:
    """Both wager their cards, the match begins, and whoever begins tries to peek."""
    place = match.place
    await place.wagers(ANN, match.han, *HANS, seat=HAN)
    await place.wagers(GM, match.bib, *BIBS, seat=BIB)
    table = await match.begun()
    seat = min(table.to_act)
    return (await place.acts(await place.player(seat), "peek", seat=seat)).table


async def caught(match: Match) -> Table:
    """Play a match in which a cheat is seen and proven; the ones before it are called off."""
    for _ in range(MOST_TRIES):
        table = await tries(match)
        if table.to_act == {DEALER}:
            return table
        await match.place.tables.opening.void(match.place.table_id, match.place.click(GM))
    raise AssertionError("nobody was seen")


async def test_a_match_that_is_called_off_gives_the_wagered_cards_back(match: Match) -> None:
    before = await match.wealth()
    await caught(match)
    over = (await match.place.acts(GM, "verdict", seat=DEALER, ruling="void")).table
    assert not over.in_hand
    assert [chair.wager for chair in over.record.chairs] == [(), ()]
    assert await match.cards() == BROUGHT
    assert await match.wealth() == before
    assert over.said[-2:] == ("**Han** withdraws a Double and a +3.", "**Bib** withdraws a Tiebreaker.")
    await match.nothing_is_lost()
    await match.place.adds_up()


async def test_called_off_hand_is_settled_and_verified(match: Match) -> None:
    table = await caught(match)
    over = (await match.place.acts(GM, "verdict", seat=DEALER, ruling="void")).table
    assert over.record.hand is not None
    assert table.record.hand is not None
    assert over.record.hand.status == "settled"
    found = await verify_hand(match.place.database, over.id, over.record.hand.number, as_gm=True)
    assert found.faults == ()
    assert found.status == "settled"


async def test_wagered_cards_are_played_for_when_the_match_goes_on(match: Match) -> None:
    await caught(match)
    table = (await match.place.acts(GM, "verdict", seat=DEALER, ruling="play_on")).table
    assert table.in_hand
    assert all(chair.wager for chair in table.record.chairs)
