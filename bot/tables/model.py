"""A table in play: its stored record with the game, the campaign and the state of the hand, and all that follows from
them.
"""

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Self, TypeVar

from bot.campaigns import Bankroll, Campaign
from bot.engine.game import DEALER, Carry, PointsCarry, Seat
from bot.engine.money import CHIPS
from bot.engine.moves import Move
from bot.engine.tournament import Standing, Terms
from bot.engine.words import NO_PICTURES, Voice
from bot.games import GameEntry
from bot.tables.record import (
    PEOPLE,
    Chair,
    HandRecord,
    HandStatus,
    How,
    Record,
    Reminder,
    Seeds,
    Status,
)
from bot.tables.stored_rules import MissingGame, game_of

__all__ = [
    "PEOPLE",
    "Chair",
    "HandRecord",
    "HandStatus",
    "How",
    "Record",
    "Reminder",
    "Seeds",
    "Status",
    "Table",
]

log = logging.getLogger(__name__)
_RECENT_SENTENCES = 8
"""Number of the last sentences that stay on the table's message."""
_A_HANDFUL = 5
"""Number of seats that are named one by one, where all act at once."""
_CACHED_CARRIES = 1024
"""Carryovers that stay parsed: a table that plays for points reads its own with everything it shows."""
_AnyCarry = TypeVar("_AnyCarry", bound=Carry)


