"""The options, actions, events and state of roulette, and the payout of each bet."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, Self

from propcache.api import cached_property
from pydantic import Field, model_validator

from bot.engine.banked.limits import MOST, MOST_USUAL, Chip, OpenBetsRules, bank_means, once_per_state
from bot.engine.frozen import Frozen
from bot.engine.game import Carry, Deal, Event, HandState
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Action
from bot.engine.options import Clash, option
from bot.engine.words import Voice
from cogs.roulette.layout import GROUPS, MOST_PAID, PAYS, Group, Layout, OnZero, Pocket, Spot, Wheel, is_zero, layout

USUAL_BETS = 20
"""How many of the usual largest bets a bank is filled to pay."""
_UNLIMITED = 10
"""The usual largest bet of a table without a limit, in smallest bets."""


class RouletteRules(OpenBetsRules):
    """All that a GM may choose at a roulette table; the defaults are a wheel with one zero."""

    max_bet: int = option(
        0,
        "Largest inside bet",
        "Highest bet of a player on one spot among the numbers. 0: as much as the bank can pay.",
        labels={"0": "what the bank can pay"},
        money=True,
        low=0,
        high=MOST,
    )
    max_outside: int = option(
        0,
        "Largest outside bet",
        "Highest bet of a player on a color, a dozen and so on. 0: as much as the bank can pay.",
        labels={"0": "what the bank can pay"},
        money=True,
        low=0,
        high=MOST,
    )
    wheel: Wheel = option(
        "single",
        "The wheel",
        "Zeros on the wheel. Two nearly double the house edge.",
        labels={"single": "One zero: European", "double": "0 and 00: American"},
    )
    zero: OnZero = option(
        "lose",
        "Even chances on zero",
        "Result of bets on red, black, even, odd, low and high when a zero comes.",
        labels={"lose": "They lose", "half": "Half comes back"},
    )
    top_line: bool = option(
        default=True,
        title="Top line (two zeros only)",
        description="Only with two zeros. On: a bet on 0, 00, 1, 2 and 3 together pays 6 to 1.",
    )

    @model_validator(mode="after")
    def _outside_bets_have_room(self) -> Self:
        if self.max_outside and self.max_outside < self.min_bet:
            sentence = "The largest outside bet, {largest}, can't be below the smallest bet, {smallest}."
            raise Clash(sentence, largest=self.max_outside, smallest=self.min_bet)
        return self

    @cached_property
    def layout(self) -> Layout:
        """All that can be bet on at this wheel."""
        return layout(self.wheel, has_top_line=self.top_line)

    def limit(self, group: Group) -> int:
        """Return one gambler's limit on one spot, without regard to the bank."""
        return (self.max_bet if group == "inside" else self.max_outside) or MAX_AMOUNT

    @cached_property
    def limits(self) -> tuple[int, ...]:
        """The limit of each group, in their order."""
        return tuple(map(self.limit, GROUPS))

    @cached_property
    def least_limit(self) -> int:
        """The limit of the group that has the lower one."""
        return min(self.limits)

    @cached_property
    def chip(self) -> int:
        """The amount that one button bets on red."""
        return self.chip_within(self.limit("outside"))

    @property
    def usual_bank(self) -> int:
        """Enough to pay some twenty of the largest bets that people usually make at such a table."""
        largest = {"inside": self.max_bet, "outside": self.max_outside}
        dearest = max(
            PAYS[spot.kind].winnings(largest[spot.group] or self.min_bet * _UNLIMITED)
            for spot in self.layout.by_name.values()
        )
        return min(USUAL_BETS * dearest, MOST_USUAL)

    @property
    def least_bank(self) -> int:
        """Enough to pay the smallest bet where it wins least."""
        return min(PAYS[kind].winnings(self.min_bet) for kind in self.layout.kinds)

    def stakes(self, voice: Voice) -> str:
        """Describe the stakes in half a line."""
        limits = [("inside", self.max_bet), ("outside", self.max_outside)]
        to = [f"{word} to {voice.money(most)}" for word, most in limits if most]
        return " · ".join((f"Bets from {voice.money(self.min_bet)}", *to))


