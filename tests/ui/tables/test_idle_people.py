"""Rounds at the tables of the house with three people of whom two are idle: the clicks and seconds of the third."""

from collections.abc import Sequence

import pytest

from playground.people import Player
from tests.ui.tables.evening import Evening

MOST_SECONDS = 10


async def begun(evening: Evening, game: str, people: Sequence[Player], **options: str) -> Evening:
    """Open a live table at which these people sit, and begin a round."""
    await evening.open(command=f"{game} open", clock="120s", **options)
    for person, name in zip(people, ("Han", "Lando", "Roark"), strict=True):
        await evening.sits(person, name)
    await evening.does(people[-1], f"First {(await evening.table()).hand_word}")
    return evening


async def seconds_to_the_result(evening: Evening, person: Player, *clicks: str) -> float:
    """Return the seconds that a round takes from its begin, with these clicks of one person."""
    begin = evening.clock.now()
    await evening.does(person, *clicks)

    async def is_over() -> bool:
        return not (await evening.table()).in_hand

    await evening.passes_until(is_over)
    taken = evening.clock.now() - begin
    await evening.drawn()
    return taken


@pytest.mark.parametrize("game, first", [("roulette", "Red for 10 cr")])
async def test_two_clicks_bring_the_result_from_the_first_round_on(
    evening: Evening, han: Player, lando: Player, game: str, first: str
):
    await begun(evening, game, (han, lando, evening.guest("Cid")))
    for bet in (first, "Same again 10 cr"):
        assert await seconds_to_the_result(evening, han, bet, "Done") <= MOST_SECONDS
        table = await evening.table()
        assert [one.event.result.seats[0].staked for one in table.recent[-1].events] == [10]
        await evening.does(lando, f"Next {table.hand_word}")
