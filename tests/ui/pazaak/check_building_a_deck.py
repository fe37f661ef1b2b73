"""Building a side deck on its page: cards are added and taken out by menus, and ten of them are saved."""

from pathlib import Path

import pytest

from bot.app import connected
from bot.services import Services
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Player, Seen
from tests.local_discord import running
from tests.manual_clock import ManualClock
from tests.ui.conftest import Cast, settings_of
from tests.ui.pazaak.conftest import Kit, named

PLUS, MINUS, EITHER, SPECIAL = ("Add plus cards…", "Add minus cards…", "Add plus/minus cards…", "Add special cards…")
OUT = "Remove cards…"


async def picker(who: Player, channel: Channel, command: str = "pazaak deck new", **options: str) -> Seen:
    answer = await who.slash(channel, command, options={"name": "Lucky"} | options)
    assert answer.shown.ephemeral
    return answer.shown


async def test_ten_cards_are_picked_and_saved(bot: Shadowport, kit: Kit, han: Player, channel: Channel):
    page = await picker(han, channel)
    assert page.lines[:2] == ["### Lucky", "-# A new side deck of **Han** · 0 of 10 cards"]
    assert named(page, "Save").disabled
    await han.select(page, PLUS, ["plus_1", "plus_2", "plus_3"])
    await han.select(page, PLUS, ["plus_1"])
    await han.select(page, MINUS, ["minus_5", "minus_6"])
    await han.select(page, EITHER, ["either_4"])
    assert "-# A new side deck of **Han** · 7 of 10 cards" in page.text
    await han.select(page, SPECIAL, ["either_1_2", "double", "tiebreaker"])
    assert "-# 2 × +1, +2, +3, −5, −6, ±4, ±1/2, Double, Tiebreaker" in page.text
    await han.click(page, "Save")
    assert page.lines[:2] == ["### Lucky", "-# Side deck of **Han** · in use"]
    assert page.lines[-1] == "Saved. **Han** plays it unless you pick another deck."
    (deck,) = (await kit()).decks
    assert (deck.name, len(deck.cards), (await kit()).using) == ("Lucky", 10, "Lucky")


async def test_deck_is_filled_with_standard_cards_and_cards_are_taken_out_one_at_a_time_or_all_at_once(
    bot: Shadowport, kit: Kit, han: Player, channel: Channel
):
    page = await picker(han, channel)
    await han.select(page, PLUS, ["plus_1", "plus_6"])
    await han.click(page, "Fill")
    assert "-# +1, +2, +3, +4, +5, +6, −1, −2, −3, −4" in page.text
    assert named(page, "Fill").disabled
    assert [menu.placeholder for menu in page.selects] == [OUT]
    await han.click(page, "Remove all")
    await han.select(page, PLUS, ["plus_1"])
    await han.select(page, PLUS, ["plus_1", "plus_2"])
    menu = next(menu for menu in page.components if menu.get("placeholder") == PLUS)
    assert [option.get("description") for option in menu["options"]][:3] == ["2 in the deck", "1 in the deck", None]
    await han.select(page, OUT, ["plus_1", "plus_2"])
    assert page.lines[-2] == "-# +1"
    await han.click(page, "Remove all")
    assert page.lines[-1] == "Add cards with the menus. A deck may hold the same card more than once."
    assert page.find_select(OUT) is None


async def test_a_double_click_adds_nothing_twice(bot: Shadowport, kit: Kit, han: Player, channel: Channel):
    page = await picker(han, channel)
    before = page.frozen()
    await han.select(before, PLUS, ["plus_1", "plus_2"])
    await han.select(before, PLUS, ["plus_1", "plus_2"])
    assert "2 of 10 cards" in page.text
    await han.click(page, "Fill")
    full = page.frozen()
    first, second = han.click(full, "Save"), han.click(full, "Save")
    assert "Saved." in (await first).text
    assert (await second).text == "This has just been changed elsewhere. Look again."
    assert "Saved." in (await han.click(full, named(full, "Save").custom_id, unchecked=True)).text
    assert [deck.name for deck in (await kit()).decks] == ["Lucky"]


