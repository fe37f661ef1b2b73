"""Cheating at Pi'Lok: the loaded die of the next street, and the hand of somebody who was caught."""

from typing import Any

import pytest

from bot import games
from bot.engine.cheating.loaded_dice import IsLoaded, Load
from bot.engine.frozen import made
from bot.engine.game import AnyGame, Player
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
    def test_loaded_die_is_thrown_twice_and_the_nearer_or_first_throw_counts(self):
        table = on_the_lift().load("Lando", 6).check("Roark", "Lando").do("Han", "check", 3, 2, 5, 4)
        assert [table.dice(name)[-1] for name in table.names] == [3, 5, 4]
        table = on_the_lift().load("Lando", 2).check("Roark", "Lando").do("Han", "check", 3, 1, 5, 4)
        assert table.dice("Lando") == (1, 1)
        table = on_the_lift().load("Lando", 4).check("Roark", "Lando").do("Han", "check", 3, 5, 3, 4)
        assert table.dice("Lando") == (1, 5)

    def test_dice_of_orbit_and_the_deep_can_be_loaded_and_stay_as_many(self):
        table = on_the_lift().load("Lando", 6).load("Han", 1).check("Roark", "Lando").do("Han", "check", 3, 6, 6, 1, 1)
        assert [len(table.dice(name)) for name in table.names] == [2, 2, 2]
        table = Table(HANDS)
        assert table.sleights("Lando") == ["Load your die for Orbit"]
        table.check("Roark", "Lando", "Han")
        assert table.sleights("Lando") == ["Load your die for the Deep"]
        table.check("Han", "Roark", "Lando")
        assert table.sleights("Lando") == []
        assert at_the_jump(HANDS).sleights("Roark") == []

    def test_one_die_a_street_is_loaded_in_or_out_of_turn(self):
        table = Table(HANDS)
        assert table.turn == ("Roark",)
        assert all(table.sleights(name) for name in table.names)
        table = Table(HANDS)
        lift = GAME.sleight_round(table.state)
        assert GAME.sleight_round(table.check("Roark").state) == lift
        assert GAME.sleight_round(table.check("Lando", "Han").state) != lift
        assert on_the_lift().load("Lando", 6).sleights("Lando") == []

    def test_loaded_die_is_gone_after_the_roll_or_a_fold(self):
        table = on_the_lift().load("Lando", 6).check("Roark", "Lando").do("Han", "check", 3, 6, 6, 4)
        assert table.state.loaded == ()
        assert table.sleights("Lando") == ["Load your die for the Deep"]
        table = on_the_lift().load("Roark", 6).fold("Roark")
        assert (table.state.loaded, table.sleights("Roark")) == ((), [])
        table = Table(falls=(2, 1, 1), stacks={"Roark": 60}).bet("Roark", 50)
        assert table.sleights("Roark") == ["Load your die for Orbit"]
        assert on_the_lift().load("Han", 6).fold("Roark", "Lando").state.loaded == ()

    def test_load_is_a_private_aside_of_one_to_six(self):
        (move,) = GAME.sleights(on_the_lift().state, 2)
        (face,) = move.fields
        assert (face.type, face.bounds()) == ("number", (1, 6))
        (move,) = GAME.sleights(on_the_lift().state, 2)
        assert (move.place, move.aside) == ("private", True)


class TestWhoKnows:
    def test_only_the_owner_and_the_gm_know_of_a_loaded_die(self):
        step = GAME.sleight(on_the_lift().state, 2, Load(face=6), ScriptedRng(()))
        assert step.events == ()
        assert step.private == ((2, IsLoaded(die="die for Orbit", face=6)),)
        assert on_the_lift().load("Lando", 6).gm_log == ["Lando loads the die for Orbit toward 6."]
        table = on_the_lift().load("Lando", 6).check("Roark", "Lando").do("Han", "check", 3, 2, 5, 4)
        assert table.gm_log[-1] == "The die for Orbit of Lando is loaded toward 6: 2 and 5 are thrown, and 5 counts."
        table = on_the_lift().load("Lando", 6).check("Roark", "Lando")
        chance = ScriptedRng((3, 2, 5, 4))
        GAME.act(table.state, 3, GAME.action("check", {}), chance)
        assert [draw.secret for draw in chance.draws] == [False, True, True, False]
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
    def test_caught_player_folds_publicly_and_the_turn_goes_on(self):
        table = Table(HANDS).check("Roark").caught("Han")
        assert table.state.live == (1, 2)
        assert table.turn == ("Lando",)
        assert Table(HANDS).caught("Roark").turn == ("Lando",)
        table = Table(HANDS).bet("Roark", 50).caught("Roark")
        assert table.state.pot == 80
        assert table.turn == ("Lando",)
        said = Table(HANDS).bet("Roark", 50).caught("Roark").said
        assert said[-1] == "Roark folds."
        table = on_the_lift().check("Roark", "Lando").caught("Han", 3, 6)
        assert [table.dice(name) for name in table.names] == [(2, 3), (1, 6), (1,)]

    def test_caught_player_leaves_all_chips_in_the_pot(self):
        table = Table(HANDS).fold("Roark").caught("Han")
        assert table.nets == {"Roark": -10, "Lando": 20, "Han": -10}
        assert table.state.result is not None
        assert table.state.result.unseen
        table = Table(HANDS, stacks={"Lando": 60}).bet("Roark", 50).call("Lando").caught("Lando")
        assert table.state.live == (1, 3)
        assert table.state.pot == 130
        table = Table(HANDS, stacks={"Lando": 40, "Han": 40}).bet("Roark", 500).call("Lando").caught("Roark")
        assert table.turn == ("Han",)
        assert table.call("Han").state.pot == 590

    def test_caught_player_loses_the_loaded_die_and_nothing_after_folding(self):
        assert on_the_lift().load("Lando", 6).caught("Lando").state.loaded == ()
        table = Table(HANDS).fold("Roark")
        before = table.state
        assert table.caught("Roark").state == before