PRESETS = {
    "european": RouletteRules(),
    "american": RouletteRules(wheel="double"),
    "french": RouletteRules(min_bet=10, zero="half"),
    "among friends": RouletteRules(min_bet=1),
    "high rollers": RouletteRules(min_bet=100, max_bet=5_000, max_outside=100_000, zero="half"),
}
"""The usual one first. All but the last go with any smallest bet; where half comes back, it can be halved."""


class Inside(Action):
    """Bet an amount, in smallest coins, on a spot among the numbers; what lies there already grows by it."""

    kind: Literal["inside"] = "inside"
    spot: str = ""
    amount: int = 0


class Outside(Action):
    """Bet an amount, in smallest coins, on a large part of the layout; what lies there already grows by it."""

    kind: Literal["outside"] = "outside"
    spot: str = ""
    amount: int = 0


class Again(Action):
    """Make the same bets as at one's last spin."""

    kind: Literal["again"] = "again"


class TakeBack(Action):
    """Take bets off the layout: those on the named spots, or "all"; the only bet without a name."""

    kind: Literal["take_back"] = "take_back"
    spots: tuple[str, ...] | str = ()
    """A single name where there is only one choice."""

    @property
    def named(self) -> tuple[str, ...]:
        return (self.spots,) if isinstance(self.spots, str) else self.spots


class Done(Action):
    """Bet no more, or not at all: when everybody has said so, the ball rolls."""

    kind: Literal["done"] = "done"


RouletteAction = Annotated[Inside | Outside | Chip | Again | TakeBack | Done, Field(discriminator="kind")]


REMEMBERED = 10
"""How many of the last spins a table shows."""


class Bet(NamedTuple):
    """An amount, in smallest coins, on a spot."""

    spot: str
    amount: int


Bets = tuple[Bet, ...]


class LastBets(Frozen):
    """What a seat bet at the last spin that it bet at."""

    seat: int
    bets: Bets


class RouletteCarry(Carry):
    """The last pockets that came, the newest first; and everybody's last bets, of whom bet latest first."""

    history: tuple[Pocket, ...] = ()
    last: tuple[LastBets, ...] = ()


class Gambler(Frozen):
    """A seat: its chips besides its bets, these in the order in which they were made, and those of its last spin."""

    seat: int
    stack: int
    bets: Bets = ()
    last: Bets = ()
    is_done: bool = False


class Settled(Frozen):
    """A seat's bets when the ball rolled, what came back in all, and which of them won."""

    seat: int
    bets: Bets
    back: int
    won: tuple[str, ...] = ()

    @property
    def staked(self) -> int:
        return total(self.bets)

    @property
    def net(self) -> int:
        return self.back - self.staked


class Result(Frozen):
    """Where the ball fell, and what that made of every seat that had bet, clockwise.

    `is_halved`: half of what lay on even chances came back from zero.
    """

    pocket: Pocket
    seats: tuple[Settled, ...]
    is_halved: bool = False


class RouletteState(HandState):
    """A spin, from the first bet until the ball lies in a pocket, or until nobody has bet."""

    deal: Deal[RouletteRules, RouletteCarry]
    gamblers: tuple[Gambler, ...]
    exposure: tuple[int, ...]
    """What the bank would lose by all bets that lie on the layout (below zero: win), for each pocket of the wheel."""
    bank: int
    result: Result | None = None
    is_over: bool = False

    @property
    def rules(self) -> RouletteRules:
        return self.deal.rules

    @property
    def carry(self) -> RouletteCarry:
        """Return the carryover of the spin before."""
        return self.deal.carry or RouletteCarry()

    @property
    def rooms(self) -> tuple[int, ...]:
        """Return the bank's room besides the bets on the layout, for each pocket. It is capped at the most that all
        chips on one number can win, so that a rich bank always has the same room.
        """
        return _rooms(self)

    @property
    def staked(self) -> int:
        """All that lies on the layout."""
        return sum([bet.amount for gambler in self.gamblers for bet in gambler.bets])

    def gambler(self, seat: int) -> Gambler | None:
        for gambler in self.gamblers:
            if gambler.seat == seat:
                return gambler
        return None

    def gamblers_with(self, changed: Gambler) -> tuple[Gambler, ...]:
        """Return all gamblers, the one of that seat changed."""
        return tuple([changed if gambler.seat == changed.seat else gambler for gambler in self.gamblers])


