"""Games that play themselves, many hands at a time, and what is counted in them."""

from bot.simulation.plan import Plan, Words, planned
from bot.simulation.play import simulated
from bot.simulation.told import Report, notes

__all__ = ["Plan", "Report", "Words", "notes", "planned", "simulated"]
