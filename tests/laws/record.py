"""What is stored is enough: states survive JSON, and a hand plays again from its seeds or from its log."""

from collections.abc import Iterator
from itertools import chain

from bot.engine.rng import ReplayRng, Rng, SeededRng
from bot.tables.store import with_deal, without_deal
from tests.laws.hands import Hand, replayed

LOOKS = 300
SOME = 20
"""From about how many turns of a hand it goes on from what was stored."""


def states_survive_storage(hand: Hand) -> None:
    deal = hand.deal.to_json()
    for state, _ in hand.looks(LOOKS):
        stored = without_deal(state.to_json(), deal)
        assert deal not in stored
        assert hand.game.read(with_deal(stored, deal), hand.game.version) == state
    read = hand.game.Deal.from_json(deal)
    assert (read, read.to_json()) == (hand.deal, deal)


def stored_states_play_on_alike(hand: Hand) -> None:
    for turn in hand.turns[:: max(1, len(hand.turns) // SOME)]:
        stored = hand.game.read(turn.before.to_json(), hand.game.version)
        action = hand.game.action_from_json(turn.action.to_json())
        assert action == turn.action
        live = hand.game.act(turn.before, turn.seat, turn.action, SeededRng(3))
        assert hand.game.act(stored, turn.seat, action, SeededRng(3)) == live


def the_same_seeds_and_actions_give_the_same_hand(hand: Hand) -> None:
    assert tuple(replayed(hand, _chances(hand))) == hand.steps


def the_log_replays_the_hand(hand: Hand) -> None:
    """Require that the recorded draws, fed back, give the same hand, and that none is left over."""
    log = ReplayRng(hand.draws, chain.from_iterable(hand.salts))
    assert tuple(replayed(hand, iter([log] * len(hand.steps)))) == hand.steps
    assert log.left == 0
    assert [draw.number for draw in hand.draws] == list(range(len(hand.draws)))


def _chances(hand: Hand) -> Iterator[Rng]:
    first = 0
    for at in range(len(hand.steps)):
        chance = hand.seeds.chance(at, first)
        yield chance
        first = chance.next_number
