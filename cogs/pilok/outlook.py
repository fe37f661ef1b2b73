"""What is still to come in a hand of Pi'Lok: dice, and the Jump. All lies open, so only chance is unknown.

Of the Jump it is taken that whoever isn't alone in front jumps the best other hand, that contests are even, and that
the winner has the die rolled again that gains most. What anybody's skills are, a seat doesn't know.
"""

from collections.abc import Sequence
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from bot.engine.rng import Chance
from cogs.pilok.hands import Variant, has_pair, value, with_face
from cogs.pilok.options import PilokRules
from cogs.pilok.state import PilokView

SIDES = range(1, 7)
ALL = 3
"""Dice of a hand."""
Dice = tuple[int, ...]
Hands = tuple[Dice, ...]
"""The dice of everybody still in, clockwise."""

_AT_ONCE = 9
"""Dice that one draw decides."""
CONTESTS, TIED = 6**6, 4332
"""In so many ways three dice fall against three, and in so many both total the same."""
WON = (CONTESTS - TIED) // 2


class Outlook(NamedTuple):
    """Where a hand stands, for one seat of those still in: places are those among `hands`."""

    hands: Hands
    me: int
    jumpers: tuple[int, ...]
    """The places of those who are still to be asked for a jump; nobody's before all dice lie."""
    dealer: int
    """The place that comes last after the dealer's left."""
    rules: PilokRules

    @property
    def variant(self) -> Variant:
        return self.rules.variant

    @property
    def is_dealt(self) -> bool:
        """Whether all dice lie."""
        return all(len(dice) == ALL for dice in self.hands)


def outlook(view: PilokView, seat: int) -> Outlook:
    """What a seat that is still in sees. A contest under way counts as over: `under_way` tells what may come of it."""
    live = [one for one in view.seats if not one.is_folded]
    places = {one.seat: at for at, one in enumerate(live)}
    seats = [one.seat for one in view.seats]
    at = seats.index(view.dealer) + 1
    last = [one for one in (*seats[at:], *seats[:at]) if one in places][-1]
    jumpers = tuple(places[one] for one in view.jumpers if one in places)
    now = Outlook(tuple(one.dice for one in live), places[seat], jumpers, places[last], view.rules)
    if view.street != "deep" or not now.is_dealt:
        return now
    return now._replace(jumpers=jump_order(now.hands, now.dealer, now.rules))


def tops(hands: Hands, me: int, variant: Variant) -> int:
    """How many share the first place with a seat, itself included; 0 where somebody is better."""
    own, on_top = value(hands[me], variant), 0
    for dice in hands:
        other = value(dice, variant)
        if other > own:
            return 0
        on_top += other == own
    return on_top


def share(hands: Hands, me: int, variant: Variant) -> float:
    """The part of the pot that falls to a seat."""
    on_top = tops(hands, me, variant)
    return 1 / on_top if on_top else 0.0


def jump_order(hands: Hands, dealer: int, rules: PilokRules) -> tuple[int, ...]:
    """Who is asked for a jump, once all dice lie (rules 1.9, 1.26)."""
    count = len(hands)
    by_seat = [(dealer + 1 + step) % count for step in range(count)]
    if rules.jump_order != "clockwise":
        is_first = rules.jump_order == "highest"
        return tuple(sorted(by_seat, key=lambda at: value(hands[at], rules.variant), reverse=is_first))
    leads = [value(dice, rules.variant) if rules.lead_by == "value" else sum(dice) for dice in hands]
    best = max(leads)
    leader = next(at for at in by_seat if leads[at] == best)
    return tuple((leader + step) % count for step in range(count))


def target_of(hands: Hands, jumper: int, variant: Variant) -> int | None:
    """Whom somebody jumps: the best other hand, unless their own is better than all."""
    own, best, found = value(hands[jumper], variant), -1, None
    for at, dice in enumerate(hands):
        other = value(dice, variant)
        if at != jumper and other > best:
            best, found = other, at
    return found if best >= own else None


@cache
def gains(dice: Dice, variant: Variant) -> tuple[tuple[int, int], ...]:
    """Each die by its place, and six times what a re-roll of it adds to the hand on average; equal ones once."""
    worth = value(dice, variant)
    places = {face: at for at, face in enumerate(dice)}.values()
    return tuple((at, sum(value(with_face(dice, at, face), variant) for face in SIDES) - 6 * worth) for at in places)


Which = tuple[int, int]
"""A die: whose it is, by place, and which of theirs."""


