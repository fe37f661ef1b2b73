"""A table: its chairs, its house rules, the hand in play, and what of it is kept."""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

from bot.campaigns import Bankroll, Campaign, Pace
from bot.catalog import Entry
from bot.engine.chance import commitment
from bot.engine.frozen import Frozen
from bot.engine.game import Good, Seat
from bot.engine.money import CHIPS
from bot.engine.moves import Move
from bot.engine.points import PointsCarry
from bot.engine.speech import NO_PICTURES, Voice
from bot.engine.tournament import Standing, Terms
from bot.tables.entering import Entered
from bot.tables.missing import MissingGame, entry_of
from bot.tables.stored_rules import rules_of

log = logging.getLogger(__name__)
RECENT = 8
"""How many of the last sentences stay on the table's message."""
A_HANDFUL = 5
"""How many are named one by one, where all are asked at once."""

Status = Literal["open", "closed"]
HandStatus = Literal["running", "settled", "void"]
How = Literal["click", "clock", "leave", "gm"]
"""Who moved: a person for a seat of theirs, the clock, somebody who has left, the GM for somebody else's character."""
PEOPLE: frozenset[How] = frozenset({"click", "gm"})
"""Where a person is behind it, now."""


class Seeds(Frozen):
    """The two seeds of a hand (hex), drawn before it; the commitments are shown, `open` follows after the hand."""

    open: str
    closed: str

    @property
    def open_commitment(self) -> str:
        return commitment(bytes.fromhex(self.open))

    @property
    def closed_commitment(self) -> str:
        return commitment(bytes.fromhex(self.closed))


class Chair(Frozen):
    """A character at the table. Money in smallest coins."""

    seat: Seat
    character_id: int
    name: str
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
    wager: tuple[Good, ...] = ()
    """What the character has put on the table besides chips."""

    @property
    def is_npc(self) -> bool:
        return self.user_id is None

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
    """Whether a person has moved in it: after a hand that nobody played, none is dealt by itself."""
    names: tuple[tuple[Seat, str], ...] = ()
    """Who was dealt in, also those who have left since."""
    people: tuple[int, ...] = ()
    """The Discord users who played in it with characters of their own."""
    by_hand: bool = False
    """Whether people type in their own dice or totals: nothing to verify then."""


class Reminder(Frozen):
    """The message that mentions whoever is to move."""

    turn: int
    message_id: int | None = None


class Record(Frozen):
    """All of a table that is kept, but for the state of its hand."""

    id: int
    campaign_id: int
    guild_id: int
    channel_id: int
    game: str
    rules: str
    """The game's HouseRules, JSON."""
    preset: str | None = None
    pace: Pace
    auto_deal: bool = False
    keeper: int
    """The GM or player who opened the table, or the GM who has taken it over: a Discord user."""
    keeper_name: str = ""
    """What they were called on the server, as they typed it."""
    keeper_is_gm: bool = False
    """Whether they were a GM when the table became theirs."""
    opened_by: int | None = None
    """Who opened the table, once somebody else keeps it."""
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
    """Who backs the bank, as it was when the table opened; None where there is none."""
    prize: int = 0
    """What was paid into the tournament that is on, in smallest coins: no seat's, until it is over."""
    entered: tuple[Entered, ...] = ()
    """Who is in the tournament that is on, or was in the last one, those who have left included."""
    chairs: tuple[Chair, ...] = ()
    """Clockwise: who sits down later sits further on."""
    next_seat: int = 1
    paused_at: float | None = None
    deadline: float | None = None
    """When the clock acts for whoever is to move, or deals; seconds since the epoch."""
    extended: int | None = None
    """The turn since which the choice stands that somebody has had more time for."""
    reminder: Reminder | None = None
    remind_again_at: float | None = None
    """When those who have been reminded and were given more time are reminded once more."""
    wagered_by: int | None = None
    """Who last changed what is wagered for the next hand, a Discord user."""
    opened_at: float
    touched_at: float
    """When a person last did something here; what the clock does is nobody's touch."""
    said: tuple[str, ...] = ()
    """The last sentences, oldest first."""
    is_lost: bool = False
    """Whether this was put together again from the book: nothing can be played here any more."""

    @property
    def opener(self) -> int:
        """The Discord user who opened the table, whoever keeps it by now."""
        return self.keeper if self.opened_by is None else self.opened_by