async def test_more_cards_than_places_and_cards_that_are_none_are_refused(
    bot: Shadowport, kit: Kit, han: Player, channel: Channel
):
    page = await picker(han, channel)
    await han.select(page, PLUS, [f"plus_{number}" for number in range(1, 7)])
    three = await han.select(page, MINUS, [f"minus_{number}" for number in range(1, 7)][:4])
    assert "10 of 10" in three.text
    stale = page.frozen()
    menu = stale.selects[0].custom_id.replace(":out:", ":add_plus:")
    assert (
        await han.select(page, menu, ["plus_1"], unchecked=True)
    ).text == "There is no place left in the deck. Remove a card first."
    assert (await han.select(page, menu, ["plus_9"], unchecked=True)).text == "That choice isn't available."
    early = named(stale, "Save").custom_id.replace(":abcdef", ":abc")
    said = (await han.click(page, early, unchecked=True)).text
    assert said == "A side deck has exactly 10 cards, and these are 7."
    assert (await kit()).decks == ()


async def test_a_deck_is_typed_in_one_line(bot: Shadowport, kit: Kit, han: Player, channel: Channel):
    page = await picker(han, channel, cards="+1 +2 -3x2 ±4, 1or2, flip 2&4, D, T, minus 6")
    assert "Saved." in page.text
    (deck,) = (await kit()).decks
    assert deck.cards == (
        *("plus_1", "plus_2", "minus_3", "minus_3", "minus_6"),
        *("either_4", "either_1_2", "flip_2_4", "double", "tiebreaker"),
    )


@pytest.mark.parametrize(
    "cards, told",
    [
        ("+1 x11", "A side deck has exactly 10 cards, and these are 11."),
        ("+1 x9", "A side deck has exactly 10 cards, and these are 9."),
        ("+1", "A side deck has exactly 10 cards, and this is 1."),
        ("+7 x10", "There is no +7: Plus cards go from 1 to 6."),
        ("7 x10", "7 needs a sign, as in +3, -3 or ±3."),
        ("flip 1&5", "There is no such flip card. Write 2&4 or 3&6."),
        (" , ", "Name some side cards, as in +1 +2 -3 D."),
    ],
)
async def test_deck_form_names_the_mistakes_in_typed_cards(
    bot: Shadowport, kit: Kit, han: Player, channel: Channel, cards: str, told: str
):
    assert (await han.slash(channel, "pazaak deck new", name="Lucky", cards=cards)).text == told
    assert (await kit()).decks == ()


@pytest.mark.parametrize(
    "name, shown",
    [
        ("**bold** <@1>", "\\*\\*bold\\*\\* \\<\\@\N{WORD JOINER}1\\>"),
        ("a:b::c", "a\\:b\\:\\:c"),
        ("🎲 lucky 🎲", "🎲 lucky 🎲"),
        ("مرحبا", "\u2068مرحبا\u2069"),
        ("\N{FAMILY}1" * 10, "\N{FAMILY}1" * 10),
    ],
)
async def test_a_name_is_shown_as_it_was_typed_on_every_page(
    bot: Shadowport, kit: Kit, han: Player, channel: Channel, name: str, shown: str
):
    page = await picker(han, channel, name=name)
    for button in ("Fill", "Save", "Change…", "Remove all", "Fill", "Save", "All decks"):
        assert shown in page.text
        await han.click(page, button)
    assert [deck.name for deck in (await kit()).decks] == [name]
    assert f"**{shown}** · in use" in page.text
    assert (await han.slash(channel, "pazaak deck edit", name=name, cards="T x10")).text.startswith(f"### {shown}")


async def test_an_existing_deck_is_changed(bot: Shadowport, kit: Kit, han: Player, channel: Channel):
    await picker(han, channel, cards="+1 x10")
    page = await picker(han, channel, "pazaak deck edit")
    assert page.lines[1] == "-# Side deck of **Han** · 10 of 10 cards"
    await han.select(page, OUT, ["plus_1"])
    await han.select(page, SPECIAL, ["tiebreaker"])
    await han.click(page, "Save")
    (deck,) = (await kit()).decks
    assert deck.cards == ("plus_1",) * 9 + ("tiebreaker",)
    typed = await han.slash(channel, "pazaak deck edit", name="LUCKY", cards="D x10")
    assert "-# 10 × Double" in typed.text


async def test_second_open_page_does_not_overwrite_the_first(bot: Shadowport, kit: Kit, han: Player, channel: Channel):
    await picker(han, channel, cards="+1 x10")
    first = await picker(han, channel, "pazaak deck edit")
    second = await picker(han, channel, "pazaak deck edit")
    for page, card in ((first, "minus_1"), (second, "minus_2")):
        await han.select(page, OUT, ["plus_1"])
        await han.select(page, MINUS, [card])
    await han.click(first, "Save")
    await han.click(second, "Save")
    assert second.lines[-1] == (
        "**Lucky** has changed since you opened it. Replace it, or save this deck under another name?"
    )
    assert "−2" in second.text
    assert (await kit()).decks[0].cards[-1] == "minus_1"
    await han.click(second, "Replace it")
    assert "Saved." in second.text
    assert [deck.cards[-1] for deck in (await kit()).decks] == ["minus_2"]


