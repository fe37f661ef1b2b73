"""The GM's own seat: whoever keeps the table decides from it, and nobody else sees what it knows."""

import json

import pytest

from bot.campaigns import Right
from bot.engine.game import DEALER
from bot.errors import NotAllowed, NotFound, PlayerError, TooLate
from bot.tables import rights
from bot.tables.hand.log import AlreadyDone
from bot.tables.seats import AmbiguousSeat
from tests.tables.backroom import DRYDEN, PROXIMA, Backroom
from tests.tables.table_fixtures import ANN, BEN, CID, ELSEWHERE, GM_ROLE, HAN, LANDO

GMS = 700
HELD = "<@1> holds the GM's seat at this table. Take the table over under More… first."
PLAYS = "You play at this table yourself, so you can't see what its GM knows. Let another GM take it over."
WAS_IN = "You were in this round yourself, so you can't see what the GM knew in it."


async def test_hand_waits_for_the_gms_seat_and_the_host_decides(backroom: Backroom) -> None:
    await backroom.gathers()
    table = await backroom.pass_all()
    assert table.to_act == {DEALER}
    assert table.named(table.to_act) == "**the GM**"
    done = await backroom.rules_on_it()
    assert not done.table.in_hand
    assert done.seat == DEALER
    assert done.table.said[-1] == "The GM decides: pay."
    (row,) = await backroom.file.fetch("SELECT seat, actor, how, action FROM actions ORDER BY sequence DESC LIMIT 1")
    assert (row["seat"], row["actor"], row["how"]) == (DEALER, PROXIMA.user_id, "click")
    assert json.loads(row["action"]) == {"kind": "verdict", "ruling": "pay"}
    await backroom.adds_up()


async def test_the_gms_seat_is_a_chair_without_money_as_long_as_there_is_a_hand_to_see(backroom: Backroom) -> None:
    table = await backroom.opened()
    assert table.chair(DEALER) is None
    await backroom.sits(ANN, "Han")
    table = await backroom.deals()
    chair = table.chair(DEALER)
    assert chair is not None
    assert (table.name(chair.seat), chair.chips, chair.is_npc) == ("the GM", 0, True)
    assert chair not in table.record.chairs
    assert table.voice.plain_name(DEALER) == "the GM"
    await backroom.pass_all()
    assert (await backroom.rules_on_it()).table.chair(DEALER) is not None


async def test_host_need_not_name_the_gms_seat(backroom: Backroom) -> None:
    await backroom.gathers()
    await backroom.pass_all()
    table = (await backroom.acts(PROXIMA, "verdict", ruling="pay")).table
    assert not table.in_hand


@pytest.mark.parametrize("seat", [DEALER, None])
async def test_players_decide_nothing_for_the_gm(backroom: Backroom, seat: int | None) -> None:
    await backroom.gathers()
    await backroom.pass_all()
    for by in (ANN, CID):
        async with backroom.refuses("Only the table's GM decides that.", NotAllowed):
            await backroom.acts(by, "verdict", seat=seat, ruling="pay")
    async with backroom.refuses("Only the table's GM decides that.", NotAllowed):
        await backroom.acts(ANN, "verdict", seat=DEALER, absent=True, ruling="pay")


@pytest.mark.parametrize("seat", [DEALER, None])
async def test_another_gm_takes_the_table_over_first(backroom: Backroom, seat: int | None) -> None:
    await backroom.gathers()
    await backroom.pass_all()
    async with backroom.refuses(HELD, NotAllowed):
        await backroom.acts(DRYDEN, "verdict", seat=seat, ruling="void")
    async with backroom.refuses(HELD, NotAllowed):
        await backroom.tables.playing.time_out(backroom.table_id, backroom.click(DRYDEN), DEALER)
    await backroom.tables.opening.take_over(backroom.table_id, backroom.click(DRYDEN))
    async with backroom.refuses(HELD.replace("<@1>", f"<@{DRYDEN.user_id}>"), NotAllowed):
        await backroom.rules_on_it()
    assert not (await backroom.rules_on_it(by=DRYDEN)).table.in_hand


