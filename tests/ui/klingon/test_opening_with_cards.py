"""A table opens with the options of its command, and with the cards that the campaign has."""

from collections.abc import Awaitable, Callable

import pytest

from bot.services import Services
from bot.tables.table_store import Click
from bot.ui.client import Shadowport
from cogs.klingon.state import PRESETS, KlingonRules
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Answer, Player
from tests.ui.conftest import Cast, Settle
from tests.ui.klingon.files import FRIENDS, loads, told

NONE = "This campaign has no cards of its own. The GM loads them with /klingon deck import."

Opens = Callable[..., Awaitable[tuple[Answer, KlingonRules | None]]]


@pytest.fixture
def opens(bot: Shadowport, services: Services, local: LocalDiscord, guild: Guild, gm: Player, settle: Settle) -> Opens:
    """Open a table with these options in a channel of its own: the answer, and the house rules if there is a table."""

    async def open_one(**options: object) -> tuple[Answer, KlingonRules | None]:
        await settle()
        place = local.world.add_channel(guild, "more tables")
        answer = await gm.slash(place, "klingon open", options=options)
        table = await services.tables.in_channel(place.id)
        assert table is None or isinstance(table.rules, KlingonRules)
        return answer, None if table is None else table.rules

    return open_one


async def test_options_change_what_the_preset_says(opens: Opens, gm: Player, channel: Channel):
    answer, rules = await opens()
    assert "Klingon Hold-'Em" in answer.text
    assert rules == next(iter(PRESETS.values())) == KlingonRules()
    asked = {"fee": "50", "chips": 400, "prizes": "65 and 35 percent", "small": "4", "carriers": "Left out"}
    _, rules = await opens(**asked, smallest="The six smallest out", clock="90s", auto_deal=False)
    assert rules == KlingonRules(fee=50, chips=400, prizes="two", small=4, carriers="out", smallest="six")
    assert [name for name, _ in await gm.autocomplete(channel, "klingon open", "preset", "")] == [*PRESETS]


async def test_the_small_cloaked_bet_is_in_chips_or_in_money(opens: Opens):
    assert (await opens(stakes="Cash table", small="25 cr"))[1] == KlingonRules(stakes="cash", cash_small=25)
    assert (await opens(preset="cash table", small="25"))[1] == PRESETS["cash table"].evolve(cash_small=25)
    assert (await opens(preset="cash table", stakes="Tournament", small="25"))[1] == KlingonRules(small=25)
    answer, rules = await opens(small="25 cr")
    assert (answer.text, rules) == ("Small cloaked bet, tournament must be a whole number from 0 to 1,000,000.", None)


async def test_a_table_plays_with_cards_of_its_own_where_there_are_enough(
    opens: Opens, gm: Player, channel: Channel, services: Services
):
    answer, rules = await opens(cards="own")
    assert (answer.text, rules) == (NONE, None)
    assert (await opens(cards="standard"))[1] == KlingonRules()
    await loads(gm, channel, FRIENDS)
    assert (await opens())[1] == KlingonRules()
    _, rules = await opens(cards="Cards of the campaign", smallest="The twelve smallest out")
    assert rules == KlingonRules(deck=FRIENDS, smallest="twelve")
    few = FRIENDS.evolve(ships=FRIENDS.ships[:21])
    await loads(gm, channel, few)
    answer, rules = await opens(cards="own", smallest="The six smallest out")
    assert (answer.text, rules) == ("Only 15 of these ships would be in play. A table needs 20.", None)
    assert (await opens(cards="own"))[1] == KlingonRules(deck=few)


async def test_a_preset_that_was_saved_keeps_its_cards(
    opens: Opens, gm: Player, channel: Channel, services: Services, cast: Cast, settle: Settle
):
    await loads(gm, channel, FRIENDS)
    answer = await gm.slash(channel, "klingon open", cards="own")
    table = await services.tables.in_channel(channel.id)
    assert table is not None
    more = await gm.click(answer.shown, f"house:{table.id}", unchecked=True)
    assert more.shown.lines[-1] == "This table uses the campaign's own cards: Old friends."
    await gm.click(more.shown, f"keep:{table.id}", unchecked=True)
    await gm.submit(None, {"name": "Friday"})
    await settle()
    await gm.click(await told(gm, channel, "remove"), "Remove the cards")
    assert (await opens(preset="friday"))[1] == KlingonRules(deck=FRIENDS)
    assert (await opens(preset="Friday", cards="standard"))[1] == KlingonRules()
    assert (await opens(preset="Friday", cards="own"))[0].text == NONE

    click = Click(cast.person(gm), table.record.guild_id, channel.id, "other rules", services.clock.now())
    changed = await services.tables.opening.change_rules(table.id, click, {"smallest": "twelve"})
    assert changed.rules == KlingonRules(deck=FRIENDS, smallest="twelve")
