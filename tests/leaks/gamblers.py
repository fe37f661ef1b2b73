"""People who play by what their own hand offers them, and look around meanwhile."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.tables.model import Table
from playground.people import Answer, Player, Seen
from tests.leaks.looking import look_around, look_everywhere
from tests.ui.tables.evening import Evening

DANGER = 4


@dataclass
class Gamblers:
    """Everybody at a table, NPCs played by the GM. `chosen` decides what they do.

    `names` is what cards are called in another evening: what is chosen there is chosen here. `giving_up` is how often
    (0 to 1) they may give up. `calm` people do
    what is offered first. What may be done on the side at a crooked table they leave alone.
    """

    evening: Evening
    people: Sequence[Player]
    chosen: random.Random
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    giving_up: float = 0.0
    calm: bool = False

    async def begin(self) -> None:
        """Deal, and decide whatever comes before somebody holds a card."""
        await self.people[0].click(self.evening.message, "Deal")
        await self.evening.drawn()
        while not (table := await self.evening.table()).spec.game.seals(table.state, None):
            await self.moves(table, min(table.to_act))
            await self.evening.drawn()

    async def play_a_hand(self) -> None:
        await self.begin()
        await look_everywhere(self.evening, self.chosen.choice(self.people))
        while (table := await self.evening.table()).in_hand:
            if self.chosen.random() < 0.3:
                await self._look_around()
            await self.moves(table, self.chosen.choice(sorted(table.to_act)))
            await self.evening.drawn()

    async def look_at_everything(self) -> None:
        """Ask the table everything that can be asked, as everyone who is there."""
        for who in (*self.people, self.evening.gm):
            await look_everywhere(self.evening, who)
            await who.slash(self.evening.channel, "table verify").done()
            await self.evening.clock.advance(10)
        await self.evening.quiet()

    async def _look_around(self) -> None:
        await look_around(self.evening, self.chosen.choice((*self.people, self.evening.gm)), self.chosen)

    def _player(self, table: Table, seat: int) -> Player:
        chair = table.chair(seat)
        assert chair is not None
        return next((who for who in self.people if who.id == chair.user_id), self.evening.gm)

    async def moves(self, table: Table, seat: int) -> None:
        """Make a move that the page of the seat's hand offers."""
        who = self._player(table, seat)
        page = await self._page(who, seat)
        selects = [select for select in page.selects if select.custom_id.startswith(("mark:", "own:"))]
        may_give_up = self.chosen.random() < self.giving_up
        asides = tuple(f":{move.key}" for move in table.moves(seat) if move.aside)
        buttons = [one for one in page.buttons if one.custom_id.startswith("own:")]
        buttons = [one for one in buttons if not one.custom_id.endswith(asides)]
        buttons = [one for one in buttons if one.style != DANGER or may_give_up]
        if selects and (not buttons or self.chosen.random() < 0.7):
            select = self.chosen.choice(selects)
            values = sorted((value for _, value in select.options), key=lambda value: self.names.get(value, value))
            picked = self.chosen.sample(values, self.chosen.randint(select.low, select.high))
            answer = await who.select(page, select.custom_id, picked)
            if select.custom_id.startswith("mark:"):
                await self._press(who, answer, lambda custom_id: custom_id.startswith("send:"))
            return
        button = buttons[0] if self.calm else self.chosen.choice(buttons)
        answer = await self._do(who, page, button.custom_id)
        if answer.modal is not None:
            await who.submit(answer.modal, {})
        elif answer.message is not None and any(map(_is_meant, _ids(answer.message))):
            await self._press(who, answer, _is_meant)

    async def _do(self, who: Player, page: Seen, custom_id: str) -> Answer:
        """Mostly on the table, where it has a button for the same: everybody sees who presses it."""
        move = custom_id.split(":", 4)[4]
        on_table = next((one for one in self.evening.message.buttons if one.custom_id.endswith(f":-:{move}")), None)
        if on_table is None or self.chosen.random() < 0.2:
            return await who.press(page, custom_id)
        return await who.press(self.evening.message, on_table.custom_id)

    async def _page(self, who: Player, seat: int) -> Seen:
        answer = await who.click(self.evening.message, (await self.evening.table()).spec.game.hand_title)
        way = f"hand:{(await self.evening.table()).id}:{seat}"
        other = next((one for one in answer.shown.buttons if one.custom_id == way), None)
        if other is not None:
            answer = await who.press(answer.shown, other.custom_id)
        assert answer.message is not None
        assert answer.shown.ephemeral
        return answer.shown

    async def _press(self, who: Player, answer: Answer, is_wanted: Callable[[str], bool]) -> None:
        await who.press(answer.shown, next(filter(is_wanted, _ids(answer.shown))))


def _ids(page: Seen) -> list[str]:
    """Return the ids of all buttons that can be pressed."""
    return [button.custom_id for button in page.buttons if not button.disabled]


def _is_meant(custom_id: str) -> bool:
    return custom_id.endswith(":yes")
