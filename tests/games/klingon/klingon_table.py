"""A table of Klingon Hold-'Em at which Roark, Lando and Han sit clockwise, with cards that fall as the test says."""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, Self, TypeVar

from bot.engine.game import Player
from bot.engine.moves import after, require_offered, starting_at
from bot.engine.options import with_options
from bot.engine.rng import Rng, ScriptedRng
from bot.engine.tournament import Standing
from cogs.klingon import words
from cogs.klingon.card_file import ships_in_play
from cogs.klingon.rules import GAME, Swap, sun_of
from cogs.klingon.state import Ending, KlingonCarry, KlingonRules, KlingonState, SeatView
from tests.games.bettors import Bettors
from tests.games.hand_table import HandTable

T = TypeVar("T")

THREE = ("Roark", "Lando", "Han")
TEN = (*THREE, "Leia", "Chewie", "Boba", "Dengar", "Bossk", "Zuckuss", "Greedo")

FEDERATION = "fed-ca fed-dn"
"""Six photons between them."""
KLINGONS = "kli-d7 kli-dn"
"""Six disruptors between them."""
THOLIANS = "tho-pc tho-cw"
"""Five phasers, and two disruptors."""
PHOTONS = "photon-12 photon-12 photon-10 photon-10 photon-8"
"""Worth 52 to `FEDERATION`, and nothing to the others."""
DISRUPTORS = "disruptor-10 disruptor-8 disruptor-6 disruptor-6 disruptor-5"
"""Worth 35 to `KLINGONS`, 18 to `THOLIANS`, and nothing to `FEDERATION`."""
NOTHING = "overload overload scatter_pack scatter_pack enveloper"
"""Worth nothing to anybody."""
UNARMED = "rom-ff rom-dd"
"""A plasma-F, a plasma-G and two phasers: nothing for photons or disruptors."""


class Cards(Rng):
    """Deals the ships and turns up the cards that a test has laid ready; else the first of the bag."""

    def __init__(self) -> None:
        super().__init__()
        self.ready: dict[bool, deque[str]] = {True: deque(), False: deque()}
        """What is dealt face down, and what is turned up."""
        self._at = 0

    def pop(self, left: list[T], *, secret: bool = True) -> T:
        ready = self.ready[secret]
        self._at = list(map(str, left)).index(ready.popleft()) if ready else 0
        return super().pop(left, secret=secret)

    def _value(self, number: int, bound: int, secret: bool) -> int:
        return self._at

    def _salt(self, number: int, sealed: int) -> str:
        return f"{number:016x}{sealed:016x}"


