"""Coming and going: players sit down with a buy-in, top up, sit out, and leave with their chips."""

from collections.abc import Collection
from dataclasses import replace
from typing import Literal

from bot import campaigns
from bot.campaigns import Character, Right, is_gm, still_plays
from bot.db import Statement
from bot.engine.game import Event, Seat
from bot.engine.words import escape
from bot.errors import MoneyError, NotAllowed, NotFound, PlayerError, TooLate
from bot.ledger import Entry, Pending, Transfer, accounts, post
from bot.tables.events import ActedFor, BoughtBack, Leaving, Left, PlaceBought, Sat, SatOut, ToppedUp
from bot.tables.hand.engine import Cause, StepResult
from bot.tables.hand.notes import by_gm, is_players, log_note, outdate_deal_clicks, require_playable
from bot.tables.hand.timing import set_deadline
from bot.tables.model import Chair, Table
from bot.tables.money.payout import Aftermath, cash_out
from bot.tables.money.places import is_in, may_return, place_for, require_buys_place, require_price
from bot.tables.money.stakes import return_wager, with_wagers_changed
from bot.tables.money.tournament import buy_back_in, give_up
from bot.tables.rights import after_sitting, require, right_to_decide
from bot.tables.seats import MOVED_ON, own_chair
from bot.tables.table_store import Click, TableStore


