"""Playing: dealing a hand, acting in it, and what happens when time runs out."""

import logging
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal, Protocol

from bot.campaigns import Character, Items, Loadouts, Person, Right
from bot.engine.game import Item, Player, Seat
from bot.engine.moves import AnyAction, find
from bot.errors import MoneyError, NotAllowed, PlayerError, RuleError, TooLate
from bot.tables.autopilot import Moment, NpcLine, moment_of
from bot.tables.events import ActedFor, MoreTime, Spoke, TimeUp
from bot.tables.hand.engine import Cause, StepResult
from bot.tables.hand.notes import (
    by_gm,
    is_players,
    log_note,
    outdate_deal_clicks,
    require_funded,
    require_playable,
)
from bot.tables.hand.timing import (
    leave_time,
    remind_at,
    restart_clock,
    restart_expired_clock,
    seats_on_the_clock,
    set_deadline,
    with_gms_clock,
)
from bot.tables.model import Chair, GmRequest, Reminder, Table
from bot.tables.money.bank import set_aside
from bot.tables.money.payout import Aftermath
from bot.tables.money.places import require_nobody_awaited
from bot.tables.money.prizes import return_prize
from bot.tables.money.tournament import absent_entrants, begin_tournament, give_up
from bot.tables.rights import for_eyes, require
from bot.tables.seats import MOVED_ON, PAUSED, is_stale, resolve
from bot.tables.store import insert_hand
from bot.tables.table_store import Click, TableStore

log = logging.getLogger(__name__)


class CharacterSource(Protocol):
    """The source of the characters' sheets."""

    async def get(self, campaign_id: int, character_id: int) -> Character: ...


class Players:
    """Reads what each player is dealt in with; it is stored with the hand, so later changes don't reach it."""

    def __init__(self, characters: CharacterSource, kits: Loadouts, goods: Items) -> None:
        self._characters, self._kits, self._goods = characters, kits, goods

    async def dealt_in(self, table: Table) -> tuple[list[Player], Mapping[str, str]]:
        """Return the players of the next hand, clockwise, without retired characters; and the text that people typed
        into their loadouts, by tokens.
        """
        typed: dict[str, str] = {}
        players = [await self._player(table, chair, typed) for chair in table.ready]
        return [player for player in players if player is not None], typed

    async def _player(self, table: Table, chair: Chair, typed: dict[str, str]) -> Player | None:
        character = await self._characters.get(table.record.campaign_id, chair.character_id)
        if character.retired_at is not None:
            return None
        return Player(
            seat=chair.seat,
            stack=table.stack_of(chair),
            sheet=character.sheet,
            kit=await self._kit(table, chair, typed),
            goods=await self._collection(table, chair),
            wager=_known_items(table, chair.wager) if table.spec.game.wagers_goods(table.rules) else (),
            is_npc=chair.is_npc,
        )

    async def _kit(self, table: Table, chair: Chair, typed: dict[str, str]) -> str | None:
        """Return the loadout without its typed text if the game can read it, otherwise None."""
        loadout = table.spec.loadout
        if loadout is None:
            return None
        stored = await self._kits.get(table.record.campaign_id, chair.character_id, table.record.game)
        if stored is None:
            return None
        try:
            bare, texts = loadout.from_json(stored.text).set_names_apart()
        except ValueError:
            log.warning(
                "table %s: what character %s brings can't be read, and isn't used", table.id, chair.character_id
            )
            return None
        typed |= {f"{chair.seat}.{token}": text for token, text in texts.items()}
        return bare.to_json()

    async def _collection(self, table: Table, chair: Chair) -> tuple[Item, ...]:
        if not table.spec.game.goods:
            return ()
        held = await self._goods.held(table.record.campaign_id, chair.character_id, table.record.game)
        return _known_items(table, held)


