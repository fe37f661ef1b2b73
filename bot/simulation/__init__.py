"""Games that play themselves, many hands at a time, what is counted in them, the exact odds of the same, and
which style of playing wins.
"""

from bot.simulation.exact import OddsReport, odds_of
from bot.simulation.plan import Plan, Words, planned
from bot.simulation.play import simulated
from bot.simulation.rivalling import contested
from bot.simulation.rivals import Rivalry, rivalry
from bot.simulation.standings import Standings
from bot.simulation.told import Report, notes

__all__ = [
    "OddsReport",
    "Plan",
    "Report",
    "Rivalry",
    "Standings",
    "Words",
    "contested",
    "notes",
    "odds_of",
    "planned",
    "rivalry",
    "simulated",
]
