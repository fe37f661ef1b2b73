"""What is counted when Golem is simulated."""

from collections import Counter

from bot.engine.betting.ranking import Category, best_hand, rank_hand
from bot.engine.game import Step
from cogs.golem.events import Anted, Dealt, Redealt, Shown
from cogs.golem.options import GolemRules
from cogs.golem.policy import Style
from cogs.golem.state import GolemState, Showdown

NOTE = (
    "class_high_card to class_straight_flush: every five cards as first dealt in a hand, so they add up to hands times "
    "seats; what is dealt after the golem wasn't beaten isn't among them. golem_beaten and golem_unbeaten: whether the "
    "best hand of a showdown beats the golem, in every deal that comes to one; golem_short: the golem had fewer than "
    "five cards, golem_absent: there was none, which counts as beaten. Patient players, the default, never fold."
)


def names(_rules: GolemRules, _style: Style) -> tuple[str, ...]:
    """All counters, in the order they are read."""
    classes = (f"class_{category.name.lower()}" for category in Category)
    return "hands", "deals", *classes, "golem_beaten", "golem_unbeaten", "golem_short", "golem_absent"


def count(step: Step[GolemState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for _, told in step.private:
        if isinstance(told, Dealt) and told.number == 1:
            tally[f"class_{rank_hand(told.cards, told.ace).category.name.lower()}"] += 1
    for event in step.events:
        match event:
            case Anted():
                tally["hands"] += 1
                tally["deals"] += 1
            case Redealt():
                tally["deals"] += 1
            case Shown():
                tally.update(_freed(event.showdown))
            case _:
                pass


def _freed(showdown: Showdown) -> tuple[str, ...]:
    """What became of the golem at a showdown."""
    if not showdown.golem:
        return "golem_beaten", "golem_absent"
    best = max(rank_hand(cards, showdown.ace) for _, cards in showdown.hands)
    golem = best_hand(showdown.golem, showdown.ace).rank
    beaten = "golem_beaten" if best > golem else "golem_unbeaten"
    return (beaten, "golem_short") if len(showdown.golem) < 5 else (beaten,)
