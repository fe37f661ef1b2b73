"""The events of a table besides those of its game, as the log stores them: seats by number, amounts in smallest coins,
no names and no typed text.

`bot.tables.words` makes sentences of them when they are read. The person who acted and the text that they typed (a
reason, an NPC's line) stand in columns of their own, so an event never changes.
"""

import json
from collections.abc import Iterable
from functools import cache
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, JsonValue, TypeAdapter
from pydantic_core import to_json

from bot.engine.frozen import Frozen, TypeForm
from bot.engine.game import AnyGame, Event, HouseRules, Seat
from bot.engine.spec import AnySpec

Audience = Literal["all", "gms", "host"] | Seat
"""The readers of an event: everyone, all GMs of the campaign, the table's host alone, or a seat's player."""
Owner = Literal["house", "party", "mint"]
OptionValue = bool | int | str


class Stored(Event):
    """An event as it was read from the log: JSON, which `read_event` makes an event of its game or of the table."""

    kind: Literal["stored"] = "stored"
    event: dict[str, JsonValue]


class UnknownEvent(Event):
    """An event that today's code can't read: it is shown as one neutral line, and counts nowhere."""

    kind: Literal["unreadable"] = "unreadable"


class Logged(NamedTuple):
    """An event of a row of the log, and its readers."""

    audience: Audience
    event: Event


def logged(events: Iterable[Event], audience: Audience = "all") -> tuple[Logged, ...]:
    """Return events for these readers."""
    return tuple([Logged(audience, event) for event in events])


def events_to_json(events: Iterable[Logged]) -> str:
    """Write events as a row of the log stores them."""
    parts = [[one.audience, one.event.event if isinstance(one.event, Stored) else one.event] for one in events]
    return to_json(parts).decode()


def events_from_json(text: str) -> tuple[Logged, ...]:
    """Read events from their column. Raises TypeError or ValueError for text that `events_to_json` didn't make."""
    return tuple([Logged(audience, Stored(event=event)) for audience, event in json.loads(text)])


class Opened(Event):
    """The table has opened; `owner` fills its bank with `bank`, where it has one."""

    kind: Literal["table.opened"] = "table.opened"
    bank: int = 0
    owner: Literal["house", "party"] | None = None


class Sat(Event):
    """A character sat down with an amount; `tournament` is the number of the tournament that the place is in."""

    kind: Literal["table.sat"] = "table.sat"
    seat: Seat
    amount: int
    place: Literal["tournament", "next tournament"] | None = None


class HostChanged(Event):
    """The person who acted hosts the table from now on."""

    kind: Literal["table.host_changed"] = "table.host_changed"
    plays: bool = False


class HostPlays(Event):
    """The host has a seat of their own: they see other hands (`sees`), or nobody hosts the table for now."""

    kind: Literal["table.host_plays"] = "table.host_plays"
    sees: bool
    has_dealer: bool


class ToppedUp(Event):
    kind: Literal["table.topped_up"] = "table.topped_up"
    seat: Seat
    amount: int


class PlaceBought(Event):
    """A seat paid for a place in a tournament: the next one where one is running."""

    kind: Literal["table.place_bought"] = "table.place_bought"
    seat: Seat
    amount: int
    place: Literal["tournament", "next tournament"]


class BoughtBack(Event):
    """A player came back into the running tournament; `prize` is the whole prize after that."""

    kind: Literal["table.bought_back"] = "table.bought_back"
    seat: Seat
    fee: int
    prize: int


class SatOut(Event):
    kind: Literal["table.sat_out"] = "table.sat_out"
    seat: Seat
    out: bool


class Left(Event):
    """A player got up; `chips` went into the wallet, None where the chips weren't theirs."""

    kind: Literal["table.left"] = "table.left"
    seat: Seat
    chips: int | None = None


class Leaving(Event):
    """A player leaves when the hand is over."""

    kind: Literal["table.leaving"] = "table.leaving"
    seat: Seat


class Paused(Event):
    """The table is paused: by the GM, or because the bot has left the server or its operator has blocked it."""

    kind: Literal["table.paused"] = "table.paused"
    departed: bool = False
    blocked: bool = False


class Resumed(Event):
    kind: Literal["table.resumed"] = "table.resumed"


class Voided(Event):
    """The hand in play is void: by the GM, or because these rules can no longer read it."""

    kind: Literal["table.voided"] = "table.voided"
    by: Literal["gm", "unreadable"]


