"""Cheating at Pi'Lok: the loaded die of the next street, and the hand of somebody who was caught."""

from typing import Any

import pytest

from bot import games
from bot.engine.cheating.loaded_dice import IsLoaded, Load
from bot.engine.game import Player
from bot.engine.rng import ScriptedRng, SeededRng
from bot.errors import RuleError
from cogs.pilok.rules import GAME
from cogs.pilok.state import PilokRules
from tests.games.pilok.pilok_table import NAMES, Table, at_the_jump

HANDS = {"Roark": (2, 1, 5), "Lando": (1, 1, 5), "Han": (1, 4, 2)}


def on_the_lift() -> Table:
    """Han deals; Roark leads with 2."""
    return Table(falls=(2, 1, 1))


class TestALoadedDie:
    def test_loaded_die_is_thrown_twice_and_the_nearer_throw_counts(self):
        table = on_the_lift().load("Lando", 6).check("Roark", "Lando").do("Han", "check", 3, 2, 5, 4)
        assert [table.dice(name)[-1] for name in table.names] == [3, 5, 4]

    def test_the_throw_nearer_to_the_face_may_be_the_first(self):
        table = on_the_lift().load("Lando", 2).check("Roark", "Lando").do("Han", "check", 3, 1, 5, 4)
        assert table.dice("Lando") == (1, 1)

    def test_of_two_throws_as_near_the_first_counts(self):
        table = on_the_lift().load("Lando", 4).check("Roark", "Lando").do("Han", "check", 3, 5, 3, 4)
        assert table.dice("Lando") == (1, 5)

    def test_everybody_has_as_many_dice_as_ever(self):
        table = on_the_lift().load("Lando", 6).load("Han", 1).check("Roark", "Lando").do("Han", "check", 3, 6, 6, 1, 1)
        assert [len(table.dice(name)) for name in table.names] == [2, 2, 2]

    def test_the_dice_of_orbit_and_the_deep_can_be_loaded_and_no_others(self):
        table = Table(HANDS)
        assert table.sleights("Lando") == ["Load your die for Orbit"]
        table.check("Roark", "Lando", "Han")
        assert table.sleights("Lando") == ["Load your die for the Deep"]
        table.check("Han", "Roark", "Lando")
        assert table.sleights("Lando") == []
        assert at_the_jump(HANDS).sleights("Roark") == []

    def test_die_can_be_loaded_out_of_turn(self):
        table = Table(HANDS)
        assert table.turn == ("Roark",)
        assert all(table.sleights(name) for name in table.names)

    def test_a_street_is_a_round_of_its_own(self):
        table = Table(HANDS)
        lift = GAME.sleight_round(table.state)
        assert GAME.sleight_round(table.check("Roark").state) == lift
        assert GAME.sleight_round(table.check("Lando", "Han").state) != lift

    def test_die_is_loaded_only_once_a_street(self):
        assert on_the_lift().load("Lando", 6).sleights("Lando") == []

    def test_loaded_die_is_used_up_by_the_roll(self):
        table = on_the_lift().load("Lando", 6).check("Roark", "Lando").do("Han", "check", 3, 6, 6, 4)
        assert table.state.loaded == ()
        assert table.sleights("Lando") == ["Load your die for the Deep"]

    def test_fold_discards_the_loaded_die(self):
        table = on_the_lift().load("Roark", 6).fold("Roark")
        assert (table.state.loaded, table.sleights("Roark")) == ((), [])

    def test_all_in_player_may_still_load_a_die(self):
        table = Table(falls=(2, 1, 1), stacks={"Roark": 60}).bet("Roark", 50)
        assert table.sleights("Roark") == ["Load your die for Orbit"]

    def test_when_everybody_else_folds_it_is_nothing(self):
        assert on_the_lift().load("Han", 6).fold("Roark", "Lando").state.loaded == ()

    def test_a_face_is_one_to_six(self):
        (move,) = GAME.sleights(on_the_lift().state, 2)
        (face,) = move.fields
        assert (face.type, face.bounds()) == ("number", (1, 6))

    def test_loading_a_die_is_a_private_aside(self):
        (move,) = GAME.sleights(on_the_lift().state, 2)
        assert (move.place, move.aside) == ("private", True)


