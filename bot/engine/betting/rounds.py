"""A betting round: the bets and stacks of its seats, the limits, the moves it offers, and their labels in a game's
words.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from propcache.api import cached_property

from bot.engine.betting.pots import Pot, Pots, side_pots, sum_by_seat
from bot.engine.frozen import Frozen, made
from bot.engine.moves import Amount, Move, MovePreset


class BetWords(NamedTuple):
    """A game's own words for its answers to a bet: "engage" for a call, "disengage" for a fold."""

    call: str = "call"
    fold: str = "fold"
    calls: str = "calls"
    """The text between the caller's name and the amount."""
    folds: str = "folds"
    folded: str = "folded"


PLAIN = BetWords()
CHECK = Move(key="check", label="Check", style="main")


@lru_cache(maxsize=1024)
def _answers(price: int, words: BetWords, is_all_in: bool) -> tuple[Move, Move]:
    """Return a call for `price`, which may be all that the seat has, and a fold. Without a price it is a check, and the
    fold asks for confirmation.
    """
    call, fold = words.call.capitalize(), words.fold.capitalize()
    if not price:
        return CHECK, Move(key="fold", label=fold, style="danger", confirm=f"You can check for free. {fold} anyway?")
    label = f"{call} all in" if is_all_in else call
    return Move(key="call", label=label, price=price, style="main"), Move(key="fold", label=fold, style="danger")


QuickBets = Literal["to_pot", "to_all_in", "of_pot", "ends", "none"]
_Size = Literal["least", "half", "pot", "all"]
_SIZES: dict[QuickBets, tuple[_Size, ...]] = {
    "to_pot": ("least", "half", "pot"),
    "to_all_in": ("least", "half", "pot", "all"),
    "of_pot": ("half", "pot"),
    "ends": ("least", "all"),
    "none": (),
}


@lru_cache(maxsize=1024)
def raise_move(low: int, high: int, everything: int, current: int, pot: int, quick: QuickBets) -> Move:
    """Return a bet or raise from `low` to `high`, over a bet of `current` and with `pot` in the middle after a call.

    `everything` is the seat's bet if it goes all in. The sizes of `quick` have buttons. The nearest legal amount takes
    the place of one out of bounds, so all in is a button where a bet of the pot takes more than the seat has. Cached: a
    round offers the same to one seat after the other.
    """
    wanted: dict[_Size, int] = {
        "least": low,
        "half": current + pot // 2,
        "pot": current + pot,
        "all": everything,
    }
    quick_amounts = {min(max(wanted[size], low), high) for size in _SIZES[quick]}
    labels = {low: ("The least", "Raise" if current else "Bet")}
    for amount, label, text in (
        (wanted["half"], "Half the pot", "½ pot"),
        (wanted["pot"], "The pot", "Pot"),
        (high, "The most", "Max"),
    ):
        if low < amount <= high:
            labels.setdefault(amount, (label, text))
    if high == everything:
        labels[high] = ("All in", "All in")
    move = _RAISE if current else _BET
    (field,) = move.fields
    presets = tuple(
        [
            made(
                MovePreset,
                label=label,
                amount=amount,
                button=_button(text, current) if amount in quick_amounts else None,
            )
            for amount, (label, text) in labels.items()
        ]
    )
    return move.evolve(fields=(field.evolve(low=low, high=high, presets=presets),))


def _button(text: str, current: int) -> str:
    """Return the text before the amount: a raise says what the bet becomes."""
    return f"{text} to" if current else text


def _with_amount(key: str, label: str, to: str) -> Move:
    """Build a bet or raise whose bounds are still open: changing them is faster than building it."""
    field = Amount(
        name="to",
        label=label,
        low=0,
        high=0,
        too_low=f"The smallest {key} is {to}{{low}}.",
        too_high=f"The largest {key} is {to}{{high}}.",
    )
    return Move(key=key, label=key.capitalize(), fields=(field,))


