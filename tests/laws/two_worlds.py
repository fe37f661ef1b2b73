"""Two worlds: in one somebody cheats and nobody sees it, in the other they don't. Nobody else can tell them apart."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.engine.cheating.events import Tried
from bot.engine.cheating.wrapper import Crooked
from bot.engine.game import DEALER, Step
from bot.engine.moves import AnyAction
from bot.engine.rng import SeededRng
from bot.engine.spec import AnySpec
from tests.laws.hands import Hand, Seeds, filled_in, liking, values_of

STATES = 6
"""At how many states of a hand cheats are tried."""
SEATS = 2
"""By how many seats at each."""
TRIES = 8
"""With how many rolls: whoever has no chance against these watchers doesn't cheat unseen."""
FUTURES = 2
"""How many cheats of a hand are followed to its end."""
MOST_STEPS = 60
GENERATED = 12
"""So many steps of these people play as they please; then time runs out for everybody."""


class Cheat(NamedTuple):
    """A sleight that nobody sees, and the hand before it."""

    before: Any
    seat: int
    action: AnyAction
    step: Step[Any]


class Deed(NamedTuple):
    """What a seat does next, in both worlds."""

    seat: int
    action: AnyAction


def a_cheat_that_nobody_sees_changes_nothing_for_others(hand: Hand) -> None:
    """Neither what the public or another seat sees, may do or is refused, nor whom the hand waits for and how long, nor
    how soon somebody may try again.
    """
    for cheat in _cheats(hand):
        after, looks = cheat.step.state, _but_for_faces if _is_open(hand, cheat) else _as_it_is
        assert cheat.step.events == (), "everybody is told of a cheat that nobody has seen"
        assert {seat for seat, _ in cheat.step.private} <= {cheat.seat}
        for seat in (None, *hand.everybody):
            if seat == DEALER:
                continue
            was, now = _known_to(hand, cheat.before, seat), _known_to(hand, after, seat)
            assert seat == cheat.seat or looks(was) == looks(now)
        assert _asked(hand, cheat.before) == _asked(hand, after)
        assert _at_the_table(hand, cheat.before, cheat.seat) == _at_the_table(hand, after, cheat.seat)
        assert _refused(hand, cheat.before, cheat) == _refused(hand, after, cheat)


