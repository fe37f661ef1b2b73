"""Pots in sentences, chip by chip, and against a second source: pokerkit."""

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import Automation, NoLimitTexasHoldem

from bot.engine.betting.pots import Pot, Pots, Split, side_pots, split, uncalled

AUTOMATED = (Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING)
PAIRS = ("AcAd", "AhAs", "KcKd", "KhKs", "QcQd", "QhQs", "JcJd", "JhJs")
"""Hole cards, two pairs of each rank: seats 1 and 2 tie, then 3 and 4, and so on."""
BOARD = ("2c3d4h", "8s", "9c")
BURNT = ("5h", "6h", "7h")


class TestLayers:
    def test_each_layer_is_a_pot_for_those_who_reached_it(self):
        assert side_pots({1: 50, 2: 50, 3: 50}, {1, 2, 3}) == Pots(
            pots=(Pot(amount=150, eligible=(1, 2, 3)),), returned=()
        )
        pots = side_pots({1: 20, 2: 50, 3: 50}, {1, 2, 3})
        assert pots.pots == (Pot(amount=60, eligible=(1, 2, 3)), Pot(amount=60, eligible=(2, 3)))
        pots = side_pots({1: 20, 2: 50, 3: 90}, {1, 2, 3})
        assert pots.pots == (Pot(amount=60, eligible=(1, 2, 3)), Pot(amount=60, eligible=(2, 3)))
        assert pots.returned == ((3, 40),)
        assert side_pots({1: 50, 2: 20}, {1}) == Pots(pots=(Pot(amount=40, eligible=(1,)),), returned=((1, 30),))
        assert side_pots({9: 10, 4: 10, 7: 10}, {4, 7, 9}).pots[0].eligible == (9, 4, 7)
        with pytest.raises(ValueError, match="a seat that can win"):
            side_pots({1: 10}, ())

    def test_folded_chips_stay_in_the_layers_they_reached(self):
        pots = side_pots({1: 20, 2: 50, 3: 50, 4: 35}, {1, 2, 3})
        assert pots.pots == (Pot(amount=80, eligible=(1, 2, 3)), Pot(amount=75, eligible=(2, 3)))
        assert side_pots({1: 20, 2: 20, 3: 70}, {1, 2}).pots == (Pot(amount=110, eligible=(1, 2)),)
        assert side_pots({1: 50, 2: 50, 3: 10, 4: 30}, {1, 2}).pots == (Pot(amount=140, eligible=(1, 2)),)

    def test_a_side_pot_with_one_seat_left_is_won_and_only_the_uncalled_bet_returns(self):
        pots = side_pots({1: 150, 2: 100, 3: 100, 4: 50}, {1, 4})
        assert (pots.pots[1:], pots.returned) == ((Pot(amount=150, eligible=(1,)),), ((1, 50),))
        beyond = side_pots({1: 150, 2: 200, 4: 50}, {1, 4})
        assert (beyond.pots[1:], beyond.returned) == ((Pot(amount=250, eligible=(1,)),), ())

    def test_carried_chips_belong_to_the_main_pot_and_all_live_seats(self):
        pots = side_pots({1: 20, 2: 50, 3: 50}, {1, 2, 3}, carried=7)
        assert pots.pots[0] == Pot(amount=67, eligible=(1, 2, 3))
        pots = side_pots({1: 0, 2: 50, 3: 50}, {1, 2, 3}, carried=7)
        assert pots.pots == (Pot(amount=7, eligible=(1, 2, 3)), Pot(amount=100, eligible=(2, 3)))


class TestUncalled:
    def test_chips_that_no_other_seat_called_are_uncalled(self):
        assert uncalled({1: 60, 2: 10, 3: 25}, 1) == 35
        assert uncalled({1: 60, 2: 60}, 1) == 0
        assert uncalled({1: 10, 2: 60}, 1) == 0
        assert uncalled({1: 60}, 1) == 60


class TestSplits:
    def test_even_split_is_equal_and_odd_chips_go_to_the_first_winners(self):
        assert split(1410, (2, 3)) == Split(shares=((2, 705), (3, 705)), left=0)
        assert split(11, (5, 2, 9)).shares == ((5, 4), (2, 4), (9, 3))

    @pytest.mark.parametrize("odd", ["house", "carry"])
    def test_odd_chips_may_stay_undivided_instead(self, odd):
        assert split(11, (5, 2, 9), odd) == Split(shares=((5, 3), (2, 3), (9, 3)), left=2)

    @given(st.integers(0, 10_000), st.lists(st.integers(1, 20), min_size=1, max_size=10, unique=True))
    def test_dealing_the_pot_out_coin_by_coin_gives_the_same_shares(self, amount, winners):
        dealt = Counter(dict.fromkeys(winners, 0))
        for coin in range(amount):
            dealt[winners[coin % len(winners)]] += 1
        assert dict(split(amount, winners).shares) == dealt
        assert split(amount, winners, "house").left == amount % len(winners)