async def test_a_gm_who_plays_there_sees_nothing_of_it(backroom: Backroom) -> None:
    await backroom.gathers()
    await backroom.pass_all()
    await backroom.sits(DRYDEN, "Leia")
    async with backroom.refuses(PLAYS, NotAllowed):
        await backroom.rules_on_it(by=DRYDEN)
    async with backroom.refuses("You play at this table yourself, and its GM sees what only the GM knows.", NotAllowed):
        await backroom.tables.opening.take_over(backroom.table_id, backroom.click(DRYDEN))


async def test_a_table_that_a_player_opened_has_nobody_in_the_gms_seat(backroom: Backroom) -> None:
    await backroom.gathers(ANN)
    await backroom.pass_all()
    nobody = "Nobody holds the GM's seat at this table. Take the table over under More… first."
    async with backroom.refuses(nobody, NotAllowed):
        await backroom.rules_on_it()
    await backroom.tables.opening.take_over(backroom.table_id, backroom.click(PROXIMA))
    assert not (await backroom.rules_on_it()).table.in_hand


async def test_host_can_not_sit_down_in_a_hand_that_they_decide(backroom: Backroom) -> None:
    await backroom.gathers()
    leia = await backroom.characters.create(backroom.campaign, PROXIMA, "Leia")
    sit = backroom.tables.seating.sit
    async with backroom.refuses(
        "You decide in this round as its GM. Sit down when it is over, or have another GM take the table over.",
        NotAllowed,
    ):
        await sit(backroom.table_id, backroom.click(PROXIMA), leia, 100)
    await backroom.pass_all()
    await backroom.rules_on_it()
    table = await sit(backroom.table_id, backroom.click(PROXIMA), leia, 100)
    told = "The table's GM plays here, so nobody holds the GM's seat now. Another GM takes over under “More…”."
    assert table.said[-1] == told


async def test_table_says_that_a_playing_host_has_the_gms_seat(backroom: Backroom) -> None:
    await backroom.gathers(keeper_may_play=True)
    await backroom.sits(PROXIMA, "Leia")
    table = await backroom.pass_all()
    assert rights.note(table) == "The table's GM plays here, and holds the GM's seat."
    assert not (await backroom.rules_on_it()).table.in_hand


async def test_host_does_not_see_the_gm_view_of_a_hand_they_played(backroom: Backroom) -> None:
    await backroom.settle_for(gm_role_id=GM_ROLE)
    await backroom.opened()
    await backroom.sits(ANN, "Han")
    await backroom.sits(DRYDEN, "Leia")
    await backroom.deals()
    await backroom.pass_all()
    await backroom.rules_on_it()
    await backroom.tables.seating.leave(backroom.table_id, backroom.click(DRYDEN))
    table = await backroom.tables.opening.take_over(backroom.table_id, backroom.click(DRYDEN))
    assert not rights.may_see(table, DRYDEN, table.record.dealer)
    assert str(rights.refusal(Right.PLAY_GM, DRYDEN, table, table.record.dealer)) == WAS_IN
    table = await backroom.deals()
    assert rights.may_see(table, DRYDEN, table.record.dealer), "the next hand is theirs to decide"


async def test_private_events_of_the_gms_seat_are_for_the_host(backroom: Backroom) -> None:
    table = await backroom.gathers()
    told = await backroom.acts(PROXIMA, "nudge", seat=DEALER, whose=str(HAN))
    assert [seat for seat, _ in told.private] == [DEALER]
    for by, heard in ((PROXIMA, told.private), (DRYDEN, ()), (ANN, ())):
        assert rights.for_eyes(table, by, told.private) == heard


