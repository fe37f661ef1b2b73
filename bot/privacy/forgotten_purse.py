"""What a forgotten user's characters have: the money goes to the house, things to nobody, each by an entry of the book.

It is done as often as something comes in: chips from a hand that was on, or a prize.
"""

from collections import defaultdict

from bot.clock import Clock
from bot.db import Database, Row
from bot.engine.game import Good
from bot.ledger import Entry, Transfer, accounts, balances_in, post
from bot.ledger.items import NOBODY, Holder, moved
from bot.tables.money.payout import Room

KIND = "forgotten"
_REASON = "Left behind by a former player"
_AT_ONCE = 500


async def left_behind(db: Database, clock: Clock, character: Row) -> None:
    """Take what the character has in the purse and in hand. What lies at a table comes when it has left there."""
    await _money(db, clock, character["campaign_id"], character["id"])
    await _goods(db, clock, character["campaign_id"], character["id"])


async def _money(db: Database, clock: Clock, campaign_id: int, character_id: int) -> None:
    purse, house = accounts.purse(character_id), accounts.house(campaign_id)
    rows = await db.fetch("SELECT balance, last_transfer FROM accounts WHERE id = ?", purse)
    if not rows or not rows[0]["balance"]:
        return
    room = Room(await balances_in(db, (house,)))
    parts = room.spread(int(rows[0]["balance"]), house, accounts.mint(campaign_id))
    transfers = tuple(Transfer(purse, target, part) for target, part in parts)
    key = f"forgotten:{character_id}:{rows[0]['last_transfer']}"
    await db.apply(*post(Entry(key, campaign_id, KIND, _REASON, None, clock.now(), transfers)))


async def _goods(db: Database, clock: Clock, campaign_id: int, character_id: int) -> None:
    holder = Holder.character(character_id)
    while rows := await db.fetch(
        "SELECT id, game, kind, last_move FROM goods WHERE holder = ? AND campaign_id = ? ORDER BY id LIMIT ?",
        holder.name,
        campaign_id,
        _AT_ONCE,
    ):
        by_game: defaultdict[str, list[Good]] = defaultdict(list)
        for row in rows:
            by_game[row["game"]].append(Good(id=str(row["id"]), kind=row["kind"]))
        goods = [good for some in by_game.values() for good in some]
        key = f"forgotten:goods:{character_id}:{rows[0]['last_move']}"
        entry = Entry(key, campaign_id, KIND, _REASON, None, clock.now(), ())
        await db.apply(*post(entry), *moved(entry, goods, holder, NOBODY))


async def is_waiting(db: Database, character_id: int) -> bool:
    """Whether anything of the character's still lies at a table."""
    rows = await db.fetch(
        """
        SELECT 1 FROM accounts WHERE character_id = ? AND kind = 'seat'
            AND (balance > 0 OR EXISTS (SELECT 1 FROM goods WHERE goods.holder = accounts.id)) LIMIT 1
        """,
        character_id,
    )
    return bool(rows)
