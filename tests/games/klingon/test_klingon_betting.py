"""Bets in Klingon Hold-'Em: engage, raise twice, disengage, and what an all-in changes (seed 003, rules 6 and 0)."""

from typing import Any

import pytest

from cogs.klingon.rules import GAME
from tests.games.klingon.klingon_table import KLINGONS, PHOTONS, THREE, Table

FOUR = (*THREE, "Leia")


def lock_on(**options: Any) -> Table:
    """Engage everyone for the large cloaked bet: 30 in the pot, 190 left each."""
    return Table(**options).engaged()


class TestTheWords:
    def test_to_call_is_to_engage_and_to_fold_is_to_disengage(self):
        assert [(move.key, move.label) for move in Table().moves("Roark")] == [
            ("call", "Engage"),
            ("raise", "Raise"),
            ("fold", "Disengage"),
        ]

    def test_nobody_disengages_by_mistake_where_a_check_is_free(self):
        moves = {move.key: move for move in lock_on().moves("Roark")}
        assert [*moves] == ["check", "bet", "fold"]
        assert moves["fold"].confirm == "You can check for free. Disengage all the same?"

    @pytest.mark.parametrize(
        "who, what, sentence",
        [
            ("Roark", "check", "There is a bet to answer: engage it, raise it or disengage."),
            ("Roark", "bet", "There is a bet already: engage it, raise it or disengage."),
            ("Han", "check", "It isn't your turn."),
            ("Nobody", "check", "You aren't in this hand."),
        ],
    )
    def test_impossible_moves_are_refused_in_a_sentence(self, who: str, what: str, sentence: str):
        assert Table().refusal(who, what, **({"to": 50} if what == "bet" else {})) == sentence

    def test_the_sun_that_owes_nothing_is_told_to_check(self):
        table = Table().call("Roark", "Lando")
        assert table.keys("Han") == ["check", "raise", "fold"]
        assert table.refusal("Han", "bet", to=50) == "There is a bet already: check, raise or disengage."

    def test_refusal_suggests_no_raise_to_a_player_who_may_not(self):
        table = Table(raises_each=1).raises("Roark", 20).raises("Lando", 30).fold("Han")
        assert table.keys("Roark") == ["call", "fold"]
        assert table.refusal("Roark", "check") == "There is a bet to answer: engage it or disengage."
        assert table.refusal("Roark", "raise", to=50) == "You have raised once on this street: engage or disengage."

    def test_disengaged_player_is_refused(self):
        assert Table().fold("Roark").refusal("Roark", "check") == "You have disengaged from this hand."

    def test_all_in_player_is_refused(self):
        table = Table(stacks={"Roark": 50}).all_in("Roark")
        assert table.refusal("Roark", "check") == "You are all in: wait for the end of the hand."

    def test_without_a_bet_there_is_nothing_to_engage_with(self):
        assert lock_on().refusal("Roark", "call") == "Nobody has bet yet: check, bet or disengage."

    def test_after_the_end_nothing_can_be_done(self):
        assert Table().fold("Roark", "Lando").refusal("Han", "check") == "The hand is over."


class TestHowMuch:
    def test_a_first_bet_is_at_least_the_large_cloaked_bet(self):
        assert lock_on().bounds("Roark", "bet") == (10, 190)
        assert lock_on().refusal("Roark", "bet", to=9) == "The smallest bet is 10 cr."

    def test_the_first_raise_adds_at_least_the_large_cloaked_bet(self):
        assert Table().bounds("Roark") == (20, 200)

    def test_a_further_raise_adds_at_least_as_much_as_the_last(self):
        assert lock_on().bet("Roark", 30).raises("Lando", 80).bounds("Han") == (130, 190)

    def test_raise_is_limited_only_by_the_stack(self):
        assert lock_on().refusal("Roark", "bet", to=191) == "The largest bet is 190 cr."

    def test_short_stack_engages_with_everything(self):
        table = Table(stacks={"Roark": 8})
        assert [(move.label, move.price) for move in table.moves("Roark")] == [
            ("Engage all in", 8),
            ("Disengage", None),
        ]


