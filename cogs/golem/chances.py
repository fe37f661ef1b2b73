"""The chance to win the pot in this deal: the best hand, and a better one than the golem's.

Estimated from random deals of the hidden cards. Before the draw every seat is taken to make a simple one. A pot that
the golem keeps isn't won.
"""

from collections.abc import Iterator, Sequence
from math import perm
from typing import NamedTuple

from bot.engine.betting.ranking import FIVE, Ace, Category, Rank, order_hand, rank_hand
from bot.engine.cards import FULL_DECK, RANKS, Card, rank_of, suit_of
from bot.engine.rng import Rng
from bot.engine.win_chance import WinChances, win_chances
from cogs.golem.state import GolemRules, GolemView
from cogs.golem.words import named

Cards = tuple[Card, ...]

_TRIES = 4
"""How often a hand is looked for that would have drawn as many cards as somebody did."""
_AT_ONCE = 7
"""Cards that one draw decides: the orders of more are too many for one."""


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


class Outlook(NamedTuple):
    """Where a deal stands, for one seat that is still in."""

    cards: Cards
    discards: Cards
    """The own cards, and what the seat has thrown away in this deal."""
    drew: tuple[int | None, ...]
    """How many cards each opponent has drawn; None before the draw."""
    has_drawn: bool
    """Whether the seat itself has chosen what to throw away."""
    strangers: int
    """Cards of the pile that nobody who is still in has thrown there."""
    has_golem: bool
    """Whether a golem may come at all."""
    rules: GolemRules

    @property
    def ace(self) -> Ace:
        return self.rules.ace


def outlook(view: GolemView) -> Outlook | None:
    """Return the hand as seen by a seat that is still in; None for anyone else, and once the hand is over."""
    own = view.own
    if own is None or view.showdown is not None:
        return None
    live = [seat for seat in view.seats if not seat.is_folded]
    if len(live) < 2 or own.seat not in {seat.seat for seat in live}:
        return None
    drew = tuple(seat.drew for seat in live if seat.seat != own.seat)
    folded = len(view.seats) - len(live)
    if view.pile is None:
        strangers = FIVE * folded if view.rules.folded_feed else 0
        has_golem = not 0 < view.rules.redeals < view.number
    else:
        strangers = max(view.pile - len(own.discards) - sum(count or 0 for count in drew), 0)
        has_golem = view.absent is None
    has_drawn = view.pile is not None or bool(own.discards) or (view.street == "draw" and own.seat not in view.waiting)
    return Outlook(own.cards, own.discards, drew, has_drawn, strangers, has_golem, view.rules)


class Deal(NamedTuple):
    """One of the ways in which the cards may lie: the best hand of the others, what of the pile isn't the seat's own,
    and the cards that come next.
    """

    best: Rank
    holders: int
    """How many of them have a hand that good."""
    pile: Cards
    next: Cards


def deals(now: Outlook, rng: Rng, times: int) -> Iterator[Deal]:
    """Yield random deals of the cards that the seat can't see."""
    seen = {*now.cards, *now.discards}
    bag = [card for card in FULL_DECK if card not in seen]
    for _ in range(times):
        yield _dealt(now, rng, bag)


def _dealt(now: Outlook, rng: Rng, bag: list[Card]) -> Deal:
    at, best, holders, pile = 0, None, 0, list[Card]()
    for drew in now.drew:
        hand, out = _hand(now, rng, bag, at, drew)
        at += FIVE
        drawn = _draw_next(rng, bag, at, len(out))
        at += len(out)
        rank = rank_hand((*(card for card in hand if card not in out), *drawn), now.ace)
        pile += out
        if best is None or rank > best:
            best, holders = rank, 1
        elif rank == best:
            holders += 1
    # a crowd may have more cards than there are left for the pile
    strangers = min(now.strangers, len(bag) - at)
    pile += _draw_next(rng, bag, at, strangers)
    at += strangers
    following = _draw_next(rng, bag, at, min(2 + FIVE, len(bag) - at))
    if best is None:
        raise AssertionError("somebody else is in")
    return Deal(best, holders, tuple(pile), following)


