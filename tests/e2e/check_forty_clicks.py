"""Forty people click at one table within a second: all are answered, and the last drawing shows the last state."""

import itertools
import random
from collections.abc import Awaitable, Callable

import pytest

from bot.services import Services
from bot.ui.client import Shadowport
from bot.ui.render.table_message import texts
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Answer, Player, Seen
from tests.manual_clock import ManualClock

SEATED, NEWCOMERS, BYSTANDERS = 5, 5, 29
ANSWERED_BEFORE_THE_NEXT = 0.6
"""How often the bot is faster than the next click."""
A_HANDFUL = 6
"""Edits: the first click's own, one at the end of each window of 0.4 seconds, and what comes after."""

Deed = Callable[[], Answer]
Settle = Callable[[], Awaitable[None]]


class Crowd:
    """A table in play, with people who sit, people with the form for a seat in their hands, and people who watch."""

    def __init__(self, local: LocalDiscord, guild: Guild, channel: Channel, gm: Player) -> None:
        self._local, self._guild, self._channel, self._gm = local, guild, channel, gm
        self.table: Seen
        self.deeds: list[Deed] = []

    def _guests(self, kind: str, count: int) -> list[Player]:
        world = self._local.world
        return [Player(self._local, world.add_member(self._guild, f"{kind} {n}")) for n in range(count)]

    async def gather(self, settle: Settle) -> None:
        opened = await self._gm.slash(self._channel, "pilok open")
        self.table = opened.shown
        seated = self._guests("Gambler", SEATED)
        for player in seated:
            form = (await player.click(self.table, "Sit")).modal
            await player.submit(form, {"name": player.user.display_name})
        await self._gm.click(self.table, "Deal")
        await settle()
        # Everybody clicks on what they see at the beginning: their client is slower than the others' clicks.
        seen = self.table.frozen()
        await self._sit_out_or_check(seated, seen)
        for player in self._guests("Newcomer", NEWCOMERS):
            form = (await player.click(self.table, "Sit")).modal
            self.deeds.append(lambda p=player, f=form: p.submit(f, {"name": p.user.display_name}))
        labels = ("Check", "My seat", "Sit", "More…", "Bet")
        for player, label in zip(self._guests("Bystander", BYSTANDERS), itertools.cycle(labels), strict=False):
            self.deeds.append(lambda p=player, pressed=label: p.click(seen, pressed))
        self.deeds.append(lambda: self._gm.click(seen, "My seat"))
        await settle()

    async def _sit_out_or_check(self, seated: list[Player], seen: Seen) -> None:
        """Open everyone's own page, and let them sit out from there; the player to move will check instead."""
        for player in seated:
            page = (await player.click(self.table, "My seat")).shown
            self.deeds.append(lambda p=player, own=page: p.click(own, "Sit out"))
        leader = next(p for p in seated if f"▸ **{p.user.display_name}**" in seen.text)
        self.deeds[seated.index(leader)] = lambda: leader.click(seen, "Check")


@pytest.mark.parametrize("run", range(5))
async def test_the_last_drawing_shows_the_last_state(
    run: int,
    bot: Shadowport,
    services: Services,
    local: LocalDiscord,
    guild: Guild,
    channel: Channel,
    gm: Player,
    clock: ManualClock,
    settle: Settle,
):
    crowd, jitter = Crowd(local, guild, channel, gm), random.Random(run)
    await crowd.gather(settle)
    assert len(crowd.deeds) == 40
    jitter.shuffle(crowd.deeds)
    drawn_before, message = crowd.table.message.version, crowd.table

    answers: list[Answer] = []
    begun = clock.now()
    for deed, moment in zip(crowd.deeds, sorted(jitter.random() for _ in crowd.deeds), strict=True):
        await clock.advance(begun + moment - clock.now())
        answers.append(deed())
        if jitter.random() < ANSWERED_BEFORE_THE_NEXT:
            await answers[-1]
    for answer in answers:
        await answer
    await settle()

    table = await services.tables.in_channel(channel.id)
    assert table is not None
    state = "\n".join(part for part in texts(table) if part)
    await local.world.until(lambda: message.text == state)
    await settle()
    assert message.text == state
    assert len(table.record.chairs) == SEATED + NEWCOMERS
    assert not [answer for answer in answers if answer.failed or answer.acknowledged is None]
    assert message.message.version - drawn_before <= A_HANDFUL
