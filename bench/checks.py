"""Pi'Lok tables at which everyone checks, one click after another at an even pace, by the machine's own clock.

Each table is clicked so rarely that every click finds a quiet window and is answered with the table's new message.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bench.room import Room, the_message
from bot.ui.render.renderer import WINDOW
from playground.discord.interactions import Response
from playground.people import Answer, Player, Seen

SEATS = 4
ROUNDS = 3
"""Rounds of checks in a hand of Pi'Lok, before the last decision."""
_DEAL = "Next hand"
_AT_ONCE = 5
"""Tables that are opened, or brought to their next hand, side by side."""


@dataclass
class Clicked:
    """Seconds from dispatching each interaction until its acknowledgement came in, and from its time to its sending."""

    waits: list[float] = field(default_factory=list[float])
    late: list[float] = field(default_factory=list[float])
    with_message: int = 0
    """How many were answered with the new message itself."""


async def clicked(clicks: Iterable[Callable[[], Awaitable[Answer]]], pause: float) -> Clicked:
    """Send a click each `pause` seconds, whether those before are answered or not, and wait for all the answers."""
    found, answers, began = Clicked(), list[Answer](), time.perf_counter()
    for number, click in enumerate(clicks):
        due = began + number * pause
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        sent = time.perf_counter()
        answer = await click()
        answer.interaction.settled.add_done_callback(
            lambda _, sent=sent: found.waits.append(time.perf_counter() - sent)
        )
        found.late.append(time.perf_counter() - due)
        answers.append(answer)
    for answer in answers:
        if (await answer).failed or (answer.message is not None and answer.message.ephemeral):
            raise RuntimeError(f"a click was refused: {answer.text}")
        found.with_message += answer.acknowledged is Response.UPDATE
    return found


class Tables:
    """Tables with four players each, in a hand in which everyone may check."""

    def __init__(self, here: Room, players: list[Player], messages: list[Seen]) -> None:
        """Take four of the players for each of the messages, as they sit there."""
        self._here, self._players, self.messages = here, players, messages
        self._checks = 0
        """At each table in this hand."""
        self._drawn = {table.id: -1 for table in messages}

    @classmethod
    async def opened(cls, here: Room, first: int = 0, **options: Any) -> "Tables":
        """Open a table for each four players of the room, beginning with the `first` one. Each has a channel of its
        own, and these options of the command.
        """
        everyone = here.players[first:]
        groups = [everyone[at : at + SEATS] for at in range(0, len(everyone), SEATS)]
        gate = asyncio.Semaphore(_AT_ONCE)

        async def opened(number: int, players: list[Player]) -> Seen:
            async with gate:
                channel = here.add_channel(f"table-{number}", players[0])
                answer = await players[0].slash(channel, "pilok open", preset="high stakes", clock="off", **options)
                table = the_message(answer.message)
                for seat, player in enumerate(players):
                    form = (await player.click(table, "Sit")).modal
                    await player.submit(form, {"name": f"Gambler {number * SEATS + seat}"})
                await here.local.world.until(lambda: table.find("Deal") is not None)
                await players[0].click(table, "Deal")
                await here.local.world.until(lambda: table.find("Check") is not None)
                return table

        return cls(here, everyone, await asyncio.gather(*(opened(*group) for group in enumerate(groups))))

    async def check(self, interval: float) -> Clicked:
        """Let every player check once, each table once in `interval` seconds."""
        return await clicked((check for _ in range(SEATS) for check in self.checks()), interval / len(self.messages))

    def checks(self) -> list[Callable[[], Awaitable[Answer]]]:
        """Return one check for each table, by the player who is to move there when it is made."""
        if self._checks == ROUNDS * SEATS:
            raise RuntimeError("the hand has no more rounds: call `ready` first")
        self._checks += 1
        return [partial(self._check, table) for table in self.messages]

    async def ready(self) -> None:
        """See that everyone may check, at every table: with a new hand where this one comes to its end."""
        if self._checks + SEATS <= ROUNDS * SEATS:
            return
        gate = asyncio.Semaphore(_AT_ONCE)

        async def next_hand(number: int, table: Seen) -> None:
            async with gate:
                await self._here.local.world.until(lambda: table.message.version > self._drawn[table.id])
                while await self._go_on(number, table) != _DEAL:
                    pass
                await self._here.local.world.until(lambda: table.find("Check") is not None)
                self._drawn[table.id] = -1

        await asyncio.gather(*(next_hand(*table) for table in enumerate(self.messages)))
        self._checks = 0
        await asyncio.sleep(WINDOW)

    async def play(self, clicks: int) -> None:
        """Let people click so often in all, at each table as soon as the last click there is drawn: they check, pass,
        and deal.
        """
        left = iter(range(clicks))

        async def play_on(number: int, table: Seen) -> None:
            for _ in left:
                await self._go_on(number, table)

        await asyncio.gather(*(play_on(*table) for table in enumerate(self.messages)))

    async def _check(self, table: Seen) -> Answer:
        """Click as soon as the table shows what the click before has changed."""
        await self._here.local.world.until(lambda: table.message.version > self._drawn[table.id])
        self._drawn[table.id] = table.message.version
        return self._to_move(table).click(table, "Check")

    async def _go_on(self, number: int, table: Seen) -> str:
        """Press the first button that there is of those by which a hand without bets goes on, and return its label."""
        label = next(label for label in ("Check", "Pass", _DEAL) if table.find(label))
        player = self._players[number * SEATS] if label == _DEAL else self._to_move(table)
        await self._press(table, player, label)
        return label

    async def _press(self, table: Seen, player: Player, button: str) -> None:
        drawn = table.message.version
        await player.click(table, button)
        await self._here.local.world.until(lambda: table.message.version > drawn)

    def _to_move(self, table: Seen) -> Player:
        line = next(line for line in table.lines if line.startswith("▸"))
        return self._players[int(line.split("Gambler ")[1].split("*")[0])]