class Seating:
    """Seats players at a table, and lets them go."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._pending = Pending()

    async def sit(self, table_id: int, click: Click, character: Character, amount: int) -> Table:
        """Take a seat with `amount` (smallest coins) from the wallet: a player's own character, or a GM's NPC."""
        async with self._store.clicked(table_id, click) as table:
            require_playable(table)
            self._require_may_sit(table, click, character)
            self._require_buy_in(table, amount)
            record = table.record
            chair = Chair(
                seat=record.next_seat,
                character_id=character.id,
                user_id=character.owner_id,
                stack=amount,
                is_gm=not character.is_npc and is_gm(table.campaign, click.person),
                pilot=character.pilot,
            )
            after = table.evolve(chairs=(*record.chairs, chair), next_seat=record.next_seat + 1)
            after = replace(after, names={**after.names, chair.seat: character.name})
            after, events = after_sitting(after, click.person, chair)
            sat = Sat(seat=chair.seat, amount=amount, place=None if table.terms is None else _next_tournament(table))
            after, row = log_note(after, click.cause(), sat, *events, seat=chair.seat)
            after = set_deadline(table, after, None, click.at)
            return await self._store.commit(
                table,
                after,
                accounts.open_seat(record.campaign_id, record.id, chair.seat, character.id),
                *self._bought(after, click, chair, amount, f"sat down at {table.title}"),
                rows=(row,),
            )

    async def top_up(
        self, table_id: int, click: Click, amount: int, seat: Seat | None = None, *, tournament: int | None = None
    ) -> tuple[Table, Chair]:
        """Buy more chips from the wallet, in play from the next hand on. In a tournament nobody buys any: a player who
        has just gone out buys back in, and any other buys a place in the next one.

        `tournament` is the number of the one that a place is wanted in. Raises TooLate where no place is for sale in
        that any more, and while the same request of the same person is being carried out.
        """
        once = self._pending.once(table_id, click.person.user_id, seat, amount, key=click.key)
        async with once, self._store.clicked(table_id, click) as table:
            require_playable(table)
            chair = own_chair(table, click, seat)
            if table.terms is not None:
                if tournament not in {None, place_for(table, chair)}:
                    raise TooLate(MOVED_ON)
                return await self._take_place(table, click, chair, amount)
            if amount < 1:
                raise MoneyError("Bring at least the smallest coin.")
            most = table.spec.game.buy_in(table.rules).high - chair.chips
            if amount > most:
                raise MoneyError("You can bring at most {most} more.", most=max(most, 0))
            bought = (
                chair.evolve(pending=chair.pending + amount)
                if table.in_hand
                else chair.evolve(stack=chair.stack + amount)
            )
            topped_up = ToppedUp(seat=chair.seat, amount=amount)
            after, row = log_note(table.with_chair(bought), click.cause(), topped_up, seat=chair.seat)
            after = set_deadline(table, after, None, click.at)
            bought_in = self._bought(table, click, chair, amount, f"topped up at {table.title}")
            return await self._store.commit(table, after, *bought_in, rows=(row,)), bought

    async def sit_out(self, table_id: int, click: Click, seat: Seat | None = None, *, out: bool) -> tuple[Table, Chair]:
        """Sit out from the next hand on, or (`out` False) come back in. Refused where nothing would change."""
        async with self._store.clicked(table_id, click) as table:
            chair = own_chair(table, click, seat)
            if is_in(table, chair):
                raise PlayerError(
                    "You can't sit out a tournament. If you're away, the clock plays for you. To give up, leave the "
                    "table."
                )
            if chair.is_out == out:
                raise PlayerError(f"{table.name(chair.seat)} {'sits out already' if out else 'is in already'}.")
            changed, sat_out = chair.evolve(is_out=out), SatOut(seat=chair.seat, out=out)
            after, row = log_note(table.with_chair(changed), click.cause(), sat_out, seat=chair.seat)
            after = set_deadline(table, after, None, click.at)
            return await self._store.commit(table, after, rows=(row,)), changed

    async def leave(self, table_id: int, click: Click, seat: Seat | None = None) -> tuple[Table, Chair]:
        """Stand up: at once between hands, otherwise when the hand is over; until then the rules act for the seat."""
        async with self._store.clicked(table_id, click) as table:
            return await self._leave(table, own_chair(table, click, seat), click.cause())

    async def stand_up(self, table_id: int, click: Click, seat: Seat) -> tuple[Table, Chair]:
        """Let a GM send a character from the table; the chips go into its wallet."""
        async with self._store.clicked(table_id, click, Right.SEND_AWAY) as table:
            chair = table.chair(seat)
            if chair is None or chair.is_dealer:
                raise NotFound("Nobody sits there now.")
            if chair.is_npc:
                require(right_to_decide(chair), click.person, table, chair)
            cause = click.cause("gm" if chair.user_id != click.person.user_id else "click")
            if is_players(chair, click.person.user_id):
                cause = by_gm(table, cause, ActedFor(seat=chair.seat, how="sends_away"))
            return await self._leave(table, chair, cause)

    async def gone(self, table_id: int, characters: Collection[int]) -> Table:
        """Make these characters leave as soon as they can, because their user is forgotten."""
        async with self._store.locked(table_id) as before:
            table = before
            for chair in before.record.chairs:
                if chair.character_id in characters and not chair.is_leaving and table.is_open:
                    cause = Cause(f"gone:{table.id}:{chair.seat}", "leave", "leave", self._store.clock.now())
                    # Who went before them may have ended the hand, and so have changed what they have.
                    going = (table.chair(chair.seat) or chair).evolve(is_forgotten=True)
                    table, _ = await self._leave(table, going, cause)
            return table

    async def _take_place(self, table: Table, click: Click, chair: Chair, amount: int) -> tuple[Table, Chair]:
        """Buy a place in the next tournament, or back into the running one: then the fee goes straight into its
        prize.
        """
        require_buys_place(table, chair, amount)
        cause, standing, own = click.cause(), table.tournament, 0
        event: Event
        if standing is None or not may_return(table, chair):
            after, bought = table, chair.evolve(stack=chair.stack + amount, is_out=False)
            event = PlaceBought(seat=chair.seat, amount=amount, place=_next_tournament(table))
            account, reason = "", f"a place at {table.title}"
        else:
            after, bought, own = buy_back_in(table, chair)
            fee = 0 if table.terms is None else table.terms.fee
            event = BoughtBack(seat=chair.seat, fee=fee, prize=after.record.prize)
            account, reason = accounts.prize(table.id), f"{table.title}, back into tournament {standing.number}"
        after, row = log_note(after.with_chair(bought), cause, event, seat=chair.seat)
        after = set_deadline(table, after, None, click.at)
        moves = self._bought(table, click, chair, amount, reason, into=account, own=own)
        return await self._store.commit(table, after, *moves, rows=(row,)), bought

    async def _leave(self, table: Table, chair: Chair, cause: Cause) -> tuple[Table, Chair]:
        if chair.is_leaving:
            raise PlayerError(f"{table.name(chair.seat)} leaves after this {table.hand_word} already.")
        if not (table.in_hand and (table.was_dealt_in(chair.seat) or is_in(table, chair))):
            left = Left(seat=chair.seat, chips=chair.chips if _takes_chips_along(table, chair) else None)
            gone = return_wager(cash_out(Aftermath(table), chair, cause), chair, cause)
            gone = give_up(gone, (chair.seat,), cause)
            stay = tuple(other for other in table.record.chairs if other.seat != chair.seat)
            after, row = log_note(gone.table.evolve(chairs=stay), cause, left, *gone.events, seat=chair.seat)
            after = outdate_deal_clicks(after) if after.tournament is None and table.tournament is not None else after
            after = (
                with_wagers_changed(table, after, cause) if chair.wager else set_deadline(table, after, None, cause.at)
            )
            return await self._store.commit(table, after, *gone.statements, rows=(row,)), chair
        leaving = chair.evolve(is_leaving=True, left_at=table.record.turn)
        after, row = log_note(table.with_chair(leaving), cause, Leaving(seat=chair.seat), seat=chair.seat)
        done = await self._store.finished(table, StepResult(after, (row,)), cause)
        return done.table, _with_final_chips(done.table, leaving)

    def _require_may_sit(self, table: Table, click: Click, character: Character) -> None:
        name = escape(character.name)
        if character.campaign_id != table.record.campaign_id:
            raise NotFound(f"{name} doesn't belong to this campaign.")
        if character.retired_at is not None:
            raise _retired(name)
        if character.is_npc:
            require(Right.SEAT_NPC, click.person, table)
        else:
            campaigns.require(Right.PLAYED, click.person, table.campaign, character)
        if table.chair_of(character.id) is not None:
            raise PlayerError(f"{name} sits here already.")
        if not character.is_npc:
            require(Right.SIT, click.person, table)
        require_room(table)

    def _require_buy_in(self, table: Table, amount: int) -> None:
        bounds = table.spec.game.buy_in(table.rules)
        if table.terms is not None:
            require_price(bounds.low, amount)
        if amount < bounds.low:
            raise MoneyError("You need at least {low} to sit down here.", low=bounds.low)
        if amount > bounds.high:
            raise MoneyError("You can bring at most {high}.", high=bounds.high)

    def _bought(
        self, table: Table, click: Click, chair: Chair, amount: int, reason: str, *, into: str = "", own: int = 0
    ) -> tuple[Statement, ...]:
        """Build the entry that moves the amount from the wallet to the seat, or into the prize (the account `into`)
        together with the seat's `own` part.
        """
        # The sentence is a template for the amount: what a name has of braces stands for itself.
        name = table.name(chair.seat).replace("{", "{{").replace("}", "}}")
        short = MoneyError(f"{name} has less than {{amount}} in the wallet.", amount=amount)
        seat = accounts.seat(table.id, chair.seat)
        brought = Transfer(accounts.purse(chair.character_id), into or seat, amount, short)
        moved = (brought, Transfer(seat, into, own))
        entry = Entry(
            key=click.key,
            campaign_id=table.record.campaign_id,
            kind="tournament" if into else "buy-in" if table.terms is None else "place",
            reason=reason,
            actor=click.person.user_id,
            at=click.at,
            transfers=tuple(one for one in moved if one.amount),
            table_id=table.id,
        )
        return still_plays(chair.character_id, _retired(table.name(chair.seat))), *post(entry)


def _next_tournament(table: Table) -> Literal["tournament", "next tournament"]:
    return "tournament" if table.tournament is None else "next tournament"


def _takes_chips_along(table: Table, chair: Chair) -> bool:
    """Tell whether a leaver's chips are worth a word: in a tournament the chips aren't theirs."""
    return table.terms is None or chair.chips > 0


def _with_final_chips(table: Table, leaving: Chair) -> Chair:
    """Return the chair with its chips after the hand, if its leaving has ended that."""
    result = None if table.in_hand or table.terms is not None else table.spec.game.outcome(table.state)
    return leaving if result is None else leaving.evolve(stack=dict(result.stacks).get(leaving.seat, leaving.stack))


def _retired(name: str) -> NotAllowed:
    return NotAllowed(f"{name} has retired.")


def require_room(table: Table) -> None:
    """Refuse when all seats are taken."""
    most = table.spec.game.seats[-1]
    if len(table.record.chairs) >= most:
        raise PlayerError(f"All {most} seats are taken.")
