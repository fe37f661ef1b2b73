"""A betting round in sentences: who is asked, what it costs, how far a raise may go, and what an all-in changes."""

import pytest

from bot.engine.betting.rounds import BettingRound, Bettor, Limits, QuickBets
from bot.engine.moves import Amount, Move, find

TEN = Limits(smallest=10)


def betting(*stacks: int, first: int = 1, limits: Limits = TEN, paid: int = 0) -> BettingRound:
    """Seats 1, 2, 3 ... with these stacks, each of which has `paid` into the pot already."""
    bettors = (Bettor(seat=seat, stack=stack, paid=paid) for seat, stack in enumerate(stacks, start=1))
    return BettingRound.opened(bettors, first, limits)


def keys(state: BettingRound) -> list[str]:
    assert state.turn is not None
    return [move.key for move in state.moves(state.turn)]


def bounds(state: BettingRound, dead: int = 0) -> tuple[int, int]:
    field = raise_field(state, dead)
    return field.low, field.high


def raise_field(state: BettingRound, dead: int = 0) -> Amount:
    assert state.turn is not None
    moves = state.moves(state.turn, dead)
    move: Move | None = find(moves, "bet") or find(moves, "raise")
    assert move is not None
    (field,) = move.fields
    assert isinstance(field, Amount)
    return field


class TestWhoIsAsked:
    def test_seats_are_asked_clockwise_once_each_in_turn(self):
        assert betting(100, 100, 100, first=2).waiting == (2, 3, 1)
        state = betting(100, 100).checked(1).checked(2)
        assert state.turn is None
        state = betting(100, 100)
        assert state.moves(2) == ()
        assert state.checked(1).moves(1) == ()

    def test_only_seats_that_can_still_answer_a_raise_are_asked_again(self):
        state = betting(100, 100, 100).raised(1, 20).called(2).raised(3, 40)
        assert state.waiting == (1, 2)
        assert state.called(1).called(2).turn is None
        state = betting(100, 100).checked(1).raised(2, 20)
        assert keys(state) == ["call", "raise", "fold"]
        state = betting(100, 100, 100).folded(1).raised(2, 20).raised(3, 40)
        assert state.waiting == (2,)
        assert state.live == (2, 3)
        state = betting(15, 100, 100).raised(1, 15).raised(2, 40)
        assert state.waiting == (3,)

    def test_nobody_is_asked_without_somebody_to_bet_against(self):
        state = betting(100, 100, 100).raised(1, 20).folded(2).folded(3)
        assert state.turn is None
        assert state.live == (1,)
        assert betting(0, 100, 0).turn is None
        state = betting(100, 100, 0).folded(1)
        assert state.turn is None
        assert state.live == (2, 3)
        state = betting(50, 100, 0).raised(1, 50)
        assert state.waiting == (2,)
        assert keys(state) == ["call", "fold"]


class TestChecksAndCalls:
    def test_fold_needs_confirmation_only_when_a_check_is_free(self):
        assert keys(betting(100, 100)) == ["check", "bet", "fold"]
        fold = find(betting(100, 100).moves(1), "fold")
        assert fold is not None
        assert fold.confirm == "You can check for free. Fold anyway?"
        fold = find(betting(100, 100).raised(1, 10).moves(2), "fold")
        assert fold is not None
        assert fold.confirm is None

    def test_call_costs_what_is_missing_and_at_most_the_stack(self):
        state = betting(100, 100, 100).raised(1, 20).called(2).raised(3, 50)
        assert state.to_call(1) == 30
        assert state.called(1).bettor(1) == Bettor(seat=1, stack=50, bet=50, paid=50, raises=1, answered=50)
        call = find(betting(100, 100).raised(1, 40).moves(2), "call")
        assert call is not None
        assert (call.label, call.price) == ("Call", 40)
        state = betting(100, 30).raised(1, 40)
        call = find(state.moves(2), "call")
        assert call is not None
        assert (call.label, call.price) == ("Call all in", 30)
        assert state.called(2).bettor(2).is_all_in
        state = betting(100, 100, paid=10).raised(1, 20).called(2)
        assert state.pot == 60


