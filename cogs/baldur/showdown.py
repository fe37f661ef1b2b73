"""The end of a hand: the best hand takes each pot, and the NPCs show the two dice that make theirs (seed 004).

Equal hands share, players and NPCs alike (rules 7.13). What nameless NPCs win goes to the bank.
"""

from collections.abc import Iterable, Mapping

from bot.engine.betting.pots import Pot, side_pots, split, uncalled
from bot.engine.clockwise import after
from bot.engine.game import DEALER
from cogs.baldur.events import Ended, NpcDice
from cogs.baldur.hands import Hand, best_hand
from cogs.baldur.state import BaldurState, Result, Shown, Win
from cogs.baldur.telling import Log

Shares = tuple[tuple[int, int], ...]
"""(seat, amount)."""


def ended_unseen(state: BaldurState, log: Log) -> BaldurState:
    """All others have folded: a player, or the NPCs that are still in, take it without showing a die (rules 7.7)."""
    winner, *others = state.betting.live
    if others:
        return _settled(state, dict.fromkeys((winner, *others), ()), Result(how="unseen"), log)
    over = uncalled(_paid(state), winner)
    amount, seat = state.pot - over, _seat(winner)
    win = Win(amount=amount, eligible=(seat,), shares=((seat, amount),))
    back = ((seat, over),) if over else ()
    return _over(state, Result(how="unseen", wins=(win,), returned=back, uncalled=over), log)


def showdown(state: BaldurState, log: Log) -> BaldurState:
    """Hands are compared: a player's of three own dice, and one of four for all NPCs."""
    shown: list[Shown] = []
    hands: dict[int, Hand] = {}
    revealed = tuple[int, ...]()
    for seat in state.players_in:
        hand = hands[seat] = _best(state, state.hole(seat).dice)
        shown.append(Shown(seats=(seat,), hand=hand))
    if state.npcs_in:
        hand = _best(state, state.hidden.npc_dice)
        hands |= dict.fromkeys(state.npcs_in, hand)
        revealed = hand.own
        shown.append(Shown(seats=_seats(state.npcs_in), hand=hand))
    ranks = {bettor: hand.rank for bettor, hand in hands.items()}
    return _settled(state, ranks, Result(how="showdown", hands=tuple(shown), revealed=revealed), log)


def _settled(state: BaldurState, ranks: Mapping[int, tuple[int, ...]], result: Result, log: Log) -> BaldurState:
    """Each pot to the best of those who can win it."""
    pots = side_pots(_paid(state), state.betting.live)
    wins: list[Win] = []
    odd = 0
    for pot in pots.pots:
        win, left = _won(state, pot, ranks)
        wins.append(win)
        odd += left
    returned = tuple([(_seat(bettor), amount) for bettor, amount in pots.returned])
    result = result.evolve(wins=tuple(wins), returned=returned, uncalled=pots.uncalled, odd=odd)
    return _over(state, result, log)


def _won(state: BaldurState, pot: Pot, ranks: Mapping[int, tuple[int, ...]]) -> tuple[Win, int]:
    best = max([ranks[bettor] for bettor in pot.eligible])
    winners = [bettor for bettor in _order(state) if bettor in pot.eligible and ranks[bettor] == best]
    divided = split(pot.amount, winners, "position" if state.rules.odd_chips == "position" else "house")
    return Win(amount=pot.amount, eligible=_seats(pot.eligible), shares=_by_seat(divided.shares)), divided.left


def _over(state: BaldurState, result: Result, log: Log) -> BaldurState:
    """Push the chips to their winners; the bank's lie in it by what `result` says."""
    gains: dict[int, int] = {}
    for seat, amount in (*(share for win in result.wins for share in win.shares), *result.returned):
        gains[seat] = gains.get(seat, 0) + amount
    bettors = tuple([one.evolve(stack=one.stack + gains.get(one.seat, 0), bet=0) for one in state.betting.bettors])
    betting = state.betting.evolve(bettors=bettors, waiting=(), current=0)
    log.public.append(Ended(result=result))
    if state.hidden.npc_dice:
        log.kept.append(NpcDice(dice=state.hidden.npc_dice))
    return state.evolve(stage="over", betting=betting, result=result)


def _best(state: BaldurState, dice: tuple[int, ...]) -> Hand:
    return best_hand(dice, state.common, natural_beats_wild=state.rules.natural_beats_wild)


def _paid(state: BaldurState) -> dict[int, int]:
    """What everybody put in during the hand."""
    return {bettor.seat: bettor.paid for bettor in state.betting.bettors}


def _order(state: BaldurState) -> tuple[int, ...]:
    """All bettors clockwise from the dealer's left, NPCs without a seat last."""
    order = state.order if state.dealer == DEALER else after(state.order, state.dealer)
    return (*order, *[bettor.seat for bettor in state.betting.bettors if bettor.seat < DEALER])


def _seat(bettor: int) -> int:
    return max(bettor, DEALER)


def _seats(bettors: Iterable[int]) -> tuple[int, ...]:
    """Seats, each once; 0 for all nameless NPCs."""
    return tuple(dict.fromkeys(map(_seat, bettors)))


def _by_seat(shares: Shares) -> Shares:
    """What each seat gets; the nameless NPCs' shares are one."""
    total: dict[int, int] = {}
    for bettor, amount in shares:
        total[_seat(bettor)] = total.get(_seat(bettor), 0) + amount
    return tuple(total.items())
