"""What a client with bad manners may send, and what may have happened behind a table's back."""

import pytest

from bot.db import Statement
from playground.people import Player
from tests.ui.conftest import with_button
from tests.ui.tables.evening import Evening, names_at, told

WORN_OUT = "That button has expired. Use the latest message."
MOVED_ON = "The table has moved on. Look at its latest message."
HAN_LEADS = (2, 6, 1, 5, 1, 5, 2)


@pytest.fixture
async def two(evening: Evening, han: Player, lando: Player) -> Evening:
    evening.roll(*HAN_LEADS)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    await evening.clock.advance(10)
    return evening


@pytest.mark.parametrize(
    "custom_id, refusal",
    [
        ("nothing:1", WORN_OUT),
        ("deal:", WORN_OUT),
        ("deal:١٢", WORN_OUT),
        ("deal:99999999999999999999", WORN_OUT),
        ("deal:-1", WORN_OUT),
        ("deal:7:0", "That table is gone."),
        ("act:{t}:{turn}:-", WORN_OUT),
        ("act:{t}:x:-:check", WORN_OUT),
        ("act:{t}:{turn}:99:check", "Nobody sits there now."),
        ("act:{t}:{turn}:2:check", "Lando isn't yours to play."),
        ("act:{t}:{later}:-:check", MOVED_ON),
        ("act:{t}:0:-:check", MOVED_ON),
        ("act:{t}:{turn}:-:cheat", "The table has moved on. That move is no longer possible."),
        ("act:{t}:{turn}:-:call", "Nobody has bet yet: check, bet or fold."),
        ("act:{t}:{turn}:-:bet:9", "The smallest bet is 10 cr."),
        ("act:{t}:{turn}:-:bet:-50", WORN_OUT),
        ("act:{t}:{turn}:-:jump:2", "The table has moved on. That move is no longer possible."),
        ("act:{t}:{turn}:all:raise", "That can't be read as a move of this game."),
        ("top:{t}", WORN_OUT),
        ("leave:{t}", WORN_OUT),
        ("out:{t}:2", WORN_OUT),
        ("out:{t}:2:1", "That seat isn't yours."),
    ],
)
async def test_forged_buttons_are_refused(two: Evening, han: Player, custom_id: str, refusal: str):
    table = await two.table()
    forged = custom_id.format(t=table.id, turn=table.record.turn, later=table.record.turn + 1)
    async with two.nothing_changes():
        assert told(await han.click(two.message, forged, unchecked=True)) == refusal


async def test_an_npc_of_no_known_kind_is_refused(evening: Evening):
    await evening.open()
    async with evening.nothing_changes():
        refused = await evening.gm.select(evening.message, "Add an NPC…", "dragon", unchecked=True)
        assert told(refused) == "There is no such kind of NPC."


async def test_a_player_who_left_the_server_is_played_by_the_clock_and_can_be_sent_away(
    evening: Evening, han: Player, lando: Player
):
    evening.roll(*HAN_LEADS)
    await evening.open(preset="high stakes", clock="2 min")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(lando, "Deal")
    evening.local.world.remove_member(evening.guild, evening.guild.members[han.id])
    await evening.clock.advance(60)
    await evening.gm.until_sees(evening.channel, "your turn")
    assert "**Han** checks." in (await evening.passes(60)).text
    await evening.privately(evening.gm, "More…", "Send away…", "Han")
    assert "◦ Han ⚅ **6** · 490 cr · leaving" in (await evening.drawn()).lines
    await evening.fills(lando, "Bet…", {"Bet": "50"})
    assert names_at(await evening.table()) == ["Lando"]


async def test_a_hand_that_cannot_be_read_is_void_and_the_seats_keep_what_they_had(
    two: Evening, han: Player, lando: Player
):
    table = await two.table()
    await two.fills(han, "Bet…", {"Bet": "200"})
    await two.drawn()
    await two.services.db.apply(Statement("UPDATE tables SET state = '{}' WHERE id = ?", (table.id,)))
    two.services.tables.store.forget_campaign(table.record.campaign_id)
    assert told(await lando.click(two.message, "Call"))
    shown = await two.drawn()
    assert "◦ Han · 500 cr" in shown.lines
    assert "◦ Lando · 500 cr" in shown.lines
    two.roll(*HAN_LEADS)
    await two.does(lando, "Next hand")


@pytest.mark.parametrize("verb", ["remind:0", "rules:{}:0", "forget:{}", "seat:{}", "more:{}", "house:{}"])
async def test_a_forged_id_never_changes_what_everybody_sees(evening: Evening, verb: str):
    await evening.open()
    await evening.sits(evening.gm, "Qi'ra")
    before = evening.message.text
    if verb == "forget:{}":
        campaign, rules = await evening.cast.campaign(), (await evening.table()).rules
        await evening.services.presets.save(campaign, evening.boss, "pilok", "mine", rules)
    forged = with_button(evening.message.frozen(), verb.format((await evening.table()).id))
    assert (await evening.gm.click(forged, forged.buttons[0].label)).shown.ephemeral
    assert evening.message.text == before


async def test_a_form_opened_by_a_forged_id_answers_privately(evening: Evening):
    await evening.open()
    forged = with_button(evening.message.frozen(), f"keep:{(await evening.table()).id}")
    await evening.gm.click(forged, forged.buttons[0].label)
    assert (await evening.gm.submit(None, {"What is this preset called?": "mine"})).shown.ephemeral
