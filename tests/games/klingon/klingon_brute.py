"""A second source for the strongest attack, which tries everything, and decks stranger than any people would bring."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from cogs.klingon.cards import ActionCard, Attack, Deck, Kind, Ship

WEAPONS = ("ram", "beam", "dart", "net", "mine")


def strongest(deck: Deck, ships: Sequence[str], codes: Sequence[str]) -> int:
    """Return the most points of all ways to give each card to a mount or none, and each doubler to a fired card or
    none.
    """
    fleet = [ship for ship in deck.ships if ship.id in ships]
    cards = {card.code: card for card in deck.actions}
    fires = {mount.key: mount.weapons for mount in deck.mounts}
    doubles = {doubler.key: doubler.weapons for doubler in deck.doublers}
    weapons = [cards[code] for code in codes if cards[code].value is not None]
    doublers = [doubles[code] for code in codes if cards[code].value is None]
    mounts = Counter[str]()
    for ship in fleet:
        mounts.update(dict(ship.mounts))

    def fired(at: int, shots: tuple[ActionCard, ...]) -> int:
        if at == len(weapons):
            return sum(card.value or 0 for card in shots) + doubled(0, shots)
        best = fired(at + 1, shots)
        for mount, left in mounts.items():
            if left and weapons[at].kind in fires[mount]:
                mounts[mount] -= 1
                best = max(best, fired(at + 1, (*shots, weapons[at])))
                mounts[mount] += 1
        return best

    def doubled(at: int, shots: tuple[ActionCard, ...]) -> int:
        if at == len(doublers):
            return 0
        best = doubled(at + 1, shots)
        for place, card in enumerate(shots):
            if card.kind in doublers[at]:
                best = max(best, (card.value or 0) + doubled(at + 1, (*shots[:place], *shots[place + 1 :])))
        return best

    return fired(0, ()) + sum(deck.fighter_points * ship.fighters for ship in fleet)


def faults(deck: Deck, ships: Sequence[str], codes: Sequence[str], attack: Attack) -> list[str]:
    """Return the mistakes in the explanation of an attack; none, if all is as the cards allow."""
    fleet = {ship.id: ship for ship in deck.ships if ship.id in ships}
    cards = {card.code: card for card in deck.actions}
    fires = {mount.key: mount.weapons for mount in deck.mounts}
    doubles = {doubler.key: doubler.weapons for doubler in deck.doublers}
    found: list[str] = []
    used = Counter([shot.card for shot in attack.shots] + [shot.doubler for shot in attack.shots if shot.doubler])
    if used + Counter(attack.wasted) != Counter(codes):
        found.append("each card is used once or wasted")
    for (ship, mount), count in Counter((shot.ship, shot.mount) for shot in attack.shots).items():
        if count > dict(fleet[ship].mounts)[mount]:
            found.append(f"{ship} has too few {mount}")
    for shot in attack.shots:
        card = cards[shot.card]
        if shot.value != card.value or card.kind not in fires[shot.mount]:
            found.append(f"{shot.mount} can't fire {shot.card}")
        if shot.doubler and card.kind not in doubles[shot.doubler]:
            found.append(f"{shot.doubler} can't double {shot.card}")
    wings = {ship: deck.fighter_points * fleet[ship].fighters for ship in ships if fleet[ship].fighters}
    if dict(attack.fighters) != {ship: points for ship, points in wings.items() if points}:
        found.append("fighters")
    if attack.total != sum(shot.points for shot in attack.shots) + sum(wings.values()):
        found.append("the sum")
    return found


def strange_deck(rng: Random) -> Deck:
    """Build mounts that fire any weapon, overlapping doublers, ships without weapons, fighters worth nothing."""
    mounts = [
        tuple(weapon for weapon in WEAPONS if rng.random() < 0.4) or (rng.choice(WEAPONS),)
        for _ in range(rng.randint(2, 6))
    ]
    mounts[0] = (*mounts[0], *(weapon for weapon in WEAPONS if not any(weapon in fires for fires in mounts)))
    keys = [f"m{at}" for at in range(len(mounts))]
    doublers = [tuple(weapon for weapon in WEAPONS if rng.random() < 0.5) or (WEAPONS[0],) for _ in range(3)]
    weapon_cards = [
        ActionCard(kind=weapon, value=value, copies=rng.randint(1, 3))
        for weapon in WEAPONS
        for value in sorted(rng.sample(range(1, 13), rng.randint(1, 4)))
    ]
    return Deck(
        title="Strange",
        fighter_points=rng.randint(0, 7),
        weapons=tuple((weapon, weapon.capitalize()) for weapon in WEAPONS),
        mounts=tuple(Kind(key=key, name=key.upper(), weapons=fires) for key, fires in zip(keys, mounts, strict=True)),
        doublers=tuple(Kind(key=f"d{at}", name=f"Twice {at}", weapons=all_) for at, all_ in enumerate(doublers)),
        actions=(*weapon_cards, *(ActionCard(kind=f"d{at}", copies=rng.randint(1, 4)) for at in range(3))),
        ships=tuple(
            Ship(
                id=f"s-{at}",
                name=f"Ship {at}",
                empire="Nobody",
                hull="XX",
                points=rng.randint(0, 9),
                mounts=tuple((key, rng.randint(1, 3)) for key in keys if rng.random() < 0.5),
                fighters=rng.choice((0, 0, 0, 1, 3)),
                is_carrier=rng.random() < 0.2,
            )
            for at in range(20)
        ),
    )
