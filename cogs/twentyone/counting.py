"""What is counted when twenty-one is simulated."""

from collections import Counter

from bot.engine.game import Step
from cogs.twentyone.events import Ended
from cogs.twentyone.odds_tally import CHANCES
from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.policy import Style
from cogs.twentyone.state import Box, BoxEnd, TwentyOneState
from cogs.twentyone.values import BEST, is_natural, value_of, worth

NOTE = (
    "hands: first bets, of all seats; player_natural, dealer_natural: as often as a first bet met them. hand_split: "
    "pairs that were split; hand_win, hand_push, hand_lose: the other hands, by what they won or lost, so that the "
    "four add up to hands. Of those others also hand_doubled, hand_surrendered, hand_bust (gone over) and dealer_bust "
    "(won since the dealer had gone over). staked_hand: the first bets alone; returned_hand: the same with all that "
    "doubling and splitting won or lost, so that returned by staked is what comes back of a first bet. Everybody "
    "bets the least whole ten of coins, of which no part is lost to rounding. Where the limits leave none, it is the "
    "largest even bet, of which naturals at 6 to 5 and half the bet may lose parts of a coin; and where they leave "
    "no even bet either, the smallest. Without other house rules the shoe is shuffled for each hand."
)


def names(rules: TwentyOneRules, _: Style) -> tuple[str, ...]:
    """All counters, in the order they are read."""
    insurance = ("staked_insurance", "returned_insurance") if rules.insurance else ()
    return "hands", *CHANCES, "staked_hand", "returned_hand", *insurance


def count(step: Step[TwentyOneState], tally: Counter[str]) -> None:
    """Add what a step brought: all is counted when the bets are settled."""
    for event in step.events:
        if isinstance(event, Ended):
            for end in event.result.boxes:
                _count(step.state.box(end.seat), end, event.result.dealer, tally)


def _count(box: Box, end: BoxEnd, dealer: tuple[str, ...], tally: Counter[str]) -> None:
    """One first bet. `dealer` are the dealer's cards."""
    won = sum(hand.back - hand.bet for hand in end.hands)
    tally["hands"] += 1
    tally["dealer_natural"] += is_natural(tuple(map(worth, dealer)))
    tally["staked_hand"] += box.bet
    tally["returned_hand"] += box.bet + won
    if end.insured:
        tally["staked_insurance"] += end.insured
        tally["returned_insurance"] += end.insurance_back
    hand, ended = box.hands[0], end.hands[0]
    if hand.is_split:
        tally["hand_split"] += 1
        return
    tally["player_natural"] += hand.is_natural
    tally["hand_push" if not won else "hand_win" if won > 0 else "hand_lose"] += 1
    tally["hand_doubled"] += hand.is_doubled
    tally["hand_surrendered"] += hand.is_surrendered
    tally["hand_bust"] += hand.is_bust
    tally["dealer_bust"] += ended.verdict == "won" and value_of(dealer).total > BEST
