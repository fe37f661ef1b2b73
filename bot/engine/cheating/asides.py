"""What a seat may do on the side at a crooked table, how often, and why not.

Everybody who was dealt in watches and is watched, until they are out: whoever has folded or was caught neither does
anything on the side nor stands in anybody's way. Where the house plays it watches too, as somebody without a sheet.
"""

from functools import lru_cache
from typing import Any

from bot.engine.cheating.actions import Accuse, Influence, Read
from bot.engine.cheating.parties import Party
from bot.engine.cheating.sleights import Cheatable
from bot.engine.cheating.state import Aside, CrookedState, Try
from bot.engine.cheating.suspicion import GM_RULES, NOBODY_ACCUSED, ONLY_THE_GM
from bot.engine.cheating.unions import sleight_kinds
from bot.engine.game import DEALER, Game, Seat
from bot.engine.moves import AnyAction, Choice, Move, Pick

AnyState = CrookedState[Any, Any, Any]

MANNERS = (
    Choice(value="deceive", label="Deceive them"),
    Choice(value="persuade", label="Persuade them"),
    Choice(value="intimidate", label="Intimidate them"),
    Choice(value="distract", label="Distract them"),
)
_ONCE: dict[Aside, str] = {
    "influence": "You have tried to influence somebody in this hand already: it is done once a hand.",
    "read": "You have looked for a tell in this hand already: it is done once a hand.",
    "accuse": "You have accused somebody in this hand already: it is done once a hand.",
    "sleight": "You have tried something already: it is too early for another try.",
}
_REMEMBERED = 512
_OUT = "Whoever is out of the hand does nothing on the side."
_NOTHING_TO_GAIN = "There is nothing to gain by that now."


def still_in(game: Cheatable[Any], state: AnyState) -> tuple[Seat, ...]:
    """Who was dealt in and isn't out, clockwise."""
    return tuple(seat for seat in state.seats if seat not in state.caught and not game.is_out(state.inner, seat))


def watchers(game: Cheatable[Any], state: AnyState, seat: Seat, *, is_banked: bool) -> tuple[Party, ...]:
    """Who might see what a seat does: everybody else still in, and the house where it plays or nobody else does."""
    others = tuple(state.begun.party(other) for other in still_in(game, state) if other != seat)
    return (*others, state.begun.party(DEALER)) if is_banked or not others else others


def has_tried(state: AnyState, seat: Seat, what: Aside, at: int = 0) -> bool:
    return Try(seat, what, at) in state.tried


def aside_moves(game: Cheatable[Any], state: AnyState, seat: Seat) -> tuple[Move, ...]:
    """The game's sleights, and what may be tried against the others."""
    present = still_in(game, state)
    if seat not in present:
        return ()
    moves: list[Move] = []
    if not has_tried(state, seat, "sleight", game.sleight_round(state.inner)):
        moves += (move.evolve(aside=True) for move in game.sleights(state.inner, seat))
    names = {player.seat: player.name for player in state.begun.players}
    others = _against(tuple([(one, names[one]) for one in present if one != seat]))
    return (*moves, *[move for what, move in others if not has_tried(state, seat, what)])


@lru_cache(maxsize=_REMEMBERED)
def _against(others: tuple[tuple[Seat, str], ...]) -> tuple[tuple[Aside, Move], ...]:
    """What may be tried against these people, if there are any. They stay the same for most of a hand: it is kept."""
    if not others:
        return ()
    choices = tuple(Choice(value=str(seat), label=name) for seat, name in others)
    manner = Pick(name="manner", label="How?", choices=MANNERS)
    offers: tuple[tuple[Aside, str, tuple[Pick, ...]], ...] = (
        ("influence", "Influence", (manner, _whom("Influence whom?", choices))),
        ("read", "Read a tell", (_whom("Watch whom?", choices),)),
        ("accuse", "Accuse", (_whom("Accuse whom of cheating?", choices),)),
    )
    return tuple(
        (what, Move(key=what, label=label, fields=fields, place="private", aside=True))
        for what, label, fields in offers
    )


def _whom(label: str, others: tuple[Choice, ...]) -> Pick:
    return Pick(name="whom", label=label, choices=others)


def kind_of_aside(ways: Cheatable[Any], action: AnyAction) -> Aside | None:
    """What an action is on the side; None for what belongs to the game."""
    if isinstance(action, Influence):
        return "influence"
    if isinstance(action, Read):
        return "read"
    if isinstance(action, Accuse):
        return "accuse"
    return "sleight" if action.kind in sleight_kinds(ways) else None


def aside_refusal(
    game: Game[Any, Any, Any, Any, Any], ways: Cheatable[Any], state: AnyState, seat: Seat, action: AnyAction
) -> str | None:
    """Why something beside the game can't be done now; None where the game itself has to say it."""
    if game.outcome(state.inner) is not None or state.is_void:
        return f"The {game.hand_word} is over."
    if state.accusation is not None:
        return GM_RULES
    if action.kind == "verdict":
        return NOBODY_ACCUSED if seat == DEALER else ONLY_THE_GM
    what = kind_of_aside(ways, action)
    if what is None:
        return None
    if seat not in state.seats:
        return f"You aren't in this {game.hand_word}."
    if seat not in still_in(ways, state):
        return _OUT
    at = ways.sleight_round(state.inner) if what == "sleight" else 0
    return _ONCE[what] if has_tried(state, seat, what, at) else _NOTHING_TO_GAIN
