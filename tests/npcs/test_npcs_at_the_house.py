"""NPCs at the tables of the house: they bet at once, and people never wait for them."""

import pytest

from bot import games
from bot.engine.ai.temper import Style
from bot.engine.options import with_options
from bot.npcs.autopilot import pause_before_move
from bot.tables.model import Table
from tests.laws.piloted import STYLES
from tests.npcs.parlour import Parlour
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, GM, HAN, LANDO, MINUTE

KETT = 3
WINDOW = 8
"""Seconds from the last Done of a person until the bets close."""


async def begun(parlour: Parlour, game: str, style: Style | None) -> Table:
    """Deal a round for Ann's Han, Ben's Lando and the NPC Kett."""
    parlour.chances_are_sealed()
    rules = with_options(games.spec_of(game).game.HouseRules(), {})
    opening, click = parlour.tables.opening, parlour.click(GM)
    table = await opening.open(parlour.campaign, click, game, rules, places=(CHANNEL,), pace=MINUTE)
    parlour.table_id = table.id
    await parlour.sits(ANN, "Han")
    await parlour.sits(BEN, "Lando")
    await parlour.seats("Kett", style)
    return await parlour.deals()


async def seconds_until_bets_close(parlour: Parlour) -> float:
    """Return the seconds until Lando, who does nothing, is no longer asked for a bet."""
    begin = parlour.clock.now()
    while LANDO in (await parlour.table()).to_act:
        await parlour.clock.advance(0.5)
        await parlour.tables.playing.tick(parlour.table_id)
    return parlour.clock.now() - begin


@pytest.mark.parametrize("style", [*STYLES, None])
@pytest.mark.parametrize("game", ["roulette", "century", "twentyone"])
async def test_round_closes_with_an_idle_person_and_an_npc(parlour: Parlour, game: str, style: Style | None) -> None:
    """Without a style, nobody plays the NPC."""
    await begun(parlour, game, style)
    await parlour.acts(ANN, "chip")
    if HAN in (await parlour.table()).to_act:
        await parlour.acts(ANN, "done")
    assert await seconds_until_bets_close(parlour) == WINDOW


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("game", ["roulette", "century", "twentyone"])
async def test_npc_bets_at_once(parlour: Parlour, game: str, style: Style) -> None:
    table = await begun(parlour, game, style)
    chair = table.chair(KETT)
    assert chair is not None
    assert pause_before_move(table, chair, parlour.clock.now()) < 0.5
    await parlour.clock.advance(4)
    assert KETT not in (await parlour.table()).to_act


@pytest.mark.parametrize("game", ["roulette", "century", "twentyone"])
async def test_bets_of_an_npc_alone_leave_people_their_time(parlour: Parlour, game: str) -> None:
    await begun(parlour, game, "reckless")
    await parlour.clock.advance(50)
    table = await parlour.tables.playing.tick(parlour.table_id)
    assert {HAN, LANDO} <= table.to_act
    assert (KETT in table.to_act, table.closes_at) == (False, None)


async def test_npc_with_the_dice_rolls_for_people_who_bet(parlour: Parlour) -> None:
    table = await begun(parlour, "bounder", "shark")
    while table.state.shooter != KETT:
        await parlour.clock.advance(8)
        table = await parlour.tables.playing.tick(parlour.table_id)
    begin = parlour.clock.now()
    while table.state.phase != "betting":
        await parlour.clock.advance(0.5)
        table = await parlour.table()
    assert parlour.clock.now() - begin <= 10
    await parlour.acts(ANN, "chip")
    await parlour.acts(ANN, "done")
    assert await seconds_until_bets_close(parlour) == WINDOW
    assert (await parlour.table()).state.result.nets.keys() == {HAN, KETT}
