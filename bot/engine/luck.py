"""Luck: the results of a player's dice, contests and bets against their exact averages.

A stroke is one throw, one contest or one bet that was settled, from the events that everyone saw. Chips on another
number are another bet; chips added to a bet are part of it. Dice count only where they lay open, whatever made them
fall so.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Literal

from bot.engine.cheating.events import Influenced
from bot.engine.game import DEALER, Event, Seat
from bot.engine.skills import DiceSystem, Roll, Wild
from bot.engine.skills.rolls import Distribution, contest_chances, one_die, spread_of
from bot.engine.words import counted

StrokeKind = Literal["die", "contest", "bet"]
FEWEST = 5
"""Strokes of a kind from which on they are called lucky or not: three dice say nothing."""
_CALLED = ((0.5, "as expected"), (1.5, "a little {}lucky"), (2.5, "{}lucky"), (float("inf"), "very {}lucky"))
_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Stroke:
    """One thing that chance decided for a seat: what came of it, and the mean and the variance of what could have.

    A die counts its pips, a contest 1 if it was won and else 0, a bet what it gained or lost in smallest coins. Bets
    that one throw decides together each have their part of the variance of them all.
    """

    seat: Seat
    kind: StrokeKind
    got: Fraction
    mean: Fraction
    variance: Fraction


@dataclass(frozen=True, slots=True)
class Luck:
    """All strokes of one kind together."""

    kind: StrokeKind
    count: int
    got: Fraction
    mean: Fraction
    variance: Fraction

    @property
    def ahead(self) -> Fraction:
        """How much the result is above the average."""
        return self.got - self.mean

    @property
    def errors(self) -> float:
        """The same in standard errors; 0 where nothing could have come out otherwise."""
        return float(self.ahead) / sqrt(self.variance) if self.variance else 0.0

    @property
    def words(self) -> str:
        """The luck in words, as in "a little lucky"; "" for too few strokes."""
        return "" if self.count < FEWEST else call_luck(self.errors)

    def told(self, money: Callable[[int], str]) -> str:
        """Describe the luck, as in "+3.2 pips over 41 dice (1.4 standard errors): a little lucky".

        `money` writes smallest coins.
        """
        over, words = _over(self.kind, self.count), f": {self.words}" if self.words else ""
        match self.kind:
            case "die":
                what = f"{_signed(self.ahead)} pips over {over}"
            case "contest":
                what = f"{int(self.got)} of {over} won, {float(self.mean):.1f} expected"
            case "bet":
                coins = round(self.ahead)
                what = f"{'+' if coins > 0 else ''}{money(coins)} over {over}"
        return f"{what} ({abs(self.errors):.1f} standard errors){words}"


def call_luck(errors: float) -> str:
    """Return the words for a result that is so many standard errors above the average."""
    called = next(words for bound, words in _CALLED if abs(errors) < bound)
    return called.format("un" if errors < 0 else "")


def sum_luck(strokes: Iterable[Stroke]) -> tuple[Luck, ...]:
    """Add up the luck of these strokes, dice before contests before bets."""
    order: tuple[StrokeKind, ...] = ("die", "contest", "bet")
    given = tuple(strokes)
    return tuple(_sum_up(kind, own) for kind in order if (own := [one for one in given if one.kind == kind]))


def die(seat: Seat, face: int, sides: int = 6) -> Stroke:
    """Return the stroke of a player's own open die."""
    thrown = one_die(sides)
    return Stroke(seat, "die", Fraction(face), thrown.mean, thrown.variance)


def won(seat: Seat, chance: Fraction, *, has_won: bool) -> Stroke:
    """Return the stroke of a contest that is won with that chance."""
    return Stroke(seat, "contest", Fraction(int(has_won)), chance, chance * (1 - chance))


def bets(seat: Seat, gains: Sequence[int], outcomes: Iterable[tuple[Sequence[int], int]]) -> Iterator[Stroke]:
    """Yield the strokes of the bets of a seat that are decided together, by what each gained (below zero: lost).

    `outcomes` are the possible gains of the same bets, each with the number of ways in which it comes to them. The
    variance of a bet is its covariance with them all, so those of all bets add up to the variance of their sum.
    """
    could = [(each, sum(each), ways) for each, ways in outcomes]
    total = sum(ways for *_, ways in could)
    mean_of_all = Fraction(sum(together * ways for _, together, ways in could), total)
    for at, gain in enumerate(gains):
        mean = Fraction(sum(each[at] * ways for each, _, ways in could), total)
        product = Fraction(sum(each[at] * together * ways for each, together, ways in could), total)
        yield Stroke(seat, "bet", Fraction(gain), mean, product - mean * mean_of_all)


def contested(rolls: tuple[Roll, Roll], wild: Wild = "none") -> Distribution | None:
    """Return how likely the first roll, the initiator's, was to win; None where somebody typed a total."""
    first, second = spread_of(rolls[0], wild), spread_of(rolls[1], wild, in_the_way=True)
    return None if first is None or second is None else contest_chances(first, second)


def influenced(event: Event, system: DiceSystem) -> Iterator[Stroke]:
    """Yield the strokes of an open contest of influence at a crooked table. Nobody wins a tie."""
    if not isinstance(event, Influenced):
        return
    chances = contested((event.contest.initiator, event.contest.target), system.wild)
    if chances is None:
        return
    for seat, chance, wins in ((event.by, chances.win, True), (event.whom, chances.loss, False)):
        if seat != DEALER:
            yield won(seat, chance, has_won=event.won is wins)


def _sum_up(kind: StrokeKind, strokes: list[Stroke]) -> Luck:
    none = Fraction()
    return Luck(
        kind=kind,
        count=len(strokes),
        got=sum((one.got for one in strokes), none),
        mean=sum((one.mean for one in strokes), none),
        variance=sum((one.variance for one in strokes), none),
    )


def _over(kind: StrokeKind, count: int) -> str:
    return counted(count, kind, "dice" if kind == "die" else "")


def _signed(value: Fraction) -> str:
    written = f"{abs(float(value)):,.1f}"
    if written == "0.0":
        return "0.0"
    return f"{'+' if value > 0 else _MINUS}{written}"
