"""The actions and events of a betting round, and their sentences, for every game with bets."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, Protocol

from bot.engine.betting.pots import sum_by_seat
from bot.engine.betting.rounds import PLAIN, BettingRound, BetWords
from bot.engine.frozen import made
from bot.engine.game import Event
from bot.engine.moves import Action, AnyAction
from bot.engine.words import Voice, listed


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


BetAction = Check | Bet | Call | Raise | Fold


class Acted(Event):
    """A betting action; `amount` is what was paid (call) or what the bet comes to (bet, raise)."""

    kind: Literal["acted"] = "acted"
    what: Literal["check", "call", "bet", "raise", "fold"]
    seat: int
    amount: int = 0
    all_in: bool = False


def answer_bet(
    betting: BettingRound, seat: int, action: BetAction, *, opening_counts: bool = True
) -> tuple[BettingRound, Acted]:
    """Return the round after a seat's action, and the event. `opening_counts`: a first bet is one of the raises that a
    cap allows.
    """
    match action:
        case Check():
            return betting.checked(seat), _unpaid("check", seat)
        case Fold():
            return betting.folded(seat), _unpaid("fold", seat)
        case Call():
            after = betting.called(seat)
            amount = after.bettor(seat).paid - betting.bettor(seat).paid
        case Bet(to=amount) | Raise(to=amount):
            after = betting.raised(seat, amount, counts=opening_counts or isinstance(action, Raise))
    is_all_in = not after.bettor(seat).stack
    return after, made(Acted, what=action.kind, seat=seat, amount=amount, all_in=is_all_in)


@lru_cache(maxsize=64)
def _unpaid(what: Literal["check", "fold"], seat: int) -> Acted:
    """Build the event of an answer that costs nothing: most of a hand's are the same."""
    return made(Acted, what=what, seat=seat)


def bet_refusal(betting: BettingRound, seat: int, action: AnyAction, words: BetWords = PLAIN) -> str:
    """Return the reason why the seat to act can't do that, and what it can do, as a sentence."""
    is_bet = betting.current > 0
    match action:
        case Check():
            return f"There is a bet to answer: {_ways(betting, seat, words)}."
        case Bet() if is_bet:
            return f"There is a bet already: {_ways(betting, seat, words)}."
        case Call() if is_bet:
            return f"There is nothing to {words.call}: {_ways(betting, seat, words)}."
        case Call() | Raise() if not is_bet:
            return f"Nobody has bet yet: {_ways(betting, seat, words)}."
        case Raise():
            return betting.why_not_raise(seat, words) or "That can't be done now."
        case _:
            return f"It's time to bet: {_ways(betting, seat, words)}."


def _ways(betting: BettingRound, seat: int, words: BetWords) -> str:
    """List the seat's moves, as in "call it, raise it or fold"."""
    it = " it" if betting.to_call(seat) else ""
    ways = [f"{words.call}{it}" if it else "check"]
    if betting.can_raise(seat):
        ways.append(f"raise{it}" if betting.current else "bet")
    return listed([*ways, words.fold], "or")


def describe_bet(event: Acted, voice: Voice, words: BetWords = PLAIN) -> str:
    """Describe a betting action in a sentence."""
    name = voice.name(event.seat)
    if event.what == "check":
        return f"{name} checks."
    if event.what == "fold":
        return f"{name} {words.folds}."
    does = {"call": words.calls, "bet": "bets", "raise": "raises to"}[event.what]
    return f"{name} {does} {voice.money(event.amount)}{' and is all in' if event.all_in else ''}."


def describe_returned(returned: Iterable[tuple[int, int]], voice: Voice) -> list[str]:
    """Describe the uncalled bet."""
    return [f"Uncalled chips return to {voice.name(seat)}: {voice.money(amount)}." for seat, amount in returned]


def describe_unopposed(winner: str, pot: str, amount: int, voice: Voice, words: BetWords = PLAIN) -> str:
    """Describe a pot that only one seat is left in."""
    return f"{winner} takes {pot} unopposed, {voice.money(amount)}: all others in it have {words.folded}."


def pot_name(at: int, pots: int) -> str:
    """Name the pot at that place of so many: "the pot", "the main pot", "side pot 2"."""
    if pots == 1:
        return "the pot"
    if at == 0:
        return "the main pot"
    return "the side pot" if pots == 2 else f"side pot {at}"


def name_seats(seats: Iterable[int], voice: Voice) -> str:
    """List the names of seats: "Han and Lando"."""
    return voice.list([voice.name(seat) for seat in seats])


def list_amounts(amounts: Iterable[tuple[int, int]], voice: Voice, whose: str = "for") -> str:
    """List (seat, amount) pairs: "15 cr for Roark and 14 cr for Lando"."""
    return voice.list([f"{voice.money(amount)} {whose} {voice.name(seat)}" for seat, amount in amounts])


def describe_taken(shares: Sequence[tuple[int, int]], pot: str, what: str, voice: Voice, to: str = "") -> str:
    """Describe who takes a pot with `what`, and the share of each winner; `to` ends the sentence of a single one."""
    names, amounts = name_seats([seat for seat, _ in shares], voice), {amount for _, amount in shares}
    if len(shares) == 1:
        return f"{names} takes {pot} with {what}: {voice.money(amounts.pop())}{to}."
    each = f"{voice.money(amounts.pop())} each" if len(amounts) == 1 else list_amounts(shares, voice)
    return f"{names} split {pot} with {what}: {each}."


def describe_together(shares: Iterable[Iterable[tuple[int, int]]], voice: Voice) -> str:
    """Describe the winnings of each seat from all pots, where there is no room for one pot after the other."""
    total = sum_by_seat(share for pot in shares for share in pot)
    gains = [f"{voice.name(seat)} {voice.money(amount)}" for seat, amount in total.items()]
    return f"All pots together: {voice.list(gains)}."


class SeatChips(Protocol):
    """A seat's chips as everyone sees them."""

    @property
    def stack(self) -> int: ...
    @property
    def bet(self) -> int: ...
    @property
    def paid(self) -> int: ...
    @property
    def is_folded(self) -> bool: ...
    @property
    def is_all_in(self) -> bool: ...


def describe_chips(seat: SeatChips, price: int, voice: Voice, words: BetWords = PLAIN) -> list[str]:
    """Describe the chips of a seat in the parts of its line at the table, the stack first unless all of it is in.
    `price` is the bet to match, which the table's status names: a seat that has matched it is just "in".
    """
    if seat.is_all_in and not seat.is_folded:
        return [f"all in for {voice.money(seat.paid)}" if seat.paid else "all in"]
    parts = [voice.money(seat.stack)]
    if seat.is_folded:
        parts.append(words.folded)
    elif seat.bet:
        parts.append("in" if seat.bet == price else f"in for {voice.money(seat.bet)}")
    return parts
