"""The GM decides: a seat of the GM's own, shown at the table, decided on a page that the keeper alone sees."""

import pytest
from discord import Permissions

from bot.ui.pages.own_page import OLD_PAGE
from playground.people import Player
from tests.ui.tables.blind_evening import keeps
from tests.ui.tables.evening import Evening, labels, told
from tests.ui.tables.judged_evening import gm_page, shown

PRIMARY, PLAIN = 1, 2
ONLY_THE_GM = "Only the table's GM decides that."
TAKE_OVER = "Take the table over under More… first."


LATE = "The table has moved on. Look at its latest message."


@pytest.fixture
async def waiting(judging: Evening, han: Player, lando: Player) -> Evening:
    """Play a hand until it waits for the GM."""
    await keeps(judging, han, lando)
    return judging


@pytest.fixture
def dryden(judging: Evening) -> Player:
    """Return another GM."""
    role = judging.local.world.add_role(judging.guild, "Crime lord", permissions=Permissions(manage_guild=True).value)
    return judging.guest("Dryden", roles=[role])


async def test_the_table_has_a_button_for_the_gm_while_a_hand_runs(judging: Evening, han: Player, lando: Player):
    assert labels(judging.message) == ["GM page", "My hand", "Sit", "More…"]
    assert [button.style for button in judging.message.buttons[:2]] == [PLAIN, PRIMARY]
    await keeps(judging, han, lando)
    assert [button.style for button in judging.message.buttons[:2]] == [PRIMARY, PLAIN]
    assert "**The GM** to decide" in judging.message.lines
    for ways in (["My hand"], ["More…", "Act for…"]):
        assert "The secret die shows 1." in shown(await judging.privately(judging.gm, *ways)).lines
    seen = [line for message in judging.gm.sees(judging.channel) if not message.ephemeral for line in message.lines]
    assert not [line for line in seen if "secret" in line]


async def test_between_hands_and_at_a_paused_table_there_is_no_such_button(waiting: Evening):
    await waiting.privately(waiting.gm, "More…", "Pause")
    assert labels(await waiting.drawn()) == ["Resume (GM)", "My hand", "Sit", "More…"]
    await waiting.does(waiting.gm, "Resume (GM)")
    await waiting.privately(waiting.gm, "More…", "Void the hand", "Void the hand")
    assert "GM page" not in labels(await waiting.drawn())


async def test_host_sees_the_gms_page_and_decides_there(waiting: Evening):
    page = shown(await gm_page(waiting))
    assert page.lines == [
        "-# **The GM**",
        "## Who shows first?",
        "The secret die shows 1.",
        "-# hand 1",
    ]
    await waiting.gm.select(page, "Who shows first?", "Seat 2")
    assert page.lines[0] == "The GM has **Lando** show first."
    assert "**Lando** to move" in (await waiting.drawn()).lines
    assert page.selects == []


async def test_a_player_is_told_that_this_is_the_gms(waiting: Evening, han: Player):
    async with waiting.nothing_changes():
        assert told(await gm_page(waiting, han)) == ONLY_THE_GM
        assert told(await gm_page(waiting, waiting.guest("Greedo"))) == ONLY_THE_GM


async def test_a_gm_who_does_not_keep_the_table_takes_it_over(waiting: Evening, dryden: Player):
    answer = await gm_page(waiting, dryden)
    assert told(answer).endswith(TAKE_OVER)
    asked = await waiting.privately(dryden, "More…", "Act for…")
    assert told(asked).endswith(TAKE_OVER)
    assert labels(shown(asked)) == ["Take over"]
    page = shown(answer)
    assert labels(page) == ["Take over"]
    await dryden.click(page, "Take over")
    assert page.text == "You are the table's GM now. Your decisions are under “GM page”."
    await waiting.drawn()
    assert "The secret die shows 1." in shown(await gm_page(waiting, dryden)).lines
    assert told(await gm_page(waiting)).endswith(TAKE_OVER)


async def test_a_gm_who_plays_there_decides_nothing(judging: Evening, dryden: Player, han: Player, lando: Player):
    await judging.privately(dryden, "More…", "Take over")
    await judging.drawn()
    await judging.sits(judging.gm, "Proxima's own")
    await keeps(judging, han, lando)
    assert told(await gm_page(judging)).startswith("You play at this table yourself")


async def test_host_who_plays_an_npc_finds_both_on_one_page(judged: Evening, han: Player):
    await judged.sits(han, "Han")
    npc = await judged.adds_npc()
    await han.click(judged.message, "Deal")
    await judged.drawn()
    page = shown(await gm_page(judged))
    assert labels(page) == [npc.name]
    await judged.gm.click(page, npc.name)
    assert labels(page)[-2:] == ["My seat", "The GM"]
    await judged.gm.click(page, "The GM")
    assert page.lines[1] == "## Who shows first?"


async def test_an_old_page_decides_nothing_in_the_next_hand(waiting: Evening, han: Player, lando: Player):
    old = shown(await gm_page(waiting)).frozen()
    await waiting.gm.select(shown(await gm_page(waiting)), "Who shows first?", "Seat 1")
    await waiting.drawn()
    await waiting.does(han, "Show")
    await waiting.does(lando, "Show")
    await han.click(waiting.message, "Next hand")
    await keeps(waiting, han, lando)
    async with waiting.nothing_changes():
        assert told(await waiting.gm.select(old, "Who shows first?", "Seat 2")).splitlines()[0] == OLD_PAGE


async def test_gm_seat_id_is_refused_in_a_game_without_a_gm_seat(dealt: Evening):
    table = await dealt.table()
    answer = await dealt.gm.click(dealt.message, f"hand:{table.id}:0", unchecked=True)
    assert told(answer) == "There is nothing for the GM to decide here."
    assert "GM page" not in labels(dealt.message)


async def test_clock_decides_and_table_says_when_without_a_host(judged: Evening, han: Player):
    await judged.sits(judged.gm, "Proxima's own")
    await judged.sits(han, "Han")
    await han.click(judged.message, "Deal")
    await keeps(judged, judged.gm, han)
    assert "ends <t:" in (await judged.drawn()).text
    assert "-# The GM has **Proxima's own** show first." in (await judged.passes(60)).lines


async def test_a_table_that_a_setting_leaves_without_its_gm_says_when_the_clock_decides(judged: Evening, han: Player):
    await judged.settles(keeper_may_play=True)
    await judged.sits(judged.gm, "Proxima's own")
    await judged.sits(han, "Han")
    await han.click(judged.message, "Deal")
    await keeps(judged, judged.gm, han)
    assert "ends" not in (await judged.drawn()).text
    panel = shown(await judged.gm.slash(judged.channel, "campaign setup"))
    may_not = f"setup_pick:{(await judged.cast.campaign()).id}:keeper_may_play:0"
    await judged.gm.click(panel, may_not, unchecked=True)
    assert "ends <t:" in (await judged.drawn()).text
