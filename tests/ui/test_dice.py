"""/roll: the campaign's own dice and every other notation, for anybody; secretly for the GM."""

import re

import pytest

from bot.campaigns import MOST_ROLLS, Character
from bot.engine.dice import BY_NAME
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.discord.world.permissions import Permission
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


@pytest.fixture
async def vala(cast: Cast, gm: Player, han: Player, channel: Channel) -> Character:
    """Give Han a character in a campaign of D&D."""
    await gm.slash(channel, "campaign setup", preset="D&D 5e")
    return await cast.pc(han, "Vala", "Deception +7, Insight +1, Knowledge: Arcana +2")


async def test_a_skill_is_rolled_by_its_name(vala: Character, han: Player, lando: Player, channel: Channel):
    answer = await han.slash(channel, "roll", dice="deception adv")
    assert re.fullmatch(r"\*\*Vala\*\* rolls Deception d20\+7 with advantage: .* = \d+", answer.text)
    assert answer.message in lando.sees(channel)
    stranger = await lando.slash(channel, "roll", dice="deception")
    assert stranger.text.startswith("I can't read that roll.")


async def test_a_saved_roll_is_kept_listed_rolled_and_deleted(vala: Character, han: Player, channel: Channel):
    none = await han.slash(channel, "rolls list")
    assert none.text.startswith("### Rolls of Vala\nNo saved rolls yet. Save one with ")
    saved = await han.slash(channel, "rolls save", name="Sneak", dice="deception +2")
    assert saved.shown.ephemeral
    assert "**Vala** rolls deception +2 with" in saved.text
    await han.slash(channel, "rolls save", name="sneak", dice="2d1+3")
    assert "**sneak**: 2d1+3" in (await han.slash(channel, "rolls list")).text
    assert (await han.slash(channel, "roll", dice="SNEAK +1")).text == "**Vala** rolls 2d1 + 3 + 1: [1 1] + 3 + 1 = 6"
    assert (
        await han.slash(channel, "rolls delete", name="sneak")
    ).text == "**Vala** no longer has the saved roll sneak."
    gone = await han.slash(channel, "rolls delete", name="sneak")
    assert gone.text == "Vala has no saved roll called sneak."


@pytest.mark.parametrize(
    "name, dice, told",
    [
        ("d20", "deception", "“d20” is a roll already. Choose another name."),
        ("Sneak", "sabacc", "I can't read that roll."),
        ("a,b", "d20", "Name the roll with 1 to 40 visible letters and digits, without commas."),
        ("\u202e", "d20", "Name the roll with 1 to 40 visible letters and digits, without commas."),
    ],
)
async def test_a_roll_that_cannot_be_saved_is_refused(
    vala: Character, han: Player, channel: Channel, name: str, dice: str, told: str
):
    assert (await han.slash(channel, "rolls save", name=name, dice=dice)).text.startswith(told)


