"""The prize of a tournament: who gets it at the end, and where it goes when the tournament is broken off."""

from collections.abc import Iterable, Sequence

from bot.db import Database
from bot.engine.game import Seat
from bot.engine.tournament import Standing
from bot.engine.words import escape, listed, ordinal
from bot.ledger import Entry, Payer, Transfer, accounts, balance, paid_into, post
from bot.tables.hand.engine import Cause
from bot.tables.model import Table
from bot.tables.money.payout import Aftermath, for_the_house


def pay_prizes(
    table: Table, standing: Standing, prizes: Iterable[tuple[Seat, int]], told: list[str]
) -> tuple[Transfer, ...]:
    """Return the transfers of the whole prize at the end of a tournament, by seat, to the wallets of the characters who
    bought in there, even if they have left. Adds the public sentences about it to `told`.

    Raises ValueError unless the amounts are all that was paid in, and LookupError for a seat that nobody bought in
    from.
    """
    won = dict(prizes)
    if sum(won.values()) != table.record.prize:
        raise ValueError(f"the prizes of table {table.id} aren't what was paid for them")
    told.append(_describe_end(table, standing, won))
    return _pay_seats(table, won.items())


def _describe_end(table: Table, standing: Standing, won: dict[Seat, int]) -> str:
    """Describe the end, as in "Lando wins the tournament: 780 cr. Han is second: 420 cr."; without amounts where there
    is no prize.
    """
    name, money, winner = table.voice.name, table.money_voice.money, standing.winner
    told: list[str] = []
    if winner is not None:
        told.append(f"{name(winner)} wins the tournament{f': {money(won[winner])}' if winner in won else ''}.")
    places: dict[int, list[Seat]] = {}
    for one in standing.entrants:
        if one.place is not None and one.seat in won:
            places.setdefault(one.place, []).append(one.seat)
    for place, seats in sorted(places.items()):
        names, amount = listed(map(name, seats)), money(won[seats[0]])
        told.append(
            f"{names} is {ordinal(place)}: {amount}."
            if len(seats) == 1
            else f"{names} share {ordinal(place)} place: {amount} each."
        )
    return " ".join(told)


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
        parts = standing.by_points(table.record.prize)
        transfers = _pay_seats(table, parts)
        name, money = table.voice.name, table.money_voice.money
        told = listed(f"{money(amount)} to {name(seat)}" for seat, amount in parts)
        goes = f" Its prize goes to those still in, by their chips: {told}." if parts else ""
        said, how = f"The tournament is broken off.{goes}", f"tournament {standing.number} broken off"
    elif not prize:
        return done
    else:
        payers = await paid_into(database, accounts.prize(table.id))
        transfers, told = _return_to_payers(table, prize, payers)
        said, how = f"The tournament can't be read any more, so its prize goes back: {told}.", "a tournament given back"
    moves = post(prize_entry(table, cause, transfers, how)) if transfers else ()
    return done.then(table.evolve(prize=0, carry=None, carry_version=None), moves, (said,))


def _pay_seats(table: Table, parts: Iterable[tuple[Seat, int]]) -> tuple[Transfer, ...]:
    characters = {one.seat: one.character_id for one in table.record.entered}
    return _pay_characters(table, ((characters[seat], amount) for seat, amount in parts))


def _pay_characters(table: Table, given: Iterable[tuple[int, int]]) -> tuple[Transfer, ...]:
    """Return the transfers of these parts of the prize; `given` are (character, amount)."""
    prize = accounts.prize(table.id)
    return tuple(Transfer(prize, accounts.purse(character_id), amount) for character_id, amount in given if amount)


def _return_to_payers(table: Table, prize: int, payers: Sequence[Payer]) -> tuple[tuple[Transfer, ...], str]:
    """Return the prize in proportion to what each player has paid into it, and describe the amounts. The house gets it
    if nobody has paid.
    """
    paid, money = sum(payer.amount for payer in payers), table.money_voice.money
    if not paid:
        return (Transfer(accounts.prize(table.id), for_the_house(table), prize),), f"{money(prize)} to the house"
    due = [prize * payer.amount // paid for payer in payers]
    due[0] += prize - sum(due)
    told = listed(f"{money(amount)} to **{escape(payer.name)}**" for payer, amount in zip(payers, due, strict=True))
    given = ((payer.character_id, amount) for payer, amount in zip(payers, due, strict=True))
    return _pay_characters(table, given), told