@dataclass(frozen=True, slots=True)
class Table:
    """A table in play: the record, its game, and the objects that the record only holds as JSON."""

    entry: GameEntry
    record: Record
    campaign: Campaign
    rules: Any
    state: Any = None
    symbols: Mapping[str, str] = field(default_factory=lambda: NO_PICTURES, compare=False, repr=False)
    """The pictures that Discord has of ours; they may come while the table is in play."""
    _moves: dict[Seat, tuple[Move, ...]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def without_state(cls, record: Record, campaign: Campaign) -> Self:
        """Build a table whose hand can't be read, with everything except its state."""
        game, rules = game_of(record)
        return cls(game, record, campaign, rules)

    def evolve(self, **changes: Any) -> Self:
        """Return the table with changes in its record."""
        return replace(self, record=self.record.evolve(**changes))

    def saying(self, *said: str) -> Self:
        """Return the table with these sentences added for everyone."""
        return self.evolve(said=(*self.record.said, *said)[-_RECENT_SENTENCES:])

    def moves(self, seat: Seat) -> tuple[Move, ...]:
        """Return the seat's moves now. They are cached per state because every step asks for them."""
        if not self.in_hand or self.state is None:
            return ()
        found = self._moves.get(seat)
        if found is None:
            found = self._moves[seat] = self.entry.game.moves(self.state, seat)
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
        return self.entry.game.terms(self.rules)

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

    @property
    def voice(self) -> Voice:
        """The table's names for its seats and chips, with pictures: for what is drawn now, not for what is stored.

        In a tournament chips are points; fees and prizes are named by `money_voice`.
        """
        return self.money_voice if self.terms is None else replace(self.money_voice, currency=CHIPS)

    @property
    def money_voice(self) -> Voice:
        """The table's names for its seats and for money."""
        names = {one.seat: one.name for one in self.record.entered}
        names |= dict(self.record.hand.names) if self.record.hand else {}
        names |= {chair.seat: chair.name for chair in self.record.chairs}
        return Voice(names=names, currency=self.campaign.settings.currency, symbols=self.symbols)

    @property
    def hand_word(self) -> str:
        """The word that people here use for the unit that is dealt and settled."""
        return self.entry.game.hand_word

    @property
    def title(self) -> str:
        """The name of the game, the variant included."""
        return self.entry.game.title_of(self.rules)

    @property
    def is_open(self) -> bool:
        return self.record.status == "open"

    @property
    def is_playable(self) -> bool:
        """Whether the game is there and the table could be read; if not, people can only leave."""
        return not isinstance(self.entry.game, MissingGame)

    @property
    def is_crooked(self) -> bool:
        """Whether people may cheat here: then only the GM can check the rolls."""
        return self.entry.game.is_crooked(self.rules)

    @property
    def keeps_secrets(self) -> bool:
        """Whether something here is for the host alone: the NPCs' hands, or the GM's own seat."""
        return self.entry.has_hands or self.entry.game.has_dealer or self.is_crooked

    @property
    def is_paused(self) -> bool:
        return self.record.paused_at is not None

    @property
    def in_hand(self) -> bool:
        return self.record.hand is not None and self.record.hand.status == "running"

    @property
    def waits_for_people(self) -> bool:
        """Whether nobody played the last hand: then a person deals the next one, not the clock."""
        hand = self.record.hand
        return hand is not None and hand.status == "settled" and not hand.attended

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that a running hand waits for; none while its state can't be read."""
        return self.entry.game.to_act(self.state) if self.in_hand and self.state is not None else frozenset()

    @property
    def pause(self) -> float | None:
        """Seconds after which the running hand continues automatically; None where it waits for people."""
        return self.entry.game.pause(self.state) if self.in_hand and self.state is not None else None

    @property
    def leavers(self) -> tuple[Seat, ...]:
        """The seats whose players have left and that the rules act for now, in the order they left. A hand that
        continues automatically takes its time all the same.
        """
        gone = sorted((c for c in self.record.chairs if c.is_leaving and self.in_hand), key=lambda c: c.left_at)
        seats, game = (chair.seat for chair in gone), self.entry.game
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
        return tuple(chairs[seat] for seat in self.entry.game.npcs_decide(self.state) if seat in chairs)

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
        players, gm = sorted(set(seats) - {DEALER}), [self.voice.name(DEALER)] if DEALER in seats else []
        if len(players) > _A_HANDFUL:
            return self.voice.list([f"{len(players)} players", *gm])
        return self.voice.list([*(self.voice.name(seat) for seat in players), *gm])

    @property
    def chips(self) -> int:
        """All the money at the table, as the ledger has it. No seat can win more, except against an endless bank."""
        return self.record.bank + self.record.prize + sum(chair.chips for chair in self.record.chairs)

    @property
    def backer(self) -> Bankroll:
        """The owner of the bank, who also takes the house's share."""
        return self.record.bankroll or self.campaign.settings.bankroll

    @property
    def is_endless(self) -> bool:
        """Whether the mint backs the bank."""
        return self.entry.game.is_banked and self.backer == "endless"

    @property
    def is_spent(self) -> bool:
        """Whether the bank holds too little for any bet."""
        game = self.entry.game
        return game.is_banked and not self.is_endless and self.record.bank < game.least_bank(self.rules)

    @property
    def dealt_in(self) -> tuple[Seat, ...]:
        """The seats of the hand in play or the last one that are still there, clockwise."""
        return tuple(chair.seat for chair in self.record.chairs if self.was_dealt_in(chair.seat))

    def was_dealt_in(self, seat: Seat) -> bool:
        """Tell whether the seat is in the hand in play, or was in the last one."""
        return self.record.hand is not None and seat in dict(self.record.hand.names)

    def chair(self, seat: Seat) -> Chair | None:
        """Return the chair at that seat. DEALER is the GM's own seat, while there is a hand that it has a view of."""
        if seat == DEALER:
            has_view = self.entry.game.has_dealer and self.record.hand is not None and self.state is not None
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
        return tuple(able)[: self.entry.game.seats[-1]]

    def _is_able(self, chair: Chair) -> bool:
        if (standing := self.tournament) is not None:
            return standing.has(chair.seat)
        least = self.entry.game.least_stack(self.rules) if self.terms is None else self.terms.fee
        return not chair.is_out and chair.chips >= least

    def stack_of(self, chair: Chair) -> int:
        """Return the seat's stack for a deal: its chips, or its points in the running tournament."""
        entrant = self.tournament.entrant(chair.seat) if self.tournament is not None else None
        return chair.chips if entrant is None else entrant.points

    def carried(self) -> Any:
        """Return the carryover of the last hand, or None if there is none or these rules can't read it any more."""
        return _read_carry(self.entry.game.Carry, self.record.carry) if self.record.carry else None

    def handed_on(self) -> Any:
        """Return the carryover for the next hand; of tournaments it keeps only the running one's standing."""
        carry = self.carried()
        if isinstance(carry, PointsCarry) and carry.standing is not None and self.tournament is None:
            return carry.evolve(standing=None)
        return carry


@lru_cache(maxsize=_CACHED_CARRIES)
def _read_carry(carry: type[_AnyCarry], text: str) -> _AnyCarry | None:
    """Return the carryover in a JSON text, or None if the game can't read it any more."""
    try:
        return carry.from_json(text)
    except ValueError:
        log.warning("%s: what a hand has handed on can't be read", carry.__qualname__)
        return None
