"""A betting round: checks, bets, calls, raises and folds, clockwise, with all-in.

Amounts are "raise to": what a seat's bet of this round comes to, not what it adds.
"""

from collections.abc import Iterable

from bot.engine.bet_moves import CHECK, PLAIN, BetWords, call_move, fold_move, raise_move
from bot.engine.clockwise import after, starting_at
from bot.engine.frozen import Frozen
from bot.engine.moves import Move


class Limits(Frozen):
    """What a table allows, in smallest coins."""

    smallest: int
    """The least opening bet, and the least raise before there was one."""
    largest: int | None = None
    """The most that one bet or raise may add; None: no limit."""
    pot_limit: bool = False
    raises_each: int | None = None
    raises_all: int | None = None
    short_all_in_reopens: bool = False


class Bettor(Frozen):
    """A seat's chips: `stack` in front of it, `bet` in this round, `paid` in the whole hand (`bet` included)."""

    seat: int
    stack: int
    bet: int = 0
    paid: int = 0
    raises: int = 0
    answered: int | None = None
    """The bet that stood when the seat last acted in this round."""
    is_folded: bool = False

    @property
    def can_act(self) -> bool:
        return not self.is_folded and self.stack > 0

    @property
    def is_all_in(self) -> bool:
        return not self.is_folded and self.stack == 0

    def put_in(self, amount: int) -> "Bettor":
        """Move up to `amount` from the stack into this round's bet."""
        paid = min(amount, self.stack)
        return self.evolve(stack=self.stack - paid, bet=self.bet + paid, paid=self.paid + paid)

    def post(self, amount: int) -> "Bettor":
        """Move up to `amount` from the stack straight into the pot: an ante."""
        paid = min(amount, self.stack)
        return self.evolve(stack=self.stack - paid, paid=self.paid + paid)