class TestCaughtInTheJump:
    def test_caught_jumper_passes_the_attempt_on(self):
        assert at_the_jump(HANDS).caught("Roark").asked == ("Lando", "Han")
        assert at_the_jump(HANDS).caught("Lando").asked == ("Roark", "Han")
        table = at_the_jump(HANDS).jump("Roark", "Han", 12, 9).caught("Roark")
        assert (table.state.contest, table.turn) == (None, ("Lando",))

    def test_contest_ends_for_the_caught_and_goes_on_for_others(self):
        table = at_the_jump(HANDS).jump("Roark", "Han", 12, 9).caught("Han")
        assert (table.state.contest, table.turn) == (None, ("Lando",))
        table = at_the_jump(HANDS).jump("Roark", "Han", 12, 9).caught("Lando")
        assert table.turn == ("Roark",)
        assert table.keep("Roark").turn == ("Han",)
        table = Table(HANDS).check("Roark").fold("Lando").check("Han").checked_down()
        assert table.jump("Roark", "Han", 12, 9).caught("Han").nets["Roark"] == 20
        table = at_the_jump(HANDS).passes("Roark", "Lando").caught("Han")
        assert table.nets == {"Roark": 20, "Lando": -10, "Han": -10}


class TestAtATable:
    def test_loaded_dice_are_only_of_crooked_tables_and_offered_moves(self):
        with pytest.raises(RuleError, match="That can't be read as a move of this game"):
            GAME.action("load", {"face": 6})
        game, state = a_crooked_hand()
        with pytest.raises(RuleError, match="You aren't in this hand"):
            game.act(state, 4, Load(face=6), SeededRng(0))

    @pytest.mark.parametrize("face", [0, 7, -1, True, "6"])
    def test_a_crooked_one_refuses_a_face_that_the_die_has_not_got(self, face: Any):
        game, state = a_crooked_hand()
        with pytest.raises(RuleError):
            game.act(state, 2, made(Load, face=face), SeededRng(0))

    def test_its_streets_are_dealt_by_secret_chance(self):
        game, state = a_crooked_hand()
        chance = SeededRng(0)
        for seat in (2, 3, 1):
            state = game.act(state, seat, game.action("check", {}), chance).state
        assert [draw.secret for draw in chance.draws] == [True, True, True]


def a_crooked_hand() -> tuple[AnyGame, Any]:
    """Roark deals, and Lando leads."""
    rules = PilokRules(crooked=True, first_dealer="host")
    game = games.spec_of("pilok").by(rules).game
    players = tuple(Player(seat=seat, stack=100) for seat, name in enumerate(NAMES, start=1))
    return game, game.start(game.Deal(rules=rules, players=players), ScriptedRng((6, 1, 1))).state


class TestStorage:
    def test_crooked_hands_are_stored_and_honest_ones_as_before(self):
        state = Table(HANDS).state
        assert list(state.to_dict()) == [
            *("deal", "dealer", "street", "leader", "gamblers", "betting", "owed", "jumpers", "contest", "result"),
        ]
        assert "crooked" not in state.to_json()
        assert "crooked" not in PilokRules().to_json()
        assert PilokRules.from_json(PilokRules(crooked=True).to_json()).crooked
        state = on_the_lift().load("Lando", 6).state
        assert GAME.read(state.to_json(), GAME.version) == state