class OptionChanged(Frozen):
    option: str
    was: OptionValue
    now: OptionValue


class RulesChanged(Event):
    kind: Literal["table.rules_changed"] = "table.rules_changed"
    changes: tuple[OptionChanged, ...]


class TableClosed(Event):
    """The table has closed: by a person, after idle `days`, or because its channel is gone."""

    kind: Literal["table.closed"] = "table.closed"
    why: Literal["person", "idle", "channel"]
    days: int = 0
    returns_chips: bool = True
    """Whether nothing more is to be said of the money."""


class Moved(Event):
    kind: Literal["table.moved"] = "table.moved"


class MoreTime(Event):
    kind: Literal["table.more_time"] = "table.more_time"
    seats: tuple[Seat, ...]
    by_gm: bool = False


class TimeUp(Event):
    kind: Literal["table.time_up"] = "table.time_up"
    seats: tuple[Seat, ...]


class ActedFor(Event):
    """A GM acted for another player's character, let the rules act for it, or sent it away."""

    kind: Literal["table.acted_for"] = "table.acted_for"
    seat: Seat
    how: Literal["moves", "waits_no_longer", "sends_away", "leaves_to_rules"]


class Spoke(Event):
    """An NPC said the typed line of its row."""

    kind: Literal["table.spoke"] = "table.spoke"
    seat: Seat


class TakenOver(Event):
    """A GM plays an NPC now instead of its autopilot, or (`back`) has given it back."""

    kind: Literal["table.taken_over"] = "table.taken_over"
    seat: Seat
    back: bool = False


class AutopilotSet(Event):
    kind: Literal["table.autopilot_set"] = "table.autopilot_set"
    seat: Seat
    style: str | None


class Wagered(Event):
    """Items (by id and kind) were put on the table."""

    kind: Literal["table.wagered"] = "table.wagered"
    seat: Seat
    items: tuple[str, ...]
    kinds: tuple[str, ...]


class Withdrew(Event):
    """Wagered items went back to their character."""

    kind: Literal["table.withdrew"] = "table.withdrew"
    seat: Seat
    items: tuple[str, ...]
    kinds: tuple[str, ...]


class BankChanged(Event):
    """A GM filled the bank or (`amount` below zero) drained it; it holds `bank` now."""

    kind: Literal["table.bank_changed"] = "table.bank_changed"
    amount: int
    owner: Owner
    bank: int


class BankPaidOut(Event):
    """The bank of a table that closed went to its owner; `what` it was."""

    kind: Literal["table.bank_paid_out"] = "table.bank_paid_out"
    what: Literal["bank", "winnings", "lost", "middle"]
    amount: int
    target: Owner
    is_back: bool


class BankSpent(Event):
    """The bank holds too little for any bet."""

    kind: Literal["table.bank_spent"] = "table.bank_spent"
    bank: int
    least: int


class NobodyPlayed(Event):
    """Nobody moved in the hand, so the clock deals no other."""

    kind: Literal["table.nobody_played"] = "table.nobody_played"


class TournamentBegan(Event):
    kind: Literal["table.tournament_began"] = "table.tournament_began"
    number: int
    players: int
    points: int
    prize: int


class SharedPlace(Frozen):
    """Seats that share a place in a tournament, and the prize of each."""

    place: int
    seats: tuple[Seat, ...]
    amount: int


class TournamentEnded(Event):
    """A tournament has ended; `prize` is the winner's."""

    kind: Literal["table.tournament_ended"] = "table.tournament_ended"
    winner: Seat | None
    prize: int | None
    places: tuple[SharedPlace, ...] = ()


class GaveUp(Event):
    """A player gave up the tournament; `points` lie in the middle of the next hand, None where there is none."""

    kind: Literal["table.gave_up"] = "table.gave_up"
    seat: Seat
    points: int | None = None


class Awaited(Event):
    """These players may come back into the tournament before the next hand; `has_fee` tells whether that costs one."""

    kind: Literal["table.awaited"] = "table.awaited"
    seats: tuple[Seat, ...]
    has_fee: bool


class ShortOfFee(Event):
    """These players have less than the fee of the next tournament."""

    kind: Literal["table.short_of_fee"] = "table.short_of_fee"
    seats: tuple[Seat, ...]
    fee: int


class PrizeShare(Frozen):
    """Part of a prize, and the seat that it goes to."""

    seat: Seat
    amount: int


