"""What a spin of roulette holds: who has bet what, and what the bank would lose by it. Nothing here is secret."""

from functools import lru_cache
from typing import NamedTuple

from pydantic import Field

from bot.engine.banked.limits import means
from bot.engine.frozen import Frozen
from bot.engine.game import Carry, Deal
from cogs.roulette.options import RouletteRules
from cogs.roulette.spots import MOST_PAID
from cogs.roulette.wheel import Pocket

_KEPT = 1024
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
    """What became of a seat's bets: what they were in all, what came back in all, and which of them won."""

    seat: int
    staked: int
    back: int
    won: tuple[str, ...] = ()

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


class RouletteState(Frozen):
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
        """What the spin before has handed on."""
        return self.deal.carry or RouletteCarry()

    @property
    def rooms(self) -> tuple[int, ...]:
        """What the bank can still lose besides the bets that lie there, for each pocket; no more is said than all chips
        on one number could ever win, so that a rich bank always has the same room.
        """
        enough = MOST_PAID * sum(player.stack for player in self.deal.players)
        return _rooms(self.exposure, means(self.deal), enough)

    @property
    def staked(self) -> int:
        """All that lies on the layout."""
        return sum(bet.amount for gambler in self.gamblers for bet in gambler.bets)

    def gambler(self, seat: int) -> Gambler | None:
        return next((gambler for gambler in self.gamblers if gambler.seat == seat), None)

    def with_gambler(self, changed: Gambler) -> "RouletteState":
        return self.evolve(gamblers=tuple(changed if g.seat == changed.seat else g for g in self.gamblers))


@lru_cache(maxsize=_KEPT)
def _rooms(exposure: tuple[int, ...], most: int, enough: int) -> tuple[int, ...]:
    return tuple(min(most - lost, enough) for lost in exposure)


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
