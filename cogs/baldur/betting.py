"""Staying in: the price of a round, raises where there are any, folding, and who is short (rules 7.6, 7.29).

NPCs pay first, and pay what the round costs. A raise they answer together, as the GM decides. Where whoever is short
folds, nobody raises beyond what all others in the hand can meet.
"""

from functools import lru_cache
from typing import Literal

from bot.engine.betting.betting import BettingRound, Bettor, Limits
from bot.engine.clockwise import after
from bot.engine.game import DEALER
from bot.engine.moves import Move
from bot.engine.speech import escape, listed
from bot.errors import RuleError
from cogs.baldur.events import Folded, NpcsPaid, Raised, Stayed
from cogs.baldur.state import BaldurState
from cogs.baldur.telling import Log

Why = Literal["choice", "short", "shaken", "caught"]
FOLD_FOR_FREE = "You can stay in for free. Fold all the same?"


def opened(state: BaldurState, price: int, log: Log) -> BaldurState:
    """The bets of a round: the NPCs pay, who can't pay folds where that is the rule, and the others are asked clockwise
    from the dealer's left.
    """
    paying, bettors = state.npcs_in, state.betting.bettors
    limits = Limits(smallest=state.rules.price(state.round), raises_all=state.rules.raises)
    first = bettors[0].seat
    blinds = tuple([(npc, price) for npc in paying]) if price else ()
    betting = BettingRound.with_blinds(bettors, first, limits, blinds)
    state = state.evolve(stage="bets", betting=betting)
    if blinds:
        log.public.append(_npcs_paid(bettors, state, price, paying))
    if state.rules.short == "fold" and price:
        price, state = _without_the_short(state, price, log)
    betting = state.betting.evolve(
        current=price, full_raise=state.rules.price(state.round), waiting=_in_turn(state, state.betting.waiting)
    )
    return state.evolve(betting=betting)


def turn_moves(state: BaldurState, seat: int) -> tuple[Move, ...]:
    """What the seat whose turn it is may do. A raise takes all that it asks for."""
    betting = state.betting
    me, price = betting.bettor(seat), betting.to_call(seat)
    cost = None if out_of_reach(state, seat) else raise_cost(state, seat)
    return _moves(price, is_all_in=bool(price) and price == me.stack, raising=cost or 0)


@lru_cache(maxsize=1024)
def _moves(price: int, *, is_all_in: bool, raising: int) -> tuple[Move, ...]:
    label = "Stay in, all in" if is_all_in else "Stay in"
    stay = Move(key="stay", label=label, price=price or None, style="main")
    fold = Move(key="fold", label="Fold", style="danger", confirm=None if price else FOLD_FOR_FREE)
    if not raising:
        return (stay, fold)
    return (stay, Move(key="raise", label="Raise", price=raising), fold)


def stayed(state: BaldurState, seat: int, log: Log) -> BaldurState:
    price = state.betting.to_call(seat)
    betting = state.betting.called(seat) if price else state.betting.checked(seat)
    log.public.append(Stayed(seat=seat, amount=price, all_in=betting.bettor(seat).is_all_in))
    return state.evolve(betting=betting)


def raise_cost(state: BaldurState, seat: int) -> int | None:
    """What a raise takes of the seat whose turn it is; None where it has less, or may raise no more."""
    betting = state.betting
    me = betting.bettor(seat)
    cost = betting.current + betting.full_raise - me.bet
    return cost if cost <= me.stack and betting.can_raise(seat) else None


def out_of_reach(state: BaldurState, seat: int) -> tuple[Bettor, ...]:
    """Who couldn't meet a raise of that seat. Where one can't play on all in, nobody is raised out of the hand."""
    if state.rules.short == "all_in":
        return ()
    to = state.betting.current + state.betting.full_raise
    others = [one for one in state.betting.live if one > DEALER and one != seat]
    return tuple([state.betting.bettor(one) for one in others if not can_pay(state, one, to)])


