"""The options, actions, events and state of Pi'Lok, and the worth of its dice (seed 000, step 6 and Long Pi'Lok).

The best two dice count, doubles twice. In Long Pi'Lok three of a kind counts all three, doubled. A hand is worth at
least 4: the two best of three dice can't be 1 and 2 (rules 1.18).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Literal, Self

from propcache.api import cached_property
from pydantic import Field, model_validator

from bot.engine import skills
from bot.engine.betting.events import Acted, Bet, Call, Check, Fold, Raise
from bot.engine.betting.pots import Win
from bot.engine.betting.rounds import BettingRound
from bot.engine.betting.stakes import PotRules
from bot.engine.cheating.loaded_dice import Loaded, LoadedEvent
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.frozen import Frozen, later
from bot.engine.game import Carry, Deal, Event, HandState, HouseRules
from bot.engine.moves import Action
from bot.engine.options import Clash, option

Variant = Literal["basic", "long"]


@cache
def counted_dice(dice: tuple[int, ...], variant: Variant) -> tuple[int, ...]:
    """Return the dice that make the hand, the highest first: the best two, or three of a kind in Long Pi'Lok."""
    if len(dice) < 2 or (variant == "long" and len(dice) == 3 and len(set(dice)) == 1):
        return dice
    low, high = sorted(dice)[-2:]
    pairs = ((face, face) for face in dice if dice.count(face) > 1)
    return max(((high, low), *pairs), key=lambda two: sum(two) * (2 if has_pair(two) else 1))


@cache
def value(dice: tuple[int, ...], variant: Variant) -> int:
    """Return the worth of one to three dice: 1 to 24, or to 36 in Long Pi'Lok. Equal dice count twice."""
    counted = counted_dice(dice, variant)
    return sum(counted) * (2 if has_pair(counted) else 1)


def has_pair(dice: tuple[int, ...]) -> bool:
    return len(set(dice)) < len(dice)


def with_face(dice: tuple[int, ...], at: int, face: int) -> tuple[int, ...]:
    """Return the dice after the one at `at` was rolled again."""
    return (*dice[:at], face, *dice[at + 1 :])


class VariantRules(HouseRules):
    """Which Pi'Lok is played: the first that people are asked."""

    variant: Literal["basic", "long"] = option(
        "basic",
        "Variant",
        "Long Pi'Lok counts three of a kind and lets a player challenge the lowest hand.",
        labels={"basic": "Three Street Pi'Lok", "long": "Long Pi'Lok"},
    )


class HonestRules(PotRules, VariantRules):
    """What a GM may choose at every Pi'Lok table."""

    raise_cap: int = option(
        0,
        "Most raises a street",
        "Bets and raises on one street. 0: no limit.",
        labels={"0": "no limit"},
        low=0,
        high=20,
    )
    lead_by: Literal["value", "faces"] = option(
        "value",
        "Who leads",
        "Leader of a street: the best hand so far, or the highest sum of dice.",
        labels={"value": "The best hand", "faces": "The highest sum"},
    )
    first_dealer: Literal["random", "host", "high_die"] = option(
        "random",
        "First dealer",
        "First dealer. The deal then passes to the left.",
        labels={"random": "At random", "host": "The first to sit down", "high_die": "The highest die"},
    )
    jumps: Literal["each", "one"] = option(
        "each",
        "Jumps",
        "Attempts to jump: one for each player, or only one in the whole hand.",
        labels={"each": "One a player", "one": "One a hand"},
    )
    jump_order: Literal["clockwise", "highest", "lowest"] = option(
        "clockwise",
        "Who may jump first",
        "Order of the Jump: clockwise from the leader of the Deep, or by the rank of the hands.",
        labels={"clockwise": "The leader, then clockwise", "highest": "The highest hand", "lowest": "The lowest hand"},
    )
    own_dice: Literal["printed", "with_pair"] = option(
        "printed",
        "Re-rolling your dice",
        "Only with a pair: the winner of any contest may re-roll a die of their own if they hold a pair.",
        labels={"printed": "Only by a challenge", "with_pair": "Only with a pair"},
    )
    contest_tie: Literal["nothing", "again", "defender", "initiator"] = option(
        "nothing",
        "A tied contest",
        "Result if the contest is a tie.",
        labels={
            "nothing": "Nothing, the attempt is spent",
            "again": "Both roll again",
            "defender": "The target wins",
            "initiator": "The jumper wins",
        },
    )
    wild_die: Literal["campaign", "none", "explode", "explode_drop"] = option(
        "campaign",
        "Wild die",
        "Wild die in D6 contests: a 6 is rolled again and added, and a 1 may cancel the highest die.",
        labels={
            "campaign": "As the campaign plays",
            "none": "None",
            "explode": "A 6 rolls again",
            "explode_drop": "A 6 rolls again, a 1 drops the highest",
        },
    )
    last_bets: bool = option(
        default=False, title="Bets after the jump", description="One more round of bets before the Shadowport."
    )
    contests: Literal["bot", "typed"] = option(
        "bot",
        "Contests",
        "The bot rolls the contests, or players roll them at the table and type the totals.",
        labels={"bot": "The bot rolls", "typed": "Players type totals"},
    )
    dice: Literal["bot", "typed"] = option(
        "bot",
        "Dice",
        "The bot rolls the dice, or players roll their own and type them; such a hand can't be verified.",
        labels={"bot": "The bot rolls", "typed": "Players type their dice"},
    )


