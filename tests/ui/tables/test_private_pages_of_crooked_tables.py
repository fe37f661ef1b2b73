"""Pages for one pair of eyes at a crooked table: none that nobody asked for, and none that anybody else notices."""

from bot.ui.pages.own_page import OLD_PAGE
from playground.people import Player
from tests.ui.tables.crooked_evening import CHEAT, loads, opened, past_the_clicks, seen_by_all, sleeve
from tests.ui.tables.evening import Begun, Evening, note


async def test_deal_sends_no_private_page_in_a_game_without_hidden_hands(evening: Evening, han: Player, lando: Player):
    await opened(evening)
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await han.click(evening.message, "Deal")
    await evening.drawn()
    assert [seen for seen in han.sees(evening.channel) if seen.ephemeral] == []


async def test_refused_cheat_after_a_restart_sends_nothing(begun: Begun, han: Player, lando: Player):
    async with begun() as evening:
        await opened(evening)
        await evening.sits(han, "Han", sheet=CHEAT)
        await evening.sits(lando, "Lando")
        await han.click(evening.message, "Deal")
        await evening.drawn()
        page = await sleeve(evening, han)
        old = page.frozen()
        await loads(evening, han, page=page)
        await evening.quiet()
    async with begun() as evening:
        before, since = seen_by_all(evening), len(evening.local.requests)
        assert note(await han.click(old, "Load your die for Orbit…")) == OLD_PAGE
        answer = await han.click(old, "Load your die for Orbit…", unchecked=True)
        await evening.quiet()
        assert "You've tried something already" in answer.text
        assert (seen_by_all(evening), past_the_clicks(evening, since)) == (before, [])