async def test_saved_rolls_have_a_limit_and_belong_to_their_player(
    vala: Character, bot: Shadowport, cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    rolls, campaign = bot.services.rolls, await cast.campaign()
    for number in range(MOST_ROLLS):
        await rolls.save(campaign, cast.person(han), vala, f"Roll {number} x", "2d6")
    full = await han.slash(channel, "rolls save", name="One more", dice="2d6")
    assert full.text == "Vala has 25 saved rolls, or has retired. Delete one first."
    assert "rolls 2d8 with" in (await han.slash(channel, "rolls save", name="roll 3 x", dice="2d8")).text
    for command, options in (("save", {"name": "x y z", "dice": "d6"}), ("delete", {"name": "roll 3 x"}), ("list", {})):
        refused = await lando.slash(channel, f"rolls {command}", options={**options, "character": "Vala"})
        assert refused.text == "Vala isn't yours to play."
    assert "**roll 3 x**: 2d8" in (await gm.slash(channel, "rolls list", character="Vala")).text


async def test_autocomplete_offers_saved_rolls_and_skills(
    vala: Character, han: Player, lando: Player, channel: Channel
):
    await han.slash(channel, "rolls save", name="Deceive", dice="deception adv")
    offered = await han.autocomplete(channel, "roll", "dice", "dec")
    assert offered == [("Deceive: deception adv", "Deceive"), ("Deception +7", "Deception")]
    assert await han.autocomplete(channel, "roll", "dice", "arcana") == [("Knowledge: Arcana +2", "Knowledge: Arcana")]
    assert await han.autocomplete(channel, "rolls delete", "name", "dec") == [("Deceive", "Deceive")]
    assert await lando.autocomplete(channel, "roll", "dice", "dec") == []


async def test_a_button_rolls_again_for_the_person_who_presses_it(
    vala: Character, cast: Cast, han: Player, lando: Player, channel: Channel
):
    await cast.pc(lando, "Lando", "Deception +1")
    first = await han.slash(channel, "roll", dice="deception")
    again = await han.click(first.shown, "Roll again")
    assert again.text.startswith("**Vala** rolls Deception d20+7: ")
    assert not again.shown.ephemeral
    assert again.message != first.message
    other = await lando.click(first.shown, "Roll again")
    assert other.text.startswith("**Lando** rolls Deception d20+1: ")
    named = await han.slash(channel, "roll", dice="knowledge: arcana")
    assert (await han.click(named.shown, "Roll again")).text.startswith("**Vala** rolls Knowledge\\: Arcana d20+2: ")


async def test_a_gm_rolls_for_an_npc_and_nobody_else_does(
    vala: Character, cast: Cast, gm: Player, han: Player, channel: Channel
):
    await cast.npc("Esk")
    answer = await gm.slash(channel, "roll", dice="1d1", character="Esk")
    assert answer.text == "**Esk** rolls d1: 1"
    assert (await han.click(answer.shown, "Roll again")).text == "Esk isn't yours to play."
    secret = await gm.slash(channel, "roll", dice="1d1", secret=True)
    assert (await gm.click(secret.shown, "Roll again")).shown.ephemeral
    forged = next(part["custom_id"] for part in secret.shown.components if part.get("label") == "Roll again")
    refused = await han.click(answer.shown, forged, unchecked=True)
    assert refused.text == "Only the GM can do that."


@pytest.mark.parametrize("forged", ["reroll:", "reroll:all", "reroll:loud:0:d6", "reroll:all:x:d6", "reroll:all:0:"])
async def test_a_button_that_nobody_made_rolls_nothing(han: Player, channel: Channel, forged: str):
    shown = await han.slash(channel, "roll", dice="1d1")
    answer = await han.click(shown.shown, forged, unchecked=True)
    assert answer.shown.ephemeral


async def test_a_long_roll_has_no_button(han: Player, channel: Channel):
    answer = await han.slash(channel, "roll", dice="1d1" + "+1" * 60)
    assert "= 61" in answer.text
    assert [part for part in answer.shown.components if "custom_id" in part] == []


@pytest.fixture
async def backroom(bot: Shadowport, local: LocalDiscord, guild: Guild, gm: Player, channel: Channel) -> Channel:
    room = local.world.add_channel(guild, "backroom")
    view = int(Permission.VIEW_CHANNEL)
    local.world.set_overwrite(room, guild.roles[guild.id], deny=view)
    local.world.set_overwrite(room, guild.members[local.world.bot.id], allow=view)
    await gm.slash(channel, "campaign setup", gm_channel=room)
    return room


async def test_only_the_gm_sees_a_blind_roll(
    vala: Character, backroom: Channel, gm: Player, han: Player, lando: Player, channel: Channel
):
    answer = await han.slash(channel, "roll", dice="insight +1", blind=True)
    assert answer.shown.ephemeral
    assert answer.text == "Your roll went to the GM."
    (told,) = gm.sees(backroom)
    assert re.fullmatch(rf"\*\*Vala\*\* \(<@{han.id}>\) rolls blind: Insight d20\+2: \d+ \+ 2 = \d+", told.text)
    assert told.pings == []
    assert lando.sees(channel) == []
    assert han.sees(backroom) == []
    again = await han.click(answer.shown, "Roll again")
    assert again.text == "Your roll went to the GM."
    assert len(gm.sees(backroom)) == 2


async def test_a_blind_roll_needs_a_gm_channel_that_the_bot_can_write_in(
    vala: Character, gm: Player, han: Player, channel: Channel
):
    told = "I can't post in a GM channel here. The GM chooses one with /campaign setup."
    answer = await han.slash(channel, "roll", dice="insight", blind=True)
    assert answer.shown.ephemeral
    assert answer.text == told


async def test_a_blind_roll_is_lost_when_the_gm_channel_is_closed_to_the_bot(
    vala: Character,
    backroom: Channel,
    local: LocalDiscord,
    guild: Guild,
    gm: Player,
    han: Player,
    channel: Channel,
):
    local.world.set_overwrite(backroom, guild.members[local.world.bot.id], deny=int(Permission.VIEW_CHANNEL))
    answer = await han.slash(channel, "roll", dice="insight", blind=True)
    assert answer.text == "I can't post in a GM channel here. The GM chooses one with /campaign setup."
    both = await gm.slash(channel, "roll", dice="1d1", blind=True, secret=True)
    assert both.text == "Choose either `secret` or `blind`."
