"""Windows of banked games, in which many bet at once: nobody's bet disturbs anybody else's, nor the clock."""

from collections.abc import Iterable
from typing import Any

from bot.engine.game import signature
from bot.engine.moves import Move
from tests.laws.hands import Hand, Turn, filled_in

EACH_TIME = 6
"""At how many of the others is looked after each action; at a crowded table it is the turn of some."""


def a_window_is_one_for_all_and_stays_so(hand: Hand) -> None:
    """Whoever is asked before and after an action is asked the same as before, or everybody faces a new choice. So
    betting again extends no clock.
    """
    for turn in _turns_of_a_bank(hand):
        asked = _asked_throughout(hand, turn)
        if asked - {turn.seat}:
            assert len({_is_asked_anew(hand, turn, seat) for seat in asked}) == 1


def nobodys_bet_changes_what_another_may_do(hand: Hand) -> None:
    """While a window is open the buttons of all others stay as they are, labels and prices included: a click that is
    on its way isn't too old. A bet of theirs may go when the bank could pay nothing of it, and come back.
    """
    for at, turn in enumerate(_turns_of_a_bank(hand)):
        if _stays_open(hand, turn):
            others = [seat for seat in hand.seats if seat != turn.seat]
            first = at * EACH_TIME % max(len(others), 1)
            for seat in (others[first:] + others[:first])[:EACH_TIME]:
                _keeps_its_moves(hand, turn, seat)


def a_game_goes_on_by_itself_only_while_it_waits(hand: Hand) -> None:
    """And then after some seconds, not hours."""
    for state in hand.states:
        pause = hand.game.pause(state)
        if pause is not None:
            assert hand.game.to_act(state)
            assert 0 < pause <= 60


def open_bets_close_without_those_who_do_not_bet(hand: Hand) -> None:
    """A window waits for no seat but those that have bet, and ends with an action of the rules for someone."""
    for state in hand.states:
        window = hand.game.window(state)
        if window is not None:
            assert window.undecided <= window.betting & hand.game.to_act(state)
            assert hand.game.to_act(state)
            assert 0 <= window.seconds <= 60


def _turns_of_a_bank(hand: Hand) -> Iterable[Turn]:
    return hand.turns if hand.game.is_banked else ()


def _asked_throughout(hand: Hand, turn: Turn) -> frozenset[int]:
    return hand.game.to_act(turn.before) & hand.game.to_act(turn.step.state)


def _is_asked_anew(hand: Hand, turn: Turn, seat: int) -> bool:
    return hand.game.asks(turn.before, seat) != hand.game.asks(turn.step.state, seat)


def _stays_open(hand: Hand, turn: Turn) -> bool:
    asked = _asked_throughout(hand, turn)
    return bool(asked) and not any(_is_asked_anew(hand, turn, seat) for seat in asked - {turn.seat} or asked)


def _keeps_its_moves(hand: Hand, turn: Turn, seat: int) -> None:
    before, after = (
        [move for move in hand.game.moves(state, seat) if not move.aside] for state in (turn.before, turn.step.state)
    )
    stay = {move.key for move in before} & {move.key for move in after}
    assert signature(move for move in before if move.key in stay) == signature(
        move for move in after if move.key in stay
    )
    for state, moves in ((turn.step.state, before), (turn.before, after)):
        for move in moves:
            if move.key not in stay:
                _is_missing_for_the_bank(hand, state, seat, move)


def _is_missing_for_the_bank(hand: Hand, state: Any, seat: int, move: Move) -> None:
    action = hand.game.action(move.key, filled_in(hand.game, move))
    said = hand.game.refusal(state, seat, action)
    assert "bank" in said.casefold(), f"{move.key} is missing, and why: {said}"
