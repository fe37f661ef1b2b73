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


def test_ship_fires_one_card_a_mount_and_the_others_are_wasted():
    five = "disruptor-5 disruptor-8 disruptor-5 disruptor-10 disruptor-6"
    assert shots("kli-d7 rom-sparrowhawk", five) == [
        "kli-d7 disruptor-10",
        "kli-d7 disruptor-8",
        "total 18",
        "disruptor-5",
        "disruptor-5",
        "disruptor-6",
    ]


def test_a_card_is_fired_by_one_of_both_ships_the_first_one_if_it_can():
    assert shots("fed-ff fed-dd", "photon-12") == ["fed-ff photon-12", "total 12"]
    assert shots("fed-dd fed-ff", "photon-12") == ["fed-dd photon-12", "total 12"]


def test_cards_no_ship_can_fire_do_nothing():
    assert shots("kli-d7 kli-dn", "plasma_r-20 photon-12 enveloper") == [
        "total 0",
        "plasma_r-20",
        "photon-12",
        "enveloper",
    ]


def test_fighters_need_no_card_and_are_never_doubled():
    attack = best_attack(STANDARD, ("fed-cv", "kzi-cv"), ("overload", "plasma_r-20"))
    assert attack.fighters == (("fed-cv", 12), ("kzi-cv", 12))
    assert attack.total == 24
    assert attack.wasted == ("overload", "plasma_r-20")


def test_an_empty_table_leaves_the_fighters():
    assert shots("fed-cv kli-d7", "") == ["total 12"]
    assert shots("fed-ca kli-d7", "") == ["total 0"]


def test_a_big_launcher_fires_a_smaller_plasma_and_never_the_other_way_round():
    assert shots("rom-warbird kli-f5", "plasma_f-10") == ["rom-warbird plasma_f-10", "total 10"]
    assert shots("rom-ff kli-f5", "plasma_r-20") == ["total 0", "plasma_r-20"]


def test_a_big_launcher_is_kept_for_what_only_it_can_fire():
    assert shots("rom-ca kli-f5", "plasma_f-10 plasma_r-20") == ["rom-ca plasma_r-20", "rom-ca plasma_f-10", "total 30"]


def test_an_option_mount_gives_way_to_a_mount_that_fires_only_that():
    assert shots("ori-lr fed-ff", "photon-12 plasma_f-10") == [
        "ori-lr plasma_f-10",
        "fed-ff photon-12",
        "total 22",
    ]


def test_an_option_mount_fires_no_large_plasma():
    assert shots("ori-br ori-lr", "plasma_s-15 plasma_r-20") == ["total 0", "plasma_s-15", "plasma_r-20"]


def test_a_doubler_doubles_the_largest_card_it_can():
    assert shots("fed-ca kli-d7", "disruptor-5 overload photon-12 phaser-7") == [
        "fed-ca photon-12 x2",
        "fed-ca phaser-7",
        "kli-d7 disruptor-5",
        "total 36",
    ]


def test_a_doubler_without_a_card_of_its_kind_is_wasted():
    assert shots("rom-dn gor-dn", "enveloper phaser-3") == ["rom-dn phaser-3", "total 3", "enveloper"]
    assert shots("rom-dn gor-dn", "overload scatter_pack phaser-7")[1:] == ["total 7", "overload", "scatter_pack"]


def test_a_doubler_whose_card_this_captain_can_not_fire_is_wasted():
    assert shots("fed-ff kli-f5", "enveloper plasma_g-12") == ["total 0", "enveloper", "plasma_g-12"]


def test_no_card_is_doubled_twice():
    assert shots("fed-ff tho-pc", "overload photon-8 overload") == ["fed-ff photon-8 x2", "total 16", "overload"]


def test_two_doublers_double_two_cards():
    cards = "overload disruptor-5 overload disruptor-8 disruptor-6"
    assert shots("kli-cw tho-pc", cards) == [
        "kli-cw disruptor-8 x2",
        "kli-cw disruptor-6 x2",
        "total 28",
        "disruptor-5",
    ]


def test_a_smaller_card_is_fired_where_only_that_can_be_doubled():
    assert shots("ori-lr tho-pc", "plasma_g-12 disruptor-10 overload") == [
        "ori-lr disruptor-10 x2",
        "total 20",
        "plasma_g-12",
    ]


def test_an_enveloper_doubles_a_plasma_f_only_by_a_house_rule():
    house = deck_of(KlingonRules(enveloper_f=True))
    assert shots("gor-ff tho-pc", "enveloper plasma_f-10") == ["gor-ff plasma_f-10", "total 10", "enveloper"]
    assert shots("gor-ff tho-pc", "enveloper plasma_f-10", house) == ["gor-ff plasma_f-10 x2", "total 20"]


def test_of_equal_cards_each_is_accounted_for():
    assert shots("kzi-ff tho-pc", "disruptor-5 disruptor-5 overload overload") == [
        "kzi-ff disruptor-5 x2",
        "total 10",
        "disruptor-5",
        "overload",
    ]


def test_unknown_cards_and_ships_are_refused():
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


def test_a_board_serves_many_captains():
    rng, cards = Random(5), ("photon-12", "overload", "drone-8", "phaser-7", "plasma_g-12")
    board = Board(STANDARD, cards)
    pairs = [rng.sample([ship.id for ship in STANDARD.ships], 2) for _ in range(50)]
    assert [board.strength(*pair) for pair in pairs] == [attack_points(STANDARD, pair, cards) for pair in pairs]


def test_the_order_of_cards_and_ships_changes_nothing_in_the_strength():
    rng, cards = Random(6), ["photon-12", "overload", "disruptor-10", "plasma_f-10", "enveloper"]
    for _ in range(20):
        rng.shuffle(cards)
        pair = rng.sample(["ori-br", "tho-ca"], 2)
        assert attack_points(STANDARD, pair, cards) == 44
