"""How NPCs play Pazaak by themselves: each way to go on is played out against the same luck, as often as their mind is
up to it; the way that wins most sets is taken.

A side card that lasts for the match is worth something in the sets that follow, so it isn't spent for nothing. Nobody
gives a match up.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine.autopilot.temper import Temper, Traits
from bot.engine.autopilot.wits import preferred
from bot.engine.chance import Chance
from bot.engine.moves import Move, Pick, find
from cogs.pazaak.actions import ChooseDeck, EndTurn, PazaakAction, PlayCard, Stand
from cogs.pazaak.cards import KINDS, Family
from cogs.pazaak.kit import STANDARD
from cogs.pazaak.laying import laid, playing_of
from cogs.pazaak.options import TARGET
from cogs.pazaak.outlook import (
    LOSS,
    Luck,
    Outlook,
    Side,
    after_playing,
    compared,
    landed,
    lucks,
    outlook,
    set_won,
    ways_of,
)
from cogs.pazaak.state import DeckView, PazaakView

_MOST = 1500
"""Sets that are played out for one decision, at most: more tell hardly more."""
_CARD = 0.05
"""What a side card is worth in each set that may follow, as a part of a set."""
_SCALE = 1.0
"""By how much of a set somebody may be wrong about one way, as a part of their error about a whole hand."""
_MOST_WAYS = 5
"""So many ways to play a card are looked at: those that come nearest to twenty."""
_WORTH: dict[Family, float] = {
    "plus": 0.35,
    "minus": 0.4,
    "either": 0.8,
    "either_1_2": 0.9,
    "flip": 0.2,
    "double": 0.25,
    "tiebreaker": 0.85,
}
"""What a side card is good for, 0 to 1."""


def decide(view: PazaakView, moves: Sequence[Move], temper: Temper, rng: Chance, budget: int) -> PazaakAction:
    """What a seat does of what it is offered, while the match waits for it. `budget`: sets that may be played out."""
    traits = temper.traits
    if find(moves, "deck"):
        return _deck(view, traits, rng)
    now = outlook(view)
    if now is None:
        raise AssertionError("who is asked plays in a set")
    options = _options(view, now, moves)
    times = max(int(min(budget, _MOST) * traits.effort) // len(options), 1)
    lying = list(lucks(now, rng, times))
    worth = [(option.action, _worth(option, now, lying) - option.price) for option in options]
    return preferred(worth, traits, rng, scale=_SCALE)


class _Option(NamedTuple):
    """A way to go on, the own side after it, and what it takes from later sets."""

    action: PazaakAction
    side: Side
    price: float = 0.0


def _options(view: PazaakView, now: Outlook, moves: Sequence[Move]) -> list[_Option]:
    options: list[_Option] = []
    if find(moves, "stand"):
        options.append(_Option(Stand(), now.mine._replace(stands=True)))
    options.append(_Option(EndTurn(), now.mine))
    play = find(moves, "play")
    return options + (_plays(view, now, play) if play and view.own else [])


def _plays(view: PazaakView, now: Outlook, play: Move) -> list[_Option]:
    """The ways to play a card that come nearest to twenty from below, then those that go over it."""
    if view.own is None:
        return []
    table, price, options = view.seat(view.own.seat).table, _price(view), list[_Option]()
    for choice in (choice for field in play.fields if isinstance(field, Pick) for choice in field.choices):
        way = playing_of(choice.value, view.own.hand)
        side = after_playing(now.mine, laid(table, way), ways_of(way.code), now.rules)
        options.append(_Option(PlayCard(card=choice.value), side, price))
    return sorted(options, key=lambda option: (option.side.total > TARGET, -option.side.total))[:_MOST_WAYS]


def _price(view: PazaakView) -> float:
    """What a card is worth that isn't played in this set: nothing where none follows, or cards are drawn anew."""
    if view.rules.hand == "set":
        return 0.0
    return _CARD * sum(view.goal - 1 - seat.sets for seat in view.seats) / len(view.seats)


def _worth(option: _Option, now: Outlook, lying: Sequence[Luck]) -> float:
    """The part of a set that an option wins: played on where it ends the turn, else by the better of both ends."""
    after = now._replace(mine=option.side, has_played=True)
    if isinstance(option.action, PlayCard):
        verdict = landed(option.side, now.rules, may_save=False)
        if verdict is not None:
            return verdict
        standing = after._replace(mine=option.side._replace(stands=True))
        if option.side.total == TARGET and now.rules.twenty == "stands":
            return _mean(standing, lying)
        return max(_mean(standing, lying), _mean(after, lying))
    return _mean(after, lying)


def _mean(now: Outlook, lying: Sequence[Luck]) -> float:
    """What a set is worth once the turn is ended like this."""
    if now.mine.total > TARGET:
        return LOSS
    if now.mine.stands and now.theirs.stands:
        return compared(now.mine, now.theirs)
    return sum(set_won(now, luck, decided=True) for luck in lying) / len(lying)


def _deck(view: PazaakView, traits: Traits, rng: Chance) -> ChooseDeck:
    """The deck that somebody has put to use for the NPC; where nobody has, the best of those it knows."""
    decks = view.own.decks if view.own else ()
    using = next((at for at, deck in enumerate(decks, start=1) if deck.in_use and deck.name != STANDARD.name), None)
    if using is not None or not decks:
        return ChooseDeck(deck=str(using or 1))
    worth = [(ChooseDeck(deck=str(at)), _worth_of(deck)) for at, deck in enumerate(decks, start=1)]
    return preferred(worth, traits, rng)


def _worth_of(deck: DeckView) -> float:
    return sum(_WORTH[KINDS[code].family] for code in deck.cards) / len(deck.cards)
