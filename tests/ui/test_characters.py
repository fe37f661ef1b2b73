"""Characters: made, shown, changed, played, retired; and everything that can't be."""

from pathlib import Path

import pytest

from bot.app import connected
from bot.services import Services
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Answer, Player
from tests.ui.conftest import Cast, Settle, running, settings_of, with_button


async def made(player: Player, channel: Channel, name: str, skills: str = "") -> Answer:
    """Fill in the form of /character new and send it."""
    opened = await player.slash(channel, "character new")
    return await player.submit(opened.modal, {"Name": name, "Skills": skills}, unchecked=True)


async def test_new_opens_a_form_and_gives_the_starting_purse(bot: Shadowport, han: Player, channel: Channel):
    answer = await made(han, channel, "Han Solo", "Gambling 8D, Perception 3D+2")
    assert answer.shown.ephemeral
    assert answer.text.splitlines() == [
        "### Han Solo",
        "-# Player character",
        "Skills: Gambling 8D, Perception 3D+2",
        "Wallet: **1,000 cr**",
        "You play them from now on.",
    ]


async def test_a_sheet_that_cannot_be_read_is_named_and_the_text_can_be_tried_again(
    bot: Shadowport, han: Player, channel: Channel
):
    refused = await made(han, channel, "Han", "Gambling 8D\nLuck: plenty")
    assert "I can't read “Luck\\: plenty”. Write it like this: Gambling 8D, Perception 3D+2." in refused.text
    again = await han.click(refused.shown, "Try again")
    assert again.form.field("Name").default == "Han"
    assert again.form.field("Skills").default == "Gambling 8D\nLuck: plenty"
    mended = await han.submit(again.form, {"Skills": "Gambling 8D"})
    assert "Skills: Gambling 8D" in mended.text
    assert mended.message == refused.shown


@pytest.mark.parametrize("typed", ["```\nGambling lots\n```", "Gambling lots, " * 200])
async def test_refused_sheet_comes_back_as_it_was_typed(bot: Shadowport, han: Player, channel: Channel, typed: str):
    refused = await made(han, channel, "H" * 100, typed)
    assert (await han.click(refused.shown, "Try again")).form.field("Skills").default == typed


async def test_typed_form_survives_a_restart(
    services: Services, local: LocalDiscord, han: Player, channel: Channel, tmp_path: Path
):
    settings = settings_of(local, tmp_path)
    async with connected(services, settings) as client, running(client):
        refused = await made(han, channel, "Han", "Gambling lots")
    async with connected(services, settings) as client, running(client):
        again = await han.click(refused.shown, "Try again")
        answer = await han.submit(again.modal, {"Skills": "Gambling 8D"})
    assert answer.text.splitlines()[:3] == ["### Han", "-# Player character", "Skills: Gambling 8D"]


@pytest.mark.parametrize(
    "typed, kept",
    [
        ("**Han**", "### \\*\\*Han\\*\\*"),
        ("@everyone Han", "### \\@\N{WORD JOINER}everyone Han"),
        ("H\u200ba\u200dn\u202e", "### Han"),
        ("Han\nSolo", "### Han Solo"),
        ("<@1> # Han", "### \\<\\@\N{WORD JOINER}1\\> \\# Han"),
    ],
)
async def test_a_name_is_shown_as_its_visible_letters_and_pings_nobody(
    bot: Shadowport, han: Player, channel: Channel, typed: str, kept: str
):
    answer = await made(han, channel, typed)
    assert answer.text.splitlines()[0] == kept
    assert answer.shown.pings == []


@pytest.mark.parametrize(
    "typed, told",
    [
        ("x" * 200, "That name is too long: at most 32 letters."),
        ("\u200b\u202e", "A name needs at least one letter or digit."),
        ("LANDO", "This campaign already has a character called LANDO."),
        ("Ｌａｎｄｏ", "This campaign already has a character called Lando."),
    ],
)
async def test_a_name_that_cannot_be_one_is_refused(
    bot: Shadowport, cast: Cast, han: Player, lando: Player, channel: Channel, typed: str, told: str
):
    await cast.pc(lando, "Lando")
    assert (await made(han, channel, typed)).text.splitlines()[0] == told
    assert "You have no character" in (await han.slash(channel, "character list")).text


async def test_the_twenty_sixth_character_is_one_too_many(bot: Shadowport, cast: Cast, han: Player, channel: Channel):
    for number in range(25):
        await cast.pc(han, f"Han {number}")
    refused = await made(han, channel, "One more")
    assert "You have 25 characters in this campaign already. Retire one first." in refused.text


