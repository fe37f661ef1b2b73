"""How NPCs and simulated players play Klingon Hold-'Em, and the counters of simulated hands.

NPCs estimate the part of the pot that their ships win, and bet by it. Hidden cards are dealt again at random, as in
`chances.py`. A short stack bets all its chips or none: a bet of most of a stack leaves too little to play on with.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.ai.betting import Spot, answer, price_of, simple_bet
from bot.engine.ai.player import Ai, Counting, SimplePlayer
from bot.engine.ai.temper import Temper, believed_chance, estimate_rng
from bot.engine.betting.events import Acted, Bet, BetAction, Raise
from bot.engine.game import Step
from bot.engine.moves import Amount, Move, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.klingon.card_file import STANDARD, deck_of, ship_of, ships_in_play
from cogs.klingon.cards import Attack, Board, Deck
from cogs.klingon.chances import estimate
from cogs.klingon.state import (
    PRESETS,
    Ended,
    Ending,
    KlingonRules,
    KlingonState,
    KlingonView,
    Own,
    SeatView,
    Unseen,
)

_ATTACKS_PER_HAND, _MOST_ATTACKS = 8, 6000
"""Attacks that are worked out in a hand of a few, with the cards on the table looked at; and with how many the chance
to win is known well enough.
"""
_LEAST_ATTACKS = 60
"""Attacks that even a careless look takes."""
_ERROR_FACTOR = 1.2
"""The added error, as a factor on a temper's: the fire of so many mounts is harder to judge."""
_SHORT_STACK = 6
"""Large cloaked bets: who has no more than that is short."""
_MOST_PART = 0.4
"""The part of a short stack from which on a bet takes all of it."""


_BOLD, _GREAT, _WEAK = 0.75, 0.95, 0.4
"""The shares of other ships to beat for a lively player's bet, and for an all-in; and the share below which one
disengages.
"""
_MOST_RAISES = 2
_GAMBLES = 10
"""One in so many great hands bets everything."""


class Simple(SimplePlayer):
    """The options of a simple player."""

    betting: Literal["patient", "lively"] = option(
        "patient",
        "Betting",
        "Patient players check and engage; lively ones bet strong ships and disengage with weak ones.",
        labels={"patient": "Checks and engages", "lively": "Bets and disengages"},
    )


def decide(
    look: Callable[[], KlingonView], moves: Sequence[Move], player: Temper | Simple, rng: Rng, budget: int
) -> BetAction:
    """Check, bet, engage, raise or disengage for a captain whose turn it is."""
    if isinstance(player, Simple):
        return simple_bet(moves) if player.betting == "patient" else _bet_lively(look(), moves, rng)
    view, traits = look(), player.traits
    me = _own_seat(view)
    attacks = max(int(min(_ATTACKS_PER_HAND * budget, _MOST_ATTACKS) * traits.effort), _LEAST_ATTACKS)
    equity = estimate(view, view.rules, estimate_rng(rng), attacks).share.value
    believing = believed_chance(equity, traits._replace(error=_ERROR_FACTOR * traits.error), rng)
    action = answer(moves, _spot(view, me, believing, price_of(moves)), player, rng)
    return _all_or_nothing(view, me, moves, action)


def _spot(view: KlingonView, me: SeatView, equity: float, price: int) -> Spot:
    others = [seat for seat in view.seats if seat.seat != me.seat]
    reach = me.paid + price
    return Spot(
        equity=equity,
        pot=view.pot - sum(max(seat.paid - reach, 0) for seat in others),
        opponents=sum(not seat.is_folded for seat in others),
        stack=me.stack,
        bet=me.bet,
        raises=sum(seat.raises for seat in others if not seat.is_folded),
    )


def _all_or_nothing(view: KlingonView, me: SeatView, moves: Sequence[Move], action: BetAction) -> BetAction:
    """Return the action, or an all-in where a short stack would bet much of its chips."""
    if not isinstance(action, Bet | Raise) or me.stack + me.bet > _SHORT_STACK * view.large:
        return action
    offered = find(moves, action.kind)
    amount = next((field for field in offered.fields if isinstance(field, Amount)), None) if offered else None
    if amount is None or action.to - me.bet < _MOST_PART * me.stack:
        return action
    return action.evolve(to=amount.high)


def _own_seat(view: KlingonView) -> SeatView:
    if view.own is None:
        raise ValueError("only a captain of the hand bets")
    return next(seat for seat in view.seats if seat.seat == view.own.seat)


