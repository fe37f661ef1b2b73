"""Dice are pictures where Discord has them and the message has room, and letters everywhere else."""

import re

import pytest

from bot.engine.words import plain
from bot.images.upload import ShippedImage, keep_current, shipped
from bot.ui.pages.hand import hand_page
from bot.ui.panels import MOST_CHARACTERS
from playground.people import Player
from tests.images.hasty import Hasty
from tests.ui.parts import texts
from tests.ui.tables.blind_evening import hand
from tests.ui.tables.evening import WIDEST, Evening

EMOJI = re.compile(r"<:(\w+)_[0-9a-f]{4}:[0-9]+>")
FIGURES = re.compile("[⚀-⚅]")


@pytest.fixture
async def pictured(evening: Evening) -> Evening:
    """Begin an evening once the images of the dice are there."""
    await keep_current(evening.client, evening.client.services.images, Hasty(), dice)
    return evening


def dice() -> list[ShippedImage]:
    return [picture for picture in shipped() if picture.name.startswith("die_")]


def clubs() -> list[ShippedImage]:
    return [picture for picture in shipped() if re.fullmatch(r"card_\d+c", picture.name)]


async def dealt(evening: Evening, *players: tuple[Player, str], first: tuple[int, ...]) -> str:
    """Deal these first dice at a table, and return its message."""
    await evening.open()
    for player, name in players:
        await evening.sits(player, name)
    evening.roll(len(players), *first)
    return (await evening.does(players[0][0], "Deal")).text


async def test_dice_are_pictures_with_their_value_beside_them(pictured: Evening, han: Player, lando: Player):
    text = await dealt(pictured, (han, "Han"), (lando, "Lando"), first=(2, 5))
    assert EMOJI.findall(text) == ["die_2", "die_5"]
    assert FIGURES.search(text) is None
    assert re.search(r"Lando\S* <:die_5_\w+:[0-9]+> \*\*5\*\*", text)


async def test_a_screen_reader_hears_which_dice_lie_there(pictured: Evening, han: Player, lando: Player):
    text = plain(await dealt(pictured, (han, "Han"), (lando, "Lando"), first=(2, 5)))
    assert re.search(r"Lando die_5\w* 5", text)
    assert "Han 2, Lando 5." in text


async def test_stored_hand_has_no_pictures(pictured: Evening, han: Player, lando: Player):
    await dealt(pictured, (han, "Han"), (lando, "Lando"), first=(2, 5))
    rows = await pictured.everything()
    assert any("table.sat" in row["events"] for row in await pictured.services.db.fetch("SELECT events FROM actions"))
    assert EMOJI.search(str(rows)) is None


async def test_dice_are_letters_without_pictures(evening: Evening, han: Player, lando: Player):
    text = await dealt(evening, (han, "Han"), (lando, "Lando"), first=(2, 5))
    assert FIGURES.findall(text) == ["⚁", "⚄"]


async def test_pictures_that_come_late_are_there_at_the_next_drawing(evening: Evening, han: Player, lando: Player):
    await dealt(evening, (han, "Han"), (lando, "Lando"), first=(2, 5))
    await keep_current(evening.client, evening.client.services.images, Hasty(), dice)
    shown = await evening.does(lando, "Check")
    assert EMOJI.findall(shown.text) == ["die_2", "die_5"]


async def test_a_crowded_table_has_letters_rather_than_less_to_tell(pictured: Evening):
    guests = [pictured.guest(f"Guest {number}") for number in range(10)]
    text = await dealt(pictured, *zip(guests, WIDEST, strict=True), first=(6, *[1] * 9))
    for values in ((5, *[2] * 9), (4, *[3] * 9)):
        pictured.roll(*values)
        for guest in guests:
            text = (await pictured.does(guest, "Check")).text
            assert len(text) <= 4000
    assert len(FIGURES.findall(text)) == 30
    assert EMOJI.search(text) is None
    said = (await pictured.table()).said
    assert text.count("\n-# ") >= len(said) - 2


async def test_ten_players_of_ordinary_names_have_pictures(pictured: Evening):
    guests = [pictured.guest(f"Guest {number}") for number in range(10)]
    named = [(guest, f"Gambler {number}") for number, guest in enumerate(guests)]
    text = await dealt(pictured, *named, first=(6, *[1] * 9))
    assert len(EMOJI.findall(text)) == 10
    assert len(text) <= 4000


@pytest.fixture
async def held(blind: Evening, han: Player, lando: Player) -> Evening:
    """Deal Han the ace to the three of clubs."""
    for player, name in ((han, "Han"), (lando, "Lando")):
        await blind.sits(player, name)
    await han.click(blind.message, "Deal")
    await blind.drawn()
    return blind


async def test_cards_of_a_hand_are_pictures(held: Evening, han: Player):
    await keep_current(held.client, held.services.images, Hasty(), clubs)
    shown = await hand(held, han)
    assert EMOJI.findall(shown.text) == ["card_1c", "card_2c", "card_3c"]


async def test_a_hand_that_pictures_would_make_too_long_has_letters(held: Evening):
    await keep_current(held.client, held.services.images, Hasty(), clubs)
    table = await held.table()
    for note, are_pictured in (("", True), ("x" * (MOST_CHARACTERS - 130), False)):
        shown = "\n".join(texts(hand_page(table, table.record.chairs[0], note=note)))
        assert (len(EMOJI.findall(shown)) == 3) is are_pictured
        assert ("1♣ 2♣ 3♣" in shown) is not are_pictured
