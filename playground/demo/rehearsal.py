"""A table to try: the campaign, the table, and who sits down at it."""

import asyncio
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from bot.catalog import AnyGame, games
from bot.engine.speech import listed
from playground.demo import campaign, seating
from playground.demo.actor import Actor
from playground.demo.places import Places, is_table
from playground.demo.world import Cantina
from playground.discord.world import Channel
from playground.people import ClientRefused, Player, Seen


@dataclass(frozen=True, slots=True)
class _Party:
    """Who sits down, in their order, and how many NPCs beside them."""

    people: list[Actor]
    npcs: int


class Rehearsal:
    """Scripted people who do what it takes, once; what stopped half-way goes on at the next try."""

    def __init__(self, cantina: Cantina) -> None:
        self._cantina, self._local = cantina, cantina.local
        # Players of its own: the forms that open for the script aren't those of the people at the page.
        self._gm, *self._players = (
            Actor(Player(self._local, person.user), self._local.clock) for person in cantina.people
        )
        self._places = Places(self._local.world, cantina.guild, cantina.tables)
        self._lock = asyncio.Lock()
        self.forget()

    def forget(self) -> None:
        """The server begins anew: nothing has been set up."""
        self._is_set_up = False
        self._begun: dict[tuple[str, str | None], tuple[Channel, Seen]] = {}

    async def try_table(
        self,
        person: Player,
        game: str | None = None,
        preset: str | None = None,
        people: Sequence[Player] | None = None,
    ) -> int:
        """Open a table for `person`, seat `people` and give the id of its channel.

        Without a game it is the first of the catalog. Without people it is whoever asks and another player (two players
        if the GM asks) with an NPC. Raises ClientRefused with a sentence: what can't be, or which step didn't work out.
        """
        wanted = _game(game)
        party = self._party(person, wanted, people)
        async with self._lock:
            self._require_bot()
            try:
                return await self._set_up(wanted, preset or None, party)
            finally:
                for actor in (self._gm, *self._players):
                    actor.tidies()

    async def _set_up(self, game: AnyGame, preset: str | None, party: _Party) -> int:
        if not self._is_set_up:
            await campaign.set_up(self._gm, self._players, self._cantina.tables[0], self._cantina.gm_channel)
            self._is_set_up = True
        begun = self._begun.pop((game.key, preset), None)
        is_resumed = begun is not None and is_table(begun[1])
        channel, table = begun if begun and is_resumed else await self._places.open(self._gm, game.key, preset)
        # Only what has come to its end is forgotten: whatever stops this is where the next try goes on.
        self._begun[game.key, preset] = channel, table
        for player in party.people:
            if not (is_resumed and await seating.is_seated(player, table)):
                await seating.sit_down(self._gm, player, table, channel)
            if channel.is_thread:
                self._local.world.join_thread(channel, player.player.user)
        there = await seating.seated_npcs(self._gm, table) if is_resumed else []
        for npc in await campaign.npcs(self._gm, channel, party.npcs):
            if npc[0] not in there:
                await seating.seat_npc(self._gm, npc, table, channel)
        del self._begun[game.key, preset]
        return channel.id

    def _party(self, person: Player, game: AnyGame, people: Sequence[Player] | None) -> _Party:
        """Whoever is chosen, as many as the game needs at least. Raises ClientRefused."""
        least, most = game.seats[0], game.seats[-1]
        if people:
            chosen = list(dict.fromkeys(self._actor(one) for one in people))
            npcs = int(len(chosen) < least)
        else:
            chosen = self._usual(person)[:most]
            npcs = int(len(chosen) < most)
        if len(chosen) > most:
            raise ClientRefused(f"{game.title} has {most} seats, and you chose {len(chosen)} people.")
        spare = (player for player in self._players if player not in chosen)
        chosen += itertools.islice(spare, max(0, least - npcs - len(chosen)))
        return _Party(chosen, max(npcs, least - len(chosen)))

    def _usual(self, person: Player) -> list[Actor]:
        """Whoever asks and another player; for the GM, who has a table to run, two players."""
        return sorted(self._players, key=lambda player: player.player.id != person.id)[:2]

    def _actor(self, person: Player) -> Actor:
        for actor in (self._gm, *self._players):
            if actor.player.id == person.id:
                return actor
        raise ClientRefused(f"{person.user.name} isn't at this server.")

    def _require_bot(self) -> None:
        if not (self._local.gateway.connected and self._local.world.commands_in(self._cantina.guild)):
            raise ClientRefused("Shadowport is still starting: try again in a moment.")


def _game(key: str | None) -> AnyGame:
    known = games()
    found = known.get(key) if key else next(iter(known.values()), None)
    if found is None:
        raise ClientRefused(f"There is no such game. There {'is' if len(known) == 1 else 'are'} {listed(known)}.")
    return found.game
