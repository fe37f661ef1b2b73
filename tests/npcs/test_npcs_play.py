"""NPCs that play by themselves: when they move, whom they wait for, and how it is written down."""

import pytest

from bot import games
from bot.campaigns import Pace
from bot.engine.moves import find
from bot.errors import TooLate
from bot.npcs.autopilot import MOST_OF_ONE_CHOICE
from bot.processes import TookTooLong, WorkerLost
from bot.tables.autopilot import Moment
from bot.tables.events import NobodyPlayed
from bot.tables.hand.engine import committed_rng
from bot.tables.hand.timing import remind_at
from bot.tables.model import PEOPLE, Table
from bot.tables.verification.verify import verify_hand
from bot.worker import DecisionQuestion
from tests.npcs.parlour import Parlour
from tests.tables.table_fixtures import ANN, CHANNEL, GM, MINUTE

HAN, KETT, MIRRA = 1, 2, 3


def silent(_: Table, __: Table | None) -> None:
    return None


async def test_npcs_alone_play_a_hand_to_its_end(parlour: Parlour):
    parlour.tables.store.dealer.chances = committed_rng
    await parlour.opened()
    await parlour.seats("Kett", "steady")
    await parlour.seats("Mirra", "drunk")
    await parlour.seats("Orla", "shark")
    await parlour.deals(GM)
    table = await parlour.plays_on()
    hand = table.record.hand
    assert hand is not None
    assert hand.status == "settled"
    assert not hand.attended
    _, *moves = await parlour.log()
    assert {(row["how"], row["cause"], row["actor"]) for row in moves} == {("npc", "npc", None)}
    assert [row["key"] for row in moves] == [f"npc:{table.id}:{row['turn'] - 1}:{row['seat']}" for row in moves]
    assert "npc" not in PEOPLE
    checked = await verify_hand(parlour.database, table.id, 1)
    assert (checked.clicks, checked.faults) == (1, ())
    await parlour.adds_up()


async def test_npcs_wait_for_the_player_to_move(playing: Parlour):
    table = await playing.plays_on()
    assert table.to_act == {HAN}
    await playing.stays()
    after = (await playing.acts(ANN, "fold" if "fold" in {move.key for move in table.moves(HAN)} else "check")).table
    assert after.to_act <= {KETT, MIRRA}


async def test_npcs_pause_a_believable_time_before_a_move(playing: Parlour):
    await playing.stays(2.9)
    await playing.moves_on()
    assert (await playing.log())[-1]["seat"] == KETT


async def test_an_npc_takes_at_most_half_of_what_is_left_on_the_clock(parlour: Parlour):
    await parlour.opened(pace=Pace.of("seconds", 15))
    await parlour.sits(ANN, "Han")
    await parlour.seats("Kett", "cautious")
    table = await parlour.deals(GM)
    while not table.piloted:
        table = (await parlour.acts(ANN, "check")).table
    deadline = table.record.deadline
    assert deadline is not None
    await parlour.moves_on()
    last = (await parlour.log())[-1]
    assert last["how"] == "npc"
    assert last["at"] <= deadline - 7.5


async def test_a_paused_table_waits(playing: Parlour):
    await playing.tables.opening.pause(playing.table_id, playing.click(GM))
    await playing.stays()
    await playing.tables.opening.resume(playing.table_id, playing.click(GM))
    await playing.moves_on()
    assert (await playing.log())[-1]["how"] == "npc"


async def test_a_hand_goes_on_after_a_restart(playing: Parlour):
    await playing.clock.advance(1)
    await playing.restart()
    await playing.moves_on()
    assert (await playing.log())[-1]["seat"] == KETT


async def test_a_decision_for_a_past_moment_is_dropped(playing: Parlour):
    table = await playing.table()
    kett = await playing.chair(KETT)
    passed = Moment(table.hand_id, kett.asked)
    await playing.moves_on()
    before = await playing.everything()
    with pytest.raises(TooLate):
        await playing.tables.playing.pilot(playing.table_id, KETT, passed, None, silent)
    assert await playing.everything() == before


