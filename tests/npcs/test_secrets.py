"""Questions to workers, and the moments of an NPC's moves: both follow from what the seat sees."""

import pickle
import pickletools
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot import games
from bot.campaigns import Pace
from bot.engine.cheating.wrapper import Crooked
from bot.engine.options import with_options
from bot.npcs.autopilot import pause_before_move, question_for
from bot.tables.model import Chair, Seeds, Table
from bot.ui.pages.win_chance import chances_question
from bot.worker import answer_question, unpacked
from tests.e2e.hidden_cards import dealt
from tests.npcs.parlour import Parlour
from tests.tables.table_fixtures import ANN, CHANNEL, GM, loaded

KETT = 2
KETTS = "1d 4h 6s 13c 13d"


@asynccontextmanager
async def world(path: Path, hans: str, *, kett: str = KETTS, golem: str = "5c 10d 3s 8h 7d") -> AsyncIterator[Parlour]:
    """Golem with Ann's Han and the NPC Kett, with the same seeds in all worlds."""
    async with Parlour(path) as place:
        place.tables.store.dealer.chances = loaded(dealt(kett, hans, golem))
        place.tables.store.seeds = lambda: Seeds(open="01" * 32, closed="02" * 32)
        rules = next(iter(games.spec_of("golem").game.presets.values()))
        pace = Pace.of("seconds", 60)
        table = await place.tables.opening.open(
            place.campaign, place.click(GM), "golem", rules, places=(CHANNEL,), pace=pace
        )
        place.table_id = table.id
        await place.sits(ANN, "Han")
        await place.seats("Kett", "shark")
        await place.deals(ANN)
        yield place


async def asked(place: Parlour) -> tuple[Table, Chair]:
    return await place.table(), await place.chair(KETT)


async def test_hidden_cards_do_not_change_questions_answers_or_an_npcs_pause(tmp_path: Path):
    found: list[tuple[object, ...]] = []
    for name, hans in (("one", "2c 5s 9d 13h 7c"), ("other", "11c 11d 11h 11s 12c")):
        async with world(tmp_path / f"{name}.db", hans) as place:
            table, kett = await asked(place)
            decision, chances = question_for(table, kett, 50), chances_question(table, kett)
            assert chances is not None
            now = place.clock.now()
            answers = [answer_question(question.packed()) for question in (decision, replace(chances, budget=50))]
            found.append((decision, chances.view, chances.rules, answers, pause_before_move(table, kett, now)))
            for question in (decision, chances):
                assert table.spec.hand(table.state, 1, table.voice).text not in str(pickle.dumps(question))
    one, other = found
    assert one == other


async def test_an_npcs_own_cards_do_not_change_its_pause(tmp_path: Path):
    pauses: set[float] = set()
    for number, own in enumerate((KETTS, "2d 5h 9s 12c 1h", "13c 13d 13h 13s 1c")):
        async with world(tmp_path / f"{number}.db", "3c 7s 10d 11h 8c", kett=own, golem="5c 6d 3s 8h 7d") as place:
            table, kett = await asked(place)
            pauses.add(pause_before_move(table, kett, place.clock.now()))
    assert len(pauses) == 1


@pytest.mark.parametrize("key", ["golem", "klingon", "pazaak", "pilok"])
async def test_no_state_leaves_the_bot(parlour: Parlour, key: str):
    rules = next(iter(games.spec_of(key).game.presets.values()))
    parlour.chances_are_sealed()
    table = await parlour.tables.opening.open(
        parlour.campaign, parlour.click(GM), key, rules, places=(CHANNEL,), pace=Pace()
    )
    parlour.table_id = table.id
    bounds = table.spec.game.buy_in(rules)
    for name in ("Kett", "Mirra"):
        npc = await parlour.npc(name)
        await parlour.grants(npc, 10 * bounds.usual)
        await parlour.tables.seating.sit(table.id, parlour.click(GM), npc, bounds.usual)
    table = await parlour.deals(GM)
    state = type(table.state).__name__
    for chair in table.piloted:
        for question in (question_for(table, chair), chances_question(table, chair)):
            if question is not None:
                assert state not in _named(question.packed())
                assert unpacked(question.packed()) == question


def _named(sent: bytes) -> Sequence[str]:
    """Every word in a pickle: the classes in it are among them."""
    return [value for operation, value, _ in pickletools.genops(sent) if isinstance(value, str) and operation]


async def test_at_a_crooked_table_questions_are_about_the_honest_game(parlour: Parlour):
    rules = with_options(next(iter(games.spec_of("pilok").game.presets.values())), {"crooked": True})
    table = await parlour.tables.opening.open(
        parlour.campaign, parlour.click(GM), "pilok", rules, places=(CHANNEL,), pace=Pace()
    )
    parlour.table_id = table.id
    parlour.chances_are_sealed()
    await parlour.seats("Kett", "reckless")
    await parlour.seats("Mirra")
    table = await parlour.deals(GM)
    assert isinstance(table.spec.game, Crooked)
    (chair, *_) = table.piloted
    question = question_for(table, chair)
    chances = chances_question(table, chair)
    assert chances is not None
    for asked_about in (question, chances):
        assert type(asked_about.view) is games.spec_of("pilok").game.View
    assert any(move.aside for move in table.moves(chair.seat))
    assert not any(move.aside for move in question.moves)


async def test_nobody_foresees_a_bluff(playing: Parlour):
    """The seed of an NPC's own chance doesn't follow from public facts, and isn't the seed of the hand."""
    table, kett = await asked(playing)
    hand = table.record.hand
    assert hand is not None
    other = table.evolve(hand=hand.evolve(seeds=hand.seeds.evolve(closed="03" * 32)))
    seeds = question_for(table, kett).seed, question_for(other, kett).seed
    assert len({*seeds, hand.seeds.closed, hand.seeds.open}) == 4
