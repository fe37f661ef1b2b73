"""How a hand of Klingon Hold-'Em ends: the strongest attack, ties, side pots, odd chips (rules 6.20, 6.21 and 0)."""

from typing import Any

from cogs.klingon.state import Ended, Unseen
from tests.games.klingon.klingon_table import (
    DISRUPTORS,
    FEDERATION,
    KLINGONS,
    NOTHING,
    PHOTONS,
    TEN,
    THOLIANS,
    THREE,
    UNARMED,
    Table,
)

FOUR = (*THREE, "Leia")
MIXED = "photon-12 photon-12 disruptor-10 disruptor-8 drone-8"
"""32 to `FEDERATION`, 26 to `KLINGONS`, 18 to `THOLIANS` and to `LIKE_THOLIANS`, nothing to `UNARMED`."""
LIKE_THOLIANS = "kli-f5 kzi-ff"
RANKED = {"Roark": FEDERATION, "Lando": KLINGONS, "Han": THOLIANS, "Leia": UNARMED}
EQUALS = {"Roark": THOLIANS, "Lando": "rom-ff rom-dd", "Han": "tho-dn gor-ff"}
"""Roark and Han have two disruptors each, and Lando has none."""
TWO_DISRUPTORS = "disruptor-10 disruptor-8 disruptor-6 disruptor-6 scatter_pack"
"""18 to whoever has two disruptors."""


def all_in(stacks: dict[str, int], **options: Any) -> Table:
    """Bet everything for everyone, Roark first and Leia with the sun."""
    hand = Table(FOUR, RANKED, MIXED, stacks=stacks, **options)
    while hand.turn:
        hand.all_in(hand.turn)
    return hand


class TestTheStrongestAttack:
    def test_strongest_attack_of_those_in_wins_and_is_explained(self):
        table = Table(THREE, RANKED, PHOTONS).shown()
        assert table.attacks == {"Roark": 52, "Lando": 0, "Han": 0}
        assert table.nets == {"Roark": 20, "Lando": -10, "Han": -10}
        table = Table(FOUR, RANKED, MIXED).fold("Roark").shown()
        assert table.attacks == {"Lando": 26, "Han": 18, "Leia": 0}
        assert table.seat_view("Lando").ships == tuple(KLINGONS.split())
        assert (table.seat_view("Roark").ships, table.seat_view("Roark").attack) == ((), None)
        assert Table(THREE, RANKED, DISRUPTORS).fold("Roark").shown().nets == {"Roark": 0, "Lando": 10, "Han": -10}
        attack = next(attack for seat, _, attack in Table(THREE, RANKED, PHOTONS).shown().ending.attacks if seat == 1)
        assert sorted(shot.card for shot in attack.shots) == sorted(PHOTONS.split())
        assert {shot.ship for shot in attack.shots} == set(FEDERATION.split())
        assert attack.wasted == ()


class TestTies:
    def test_equal_or_missing_attacks_share_the_pot(self):
        table = Table(THREE, EQUALS, TWO_DISRUPTORS).shown()
        assert table.attacks == {"Roark": 18, "Lando": 0, "Han": 18}
        assert table.nets == {"Roark": 5, "Lando": -10, "Han": 5}
        table = Table(FOUR, RANKED, NOTHING).shown()
        assert set(table.attacks.values()) == {0}
        assert table.nets == dict.fromkeys(FOUR, 0)

    def test_odd_chips_go_to_the_winners_left_of_the_sun(self):
        """Lando has put in the small cloaked bet and disengages, so that 25 lie in the middle."""
        table = Table(THREE, EQUALS, TWO_DISRUPTORS).call("Roark").fold("Lando").shown()
        assert table.pots == [(25, ("Roark", "Han"), {"Roark": 13, "Han": 12})]

    def test_sun_is_the_last_to_get_an_odd_chip(self):
        ships = {"Roark": EQUALS["Lando"], "Lando": EQUALS["Roark"], "Han": EQUALS["Han"]}
        table = Table(THREE, ships, TWO_DISRUPTORS, sun="Lando").call("Han").fold("Roark").shown()
        assert table.pots == [(25, ("Han", "Lando"), {"Han": 13, "Lando": 12})]


