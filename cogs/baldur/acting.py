"""What each action does to a hand of Baldur Hold'em; how the hand goes on from there is in `rounds`."""

from bot.engine.betting.events import Fold
from bot.engine.cheating.actions import Accuse, Read, Rule
from bot.engine.rng import Chance
from cogs.baldur import betting, npcs, sleights, spells, swaying
from cogs.baldur.actions import (
    BaldurAction,
    Cast,
    Judge,
    Keep,
    NpcsCall,
    NpcsFold,
    Raise,
    Roll,
    ShakenFolds,
    ShakenStays,
    Stay,
    Sway,
)
from cogs.baldur.events import Rolled
from cogs.baldur.rounds import fallen
from cogs.baldur.state import BaldurState
from cogs.baldur.suspecting import accused_by, ruled
from cogs.baldur.telling import Log
from cogs.baldur.throwing import own_dice

Decision = Judge | Keep | NpcsCall | NpcsFold | ShakenFolds | ShakenStays | Rule
"""What the GM decides."""
Aside = Sway | Read | Accuse | Cast | sleights.Sleight


def done(state: BaldurState, seat: int, action: BaldurAction, chance: Chance, log: Log) -> BaldurState:
    """The state right after an action that was offered."""
    match action:
        case Roll():
            state = own_dice(state, seat, chance, log)
            log.public.append(Rolled(seat=seat, dice=state.hole(seat).dice))
            return state
        case Stay():
            return betting.stayed(state, seat, log)
        case Raise():
            return betting.raised(state, seat, log)
        case Fold():
            return betting.folded(state, seat, log)
        case Judge() | Keep() | NpcsCall() | NpcsFold() | ShakenFolds() | ShakenStays() | Rule():
            return _decided(state, action, chance, log)
        case _:
            return _on_the_side(state, seat, action, chance, log)


def _decided(state: BaldurState, action: Decision, chance: Chance, log: Log) -> BaldurState:
    match action:
        case Judge():
            return spells.judged(state, action, chance, log)
        case Keep(stay=stay):
            seats = (stay,) if isinstance(stay, str) else stay
            return fallen(npcs.kept(state, tuple([int(one) for one in seats]), log), chance, log)
        case NpcsCall():
            return betting.npcs_called(state, log)
        case NpcsFold():
            return betting.all_npcs_folded(state, log)
        case ShakenFolds() | ShakenStays():
            return npcs.answered(state, log, folds=isinstance(action, ShakenFolds))
        case Rule(ruling=ruling):
            return ruled(state, ruling, log)


def _on_the_side(state: BaldurState, seat: int, action: Aside, chance: Chance, log: Log) -> BaldurState:
    match action:
        case Sway():
            return swaying.swayed(state, seat, action, chance, log)
        case Read(whom=whom):
            return swaying.looked(state, seat, int(whom), chance, log)
        case Accuse(whom=whom):
            return accused_by(state, seat, int(whom), chance, log)
        case Cast():
            return spells.cast(state, seat, action, chance, log)
        case _:
            return sleights.tried(state, seat, action, chance, log)
