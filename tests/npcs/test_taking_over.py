"""A GM takes an NPC over in mid-hand and gives it back; and another temper holds at once where it sits."""

import pytest

from bot.campaigns import AutopilotSettings, Person
from bot.engine.ai.temper import Temper
from bot.errors import NotAllowed, PlayerError
from bot.tables.events import AutopilotSet, Logged, TakenOver
from bot.tables.hand.engine import Cause
from bot.tables.model import Chair
from tests.npcs.parlour import Parlour
from tests.tables.table_fixtures import ANN, BEN, GM, GM_ROLE

HAN, KETT, MIRRA = 1, 2, 3


async def hands_over(place: Parlour, by: Person, seat: int, *, on: bool) -> Chair:
    return (await place.tables.piloting.hand_over(place.table_id, place.click(by), seat, on=on))[1]


async def test_a_move_of_the_gms_takes_an_npc_over_until_it_is_given_back(playing: Parlour):
    await playing.acts(GM, "check", seat=KETT)
    assert (await playing.chair(KETT)).is_taken_over
    table = await playing.plays_on()
    while table.to_act != {KETT}:
        await playing.quiet_turn()
        table = await playing.plays_on()
    await playing.stays()
    await hands_over(playing, GM, KETT, on=True)
    await playing.moves_on()
    assert (await playing.log())[-1]["seat"] == KETT


async def test_a_decision_under_way_is_dropped_when_the_npc_is_taken_over(playing: Parlour):
    await playing.clock.advance(1)
    await hands_over(playing, GM, KETT, on=False)
    await playing.stays()


async def test_taking_over_is_the_gms_and_in_the_log_with_who_did_it(playing: Parlour):
    with pytest.raises(NotAllowed, match="Only the GM plays Kett"):
        await hands_over(playing, ANN, KETT, on=False)
    with pytest.raises(NotAllowed, match="That is a player's character"):
        await hands_over(playing, GM, HAN, on=False)
    with pytest.raises(PlayerError, match="Kett is on autopilot already"):
        await hands_over(playing, GM, KETT, on=True)
    await hands_over(playing, GM, KETT, on=False)
    with pytest.raises(PlayerError, match="You play Kett already"):
        await hands_over(playing, GM, KETT, on=False)
    await hands_over(playing, GM, KETT, on=True)
    rows = [row for row in await playing.logged() if row.hand is None][-2:]
    assert [(row.actor, row.events) for row in rows] == [
        (GM.user_id, (Logged("gms", TakenOver(seat=KETT)),)),
        (GM.user_id, (Logged("gms", TakenOver(seat=KETT, back=True)),)),
    ]


async def test_a_click_without_a_seat_means_another_npc_first(parlour: Parlour):
    """Who plays several is asked for whom; those that play by themselves aren't meant."""
    await parlour.opened()
    await parlour.seats("Kett", None)
    await parlour.seats("Mirra")
    await parlour.deals(GM)
    assert (await parlour.tables.seating.sit_out(parlour.table_id, parlour.click(GM), 1, out=True))[1].seat == 1


async def test_another_temper_holds_at_once_and_is_in_the_log(playing: Parlour):
    npc = await playing.characters.get(playing.campaign.id, (await playing.chair(KETT)).character_id)
    drunk = AutopilotSettings(temper=Temper(style="drunk"))
    npc = await playing.characters.set_pilot(playing.campaign, GM, npc, drunk)
    cause = Cause("i77.1", "i77", "click", playing.clock.now(), GM.user_id)
    assert await playing.tables.piloting.appoint(playing.table_id, cause, GM, npc)
    assert (await playing.chair(KETT)).pilot == drunk
    assert await playing.happened() == (AutopilotSet(seat=KETT, style="drunk"),)
    assert await playing.tables.piloting.appoint(playing.table_id, cause, GM, npc) is None


async def test_an_npc_whose_autopilot_is_removed_is_the_gms_again(playing: Parlour):
    npc = await playing.characters.get(playing.campaign.id, (await playing.chair(KETT)).character_id)
    npc = await playing.characters.set_pilot(playing.campaign, GM, npc, AutopilotSettings(is_on=False))
    cause = Cause("i77.1", "i77", "click", playing.clock.now(), GM.user_id)
    await playing.tables.piloting.appoint(playing.table_id, cause, GM, npc)
    await playing.stays()
    with pytest.raises(PlayerError, match="Kett isn't on autopilot"):
        await hands_over(playing, GM, KETT, on=True)


async def test_only_the_host_sets_autopilots_when_hands_are_hidden(parlour: Parlour):
    await parlour.settle_for(gm_role_id=GM_ROLE)
    other = Person(BEN.user_id, role_ids=frozenset({GM_ROLE}), name="Ben")
    await parlour.opened()
    npc = await parlour.seats("Kett")
    golem = await parlour.hidden()
    elsewhere = await parlour.npc("Orla")
    await parlour.tables.seating.sit(golem.id, parlour.click(GM, channel=601), elsewhere, 500)
    drunk = AutopilotSettings(temper=Temper(style="drunk"))
    cause = Cause("i77.1", "i77", "click", parlour.clock.now(), other.user_id)
    for one, table_id, holds in ((npc, parlour.table_id, True), (elsewhere, golem.id, False)):
        changed = await parlour.characters.set_pilot(parlour.campaign, other, one, drunk)
        assert (await parlour.tables.piloting.appoint(table_id, cause, other, changed) is not None) == holds
        cause = Cause("i77.2", "i77", "click", parlour.clock.now(), other.user_id)
    with pytest.raises(NotAllowed, match="holds the NPCs' hands at this table"):
        await parlour.tables.piloting.hand_over(golem.id, parlour.click(other, channel=601), 1, on=False)
