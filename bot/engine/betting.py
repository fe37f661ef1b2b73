"""A betting round: checks, bets, calls, raises and folds, clockwise, with all-in.

Amounts are "raise to": what a seat's bet of this round comes to, not what it adds.
"""

from collections.abc import Iterable
from functools import lru_cache

from bot.engine.clockwise import after, starting_at
from bot.engine.frozen import Frozen
from bot.engine.moves import Amount, Move, Preset


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
        fresh = tuple(bettor.evolve(bet=0, raises=0, answered=None) for bettor in bettors)
        able = [bettor.seat for bettor in fresh if bettor.can_act]
        order = starting_at([bettor.seat for bettor in fresh], first)
        waiting = tuple(seat for seat in order if seat in able) if len(able) > 1 else ()
        return cls(bettors=fresh, limits=limits, full_raise=limits.smallest, waiting=waiting)

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
        """What a call costs; less than the bet asks when it takes all the seat has."""
        bettor = self.bettor(seat)
        return min(self.current - bettor.bet, bettor.stack)

    def can_raise(self, seat: int) -> bool:
        return self.why_not_raise(seat) is None

    def why_not_raise(self, seat: int) -> str | None:
        """Why betting is closed to this seat, in a sentence; None where it may bet or raise.

        It takes more chips than a call, somebody who could answer, a cap that isn't reached, and, once the seat has
        acted, a bet that has grown by a full raise since (a short all-in doesn't reopen).
        """
        me, limits = self.bettor(seat), self.limits
        if me.stack <= self.current - me.bet:
            return "A raise takes more than a call, and a call takes all you have."
        if not any(other.can_act for other in self.bettors if other.seat != seat):
            return "Nobody is left who could answer a raise."
        if limits.raises_each is not None and me.raises >= limits.raises_each:
            return "You have made all the raises you may: call or fold."
        if limits.raises_all is not None and sum(b.raises for b in self.bettors) >= limits.raises_all:
            return "There have been as many raises as this table allows: call or fold."
        grown = self.full_raise if me.answered is None else self.current - me.answered
        if grown < self.full_raise and not limits.short_all_in_reopens:
            return "That all-in was less than a full raise, so you can only call or fold."
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

    def moves(self, seat: int, dead: int = 0) -> tuple[Move, ...]:
        """Check, call, bet, raise and fold, in the order people expect. Empty unless it is the seat's turn."""
        if self.turn != seat:
            return ()
        owed = self.current - self.bettor(seat).bet
        moves: list[Move] = []
        if owed == 0:
            moves.append(CHECK)
        else:
            price = self.to_call(seat)
            label = "Call all in" if price == self.bettor(seat).stack else "Call"
            moves.append(Move(key="call", label=label, price=price, style="main"))
        if self.can_raise(seat):
            moves.append(self._raise_move(seat, dead))
        moves.append(FOLD_FOR_NOTHING if owed == 0 else FOLD)
        return tuple(moves)

    def _raise_move(self, seat: int, dead: int) -> Move:
        low, high = self.raise_bounds(seat, dead)
        everything = self.bettor(seat).bet + self.bettor(seat).stack
        return _raise_between(low, high, everything, self.current, self._pot_after_call(seat, dead))

    def checked(self, seat: int) -> "BettingRound":
        return self._answered(self.bettor(seat))

    def called(self, seat: int) -> "BettingRound":
        return self._answered(self.bettor(seat).put_in(self.to_call(seat)))

    def folded(self, seat: int) -> "BettingRound":
        """The seat is out. Nobody is asked any more when one is left, or one with chips who owes nothing."""
        return self._answered(self.bettor(seat).evolve(is_folded=True))

    def raised(self, seat: int, to: int) -> "BettingRound":
        """A bet or raise to `to`: everybody else with chips owes an answer again."""
        me = self.bettor(seat)
        me = me.put_in(to - me.bet).evolve(raises=me.raises + 1, answered=to)
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
        done = self.evolve(bettors=self._bettors_with(bettor.evolve(answered=self.current)), waiting=waiting)
        able = sum([other.can_act for other in done.bettors])
        is_decided = len(done.live) == 1 or (able <= 1 and all(done.to_call(seat) == 0 for seat in waiting))
        return done.evolve(waiting=()) if waiting and is_decided else done

    def _bettors_with(self, changed: Bettor) -> tuple[Bettor, ...]:
        return tuple([changed if bettor.seat == changed.seat else bettor for bettor in self.bettors])


CHECK = Move(key="check", label="Check", style="main")
FOLD = Move(key="fold", label="Fold", style="danger")
FOLD_FOR_NOTHING = FOLD.evolve(confirm="You can check for free. Fold all the same?")


@lru_cache(maxsize=1024)
def _raise_between(low: int, high: int, everything: int, current: int, pot: int) -> Move:
    """A bet or raise from `low` to `high`, over a bet of `current` and with `pot` in the middle after a call.

    `everything` is what the seat could come to. Kept: a round offers the same to one seat after the other.
    """
    wanted = (
        ("Half the pot", current + pot // 2),
        ("The pot", current + pot),
        ("All in" if high == everything else "The most", high),
    )
    presets = [Preset(label="The least", amount=low)]
    for label, amount in wanted:
        if presets[-1].amount < amount <= high:
            presets.append(Preset(label=label, amount=amount))
    what, to = ("raise", "to ") if current else ("bet", "")
    field = Amount(
        name="to",
        label="Raise to" if current else "Bet",
        low=low,
        high=high,
        presets=tuple(presets),
        too_low=f"The smallest {what} is {to}{{low}}.",
        too_high=f"The largest {what} is {to}{{high}}.",
    )
    return Move(key=what, label=what.capitalize(), fields=(field,))
