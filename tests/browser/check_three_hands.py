"""Three hands of every game on a phone: a person presses what the page offers, another sits idle, and an NPC plays.
Of the game with the most on the private page it is ten. After each hand the table is in sight without scrolling.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.ledger import audit
from bot.tables.model import Seeds
from playground.people import Button, Player, Seen, Select
from tests.browser.clock import StillClock
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground, opened_playground
from tests.browser.sitting import FOR_TWO, GAMES, WITH_GM, LocalClient, Sitting, least_answers
from tests.browser.tab import Tab
from tests.local_discord import discord_put_back

PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}
HANDS = {"golem": 10}
"""Hands of each game: three of the others."""
_AT_NINE = 1_795_208_280.0
_PATIENCE = 20.0


class TouchedPage:
    """The client of a person at the page: everything goes by the page's own buttons, menus and forms."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    @property
    def player(self) -> Player:
        return self.tab.player

    async def press(self, message: Seen, button: Button) -> bool:
        alike = [one.custom_id for one in message.buttons if one.label == button.label]
        shown = self.tab.page.locator(f'[data-message="{message.id}"]')
        control = shown.get_by_role("button", name=button.label, exact=True).nth(alike.index(button.custom_id))
        if await self._outcome(control.tap) != "form":
            return False
        form = self.player.modal
        assert form is not None
        dialog, answers = self.tab.form, least_answers(form)
        for field in form.fields:
            if field.custom_id in answers and field.options:
                label = re.compile(f"^{re.escape(field.label)}")
                await dialog.get_by_role("combobox", name=label).tap()
                for value in answers[field.custom_id]:
                    option = next(label for label, known in field.options if known == value)
                    await self.tab.page.get_by_role("option", name=option, exact=True).tap()
            elif field.custom_id in answers:
                await dialog.get_by_label(re.compile(f"^{re.escape(field.label)}")).fill(answers[field.custom_id])
        assert await self._outcome(dialog.get_by_role("button", name="Submit").tap) == "done"
        return True

    async def pick(self, message: Seen, menu: Select, values: list[str]) -> None:
        shown = self.tab.page.locator(f'[data-message="{message.id}"]')
        face = shown.get_by_role("combobox", name=menu.placeholder, exact=True)

        async def choose() -> None:
            await face.tap()
            for value in values:
                option = next(label for label, known in menu.options if known == value)
                await self.tab.page.get_by_role("option", name=option, exact=True).tap()
            if menu.high > 1:
                await face.press("Escape")

        await self._outcome(choose)

    async def _outcome(self, deed: Callable[[], Awaitable[None]]) -> str:
        """Do it once the page has drawn all that it has heard, and return how it was answered."""
        await self.tab.is_drawn()
        heard = len(self.tab.frames)
        await deed()
        async with asyncio.timeout(_PATIENCE):
            while True:
                for frame in self.tab.frames[heard:]:
                    if frame.startswith('{"re":') and (outcome := json.loads(frame).get("outcome")):
                        return outcome
                await self.tab.is_drawn()


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """Open a playground in which every run is the same, and time passes only where it is skipped."""
    seeds = Seeds(open="5e" * 32, closed="ad" * 32)
    with discord_put_back():
        async with opened_playground(tmp_path, clock=StillClock(_AT_NINE), seeds=lambda: seeds) as opened:
            yield opened
    assert opened.local.problems == []


@pytest.mark.parametrize("game", GAMES)
async def test_hands_are_played_by_touching_what_is_offered(playground: Playground, tab: OpenTab, game: str):
    lando = await tab("Lando", **PHONE)
    gm = LocalClient(playground.gm) if game in WITH_GM else None
    sitting = await Sitting.opened(playground, game, TouchedPage(lando), gm=gm)
    owned, moves = await all_money(playground), list[str]()
    hands = HANDS.get(game, 3)
    for number in range(1, hands + 1):
        hand = await sitting.hand()
        table = await sitting.table()
        assert table.record.hand is not None
        assert (hand.number, table.record.hand.status) == (number, "settled")
        assert len(table.record.chairs) == (2 if game in FOR_TWO else 3)
        moves += hand.counts["Lando"].keys[1:]
        if number == 1 and table.is_endless:
            owned = await all_money(playground)  # a unlimited bank is filled for its first hand
        assert await all_money(playground) == owned
        assert (await audit(playground.services.db)).is_clean
        await expect(lando.table.get_by_role("button", name=re.compile("^Next"))).to_be_in_viewport(ratio=0.99)
    assert len(moves) >= hands  # in a hand that the others give up, there may be none


async def all_money(playground: Playground) -> int:
    """Return all money that there is: a mint only counts what has come from it."""
    rows = await playground.services.db.fetch("SELECT SUM(balance) AS total FROM accounts WHERE kind <> 'mint'")
    return int(rows[0]["total"])
