"""/roll: the campaign's own dice and every other notation, for anybody; secretly for the GM."""

import re

import pytest

from bot.engine.dice import BY_NAME
from playground.discord.world import Channel
from playground.people import Player
from tests.ui.conftest import Cast

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_roll_is_told_to_all_with_its_dice(cast: Cast, han: Player, lando: Player, channel: Channel):
    await cast.pc(han, "Han *Solo*")
    answer = await han.slash(channel, "roll", dice="3d1+2")
    assert answer.text == "**Han \\*Solo\\*** rolls 3d1 + 2: [1 1 1] + 2 = 5"
    assert answer.message in lando.sees(channel)


async def test_roll_without_a_character_names_the_person(han: Player, channel: Channel):
    assert (await han.slash(channel, "roll", dice="1d1")).text == "**Han** rolls d1: 1"


async def test_dice_that_do_not_count_are_struck_out(han: Player, channel: Channel):
    assert (await han.slash(channel, "roll", dice="2d1kh1")).text == "**Han** rolls 2d1kh1: [1 ~~1~~] = 1"


@pytest.mark.parametrize(
    "preset, dice, told",
    [
        (None, "3D+1", r"\*\*Han\*\* rolls 3D\+1: \d \d \d \+ 1 = \d+"),
        ("D&D 5e", "+7 adv", r"\*\*Han\*\* rolls d20\+7 with advantage: .*~~\d+~~.* = \d+"),
        ("FFG Star Wars and Genesys", "YG vs P", r"\*\*Han\*\* rolls 1Y1G1P: proficiency: .* = .+"),
    ],
)
async def test_the_campaigns_own_notation_is_understood(
    gm: Player, han: Player, channel: Channel, preset: str | None, dice: str, told: str
):
    if preset:
        await gm.slash(channel, "campaign setup", preset=preset)
    assert re.fullmatch(told, (await han.slash(channel, "roll", dice=dice)).text)


@pytest.mark.parametrize(
    "dice, told",
    [
        ("101d6", "Roll at most 100 dice at once."),
        ("1d1001", "A die has 1 to 1,000 sides."),
        ("0d6", "Roll at least one die."),
        (
            "sabacc",
            f"I can't read that roll. Write it like this: 2d20kh1+7. {BY_NAME}",
        ),
        ("d" * 300, "That's too long for a roll: at most 200 characters."),
        ("1d1!", "A die with one side can't explode."),
    ],
)
async def test_bad_roll_is_refused_privately(han: Player, channel: Channel, dice: str, told: str):
    answer = await han.slash(channel, "roll", dice=dice)
    assert answer.text == told
    assert answer.shown.ephemeral


async def test_the_largest_roll_fits_into_a_message(han: Player, channel: Channel):
    answer = await han.slash(channel, "roll", dice="100d1000")
    assert answer.text.startswith("**Han** rolls 100d1000: [")
    assert re.search(r"\] = [0-9,]+$", answer.text)


async def test_a_secret_roll_is_the_gms(gm: Player, han: Player, channel: Channel):
    answer = await gm.slash(channel, "roll", dice="2d1", secret=True)
    assert answer.text == "You roll 2d1: [1 1] = 2"
    assert answer.message not in han.sees(channel)
    assert (await han.slash(channel, "roll", dice="2d1", secret=True)).text == "Only the GM can do that."