def too_much_for_others(state: BaldurState, seat: int) -> RuleError | None:
    """Who has too little for a raise of that seat, and how much; None where nothing or something else forbids it."""
    short = out_of_reach(state, seat)
    if not short or raise_cost(state, seat) is None:
        return None
    names = {player.seat: escape(player.name).replace("{", "{{").replace("}", "}}") for player in state.deal.players}
    have = listed(f"{names[one.seat]} has {{left_{one.seat}}} left" for one in short)
    left = {f"left_{one.seat}": one.stack for one in short}
    return RuleError(f"Nobody is raised out of a hand here: {have}, too little to meet a raise.", **left)


def raised(state: BaldurState, seat: int, log: Log) -> BaldurState:
    """By the round's price. The NPCs answer first, then the others clockwise."""
    to, before = state.betting.current + state.betting.full_raise, state.betting.bettor(seat).bet
    betting = state.betting.raised(seat, to)
    me = betting.bettor(seat)
    log.public.append(Raised(seat=seat, amount=to - before, price=to, all_in=me.is_all_in))
    state = state.evolve(betting=betting)
    npcs = tuple([one for one in state.betting.waiting if one in state.npcs_in])
    others = tuple([one for one in state.betting.waiting if one not in npcs])
    return state.evolve(betting=state.betting.evolve(waiting=(*npcs, *others)))


def folded(state: BaldurState, seat: int, log: Log, why: Why = "choice") -> BaldurState:
    """A bettor is out, whoever's turn it is; what it has put in stays."""
    log.public.append(Folded(seat=max(seat, DEALER), why=why))
    return state.evolve(betting=state.betting.folded(seat))


def all_npcs_folded(state: BaldurState, log: Log, why: Why = "choice") -> BaldurState:
    log.public.append(Folded(seat=DEALER, why=why, all_npcs=True))
    return state.evolve(betting=_all_folded(state.betting, state.npcs_in))


def npcs_called(state: BaldurState, log: Log) -> BaldurState:
    """The NPCs pay what was raised; one with a seat that hasn't enough is all in."""
    betting, before, asked = state.betting, state.betting.bettors, state.npcs_in
    owed = betting.current - min([betting.bettor(npc).bet for npc in asked if npc in betting.waiting])
    for npc in asked:
        betting = betting.called(npc) if npc in betting.waiting else betting
    state = state.evolve(betting=betting)
    log.public.append(_npcs_paid(before, state, owed, asked))
    return state


def can_pay(state: BaldurState, seat: int, price: int) -> bool:
    """Whether a bettor has what it takes to bring its bet of this round up to the price."""
    bettor = state.betting.bettor(seat)
    return bettor.stack >= price - bettor.bet


def _without_the_short(state: BaldurState, price: int, log: Log) -> tuple[int, BaldurState]:
    """What the round costs, and the state without the players who can't pay it. Where nobody could, and no NPC is in,
    it costs nothing: those who are left play for what lies there.
    """
    short = [seat for seat in state.players_in if not can_pay(state, seat, price)]
    if not state.npcs_in and len(short) == len(state.players_in):
        return 0, state
    for seat in short:
        state = folded(state, seat, log, "short")
    return price, state


def _npcs_paid(before: tuple[Bettor, ...], state: BaldurState, each: int, npcs: tuple[int, ...]) -> NpcsPaid:
    """What was asked of each NPC, and who of them paid less."""
    had = {one.seat: one.paid for one in before}
    paid = {npc: state.betting.bettor(npc).paid - had[npc] for npc in npcs}
    short = tuple([(npc, amount) for npc, amount in paid.items() if amount < each])
    seats = tuple([npc for npc, amount in paid.items() if npc > DEALER and amount == each])
    return NpcsPaid(each=each, nameless=len(npcs) - len(seats) - len(short), seats=seats, short=short)


def _in_turn(state: BaldurState, waiting: tuple[int, ...]) -> tuple[int, ...]:
    """The players among those who are asked, clockwise from the dealer's left."""
    order = state.order if state.dealer == DEALER else after(state.order, state.dealer)
    return tuple([seat for seat in order if seat in waiting and seat not in state.named])


def _all_folded(betting: BettingRound, seats: tuple[int, ...]) -> BettingRound:
    for seat in seats:
        betting = betting.folded(seat)
    return betting
