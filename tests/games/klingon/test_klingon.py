"""Klingon Hold-'Em as printed: the sun, the cloaked bets, two ships each, and the cards turned up (seed 003)."""

import pytest

from bot.engine.game import Player
from bot.engine.rng import SeededRng
from cogs.klingon.card_file import STANDARD, action_codes
from cogs.klingon.rules import GAME
from cogs.klingon.state import Cloaked, KlingonCarry, KlingonRules, Turned
from tests.games.klingon.klingon_table import PHOTONS, TEN, THREE, Table


class TestTheSun:
    def test_sun_begins_at_the_last_seat_and_moves_clockwise_to_whoever_is_there(self):
        assert Table().state.sun == 3
        carry = Table().fold("Roark", "Lando").carry
        assert (carry.sun, carry.order) == (3, (1, 2, 3))
        assert [Table(carry=KlingonCarry(sun=at, order=(1, 2, 3))).state.sun for at in (3, 1, 2)] == [1, 2, 3]
        seats = {"Roark": 1, "Han": 3, "Leia": 4}
        table = Table(seats, seats=seats, carry=KlingonCarry(sun=1, order=(1, 2, 3, 4)))
        assert table.state.sun == 3
        assert Table(seats, seats=seats, carry=KlingonCarry(sun=2, order=(1, 2, 3, 4))).state.sun == 3

    def test_there_is_always_a_small_and_a_large_cloaked_bet(self):
        """Lando would have had the small one, had he stayed: whoever now sits on the right of the sun has it."""
        seats = {"Roark": 1, "Han": 3, "Leia": 4}
        table = Table(seats, seats=seats, carry=KlingonCarry(sun=1, order=(1, 2, 3, 4)))
        assert table.bets == {"Roark": 5, "Han": 10, "Leia": 0}


class TestTheCloakedBets:
    def test_cloaked_bets_are_right_of_the_sun_and_announced(self):
        table = Table()
        assert table.bets == {"Roark": 0, "Lando": 5, "Han": 10}
        assert table.state.pot == 15
        assert Table().events == [Cloaked(sun=3, small=(2, 5), large=(3, 10), bets=(5, 10), pot=15)]

    @pytest.mark.parametrize("chips, small", [(200, 5), (100, 2), (40, 1), (20, 1)])
    def test_small_cloaked_bet_is_a_fortieth_of_the_chips_and_at_least_one(self, chips: int, small: int):
        assert Table(chips=chips).state.small == small

    def test_short_cloaked_bets_are_all_in_and_owed_in_full(self):
        table = Table(stacks={"Lando": 3, "Han": 7})
        assert table.bets == {"Roark": 0, "Lando": 3, "Han": 7}
        assert table.events[0] == Cloaked(sun=3, small=(2, 3), large=(3, 7), bets=(5, 10), pot=10)
        table = Table(("Roark", "Lando", "Han", "Leia"), stacks={"Leia": 3})
        assert table.moves("Roark")[0].price == 10
        assert table.bounds("Roark") == (20, 200)

    def test_player_owes_no_more_than_the_others_have_bet(self):
        table = Table(stacks={"Lando": 3, "Han": 7})
        assert [(move.label, move.price) for move in table.moves("Roark")] == [("Engage", 7), ("Disengage", None)]
        assert [pot.amount for pot in table.call("Roark").ending.pots] == [9, 8]
        table = Table(THREE[:2], stacks={"Roark": 5, "Lando": 8})
        assert (table.turn, table.state.street, len(table.state.table)) == (None, "showdown", 5)
        table = Table(THREE[:2], stacks={"Lando": 3})
        assert table.turn is None
        assert table.pots[0][0] == 6
        assert dict(table.ending.returned) == {1: 2}


class TestWhoActsWhen:
    def test_left_of_the_sun_begins_and_the_sun_is_last_in_every_round(self):
        table = Table()
        for street in ("ships", "lock_on", "het", "overrun"):
            assert (table.state.street, table.waiting) == (street, ("Roark", "Lando", "Han"))
            table.engaged()
        assert table.state.ending
        table = Table(THREE[:2])
        assert (table.bets, table.turn) == ({"Roark": 5, "Lando": 10}, "Roark")
        assert table.engaged().turn == "Roark"
        assert Table().fold("Roark").engaged().waiting == ("Lando", "Han")
        table = Table().call("Roark", "Lando")
        assert (table.turn, table.keys("Han")) == ("Han", ["check", "raise", "fold"])
        assert table.raises("Han", 30).waiting == ("Roark", "Lando")

    def test_ten_play_with_twenty_ships(self):
        assert GAME.seats == range(2, 11)
        table = Table(TEN, carriers="out", smallest="twelve")
        assert len({ship for name in TEN for ship in table.ships(name)}) == 20
        assert len(table.state.shipyard) == 1
        assert table.waiting == TEN


class TestTheShips:
    def test_ships_are_dealt_one_by_one_and_none_twice(self):
        table = Table(sun="Lando")
        first, second = STANDARD.ships[:3], STANDARD.ships[3:6]
        assert [table.ships(name) for name in ("Han", "Roark", "Lando")] == [
            (one.id, other.id) for one, other in zip(first, second, strict=True)
        ]
        players = tuple(Player(seat=seat, stack=200) for seat in range(1, 11))
        state = GAME.start(GAME.Deal(rules=KlingonRules(), players=players), SeededRng(4)).state
        dealt = [ship.card for captain in state.captains for ship in captain.ships]
        assert sorted((*dealt, *state.shipyard)) == sorted(ship.id for ship in STANDARD.ships)
        assert len(set(dealt)) == 20


class TestTheTable:
    def test_three_cards_are_the_lock_on_and_then_come_one_and_one(self):
        table = Table(table=PHOTONS).shown()
        turned = [(event.street, event.cards) for event in table.events if isinstance(event, Turned)]
        assert turned == [
            ("lock_on", ("photon-12", "photon-12", "photon-10")),
            ("het", ("photon-10",)),
            ("overrun", ("photon-8",)),
        ]
        assert table.state.table == tuple(PHOTONS.split())

    def test_hand_is_dealt_from_whole_decks_and_burned_cards_stay_in_the_bag(self):
        table = Table().shown()
        assert sorted((*table.state.bag, *table.state.table)) == sorted(action_codes(STANDARD))
        first = Table(table=PHOTONS).shown()
        second = Table(carry=first.carry)
        assert second.state.bag == action_codes(STANDARD)
        assert len(second.state.shipyard) == len(STANDARD.ships) - 6

    def test_when_nobody_can_bet_any_more_all_cards_are_turned_up_at_once(self):
        table = Table(table=PHOTONS).all_in("Roark").fold("Lando").call("Han")
        assert [event.street for event in table.events if isinstance(event, Turned)] == ["lock_on", "het", "overrun"]
        assert table.state.ending
