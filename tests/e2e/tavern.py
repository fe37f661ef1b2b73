"""An evening of Baldur Hold'em by clicks: players with something up their sleeves, and a GM who decides in another
channel.
"""

from collections.abc import Mapping
from typing import Any

from bot.campaigns import Character
from bot.campaigns.wallet import HousePurse
from bot.engine.skills import D20
from bot.ledger import accounts, balance
from playground.discord.world import Channel
from playground.people import Player, Seen
from tests.ui.baldur.pages import sends, sleeve
from tests.ui.tables.evening import Evening
from tests.ui.tables.judged_evening import with_gm_channel

BACKING, FILLED = 1000, 500
"""What the house has before the table opens, and what it puts into the bank."""
SHEETS = {
    "Han": "Sleight of Hand +9, Deception +6, Investigation +4",
    "Lando": "Intimidation +8, Perception +1, Investigation +5",
    "Roark": "Insight +2, Arcana +7",
}


class Tavern:
    """Han, Lando and Roark in seats 1 to 3, an NPC in seat 4 and three without one."""

    def __init__(self, evening: Evening, people: Mapping[str, Player]) -> None:
        self.evening, self.people = evening, people
        self.characters: dict[str, Character] = {}
        self.npc = ""
        self.backroom: Channel

    async def opens(self) -> None:
        """By d20, with an ante of 10 cr and two minutes for whatever is asked; the house fills the bank."""
        evening = self.evening
        evening.local.rates.enabled = False
        campaign = await evening.cast.campaign()
        await evening.services.wallet.grant(
            campaign, evening.boss, [HousePurse(campaign.id)], BACKING, key="backing", reason="for the banks"
        )
        await evening.settles(system=D20, bankroll="house")
        self.backroom = await with_gm_channel(evening)
        await evening.open(command="baldur open", ante="10", clock="2 min", bank=str(FILLED))
        await evening.changes_rules(stayers="gm")
        for name, who in self.people.items():
            self.characters[name] = await evening.cast.pc(who, name, SHEETS[name])
            await evening.seats(who, self.characters[name])
        self.npc = (await evening.adds_npc()).name

    async def does(self, *deeds: str) -> Seen:
        """Do these actions one after the other, as in "Han Stay in"."""
        for deed in deeds:
            name, _, label = deed.partition(" ")
            await self.evening.does(self.people[name], label)
        return self.evening.message

    async def tries(self, name: str, label: str, *faces: int, **answers: Any) -> Seen:
        """Try a cheat with the dice that it takes, and return their page after it."""
        self.evening.roll(*faces)
        who = self.people[name]
        return await sends(self.evening, who, await sleeve(self.evening, who), label, **answers)

    async def asked(self, what: str) -> Seen:
        """Return the GM's page, from the button of the last post in the GM channel."""
        post = await self.evening.gm.until_sees(self.backroom, what)
        page = (await self.evening.gm.click(post, "Decide")).shown
        assert page.ephemeral
        return page

    @property
    def lines(self) -> list[str]:
        return self.evening.message.lines

    async def services(self) -> int:
        campaign = await self.evening.cast.campaign()
        return await balance(self.evening.services.db, accounts.house(campaign.id))

    async def purses(self) -> dict[str, int]:
        return {name: await self.evening.purse(one) for name, one in self.characters.items()}
