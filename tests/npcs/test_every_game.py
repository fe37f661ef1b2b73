"""Every game: NPCs play a hand of it to its end with somebody who stays in once and then falls asleep, honest or
crooked, and the book adds up.
"""

import pytest

from bot import games
from bot.campaigns import Pace
from bot.engine.ai.temper import Style
from bot.engine.options import options_of, with_options
from bot.tables.events import TimeUp
from bot.tables.model import Table
from tests.npcs.parlour import Parlour
from tests.tables.table_fixtures import ANN, CHANNEL, GM

STYLES: tuple[Style, ...] = ("steady", "drunk", "shark")
HAN = 1
_LONG = 400
"""Steps after which a hand must have ended."""


def _crooked(key: str) -> bool:
    return any(option.name == "crooked" for option in options_of(games.spec_of(key).game.HouseRules))


CASES = [(key, crooked) for key in games.games() for crooked in (False, True) if not crooked or _crooked(key)]


async def han_moves(place: Parlour, table: Table) -> Table:
    """Make Han's first offered move besides giving up; from then on the GM times him out."""
    stays = next((move for move in table.moves(HAN) if move.style != "danger" and not move.fields), None)
    if stays is None or any(row["seat"] == HAN for row in await place.log()):
        return (await place.tables.playing.time_out(table.id, place.click(GM), HAN)).table
    return (await place.acts(ANN, stays.key, seat=HAN)).table


@pytest.mark.parametrize("key, crooked", CASES, ids=str)
async def test_npcs_play_a_hand_to_its_end(parlour: Parlour, key: str, crooked: bool):
    game = games.spec_of(key).game
    rules = next(iter(game.presets.values()))
    rules = with_options(rules, {"crooked": True}) if crooked else rules
    parlour.chances_are_sealed()
    table = await parlour.tables.opening.open(
        parlour.campaign, parlour.click(GM), key, rules, places=(CHANNEL,), pace=Pace.of("seconds", 60)
    )
    parlour.table_id = table.id
    await parlour.tables.clockwork.start()
    bounds = game.buy_in(rules)
    han = await parlour.characters.create(parlour.campaign, ANN, "Han")
    await parlour.grants(han, 10 * bounds.usual)
    await parlour.tables.seating.sit(parlour.table_id, parlour.click(ANN), han, bounds.usual)
    for style in STYLES[: min(3, game.seats[-1] - 1)]:
        npc = await parlour.npc(f"Kett {style}", style)
        await parlour.grants(npc, 10 * bounds.usual)
        await parlour.tables.seating.sit(parlour.table_id, parlour.click(GM), npc, bounds.usual)
    table = await parlour.deals(GM)
    for _ in range(_LONG):
        if not table.in_hand:
            break
        if HAN in table.to_act and table.pause is None:
            table = await han_moves(parlour, table)
        else:
            table = await parlour.moves_on()
    await parlour.tables.clockwork.stop()
    hand = table.record.hand
    assert hand is not None
    assert (table.in_hand, hand.status) == (False, "settled")
    rows = await parlour.logged()
    # Where NPCs are the GM's side, there may be nothing for them to decide.
    assert any(row.how == "npc" for row in rows) or game.dealer_plays_npcs
    late = {seat for row in rows for one in row.events if isinstance(one.event, TimeUp) for seat in one.event.seats}
    assert late <= {HAN}
    await parlour.adds_up()
