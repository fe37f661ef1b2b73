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
    def test_call_is_engage_fold_is_disengage_with_confirmation(self):
        assert [(move.key, move.label) for move in Table().moves("Roark")] == [
            ("call", "Engage"),
            ("raise", "Raise"),
            ("fold", "Disengage"),
        ]
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

    def test_refusal_suggests_only_what_is_possible(self):
        table = Table().call("Roark", "Lando")
        assert table.keys("Han") == ["check", "raise", "fold"]
        assert table.refusal("Han", "bet", to=50) == "There is a bet already: check, raise or disengage."
        table = Table(raises_each=1).raises("Roark", 20).raises("Lando", 30).fold("Han")
        assert table.keys("Roark") == ["call", "fold"]
        assert table.refusal("Roark", "check") == "There is a bet to answer: engage it or disengage."
        assert table.refusal("Roark", "raise", to=50) == "You have raised once on this street: engage or disengage."

    def test_players_who_cannot_act_are_refused(self):
        assert Table().fold("Roark").refusal("Roark", "check") == "You have disengaged from this hand."
        table = Table(stacks={"Roark": 50}).all_in("Roark")
        assert table.refusal("Roark", "check") == "You are all in: wait for the end of the hand."
        assert lock_on().refusal("Roark", "call") == "Nobody has bet yet: check, bet or disengage."
        assert Table().fold("Roark", "Lando").refusal("Han", "check") == "The hand is over."


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
        assert table.refusal("Roark", "raise", to=60) == "You have raised twice on this street: engage or disengage."
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
