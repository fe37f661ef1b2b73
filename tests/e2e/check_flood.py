"""One person clicks wildly: they are asked to wait, and nobody else notices."""

import asyncio

from bot.ui.client import BURST, Shadowport
from playground.discord.interactions import Response
from playground.discord.world import Channel
from playground.people import Player
from tests.manual_clock import ManualClock

TOO_FAST = "That was too much at once. Wait a few seconds."


async def test_a_flood_by_one_user_is_told_to_wait_while_the_others_play(
    bot: Shadowport, channel: Channel, gm: Player, han: Player, lando: Player, clock: ManualClock
):
    table = (await gm.slash(channel, "pilok open")).shown
    for player, name in ((gm, "Roark"), (lando, "Lando")):
        form = (await player.click(table, "Sit")).modal
        await player.submit(form, {"name": name})
    await gm.click(table, "Deal")
    await clock.advance(10)

    flood = [han.click(table, "More…") for _ in range(40)]
    leader = gm if "▸ **Roark**" in table.text else lando
    checked = await leader.click(table, "Check")
    answers = await asyncio.gather(*(answer.done() for answer in flood))

    assert checked.acknowledged in {Response.UPDATE, Response.DEFERRED_UPDATE}
    assert [answer.text for answer in answers].count(TOO_FAST) == 40 - BURST
    assert (await han.slash(channel, "table show")).text == TOO_FAST

    await clock.advance(10)
    assert (await han.slash(channel, "table show")).text != TOO_FAST
