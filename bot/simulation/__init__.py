"""Simulated hands: what they count, tournaments of styles, and the exact odds."""

from bot.simulation.plan import SimulationPlan, SimulationWords, plan_simulation
from bot.simulation.play import BUDGET, first_deal, play_simulation
from bot.simulation.report import OddsReport, Report, notes, odds_of

__all__ = [
    "BUDGET",
    "OddsReport",
    "Report",
    "SimulationPlan",
    "SimulationWords",
    "first_deal",
    "notes",
    "odds_of",
    "plan_simulation",
    "play_simulation",
]
