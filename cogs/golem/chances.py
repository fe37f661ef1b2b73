"""The chance to win the pot in this deal: the best hand, and a better one than the golem's.

Estimated from deals of what the seat can't see. Before the draw it is taken that the seat, too, makes a simple one. A
pot that the golem keeps isn't won.
"""

from bot.engine.rng import Chance
from bot.engine.win_chance import Chances, counted_out
from cogs.golem.options import GolemRules
from cogs.golem.outlook import Outlook, deals, ending, outlook, usual_draw
from cogs.golem.state import GolemView
from cogs.golem.words import named

_DEAL = 10
"""How much of the budget a deal takes for each opponent."""


def note(_rules: GolemRules) -> str:
    """What is taken of the draw."""
    return "Everybody is taken to make a simple draw, you too; a pot that the golem keeps isn't won."


def question(view: GolemView) -> Outlook | None:
    """None once the hand is over, and for who isn't in it any more."""
    return outlook(view)


def estimate(view: GolemView, rules: GolemRules, rng: Chance, budget: int) -> Chances:
    """The chances of a seat that is in the hand. Raises ValueError where there is no question."""
    now = outlook(view)
    if now is None:
        raise ValueError("nothing is to be won or lost from here")
    now, opponents = now._replace(rules=rules), len(now.drew)
    topped, out = [0] * (opponents + 2), usual_draw(now)
    for deal in deals(now, rng, max(budget // (_DEAL * opponents), 1)):
        end = ending(now, deal, out)
        topped[0 if end.is_kept else end.on_top] += 1
    return counted_out(named(now.cards, now.ace), opponents, topped)
