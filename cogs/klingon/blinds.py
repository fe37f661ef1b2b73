"""The cloaked bets: before a card is dealt the player on the right of the sun and whoever has the sun put in. Both bets
grow with everybody who is out (seed 003).
"""

from bot.engine.betting.betting import BettingRound, Bettor
from bot.engine.clockwise import after, passed_on
from bot.engine.frozen import made
from bot.engine.game import Deal
from cogs.klingon.events import Cloaked
from cogs.klingon.options import KlingonRules
from cogs.klingon.state import KlingonCarry, KlingonState

KlingonDeal = Deal[KlingonRules, KlingonCarry]


def sun_of(deal: KlingonDeal) -> int:
    """It begins at the last seat and goes on to the next who plays, so there is no dead bet (rules 6.2)."""
    order = tuple(player.seat for player in deal.players)
    carry = deal.carry
    return passed_on(carry.sun, carry.order, order) if carry is not None and carry.order else order[-1]


def small_of(deal: KlingonDeal) -> int:
    """The small cloaked bet of a hand: as much again as it began with for everybody who is out (rules 6.8)."""
    standing = deal.carry.standing if deal.carry else None
    return deal.rules.first_small * (1 + (standing.out if standing else 0))


def posted(deal: KlingonDeal, sun: int, small: int) -> BettingRound:
    """The round on the ships alone: the cloaked bets are in, and the left of the sun is asked first (rules 6.1).

    Whoever is short puts in all they have; to engage costs the whole large one all the same (rules 6.4).
    """
    round_the_sun = after([player.seat for player in deal.players], sun)
    bettors = [made(Bettor, seat=player.seat, stack=player.stack) for player in deal.players]
    blinds = ((round_the_sun[-2], small), (sun, 2 * small))
    return BettingRound.with_blinds(bettors, round_the_sun[0], deal.rules.limits(2 * small), blinds)


def cloaked(state: KlingonState) -> Cloaked:
    """What everybody is told of the cloaked bets, before anybody acts."""
    carry, standing = state.deal.carry, state.standing
    before = carry.small if carry and standing and standing.out else 0
    has_grown, small_seat = 0 < before < state.small, state.small_seat
    return made(
        Cloaked,
        sun=state.sun,
        small=(small_seat, state.betting.bettor(small_seat).bet),
        large=(state.sun, state.betting.bettor(state.sun).bet),
        bets=(state.small, state.large),
        pot=state.pot,
        raised=has_grown,
        out=standing.out if standing and has_grown else 0,
    )