class TestCarried:
    BEFORE = (Pot(amount=90, eligible=(1, 2, 3)), Pot(amount=40, eligible=(2, 3)))

    def test_carried_pots_keep_their_seats_and_take_new_bets(self):
        assert side_pots({}, {1, 2, 3}, self.BEFORE) == Pots(pots=self.BEFORE, returned=())
        pots = side_pots({1: 0, 2: 20, 3: 20}, {1, 2, 3}, self.BEFORE).pots
        assert pots == (Pot(amount=90, eligible=(1, 2, 3)), Pot(amount=80, eligible=(2, 3)))
        pots = side_pots({1: 0, 2: 20, 3: 20, 4: 20}, {1, 3, 4}, (Pot(amount=90, eligible=(1, 2, 3)),)).pots
        assert pots == (Pot(amount=90, eligible=(1, 3)), Pot(amount=60, eligible=(3, 4)))
        assert side_pots({1: 0, 2: 0}, {1, 2}, (Pot(amount=0, eligible=(1, 2)),)) == Pots(pots=(), returned=())

    def test_carried_pot_goes_on_when_its_seats_have_folded(self):
        pots = side_pots({1: 0, 2: 30, 3: 20}, {1, 2}, self.BEFORE)
        assert pots.pots == (Pot(amount=90, eligible=(1, 2)), Pot(amount=80, eligible=(2,)))
        assert pots.returned == ((2, 10),)
        pots = side_pots({1: 0, 2: 20, 3: 20, 4: 0}, {1, 4}, (*self.BEFORE[1:], Pot(amount=7, eligible=(1, 4, 2)))).pots
        assert pots == (Pot(amount=87, eligible=(1, 4)),)
        pots = side_pots({1: 0, 2: 0, 3: 0, 4: 30}, {1, 2, 3}, self.BEFORE).pots
        assert pots == (Pot(amount=90, eligible=(1, 2, 3)), Pot(amount=70, eligible=(2, 3)))
        assert side_pots({1: 0, 2: 20}, {1}, 9) == Pots(pots=(Pot(amount=29, eligible=(1,)),), returned=())

    def test_the_main_pot_comes_first_however_the_carried_ones_stood(self):
        pots = side_pots(
            {1: 0, 2: 20, 3: 20, 4: 0}, {1, 2, 3, 4}, (*self.BEFORE[1:], Pot(amount=7, eligible=(1, 2, 3, 4)))
        )
        assert [pot.amount for pot in pots.pots] == [7, 80]


CONTRIBUTIONS = st.dictionaries(st.integers(1, 12), st.integers(0, 40), min_size=1, max_size=9)
POTS = st.lists(st.builds(Pot, amount=st.integers(0, 60), eligible=st.sets(st.integers(1, 12)).map(tuple)), max_size=4)
CARRIED = st.integers(0, 9) | POTS


def some_live(data: st.DataObject, contributions: dict[int, int]) -> set[int]:
    return data.draw(st.sets(st.sampled_from(sorted(contributions)), min_size=1), label="live")


@given(st.data(), CONTRIBUTIONS, CARRIED)
def test_pots_agree_with_a_division_chip_by_chip(
    data: st.DataObject, contributions: dict[int, int], carried: int | list[Pot]
):
    """Every seat's first chip lies in the first row, its second in the second: a row belongs to who reached it."""
    live = frozenset(some_live(data, contributions))
    won: Counter[frozenset[int]] = Counter()
    returned: Counter[frozenset[int]] = Counter()
    middle = (
        [(carried, live)] if isinstance(carried, int) else [(pot.amount, live & {*pot.eligible}) for pot in carried]
    )
    last = live
    for amount, owners in middle:
        for _ in range(amount):
            last = owners or live
            won[last] += 1
    for row in range(1, max(contributions.values()) + 1):
        reached = frozenset(seat for seat, paid in contributions.items() if paid >= row)
        last = reached & live or last
        to = returned if len(reached) == 1 and reached <= live else won
        to[last] += len(reached)
    pots = side_pots(contributions, live, carried)
    assert Counter({frozenset(pot.eligible): pot.amount for pot in pots.pots}) == won
    assert Counter({frozenset({seat}): amount for seat, amount in pots.returned}) == returned


@given(st.data(), CONTRIBUTIONS, CARRIED)
def test_no_chip_is_made_or_lost_and_no_two_pots_are_for_the_same_seats(
    data: st.DataObject, contributions: dict[int, int], carried: int | list[Pot]
):
    live = some_live(data, contributions)
    pots = side_pots(contributions, live, carried)
    paid = sum(pot.amount for pot in pots.pots) + sum(amount for _, amount in pots.returned)
    middle = carried if isinstance(carried, int) else sum(pot.amount for pot in carried)
    assert paid == sum(contributions.values()) + middle
    owners = [frozenset(pot.eligible) for pot in pots.pots]
    assert len({*owners}) == len(owners)
    assert all(seats and seats <= live for seats in owners)
    assert [len(seats) for seats in owners] == sorted(map(len, owners), reverse=True)
    assert all(pot.amount > 0 for pot in pots.pots)
    assert len(pots.returned) <= 1


