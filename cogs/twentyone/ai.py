"""How NPCs and simulated players play twenty-one, and the counters of simulated hands.

Steady players and sharks know the best play for the house rules by heart, as simple players do by default. The cautious
never risk a bust; the reckless double and split what they can, and insure nothing; the drunk play like the dealer, or
at random. Players who play well by style still err as often as their skill lets them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from bot.engine.ai.player import Ai, Counting, SimplePlayer
from bot.engine.ai.staking import affords, amount_of, choose_stake
from bot.engine.ai.temper import Style, Temper, happens
from bot.engine.game import Step
from bot.engine.moves import Amount, Move
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.twentyone.basic_strategy import Wish, Wishes, basic_column
from cogs.twentyone.odds import CHANCES
from cogs.twentyone.state import (
    BEST,
    TEN,
    Again,
    Bet,
    Box,
    BoxEnd,
    Decline,
    Done,
    Double,
    Ended,
    HandView,
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
    holds_natural,
    value_of,
    worth,
)

_SAME_AGAIN: Mapping[Style, float] = {"cautious": 0.8, "steady": 0.6, "shark": 0.5, "reckless": 0.2, "drunk": 0.2}
_INSURES: Mapping[Style, float] = {"cautious": 0.9, "steady": 0.1, "shark": 0.0, "reckless": 0.0, "drunk": 0.5}
"""How likely somebody insures: the cautious sleep better."""
_EVEN = 10
"""A stake of so many coins, or a multiple, can be halved, and paid 3 to 2 or 6 to 5, to the coin."""
_ACTIONS: Mapping[Wish, TwentyOneAction] = {
    "hit": Hit(),
    "stand": Stand(),
    "double": Double(),
    "split": Split(),
    "surrender": Surrender(),
}
_RAISING: frozenset[Wish] = frozenset({"double", "split"})
_HOT = range(9, 13)
"""What the reckless double."""


Playing = Literal["basic", "mimic", "never_bust"]


class Simple(SimplePlayer):
    """The options of a simple player, who bets the same each time."""

    playing: Playing = option(
        "basic",
        "Playing",
        "Play by basic strategy, like the dealer, or without ever risking a bust.",
        labels={"basic": "Basic strategy", "mimic": "Like the dealer", "never_bust": "Never busts"},
    )
    insuring: Literal["on", "off"] = option(
        "on",
        "Insuring",
        "Insurance whenever the dealer shows an ace.",
        labels={"on": "Always", "off": "Never"},
    )


def decide(
    look: Callable[[], TwentyOneView], moves: Sequence[Move], player: Temper | Simple, rng: Rng, _budget: int
) -> TwentyOneAction:
    """Decide on a bet, insurance, or what is done with the hand in play."""
    offers = {move.key: move for move in moves}
    if "insure" in offers:
        is_insured = player.insuring == "on" if isinstance(player, Simple) else happens(rng, _INSURES[player.style])
        return Insure() if is_insured else Decline()
    if "stand" in offers:
        return _play(look(), offers, player, rng)
    if isinstance(player, Simple):
        field = amount_of(offers["bet"]) if "bet" in offers else None
        return Done() if field is None else Bet(amount=_least_even(field))
    return _bet(look(), offers, player.style, rng)


def _least_even(amount: Amount) -> int:
    """Return the least amount that loses nothing to rounding; where that is too much, the largest even bet, or the
    least of all.
    """
    whole = -(-amount.low // _EVEN) * _EVEN
    if whole <= amount.high:
        return whole
    even = amount.high - amount.high % 2
    return max(even, amount.low)


def _bet(view: TwentyOneView, offers: Mapping[str, Move], style: Style, rng: Rng) -> TwentyOneAction:
    """Something for this hand, so that as much again is left for a double as far as they think of it."""
    stack = next(seat.stack + seat.bet for seat in view.seats if seat.seat == view.own)
    again = offers.get("again")
    if again is not None and affords(again.price or 0, stack, style) and happens(rng, _SAME_AGAIN[style]):
        return Again()
    field = amount_of(offers["bet"]) if "bet" in offers else None
    amount = choose_stake(field, stack, style, rng, unit=_EVEN) if field is not None else None
    return Done() if amount is None else Bet(amount=amount)


def _play(view: TwentyOneView, offers: Mapping[str, Move], player: Temper | Simple, rng: Rng) -> TwentyOneAction:
    """Choose what is done with the hand in play."""
    seat, hand = next((seat, hand) for seat in view.seats for hand in seat.hands if hand.is_active)
    able: list[Wish] = [wish for wish in _ACTIONS if wish in offers]
    if isinstance(player, Simple):
        wishes = _wishes(view, hand, player.playing)
    else:
        if happens(rng, player.traits.blunder):
            # even a slip of the mind doesn't give a hand up, or draws to what can't be better
            able = [wish for wish in able if wish == "stand" or (wish != "surrender" and hand.value.total < BEST - 2)]
            return _ACTIONS[rng.pick(able)]
        wishes = _wishes_of_style(view, hand, player.style, rng)
        if player.style == "cautious" and not affords(hand.bet, seat.stack, "steady"):
            able = [wish for wish in able if wish not in _RAISING]
    return next((_ACTIONS[wish] for wish in wishes if wish in able), Stand())


def _wishes(view: TwentyOneView, hand: HandView, playing: Playing) -> Wishes:
    """List what a player would do, the best first."""
    match playing:
        case "basic":
            return basic_column(view.rules, worth(view.dealer[0])).wishes(tuple(map(worth, hand.cards)))
        case "mimic":
            is_drawn = dealer_draws(hand.value, view.rules.soft_17)
        case "never_bust":
            is_drawn = dealer_draws(hand.value, "hits") if hand.value.is_soft else hand.value.total <= BEST - TEN
    return ("hit",) if is_drawn else ("stand",)


def _wishes_of_style(view: TwentyOneView, hand: HandView, style: Style, rng: Rng) -> Wishes:
    match style:
        case "shark" | "steady":
            return _wishes(view, hand, "basic")
        case "cautious":
            return _wishes(view, hand, "never_bust")
        case "reckless":
            if hand.value.total in _HOT:
                return ("double", "hit")
            return ("split", "hit" if dealer_draws(hand.value, "hits") else "stand")
        case "drunk":
            wishes = _wishes(view, hand, "mimic")
            return ("split", *wishes) if wishes[0] == "hit" and happens(rng, 0.5) else wishes


NOTE = (
    "hands counts the first bets of all seats. player_natural and dealer_natural count the first bets that met a "
    "natural. hand_split counts split pairs. hand_win, hand_push and hand_lose count the other hands by their result, "
    "so these four add up to hands. hand_doubled, hand_surrendered, hand_bust and dealer_bust (won because the dealer "
    "went bust) count some of those other hands again. staked_hand is the sum of the first bets, and returned_hand "
    "their return with all doubles and splits. Simple players bet the least whole ten of coins, so that rounding "
    "loses nothing. If the limits allow none, they bet the largest even amount, and otherwise the smallest bet. "
    "Without other house rules the shoe is shuffled for each hand."
)


def names(rules: TwentyOneRules, _: Simple) -> tuple[str, ...]:
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
    tally["dealer_natural"] += holds_natural(dealer)
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


AI = Ai(decide, Counting(Simple, TwentyOneRules(shuffle="hand"), lambda _: 1, NOTE, names, count))
