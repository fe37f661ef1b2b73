"""The options, payouts, actions, events and state of Century."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple, Self

from propcache.api import cached_property
from pydantic import Field, model_validator

from bot.engine.banked.limits import MOST, Chip, OpenBetsRules
from bot.engine.frozen import Frozen
from bot.engine.game import Carry, Deal, Event, HandState
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Action
from bot.engine.options import Clash, option
from bot.engine.words import counted, listed

PICKS = range(2, 11)
"""How many numbers a ticket may hold (rules 4.5)."""
CHIP_PICKS = 5
"""How many numbers the ticket of one click holds."""
Drawing = Literal["at_once", "steps", "slowly"]


class CenturyRules(OpenBetsRules):
    """All that a GM may choose at a Century table; the defaults play as printed (seed 001), shown in a few steps."""

    min_bet: int = option(5, "Smallest bet", "Smallest stake of a ticket.", money=True, low=1, high=MOST)
    max_bet: int = option(
        0,
        "Largest bet",
        "Largest stake of a ticket. 0: as much as the bank can pay.",
        labels={"0": "what the bank can pay"},
        money=True,
        low=0,
        high=MOST,
    )
    pool: Literal["100", "80"] = option(
        "100",
        "Pool",
        "Numbers that can be drawn. The printed odds are for 80.",
        labels={"100": "1 to 100, as printed", "80": "1 to 80, as in keno"},
    )
    draws: int = option(
        20,
        "Numbers drawn",
        "Numbers that the house draws, all different. The payouts stay as they are.",
        low=10,
        high=30,
    )
    payout: Literal["total", "profit"] = option(
        "total",
        "What payouts mean",
        "Payouts with the stake included (1 returns the stake), or on top of it.",
        labels={"total": "All that is paid, stake included", "profit": "Won on top of the stake, which comes back"},
    )
    payout_cap: int = option(
        0,
        "Largest payout",
        "Most that one ticket can pay, and most that it can stake. 0: no limit.",
        labels={"0": "no limit"},
        money=True,
        low=0,
        high=MOST,
    )
    tickets: int = option(1, "Tickets each", "Most tickets that a player may have in one draw.", low=1, high=5)
    drawing: Drawing = option(
        "steps",
        "The drawing",
        "Pace of the draw: all numbers at once, in steps of about ten, or in steps of about five.",
        labels={"at_once": "At once", "steps": "In steps", "slowly": "Slowly, in steps"},
    )

    @model_validator(mode="after")
    def _payouts_have_room(self) -> Self:
        if self.payout_cap and self.payout_cap < self.min_bet:
            sentence = "The largest payout, {largest}, can't be below the smallest bet, {smallest}."
            raise Clash(sentence, largest=self.payout_cap, smallest=self.min_bet)
        return self

    @property
    def last(self) -> int:
        """The highest number that can be drawn."""
        return int(self.pool)

    @cached_property
    def largest(self) -> int:
        """The most of one ticket, whatever the bank holds: more than it could ever be paid is no bet."""
        return min(self.max_bet or MAX_AMOUNT, self.payout_cap or MAX_AMOUNT)

    @cached_property
    def paying(self) -> "Paying":
        """The part of the rules that decides what a ticket is paid."""
        return Paying(self.payout == "profit", self.payout_cap)


PRESETS = {
    "lucky nimbus": CenturyRules(),
    "keno": CenturyRules(pool="80"),
    "slow tumbler": CenturyRules(drawing="slowly", tickets=3),
    "coppers": CenturyRules(min_bet=1, tickets=5, drawing="at_once"),
    "generous": CenturyRules(payout="profit"),
    "high rollers": CenturyRules(min_bet=500, pool="80", payout_cap=2_500_000),
}


PAYOUTS: Mapping[int, Mapping[int, int]] = {
    2: {1: 1, 2: 5},
    3: {2: 2, 3: 30},
    4: {2: 2, 3: 5, 4: 60},
    5: {3: 2, 4: 10, 5: 200},
    6: {3: 2, 4: 4, 5: 50, 6: 800},
    7: {3: 1, 4: 2, 5: 20, 6: 400, 7: 2000},
    8: {4: 2, 5: 10, 6: 100, 7: 1500, 8: 5000},
    9: {4: 1, 5: 5, 6: 40, 7: 200, 8: 2000, 9: 5000},
    10: {5: 5, 6: 20, 7: 100, 8: 500, 9: 2000, 10: 5000},
}
"""By how many numbers a ticket has, and how many of them are drawn: the payout for each coin staked."""


class Paying(NamedTuple):
    """What of the house rules decides what a ticket is paid.

    A payout holds the stake, or with `is_profit` comes on top of it (rules 4.2): then a payout of 1 brings twice the
    stake. `cap` is the most that a ticket is paid in all, in smallest coins; 0 is none.
    """

    is_profit: bool
    cap: int

    def times(self, picks: int, matches: int) -> int:
        """Return the total payout for each coin staked, without the cap."""
        payout = PAYOUTS[picks].get(matches, 0)
        return payout + self.is_profit if payout else 0

    def paid(self, picks: int, matches: int, stake: int) -> int:
        """All that a ticket of so many numbers is paid for so many matches, in smallest coins."""
        whole = stake * self.times(picks, matches)
        return min(whole, self.cap) if self.cap else whole


def describe_payouts(picks: int) -> str:
    """Describe the payouts of a ticket of that size, as in "2 matches pay 2 and 3 pay 30 times the stake"."""
    (least, most), *more = PAYOUTS[picks].items()
    first = f"{counted(least, 'match', 'matches')} {'pays' if least == 1 else 'pay'} {most:,}"
    return f"{listed((first, *(f'{matches} pay {times:,}' for matches, times in more)))} times the stake"


def terms(rules: CenturyRules, picks: int) -> str:
    """Describe the payouts, whether the stake comes back besides, and the table's cap."""
    pays = (
        f"{describe_payouts(picks)}, and the stake comes back" if rules.payout == "profit" else describe_payouts(picks)
    )
    if not cuts(rules, picks):
        return pays
    most = f"{float(Fraction(rules.payout_cap, rules.min_bet)):,.2f}".rstrip("0").rstrip(".")
    return f"{pays}, at most {most} times the smallest bet; a larger bet may return less"


