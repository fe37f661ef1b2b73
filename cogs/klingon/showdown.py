"""The end of a hand: the strongest attack takes each pot, equal ones share it, and who has no chips left is out."""

from collections.abc import Mapping, Sequence

from bot.engine.game import Event, Outcome
from bot.engine.points import scored
from bot.engine.pots import Pot, side_pots, split, uncalled
from cogs.klingon.attack import Board
from cogs.klingon.cards import Attack
from cogs.klingon.decks import deck_of
from cogs.klingon.events import Ended, Unseen
from cogs.klingon.state import Ending, KlingonCarry, KlingonState, Placed, PotWon


def ended_unseen(state: KlingonState, tell: list[Event]) -> KlingonState:
    """All others have disengaged: the last player takes the pot, and no ship is shown (rules 0.11)."""
    (winner,) = state.live
    over = uncalled(_paid(state), winner)
    amount = state.pot - over
    ending = Ending(
        how="unseen",
        pots=(PotWon(amount=amount, eligible=(winner,), winners=(winner,), shares=((winner, amount),)),),
        returned=((winner, over),) if over else (),
    )
    state = _pushed(state, ending)
    tell.append(Unseen(ending=_ending(state)))
    return state


def showdown(state: KlingonState, tell: list[Event]) -> KlingonState:
    """Everybody still in attacks with the best that can be made of two ships and five cards (rules 6.20)."""
    board = Board(deck_of(state.rules), state.table)
    attacks = {seat: board.attack(*ships_of(state, seat)) for seat in state.live}
    pots = side_pots(_paid(state), state.live, carried=state.deal.bank)
    won = tuple(_won(state, pot, attacks) for pot in pots.pots)
    left = sum(pot.left for pot in won)
    odd = state.rules.odd_chips
    shown = _shown(state, won)
    ending = Ending(
        how="shown",
        attacks=tuple((seat, ships_of(state, seat), attacks[seat]) for seat in shown),
        pots=won,
        returned=pots.returned,
        house=left if odd == "house" else 0,
        bank=left if odd == "carry" else 0,
    )
    captains = tuple(captain.evolve(is_shown=captain.seat in shown) for captain in state.captains)
    state = _pushed(state.evolve(captains=captains), ending)
    tell.append(Ended(deck=state.rules.deck, ending=_ending(state)))
    return state


def ships_of(state: KlingonState, seat: int) -> tuple[str, ...]:
    """The two ships of a seat, by id: for its own eyes until they are shown."""
    return tuple(ship.card for ship in state.captain(seat).ships)


def attack_of(state: KlingonState, seat: int) -> Attack:
    """The strongest attack of a seat's ships with the cards that lie on the table so far."""
    return Board(deck_of(state.rules), state.table).attack(*ships_of(state, seat))


def outcome_of(state: KlingonState) -> Outcome[KlingonCarry]:
    """What an ended hand comes to: stacks, odd chips, the sun, and how the tournament stands."""
    ending = _ending(state)
    outcome = Outcome(
        stacks=tuple((bettor.seat, bettor.stack) for bettor in state.betting.bettors),
        carry=KlingonCarry(sun=state.sun, order=state.order, small=state.small),
        house=ending.house,
        bank=ending.bank,
    )
    return scored(outcome, state.standing, state.rules.terms)


def _won(state: KlingonState, pot: Pot, attacks: Mapping[int, Attack]) -> PotWon:
    """Equal attacks share a pot, also those of 0; odd chips go to the sun's left first (rules 6.21)."""
    seats = _from_the_left(state, pot.eligible)
    strongest = max(attacks[seat].total for seat in seats)
    winners = tuple(seat for seat in seats if attacks[seat].total == strongest)
    divided = split(pot.amount, winners, state.rules.odd_chips)
    return PotWon(amount=pot.amount, eligible=seats, winners=winners, shares=divided.shares, left=divided.left)


def _shown(state: KlingonState, won: Sequence[PotWon]) -> tuple[int, ...]:
    """Whose ships are turned up: everybody's who is still in, or those of the winners alone (rules 0.12)."""
    winners = {seat for pot in won for seat in pot.winners}
    return _from_the_left(state, state.live if state.rules.losing_hands == "shown" else winners)


def _from_the_left(state: KlingonState, seats: Sequence[int] | set[int]) -> tuple[int, ...]:
    return tuple(seat for seat in state.from_the_left if seat in seats)


def _paid(state: KlingonState) -> dict[int, int]:
    """What everybody put in during the hand."""
    return {bettor.seat: bettor.paid for bettor in state.betting.bettors}


def _pushed(state: KlingonState, ending: Ending) -> KlingonState:
    """The chips go to their winners, and whoever has none left is out of the tournament."""
    gains = dict.fromkeys(state.order, 0)
    for seat, amount in (*(share for pot in ending.pots for share in pot.shares), *ending.returned):
        gains[seat] += amount
    bettors = tuple(bettor.evolve(stack=bettor.stack + gains[bettor.seat], bet=0) for bettor in state.betting.bettors)
    betting = state.betting.evolve(bettors=bettors, waiting=())
    state = state.evolve(street="showdown", betting=betting, ending=ending)
    return state.evolve(ending=_placed(state, ending))


def _placed(state: KlingonState, ending: Ending) -> Ending:
    """Who is out of the tournament with this hand, the best place first, and who has won it (rules 6.9)."""
    before, after = state.standing, outcome_of(state).carry.standing
    if before is None or after is None:
        return ending
    out = (Placed(seat=one.seat, place=one.place) for one in after.entrants if one.place and before.has(one.seat))
    return ending.evolve(out=tuple(sorted(out, key=lambda placed: placed.place)), winner=after.winner)


def _ending(state: KlingonState) -> Ending:
    if state.ending is None:
        raise LookupError("the hand isn't over")
    return state.ending
