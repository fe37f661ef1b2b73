"""The styles that play Golem in simulations, their simple draw, and the counters of their hands."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.betting.events import Bet, Call, Check, Fold
from bot.engine.betting.ranking import Ace, Category, best_hand, rank_hand
from bot.engine.cards import RANKS, Card, rank_of, suit_of
from bot.engine.frozen import Frozen
from bot.engine.game import Step
from bot.engine.moves import Amount, Move
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.golem.state import (
    Anted,
    Dealt,
    Discard,
    GolemAction,
    GolemRules,
    GolemState,
    GolemView,
    Redealt,
    Showdown,
    Shown,
)

SEATS = 4
RULES = GolemRules()

Look = Callable[[], GolemView]
"""What the seat may know. It is built only when somebody looks."""


class Style(Frozen):
    """What distinguishes one player from another."""

    betting: Literal["patient", "lively"] = option(
        "patient",
        "Betting",
        "Patient players check and call, and never fold; lively ones bet two pair, and fold less than a pair.",
        labels={"patient": "Checks and calls", "lively": "Bets and folds"},
    )
    drawing: Literal["simple", "pat"] = option(
        "simple",
        "Drawing",
        "A simple draw keeps what is made and four to a flush or an open straight; or nobody draws.",
        labels={"simple": "A simple draw", "pat": "Nobody draws"},
    )


def choose(look: Look, moves: Sequence[Move], style: Style, _: Rng) -> GolemAction:
    """Choose one of the moves while the hand waits for this seat."""
    keys = {move.key for move in moves}
    if "discard" in keys:
        return _discard(look()) if style.drawing == "simple" else Discard(cards=())
    if style.betting == "patient":
        return _calm(moves)
    category = _category(look())
    if "bet" in keys and category >= Category.TWO_PAIR:
        return _least_bet(moves)
    if category < Category.PAIR and "check" not in keys:
        return Fold()
    return _calm(moves)


def _discard(view: GolemView) -> Discard:
    return Discard(cards=simple_discards(_own(view), view.ace))


def _category(view: GolemView) -> Category:
    return rank_hand(_own(view), view.ace).category


def simple_discards(cards: Sequence[Card], ace: Ace = "low") -> tuple[Card, ...]:
    """Return the discards of a simple draw from five cards: at most two, and never of a made hand.

    Pairs, and what is more, are kept with the highest card beside a pair. With less, four to a flush or to a straight
    that is open at both ends draw one card, and the three highest cards are kept of anything else.
    """
    category, ranks = rank_hand(cards, ace)
    kept = _KEPT.get(category)
    if kept is None:
        return ()
    of = {14 if ace != "low" and rank_of(card) == 1 else rank_of(card): card for card in cards}
    best = [of[rank] for rank in ranks]
    usual = tuple(best[kept:])
    return usual if category > Category.HIGH_CARD else _off_flush(cards) or _off_straight(best) or usual


_KEPT = {Category.HIGH_CARD: 3, Category.PAIR: 2, Category.TWO_PAIR: 2, Category.THREE_OF_A_KIND: 1}
"""How many of the ranks of a hand that isn't made yet are kept, the first ones."""


def _off_flush(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the fifth card beside four of one suit."""
    suits = [suit_of(card) for card in cards]
    others = {suit for suit in suits if suits.count(suit) < len(cards) - 1}
    return tuple(card for card in cards if suit_of(card) in others) if len(others) == 1 else ()


def _off_straight(highest_first: Sequence[Card]) -> tuple[Card, ...]:
    """Return the fifth card beside four in a row with room at both ends, among five different numbers."""
    for four, fifth in ((highest_first[1:], highest_first[0]), (highest_first[:4], highest_first[4])):
        high, low = rank_of(four[0]), rank_of(four[3])
        if high - low == 3 and low > RANKS[0] and high < RANKS[-1]:
            return (fifth,)
    return ()


def _own(view: GolemView) -> tuple[Card, ...]:
    if view.own is None:
        raise AssertionError("who is asked has cards")
    return view.own.cards


def _calm(moves: Sequence[Move]) -> GolemAction:
    """Check or call; bet the least if the seat has to open."""
    keys = {move.key for move in moves}
    if "check" in keys:
        return Check()
    return Call() if "call" in keys else _least_bet(moves)


def _least_bet(moves: Sequence[Move]) -> GolemAction:
    """Make the smallest bet, or fold if nothing else is left."""
    amounts = (field for move in moves if move.key == "bet" for field in move.fields)
    return next((Bet(to=amount.low) for amount in amounts if isinstance(amount, Amount)), Fold())


NOTE = (
    "class_high_card to class_straight_flush: every five cards as first dealt in a hand, so they add up to hands times "
    "seats; what is dealt after the golem wasn't beaten isn't among them. golem_beaten and golem_unbeaten: whether the "
    "best hand of a showdown beats the golem, in every deal that comes to one; golem_short: the golem had fewer than "
    "five cards, golem_absent: there was none, which counts as beaten. Patient players, the default, never fold."
)


def names(_rules: GolemRules, _style: Style) -> tuple[str, ...]:
    """List all counters in reading order."""
    classes = (f"class_{category.name.lower()}" for category in Category)
    return "hands", "deals", *classes, "golem_beaten", "golem_unbeaten", "golem_short", "golem_absent"


def count(step: Step[GolemState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for _, told in step.private:
        if isinstance(told, Dealt) and told.number == 1:
            tally[f"class_{rank_hand(told.cards, told.ace).category.name.lower()}"] += 1
    for event in step.events:
        match event:
            case Anted():
                tally["hands"] += 1
                tally["deals"] += 1
            case Redealt():
                tally["deals"] += 1
            case Shown():
                tally.update(_freed(event.showdown))
            case _:
                pass


def _freed(showdown: Showdown) -> tuple[str, ...]:
    """Name the counters for the golem at a showdown."""
    if not showdown.golem:
        return "golem_beaten", "golem_absent"
    best = max(rank_hand(cards, showdown.ace) for _, cards in showdown.hands)
    golem = best_hand(showdown.golem, showdown.ace).rank
    beaten = "golem_beaten" if best > golem else "golem_unbeaten"
    return (beaten, "golem_short") if len(showdown.golem) < 5 else (beaten,)