def cuts(rules: CenturyRules, picks: int) -> bool:
    """Return true if the cap is below the best payout of some stake on that many numbers."""
    return 0 < rules.payout_cap < rules.largest * rules.paying.times(picks, picks)


class FillIn(Action):
    """A ticket with numbers of one's own; in place of the last one by a seat that has all its tickets."""

    kind: Literal["ticket"] = "ticket"
    numbers: tuple[int, ...] = ()
    stake: int = 0


class QuickPick(Action):
    """A ticket with so many numbers that chance picks."""

    kind: Literal["quick"] = "quick"
    count: int = 0
    stake: int = 0


class PlayAgain(Action):
    """The tickets of the last draw once more."""

    kind: Literal["again"] = "again"


class TakeBack(Action):
    """Take back tickets, by their places ("1" is the first); the only one needs no naming."""

    kind: Literal["back"] = "back"
    tickets: tuple[str, ...] = ()


class Finish(Action):
    """Wait for the draw with what one has, be it nothing."""

    kind: Literal["done"] = "done"


class GoOn(Action):
    """The next numbers, without waiting for them."""

    kind: Literal["go_on"] = "go_on"


CenturyAction = Annotated[FillIn | QuickPick | Chip | PlayAgain | TakeBack | Finish | GoOn, Field(discriminator="kind")]


Phase = Literal["tickets", "drawing", "over"]
MOST_REMEMBERED = 40
"""Gamblers whose last tickets are kept: those at the table, and some who sit a draw out."""


class Ticket(Frozen):
    """Numbers in ascending order and the stake on them, in smallest coins; `paid` is 0 until the draw is over."""

    numbers: tuple[int, ...]
    stake: int = Field(ge=1, le=MAX_AMOUNT)
    paid: int = 0

    def matches(self, drawn: Iterable[int]) -> int:
        """Count its numbers among those drawn."""
        return len(set(self.numbers).intersection(drawn))


class Remembered(Frozen):
    """The tickets of a seat in the last draw that it had some in."""

    seat: int
    tickets: tuple[Ticket, ...]


class CenturyCarry(Carry):
    """What everybody can play again."""

    last: tuple[Remembered, ...] = ()

    @cached_property
    def tickets_by_seat(self) -> Mapping[int, tuple[Ticket, ...]]:
        return {one.seat: one.tickets for one in self.last}