_BET = _with_amount("bet", "Bet", "")
_RAISE = _with_amount("raise", "Raise to", "to ")


class Limits(Frozen):
    """The betting limits of a table, in smallest coins."""

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
    def is_all_in(self) -> bool:
        return not self.is_folded and self.stack == 0

    def put_in(self, amount: int, **also: object) -> "Bettor":
        """Move up to `amount` from the stack into this round's bet, and change what `also` says."""
        paid = min(amount, self.stack)
        return self.evolve(stack=self.stack - paid, bet=self.bet + paid, paid=self.paid + paid, **also)

    def fresh(self) -> "Bettor":
        """Return the seat as a new round begins."""
        is_fresh = not self.bet and not self.raises and self.answered is None
        return self if is_fresh else self.evolve(bet=0, raises=0, answered=None)

    @classmethod
    def anted(cls, seat: int, stack: int, ante: int) -> "Bettor":
        """Return a seat that has paid the ante into the pot, as far as its stack goes."""
        paid = min(ante, stack)
        return made(cls, seat=seat, stack=stack - paid, paid=paid)


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
    def anted(cls, stacks: Iterable[tuple[int, int]], ante: int, limits: Limits) -> "BettingRound":
        """Collect the ante of each (seat, stack). Nobody has to act before a round is opened."""
        bettors = tuple([Bettor.anted(seat, stack, ante) for seat, stack in stacks])
        return made(cls, bettors=bettors, limits=limits, full_raise=limits.smallest, waiting=())

    @classmethod
    def opened(cls, bettors: Iterable[Bettor], first: int, limits: Limits) -> "BettingRound":
        """Open a round without a bet, `first` to act. Nobody has to act when at most one seat has chips to bet with."""
        return cls._from(tuple([bettor.fresh() for bettor in bettors]), first, limits, 0)

    @classmethod
    def with_blinds(
        cls, bettors: Iterable[Bettor], first: int, limits: Limits, blinds: Iterable[tuple[int, int]]
    ) -> "BettingRound":
        """Open a round after each (seat, amount) of `blinds` was put in, `first` to act.

        A short stack puts in what it has. The largest blind is the bet to match and the least raise, in full even if
        its seat is short of it (rules 6.4). Blinds are no raises, and a seat that posted one may still raise.
        """
        dues = dict(blinds)
        fresh = [bettor.fresh() for bettor in bettors]
        posted = tuple([one.put_in(dues[one.seat]) if one.seat in dues else one for one in fresh])
        return cls._from(posted, first, limits, max(dues.values(), default=0))

    @classmethod
    def _from(cls, bettors: "_Bettors", first: int, limits: Limits, current: int) -> "BettingRound":
        """Open a round in which `bettors` stand as they are, `first` to act."""
        at = [bettor.seat for bettor in bettors].index(first)
        return made(
            cls,
            bettors=bettors,
            limits=limits,
            current=current,
            full_raise=current or limits.smallest,
            waiting=_undecided(bettors, _able((*bettors[at:], *bettors[:at])), current),
        )

    @property
    def turn(self) -> int | None:
        """The seat to act, None when the round is over."""
        return self.waiting[0] if self.waiting else None

    @cached_property
    def live(self) -> tuple[int, ...]:
        return tuple([bettor.seat for bettor in self.bettors if not bettor.is_folded])

    @property
    def pot(self) -> int:
        """All that was paid in this hand, this round's bets included."""
        return sum([bettor.paid for bettor in self.bettors])

    @property
    def paid(self) -> dict[int, int]:
        """The chips that each seat put in during the hand."""
        return {bettor.seat: bettor.paid for bettor in self.bettors}

    def pots(self, carried: int | Sequence[Pot] = 0) -> Pots:
        """Divide all chips of the hand into pots, as `side_pots` has it."""
        return side_pots(self.paid, self.live, carried)

    def pushed(self, shares: Iterable[tuple[int, int]], **also: int) -> "BettingRound":
        """Push (seat, amount) to the stacks and end the round: nothing else is left in front of anybody. `also` is
        changed in every bettor.
        """
        gains = sum_by_seat(shares)
        bettors = [
            bettor.evolve(stack=bettor.stack + gains.get(bettor.seat, 0), bet=0, **also)
            if also or bettor.bet or bettor.seat in gains
            else bettor
            for bettor in self.bettors
        ]
        return self.evolve(bettors=tuple(bettors), waiting=())

    @property
    def to_match(self) -> int:
        """The bet that the seat to act has to match; 0 when the round is over."""
        return _asked(self.bettors, self.bettor(self.waiting[0]), self.current) if self.waiting else 0

    def place(self, seat: int) -> int:
        """Return the index of a seat among the bettors, the same all through the round."""
        for at, bettor in enumerate(self.bettors):
            if bettor.seat == seat:
                return at
        raise LookupError(f"seat {seat} isn't in this round")

    def bettor(self, seat: int) -> Bettor:
        for bettor in self.bettors:
            if bettor.seat == seat:
                return bettor
        raise LookupError(f"seat {seat} isn't in this round")

    def to_call(self, seat: int) -> int:
        """Return the price of a call; less than the bet when it takes all the seat has.

        Where a blind was short and nobody else has chips, a call matches what the others have put in, and no more.
        """
        return _price(self.bettors, self.bettor(seat), self.current)

    def can_raise(self, seat: int) -> bool:
        return self._closed_to(self.bettor(seat), PLAIN) is None

    def why_not_raise(self, seat: int, words: BetWords = PLAIN) -> str | None:
        """Return the reason why betting is closed to this seat, as a sentence; None where it may bet or raise.

        It takes more chips than a call, somebody who could answer, a cap that isn't reached, and, once the seat has
        acted, a bet that has grown by a full raise since (a short all-in doesn't reopen).
        """
        return self._closed_to(self.bettor(seat), words)

    def _closed_to(self, me: Bettor, words: BetWords) -> str | None:
        limits, current = self.limits, self.current
        if me.stack <= current - me.bet:
            return f"You have too few chips to raise: {words.call} or {words.fold}."
        if _is_alone(self.bettors, me):
            return "Nobody else has chips left to answer a raise."
        if limits.raises_each is not None and me.raises >= limits.raises_each:
            return f"You've used all your raises in this round: {words.call} or {words.fold}."
        if limits.raises_all is not None and sum([b.raises for b in self.bettors]) >= limits.raises_all:
            return f"This table allows no more raises in this round: {words.call} or {words.fold}."
        is_short = me.answered is not None and current - me.answered < self.full_raise
        if is_short and not limits.short_all_in_reopens:
            return f"That all-in was less than a full raise, so you can only {words.call} or {words.fold}."
        return None

    def raise_bounds(self, seat: int, dead: int = 0) -> tuple[int, int]:
        """Return the least and the most that `seat` may raise to.

        `dead` chips in the middle count for a pot limit, which never forbids the smallest bet.
        """
        me = self.bettor(seat)
        return self._bounds(me.bet + me.stack, self.pot + dead + self.current - me.bet)

    def _bounds(self, everything: int, pot: int) -> tuple[int, int]:
        """Return the bounds of a raise to at most `everything`, with `pot` in the middle after a call."""
        limits, current = self.limits, self.current
        least, most = current + self.full_raise, everything
        if limits.largest is not None:
            most = min(most, current + max(limits.largest, 1))
        if limits.pot_limit:
            most = min(most, max(least, current + pot))
        return min(least, most), most

    def moves(
        self, seat: int, dead: int = 0, words: BetWords = PLAIN, *, quick: QuickBets = "to_pot"
    ) -> tuple[Move, ...]:
        """Return check, call, bet, raise and fold, in the order people expect. Empty unless it is the seat's turn.

        `dead` chips in the middle count as a part of the pot, and the sizes of `quick` have buttons of their own.
        """
        if self.waiting[:1] != (seat,):
            return ()
        me, current = self.bettor(seat), self.current
        bet, stack = me.bet, me.stack
        price = _price(self.bettors, me, current)
        answer, fold = _answers(price, words, price == stack)
        if self._closed_to(me, words) is not None:
            return (answer, fold)
        everything, pot = bet + stack, self.pot + dead + current - bet
        low, high = self._bounds(everything, pot)
        return (answer, raise_move(low, high, everything, current, pot, quick), fold)

    def checked(self, seat: int) -> "BettingRound":
        at = self.place(seat)
        bettors = self._bettors_with(at, self.bettors[at].evolve(answered=self.current))
        return self.evolve(bettors=bettors, waiting=self._waiting_besides(seat))

    def called(self, seat: int) -> "BettingRound":
        at = self.place(seat)
        me = self.bettors[at]
        return self._answered(at, me.put_in(_price(self.bettors, me, self.current), answered=self.current))

    def folded(self, seat: int) -> "BettingRound":
        at = self.place(seat)
        return self._answered(at, self.bettors[at].evolve(answered=self.current, is_folded=True))

    def raised(self, seat: int, to: int, *, counts: bool = True) -> "BettingRound":
        """Bet or raise to `to`: everybody else with chips owes an answer again.

        Without `counts` it is none of the raises that a cap allows.
        """
        at = self.place(seat)
        me = self.bettors[at]
        bettors = self._bettors_with(at, me.put_in(to - me.bet, raises=me.raises + counts, answered=to))
        return self.evolve(
            bettors=bettors,
            current=to,
            full_raise=max(self.full_raise, to - self.current),
            waiting=_able((*bettors[at + 1 :], *bettors[:at])),
        )

    def _answered(self, at: int, changed: Bettor) -> "BettingRound":
        bettors, waiting = self._bettors_with(at, changed), self._waiting_besides(changed.seat)
        return self.evolve(bettors=bettors, waiting=_undecided(bettors, waiting, self.current))

    def _waiting_besides(self, seat: int) -> tuple[int, ...]:
        waiting = self.waiting
        return waiting[1:] if waiting[:1] == (seat,) else tuple([other for other in waiting if other != seat])

    def _bettors_with(self, at: int, changed: Bettor) -> tuple[Bettor, ...]:
        bettors = list(self.bettors)
        bettors[at] = changed
        return tuple(bettors)


