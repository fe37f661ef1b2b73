"""The win chance of a match: this set is played on in thought, and each set after it is even."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import perm
from typing import NamedTuple

from bot.engine.rng import Rng
from bot.engine.win_chance import WinChances, win_chances
from cogs.pazaak.cards import KINDS, numbered
from cogs.pazaak.loadout import PRESET_DECKS
from cogs.pazaak.state import PLACES, TARGET, Laid, PazaakRules, PazaakView, SeatView, total

GOOD, SAFE = 18, 17
"""What somebody stands on who has side cards to lower a total, and who has none."""
MAKING = 19
"""The least total for which a side card is played by somebody who could draw on."""
EARLY = MAKING - 6
"""Below that no side card makes a total worth standing on."""
_DRAWS = 14
"""Cards of the main deck that are shuffled for one set: more are hardly ever drawn."""
_NUMBERS = tuple(number for number in range(1, 11) for _ in range(4))

Ways = tuple[int, ...]
"""What a side card may count for."""
WIN, LOSS, TIE = 1.0, 0.0, 0.5


def ways_of(code: str) -> Ways:
    return KINDS[code].values


_POOL = tuple(ways for deck in PRESET_DECKS for code in deck.cards if (ways := ways_of(code)))
"""What the other may hold: any card of the decks that everybody has."""


class Side(NamedTuple):
    """One side of the table."""

    total: int
    laid: int
    """Cards that lie there."""
    stands: bool
    cards: tuple[Ways, ...]
    """What its side cards may count for; of the other's only as many are real as are `hidden`."""
    hidden: int = 0
    breaks_ties: bool = False


class Outlook(NamedTuple):
    """A set as one seat sees it."""

    mine: Side
    theirs: Side
    is_mine: bool
    """Whether it is the seat's own turn; it has drawn, and hasn't decided yet."""
    has_played: bool
    left: tuple[int, ...]
    """What may be left of the main deck."""
    rules: PazaakRules


def outlook(view: PazaakView) -> Outlook | None:
    """Return what a seat sees; None for anyone else, before the first set, and once the match is over."""
    if view.own is None or view.result is not None or view.choosing or not view.turn:
        return None
    mine = view.seat(view.own.seat)
    theirs = next(one for one in view.seats if one.seat != mine.seat)
    cards = tuple(ways for code in view.own.hand if (ways := ways_of(code)))
    return Outlook(
        mine=_side(mine, view.rules, cards, 0),
        theirs=_side(theirs, view.rules, (), theirs.in_hand),
        is_mine=view.turn == mine.seat,
        has_played=view.has_played,
        left=_left(view, mine, theirs),
        rules=view.rules,
    )


def _side(seat: SeatView, rules: PazaakRules, cards: tuple[Ways, ...], hidden: int) -> Side:
    return Side(seat.total, len(seat.table), seat.stands, cards, hidden, breaks_ties(seat.table, rules))


def breaks_ties(table: Sequence[Laid], rules: PazaakRules) -> bool:
    if rules.ties == "last":
        return bool(table) and table[-1].code == "tiebreaker"
    return any(card.code == "tiebreaker" for card in table)


def _left(view: PazaakView, mine: SeatView, theirs: SeatView) -> tuple[int, ...]:
    """Return the forty cards without those of the main deck that lie on the tables it serves."""
    match view.rules.main_deck:
        case "endless":
            return _NUMBERS
        case "own":
            tables = (mine,) if view.turn == mine.seat else (theirs,)
        case "shared":
            tables = (mine, theirs)
    lying = Counter(card.number for seat in tables for card in seat.table if card.code is None)
    return tuple((Counter(_NUMBERS) - lying).elements()) or _NUMBERS


def after_playing(side: Side, table: Sequence[Laid], spent: Ways | None, rules: PazaakRules) -> Side:
    """Return a side once its table is this one and a card of its hand is spent."""
    cards = list(side.cards)
    if spent:
        cards.remove(spent)
    return side._replace(total=total(table), laid=len(table), cards=tuple(cards), breaks_ties=breaks_ties(table, rules))


class Luck(NamedTuple):
    """What a seat can't see, once: the cards that come, and what the other holds."""

    draws: tuple[int, ...]
    theirs: tuple[Ways, ...]


def lucks(now: Outlook, rng: Rng, times: int) -> Iterator[Luck]:
    """So many of them."""
    bag = list(now.left)
    for _ in range(times):
        yield Luck(_taken(rng, bag, min(_DRAWS, len(bag))), tuple(rng.pick(_POOL) for _ in range(now.theirs.hidden)))


def _taken(rng: Rng, bag: list[int], count: int) -> tuple[int, ...]:
    """Draw the first cards of the bag, shuffled."""
    half = count // 2
    for start, end in ((0, half), (half, count)):
        which = rng.below(perm(len(bag) - start, end - start))
        for at in range(start, end):
            which, further = divmod(which, len(bag) - at)
            bag[at], bag[at + further] = bag[at + further], bag[at]
    return tuple(bag[:count])


