"""Rounds at the tables of the house with three people of whom two are idle: the clicks and seconds of the third."""

from collections.abc import Sequence

import pytest

from playground.people import Player
from tests.ui.tables.evening import Evening, labels

MOST_SECONDS, MOST_CLICKS = 10, 2


@pytest.fixture
async def people(evening: Evening, han: Player, lando: Player) -> Sequence[Player]:
    return han, lando, evening.guest("Cid")


async def begun(evening: Evening, game: str, people: Sequence[Player], clock: str = "120s") -> None:
    """Open a live table at which these people sit, and begin a round."""
    await evening.open(command=f"{game} open", clock=clock)
    for person, name in zip(people, ("Han", "Lando", "Roark"), strict=True):
        await evening.sits(person, name)
    word = (await evening.table()).hand_word
    await evening.does(people[-1], "Deal" if word == "hand" else f"First {word}")


async def seconds_of_a_round(evening: Evening, person: Player, *clicks: str) -> float:
    """Return the seconds from the first of these clicks to the result."""
    begin = evening.clock.now()
    await evening.does(person, *clicks)

    async def is_over() -> bool:
        return not (await evening.table()).in_hand

    if not await is_over():
        await evening.passes_until(is_over)
    taken = evening.clock.now() - begin
    await evening.drawn()
    return taken


@pytest.mark.parametrize(
    "game, clicks", [("roulette", ["Red for 10 cr", "Done"]), ("century", ["Quick pick for 10 cr"])]
)
async def test_two_clicks_bring_the_result_from_the_first_round_on(
    evening: Evening, people: Sequence[Player], game: str, clicks: list[str]
):
    await begun(evening, game, people)
    assert len(clicks) <= MOST_CLICKS
    for bet in (clicks[0], "Same again 10 cr"):
        assert await seconds_of_a_round(evening, people[0], bet, *clicks[1:]) <= MOST_SECONDS
        table = await evening.table()
        assert table.spec.bettors is not None
        assert table.spec.bettors(one.event for row in table.recent[-2:] for one in row.events) == {1}
        await evening.does(people[1], f"Next {table.hand_word}")


async def test_one_click_bets_at_twenty_one_and_each_decision_takes_one(evening: Evening, people: Sequence[Player]):
    await begun(evening, "twentyone", people)
    for bet in ("Bet 20 cr", "Same again 20 cr"):
        await evening.does(people[0], bet)
        await evening.clock.advance(8)
        table = await evening.table()
        assert (table.state.stage == "bets", table.state.box(1).bet) == (False, 20)
        while (table := await evening.table()).in_hand:
            assert table.to_act == {1}
            await evening.does(people[0], "No insurance" if table.state.stage == "insurance" else "Stand")
        assert {chair.seat: chair.is_out for chair in table.record.chairs} == {1: False, 2: False, 3: False}
        await evening.does(people[1], "Next hand")


async def test_bounder_waits_for_no_idle_shooter_and_no_idle_bettor(evening: Evening, people: Sequence[Player]):
    """One person stakes, keeps and rolls with a click each; the others do nothing."""
    evening.roll(1, 14, 2, 4, 6, 5)
    await begun(evening, "bounder", people)
    assert (await evening.table()).state.shooter == 1
    begin = evening.clock.now()
    await evening.clock.advance(8)
    await evening.drawn()
    await evening.does(people[1], "Stake 10 cr", "Keep the stake", "Roll")
    assert labels(evening.message)[0] == "Lando: Roll now"
    await evening.clock.advance(8)
    table = await evening.table()
    assert (table.in_hand, table.state.result.nets) == (False, {2: 10})
    assert evening.clock.now() - begin <= 2 * 8 + 5


async def test_shooter_who_types_a_stake_keeps_the_dice(evening: Evening, people: Sequence[Player]):
    evening.roll(1, 14)
    await begun(evening, "bounder", people)
    await people[0].click(evening.message, "Stake…")
    await evening.clock.advance(25)
    await people[0].submit(None, {"How much do you stake?": "25"})
    assert (await evening.table()).state.gambler(1).stake == 25


async def test_bet_that_is_typed_again_keeps_the_bets_open(evening: Evening, people: Sequence[Player]):
    await begun(evening, "bounder", people, clock="off")
    shooter = people[(await evening.table()).state.shooter - 1]
    await shooter.click(evening.message, "Stake…")
    await evening.clock.advance(28)
    answer = await shooter.submit(None, {"How much do you stake?": "501"})
    await shooter.click(answer.shown, "Try again")
    await evening.clock.advance(28)
    await shooter.submit(None, {"How much do you stake?": "25"})
    assert [one.stake for one in (await evening.table()).state.gamblers if one.stake] == [25]


async def test_bets_at_bounder_are_in_one_menu(evening: Evening, people: Sequence[Player]):
    evening.roll(1, 14, 2, 4, 6, 5)
    await begun(evening, "bounder", people)
    assert labels(evening.message)[:3] == ["Han: Stake 10 cr", "Stake…", "Pass the dice"]
    await evening.does(people[0], "Stake 10 cr", "Keep the stake")
    moves = labels(evening.message)[: labels(evening.message).index("My seat")]
    assert moves == ["Han: Roll", "On the point: 10 cr", "Bet…", "Done"]
    await evening.fills(people[1], "Bet…", {"Which?": "All even: 5 cr to 500 cr", "How much?": "25"})
    await evening.fills(people[0], "Bet…", {"Which?": "Three of a kind: 5 cr to 490 cr", "How much?": "the most"})
    await evening.drawn()
    state = (await evening.table()).state
    assert [(one.bets.all_even, one.bets.triple) for one in state.gamblers] == [(0, 490), (25, 0), (0, 0)]
    async with evening.nothing_changes():
        answer = await evening.fills(people[2], "Bet…", {"Which?": "On the point: 5 cr to 500 cr", "How much?": "501"})
        assert "You have only 500 cr." in answer.text
    await evening.does(people[1], "Done")
    moves = labels(evening.message)[: labels(evening.message).index("My seat")]
    assert moves == ["Han: Roll", "On the point: 10 cr", "Bet…", "Done", "Remove bets"]
    await evening.does(people[0], "Roll", "Roll now")
    assert (await evening.table()).state.result.nets == {1: 10 - 490, 2: 25}


async def test_bets_for_several_npcs_go_through_the_menu(evening: Evening, people: Sequence[Player]):
    evening.roll(1, 14, 2, 4, 6, 5)
    await evening.open(command="bounder open", clock="120s")
    await evening.sits(people[0], "Han")
    for _ in range(2):
        await evening.adds_npc()
    await evening.does(people[0], "First round", "Stake 10 cr", "Keep the stake")
    answer = await evening.privately(evening.gm, "Bet…")
    await evening.gm.click(answer.shown, "The same for all")
    await evening.gm.submit(None, {"Which?": "All odd: 5 cr to 250 cr", "How much?": "5"})
    state = (await evening.table()).state
    assert [one.bets.all_odd for one in state.gamblers] == [0, 5, 5]
