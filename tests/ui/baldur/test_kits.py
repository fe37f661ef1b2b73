"""What a character brings to Baldur Hold'em: written down, looked at and forgotten, by whoever plays it."""

import pytest

from bot.campaigns import Character
from bot.engine.cheating.contests import Proficiency
from bot.engine.skills import D20
from bot.services import Services
from cogs.baldur.state import BaldurKit, read_kit
from playground.discord.world import Channel
from playground.people import Player, Seen
from tests.ui.conftest import Cast
from tests.ui.tables.evening import Evening


async def shown(who: Player, channel: Channel, **options: object) -> Seen:
    answer = await who.slash(channel, "baldur kit", options=options)
    assert answer.shown.ephemeral
    return answer.shown


async def kept(services: Services, character: Character) -> BaldurKit:
    found = await services.kits.get(character.campaign_id, character.id, "baldur")
    return read_kit(found.text if found else None)


@pytest.fixture
async def mine(evening: Evening, cast: Cast, han: Player) -> Character:
    """Return Han's character, in a campaign that rolls d20."""
    await evening.settles(system=D20)
    return await cast.pc(han, "Han", "Insight +5, Perception +2")


async def test_empty_loadout_shows_the_usual_bonuses(mine: Character, han: Player, channel: Channel):
    assert (await shown(han, channel)).lines == [
        "### Han at Baldur Hold'em",
        "No bonus with gaming sets.",
        "Reads people with Insight +5, and spots cheats with Perception +2, passive 12.",
        "Spells: a difficulty of 12 for anyone who tries to prove them, unless you set another.",
    ]


async def test_loadout_is_stored_and_shown(mine: Character, services: Services, han: Player, channel: Channel):
    page = await shown(han, channel, proficiency=3, knows="read", spell_dc=15)
    assert page.lines[1:] == [
        (
            "Proficient with gaming sets: **+3** to reading people and to spotting cheats. The sheet already "
            "includes it for reading people."
        ),
        "Reads people with Insight +5, and spots cheats with Perception +5, passive 15.",
        "Spells: a difficulty of **15** for anyone who tries to prove them.",
        "-# The change counts from the next hand that is dealt.",
    ]
    assert await kept(services, mine) == BaldurKit(proficiency=Proficiency(bonus=3, has=("read",)), spell_dc=15)
    assert "-# The change counts" not in (await shown(han, channel)).text


async def test_one_thing_is_changed_and_the_others_stay(
    mine: Character, services: Services, han: Player, channel: Channel
):
    await shown(han, channel, proficiency=3, knows="both", spell_dc=15)
    page = await shown(han, channel, proficiency=2)
    assert "The sheet already includes it for both." in page.text
    assert await kept(services, mine) == BaldurKit(proficiency=Proficiency(bonus=2, has=("read", "spot")), spell_dc=15)


async def test_all_of_it_is_forgotten(mine: Character, services: Services, han: Player, channel: Channel):
    await shown(han, channel, proficiency=3, spell_dc=15)
    await shown(han, channel, remove=True)
    assert await kept(services, mine) == BaldurKit()


@pytest.mark.parametrize(
    "options, sentence",
    [
        ({"proficiency": 11}, "The proficiency bonus with gaming sets must be from 0 to 10."),
        ({"proficiency": -1}, "The proficiency bonus with gaming sets must be from 0 to 10."),
        ({"spell_dc": 0}, "The difficulty of spells must be from 1 to 40."),
        ({"spell_dc": 41}, "The difficulty of spells must be from 1 to 40."),
        ({"character": "Nobody"}, "There is nobody called Nobody here."),
    ],
)
async def test_loadout_refuses_bad_values_and_stores_nothing(
    mine: Character, services: Services, han: Player, channel: Channel, options: dict[str, object], sentence: str
):
    assert (await shown(han, channel, **options)).text == sentence
    assert await services.kits.get(mine.campaign_id, mine.id, "baldur") is None


async def test_a_kit_is_for_whoever_plays_the_character(
    mine: Character, services: Services, cast: Cast, gm: Player, han: Player, lando: Player, channel: Channel
):
    npc = await cast.npc("Roark")
    for who in (gm, lando):
        refused = await shown(who, channel, character="Han", proficiency=3)
        assert refused.text == "The gaming skills of Han are private. Only their player sees them."
    assert (await shown(han, channel, character="Roark")).text == "There is nobody called Roark here."
    await shown(gm, channel, character="Roark", proficiency=4)
    assert (await kept(services, npc)).proficiency.bonus == 4
    assert await kept(services, mine) == BaldurKit()
    assert [name for name, _ in await gm.autocomplete(channel, "baldur kit", "character", "")] == ["Roark"]


async def test_a_kit_that_cannot_be_read_any_more_stays_as_it_is(
    mine: Character, services: Services, han: Player, channel: Channel
):
    await services.kits.put(mine.campaign_id, mine.id, "baldur", "{")
    for options in ({}, {"proficiency": 3}, {"remove": True}):
        assert (await shown(han, channel, **options)).text.startswith("Han's kit can't be read.")
    found = await services.kits.get(mine.campaign_id, mine.id, "baldur")
    assert found is not None
    assert found.text == "{"


async def test_a_kit_counts_from_the_next_hand(dealt: Evening, han: Player, lando: Player):
    await shown(lando, dealt.channel, proficiency=10)
    table = await dealt.table()
    assert [read_kit(player.kit).proficiency.bonus for player in table.state.begun.players] == [0, 0]
    dealt.roll(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    for who, button in ((han, "Roll your dice"), (lando, "Roll your dice"), (han, "Stay in"), (lando, "Stay in")):
        await dealt.does(who, button)
    for who in (han, lando):
        await dealt.does(who, "Fold")
    dealt.roll(1, 2, 3, 4)
    await dealt.does(lando, "Next hand")
    bonuses = [read_kit(player.kit).proficiency.bonus for player in (await dealt.table()).state.begun.players]
    assert bonuses == [0, 10]
