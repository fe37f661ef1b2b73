"""What is counted when Klingon Hold-'Em is simulated."""

from collections import Counter

from bot.engine.betting.events import Acted
from bot.engine.game import Step
from cogs.klingon.cards import Attack, Deck
from cogs.klingon.events import Ended, Unseen
from cogs.klingon.klingon_decks import STANDARD
from cogs.klingon.options import KlingonRules
from cogs.klingon.policy import Style
from cogs.klingon.state import Ending, KlingonState

STEP, LAST = 10, 100
"""Attacks are counted by tens of their points, and from a hundred on together."""

NOTE = (
    "hands: those that ended, at a showdown or unseen; tied_showdowns: the main pot was shared; all_zero: nobody had "
    "an attack; all_ins: bets and engagements with all that was left. attack_0 to attack_101_up: the attacks of "
    "everybody who showed ships, by their points, and attack_points their sum; doublers_used and doublers_wasted: of "
    "the doublers on the table before each of them, those that doubled a card and those that didn't. Patient players, "
    "the default, never disengage, so every hand is shown."
)


def names(_rules: KlingonRules, _style: Style) -> tuple[str, ...]:
    """All counters, in the order they are read."""
    attacks = ("attack_0", *(_bucket(points) for points in range(1, LAST + STEP, STEP)))
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
    """The counter of an attack of so many points: 1 to 10, 11 to 20 and so on."""
    if points == 0:
        return "attack_0"
    if points > LAST:
        return f"attack_{LAST + 1}_up"
    low = (points - 1) // STEP * STEP + 1
    return f"attack_{low}_{low + STEP - 1}"
