"""An evening at Blind Draw: the table is opened, and people look at their hands."""

from bot.campaigns import Pace
from bot.tables.table_store import Click
from playground.people import Player, Seen
from tests.tables.blind_draw import ENTRY, BlindRules
from tests.ui.tables.evening import Evening

FROM_THE_TOP = (1,) * 40
"""Cards come in the order of the deck: clubs from the ace up."""


async def opened(evening: Evening) -> Evening:
    """Open an empty table of Blind Draw, which the GM hosts."""
    click = Click(evening.boss, evening.guild.id, evening.channel.id, "opens", evening.clock.now())
    campaign, places = await evening.cast.campaign(), (evening.channel.id,)
    opening = evening.services.tables.opening
    table = await opening.open(campaign, click, ENTRY.game.key, BlindRules(), places=places, pace=Pace())
    evening.client.renderer.want(table)
    await evening.drawn()
    evening.roll(*FROM_THE_TOP)
    return evening


async def hand(evening: Evening, who: Player) -> Seen:
    """Return the answer to a press on "My hand"."""
    answer = await who.click(evening.message, "My hand")
    assert answer.shown.ephemeral
    return answer.shown


async def keeps(evening: Evening, *people: Player) -> None:
    """Let the players exchange nothing."""
    for who in people:
        await who.click(await hand(evening, who), "Keep all three")
    await evening.drawn()
