"""What is gathered of one table at a time: who won which hand, what was paid for prizes and out of them, and which
tournaments ended. Pure.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.engine.tournament import Standing
from bot.reports.money import Cast
from bot.reports.recap import Placed
from bot.reports.tables import Room


@dataclass(slots=True)
class Won:
    """What was won in one hand, by character; below zero lost."""

    room: Room
    number: int
    nets: dict[int, int] = field(default_factory=dict[int, int])
    pot: int | None = None
    """What lay in the pot; None where that wasn't noted."""

    @property
    def amount(self) -> int:
        return sum(net for net in self.nets.values() if net > 0)


@dataclass(slots=True)
class Over:
    """A tournament that ended, and what each character got of its prize."""

    room: Room
    standing: Standing
    prizes: Counter[int]


@dataclass(slots=True)
class Here:
    """What is known of the table that is being taken in."""

    won: dict[int, Won] = field(default_factory=dict[int, Won])
    """By number of the hand."""
    prizes: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    """By number of the hand after which they were paid, what each character got."""
    standings: dict[int, Standing] = field(default_factory=dict[int, Standing])
    """By number of the tournament, how it stood after its last hand."""
    unwon: int = 0
    """What was paid for a prize, and isn't won yet."""

    def won_in(self, room: Room, number: int) -> Won:
        return self.won.setdefault(number, Won(room, number))


def latest(standing: Standing, room: Room) -> Standing:
    """The same tournament as it ended, where that was after its last hand: what the table hands on stands for that."""
    last = room.standing
    return last if last is not None and last.number == standing.number and last.is_over else standing


def places_of(
    standing: Standing, seats: Mapping[int, int], prizes: Mapping[int, int], cast: Mapping[int, Cast]
) -> tuple[Placed, ...]:
    """Best place first; who was still in when it ended early comes before them, by what they got."""
    places: list[Placed] = []
    for entrant in standing.entrants:
        character = seats.get(entrant.seat)
        if character is not None and character in cast:
            place = 1 if entrant.seat == standing.winner else entrant.place
            places.append(Placed(place=place, name=cast[character].name, prize=prizes.get(character, 0)))
    return tuple(sorted(places, key=lambda one: (one.place or 0, -one.prize, one.name.casefold())))
