"""A tournament at a table: it begins, players give up or come back, and it ends. Its fees lie in the prize account."""

from collections.abc import Collection, Iterable

from bot.engine.game import Event, PointsCarry, Seat
from bot.engine.tournament import Standing
from bot.ledger import Entry, Transfer, accounts, post
from bot.tables.events import GaveUp, TournamentBegan
from bot.tables.hand.engine import Cause
from bot.tables.model import Chair, Entered, Table
from bot.tables.money.payout import Aftermath
from bot.tables.money.prizes import pay_prizes, prize_entry


def begin_tournament(table: Table, seats: Iterable[Seat], cause: Cause) -> Aftermath:
    """Return the table with these seats (clockwise) in a new tournament: each has paid the fee into the prize.

    Raises LookupError where chips are money.
    """
    terms, record = table.terms, table.record
    if terms is None:
        raise LookupError(f"no tournament is played at table {table.id}")
    chairs = tuple(chair for seat in seats if (chair := table.chair(seat)) is not None)
    number = record.tournaments + 1
    standing = Standing.begun(number, (chair.seat for chair in chairs), terms)
    paid = tuple(chair.evolve(stack=chair.stack - terms.fee) if chair in chairs else chair for chair in record.chairs)
    lasting = table.carried()
    carry: PointsCarry = table.spec.game.Carry(standing=standing, effects=() if lasting is None else lasting.effects)
    after = table.evolve(
        chairs=paid,
        prize=standing.prize,
        tournaments=number,
        entered=tuple(Entered(seat=one.seat, character_id=one.character_id) for one in chairs),
        carry=carry.to_json(),
        carry_version=table.spec.game.version,
    )
    statements = (accounts.open_prize(record.campaign_id, table.id), *post(_fee_entry(table, cause, number, chairs)))
    began = TournamentBegan(number=number, players=len(standing.entrants), points=standing.points, prize=standing.prize)
    return Aftermath(after, statements, (began,))


def _fee_entry(table: Table, cause: Cause, number: int, chairs: Iterable[Chair]) -> Entry:
    fee, prize = table.terms.fee if table.terms else 0, accounts.prize(table.id)
    return Entry(
        key=f"tournament:{cause.key}",
        campaign_id=table.record.campaign_id,
        kind="tournament",
        reason=f"{table.title}, tournament {number}",
        actor=cause.actor,
        at=cause.at,
        transfers=tuple(Transfer(accounts.seat(table.id, chair.seat), prize, fee) for chair in chairs if fee),
        table_id=table.id,
    )


def absent_entrants(table: Table, dealt: Collection[Seat]) -> tuple[Seat, ...]:
    """Return the seats that are still in the running tournament but have no chair any more or aren't dealt in (the
    retired), fewest points first.
    """
    entrants = table.tournament.entrants if table.tournament is not None else ()
    gone = (one for one in entrants if one.is_in and one.seat not in dealt)
    return tuple(one.seat for one in sorted(gone, key=lambda one: one.points))


def _with_standing(table: Table, standing: Standing) -> Table:
    """Return the table with another standing of its tournament; the rest of the carryover stays."""
    carry = table.carried().evolve(standing=standing)
    return table.evolve(carry=carry.to_json(), carry_version=table.spec.game.version)


def give_up(done: Aftermath, seats: Iterable[Seat], cause: Cause, *, another_hand: bool = True) -> Aftermath:
    """Add that these seats, in order, have given up the running tournament between two hands. When one
    player is left it is over, and the prize is paid. Seats that aren't in it are skipped. `another_hand`: whether the
    table stays open, so that the points they leave are played for.
    """
    after = done.table
    events: list[GaveUp] = []
    for seat in seats:
        standing = after.tournament
        entrant = standing.entrant(seat) if standing is not None else None
        if standing is None or entrant is None or not entrant.is_in:
            continue
        left = standing.without(seat)
        after = _with_standing(after, left)
        if left.is_over:
            # Nobody plays for the points of those who gave up before either.
            over = [*(one.evolve(points=None) for one in events), GaveUp(seat=seat)]
            return _end_tournament(done.then(after, (), over), left, cause)
        events.append(GaveUp(seat=seat, points=entrant.points if another_hand else None))
    return done.then(after, (), events)


def buy_back_in(table: Table, chair: Chair) -> tuple[Table, Chair, int]:
    """Return the table after a seat has bought back in, with the fee in the prize; the chair without the chips that it
    paid from; and their number. Raises LookupError if it may not return.
    """
    standing, terms = table.tournament, table.terms
    if standing is None or terms is None or not standing.may_return(chair.seat, terms):
        raise LookupError(f"seat {chair.seat} of table {table.id} has no way back")
    back, own = standing.returned(chair.seat, terms), min(terms.fee, chair.chips)
    seated = chair.evolve(stack=chair.chips - own, pending=0, is_out=False)
    return _with_standing(table, back).evolve(prize=back.prize).with_chair(seated), seated, own


def _end_tournament(done: Aftermath, standing: Standing, cause: Cause) -> Aftermath:
    """Add that the tournament has ended without a hand."""
    table, ended = done.table, list[Event]()
    shares = table.terms.shares if table.terms is not None else ()
    transfers = pay_prizes(table, standing, standing.payouts(shares), ended)
    entry = prize_entry(table, cause, transfers, f"tournament {standing.number}")
    return done.then(table.evolve(prize=0), post(entry) if transfers else (), ended)