def _hand(now: Outlook, rng: Rng, bag: list[Card], at: int, drew: int | None) -> tuple[Cards, Cards]:
    """Draw an opponent's five cards, and split off the cards that they throw away."""
    hand = _draw_next(rng, bag, at, FIVE)
    out = simple_discards(hand, now.ace)
    tries = 1
    while drew is not None and len(out) != drew and tries < _TRIES:
        hand = _draw_next(rng, bag, at, FIVE)
        out, tries = simple_discards(hand, now.ace), tries + 1
    if drew is not None and len(out) != drew:
        out = _weakest(hand, drew, now.ace)
    return hand, out


def _weakest(hand: Cards, count: int, ace: Ace) -> Cards:
    """Return the given number of discards of an unusual draw: those without which the rest is worth most."""
    kept = order_hand(hand, ace)
    return kept[FIVE - count :]


def _draw_next(rng: Rng, bag: list[Card], start: int, count: int) -> Cards:
    """Draw the next cards of a bag that is shuffled up to `start`, and shuffle it further."""
    for first in range(start, start + count, _AT_ONCE):
        after = min(first + _AT_ONCE, start + count)
        which = rng.below(perm(len(bag) - first, after - first))
        for at in range(first, after):
            which, further = divmod(which, len(bag) - at)
            bag[at], bag[at + further] = bag[at + further], bag[at]
    return tuple(bag[start : start + count])


class Ending(NamedTuple):
    """How a deal ends for the seat: how many are on top with it, itself included (0: not it), and whether the golem
    keeps the pot.
    """

    on_top: int
    is_kept: bool


def ending(now: Outlook, deal: Deal, out: Sequence[Card]) -> Ending:
    """Return the end of a deal for a seat that discards these cards besides its earlier ones, and draws the next
    ones.
    """
    kept = tuple(card for card in now.cards if card not in out) if out else now.cards
    lacking = FIVE - len(kept)
    own = rank_hand((*kept, *deal.next[:lacking]) if lacking else kept, now.ace)
    on_top = 1 + deal.holders * (own == deal.best) if own >= deal.best else 0
    golem = _golem(now, (*deal.pile, *now.discards, *out), deal.next[lacking:])
    return Ending(on_top, golem is not None and max(own, deal.best) <= golem)


def _golem(now: Outlook, pile: Cards, more: Cards) -> Rank | None:
    """Return the golem's rank, if it comes."""
    if not now.has_golem:
        return None
    if len(pile) < FIVE and now.rules.few_discards == "top_up":
        pile = (*pile, *more[: FIVE - len(pile)])
    if not pile or (len(pile) < FIVE and now.rules.few_discards == "no_golem"):
        return None
    return rank_hand(pile, now.ace)


def usual_draw(now: Outlook) -> Cards:
    """Return the seat's usual discards: none once it has chosen."""
    return () if now.has_drawn else simple_discards(now.cards, now.ace)


_DEAL = 10
"""How much of the budget a deal takes for each opponent."""


def note(_rules: GolemRules) -> str:
    """Explain the assumptions about the draw."""
    return "Everyone is expected to make a simple draw, including you. A pot that stays because of the golem isn't won."


def question(view: GolemView) -> Outlook | None:
    """Return the hand; None once it is over, or if the seat isn't in it."""
    return outlook(view)


def estimate(view: GolemView, rules: GolemRules, rng: Rng, budget: int) -> WinChances:
    """Estimate the win chances of a seat that is in the hand. Raises ValueError if there is no question."""
    now = outlook(view)
    if now is None:
        raise ValueError("nothing is to be won or lost from here")
    now, opponents = now._replace(rules=rules), len(now.drew)
    topped, out = [0] * (opponents + 2), usual_draw(now)
    for deal in deals(now, rng, max(budget // (_DEAL * opponents), 1)):
        end = ending(now, deal, out)
        topped[0 if end.is_kept else end.on_top] += 1
    return win_chances(named(now.cards, now.ace), opponents, topped)
