"""The luck of each player of Baldur Hold'em: the three dice before them. The NPCs' dice stay secret."""

from collections.abc import Iterable, Iterator

from bot.engine.game import Deal
from bot.engine.luck import Seen, Stroke, die
from cogs.baldur.hands import SIDES
from cogs.baldur.state import BaldurCarry, BaldurRules, Rolled


def strokes(seen: Iterable[Seen], _deal: Deal[BaldurRules, BaldurCarry]) -> Iterator[Stroke]:
    """Yield every die that lies open before a seat."""
    for step in seen:
        for event in step.events:
            if isinstance(event, Rolled):
                yield from (die(event.seat, face, SIDES) for face in event.dice)