def re_rolled(hands: Hands, winner: int, loser: int, rules: PilokRules) -> Which | None:
    """The die that is rolled again after a jump; None where none would gain."""
    falls = [((loser, at), -gain) for at, gain in gains(hands[loser], rules.variant)]
    if rules.own_dice == "with_pair" and has_pair(hands[winner]):
        falls += [((winner, at), gain) for at, gain in gains(hands[winner], rules.variant)]
    return _best(falls)


def own_re_rolled(hands: Hands, winner: int, rules: PilokRules) -> Which | None:
    """The same after a challenge, by which the winner may have a die of their own rolled again."""
    if rules.own_dice == "with_pair" and not has_pair(hands[winner]):
        return None
    return _best([((winner, at), gain) for at, gain in gains(hands[winner], rules.variant)])


def _best(gaining: Sequence[tuple[Which, int]]) -> Which | None:
    which, gain = max(gaining, key=itemgetter(1))
    return which if gain > 0 else None


def won_by(one: int, other: int, drawn: int, rules: PilokRules) -> int | None:
    """Who wins an even contest that the first began, by a number below `CONTESTS`; None where it is tied."""
    if drawn < WON:
        return one
    if drawn < 2 * WON:
        return other
    match rules.contest_tie:
        case "initiator":
            return one
        case "defender":
            return other
        case "again":
            return one if drawn % 2 else other
        case "nothing":
            return None


def contest_weights(one: int, other: int, rules: PilokRules) -> dict[int | None, int]:
    """How likely who is to win it, of `CONTESTS`."""
    weights: dict[int | None, int] = {}
    parts = ((0, WON), (WON, WON), (2 * WON, TIED // 2), (2 * WON + 1, TIED // 2))
    for drawn, weight in parts:
        winner = won_by(one, other, drawn, rules)
        weights[winner] = weights.get(winner, 0) + weight
    return weights


def replaced(hands: Hands, at: int, die: int, face: int) -> Hands:
    return (*hands[:at], with_face(hands[at], die, face), *hands[at + 1 :])


def played_out(now: Outlook, rng: Chance) -> Hands:
    """The hands at the end, once: dice fall and people jump."""
    hands, jumpers, rules = now.hands, now.jumpers, now.rules
    if not now.is_dealt:
        hands = _rolled(hands, rng)
        jumpers = jump_order(hands, now.dealer, rules)
    for jumper in jumpers:
        target = target_of(hands, jumper, rules.variant)
        if target is None:
            continue
        drawn, face = divmod(rng.below(6 * CONTESTS), 6)
        winner = won_by(jumper, target, drawn, rules)
        if winner is not None:
            which = re_rolled(hands, winner, target if winner == jumper else jumper, rules)
            hands = hands if which is None else replaced(hands, *which, face + 1)
        if rules.jumps == "one":
            break
    return hands


def _rolled(hands: Hands, rng: Chance) -> Hands:
    full, fall, left = list[Dice](), 0, 0
    for dice in hands:
        fallen = list(dice)
        while len(fallen) < ALL:
            if not left:
                fall, left = rng.below(6**_AT_ONCE), _AT_ONCE
            left -= 1
            fall, face = divmod(fall, 6)
            fallen.append(face + 1)
        full.append(tuple(fallen))
    return tuple(full)


def expected(now: Outlook, rng: Chance, times: int) -> float:
    """The part of the pot that a seat can expect: exact where at most one jump can change it, else from hands that are
    played out so many times.
    """
    if now.is_dealt and len(now.jumpers) <= 1:
        ways = list(branches(now.hands, now.jumpers, now.rules))
        return sum(weight * share(hands, now.me, now.variant) for hands, weight in ways) / sum(way[1] for way in ways)
    return sum(share(played_out(now, rng), now.me, now.variant) for _ in range(times)) / times


def branches(hands: Hands, jumpers: Sequence[int], rules: PilokRules) -> list[tuple[Hands, int]]:
    """All that may come of the jumps that are left once all dice lie, with how likely it is: six ways of a die for each
    of two winners, for each jump.
    """
    whole = 6 * CONTESTS
    if not jumpers:
        return [(hands, 1)]
    jumper, *rest = jumpers
    target = target_of(hands, jumper, rules.variant)
    if target is None:
        return [(after, whole * weight) for after, weight in branches(hands, rest, rules)]
    left = () if rules.jumps == "one" else rest
    found: list[tuple[Hands, int]] = []
    lost = whole ** (len(rest) - len(left))
    for winner, weight in contest_weights(jumper, target, rules).items():
        which = None if winner is None else re_rolled(hands, winner, target if winner == jumper else jumper, rules)
        ways = [hands] if which is None else [replaced(hands, *which, face) for face in SIDES]
        each = weight * (6 // len(ways)) * lost
        found += [(after, each * further) for way in ways for after, further in branches(way, left, rules)]
    return found
