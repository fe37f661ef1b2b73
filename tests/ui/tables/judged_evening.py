"""An evening at Judged Draw: the table is opened, the GM keeps it, and people see what is theirs."""

from bot.campaigns import Pace
from bot.tables.table_store import Click
from playground.discord.world import Channel
from playground.discord.world.permissions import Permission
from playground.people import Answer, Player, Seen
from tests.tables.blind_draw import BlindRules
from tests.ui.tables.blind_evening import FROM_THE_TOP
from tests.ui.tables.evening import Evening
from tests.ui.tables.judged_draw import ENTRY

VIEW = int(Permission.VIEW_CHANNEL)


async def opened(evening: Evening, clock: Pace | None = None, by: Player | None = None) -> Evening:
    """Open an empty table of Judged Draw, hosted by the GM unless another person opens it."""
    person = evening.boss if by is None else evening.cast.person(by)
    click = Click(person, evening.guild.id, evening.channel.id, f"opens {evening.clock.now()}", evening.clock.now())
    campaign, places = await evening.cast.campaign(), (evening.channel.id,)
    opening = evening.services.tables.opening
    table = await opening.open(campaign, click, ENTRY.game.key, BlindRules(), places=places, pace=clock or Pace())
    evening.client.renderer.want(table)
    await evening.drawn()
    evening.roll(*FROM_THE_TOP)
    return evening


async def begun(evening: Evening, han: Player, lando: Player) -> None:
    """Seat Han and Lando, and deal as Han."""
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await han.click(evening.message, "Deal")
    await evening.drawn()


async def with_gm_channel(evening: Evening) -> Channel:
    """Make a channel that the GM and the bot see, and choose it as the GM channel."""
    world, guild = evening.local.world, evening.guild
    channel = world.add_channel(guild, "backroom")
    world.set_overwrite(channel, guild.roles[guild.id], deny=VIEW)
    world.set_overwrite(channel, guild.members[world.bot.id], allow=VIEW)
    answer = await evening.gm.slash(evening.channel, "campaign setup", gm_channel=channel)
    assert "### The campaign" in answer.text
    return channel


async def gm_page(evening: Evening, who: Player | None = None) -> Answer:
    """Press "GM page", and return the answer."""
    return await (who or evening.gm).click(evening.message, "GM page")


def shown(answer: Answer) -> Seen:
    """Return the private page of an answer."""
    assert answer.shown.ephemeral
    return answer.shown
