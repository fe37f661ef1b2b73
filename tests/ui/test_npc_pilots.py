"""/npc autopilot and /npc lines: how NPCs play by themselves and what they say, for the GM alone."""

from typing import Any

import pytest

from bot.ui.client import Shadowport
from playground.discord.world import Channel
from playground.people import Player
from tests.ui.conftest import Cast, Settle

pytestmark = pytest.mark.usefixtures("bot")


async def test_npc_on_autopilot_plays_with_its_own_skill(cast: Cast, gm: Player, channel: Channel):
    await cast.npc("Kett", "shark")
    answer = await gm.slash(channel, "npc autopilot", npc="Kett", style="reckless")
    assert answer.text == "**Kett** is on autopilot (reckless, expert)."
    assert answer.shown.ephemeral
    assert "**Kett** · shark · 3,000 cr · on autopilot: reckless, expert" in (await gm.slash(channel, "npc list")).text
    answer = await gm.slash(channel, "npc autopilot", npc="Kett", style="drunk", skill="novice")
    assert answer.text == "**Kett** is on autopilot (drunk, novice)."
    answer = await gm.slash(channel, "npc autopilot", npc="Kett", style="steady")
    assert answer.text == "**Kett** is on autopilot (steady, novice)."


async def test_an_npc_that_is_off_is_the_gms_and_keeps_its_lines(cast: Cast, gm: Player, channel: Channel):
    await cast.npc("Kett")
    await gm.slash(channel, "npc lines", npc="Kett")
    await gm.submit(None, {"Lines": "Pay up.\nHa."})
    await gm.slash(channel, "npc autopilot", npc="Kett", style="steady")
    assert (await gm.slash(channel, "npc autopilot", npc="Kett", style="off")).text == "**Kett** is yours to play."
    assert "on autopilot" not in (await gm.slash(channel, "npc list")).text
    answer = await gm.slash(channel, "npc lines", npc="Kett", speak=True)
    assert (
        answer.text == "**Kett** speaks now and then once it is on autopilot. Use /npc autopilot.\n1. Pay up.\n2. Ha."
    )


async def test_autopilot_without_an_npc_asks_which_and_keeps_style_and_skill(
    cast: Cast, bot: Shadowport, gm: Player, channel: Channel
):
    asked = await gm.slash(channel, "npc autopilot", style="shark", skill="novice")
    assert asked.text == "There are no NPCs yet. Make one with /npc new."
    npcs = [await cast.npc(f"Esk {number:02}") for number in range(27)]
    asked = (await gm.slash(channel, "npc autopilot", style="shark", skill="novice")).shown
    assert asked.ephemeral
    assert [value for _, value in asked.selects[0].options] == [str(npc.id) for npc in npcs[:25]]
    await gm.click(asked, "Next")
    assert [label for label, _ in asked.selects[0].options] == ["Esk 25", "Esk 26"]
    await gm.select(asked, "Which NPCs?", ["Esk 25", "Esk 26"])
    shown = await bot.services.characters.npcs(await cast.campaign(), cast.person(gm))
    flown = {npc.name: npc.pilot.temper for npc in shown if npc.pilot is not None}
    assert {name: (temper.style, temper.skill) for name, temper in flown.items()} == {
        "Esk 25": ("shark", "novice"),
        "Esk 26": ("shark", "novice"),
    }


@pytest.mark.parametrize(
    "forged", ["autopilot:sober:usual:table", "autopilot:shark:king:table", "autopilot:shark:usual", "autopilot:off:"]
)
async def test_autopilot_buttons_refuse_what_was_not_offered(cast: Cast, gm: Player, channel: Channel, forged: str):
    await cast.npc("Kett")
    asked = (await gm.slash(channel, "npc autopilot", style="shark")).shown
    await gm.click(asked, forged, unchecked=True)
    assert "on autopilot" not in (await gm.slash(channel, "npc list")).text


async def test_only_a_gm_picks_npcs_for_the_autopilot(cast: Cast, gm: Player, han: Player, channel: Channel):
    await cast.npc("Kett")
    await gm.slash(channel, "pilok open")
    await gm.slash(channel, "npc seat", npc="Kett")
    table = await gm.until_sees(channel, lambda seen: seen.find("More…") is not None)
    for forged in ("autopilot:shark:usual:0", "autopilot:shark:usual:table"):
        answer = await han.click(table, forged, unchecked=True)
        assert answer.shown.ephemeral
        assert answer.text == "Only the GM can do that."
    assert "on autopilot" not in (await gm.slash(channel, "npc list")).text


