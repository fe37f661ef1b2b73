"""Twenty-one from a tiny shoe, played through in every order in which its cards may come: a second source for the odds,
which knows nothing of how they are reckoned.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import perm

from cogs.twentyone.basic_strategy import Strategy
from cogs.twentyone.state import TwentyOneRules


@dataclass(frozen=True)
class Hand:
    cards: tuple[int, ...]
    bet: int = 1
    is_split: bool = False
    is_given_up: bool = False
    is_done: bool = False


def total(cards: tuple[int, ...]) -> int:
    return sum(cards) + (10 if 1 in cards and sum(cards) <= 11 else 0)


def is_natural(cards: tuple[int, ...]) -> bool:
    return len(cards) == 2 and total(cards) == 21


class Table:
    """One seat that plays by a strategy; `found` is what came of it, each order of cards with its chance."""

    def __init__(self, rules: TwentyOneRules, shoe: dict[int, int], strategy: Strategy) -> None:
        self.rules, self.strategy = rules, strategy
        self.left = dict(shoe)
        self.found: dict[int, Counter[str]] = {}
        self.ways, self.dealt, self.up = 1, 0, 0
        for one in self._cards():
            for up in self._cards():
                for other in self._cards():
                    self.up = up
                    self._begun((one, other))
        full = sum(shoe.values())
        self.chances: defaultdict[str, Fraction] = defaultdict(Fraction)
        for dealt, counts in self.found.items():
            for name, count in counts.items():
                self.chances[name] += Fraction(count, perm(full, dealt))

    def _cards(self) -> Iterator[int]:
        """Each card that may come next, taken while the caller looks at it."""
        if not any(self.left.values()):
            raise AssertionError("the shoe is too small")
        for card, count in self.left.items():
            if count:
                ways = self.ways
                self.left[card] -= 1
                self.ways, self.dealt = ways * count, self.dealt + 1
                yield card
                self.left[card] += 1
                self.ways, self.dealt = ways, self.dealt - 1

    def _begun(self, cards: tuple[int, int]) -> None:
        hand = Hand(cards, is_done=is_natural(cards))
        if not self.rules.has_hole_card:
            self._play((hand,), None)
            return
        for hole in self._cards():
            if self.rules.peeks and is_natural((self.up, hole)):
                self._end((hand,), (self.up, hole))
            else:
                self._play((hand,), hole)

    def _play(self, hands: tuple[Hand, ...], hole: int | None) -> None:
        at = next((at for at, hand in enumerate(hands) if not hand.is_done), None)
        if at is None:
            self._dealer(hands, hole)
            return
        hand = hands[at]
        wish = self._wish(hand, len(hands))
        match wish:
            case "hit" | "double":
                for card in self._cards():
                    cards = (*hand.cards, card)
                    is_done = wish == "double" or total(cards) >= 21
                    bet = 2 if wish == "double" else 1
                    self._play(put(hands, at, replace(hand, cards=cards, bet=bet, is_done=is_done)), hole)
            case "split":
                for one in self._cards():
                    for other in self._cards():
                        halves = [
                            Hand((card, more), is_split=True)
                            for card, more in zip(hand.cards, (one, other), strict=True)
                        ]
                        self._play(put(hands, at, *halves), hole)
            case "surrender":
                self._play(put(hands, at, replace(hand, is_given_up=True, is_done=True)), hole)
            case _:
                self._play(put(hands, at, replace(hand, is_done=True)), hole)

    def _wish(self, hand: Hand, hands: int) -> str:
        rules, cards = self.rules, hand.cards
        first, is_shut = len(cards) == 2, hand.is_split and hand.cards[0] == 1 and not rules.hit_split_aces
        may = {"stand"} if is_shut else {"stand", "hit"}
        doubled = {"any": range(22), "9_to_11": range(9, 12), "10_11": range(10, 12), "off": ()}[rules.double]
        if first and not is_shut and total(cards) in doubled and (rules.double_after_split or not hand.is_split):
            may.add("double")
        is_last_ace = hand.is_split and cards[0] == 1 and not rules.resplit_aces
        if first and cards[0] == cards[1] and hands < rules.split_hands and not is_last_ace:
            may.add("split")
        if first and rules.surrender == "late" and not hand.is_split:
            may.add("surrender")
        return next(wish for wish in (*self.strategy[self.up].wishes(cards), "stand") if wish in may)

    def _dealer(self, hands: tuple[Hand, ...], hole: int | None) -> None:
        if hole is None:
            for second in self._cards():
                self._draw(hands, (self.up, second))
        else:
            self._draw(hands, (self.up, hole))

    def _draw(self, hands: tuple[Hand, ...], dealer: tuple[int, ...]) -> None:
        is_live = any(
            total(hand.cards) <= 21 and not hand.is_given_up and (hand.is_split or not is_natural(hand.cards))
            for hand in hands
        )
        soft = 1 in dealer and sum(dealer) <= 11
        draws = total(dealer) < 17 or (total(dealer) == 17 and soft and self.rules.soft_17 == "hits")
        if is_live and draws:
            for card in self._cards():
                self._draw(hands, (*dealer, card))
        else:
            self._end(hands, dealer)

    def _end(self, hands: tuple[Hand, ...], dealer: tuple[int, ...]) -> None:
        """Add what came of it: chances by the names of the odds, and what was won in tenths of a bet."""
        ends = [self._won(hand, dealer) for hand in hands]
        won = sum(ends)
        if is_natural(dealer) and self.rules.hole_card == "none_original":
            won = max(won, -10)
        names = Counter({"won": won, "dealer_natural": is_natural(dealer)})
        hand = hands[0]
        if hand.is_split:
            names["hand_split"] = 1
            names["split_win"] = 12 // len(hands) * sum(end > 0 for end in ends)
        else:
            names["hand_win" if won > 0 else "hand_lose" if won < 0 else "hand_push"] = 1
            names["player_natural"] = is_natural(hand.cards)
            names["hand_doubled"], names["hand_surrendered"] = hand.bet == 2, hand.is_given_up
            names["hand_bust"] = total(hand.cards) > 21
            names["dealer_bust"] = won > 0 and total(dealer) > 21
        found = self.found.setdefault(self.dealt, Counter())
        for name, count in names.items():
            found[name] += self.ways * count

    def _won(self, hand: Hand, dealer: tuple[int, ...]) -> int:
        """Return what one hand wins, in tenths of a bet."""
        mine, theirs = total(hand.cards), total(dealer)
        if not hand.is_split and is_natural(hand.cards):
            return 0 if is_natural(dealer) else {"3:2": 15, "6:5": 12, "1:1": 10}[self.rules.natural_pays]
        if is_natural(dealer):
            return -10 * hand.bet
        if hand.is_given_up:
            return -5
        if mine > 21 or mine < theirs <= 21:
            return -10 * hand.bet
        return 0 if mine == theirs else 10 * hand.bet


def put(hands: tuple[Hand, ...], at: int, *these: Hand) -> tuple[Hand, ...]:
    return (*hands[:at], *these, *hands[at + 1 :])