@once_per_state
def _most_won(deal: Deal[RouletteRules, RouletteCarry]) -> int:
    """Return the most that all chips on one number can win."""
    return MOST_PAID * sum([player.stack for player in deal.players])


@once_per_state
def _rooms(state: RouletteState) -> tuple[int, ...]:
    most, enough = bank_means(state.deal), _most_won(state.deal)
    if most - max(state.exposure) >= enough:
        return (enough,) * len(state.exposure)
    return tuple([min(most - lost, enough) for lost in state.exposure])


class SeatView(Frozen):
    """A seat as everybody sees it. `settled` is what became of its bets, once the ball lies."""

    seat: int
    stack: int
    bets: Bets
    is_done: bool
    settled: Settled | None = None


class RouletteView(Frozen):
    """The table as everybody sees it: who sits there makes no difference, but that they know who they are (`own`).

    `bank`: what it holds besides the bets, None when the mint stands behind it. `history`: the last pockets, the newest
    first, this spin's included.
    """

    rules: RouletteRules
    seats: tuple[SeatView, ...]
    bank: int | None
    history: tuple[Pocket, ...]
    result: Result | None
    is_over: bool
    own: int | None = Field(default=None, exclude=True, repr=False)


class Placed(Event):
    """Bets were made; `is_again`: the same as at the seat's last spin."""

    kind: Literal["placed"] = "placed"
    seat: int
    bets: Bets
    is_again: bool = False


class TookBack(Event):
    """Bets of a seat went back to its chips; on `left` spots it has bets still."""

    kind: Literal["took_back"] = "took_back"
    seat: int
    bets: Bets
    left: int = 0


class Spun(Event):
    """The ball has fallen, and all bets are settled."""

    kind: Literal["spun"] = "spun"
    result: Result


class NoSpin(Event):
    """The bets were closed, and there were none."""

    kind: Literal["no_spin"] = "no_spin"


RouletteEvent = Annotated[Placed | TookBack | Spun | NoSpin, Field(discriminator="kind")]


_LOSSES_CACHED = 4096


def payback(on_zero: OnZero, spot: Spot, stake: int, pocket: Pocket) -> int:
    """Return the chips that a stake brings back when the ball lies in `pocket`, itself included; in smallest coins.

    Where half of an even chance comes back on zero, the odd coin is the house's.
    """
    if pocket in spot.pockets:
        return stake + spot.pays.winnings(stake)
    return stake // 2 if is_halved(on_zero, spot, pocket) else 0


def is_halved(on_zero: OnZero, spot: Spot, pocket: Pocket) -> bool:
    """Return true if half of a bet comes back although it hasn't won."""
    return on_zero == "half" and spot.is_even_chance and is_zero(pocket)


def total(bets: Bets) -> int:
    return sum([bet.amount for bet in bets])


@lru_cache(maxsize=_LOSSES_CACHED)
def losses(table: Layout, on_zero: OnZero, bets: Bets) -> tuple[int, ...]:
    """Return the bank's loss by these bets (below zero: its win) for each pocket of the wheel."""
    nothing = (0,) * len(table.pockets)
    return tuple(map(sum, zip(nothing, *(losses_of(table, on_zero, bet) for bet in bets), strict=True)))


@lru_cache(maxsize=_LOSSES_CACHED)
def losses_of(table: Layout, on_zero: OnZero, bet: Bet) -> tuple[int, ...]:
    """Return the bank's loss by one bet for each pocket of the wheel."""
    spot, stake = table.by_name[bet.spot], bet.amount
    return tuple(payback(on_zero, spot, stake, pocket) - stake for pocket in table.pockets)


def bettors(events: Iterable[Event]) -> frozenset[int]:
    """Return the seats with chips on the layout when the ball rolled."""
    return frozenset(one.seat for event in events if isinstance(event, Spun) for one in event.result.seats)
