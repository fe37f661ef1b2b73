"""How twenty-one is played by whoever isn't a person: by one's own cards and the dealer's open one."""

from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.frozen import Frozen
from bot.engine.moves import Amount, Move, find
from bot.engine.options import option
from bot.engine.rng import Chance
from cogs.twentyone.actions import (
    Bet,
    Decline,
    Done,
    Double,
    Hit,
    Insure,
    Split,
    Stand,
    Surrender,
    TwentyOneAction,
)
from cogs.twentyone.basic import basic_column
from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.state import TwentyOneView
from cogs.twentyone.strategy import Wish, Wishes
from cogs.twentyone.values import BEST, TEN, dealer_draws, value_of_worths, worth

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


def choose(look: Look, moves: Sequence[Move], style: Style, _: Chance) -> TwentyOneAction:
    """What a seat does of what it is offered, while the hand waits for it."""
    if find(moves, "insure"):
        return Insure() if style.insuring == "on" else Decline()
    if find(moves, "stand"):
        return _played(look(), moves, style)
    bet = find(moves, "bet")
    amount = bet.fields[0] if bet is not None else None
    return Bet(amount=_stake(amount)) if isinstance(amount, Amount) else Done()


def _stake(amount: Amount) -> int:
    """The least that loses nothing to rounding; where that is too much, the largest even bet, or the least of all."""
    whole = -(-amount.low // EVEN) * EVEN
    if whole <= amount.high:
        return whole
    even = amount.high - amount.high % 2
    return max(even, amount.low)


def _played(view: TwentyOneView, moves: Sequence[Move], style: Style) -> TwentyOneAction:
    """What is done with the hand that is played now."""
    (hand,) = (hand for seat in view.seats for hand in seat.hands if hand.is_active)
    worths, up = tuple(map(worth, hand.cards)), worth(view.dealer[0])
    wishes = _wishes(style, worths, up, view.rules)
    wish: Wish = next(wish for wish in wishes if find(moves, wish))
    return _ACTIONS[wish]


def _wishes(style: Style, worths: Sequence[int], up: int, rules: TwentyOneRules) -> Wishes:
    """What somebody of that style would do; the last one can always be done, but for aces that get one card."""
    value = value_of_worths(worths)
    match style.playing:
        case "basic":
            return (*basic_column(rules, up).wishes(worths), "stand")
        case "mimic":
            is_drawn = dealer_draws(value, rules.soft_17)
        case "never_bust":
            is_drawn = dealer_draws(value, "hits") if value.is_soft else value.total <= BEST - TEN
    return ("hit", "stand") if is_drawn else ("stand",)