class BettingRound(Frozen):
    """One street of betting. `waiting` are the seats that still owe an answer, in their order."""

    bettors: tuple[Bettor, ...]
    """Clockwise, folded ones included."""
    limits: Limits
    current: int = 0
    """The bet to match."""
    full_raise: int
    """The size of the last full bet or raise: a further raise adds at least as much."""
    waiting: tuple[int, ...]

    @classmethod
    def opened(cls, bettors: Iterable[Bettor], first: int, limits: Limits) -> "BettingRound":
        """A round without a bet, `first` to act. Nobody is asked when at most one seat has chips to bet with."""
        return cls.with_blinds(bettors, first, limits, ())

    @classmethod
    def with_blinds(
        cls, bettors: Iterable[Bettor], first: int, limits: Limits, blinds: Iterable[tuple[int, int]]
    ) -> "BettingRound":
        """A round before which each (seat, amount) of `blinds` was put in, `first` to act.

        A short stack puts in what it has. The largest blind is the bet to match and the least raise, in full even if
        its seat is short of it (rules 6.4). Blinds are no raises, and whoever posted one may still raise.
        """
        dues = dict(blinds)
        fresh = [bettor.evolve(bet=0, raises=0, answered=None) for bettor in bettors]
        posted = tuple([bettor.put_in(dues.get(bettor.seat, 0)) for bettor in fresh])
        able = {bettor.seat for bettor in posted if bettor.can_act}
        order = starting_at([bettor.seat for bettor in posted], first)
        current = max(dues.values(), default=0)
        betting = cls(
            bettors=posted,
            limits=limits,
            current=current,
            full_raise=current or limits.smallest,
            waiting=tuple([seat for seat in order if seat in able]),
        )
        return _settled(betting)

    @property
    def turn(self) -> int | None:
        """The seat to act, None when the round is over."""
        return self.waiting[0] if self.waiting else None

    @property
    def live(self) -> tuple[int, ...]:
        return tuple([bettor.seat for bettor in self.bettors if not bettor.is_folded])

    @property
    def pot(self) -> int:
        """All that was paid in this hand, this round's bets included."""
        return sum(bettor.paid for bettor in self.bettors)

    def bettor(self, seat: int) -> Bettor:
        for bettor in self.bettors:
            if bettor.seat == seat:
                return bettor
        raise LookupError(f"seat {seat} isn't in this round")

    def to_call(self, seat: int) -> int:
        """What a call costs; less than the bet asks when it takes all the seat has.

        Where a blind was short and nobody else has chips, a call matches what the others have put in, and no more.
        """
        me = self.bettor(seat)
        others = [other for other in self.bettors if other.seat != seat and not other.is_folded]
        is_alone = not any(other.stack for other in others)
        to_match = max((other.bet for other in others), default=0) if is_alone else self.current
        return max(min(to_match - me.bet, me.stack), 0)

    def can_raise(self, seat: int) -> bool:
        return self.why_not_raise(seat) is None

    def why_not_raise(self, seat: int, words: BetWords = PLAIN) -> str | None:
        """Why betting is closed to this seat, in a sentence; None where it may bet or raise.

        It takes more chips than a call, somebody who could answer, a cap that isn't reached, and, once the seat has
        acted, a bet that has grown by a full raise since (a short all-in doesn't reopen).
        """
        me, limits = self.bettor(seat), self.limits
        if me.stack <= self.current - me.bet:
            return f"You have no more than it takes to {words.call}."
        if not any(other.can_act for other in self.bettors if other.seat != seat):
            return "Nobody is left who could answer a raise."
        if limits.raises_each is not None and me.raises >= limits.raises_each:
            return f"You have made all the raises you may: {words.call} or {words.fold}."
        if limits.raises_all is not None and sum(b.raises for b in self.bettors) >= limits.raises_all:
            return f"There have been as many raises as this table allows: {words.call} or {words.fold}."
        grown = self.full_raise if me.answered is None else self.current - me.answered
        if grown < self.full_raise and not limits.short_all_in_reopens:
            return f"That all-in was less than a full raise, so you can only {words.call} or {words.fold}."
        return None

    def raise_bounds(self, seat: int, dead: int = 0) -> tuple[int, int]:
        """The least and the most that `seat` may raise to. `dead` chips in the middle count for a pot limit, which
        never forbids the smallest bet.
        """
        me, limits = self.bettor(seat), self.limits
        least, most = self.current + self.full_raise, me.bet + me.stack
        if limits.largest is not None:
            most = min(most, self.current + max(limits.largest, 1))
        if limits.pot_limit:
            most = min(most, max(least, self.current + self._pot_after_call(seat, dead)))
        return min(least, most), most

    def _pot_after_call(self, seat: int, dead: int) -> int:
        return self.pot + dead + self.current - self.bettor(seat).bet

    def moves(self, seat: int, dead: int = 0, words: BetWords = PLAIN) -> tuple[Move, ...]:
        """Check, call, bet, raise and fold, in the order people expect. Empty unless it is the seat's turn."""
        if self.turn != seat:
            return ()
        price = self.to_call(seat)
        answer = call_move(price, words, is_all_in=price == self.bettor(seat).stack) if price else CHECK
        fold = fold_move(words, is_free=not price)
        return (answer, self._raise_move(seat, dead), fold) if self.can_raise(seat) else (answer, fold)

    def _raise_move(self, seat: int, dead: int) -> Move:
        low, high = self.raise_bounds(seat, dead)
        everything = self.bettor(seat).bet + self.bettor(seat).stack
        return raise_move(low, high, everything, self.current, self._pot_after_call(seat, dead))

    def checked(self, seat: int) -> "BettingRound":
        return self._answered(self.bettor(seat))

    def called(self, seat: int) -> "BettingRound":
        return self._answered(self.bettor(seat).put_in(self.to_call(seat)))

    def folded(self, seat: int) -> "BettingRound":
        return self._answered(self.bettor(seat).evolve(is_folded=True))

    def raised(self, seat: int, to: int, *, counts: bool = True) -> "BettingRound":
        """A bet or raise to `to`: everybody else with chips owes an answer again. One that doesn't count is none of
        the raises that a cap allows.
        """
        me = self.bettor(seat)
        me = me.put_in(to - me.bet).evolve(raises=me.raises + counts, answered=to)
        added = to - self.current
        after_raise = self.evolve(bettors=self._bettors_with(me))
        order = after([bettor.seat for bettor in self.bettors], seat)[:-1]
        return after_raise.evolve(
            current=to,
            full_raise=max(self.full_raise, added),
            waiting=tuple(other for other in order if after_raise.bettor(other).can_act),
        )

    def _answered(self, bettor: Bettor) -> "BettingRound":
        waiting = tuple([seat for seat in self.waiting if seat != bettor.seat])
        bettors = self._bettors_with(bettor.evolve(answered=self.current))
        return _settled(self.evolve(bettors=bettors, waiting=waiting))

    def _bettors_with(self, changed: Bettor) -> tuple[Bettor, ...]:
        return tuple([changed if bettor.seat == changed.seat else bettor for bettor in self.bettors])


def _settled(betting: BettingRound) -> BettingRound:
    """Nobody is asked any more when one is left, or one with chips who owes nothing."""
    if not betting.waiting:
        return betting
    able = sum([bettor.can_act for bettor in betting.bettors])
    is_decided = len(betting.live) == 1 or (able <= 1 and all(betting.to_call(seat) == 0 for seat in betting.waiting))
    return betting.evolve(waiting=()) if is_decided else betting
