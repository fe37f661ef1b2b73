"""NPCs: the GM makes them, changes them, seats them; and nobody else."""

import pytest

from playground.discord.world import Channel
from playground.people import Player
from tests.ui.conftest import Cast, Settle

pytestmark = pytest.mark.usefixtures("bot")


@pytest.mark.parametrize(
    "template, skills, purse", [("Novice", "Gambling 3D", "500"), ("Regular", "5D", "1,000"), ("Shark", "8D", "3,000")]
)
async def test_an_npc_comes_from_a_template(gm: Player, channel: Channel, template: str, skills: str, purse: str):
    answer = await gm.slash(channel, "npc new", template=template, name="Roark")
    assert answer.text.startswith(f"### Roark\n-# NPC, {template.lower()}")
    assert skills in answer.text
    assert f"Wallet: **{purse} cr**" in answer.text
    assert answer.shown.ephemeral


async def test_new_npc_without_a_name_gets_a_free_one(gm: Player, channel: Channel):
    first = await gm.slash(channel, "npc new", template="regular")
    second = await gm.slash(channel, "npc new", template="regular", skills="Gambling 7D")
    assert "Skills: Gambling 7D" in second.text
    assert first.text.splitlines()[0] != second.text.splitlines()[0]


@pytest.mark.parametrize(
    "options, told",
    [
        ({"template": "king"}, "Choose `template` from the list."),
        ({"template": "novice", "name": "\u200b"}, "A name needs at least one letter or digit."),
        ({"template": "novice", "name": "hAN"}, "This campaign already has a character called hAN."),
        ({"template": "novice", "skills": "luck"}, "I can't read “luck”."),
    ],
)
async def test_an_npc_that_cannot_be_is_refused(
    cast: Cast, gm: Player, han: Player, channel: Channel, options: dict[str, str], told: str
):
    await cast.pc(han, "Han")
    assert (await gm.slash(channel, "npc new", unchecked=True, options=options)).text.startswith(told)
    assert "There are no NPCs yet" in (await gm.slash(channel, "npc list")).text


async def test_an_npc_is_edited_by_the_gm_in_a_form(cast: Cast, gm: Player, han: Player, channel: Channel):
    npc = await cast.npc("Roark")
    await cast.pc(han, "Han")
    assert (await gm.slash(channel, "npc edit", npc="Han")).text == "That is a player's character, not an NPC."
    assert await han.autocomplete(channel, "npc seat", "npc", "") == []
    assert await gm.autocomplete(channel, "npc seat", "npc", "RO") == [("Roark", f"#{npc.id}")]
    shown = await gm.slash(channel, "character show", character="Roark")
    assert (await han.click(shown.shown, "Edit", unchecked=True)).text == "Roark isn't yours to play."
    opened = await gm.slash(channel, "npc edit", npc="roark")
    answer = await gm.submit(opened.form, {"Name": "Roark the Elder", "Skills": "Gambling 2D"})
    assert answer.text.startswith("### Roark the Elder\n-# NPC, regular\nSkills: Gambling 2D")


async def test_an_npc_that_sits_at_a_table_is_renamed_there_too(
    cast: Cast, settle: Settle, gm: Player, han: Player, channel: Channel
):
    await cast.npc("Roark")
    opened = await gm.slash(channel, "pilok open")
    await gm.slash(channel, "npc seat", npc="Roark")
    form = await gm.slash(channel, "npc edit", npc="Roark")
    await gm.submit(form.modal, {"Name": "Rosh"})
    await settle()
    await han.until_sees(channel, lambda seen: seen == opened.shown and "Rosh" in seen.text)


async def test_the_list_is_turned_page_by_page(cast: Cast, gm: Player, han: Player, channel: Channel):
    for number in range(12):
        await cast.npc(f"NPC {number:02}")
    answer = await gm.slash(channel, "npc list")
    seen = answer.shown
    assert seen.text.startswith("### 12 NPCs\n**NPC 00** · regular · 1,000 cr\n-# Gambling 5D")
    assert [button.label for button in seen.buttons] == ["Previous", "Next"]
    await gm.click(seen, "Next")
    assert "NPC 09" not in seen.text
    assert "NPC 11" in seen.text
    await gm.click(seen, "Previous")
    assert "NPC 00" in seen.text
    assert (await han.click(seen, "Next", unchecked=True)).text == "Only the GM can do that."


async def test_the_two_hundred_and_first_npc_is_one_too_many(cast: Cast, gm: Player, channel: Channel):
    for _ in range(200):
        await cast.npc()
    answer = await gm.slash(channel, "npc new", template="novice")
    assert answer.text == "This campaign has 200 NPCs already. Retire one first."
    names = [name for name, _ in await gm.autocomplete(channel, "npc retire", "npc", "")]
    assert len(names) == 25
    assert (await gm.slash(channel, "npc retire", npc=names[0])).text == f"**{names[0]}** has retired."
    assert (await gm.slash(channel, "npc new", template="novice")).text.startswith("### ")


async def test_an_npc_sits_down_with_the_usual_amount_and_stands_up(
    cast: Cast, settle: Settle, gm: Player, han: Player, channel: Channel
):
    npc = await cast.npc("Roark")
    opened = await gm.slash(channel, "pilok open")
    answer = await gm.slash(channel, "npc seat", npc="Roark")
    assert answer.text.startswith("**Roark** sits down with ")
    assert answer.shown.ephemeral
    assert await cast.purse(npc) < 1000
    await settle()
    await han.until_sees(channel, lambda seen: seen == opened.shown and "Roark" in seen.text)
    assert (await gm.slash(channel, "npc seat", npc="Roark")).text == "Roark sits here already."
    assert (await gm.slash(channel, "npc unseat", npc="Roark")).text == "**Roark** leaves the table."
    assert await cast.purse(npc) == 1000
    assert (await gm.slash(channel, "npc unseat", npc="Roark")).text == "Roark doesn't sit at this table."


@pytest.mark.parametrize(
    "amount, told", [("5000", "Roark has less than 5,000 cr in the wallet."), ("1", "You need at")]
)
async def test_an_amount_that_the_table_does_not_take_is_refused(
    cast: Cast, gm: Player, channel: Channel, amount: str, told: str
):
    npc = await cast.npc("Roark")
    await gm.slash(channel, "pilok open")
    assert (await gm.slash(channel, "npc seat", npc="Roark", amount=amount)).text.startswith(told)
    assert await cast.purse(npc) == 1000