async def test_second_new_deck_of_the_same_name_is_saved_beside_the_first(
    bot: Shadowport, kit: Kit, han: Player, channel: Channel
):
    first, second = await picker(han, channel), await picker(han, channel)
    await han.click(first, "Fill")
    await han.click(first, "Save")
    await han.select(second, PLUS, ["plus_6"])
    await han.click(second, "Fill")
    await han.click(second, "Save")
    assert second.lines[-1] == "**Lucky** exists already. Replace it, or save this deck under another name?"
    await picker(han, channel, name="Lucky 2", cards="+1x10")
    await han.click(second, "Save as Lucky 2")
    await han.click(second, "Save as Lucky 3")
    assert second.lines[0] == "### Lucky 3"
    assert [deck.name for deck in (await kit()).decks] == ["Lucky", "Lucky 2", "Lucky 3"]
    assert (await kit()).deck("Lucky 3").cards.count("plus_6") == 1


async def test_a_deck_that_is_renamed_meanwhile_gets_the_cards_and_one_that_is_gone_is_built_again(
    bot: Shadowport, kit: Kit, han: Player, channel: Channel
):
    await picker(han, channel, cards="+1 x10")
    page = await picker(han, channel, "pazaak deck edit")
    await han.select(page, OUT, ["plus_1"])
    await han.select(page, SPECIAL, ["double"])
    await han.slash(channel, "pazaak deck rename", name="Lucky", to="Luckier")
    await han.click(page, "Save")
    (deck,) = (await kit()).decks
    assert (deck.name, deck.cards) == ("Luckier", ("plus_1",) * 9 + ("double",))
    page = await picker(han, channel, "pazaak deck edit", name="Luckier")
    await han.select(page, OUT, ["double"])
    await han.select(page, SPECIAL, ["tiebreaker"])
    farewell = await picker(han, channel, "pazaak deck delete", name="Luckier")
    await han.click(farewell, "Delete Luckier")
    assert (await kit()).decks == ()
    await han.click(page, "Save")
    assert [(deck.name, deck.cards[-1]) for deck in (await kit()).decks] == [("Luckier", "tiebreaker")]


@pytest.mark.parametrize("name", ["\N{FAMILY}" * 15 + "ab", "W" * 32, "\N{ARABIC LETTER ALEF}" * 32])
async def test_names_of_any_letters_fit_in_the_ids_of_a_full_page(
    bot: Shadowport, kit: Kit, han: Player, channel: Channel, name: str
):
    page, twin = await picker(han, channel, name=name), await picker(han, channel, name=name)
    await han.click(page, "Fill")
    await han.click(page, "Save")
    await han.select(twin, PLUS, ["plus_6"])
    await han.click(twin, "Fill")
    await han.click(twin, "Save")
    controls = [*(button.custom_id for button in twin.buttons), *(menu.custom_id for menu in twin.selects)]
    assert len(controls) == 6
    assert all(len(one.encode("utf-16-le")) // 2 <= 90 for one in controls)


async def test_an_open_page_outlives_a_restart(
    local: LocalDiscord,
    clock: ManualClock,
    cast: Cast,
    han: Player,
    channel: Channel,
    tmp_path: Path,
    services: Services,
):
    await cast.pc(han, "Han")
    settings = settings_of(local, tmp_path)
    async with connected(services, settings) as client, running(client):
        page = await picker(han, channel)
        await han.select(page, SPECIAL, ["tiebreaker"])
    async with connected(services, settings) as client, running(client):
        await han.click(page, "Fill")
        await han.click(page, "Save")
        assert "-# +1, +2, +3, +4, +5, −1, −2, −3, −4, Tiebreaker" in page.text


async def test_nobody_else_uses_the_page_whatever_they_send(
    bot: Shadowport, kit: Kit, cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    await cast.pc(lando, "Lando")
    page = await picker(han, channel, cards="+1 x10")
    theirs = await picker(lando, channel, cards="+2 x10")
    edit, picking = named(page, "Change…").custom_id, await picker(han, channel, "pazaak deck edit")
    for who in (lando, gm):
        for forged in (edit, named(picking, "Remove all").custom_id, named(page, "All decks").custom_id):
            said = (await who.click(theirs, forged, unchecked=True)).text
            assert said == "The side decks of Han are private. Only their player sees them."
    assert (await kit()).decks[0].cards == ("plus_1",) * 10
