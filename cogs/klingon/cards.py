"""The cards: ships with their weapon mounts, weapon cards that arm them, and doublers (seed 003).

All is data, so that a GM can bring cards of their own: which mount fires which weapon, and what a doubler doubles.
"""

from collections.abc import Mapping
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

from bot.engine.frozen import Frozen
from cogs.klingon.firing import Arms

FIGHTER_POINTS = 6
LEAST_SHIPS = 20
"""Two each for the ten who fit at a table."""
LEAST_ACTIONS = 7
"""Five are turned up and two are burned."""
CARRIERS = ("in", "out")
SMALLEST: Mapping[str, int] = MappingProxyType({"all": 0, "six": 6, "twelve": 12})
"""How many of the smallest ships each choice takes out."""


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
        """What names it in a state: "photon-12", "overload"."""
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
    """All cards. Keys are short ASCII words, each with one name, whatever it is the key of; names are what people read,
    and foreign text: to be escaped where they are shown.
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
        """What attacks are worked out from."""
        return Arms(
            {mount.key: mount.weapons for mount in self.mounts},
            {doubler.key: doubler.weapons for doubler in self.doublers},
            [(card.code, card.kind, card.value) for card in self.actions if card.value is not None],
            [(ship.id, ship.mounts, self.fighter_points * ship.fighters) for ship in self.ships],
        )

    @cached_property
    def shipyards(self) -> Mapping[tuple[str, str], Shipyard]:
        """What is dealt by (what is done with carriers, which of the smallest are taken out): kept, as every hand
        begins with it.
        """
        return {choice: self._shipyard(*choice) for choice in product(CARRIERS, SMALLEST)}

    def _shipyard(self, carriers: str, smallest: str) -> Shipyard:
        """First the carriers are taken out, then the smallest of the rest (by points; of equals those that stand
        first).
        """
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
