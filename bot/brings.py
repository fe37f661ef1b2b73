"""What the folder of a game may bring besides rules and words: how it plays itself, and what it is worth."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from bot.engine.ai.temper import Temper
from bot.engine.banked.odds import BetOdds
from bot.engine.cheating.honest import seen_honestly
from bot.engine.frozen import Frozen
from bot.engine.game import Deal, HouseRules, Step
from bot.engine.luck import Seen, Stroke, influenced
from bot.engine.moves import AnyAction, Move
from bot.engine.options import Option, options_of
from bot.engine.rng import Chance
from bot.engine.win_chance import Chances


class Policy(Protocol):
    """What a game's `policy` module offers: how it is played by whoever isn't a person."""

    SEATS: int
    """How many play when nobody says; a function `seats(rules)` besides says where the house rules need more."""
    RULES: HouseRules
    """The house rules when nobody says."""
    Style: type[Frozen]
    """What distinguishes one player from another: every field is an option with a default."""

    def choose(self, look: Callable[[], Any], moves: Sequence[Move], style: Any, rng: Chance) -> Any:
        """The action of a seat that the hand waits for; None where it lets the others go first (a shooter who leaves
        the bets open), which it doesn't when it is the last.

        `look` gives the seat's view, never the state; `rng` is the policy's own, never the hand's.
        """
        ...


class Counting(Protocol):
    """What a game's `counting` module offers: what is worth counting in many hands."""

    NOTE: str
    """What the counters mean, in sentences."""

    def names(self, rules: Any, style: Any) -> tuple[str, ...]:
        """All counters, in the order people read them."""
        ...

    def count(self, step: Step[Any], tally: Counter[str]) -> None:
        """Add what a step brought."""
        ...


class Odds(Protocol):
    """What a game's `odds` module offers: exact chances, and what each bet returns."""

    def note(self, rules: Any) -> str:
        """What the figures by these rules mean and rest on, in sentences for everybody: no names of counters, and
        nothing of bets and options that the table doesn't have.
        """
        ...

    def exact(self, rules: Any) -> Mapping[str, Fraction]:
        """Probabilities, by the names of the game's counters."""
        ...

    def bets(self, rules: Any) -> tuple[BetOdds, ...]:
        """Every kind of bet, in the order people read them. `key` is that of the counters `staked_` and `returned_`."""
        ...


class Autopilot(Protocol):
    """What a game's `autopilot` module offers: how NPCs play it by themselves, each by its temper."""

    def decide(self, view: Any, moves: Sequence[Move], temper: Temper, rng: Chance, budget: int) -> AnyAction | None:
        """The action of a seat that the hand waits for, one of `moves`; None where it lets the others go first, which
        it doesn't when it is the last.

        `view` is the seat's own view, never the state: what isn't in it is unknown, and any of it as likely. `rng` is
        the NPC's own, never the hand's. Where hidden things or bets matter, chances are estimated from deals of what
        the seat can't see; at most as much may be worked out as about `budget` hands with the game's own cards or dice
        take, counted and never timed, so that the same is decided every time.
        """
        ...


class Foresight(Protocol):
    """What a game's `chances` module offers: how likely a seat is to win the hand, by what it can see itself.

    A view is all it gets, never the state: whatever isn't in it is unknown, and any of it as likely. The module may
    have `note(rules)`, a sentence for who reads the chances: what they take for granted, or "" for nothing; and `MOST`,
    the budget above which an estimate takes too long for people who wait.
    """

    def question(self, view: Any) -> Hashable | None:
        """All of a seat's view that its chances depend on; None where there is nothing to win or to lose any more.

        While it stays the same, whatever is bet, the same figures are told.
        """
        ...

    def estimate(self, view: Any, rules: Any, rng: Chance, budget: int) -> Chances:
        """The chances where `question` isn't None. As much may be worked out as about `budget` hands with the game's
        own cards take, counted and never timed, so that the same is told every time. `rng` is the estimate's own, never
        the hand's.
        """
        ...


class LuckTelling(Protocol):
    """What a game's `luck` module offers: what chance decided for whom, of all that everybody saw."""

    def strokes(self, seen: Iterable[Seen], deal: Deal[Any, Any]) -> Iterable[Stroke]:
        """Every die, contest and bet of a seat in one hand, in the order they came; none that somebody typed in, and no
        attempt to sway somebody: those are the same in every game.
        """
        ...


@dataclass(frozen=True, slots=True)
class LuckOfAll:
    """What chance decided in a game, and in the open attempts to sway somebody at its crooked tables; `own` is None for
    a game in which nothing else is told of.
    """

    own: LuckTelling | None

    def strokes(self, seen: Iterable[Seen], deal: Deal[Any, Any]) -> Iterator[Stroke]:
        steps = tuple(seen)
        if self.own is not None:
            yield from self.own.strokes(steps, deal)
        for step in steps:
            for event in step.events:
                yield from influenced(event, deal.system)


@dataclass(frozen=True, slots=True)
class Automaton:
    """How a game plays itself, and what is counted in it."""

    policy: Policy
    counting: Counting

    def seats(self, rules: Any) -> int:
        """How many play by these house rules when nobody says: as a policy's `seats` has it, if it has one."""
        by_rules: Callable[[Any], int] | None = getattr(self.policy, "seats", None)
        return self.policy.SEATS if by_rules is None else by_rules(rules)

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of its players. Their names aren't those of house rules."""
        return options_of(self.policy.Style)


@dataclass(frozen=True, slots=True)
class HonestForesight:
    """The chances of a seat wherever the game is played: at a crooked table by its view of the game itself."""

    own: Foresight

    def note(self, rules: Any) -> str:
        """What the chances take for granted besides that everybody stays to the end; "" for nothing."""
        noted: Callable[[Any], str] | None = getattr(self.own, "note", None)
        return "" if noted is None else noted(rules)

    def question(self, view: Any) -> Hashable | None:
        return self.own.question(seen_honestly(view))

    def estimate(self, view: Any, rules: Any, rng: Chance, budget: int) -> Chances:
        most = getattr(self.own, "MOST", budget)
        return self.own.estimate(seen_honestly(view), rules, rng, min(budget, most))
