"""A table: its stored record of seats, the hand in play, seeds, clocks and sentences; and the table in play, the record
with its game, campaign and state, and all that follows from them.
"""

import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, Self, TypeVar

from propcache.api import cached_property

from bot.campaigns import AutopilotSettings, Bankroll, Campaign, Pace
from bot.engine.frozen import Frozen
from bot.engine.game import DEALER, BetWindow, Carry, Item, PointsCarry, Seat
from bot.engine.money import CHIPS
from bot.engine.moves import Move, filled
from bot.engine.rng import commitment
from bot.engine.spec import AnySpec
from bot.engine.tournament import Standing, Terms
from bot.engine.words import NO_PICTURES, NO_TEXTS, Voice, escape
from bot.tables.hand.log import LogRow
from bot.tables.stored_rules import MissingGame, game_of
from bot.tables.words import Narrator, name_seats

log = logging.getLogger(__name__)
_RECENT_SENTENCES = 6
"""Number of the last sentences that stay on the table's message."""
RECENT_ROWS = 16
"""Number of the last rows of the log that they are made from."""
UNDECIDED_SECONDS = 30.0
"""Seconds that a seat which has bet and isn't done keeps others waiting, where no clock limits it."""
_A_HANDFUL = 5
"""Number of seats that are named one by one, where all act at once."""
_CACHED_CARRIES = 1024
"""Carryovers that stay parsed: a table that plays for points reads its own with everything it shows."""
_NO_NAMES: Mapping[Seat, str] = MappingProxyType({})
_AnyCarry = TypeVar("_AnyCarry", bound=Carry)

Status = Literal["open", "closed"]
HandStatus = Literal["running", "settled", "void"]
How = Literal["click", "clock", "leave", "gm", "npc"]
"""The kind of actor: a person for a seat of theirs, the clock, a leaver, the GM for another player's character, an NPC
on autopilot.
"""
PEOPLE: frozenset[How] = frozenset({"click", "gm"})
"""The kinds with a person behind them, now."""


class Seeds(Frozen):
    """The two seeds of a hand (hex), drawn before it; the commitments are shown, `open` follows after the hand."""

    open: str
    closed: str

    @cached_property
    def open_commitment(self) -> str:
        return commitment(bytes.fromhex(self.open))

    @cached_property
    def closed_commitment(self) -> str:
        return commitment(bytes.fromhex(self.closed))


class Chair(Frozen):
    """A character at the table. Money in smallest coins."""

    seat: Seat
    character_id: int
    user_id: int | None
    """Whose character it is; None for an NPC, which the GMs play."""
    stack: int
    """The chips the next hand begins with; those of a running hand are in its state."""
    pending: int = 0
    """Chips bought in mid-hand: they count from the next hand on."""
    asked: int = 0
    """The turn since which this seat's choices are what they are: an older click doesn't count."""
    is_out: bool = False
    is_leaving: bool = False
    left_at: int = 0
    """The turn at which they left, if they are leaving."""
    wager: tuple[Item, ...] = ()
    """The items that the character has put on the table."""
    is_gm: bool = False
    """Whether its player was a GM when they last did something here."""
    pilot: AutopilotSettings | None = None
    """How an NPC plays here on autopilot; None where the GM plays it."""
    is_forgotten: bool = False
    """Whether it is leaving because its user asked to be forgotten: then it folds at its turn, where one can."""
    is_taken_over: bool = False
    """Whether a GM plays it for now, until they give it back to its pilot."""

    @property
    def is_npc(self) -> bool:
        return self.user_id is None

    @property
    def plays_itself(self) -> bool:
        """Whether its pilot plays it now: an NPC that no GM has taken over, and that hasn't left."""
        return self.is_npc and self.pilot is not None and not self.is_taken_over and not self.is_leaving

    @property
    def is_dealer(self) -> bool:
        """Whether it is the GM's own seat: without a character, and without money."""
        return self.seat == DEALER

    @property
    def chips(self) -> int:
        """All the seat's money as the ledger knows it."""
        return self.stack + self.pending