class Table(HandTable[KlingonState, KlingonCarry], Bettors):
    """One hand. The sun is the last seat's unless it is somebody's."""

    game, words = GAME, words

    def __init__(
        self,
        names: Iterable[str] = THREE,
        ships: Mapping[str, str] | None = None,
        table: str = "",
        *,
        stacks: Mapping[str, int] | None = None,
        sun: str | None = None,
        bank: int = 0,
        carry: KlingonCarry | None = None,
        rules: KlingonRules | None = None,
        seats: Mapping[str, int] | None = None,
        **options: Any,
    ) -> None:
        """Take two ids for each name as `ships`, up to five codes as `table`; 200 chips each unless `stacks` says
        otherwise.
        """
        self.names = tuple(names)
        self.seats = dict(seats or {name: seat for seat, name in enumerate(self.names, start=1)})
        order = tuple(self.seats[name] for name in self.names)
        if sun is not None:
            before = starting_at(order[::-1], self.seats[sun])[1 % len(order)]
            carry = (carry or KlingonCarry()).evolve(sun=before, order=order)
        self.rules = with_options(rules or KlingonRules(), options)
        players = tuple(Player(seat=self.seats[name], stack=(stacks or {}).get(name, 200)) for name in self.names)
        self.cards = Cards()
        self.deal = GAME.Deal(rules=self.rules, players=players, carry=carry, bank=bank)
        self._lay(ships or {}, table)
        self.begin(self.deal, self.cards)

    def seat(self, name: str) -> int:
        return self.seats.get(name, 99)

    def name(self, seat: int) -> str:
        return next(name for name, its in self.seats.items() if its == seat)

    def _lay(self, ships: Mapping[str, str], table: str) -> None:
        """Lay out the ships, one at a time from the left of the sun, as `rules` will find it."""
        pairs = {self.seats[name]: held.split() for name, held in ships.items() if name in self.names}
        round_the_sun = after([self.seats[name] for name in self.names], sun_of(self.deal))
        if pairs:
            taken = {ship for held in pairs.values() for ship in held}
            spare = (ship.id for ship in ships_in_play(self.rules) if ship.id not in taken)
            for at in range(2):
                self.cards.ready[True] += [pairs[seat][at] if seat in pairs else next(spare) for seat in round_the_sun]
        self.cards.ready[False] += table.split()

    @property
    def turn(self) -> str | None:
        """The captain that the hand waits for."""
        return next((self.name(seat) for seat in GAME.to_act(self.state)), None)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The captains who are still to answer in this round, in their order."""
        return tuple(map(self.name, self.state.betting.waiting))

    @property
    def ending(self) -> Ending:
        assert self.state.ending is not None, f"the hand waits for {self.turn}"
        return self.state.ending

    @property
    def carry(self) -> KlingonCarry:
        """The carryover to the next hand."""
        assert self.end.carry is not None
        return self.end.carry

    @property
    def standing(self) -> Standing:
        """The standing of the tournament after the hand."""
        assert self.carry.standing is not None
        return self.carry.standing

    @property
    def stacks(self) -> dict[str, int]:
        return {self.name(bettor.seat): bettor.stack for bettor in self.state.betting.bettors}

    @property
    def bets(self) -> dict[str, int]:
        """The bets of everyone on this street."""
        return {self.name(bettor.seat): bettor.bet for bettor in self.state.betting.bettors}

    @property
    def pots(self) -> list[tuple[int, tuple[str, ...], dict[str, int]]]:
        """(chips, who could win them, who got what) of each pot, names from the left of the sun."""
        return [
            (pot.amount, tuple(map(self.name, pot.eligible)), {self.name(seat): got for seat, got in pot.shares})
            for pot in self.ending.pots
        ]

    @property
    def attacks(self) -> dict[str, int]:
        """The attack points of everyone who showed."""
        return {self.name(seat): attack.total for seat, _, attack in self.ending.attacks}

    @property
    def places(self) -> dict[str, int]:
        """The players who are out with this hand, and their places."""
        return {self.name(placed.seat): placed.place for placed in self.ending.out}

    def ships(self, name: str) -> tuple[str, ...]:
        return tuple(ship.card for ship in self.state.captain(self.seats[name]).ships)

    def seat_view(self, name: str) -> SeatView:
        return next(seat for seat in GAME.view(self.state, None).seats if seat.seat == self.seats[name])

    def swaps(self, who: str, given: str, drawn: str) -> Self:
        """Swap unseen one of two ships for one that nobody was dealt."""
        chance, action = ScriptedRng([self.state.shipyard.index(drawn) + 1]), Swap(ship=given)
        require_offered(GAME.sleights(self.state, self.seats[who]), action, lambda: "no sleight is offered")
        return self.after(GAME.sleight(self.state, self.seats[who], action, chance))

    def forfeits(self, who: str) -> Self:
        """Forfeit the hand of somebody who is caught."""
        return self.after(GAME.forfeit(self.state, self.seats[who], self.cards))

    def all_in(self, who: str) -> "Table":
        """Bet, raise or engage with everything."""
        for key in ("bet", "raise"):
            if key in self.keys(who):
                return self.do(who, key, to=self.bounds(who, key)[1])
        return self.call(who)

    def engaged(self) -> "Table":
        """Check or engage for everyone whom this street still asks."""
        street = self.state.street
        while self.turn and self.state.street == street:
            self.do(self.turn, "check" if "check" in self.keys(self.turn) else "call")
        return self

    def shown(self) -> "Table":
        """Play without bets to the showdown."""
        while self.turn:
            self.engaged()
        return self

    def next(self, ships: Mapping[str, str] | None = None, table: str = "", **changed: Any) -> "Table":
        """Deal the next hand of the tournament, with everyone who is still in."""
        standing = changed.pop("standing", self.standing)
        return tournament(self.rules, standing, self.seats, ships, table, self.carry, **changed)


def tournament(
    rules: KlingonRules,
    standing: Standing,
    seats: Mapping[str, int],
    ships: Mapping[str, str] | None = None,
    table: str = "",
    carry: KlingonCarry | None = None,
    **how: Any,
) -> Table:
    """Deal a hand of a tournament as it stands: everyone who is in has their own points."""
    names = [name for name, seat in seats.items() if standing.has(seat)]
    points = {one.seat: one.points for one in standing.entrants}
    return Table(
        names,
        ships,
        table,
        stacks={name: points[seats[name]] for name in names},
        bank=standing.middle,
        carry=(carry or KlingonCarry()).evolve(standing=standing),
        rules=rules,
        seats=seats,
        **how,
    )


def begun(
    names: Iterable[str] = THREE,
    ships: Mapping[str, str] | None = None,
    table: str = "",
    *,
    points: Mapping[str, int] | None = None,
    **options: Any,
) -> Table:
    """Deal the first hand of a tournament; with `points`, as if some had won of others before."""
    rules = with_options(KlingonRules(), options)
    seats = {name: seat for seat, name in enumerate(names, start=1)}
    assert rules.terms is not None
    standing = Standing.begun(1, seats.values(), rules.terms)
    if points:
        standing = standing.after({seats[name]: amount for name, amount in points.items()})
    return tournament(rules, standing, seats, ships, table)
