"""Opening a table of Baldur Hold'em: who plays with the bank's money, and what can't be asked for."""

from typing import Any

import pytest

from bot.campaigns import TEMPLATES
from bot.campaigns.npcs import sheet_of
from bot.engine.skills import D20, parse_sheet
from cogs.baldur.state import BaldurRules
from playground.discord.world import Channel
from playground.people import Player, Seen
from tests.ui.tables.evening import Evening, labels, told


async def offered(evening: Evening, **options: Any) -> Seen:
    """Return the offer that the GM sees before the table opens."""
    answer = await (await evening.gm.slash(evening.channel, "baldur open", options=options)).done()
    return answer.shown


async def rules_of(evening: Evening, **options: Any) -> BaldurRules:
    await evening.open(command="baldur open", clock="off", **options)
    return (await evening.table()).rules


async def test_baldur_open_applies_its_options(evening: Evening):
    rules = await rules_of(evening, preset="high table", ante="25", npcs=5, look_first=True, dealer="rotation")
    assert (rules.ante, rules.npcs, rules.look_first, rules.dealer, rules.raises) == (25, 5, True, "rotation", 1)
    assert "-# 25 cr, then 50 cr, then 75 cr to stay in" in evening.message.text


async def test_the_gm_sees_first_what_it_returns(evening: Evening):
    page = await offered(evening, ante="10")
    assert "### The house edge" in page.lines
    assert labels(page) == ["Open the table", "Not now"]


@pytest.mark.parametrize("typed", ["shark", "Shark", " SHARK "])
async def test_npcs_are_made_from_a_template(evening: Evening, typed: str):
    campaign = await evening.cast.campaign()
    assert (await rules_of(evening, crowd=typed)).crowd == sheet_of(TEMPLATES["shark"], campaign.settings)


async def test_npcs_take_a_typed_sheet_in_the_campaigns_dice(evening: Evening):
    await evening.settles(system=D20)
    rules = await rules_of(evening, crowd="Deception +4, Insight +2", games=3)
    assert rules.crowd == parse_sheet("Deception +4, Insight +2", D20)
    assert rules.crowd_kit.proficiency.bonus == 3


async def test_templates_are_offered_while_one_types(evening: Evening, channel: Channel, gm: Player):
    async def found(typed: str) -> list[str]:
        return [name for name, _ in await gm.autocomplete(channel, "baldur open", "crowd", typed)]

    assert await found("") == ["Novice", "Regular", "Shark"]
    assert await found("sh") == ["Shark"]
    assert await found("Deception +4") == []


@pytest.mark.parametrize(
    "options, sentence",
    [
        ({"ante": "0"}, "Ante must be between 1 cr and 100,000,000,000 cr."),
        ({"ante": "lots"}, "I can't read that amount. Write it like this: 1,000 cr."),
        ({"ante": "-5"}, "An amount can't be negative."),
        ({"games": 11}, "The proficiency bonus with gaming sets must be from 0 to 10."),
        (
            {"crowd": "Hutts"},
            "Type novice, regular or shark, or a sheet such as Gambling 8D, Perception 3D+2.",
        ),
        (
            {"crowd": "Con 99D"},
            "I can't use “Con 99D”: a skill goes from 1D to 30D. Write it like this: Gambling 8D, Perception 3D+2.",
        ),
        ({"clock": "soon"}, "I can't read that clock."),
        ({"preset": "palace"}, "There is no preset called palace here."),
    ],
    ids=str,
)
async def test_baldur_open_refuses_bad_options_and_opens_nothing(
    evening: Evening, options: dict[str, Any], sentence: str
):
    page = await offered(evening, **options)
    assert page.ephemeral
    assert page.text.startswith(sentence)
    assert await evening.services.tables.in_channel(evening.channel.id) is None


async def test_players_open_it_only_without_the_houses_money(evening: Evening, han: Player):
    answer = await (await han.slash(evening.channel, "baldur open", ante="10")).done()
    cheats = "Characters may cheat here. These edges are for honest players."
    assert f"{cheats} Only the GM can open such a table." in answer.text
    assert labels(answer.shown) == ["Not now"]
    alone = await (await han.slash(evening.channel, "baldur open", preset="no NPCs")).done()
    assert labels(alone.shown)[0] == "Open the table"


async def test_the_odds_are_those_of_the_table(evening: Evening, han: Player):
    await evening.open(command="baldur open", clock="off", npcs=1)
    odds = told(await (await han.slash(evening.channel, "baldur odds")).done())
    assert "Under this table's house rules." in odds
    assert "1 NPC" in odds
