"""The strongest attack: which card goes to which mount, what is doubled and what wasted; and that none is stronger."""

from collections.abc import Sequence
from random import Random

import pytest

from cogs.klingon.card_file import STANDARD, action_codes, deck_of
from cogs.klingon.cards import Board, Deck, attack_points, best_attack
from cogs.klingon.state import KlingonRules
from tests.games.klingon.klingon_brute import faults, strange_deck, strongest


def shots(ships: str, cards: str, deck: Deck = STANDARD) -> list[str]:
    """List the shots, as in "kli-d7 disruptor-8 x2", then "total 16", then the wasted cards."""
    attack = best_attack(deck, ships.split(), cards.split())
    assert faults(deck, ships.split(), cards.split(), attack) == []
    fired = [f"{shot.ship} {shot.card}{' x2' if shot.doubler else ''}" for shot in attack.shots]
    return [*fired, f"total {attack.total}", *attack.wasted]


def test_each_mount_fires_one_fitting_card():
    five = "disruptor-5 disruptor-8 disruptor-5 disruptor-10 disruptor-6"
    assert shots("kli-d7 rom-sparrowhawk", five) == [
        "kli-d7 disruptor-10",
        "kli-d7 disruptor-8",
        "total 18",
        "disruptor-5",
        "disruptor-5",
        "disruptor-6",
    ]
    assert shots("fed-ff fed-dd", "photon-12") == ["fed-ff photon-12", "total 12"]
    assert shots("fed-dd fed-ff", "photon-12") == ["fed-dd photon-12", "total 12"]
    assert shots("kli-d7 kli-dn", "plasma_r-20 photon-12 enveloper") == [
        "total 0",
        "plasma_r-20",
        "photon-12",
        "enveloper",
    ]


def test_fighters_need_no_card():
    attack = best_attack(STANDARD, ("fed-cv", "kzi-cv"), ("overload", "plasma_r-20"))
    assert attack.fighters == (("fed-cv", 12), ("kzi-cv", 12))
    assert attack.total == 24
    assert attack.wasted == ("overload", "plasma_r-20")
    assert shots("fed-cv kli-d7", "") == ["total 12"]
    assert shots("fed-ca kli-d7", "") == ["total 0"]


def test_big_and_option_mounts_fire_what_fits():
    assert shots("rom-warbird kli-f5", "plasma_f-10") == ["rom-warbird plasma_f-10", "total 10"]
    assert shots("rom-ff kli-f5", "plasma_r-20") == ["total 0", "plasma_r-20"]
    assert shots("rom-ca kli-f5", "plasma_f-10 plasma_r-20") == ["rom-ca plasma_r-20", "rom-ca plasma_f-10", "total 30"]
    assert shots("ori-lr fed-ff", "photon-12 plasma_f-10") == [
        "ori-lr plasma_f-10",
        "fed-ff photon-12",
        "total 22",
    ]
    assert shots("ori-br ori-lr", "plasma_s-15 plasma_r-20") == ["total 0", "plasma_s-15", "plasma_r-20"]


def test_doubler_doubles_one_fired_card_of_its_kind():
    assert shots("fed-ca kli-d7", "disruptor-5 overload photon-12 phaser-7") == [
        "fed-ca photon-12 x2",
        "fed-ca phaser-7",
        "kli-d7 disruptor-5",
        "total 36",
    ]
    assert shots("rom-dn gor-dn", "enveloper phaser-3") == ["rom-dn phaser-3", "total 3", "enveloper"]
    assert shots("rom-dn gor-dn", "overload scatter_pack phaser-7")[1:] == ["total 7", "overload", "scatter_pack"]
    assert shots("fed-ff kli-f5", "enveloper plasma_g-12") == ["total 0", "enveloper", "plasma_g-12"]
    assert shots("fed-ff tho-pc", "overload photon-8 overload") == ["fed-ff photon-8 x2", "total 16", "overload"]


def test_doublers_choose_the_strongest_attack():
    cards = "overload disruptor-5 overload disruptor-8 disruptor-6"
    assert shots("kli-cw tho-pc", cards) == [
        "kli-cw disruptor-8 x2",
        "kli-cw disruptor-6 x2",
        "total 28",
        "disruptor-5",
    ]
    assert shots("ori-lr tho-pc", "plasma_g-12 disruptor-10 overload") == [
        "ori-lr disruptor-10 x2",
        "total 20",
        "plasma_g-12",
    ]
    house = deck_of(KlingonRules(enveloper_f=True))
    assert shots("gor-ff tho-pc", "enveloper plasma_f-10") == ["gor-ff plasma_f-10", "total 10", "enveloper"]
    assert shots("gor-ff tho-pc", "enveloper plasma_f-10", house) == ["gor-ff plasma_f-10 x2", "total 20"]


def test_each_card_is_accounted_for_and_unknown_ones_refused():
    assert shots("kzi-ff tho-pc", "disruptor-5 disruptor-5 overload overload") == [
        "kzi-ff disruptor-5 x2",
        "total 10",
        "disruptor-5",
        "overload",
    ]
    with pytest.raises(KeyError):
        attack_points(STANDARD, ("kli-d7", "fed-ff"), ("photon-13",))
    with pytest.raises(KeyError):
        attack_points(STANDARD, ("kli-d7", "nobody"), ("photon-12",))


def agree(deck: Deck, ships: Sequence[str], cards: Sequence[str]) -> int:
    """Compare both sources and the sum of the explanation, and return the points."""
    most = strongest(deck, ships, cards)
    assert attack_points(deck, ships, cards) == most, (deck, ships, cards)
    attack = best_attack(deck, ships, cards)
    assert attack.total == most, (deck, ships, cards)
    assert faults(deck, ships, cards, attack) == [], (deck, ships, cards)
    return most


def test_no_attack_is_stronger_than_the_one_found():
    """Over two thousand random hands of the deck of the game, from the empty table to the Overrun."""
    rng, bag = Random(3), action_codes(STANDARD)
    fleet = [ship.id for ship in STANDARD.ships]
    totals = [
        agree(STANDARD, rng.sample(fleet, 2), rng.sample(bag, rng.choice((0, 3, 4, 5, 5, 5)))) for _ in range(2000)
    ]
    assert len(set(totals)) > 50


def test_no_attack_is_stronger_with_strange_decks_either():
    """One to three ships, up to seven cards, of which several are doublers."""
    rng = Random(4)
    for _ in range(60):
        deck = strange_deck(rng)
        bag, doublers = action_codes(deck), [doubler.key for doubler in deck.doublers]
        for _ in range(15):
            cards = [*rng.sample(bag, rng.randint(0, 5)), *rng.choices(doublers, k=rng.randint(0, 2))]
            agree(deck, rng.sample([ship.id for ship in deck.ships], rng.randint(1, 3)), cards)


def test_strength_depends_neither_on_order_nor_on_the_board():
    rng, cards = Random(5), ("photon-12", "overload", "drone-8", "phaser-7", "plasma_g-12")
    board = Board(STANDARD, cards)
    pairs = [rng.sample([ship.id for ship in STANDARD.ships], 2) for _ in range(50)]
    assert [board.strength(*pair) for pair in pairs] == [attack_points(STANDARD, pair, cards) for pair in pairs]
    rng, cards = Random(6), ["photon-12", "overload", "disruptor-10", "plasma_f-10", "enveloper"]
    for _ in range(20):
        rng.shuffle(cards)
        pair = rng.sample(["ori-br", "tho-ca"], 2)
        assert attack_points(STANDARD, pair, cards) == 44
