"""The sealed cards of a hand as one person may know them: those shown, and those that their own characters held.

A hand that is over stays open to them when the next one is dealt, and when they have left the table: its log is played
once more.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from bot.campaigns import Person
from bot.db import Database
from bot.engine.cards import Seal
from bot.engine.game import Seat
from bot.ledger import accounts
from bot.tables.hand.seals import known
from bot.tables.keeping import may_see, plays_npcs
from bot.tables.model import Table
from bot.tables.verification.evidence import Evidence
from bot.tables.verification.replay import last_state
from bot.tables.verification.verify import evidence_of

Owners = Mapping[Seat, int | None]
"""The Discord user whose character had the seat; None for an NPC's."""


class SealedCards(NamedTuple):
    """Every card that was sealed in a hand, in the order drawn, and the names of those who were dealt in."""

    seals: tuple[Seal, ...] = ()
    names: Mapping[Seat, str] = MappingProxyType({})


async def seals_for(db: Database, table: Table, person: Person, number: int) -> SealedCards:
    """What that person may know of the cards of a hand; no cards where its log can't be read.

    At a crooked table nobody is shown any: which were drawn would tell of what nobody is to know. Raises NotFound for a
    hand that never was.
    """
    game, hand, chairs = table.entry.game, table.record.hand, table.record.chairs
    if hand is not None and hand.number == number and table.state is not None:
        if table.is_crooked:
            return SealedCards()
        if table.in_hand:
            seats = {chair.seat for chair in chairs if may_see(table, person, chair)}
        else:
            seats = _seats(table, person, await _owners(db, table.id, dict(hand.names)))
        known_to = [game.seals(table.state, seat) for seat in (None, *sorted(seats))]
        return SealedCards(_best_known(known_to), dict(hand.names))
    try:
        stored = await evidence_of(db, table.id, number)
    except (TypeError, ValueError):
        return SealedCards()
    return await _of_old(db, table, person, stored)


def _best_known(ways: Sequence[Sequence[Seal]]) -> tuple[Seal, ...]:
    """Several seats' knowledge of the same cards as one: open where it is open in any of them."""
    return tuple(next((seal for seal in same if seal.is_open), same[0]) for same in zip(*ways, strict=True))


async def _of_old(db: Database, table: Table, person: Person, stored: Evidence) -> SealedCards:
    if stored.is_crooked:
        return SealedCards()
    public, game = known(row.seals for row in stored.rows), stored.entry.game
    state = last_state(stored) if public and stored.has_these_rules else None
    if state is None:
        return SealedCards(public)
    names = {player.seat: player.name for player in game.Deal.from_json(stored.deal).players}
    seats = _seats(table, person, await _owners(db, table.id, names))
    return SealedCards(_best_known([public, *(game.seals(state, seat) for seat in sorted(seats))]), names)


def _seats(table: Table, person: Person, owners: Owners) -> set[Seat]:
    """Whose cards of a hand that is over are for their eyes: an NPC's are not for who played against it."""
    own = {seat for seat, owner in owners.items() if owner == person.user_id}
    if own and not table.campaign.settings.keeper_may_play:
        return own
    return own | {seat for seat, owner in owners.items() if owner is None and plays_npcs(table, person)}


async def _owners(db: Database, table_id: int, seats: Iterable[Seat]) -> Owners:
    wanted = [accounts.seat(table_id, seat) for seat in seats]
    rows = await db.fetch(
        f"""
        SELECT accounts.seat, characters.owner_id FROM accounts JOIN characters ON characters.id = accounts.character_id
        WHERE accounts.id IN ({", ".join("?" * len(wanted))})
        """,  # noqa: S608  # question marks
        *wanted,
    )
    return {row["seat"]: row["owner_id"] for row in rows}
