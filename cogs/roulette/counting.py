"""What is counted when roulette is simulated."""

from collections import Counter

from bot.engine.game import Step
from cogs.roulette.events import Spun
from cogs.roulette.options import RouletteRules
from cogs.roulette.payout import comes_back
from cogs.roulette.policy import Style
from cogs.roulette.state import RouletteState

NOTE = (
    "spins: how often the ball has fallen. For every kind of bet hit_<kind> is how many bets of it have won, "
    "staked_<kind> and returned_<kind> what was staked on it and what came back, stakes included, in smallest coins. "
    "By default the seats share the kinds, so that each is bet on once a spin, for the smallest bet."
)


def names(rules: RouletteRules, _style: Style) -> tuple[str, ...]:
    """All counters, in the order they are read."""
    kinds = rules.layout.kinds
    sums = (f"{what}_{kind}" for kind in kinds for what in ("staked", "returned"))
    return "spins", *(f"hit_{kind}" for kind in kinds), *sums


def count(step: Step[RouletteState], tally: Counter[str]) -> None:
    """Add what a step brought."""
    for event in step.events:
        if isinstance(event, Spun):
            tally["spins"] += 1
            _count_bets(step.state, event.result.pocket, tally)


def _count_bets(state: RouletteState, pocket: str, tally: Counter[str]) -> None:
    spots = state.rules.layout.by_name
    for gambler in state.gamblers:
        for bet in gambler.bets:
            spot = spots[bet.spot]
            tally[f"hit_{spot.kind}"] += pocket in spot.pockets
            tally[f"staked_{spot.kind}"] += bet.amount
            tally[f"returned_{spot.kind}"] += comes_back(state.rules.zero, spot, bet.amount, pocket)