async def test_a_hand_of_npcs_alone_is_not_followed_by_a_deal(parlour: Parlour):
    await parlour.opened(pace=MINUTE, auto_deal=True)
    await parlour.seats("Kett")
    await parlour.seats("Mirra")
    await parlour.deals(GM)
    table = await parlour.plays_on()
    assert not table.in_hand
    assert table.record.deadline is None
    assert (await parlour.happened())[-1] == NobodyPlayed()


async def test_no_gm_is_reminded_of_an_npc_on_autopilot(parlour: Parlour):
    await parlour.opened(pace=MINUTE)
    await parlour.seats("Kett")
    await parlour.seats("Mirra", None)
    table = await parlour.deals(GM)
    if table.piloted:
        assert remind_at(table) is None
        table = await parlour.moves_on()
    assert remind_at(table) is not None


CHECK = '{"kind":"check"}'


async def test_a_slow_decision_is_asked_for_less_and_then_left_to_the_rules(seated: Parlour):
    seated.crew.fails = [TookTooLong("no answer within 3 seconds"), TookTooLong("no answer within 3 seconds")]
    await seated.deals(GM)
    await seated.moves_on()
    first, second = seated.crew.asked[:2]
    assert second.budget < first.budget
    assert (await seated.log())[-1]["action"] == CHECK


async def test_a_lost_workers_question_is_asked_again_before_a_smaller_one(seated: Parlour):
    seated.crew.fails = [WorkerLost("the worker has gone away"), WorkerLost("the worker has gone away")]
    await seated.deals(GM)
    await seated.moves_on()
    first, second, third = seated.crew.asked[:3]
    assert second == first
    assert third.budget < first.budget


@pytest.mark.parametrize("decided", ['{"kind":"bet","to":100000}', '{"kind":"sing"}', None])
async def test_a_refused_move_is_decided_again_and_then_left_to_the_rules(
    seated: Parlour, decided: str | None, caplog: pytest.LogCaptureFixture
):
    """As what is no move, and letting others go first where no other is asked."""
    seated.crew.instead = lambda _: decided
    await seated.deals(GM)
    await seated.moves_on()
    asked_again = len({question.seed for question in seated.crew.asked[:3]}) == 1
    assert asked_again is (decided is not None and "bet" in decided)
    assert (await seated.log())[-1]["action"] == CHECK
    assert ("chose an impossible move" in caplog.text) is (decided is not None and "sing" in decided)


async def test_an_npc_that_lets_others_go_first_decides_again_after_a_move(parlour: Parlour):
    """Two bet beside each other: one waits for the other, and the rules end only what nobody would."""
    await opens_roulette(parlour, "Kett", "Mirra")
    asked: list[str] = []

    def after_you(question: DecisionQuestion) -> str | None:
        asked.append(question.seed)
        return None if len(asked) < 3 else filled_in(question, "done")

    parlour.crew.instead = after_you
    await parlour.deals(GM)
    await parlour.moves_on()
    await parlour.moves_on()
    assert len(set(asked)) >= 3
    assert {row["seat"] for row in await parlour.log() if row["how"] == "npc"} == {1, 2}


async def test_bets_without_end_are_ended_by_the_rules(parlour: Parlour):
    await opens_roulette(parlour, "Kett")
    parlour.crew.instead = lambda question: filled_in(question, question.moves[0].key)
    table = await parlour.deals(GM)
    while table.piloted:
        table = await parlour.moves_on()
    moves = [row for row in await parlour.log() if row["how"] == "npc"]
    assert len(moves) == MOST_OF_ONE_CHOICE + 1


def filled_in(question: DecisionQuestion, key: str) -> str:
    """Return the move of that key, otherwise the last one offered, with the least of everything."""
    move = find(question.moves, key) or question.moves[-1]
    values = {field.name: field.bounds()[0] for field in move.fields}
    return games.spec_of(question.game).game.action(move.key, values).to_json()


async def opens_roulette(place: Parlour, *names: str) -> None:
    """Open a table of roulette that only those NPCs sit at."""
    rules = next(iter(games.spec_of("roulette").game.presets.values()))
    place.chances_are_sealed()
    table = await place.tables.opening.open(
        place.campaign, place.click(GM), "roulette", rules, places=(CHANNEL,), pace=Pace()
    )
    place.table_id = table.id
    for name in names:
        await place.seats(name, "steady", table.spec.game.buy_in(rules).usual)
