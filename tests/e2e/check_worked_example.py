"""The worked example of seed 000, by clicks and forms: pots of 30, 180, 510 and 1,410, two jumps, 705 each."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app import opened_services
from bot.ledger import audit
from bot.services import Services
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player, Seen
from tests.e2e.conftest import loaded
from tests.manual_clock import ManualClock
from tests.ui.conftest import Cast, settings_of

THE_DEAL = (3,), (2, 1, 1)
ORBIT, THE_DEEP = (1, 1, 4), (2, 5, 5)
LANDO_JUMPS = (4, 4, 4, 4, 4, 4, 3, 3, 3), (4, 4, 3), (5,)
HAN_JUMPS = (4, 4, 4, 3, 3, 3, 3, 3), (6, 5, 5), (3,)
SHEETS = {"Roark": "Perception 3D", "Lando": "Gambling 9D+2, Perception 4D", "Han": "Gambling 8D, Perception 3D"}


@pytest.fixture
async def services(local: LocalDiscord, clock: ManualClock, tmp_path: Path) -> AsyncIterator[Services]:
    """Build the services with the example's dice: Han deals, each player gets a die per street, two contests."""
    chances = loaded(*THE_DEAL, ORBIT, THE_DEEP, *LANDO_JUMPS, *HAN_JUMPS)
    async with opened_services(settings_of(local, tmp_path), clock, chances=chances) as opened:
        yield opened


@pytest.fixture
def roark(local: LocalDiscord, guild: Guild) -> Player:
    return Player(local, local.world.add_member(guild, "Roark"))


@pytest.fixture
async def table(
    bot: Shadowport, clock: ManualClock, channel: Channel, gm: Player, roark: Player, lando: Player, han: Player
) -> Seen:
    """Open a high-stakes table where Roark, Lando and Han sit clockwise, each with 500."""
    answer = await gm.slash(channel, "pilok open", preset="high stakes")
    for player in (roark, lando, han):
        name = str(player.user.display_name)
        form = (await player.click(answer.shown, "Sit")).modal
        await player.submit(form, {"name": name, "skills": SHEETS[name], "Buy-in": "500"})
        await clock.advance(1)
    return answer.shown


class Evening:
    """The table and a clock that lets everybody see it before they act."""

    def __init__(self, table: Seen, clock: ManualClock) -> None:
        self.table, self.clock = table, clock

    async def click(self, player: Player, button: str) -> None:
        answer = await player.click(self.table, button)
        assert not answer.failed
        assert [message.text for message in answer.messages] == []
        await self.clock.advance(1)

    async def fill(self, player: Player, button: str, **fields: str) -> None:
        form = (await player.click(self.table, button)).form
        answer = await player.submit(form, fields)
        assert [message.text for message in answer.messages] == []
        await self.clock.advance(1)

    @property
    def head(self) -> tuple[str, str]:
        """The street, and the pot without what is bet on it."""
        street, *below = self.table.lines
        pot = next(line for line in below if line.startswith("Pot"))
        return street.rpartition(" · ")[2], pot.partition(" · ")[0]


async def up_to_the_jump(evening: Evening, roark: Player, lando: Player, han: Player) -> None:
    """Make all bets of the three streets."""
    await evening.click(han, "Deal")
    assert evening.head == ("The Lift", "Pot **30 cr**")

    await evening.fill(roark, "Bet…", to="50")
    await evening.click(lando, "Call 50 cr")
    await evening.click(han, "Call 50 cr")
    assert evening.head == ("Orbit", "Pot **180 cr**")

    await evening.fill(han, "Bet…", to="110")
    await evening.click(roark, "Call 110 cr")
    await evening.click(lando, "Call 110 cr")
    assert evening.head == ("The Deep", "Pot **510 cr**")

    await evening.fill(roark, "Bet…", to="150")
    await evening.fill(lando, "Raise…", to="300")
    await evening.click(han, "Call 300 cr")
    await evening.click(roark, "Call 150 cr")
    assert evening.head == ("The Jump", "Pot **1,410 cr**")


async def the_jumps(evening: Evening, roark: Player, lando: Player, han: Player) -> None:
    await evening.click(roark, "Pass")
    await evening.click(lando, "Jump Roark")
    assert "35" in evening.table.text
    assert "11" in evening.table.text
    await evening.click(lando, "Re-roll the 5")
    assert "roll the 5 again, and it comes up the same" in evening.table.text
    await evening.click(han, "Jump Roark")
    assert "27" in evening.table.text
    assert "16" in evening.table.text
    await evening.click(han, "Re-roll the 5")
    assert "roll the 5 again, and it comes up 3" in evening.table.text


async def test_the_worked_example_is_played_and_paid_as_printed(
    table: Seen,
    clock: ManualClock,
    channel: Channel,
    services: Services,
    cast: Cast,
    roark: Player,
    lando: Player,
    han: Player,
):
    evening = Evening(table, clock)
    await up_to_the_jump(evening, roark, lando, han)
    await the_jumps(evening, roark, lando, han)

    assert "**Lando** and **Han** split the pot with 6: 705 cr each." in table.lines
    campaign = await cast.campaign()
    nets: dict[str, int] = {}
    for player, net in ((roark, "−470 cr"), (lando, "+235 cr"), (han, "+235 cr")):
        [character] = await services.characters.mine(campaign.id, player.id)
        [hand] = [told.line for told in (await services.wallet.history(character)).lines if told.line.kind == "hand"]
        nets[character.name] = hand.delta
        told = await player.slash(channel, "wallet history")
        assert told.shown.ephemeral
        assert net in told.text
        await clock.advance(10)
    assert nets == {"Roark": -470, "Lando": 235, "Han": 235}
    assert (await audit(services.db)).is_clean


async def test_loaded_dice_are_found_out_by_the_seal(
    table: Seen, clock: ManualClock, channel: Channel, roark: Player, lando: Player, han: Player
):
    evening = Evening(table, clock)
    await up_to_the_jump(evening, roark, lando, han)
    await the_jumps(evening, roark, lando, han)

    proof = await roark.slash(channel, "table verify")

    assert proof.shown.ephemeral
    assert proof.text.splitlines()[1].startswith("Hand 1 doesn't match what was sealed and played")
