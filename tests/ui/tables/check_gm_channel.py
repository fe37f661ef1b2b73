"""The channel of the GMs: what happens at a table without them is told there, and nowhere else."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.db import Statement
from bot.tables.table_store import Click
from playground.discord.limits.rates import RateLimits
from playground.discord.refusals import Refusal
from playground.discord.world import Channel
from playground.discord.world.permissions import Permission
from playground.people import Player
from tests.ui.tables.evening import Evening

VIEW = int(Permission.VIEW_CHANNEL)
_ROOM = {"Limit": "5", "Remaining": "4", "Reset-After": "1.000", "Bucket": "posts"}
"""What Discord says of a channel in which several may post at once."""
GAME = "**Three Street Pi'Lok**"


class Busy(RateLimits):
    """Asks whoever posts in the channel for the second time to try again in a moment."""

    def __init__(self, channel: Channel) -> None:
        super().__init__(lambda: 0.0, enabled=False)
        self._channel, self._posts = str(channel.id), 0

    def take(self, method: str, route: str, names: dict[str, str]) -> dict[str, str]:
        if method != "POST" or names.get("channel_id") != self._channel:
            return super().take(method, route, names)
        self._posts += 1
        left = {f"X-RateLimit-{name}": value for name, value in _ROOM.items()}
        if self._posts != 2:
            return left
        again = {"retry_after": 0.1, "global": False}
        raise Refusal(429, 0, "You are being rate limited.", headers={**left, "Via": "1.1 google"}, extra=again)


@pytest.fixture
async def backroom(evening: Evening) -> Channel:
    """Make a channel that the GM and the bot see, and choose it as the GM channel."""
    world, guild = evening.local.world, evening.guild
    channel = world.add_channel(guild, "backroom")
    world.set_overwrite(channel, guild.roles[guild.id], deny=VIEW)
    world.set_overwrite(channel, guild.members[world.bot.id], allow=VIEW)
    answer = await evening.gm.slash(evening.channel, "campaign setup", gm_channel=channel)
    assert "### The campaign" in answer.text
    return channel


@pytest.fixture
async def two(evening: Evening, backroom: Channel, han: Player, lando: Player) -> Evening:
    """Seat Han and Lando; in the first hand Han deals and leads."""
    evening.roll(2, 6, 1, 5, 1, 5, 2)
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    return evening


def told(evening: Evening, backroom: Channel) -> list[str]:
    return [seen.text for seen in evening.gm.sees(backroom)]


async def test_gm_channel_reports_a_gm_acting_for_a_player(two: Evening, backroom: Channel, han: Player):
    await two.does(han, "Deal")
    asked = await two.privately(two.gm, "More…", "Act for…")
    await two.gm.click(asked.shown, "Check")
    seen = await two.gm.until_sees(backroom, "The GM acts")
    assert seen.text == (f"{GAME} in <#{two.channel.id}>: The GM acts for **Han**. **Han** checks. (<@{two.gm.id}>)")
    assert seen.pings == []
    assert han.sees(backroom) == []
    await (await two.gm.slash(two.channel, "campaign setup", gm_acts=False)).done()
    await two.gm.click((await two.privately(two.gm, "More…", "Act for…")).shown, "Check")
    await two.gm.until_sees(backroom, "The GM acts for **Lando**. **Lando** checks.")
    said = (await two.drawn()).lines
    assert "-# **Lando** checks." in said
    assert "-# The GM acts for **Lando**." not in said, "players aren't shown it any more"


async def test_gm_channel_keeps_the_order_when_discord_is_slow(
    two: Evening, backroom: Channel, han: Player, lando: Player
):
    two.local.rates = Busy(backroom)
    await two.client.gm_channel.post(await two.cast.campaign(), "The house is open.")
    await two.does(han, "Deal")
    table = await two.table()
    for seat in (1, 2):
        click = Click(two.boss, two.guild.id, two.channel.id, f"check of {seat}", two.clock.now())
        await two.services.tables.playing.act(table.id, click, "check", seat=seat, absent=True)
    await two.client.gm_channel.finish()
    names = [name for text in told(two, backroom)[1:] for name in ("Han", "Lando") if f"for **{name}**" in text]
    assert names == ["Han", "Lando"]


async def test_gm_channel_omits_moves_of_players(two: Evening, backroom: Channel, han: Player, lando: Player):
    await two.does(han, "Deal", "Check")
    await two.does(lando, "Check")
    await two.privately(two.gm, "More…", "Pause")
    await two.drawn()
    await two.does(two.gm, "Resume (GM)")
    await two.privately(two.gm, "More…", "Void the hand", "Void the hand")
    assert not (await two.table()).in_hand
    await two.client.gm_channel.finish()
    assert told(two, backroom) == []


@pytest.mark.parametrize("by_the_clock", [True, False])
async def test_a_table_that_the_clock_closes_or_whose_channel_is_gone_is_told(
    two: Evening, backroom: Channel, by_the_clock: bool
):
    table = await two.table()
    if by_the_clock:
        await two.clock.advance(7 * 86_400)
    else:
        two.local.world.delete_channel(two.channel)
    seen = await two.gm.until_sees(backroom, "closed")
    assert ("Nobody has played here for 7 days" in seen.text) is by_the_clock
    assert ("The channel is gone: the table is closed." in seen.text) is not by_the_clock
    assert await two.is_closed(table.id)


async def test_a_hand_that_cannot_be_read_any_more_is_told(two: Evening, backroom: Channel, han: Player):
    await two.does(han, "Deal")
    table = await two.table()
    await two.services.db.apply(Statement("UPDATE tables SET state = '{' WHERE id = ?", (table.id,)))
    two.services.tables.store.forget_campaign(table.campaign.id)
    assert (await han.click(two.message, "Check")).text == "The hand is over."
    seen = await two.gm.until_sees(backroom, "void")
    assert seen.text.startswith(f"{GAME} in <#{two.channel.id}>: The hand can no longer be read and is void")


async def test_gm_channel_stays_silent_when_everyone_can_read_it(
    two: Evening, backroom: Channel, han: Player, caplog: pytest.LogCaptureFixture
):
    table = await two.table()
    two.local.world.set_overwrite(backroom, two.guild.roles[two.guild.id], allow=VIEW)
    with caplog.at_level(logging.WARNING, "bot.ui.gm.channel"):
        two.local.world.delete_channel(two.channel)
        await two.eventually(lambda: two.is_closed(table.id))
        await two.client.gm_channel.finish()
    assert told(two, backroom) == []
    assert ["Everyone can read" in record.getMessage() for record in caplog.records] == [True]


async def test_gm_channel_reports_findings_of_an_audit(
    evening: Evening, backroom: Channel, han: Player, tmp_path: Path
):
    await (await evening.gm.slash(evening.channel, "bank audit")).done()
    ours = await evening.cast.pc(han, "Han")
    with closing(sqlite3.connect(tmp_path / "shadowport.db", isolation_level=None)) as tampered:
        for (name,) in tampered.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            tampered.execute(f"DROP TRIGGER {name}")
        tampered.execute("UPDATE accounts SET balance = 5000 WHERE id = ?", (ours.purse,))
    await (await evening.gm.slash(evening.channel, "bank audit")).done()
    seen = await evening.gm.until_sees(backroom, "in the ledger")
    assert "- Han's wallet holds 5000, but its transfers add up to 1000." in seen.text
    assert len(told(evening, backroom)) == 1