def _bet_lively(view: KlingonView, moves: Sequence[Move], rng: Rng) -> BetAction:
    """Bet strong ships and disengage with weak ones."""
    if view.own is None:
        raise AssertionError("the captain to act has ships")
    beaten = _share_beaten(view, view.own, rng)
    is_strong = beaten >= _BOLD and _own_seat(view).raises < _MOST_RAISES
    is_all = is_strong and beaten >= _GREAT and not rng.below(_GAMBLES)
    return simple_bet(moves, is_strong=is_strong, is_weak=beaten < _WEAK, is_all=is_all)


def _share_beaten(view: KlingonView, own: Own, rng: Rng) -> float:
    """Estimate the share of other pairs of ships that would be weaker with these cards; equal ones count half.

    Before the Lock-On the better armed ships count as the stronger. Every other ship in play is paired with one that
    lies so far from it.
    """
    deck = deck_of(view.rules)
    ships = [ship.id for ship in ships_in_play(view.rules)]
    gap = 1 + rng.below(len(ships) - 1)
    rivals = [(ships[at], ships[(at + gap) % len(ships)]) for at in range(0, len(ships), 2)]
    if view.table:
        board, mine = Board(deck, view.table), own.attack.total
        others = [board.strength(*rival) for rival in rivals]
    else:
        mine, others = _count_guns(deck, own.ships), [_count_guns(deck, rival) for rival in rivals]
    return sum((other < mine) + (other == mine) / 2 for other in others) / len(others)


def _count_guns(deck: Deck, ships: Sequence[str]) -> int:
    """Count the cards and fighters that could fire from these ships."""
    fleet = [ship_of(deck, ship) for ship in ships]
    return sum(ship.fighters + sum(count for _, count in ship.mounts) for ship in fleet)


_STEP, _LAST = 10, 100
"""Attacks are counted by tens of their points, and from a hundred on together."""

NOTE = (
    "hands counts the hands that ended, at a showdown or unseen. tied_showdowns counts shared main pots, all_zero "
    "showdowns without an attack, and all_ins bets and engagements with all that was left. attack_0 to attack_101_up "
    "count the attacks of everyone who showed ships, by their points. attack_points is their sum. doublers_used and "
    "doublers_wasted count the doublers in front of them that doubled a card or didn't. Simple players never "
    "disengage, so every hand is shown, unless with betting=lively."
)


def names(_rules: KlingonRules, _player: Simple) -> tuple[str, ...]:
    """Return all counters, in the order they are read."""
    attacks = ("attack_0", *(_bucket(points) for points in range(1, _LAST + _STEP, _STEP)))
    hands = ("hands", "showdowns", "unseen", "tied_showdowns", "all_zero", "all_ins")
    return *hands, *attacks, "attacks", "attack_points", "doublers_used", "doublers_wasted"


def count(step: Step[KlingonState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for event in step.events:
        match event:
            case Unseen():
                tally.update(("hands", "unseen"))
            case Ended():
                tally.update(("hands", "showdowns"))
                _count_showdown(event.ending, event.deck or STANDARD, tally)
            case Acted(all_in=True):
                tally["all_ins"] += 1
            case _:
                pass


def _count_showdown(ending: Ending, deck: Deck, tally: Counter[str]) -> None:
    tally["tied_showdowns"] += len(ending.pots[0].winners) > 1
    tally["all_zero"] += not any(attack.total for _, _, attack in ending.attacks)
    for _, _, attack in ending.attacks:
        tally["attacks"] += 1
        tally["attack_points"] += attack.total
        tally[_bucket(attack.total)] += 1
        _count_doublers(attack, deck, tally)


def _count_doublers(attack: Attack, deck: Deck, tally: Counter[str]) -> None:
    tally["doublers_used"] += sum(shot.doubler is not None for shot in attack.shots)
    tally["doublers_wasted"] += sum(deck.by_code[code].value is None for code in attack.wasted)


def _bucket(points: int) -> str:
    """Return the counter of an attack of so many points: 1 to 10, 11 to 20 and so on."""
    if points == 0:
        return "attack_0"
    if points > _LAST:
        return f"attack_{_LAST + 1}_up"
    low = (points - 1) // _STEP * _STEP + 1
    return f"attack_{low}_{low + _STEP - 1}"


# each hand stands alone; with stakes=points everyone begins it with the chips of a tournament
AI = Ai(decide, Counting(Simple, PRESETS["cash table"], lambda _: 6, NOTE, names, count))
