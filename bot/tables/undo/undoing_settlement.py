"""A settled hand as the book and the log have it, with all that an undo of it has to know."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.db import Database, Row
from bot.engine.game import Deal
from bot.engine.points import PointsCarry
from bot.engine.tournament import Standing
from bot.errors import RuleError
from bot.ledger import Posted, accounts, posted, posted_since
from bot.ledger.posted import Handed, handed_on_by, holders_of
from bot.tables.model import Table
from bot.tables.undo.undoing_money import Owners, held_by, owners_at
from bot.tables.verification.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the book and the log have of a settled hand, and of what its money has come to since."""

    hand: Evidence
    deal: Deal[Any, Any]
    entry: Posted
    since: tuple[Posted, ...]
    """What has moved the prize since, the latest first."""
    handed: tuple[Handed, ...]
    holders: Mapping[str, str]
    owners: Owners
    held: Mapping[str, int]

    @property
    def standing(self) -> Standing | None:
        """How its tournament stood at the deal; None where chips are money."""
        carry = self.deal.carry
        return carry.standing if isinstance(carry, PointsCarry) else None


async def last_settled(database: Database, table_id: int) -> Row | None:
    """The row of the last hand whose result stands."""
    rows = await database.fetch(
        """
        SELECT * FROM hands WHERE table_id = ? AND status = 'settled' AND undone_at IS NULL
        ORDER BY number DESC, revision DESC LIMIT 1
        """,
        table_id,
    )
    return rows[0] if rows else None


async def settlement_of(database: Database, table: Table, hand: Evidence) -> Settlement:
    """What there is of that hand. Raises RuleError where it can't be taken back any more."""
    if hand.is_redacted:
        raise RuleError(f"A player of {hand.word} {hand.number} was forgotten since: it can't be taken back any more.")
    if not hand.has_these_rules:
        raise RuleError(f"{hand_named(hand)} was dealt by other rules than today's: it can't be taken back any more.")
    key = f"hand:{hand.table_id}.{hand.number}:{hand.last.number}"
    entry, prize = await posted(database, key), accounts.prize(hand.table_id)
    try:
        deal = hand.entry.game.Deal.from_json(hand.deal)
    except ValueError:
        deal = None
    if entry is None or deal is None:
        raise RuleError(f"{hand_named(hand)} can't be read any more, so it can't be taken back.")
    owners = await owners_at(database, hand.table_id)
    return Settlement(
        hand=hand,
        deal=deal,
        entry=entry,
        since=await posted_since(database, prize, entry.id),
        handed=await handed_on_by(database, entry.id),
        holders=await holders_of(database, [good.id for player in deal.players for good in player.wager]),
        owners=owners,
        held=await held_by(database, table, owners),
    )


def hand_named(hand: Evidence) -> str:
    """As in "Hand 12"."""
    return f"{hand.word.capitalize()} {hand.number}"
