"""A hand of no-limit hold'em in pokerkit, as a second source for ours.

Its players sit as ours do, the sun last: in every round the first to act is on the sun's left, and the last two have
posted the cloaked bets. Seats count from 1. Who wins is given: `strengths` by seat, which needn't come from its cards.

Where pokerkit isn't the standard rule, that is mapped here:

- A large blind that its seat is short of is a bet of what is there, so a call of the whole is a raise over there.
- Odd chips of a pot all go to its first winner, and pots whose losers have been shown are one; by ours (rules 0.3) each
  pot is divided by itself, and its odd chips go one each to the first winners.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from pokerkit import Automation, BettingStructure, Deck, Mode, Opening, State, Street

_BY_HAND = {Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING, Automation.CHIPS_PUSHING}
AUTOMATED = tuple(one for one in Automation if one not in _BY_HAND)
DECK = tuple(Deck.STANDARD)[:13]
"""One for each of ten players, and three for all: pokerkit looks through all of it for each card."""


class Unmapped(Exception):
    """What the standard rules allow here has no counterpart in pokerkit."""


class _Ranking:
    """Stands where pokerkit wants a type of hands: a player's hand is the strength that their seat was given."""

    def __init__(self, strengths: Mapping[int, int]) -> None:
        self.strengths = strengths
        self.state: State | None = None

    def from_game(self, hole: Iterable[Any], board: Iterable[Any]) -> int:
        assert self.state is not None
        return self.strengths[self.state.hole_cards.index(list(hole)) + 1]


class PokerkitTable:
    """`stacks` from the sun's left; the last two post `small` and `large`."""

    def __init__(self, stacks: Sequence[int], small: int, large: int, strengths: Mapping[int, int]) -> None:
        self.is_short = stacks[-1] < large
        self._strengths = strengths
        ranking = _Ranking(strengths)
        blinds = [0] * (len(stacks) - 2) + [small, large]
        self.state = State(
            automations=AUTOMATED,
            deck=cast("Any", DECK),
            hand_types=(cast("Any", ranking),),
            streets=_streets(large, 1 if self.is_short else large),
            betting_structure=BettingStructure.NO_LIMIT,
            ante_trimming_status=True,
            raw_antes=0,
            # of two players pokerkit swaps the blinds, as the button posts the small one there
            raw_blinds_or_straddles=blinds if len(stacks) > 2 else blinds[::-1],
            bring_in=0,
            raw_starting_stacks=stacks,
            player_count=len(stacks),
            mode=Mode.CASH_GAME,
        )
        ranking.state = self.state
        self.pots: Counter[frozenset[int]] = Counter()
        """Chips of each pot that several could win, by who could."""

    @property
    def street(self) -> int | None:
        return self.state.street_index

    @property
    def turn(self) -> int | None:
        """The seat to act."""
        actor = self.state.actor_index
        return None if actor is None else actor + 1

    @property
    def is_mapped(self) -> bool:
        """Whether prices and bounds are the same as ours: all but the first round over a short large blind."""
        return not (self.is_short and self.street == 0)

    @property
    def to_call(self) -> int:
        return self.state.checking_or_calling_amount or 0

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the most that one may raise to, None where one may not raise."""
        low, high = (
            self.state.min_completion_betting_or_raising_to_amount,
            self.state.max_completion_betting_or_raising_to_amount,
        )
        return None if low is None or high is None else (low, high)

    def fold(self) -> None:
        self.state.fold()

    def call(self, to: int) -> None:
        """Check, or call a bet of `to`."""
        if to > max(self.state.bets) and self.state.can_complete_bet_or_raise_to():
            self.raise_to(to)
        else:
            self.state.check_or_call()

    def raise_to(self, to: int) -> None:
        if not self.state.can_complete_bet_or_raise_to(to):
            raise Unmapped
        self.state.complete_bet_or_raise_to(to)

    def settle(self) -> list[int]:
        """Return the stacks at the end, by seat."""
        state = self.state
        pots = [(pot.amount, frozenset(pot.player_indices)) for pot in state.pots]
        self.pots.update({frozenset(at + 1 for at in able): amount for amount, able in pots if amount})
        while state.can_show_or_muck_hole_cards():
            state.show_or_muck_hole_cards(True)
        while state.can_kill_hand():
            state.kill_hand()
        live = {at for at in state.player_indices if state.statuses[at]}
        merged, stacks = [{*pot.player_indices} for pot in state.pots], Counter[int]()
        while state.can_push_chips():
            pushed = state.push_chips()
            winners = self._winners(merged[pushed.pot_index])
            parts = [amount for amount, able in pots if live & able == merged[pushed.pot_index]]
            assert pushed.amounts == _all_odd_to_the_first(sum(parts), winners, state.player_count)
            stacks.subtract(dict(enumerate(pushed.amounts)))
            for part in parts:
                share, odd = divmod(part, len(winners))
                stacks.update({at: share + (place < odd) for place, at in enumerate(winners)})
        return [stack + stacks[at] for at, stack in enumerate(state.stacks)]

    def _winners(self, able: set[int]) -> list[int]:
        best = max(self._strengths[at + 1] for at in able)
        return sorted(at for at in able if self._strengths[at + 1] == best)


def _all_odd_to_the_first(amount: int, winners: Sequence[int], players: int) -> tuple[int, ...]:
    share, odd = divmod(amount, len(winners))
    return tuple((share if at in winners else 0) + (odd if at == winners[0] else 0) for at in range(players))


def _streets(smallest: int, first: int) -> tuple[Street, ...]:
    """Four rounds of bets: a card for each, then one for all, as no round there goes without. The cards mean nothing.
    The least raise is `first` in the first round.
    """
    return tuple(
        Street(
            card_burning_status=False,
            hole_dealing_statuses=() if cards else (False,),
            board_dealing_count=cards,
            draw_status=False,
            opening=Opening.POSITION,
            min_completion_betting_or_raising_amount=smallest if cards else first,
            max_completion_betting_or_raising_count=None,
        )
        for cards in (0, 1, 1, 1)
    )