class HandRecord(Frozen):
    """The hand in play, or the last one: its result stays on the table until the next."""

    number: int
    revision: int = 0
    seeds: Seeds
    source: str
    """The source of the last action's draws, hex."""
    next_draw: int = 0
    status: HandStatus = "running"
    version: int
    """Of the game's rules that wrote the state."""
    clicks: int = 0
    """Actions that came from a person's click; without one nobody stirred the chance."""
    attended: bool = False
    """Whether a person has moved in it: after a hand that nobody played, the clock deals none."""
    seats: tuple[Seat, ...] = ()
    """The seats that were dealt in, clockwise, also of players who have left since."""
    people: tuple[int, ...] = ()
    """The Discord users who played in it with characters of their own."""
    is_undone: bool = False
    """Whether its result was undone: then it is void."""
    taken_back: int = 0
    """How many results were undone while this was the latest hand."""
    by_hand: bool = False
    """Whether people type in their own dice or totals: nothing to verify then."""


class Entered(Frozen):
    """A player who bought into the tournament, by seat: they get its prizes even when the seat is long empty."""

    seat: Seat
    character_id: int


class Reminder(Frozen):
    """The message that mentions the players to move."""

    turn: int
    message_id: int | None = None


class GmRequest(Frozen):
    """The message in the GM channel that asks for a decision; `mark` stands for the decision, `looks` for its buttons
    and texts.
    """

    channel_id: int
    message_id: int
    mark: str
    looks: str


class Record(Frozen):
    """Everything stored of a table except the state of its hand."""

    id: int
    campaign_id: int
    guild_id: int
    channel_id: int
    game: str
    rules: str
    """The game's HouseRules, JSON."""
    pace: Pace
    auto_deal: bool = False
    keeper: int
    """The GM or player who opened the table, or the GM who has taken it over: a Discord user."""
    keeper_is_gm: bool = False
    """Whether they were a GM when the table became theirs."""
    opened_by: int | None = None
    """The Discord user who opened the table, once another one hosts it."""
    status: Status = "open"
    message_id: int | None = None
    version: int = 0
    turn: int = 0
    sequence: int = 0
    hand: HandRecord | None = None
    seeds: Seeds
    """Of the next hand."""
    carry: str | None = None
    carry_version: int | None = None
    """Of the game's rules that wrote the carry."""
    bank: int = 0
    """Chips of the bank, or what the hand before has left in the middle."""
    bankroll: Bankroll | None = None
    """The bank's owner, as it was when the table opened; None where there is none."""
    reserve: int = 0
    """Coins that the mint has set aside for an unlimited bank: it pays from them once its winnings are gone."""
    prize: int = 0
    """The fees of the running tournament, in smallest coins: no seat's, until it is over."""
    tournaments: int = 0
    """How many have begun here."""
    return_until: float | None = None
    """Until when the next hand waits for players who may buy back in; seconds since the epoch."""
    entered: tuple[Entered, ...] = ()
    """The players of the running tournament, or of the last one, also those who have left."""
    chairs: tuple[Chair, ...] = ()
    """Clockwise: who sits down later sits further on."""
    next_seat: int = 1
    paused_at: float | None = None
    dealer_asked: int = 0
    """The turn since which the choices of the GM's own seat are what they are."""
    deadline: float | None = None
    """When the clock acts for the players to move, or deals; seconds since the epoch."""
    closes_at: float | None = None
    """When open bets close without the seats that don't bet; seconds since the epoch."""
    extended: int | None = None
    """The turn of the choice that a player has had more time for."""
    reminder: Reminder | None = None
    gm_request: GmRequest | None = None
    remind_again_at: float | None = None
    """When those who have been reminded and were given more time are reminded once more."""
    wagered_by: int | None = None
    """The Discord user who last changed a wager for the next hand."""
    opened_at: float
    touched_at: float
    """When a person last did something here; what the clock does is nobody's touch."""
    is_lost: bool = False
    """Whether this was put together again from the ledger: then nothing can be played here."""

    @property
    def dealer(self) -> Chair:
        """The GM's own seat, for a table whose game has one."""
        return Chair(seat=DEALER, character_id=0, user_id=None, stack=0, asked=self.dealer_asked)

    def holds(self, standing: Standing) -> bool:
        """Tell whether the fees of that tournament lie here, and the owner of each of its seats is known."""
        known = {one.seat for one in self.entered}
        return self.prize == standing.prize and all(one.seat in known for one in standing.entrants)

    def without_host(self, user_id: int) -> Self:
        """Return the record of a table that the user neither hosts nor has opened."""
        changes: dict[str, object] = {}
        if self.keeper == user_id:
            changes |= {"keeper": 0, "keeper_is_gm": False}
        if self.opened_by == user_id:
            changes["opened_by"] = 0
        return self.evolve(**changes) if changes else self

    def without_user(self, user_id: int) -> Self:
        """Return the record without the user, who has no longer a seat there."""
        hand = self.hand
        people = () if hand is None else tuple(one for one in hand.people if one != user_id)
        return self.without_host(user_id).evolve(
            wagered_by=None if self.wagered_by == user_id else self.wagered_by,
            hand=None if hand is None else hand.evolve(people=people),
        )

    @property
    def opener(self) -> int:
        """The Discord user who opened the table, even if another one hosts it now."""
        return self.keeper if self.opened_by is None else self.opened_by


