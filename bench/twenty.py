"""Twenty people bet at one roulette table, two interactions each: how long each waits until the bot has acknowledged.

Once spread over ten seconds, as a window of bets is used, and once all within one second. Of both, the bot's CPU time a
bet: opening its form, taking it, one durable commit, and the drawing it has a share in.
"""

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any

from bench.percentiles import milliseconds
from bench.room import Child, room, roulette_table
from playground.people import Form, Player, Seen

PEOPLE = 20
RUNS = 3
WINDOWS = {"within_ten_seconds": 10.0, "within_one_second": 1.0}
_LABEL = "Numbers…"
_SPOTS = ("17", "0", "17-20", "street 4-6", "corner 17-21", "six line 13-18")


@dataclass
class Waits:
    """Seconds until each acknowledgement that a person sees, and the bot's CPU seconds for each bet."""

    forms: list[float] = field(default_factory=list[float])
    bets: list[float] = field(default_factory=list[float])
    cpu: list[float] = field(default_factory=list[float])

    def told(self) -> dict[str, Any]:
        cpu = sorted(self.cpu)
        return {
            "form_opens_ms": milliseconds(self.forms),
            "bet_is_taken_ms": milliseconds(self.bets),
            "all_ms": milliseconds(self.forms + self.bets),
            "cpu_a_bet_ms": round(cpu[len(cpu) // 2] * 1000, 1),
        }


async def _form(player: Player, table: Seen, waits: Waits) -> Form:
    clicked = time.perf_counter()
    form = (await player.click(table, _LABEL)).modal
    waits.forms.append(time.perf_counter() - clicked)
    if form is None:
        raise RuntimeError("no form opened")
    return form


async def _bet(player: Player, table: Seen, spot: str, opens: float, sends: float, waits: Waits) -> None:
    """Open the form after `opens` seconds, and send it in after `sends`."""
    began = time.perf_counter()
    await asyncio.sleep(opens)
    form = await _form(player, table, waits)
    await asyncio.sleep(max(0.0, began + sends - time.perf_counter()))
    asked = next(part.label for part in form.fields if part.custom_id == "spot")
    amount = next(part.label for part in form.fields if part.custom_id == "amount")
    sent = time.perf_counter()
    answer = await player.submit(form, {asked: spot, amount: "5"})
    waits.bets.append(time.perf_counter() - sent)
    if answer.failed or (answer.message is not None and answer.message.ephemeral):
        raise RuntimeError(f"a bet was refused: {answer.text}")


async def _window(
    bot: Child, people: list[Player], table: Seen, seconds: float, chances: random.Random, waits: Waits
) -> None:
    before = await bot.cpu()
    moments = [sorted((chances.uniform(0, seconds), chances.uniform(0, seconds))) for _ in people]
    await asyncio.gather(
        *(
            _bet(player, table, chances.choice(_SPOTS), opens, sends, waits)
            for player, (opens, sends) in zip(people, moments, strict=True)
        )
    )
    await asyncio.sleep(1.0)  # the last drawing is a part of what a bet costs
    waits.cpu.append((await bot.cpu() - before) / len(people) / 1e9)


async def measure(runs: int = RUNS) -> dict[str, Any]:
    """Over so many runs, each on a server of its own with people of its own; both windows are of the same spin."""
    found = {name: Waits() for name in WINDOWS}
    async with room(PEOPLE * runs, servers=runs) as here:
        for run in range(runs):
            chances = random.Random(run)  # jitter, not a game
            people = here.players[run * PEOPLE : (run + 1) * PEOPLE]
            table = await roulette_table(here, "twenty", people)
            for name, seconds in WINDOWS.items():
                await _window(here.bot, people, table, seconds, chances, found[name])
    return {"people": PEOPLE, "runs": runs, **{name: waits.told() for name, waits in found.items()}}
