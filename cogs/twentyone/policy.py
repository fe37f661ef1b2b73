"""How a simulation plays twenty-one (from its cards and the dealer's open one), and what it counts."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.frozen import Frozen
from bot.engine.game import Step
from bot.engine.moves import Amount, Move, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.twentyone.basic_strategy import Wish, Wishes, basic_column
from cogs.twentyone.odds import CHANCES
from cogs.twentyone.state import (
    BEST,
    TEN,
    Bet,
    Box,
    BoxEnd,
    Decline,
    Done,
    Double,
    Ended,
    Hit,
    Insure,
    Split,
    Stand,
    Surrender,
    TwentyOneAction,
    TwentyOneRules,
    TwentyOneState,
    TwentyOneView,
    dealer_draws,
    is_natural,
    value_of,
    value_of_worths,
    worth,
)

SEATS = 1
RULES = TwentyOneRules(shuffle="hand")
EVEN = 10
"""A stake of so many coins, or twice or three times as many, can be halved, and paid 3 to 2 or 6 to 5, to the coin."""

Look = Callable[[], TwentyOneView]
"""What the seat may know. It is built only when somebody looks."""

_ACTIONS: dict[Wish, TwentyOneAction] = {
    "hit": Hit(),
    "stand": Stand(),
    "double": Double(),
    "split": Split(),
    "surrender": Surrender(),
}


class Style(Frozen):
    """What distinguishes one player from another. Everybody bets the same each time."""

    playing: Literal["basic", "mimic", "never_bust"] = option(
        "basic",
        "Playing",
        "What is best by the own hand and the dealer's card, or like the dealer, or so as never to go over.",
        labels={"basic": "Basic strategy", "mimic": "Like the dealer", "never_bust": "Never goes over"},
    )
    insuring: Literal["on", "off"] = option(
        "on",
        "Insuring",
        "Whether half the bet is insured whenever the dealer shows an ace.",
        labels={"on": "Always", "off": "Never"},
    )


def choose(look: Look, moves: Sequence[Move], style: Style, _: Rng) -> TwentyOneAction:
    """Choose an action of the seat, while the hand waits for it."""
    if find(moves, "insure"):
        return Insure() if style.insuring == "on" else Decline()
    if find(moves, "stand"):
        return _played(look(), moves, style)
    bet = find(moves, "bet")
    amount = bet.fields[0] if bet is not None else None
    return Bet(amount=_stake(amount)) if isinstance(amount, Amount) else Done()


def _stake(amount: Amount) -> int:
    """Return the least amount that loses nothing to rounding; where that is too much, the largest even bet, or the
    least of all.
    """
    whole = -(-amount.low // EVEN) * EVEN
    if whole <= amount.high:
        return whole
    even = amount.high - amount.high % 2
    return max(even, amount.low)


def _played(view: TwentyOneView, moves: Sequence[Move], style: Style) -> TwentyOneAction:
    """Choose what is done with the hand in play."""
    (hand,) = (hand for seat in view.seats for hand in seat.hands if hand.is_active)
    worths, up = tuple(map(worth, hand.cards)), worth(view.dealer[0])
    wishes = _wishes(style, worths, up, view.rules)
    wish: Wish = next(wish for wish in wishes if find(moves, wish))
    return _ACTIONS[wish]


def _wishes(style: Style, worths: Sequence[int], up: int, rules: TwentyOneRules) -> Wishes:
    """List what a player of that style would do; the last one is always allowed, except for aces that get one card."""
    value = value_of_worths(worths)
    match style.playing:
        case "basic":
            return (*basic_column(rules, up).wishes(worths), "stand")
        case "mimic":
            is_drawn = dealer_draws(value, rules.soft_17)
        case "never_bust":
            is_drawn = dealer_draws(value, "hits") if value.is_soft else value.total <= BEST - TEN
    return ("hit", "stand") if is_drawn else ("stand",)


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
