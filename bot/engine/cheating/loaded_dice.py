"""A loaded die: the cheat names a face before the roll.

Within the roll the die is thrown twice in secret, and the throw nearer to that face counts; of two as near, the first.
So as many dice lie on the table as with an honest roll, and each shows a face that it might have shown anyway.
"""

from collections.abc import Iterable
from typing import Literal, TypeVar

from bot.engine.frozen import Frozen
from bot.engine.game import Event, Secretly, Step
from bot.engine.moves import Action, AnyAction, Move, Number
from bot.engine.rng import Rng
from bot.engine.words import Voice

S = TypeVar("S", bound=Frozen)


class Load(Action):
    """Load your next die towards a face."""

    kind: Literal["load"] = "load"
    face: int


class Loaded(Frozen):
    """The next die of a seat, and the face it is loaded towards."""

    seat: int
    face: int


class IsLoaded(Event):
    """For the seat that loaded a die; `die` is the game's name for it, as in "die for the Deep"."""

    kind: Literal["is_loaded"] = "is_loaded"
    die: str
    face: int


class LoadsDie(Secretly):
    kind: Literal["loads_die"] = "loads_die"
    seat: int
    die: str
    face: int


class ThrewLoaded(Secretly):
    """Both throws of a loaded die, in their order; `now` is the one that counts."""

    kind: Literal["threw_loaded"] = "threw_loaded"
    seat: int
    die: str
    face: int
    throws: tuple[int, int]
    now: int


LoadedEvent = IsLoaded | LoadsDie | ThrewLoaded


def load_move(die: str, sides: int) -> Move:
    """Return the move that loads this die."""
    face = Number(name="face", label="Toward which face?", low=1, high=sides)
    return Move(key="load", label=f"Load your {die}", fields=(face,), place="private", aside=True)


def face_of(action: AnyAction) -> int:
    """Return the face of an action that loads a die. Raises TypeError for another action."""
    if not isinstance(action, Load):
        raise TypeError(f"{type(action).__name__} loads no die")
    return action.face


def is_loaded(loaded: Iterable[Loaded], seat: int) -> bool:
    return any(die.seat == seat for die in loaded)


def without(loaded: Iterable[Loaded], seat: int) -> tuple[Loaded, ...]:
    """Return the loaded dice without those of a seat."""
    return tuple([die for die in loaded if die.seat != seat])


def loaded_step(state: S, seat: int, die: str, face: int) -> Step[S]:
    """Return the step that loads a seat's die in this state, with an event for the seat and one for the GM."""
    private = ((seat, IsLoaded(die=die, face=face)),)
    return Step(state, private=private, kept=(LoadsDie(seat=seat, die=die, face=face),))


def throw_die(loaded: tuple[Loaded, ...], seat: int, sides: int, die: str, chance: Rng, tell: list[Event]) -> int:
    """Throw a seat's die, loaded or not: 1 .. sides. The GM gets an event with both throws of a loaded one."""
    face = next((one.face for one in loaded if one.seat == seat), None) if loaded else None
    if face is None:
        return chance.die(sides)
    first, second = chance.dice(2, sides, secret=True)
    now = first if abs(first - face) <= abs(second - face) else second
    tell.append(ThrewLoaded(seat=seat, die=die, face=face, throws=(first, second), now=now))
    return now


def describe_loaded(event: LoadedEvent, voice: Voice) -> str:
    """Describe in a sentence what was done with a loaded die."""
    match event:
        case IsLoaded():
            return f"You have loaded your {event.die} toward {event.face}."
        case LoadsDie():
            return f"{voice.name(event.seat)} loads the {event.die} toward {event.face}."
        case ThrewLoaded(throws=(first, second)):
            fell = f"{first} and {second} are thrown, and {event.now} counts"
            return f"The {event.die} of {voice.name(event.seat)} is loaded toward {event.face}: {fell}."
