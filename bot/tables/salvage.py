"""A table whose record can't be read any more, put together again from what the book and the log have of it.

Nothing can be played there: its house rules and its clock are lost. But every chip and every wagered good is in the
book, so everybody can leave with theirs, and the table can be closed.
"""

import json
from typing import Any

from bot.campaigns import Bankroll, Pace
from bot.catalog import entry
from bot.db import Database, Row
from bot.engine.game import Good
from bot.errors import NotFound
from bot.ledger import Balance, accounts, balances, paid_into
from bot.ledger.items import goods_at
from bot.tables.entering import Entered
from bot.tables.hand.hands import FIRST_SOURCE
from bot.tables.model import Chair, HandRecord, Record, Seeds


async def salvaged(database: Database, row: Row, seeds: Seeds, now: float) -> Record:
    """The record that a row of `tables` stands for; `seeds` are those of a next hand, which there won't be."""
    table_id = int(row["id"])
    book = [held for held in await balances(database, row["campaign_id"]) if held.table_id == table_id]
    seats = sorted((held for held in book if held.kind == "seat"), key=_seat)
    goods = await goods_at(database, table_id)
    logged = await database.fetch(
        "SELECT max(sequence) AS sequence, max(turn) AS turn, max(at) AS at FROM actions WHERE table_id = ?", table_id
    )
    last = logged[0]
    at = now if last["at"] is None else float(last["at"])
    return Record(
        id=table_id,
        campaign_id=row["campaign_id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        game=row["game"],
        rules="{}",
        pace=Pace(),
        status=row["status"],
        version=row["version"],
        turn=last["turn"] or 0,
        sequence=last["sequence"] or 0,
        hand=await _last_hand(database, table_id),
        seeds=seeds,
        bank=sum(held.balance for held in book if held.kind == "bank"),
        bankroll=await _backer(database, table_id, row["game"]),
        prize=sum(held.balance for held in book if held.kind == "prize"),
        entered=await _entered(database, table_id),
        chairs=tuple(
            [
                await _chair(database, held, tuple(goods.get(_seat(held), ())))
                for held in seats
                if held.balance or _seat(held) in goods
            ]
        ),
        next_seat=max(map(_seat, seats), default=0) + 1,
        opened_at=at,
        touched_at=at,
        is_lost=True,
        **_legible(row["record"]),
    )


async def _chair(database: Database, held: Balance, wager: tuple[Good, ...]) -> Chair:
    """The seat that an account at a table belongs to, with all its money as the stack."""
    who = await database.fetch("SELECT id, name, owner_id FROM characters WHERE id = ?", held.character_id)
    return Chair(
        seat=_seat(held),
        character_id=who[0]["id"],
        name=who[0]["name"],
        user_id=who[0]["owner_id"],
        stack=held.balance,
        wager=wager,
    )


async def _backer(database: Database, table_id: int, game: str) -> Bankroll | None:
    """Who has backed the bank, by where its coins came from; None where there was none.

    A limited bank is filled as its table opens: one with coins from nowhere but the seats was endless.
    """
    rows = await database.fetch(
        """
        SELECT kind FROM transfers JOIN accounts ON accounts.id = transfers.source
        WHERE transfers.target = ? AND kind <> 'seat' ORDER BY transfers.id LIMIT 1
        """,
        accounts.bank(table_id),
    )
    backers: dict[str, Bankroll] = {"house": "house", "party": "party", "mint": "endless"}
    if rows:
        return backers.get(rows[0]["kind"])
    try:
        return "endless" if entry(game).game.is_banked else None
    except NotFound:
        return None


async def _entered(database: Database, table_id: int) -> tuple[Entered, ...]:
    """Who has paid into the prize that lies there: it goes back to them."""
    payers = await paid_into(database, accounts.prize(table_id))
    return tuple(
        Entered(seat=payer.seat, character_id=payer.character_id, name=payer.name)
        for payer in payers
        if payer.seat is not None
    )


def _seat(held: Balance) -> int:
    return int(held.account.rpartition(":")[2])


async def _last_hand(database: Database, table_id: int) -> HandRecord | None:
    rows = await database.fetch(
        "SELECT * FROM hands WHERE table_id = ? ORDER BY number DESC, revision DESC LIMIT 1", table_id
    )
    if not rows:
        return None
    hand = rows[0]
    return HandRecord(
        number=hand["number"],
        revision=hand["revision"],
        seeds=Seeds(open=hand["open_seed"], closed=hand["closed_seed"]),
        source=FIRST_SOURCE.hex(),
        status=hand["status"],
        version=hand["version"],
        by_hand=bool(hand["by_hand"]),
    )


def _legible(text: str) -> dict[str, Any]:
    """Where the message is and who opened the table, if that can still be made out."""
    try:
        stored: Any = json.loads(text)
    except ValueError:
        stored = None
    found: dict[str, Any] = stored if isinstance(stored, dict) else {}
    message, keeper = (found.get(name) for name in ("message_id", "keeper"))
    return {"message_id": message if type(message) is int else None, "keeper": keeper if type(keeper) is int else 0}
