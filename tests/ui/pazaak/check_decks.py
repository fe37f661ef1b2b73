"""The shelf of side decks: looked at, put to use, renamed, taken apart; by whoever plays the character."""

import pytest

from bot.services import Services
from cogs.pazaak.loadout import MOST_DECKS, PazaakKit, SideDeck
from playground.discord.world import Channel
from playground.people import Player, Seen
from tests.ui.conftest import Cast, Settle
from tests.ui.pazaak.conftest import Kit, named

pytestmark = pytest.mark.usefixtures("bot")

SUBCOMMANDS = ("show", "use", "edit", "rename", "delete")


async def shown(who: Player, channel: Channel, command: str, **options: str) -> Seen:
    answer = await who.slash(channel, f"pazaak deck {command}", options=options)
    assert answer.shown.ephemeral
    return answer.shown


async def test_standard_decks_are_there_for_a_player_without_own_decks(kit: Kit, han: Player, channel: Channel):
    page = await shown(han, channel, "show")
    assert page.lines[:4] == [
        "### Side decks",
        "-# **Han** · 0 of 20 decks",
        "You have no decks of your own yet. Build one with /pazaak deck new, or play a ready-made one.",
        "-# Ready-made decks",
    ]
    assert page.lines[4:6] == ["**Standard** · in use", "-# +1, +2, +3, +4, +5, −1, −2, −3, −4, −5"]
    await han.select(page, "Show a deck…", ["Bold"])
    assert page.lines[:2] == ["### Bold", "-# Ready-made deck"]
    assert [button.label for button in page.buttons] == ["Use", "All decks"]


async def test_a_deck_is_put_to_use_by_command_or_by_button(kit: Kit, han: Player, channel: Channel):
    await shown(han, channel, "new", name="Lucky", cards="+1 x10")
    assert (await kit()).using == "Lucky"
    page = await shown(han, channel, "use", name="bold")
    assert page.lines[-1] == "**Han** plays it unless you pick another deck."
    assert (await kit()).using == "Bold"
    page = await shown(han, channel, "show", name="Lucky")
    await han.click(page, "Use")
    assert (await kit()).using == "Lucky"
    assert named(page, "Use").disabled


async def test_the_second_deck_does_not_push_the_first_out_of_use(kit: Kit, han: Player, channel: Channel):
    await shown(han, channel, "new", name="Lucky", cards="+1 x10")
    page = await shown(han, channel, "new", name="Spare", cards="+2 x10")
    assert page.lines[-1] == "Saved. Press “Use” to make it the deck that **Han** usually plays."
    assert (await kit()).using == "Lucky"


async def test_a_deck_gets_another_name_and_stays_in_use(kit: Kit, han: Player, channel: Channel):
    await shown(han, channel, "new", name="Lucky", cards="+1 x10")
    page = await shown(han, channel, "rename", name="lucky", to="  Seven   up ")
    assert page.lines[:2] == ["### Seven up", "-# Side deck of **Han** · in use"]
    assert (await kit()).using == "Seven up"
    for name, to, told in (
        ("Seven up", "Bold", "There is a ready-made deck called Bold. Give yours another name."),
        ("Bold", "Lucky", "Bold is a ready-made deck. Nobody can change it. Build your own with /pazaak deck new."),
        ("Nothing", "Lucky", "You have no deck called Nothing."),
    ):
        assert (await shown(han, channel, "rename", name=name, to=to)).text == told


async def test_a_deck_is_taken_apart_after_a_question(kit: Kit, han: Player, channel: Channel):
    await shown(han, channel, "new", name="Lucky", cards="+1 x10")
    page = await shown(han, channel, "delete", name="Lucky")
    assert page.text == "Delete **Lucky**? **Han** keeps all side cards."
    await han.click(page, "Keep it")
    assert page.lines[0] == "### Lucky"
    await han.click(page, "Delete…")
    sure = page.frozen()
    await han.click(page, "Delete Lucky")
    assert page.lines[2] == "**Lucky** is deleted."
    assert await kit() == PazaakKit()
    assert (await han.click(sure, sure.buttons[0].custom_id, unchecked=True)).text == "You have no deck called Lucky."


async def test_decks_of_everybody_stay_as_they_are(kit: Kit, han: Player, channel: Channel):
    for command in ("edit", "delete"):
        page = await shown(han, channel, command, name="standard")
        assert page.text == "Standard is a ready-made deck. Nobody can change it. Build your own with /pazaak deck new."


