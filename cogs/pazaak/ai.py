"""How NPCs and simulated players play Pazaak, and the counters of simulated matches.

NPCs play out each way to go on against the same luck, as often as their temper is up to it, and take the way that wins
most sets. Simple players go by the totals on the table, without side cards.

Nobody stands on a set that is lost for certain, or stops drawing while nothing can go wrong yet. A side card that lasts
for the match is worth something in the sets that follow, so it isn't spent for nothing. Nobody gives a match up.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from operator import itemgetter
from statistics import fmean
from typing import NamedTuple

from bot.engine.ai.player import Ai, Counting, SimplePlayer
from bot.engine.ai.temper import Temper, Traits, deviate, estimate_rng, happens, preferred
from bot.engine.game import Step
from bot.engine.moves import Move, Pick, find
from bot.engine.options import option
from bot.engine.rng import Rng
from cogs.pazaak.cards import KINDS, Family
from cogs.pazaak.chances import (
    EARLY,
    LOSS,
    WIN,
    Luck,
    Outlook,
    Side,
    after_playing,
    compared,
    is_content,
    landed,
    lucks,
    outlook,
    set_won,
    ways_of,
)
from cogs.pazaak.loadout import STANDARD
from cogs.pazaak.state import (
    PLACES,
    TARGET,
    ChooseDeck,
    DeckView,
    EndTurn,
    MatchOver,
    PazaakAction,
    PazaakRules,
    PazaakState,
    PazaakView,
    PlayCard,
    SetOver,
    Stand,
    Stood,
    laid,
    playing_of,
)

_MOST = 1500
"""Sets that are played out for one decision, at most: more tell hardly more."""
_SETS = 2
"""So many sets a match has at least: a hand of the budget is as much work."""
_CARD = 0.05
"""What a side card is worth in each set that may follow, as a part of a set."""
_SCALE = 2.5
"""By how much of a set somebody may be wrong about one way that is as likely won as lost, as a part of their error
about a whole hand. The surer a way is, the less they are wrong about it.
"""
_BEYOND = 2.0
"""By how many of its standard errors a card has to be better than none that makes no total to stand on."""
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


class Simple(SimplePlayer):
    """The option of a simple player."""

    stand_at: int = option(
        17, "Stand at", "Total from which a player stands, whatever the other player has.", low=1, high=TARGET
    )


def decide(
    look: Callable[[], PazaakView], moves: Sequence[Move], player: Temper | Simple, rng: Rng, budget: int
) -> PazaakAction:
    """Choose an action of the seat, while the match waits for it. `budget`: matches to play out."""
    if isinstance(player, Simple):
        return ChooseDeck(deck="1") if find(moves, "deck") else _stand_or_draw(look(), player)
    view, traits = look(), player.traits
    if find(moves, "deck"):
        return _deck(view, traits, rng)
    now = outlook(view)
    if now is None:
        raise AssertionError("the asked seat plays in a set")
    # Who looks at nothing but their own cards doesn't think of what the other may hold.
    now = now._replace(theirs=now.theirs._replace(hidden=round(traits.reading * now.theirs.hidden)))
    options = _bearable(_options(view, now, moves), now)
    if happens(rng, traits.blunder):
        return rng.pick(options).action
    options = _sensible(options, now)
    if len(options) == 1:
        return options[0].action
    times = max(int(min(_SETS * budget, _MOST) * traits.effort) // len(options), 1)
    lying = list(lucks(now, estimate_rng(rng), times))
    outcomes = _worth_a_card([(option, _outcomes(option, now, lying)) for option in options], now)
    worth = [(option.action, _believed(fmean(won), traits, rng) - option.price) for option, won in outcomes]
    return max(worth, key=itemgetter(1))[0]


def _stand_or_draw(view: PazaakView, player: Simple) -> PazaakAction:
    if view.own is None:
        raise AssertionError("the player to act has a seat")
    return Stand() if player.stand_at <= view.seat(view.own.seat).total <= TARGET else EndTurn()


def _believed(won: float, traits: Traits, rng: Rng) -> float:
    """Return the part of the sets that an NPC believes a way to win. It knows what is certain."""
    doubt = 2 * sqrt(won * (1 - won))
    return min(max(won + _SCALE * traits.error * doubt * deviate(rng), LOSS), WIN)


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
    """List the ways to play a card that come nearest to twenty from below, then those that bust."""
    if view.own is None:
        return []
    table, price, options = view.seat(view.own.seat).table, _price(view), list[_Option]()
    for choice in (choice for field in play.fields if isinstance(field, Pick) for choice in field.choices):
        way = playing_of(choice.value, view.own.hand)
        side = after_playing(now.mine, laid(table, way), ways_of(way.code), now.rules)
        options.append(_Option(PlayCard(card=choice.value), side, price))
    return sorted(options, key=lambda option: (option.side.total > TARGET, -option.side.total))[:_MOST_WAYS]


def _price(view: PazaakView) -> float:
    """Price a card that isn't played in this set: nothing where no set follows, or hands are drawn again."""
    if view.rules.hand == "set":
        return 0.0
    return _CARD * sum(view.goal - 1 - seat.sets for seat in view.seats) / len(view.seats)


def _bearable(options: Sequence[_Option], now: Outlook) -> Sequence[_Option]:
    """Return the ways that don't lose the set for certain, or all of them where each does."""
    return [option for option in options if _verdict(option, now) != LOSS] or options