class TestWhoKnows:
    def test_loaded_die_is_shown_only_to_its_owner_and_the_gm(self):
        step = GAME.sleight(on_the_lift().state, 2, Load(face=6), ScriptedRng(()))
        assert step.events == ()
        assert step.private == ((2, IsLoaded(die="die for Orbit", face=6)),)
        assert on_the_lift().load("Lando", 6).log == ["Lando loads the die for Orbit towards 6."]

    def test_the_gm_sees_both_throws(self):
        table = on_the_lift().load("Lando", 6).check("Roark", "Lando").do("Han", "check", 3, 2, 5, 4)
        assert table.log[-1] == "The die for Orbit of Lando is loaded towards 6: 2 and 5 are thrown, and 5 counts."

    def test_both_throws_are_secret(self):
        table = on_the_lift().load("Lando", 6).check("Roark", "Lando")
        chance = ScriptedRng((3, 2, 5, 4))
        GAME.act(table.state, 3, GAME.action("check", {}), chance)
        assert [draw.secret for draw in chance.draws] == [False, True, True, False]

    def test_the_table_says_what_it_would_have_said(self):
        loaded = on_the_lift().load("Lando", 6).check("Roark", "Lando").do("Han", "check", 3, 2, 5, 4)
        honest = on_the_lift().check("Roark", "Lando").do("Han", "check", 3, 5, 4)
        assert loaded.said == honest.said

    @pytest.mark.parametrize("seat", [None, 1, 2, 3, 4])
    def test_nobody_can_see_that_it_is_loaded(self, seat: int | None):
        honest, loaded = on_the_lift(), on_the_lift().load("Lando", 6)
        assert GAME.view(loaded.state, seat) == GAME.view(honest.state, seat)
        assert GAME.to_act(loaded.state) == GAME.to_act(honest.state)
        assert GAME.moves(loaded.state, seat or 0) == GAME.moves(honest.state, seat or 0)


class TestCaught:
    def test_out_of_turn_the_hand_is_folded_and_the_turn_stays_where_it_is(self):
        table = Table(HANDS).check("Roark").caught("Han")
        assert table.state.live == (1, 2)
        assert table.turn == ("Lando",)

    def test_caught_player_on_turn_passes_the_turn_to_the_next(self):
        assert Table(HANDS).caught("Roark").turn == ("Lando",)

    def test_caught_player_leaves_their_chips_in_the_pot(self):
        table = Table(HANDS).bet("Roark", 50).caught("Roark")
        assert table.state.pot == 80
        assert table.turn == ("Lando",)

    def test_caught_player_folds_publicly(self):
        said = Table(HANDS).bet("Roark", 50).caught("Roark").said
        assert said[-1] == "Roark folds."

    def test_when_all_others_have_answered_the_next_dice_fall(self):
        table = on_the_lift().check("Roark", "Lando").caught("Han", 3, 6)
        assert [table.dice(name) for name in table.names] == [(2, 3), (1, 6), (1,)]

    def test_last_player_takes_the_pot_unseen(self):
        table = Table(HANDS).fold("Roark").caught("Han")
        assert table.nets == {"Roark": -10, "Lando": 20, "Han": -10}
        assert table.state.result is not None
        assert table.state.result.unseen

    def test_caught_all_in_player_folds_too(self):
        table = Table(HANDS, stacks={"Lando": 60}).bet("Roark", 50).call("Lando").caught("Lando")
        assert table.state.live == (1, 3)
        assert table.state.pot == 130

    def test_chips_that_nobody_has_matched_stay_in_the_pot_too(self):
        table = Table(HANDS, stacks={"Lando": 40, "Han": 40}).bet("Roark", 500).call("Lando").caught("Roark")
        assert table.turn == ("Han",)
        assert table.call("Han").state.pot == 590

    def test_a_loaded_die_goes_with_the_hand(self):
        assert on_the_lift().load("Lando", 6).caught("Lando").state.loaded == ()

    def test_folded_player_loses_no_more_when_caught(self):
        table = Table(HANDS).fold("Roark")
        before = table.state
        assert table.caught("Roark").state == before


