"""The options, bets, actions, events and state of Bounder, and the verdict of its dice (seed 001)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import lcm
from typing import Annotated, Literal, Self

from propcache.api import cached_property
from pydantic import Field, model_validator

from bot.engine.banked.limits import MOST, Chip, OpenBetsRules, Pay, bank_means
from bot.engine.cheating.loaded_dice import Loaded, LoadedEvent
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.frozen import Frozen, later, made
from bot.engine.game import Carry, Deal, Event, HandState
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Action
from bot.engine.options import Clash, option

HIGHEST = 20
"""The highest face of the shooter's dice."""
DEALER_DICE = 3
POINTS = range(1, HIGHEST + 1)

BetKind = Literal["point", "against", "all_even", "all_odd", "triple"]
KINDS: tuple[BetKind, ...] = ("point", "against", "all_even", "all_odd", "triple")
"""Every kind of bet that is made in the window, in the order people read them."""
DEALER_BETS: tuple[BetKind, ...] = ("all_even", "all_odd", "triple")
"""Those on the dealer's dice, which may be made whoever shoots."""

Verdict = Literal["bound", "wide", "matched", "equal", "missed"]
"""How a shooter fares: the dealer's sum lies between the two dice; they are 1 and 20; it is the point; it is the second
die; it lies outside.
"""
WIN, WIDE = Pay(to=1), Pay(to=2)
"""What the stake wins if the dealer is bound, and with 1 and 20 (rules 3.5)."""


def is_matched(point: int, total: int) -> bool:
    """Return true if the shooter loses without a second roll (rules 3.3)."""
    return point == total


def verdict_of(point: int, total: int, second: int) -> Verdict:
    """Return the shooter's verdict for these two dice. There is no push: an equal second die loses (rules 3.4)."""
    if is_matched(point, total):
        return "matched"
    if second == total:
        return "equal"
    low, high = sorted((point, second))
    if not low < total < high:
        return "missed"
    return "wide" if (low, high) == (1, HIGHEST) else "bound"


def stake_pays(verdict: Verdict) -> Pay | None:
    """Return the payout of the shooter's stake, or None if it is lost. Bets on the point win with it, 1 to 1."""
    return {"bound": WIN, "wide": WIDE}.get(verdict)


def dealer_wins(dice: Sequence[int]) -> frozenset[BetKind]:
    """Return the bets on the dealer that win: a triple is also all even or all odd, and then both do (rules 3.8)."""
    odd = sum(face % 2 for face in dice)
    won: set[BetKind] = {"triple"} if len(set(dice)) == 1 else set()
    if odd in (0, len(dice)):
        won.add("all_odd" if odd else "all_even")
    return frozenset(won)


@cache
def dealer_rolls() -> dict[tuple[int, frozenset[BetKind]], int]:
    """Count the 216 rolls of the dealer by their sum and the bets on them that win."""
    rolls = product(range(1, 7), repeat=DEALER_DICE)
    return dict(Counter((sum(dice), dealer_wins(dice)) for dice in rolls))


STAKE = "The shooter's stake"
FIRST_DIE, SECOND_DIE = "first d20", "second d20"
"""What the shooter's dice are called where one of them is loaded."""
LABELS: dict[BetKind, str] = {
    "point": "On the point",
    "against": "Against the shooter",
    "all_even": "All even",
    "all_odd": "All odd",
    "triple": "Three of a kind",
}
"""On buttons and in lists."""
SHORT: dict[BetKind, str] = {
    "point": "on the point",
    "against": "against",
    "all_even": "on even",
    "all_odd": "on odd",
    "triple": "on triple",
}
"""After an amount, where twenty gamblers have a line each."""
ON: dict[BetKind, str] = {
    "point": "on the point",
    "against": "against the shooter",
    "all_even": "on all even",
    "all_odd": "on all odd",
    "triple": "on three of a kind",
}
"""After an amount: "5 cp on all even"."""


_BY_POINT = (
    Pay(to=4, on=5),
    Pay(to=4, on=5),
    Pay(to=4, on=5),
    Pay(to=4, on=5),
    Pay(to=3, on=4),
    Pay(to=2, on=3),
    Pay(to=3, on=5),
    Pay(to=1, on=2),
    Pay(to=2, on=5),
    Pay(to=2, on=5),
)
"""What a bet against the shooter pays at the points 1 to 10, and 20 to 11: a little less than would be fair at each."""
_FLAT = {"two_to_five": Pay(to=2, on=5), "even": Pay(to=1)}
_USUAL_BETS = 20
"""How many of the usual largest bets a bank can pay that nobody has chosen an amount for."""
_SMALLEST_BETS = 10
"""How many of the smallest bets a usual largest one is where the table has no limit."""


