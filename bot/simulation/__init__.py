"""Simulated hands: what they count, the exact odds, and tournaments of styles."""

from bot.simulation.exact import OddsReport, odds_of
from bot.simulation.plan import Report, SimulationPlan, SimulationWords, notes, plan_simulation
from bot.simulation.rivals import Rivalry, Standings, plan_tournament, play_tournament, simulate_hands

__all__ = [
    "OddsReport",
    "Report",
    "Rivalry",
    "SimulationPlan",
    "SimulationWords",
    "Standings",
    "notes",
    "odds_of",
    "plan_simulation",
    "plan_tournament",
    "play_tournament",
    "simulate_hands",
]