def set_won(now: Outlook, luck: Luck, *, decided: bool = False) -> float:
    """How a set goes on: what it is worth to the seat. `decided`: whoever's turn it is has already ended it."""
    sides = [now.mine, now.theirs._replace(cards=luck.theirs)]
    at, may_play = 0 if now.is_mine else 1, not now.has_played
    if not decided:
        verdict, sides[at] = _decided(sides[at], sides[1 - at], now.rules, may_play=may_play)
        if verdict is not None:
            return verdict if at == 0 else WIN - verdict
    for drawn in luck.draws:
        if not sides[1 - at].stands:
            at = 1 - at
        elif sides[at].stands:
            return compared(sides[0], sides[1])
        total_, count, stands, cards, hidden, breaks = sides[at]
        side = Side(total_ + drawn, count + 1, stands, cards, hidden, breaks)
        # most cards leave somebody far from a decision
        if side.total < EARLY and count + 1 < PLACES and not sides[1 - at].stands:
            sides[at] = side
            continue
        verdict, sides[at] = _decided(side, sides[1 - at], now.rules, may_play=True)
        if verdict is not None:
            return verdict if at == 0 else WIN - verdict
    return compared(sides[0], sides[1]) if sides[0].stands and sides[1].stands else TIE


def compared(mine: Side, theirs: Side) -> float:
    """Return the worth to the first side if both stand."""
    if mine.total != theirs.total:
        return WIN if mine.total > theirs.total else LOSS
    if mine.breaks_ties != theirs.breaks_ties:
        return WIN if mine.breaks_ties else LOSS
    return TIE


def landed(side: Side, rules: PazaakRules, *, may_save: bool) -> float | None:
    """Return what the last card makes of the set for its side; None where it goes on."""
    is_over = side.total > TARGET
    if rules.filled != "none" and side.laid >= PLACES:
        if not is_over:
            return WIN
        if rules.filled != "rescue" or side.laid > PLACES or not may_save:
            return LOSS
    return LOSS if is_over and rules.bust == "at_once" else None


def _decided(side: Side, other: Side, rules: PazaakRules, *, may_play: bool) -> tuple[float | None, Side]:
    """Return the worth of a sensible turn after its draw, where it ends the set, and the side as it leaves it."""
    able = may_play and bool(side.cards)
    verdict = landed(side, rules, may_save=able)
    if verdict is not None:
        return verdict, side
    if side.total == TARGET:
        return None, side._replace(stands=True)
    wanted = other.total if other.stands else MAKING - 1
    if side.total > TARGET or not is_content(side, other):
        better = _made(side, wanted if side.total <= TARGET or other.stands else 0) if able else None
        if better is not None:
            side = better
            verdict = landed(side, rules, may_save=False)
            if verdict is not None:
                return verdict, side
        if side.total > TARGET:
            return LOSS, side
    return None, side._replace(stands=True) if is_content(side, other) else side


def is_content(side: Side, other: Side) -> bool:
    """Whether somebody stands on what they have."""
    if side.total > TARGET:
        return False
    if other.stands:
        return side.total > other.total or (side.total == other.total and side.total >= SAFE)
    return side.total >= (GOOD if any(min(ways) < 0 for ways in side.cards) else SAFE)


def _made(side: Side, wanted: int) -> Side | None:
    """Return the side with its best total above `wanted` that a side card makes, up to twenty; None where none does."""
    best, spent = wanted, None
    for ways in side.cards:
        for value in ways:
            made = side.total + value
            if best < made <= TARGET:
                best, spent = made, ways
    if spent is None:
        return None
    cards = list(side.cards)
    cards.remove(spent)
    return side._replace(total=best, laid=side.laid + 1, cards=tuple(cards))


_SET = 8
"""How much of the budget a set takes."""
_OPPONENTS = 1

Question = tuple[Outlook, int, int]
"""The set, and what is won already by the seat and by the other."""


def note(rules: PazaakRules) -> str:
    """Describe what the estimate assumes of this set and of those that follow."""
    later = ", and that later sets are even" if rules.sets > 1 else ""
    return f"The estimate assumes that both players play sensibly from here on{later}."


def question(view: PazaakView) -> Question | None:
    """None before the first set, once the match is over, and for who doesn't play in it."""
    now = outlook(view)
    if now is None or view.own is None:
        return None
    mine = view.seat(view.own.seat)
    theirs = next(one for one in view.seats if one.seat != mine.seat)
    return now, mine.sets, theirs.sets


def estimate(view: PazaakView, rules: PazaakRules, rng: Rng, budget: int) -> WinChances:
    """Estimate the win chances of a seat that plays in the match. Raises ValueError where there is no question."""
    asked = question(view)
    if asked is None:
        raise ValueError("nothing is to be won or lost from here")
    now, *sets = asked
    now = now._replace(rules=rules)
    topped = [0, 0]
    for luck in lucks(now, rng, max(budget // _SET, 1)):
        won = {WIN: 0, LOSS: 1}.get(set_won(now, luck))
        topped[1 - _match_won_by(won, sets, rules.sets, rng)] += 1
    return win_chances(f"{numbered(now.mine.total)} on the table", _OPPONENTS, topped).evolve(has_pot=False)


def _match_won_by(won: int | None, sets: list[int], goal: int, rng: Rng) -> int:
    """Who wins the match in the end, 0 or 1, once this set is won by that one, or tied and played again."""
    score = list(sets)
    winner = rng.below(2) if won is None else won
    while True:
        score[winner] += 1
        if score[winner] >= goal:
            return winner
        winner = rng.below(2)
