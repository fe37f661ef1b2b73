"""The cards: ships with their weapon mounts, weapon cards that arm them, and doublers (seed 003).

All is data, so that a GM can bring cards of their own: which mount fires which weapon, and what a doubler doubles.
"""

from bot.engine.frozen import Frozen

FIGHTER_POINTS = 6


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
    """All cards. Keys are short ASCII words; names are what people read."""

    title: str
    fighter_points: int = FIGHTER_POINTS
    weapons: tuple[tuple[str, str], ...]
    """(key, name) of each kind of weapon card."""
    mounts: tuple[Kind, ...]
    doublers: tuple[Kind, ...]
    actions: tuple[ActionCard, ...]
    ships: tuple[Ship, ...]


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
