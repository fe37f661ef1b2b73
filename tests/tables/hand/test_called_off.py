"""A hand that the GM calls off after a cheat was proven moves no coin, whatever is played and for what."""

import itertools
import random
from pathlib import Path

import pytest

from bot import games
from bot.campaigns import Pace
from bot.engine.cheating.sleights import Cheatable
from bot.engine.game import DEALER
from bot.tables.model import Seeds, Table
from bot.tables.verification.verify import verify_hand
from tests.laws.hands import values_of
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, GM, TableHarness, later

SITTINGS = [
    pytest.param(key, name, id=f"{key}-{name}")
    for key, spec in games.games().items()
    if isinstance(spec.game, Cheatable)
    for name in list(spec.game.presets)[:2]
]
MOST_HANDS = 20
BESIDE = {"influence", "read", "accuse"}


async def at_a_crooked_table(place: TableHarness, key: str, preset: str) -> None:
    game = games.spec_of(key).game
    rules, click = game.presets[preset].evolve(crooked=True), place.click(GM)
    open_table, bring = place.tables.opening.open, game.buy_in(rules)
    table = await open_table(place.campaign, click, key, rules, places=(CHANNEL,), pace=Pace(), auto_deal=False)
    place.table_id = table.id
    for person, name in ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark"))[: game.seats[-1]]:
        await place.sits(person, name, min(bring.usual, max(bring.low, 1000)))


async def once_somebody_is_caught(place: TableHarness, dice: random.Random) -> Table:
    """Hands are played in which everybody tries every sleight that there is, until one waits for the GM."""
    for _ in range(MOST_HANDS):
        table = await place.deals(GM)
        while table.in_hand:
            for seat in table.dealt_in:
                sleight = next((move for move in table.moves(seat) if move.aside and move.key not in BESIDE), None)
                if sleight is not None:
                    by, values = await place.player(seat), values_of(sleight, dice)
                    table = (await place.acts(by, sleight.key, seat=seat, **values)).table
                if DEALER in table.to_act:
                    return table
            if table.pause is not None:
                table = await later(place, table.pause)
            elif table.in_hand:
                wait_no_longer, click = place.tables.playing.time_out, place.click(GM)
                table = (await wait_no_longer(place.table_id, click, min(table.to_act))).table
    raise AssertionError("nobody was caught")


def stacks(table: Table) -> list[int]:
    return [chair.stack for chair in table.record.chairs]


@pytest.mark.parametrize("key, preset", SITTINGS)
async def test_a_hand_called_off_moves_no_coin(tmp_path: Path, key: str, preset: str) -> None:
    place, number = TableHarness(tmp_path / "harness.db"), itertools.count()
    place.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
    async with place:
        await at_a_crooked_table(place, key, preset)
        caught = await once_somebody_is_caught(place, random.Random(1))
        hand = caught.record.hand
        assert hand is not None
        moved = await place.rows("transfers")
        over = (await place.acts(GM, "verdict", seat=DEALER, ruling="void")).table
        assert not over.in_hand
        assert await place.rows("transfers") == moved
        assert stacks(over) == stacks(caught)
        assert (over.record.bank, over.record.prize) == (caught.record.bank, caught.record.prize)
        await place.adds_up()
        assert (await verify_hand(place.database, place.table_id, hand.number, as_gm=True)).faults == ()
