"""What a hand of Pi'Lok holds, and what may be seen of it."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.betting.betting import BettingRound
from bot.engine.betting.pots import uncalled
from bot.engine.cheating.loaded_dice import Loaded
from bot.engine.frozen import Frozen, later
from bot.engine.game import Carry, Deal
from bot.engine.skills import Roll as SkillRoll
from cogs.pilok.hands import Variant, value
from cogs.pilok.options import PilokRules

Street = Literal["lift", "orbit", "deep", "jump", "last", "shadowport"]
Attempt = Literal["jump", "challenge"]
Die = Annotated[int, Field(ge=1, le=6)]


class PilokCarry(Carry):
    """The deal passes to the left: who dealt, and who sat where then."""

    dealer: int
    order: tuple[int, ...]


class Gambler(Frozen):
    """A player's dice in the order they fell."""

    seat: int
    dice: tuple[Die, ...] = ()
    has_jumped: bool = False


class Contest(Frozen):
    """A jump or a challenge under way."""

    kind: Attempt
    jumper: int
    target: int
    stage: Literal["totals", "choice", "reroll"]
    totals: tuple[tuple[int, SkillRoll], ...] = ()
    """(seat, roll) of whoever has typed a total so far, or has let the bot roll."""
    winner: int | None = None
    owner: int | None = None
    die: int | None = None
    """Whose die is rolled again, and its place among theirs."""


class Win(Frozen):
    """One pot: its chips, who could win it, and who won how much of it."""

    amount: int
    eligible: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]


class Result(Frozen):
    """How the hand ended. `unseen`: everybody else folded."""

    wins: tuple[Win, ...]
    returned: tuple[tuple[int, int], ...] = ()
    unseen: bool = False
    house: int = 0
    bank: int = 0
    uncalled: int = Field(default=0, exclude=True)
    """How much of what was returned nobody had called; the rest is a side pot that fell to who got it. A state hasn't
    got it (`PilokState.told_result`): older hands were stored without, and have to check out as they were.
    """


class PilokState(Frozen):
    """A hand. The chips are in `betting`, one bettor for each gambler, both clockwise."""

    deal: Deal[PilokRules, PilokCarry]
    dealer: int
    street: Street = "lift"
    leader: int
    gamblers: tuple[Gambler, ...]
    betting: BettingRound
    owed: tuple[int, ...] = ()
    """Who still has to type the die of this street."""
    jumpers: tuple[int, ...] = ()
    """Who may still jump; the first is asked now."""
    contest: Contest | None = None
    result: Result | None = None
    loaded: tuple[Loaded, ...] = later(())
    """Whose die of the next street is loaded. Nobody knows but they and the GM."""

    @property
    def rules(self) -> PilokRules:
        return self.deal.rules

    @property
    def order(self) -> tuple[int, ...]:
        return tuple(gambler.seat for gambler in self.gamblers)

    @property
    def live(self) -> tuple[int, ...]:
        return self.betting.live

    @property
    def pot(self) -> int:
        return self.betting.pot + self.deal.bank

    @property
    def paid(self) -> dict[int, int]:
        """What everybody put in during the hand."""
        return {bettor.seat: bettor.paid for bettor in self.betting.bettors}

    @property
    def told_result(self) -> Result | None:
        """How the hand ended, with how much of what was returned nobody had called."""
        if self.result is None:
            return None
        return self.result.evolve(uncalled=sum(uncalled(self.paid, seat) for seat, _ in self.result.returned))

    def dice(self, seat: int) -> tuple[int, ...]:
        return self.gambler(seat).dice

    def gambler(self, seat: int) -> Gambler:
        for gambler in self.gamblers:
            if gambler.seat == seat:
                return gambler
        raise LookupError(f"seat {seat} isn't in this hand")

    def value(self, seat: int) -> int:
        return value(self.dice(seat), self.rules.variant)

    def with_gambler(self, changed: Gambler) -> "PilokState":
        return self.evolve(gamblers=tuple(changed if g.seat == changed.seat else g for g in self.gamblers))


class SeatView(Frozen):
    """A seat as everybody sees it; the dice lie open. `bet` is 0 when the bets of a street are over."""

    seat: int
    dice: tuple[int, ...]
    value: int
    stack: int
    bet: int
    paid: int
    is_folded: bool
    is_all_in: bool
    has_jumped: bool


class PilokView(Frozen):
    """The whole table: Pi'Lok has no secrets. `own` is the seat that looks, if it plays."""

    variant: Variant
    street: Street
    dealer: int
    leader: int
    pot: int
    to_match: int
    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...]
    owed: tuple[int, ...]
    contest: Contest | None
    result: Result | None
    jumpers: tuple[int, ...] = ()
    """Who may still jump, in their order."""
    own: int | None = None
    rules: PilokRules = Field(exclude=True, repr=False)
