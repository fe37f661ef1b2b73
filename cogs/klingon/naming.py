"""Klingon Hold-'Em's cards in words: ships, their mounts and fighters, and the parts of an attack.

Names come from the deck that is played with, perhaps a campaign's own, so all of them are foreign text. They are never
put into the plural: "2 Photon" and "Phaser 5 twice" are right whatever a GM calls them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.engine.words import Voice, escape, listed, often
from cogs.klingon.card_file import STANDARD, card_name, card_of, ship_of
from cogs.klingon.cards import Attack, Deck, Ship, Shot
from cogs.klingon.state import Street

STREETS: dict[Street, str] = {
    "ships": "Ships",
    "lock_on": "Lock-On",
    "het": "HET",
    "overrun": "Overrun",
    "showdown": "Showdown",
}
_MOST_MOUNTED = 400
"""Characters of the mounts of a ship."""
_MOST_LISTED = 900
"""Characters of a list of cards; a longer one says how many more there are."""
_MOST_NAMED = 8
"""Weapons that are named one by one."""
_PLASMA = "plasma"
_PLASMAS = f"{_PLASMA}_"
_SHIP = "ship"
"""The key of the ship's image, which no action card uses, even where a campaign has a weapon with that key."""


def _image_name(name: str) -> str:
    """Return a name as the name of an image: "klingon_d7_cruiser"."""
    return re.sub("[^a-z0-9]+", "_", name.lower())


_SHIP_IMAGES = frozenset(_image_name(ship.name) for ship in STANDARD.ships)


def ship_image(ship: Ship) -> str:
    """Return the name of a ship's image; that of ships in general for a name that only a campaign's own cards have."""
    name = _image_name(ship.name)
    return name if name in _SHIP_IMAGES else "klingon_ship"


def deck_or_standard(deck: Deck | None) -> Deck:
    """Return the deck that names are taken from: None is the one of the game."""
    return deck or STANDARD


def ship_name(ship: str, deck: Deck) -> str:
    """Name a ship by its id."""
    return escape(ship_of(deck, ship).name)


def ship_names(ships: Iterable[str], deck: Deck) -> str:
    """Name ships: "Klingon D7 cruiser and Gorn frigate"."""
    return listed(ship_name(ship, deck) for ship in ships)


def card(code: str, deck: Deck) -> str:
    """Name an action card by its code: "Photon 12" or "Overload"."""
    return escape(card_name(deck, code))


def cards(codes: Iterable[str], deck: Deck) -> str:
    """Name action cards in the order given: "Photon 12, Phaser 5 twice and Overload"."""
    return listed(_times(card(code, deck), count) for code, count in Counter(codes).items())


def pictured(code: str, deck: Deck, voice: Voice | None) -> str:
    """Name an action card, with the image of its kind in front where there is one."""
    if voice is None:
        return card(code, deck)
    kind = card_of(deck, code).kind
    picture = _PLASMA if kind.startswith(_PLASMAS) else kind
    shown = voice.symbol(f"klingon_{picture}", "") if picture != _SHIP else ""
    return f"{shown} {card(code, deck)}" if shown else card(code, deck)


def laid_out(codes: Iterable[str], deck: Deck, voice: Voice) -> str:
    """Show action cards side by side, as they lie on the table."""
    return " · ".join(pictured(code, deck, voice) for code in codes)


def fired_by(attack: Attack) -> Counter[str]:
    """Count the action cards that an attack uses, doublers too."""
    return Counter(code for shot in attack.shots for code in (shot.card, shot.doubler) if code)


def marked(codes: Iterable[str], fired: Mapping[str, int], by: str, deck: Deck, voice: Voice) -> str:
    """Show action cards side by side in two lines: those that are `fired`, and `by` whom, and the others."""
    left = Counter(fired)
    used: list[str] = []
    unused: list[str] = []
    for code in codes:
        (used if left[code] > 0 else unused).append(code)
        left[code] -= 1
    parts = ((f"✓ Fired{by}", used), ("✗ Not fired", unused))
    return "\n".join(f"{mark}: {laid_out(those, deck, voice)}" for mark, those in parts if those)


def ship_shown(ship: str, deck: Deck, voice: Voice) -> str:
    """Name a ship, with its image in front where there is one."""
    image = ship_image(ship_of(deck, ship))
    return f"{voice.symbol(image, '') if image != 'klingon_ship' else ''} {ship_name(ship, deck)}".strip()


def mounted(mounts: Iterable[tuple[str, int]], deck: Deck) -> str:
    """Count (mount, how many) in words: "2 Phaser, 2 Photon, 1 Drone"; of very many kinds only the first."""
    return join_within([f"{count} {escape(deck.mount(mount).name)}" for mount, count in mounts if count], _MOST_MOUNTED)


def join_within(parts: Sequence[str], room: int, between: str = ", ") -> str:
    """Join as many parts as have room (characters), at least one, and count the rest."""
    shown = [part for at, part in enumerate(parts) if at == 0 or sum(map(len, parts[: at + 1])) <= room]
    more = [f"and {len(parts) - len(shown)} more"] if len(shown) < len(parts) else []
    return between.join([*shown, *more])


def named(keys: Sequence[str], deck: Deck) -> str:
    """Name weapons by their keys: "Photon or Disruptor"."""
    names = [escape(deck.names[key]) for key in keys]
    few = names if len(names) <= _MOST_NAMED else [*names[: _MOST_NAMED - 1], f"{len(names) - _MOST_NAMED + 1} others"]
    return listed(few, "or")


