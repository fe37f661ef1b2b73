"""A tournament of Klingon Hold-'Em: who is out and when, how the cloaked bets grow, and who wins (rules 6.8, 6.9)."""

from functools import partial
from random import Random

import pytest

from bot import games
from bot.engine.game import Outcome, Player, Prize
from bot.engine.rng import SeededRng
from bot.engine.tournament import Standing, Terms
from cogs.klingon.ai import Simple, decide
from cogs.klingon.rules import GAME
from cogs.klingon.state import Cloaked, KlingonCarry, KlingonRules
from tests.games.klingon.klingon_table import (
    DISRUPTORS,
    FEDERATION,
    KLINGONS,
    PHOTONS,
    THOLIANS,
    THREE,
    UNARMED,
    Table,
    begun,
)
from tests.laws.hands import Seeds, hand_of
from tests.laws.test_laws import LAWS

FOUR = (*THREE, "Leia")
HAN_WINS = {"Roark": UNARMED, "Lando": THOLIANS, "Han": FEDERATION, "Leia": KLINGONS}
"""With `PHOTONS` Han has 52 and all others nothing."""


def terms_of(rules: KlingonRules) -> Terms:
    assert rules.terms
    return rules.terms


def played(rules: KlingonRules, carry: KlingonCarry, chance: SeededRng) -> Outcome[KlingonCarry]:
    """Play a hand of all who are still in, with lively players."""
    assert carry.standing
    players = tuple(Player(seat=one.seat, stack=one.points) for one in carry.standing.entrants if one.is_in)
    deal = GAME.Deal(rules=rules, players=players, carry=carry, bank=carry.standing.middle)
    state = GAME.start(deal, chance).state
    while waiting := GAME.to_act(state):
        (seat,) = waiting
        action = decide(partial(GAME.view, state, seat), GAME.moves(state, seat), Simple(betting="lively"), chance, 0)
        state = GAME.act(state, seat, action, chance).state
    end = GAME.outcome(state)
    assert end
    return end


def all_in(table: Table) -> Table:
    while table.turn:
        table.all_in(table.turn)
    return table


def cloaked(table: Table) -> Cloaked:
    event = table.events[0]
    assert isinstance(event, Cloaked)
    return event


class TestWhoIsOut:
    def test_player_without_chips_is_out_in_the_last_place(self):
        table = begun().fold("Roark", "Lando")
        assert (table.places, table.standing.winner, table.end.prizes) == ({}, None, ())
        assert {one.seat: one.points for one in table.standing.entrants} == {1: 200, 2: 195, 3: 205}
        table = begun(FOUR, HAN_WINS, PHOTONS).all_in("Roark").fold("Lando").call("Han").fold("Leia")
        assert (table.places, table.standing.winner) == ({"Roark": 4}, None)
        assert table.standing.live == (2, 3, 4)

    def test_players_out_at_once_are_placed_by_stacks_or_share(self):
        table = all_in(begun(THREE, HAN_WINS, PHOTONS, points={"Roark": 100, "Lando": 150, "Han": 350}))
        assert table.places == {"Lando": 2, "Roark": 3}
        assert [placed.seat for placed in table.ending.out] == [2, 1]
        points = {"Roark": 100, "Lando": 100, "Han": 400}
        table = all_in(begun(THREE, HAN_WINS, PHOTONS, points=points, prizes="two"))
        assert table.places == {"Roark": 2, "Lando": 2}
        assert {prize.seat: prize.amount for prize in table.end.prizes} == {3: 390, 1: 105, 2: 105}

    def test_last_player_wins_and_exits_are_announced(self):
        table = all_in(begun(THREE, HAN_WINS, PHOTONS))
        assert table.standing.winner == 3
        assert table.end.prizes == (Prize(seat=3, amount=600),)
        view = GAME.view(all_in(begun(THREE, HAN_WINS, PHOTONS)).state, None)
        assert view.ending
        assert (view.entrants, view.left, view.prize) == (3, 3, 600)
        assert [(placed.seat, placed.place) for placed in view.ending.out] == [(1, 2), (2, 2)]


class TestAWholeOne:
    @pytest.mark.parametrize("players, prizes", [(3, "winner"), (6, "two"), (10, "three")])
    def test_tournament_ends_with_places_for_all_and_the_whole_prize_paid(self, players: int, prizes: str):
        """Lively players, from the first hand on: points are conserved, and the cloaked bets grow until one is left."""
        rules, chance = KlingonRules(prizes=prizes), SeededRng(players)  # type: ignore[arg-type] - a name of prizes
        standing, smalls = Standing.begun(1, range(1, players + 1), terms_of(rules)), list[int]()
        carry, end = KlingonCarry(standing=standing), None
        while not standing.is_over:
            end = played(rules, carry, chance)
            assert end.carry
            smalls.append(end.carry.small)
            carry, standing = end.carry, end.carry.standing or standing
            assert sum(one.points for one in standing.entrants) + standing.middle == 200 * players
        assert end
        assert sum(prize.amount for prize in end.prizes) == 200 * players
        assert smalls == sorted(smalls)
        assert set(smalls) <= {5 * (1 + out) for out in range(players)}
        best = min(one.place or 1 for one in standing.entrants if one.seat != standing.winner)
        assert best == 2