class TestRaises:
    def test_raise_is_to_an_amount_and_adds_at_least_the_last_raise(self):
        assert bounds(betting(100, 100)) == (10, 100)
        state = betting(500, 500).raised(1, 150).raised(2, 300)
        assert (state.current, state.bettor(2).stack, state.to_call(1)) == (300, 200, 150)
        assert bounds(betting(500, 500, 500).raised(1, 50)) == (100, 500)
        assert bounds(betting(500, 500, 500).raised(1, 50).raised(2, 150)) == (250, 500)
        state = betting(500, 120, 500).raised(1, 100).raised(2, 120)
        assert bounds(state) == (220, 500)

    def test_short_stack_bets_all_in_or_not_at_all(self):
        assert bounds(betting(500, 70, 500).raised(1, 50)) == (70, 70)
        assert bounds(betting(4, 100)) == (4, 4)
        assert keys(betting(100, 50, 100).raised(1, 50)) == ["call", "fold"]
        assert keys(betting(50, 500).raised(1, 50)) == ["call", "fold"]

    def test_a_new_round_starts_without_bets_raises_or_answers(self):
        first = betting(100, 100).raised(1, 20).called(2)
        second = BettingRound.opened(first.bettors, 1, TEN)
        assert second.current == 0
        assert second.bettor(1) == Bettor(seat=1, stack=80, paid=20)
        assert bounds(second) == (10, 80)


class TestShortAllIns:
    def test_short_all_in_reopens_betting_only_by_a_full_raise_or_house_rule(self):
        state = betting(500, 500, 70).raised(1, 50).called(2).raised(3, 70)
        assert keys(state) == ["call", "fold"]
        state = betting(500, 70, 500).raised(1, 50).raised(2, 70)
        assert keys(state) == ["call", "raise", "fold"]
        assert bounds(state) == (120, 500)
        state = betting(100, 100, 6).checked(1).checked(2).raised(3, 6)
        assert keys(state) == ["call", "fold"]
        state = betting(500, 80, 110, 500).raised(1, 50).raised(2, 80).raised(3, 110).called(4)
        assert state.turn == 1
        assert keys(state) == ["call", "raise", "fold"]
        limits = TEN.evolve(short_all_in_reopens=True)
        state = betting(500, 500, 70, limits=limits).raised(1, 50).called(2).raised(3, 70)
        assert keys(state) == ["call", "raise", "fold"]


class TestLimits:
    def test_bets_stay_within_the_largest_bet_and_the_pot_limit(self):
        limits = Limits(smallest=1, largest=25)
        assert bounds(betting(500, 500, limits=limits)) == (1, 25)
        assert bounds(betting(500, 500, limits=limits).raised(1, 25)) == (50, 50)
        limits = TEN.evolve(pot_limit=True)
        state = betting(500, 500, 500, limits=limits, paid=10)
        assert bounds(state) == (10, 30)
        assert bounds(state.raised(1, 30)) == (60, 120)
        limits = TEN.evolve(pot_limit=True)
        assert bounds(betting(500, 500, limits=limits, paid=10), dead=7) == (10, 27)
        limits = Limits(smallest=50, pot_limit=True)
        assert bounds(betting(500, 500, limits=limits, paid=10)) == (50, 50)

    def test_cap_counts_raises_of_all_or_of_each(self):
        limits = TEN.evolve(raises_all=2)
        state = betting(500, 500, 500, limits=limits).raised(1, 10).raised(2, 20)
        assert keys(state) == ["call", "fold"]
        limits = TEN.evolve(raises_each=1)
        state = betting(500, 500, limits=limits).raised(1, 10).raised(2, 20)
        assert keys(state) == ["call", "fold"]

    def test_refusals_of_an_amount_name_its_bounds(self):
        field = raise_field(betting(100, 100))
        assert (field.too_low, field.too_high) == ("The smallest bet is {low}.", "The largest bet is {high}.")
        field = raise_field(betting(100, 100).raised(1, 20))
        assert (field.too_low, field.too_high) == (
            "The smallest raise is to {low}.",
            "The largest raise is to {high}.",
        )


class TestPresets:
    def test_presets_are_the_least_the_pot_and_all_in_within_bounds(self):
        field = raise_field(betting(500, 500, paid=30))
        assert [(preset.label, preset.amount) for preset in field.presets] == [
            ("The least", 10),
            ("Half the pot", 30),
            ("The pot", 60),
            ("All in", 500),
        ]
        field = raise_field(betting(500, 500, paid=30).raised(1, 20))
        assert [preset.amount for preset in field.presets] == [40, 70, 120, 500]
        field = raise_field(betting(12, 100, paid=30))
        assert [(preset.label, preset.amount) for preset in field.presets] == [("The least", 10), ("All in", 12)]
        field = raise_field(betting(500, 500, limits=Limits(smallest=1, largest=25), paid=100))
        assert [(preset.label, preset.amount) for preset in field.presets] == [("The least", 1), ("The most", 25)]