@dataclass(frozen=True)
class Table:
    """A table in play: the record, its game, and the objects that the record only holds as JSON.

    Nothing in it changes, so what each click needs many times is derived once.
    """

    spec: AnySpec
    record: Record
    campaign: Campaign
    rules: Any
    state: Any = None
    symbols: Mapping[str, str] = field(default_factory=lambda: NO_PICTURES, compare=False, repr=False)
    """The pictures that Discord has of ours; they may come while the table is in play."""
    names: Mapping[Seat, str] = field(default_factory=lambda: _NO_NAMES, compare=False, repr=False)
    """The name of each seat's character, also of players who have left."""
    recent: tuple[LogRow, ...] = field(default=(), compare=False, repr=False)
    """The last rows of the log with something that everyone may know, by today's house rules."""
    typed: Mapping[str, str] = field(default_factory=lambda: NO_TEXTS, compare=False, repr=False)
    """Text that people typed for the hand, by tokens."""
    deal: str | None = field(default=None, compare=False, repr=False)
    """The deal of the latest hand as `hands` stores it, JSON."""
    _moves: dict[Seat, tuple[Move, ...]] = field(default_factory=dict, compare=False, repr=False)
    _told: dict[int, tuple[LogRow, Narrator, tuple[str, ...]]] = field(default_factory=dict, compare=False, repr=False)
    """The sentences of the last rows by their numbers, with the row and the narrator they come from."""

    @classmethod
    def without_state(cls, record: Record, campaign: Campaign) -> Self:
        """Build a table whose hand can't be read, with everything except its state."""
        game, rules = game_of(record.game, record.rules, record.id, is_lost=record.is_lost)
        return cls(game, record, campaign, rules)

    def evolve(self, **changes: object) -> Self:
        """Return the table with changes in its record."""
        return self.evolve_to(self.record.evolve(**changes))

    def evolve_to(self, record: Record) -> Self:
        """Return the table with another record."""
        return self._copied(_NAMED_ALIKE, record=record)

    def stepped(self, state: Any, **changes: object) -> Self:
        """Return the table with another state of its hand, and changes in its record."""
        return self._copied(_NAMED_ALIKE, state=state, record=self.record.evolve(**changes), _moves={})

    def written(self, version: int, rows: Iterable[LogRow]) -> Self:
        """Return the table as its next version, with these rows of its log, which were just written."""
        rows = tuple(rows)
        typed = {token: text for row in rows for token, text in row.typed.items()}
        public = (*self.recent, *(row for row in rows if row.is_public))[-RECENT_ROWS:]
        record = self.record.evolve(version=version)
        if typed:
            return self._copied((), record=record, recent=public, typed={**self.typed, **typed})
        return self._copied(_NAMED_ALIKE, record=record, recent=public)

    def _copied(self, derived: Iterable[str], **changes: object) -> Self:
        """Return a copy with changes, and with these derived values as far as they are known already.

        A click copies its table several times. `dataclasses.replace` takes as long for each as a whole move.
        """
        copy, values = object.__new__(type(self)), self.__dict__
        kept = {name: values[name] for name in (*_FIELDS, *derived) if name in values}
        copy.__dict__.update(kept, **changes)
        return copy

    @cached_property
    def narrator(self) -> Narrator:
        """The narrator of what happens here now."""
        return Narrator(self.spec, self.rules, self.money_voice.in_letters())

    @cached_property
    def said(self) -> tuple[str, ...]:
        """The last sentences for everyone, oldest first: those since the latest hand began."""
        said = list[str]()
        hand = None if self.record.hand is None else self.record.hand.number
        begun = next((at for at, row in enumerate(self.recent) if hand is not None and row.hand == hand), 0)
        for row in reversed(self.recent[begun:]):
            said = [*self.tell(row), *said]
            if len(said) >= _RECENT_SENTENCES:
                break
        return tuple(said[-_RECENT_SENTENCES:])

    def tell(self, row: LogRow) -> tuple[str, ...]:
        """Return the sentences of a row of its log for everyone, oldest first."""
        known = self._told.get(row.sequence)
        narrator = self.narrator
        if known is None or known[0] is not row or (known[1] is not narrator and known[1] != narrator):
            if len(self._told) > RECENT_ROWS:
                self._told.clear()
            known = self._told[row.sequence] = row, narrator, narrator.tell(row)
        return known[2]

    @cached_property
    def last_asked(self) -> int:
        """The turn of the newest choice at the table: a click on a message from then on is on choices that stand."""
        return max([self.record.dealer_asked, *(chair.asked for chair in self.record.chairs)])

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """Return the seat's moves now. They are cached per state because every step asks for them."""
        if not self.in_hand or self.state is None:
            return ()
        found = self._moves.get(seat)
        if found is None:
            game = self.spec.game
            offered = game.moves(self.state, seat) if seat != DEALER or game.has_dealer else ()
            found = self._moves[seat] = filled(offered, self.money_voice.fill)
        return found

    def with_chair(self, changed: Chair) -> Self:
        """Return the table with that chair in place of the one at its seat."""
        if changed.is_dealer:
            return self.evolve(dealer_asked=changed.asked)
        return self.evolve(chairs=tuple(changed if c.seat == changed.seat else c for c in self.record.chairs))

    @property
    def id(self) -> int:
        return self.record.id

    @property
    def hand_id(self) -> str:
        """The id of the hand that its draws are bound to."""
        hand = self.record.hand
        return f"{self.record.id}.{hand.number}.{hand.revision}" if hand else ""

    @property
    def terms(self) -> Terms | None:
        """The terms of a tournament here; None where chips are money."""
        return self.spec.game.terms(self.rules)

    @property
    def standing(self) -> Standing | None:
        """The standing of the running tournament, or of the last one. None before the first, where chips are money, and
        where the fees of the running one aren't here.

        In mid-hand it is the standing at the deal.
        """
        carry = self.carried() if self.terms is not None else None
        standing = carry.standing if isinstance(carry, PointsCarry) else None
        return standing if standing is None or standing.is_over or self.record.holds(standing) else None

    @property
    def tournament(self) -> Standing | None:
        """The standing of the running tournament; None between two of them."""
        standing = self.standing
        return None if standing is None or standing.is_over else standing

    @property
    def is_adrift(self) -> bool:
        """Whether a prize lies here that nobody can win any more: it returns to the players who paid it."""
        return self.record.prize > 0 and not self.in_hand and self.tournament is None

    @cached_property
    def voice(self) -> Voice:
        """The table's names for its seats and chips, with pictures: for what is drawn now, not for what is stored.

        In a tournament chips are points; fees and prizes are named by `money_voice`.
        """
        return self.money_voice if self.terms is None else replace(self.money_voice, currency=CHIPS)

    @cached_property
    def money_voice(self) -> Voice:
        """The table's names for its seats and for money."""
        settings = self.campaign.settings
        return Voice(
            names=self.names,
            currency=settings.currency,
            symbols=self.symbols,
            skills=settings.skill_names,
            typed=self.typed,
        )

    def name(self, seat: Seat) -> str:
        """Return the name of the seat's character, escaped and not in bold."""
        return escape(self.voice.plain_name(seat))

    @property
    def hand_word(self) -> str:
        """The word that people here use for the unit that is dealt and settled."""
        return self.spec.game.hand_word

    @property
    def title(self) -> str:
        """The name of the game, the variant included."""
        return self.spec.game.title_of(self.rules)

    @property
    def is_open(self) -> bool:
        return self.record.status == "open"

    @property
    def is_playable(self) -> bool:
        """Whether the game is there and the table could be read; if not, people can only leave."""
        return not isinstance(self.spec.game, MissingGame)

    @property
    def is_crooked(self) -> bool:
        """Whether people may cheat here: then only the GM can check the rolls."""
        return self.spec.game.is_crooked(self.rules)

    @property
    def keeps_secrets(self) -> bool:
        """Whether something here is for the host alone: the NPCs' hands, or the GM's own seat."""
        return self.spec.has_hands or self.spec.game.has_dealer or self.is_crooked

    @property
    def is_paused(self) -> bool:
        return self.record.paused_at is not None

    @cached_property
    def in_hand(self) -> bool:
        return self.record.hand is not None and self.record.hand.status == "running"

    @property
    def waits_for_people(self) -> bool:
        """Whether nobody played the last hand: then a person deals the next one, not the clock."""
        hand = self.record.hand
        return hand is not None and hand.status == "settled" and not hand.attended

    @cached_property
    def to_act(self) -> frozenset[Seat]:
        """The seats that a running hand waits for; none while its state can't be read."""
        return self.spec.game.to_act(self.state) if self.in_hand and self.state is not None else frozenset()

    @property
    def pause(self) -> float | None:
        """Seconds after which the running hand continues automatically; None where it waits for people."""
        return self.spec.game.pause(self.state) if self.in_hand and self.state is not None else None

    @cached_property
    def window(self) -> BetWindow | None:
        """The open bets that don't wait for idle seats; None in play by post, and while the table is paused."""
        pace = self.record.pace
        if not self.in_hand or self.state is None or self.is_paused or (pace.seconds and not pace.is_live):
            return None
        return self.spec.game.window(self.state)

    @cached_property
    def undecided(self) -> frozenset[Seat]:
        """The seats that have bet and aren't done, without NPCs on autopilot: those take no time."""
        seats = self.window.undecided if self.window is not None else frozenset[Seat]()
        return seats - {chair.seat for chair in self.record.chairs if chair.plays_itself}

    @cached_property
    def closes_after(self) -> float | None:
        """Seconds after which open bets close without the idle seats; None where nobody waits for that.

        A player who has bet and isn't done has the table's clock. At a table without one, and for an NPC that a GM
        plays, the others wait only so long. NPCs on autopilot are never waited for, and alone they close nothing.
        """
        window = self.window
        if window is None:
            return None
        undecided, people = self.undecided, [chair for chair in self.record.chairs if not chair.plays_itself]
        if not any(chair.seat in window.betting - undecided for chair in people):
            return None
        has_clock = self.record.pace.seconds and any(chair.seat in undecided for chair in people if not chair.is_npc)
        return None if has_clock else UNDECIDED_SECONDS if undecided else window.seconds

    @cached_property
    def closes_at(self) -> float | None:
        """When open bets close without the idle seats; None while nothing of the kind is under way."""
        return self.record.closes_at if self.record.closes_at is not None and self.closes_after is not None else None

    @cached_property
    def acts_at(self) -> float | None:
        """When the clock acts for the seats to move, or deals."""
        moments = (self.record.deadline, self.closes_at)
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def leavers(self) -> tuple[Seat, ...]:
        """The seats whose players have left and that the rules act for now, in the order they left. A hand that
        continues automatically takes its time all the same.
        """
        gone = sorted((c for c in self.record.chairs if c.is_leaving and self.in_hand), key=lambda c: c.left_at)
        seats, game = (chair.seat for chair in gone), self.spec.game
        asked = self.to_act if self.pause is None else frozenset[Seat]()
        return tuple(seat for seat in seats if seat in asked or game.leaves_at_once(self.state, seat))

    @property
    def piloted(self) -> tuple[Chair, ...]:
        """The NPCs on autopilot that the table waits for; none while it is paused, and where the hand continues
        automatically.
        """
        if not self.is_open or self.is_paused or not any(chair.plays_itself for chair in self.record.chairs):
            return ()
        asked = self.to_act if self.pause is None else frozenset[Seat]()
        own = tuple(chair for chair in self.record.chairs if chair.plays_itself and chair.seat in asked)
        return (*own, self.record.dealer.evolve(pilot=npc.pilot)) if (npc := self.spokesman) is not None else own

    @property
    def npcs_decide(self) -> tuple[Chair, ...]:
        """The NPCs that decide what the hand waits for at the GM's own seat (`Game.npcs_decide`), without leavers."""
        if DEALER not in self.to_act or self.pause is not None:
            return ()
        chairs = {chair.seat: chair for chair in self.record.chairs if chair.is_npc and not chair.is_leaving}
        return tuple(chairs[seat] for seat in self.spec.game.npcs_decide(self.state) if seat in chairs)

    @property
    def spokesman(self) -> Chair | None:
        """The NPC whose temper plays the GM's own seat now: the one concerned most, if all concerned are on autopilot.
        None leaves the choice to the GM.
        """
        npcs = self.npcs_decide
        return npcs[0] if npcs and all(chair.plays_itself for chair in npcs) else None

    @property
    def asks_a_crowd(self) -> bool:
        """Whether so many people may act at once that nobody holds up the table. A GM's NPCs count as one person; NPCs
        on autopilot don't count.
        """
        if len(self.to_act) <= _A_HANDFUL:
            return False
        asked = (chair for chair in self.record.chairs if chair.seat in self.to_act and not chair.is_leaving)
        chairs = (chair for chair in asked if not chair.plays_itself)
        people = {chair.user_id for chair in chairs} | ({None} if DEALER in self.to_act else set[int | None]())
        return len(people) > _A_HANDFUL

    def named(self, seats: Collection[Seat]) -> str:
        """Return their names as one list, the GM last; of a crowd only the number."""
        return name_seats(self.voice, seats)

    @property
    def backer(self) -> Bankroll:
        """The owner of the bank, who also takes the house's share."""
        return self.record.bankroll or self.campaign.settings.bankroll

    @property
    def is_endless(self) -> bool:
        """Whether the mint backs the bank."""
        return self.spec.game.is_banked and self.backer == "endless"

    @property
    def is_spent(self) -> bool:
        """Whether the bank holds too little for any bet."""
        game = self.spec.game
        return game.is_banked and not self.is_endless and self.record.bank < game.least_bank(self.rules)

    @cached_property
    def dealt_in(self) -> tuple[Seat, ...]:
        """The seats of the hand in play or the last one that are still there, clockwise."""
        return tuple(chair.seat for chair in self.record.chairs if self.was_dealt_in(chair.seat))

    def was_dealt_in(self, seat: Seat) -> bool:
        """Tell whether the seat is in the hand in play, or was in the last one."""
        return self.record.hand is not None and seat in self.record.hand.seats

    def chair(self, seat: Seat) -> Chair | None:
        """Return the chair at that seat. DEALER is the GM's own seat, while there is a hand that it has a view of."""
        if seat == DEALER:
            has_view = self.spec.game.has_dealer and self.record.hand is not None and self.state is not None
            return self.record.dealer if has_view else None
        return next((chair for chair in self.record.chairs if chair.seat == seat), None)

    def chair_of(self, character_id: int) -> Chair | None:
        return next((chair for chair in self.record.chairs if chair.character_id == character_id), None)

    def seated(self, user_id: int) -> tuple[Chair, ...]:
        """Return the chairs of a user's own characters."""
        return tuple(chair for chair in self.record.chairs if chair.user_id == user_id)

    @property
    def ready(self) -> tuple[Chair, ...]:
        """The chairs that a hand would deal in now; none while the bank is spent.

        In a tournament these are all who are still in and sit here, and between two of them all who have a place in the
        next.
        """
        if self.is_spent:
            return ()
        able = (chair for chair in self.record.chairs if not chair.is_leaving and self._is_able(chair))
        return tuple(able)[: self.spec.game.seats[-1]]

    def _is_able(self, chair: Chair) -> bool:
        if (standing := self.tournament) is not None:
            return standing.has(chair.seat)
        least = self.spec.game.least_stack(self.rules) if self.terms is None else self.terms.fee
        return not chair.is_out and chair.chips >= least

    def stack_of(self, chair: Chair) -> int:
        """Return the seat's stack for a deal: its chips, or its points in the running tournament."""
        entrant = self.tournament.entrant(chair.seat) if self.tournament is not None else None
        return chair.chips if entrant is None else entrant.points

    def carried(self) -> Any:
        """Return the carryover of the last hand, or None if there is none or these rules can't read it any more."""
        return _read_carry(self.spec.game.Carry, self.record.carry) if self.record.carry else None

    def handed_on(self) -> Any:
        """Return the carryover for the next hand; of tournaments it keeps only the running one's standing."""
        carry = self.carried()
        if isinstance(carry, PointsCarry) and carry.standing is not None and self.tournament is None:
            return carry.evolve(standing=None)
        return carry


_FIELDS = tuple([field.name for field in fields(Table)])
_NAMED_ALIKE = ("money_voice", "voice", "narrator")
"""Derived values that another record or another state of the hand doesn't change."""


@lru_cache(maxsize=_CACHED_CARRIES)
def _read_carry(carry: type[_AnyCarry], text: str) -> _AnyCarry | None:
    """Return the carryover in a JSON text, or None if the game can't read it any more."""
    try:
        return carry.from_json(text)
    except ValueError:
        log.warning("%s: what a hand carries over can't be read", carry.__qualname__)
        return None
