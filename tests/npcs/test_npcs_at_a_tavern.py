"""NPCs with a seat at a table of Baldur Hold'em: they are the GM's side, and decide as one once all play alone."""

import json
import re

import pytest

from bot.campaigns import Pace
from bot.engine.ai.temper import Style
from bot.engine.game import DEALER
from bot.tables.model import Table
from bot.ui.gm.channel import decision_of
from bot.ui.pages.hand import hand_page
from bot.ui.render.table_text import texts
from bot.ui.visibility import gm_seat
from cogs.baldur.state import BaldurRules
from tests.npcs.parlour import Parlour
from tests.tables.table_fixtures import ANN, CHANNEL, GM, MINUTE

RULES = BaldurRules(ante=10, npcs=0, raises=1)
HAN, KETT, MIRRA = 1, 2, 3


@pytest.fixture
async def tavern(parlour: Parlour) -> Parlour:
    """Ann's Han; the NPCs come one by one."""
    parlour.chances_are_sealed()
    return await opened(parlour)


async def opened(parlour: Parlour, rules: BaldurRules = RULES, pace: Pace | None = None) -> Parlour:
    opening, click = parlour.tables.opening, parlour.click(GM)
    places, pace = (CHANNEL,), pace or Pace()
    table = await opening.open(parlour.campaign, click, "baldur", rules, places=places, pace=pace)
    parlour.table_id = table.id
    await parlour.sits(ANN, "Han")
    return parlour


async def both_alone(tavern: Parlour, second: Style | None = "drunk") -> Table:
    """Kett and Mirra are in the hand, and Han has paid: one of the two has to leave. The table before that."""
    await tavern.seats("Kett", "steady")
    await tavern.seats("Mirra", second)
    await tavern.deals(GM)
    rolled = (await tavern.acts(ANN, "roll")).table
    assert rolled.to_act == {HAN}
    assert (await tavern.acts(ANN, "stay")).table.to_act == {DEALER}
    return rolled


async def told_to_the_gm(tavern: Parlour) -> str:
    table = await tavern.table()
    return str(hand_page(table, gm_seat(table)).to_components())


async def test_npcs_all_on_autopilot_decide_for_the_gms_side(tavern: Parlour):
    await both_alone(tavern)
    assert "is on autopilot" not in (told := await told_to_the_gm(tavern))
    assert "are on autopilot, and **Kett** decides this: steady, regular. If you decide, you take them over." in told
    assert {"Take Kett over", "Take Mirra over"} <= set(re.findall(r"Take \w+ over", told))
    assert "**The NPCs** decide" in "".join(texts(await tavern.table()))
    table = await tavern.moves_on()
    assert DEALER not in table.to_act
    (row,) = [row for row in await tavern.log() if row["seat"] == DEALER]
    assert (row["key"].split(":")[0], json.loads(row["action"])["kind"]) == ("npc", "keep")
    asked = tavern.crew.asked[-1]
    assert (asked.temper.style, asked.view.own, asked.view.gm is None) == ("steady", None, False)
    await tavern.adds_up()


async def test_npcs_on_autopilot_play_through_raises_until_the_hand_is_over(tavern: Parlour):
    await both_alone(tavern)
    table = await tavern.plays_on()
    while table.in_hand:
        await tavern.acts(ANN, "raise" if any(move.key == "raise" for move in table.moves(HAN)) else "stay")
        table = await tavern.plays_on()
        assert DEALER not in table.to_act
    kinds = {json.loads(row["action"]).get("kind") for row in await tavern.log()}
    assert kinds & {"npcs_call", "npcs_fold"}
    await tavern.adds_up()


async def test_the_gm_decides_when_one_of_the_npcs_is_the_gms(tavern: Parlour):
    await both_alone(tavern, None)
    await tavern.stays()
    assert "alone" not in await told_to_the_gm(tavern)
    assert "**The GM** to decide" in "".join(texts(await tavern.table()))


async def test_a_gm_decision_takes_all_npcs_over_until_they_are_given_back(tavern: Parlour):
    await both_alone(tavern)
    await tavern.acts(GM, "keep", seat=DEALER, stay=str(KETT))
    assert [(await tavern.chair(seat)).is_taken_over for seat in (KETT, MIRRA)] == [True, True]
    await tavern.acts(ANN, "raise")
    await tavern.stays()
    await tavern.tables.piloting.hand_over(tavern.table_id, tavern.click(GM), KETT, on=True)
    assert DEALER not in (await tavern.moves_on()).to_act
    assert tavern.crew.asked[-1].temper.style == "steady"


async def test_the_gm_is_asked_when_one_of_the_npcs_is_taken_over(tavern: Parlour):
    await both_alone(tavern)
    before = await tavern.table()
    assert decision_of(before) is None
    await tavern.tables.piloting.hand_over(tavern.table_id, tavern.click(GM), KETT, on=False)
    after = await tavern.stays()
    assert after.to_act == {DEALER}
    assert decision_of(after) is not None


async def test_nameless_npcs_alone_are_decided_for_by_the_gm(parlour: Parlour):
    parlour.chances_are_sealed()
    await opened(parlour, RULES.evolve(npcs=2))
    await parlour.deals(GM)
    await parlour.acts(ANN, "roll")
    await parlour.acts(ANN, "raise")
    assert (await parlour.stays()).to_act == {DEALER}


async def test_npcs_on_autopilot_decide_before_the_clock_is_up(parlour: Parlour):
    parlour.chances_are_sealed()
    await both_alone(await opened(parlour, pace=MINUTE))
    deadline = (await parlour.table()).record.deadline
    assert deadline is not None
    await parlour.moves_on()
    assert parlour.clock.now() < deadline
    assert [row["how"] for row in await parlour.log() if row["seat"] == DEALER] == ["npc"]
