"""Wagers: items that a character puts on the table before a hand, or removes again."""

from collections.abc import Sequence

from bot.campaigns import Items, still_plays
from bot.engine.game import Item, Seat
from bot.engine.words import counted, plural_of
from bot.errors import NotAllowed, PlayerError, RuleError
from bot.tables.events import Wagered, Withdrew
from bot.tables.hand.notes import log_note, require_playable
from bot.tables.model import Chair, Table
from bot.tables.money.stakes import ids_of, kinds_of, move_to_character, move_to_seat, stake_entry, with_wagers_changed
from bot.tables.seats import own_chair
from bot.tables.table_store import Click, TableStore

MOST_WAGERED = 25
"""Goods that one seat may have on the table."""


class Wagers:
    """Lets players wager items. Only between hands: a hand is played for the items that lay there at its deal."""

    def __init__(self, store: TableStore, goods: Items) -> None:
        self._store, self._goods = store, goods

    async def wager(self, table_id: int, click: Click, seat: Seat | None, goods: Sequence[str]) -> tuple[Table, Chair]:
        """Put items (their ids) on the table, beside those that the seat has there already.

        Raises a PlayerError, and then nothing has changed: for another player's character, in mid-hand, where only
        chips are played for, and for items that the character doesn't hold.
        """
        async with self._store.clicked(table_id, click) as table:
            require_playable(table)
            chair = own_chair(table, click, seat)
            require_may_wager(table)
            chosen = await self._held(table, chair, goods)
            wagered = chair.evolve(wager=(*chair.wager, *chosen))
            if len(wagered.wager) > MOST_WAGERED:
                most = counted(MOST_WAGERED, table.spec.game.goods_word)
                raise RuleError(f"A seat can wager at most {most}.")
            cause = click.cause()
            entry = stake_entry(table, cause, click.key, f"{table.title}: wagered")
            guard = still_plays(chair.character_id, NotAllowed(f"{table.name(chair.seat)} has retired."))
            moves = (guard, *move_to_seat(table, chair, chosen, entry))
            event = Wagered(seat=chair.seat, items=ids_of(chosen), kinds=kinds_of(chosen))
            after, row = log_note(table.with_chair(wagered), cause, event, seat=chair.seat)
            after = with_wagers_changed(table, after, cause)
            return await self._store.commit(table, after, *moves, rows=(row,)), wagered

    async def take_back(
        self, table_id: int, click: Click, seat: Seat | None, goods: Sequence[str] | None = None
    ) -> tuple[Table, Chair]:
        """Withdraw items (their ids) from the table; None for all that the seat has there.

        Raises a PlayerError as `wager` does, and where the seat hasn't wagered them.
        """
        async with self._store.clicked(table_id, click) as table:
            chair = own_chair(table, click, seat)
            _require_between_hands(table)
            chosen = chair.wager if goods is None else _choose(chair.wager, goods)
            if not chosen:
                raise PlayerError(f"{table.name(chair.seat)} hasn't wagered that.")
            kept = chair.evolve(wager=tuple(good for good in chair.wager if good not in chosen))
            cause = click.cause()
            moves = move_to_character(
                table, chair, chosen, stake_entry(table, cause, click.key, f"{table.title}: withdrawn")
            )
            event = Withdrew(seat=chair.seat, items=ids_of(chosen), kinds=kinds_of(chosen))
            after, row = log_note(table.with_chair(kept), cause, event, seat=chair.seat)
            after = with_wagers_changed(table, after, cause)
            return await self._store.commit(table, after, *moves, rows=(row,)), kept

    async def _held(self, table: Table, chair: Chair, goods: Sequence[str]) -> tuple[Item, ...]:
        record, game = table.record, table.spec.game
        if not goods:
            raise PlayerError(f"Choose at least one {game.goods_word}.")
        held = await self._goods.held(record.campaign_id, chair.character_id, record.game)
        chosen = _choose([good for good in held if good.kind in game.goods], goods)
        if chosen is None:
            raise PlayerError(f"{table.name(chair.seat)} doesn't have that {game.goods_word} at hand.")
        return chosen


def _choose(there: Sequence[Item], ids: Sequence[str]) -> tuple[Item, ...] | None:
    """Return the named items, each once; None if one isn't there."""
    by_id = {good.id: good for good in there}
    found = [by_id.get(good_id) for good_id in dict.fromkeys(ids)]
    chosen = tuple(good for good in found if good is not None)
    return chosen if len(chosen) == len(found) else None


def require_may_wager(table: Table) -> None:
    """Refuse wagers in mid-hand, and where only chips are played for."""
    _require_between_hands(table)
    if not table.spec.game.wagers_goods(table.rules):
        raise RuleError("This table plays for chips only.")


def _require_between_hands(table: Table) -> None:
    if table.in_hand:
        raise RuleError(f"Make and withdraw wagers between {plural_of(table.hand_word)}.")