class Gambler(Frozen):
    """A seat, its chips, and its tickets in the order they were filled in; stakes are out of the stack.

    `is_done`: the draw waits for the seat no longer, unless it takes a ticket back.
    """

    seat: int
    stack: int
    tickets: tuple[Ticket, ...] = ()
    is_done: bool = False

    @property
    def staked(self) -> int:
        return sum([ticket.stake for ticket in self.tickets])


class CenturyState(HandState):
    """A draw, from the first ticket to the last number."""

    deal: Deal[CenturyRules, CenturyCarry]
    phase: Phase = "tickets"
    gamblers: tuple[Gambler, ...]
    """Clockwise."""
    bank: int
    """The chips of the bank; stakes come in and payouts go out when the draw is over."""
    drawn: tuple[int, ...] = ()
    """In the order they came."""
    fresh: int = 0
    """How many of them came last."""

    @property
    def rules(self) -> CenturyRules:
        return self.deal.rules

    @property
    def order(self) -> tuple[int, ...]:
        return self.deal.order

    @property
    def tickets(self) -> tuple[Ticket, ...]:
        """All tickets on the table."""
        return tuple([ticket for gambler in self.gamblers for ticket in gambler.tickets])

    def gambler(self, seat: int) -> Gambler | None:
        """Return the gambler at that seat, or None if the seat isn't in this draw."""
        for gambler in self.gamblers:
            if gambler.seat == seat:
                return gambler
        return None

    def put(self, changed: Gambler) -> "CenturyState":
        return self.evolve(gamblers=tuple([changed if g.seat == changed.seat else g for g in self.gamblers]))


class SeatView(Frozen):
    """A seat as everybody sees it."""

    seat: int
    stack: int
    tickets: tuple[Ticket, ...]
    is_done: bool


class CenturyView(Frozen):
    """The table; everybody sees the same, but that they know who they are (`own`). `bank` is None where it is endless;
    `picks_left` is how many numbers another ticket may have while tickets are filled in, so that the bank could pay it.
    """

    phase: Phase
    last: int
    """The highest number there is."""
    draws: int
    drawn: tuple[int, ...]
    fresh: int
    bank: int | None
    picks_left: int
    seats: tuple[SeatView, ...]
    rules: CenturyRules = Field(exclude=True, repr=False)
    """What tickets are paid. Everybody may know them, so a view that is written down leaves them out."""
    own: int | None = Field(default=None, exclude=True, repr=False)


class Opened(Event):
    """Tickets can be filled in: of some of the numbers from 1 to `last`."""

    kind: Literal["opened"] = "opened"
    last: int


class Filled(Event):
    """A ticket was filled in, perhaps in place of another, perhaps by chance."""

    kind: Literal["filled"] = "filled"
    seat: int
    ticket: Ticket
    is_quick: bool = False
    is_instead: bool = False


class PlayedAgain(Event):
    kind: Literal["played_again"] = "played_again"
    seat: int
    tickets: tuple[Ticket, ...]


class TookBack(Event):
    """`left` tickets stay."""

    kind: Literal["took_back"] = "took_back"
    seat: int
    tickets: tuple[Ticket, ...]
    left: int


class Finished(Event):
    """`tickets` is how many the seat has in the draw."""

    kind: Literal["finished"] = "finished"
    seat: int
    tickets: int


class Closed(Event):
    """No more bets: so many tickets are in, for so much in all. Without any nothing is drawn. `is_full`: who isn't done
    could bet nothing more that the bank could pay.
    """

    kind: Literal["closed"] = "closed"
    tickets: int
    staked: int
    is_full: bool = False


class Drawn(Event):
    """The numbers that came just now; `total` of `draws` have come with them, out of 1 to `last`."""

    kind: Literal["drawn"] = "drawn"
    numbers: tuple[int, ...]
    total: int
    draws: int
    last: int


class Ended(Event):
    """All numbers are drawn, and the tickets are paid."""

    kind: Literal["ended"] = "ended"
    drawn: tuple[int, ...]
    seats: tuple[SeatView, ...]


CenturyEvent = Annotated[
    Opened | Filled | PlayedAgain | TookBack | Finished | Closed | Drawn | Ended, Field(discriminator="kind")
]


def bettors(events: Iterable[Event]) -> frozenset[int]:
    """Return the seats with a ticket in the draw."""
    return frozenset(seat.seat for event in events if isinstance(event, Ended) for seat in event.seats if seat.tickets)