class TestQuickBets:
    """The buttons of usual sizes: each legal amount once."""

    @staticmethod
    def offered(state: BettingRound, quick: QuickBets = "to_pot") -> list[tuple[str, int]]:
        assert state.turn is not None
        moves = state.moves(state.turn, quick=quick)
        move = find(moves, "bet") or find(moves, "raise")
        assert move is not None
        return list(move.quick_amounts)

    def test_a_bet_has_the_least_half_the_pot_and_the_pot(self):
        assert self.offered(betting(500, 500, paid=30)) == [("Bet", 10), ("½ pot", 30), ("Pot", 60)]

    def test_a_raise_counts_the_call_in_the_pot_and_names_the_whole_bet(self):
        """The pot is 60, the bet 20 and the call 20: half of these 100 is a raise by 50."""
        state = betting(500, 500, paid=30).raised(1, 20)
        assert self.offered(state) == [("Raise to", 40), ("½ pot to", 70), ("Pot to", 120)]

    @pytest.mark.parametrize(
        "quick, amounts",
        [
            ("to_pot", [10, 30, 60]),
            ("to_all_in", [10, 30, 60, 500]),
            ("of_pot", [30, 60]),
            ("ends", [10, 500]),
            ("none", []),
        ],
    )
    def test_house_rules_choose_the_sizes(self, quick: QuickBets, amounts: list[int]):
        assert [amount for _, amount in self.offered(betting(500, 500, paid=30), quick)] == amounts

    def test_all_in_stands_for_a_pot_above_the_stack(self):
        assert self.offered(betting(40, 500, paid=30)) == [("Bet", 10), ("½ pot", 30), ("All in", 40)]
        assert self.offered(betting(25, 500, paid=30)) == [("Bet", 10), ("All in", 25)]
        assert self.offered(betting(8, 500, paid=30)) == [("All in", 8)]

    def test_sizes_below_the_least_are_the_least(self):
        assert self.offered(betting(500, 500, paid=2)) == [("Bet", 10)]
        assert self.offered(betting(500, 500, paid=2), "to_all_in") == [("Bet", 10), ("All in", 500)]

    def test_limits_bound_every_size(self):
        largest = betting(500, 500, limits=TEN.evolve(largest=25), paid=30)
        assert self.offered(largest, "to_all_in") == [("Bet", 10), ("Max", 25)]
        pot = betting(500, 500, limits=TEN.evolve(pot_limit=True), paid=30)
        assert self.offered(pot, "to_all_in") == [("Bet", 10), ("½ pot", 30), ("Pot", 60)]

    def test_dead_chips_count_as_pot(self):
        move = find(betting(500, 500, paid=30).moves(1, 40), "bet")
        assert move is not None
        assert [amount for _, amount in move.quick_amounts] == [10, 50, 100]


class TestWhyNot:
    """Whoever can't raise is told the reason in a sentence."""

    @pytest.mark.parametrize(
        "state, reason",
        [
            (betting(100, 50, 100).raised(1, 50), "You have too few chips to raise: call or fold."),
            (betting(50, 500).raised(1, 50), "Nobody else has chips left to answer a raise."),
            (
                betting(500, 500, limits=TEN.evolve(raises_each=1)).raised(1, 10).raised(2, 20),
                "You've used all your raises in this round: call or fold.",
            ),
            (
                betting(500, 500, 500, limits=TEN.evolve(raises_all=1)).raised(1, 10),
                "This table allows no more raises in this round: call or fold.",
            ),
            (
                betting(500, 500, 70).raised(1, 50).called(2).raised(3, 70),
                "That all-in was less than a full raise, so you can only call or fold.",
            ),
        ],
    )
    def test_a_closed_raise_has_its_reason(self, state: BettingRound, reason: str):
        assert state.turn is not None
        assert state.why_not_raise(state.turn) == reason

    def test_an_open_raise_has_none(self):
        assert betting(100, 100).why_not_raise(1) is None
