"""The course of a hand: whom it waits for, that absence never holds it up, and that it ends."""

from bot.engine.game import DEALER
from bot.engine.rng import SeededRng
from tests.laws.hands import CAP, Hand


def it_waits_for_somebody_until_it_has_an_outcome(hand: Hand) -> None:
    for state in hand.states:
        waiting = hand.game.to_act(state)
        assert bool(waiting) == (hand.game.outcome(state) is None)
        assert waiting <= {*hand.seats, DEALER}


def only_a_game_with_a_dealer_asks_the_gm(hand: Hand) -> None:
    """And what the GM does there is never done at the table, where others would see what there is to choose."""
    for state in hand.states:
        assert hand.game.has_dealer or DEALER not in hand.game.to_act(state)
        assert {move.place for move in hand.game.moves(state, DEALER)} <= {"private"}


def who_is_waited_for_has_moves(hand: Hand) -> None:
    for state, seats in hand.looks():
        assert all(hand.game.moves(state, seat) for seat in hand.game.to_act(state).intersection(seats))


def timing_out_and_leaving_are_legal(hand: Hand) -> None:
    for state, seats in hand.looks():
        for seat in hand.game.to_act(state).intersection(seats):
            for absent in (hand.game.on_timeout, hand.game.on_leave):
                hand.game.act(state, seat, absent(state, seat), SeededRng(0))
        for seat in {*hand.seats}.intersection(seats):
            if hand.game.leaves_at_once(state, seat):
                left = hand.game.act(state, seat, hand.game.on_leave(state, seat), SeededRng(0)).state
                assert not hand.game.leaves_at_once(left, seat)


def it_ends(hand: Hand) -> None:
    """Random play ends, and so does a hand whose players all walk away, from wherever it stands."""
    assert len(hand.turns) < CAP
    middle = hand.states[len(hand.states) // 2]
    for absent in (hand.game.on_timeout, hand.game.on_leave):
        state, chance, actions = middle, SeededRng(1), 0
        while waiting := hand.game.to_act(state):
            seat = min(waiting)
            state = hand.game.act(state, seat, absent(state, seat), chance).state
            actions += 1
            assert actions < CAP


def the_next_hand_can_be_dealt(hand: Hand) -> None:
    """Require that the carry of a hand can be stored, and that the next hand begins from it.

    Only a hand that wasn't played, after no carry, may leave none.
    """
    end = hand.end
    assert end is not None
    carry = hand.game.Carry.from_json(end.carry.to_json()) if end.carry is not None else None
    assert carry == end.carry
    assert carry is not None or hand.deal.carry is None
    least = hand.game.least_stack(hand.deal.rules)
    players = tuple(player.evolve(stack=max(player.stack, least)) for player in hand.deal.players)
    deal = hand.deal.evolve(players=players, carry=carry, bank=max(end.bank, 0))
    assert hand.game.start(deal, SeededRng(2)).state
