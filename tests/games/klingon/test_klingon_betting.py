"""Klingon betting: engaging, raising, all-ins, and the showdown that follows."""

from typing import Any

from cogs.klingon.rules import GAME
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


def lock_on(**options: Any) -> Table:
    """Engage everyone for the large cloaked bet: 30 in the pot, 190 left each."""
    return Table(**options).engaged()


class TestHowMuch:
    def test_raises_add_the_last_one_up_to_the_stack(self):
        assert lock_on().bounds("Roark", "bet") == (10, 190)
        assert lock_on().refusal("Roark", "bet", to=9) == "The smallest bet is 10 cr."
        assert Table().bounds("Roark") == (20, 200)
        assert lock_on().bet("Roark", 30).raises("Lando", 80).bounds("Han") == (130, 190)
        assert lock_on().refusal("Roark", "bet", to=191) == "The largest bet is 190 cr."
        table = Table(stacks={"Roark": 8})
        assert [(move.label, move.price) for move in table.moves("Roark")] == [
            ("Engage all in", 8),
            ("Disengage", None),
        ]


class TestTwoRaisesEach:
    def test_two_raises_each_count_the_first_bet_but_not_blinds(self):
        table = Table().raises("Roark", 20).raises("Lando", 30).fold("Han").raises("Roark", 40).raises("Lando", 50)
        assert table.keys("Roark") == ["call", "fold"]
        assert (
            table.refusal("Roark", "raise", to=60)
            == "You've raised twice in this round, the most at this table: engage or disengage."
        )
        table = lock_on().bet("Roark", 10).raises("Lando", 20).fold("Han").raises("Roark", 30).raises("Lando", 40)
        assert table.keys("Roark") == ["call", "fold"]
        assert table.seat_view("Roark").raises == 2
        table = Table().call("Roark", "Lando").raises("Han", 20).raises("Roark", 30).fold("Lando").raises("Han", 40)
        assert table.seat_view("Han").raises == 2

    def test_short_all_ins_and_two_players_count_raises_too(self):
        table = lock_on(stacks={"Lando": 35}).bet("Roark", 20).all_in("Lando")
        assert table.bets["Lando"] == 25
        assert table.seat_view("Lando").raises == 1
        table = Table().raises("Roark", 20).raises("Lando", 30).fold("Han").raises("Roark", 40).call("Lando")
        assert table.seat_view("Roark").raises == 0
        assert table.keys("Roark") == ["check", "bet", "fold"]
        table = Table(THREE[:2]).raises("Roark", 20).raises("Lando", 30).raises("Roark", 40).raises("Lando", 50)
        assert table.keys("Roark") == ["call", "fold"]


class TestAllIn:
    def test_short_all_in_reopens_betting_only_by_a_full_raise(self):
        table = lock_on(stacks={"Han": 35}).bet("Roark", 20).call("Lando").all_in("Han")
        assert table.bets["Han"] == 25
        assert table.keys("Roark") == ["call", "fold"]
        assert "less than a full raise" in table.refusal("Roark", "raise", to=100)
        table = lock_on(stacks={"Lando": 35}).bet("Roark", 20).all_in("Lando")
        assert table.keys("Han") == ["call", "raise", "fold"]
        table = lock_on(names=FOUR, stacks={"Lando": 45, "Han": 55}).bet("Roark", 20)
        table.all_in("Lando").all_in("Han").call("Leia")
        assert table.bets == {"Roark": 20, "Lando": 35, "Han": 45, "Leia": 45}
        assert table.keys("Roark") == ["call", "raise", "fold"]
        table = Table(stacks={"Roark": 50}).all_in("Roark").call("Lando", "Han")
        assert table.waiting == ("Lando", "Han")
        table = Table(THREE[:2]).all_in("Roark")
        assert table.keys("Lando") == ["call", "fold"]


class TestWhoIsAway:
    def test_absence_checks_or_disengages(self):
        table = lock_on().times_out("Roark")
        assert table.turn == "Lando"
        assert "Roark" not in [name for name in THREE if table.seat_view(name).is_folded]
        assert Table().times_out("Roark").seat_view("Roark").is_folded
        table = Table(ships={"Han": KLINGONS}, table=PHOTONS).times_out("Roark").call("Lando").times_out("Han")
        assert table.state.street == "lock_on"
        assert table.state.live == (2, 3)

    def test_each_street_and_each_raise_is_a_new_question(self):
        asked = {GAME.asks(Table().state, 1), GAME.asks(Table().engaged().state, 1)}
        asked |= {GAME.asks(lock_on().check("Roark").bet("Lando", 10).fold("Han").state, 1)}
        assert len(asked) == 3


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

    def test_odd_chips_go_left_of_the_sun_which_is_last(self):
        # Lando has put in the small cloaked bet and disengages, so that 25 lie in the middle.
        table = Table(THREE, EQUALS, TWO_DISRUPTORS).call("Roark").fold("Lando").shown()
        assert table.pots == [(25, ("Roark", "Han"), {"Roark": 13, "Han": 12})]
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