class TestCaughtInTheJump:
    def test_the_attempt_goes_to_the_next(self):
        assert at_the_jump(HANDS).caught("Roark").asked == ("Lando", "Han")

    def test_somebody_who_is_asked_later_is_not_asked(self):
        assert at_the_jump(HANDS).caught("Lando").asked == ("Roark", "Han")

    def test_a_contest_that_the_seat_has_won_is_over(self):
        table = at_the_jump(HANDS).jump("Roark", "Han", 12, 9).caught("Roark")
        assert (table.state.contest, table.turn) == (None, ("Lando",))

    def test_a_contest_against_the_seat_is_over_and_the_attempt_is_spent(self):
        table = at_the_jump(HANDS).jump("Roark", "Han", 12, 9).caught("Han")
        assert (table.state.contest, table.turn) == (None, ("Lando",))

    def test_a_contest_of_others_goes_on(self):
        table = at_the_jump(HANDS).jump("Roark", "Han", 12, 9).caught("Lando")
        assert table.turn == ("Roark",)
        assert table.keep("Roark").turn == ("Han",)

    def test_the_other_side_of_a_contest_may_be_left_alone(self):
        table = Table(HANDS).check("Roark").fold("Lando").check("Han").checked_down()
        assert table.jump("Roark", "Han", 12, 9).caught("Han").nets["Roark"] == 20

    def test_the_last_to_be_asked_ends_the_jump(self):
        table = at_the_jump(HANDS).passes("Roark", "Lando").caught("Han")
        assert table.nets == {"Roark": 20, "Lando": -10, "Han": -10}


class TestAtATable:
    def test_an_honest_table_knows_of_no_loaded_dice(self):
        with pytest.raises(RuleError, match="That can't be read as a move of this game"):
            GAME.action("load", {"face": 6})

    @pytest.mark.parametrize("face", [0, 7, -1, True, "6"])
    def test_a_crooked_one_refuses_a_face_that_the_die_has_not_got(self, face: Any):
        game, state = a_crooked_hand()
        with pytest.raises(RuleError):
            game.act(state, 2, Load.model_construct(face=face), SeededRng(0))

    def test_a_sleight_that_is_not_offered_is_refused(self):
        game, state = a_crooked_hand()
        with pytest.raises(RuleError, match="You aren't in this hand"):
            game.act(state, 4, Load(face=6), SeededRng(0))

    def test_its_streets_are_dealt_by_secret_chance(self):
        game, state = a_crooked_hand()
        chance = SeededRng(0)
        for seat in (2, 3, 1):
            state = game.act(state, seat, game.action("check", {}), chance).state
        assert [draw.secret for draw in chance.draws] == [True, True, True]


def a_crooked_hand() -> tuple[games.AnyGame, Any]:
    """Roark deals, and Lando leads."""
    rules = PilokRules(crooked=True, first_dealer="host")
    game = games.spec_of("pilok").by(rules).game
    players = tuple(Player(seat=seat, name=name, stack=100) for seat, name in enumerate(NAMES, start=1))
    return game, game.start(game.Deal(rules=rules, players=players), ScriptedRng((6, 1, 1))).state


class TestStorage:
    def test_an_honest_hand_is_stored_as_it_was_before_there_were_loaded_dice(self):
        state = Table(HANDS).state
        assert list(state.model_dump()) == [
            *("deal", "dealer", "street", "leader", "gamblers", "betting", "owed", "jumpers", "contest", "result"),
        ]
        assert "crooked" not in state.to_json()

    def test_crooked_house_rules_are_stored(self):
        assert "crooked" not in PilokRules().to_json()
        assert PilokRules.from_json(PilokRules(crooked=True).to_json()).crooked

    def test_a_loaded_die_is_stored(self):
        state = on_the_lift().load("Lando", 6).state
        assert GAME.read(state.to_json(), GAME.version) == state