_Bettors = tuple[Bettor, ...]


def _able(bettors: _Bettors) -> tuple[int, ...]:
    """Return the seats with chips to bet with."""
    return tuple([bettor.seat for bettor in bettors if bettor.stack and not bettor.is_folded])


def _is_alone(bettors: _Bettors, me: Bettor) -> bool:
    """Tell whether nobody else has chips to bet with."""
    for other in bettors:  # noqa: SIM110 - a generator takes three times as long for six seats
        if other is not me and other.stack and not other.is_folded:
            return False
    return True


def _price(bettors: _Bettors, me: Bettor, current: int) -> int:
    """Return the price for `me` to call a bet of `current`."""
    if current == me.bet:
        return 0
    return max(min(_asked(bettors, me, current) - me.bet, me.stack), 0)


def _asked(bettors: _Bettors, me: Bettor, current: int) -> int:
    """Return the bet that `me` has to match: for the last seat with chips, only what the others have put in of it."""
    if not _is_alone(bettors, me):
        return current
    return max([other.bet for other in bettors if other is not me and not other.is_folded], default=0)


def _undecided(bettors: _Bettors, waiting: tuple[int, ...], current: int) -> tuple[int, ...]:
    """Return the seats that still owe an answer: none when one is left, or one with chips that owes nothing."""
    if not waiting:
        return ()
    able: Bettor | None = None
    live = 0
    for bettor in bettors:
        if bettor.is_folded:
            continue
        live += 1
        if bettor.stack:
            if able is not None:
                return waiting
            able = bettor
    return waiting if live > 1 and able is not None and _price(bettors, able, current) else ()
