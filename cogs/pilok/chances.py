"""The win chances of Pi'Lok: dice still to fall, a contest under way, and the jumps that are left; and luck.

Contests are taken to be even, and a player who isn't alone in front to jump the best other hand.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from bot.engine.game import Deal, Event
from bot.engine.luck import Stroke, contested, die, won
from bot.engine.rng import Rng
from bot.engine.skills import Wild
from bot.engine.skills.rolls import Distribution
from bot.engine.win_chance import WinChances, win_chances
from bot.engine.words import counted
from cogs.pilok.rules import MOST_TIES
from cogs.pilok.state import (
    Contest,
    Jumped,
    PilokCarry,
    PilokRules,
    PilokView,
    Rerolled,
    Rolled,
    Variant,
    has_pair,
    value,
    with_face,
)

SIDES = range(1, 7)
_HAND_SIZE = 3
"""Dice of a hand."""
Dice = tuple[int, ...]
Hands = tuple[Dice, ...]
"""The dice of everybody still in, clockwise."""

_DICE_PER_DRAW = 9
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
        """Return true if all dice are dealt."""
        return all(len(dice) == _HAND_SIZE for dice in self.hands)


def outlook(view: PilokView, seat: int) -> Outlook:
    """Return the hand as seen by a seat that is still in. A contest under way counts as over."""
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


def _count_tops(hands: Hands, me: int, variant: Variant) -> int:
    """Count the seats that share the first place with a seat, itself included; 0 if another seat is better."""
    own, on_top = value(hands[me], variant), 0
    for dice in hands:
        other = value(dice, variant)
        if other > own:
            return 0
        on_top += other == own
    return on_top


def share(hands: Hands, me: int, variant: Variant) -> float:
    """Return the part of the pot that falls to a seat."""
    on_top = _count_tops(hands, me, variant)
    return 1 / on_top if on_top else 0.0


def jump_order(hands: Hands, dealer: int, rules: PilokRules) -> tuple[int, ...]:
    """List the seats in the order of the jump, once all dice are dealt (rules 1.9, 1.26)."""
    count = len(hands)
    by_seat = [(dealer + 1 + step) % count for step in range(count)]
    if rules.jump_order != "clockwise":
        is_first = rules.jump_order == "highest"
        return tuple(sorted(by_seat, key=lambda at: value(hands[at], rules.variant), reverse=is_first))
    leads = [value(dice, rules.variant) if rules.lead_by == "value" else sum(dice) for dice in hands]
    best = max(leads)
    leader = next(at for at in by_seat if leads[at] == best)
    return tuple((leader + step) % count for step in range(count))


def _target_of(hands: Hands, jumper: int, variant: Variant) -> int | None:
    """Return the seat to jump: the best other hand, unless the jumper's own is better than all."""
    own, best, found = value(hands[jumper], variant), -1, None
    for at, dice in enumerate(hands):
        other = value(dice, variant)
        if at != jumper and other > best:
            best, found = other, at
    return found if best >= own else None


@cache
def gains(dice: Dice, variant: Variant) -> tuple[tuple[int, int], ...]:
    """Return each die by its place with six times the average gain of rolling it again; equal ones once."""
    worth = value(dice, variant)
    places = {face: at for at, face in enumerate(dice)}.values()
    return tuple((at, sum(value(with_face(dice, at, face), variant) for face in SIDES) - 6 * worth) for at in places)


Which = tuple[int, int]
"""A die: whose it is, by place, and which of theirs."""


def jump_reroll(hands: Hands, winner: int, loser: int, rules: PilokRules) -> Which | None:
    """Return the die that is rolled again after a jump; None if no die would gain."""
    falls = [((loser, at), -gain) for at, gain in gains(hands[loser], rules.variant)]
    if rules.own_dice == "with_pair" and has_pair(hands[winner]):
        falls += [((winner, at), gain) for at, gain in gains(hands[winner], rules.variant)]
    return _best_die(falls)


def challenge_reroll(hands: Hands, winner: int, rules: PilokRules) -> Which | None:
    """Return the die that is rolled again after a challenge, which lets the winner reroll a die of their own."""
    if rules.own_dice == "with_pair" and not has_pair(hands[winner]):
        return None
    return _best_die([((winner, at), gain) for at, gain in gains(hands[winner], rules.variant)])


def _best_die(gaining: Sequence[tuple[Which, int]]) -> Which | None:
    which, gain = max(gaining, key=itemgetter(1))
    return which if gain > 0 else None


