"""The cards: ships with their weapon mounts, weapon cards that arm them, and doublers (seed 003).

All is data, so that a GM can bring cards of their own: which mount fires which weapon, and what a doubler doubles.
"""

from functools import cached_property

from bot.engine.frozen import Frozen
from cogs.klingon.firing import Arms

FIGHTER_POINTS = 6
LEAST_SHIPS = 20
"""Two each for the ten who fit at a table."""
LEAST_ACTIONS = 7
"""Five are turned up and two are burned."""


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

    @cached_property
    def with_enveloped_f(self) -> "Deck":
        """The same cards where an enveloper doubles a plasma-F, too (rules 6.16)."""
        if "plasma_f" not in dict(self.weapons):
            return self
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