@cache
def _to_one(to: int) -> Pay:
    return Pay(to=to)


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The terms of a kind of bet by the house rules at a point. There is one object for each."""

    kind: BetKind
    pay: Pay
    smallest: int
    """The table's smallest bet."""
    least: int
    """The least bet that wins something, and no less than the smallest."""
    most: int
    """The largest bet, without regard to the bank."""


class HonestRules(OpenBetsRules):
    """What a GM may choose at every Bounder table."""

    version: Literal["standard", "classic"] = option(
        "standard",
        "Who shoots",
        "One shooter a round, on whom the others bet, or everyone at once, each with a stake.",
        labels={"standard": "One after the other", "classic": "Everyone at once (classic)"},
    )
    max_side: int = option(
        0,
        "Largest bet on the dealer",
        "Largest single bet on the dealer's dice. 0: the same limit as for other bets.",
        labels={"0": "as for other bets"},
        money=True,
        low=0,
        high=MOST,
    )
    double: Literal["exact", "up_to", "off"] = option(
        "exact",
        "Doubling",
        "The shooter may raise the stake once, after the first roll.",
        labels={"exact": "Exactly double", "up_to": "Up to double", "off": "Not at all"},
    )
    dealer_bets: bool = option(
        default=True,
        title="Bets on the dealer",
        description="Players may bet on all even, all odd and three of a kind on the dealer's dice.",
    )
    even_odd_pays: int = option(
        1,
        "All even and all odd pay",
        "Coins won for each coin bet. 1 is as printed, and 7 would be fair.",
        low=1,
        high=7,
    )
    triple_pays: int = option(
        3, "Three of a kind pays", "Coins won for each coin bet. 3 is as printed, and 35 would be fair.", low=3, high=35
    )
    against: Literal["off", "by_point", "two_to_five", "even"] = option(
        "off",
        "Bets against the shooter",
        "Bets that win when bets on the point lose. Not for the shooter, and not in classic Bounder.",
        labels={
            "off": "None",
            "by_point": "By the point: from 4 to 5 down to 2 to 5",
            "two_to_five": "2 to 5, whatever the point",
            "even": "1 to 1, better than fair",
        },
    )

    @model_validator(mode="after")
    def _bets_on_the_dealer_have_room(self) -> Self:
        if self.max_side and self.max_side < self.min_bet:
            sentence = "The largest bet on the dealer, {largest}, can't be below the smallest bet, {smallest}."
            raise Clash(sentence, largest=self.max_side, smallest=self.min_bet)
        return self

    @property
    def is_classic(self) -> bool:
        """The version of 2008, in which everybody shoots at once (rules 3.16)."""
        return self.version == "classic"

    @cached_property
    def kinds(self) -> tuple[BetKind, ...]:
        """Every kind of bet that this table takes, besides the shooter's stake."""
        on_point: tuple[BetKind, ...] = () if self.is_classic else ("point",)
        against: tuple[BetKind, ...] = () if self.is_classic or self.against == "off" else ("against",)
        return (*on_point, *against, *self.kinds_on_dealer)

    @property
    def kinds_on_dealer(self) -> tuple[BetKind, ...]:
        """Those on the dealer's dice."""
        return DEALER_BETS if self.dealer_bets else ()

    def most(self, kind: BetKind) -> int:
        """Return the largest bet of that kind in smallest coins, without regard to the bank."""
        return self.max_side or self.largest if kind in DEALER_BETS else self.largest

    @cached_property
    def terms(self) -> Mapping[int | None, Mapping[BetKind, Terms]]:
        """The terms of every kind of bet at each point, and before there is one."""
        return {point: {kind: self._terms_at(point, kind) for kind in KINDS} for point in (None, *POINTS)}

    def _terms_at(self, point: int | None, kind: BetKind) -> Terms:
        pay, smallest = self.pay(kind, point), self.min_bet
        return Terms(kind, pay, smallest, max(pay.least_beside(0), smallest), self.most(kind))

    @cached_property
    def most_paid(self) -> int:
        """The most that a bet wins for each coin, rounded up."""
        return max(self.even_odd_pays, self.triple_pays)

    def pay(self, kind: BetKind, point: int | None) -> Pay:
        """Return the payout of a bet of that kind with this point; a bet against the shooter is made once there is a
        point.
        """
        match kind:
            case "point":
                return WIN
            case "against":
                return self.pay_against(point)
            case "triple":
                return _to_one(self.triple_pays)
            case _:
                return _to_one(self.even_odd_pays)

    def pay_against(self, point: int | None) -> Pay:
        flat = _FLAT.get(self.against)
        if flat is not None or point is None:
            return flat or _BY_POINT[-1]
        return _BY_POINT[min(point, HIGHEST + 1 - point) - 1]

    @property
    def whole(self) -> int:
        """The least bet, in smallest coins, that loses no part of a coin whatever it is on."""
        ons = [self.pay_against(point).on for point in POINTS] if "against" in self.kinds else [1]
        unit = lcm(*ons)
        return -(-self.min_bet // unit) * unit

    @property
    def usual_bank(self) -> int:
        """Some twenty of the usual largest bets of the kind that costs most, in smallest coins."""
        usual = self.max_bet or self.min_bet * _SMALLEST_BETS
        costs = [WIDE.winnings(usual) * (1 if self.double == "off" else 2)]
        for kind in self.kinds:
            bet = self.max_side or usual if kind in DEALER_BETS else usual
            costs += [self.pay(kind, point).winnings(bet) for point in POINTS]
        return min(_USUAL_BETS * max(costs), MAX_AMOUNT // 2)


_LEAST_FOR_DICE = 8
"""Seconds that a shooter has for a stake at the least, however soon bets close."""


def dice_seconds(rules: HonestRules) -> int:
    """Return the seconds after which an idle shooter passes the dice to the others who wait for them."""
    return max(rules.window, _LEAST_FOR_DICE)


class BounderRules(CrookedRules, HonestRules):
    """All that a GM may choose at a Bounder table; the defaults play as printed (seed 001)."""


PRESETS = {
    "lucky nimbus": BounderRules(),
    "classic": BounderRules(version="classic"),
    "fair dealer bets": BounderRules(even_odd_pays=7, triple_pays=35),
    "penny table": BounderRules(min_bet=1),
    "both sides": BounderRules(min_bet=20, against="by_point"),
    "high rollers": BounderRules(min_bet=100, max_bet=5000, max_side=1000, double="up_to"),
}
"""As printed first; all but the last have no largest bet, so that they go with any smallest one."""


class Stake(Action):
    """Shoot for so much, in smallest coins."""

    kind: Literal["stake"] = "stake"
    amount: int = 0


class Pass(Action):
    """Pass the dice on; in the classic version, sit the round out."""

    kind: Literal["pass"] = "pass"


class Double(Action):
    kind: Literal["double"] = "double"


class Increase(Action):
    """Add to the stake, at most as much again, in smallest coins."""

    kind: Literal["increase"] = "increase"
    amount: int = 0


class Keep(Action):
    """Leave the stake as it is."""

    kind: Literal["keep"] = "keep"


class Wager(Action):
    """Bet so much more on that, in smallest coins."""

    amount: int = 0
    kind: BetKind


class Again(Action):
    """Stake or bet what was staked or bet last."""

    kind: Literal["again"] = "again"


class TakeBack(Action):
    """Take bets back while the window is open: some of several, or all; a player with only one names none. A stake
    likewise, in the classic version, as long as others stake.
    """

    kind: Literal["take_back"] = "take_back"
    bets: tuple[BetKind, ...] | BetKind | Literal["all"] = ()

    @property
    def named(self) -> tuple[BetKind, ...]:
        """Return the bets that are named; none for all of them."""
        if isinstance(self.bets, tuple):
            return self.bets
        return () if self.bets == "all" else (self.bets,)


class Done(Action):
    """No more bets."""

    kind: Literal["done"] = "done"


class Roll(Action):
    """The shooter is ready to roll once everybody else is done; once ready, the shooter rolls at once."""

    kind: Literal["roll"] = "roll"


BounderAction = Annotated[
    Stake | Chip | Pass | Double | Increase | Keep | Wager | Again | TakeBack | Done | Roll, Field(discriminator="kind")
]


Phase = Literal["staking", "doubling", "betting", "over"]
Kind = Literal["shooter"] | BetKind
"""What a bet is on: the own roll, as the shooter's stake, or what others bet on too."""
Idle = Literal["passed", "unstaked", "bank", "caught"]
"""Why nobody shoots: everybody passed the dice on, or staked nothing in the classic version; or the bank couldn't pay
twice the smallest stake; or whoever would have shot was caught cheating.
"""


class Bets(Frozen):
    """What somebody has bet in the window, in smallest coins: one bet of each kind (rules 3.12)."""

    point: int = 0
    against: int = 0
    all_even: int = 0
    all_odd: int = 0
    triple: int = 0

    def on(self, kind: BetKind) -> int:
        amount: int = getattr(self, kind)
        return amount

    @cached_property
    def made(self) -> tuple[tuple[BetKind, int], ...]:
        """(kind, amount) of each bet there is."""
        amounts = (self.point, self.against, self.all_even, self.all_odd, self.triple)
        return tuple([made for made in zip(KINDS, amounts, strict=True) if made[1]])

    @property
    def kinds(self) -> tuple[BetKind, ...]:
        """Return the kinds with a bet on them."""
        return tuple([kind for kind, _ in self.made])

    @property
    def total(self) -> int:
        return self.point + self.against + self.all_even + self.all_odd + self.triple

    def plus(self, kind: BetKind, amount: int) -> "Bets":
        return self.evolve(**{kind: self.on(kind) + amount})


class Habit(Frozen):
    """What a seat has bet last: its stake and its bets on the dealer when it shot, and its bets when another did."""

    seat: int
    stake: int = 0
    shot: Bets = Bets()
    bets: Bets = Bets()


class BounderCarry(Carry):
    """Who shot last, and who sat where then; and what everybody had bet."""

    shooter: int | None
    order: tuple[int, ...]
    habits: tuple[Habit, ...] = ()


class Gambler(Frozen):
    """A player's chips: the stack, what lies as a stake on the own roll, and bets; and the own dice."""

    seat: int
    stack: int
    stake: int = 0
    point: int | None = None
    second: int | None = None
    bets: Bets = Bets()
    raised: int = 0
    """How much of the stake was added after the first roll: once is all."""
    is_done: bool = False
    """Whether they have said that they are done with what is open now: stakes, or bets."""
    is_spared: bool = False
    """Whether there was nothing left for them to decide: nobody waits for them then, though chips may come back."""
    is_out: bool = later(default=False)
    """Whether they were caught cheating: what they have on the table is lost, and lies there until the end."""

    @property
    def is_asked(self) -> bool:
        """Return true if the round waits for them while stakes or bets are open to everyone."""
        return not (self.is_done or self.is_spared or self.is_out)

    @property
    def laid(self) -> tuple[tuple[Kind, int], ...]:
        """(kind, amount) of all that they have on the table."""
        return (("shooter", self.stake), *self.bets.made) if self.stake else self.bets.made

    @property
    def on_the_table(self) -> int:
        """Stake and bets in smallest coins."""
        return self.stake + self.bets.total


class Shot(Frozen):
    """How a shooter fared."""

    seat: int
    stake: int
    point: int
    second: int | None
    """None where the point was matched: there is no second roll then."""
    verdict: Verdict


class Settled(Frozen):
    """One bet: what was staked and what came back of it, the stake included, in smallest coins."""

    seat: int
    kind: Kind
    staked: int
    returned: int


class Result(Frozen):
    """How a round ended. Without a shooter there are no dice, and `idle` says why."""

    dealer: tuple[int, ...] = ()
    shots: tuple[Shot, ...] = ()
    settled: tuple[Settled, ...] = ()
    idle: Idle | None = None

    @property
    def nets(self) -> dict[int, int]:
        """Result of each player who has bet, in smallest coins."""
        nets: dict[int, int] = {}
        for bet in self.settled:
            nets[bet.seat] = nets.get(bet.seat, 0) + bet.returned - bet.staked
        return nets


class BounderState(HandState):
    """A round, from the offer of the dice until every bet is settled.

    In the standard version `shooter` has the dice, and `line` are those who would be offered them next. In the classic
    one everybody with a stake shoots.
    """

    deal: Deal[BounderRules, BounderCarry]
    phase: Phase = "staking"
    shooter: int | None = None
    line: tuple[int, ...] = ()
    gamblers: tuple[Gambler, ...]
    bank: int
    result: Result | None = None
    loaded: tuple[Loaded, ...] = later(())
    """Whose next d20 is loaded. Nobody knows but they and the GM."""

    @property
    def rules(self) -> BounderRules:
        return self.deal.rules

    @property
    def order(self) -> tuple[int, ...]:
        return self.deal.order

    @property
    def means(self) -> int:
        """Chips that the bank can lose in this round. They include the stakes and bets already lost to it."""
        return bank_means(self.deal) + sum([gambler.on_the_table for gambler in self.gamblers if gambler.is_out])

    @property
    def shooters(self) -> tuple[Gambler, ...]:
        """Everybody with a stake on their own roll."""
        return tuple([gambler for gambler in self.gamblers if gambler.stake and not gambler.is_out])

    @property
    def point(self) -> int | None:
        """The point that bets are on, where one shoots for all."""
        return None if self.shooter is None else self.gambler(self.shooter).point

    @property
    def staked(self) -> int:
        """All that lies on the table, in smallest coins."""
        return sum([gambler.on_the_table for gambler in self.gamblers]) if self.phase != "over" else 0

    def gambler(self, seat: int) -> Gambler:
        # asked for so often that a generator costs more than the search
        for gambler in self.gamblers:
            if gambler.seat == seat:
                return gambler
        raise KeyError(seat)

    def with_gambler(self, changed: Gambler) -> "BounderState":
        return self.evolve(gamblers=tuple([changed if g.seat == changed.seat else g for g in self.gamblers]))

    def habit(self, seat: int) -> Habit:
        """Return the seat's bets of earlier rounds."""
        habits = self.deal.carry.habits if self.deal.carry else ()
        return next((habit for habit in habits if habit.seat == seat), None) or made(Habit, seat=seat)


class SeatView(Frozen):
    """A seat as everybody sees it. `net` is what it has won or lost, once the round is over and it has bet."""

    seat: int
    stack: int
    stake: int
    point: int | None
    second: int | None
    bets: Bets
    is_done: bool
    is_out: bool
    net: int | None


class BounderView(Frozen):
    """The whole table: Bounder has no secrets. `own` is whose view it is; `bank` is None where it is endless."""

    own: int | None
    rules: BounderRules
    phase: Phase
    shooter: int | None
    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...]
    bank: int | None
    result: Result | None


class Offered(Event):
    """The dice are offered to a seat, which stakes or passes them on; `by` is who has passed them."""

    kind: Literal["offered"] = "offered"
    seat: int
    by: int | None = None


class Opened(Event):
    """The classic version: everybody is asked for a stake."""

    kind: Literal["opened"] = "opened"


class Staked(Event):
    kind: Literal["staked"] = "staked"
    seat: int
    amount: int


class SatOut(Event):
    """The classic version: a seat plays no part in this round."""

    kind: Literal["sat_out"] = "sat_out"
    seat: int


class Unstaked(Event):
    """The classic version: a stake was taken back."""

    kind: Literal["unstaked"] = "unstaked"
    seat: int
    amount: int


class Pointed(Event):
    """The first d20: (seat, face) of each shooter, in the order of seats."""

    kind: Literal["pointed"] = "pointed"
    points: tuple[tuple[int, int], ...]
    is_classic: bool = False


class Raised(Event):
    """The stake grew by `amount` to `stake`."""

    kind: Literal["raised"] = "raised"
    seat: int
    amount: int
    stake: int


class Kept(Event):
    kind: Literal["kept"] = "kept"
    seat: int
    stake: int


class Placed(Event):
    """(kind, amount) of what was bet now, in smallest coins."""

    kind: Literal["placed"] = "placed"
    seat: int
    bets: tuple[tuple[BetKind, int], ...]


class TookBack(Event):
    """(kind, amount) of what was taken back, in smallest coins."""

    kind: Literal["took_back"] = "took_back"
    seat: int
    bets: tuple[tuple[BetKind, int], ...]


class Forfeited(Event):
    """Somebody is out who was caught cheating, and the round goes on: `lost` is what they have on the table, in
    smallest coins.
    """

    kind: Literal["forfeited"] = "forfeited"
    seat: int
    lost: int


class Ended(Event):
    """The dice have fallen and every bet is settled; or nobody has shot."""

    kind: Literal["ended"] = "ended"
    result: Result


BounderEvent = Annotated[
    Offered
    | Opened
    | Staked
    | SatOut
    | Unstaked
    | Pointed
    | Raised
    | Kept
    | Placed
    | TookBack
    | Forfeited
    | Ended
    | LoadedEvent,
    Field(discriminator="kind"),
]


def bettors(events: Iterable[Event]) -> frozenset[int]:
    """Return the seats with a stake or a bet at the end of the round, also where a caught shooter ended it."""
    return frozenset(one.seat for event in events if isinstance(event, Ended) for one in event.result.settled)
