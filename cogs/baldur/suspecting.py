"""Accusations at a table of Baldur Hold'em, and what the GM makes of one that is proven (rules 7.26, 7.27)."""

from bot.engine.cheating.actions import Rule, Ruling
from bot.engine.cheating.charges import charged
from bot.engine.cheating.cheating import Means
from bot.engine.cheating.events import Ruled
from bot.engine.game import DEALER
from bot.engine.rng import Chance
from cogs.baldur.betting import all_npcs_folded, folded
from cogs.baldur.people import kit_of, party
from cogs.baldur.state import BaldurState, Result, lasting
from cogs.baldur.telling import Log


def seen_cheating(
    state: BaldurState, accuser: int, accused: int, means: Means, chance: Chance, log: Log
) -> BaldurState:
    """Whoever looked closest saw it go wrong, and accuses at once."""
    return _charged(state, accuser, accused, means, chance, log, seen=True)


def accused_by(state: BaldurState, accuser: int, accused: int, chance: Chance, log: Log) -> BaldurState:
    """A player accuses somebody. Only what was done can be proven; whoever proves nothing reads people with
    disadvantage until the end of the next hand, whatever the truth is.
    """
    state = state.evolve(hidden=state.hidden.with_done(accuser, "accuse", 0))
    return _charged(state, accuser, accused, state.hidden.means_of(accused), chance, log, seen=False)


def _charged(
    state: BaldurState, accuser: int, accused: int, means: Means | None, chance: Chance, log: Log, *, seen: bool
) -> BaldurState:
    charge = charged(
        state.deal.system,
        state.deal.roles,
        party(state, accuser),
        party(state, accused),
        state.effects,
        chance,
        means=means,
        seen=seen,
        is_ruled_on=accused in state.hidden.let_pass,
        spell_dc=kit_of(state, accused).spell_dc,
    )
    log.public.append(charge.told)
    log.kept.append(charge.kept)
    return state.evolve(effects=charge.effects, accusation=charge.accusation)


def ruled(state: BaldurState, ruling: Ruling, log: Log) -> BaldurState:
    """What the GM rules: the hand is void and everybody has back what they brought, the cheater is out and what they
    put in stays, or it goes on as if nothing had happened; then what they have done until now can't be proven again.
    """
    if state.accusation is None:
        raise ValueError("nobody is accused")
    accused = state.accusation.accused
    log.public.append(Ruled(accused=accused, ruling=ruling))
    state = state.evolve(accusation=None)
    match ruling:
        case "void":
            return voided(state)
        case "forfeit":
            return all_npcs_folded(state, log, "caught") if accused == DEALER else folded(state, accused, log, "caught")
        case "play_on":
            return state.evolve(hidden=state.hidden.passing(accused))


def voided(state: BaldurState, *, alone: bool = False) -> BaldurState:
    """Everybody has back what they began the hand with, and the luck that they had then; also where nobody was there to
    play against (`alone`).
    """
    had = {player.seat: player.stack for player in state.deal.players}
    bettors = tuple([one.evolve(stack=had.get(one.seat, one.stack), bet=0, paid=0) for one in state.betting.bettors])
    betting = state.betting.evolve(bettors=bettors, waiting=(), current=0)
    result = Result(how="alone" if alone else "void")
    return state.evolve(stage="over", betting=betting, shaken=None, effects=lasting(state.deal), result=result)


def by_default(state: BaldurState) -> Rule:
    """What is ruled when the GM lets the time run out, by the house rules."""
    return Rule(ruling=state.rules.caught)
