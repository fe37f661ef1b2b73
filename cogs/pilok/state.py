"""What a hand of Pi'Lok holds: its state, its actions, its events and what may be seen of it."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.betting import BettingRound
from bot.engine.frozen import Frozen
from bot.engine.game import Carry, Deal, Event
from bot.engine.moves import Action
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
    totals: tuple[tuple[int, int], ...] = ()
    """(seat, total) that were typed so far."""
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

    def dice(self, seat: int) -> tuple[int, ...]:
        return self.gambler(seat).dice

    def gambler(self, seat: int) -> Gambler:
        return next(gambler for gambler in self.gamblers if gambler.seat == seat)

    def value(self, seat: int) -> int:
        return value(self.dice(seat), self.rules.variant)

    def with_gambler(self, changed: Gambler) -> "PilokState":
        return self.evolve(gamblers=tuple(changed if g.seat == changed.seat else g for g in self.gamblers))


class Check(Action):
    kind: Literal["check"] = "check"


class Bet(Action):
    """`to` in smallest coins: what the bet of this street comes to."""

    kind: Literal["bet"] = "bet"
    to: int


class Call(Action):
    kind: Literal["call"] = "call"


class Raise(Action):
    kind: Literal["raise"] = "raise"
    to: int


class Fold(Action):
    kind: Literal["fold"] = "fold"


class Jump(Action):
    """`target` is a seat number."""

    kind: Literal["jump"] = "jump"
    target: str


class Challenge(Action):
    kind: Literal["challenge"] = "challenge"
    target: str


class Pass(Action):
    kind: Literal["pass"] = "pass"


class Reroll(Action):
    """`die` is seat and face of the die that is rolled again: "3-5"."""

    kind: Literal["reroll"] = "reroll"
    die: str


class Keep(Action):
    kind: Literal["keep"] = "keep"


class TypedDie(Action):
    """A die that the player rolled at the table."""

    kind: Literal["roll"] = "roll"
    face: int


class RollForMe(Action):
    kind: Literal["roll_for_me"] = "roll_for_me"


class Total(Action):
    """What a player rolled in a contest at the table."""

    kind: Literal["total"] = "total"
    total: int


class TotalForMe(Action):
    kind: Literal["total_for_me"] = "total_for_me"


PilokAction = Annotated[
    Check
    | Bet
    | Call
    | Raise
    | Fold
    | Jump
    | Challenge
    | Pass
    | Reroll
    | Keep
    | TypedDie
    | RollForMe
    | Total
    | TotalForMe,
    Field(discriminator="kind"),
]


class Dealt(Event):
    """Antes are in. `short` could not pay all of it."""

    kind: Literal["dealt"] = "dealt"
    dealer: int
    ante: int
    pot: int
    short: tuple[int, ...] = ()


class Rolled(Event):
    """A street's dice, (seat, face), from the leader clockwise."""

    kind: Literal["rolled"] = "rolled"
    street: Street
    dice: tuple[tuple[int, int], ...]


class Leads(Event):
    kind: Literal["leads"] = "leads"
    street: Street
    seat: int
    value: int


class Acted(Event):
    """A betting action; `amount` is what was paid (call) or what the bet comes to (bet, raise)."""

    kind: Literal["acted"] = "acted"
    what: Literal["check", "call", "bet", "raise", "fold"]
    seat: int
    amount: int = 0
    all_in: bool = False


class Passed(Event):
    kind: Literal["passed"] = "passed"
    seat: int


class Jumped(Event):
    """An attempt and how the contest went; `winner` None is a tie without effect."""

    kind: Literal["jumped"] = "jumped"
    attempt: Attempt
    jumper: int
    target: int
    rolls: tuple[SkillRoll, SkillRoll]
    """What was rolled: the jumper's roll, then the target's."""
    winner: int | None


class Rerolled(Event):
    kind: Literal["rerolled"] = "rerolled"
    by: int
    owner: int
    was: int
    now: int


class Kept(Event):
    kind: Literal["kept"] = "kept"
    seat: int


class Ended(Event):
    """The Shadowport: what each live hand was worth, and who won."""

    kind: Literal["ended"] = "ended"
    hands: tuple[tuple[int, int], ...]
    result: Result


PilokEvent = Annotated[
    Dealt | Rolled | Leads | Acted | Passed | Jumped | Rerolled | Kept | Ended, Field(discriminator="kind")
]


class SeatView(Frozen):
    """A seat as everybody sees it; the dice lie open."""

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
    """The whole table: Pi'Lok has no secrets."""

    variant: Variant
    street: Street
    dealer: int
    leader: int
    pot: int
    to_match: int
    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...]
    contest: Contest | None
    result: Result | None
