"""Games that play themselves, many hands at a time, what is counted in them, the exact odds of the same, and
which style of playing wins.
"""

from bot.simulation.exact import OddsReport, odds_of
from bot.simulation.plan import Report, SimulationPlan, SimulationWords, notes, planned
from bot.simulation.rivals import Rivalry, Standings, contested, rivalry, simulated

__all__ = [
    "OddsReport",
    "Report",
    "Rivalry",
    "SimulationPlan",
    "SimulationWords",
    "Standings",
    "contested",
    "notes",
    "odds_of",
    "planned",
    "rivalry",
    "simulated",
]
