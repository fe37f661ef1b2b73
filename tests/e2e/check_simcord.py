"""The main flows once more in SimCord, a simulator of Discord that others have written.

It waits after every deed until the bot has nothing left to do, so nothing may be left for later: the clock stands still
while somebody acts, and each deed finds a quiet window.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
import simcord
from discord.webhook.async_ import async_context

from bot.app import opened_services
from bot.ledger import audit
from bot.services import Services
from bot.settings import Settings
from bot.ui.answer import Callbacks
from bot.ui.client import Shadowport
from bot.ui.routing import Tree
from tests.manual_clock import ManualClock

TO_MOVE = re.compile(r"▸ \*\*(\w+)\*\*")


def text_of(message: simcord.ResponseMessage | None) -> str:
    """Return all text of a message in reading order."""
    assert message is not None
    return "\n".join(filter(None, (message.content, *texts_in(message.components))))


def texts_in(components: list[dict[str, Any]]) -> list[str]:
    found: list[str] = []
    for part in components:
        if part["type"] == 10:
            found.append(part["content"])
        found += texts_in(part.get("components", []))
    return found


def labels_in(components: list[dict[str, Any]]) -> list[str]:
    found = [part["label"] for part in components if part["type"] == 2]
    for part in components:
        found += labels_in(part.get("components", []))
    return found


class Room:
    """A channel with a table, and Han and Lando at it."""

    def __init__(self, env: simcord.Env, services: Services, clock: ManualClock) -> None:
        self.env, self.services, self.clock = env, services, clock
        guild = env.create_guild()
        self.channel = guild.create_text_channel("tables")
        self.people = {name: guild.add_member(env.create_user(name.lower())) for name in ("Han", "Lando")}
        self.opened: simcord.InteractionResult

    @property
    def table(self) -> simcord.ResponseMessage:
        assert self.opened.response is not None
        return self.opened.response

    @property
    def shown(self) -> str:
        return text_of(self.table)

    @property
    def buttons(self) -> list[str]:
        return labels_in(self.table.components)

    @property
    def to_move(self) -> str:
        """The player to move, by the table's own mark."""
        found = TO_MOVE.search(self.shown)
        assert found, self.shown
        return found[1]

    async def slash(self, name: str, command: str, **options: Any) -> simcord.InteractionResult:
        await self.clock.advance(5)
        return await self.people[name].slash(self.channel, command, **options)

    async def click(self, name: str, label: str) -> simcord.InteractionResult:
        await self.clock.advance(5)
        named = next((shown for shown in self.buttons if shown == label or shown.endswith(f": {label}")), label)
        return await self.people[name].click(self.table, label=named)

    async def fill(self, who: str, label: str, **values: str) -> simcord.InteractionResult:
        """Open the form behind a button and send it."""
        form = await self.click(who, label)
        assert form.modal is not None
        await self.clock.advance(5)
        fields = [label["component"] for label in form.modal["components"]]
        filled_in = {field["custom_id"]: field["value"] for field in fields if field.get("value")}
        return await self.people[who].submit_modal(form, {**filled_in, **values})

    async def check_to_the_end(self) -> None:
        while "Next hand" not in self.buttons:
            await self.click(self.to_move, "Pass" if f"{self.to_move}: Pass" in self.buttons else "Check")


@pytest.fixture
async def services(tmp_path: Path, clock: ManualClock) -> AsyncIterator[Services]:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'shadowport.db'}")
    async with opened_services(settings, clock) as opened:
        yield opened


@asynccontextmanager
async def seated(services: Services, clock: ManualClock) -> AsyncIterator[Room]:
    """Han has opened a high-stakes table, and both sit at it. No fixture: SimCord's clock is the test's own task's."""
    bot = Shadowport(services, Tree)
    own = bot.callbacks
    async with simcord.run(bot) as env:
        # SimCord has put its own into the library. The bot's would look for a server of Discord's.
        bot.callbacks = cast("Callbacks", async_context.get())
        room = Room(env, services, clock)
        room.opened = await room.slash("Han", "pilok open", preset="high stakes")
        for name in room.people:
            await room.fill(name, "Sit", name=name)
        yield room
        assert env.errors == []
        bot.callbacks = own


async def test_a_table_opens_and_people_sit_down_with_a_form(services: Services, clock: ManualClock):
    async with seated(services, clock) as room:
        assert "◦ Han · 500 cr" in room.shown
        assert "◦ Lando · 500 cr" in room.shown


async def test_a_hand_goes_from_the_deal_over_a_bet_to_the_showdown_and_the_purse(
    services: Services, clock: ManualClock
):
    async with seated(services, clock) as room:
        await room.click("Lando", "Deal")
        assert "Pot **20 cr**" in room.shown

        leader = room.to_move
        await room.fill(leader, "Bet…", to="30")
        await room.click(room.to_move, "Call 30 cr")
        assert "Pot **80 cr**" in room.shown

        await room.check_to_the_end()
        # The dice are the bot's own: two hands may be worth the same.
        assert re.search("80 cr|split the pot .*: 40 cr each", room.shown)
        assert "Shadowport" in room.shown

        purse = await room.slash(leader, "wallet show")
        assert purse.ephemeral
        assert "**500 cr** in the wallet" in text_of(purse.response)
        assert (await audit(room.services.db)).is_clean


async def test_a_hand_that_was_dealt_by_the_bot_is_what_was_sealed(services: Services, clock: ManualClock):
    async with seated(services, clock) as room:
        await room.click("Han", "Deal")
        await room.check_to_the_end()

        proof = await room.slash("Lando", "table verify")

        assert proof.ephemeral
        assert "Every die matches what was sealed" in text_of(proof.response)


async def test_a_bystander_is_refused_for_their_eyes_only(services: Services, clock: ManualClock):
    async with seated(services, clock) as room:
        await room.click("Han", "Deal")
        room.people["Greedo"] = room.env.guild.add_member(room.env.create_user("greedo"))
        refused = await room.click("Greedo", "Check")
        assert refused.ephemeral
        assert text_of(refused.response) == "You don't sit at this table. Take a seat first."