def describe_fleets(ships: Iterable[Ship]) -> str:
    """Count ships by empire: "6 Federation, 5 Gorn"."""
    empires = Counter(ship.empire for ship in ships)
    return join_within([f"{count} {escape(empire)}" for empire, count in empires.items()], _MOST_LISTED)


def describe_kinds(deck: Deck) -> str:
    """Count action cards by kind, with their points: "18 Phaser (3 to 7), 4 Overload"."""
    kinds = dict.fromkeys(card.kind for card in deck.actions)
    return join_within([_describe_kind(kind, deck) for kind in kinds], _MOST_LISTED)


def _describe_kind(kind: str, deck: Deck) -> str:
    alike = [card for card in deck.actions if card.kind == kind]
    points = sorted({card.value for card in alike if card.value is not None})
    span = f" ({' to '.join(map(str, dict.fromkeys((points[0], points[-1]))))})" if points else ""
    return f"{sum(card.copies for card in alike)} {escape(deck.names[kind])}{span}"


def describe_choices(deck: Deck) -> str:
    """Describe the mounts that fire one of several weapons; "" without any."""
    fires = [f"{escape(kind.name)} fires {named(kind.weapons, deck)}" for kind in deck.mounts if len(kind.weapons) > 1]
    return join_within(fires, _MOST_LISTED, "; ") if fires else ""


def describe_doublers(deck: Deck) -> str:
    """Describe in sentences which weapons each doubler doubles; "" without doublers."""
    doubles = [f"{escape(kind.name)} doubles {named(kind.weapons, deck)}." for kind in deck.doublers]
    return join_within(doubles, _MOST_LISTED, " ") if doubles else ""


def carried(ship: Ship, deck: Deck) -> str:
    """Describe all that a ship carries: "2 Phaser, 1 Photon, 2 fighters for 12"."""
    fighters = f"{_fighters(ship.fighters)} for {ship.fighters * deck.fighter_points}" if ship.fighters else ""
    return ", ".join(filter(None, (mounted(ship.mounts, deck), fighters))) or "no weapons"


def unarmed(ships: Iterable[Ship], attack: Attack) -> tuple[tuple[str, int], ...]:
    """Return (mount, how many) of the mounts that an attack leaves without a card, in the order of the ships."""
    left: Counter[str] = Counter()
    for ship in ships:
        left.update(dict(ship.mounts))
    left.subtract(Counter(shot.mount for shot in attack.shots))
    return tuple((mount, count) for mount, count in left.items() if count > 0)


def explained(attack: Attack, ships: Sequence[str], deck: Deck) -> str:
    """Describe who fires and doubles which card: "Klingon D7 cruiser fires Disruptor 8 and Phaser 5".

    A ship that does nothing isn't named; "" where none does anything.
    """
    told = ((ship, fires(ship, attack, deck)) for ship in ships)
    return "; ".join(f"{ship_name(ship, deck)} {does}" for ship, does in told if does)


def fires(ship: str, attack: Attack, deck: Deck, voice: Voice | None = None) -> str:
    """Describe the shots of one ship and its fighters, with images if a voice has some; "" if it does nothing."""
    shots, fighters = [shot for shot in attack.shots if shot.ship == ship], dict(attack.fighters).get(ship)
    fires = f"fires {_describe_shots(shots, deck, voice)}" if shots else ""
    launches = f"launches fighters for {fighters}" if fighters else ""
    return f"{', and ' if len(shots) > 1 else ' and '}".join(filter(None, (fires, launches)))


def in_short(attack: Attack, deck: Deck) -> str:
    """List the parts of an attack, whichever ship they come from: "Photon 12, Overload and fighters for 12"."""
    used = fired_by(attack)
    parts = [_times(card(code, deck), count) for code, count in used.items()]
    fighters = sum(points for _, points in attack.fighters)
    return listed([*parts, *([f"fighters for {fighters}"] if fighters else [])])


def _describe_shots(shots: Iterable[Shot], deck: Deck, voice: Voice | None) -> str:
    """List the shots of a ship. A doubled card is kept apart from an undoubled one of the same value."""
    alike = Counter((shot.card, shot.doubler) for shot in shots)
    return listed(
        _times(_describe_shot(fired, doubler, deck, voice), count) for (fired, doubler), count in alike.items()
    )


def _describe_shot(fired: str, doubler: str | None, deck: Deck, voice: Voice | None) -> str:
    shown = pictured(fired, deck, voice)
    return f"{shown} (doubled by {pictured(doubler, deck, voice)})" if doubler else shown


def _times(what: str, count: int) -> str:
    return what if count == 1 else f"{what} {often(count)}"


def _fighters(count: int) -> str:
    return "1 fighter" if count == 1 else f"{count} fighters"


def split_waste(attack: Attack, deck: Deck) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the unused cards of an attack: weapon cards without a mount, and doublers with nothing to double."""
    weapons = tuple(code for code in attack.wasted if card_of(deck, code).value is not None)
    return weapons, tuple(code for code in attack.wasted if card_of(deck, code).value is None)


def amounts(small: int, large: int, voice: Voice) -> str:
    """Write two amounts briefly: "5/10 chips", or with all their coins where those differ."""
    first, second = voice.currency.coins(small), voice.currency.coins(large)
    if len(first) == len(second) == 1 and first[0][0] == second[0][0]:
        return f"{first[0][1]:,}/{voice.money(large)}"
    return f"{voice.money(small)}/{voice.money(large)}"
