"""Whole evenings that differ in nothing but which cards some of the hidden ones are."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from bot import games
from playground.people import Player
from tests.leaks.gamblers import Gamblers
from tests.leaks.network_fixtures import NetworkRecorder, Sent
from tests.leaks.renamed import Names
from tests.leaks.seats import draws_from, seated
from tests.local_discord import local_discord
from tests.manual_clock import ManualClock
from tests.ui.tables.evening import bot_up

_SEAL = re.compile(r"[0-9a-f]{64}|cards sealed [0-9a-f]+…")
"""Seals differ as the cards do."""
_SAME_DECK = {"pazaak": {"decks": "standard"}}
_GIVING_UP = {"golem": 0.15, "klingon": 0.15}
"""How often people give up in games that go on without them."""


@dataclass
class World:
    """An evening: what was sent to those who hold nothing, and every card that could have been drawn face down."""

    sent: list[Sent] = field(default_factory=list[Sent])
    cards: set[str] = field(default_factory=set[str])

    @property
    def shown(self) -> set[str]:
        """The cards that lay open in the end."""
        return {card for _, card in self.sent[-1].shown}

    @property
    def drawn_before_more(self) -> set[str]:
        """The cards that had been drawn when the first were shown, if more were drawn after that."""
        moments = {frozenset(sent.drawn) for sent in self.sent if sent.shown}
        return set(min(moments, key=len)) if len(moments) > 1 else set()


async def world_of(game: str, folder: Path, seed: int, names: Names) -> World:
    """One hand between Han, Lando and, where there is room, Chewie; the GM looks on."""
    clock, world = ManualClock(), World()
    async with local_discord(clock) as local:
        guild = local.world.add_guild("Cantina", owner=local.world.add_user("Lady Proxima"))
        channel = local.world.add_channel(guild, "tables")
        gm = Player(local, local.world.users[guild.owner_id])
        most = games.spec_of(game).game.seats[-1]
        people = [Player(local, local.world.add_member(guild, name)) for name in ("Han", "Lando", "Chewie")[:most]]
        async with bot_up(local, clock, channel, guild, gm, folder) as evening:
            network_recorder = NetworkRecorder(evening)
            draws_from(evening, bytes([seed] * 32), names, world.cards)
            await seated(evening, game, *people, rules=_SAME_DECK.get(game))
            before = {new: old for old, new in names.items()}
            await Gamblers(
                evening, people, random.Random(seed), before, giving_up=_GIVING_UP.get(game, 0)
            ).play_a_hand()
            world.sent = [sent for sent in network_recorder.sent if sent.to in (None, gm.id)]
    return world


@dataclass(frozen=True)
class Pair:
    """What was sent in the same moment of two evenings."""

    one: Sent
    other: Sent

    @property
    def differs_in_cards(self) -> bool:
        return self.one.hidden.cards != self.other.hidden.cards

    @property
    def looks_the_same(self) -> bool:
        return (self.one.to, _SEAL.sub("", self.one.text)) == (self.other.to, _SEAL.sub("", self.other.text))


def alike(one: World, other: World) -> Iterator[Pair]:
    """Moment by moment, until a card is shown that isn't the same in both."""
    pairs = (Pair(*both) for both in zip(one.sent, other.sent, strict=False))
    return takewhile(lambda pair: pair.one.shown == pair.other.shown, pairs)
