"""An evening of many hands, played past the buttons: the same every time."""

from itertools import count
from random import Random
from typing import Any

from bot.campaigns import Person
from bot.tables.model import Table
from bot.tables.table_store import Click
from playground.people import Seen
from tests.browser.playground import Playground

_BETWEEN_TURNS, _BETWEEN_HANDS = 11.0, 75.0
"""Seconds."""
_BETS = (10, 20, 20, 30, 50, 80)


class LongEvening:
    """Whoever sits at a table of Pi'Lok bets now and then, calls mostly, and folds sometimes."""

    def __init__(self, playground: Playground, seed: int) -> None:
        self._playground, self._fancy, self._keys = playground, Random(seed), count(1)

    async def played(self, hands: int, *names: str) -> Seen:
        """Play so many hands, or until no one can be dealt in, and return the table's message."""
        playground = self._playground
        message = await playground.table(*names)
        found = await playground.services.tables.in_channel(playground.channel.id)
        if found is None:
            raise RuntimeError("no table was opened")
        table = found
        for _ in range(hands):
            playground.clock.skip(_BETWEEN_HANDS)
            if sum(chair.chips > 10 for chair in table.record.chairs) < 2:
                break
            table = (await playground.services.tables.playing.deal(table.id, self._click(playground.gm.id))).table
            while table.in_hand:
                playground.clock.skip(_BETWEEN_TURNS)
                table = await self._turn(table)
        return message

    async def _turn(self, table: Table) -> Table:
        seat = min(table.to_act)
        chair = table.chair(seat)
        moves = {move.key: move for move in table.spec.game.moves(table.state, seat)}
        key = self._chosen([*moves])
        wanted = self._fancy.choice(_BETS)
        values = {field.name: _nearest(wanted, *field.bounds()) for field in moves[key].fields}
        by = (chair.user_id if chair is not None else None) or self._playground.gm.id
        return (
            await self._playground.services.tables.playing.act(table.id, self._click(by), key, values, seat=seat)
        ).table

    def _chosen(self, keys: list[str]) -> str:
        liked = {"bet": 5, "call": 8, "check": 4, "raise": 1, "fold": 1, "reroll": 2, "jump": 1}
        return self._fancy.choices(keys, [liked.get(key, 3) for key in keys])[0]

    def _click(self, user_id: int) -> Click:
        playground = self._playground
        person = Person(user_id, is_owner=user_id == playground.gm.id)
        key = f"long evening {next(self._keys)}"
        return Click(person, playground.demo.guild.id, playground.channel.id, key, playground.clock.now())


def _nearest(wanted: int, low: Any, high: Any) -> Any:
    """Return the wanted amount within its bounds; of anything but an amount the first."""
    return min(max(wanted, low), high) if isinstance(low, int) else low
