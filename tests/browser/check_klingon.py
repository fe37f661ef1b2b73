"""A tournament of Klingon Hold-'Em in two tabs: a place is paid for, and the strongest attack takes all."""

import re
from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from bot.ledger import audit
from bot.tables.hand.engine import RngFactory
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.e2e.captains import written
from tests.e2e.conftest import loaded
from tests.local_discord import few_deals

SHIPS = {"Lando": ("fed-dn", "fed-ca"), "Han": ("kli-d7", "kli-f5")}
"""Han sits down last, so he is on the sun first."""
CARDS = "photon-12 photon-8 overload phaser-7 phaser-5"


@pytest.fixture
def chances() -> Iterator[RngFactory]:
    with few_deals():
        yield loaded(written(SHIPS, CARDS))


async def test_a_tournament_is_begun_and_won(playground: Playground, tab: OpenTab):
    lando, han = await tab("Lando"), await tab("Han")
    await lando.command("/klingon open clock:off")
    for one in (lando, han):
        name = str(one.player.user.display_name)
        await one.click("Sit")
        await expect(one.form).to_contain_text("A place costs 200 cr.")
        await one.fill(your_character=name)
        for each in (lando, han):
            await expect(each.table).to_contain_text(f"{name} sits down with 200 cr for a place in the tournament.")

    await lando.click("Begin the tournament")
    mine = lando.message("2 Phaser, 2 Photon, 1 Drone")
    await expect(mine).to_contain_text(re.compile(r"\d+% to win"))
    await expect(han.table).to_contain_text("Tournament · 2 in · prize 400 cr")
    await lando.click("Raise…", within=lando.table)
    await lando.fill(raise_to="all in")
    await expect(han.table).to_contain_text("Lando raises to 200 chips and is all in.")
    await han.click("My ships", within=han.table)
    await expect(han.message("Klingon D7 cruiser: 2 Phaser, 2 Disruptor, 1 Drone")).to_contain_text("to win")
    await han.click("Engage all in 190 chips", within=han.table)
    for one in (lando, han):
        await expect(one.table).to_contain_text("Lando's attack of 44 takes the pot, 400 chips. Han is out, second.")
        await expect(one.table).to_contain_text("Lando wins the tournament: 400 cr.")
        await expect(one.button("Begin the tournament")).to_be_visible()
    assert (await playground.purses())["Lando"] == (await playground.purses())["Han"] + 400
    assert (await audit(playground.services.db)).is_clean
