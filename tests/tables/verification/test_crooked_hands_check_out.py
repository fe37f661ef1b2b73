"""Whatever is tried on the side, at whatever game: the GM's check of the hand finds nothing wrong, and what nobody has
noticed left the table as everybody sees it.
"""

import itertools
import random
from pathlib import Path

import pytest

from bot import games
from bot.campaigns import Pace
from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import DEALER
from bot.errors import PlayerError
from bot.tables.model import Seeds, Table
from bot.tables.verification.verify import verify_hand
from tests.laws.hands import values_of
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, GM, TableHarness, later

GAMES = [key for key, spec in games.games().items() if isinstance(spec.game, Cheatable) or spec.game.has_dealer]
HANDS = 3
MOST_STEPS = 120


async def at_a_table(place: TableHarness, key: str) -> None:
    game = games.spec_of(key).game
    rules, click = next(iter(game.presets.values())), place.click(GM)
    rules, bring = rules.evolve(crooked=True) if isinstance(game, Cheatable) else rules, game.buy_in(rules)
    open_table = place.tables.opening.open
    table = await open_table(place.campaign, click, key, rules, places=(CHANNEL,), pace=Pace(), auto_deal=False)
    place.table_id = table.id
    for person, name in ((ANN, "Han"), (BEN, "Lando"))[: game.seats[-1]]:
        await place.sits(person, name, min(bring.usual, max(bring.low, 1000)))


async def somebody_acts(place: TableHarness, table: Table, dice: random.Random) -> Table:
    """Make a move for any seat, to act or not, or let the clock act. Refused moves are skipped."""
    able = [seat for seat in (DEALER, *table.dealt_in) if table.moves(seat)]
    if table.pause is not None or not able:
        return await later(place, table.pause or 0)
    seat = dice.choice(able)
    move = dice.choice(table.moves(seat))
    by = GM if seat == DEALER else await place.player(seat)
    try:
        return (await place.acts(by, move.key, seat=seat, **values_of(move, dice))).table
    except PlayerError:
        waiting = min(table.to_act)
        return (await place.tables.playing.time_out(place.table_id, place.click(GM), waiting)).table


def require_unseen(before: Table, after: Table) -> None:
    unseen = {name: getattr(after.record, name) for name in ("version", "sequence", "hand")}
    assert after.record == before.record.evolve(**unseen)
    panels = [table.spec.panel(table.state, None, table.voice) for table in (before, after)]
    assert panels[0] == panels[1]


@pytest.mark.parametrize("key", GAMES)
async def test_whatever_is_tried_the_hand_checks_out(tmp_path: Path, key: str) -> None:
    place, number, dice = (
        TableHarness(tmp_path / "harness.db"),
        itertools.count(),
        random.Random(f"{key} 5"),
    )
    place.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
    async with place:
        await at_a_table(place, key)
        quiet = 0
        for hand in range(1, HANDS + 1):
            if len((await place.table()).ready) < games.spec_of(key).game.seats[0]:
                break
            table = await place.deals(GM)
            for _ in range(MOST_STEPS):
                if not table.in_hand:
                    break
                before, table = table, await somebody_acts(place, table, dice)
                if table.in_hand and table.record.turn == before.record.turn:
                    quiet += 1
                    require_unseen(before, table)
            if table.in_hand:
                table = await place.tables.opening.void(place.table_id, place.click(GM))
            await place.adds_up()
            found = await verify_hand(place.database, place.table_id, hand, as_gm=True)
            assert (found.faults, found.open_draws) == ((), 0)
        assert quiet
