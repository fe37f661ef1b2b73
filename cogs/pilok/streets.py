"""The streets: the Lift, Orbit and the Deep. Dice fall, the best hand leads, all bet (seed 000, steps 2 to 4)."""

from bot.engine.betting.betting import BettingRound
from bot.engine.cheating.loaded_dice import thrown
from bot.engine.clockwise import after, first_of, starting_at
from bot.engine.game import Event
from bot.engine.rng import Chance
from cogs.pilok.events import Leads, Rolled
from cogs.pilok.state import PilokState, Street

DICE_ON: dict[Street, int] = {"lift": 1, "orbit": 2, "deep": 3}
SIDES = 6
DIES: dict[Street, str] = {"lift": "die for the Lift", "orbit": "die for Orbit", "deep": "die for the Deep"}
"""What the die of a street is called where one of them is loaded."""
NEXT: dict[Street, Street] = {"lift": "orbit", "orbit": "deep", "deep": "jump", "jump": "last", "last": "shadowport"}


def deal_street(state: PilokState, chance: Chance, tell: list[Event]) -> PilokState:
    """Everybody still in gets a die; at a table with typed dice the hand waits for them instead."""
    order = tuple(seat for seat in starting_at(state.order, state.leader) if seat in state.live)
    if state.rules.dice == "typed":
        return state.evolve(owed=order)
    for seat in order:
        face = thrown(state.loaded, seat, SIDES, DIES[state.street], chance, tell)
        state = with_die(state, seat, face)
    return street_dealt(state.evolve(loaded=()), tell)


def with_die(state: PilokState, seat: int, face: int) -> PilokState:
    gambler = state.gambler(seat)
    return state.with_gambler(gambler.evolve(dice=(*gambler.dice, face)))


def street_dealt(state: PilokState, tell: list[Event]) -> PilokState:
    """All dice of the street lie on the table: show them, and let the best hand open the bets."""
    order = (seat for seat in starting_at(state.order, state.leader) if seat in state.live)
    tell.append(Rolled(street=state.street, dice=tuple((seat, state.dice(seat)[-1]) for seat in order)))
    return open_bets(state, tell)


def open_bets(state: PilokState, tell: list[Event]) -> PilokState:
    """The best hand still in leads; of equal hands the one nearest to the dealer's left (rules 1.2, 1.3)."""
    leader = leading(state)
    summed = state.rules.lead_by == "faces"
    tell.append(Leads(street=state.street, seat=leader, value=lead_of(state, leader), summed=summed))
    betting = BettingRound.opened(state.betting.bettors, leader, state.betting.limits)
    return state.evolve(leader=leader, betting=betting)


def leading(state: PilokState) -> int:
    best = max(lead_of(state, seat) for seat in state.live)
    return first_of(after(state.order, state.dealer), (seat for seat in state.live if lead_of(state, seat) == best))


def lead_of(state: PilokState, seat: int) -> int:
    """What counts for leading a street: the worth of the hand, or the sum of the dice (rules 1.3)."""
    return state.value(seat) if state.rules.lead_by == "value" else sum(state.dice(seat))