class PilokRules(CrookedRules, HonestRules):
    """All that a GM may choose at a Pi'Lok table; the defaults play as printed (seed 000)."""

    @model_validator(mode="after")
    def _loaded_dice_are_rolled_by_the_bot(self) -> Self:
        if self.crooked and self.dice == "typed":
            raise Clash("Typed dice can't be loaded. Let the bot roll the dice, or switch the crooked table off.")
        return self


PRESETS = {
    "ordinary": PilokRules(ante=10, min_bet=1, max_bet=25),
    "high stakes": PilokRules(ante=10),
    "long": PilokRules(variant="long", ante=10, min_bet=1, max_bet=25),
}


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
    totals: tuple[tuple[int, skills.Roll], ...] = ()
    """(seat, roll) of whoever has typed a total so far, or has let the bot roll."""
    winner: int | None = None
    owner: int | None = None
    die: int | None = None
    """Whose die is rolled again, and its place among theirs."""


class Result(Frozen):
    """How the hand ended. `unseen`: everybody else folded."""

    wins: tuple[Win, ...]
    returned: tuple[tuple[int, int], ...] = ()
    unseen: bool = False
    house: int = 0
    bank: int = 0


class PilokState(HandState):
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
        return self.deal.order

    @property
    def live(self) -> tuple[int, ...]:
        return self.betting.live

    @property
    def pot(self) -> int:
        return self.betting.pot + self.deal.bank

    def dice(self, seat: int) -> tuple[int, ...]:
        return self.gambler(seat).dice

    def gambler(self, seat: int) -> Gambler:
        for gambler in self.gamblers:
            if gambler.seat == seat:
                return gambler
        raise LookupError(f"seat {seat} isn't in this hand")

    def value(self, seat: int) -> int:
        return value(self.dice(seat), self.rules.variant)

    @cached_property
    def values(self) -> Mapping[int, int]:
        """What the hand of each live seat is worth, clockwise."""
        live, variant = self.live, self.rules.variant
        return {gambler.seat: value(gambler.dice, variant) for gambler in self.gamblers if gambler.seat in live}

    def with_gambler(self, changed: Gambler) -> "PilokState":
        return self.evolve(gamblers=self.gamblers_with(changed))

    def gamblers_with(self, changed: Gambler) -> tuple[Gambler, ...]:
        """Return all gamblers, the one of that seat changed."""
        return tuple([changed if gambler.seat == changed.seat else gambler for gambler in self.gamblers])


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
    """Who opens the bets, and with what: the worth of the hand, or (`summed`) the sum of the dice."""

    kind: Literal["leads"] = "leads"
    street: Street
    seat: int
    value: int
    summed: bool = False


class Passed(Event):
    kind: Literal["passed"] = "passed"
    seat: int


class Begun(Event):
    """An attempt at a table that rolls its contests itself."""

    kind: Literal["begun"] = "begun"
    attempt: Attempt
    jumper: int
    target: int


class Tied(Event):
    """A contest that is rolled again; `rolls` are the last ones that tied, of `times`."""

    kind: Literal["tied"] = "tied"
    jumper: int
    target: int
    rolls: tuple[skills.Roll, skills.Roll]
    times: int = 1


class Jumped(Event):
    """An attempt and how the contest went; `winner` None is a tie without effect.

    `idle`: the winner holds no die that may be rolled again.
    """

    kind: Literal["jumped"] = "jumped"
    attempt: Attempt
    jumper: int
    target: int
    rolls: tuple[skills.Roll, skills.Roll]
    """What was rolled: the jumper's roll, then the target's."""
    winner: int | None
    idle: bool = False


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
    Dealt | Rolled | Leads | Acted | Passed | Begun | Tied | Jumped | Rerolled | Kept | Ended | LoadedEvent,
    Field(discriminator="kind"),
]


def pot_won(events: Iterable[Event]) -> int:
    """Return the chips that were won at the end."""
    return sum(win.amount for event in events if isinstance(event, Ended) for win in event.result.wins)