def _known_items(table: Table, goods: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items without kinds that the game doesn't have now."""
    return tuple(good for good in goods if good.kind in table.spec.game.goods)


class Playing:
    """Everything that moves a hand on."""

    def __init__(self, store: TableStore, players: Players) -> None:
        self._store, self._players = store, players

    async def act(
        self,
        table_id: int,
        click: Click,
        key: str,
        values: Mapping[str, object] | None = None,
        *,
        seat: Seat | None = None,
        absent: bool = False,
    ) -> StepResult:
        """Make a move for one of the clicker's characters, or with `absent` as a GM for another player's.

        Raises a PlayerError for a move that isn't theirs, isn't offered, is out of bounds or comes too late; then
        nothing has changed.
        """
        async with self._store.clicked(table_id, click, seat=seat) as table:
            chair = resolve(table, click, key, seat, absent=absent)
            action = table.spec.game.action(key, values or {})
            _require_not_clocks_move(table, chair, action)
            cause = click.cause()
            if absent and is_players(chair, click.person.user_id):
                cause = by_gm(table, cause, ActedFor(seat=chair.seat, how="moves"))
            return _for_person(click.person, await self._acted(_taken_over(table, chair), chair, action, cause))

    async def time_out(self, table_id: int, click: Click, seat: Seat) -> StepResult:
        """Let a GM have a seat do what the rules do when time runs out; nothing of its hand is shown.

        Raises a PlayerError for players, and where the table doesn't wait for that seat.
        """
        async with self._store.clicked(table_id, click, Right.ACT_FOR, seat) as table:
            chair = table.chair(seat)
            if chair is None or seat not in table.to_act or is_stale(table, chair, click):
                raise TooLate(MOVED_ON)
            how: Literal["waits_no_longer", "leaves_to_rules"] = "waits_no_longer"
            if chair.is_dealer:
                require(Right.PLAY_GM, click.person, table, chair)
                how = "leaves_to_rules"
            cause = by_gm(table, click.cause(), ActedFor(seat=seat, how=how))
            if not is_players(chair, click.person.user_id):
                cause = replace(cause, is_shown=True)
            action = table.spec.game.on_timeout(table.state, seat)
            return _for_person(click.person, await self._acted(table, chair, action, cause))

    async def pilot(
        self, table_id: int, seat: Seat, moment: Moment, action: AnyAction | None, saying: NpcLine
    ) -> StepResult:
        """Make an NPC's own move, decided for that moment; None is the rules' answer for a seat that doesn't act.

        Raises TooLate where the moment has passed or a person plays the NPC now, and RuleError for a move that isn't
        offered; then nothing has changed.
        """
        async with self._store.locked(table_id) as table:
            chair = next((chair for chair in table.piloted if chair.seat == seat), None)
            if chair is None or moment_of(table, chair) != moment:
                raise TooLate(MOVED_ON)
            if action is not None:
                _require_not_clocks_move(table, chair, action)
            done: AnyAction = table.spec.game.on_timeout(table.state, seat) if action is None else action
            key, now = f"npc:{table.id}:{table.record.turn}:{seat}", self._store.clock.now()
            line = saying(table, None)
            cause = Cause(key, "npc", "npc", now, events=(Spoke(seat=seat),) if line else (), text=line or "")
            return await self._acted(table, chair, done, cause, saying)

    async def _acted(
        self, table: Table, chair: Chair, action: AnyAction, cause: Cause, saying: NpcLine | None = None
    ) -> StepResult:
        if table.is_paused:
            raise NotAllowed(PAUSED)
        with _amounts_in_chips(table):
            turn = self._store.dealer.act(table, chair.seat, action, cause)
        if saying is not None and not cause.text and (line := saying(table, turn.table)) is not None:
            turn = turn.with_events(Spoke(seat=chair.seat), text=line)
        return await self._store.finished(table, turn, cause)

    async def deal(self, table_id: int, click: Click) -> StepResult:
        """Begin the next hand. Anyone seated may, and a GM, except for the player who changed the wagers last. While
        players have time to buy back in, only they and a GM may.
        """
        async with self._store.clicked(table_id, click, Right.DEAL) as table:
            if click.turn is not None and any(click.turn < chair.asked for chair in table.record.chairs):
                raise TooLate(MOVED_ON)
            require_nobody_awaited(table, click.person, click.at)
            return _for_person(click.person, await self._dealt(table, click.cause()))

    async def _dealt(self, table: Table, cause: Cause) -> StepResult:
        if table.in_hand:
            raise TooLate(f"A {table.hand_word} is in play already.")
        if table.is_paused:
            raise NotAllowed(PAUSED)
        require_playable(table)
        require_funded(table)
        if table.is_adrift:
            return await self._given_back(table, cause)
        # A top-up that waited is in play from now on.
        chairs = tuple(chair.evolve(stack=chair.chips, pending=0) for chair in table.record.chairs)
        ready = table.evolve(chairs=chairs, wagered_by=None, return_until=None)
        reserved = await set_aside(self._store.db, ready, cause)
        ready = reserved.table
        (players, typed), least = await self._players.dealt_in(ready), table.spec.game.seats[0]
        if table.tournament is None and len(players) < least:
            raise RuleError(_too_few(table, least))
        before = await self._before(ready, [player.seat for player in players], cause)
        if table.tournament is not None and before.table.tournament is None:
            return await self._noted(table, before, cause)
        stacks = {chair.seat: before.table.stack_of(chair) for chair in before.table.record.chairs}
        players = [player.evolve(stack=stacks[player.seat]) for player in players]
        cause = replace(cause, events=before.events)
        turn = self._store.dealer.deal(before.table, players, cause, typed)
        turn = replace(turn, statements=(insert_hand(turn.table, cause.at), *reserved.statements, *before.statements))
        return await self._store.finished(table, turn, cause)

    async def _before(self, table: Table, seats: list[Seat], cause: Cause) -> Aftermath:
        """Return the table as the hand finds it: in a new tournament, or without the players who have left the running
        one.
        """
        if table.terms is None:
            return Aftermath(table)
        if table.tournament is None:
            return begin_tournament(table, seats, cause)
        gone = absent_entrants(table, seats)
        done = Aftermath(table)
        return give_up(done, gone, cause) if gone else done

    async def _given_back(self, table: Table, cause: Cause) -> StepResult:
        """Return the prize of a tournament that can't be read any more, instead of a deal."""
        back = await return_prize(self._store.db, Aftermath(table), cause)
        # Where the ledger holds no prize, nothing is paid, and the record's is gone all the same.
        back = replace(back, table=back.table.evolve(prize=0, carry=None, carry_version=None))
        return await self._noted(table, back, cause)

    async def _noted(self, table: Table, done: Aftermath, cause: Cause) -> StepResult:
        """Write the result of a deal that began no hand. Earlier clicks on "Deal" don't count: the next hand isn't what
        they showed.
        """
        after, row = log_note(done.table, cause, *done.events)
        after = set_deadline(table, outdate_deal_clicks(after), None, cause.at)
        return StepResult(await self._store.commit(table, after, *done.statements, rows=(row,)), (row,))

    async def more_time(self, table_id: int, click: Click) -> StepResult:
        """Start the clock again: once per choice for the player to move, without limit for a GM."""
        async with self._store.clicked(table_id, click, Right.MORE_TIME) as table:
            if table.acts_at is None or table.pause is not None:
                raise PlayerError("No clock is running.")
            own = [chair for chair in table.seated(click.person.user_id) if chair.seat in table.to_act]
            takes = bool(own) and table.record.extended != own[0].asked
            if not takes:
                require(Right.MORE_TIMES, click.person, table)
            cause, seats = click.cause(), tuple(sorted(table.to_act))
            events: tuple[MoreTime, ...] = (MoreTime(seats=seats),)
            if not takes and any(is_players(chair, click.person.user_id) for chair in _waited_for(table)):
                cause = by_gm(table, cause, MoreTime(seats=seats, by_gm=True))
                events = () if cause.is_shown else events
            after, row = log_note(table, cause, *events)
            extended = own[0].asked if takes else table.record.extended
            after = restart_clock(after.evolve(extended=extended), self._store.clock.now())
            return StepResult(await self._store.commit(table, after, rows=(row,)), (row,))

    async def leave_time(self, table_id: int, seat: Seat) -> None:
        """Leave a seat that has begun to fill in a bet the time to place it, if its bets close before."""
        async with self._store.locked(table_id) as table:
            after = leave_time(table, self._store.clock.now()) if seat in table.to_act else table
            if after is not table:
                await self._store.commit(table, after)

    async def excuse(self, table_id: int) -> Table:
        """Give back the time that ran out while the bot was away."""
        async with self._store.locked(table_id) as table:
            now = self._store.clock.now()
            after = with_gms_clock(restart_expired_clock(table, now), now)
            return table if after.record == table.record else await self._store.commit(table, after)

    async def tick(self, table_id: int) -> Table:
        """Do what is due at a table now; nothing if it isn't time yet."""
        async with self._store.locked(table_id) as table:
            now = self._store.clock.now()
            if not table.is_open or table.is_paused:
                return table
            if table.acts_at is not None and table.acts_at <= now:
                return await self._expired(table, now)
            remind = remind_at(table)
            if remind is not None and remind <= now:
                reminded = table.evolve(reminder=Reminder(turn=table.record.turn), remind_again_at=None)
                return await self._store.commit(table, reminded)
            return table

    async def _expired(self, table: Table, now: float) -> Table:
        cause = Cause(f"clock:{table.id}:{table.record.turn}", "clock", "clock", now)
        if not table.in_hand:
            try:
                return (await self._dealt(table, cause)).table
            except (MoneyError, RuleError) as refusal:
                log.info("table %s no longer deals automatically: %s", table.id, refusal)
                return await self._store.commit(table, table.evolve(deadline=None))
        closes = table.closes_at is not None and table.closes_at <= now
        seats = table.to_act if closes else seats_on_the_clock(table)
        if table.pause is None and not closes:
            cause = replace(cause, events=(TimeUp(seats=tuple(sorted(seats))),))
        # A clock that has run out is spent: the same seat asked for the same once more has the whole of it again.
        table = table.evolve(deadline=None, closes_at=None)
        turn = self._store.dealer.for_absent(table, seats, cause)
        return (await self._store.finished(table, turn, cause)).table

    async def reminded(self, table_id: int, turn: int, message_id: int) -> bool:
        """Store the message that reminds the players to move; False if the table has moved on since."""
        async with self._store.locked(table_id) as table:
            reminder = table.record.reminder
            if reminder is None or reminder.turn != turn:
                return False
            await self._store.commit(table, table.evolve(reminder=reminder.evolve(message_id=message_id)))
            return True

    async def requested(self, table_id: int, request: GmRequest | None) -> None:
        """Store the message that asks the GM for a decision, or that there is none now."""
        async with self._store.locked(table_id) as table:
            if table.is_open:
                await self._store.commit(table, table.evolve(gm_request=request))


@contextmanager
def _amounts_in_chips(table: Table) -> Generator[None, None, None]:
    """Write the amounts in a refusal as chips where chips are points, whatever the campaign's currency."""
    try:
        yield
    except RuleError as refusal:
        if table.terms is None or not refusal.amounts:
            raise
        raise RuleError(refusal.told(table.voice.money)) from None


def _taken_over(table: Table, chair: Chair) -> Table:
    """Return the table after a person has acted for the chair: an NPC on autopilot is taken over until they give it
    back. Acting from the GM's own seat takes over every NPC that decides there.
    """
    for npc in table.npcs_decide if chair.is_dealer else (chair,):
        if npc.plays_itself:
            table = table.with_chair(npc.evolve(is_taken_over=True))
    return table


def _waited_for(table: Table) -> tuple[Chair, ...]:
    return tuple(chair for chair in table.record.chairs if chair.seat in table.to_act)


def _require_not_clocks_move(table: Table, chair: Chair, action: AnyAction) -> None:
    """Refuse a move that only the clock makes."""
    move = find(table.moves(chair.seat), action.kind)
    if move is not None and move.place == "clock":
        raise RuleError(table.spec.game.refusal(table.state, chair.seat, action))


def _for_person(person: Person, done: StepResult) -> StepResult:
    """Return the result with only the private events that the person may see."""
    return done if not done.private else replace(done, private=for_eyes(done.table, person, done.private))


def _too_few(table: Table, least: int) -> str:
    seated = len(table.record.chairs)
    if table.terms is not None and seated >= least:
        return f"It takes {least} players who have a place in the tournament and aren't sitting out."
    if least == 1:
        return "Everyone here sits out or has too few chips." if seated else "Nobody sits here. Take a seat first."
    if seated < least:
        who = {0: "nobody sits", 1: "one sits"}.get(seated, f"{seated} sit")
        return f"It takes {least} players, and {who} here."
    return f"It takes {least} players with enough chips who aren't sitting out."