def as_many_dice_and_cards_lie_there_as_without_a_cheat(hand: Hand) -> None:
    """Require that dice and cards after a cheat look like those without it.

    As long as the same things happen in both worlds, the public and each seat see as many dice, cards and chips of each
    kind as they would have seen.
    """
    cheats = _cheats(hand)
    for cheat in cheats[:: max(1, len(cheats) // FUTURES)]:
        honest, crooked, dice = cheat.before, cheat.step.state, random.Random(f"{hand.seeds.hand} {cheat.seat}")
        for at in range(MOST_STEPS):
            if not (hand.game.to_act(honest) and hand.game.to_act(crooked)):
                break
            for seat in (None, *hand.seats):
                assert _counted(_own(hand, honest, seat)) == _counted(_own(hand, crooked, seat))
            shared = _offered_in_both(hand, honest, crooked, dice) if at < GENERATED else None
            one, other = _onward(hand, honest, at, shared), _onward(hand, crooked, at, shared)
            if [type(event) for event in one.events] != [type(event) for event in other.events]:
                break
            if any(event.reveals for event in one.events):
                break
            honest, crooked = one.state, other.state


def _cheats(hand: Hand) -> tuple[Cheat, ...]:
    """Found once for a hand, whichever law looks first."""
    key = hand.spec, hand.seeds
    if key not in _found:
        _found[key] = tuple(_found_in(hand)) if hand.is_crooked else ()
    return _found[key]


_found: dict[tuple[AnySpec, Seeds], tuple[Cheat, ...]] = {}


def _found_in(hand: Hand) -> Iterator[Cheat]:
    states = hand.states[:: max(1, len(hand.states) // STATES)]
    for at, state in enumerate(states):
        # somebody else each time: at a full table not everybody's cheats can be tried everywhere
        for seat in [hand.seats[(at + number) % len(hand.seats)] for number in range(min(len(hand.seats), SEATS))]:
            for move in hand.game.moves(state, seat):
                if move.aside and move.key not in {"influence", "read", "accuse"}:
                    action = hand.game.action(move.key, filled_in(hand.game, move))
                    yield from _unseen(hand, state, seat, action)


def _unseen(hand: Hand, state: Any, seat: int, action: AnyAction) -> Iterator[Cheat]:
    for roll in range(TRIES):
        step = hand.game.act(state, seat, action, SeededRng(roll))
        if any(isinstance(event, Tried) and event.unseen for event in step.kept):
            yield Cheat(state, seat, action, step)
            return


def _is_open(hand: Hand, cheat: Cheat) -> bool:
    """Tell whether the cheat changes dice that lie open."""
    return isinstance(hand.game, Crooked) and hand.game.ways.is_open(cheat.before.inner)


def _as_it_is(known: tuple[Any, ...]) -> Any:
    return known


def _but_for_faces(known: tuple[Any, ...]) -> Any:
    """Return what somebody sees and may do, without the faces of dice: of a move only its key and its text."""
    view, moves = known
    shown = {name: value for name, value in view.to_dict(mode="json").items() if name != "inner"}
    return shown, _counted(view.inner.to_dict(mode="json")), [(move.key, move.label, move.price) for move in moves]


def _known_to(hand: Hand, state: Any, seat: int | None) -> tuple[Any, ...]:
    return hand.game.view(state, seat), () if seat is None else hand.game.moves(state, seat)


def _asked(hand: Hand, state: Any) -> tuple[Any, ...]:
    waiting = hand.game.to_act(state)
    asked = [hand.game.asks(state, seat) for seat in sorted(waiting)]
    tries = hand.game.ways.sleight_round(state.inner) if isinstance(hand.game, Crooked) else None
    return waiting, hand.game.pause(state), asked, tries


def _at_the_table(hand: Hand, state: Any, seat: int) -> tuple[Any, ...]:
    return tuple(move for move in hand.game.moves(state, seat) if not move.aside and move.place == "table")


def _refused(hand: Hand, state: Any, cheat: Cheat) -> list[str]:
    """Return the refusals to others who try the same, or the hand's last action."""
    actions = [cheat.action, *(turn.action for turn in hand.turns[-1:])]
    return [
        hand.game.refusal(state, seat, action)
        for seat in hand.everybody
        for action in actions
        if seat not in (cheat.seat, DEALER) and all(move.key != action.kind for move in hand.game.moves(state, seat))
    ]


def _own(hand: Hand, state: Any, seat: int | None) -> dict[str, Any]:
    """Return a seat's view of the game itself."""
    view = hand.game.view(state, seat)
    return getattr(view, "inner", view).to_dict(mode="json")


def _offered_in_both(hand: Hand, honest: Any, crooked: Any, dice: random.Random) -> Deed | None:
    """Something in the game that is the same offer in both worlds; None where nothing is."""
    waiting = hand.game.to_act(honest) & hand.game.to_act(crooked)
    if not waiting:
        return None
    seat = dice.choice(sorted(waiting))
    offered = hand.game.moves(crooked, seat)
    moves = [move for move in hand.game.moves(honest, seat) if not move.aside and move in offered]
    if not moves:
        return None
    move = dice.choices(moves, [liking(move) for move in moves])[0]
    return Deed(seat, hand.game.action(move.key, values_of(move, dice)))


def _onward(hand: Hand, state: Any, at: int, deed: Deed | None) -> Step[Any]:
    """Carry out the next action, or the clock's, with the same dice in both worlds as long as as many are thrown."""
    seat = min(hand.game.to_act(state)) if deed is None else deed.seat
    action = hand.game.on_timeout(state, seat) if deed is None else deed.action
    return hand.game.act(state, seat, action, SeededRng(at))


def _counted(seen: dict[str, Any]) -> dict[str, Any]:
    """How much there is of everything, whatever it is: the same for 3, 4 and for 5, 6. What belongs to a seat is
    counted seat by seat; what a single thing is made of, what something is worth, and what a seat was told aren't.
    """
    return {name: _count_of(value) for name, value in seen.items() if name != "heard"}


def _count_of(value: Any) -> Any:
    match value:
        case {"seat": _}:
            return _counted(value)
        case [*some]:
            return sorted(map(_count_of, some), key=repr)
        case _:
            return "one"