async def test_nobody_leaves_tops_up_or_is_sent_away_from_the_gms_seat(backroom: Backroom) -> None:
    await backroom.gathers()
    table_id, seating = backroom.table_id, backroom.tables.seating
    for work in (
        lambda click: seating.leave(table_id, click, DEALER),
        lambda click: seating.top_up(table_id, click, 10, DEALER),
        lambda click: seating.sit_out(table_id, click, DEALER, out=True),
    ):
        async with backroom.refuses("That seat isn't yours.", NotAllowed):
            await work(backroom.click(PROXIMA))
    async with backroom.refuses("Nobody sits there now.", NotFound):
        await seating.stand_up(table_id, backroom.click(PROXIMA), DEALER)
    async with backroom.refuses("You don't sit at this table. Take a seat first.", NotAllowed):
        await backroom.acts(PROXIMA, "pass")
    assert not rights.decides_for(await backroom.table(), PROXIMA, (await backroom.table()).record.dealer)
    await backroom.pass_all()
    opening = backroom.tables.opening
    await opening.pause(table_id, backroom.click(DRYDEN))
    async with backroom.refuses("The table is paused.", NotAllowed):
        await backroom.rules_on_it()
    await opening.resume(table_id, backroom.click(DRYDEN))
    await backroom.acts(PROXIMA, "nudge", seat=DEALER, click={"key": "twice"}, whose=str(HAN))
    async with backroom.refuses("That is done already.", AlreadyDone):
        await backroom.acts(PROXIMA, "nudge", seat=DEALER, click={"key": "twice"}, whose=str(HAN))
    await seating.leave(table_id, backroom.click(BEN))
    assert (await backroom.rules_on_it("void")).table.chair(LANDO) is None
    await backroom.adds_up()


async def test_for_whom_is_asked_of_those_who_sit_there(backroom: Backroom) -> None:
    await backroom.settle_for(gm_role_id=GM_ROLE)
    await backroom.opened()
    await backroom.npc_sits("Bib")
    await backroom.npc_sits("Jabba")
    table = await backroom.deals(PROXIMA)
    assert [player.is_npc for player in table.state.deal.players] == [True, True]
    with pytest.raises(AmbiguousSeat) as several:
        await backroom.acts(PROXIMA, "shout")
    assert [table.name(chair.seat) for chair in several.value.chairs] == ["Bib", "Jabba"]


async def test_a_click_on_what_the_gm_has_decided_comes_too_late(backroom: Backroom) -> None:
    await backroom.gathers()
    table = await backroom.pass_all()
    shown = table.record.turn
    assert table.record.dealer_asked == shown
    async with backroom.refuses("The table has moved on. Look at its latest message.", TooLate):
        await backroom.rules_on_it(turn=shown - 1)
    await backroom.rules_on_it(turn=shown)
    async with backroom.refuses("The table has moved on. Look at its latest message.", TooLate):
        await backroom.rules_on_it(turn=shown)
    await backroom.deals()
    await backroom.pass_all()
    async with backroom.refuses("The table has moved on. Look at its latest message.", TooLate):
        await backroom.rules_on_it(turn=shown)


async def test_from_the_channel_of_the_gms_only_the_gms_seat_is_played(backroom: Backroom) -> None:
    await backroom.gathers(gm_channel_id=GMS)
    await backroom.npc_sits("Bib")
    async with backroom.refuses("That table isn't in this channel.", PlayerError):
        await backroom.acts(ANN, "pass", seat=HAN, click={"channel": GMS})
    await backroom.pass_all()
    async with backroom.refuses("That table isn't in this channel.", PlayerError):
        await backroom.rules_on_it(channel=ELSEWHERE)
    async with backroom.refuses("That table isn't in this channel.", PlayerError):
        await backroom.rules_on_it(channel=GMS, guild=1)
    async with backroom.refuses(HELD, NotAllowed):
        await backroom.rules_on_it(by=DRYDEN, channel=GMS)
    assert not (await backroom.rules_on_it(channel=GMS)).table.in_hand


async def test_host_may_leave_the_decision_to_the_rules(backroom: Backroom) -> None:
    await backroom.gathers()
    await backroom.pass_all()
    click = backroom.click(PROXIMA)
    table = (await backroom.tables.playing.time_out(backroom.table_id, click, DEALER)).table
    assert table.said[-2:] == ("The GM leaves it to the rules.", "The GM decides: pay.")