class TestTheLaws:
    def test_a_hand_in_the_middle_of_a_tournament_keeps_them_all(self):
        """Two are out, two have given up 30 points, and whoever goes out in this hand is paid by place."""
        rules = KlingonRules(prizes="three", rebuys=1)
        standing = Standing.begun(2, range(1, 8), terms_of(rules))
        standing = standing.after({1: 0, 2: 0, 3: 20, 4: 10, 5: 45, 6: 700, 7: 625}).without(3).without(4)
        players = tuple(Player(seat=one.seat, stack=one.points) for one in standing.entrants if one.is_in)
        carry = KlingonCarry(standing=standing, sun=4, order=(3, 4, 5, 6, 7), small=15)
        deal = GAME.Deal(rules=rules, players=players, carry=carry, bank=standing.middle)
        hands = [
            hand_of(games.spec_of("klingon"), deal, Seeds(bytes(32), bytes([at] * 32), f"7.{at}"), Random(at))
            for at in range(4)
        ]
        assert {hand.opening.state.small for hand in hands} == {25}
        carries = [hand.end.carry for hand in hands if hand.end]
        assert any(carry and carry.standing.out > standing.out for carry in carries)
        for hand in hands:
            for law in LAWS:
                law(hand)


class TestTheCloakedBetsGrow:
    @pytest.mark.parametrize("out, small", [(0, 5), (1, 10), (2, 15), (3, 20)])
    def test_cloaked_bets_grow_by_their_first_size_with_everybody_who_is_out(self, out: int, small: int):
        names = (*FOUR, "Chewie")
        points = {name: 0 if at < out else 200 * 5 // (5 - out) for at, name in enumerate(names)}
        table = begun(names, points=points)
        assert (table.state.small, table.state.large) == (small, 2 * small)
        assert table.moves(str(table.turn))[0].price in {small, 2 * small}

    def test_growth_of_cloaked_bets_comes_with_the_next_hand_and_is_announced_once(self):
        table = begun(FOUR, HAN_WINS, PHOTONS).all_in("Roark").fold("Lando").call("Han")
        assert (table.state.small, cloaked(table).raised) == (5, False)
        table = table.fold("Leia").next()
        assert (cloaked(table).bets, cloaked(table).raised, cloaked(table).out) == ((10, 20), True, 1)
        table = begun(FOUR, HAN_WINS, PHOTONS).all_in("Roark").fold("Lando").call("Han").fold("Leia").next()
        table = table.fold("Han", "Leia").next()
        assert (cloaked(table).bets, cloaked(table).raised, cloaked(table).out) == ((10, 20), False, 0)
        table = begun(FOUR).fold("Roark", "Lando", "Han")
        table = table.next(standing=table.standing.without(1))
        assert (cloaked(table).bets, cloaked(table).raised) == ((10, 20), True)

    def test_smallest_raise_grows_too_and_a_rebuy_undoes_growth(self):
        table = begun(FOUR, HAN_WINS, PHOTONS).all_in("Roark").fold("Lando").call("Han").fold("Leia").next()
        assert table.bounds(str(table.turn))[0] == 40
        table = begun(FOUR, HAN_WINS, PHOTONS, rebuys=1).all_in("Roark").fold("Lando").call("Han").fold("Leia")
        assert table.next(standing=table.standing.returned(1, terms_of(table.rules))).state.small == 5


class TestTheSunGoesOn:
    def test_sun_goes_to_the_next_who_is_still_in(self):
        """Leia has the sun first; then it would be Roark's, who is out."""
        table = begun(FOUR, HAN_WINS, PHOTONS).all_in("Roark").fold("Lando").call("Han").fold("Leia").next()
        assert table.name(table.state.sun) == "Lando"
        assert table.bets == {"Lando": 20, "Han": 0, "Leia": 10}
        assert table.turn == "Han"

    def test_two_players_begin_in_turn_and_no_order_is_a_beginning(self):
        points = {"Roark": 0, "Lando": 300, "Han": 300}
        table = begun(points=points)
        assert (table.turn, table.bets) == ("Lando", {"Lando": 10, "Han": 20})
        table = table.fold("Lando").next()
        assert (table.turn, table.bets) == ("Han", {"Lando": 20, "Han": 10})
        standing = Standing.begun(2, (1, 2, 3), terms_of(KlingonRules()))
        assert Table(carry=KlingonCarry(standing=standing)).state.sun == 3


class TestTheMiddle:
    def test_given_up_and_odd_chips_are_played_for_once(self):
        table = begun().fold("Roark", "Lando")
        table = table.next({"Lando": KLINGONS}, DISRUPTORS, standing=table.standing.without(1))
        assert table.state.pot == 200 + 30
        assert table.shown().nets["Lando"] > 200
        table = begun().fold("Roark", "Lando")
        table = table.next(standing=table.standing.without(1)).shown()
        assert (table.standing.middle, table.end.bank) == (0, 0)
        table = begun(
            THREE, {"Roark": THOLIANS, "Lando": UNARMED, "Han": "kli-f5 kzi-ff"}, DISRUPTORS, odd_chips="carry"
        )
        table.call("Roark").fold("Lando").shown()
        assert (table.pots[0][0], table.ending.bank, table.standing.middle, table.end.bank) == (25, 1, 1, 0)
        assert table.next().state.pot == 15 + 1


class TestWithoutAStanding:
    def test_a_hand_is_played_for_whatever_everybody_has(self):
        table = all_in(Table(THREE, HAN_WINS, PHOTONS))
        assert (table.carry.standing, table.end.prizes) == (None, ())
        assert dict(table.end.stacks) == {1: 0, 2: 0, 3: 600}