class TestTwoRaisesEach:
    def test_nobody_raises_a_third_time_on_a_street(self):
        table = Table().raises("Roark", 20).raises("Lando", 30).fold("Han").raises("Roark", 40).raises("Lando", 50)
        assert table.keys("Roark") == ["call", "fold"]
        assert table.refusal("Roark", "raise", to=60) == "You have raised twice on this street: engage or disengage."

    def test_first_bet_counts_as_a_raise(self):
        table = lock_on().bet("Roark", 10).raises("Lando", 20).fold("Han").raises("Roark", 30).raises("Lando", 40)
        assert table.keys("Roark") == ["call", "fold"]
        assert table.seat_view("Roark").raises == 2

    def test_cloaked_bet_does_not_count_as_a_raise(self):
        table = Table().call("Roark", "Lando").raises("Han", 20).raises("Roark", 30).fold("Lando").raises("Han", 40)
        assert table.seat_view("Han").raises == 2

    def test_short_all_in_counts_as_a_raise(self):
        table = lock_on(stacks={"Lando": 35}).bet("Roark", 20).all_in("Lando")
        assert table.bets["Lando"] == 25
        assert table.seat_view("Lando").raises == 1

    def test_everybody_has_two_raises_again_on_the_next_street(self):
        table = Table().raises("Roark", 20).raises("Lando", 30).fold("Han").raises("Roark", 40).call("Lando")
        assert table.seat_view("Roark").raises == 0
        assert table.keys("Roark") == ["check", "bet", "fold"]

    def test_two_players_have_no_more_raises_than_others(self):
        table = Table(THREE[:2]).raises("Roark", 20).raises("Lando", 30).raises("Roark", 40).raises("Lando", 50)
        assert table.keys("Roark") == ["call", "fold"]


class TestAllIn:
    def test_a_short_all_in_does_not_let_those_raise_who_have_acted(self):
        table = lock_on(stacks={"Han": 35}).bet("Roark", 20).call("Lando").all_in("Han")
        assert table.bets["Han"] == 25
        assert table.keys("Roark") == ["call", "fold"]
        assert "less than a full raise" in table.refusal("Roark", "raise", to=100)

    def test_short_all_in_lets_players_raise_who_have_not_acted(self):
        table = lock_on(stacks={"Lando": 35}).bet("Roark", 20).all_in("Lando")
        assert table.keys("Han") == ["call", "raise", "fold"]

    def test_several_short_all_ins_reopen_betting_once_they_make_a_full_raise(self):
        table = lock_on(names=FOUR, stacks={"Lando": 45, "Han": 55}).bet("Roark", 20)
        table.all_in("Lando").all_in("Han").call("Leia")
        assert table.bets == {"Roark": 20, "Lando": 35, "Han": 45, "Leia": 45}
        assert table.keys("Roark") == ["call", "raise", "fold"]

    def test_all_in_player_has_no_more_turns(self):
        table = Table(stacks={"Roark": 50}).all_in("Roark").call("Lando", "Han")
        assert table.waiting == ("Lando", "Han")

    def test_nobody_can_raise_where_nobody_could_answer(self):
        table = Table(THREE[:2]).all_in("Roark")
        assert table.keys("Lando") == ["call", "fold"]


class TestWhoIsAway:
    def test_timeout_checks_when_it_is_free(self):
        table = lock_on().times_out("Roark")
        assert table.turn == "Lando"
        assert "Roark" not in [name for name in THREE if table.seat_view(name).is_folded]

    def test_timeout_disengages_when_it_costs(self):
        assert Table().times_out("Roark").seat_view("Roark").is_folded

    def test_the_sun_keeps_its_ships_where_nobody_raises(self):
        table = Table(ships={"Han": KLINGONS}, table=PHOTONS).times_out("Roark").call("Lando").times_out("Han")
        assert table.state.street == "lock_on"
        assert table.state.live == (2, 3)

    def test_each_street_and_each_raise_is_a_new_question(self):
        asked = {GAME.asks(Table().state, 1), GAME.asks(Table().engaged().state, 1)}
        asked |= {GAME.asks(lock_on().check("Roark").bet("Lando", 10).fold("Han").state, 1)}
        assert len(asked) == 3
