"""The strongest attack of some ships with the cards on the table: exact, quick, and explained.

Each weapon card is fired from one mount that may fire it, each mount fires one card, each doubler doubles one fired
card of its kinds and no card is doubled twice; fighters need no card (seed 003, rules 6.14 to 6.20).
"""

from collections.abc import Iterable, Sequence

from bot.engine.frozen import made
from cogs.klingon.cards import Attack, Deck, Shot
from cogs.klingon.firing import Family, Gun, heaviest, matchable, placed


class Board:
    """The cards on the table, looked at once, for any number of captains. At most eight weapon cards.

    Raises KeyError for a card that the deck doesn't have.
    """

    __slots__ = ("_arms", "_codes", "_deck", "_doublers", "_doublings", "_guns", "_masks", "_values")

    def __init__(self, deck: Deck, codes: Iterable[str]) -> None:
        self._deck = deck
        self._arms = arms = deck.arms
        self._codes = tuple(codes)
        guns: list[Gun] = []
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
        """The attack points of the strongest attack. Raises KeyError for a ship that the deck doesn't have."""
        return self._best(self._fireable(ships))[0] + sum(self._arms.ships[ship][1] for ship in ships)

    def attack(self, *ships: str) -> Attack:
        """The strongest attack, explained. Cards go to the ship that is named first, as far as that costs nothing."""
        total, fired, doubled = self._best(self._fireable(ships))
        shots = self._shots(ships, fired, doubled)
        fighters = tuple((ship, self._arms.ships[ship][1]) for ship in ships if self._arms.ships[ship][1])
        used = [code for shot in shots for code in (shot.card, shot.doubler)]
        wasted: list[str] = []
        for code in self._codes:
            if code in used:
                used.remove(code)
            else:
                wasted.append(code)
        return made(
            Attack,
            total=total + sum(points for _, points in fighters),
            shots=shots,
            fighters=fighters,
            wasted=tuple(wasted),
        )

    def _doubled_by(self, code: str) -> int:
        weapons = self._arms.doublers[code]
        return sum(1 << at for at, gun in enumerate(self._guns) if gun[2] in weapons)

    def _all_doublings(self) -> list[tuple[int, int]]:
        """(points gained, cards) of all that the doublers could double at once, the most first."""
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

    def _fireable(self, ships: Sequence[str]) -> Family:
        masks, fleet = self._masks, self._arms.ships
        return matchable([(masks[mount], count) for ship in ships for mount, count in fleet[ship][0] if masks[mount]])

    def _best(self, family: Family) -> tuple[int, int, int]:
        """The most points, the cards that are fired for them, and those of them that are doubled."""
        plain, fired = heaviest(self._values, family)
        best, doubled = plain, 0
        for gain, cards in self._doublings:
            if plain + gain <= best:
                break
            if family >> cards & 1:
                points, held = heaviest(self._values, family, cards)
                if points + gain > best:
                    best, fired, doubled = points + gain, held, cards
        return best, fired, doubled

    def _shots(self, ships: Sequence[str], fired: int, doubled: int) -> tuple[Shot, ...]:
        """Who fires what from where: by ship, the strongest shot first."""
        mounts, masks = self._mounts_of(ships)
        by_card = placed(doubled, [mask for _, mask in self._doublers]) if doubled else ()
        doublers = {card: self._doublers[at][0] for card, at in by_card}
        order = {ship: at for at, ship in enumerate(ships)}
        shots = [
            made(
                Shot,
                card=self._guns[card][1],
                ship=mounts[at][0],
                mount=self._deck.mounts[mounts[at][1]].key,
                value=self._guns[card][0],
                doubler=doublers.get(card),
            )
            for card, at in placed(fired, masks)
        ]
        return tuple(sorted(shots, key=lambda shot: (order[shot.ship], -shot.points)))

    def _mounts_of(self, ships: Iterable[str]) -> tuple[list[tuple[str, int]], list[int]]:
        """(ship, mount) of each single mount that may fire any card, ship by ship, the choosiest first; and the cards
        that each may fire.
        """
        mounts: list[tuple[str, int]] = []
        masks: list[int] = []
        for ship in ships:
            for number, count in self._arms.ships[ship][0]:
                if mask := self._masks[number]:
                    single = min(count, mask.bit_count())
                    mounts += [(ship, number)] * single
                    masks += [mask] * single
        return mounts, masks


def strength(deck: Deck, ships: Sequence[str], codes: Iterable[str]) -> int:
    """The attack points of the strongest attack of ships (by id) with cards (by code)."""
    return Board(deck, codes).strength(*ships)


def best_attack(deck: Deck, ships: Sequence[str], codes: Iterable[str]) -> Attack:
    """The strongest attack of ships (by id) with cards (by code), and how it comes about."""
    return Board(deck, codes).attack(*ships)
