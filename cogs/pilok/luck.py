"""The luck of each Pi'Lok player: the die of every street, dice that are rolled again, and contests."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from bot.engine.game import Deal, Event
from bot.engine.luck import Seen, Stroke, contested, die, won
from bot.engine.skills import Wild
from bot.engine.skills.rolls import Distribution
from cogs.pilok.rules import MOST_TIES
from cogs.pilok.state import Jumped, PilokCarry, PilokRules, Rerolled, Rolled


def strokes(seen: Iterable[Seen], deal: Deal[PilokRules, PilokCarry]) -> Iterator[Stroke]:
    """Yield every die that the bot rolled for a seat, and every contest, for both sides of it."""
    for step in seen:
        for event in step.events:
            yield from _of(event, deal)


def _of(event: Event, deal: Deal[PilokRules, PilokCarry]) -> Iterator[Stroke]:
    match event:
        case Rolled(dice=dice) if deal.rules.dice == "bot":
            for seat, face in dice:
                yield die(seat, face)
        case Rerolled(owner=owner, now=face) if deal.rules.dice == "bot":
            yield die(owner, face)
        case Jumped() if deal.rules.contests == "bot":
            yield from _jump(event, deal)
        case _:
            return


def _jump(event: Jumped, deal: Deal[PilokRules, PilokCarry]) -> Iterator[Stroke]:
    rules = deal.rules
    wild: Wild = deal.system.wild if rules.wild_die == "campaign" else rules.wild_die
    chances = contested(event.rolls, wild)
    if chances is None:
        return
    for_jumper, for_target = _by_the_rules(chances, rules)
    yield won(event.jumper, for_jumper, has_won=event.winner == event.jumper)
    yield won(event.target, for_target, has_won=event.winner == event.target)


def _by_the_rules(chances: Distribution, rules: PilokRules) -> tuple[Fraction, Fraction]:
    """Return the probability that each side wins, after these house rules have decided ties."""
    win, tie, loss = chances.win, chances.tie, chances.loss
    match rules.contest_tie:
        case "initiator":
            return win + tie, loss
        case "defender":
            return win, loss + tie
        case "again":
            rolls = sum((tie**times for times in range(MOST_TIES + 1)), Fraction())
            return win * rolls, loss * rolls
        case "nothing":
            return win, loss