async def test_edit_opens_filled_in_and_changes_name_and_skills(
    bot: Shadowport, cast: Cast, han: Player, channel: Channel
):
    await cast.pc(han, "Han", "Gambling 8D")
    opened = await han.slash(channel, "character edit")
    assert (opened.form.field("Name").default, opened.form.field("Skills").default) == ("Han", "Gambling 8D")
    page = await han.slash(channel, "character show")
    assert (await han.click(page.shown, "Edit")).form.field("Name").default == "Han"
    answer = await han.submit(opened.form, {"Name": "Solo", "Skills": "Gambling 9D, Con 4D"})
    assert answer.text.splitlines()[:3] == ["### Solo", "-# Player character", "Skills: Gambling 9D, Con 4D"]


async def test_a_pasted_sheet_is_mended_in_a_form_and_without_a_sheet_one_opens(
    bot: Shadowport, cast: Cast, han: Player, channel: Channel
):
    await cast.pc(han, "Han", "Gambling 8D")
    refused = await han.slash(channel, "character skills", sheet="Perception three")
    assert "I can't read “Perception three”." in refused.text
    again = await han.click(refused.shown, "Try again")
    assert again.form.field("Skills").default == "Perception three"
    assert "Skills: Perception 3D" in (await han.submit(again.form, {"Skills": "Perception 3D"})).text
    answer = await han.slash(channel, "character skills", sheet="Perception 3D+2; Con 5D")
    assert "Skills: Perception 3D+2, Con 5D" in answer.text
    opened = await han.slash(channel, "character skills")
    assert [field.label for field in opened.form.fields] == ["Skills"]
    answer = await han.submit(opened.form, {"Skills": "Gambling 2D"})
    assert answer.text.splitlines()[0] == "### Han"
    assert "Skills: Gambling 2D" in answer.text


async def test_skills_in_other_dice_are_kept_when_only_the_name_changes(
    bot: Shadowport, cast: Cast, gm: Player, han: Player, channel: Channel
):
    await cast.pc(han, "Han", "Gambling 8D")
    await gm.slash(channel, "campaign setup", preset="D&D 5e")
    opened = await han.slash(channel, "character edit")
    answer = await han.submit(opened.modal, {"Name": "Solo"})
    assert "Kept, but not used: 1 skill in other dice than this campaign's." in answer.text


async def test_character_show_is_refused_without_a_character(bot: Shadowport, han: Player, channel: Channel):
    told = "You have no character in this campaign yet. Make one with /character new."
    for command in ("character show", "character edit", "character skills", "wallet show", "wallet history"):
        assert (await han.slash(channel, command)).text == told


async def test_the_list_names_ones_own_and_the_party(
    bot: Shadowport, cast: Cast, han: Player, lando: Player, channel: Channel
):
    await cast.pc(lando, "Lando")
    await cast.pc(han, "Chewie")
    await cast.pc(han, "Han")
    answer = await han.slash(channel, "character list")
    assert answer.text.splitlines() == [
        "### Your characters",
        "**Chewie** · 1,000 cr",
        "**Han** · 1,000 cr, whom you play now",
        "The party: **Han** and **Lando**.",
    ]
    assert (await han.slash(channel, "character use", character="chewie")).text == "You play **Chewie** from now on."
    assert (await han.slash(channel, "character show")).text.startswith("### Chewie")


