"""Games that play themselves, many hands at a time, what is counted in them, and the exact odds of the same."""

from bot.simulation.exact import OddsReport, odds_of
from bot.simulation.plan import Plan, Words, planned
from bot.simulation.play import simulated
from bot.simulation.told import Report, notes

__all__ = ["OddsReport", "Plan", "Report", "Words", "notes", "odds_of", "planned", "simulated"]
