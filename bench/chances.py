"""How long the chance to win takes on one core, as a private page asks for it: six captains, before the Lock-On."""

import time
from statistics import median
from typing import Any

from bot.engine.game import Player
from bot.engine.rng import SeededRng
from bot.ui.pages.win_chance import BUDGET
from cogs.klingon.chances import estimate
from cogs.klingon.rules import GAME
from cogs.klingon.state import KlingonRules

SEATS = 6
RUNS = 5


def measure(runs: int = RUNS) -> dict[str, Any]:
    """Medians of so many hands: seconds of processor time, deals, and the margin of the share of the pot in percent."""
    rules, seconds, deals, margins = KlingonRules(), list[float](), list[int](), list[float]()
    players = tuple(Player(seat=seat, stack=rules.chips) for seat in range(1, SEATS + 1))
    for run in range(runs):
        state = GAME.start(GAME.Deal(rules=rules, players=players), SeededRng(run)).state
        view, rng = GAME.view(state, 1), SeededRng(f"chances {run}")
        began = time.process_time()
        found = estimate(view, rules, rng, BUDGET)
        seconds.append(time.process_time() - began)
        deals.append(found.deals)
        margins.append(100 * found.share.margin)
    return {
        "captains": SEATS,
        "seconds": round(median(seconds), 3),
        "deals": median(deals),
        "margin_percent": round(median(margins), 2),
    }
