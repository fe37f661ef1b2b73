"""Whose hands a GM sees: those of the NPCs they play, as the table's keeper, and of nobody else."""

import pytest
from discord import Permissions

from playground.people import Player
from tests.ui.tables.blind_evening import hand, keeps
from tests.ui.tables.evening import Evening, labels, names_at, seated_at, told

PRIMARY = 1
TAKE_OVER = "Take the table over under More… first."


async def deals(evening: Evening, who: Player) -> Evening:
    await who.click(evening.message, "Deal")
    await evening.drawn()
    return evening


@pytest.fixture
async def cast(blind: Evening, han: Player) -> Evening:
    """Deal Han the ace to the three of clubs, one NPC of the GM the four to the six, the other the seven to
    the nine.
    """
    await blind.sits(han, "Han")
    await blind.adds_npc()
    await blind.adds_npc()
    return await deals(blind, han)


@pytest.fixture
def another_gm(cast: Evening) -> Player:
    role = cast.local.world.add_role(cast.guild, "Crime lord", permissions=Permissions(manage_guild=True).value)
    return cast.guest("Dryden Vos", roles=[role])


async def test_host_has_a_button_to_each_npcs_hand(cast: Evening):
    first, second = seated_at(await cast.table())[1:]
    mine = await hand(cast, cast.gm)
    assert mine.lines[:3] == [f"-# **{first.name}**", "## Three cards", "# 4♣ 5♣ 6♣"]
    way = mine.find(second.name)
    assert way is not None
    await cast.gm.click(mine, second.name)
    assert "# 7♣ 8♣ 9♣" in mine.lines
    forged = f"hand:{(await cast.table()).id}:1"
    assert told(await cast.gm.click(cast.message, forged, unchecked=True)) == "Han isn't yours to play."
    assert not [seen for seen in cast.gm.sees(cast.channel) if "1♣" in seen.text]
    asked = await cast.privately(cast.gm, "More…", "Act for…", first.name)
    assert "# 4♣ 5♣ 6♣" in told(asked).splitlines()
    await cast.gm.click(await hand(cast, cast.gm), "Keep all three")
    assert (await hand(cast, cast.gm)).lines[0] == f"-# **{second.name}**", "the table waits for that one now"


async def test_host_decides_for_each_npc_in_its_own_hand(cast: Evening, han: Player):
    first, second = seated_at(await cast.table())[1:]
    mine = await hand(cast, cast.gm)
    await cast.gm.select(mine, "Exchange up to two", "4♣")
    await cast.gm.click(mine, "Exchange")
    await cast.gm.click(mine, second.name)
    await cast.gm.click(mine, "Keep all three")
    await keeps(cast, han)
    await cast.gm.click(mine, first.name)
    assert "# 5♣ 6♣ 10♣" in mine.lines


async def test_another_gm_sees_nothing_until_they_take_the_table_over(cast: Evening, another_gm: Player, han: Player):
    pages = [(await cast.privately(who, "More…")).shown for who in (cast.gm, another_gm, han)]
    assert ["Take over" in labels(page) for page in pages] == [False, True, False]
    answer = await another_gm.click(cast.message, "My hand")
    assert told(answer).endswith(TAKE_OVER)
    kept = await another_gm.click(answer.shown, "Take over")
    assert told(kept) == "You are the table's GM now. The NPCs' hands are under “My hand”."
    assert f"-# <@{another_gm.user.id}> is the table's GM now." in (await cast.drawn()).lines
    assert "# 4♣ 5♣ 6♣" in (await hand(cast, another_gm)).lines
    assert told(await cast.gm.click(cast.message, "My hand")).endswith(TAKE_OVER)


async def test_old_page_of_an_npcs_hand_shows_nothing_after_a_change_of_host(cast: Evening, another_gm: Player):
    mine = await hand(cast, cast.gm)
    await cast.privately(another_gm, "More…", "Take over")
    keep = next(button.custom_id for button in mine.buttons if button.label == "Keep all three")
    await cast.drawn()
    assert mine.text.endswith(TAKE_OVER)
    assert labels(mine) == []
    assert told(await cast.gm.click(mine, keep, unchecked=True)).endswith(TAKE_OVER)


async def test_gm_acting_for_an_absent_player_never_sees_their_hand(cast: Evening, han: Player):
    asked = await cast.privately(cast.gm, "More…", "Act for…", "Han")
    assert told(asked) == (
        "What does **Han** do?\n-# **Han**'s other moves would show you their hand. Only their player can choose one."
    )
    assert labels(asked.shown) == ["Stop waiting"]
    await cast.gm.click(asked.shown, "Stop waiting")
    assert "-# The GM stops waiting for **Han**." in (await cast.drawn()).lines
    mine = await hand(cast, han)
    assert "# 1♣ 2♣ 3♣" in mine.lines
    assert mine.selects == []


async def test_a_forged_private_move_for_an_absent_player_is_refused(cast: Evening):
    table = await cast.table()
    for move in ("exchange", "exchange:1c"):
        forged = f"act:{table.id}:{table.record.turn}:1!:{move}"
        async with cast.nothing_changes():
            refused = await cast.gm.click(cast.message, forged, unchecked=True)
            assert told(refused).startswith("Only the player of Han sees")


async def test_a_gm_who_does_not_keep_the_table_waits_no_longer_for_an_npc_or_takes_over(
    cast: Evening, another_gm: Player
):
    first, second = seated_at(await cast.table())[1:]
    asked = await cast.privately(another_gm, "More…", "Act for…", first.name)
    assert told(asked).endswith(TAKE_OVER)
    assert labels(asked.shown) == ["Stop waiting", "Take over"]
    await another_gm.click(asked.shown, "Stop waiting")
    assert f"-# The GM stops waiting for **{first.name}**." in (await cast.drawn()).lines
    asked = await cast.privately(another_gm, "More…", "Act for…", second.name)
    await another_gm.click(asked.shown, "Take over")
    assert f"-# <@{another_gm.user.id}> is the table's GM now." in (await cast.drawn()).lines


async def test_a_gm_who_plays_against_them_sees_no_npcs_hand(blind: Evening, han: Player):
    await blind.sits(blind.gm, "Proxima's own")
    await blind.sits(han, "Han")
    npc = await blind.adds_npc()
    await deals(blind, han)
    mine = await hand(blind, blind.gm)
    assert mine.lines[0] == "-# **Proxima's own**"
    assert mine.find(npc.name) is None
    forged = f"hand:{(await blind.table()).id}:{npc.seat}"
    assert told(await blind.gm.click(mine, forged, unchecked=True)).startswith("You play at this table yourself")


async def test_table_says_that_the_host_may_play_in_this_campaign(blind: Evening, han: Player):
    await blind.settles(keeper_may_play=True)
    await blind.sits(blind.gm, "Proxima's own")
    npc = await blind.adds_npc()
    await deals(blind, blind.gm)
    assert any(line.endswith("plays here, and sees the hands of the NPCs.") for line in blind.message.lines)
    mine = await hand(blind, blind.gm)
    assert (mine.lines[0], npc.name in labels(mine)) == ("-# **Proxima's own**", True)


async def test_a_full_table_of_npcs_fits_into_one_page(blind: Evening):
    for _ in range(7):
        await blind.adds_npc()
    await blind.gm.click(blind.message, "Deal")
    await blind.drawn()
    mine = await hand(blind, blind.gm)
    names = names_at(await blind.table())
    assert labels(mine) == ["Keep all three", "My seat", *names[1:]]