async def test_all_npcs_at_the_table_play_by_themselves_at_once(
    bot: Shadowport, cast: Cast, settle: Settle, gm: Player, channel: Channel
):
    for name in ("Kett", "Mirra", "Orla"):
        await cast.npc(name)
    await gm.slash(channel, "pilok open")
    asked = (await gm.slash(channel, "npc autopilot", style="shark")).shown
    assert asked.find("All at this table") is None
    await gm.slash(channel, "npc seat", npc="Kett")
    await settle()
    await gm.slash(channel, "npc seat", npc="Mirra")
    asked = (await gm.slash(channel, "npc autopilot", style="shark")).shown
    answer = await gm.click(asked, "All at this table")
    assert answer.text == "**Kett** is on autopilot (shark, regular).\n**Mirra** is on autopilot (shark, regular)."
    table = await bot.services.tables.in_channel(channel.id)
    assert table is not None
    assert all(chair.plays_itself for chair in table.record.chairs)
    page = await gm.click(await gm.until_sees(channel, lambda seen: seen.find("More…") is not None), "My seat")
    page = await gm.click(page.shown, "Kett")
    assert "-# **Kett** is on autopilot (shark, regular). Any move that you make for them takes them over." in page.text
    assert page.message is not None
    page = await gm.click(page.shown, "Take Kett over")
    assert "You play **Kett** until you give them back to the autopilot." in page.text
    assert page.message is not None
    page = await gm.click(page.shown, "Give Kett back")
    assert "**Kett** is on autopilot (shark, regular)." in page.text


async def test_lines_are_written_in_a_form_and_spoken_once_somebody_says_so(
    cast: Cast, gm: Player, han: Player, channel: Channel
):
    await cast.npc("Kett")
    await gm.slash(channel, "npc autopilot", npc="Kett", style="steady")
    assert (await gm.slash(channel, "npc lines", npc="Kett")).modal is not None
    answer = await gm.submit(None, {"Lines": "Pay up, @everyone.\n\nPay up, @everyone.\n**Ha.**"})
    assert answer.text == "**Kett** keeps silent.\n1. Pay up, \\@\u2060everyone.\n2. \\*\\*Ha\\.\\*\\*"
    seen = answer.shown
    await gm.click(seen, "Speak")
    assert seen.text.startswith("**Kett** speaks now and then.")
    assert "on autopilot: steady, regular, speaks" in (await gm.slash(channel, "npc list")).text
    for label in ("Keep silent", "Write lines…"):
        assert (await han.click(seen, label, unchecked=True)).text == "Kett isn't yours to play."
    await gm.click(seen, "Keep silent")
    assert seen.text.startswith("**Kett** keeps silent.")
    await gm.slash(channel, "npc lines", npc="Kett")
    answer = await gm.submit(None, {"Lines": ""})
    assert answer.text == "**Kett** has nothing to say."


async def test_lines_above_the_bounds_can_be_shortened(cast: Cast, gm: Player, channel: Channel):
    await cast.npc("Kett")
    await gm.slash(channel, "npc lines", npc="Kett")
    answer = await gm.submit(None, {"Lines": "\n".join(f"line {number}" for number in range(21))})
    assert answer.text.startswith("An NPC can have 20 lines, and you wrote 21. Remove some.")
    form = await gm.click(answer.shown, "Try again")
    answer = await gm.submit(form.form, {"Lines": "x" * 200})
    assert "1. xxx" in answer.text


async def test_all_lines_together_fit_into_the_form_they_are_changed_in(
    bot: Shadowport, cast: Cast, gm: Player, channel: Channel
):
    """What a form doesn't show would be gone once it is sent in; what a page can't hold is said to be there."""
    npc = await cast.npc("Kett")
    lines = [f"{number:02}" + "*" * 147 for number in range(20)]
    await gm.slash(channel, "npc lines", npc="Kett")
    answer = await gm.submit(None, {"Lines": "\n".join(lines)})
    escaped = [line.replace("*", r"\*") for line in lines]
    assert answer.text.splitlines()[1:] == [
        *(f"{number}. {line}" for number, line in enumerate(escaped[:13], start=1)),
        "-# And 7 more lines: “Write lines…” shows them all.",
    ]
    form = (await gm.slash(channel, "npc lines", npc="Kett")).form
    answer = await gm.submit(form, {})
    manner = (await bot.services.characters.get(npc.campaign_id, npc.id)).manner
    assert manner is not None
    assert list(manner.lines) == lines


async def test_a_forged_style_or_skill_is_none(cast: Cast, gm: Player, channel: Channel):
    await cast.npc("Kett")
    for option, forged in (("style", {"style": "sober"}), ("skill", {"style": "drunk", "skill": "king"})):
        answer = await gm.slash(channel, "npc autopilot", unchecked=True, options={"npc": "Kett", **forged})
        assert answer.text == f"Choose `{option}` from the list."
    assert "on autopilot" not in (await gm.slash(channel, "npc list")).text


@pytest.mark.parametrize("words", ["npc autopilot", "npc lines"])
async def test_only_npcs_are_on_autopilot(cast: Cast, gm: Player, han: Player, channel: Channel, words: str):
    await cast.pc(han, "Han")
    options: dict[str, Any] = {"style": "drunk"} if words == "npc autopilot" else {"speak": True}
    answer = await gm.slash(channel, words, npc="Han", **options)
    assert answer.text == "That is a player's character, not an NPC."
