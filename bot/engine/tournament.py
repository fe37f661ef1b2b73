"""A tournament: everybody pays the same to enter, plays for points, and is out without any; the best share the prize.

Hands pass on nothing else of it than what stands here. Places count from 1, the winner's; None means still playing.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Self, TypeVar

from bot.engine.frozen import Frozen

Seat = int
WHOLE = 100


class Terms(Frozen):
    """The terms of a tournament by some house rules."""

    fee: int
    """The price of a place, in smallest coins; 0 plays for the honor."""
    points: int
    """The points that everybody begins with."""
    shares: tuple[int, ...]
    """Percent of the prize by place, the winner's first; they add up to 100."""
    rebuys: int = 0
    """How often each may buy back in after going out."""


class Entrant(Frozen):
    """Somebody who bought in: the points before the next hand, and the place once they are out."""

    seat: Seat
    points: int
    place: int | None = None
    rebuys: int = 0
    """How often they have bought back in."""

    @property
    def is_in(self) -> bool:
        return self.place is None


class Standing(Frozen):
    """How a tournament stands between two hands.

    Points never appear or vanish: those of a player who gives up lie in the middle for the next pot.
    """

    number: int
    """Which one at this table, from 1."""
    points: int
    """The points that everybody began with."""
    prize: int
    """All that was paid, in smallest coins."""
    entrants: tuple[Entrant, ...]
    """All who bought in, clockwise."""
    middle: int = 0
    """Points that the next pot begins with."""
    last_out: tuple[Seat, ...] = ()
    """The seats that went out in the last hand: they may still buy back in, where the house rules let them."""

    @classmethod
    def begun(cls, number: int, seats: Iterable[Seat], terms: Terms) -> Self:
        """Return the standing at the start: nobody is out, and everybody has the same."""
        entrants = tuple(Entrant(seat=seat, points=terms.points) for seat in seats)
        return cls(number=number, points=terms.points, prize=terms.fee * len(entrants), entrants=entrants)

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats still in, clockwise."""
        return tuple(entrant.seat for entrant in self.entrants if entrant.is_in)

    @property
    def out(self) -> int:
        """How many are out."""
        return len(self.entrants) - len(self.live)

    @property
    def total(self) -> int:
        """All points there are: what everybody began with, and as much again for each time that one came back."""
        return self.middle + sum(one.points for one in self.entrants)

    @property
    def is_over(self) -> bool:
        return len(self.live) <= 1

    @property
    def winner(self) -> Seat | None:
        return self.live[0] if self.is_over and self.live else None

    def entrant(self, seat: Seat) -> Entrant | None:
        return next((entrant for entrant in self.entrants if entrant.seat == seat), None)

    def has(self, seat: Seat) -> bool:
        """Tell whether the seat is still in."""
        return seat in self.live

    def after(self, stacks: Mapping[Seat, int], middle: int = 0) -> Self:
        """Return the standing after a hand, with `middle` points undivided.

        Of several players who go out at once, the one with more points before the hand is placed higher (rules 6.9);
        equal points share a place.
        """
        gone = [one for one in self.entrants if one.is_in and stacks.get(one.seat, one.points) == 0]
        left = len(self.live) - len(gone)
        places = {one.seat: left + 1 + sum(other.points > one.points for other in gone) for one in gone}
        entrants = tuple(
            one.evolve(points=stacks.get(one.seat, one.points), place=places.get(one.seat)) if one.is_in else one
            for one in self.entrants
        )
        return _give_middle_to_winner(self.evolve(entrants=entrants, middle=middle, last_out=tuple(places)))

    def without(self, seat: Seat) -> Self:
        """Return the standing after an active player gives up: out next, their points in the middle."""
        mine = self.entrant(seat)
        if mine is None or not mine.is_in:
            return self
        gone = mine.evolve(points=0, place=len(self.live))
        entrants = tuple(gone if one.seat == seat else one for one in self.entrants)
        return _give_middle_to_winner(self.evolve(entrants=entrants, middle=self.middle + mine.points))

    def may_return(self, seat: Seat, terms: Terms) -> bool:
        """Tell whether a player who went out in the last hand may buy back in before the next."""
        mine = self.entrant(seat)
        return not self.is_over and seat in self.last_out and mine is not None and mine.rebuys < terms.rebuys

    def returned(self, seat: Seat, terms: Terms) -> Self:
        """Return the standing after a player bought back in. Anyone who went out with them or before is placed one
        lower.
        """
        back = next(one for one in self.entrants if one.seat == seat)
        place = back.place or 0
        entrants = tuple(
            one.evolve(points=terms.points, place=None, rebuys=one.rebuys + 1)
            if one.seat == seat
            else one.evolve(place=one.place + 1)
            if one.place is not None and one.place <= place
            else one
            for one in self.entrants
        )
        last_out = tuple(other for other in self.last_out if other != seat)
        return self.evolve(entrants=entrants, prize=self.prize + terms.fee, last_out=last_out)

    def payouts(self, shares: Collection[int]) -> tuple[tuple[Seat, int], ...]:
        """Return the prize of each seat once it is over, in smallest coins, the winner first; nothing before.

        There are at most as many paid places as entrants, and the shares of the others go to those in proportion. Seats
        that share a place share the prizes of that place and the next ones. Odd coins go to the best place.
        """
        if not self.is_over:
            return ()
        order = sorted(self.entrants, key=lambda one: one.place or 1)
        weights = tuple(shares)[: len(order)]
        due = [self.prize * weight // sum(weights) for weight in weights]
        due += [0] * (len(order) - len(due))
        paid: list[tuple[Seat, int]] = []
        for place in sorted({one.place or 1 for one in order}):
            tied = [one.seat for one in order if (one.place or 1) == place]
            each = sum(due[len(paid) : len(paid) + len(tied)]) // len(tied)
            paid += [(seat, each) for seat in tied]
        rest = self.prize - sum(amount for _, amount in paid)
        first, amount = paid[0]
        paid[0] = (first, amount + rest)
        return tuple((seat, amount) for seat, amount in paid if amount)

    def by_points(self, amount: int) -> tuple[tuple[Seat, int], ...]:
        """Divide an amount among the seats still in, in proportion to their points; odd coins go to those with the
        most.
        """
        live = [one for one in self.entrants if one.is_in]
        total = sum(one.points for one in live)
        shares = {one.seat: amount * one.points // total for one in live}
        for one in sorted(live, key=lambda one: -one.points)[: amount - sum(shares.values())]:
            shares[one.seat] += 1
        return tuple((seat, share) for seat, share in shares.items() if share)


S = TypeVar("S", bound=Standing)


def _give_middle_to_winner(standing: S) -> S:
    """Give the winner what lies in the middle, once it is over."""
    if not standing.is_over or not standing.middle:
        return standing
    entrants = tuple(one.evolve(points=one.points + standing.middle) if one.is_in else one for one in standing.entrants)
    return standing.evolve(entrants=entrants, middle=0)
