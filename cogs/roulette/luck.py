"""The luck of each roulette player: all their bets against every pocket that the ball can find."""

from collections.abc import Iterable, Iterator

from bot.engine.game import Deal
from bot.engine.luck import Seen, Stroke, bet
from cogs.roulette.state import RouletteCarry, RouletteRules, RouletteView, Spun, losses


def strokes(seen: Iterable[Seen], deal: Deal[RouletteRules, RouletteCarry]) -> Iterator[Stroke]:
    """Yield the result of each seat with bets: the bank's possible loss to it, pocket by pocket."""
    for step in seen:
        for event in step.events:
            if isinstance(event, Spun):
                yield from _spin(event, step.view, deal.rules)


def _spin(event: Spun, view: RouletteView, rules: RouletteRules) -> Iterator[Stroke]:
    bets = {seat.seat: seat.bets for seat in view.seats}
    for one in event.result.seats:
        yield bet(one.seat, one.net, ((gain, 1) for gain in losses(rules.layout, rules.zero, bets[one.seat])))
