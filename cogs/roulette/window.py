"""While the bets are open: what each gambler may do, why something can't be done, and what doing it changes.

Which moves there are depends on a gambler's own bets alone, and on nobody else's as long as the bank has room. So
twenty people who bet at once don't make each other's clicks too old.
"""

from bot.engine.moves import Move
from cogs.roulette.limits import allowed, bet_moves
from cogs.roulette.payout import losses, total
from cogs.roulette.spots import Group
from cogs.roulette.state import Bet, Bets, Gambler, RouletteState
from cogs.roulette.taking import back_moves

NO_CHIPS = "Your chips don't reach for the smallest bet."


def moves(state: RouletteState, own: Gambler) -> tuple[Move, ...]:
    """What a gambler may do while the bets are open. Whoever is done may still bet more, or take bets back."""
    found = list(bet_moves(state, own))
    if again_fault(state, own) is None:
        found.append(Move(key="again", label="Same again", price=total(own.last)))
    found += back_moves(state, own)
    if not own.is_done:
        found.append(Move(key="done", label="Done", style="good"))
    return tuple(found)


def bet_fault(state: RouletteState, own: Gambler, group: Group) -> str:
    """Why nothing can be bet on the spots of that group."""
    least = state.rules.min_bet
    if own.stack < least:
        return NO_CHIPS
    if max(allowed(state.rules.layout, group, state.rules.limit(group), own.bets)) < least:
        return "The table's largest bet, or nearly so, lies on every spot there already."
    return "The bank couldn't pay even the smallest bet there."


def again_fault(state: RouletteState, own: Gambler) -> str | None:
    """Why a gambler can't make the same bets as last time; None if they can."""
    if not own.last:
        return "You have made no bets here that could be made again."
    if own.bets:
        return "The same again is for a start: take back first what you have bet on this spin."
    if not _are_allowed(state, own.last):
        return "The house rules have changed: your last bets can't be made again."
    if total(own.last) > own.stack:
        return "Your chips don't reach for the same bets again."
    if not _are_payable(state, _losses(state, own.last)):
        return "The bank couldn't pay the same bets again."
    return None


def with_bets(state: RouletteState, own: Gambler, added: Bets) -> RouletteState:
    """Bets are laid out of the gambler's chips; what lies on a spot already grows."""
    amounts = dict(own.bets)
    for spot, amount in added:
        amounts[spot] = amounts.get(spot, 0) + amount
    bets = tuple(Bet(spot, amount) for spot, amount in amounts.items())
    return _changed(state, own, own.evolve(stack=own.stack - total(added), bets=bets))


def without_bets(state: RouletteState, own: Gambler, gone: Bets) -> RouletteState:
    """Bets of a gambler go back to their chips; the spin waits for them again."""
    bets = tuple(bet for bet in own.bets if bet not in gone)
    return _changed(state, own, own.evolve(stack=own.stack + total(gone), bets=bets, is_done=False))


def _changed(state: RouletteState, before: Gambler, after: Gambler) -> RouletteState:
    gone, come = _losses(state, before.bets), _losses(state, after.bets)
    exposure = tuple(lost - old + new for lost, old, new in zip(state.exposure, gone, come, strict=True))
    return state.with_gambler(after).evolve(exposure=exposure)


def _are_allowed(state: RouletteState, bets: Bets) -> bool:
    """Whether every bet is one of this layout and within the limits, which may have changed since."""
    rules, spots = state.rules, state.rules.layout.by_name
    return all(bet.spot in spots and rules.min_bet <= bet.amount <= rules.limit(spots[bet.spot].group) for bet in bets)


def _losses(state: RouletteState, bets: Bets) -> tuple[int, ...]:
    return losses(state.rules.layout, state.rules.zero, bets)


def _are_payable(state: RouletteState, more: tuple[int, ...]) -> bool:
    """Whether the bank can lose so much more in each pocket."""
    return all(lost <= room for lost, room in zip(more, state.rooms, strict=True))
