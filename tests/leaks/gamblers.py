"""People who play by what their own hand offers them, and look around meanwhile."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.playground.player import Answer, Player, Seen
from bot.tables.model import Table
from tests.ui.tables.evening import Evening

DANGER = 4
LOOKS = ("My hand", "My seat", "More…")


@dataclass
class Gamblers:
    """Everybody at a table, NPCs played by the GM. `chosen` decides what they do; nobody gives up on purpose, or makes
    a move of `never`.
    """

    evening: Evening
    people: Sequence[Player]
    chosen: random.Random
    never: Collection[str] = ()

    async def begin(self) -> None:
        """Deal, and decide whatever comes before somebody holds a card."""
        await self.people[0].click(self.evening.message, "Deal")
        await self.evening.drawn()
        while not (table := await self.evening.table()).entry.game.seals(table.state, None):
            await self._move(table, min(table.to_act))
            await self.evening.drawn()

    async def play_a_hand(self) -> None:
        await self.begin()
        while (table := await self.evening.table()).in_hand:
            if self.chosen.random() < 0.3:
                await self._look_around()
            await self._move(table, self.chosen.choice(sorted(table.to_act)))
            await self.evening.drawn()

    async def look_at_everything(self) -> None:
        """Whatever can be asked of a table, by all who are there."""
        for who in (*self.people, self.evening.gm):
            for label in LOOKS:
                if self.evening.message.find(label):
                    await who.click(self.evening.message, label)
            await who.slash(self.evening.channel, "table verify").done()
            await self.evening.clock.advance(10)
        await self.evening.quiet()

    async def _look_around(self) -> None:
        await self.chosen.choice((*self.people, self.evening.gm)).click(self.evening.message, self.chosen.choice(LOOKS))

    def _player(self, table: Table, seat: int) -> Player:
        chair = table.chair(seat)
        assert chair is not None
        return next((who for who in self.people if who.id == chair.user_id), self.evening.gm)

    async def _move(self, table: Table, seat: int) -> None:
        """Something that the page of the seat's hand offers."""
        who = self._player(table, seat)
        page = await self._page(who, seat)
        selects = [select for select in page.selects if self._likes(select.custom_id, "mark:", "own:")]
        buttons = [one for one in page.buttons if self._likes(one.custom_id, "own:") and one.style != DANGER]
        if selects and (not buttons or self.chosen.random() < 0.7):
            select = self.chosen.choice(selects)
            values = [value for _, value in select.options]
            picked = self.chosen.sample(values, self.chosen.randint(select.low, select.high))
            answer = await who.select(page, select.custom_id, picked)
            if select.custom_id.startswith("mark:"):
                await self._press(who, answer, "send:")
            return
        answer = await self._do(who, page, self.chosen.choice(buttons).custom_id)
        if answer.modal is not None:
            await who.submit(answer.modal, {})
        elif answer.message is not None and any(one.custom_id.endswith(":yes") for one in answer.message.buttons):
            await self._press(who, answer, "own:")

    async def _do(self, who: Player, page: Seen, custom_id: str) -> Answer:
        """Mostly on the table, where it has a button for the same: everybody sees who presses it."""
        move = custom_id.split(":", 4)[4]
        on_table = next((one for one in self.evening.message.buttons if one.custom_id.endswith(f":-:{move}")), None)
        if on_table is None or self.chosen.random() < 0.2:
            return await who.press(page, custom_id)
        return await who.press(self.evening.message, on_table.custom_id)

    def _likes(self, custom_id: str, *verbs: str) -> bool:
        return custom_id.startswith(verbs) and custom_id.rpartition(":")[2] not in self.never

    async def _page(self, who: Player, seat: int) -> Seen:
        answer = await who.click(self.evening.message, "My hand")
        assert answer.message is not None
        other = next((one for one in answer.message.buttons if one.custom_id.endswith(f":{seat}")), None)
        if other is not None and other.custom_id.startswith("hand:") and other.label != "Show again":
            answer = await who.press(answer.message, other.custom_id)
        assert answer.message is not None
        assert answer.message.ephemeral
        return answer.message

    async def _press(self, who: Player, answer: Answer, verb: str) -> None:
        assert answer.message is not None
        button = next(one for one in answer.message.buttons if one.custom_id.startswith(verb) and not one.disabled)
        await who.press(answer.message, button.custom_id)