@dataclass(frozen=True, slots=True)
class Table:
    """A table in play: the record, its game, and what the record only holds as JSON."""

    entry: Entry
    record: Record
    campaign: Campaign
    rules: Any
    state: Any = None
    symbols: Mapping[str, str] = field(default_factory=lambda: NO_PICTURES, compare=False, repr=False)
    """The pictures that Discord has of ours; they may come while the table is in play."""
    _moves: dict[Seat, tuple[Move, ...]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def without_state(cls, record: Record, campaign: Campaign) -> Self:
        """A table whose hand can't be read: all but its state."""
        game = entry_of(record.game, is_lost=record.is_lost)
        return cls(game, record, campaign, rules_of(game, record.rules, record.id))

    def evolve(self, **changes: Any) -> Self:
        """The table with changes in its record."""
        return replace(self, record=self.record.evolve(**changes))

    def saying(self, *said: str) -> Self:
        """The table after everybody was told these sentences."""
        return self.evolve(said=(*self.record.said, *said)[-RECENT:])

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """What a seat may do now. Worked out once for a state, since everything that happens at a table asks for it."""
        if not self.in_hand or self.state is None:
            return ()
        found = self._moves.get(seat)
        if found is None:
            found = self._moves[seat] = self.entry.game.moves(self.state, seat)
        return found

    def with_chair(self, changed: Chair) -> Self:
        return self.evolve(chairs=tuple(changed if c.seat == changed.seat else c for c in self.record.chairs))

    @property
    def id(self) -> int:
        return self.record.id

    @property
    def hand_id(self) -> str:
        """What the draws of this hand are bound to."""
        hand = self.record.hand
        return f"{self.record.id}.{hand.number}.{hand.revision}" if hand else ""

    @property
    def terms(self) -> Terms | None:
        """What a tournament here is played for; None where chips are money."""
        return self.entry.game.terms(self.rules)

    @property
    def standing(self) -> Standing | None:
        """How the tournament stands that is on, or the last one; None before the first, and where chips are money.

        In mid-hand that is how it stood when the hand began.
        """
        carry = carried(self) if self.terms is not None else None
        return carry.standing if isinstance(carry, PointsCarry) else None

    @property
    def tournament(self) -> Standing | None:
        """How the tournament stands that is on; None between two of them."""
        standing = self.standing
        return None if standing is None or standing.is_over else standing

    @property
    def voice(self) -> Voice:
        """How this table names its seats and its chips, with pictures: for what is drawn now, not for what is kept.

        In a tournament chips are points; what is paid to get in, and what can be won, is told by `money_voice`.
        """
        return self.money_voice if self.terms is None else replace(self.money_voice, currency=CHIPS)

    @property
    def money_voice(self) -> Voice:
        """How this table names its seats, and money."""
        names = {one.seat: one.name for one in self.record.entered}
        names |= dict(self.record.hand.names) if self.record.hand else {}
        names |= {chair.seat: chair.name for chair in self.record.chairs}
        return Voice(names=names, currency=self.campaign.settings.currency, symbols=self.symbols)

    @property
    def hand_word(self) -> str:
        """What people here call the unit that is dealt and settled."""
        return self.entry.game.hand_word

    @property
    def title(self) -> str:
        """What is played here, the variant included."""
        return self.entry.game.title_of(self.rules)

    @property
    def is_open(self) -> bool:
        return self.record.status == "open"

    @property
    def is_playable(self) -> bool:
        """Whether its game is there and the table could be read; if not, one can only leave."""
        return not isinstance(self.entry.game, MissingGame)

    @property
    def is_paused(self) -> bool:
        return self.record.paused_at is not None

    @property
    def in_hand(self) -> bool:
        return self.record.hand is not None and self.record.hand.status == "running"

    @property
    def waits_for_people(self) -> bool:
        """Whether nobody played the last hand: then people have the next one dealt, not the clock."""
        hand = self.record.hand
        return hand is not None and hand.status == "settled" and not hand.attended

    @property
    def to_act(self) -> frozenset[Seat]:
        """Whom a running hand waits for; nobody as long as its state can't be read."""
        return self.entry.game.to_act(self.state) if self.in_hand and self.state is not None else frozenset()

    @property
    def pause(self) -> float | None:
        """Seconds after which the running hand goes on by itself; None where it waits for people."""
        return self.entry.game.pause(self.state) if self.in_hand and self.state is not None else None

    @property
    def leavers(self) -> tuple[Seat, ...]:
        """Who has left, and does now what the rules do for them; whoever left first comes first. A hand that goes on
        by itself takes its time whoever is gone.
        """
        gone = sorted((c for c in self.record.chairs if c.is_leaving and self.in_hand), key=lambda c: c.left_at)
        seats, game = (chair.seat for chair in gone), self.entry.game
        asked = self.to_act if self.pause is None else frozenset[Seat]()
        return tuple(seat for seat in seats if seat in asked or game.leaves_at_once(self.state, seat))

    @property
    def asks_a_crowd(self) -> bool:
        """Whether so many people are asked at once that nobody's turn holds up the table. NPCs count as whoever plays
        them.
        """
        if len(self.to_act) <= A_HANDFUL:
            return False
        chairs = (chair for chair in self.record.chairs if chair.seat in self.to_act and not chair.is_leaving)
        return len({chair.user_id for chair in chairs}) > A_HANDFUL

    def named(self, seats: Iterable[Seat]) -> str:
        """Their names in one list; of a crowd how many they are."""
        names = [self.voice.name(seat) for seat in sorted(seats)]
        return self.voice.list(names) if len(names) <= A_HANDFUL else f"{len(names)} players"

    @property
    def chips(self) -> int:
        """All the money at the table, as the ledger knows it: no seat can win more, but against an endless bank."""
        return self.record.bank + sum(chair.chips for chair in self.record.chairs)

    @property
    def backer(self) -> Bankroll:
        """Who stands behind the bank, and takes what is the house's."""
        return self.record.bankroll or self.campaign.settings.bankroll

    @property
    def is_endless(self) -> bool:
        """Whether the mint stands behind the bank."""
        return self.entry.game.is_banked and self.backer == "endless"

    @property
    def is_spent(self) -> bool:
        """Whether the bank holds too little for anybody to bet against it."""
        game = self.entry.game
        return game.is_banked and not self.is_endless and self.record.bank < game.least_bank(self.rules)

    @property
    def dealt_in(self) -> tuple[Seat, ...]:
        """The seats of the hand in play or the last one that are still there, clockwise."""
        return tuple(chair.seat for chair in self.record.chairs if self.was_dealt_in(chair.seat))

    def was_dealt_in(self, seat: Seat) -> bool:
        """Whether the seat is in the hand in play, or was in the last one."""
        return self.record.hand is not None and seat in dict(self.record.hand.names)

    def chair(self, seat: Seat) -> Chair | None:
        return next((chair for chair in self.record.chairs if chair.seat == seat), None)

    def chair_of(self, character_id: int) -> Chair | None:
        return next((chair for chair in self.record.chairs if chair.character_id == character_id), None)

    def seated(self, user_id: int) -> tuple[Chair, ...]:
        """The chairs of a user's own characters."""
        return tuple(chair for chair in self.record.chairs if chair.user_id == user_id)

    @property
    def ready(self) -> tuple[Chair, ...]:
        """Who would be dealt into a hand that began now; nobody while the bank is spent."""
        if self.is_spent:
            return ()
        least = self.entry.game.least_stack(self.rules)
        able = (c for c in self.record.chairs if not (c.is_out or c.is_leaving) and c.chips >= least)
        return tuple(able)[: self.entry.game.seats[-1]]


def carried(table: Table) -> Any:
    """What the hand before has handed on; None if nothing did, or if these rules can't read it any more."""
    record = table.record
    try:
        return table.entry.game.Carry.from_json(record.carry) if record.carry else None
    except ValueError:
        log.warning("table %s: what hand %s handed on can't be read", record.id, record.hand and record.hand.number)
        return None