class TestSidePots:
    def test_side_pots_go_to_the_strongest_who_have_paid_for_them(self):
        table = all_in({"Roark": 50, "Lando": 100, "Han": 150, "Leia": 200})
        assert table.pots == [
            (200, ("Roark", "Lando", "Han", "Leia"), {"Roark": 200}),
            (150, ("Lando", "Han", "Leia"), {"Lando": 150}),
            (100, ("Han", "Leia"), {"Han": 100}),
        ]
        assert table.nets == {"Roark": 150, "Lando": 50, "Han": -50, "Leia": -150}
        table = all_in({"Roark": 200, "Lando": 150, "Han": 100, "Leia": 50})
        assert table.nets == {"Roark": 300, "Lando": -150, "Han": -100, "Leia": -50}
        ships = RANKED | {"Leia": LIKE_THOLIANS, "Lando": UNARMED}
        table = Table(FOUR, ships, MIXED, stacks={"Roark": 31})
        table.all_in("Roark").raises("Lando", 80).call("Han", "Leia").fold("Lando").shown()
        assert table.pots == [
            (124, ("Roark", "Han", "Leia"), {"Roark": 124}),
            (147, ("Han", "Leia"), {"Han": 74, "Leia": 73}),
        ]

    def test_folded_and_carried_chips_belong_to_the_pots_they_reached(self):
        table = Table(FOUR, RANKED, MIXED, stacks={"Roark": 40})
        table.all_in("Roark").raises("Lando", 100).call("Han").fold("Leia").fold("Lando").shown()
        assert table.pots == [(130, ("Roark", "Han"), {"Roark": 130}), (120, ("Han",), {"Han": 120})]
        assert table.ending.returned == ()
        table = Table(THREE, RANKED, MIXED, stacks={"Roark": 40}, bank=7)
        table.all_in("Roark").all_in("Lando").call("Han")
        assert [pot[0] for pot in table.pots] == [127, 320]

    def test_ten_all_in_for_different_amounts_play_for_nine_pots(self):
        hand = Table(TEN, stacks={name: 50 + 10 * at for at, name in enumerate(TEN)})
        while hand.turn:
            hand.all_in(hand.turn)
        assert [len(pot.eligible) for pot in hand.ending.pots] == [10, 9, 8, 7, 6, 5, 4, 3, 2]
        assert hand.stacks["Greedo"] >= 10


class TestUnseen:
    def test_last_player_takes_the_pot_unseen_without_more_cards(self):
        table = Table(THREE, RANKED, bank=3).fold("Roark", "Lando")
        assert (table.nets, table.ending.how, table.attacks) == ({"Roark": 0, "Lando": -5, "Han": 8}, "unseen", {})
        assert isinstance(table.events[-1], Unseen)
        assert not any(captain.is_shown for captain in table.state.captains)
        table = Table(THREE, RANKED).raises("Roark", 100).fold("Lando", "Han")
        assert table.pots == [(25, ("Roark",), {"Roark": 25})]
        assert dict(table.ending.returned) == {1: 90}
        table = Table(THREE, RANKED, PHOTONS).engaged().bet("Roark", 10).fold("Lando", "Han")
        assert table.state.table == tuple(PHOTONS.split()[:3])


class TestWhatIsShown:
    def test_losing_ships_can_be_mucked_and_the_end_is_told_once(self):
        table = Table(FOUR, RANKED, DISRUPTORS, losing_hands="mucked").shown()
        assert table.attacks == {"Lando": 35}
        assert [captain.seat for captain in table.state.captains if captain.is_shown] == [2]
        table = all_in({"Roark": 50, "Lando": 100, "Han": 150, "Leia": 200}, losing_hands="mucked")
        assert table.attacks == {"Roark": 32, "Lando": 26, "Han": 18}
        table = Table(THREE, RANKED, PHOTONS).shown()
        assert [event for event in table.events if isinstance(event, Ended)] == [Ended(ending=table.ending)]
