"""A Pazaak table is opened with its options, and what it allows is said of the decks in its channel."""

import pytest

from bot.services import Services
from bot.ui.client import Shadowport
from cogs.pazaak.state import PRESETS, PazaakRules
from playground.discord.world import Channel
from playground.people import Player
from tests.ui.pazaak.conftest import Kit

DECK = "+1 x3, ±2 x5, D, T"


async def rules_at(services: Services, channel: Channel) -> PazaakRules:
    table = await services.tables.in_channel(channel.id)
    assert table is not None
    assert isinstance(table.rules, PazaakRules)
    return table.rules


async def test_options_change_what_the_preset_says(bot: Shadowport, services: Services, gm: Player, channel: Channel):
    asked = {"preset": "champion", "stake": "25", "sets": 1, "decks": "From your own cards", "copies": 2}
    await gm.slash(channel, "pazaak open", options=asked | {"hand": "Again for every set", "wagers": False})
    changed = {"stake": 25, "sets": 1, "decks": "collection", "copies": 2, "hand": "set", "wagers": False}
    assert await rules_at(services, channel) == PRESETS["champion"].evolve(**changed)


async def test_pazaak_open_refuses_bad_options(bot: Shadowport, services: Services, gm: Player, channel: Channel):
    for options, told in (
        ({"preset": "joker"}, "There is no preset called joker here."),
        ({"stake": "-5"}, "An amount can't be negative."),
        ({"clock": "later"}, "I can't read that clock."),
    ):
        assert (await gm.slash(channel, "pazaak open", options=options)).text.startswith(told)
    assert await services.tables.in_channel(channel.id) is None


async def test_the_rules_are_for_the_table_of_the_channel(bot: Shadowport, gm: Player, han: Player, channel: Channel):
    answer = await han.slash(channel, "pazaak rules")
    assert answer.shown.ephemeral
    assert "20" in answer.text


@pytest.mark.parametrize(
    "options, told",
    [
        ({"decks": "standard"}, ["The table in this channel plays with the standard deck only."]),
        ({"copies": 2}, ["The table in this channel allows only 2 of each card. This deck has more of +1 and ±2."]),
        ({"preset": "cantina"}, ["The table in this channel doesn't allow Double or Tiebreaker."]),
        (
            {"decks": "collection"},
            ["The table in this channel allows only decks of cards that your character owns."],
        ),
        ({}, []),
    ],
)
async def test_a_deck_says_why_the_table_in_its_channel_does_not_take_it(
    bot: Shadowport, kit: Kit, gm: Player, han: Player, channel: Channel, options: dict[str, str], told: list[str]
):
    await gm.slash(channel, "pazaak open", options=options)
    page = await han.slash(channel, "pazaak deck new", name="Lucky", cards=DECK)
    assert [line[3:] for line in page.text.splitlines() if "The table" in line] == told
    everybodys = await han.slash(channel, "pazaak deck show", name="Standard")
    assert "The table" not in everybodys.text
