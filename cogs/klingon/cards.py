"""The cards and the strongest attack: ships with weapon mounts, weapon cards that arm them, and doublers (seed 003).

All cards are data, so that a GM can bring their own: which mount fires which weapon, and what a doubler doubles.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from propcache.api import cached_property

from bot.engine.frozen import Frozen, made

_MOST_CARDS = 8
"""Weapon cards on one table; the game turns up five action cards."""
Family = int
"""Sets of cards: bit `s` is set if the set `s`, itself a number with a bit for each card, belongs to it."""

_WITHOUT = tuple(
    sum(1 << cards for cards in range(1 << _MOST_CARDS) if not cards >> at & 1) for at in range(_MOST_CARDS)
)
_GROWTH = tuple(
    tuple((1 << at, _WITHOUT[at]) for at in range(_MOST_CARDS) if mask >> at & 1) for mask in range(1 << _MOST_CARDS)
)
"""For each set of cards, and each card in it: by how much a set grows with it, and the family of all
sets without it.
"""

_Gun = tuple[int, str, str, tuple[int, ...]]
"""A weapon card: its attack points, its code, its weapon, and the mounts (by number) that may fire it."""


def matchable(places: Iterable[tuple[int, int]]) -> Family:
    """Return all sets of cards that can be given to places, one card each. A place is (cards that fit, how many)."""
    family = 1
    for mask, count in places:
        growth = _GROWTH[mask]
        if count >= len(growth):
            for step, without in growth:
                family |= (family & without) << step
            continue
        for _ in range(count):
            before = family
            for step, without in growth:
                family |= (before & without) << step
    return family


def _placed(cards: int, places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Place each card of a matchable set, as (card, place), by falling value.

    Each card takes the first place that fits and leaves one for all that follow. A place is (cards that fit, how many).
    """
    found: list[tuple[int, int]] = []
    masks, left = [mask for mask, _ in places], [count for _, count in places]
    while cards:
        bit = cards & -cards
        cards ^= bit
        for place, mask in enumerate(masks):
            if mask & bit and left[place]:
                left[place] -= 1
                has_room = (mask & cards).bit_count() <= left[place]
                if has_room or matchable(zip(masks, left, strict=True)) >> cards & 1:
                    found.append((bit.bit_length() - 1, place))
                    break
                left[place] += 1
    return found


def _heaviest(values: Sequence[int], family: Family, begun: int = 0) -> tuple[int, int]:
    """Return the points of the best set of the family that holds all cards of `begun`, and the set.

    `values` fall, and the family is one of matchable sets.
    """
    total, bit = 0, 1
    for value in values:
        if begun & bit:
            total += value
        elif family >> (begun | bit) & 1:
            begun |= bit
            total += value
        bit <<= 1
    return total, begun


class Arms:
    """A deck in figures, worked out once: which mounts fire a card, what a doubler doubles, and each ship's mounts."""

    __slots__ = ("doublers", "guns", "mount_count", "ships")

    def __init__(
        self,
        mounts: Mapping[str, Sequence[str]],
        doublers: Mapping[str, Sequence[str]],
        weapon_cards: Iterable[tuple[str, str, int]],
        ships: Iterable[tuple[str, Sequence[tuple[str, int]], int]],
    ) -> None:
        """Take `weapon_cards` as (code, weapon, attack points), `ships` as (id, (mount, how many), points of its
        fighters).
        """
        numbers = {mount: number for number, mount in enumerate(mounts)}
        self.mount_count = len(numbers)
        self.doublers = {key: frozenset(weapons) for key, weapons in doublers.items()}
        self.guns: dict[str, _Gun] = {
            code: (value, code, weapon, tuple(numbers[mount] for mount, fires in mounts.items() if weapon in fires))
            for code, weapon, value in weapon_cards
        }
        self.ships = {
            ship: (
                tuple((numbers[mount], count) for mount, count in sorted(carried, key=lambda one: len(mounts[one[0]]))),
                fighters,
            )
            for ship, carried, fighters in ships
        }
        """By id: its mounts, the choosiest first, as (number, how many), and the points of its fighters."""


FIGHTER_POINTS = 6
LEAST_SHIPS = 20
"""Two each for the ten who fit at a table."""
LEAST_ACTIONS = 7
"""Five are turned up and two are burned."""
CARRIERS = ("in", "out")
SMALLEST: Mapping[str, int] = MappingProxyType({"all": 0, "six": 6, "twelve": 12})
"""The number of smallest ships that each choice takes out."""


class Ship(Frozen):
    """A ship card. Cloak and web do nothing in this game."""

    id: str
    name: str
    empire: str
    hull: str
    points: int
    """Its size, by which the smallest are taken out."""
    mounts: tuple[tuple[str, int], ...] = ()
    """(mount, how many of it)."""
    fighters: int = 0
    is_carrier: bool = False
    has_cloak: bool = False
    has_web: bool = False


