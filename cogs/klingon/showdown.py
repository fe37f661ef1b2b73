"""The end of a hand: the strongest attack takes each pot, equal ones share it, and who has no chips left is out."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from bot.engine.betting.pots import OddChips, Pot, side_pots, split, uncalled
from bot.engine.frozen import made
from bot.engine.game import Event, Outcome
from bot.engine.points import scored
from bot.engine.tournament import Standing
from cogs.klingon.attack import Board
from cogs.klingon.cards import Attack
from cogs.klingon.events import Ended, Unseen
from cogs.klingon.klingon_decks import deck_of
from cogs.klingon.state import Ending, KlingonCarry, KlingonState, Placed, PotWon


def ended_unseen(state: KlingonState, tell: list[Event]) -> KlingonState:
    """All others have disengaged: the last player takes the pot, and no ship is shown (rules 0.11)."""
    (winner,) = state.live
    over = uncalled(_paid(state), winner)
    amount = state.pot - over
    ending = made(
        Ending,
        how="unseen",
        pots=(made(PotWon, amount=amount, eligible=(winner,), winners=(winner,), shares=((winner, amount),)),),
        returned=((winner, over),) if over else (),
        uncalled=over,
    )
    state = _pushed(state, ending)
    tell.append(made(Unseen, ending=_ending(state)))
    return state


def showdown(state: KlingonState, tell: list[Event]) -> KlingonState:
    """Everybody still in attacks with the best that can be made of two ships and five cards (rules 6.20)."""
    board = Board(deck_of(state.rules), state.table)
    live, odd = state.live, state.rules.odd_chips
    from_the_left = _among(state.from_the_left, live)
    ships = {captain.seat: captain.ids for captain in state.captains}
    attacks = {seat: board.attack(*ships[seat]) for seat in from_the_left}
    pots = side_pots(_paid(state), live, carried=state.deal.bank)
    won = tuple([_won(pot, attacks, odd) for pot in pots.pots])
    left = sum([pot.left for pot in won])
    shown = _shown(state, from_the_left, won)
    ending = made(
        Ending,
        how="shown",
        attacks=tuple([(seat, ships[seat], attacks[seat]) for seat in shown]),
        pots=won,
        returned=pots.returned,
        uncalled=pots.uncalled,
        house=left if odd == "house" else 0,
        bank=left if odd == "carry" else 0,
    )
    captains = [captain.evolve(is_shown=True) if captain.seat in shown else captain for captain in state.captains]
    state = _pushed(state, ending, captains=tuple(captains))
    tell.append(made(Ended, deck=state.rules.deck, ending=_ending(state)))
    return state


def ships_of(state: KlingonState, seat: int) -> tuple[str, ...]:
    """The two ships of a seat, by id: for its own eyes until they are shown."""
    return state.captain(seat).ids


def attack_of(state: KlingonState, seat: int) -> Attack:
    """The strongest attack of a seat's ships with the cards that lie on the table so far."""
    return Board(deck_of(state.rules), state.table).attack(*ships_of(state, seat))


def outcome_of(state: KlingonState) -> Outcome[KlingonCarry]:
    """What an ended hand comes to: stacks, odd chips, the sun, and how the tournament stands."""
    ending = _ending(state)
    outcome = made(
        Outcome[KlingonCarry],
        stacks=tuple([(bettor.seat, bettor.stack) for bettor in state.betting.bettors]),
        carry=made(KlingonCarry, sun=state.sun, order=state.order, small=state.small),
        house=ending.house,
        bank=ending.bank,
    )
    return scored(outcome, state.standing, state.rules.terms)


def _won(pot: Pot, attacks: Mapping[int, Attack], odd: OddChips) -> PotWon:
    """Equal attacks share a pot, also those of 0; odd chips go to the sun's left first (rules 6.21), from where the
    attacks go round.
    """
    seats = _among(attacks, pot.eligible)
    strongest = max([attacks[seat].total for seat in seats])
    winners = tuple([seat for seat in seats if attacks[seat].total == strongest])
    divided = split(pot.amount, winners, odd)
    return made(PotWon, amount=pot.amount, eligible=seats, winners=winners, shares=divided.shares, left=divided.left)


def _shown(state: KlingonState, live: tuple[int, ...], won: Collection[PotWon]) -> tuple[int, ...]:
    """Whose ships are turned up: everybody's who is still in, or those of the winners alone (rules 0.12)."""
    if state.rules.losing_hands == "shown":
        return live
    return _among(live, {seat for pot in won for seat in pot.winners})


def _among(order: Iterable[int], seats: Collection[int]) -> tuple[int, ...]:
    return tuple([seat for seat in order if seat in seats])


def _paid(state: KlingonState) -> dict[int, int]:
    """What everybody put in during the hand."""
    return {bettor.seat: bettor.paid for bettor in state.betting.bettors}


def _pushed(state: KlingonState, ending: Ending, **also: Any) -> KlingonState:
    """The chips go to their winners, and whoever has none left is out of the tournament; and what `also` says."""
    gains: dict[int, int] = {}
    for seat, amount in (*(share for pot in ending.pots for share in pot.shares), *ending.returned):
        gains[seat] = gains.get(seat, 0) + amount
    bettors = [
        bettor.evolve(stack=bettor.stack + gains.get(bettor.seat, 0), bet=0)
        if bettor.bet or bettor.seat in gains
        else bettor
        for bettor in state.betting.bettors
    ]
    betting = state.betting.evolve(bettors=tuple(bettors), waiting=())
    state = state.evolve(street="showdown", betting=betting, ending=ending, **also)
    return state.evolve(ending=_placed(state, ending, state.standing)) if state.standing else state


def _placed(state: KlingonState, ending: Ending, before: Standing) -> Ending:
    """Who is out of the tournament with this hand, the best place first (rules 6.9)."""
    carry = outcome_of(state).carry
    after = carry.standing if carry else None
    if after is None:
        return ending
    out = (Placed(seat=one.seat, place=one.place) for one in after.entrants if one.place and before.has(one.seat))
    return ending.evolve(out=tuple(sorted(out, key=lambda placed: placed.place)))


def _ending(state: KlingonState) -> Ending:
    if state.ending is None:
        raise LookupError("the hand isn't over")
    return state.ending
