"""How NPCs and simulated players play Golem, and the counters of simulated hands.

NPCs deal the hidden cards many times and compare what each choice brings. A pot that the golem keeps is dealt for
again. So it is worth an even share to all who are still in, less the penalty for the best hand.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Literal

from bot.engine.ai.betting import Spot, answer, price_of, simple_bet, within_reach
from bot.engine.ai.player import Ai, Counting, SimplePlayer
from bot.engine.ai.temper import Temper, Traits, estimate_rng, preferred
from bot.engine.betting.ranking import Category, rank_hand
from bot.engine.cards import Card, rank_of, suit_of
from bot.engine.game import Step
from bot.engine.moves import Move, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.golem.chances import Ending, Outlook, deals, ending, outlook, simple_discards, usual_draw
from cogs.golem.rules import MOST_DISCARDS
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

_DEALT, _MOST = 2, 300
"""Opponents' hands that are dealt in the time of a hand of the game; and at most: more tell hardly more."""
_AGAIN = 0.85
"""What an even share of a pot is worth that is dealt for anew: it costs further bets to stay in."""
_SCALE = 0.6
"""By how much of the pot somebody may be wrong about a draw, as a part of their error about a whole hand."""
_IN_A_ROW = 4


class Simple(SimplePlayer):
    """The options of a simple player."""

    betting: Literal["patient", "lively"] = option(
        "patient",
        "Betting",
        "Patient players check and call, and never fold. Lively ones bet two pair or more, and fold less than a pair.",
        labels={"patient": "Checks and calls", "lively": "Bets and folds"},
    )
    drawing: Literal["simple", "pat"] = option(
        "simple",
        "Drawing",
        "A simple draw keeps pairs and better hands, and four cards to a flush or an open straight.",
        labels={"simple": "A simple draw", "pat": "Nobody draws"},
    )


def decide(
    look: Callable[[], GolemView], moves: Sequence[Move], player: Temper | Simple, rng: Rng, budget: int
) -> GolemAction:
    """Choose one of the moves while the hand waits for this seat. `budget` limits the work, in hands of the game."""
    if isinstance(player, Simple):
        return _decide_simply(look, moves, player)
    view, traits = look(), player.traits
    now = outlook(view)
    if now is None:
        raise AssertionError("the player to act is in the hand")
    times = max(int(min(_DEALT * budget, _MOST) * traits.effort) // len(now.drew), 1)
    if find(moves, "discard"):
        return _choose_discards(view, now, traits, rng, times)
    me = next(seat for seat in view.seats if seat.seat == view.own.seat) if view.own else None
    if me is None:
        raise AssertionError("the player to act has a seat")
    out, stack = usual_draw(now), me.stack
    ends = [ending(now, deal, out) for deal in deals(now, estimate_rng(rng), times)]
    price, others = price_of(moves), [seat for seat in view.seats if seat.seat != me.seat]
    reached = within_reach(view.pot, (seat.paid for seat in others), me.paid + price) if price == stack else view.pot
    spot = Spot(
        equity=sum(_share(now, end) for end in ends) / len(ends),
        pot=reached,
        opponents=len(now.drew),
        stack=stack,
        bet=me.bet,
        raises=sum(seat.bet > 0 and not seat.is_folded for seat in others) if price else 0,
        risk=_penalty(now, stack - price) * sum(_is_penalized(end) for end in ends) / len(ends),
    )
    return answer(moves, spot, player, rng)


def _decide_simply(look: Callable[[], GolemView], moves: Sequence[Move], player: Simple) -> GolemAction:
    is_drawing = find(moves, "discard") is not None
    if player.betting == "patient" and not is_drawing:
        return simple_bet(moves)
    view = look()
    if view.own is None:
        raise AssertionError("the player to act has cards")
    if is_drawing:
        return Discard(cards=simple_discards(view.own.cards, view.ace) if player.drawing == "simple" else ())
    category = rank_hand(view.own.cards, view.ace).category
    is_strong = category >= Category.TWO_PAIR and find(moves, "bet") is not None
    return simple_bet(moves, is_strong=is_strong, is_weak=category < Category.PAIR)


def _choose_discards(view: GolemView, now: Outlook, traits: Traits, rng: Rng, times: int) -> Discard:
    """Choose the discards with which the seat does best, among the candidates."""
    ways = candidates(now)
    pot, penalty = max(view.pot, 1), _penalty(now, view.pot)
    worth = [0.0] * len(ways)
    lying = list(deals(now, estimate_rng(rng), max(times // len(ways), 1)))
    for deal in lying:
        for at, out in enumerate(ways):
            end = ending(now, deal, out)
            worth[at] += _share(now, end) - _is_penalized(end) * penalty / pot
    valued = [(Discard(cards=out), sum_ / len(lying)) for out, sum_ in zip(ways, worth, strict=True)]
    return preferred(valued, traits, rng, scale=_SCALE)


def candidates(now: Outlook) -> tuple[tuple[Card, ...], ...]:
    """List the discards worth considering: the simple draw first, one card of it, nothing, and draws to a flush or a
    straight.
    """
    simple = simple_discards(now.cards, now.ace)
    found = [simple, (), *((card,) for card in simple if len(simple) > 1)]
    found += [(card,) for card in now.cards if _is_promising([other for other in now.cards if other != card])]
    if not simple:
        found += [tuple(pair) for pair in combinations(now.cards, MOST_DISCARDS)][:1]
    return tuple(dict.fromkeys(found))


def _is_promising(four: Sequence[Card]) -> bool:
    """Return true if a fifth card could make a flush or a straight of them."""
    ranks = {rank_of(card) for card in four}
    in_reach = len(ranks) == _IN_A_ROW and max(ranks) - min(ranks) <= _IN_A_ROW
    return in_reach or len({suit_of(card) for card in four}) == 1


def _share(now: Outlook, end: Ending) -> float:
    """Return the part of the pot that a deal brings, after the house cut."""
    left = 1 - now.rules.house_rate / 100
    if end.is_kept:
        return left * _AGAIN / (len(now.drew) + 1)
    return left / end.on_top if end.on_top else 0.0


def _is_penalized(end: Ending) -> bool:
    return end.is_kept and end.on_top > 0


def _penalty(now: Outlook, most: int) -> int:
    return min(now.rules.penalty * now.rules.ante, max(most, 0))


NOTE = (
    "class_high_card to class_straight_flush count the first five cards of every seat, so they add up to hands times "
    "seats. Re-deals aren't counted there. golem_beaten and golem_unbeaten count the showdowns whose best hand beats "
    "the golem or doesn't, re-deals included. golem_short counts golems of fewer than five cards. golem_absent counts "
    "showdowns without a golem, which count as beaten too. Simple players fold only with betting=lively."
)


def names(_rules: GolemRules, _player: Simple) -> tuple[str, ...]:
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
    golem = rank_hand(showdown.golem, showdown.ace)
    beaten = "golem_beaten" if best > golem else "golem_unbeaten"
    return (beaten, "golem_short") if len(showdown.golem) < 5 else (beaten,)


AI = Ai(decide, Counting(Simple, GolemRules(), lambda _: 4, NOTE, names, count))
