"""The simulated players of Klingon Hold-'Em, who see their own ships and the table, and a simulation's counters."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal

from bot.engine.betting.events import Acted, Bet, Call, Check, Fold, Raise
from bot.engine.frozen import Frozen
from bot.engine.game import Step
from bot.engine.moves import Amount, Move
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.klingon.card_file import STANDARD, deck_of, ship_of, ships_in_play
from cogs.klingon.cards import Attack, Board, Deck
from cogs.klingon.state import (
    PRESETS,
    Ended,
    Ending,
    KlingonAction,
    KlingonRules,
    KlingonState,
    KlingonView,
    Own,
    Unseen,
)

SEATS = 6
RULES = PRESETS["cash table"]
"""Each hand by itself; with `stakes=points` everyone begins it with the chips of a tournament."""
_BOLD, _GREAT, _WEAK = 0.75, 0.95, 0.4
"""The shares of other ships to beat for a bet, and for an all-in; and the share below which a lively player
disengages.
"""
_MOST_RAISES = 2
_GAMBLES = 10
"""One in so many great hands bets everything."""

Look = Callable[[], KlingonView]
"""The seat's view, which is built only when it is called."""


class Style(Frozen):
    """The options of a simulated player."""

    betting: Literal["patient", "lively"] = option(
        "patient",
        "Betting",
        "Patient players check and engage; lively ones bet strong ships and disengage with weak ones.",
        labels={"patient": "Checks and engages", "lively": "Bets and disengages"},
    )


def choose(look: Look, moves: Sequence[Move], style: Style, rng: Rng) -> KlingonAction:
    """Choose one of the offered moves for the seat that the hand waits for."""
    return _choose_patiently(moves) if style.betting == "patient" else _choose_lively(look(), moves, rng)


def _choose_patiently(moves: Sequence[Move]) -> KlingonAction:
    return Check() if any(move.key == "check" for move in moves) else Call()


def _choose_lively(view: KlingonView, moves: Sequence[Move], rng: Rng) -> KlingonAction:
    own = _own(view)
    raises = next(seat.raises for seat in view.seats if seat.seat == own.seat)
    beaten = _share_beaten(view, own, rng)
    if beaten >= _BOLD and raises < _MOST_RAISES:
        everything = beaten >= _GREAT and not rng.below(_GAMBLES)
        for move in moves:
            for field in move.fields:
                if isinstance(field, Amount):
                    to = field.high if everything else field.low
                    return Bet(to=to) if move.key == "bet" else Raise(to=to)
    calm = _choose_patiently(moves)
    return Fold() if beaten < _WEAK and isinstance(calm, Call) else calm


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


def _own(view: KlingonView) -> Own:
    if view.own is None:
        raise AssertionError("who is asked has ships")
    return view.own


_STEP, _LAST = 10, 100
"""Attacks are counted by tens of their points, and from a hundred on together."""

NOTE = (
    "hands: those that ended, at a showdown or unseen; tied_showdowns: the main pot was shared; all_zero: nobody had "
    "an attack; all_ins: bets and engagements with all that was left. attack_0 to attack_101_up: the attacks of "
    "everybody who showed ships, by their points, and attack_points their sum; doublers_used and doublers_wasted: of "
    "the doublers on the table before each of them, those that doubled a card and those that didn't. Patient players, "
    "the default, never disengage, so every hand is shown."
)


def names(_rules: KlingonRules, _style: Style) -> tuple[str, ...]:
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
