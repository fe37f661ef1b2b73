"""What can be fired together, in figures: weapon cards as bits, and sets of them as bits of one number.

The cards that a fleet can fire at once are a matroid (each card to a mount of its own), so taking them by falling value
is exact. Doublers are matched to cards in the same way; what they double is tried out.
"""

from collections.abc import Iterable, Mapping, Sequence

MOST_CARDS = 8
"""Weapon cards on one table; the game turns up five action cards."""
Family = int
"""Sets of cards: bit `s` is set if the set `s`, itself a number with a bit for each card, belongs to it."""

_WITHOUT = tuple(sum(1 << cards for cards in range(1 << MOST_CARDS) if not cards >> at & 1) for at in range(MOST_CARDS))
_GROWTH = tuple(
    tuple((1 << at, _WITHOUT[at]) for at in range(MOST_CARDS) if mask >> at & 1) for mask in range(1 << MOST_CARDS)
)
"""For each set of cards, and each card in it: by how much a set grows with it, and the family of all
sets without it.
"""

Gun = tuple[int, str, str, tuple[int, ...]]
"""A weapon card: its attack points, its code, its weapon, and the mounts (by number) that may fire it."""


def matchable(places: Iterable[tuple[int, int]]) -> Family:
    """All sets of cards that can be given to places, one card each. A place is (cards that fit, how many there are)."""
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


def placed(cards: int, places: Sequence[int]) -> list[tuple[int, int]]:
    """(card, place) for each card of a matchable set, by falling value: each takes the first place that fits and leaves
    one for all that follow. A place is the cards that fit.
    """
    found: list[tuple[int, int]] = []
    free = list(range(len(places)))
    while cards:
        bit = cards & -cards
        cards ^= bit
        for place in free:
            if places[place] & bit and (not cards or _fit(cards, [places[other] for other in free if other != place])):
                found.append((bit.bit_length() - 1, place))
                free.remove(place)
                break
    return found


def _fit(cards: int, places: Sequence[int]) -> bool:
    """Whether all cards can be given to places. Mostly it does to give each place the first card that fits, which
    takes a fifth of the time.
    """
    left = cards
    for place in places:
        fits = place & left
        left ^= fits & -fits
    return not left or bool(matchable((place, 1) for place in places) >> cards & 1)


def heaviest(values: Sequence[int], family: Family, begun: int = 0) -> tuple[int, int]:
    """The points of the best set of the family that holds all cards of `begun`, and the set.

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
        """`weapon_cards` are (code, weapon, attack points); `ships` (id, (mount, how many), points of its fighters)."""
        numbers = {mount: number for number, mount in enumerate(mounts)}
        self.mount_count = len(numbers)
        self.doublers = {key: frozenset(weapons) for key, weapons in doublers.items()}
        self.guns: dict[str, Gun] = {
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