def _sensible(options: Sequence[_Option], now: Outlook) -> Sequence[_Option]:
    """Of those the ways that somebody thinks about: on a low total, which no card can spoil, they only draw on."""
    won = [option for option in options if _verdict(option, now) == WIN]
    if won:
        return won[:1]
    return [option for option in options if isinstance(option.action, EndTurn) or not _is_early(option, now)] or options


def _is_early(option: _Option, now: Outlook) -> bool:
    """Whether it leaves somebody below any total to stand on, with more than one place at the table to fill."""
    side = option.side
    return now.mine.total < EARLY and not is_content(side, now.theirs) and side.laid + 1 < PLACES


def _worth_a_card(
    outcomes: Sequence[tuple[_Option, Sequence[float]]], now: Outlook
) -> Sequence[tuple[_Option, Sequence[float]]]:
    """Without the cards that make no total to stand on, and may seem better than none only by luck."""
    without = next((won for option, won in outcomes if isinstance(option.action, EndTurn)), None)
    if without is None:
        return outcomes
    return [
        (option, won)
        for option, won in outcomes
        if not isinstance(option.action, PlayCard)
        or is_content(option.side, now.theirs)
        or _is_beyond_doubt([one - other for one, other in zip(won, without, strict=True)])
    ]


def _is_beyond_doubt(gains: Sequence[float]) -> bool:
    """Whether what was gained in each of some sets isn't gained by luck."""
    gained, count = sum(gains), len(gains)
    # the variance of the sum, by what was gained in each
    spread = (count * sum(gain * gain for gain in gains) - gained**2) / max(count - 1, 1)
    return count > 1 and gained > _BEYOND * sqrt(max(spread, 0))


def _verdict(option: _Option, now: Outlook) -> float | None:
    """Return what an option comes to for certain; None where that is open."""
    side = option.side
    if isinstance(option.action, PlayCard) and (verdict := landed(side, now.rules, may_save=False)) is not None:
        return verdict
    if side.total > TARGET:
        return LOSS
    if now.theirs.stands and (side.stands or (side.total == TARGET and now.rules.twenty == "stands")):
        return compared(side, now.theirs)
    if now.theirs.stands and isinstance(option.action, PlayCard) and compared(side, now.theirs) == WIN:
        return WIN
    return None


def _outcomes(option: _Option, now: Outlook, lying: Sequence[Luck]) -> Sequence[float]:
    """Estimate the part of the sets that each option wins: played on where it ends the turn, else by the better of both
    ends.
    """
    verdict = _verdict(option, now)
    if verdict is not None:
        return [verdict] * len(lying)
    after = now._replace(mine=option.side, has_played=True)
    ending = _played_on(after, lying)
    if not isinstance(option.action, PlayCard):
        return ending
    standing = _played_on(after._replace(mine=option.side._replace(stands=True)), lying)
    if option.side.total == TARGET and now.rules.twenty == "stands":
        return standing
    return max(standing, ending, key=fmean)


def _played_on(now: Outlook, lying: Sequence[Luck]) -> Sequence[float]:
    """Estimate the worth of each set once the turn ends like this."""
    if now.mine.stands and now.theirs.stands:
        return [compared(now.mine, now.theirs)] * len(lying)
    return [set_won(now, luck, decided=True) for luck in lying]


def _deck(view: PazaakView, traits: Traits, rng: Rng) -> ChooseDeck:
    """Choose the deck that the NPC was given, or the best of those it knows."""
    decks = view.own.decks if view.own else ()
    using = next((at for at, deck in enumerate(decks, start=1) if deck.in_use and deck.name != STANDARD.name), None)
    if using is not None or not decks:
        return ChooseDeck(deck=str(using or 1))
    worth = [(ChooseDeck(deck=str(at)), _worth_of(deck)) for at, deck in enumerate(decks, start=1)]
    return preferred(worth, traits, rng)


def _worth_of(deck: DeckView) -> float:
    return sum(_WORTH[KINDS[code].family] for code in deck.cards) / len(deck.cards)


NOTE = (
    "A hand is a match. sets counts all sets, tied ones too. set_bust counts sets that ended with a total over 20, "
    "set_filled sets won by nine cards, and set_tie sets without a winner. starter_set_win counts the sets won by the "
    "player who began. total_17 to total_20, or from stand_at on, count the totals of all players who stood, "
    "automatic stands on 20 included. Simple players stand by their own total and play no side cards."
)


def names(_: PazaakRules, player: Simple) -> tuple[str, ...]:
    """All counters, in the order they are read."""
    totals = (f"total_{total}" for total in range(player.stand_at, TARGET + 1))
    return "matches", "sets", "set_bust", "set_filled", "set_tie", "starter_set_win", *totals


def count(step: Step[PazaakState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for event in step.events:
        match event:
            case Stood():
                tally[f"total_{event.total}"] += 1
            case SetOver():
                tally["sets"] += 1
                tally["set_bust"] += event.why in {"bust", "no_place"}
                tally["set_filled"] += event.why == "filled"
                tally["set_tie"] += event.winner is None
                tally["starter_set_win"] += event.winner == event.starter
            case MatchOver():
                tally["matches"] += 1
            case _:
                pass


AI = Ai(decide, Counting(Simple, PazaakRules(hand_size=0), lambda _: 2, NOTE, names, count))