class ActionCard(Frozen):
    """A weapon card with its attack points, or a doubler, whose value is None."""

    kind: str
    value: int | None = None
    copies: int

    @property
    def code(self) -> str:
        """Its name in a state: "photon-12", "overload"."""
        return self.kind if self.value is None else f"{self.kind}-{self.value}"


class Kind(Frozen):
    """A mount and the weapons it may fire, or a doubler and the weapons it may double; `name` is what people read."""

    key: str
    name: str
    weapons: tuple[str, ...]


class Shipyard(NamedTuple):
    """The ships that are dealt by some house rules, in the order of the deck, and their ids."""

    ships: tuple[Ship, ...]
    ids: tuple[str, ...]


class Deck(Frozen):
    """All cards of a deck.

    A key is a short ASCII word and has one name everywhere. Names are foreign text, to be escaped where they are
    shown.
    """

    title: str
    fighter_points: int = FIGHTER_POINTS
    weapons: tuple[tuple[str, str], ...]
    """(key, name) of each kind of weapon card."""
    mounts: tuple[Kind, ...]
    doublers: tuple[Kind, ...]
    actions: tuple[ActionCard, ...]
    ships: tuple[Ship, ...]

    @cached_property
    def arms(self) -> Arms:
        """The figures that attacks are worked out from."""
        return Arms(
            {mount.key: mount.weapons for mount in self.mounts},
            {doubler.key: doubler.weapons for doubler in self.doublers},
            [(card.code, card.kind, card.value) for card in self.actions if card.value is not None],
            [(ship.id, ship.mounts, self.fighter_points * ship.fighters) for ship in self.ships],
        )

    @cached_property
    def shipyards(self) -> Mapping[tuple[str, str], Shipyard]:
        """The ships that are dealt, by the options for carriers and the smallest: kept for every hand."""
        return {choice: self._shipyard(*choice) for choice in product(CARRIERS, SMALLEST)}

    def _shipyard(self, carriers: str, smallest: str) -> Shipyard:
        """Take out the carriers, then the smallest of the rest by points; of equal ones those that stand first."""
        ships = [ship for ship in self.ships if carriers == "in" or not ship.is_carrier]
        small = {ship.id for ship in sorted(ships, key=lambda ship: ship.points)[: SMALLEST[smallest]]}
        left = tuple([ship for ship in ships if ship.id not in small])
        return Shipyard(left, tuple([ship.id for ship in left]))

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """All action cards, in the order of the deck, each as often as there are copies."""
        return tuple([card.code for card in self.actions for _ in range(card.copies)])

    @cached_property
    def by_id(self) -> dict[str, Ship]:
        return {ship.id: ship for ship in self.ships}

    @cached_property
    def by_code(self) -> dict[str, ActionCard]:
        return {card.code: card for card in self.actions}

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of each key: weapons, mounts and doublers."""
        return dict(self.weapons) | {kind.key: kind.name for kind in (*self.mounts, *self.doublers)}

    def mount(self, key: str) -> Kind:
        return self._mounts[key]

    @cached_property
    def _mounts(self) -> dict[str, Kind]:
        return {mount.key: mount for mount in self.mounts}

    @property
    def with_enveloped_f(self) -> "Deck":
        """The same cards where an enveloper doubles a plasma-F, too (rules 6.16)."""
        return self._enveloped_f or self

    @cached_property
    def _enveloped_f(self) -> "Deck | None":
        """None where that is the same: a deck that kept itself could never be compared to its like."""
        if "plasma_f" not in dict(self.weapons):
            return None
        doublers = tuple(
            kind.evolve(weapons=(*kind.weapons, "plasma_f"))
            if kind.key == "enveloper" and "plasma_f" not in kind.weapons
            else kind
            for kind in self.doublers
        )
        return self.evolve(doublers=doublers)


class Shot(Frozen):
    """A weapon card that a ship fires from a mount; `doubler` is the card that doubles it."""

    card: str
    ship: str
    mount: str
    value: int
    """Attack points before doubling."""
    doubler: str | None = None

    @property
    def points(self) -> int:
        return self.value if self.doubler is None else 2 * self.value


class Attack(Frozen):
    """The strongest attack of two ships with the cards on the table.

    Ships are named by id, cards by code; two cards may have the same code, and then stand there twice.
    """

    total: int
    shots: tuple[Shot, ...] = ()
    fighters: tuple[tuple[str, int], ...] = ()
    """(ship, attack points of its fighters)."""
    wasted: tuple[str, ...] = ()
    """Cards that do nothing for these ships."""


class Board:
    """The cards on the table, looked at once, for any number of captains. At most eight weapon cards.

    Raises KeyError for a card that the deck doesn't have.
    """

    __slots__ = ("_arms", "_codes", "_deck", "_doublers", "_doublings", "_guns", "_masks", "_values")

    def __init__(self, deck: Deck, codes: Iterable[str]) -> None:
        self._deck = deck
        self._arms = arms = deck.arms
        self._codes = tuple(codes)
        guns: list[_Gun] = []
        doublers: list[str] = []
        for code in self._codes:
            if code in arms.doublers:
                doublers.append(code)
            else:
                guns.append(arms.guns[code])
        guns.sort(reverse=True)
        masks, bit = [0] * arms.mount_count, 1
        for gun in guns:
            for mount in gun[3]:
                masks[mount] |= bit
            bit <<= 1
        self._guns = guns
        self._values = [gun[0] for gun in guns]
        self._masks = masks
        """By mount: the cards that it may fire."""
        self._doublers = [(code, self._doubled_by(code)) for code in doublers]
        self._doublings = self._all_doublings()

    def strength(self, *ships: str) -> int:
        """Return the attack points of the strongest attack of ships, by id. Raises KeyError for an unknown ship."""
        return self._best(matchable(self._places(ships)))[0] + sum(self._arms.ships[ship][1] for ship in ships)

    def attack(self, *ships: str) -> Attack:
        """Explain the strongest attack. Cards go to the ship that is named first, as far as that costs nothing."""
        shots, total = self._shots(ships)
        fighters = tuple([(ship, points) for ship in ships if (points := self._arms.ships[ship][1])])
        wasted = list(self._codes)
        for shot in shots:
            wasted.remove(shot.card)
            if shot.doubler is not None:
                wasted.remove(shot.doubler)
        return made(
            Attack,
            total=total + sum([points for _, points in fighters]),
            shots=shots,
            fighters=fighters,
            wasted=tuple(wasted),
        )

    def _doubled_by(self, code: str) -> int:
        weapons = self._arms.doublers[code]
        return sum(1 << at for at, gun in enumerate(self._guns) if gun[2] in weapons)

    def _all_doublings(self) -> list[tuple[int, int]]:
        """List (points gained, cards) of all that the doublers could double at once, the most first."""
        if not self._doublers:
            return []
        family = matchable((mask, 1) for _, mask in self._doublers)
        found = [
            (sum(value for at, value in enumerate(self._values) if cards >> at & 1), cards)
            for cards in range(1, 1 << len(self._values))
            if family >> cards & 1
        ]
        found.sort(reverse=True)
        return found

    def _places(self, ships: Sequence[str]) -> list[tuple[int, int]]:
        """List (cards that it may fire, how many) of each mount that may fire any, the choosiest of a ship first."""
        masks, fleet = self._masks, self._arms.ships
        return [(masks[mount], count) for ship in ships for mount, count in fleet[ship][0] if masks[mount]]

    def _best(self, family: Family) -> tuple[int, int, int]:
        """Return the most points, the cards that are fired for them, and those of them that are doubled."""
        plain, fired = _heaviest(self._values, family)
        best, doubled = plain, 0
        for gain, cards in self._doublings:
            if plain + gain <= best:
                break
            if family >> cards & 1:
                points, held = _heaviest(self._values, family, cards)
                if points + gain > best:
                    best, fired, doubled = points + gain, held, cards
        return best, fired, doubled

    def _shots(self, ships: Sequence[str]) -> tuple[tuple[Shot, ...], int]:
        """List the shots of the strongest attack by ship, the strongest first, and return their points too."""
        places, masks = self._places(ships), self._masks
        total, fired, doubled = self._best(matchable(places))
        mounts = [(ship, mount) for ship in ships for mount, _ in self._arms.ships[ship][0] if masks[mount]]
        by_card = _placed(doubled, [(mask, 1) for _, mask in self._doublers]) if doubled else ()
        doublers = {card: self._doublers[at][0] for card, at in by_card}
        shots: list[Shot] = []
        for card, at in _placed(fired, places):
            (ship, mount), (value, code, _, _) = mounts[at], self._guns[card]
            key, doubler = self._deck.mounts[mount].key, doublers.get(card)
            shots.append(made(Shot, card=code, ship=ship, mount=key, value=value, doubler=doubler))
        shots.sort(key=lambda shot: (ships.index(shot.ship), -shot.points))
        return tuple(shots), total


def attack_points(deck: Deck, ships: Sequence[str], codes: Iterable[str]) -> int:
    """Return the attack points of the strongest attack of ships, by id. Raises KeyError for an unknown ship."""
    return Board(deck, codes).strength(*ships)


def best_attack(deck: Deck, ships: Sequence[str], codes: Iterable[str]) -> Attack:
    """Explain the strongest attack of ships (by id) with cards (by code)."""
    return Board(deck, codes).attack(*ships)
