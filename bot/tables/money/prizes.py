"""The prize of a tournament: who gets it at the end, and where it goes when the tournament is broken off."""

from collections.abc import Iterable, Mapping, Sequence

from bot.db import Database
from bot.engine.game import Event, Seat
from bot.engine.tournament import Standing
from bot.ledger import Entry, Payer, Transfer, accounts, balance, paid_into, post
from bot.tables.events import PrizeReturned, PrizeShare, SharedPlace, TournamentEnded
from bot.tables.hand.engine import Cause
from bot.tables.model import Table
from bot.tables.money.payout import Aftermath, for_the_house


def pay_prizes(
    table: Table, standing: Standing, prizes: Iterable[tuple[Seat, int]], events: list[Event]
) -> tuple[Transfer, ...]:
    """Return the transfers of the whole prize at the end of a tournament, by seat, to the wallets of the characters who
    bought in there, even if they have left. Adds the event to `events`.

    Raises ValueError unless the amounts are all that was paid in, and LookupError for a seat that nobody bought in
    from.
    """
    won = dict(prizes)
    if sum(won.values()) != table.record.prize:
        raise ValueError(f"the prizes of table {table.id} aren't what was paid for them")
    events.append(_end_of(standing, won))
    return _pay_seats(table, won.items())


def _end_of(standing: Standing, won: Mapping[Seat, int]) -> TournamentEnded:
    winner, places = standing.winner, dict[int, list[Seat]]()
    for one in standing.entrants:
        if one.place is not None and one.seat in won:
            places.setdefault(one.place, []).append(one.seat)
    return TournamentEnded(
        winner=winner,
        prize=None if winner is None else won.get(winner),
        places=tuple(
            SharedPlace(place=place, seats=tuple(seats), amount=won[seats[0]])
            for place, seats in sorted(places.items())
        ),
    )


def prize_entry(table: Table, cause: Cause, transfers: Sequence[Transfer], how: str) -> Entry:
    """Build the entry that empties the prize of the tournament after this hand. There is only one such entry, unless
    the result that ended it was undone.
    """
    hand = table.record.hand
    again = f":{hand.revision}.{hand.taken_back}" if hand and (hand.revision or hand.taken_back) else ""
    return Entry(
        key=f"prize:{table.id}.{hand.number if hand else 0}{again}",
        campaign_id=table.record.campaign_id,
        kind="tournament",
        reason=f"{table.title}, {how}",
        actor=cause.actor,
        at=cause.at,
        transfers=tuple(transfers),
        table_id=table.id,
    )


async def return_prize(database: Database, done: Aftermath, cause: Cause) -> Aftermath:
    """Pay the prize of a tournament that is broken off to the players still in, by their points after the last hand.
    Where those can't be read any more, or the ledger has another prize, every player gets their fees back.
    """
    table = done.table
    standing, prize = table.tournament, await balance(database, accounts.prize(table.id))
    if standing is not None and prize == table.record.prize:
        parts = tuple(standing.by_points(table.record.prize))
        transfers = _pay_seats(table, parts)
        shares = tuple(PrizeShare(seat=seat, amount=amount) for seat, amount in parts)
        returned = PrizeReturned(how="points", amount=prize, shares=shares)
        how = f"tournament {standing.number} called off"
    elif not prize:
        return done
    else:
        payers = await paid_into(database, accounts.prize(table.id))
        transfers, returned = _return_to_payers(table, prize, payers)
        how = "prize of a tournament returned"
    moves = post(prize_entry(table, cause, transfers, how)) if transfers else ()
    return done.then(table.evolve(prize=0, carry=None, carry_version=None), moves, (returned,))


def _pay_seats(table: Table, parts: Iterable[tuple[Seat, int]]) -> tuple[Transfer, ...]:
    characters = {one.seat: one.character_id for one in table.record.entered}
    return _pay_characters(table, ((characters[seat], amount) for seat, amount in parts))


def _pay_characters(table: Table, given: Iterable[tuple[int, int]]) -> tuple[Transfer, ...]:
    """Return the transfers of these parts of the prize; `given` are (character, amount)."""
    prize = accounts.prize(table.id)
    return tuple(Transfer(prize, accounts.purse(character_id), amount) for character_id, amount in given if amount)


def _return_to_payers(table: Table, prize: int, payers: Sequence[Payer]) -> tuple[tuple[Transfer, ...], PrizeReturned]:
    """Return the prize in proportion to what each player has paid into it. The house gets it if nobody has paid."""
    paid = sum(payer.amount for payer in payers)
    if not paid:
        return (Transfer(accounts.prize(table.id), for_the_house(table), prize),), PrizeReturned(
            how="house", amount=prize
        )
    due = [prize * payer.amount // paid for payer in payers]
    due[0] += prize - sum(due)
    given = [(payer.character_id, amount) for payer, amount in zip(payers, due, strict=True)]
    shares = (
        PrizeShare(seat=payer.seat, amount=amount)
        for payer, amount in zip(payers, due, strict=True)
        if payer.seat is not None
    )
    return _pay_characters(table, given), PrizeReturned(how="fees", amount=prize, shares=tuple(shares))