class PrizeReturned(Event):
    """A tournament was broken off: its prize went by points, back to its payers, or to the house."""

    kind: Literal["table.prize_returned"] = "table.prize_returned"
    how: Literal["points", "fees", "house"]
    amount: int
    shares: tuple[PrizeShare, ...] = ()


class ActionUndone(Event):
    """A GM undid the last action; `label` is its button, None where it isn't public. `timed_out` are the seats that the
    clock had decided for, where it was a timeout. `reopened` is the number of a hand that was over and goes on.
    """

    kind: Literal["table.action_undone"] = "table.action_undone"
    seat: Seat | None
    label: str | None = None
    timed_out: tuple[Seat, ...] = ()
    reopened: int | None = None


class ResultUndone(Event):
    """A GM undid the result of a hand; `voided` is the number of the hand in play that was given up for it."""

    kind: Literal["table.result_undone"] = "table.result_undone"
    hand: int
    voided: int | None = None


class StayedAway(Event):
    """These players left during the hand, after the action that an undo took back, and it doesn't bring them back."""

    kind: Literal["table.stayed_away"] = "table.stayed_away"
    seats: tuple[Seat, ...]


class ItemsReturned(Event):
    """The items of an undone hand lie where they lay."""

    kind: Literal["table.items_returned"] = "table.items_returned"


class Lacking(Frozen):
    """A seat or a shared account that lacked part of what an undo took from it."""

    who: Seat | Literal["bank", "house", "party", "prize"]
    amount: int


class MintCovered(Event):
    """The mint paid what others lacked for an undo."""

    kind: Literal["table.mint_covered"] = "table.mint_covered"
    lacks: tuple[Lacking, ...]


TableEvent = Annotated[
    Opened
    | Sat
    | HostChanged
    | HostPlays
    | ToppedUp
    | PlaceBought
    | BoughtBack
    | SatOut
    | Left
    | Leaving
    | Paused
    | Resumed
    | Voided
    | RulesChanged
    | TableClosed
    | Moved
    | MoreTime
    | TimeUp
    | ActedFor
    | Spoke
    | TakenOver
    | AutopilotSet
    | Wagered
    | Withdrew
    | BankChanged
    | BankPaidOut
    | BankSpent
    | NobodyPlayed
    | TournamentBegan
    | TournamentEnded
    | GaveUp
    | Awaited
    | ShortOfFee
    | PrizeReturned
    | ActionUndone
    | ResultUndone
    | StayedAway
    | ItemsReturned
    | MintCovered,
    Field(discriminator="kind"),
]
_TABLE: TypeAdapter[Event] = TypeAdapter(TableEvent)
_PREFIX = "table."


@cache
def _reader_of(game: AnyGame) -> TypeAdapter[Event]:
    return TypeAdapter(game.Event)


def read_event(spec: AnySpec, rules: HouseRules, event: Event) -> Event:
    """Return a stored event as the table's or its game's, by the house rules of its hand; `UnknownEvent` where today's
    code can't read it. Any other event stays as it is.
    """
    if not isinstance(event, Stored):
        return event
    is_own = is_tables(event)
    try:
        read = (_TABLE if is_own else _reader_of(spec.game)).validate_json(json.dumps(event.event))
    except ValueError:
        return UnknownEvent()
    restored = spec.words.restored
    return read if is_own or restored is None else restored(read, rules)


@cache
def _row_reader_of(game: AnyGame) -> TypeAdapter[tuple[tuple[JsonValue, object], ...]]:
    event: TypeForm = Annotated[game.Event | dict[str, JsonValue], Field(union_mode="left_to_right")]
    return TypeAdapter(tuple[tuple[JsonValue, event], ...])


def public_events(game: AnyGame, text: str) -> tuple[Event, ...]:
    """Return the game's own events of a row of the log (JSON) that everyone saw, without any that can't be read."""
    try:
        found = _row_reader_of(game).validate_json(text)
    except ValueError:
        return ()
    return tuple([event for audience, event in found if audience == "all" and isinstance(event, Event)])


def kind_of(event: Event) -> str:
    """Return the kind of an event, stored or not."""
    return str(event.event.get("kind", "") if isinstance(event, Stored) else getattr(event, "kind", ""))


def is_tables(event: Event) -> bool:
    """Tell whether an event is the table's, and not its game's."""
    return kind_of(event).startswith(_PREFIX)
