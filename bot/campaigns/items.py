"""A character's collection: goods that a GM gives and takes, and what of them lies on tables."""

from collections import Counter
from collections.abc import Sequence

from bot.campaigns.character import still_plays
from bot.clock import Clock
from bot.db import Database
from bot.engine.game import AnyGame, Item
from bot.engine.words import counted, escape
from bot.errors import NotAllowed, NotFound, PlayerError
from bot.games import spec_of
from bot.ledger import Entry, Pending, post
from bot.ledger.items import NOBODY, Holder, create_items, held_by, move_items_by_kind, wagered_by

MOST_AT_ONCE = 10_000
"""How many goods one gift may have."""


class Items:
    """Who holds what of the games' goods. Whoever calls has looked at the rights."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._pending = Pending()

    async def held(self, campaign_id: int, character_id: int, game: str) -> tuple[Item, ...]:
        """Return the items that the character holds, without wagered ones; ordered by kind, then the oldest first."""
        return await held_by(self._database, campaign_id, Holder.character(character_id), game)

    async def wagered(self, campaign_id: int, character_id: int, game: str) -> tuple[Item, ...]:
        """Return the character's items that lie on tables, in the same order."""
        return await wagered_by(self._database, campaign_id, character_id, game)

    async def grant(
        self, campaign_id: int, character_id: int, game: str, kinds: Sequence[str], *, actor: int | None, key: str
    ) -> None:
        """Give the character one new good for each of `kinds`; `key` makes it happen once (AlreadyPosted).

        Raises NotFound for a kind, a game or a character that isn't there. Raises NotAllowed for a retired character,
        and TooLate while the same is under way.
        """
        counts, found = Counter(kinds), spec_of(game).game
        _require_kinds(found, counts)
        given = self._entry(campaign_id, "goods", f"{found.title}: given", actor, key)
        async with self._pending.once("grant", character_id, game, *sorted(kinds), key=key):
            name = await self._name(campaign_id, character_id)
            await self._database.apply(
                still_plays(character_id, NotAllowed(f"{escape(name)} has retired.")),
                *post(given),
                *create_items(given, game, counts, Holder.character(character_id)),
            )

    async def take(
        self, campaign_id: int, character_id: int, game: str, kinds: Sequence[str], *, actor: int | None, key: str
    ) -> None:
        """Take one good for each of `kinds` away for good, the oldest first: all of them or none.

        Raises PlayerError if the character doesn't have them at hand, and as `grant` does.
        """
        counts, found = Counter(kinds), spec_of(game).game
        _require_kinds(found, counts)
        taken = self._entry(campaign_id, "goods", f"{found.title}: taken away", actor, key)
        gone = move_items_by_kind(taken, game, counts, Holder.character(character_id), NOBODY)
        async with self._pending.once("take", character_id, game, *sorted(kinds), key=key):
            name = await self._name(campaign_id, character_id)
            at_hand = Counter(good.kind for good in await self.held(campaign_id, character_id, game))
            on_tables = Counter(good.kind for good in await self.wagered(campaign_id, character_id, game))
            for kind, count in counts.items():
                if at_hand[kind] < count:
                    raise PlayerError(_too_few(escape(name), found.goods[kind], count, at_hand[kind], on_tables[kind]))
            await self._database.apply(*post(taken), *gone)

    async def _name(self, campaign_id: int, character_id: int) -> str:
        rows = await self._database.fetch(
            "SELECT name FROM characters WHERE campaign_id = ? AND id = ?", campaign_id, character_id
        )
        if not rows:
            raise NotFound("There is no such character in this campaign.")
        return str(rows[0]["name"])

    def _entry(self, campaign_id: int, kind: str, reason: str, actor: int | None, key: str) -> Entry:
        return Entry(key, campaign_id, kind, reason, actor, self._clock.now(), ())


def _require_kinds(game: AnyGame, counts: Counter[str]) -> None:
    if not counts:
        raise PlayerError(f"Name at least one {game.goods_word}.")
    if not counts.keys() <= game.goods.keys():
        raise NotFound(f"{game.title} has no such {game.goods_word}.")
    if counts.total() > MOST_AT_ONCE:
        raise PlayerError(f"Name at most {counted(MOST_AT_ONCE, game.goods_word)} at once.")


def _too_few(name: str, kind: str, wanted: int, at_hand: int, on_tables: int) -> str:
    if at_hand + on_tables >= wanted:
        return f"{name} has wagered {kind} on a table. You can take it when the wager is over."
    if not at_hand:
        return f"{name} has no {kind}."
    return f"{name} has {kind} only {'once' if at_hand == 1 else f'{at_hand} times'}."