async def test_names_are_offered_while_one_types(
    kit: Kit, cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel, settle: Settle
):
    await shown(han, channel, "new", name="Lucky", cards="+1 x10")
    await cast.npc("Roark")
    await shown(gm, channel, "new", name="House", cards="+2 x10", character="Roark")

    async def offered(who: Player, command: str, typed: str = "", **others: str) -> list[str]:
        found = await who.autocomplete(channel, f"pazaak deck {command}", "name", typed, options=others)
        return [name for name, _ in found]

    assert await offered(han, "show") == ["Lucky", "Standard", "Balanced", "Cautious", "Bold"]
    assert await offered(han, "use", "LU") == ["Lucky"]
    for command in ("edit", "rename", "delete"):
        assert await offered(han, command) == ["Lucky"]
    await settle()
    assert await offered(gm, "edit", character="Roark") == ["House"]
    assert await offered(gm, "edit", character="Han") == []
    assert await offered(gm, "edit", character="Nobody") == []
    assert await offered(han, "edit", character="Roark") == []
    assert await offered(lando, "show") == []


async def test_the_gm_builds_decks_for_npcs_and_looks_into_no_players(
    kit: Kit, cast: Cast, gm: Player, han: Player, channel: Channel
):
    await cast.npc("Roark")
    page = await shown(gm, channel, "new", name="House", cards="+2 x10", character="Roark")
    assert page.lines[1] == "-# Side deck of **Roark** · in use"
    assert [name for name, _ in await gm.autocomplete(channel, "pazaak deck show", "character", "")] == ["Roark"]
    await shown(han, channel, "new", name="Lucky", cards="+1 x10")
    for command in SUBCOMMANDS:
        options = {} if command == "show" else {"name": "Lucky"}
        more = {"to": "x"} if command == "rename" else {}
        said = await shown(gm, channel, command, character="Han", **options, **more)
        assert said.text == "The side decks of Han are private. Only their player sees them."
        hidden = await shown(han, channel, command, character="Roark", **options, **more)
        assert hidden.text == "There is nobody called Roark here."


async def test_twenty_decks_with_the_longest_names_fit(
    kit: Kit, services: Services, cast: Cast, han: Player, channel: Channel
):
    ours = await services.characters.active((await cast.campaign()).id, han.id)
    assert ours is not None
    cards = ("plus_1", "minus_2", "either_3", "either_4", "either_1_2", "flip_2_4", "flip_3_6", "double", "tiebreaker")
    decks = tuple(SideDeck.of(f"{'*' * 30}{at:02}", (*cards, "plus_6")) for at in range(MOST_DECKS))
    await services.kits.put(ours.campaign_id, ours.id, "pazaak", PazaakKit(decks=decks).to_json())
    page = await shown(han, channel, "show")
    assert page.text.count("\\*\\*") >= 10
    assert len(page.selects[0].options) == 24
    await han.click(page, "Next")
    assert "-# Ready-made decks" in page.text
    assert [button.label for button in page.buttons if not button.disabled] == ["Previous"]
    await han.click(page, "Previous")
    assert "-# Ready-made decks" not in page.text
    full = await shown(han, channel, "new", name="One more")
    assert full.text == "You have 20 decks, the most that fit. Delete one first with /pazaak deck delete."


@pytest.mark.parametrize("kept", ["{", '{"decks": [{"name": "x", "cards": []}]}'])
async def test_a_shelf_that_cannot_be_read_any_more_stays_as_it_is(
    kit: Kit, services: Services, cast: Cast, han: Player, channel: Channel, kept: str
):
    ours = await services.characters.active((await cast.campaign()).id, han.id)
    assert ours is not None
    await services.kits.put(ours.campaign_id, ours.id, "pazaak", kept)
    commands: tuple[tuple[str, dict[str, str]], ...] = (
        ("show", {}),
        ("new", {"name": "Lucky", "cards": "+1 x10"}),
        ("use", {"name": "Bold"}),
    )
    for command, options in commands:
        answer = await han.slash(channel, f"pazaak deck {command}", options=options)
        assert answer.text.startswith("The bot can no longer read the side decks of Han.")
    still = await services.kits.get(ours.campaign_id, ours.id, "pazaak")
    assert still is not None
    assert still.text == kept


async def test_decks_that_could_not_be_read_again_are_not_kept(
    kit: Kit, services: Services, han: Player, channel: Channel, monkeypatch: pytest.MonkeyPatch
):
    await shown(han, channel, "new", name="Lucky", cards="+1 x10")
    monkeypatch.setattr("cogs.pazaak.loadout.good_name", lambda name: f" {name} ")
    answer = await han.slash(channel, "pazaak deck rename", name="Lucky", to="Luckier")
    assert answer.text.startswith("Something went wrong")
    assert [deck.name for deck in (await kit()).decks] == ["Lucky"]
