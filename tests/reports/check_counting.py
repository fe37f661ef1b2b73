"""Whose hands count, at evenings of every game with undos and void hands: against the chips that lay on the table."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.engine.tournament import Standing
from bot.errors import PlayerError
from bot.reports.money import seats_at
from bot.reports.service import ALWAYS, SessionReports
from bot.tables.store import hand_rows, log_of
from bot.tables.verification.check import last_way
from bot.tables.verification.replay import last_state
from tests.scale import scaled
from tests.tables.table_fixtures import GM
from tests.tables.undo.test_any_undo import GAMES, Revel

HANDS, STEPS = 12, 7


async def played_on(place: Revel) -> None:
    """Let anything happen for a while, and then bring the hand to its end, quietly."""
    for _ in range(STEPS):
        await place.something()
    for _ in range(300):
        table = await place.table()
        if not table.in_hand:
            return
        if table.is_paused:
            await place.tables.opening.resume(place.table_id, place.click(GM))
        try:
            await place.quiet_turn()
        except PlayerError:
            await place.clock.advance(90)
            await place.tables.playing.tick(place.table_id)


def bets_in(game: str, state: Any) -> Counter[int]:
    """Count the bets of each seat in the last state of a hand, by the rules alone; 1 for all that lies in a pot."""
    state = getattr(state, "inner", state)
    match game:
        case "roulette":
            return Counter({one.seat: len(one.bets) for one in state.gamblers})
        case "century":
            return Counter({one.seat: len(one.tickets) for one in state.gamblers})
        case "bounder":
            return Counter({one.seat: len(one.laid) for one in state.gamblers})
        case "twentyone":
            return Counter({one.seat: int(one.bet > 0) for one in state.boxes})
        case "klingon" | "baldur":
            return Counter({one.seat: int(one.paid > 0) for one in state.betting.bettors if one.seat > 0})
        case _:
            return Counter(player.seat for player in state.deal.players)


async def counted_by_hand(place: Revel, game: str) -> tuple[Counter[int], Counter[int]]:
    """Count hands and bets of each seat from the replayed states of the hands that stand."""
    hands, bets = Counter[int](), Counter[int]()
    numbers = {row["number"] for row in await place.file.fetch("SELECT number FROM hands")}
    for number in numbers:
        revisions = await hand_rows(place.database, place.table_id, number)
        last = revisions[-1]
        if last["status"] != "settled" or last["undone_at"] is not None:
            continue
        hand = last_way(revisions, await log_of(place.database, place.table_id, number))
        outcome = hand.spec.game.outcome(state := last_state(hand))
        assert outcome is not None
        if outcome.is_void:
            continue
        standing: Standing | None = getattr(outcome.carry, "standing", None)
        made = bets_in(game, state) if standing is None else Counter(seat for seat, _ in outcome.stacks)
        hands.update(seat for seat, count in made.items() if count)
        bets += made
    return hands, bets


@pytest.mark.parametrize("game, options", GAMES, ids=lambda one: one if isinstance(one, str) else str(one))
async def test_hands_and_bets_that_count_are_those_with_chips_on_the_table(
    tmp_path: Path, game: str, options: dict[str, object]
) -> None:
    counted = 0
    for evening in range(scaled(3)):
        async with Revel(tmp_path / f"counted {evening}.db", seed=2 * len(game) + evening) as place:
            await place.begins(game, options, bankroll="house")
            for _ in range(HANDS):
                await played_on(place)
            hands, bets = await counted_by_hand(place, game)
            counted += hands.total()
            evenings = SessionReports(place.database)
            seats = await seats_at(place.database, place.table_id)
            rooms = await evenings.rooms(place.campaign.id)
            found = await evenings.fared(place.campaign.id, rooms, set(seats.values()))
            by_hand, bets_by_hand = Counter[int](), Counter[int]()
            for seat, character in seats.items():
                by_hand[character] += hands[seat]
                bets_by_hand[character] += bets[seat]
            counts = {who: stats[0].hands for who, stats in found.games.items()}
            assert counts == +by_hand | dict.fromkeys(counts.keys() - (+by_hand).keys(), 0)
            recap = await evenings.recap(rooms, ALWAYS)
            assert {share.character_id: share.hands for share in recap.shares if share.hands} == +by_hand
            if game in {"roulette", "century"}:
                luck = {who: sum(one.count for one in stats[0].luck) for who, stats in found.games.items()}
                assert +Counter(luck) == +bets_by_hand
    assert counted
