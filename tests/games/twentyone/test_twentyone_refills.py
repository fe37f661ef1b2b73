"""A shoe that runs out in mid-hand: what is shuffled in, that no card is lost or there twice, what nobody learns."""

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.engine.cards import FULL_DECK
from bot.engine.game import Deal, Event, Player
from bot.engine.rng import ScriptedRng, SeededRng
from cogs.twentyone.rules import GAME
from cogs.twentyone.state import CARDS_EACH, Refilled, Shoe, TwentyOneCarry, TwentyOneRules, TwentyOneState, worth
from tests.games.twentyone.twentyone_table import Table, against, cards, shoe_of


def low(count: int, decks: int) -> Shoe:
    """Return a shoe in which just so many of its lowest cards are left."""
    cards = sorted(Shoe.shuffled(decks).cards, key=worth)[:count]
    return Shoe(decks=decks, left=tuple(map(cards.count, FULL_DECK)))


class TestRunningOut:
    """A shoe of one deck can run out with many players, however seldom."""

    def state(self, shoe: Shoe, hands: str, dealer: str) -> TwentyOneState:
        """Return a state in which Roark plays that hand, with this left in the shoe."""
        table = against(dealer, hands, decks=1)
        hole = table.state.face_down
        assert hole is not None
        return table.state.evolve(
            shoe=shoe.evolve(left=tuple(a + (c == hole) for a, c in zip(shoe.left, FULL_DECK, strict=True)))
        )

    def test_earlier_cards_then_a_second_deck_are_shuffled_in(self):
        state = self.state(shoe_of("2s"), "2h 3s", "10c 8s")
        state = GAME.act(state, 1, GAME.action("hit", {}), SeededRng(1)).state
        assert state.shoe.size == 1, "only the hole card is left"
        step = GAME.act(state, 1, GAME.action("hit", {}), SeededRng(2))
        (refilled,) = (event for event in step.events if isinstance(event, Refilled))
        assert (refilled.count, refilled.is_new) == (52 - 4 - 1, False)
        on_the_table = {*cards("2h 3s 10c 2s"), step.state.boxes[0].hands[0].cards[-1]}
        assert Counter(step.state.shoe.cards) == Counter({*FULL_DECK} - on_the_table)
        on_the_table = cards("5h 4s 10c")
        shoe = Shoe(decks=1, left=tuple(int(card == "8s") for card in FULL_DECK))
        refilled = shoe.refilled([card for card in FULL_DECK if card != "8s"])
        assert refilled.size == 53
        assert refilled.filled == 2
        again = shoe.refilled(on_the_table)
        assert (again.size, again.filled) == (49, 1)
        shoe = Shoe(decks=1, left=(0,) * 52, filled=2)
        assert shoe.refilled(FULL_DECK).size == 52

    @pytest.mark.parametrize("decks, players", [(1, 1), (1, 2), (1, 3), (4, 7)])
    def test_no_card_is_ever_there_more_often_than_the_decks_have_it(self, decks: int, players: int):
        """Whoever takes all they can, from a shoe as empty as a hand may begin with, of the lowest cards."""
        rules = TwentyOneRules(decks=decks, cut=0, hit_split_aces=True, resplit_aces=True)
        seated = tuple(Player(seat=seat, stack=1000) for seat in range(1, players + 1))
        refills = 0
        for seed in range(6):
            lowest = low(CARDS_EACH * (players + 1), decks)
            deal = GAME.Deal(rules=rules, players=seated, bank=10**6, carry=TwentyOneCarry(shoe=lowest))
            for state, events in played_out(deal, seed):
                refills += sum(isinstance(event, Refilled) for event in events)
                most = decks * state.shoe.filled
                there = Counter(state.shoe.cards) + Counter(state.on_the_table)
                assert max(there.values()) <= most
                assert min(state.shoe.left) >= 0
                if state.face_down is not None:
                    assert state.shoe.left[FULL_DECK.index(state.face_down)] >= 1
                if any(isinstance(event, Refilled) for event in events):
                    assert there == Counter(dict.fromkeys(FULL_DECK, most)), "not one card is missing either"
        assert refills

    def test_refill_tells_nothing_of_the_hole_card(self):
        """Whatever lies face down, people see the same, and every other card is as likely to come next."""
        on_the_table = {*cards("2h 3s 10c")}
        for hole in ("8s", "5d", "Kd"):
            held = shoe_of(hole)
            state = against(f"10c {hole}", "2h 3s", decks=1).state.evolve(shoe=held)
            unknown = {*FULL_DECK} - on_the_table - {*cards(hole)}
            dealt: Counter[str] = Counter()
            for face in range(1, len(unknown) + 1):
                step = GAME.act(state, 1, GAME.action("hit", {}), ScriptedRng([face]))
                assert [event.count for event in step.events if isinstance(event, Refilled)] == [len(unknown)]
                dealt[step.state.boxes[0].hands[0].cards[-1]] += 1
            assert dealt == Counter(unknown)

    @pytest.mark.parametrize("seed", range(4))
    def test_seven_players_who_take_all_they_can_of_one_deck_get_their_cards(self, seed: int):
        players = tuple(Player(seat=seat, stack=1000) for seat in range(1, 8))
        deal = GAME.Deal(
            rules=TwentyOneRules(decks=1, hit_split_aces=True, resplit_aces=True), players=players, bank=10**6
        )
        *_, (state, _) = played_out(deal, seed)
        assert GAME.outcome(state)

    def test_refill_is_announced(self):
        table = Table()
        table.events = [Refilled(count=40, is_new=False), Refilled(count=52, is_new=True)]
        assert table.said == [
            "The shoe has run out: 40 cards of earlier hands are shuffled in.",
            "The shoe has run out: 52 new cards are shuffled in.",
        ]


def played_out(
    deal: Deal[TwentyOneRules, TwentyOneCarry], seed: int
) -> Iterator[tuple[TwentyOneState, tuple[Event, ...]]]:
    """Play a hand in which everyone takes all the cards they can: each state, and what led to it."""
    chance = SeededRng(seed)
    step = GAME.start(deal, chance)
    yield step.state, step.events
    while waiting := GAME.to_act(step.state):
        seat = min(waiting)
        keys = [move.key for move in GAME.moves(step.state, seat)]
        key = next(key for key in ("split", "hit", "decline", "bet", "stand") if key in keys)
        action = GAME.action(key, {"amount": 10} if key == "bet" else {})
        step = GAME.act(step.state, seat, action, chance)
        yield step.state, step.events
