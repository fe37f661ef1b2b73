"""Who is dealt in, with what they bring: sheet, kit, collection and wager, as they are at the deal."""

import logging
from typing import Protocol

from bot.campaigns import Character, Goods, Kits
from bot.engine.game import Good, Player
from bot.tables.model import Chair, Table

log = logging.getLogger(__name__)


class CharacterSource(Protocol):
    """Where a table gets its characters' sheets from."""

    async def get(self, campaign_id: int, character_id: int) -> Character: ...


class Players:
    """Reads what a hand begins with; it is stored with the hand, so that later changes don't reach it."""

    def __init__(self, characters: CharacterSource, kits: Kits, goods: Goods) -> None:
        self._characters, self._kits, self._goods = characters, kits, goods

    async def dealt_in(self, table: Table) -> list[Player]:
        """Clockwise; the retired play no more."""
        return [player for chair in table.ready if (player := await self._player(table, chair)) is not None]

    async def _player(self, table: Table, chair: Chair) -> Player | None:
        character = await self._characters.get(table.record.campaign_id, chair.character_id)
        if character.retired_at is not None:
            return None
        return Player(
            seat=chair.seat,
            name=chair.name,
            stack=table.stack_of(chair),
            sheet=character.sheet,
            kit=await self._kit(table, chair),
            goods=await self._collection(table, chair),
            wager=_known(table, chair.wager) if table.entry.game.wagers_goods(table.rules) else (),
            is_npc=chair.is_npc,
        )

    async def _kit(self, table: Table, chair: Chair) -> str | None:
        """The kit, if the game can read it; what it can't read any more is as good as none."""
        game = table.entry.game
        if game.Kit is None:
            return None
        stored = await self._kits.get(table.record.campaign_id, chair.character_id, table.record.game)
        if stored is None:
            return None
        try:
            game.Kit.from_json(stored.text)
        except ValueError:
            log.warning(
                "table %s: the kit of character %s can't be read, and isn't played", table.id, chair.character_id
            )
            return None
        return stored.text

    async def _collection(self, table: Table, chair: Chair) -> tuple[Good, ...]:
        if not table.entry.game.goods:
            return ()
        held = await self._goods.held(table.record.campaign_id, chair.character_id, table.record.game)
        return _known(table, held)


def _known(table: Table, goods: tuple[Good, ...]) -> tuple[Good, ...]:
    """Without kinds that the game doesn't have any more."""
    return tuple(good for good in goods if good.kind in table.entry.game.goods)
