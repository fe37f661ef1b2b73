"""Who sits at a table of Baldur Hold'em: who they are in a contest, and who sees what they do.

Nameless NPCs are one party with one sheet. The NPCs play one hand together, so they also cheat together: as the GM's
seat, with that sheet, or with that of the first NPC that has a seat where no other is in; and with whatever luck at
sleight of hand any of them has.
"""

from functools import lru_cache

from bot.engine.cheating.effects import Effect
from bot.engine.cheating.parties import Party
from bot.engine.game import DEALER
from bot.engine.moves import Choice
from cogs.baldur.kit import BaldurKit, read_kit
from cogs.baldur.state import BaldurState

NPCS = "The NPCs"
NAMELESS = "The NPCs without a seat"


def party(state: BaldurState, seat: int) -> Party:
    """A seat with its sheet and its way with games; seat 0 are the NPCs."""
    if seat == DEALER and face(state) != DEALER:
        return party(state, face(state)).evolve(seat=DEALER)
    kit = kit_of(state, seat)
    if seat == DEALER:
        return Party(seat=DEALER, sheet=state.rules.crowd, proficiency=kit.proficiency)
    sheet = next(player.sheet for player in state.deal.players if player.seat == seat)
    return Party(seat=seat, sheet=sheet, proficiency=kit.proficiency)


def face(state: BaldurState) -> int:
    """Which NPC cheats for all of them: a nameless one, 0, or the first with a seat where no other is in."""
    return state.npcs_in[0] if state.npcs_in and not state.nameless_in else DEALER


def kit_of(state: BaldurState, seat: int) -> BaldurKit:
    if seat == DEALER:
        seat = face(state)
    if seat == DEALER:
        return state.rules.crowd_kit
    return read_kit(next(player.kit for player in state.deal.players if player.seat == seat))


def luck_of(state: BaldurState, seat: int) -> tuple[Effect, ...]:
    """The effects as they count for a seat that cheats: for the NPCs all their luck at sleight of hand is one."""
    if seat != DEALER:
        return state.effects
    npcs = state.named & {*state.npcs_in}
    return tuple(
        [one.evolve(seat=DEALER) if one.concern == "sleight" and one.seat in npcs else one for one in state.effects]
    )


def watchers(state: BaldurState, seat: int) -> tuple[Party, ...]:
    """Who might see what a seat does: the others still in, of NPCs one after the other and the nameless ones as one.
    NPCs don't watch each other.
    """
    return tuple([party(state, other) for other in onlookers(state, seat)])


def onlookers(state: BaldurState, seat: int) -> tuple[int, ...]:
    """The seats of these, 0 for the nameless NPCs."""
    seats = [other for other in state.players_in if other != seat]
    if seat != DEALER and seat not in state.named:
        seats += [npc for npc in state.npcs_in if npc > DEALER]
        seats += [DEALER] if state.nameless_in else []
    return tuple(seats)


def can_be_swayed(state: BaldurState, seat: int) -> tuple[Choice, ...]:
    """Whom a seat may try to influence: a player anybody else still in, NPCs the players."""
    if seat == DEALER or seat in state.named:
        return _choices(state, state.players_in)
    named = tuple([npc for npc in state.npcs_in if npc > DEALER])
    others = _choices(state, tuple([other for other in (*state.players_in, *named) if other != seat]))
    if not state.nameless_in:
        return others
    return (*others, _choice(DEALER, NAMELESS if state.named else NPCS))


def can_be_suspected(state: BaldurState, seat: int) -> tuple[Choice, ...]:
    """Whom a player may accuse or watch for a tell: the other players, and the NPCs, who cheat together."""
    others = _choices(state, tuple([other for other in state.players_in if other != seat]))
    return (*others, _choice(DEALER, NPCS)) if state.npcs_in else others


def choices_of(state: BaldurState, seats: tuple[int, ...]) -> tuple[Choice, ...]:
    """Seats to pick from, by their names."""
    return _choices(state, seats)


def _choices(state: BaldurState, seats: tuple[int, ...]) -> tuple[Choice, ...]:
    names = {player.seat: player.name for player in state.deal.players}
    return tuple([_choice(seat, names[seat]) for seat in seats])


@lru_cache(maxsize=1024)
def _choice(seat: int, label: str) -> Choice:
    return Choice(value=str(seat), label=label)
