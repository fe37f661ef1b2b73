"""A table of Pi'Lok with some hands behind it, played past the buttons."""

import pytest

from bot.campaigns import Person
from bot.tables.table_store import Click
from bot.ui.client import Shadowport
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player
from tests.manual_clock import ManualClock
from tests.tables.table_fixtures import LEADER_STAYS_AHEAD
from tests.ui.tables.evening import Evening

LAST_STAYS_AHEAD = (1, 3, 6, 5, 1, 2, 4, 2, 1)
"""Dice for three players: whoever gets the last of the first street leads all of them."""


class Played(Evening):
    """An evening whose hands play themselves."""

    _key = 0

    def click(self, user_id: int) -> Click:
        self._key += 1
        person = Person(user_id, is_owner=user_id == self.guild.owner_id)
        return Click(person, self.guild.id, self.channel.id, f"played {self._key}", self.clock.now())

    async def plays(self, hands: int = 1) -> None:
        """Play hands in which each player does the least, dealt by the GM; the first who may bet does."""
        playing = self.services.tables.playing
        for _ in range(hands):
            table = (await playing.deal((await self.table()).id, self.click(self.guild.owner_id))).table
            has_bet = False
            while table.in_hand:
                seat = min(table.to_act)
                chair = table.chair(seat)
                assert chair is not None
                moves = {move.key: move for move in table.spec.game.moves(table.state, seat)}
                key = "bet" if "bet" in moves and not has_bet else table.spec.game.on_timeout(table.state, seat).kind
                if has_bet and "call" in moves:
                    key = "call"
                has_bet = has_bet or key == "bet"
                values = {field.name: field.bounds()[0] for field in moves[key].fields}
                by = chair.user_id or self.guild.owner_id
                table = (await playing.act(table.id, self.click(by), key, values, seat=seat)).table
        await self.drawn()


@pytest.fixture
async def evening(
    local: LocalDiscord,
    bot: Shadowport,
    clock: ManualClock,
    channel: Channel,
    guild: Guild,
    gm: Player,
    han: Player,
    lando: Player,
) -> Played:
    """Play three hands with Han, Lando and Roark, an NPC."""
    night = Played(local, bot, clock, channel, guild, gm)
    await night.open()
    await night.sits(han, "Han")
    await night.sits(lando, "Lando")
    await night.adds_npc()
    night.roll(1, *LEADER_STAYS_AHEAD, *LAST_STAYS_AHEAD, *LEADER_STAYS_AHEAD)
    await night.plays(3)
    return night