async def test_autocomplete_offers_only_what_is_ones_own(
    bot: Shadowport, cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    await cast.pc(lando, "Lando")
    mine = await cast.pc(han, "Leia's friend")
    await cast.npc("Leeroy")
    assert await han.autocomplete(channel, "character use", "character", "le") == [("Leia's friend", f"#{mine.id}")]
    assert await han.autocomplete(channel, "character use", "character", "la") == []
    offered = [name for name, _ in await gm.autocomplete(channel, "character edit", "character", "l")]
    assert offered == ["Lando", "Leeroy", "Leia's friend"]


async def test_picked_character_is_found_by_its_number_not_by_a_lookalike_name(
    bot: Shadowport, cast: Cast, han: Player, lando: Player, channel: Channel
):
    true = await cast.pc(lando, "Lando")
    await cast.pc(han, "Han")
    await cast.pc(lando, str(true.id))
    (picked,) = [
        value for name, value in await han.autocomplete(channel, "wallet pay", "to", "lando") if name == "Lando"
    ]
    await han.slash(channel, "wallet pay", amount="10", to=picked)
    assert await cast.purse(true) == 1010


async def test_a_picked_character_that_retired_meanwhile_is_not_there(
    bot: Shadowport, cast: Cast, services: Services, gm: Player, han: Player, channel: Channel
):
    mine = await cast.pc(han, "Han")
    await cast.pc(han, "Chewie")
    asked = await han.slash(channel, "character retire", character=f"#{mine.id}")
    assert (await han.click(asked.shown, "Retire Han")).text == "**Han** has retired."
    assert "There is no such character" in (await han.slash(channel, "character show", character=f"#{mine.id}")).text
    assert "There is nobody called Han here." in (await han.slash(channel, "character show", character="Han")).text


@pytest.mark.parametrize("command", ["show", "edit", "skills", "use", "retire"])
async def test_character_of_another_player_is_refused(
    bot: Shadowport, cast: Cast, han: Player, lando: Player, channel: Channel, command: str
):
    await cast.pc(lando, "Lando")
    answer = await han.slash(channel, f"character {command}", character="Lando")
    assert answer.text == "Lando isn't yours to play."
    assert answer.shown.ephemeral


async def test_buttons_and_forms_of_somebody_elses_character_are_refused(
    bot: Shadowport, cast: Cast, han: Player, lando: Player, channel: Channel
):
    theirs = await cast.pc(lando, "Lando")
    await cast.pc(han, "Han")
    shown = await han.slash(channel, "character show")
    for forged in (f"sheet:{theirs.id}", f"retire:{theirs.id}:1", f"again:sheet_edit:{theirs.id}"):
        assert (await han.click(with_button(shown.shown, forged), forged)).text == "Lando isn't yours to play."


@pytest.mark.parametrize("forged", ["sheet:", "retire:" + "9" * 40, "again:nothing:1", "history:x:", "nothing:1"])
async def test_a_button_that_nobody_made_does_nothing(
    bot: Shadowport, cast: Cast, han: Player, channel: Channel, forged: str
):
    await cast.pc(han, "Han")
    shown = await han.slash(channel, "character show")
    assert (
        await han.click(with_button(shown.shown, forged), forged)
    ).text == "That button has expired. Use the latest message."


async def test_players_do_not_see_npcs(bot: Shadowport, cast: Cast, gm: Player, han: Player, channel: Channel):
    npc = await cast.npc("Roark")
    assert (await han.slash(channel, "character show", character="Roark")).text == "There is nobody called Roark here."
    hidden = await han.slash(channel, "character show", character=f"#{npc.id}")
    assert hidden.text == "There is no such character in this campaign."
    assert (await gm.slash(channel, "character show", character="Roark")).text.startswith("### Roark\n-# NPC, regular")


async def test_retiring_is_asked_about_first(bot: Shadowport, cast: Cast, han: Player, channel: Channel):
    await cast.pc(han, "Han")
    asked = await han.slash(channel, "character retire", character="Han")
    assert "Retire **Han** for good?" in asked.text
    assert (await han.click(asked.shown, "Stay")).text == "**Han** stays."
    assert "**Han** · 1,000 cr" in (await han.slash(channel, "character list")).text


async def test_reminders_are_switched_off_and_on(bot: Shadowport, services: Services, han: Player, channel: Channel):
    answer = await han.slash(channel, "character reminders", turns="off")
    assert answer.text == "I no longer mention you when it's your turn."
    assert not await services.preferences.wants_reminders(han.id)
    await han.slash(channel, "character reminders", turns="on")
    assert await services.preferences.wants_reminders(han.id)


async def test_nobody_retires_with_chips_on_a_table(bot: Shadowport, cast: Cast, gm: Player, channel: Channel):
    npc = await cast.npc("Roark")
    await gm.slash(channel, "pilok open")
    await gm.slash(channel, "npc seat", npc="Roark")
    for command, option in (("npc retire", "npc"), ("character retire", "character")):
        answer = await gm.slash(channel, command, options={option: f"#{npc.id}"})
        assert answer.text == "Roark still has chips on a table. Leave the table first."


async def test_retiring_is_refused_when_the_character_has_sat_down_since(
    bot: Shadowport, cast: Cast, gm: Player, channel: Channel
):
    npc = await cast.npc("Roark")
    await gm.slash(channel, "pilok open")
    asked = await gm.slash(channel, "character retire", options={"character": f"#{npc.id}"})
    await gm.slash(channel, "npc seat", npc="Roark")
    assert (
        await gm.click(asked.shown, "Retire Roark")
    ).text == "Roark still has chips on a table. Leave the table first."


async def test_a_flood_is_asked_to_wait_and_others_do_not_notice(
    bot: Shadowport, cast: Cast, settle: Settle, han: Player, lando: Player, channel: Channel
):
    answers = [await han.slash(channel, "character list") for _ in range(14)]
    assert answers[-1].text == "That was too much at once. Wait a few seconds."
    assert "Your characters" in (await lando.slash(channel, "character list")).text
    await settle()
    assert "Your characters" in (await han.slash(channel, "character list")).text


async def test_a_character_is_refused_when_its_name_passes_for_another(
    bot: Shadowport, han: Player, lando: Player, gm: Player, cast: Cast, channel: Channel
):
    await cast.pc(han, "Hero0")
    await cast.npc("Jabba")
    assert "Hero0" in (await made(lando, channel, "Неro0")).text
    assert "Jabba" not in (await made(lando, channel, "Jаbbа")).text
    for name in ("The house", "G M", "Мint"):
        assert "Choose another name" in (await made(lando, channel, name)).text
        assert "Choose another name" in (await gm.slash(channel, "npc new", template="regular", name=name)).text
    campaign = await cast.campaign()
    owner = cast.person(gm)
    assert [one.name for one in await bot.services.characters.in_play(campaign, owner)] == ["Hero0", "Jabba"]