def contest_winner(one: int, other: int, drawn: int, rules: PilokRules) -> int | None:
    """Return the winner of an even contest that `one` began, by a number below `CONTESTS`; None if it is tied."""
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
    """Return the weight of each winner, out of `CONTESTS`."""
    weights: dict[int | None, int] = {}
    parts = ((0, WON), (WON, WON), (2 * WON, TIED // 2), (2 * WON + 1, TIED // 2))
    for drawn, weight in parts:
        winner = contest_winner(one, other, drawn, rules)
        weights[winner] = weights.get(winner, 0) + weight
    return weights


def replace_die(hands: Hands, at: int, die: int, face: int) -> Hands:
    return (*hands[:at], with_face(hands[at], die, face), *hands[at + 1 :])


def _play_out(now: Outlook, rng: Rng) -> Hands:
    """Play the hand out once: deal the missing dice and play the jumps."""
    hands, jumpers, rules = now.hands, now.jumpers, now.rules
    if not now.is_dealt:
        hands = _roll_missing_dice(hands, rng)
        jumpers = jump_order(hands, now.dealer, rules)
    for jumper in jumpers:
        target = _target_of(hands, jumper, rules.variant)
        if target is None:
            continue
        drawn, face = divmod(rng.below(6 * CONTESTS), 6)
        winner = contest_winner(jumper, target, drawn, rules)
        if winner is not None:
            which = jump_reroll(hands, winner, target if winner == jumper else jumper, rules)
            hands = hands if which is None else replace_die(hands, *which, face + 1)
        if rules.jumps == "one":
            break
    return hands


def _roll_missing_dice(hands: Hands, rng: Rng) -> Hands:
    full, fall, left = list[Dice](), 0, 0
    for dice in hands:
        fallen = list(dice)
        while len(fallen) < _HAND_SIZE:
            if not left:
                fall, left = rng.below(6**_DICE_PER_DRAW), _DICE_PER_DRAW
            left -= 1
            fall, face = divmod(fall, 6)
            fallen.append(face + 1)
        full.append(tuple(fallen))
    return tuple(full)


def expected_share(now: Outlook, rng: Rng, times: int) -> float:
    """Return the expected part of the pot: exact if at most one jump can change it, otherwise from `times` hands that
    are played out.
    """
    if now.is_dealt and len(now.jumpers) <= 1:
        ways = list(branches(now.hands, now.jumpers, now.rules))
        return sum(weight * share(hands, now.me, now.variant) for hands, weight in ways) / sum(way[1] for way in ways)
    return sum(share(_play_out(now, rng), now.me, now.variant) for _ in range(times)) / times


def branches(hands: Hands, jumpers: Sequence[int], rules: PilokRules) -> list[tuple[Hands, int]]:
    """List the hands after the jumps that are left once all dice are dealt, with their weights: six faces for each of
    two winners, for each jump.
    """
    whole = 6 * CONTESTS
    if not jumpers:
        return [(hands, 1)]
    jumper, *rest = jumpers
    target = _target_of(hands, jumper, rules.variant)
    if target is None:
        return [(after, whole * weight) for after, weight in branches(hands, rest, rules)]
    left = () if rules.jumps == "one" else rest
    found: list[tuple[Hands, int]] = []
    lost = whole ** (len(rest) - len(left))
    for winner, weight in contest_weights(jumper, target, rules).items():
        which = None if winner is None else jump_reroll(hands, winner, target if winner == jumper else jumper, rules)
        ways = [hands] if which is None else [replace_die(hands, *which, face) for face in SIDES]
        each = weight * (6 // len(ways)) * lost
        found += [(after, each * further) for way in ways for after, further in branches(way, left, rules)]
    return found


Ways = list[tuple[Outlook, int]]
"""How the hand may stand then, and how likely each of it is beside the others."""


def ways(now: Outlook, running: Contest | None, live: tuple[int, ...]) -> Ways:
    """List the ways that a contest can end, at least one; without one all stays as it is. `live` are the seats still
    in, by their places.
    """
    if running is None:
        return [(now, 1)]
    if running.owner is not None and running.die is not None:
        return _reroll_ways(now, (live.index(running.owner), running.die), 1)
    jumper, target = live.index(running.jumper), live.index(running.target)
    weights = {live.index(running.winner): 1} if running.winner is not None else None
    found: Ways = []
    for winner, weight in (weights or contest_weights(jumper, target, now.rules)).items():
        which = None
        if winner is not None:
            which = _winners_choice(
                now, winner, _winners_dice(now, running, winner, target if winner == jumper else jumper)
            )
        found += _reroll_ways(now, which, weight)
    return found


def _winners_dice(now: Outlook, running: Contest, winner: int, loser: int) -> list[Which]:
    """List the dice that the winner may have rolled again, equal dice once (rules 1.13, 1.24)."""
    needs_pair = now.rules.own_dice == "with_pair"
    own = not needs_pair or has_pair(now.hands[winner])
    if running.kind == "challenge":
        owners = [winner] if own else []
    else:
        owners = [loser, winner] if needs_pair and own else [loser]
    return [(owner, die) for owner in owners for die, _ in gains(now.hands[owner], now.variant)]


def _winners_choice(now: Outlook, winner: int, dice: list[Which]) -> Which | None:
    """Choose the die that is best for the winner; None leaves the dice."""

    def worth(which: Which | None) -> tuple[float, int]:
        if which is None:
            return len(SIDES) * share(now.hands, winner, now.variant), 0
        owner, die = which
        gain = dict(gains(now.hands[owner], now.variant))[die]
        won = sum(share(replace_die(now.hands, owner, die, face), winner, now.variant) for face in SIDES)
        return won, gain if owner == winner else -gain

    return max((None, *dice), key=worth)


def _reroll_ways(now: Outlook, which: Which | None, weight: int) -> Ways:
    if which is None:
        return [(now, len(SIDES) * weight)]
    return [(now._replace(hands=replace_die(now.hands, *which, face)), weight) for face in SIDES]


_COST = 4
"""How much of the budget it takes to play a hand out once."""


class Question(NamedTuple):
    """What the chances depend on."""

    now: Outlook
    contest: Contest | None
    live: tuple[int, ...]
    """The seats of those still in, by their places."""


def note(_rules: PilokRules) -> str:
    """Explain the assumptions about the Jump."""
    return (
        "Contests are expected to be even, whatever the skills. A player who doesn't lead alone is expected to jump "
        "the best other hand."
    )


def question(view: PilokView) -> Question | None:
    """Return the question of the seat; None once the hand is over, or if the seat isn't in it."""
    seat = view.own
    live = tuple(one.seat for one in view.seats if not one.is_folded)
    if seat is None or seat not in live or view.result is not None or len(live) < 2:
        return None
    return Question(outlook(view, seat), view.contest, live)


def estimate(view: PilokView, rules: PilokRules, rng: Rng, budget: int) -> WinChances:
    """Return the win chances of a seat that is in the hand: exact once no jump is left, otherwise from hands that are
    played out. Raises ValueError if there is no question.
    """
    asked = question(view)
    if asked is None:
        raise ValueError("nothing is to be won or lost from here")
    now = asked.now._replace(rules=rules)
    worth, opponents = counted(value(now.hands[now.me], now.variant), "point"), len(now.hands) - 1
    topped, found = [0] * (len(now.hands) + 1), ways(now, asked.contest, asked.live)
    if now.is_dealt and not now.jumpers:
        for way, weight in found:
            topped[_count_tops(way.hands, way.me, way.variant)] += weight
        return win_chances(worth, opponents, topped, is_exact=True)
    up_to = list(accumulate(weight for _, weight in found))
    for _ in range(max(budget // _COST // max(len(now.hands) // 3, 1), 1)):
        way, _ = found[bisect_right(up_to, rng.below(up_to[-1])) if len(found) > 1 else 0]
        topped[_count_tops(_play_out(way, rng), now.me, now.variant)] += 1
    return win_chances(worth, opponents, topped)


def strokes(events: Iterable[Event], deal: Deal[PilokRules, PilokCarry]) -> Iterator[Stroke]:
    """Yield every die that the bot rolled for a seat, and every contest, for both sides of it."""
    for event in events:
        match event:
            case Rolled(dice=dice) if deal.rules.dice == "bot":
                yield from (die(seat, face) for seat, face in dice)
            case Rerolled(owner=owner, now=face) if deal.rules.dice == "bot":
                yield die(owner, face)
            case Jumped() if deal.rules.contests == "bot":
                yield from _jump(event, deal)
            case _:
                pass


def _jump(event: Jumped, deal: Deal[PilokRules, PilokCarry]) -> Iterator[Stroke]:
    rules = deal.rules
    wild: Wild = deal.system.wild if rules.wild_die == "campaign" else rules.wild_die
    chances = contested(event.rolls, wild)
    if chances is None:
        return
    for_jumper, for_target = _by_the_rules(chances, rules)
    yield won(event.jumper, for_jumper, has_won=event.winner == event.jumper)
    yield won(event.target, for_target, has_won=event.winner == event.target)


def _by_the_rules(chances: Distribution, rules: PilokRules) -> tuple[Fraction, Fraction]:
    """Return the probability that each side wins, after these house rules have decided ties."""
    win, tie, loss = chances.win, chances.tie, chances.loss
    match rules.contest_tie:
        case "initiator":
            return win + tie, loss
        case "defender":
            return win, loss + tie
        case "again":
            rolls = sum((tie**times for times in range(MOST_TIES + 1)), Fraction())
            return win * rolls, loss * rolls
        case "nothing":
            return win, loss