@given(st.data(), st.lists(st.integers(0, 40), min_size=2, max_size=7))
def test_winner_takes_from_each_seat_at_most_their_own_bet(data: st.DataObject, paid: list[int]):
    """Over a hand and its re-deal: the pots that weren't won the first time are carried to the second."""
    first = dict(enumerate(paid, start=1))
    carried = side_pots(first, first)
    again = {seat: data.draw(st.integers(0, 40)) if amount == max(paid) else 0 for seat, amount in first.items()}
    both = {seat: first[seat] + again[seat] - dict(carried.returned).get(seat, 0) for seat in first}
    pots = side_pots(again, first, carried.pots)
    for seat in first:
        won = sum(pot.amount for pot in pots.pots if seat in pot.eligible) + dict(pots.returned).get(seat, 0)
        assert won <= sum(min(both[seat], other) for other in both.values())


@given(st.data(), CONTRIBUTIONS, CONTRIBUTIONS)
def test_carrying_pots_over_in_two_steps_is_the_same_as_in_one(
    data: st.DataObject, early: dict[int, int], late: dict[int, int]
):
    live = some_live(data, late)
    once = side_pots(early, early).pots
    assert side_pots(late, live, side_pots({}, live, once).pots) == side_pots(late, live, once)


class Poker:
    """A hand in pokerkit: antes, folds, bets, calls and all-ins over four streets. Seats count from 1."""

    def __init__(self, stacks: Sequence[int], ante: int, wishes: Iterator[str]) -> None:
        self.state = NoLimitTexasHoldem.create_state(AUTOMATED, True, ante, (0, 0), 2, stacks, len(stacks))
        self.order = range(1, len(stacks) + 1)
        self.paid = {seat: min(ante, stack) for seat, stack in zip(self.order, stacks, strict=True)}
        self.folded: set[int] = set()
        self._cards, self._board, self._burnt = iter(PAIRS), iter(BOARD), iter(BURNT)
        self.pots: Counter[frozenset[int]] = Counter()
        while self.state.status:
            self._goes_on(wishes)

    @property
    def live(self) -> set[int]:
        return set(self.order) - self.folded

    def _goes_on(self, wishes: Iterator[str]) -> None:
        poker = self.state
        if poker.can_deal_hole():
            poker.deal_hole(next(self._cards))
        elif poker.actor_index is not None:
            self._act(poker.actor_index + 1, next(wishes, "call"))
        elif poker.can_burn_card():
            poker.burn_card(next(self._burnt))
        elif poker.can_deal_board():
            poker.deal_board(next(self._board))
        elif poker.can_show_or_muck_hole_cards():
            self.pots = self.pots or self._pots_before_the_showdown()
            poker.show_or_muck_hole_cards(True)
        elif poker.can_kill_hand():
            poker.kill_hand()
        elif poker.can_push_chips():
            self.pots = self.pots or self._pots_before_the_showdown()
            poker.push_chips()
        else:
            poker.pull_chips()

    def _pots_before_the_showdown(self) -> Counter[frozenset[int]]:
        return Counter({frozenset(at + 1 for at in pot.player_indices): pot.amount for pot in self.state.pots})

    def _act(self, seat: int, wish: str) -> None:
        if wish in {"least", "all in"} and self.state.can_complete_bet_or_raise_to():
            before = self.state.stacks[seat - 1]
            least = self.state.min_completion_betting_or_raising_to_amount
            most = self.state.max_completion_betting_or_raising_to_amount
            self.state.complete_bet_or_raise_to(least if wish == "least" else most)
            self.paid[seat] += before - self.state.stacks[seat - 1]
        elif wish == "fold" and self.state.checking_or_calling_amount:
            self.folded.add(seat)
            self.state.fold()
        else:
            self.paid[seat] += self.state.check_or_call().amount


@given(
    stacks=st.lists(st.integers(1, 60).map(lambda half: 2 * half), min_size=2, max_size=8),
    ante=st.sampled_from((2, 6, 20)),
    wishes=st.lists(st.sampled_from(("fold", "call", "call", "all in", "least")), max_size=40),
)
def test_a_hand_of_poker_ends_as_pokerkit_ends_it(stacks: list[int], ante: int, wishes: list[str]):
    poker = Poker(stacks, ante, iter(wishes))
    ours = side_pots(poker.paid, poker.live)
    assert dict(ours.returned) == {seat: over for seat in poker.order if (over := uncalled(poker.paid, seat))}
    assert {frozenset(pot.eligible): pot.amount for pot in ours.pots} == +poker.pots
    won = pushed(ours)
    assert poker.state.stacks == [
        stack - poker.paid[seat] + won[seat] for seat, stack in zip(poker.order, stacks, strict=True)
    ]


def pushed(pots: Pots) -> Counter[int]:
    """Return the winnings when lower seats hold better cards, and seats 1 and 2, 3 and 4, ... tie."""
    won: Counter[int] = Counter(dict(pots.returned))
    for pot in pots.pots:
        best = min((seat - 1) // 2 for seat in pot.eligible)
        winners = [seat for seat in pot.eligible if (seat - 1) // 2 == best]
        won.update(dict(split(pot.amount, winners).shares))
    return won
