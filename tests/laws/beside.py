"""What is done beside the game at a crooked table: in secret, now and then, and without a trace two hands later."""

from collections.abc import Iterator
from typing import Any

from bot.engine.cheating.effects import Effect, at_the_end
from bot.engine.cheating.events import Accused, Ruled
from bot.engine.cheating.state import CrookedState, CrookedView
from bot.engine.cheating.wrapper import Crooked
from bot.engine.game import DEALER, Event
from tests.laws.hands import Hand, Turn


def every_draw_is_secret(hand: Hand) -> None:
    """Else whoever counts the open ones learns how many were drawn between them."""
    if hand.is_crooked:
        assert all(draw.secret for draw in hand.draws)


def what_few_are_told_is_told_to_few(hand: Hand) -> None:
    """Nothing that one seat or the GM alone is told is told to everybody, nor what the GM alone is told to a seat."""
    for step in hand.steps:
        private = [event for _, event in step.private]
        assert not any(event in step.events for event in (*private, *step.kept))
        assert not any(event in private for event in step.kept)


def what_a_seat_has_heard_is_its_own(hand: Hand) -> None:
    """Require that a seat's page of sleights and tells has all that it learned, and that nobody else's page has it."""
    told = dict[int | None, list[Event]]()
    for step in hand.steps if hand.is_crooked else ():
        for to, event in step.private:
            told.setdefault(to, []).append(event)
        for seat in (None, *hand.everybody):
            view = hand.game.view(step.state, seat)
            if isinstance(view, CrookedView):
                assert all(event in told.get(seat, ()) for event in view.heard)


def each_is_tried_once_in_its_time(hand: Hand) -> None:
    """A sleight once in each of the game's rounds for them, an accusation once a hand, and talk as the game has it."""
    tried = [found for turn in hand.turns if (found := _tried(hand, turn)) is not None]
    assert len(set(tried)) == len(tried)


def effects_end_with_the_next_hand(hand: Hand) -> None:
    """They begin as the hand before has handed them on, and what it hands on has one end of a hand less to go."""
    if not hand.is_crooked or hand.end is None:
        return
    before = hand.deal.carry.effects if hand.deal.carry is not None else ()
    assert _shown(hand, hand.opening.state) == _of(hand, before)
    after = hand.end.carry.effects if hand.end.carry is not None else ()
    assert _of(hand, after) == (_of(hand, before) if hand.is_given_back else at_the_end(_shown(hand, hand.states[-1])))
    assert all(0 < effect.hands <= 2 for state in hand.states for effect in _shown(hand, state))
    assert hand.is_given_back or all(effect.hands == 1 for effect in after)


def who_is_caught_does_nothing_on_the_side(hand: Hand) -> None:
    """While the GM hasn't ruled nobody does anything; and who is out for cheating tries nothing more in this hand."""
    out = set[int]()
    for turn in hand.turns:
        caught = [event for event in turn.step.events if isinstance(event, Accused) and event.proven]
        out |= {event.accused for event in turn.step.events if isinstance(event, Ruled) and event.ruling == "forfeit"}
        for seat in hand.seats if caught else ():
            assert hand.game.moves(turn.step.state, seat) == ()
        for seat in out:
            assert not any(move.aside for move in hand.game.moves(turn.step.state, seat))


def asides_of(hand: Hand, state: Any, seat: int) -> Iterator[str]:
    """Yield the keys of a seat's moves beside the game."""
    yield from (move.key for move in hand.game.moves(state, seat) if move.aside)


def _tried(hand: Hand, turn: Turn) -> tuple[int, str, int] | None:
    if not isinstance(hand.game, Crooked) or not isinstance(turn.before, CrookedState):
        return None
    kind = turn.action.kind
    if kind not in asides_of(hand, turn.before, turn.seat):
        return None
    ways = hand.game.ways
    is_once_a_hand = kind == "accuse" or (kind in {"influence", "read"} and not ways.talks_each_round)
    what = kind if kind in {"influence", "read", "accuse"} else "sleight"
    return turn.seat, what, 0 if is_once_a_hand else ways.sleight_round(turn.before.inner)


def _shown(hand: Hand, state: Any) -> tuple[Effect, ...]:
    """Return the effects that the table shows."""
    return tuple(hand.game.view(state, None).effects)


def _of(hand: Hand, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Those of whoever is in the hand, and of the GM's own seat."""
    return tuple(effect for effect in effects if effect.seat in (*hand.seats, DEALER))
