"""The exact odds of each roulette bet: the ball falls into every pocket once. And the luck of each player."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from bot.engine.banked.odds import BetOdds
from bot.engine.game import Deal, Event
from bot.engine.luck import Stroke
from bot.engine.luck import bets as bet_strokes
from cogs.roulette.layout import EVEN_CHANCES, PAYS, Kind, Spot
from cogs.roulette.state import RouletteCarry, RouletteRules, Spun, losses_of, payback

NOTE = "Every pocket of the wheel is equally likely. All spots of a kind, such as all splits, have the same odds."
_HALF = (
    "“Comes back” includes half of an even chance on zero. The chance to win doesn't. An odd coin goes to the house."
)
_ODD = " The figures are for the smallest bet, an odd number of coins. A little more of an even number comes back."
LABELS: Mapping[Kind, str] = {
    "straight": "One number",
    "split": "Two numbers that touch (split)",
    "street": "Three numbers (street, trio)",
    "corner": "Four numbers (corner)",
    "six_line": "Six numbers (six line)",
    "first_four": "0, 1, 2 and 3 (first four)",
    "top_line": "0, 00, 1, 2 and 3 (top line)",
    "red": "Red",
    "black": "Black",
    "even": "Even",
    "odd": "Odd",
    "low": "Low, 1 to 18",
    "high": "High, 19 to 36",
    "dozen": "A dozen",
    "column": "A column",
}


def note(rules: RouletteRules) -> str:
    """Explain the figures, and their stake if that makes a difference."""
    if rules.zero != "half":
        return NOTE
    return f"{NOTE} {_HALF}{_ODD if rules.min_bet % 2 else ''}"


def exact(rules: RouletteRules) -> Mapping[str, Fraction]:
    """Return the probability that a bet of each kind wins, as `hit_<kind>`."""
    return {f"hit_{kind}": _hits(rules, spot) for kind, spot in _examples(rules).items()}


def bets(rules: RouletteRules) -> tuple[BetOdds, ...]:
    """List every kind of bet that can be made at this wheel, inside bets first."""
    return tuple(
        BetOdds(
            key=kind,
            label=LABELS[kind],
            pays=_pays(rules, kind),
            chance=_hits(rules, spot),
            back=return_of(rules, spot, rules.min_bet),
        )
        for kind, spot in _examples(rules).items()
    )


def _examples(rules: RouletteRules) -> dict[Kind, Spot]:
    """Return a spot of each kind."""
    return {kind: next(s for s in rules.layout.by_name.values() if s.kind == kind) for kind in rules.layout.kinds}


def _hits(rules: RouletteRules, spot: Spot) -> Fraction:
    pockets, stake = rules.layout.pockets, rules.min_bet
    return Fraction(sum(payback(rules.zero, spot, stake, pocket) > stake for pocket in pockets), len(pockets))


def return_of(rules: RouletteRules, spot: Spot, stake: int) -> Fraction:
    """Return the average payback of each coin of that stake."""
    pockets = rules.layout.pockets
    return Fraction(sum(payback(rules.zero, spot, stake, pocket) for pocket in pockets), stake * len(pockets))


def _pays(rules: RouletteRules, kind: Kind) -> str:
    half = ", half back on zero" if rules.zero == "half" and kind in EVEN_CHANCES else ""
    return f"{PAYS[kind].told()}{half}"


def strokes(events: Iterable[Event], deal: Deal[RouletteRules, RouletteCarry]) -> Iterator[Stroke]:
    """Yield every bet of every seat: all that a seat has on a spot is one, against every pocket."""
    table = deal.rules.layout
    for event in events:
        if isinstance(event, Spun):
            for one in event.result.seats:
                pockets = list(zip(*(losses_of(table, deal.rules.zero, bet) for bet in one.bets), strict=True))
                gains = pockets[table.pockets.index(event.result.pocket)]
                yield from bet_strokes(one.seat, gains, ((could, 1) for could in pockets))
