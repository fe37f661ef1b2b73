"""What a round of Bounder holds, and what may be seen of it: all of it but loaded dice."""

from typing import Literal

from bot.engine.banked.limits import means
from bot.engine.cheating.loaded_dice import Loaded
from bot.engine.frozen import Frozen, later
from bot.engine.game import Carry, Deal
from cogs.bounder.dice import KINDS, BetKind, Verdict
from cogs.bounder.options import BounderRules

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

    @property
    def made(self) -> tuple[tuple[BetKind, int], ...]:
        """(kind, amount) of each bet there is."""
        amounts = (self.point, self.against, self.all_even, self.all_odd, self.triple)
        return tuple([made for made in zip(KINDS, amounts, strict=True) if made[1]])

    @property
    def kinds(self) -> tuple[BetKind, ...]:
        """What there is a bet on."""
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
        """Whether the round waits for them while stakes or bets are open to everybody."""
        return not (self.is_done or self.is_spared or self.is_out)

    @property
    def laid(self) -> tuple[tuple[Kind, int], ...]:
        """(kind, amount) of all that they have on the table."""
        return (("shooter", self.stake), *self.bets.made) if self.stake else self.bets.made

    @property
    def on_the_table(self) -> int:
        """What they have staked and bet, in smallest coins."""
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
        """What everybody who has bet has won or lost, in smallest coins."""
        nets: dict[int, int] = {}
        for bet in self.settled:
            nets[bet.seat] = nets.get(bet.seat, 0) + bet.returned - bet.staked
        return nets


class BounderState(Frozen):
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
        return tuple([gambler.seat for gambler in self.gamblers])

    @property
    def means(self) -> int:
        """What the bank can lose in this round: also what is lost to it already, whatever the dice show."""
        return means(self.deal) + sum([gambler.on_the_table for gambler in self.gamblers if gambler.is_out])

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
        """What the seat has bet in earlier rounds."""
        habits = self.deal.carry.habits if self.deal.carry else ()
        return next((habit for habit in habits if habit.seat == seat), Habit(seat=seat))


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
