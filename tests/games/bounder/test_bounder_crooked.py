"""Cheating at Bounder: a loaded d20, and who knows of it."""

import pytest

from bot.engine.cheating.loaded_dice import IsLoaded, Load
from bot.engine.options import options_of, with_options
from bot.engine.rng import ScriptedRng
from cogs.bounder.rules import GAME
from cogs.bounder.state import BounderRules
from tests.games.bounder.bounder_table import Table, bets_open, classic_table, points_rolled


class TestTheFirstDie:
    def test_first_die_may_be_loaded_before_staking(self):
        table = Table()
        assert [table.sleights(name) for name in table.names] == [["Load your first d20"], [], []]

    def test_the_throw_nearer_to_the_face_is_the_point(self):
        assert Table().load("Roark", 1).stakes("Roark", 10, 9, 3).gambler("Roark").point == 3
        assert Table().load("Roark", 20).stakes("Roark", 10, 9, 3).gambler("Roark").point == 9

    def test_first_loaded_die_is_used_up_by_the_stake(self):
        assert Table().load("Roark", 1).stakes("Roark", 10, 9, 3).state.loaded == ()

    def test_passing_the_dice_gives_up_the_loaded_die(self):
        table = Table().load("Roark", 1).do("Roark", "pass")
        assert table.state.loaded == ()
        assert table.stakes("Lando", 10, 9).gambler("Lando").point == 9

    def test_first_die_is_loaded_only_once(self):
        assert Table().load("Roark", 1).sleights("Roark") == []

    def test_first_die_is_not_loaded_when_no_stake_is_possible(self):
        assert Table(bank=10, stacks={"Roark": 4}).sleights("Roark") == []

    def test_in_the_classic_version_everybody_may_until_the_dice_fall(self):
        table = classic_table().stakes("Lando", 20).do("Han", "pass")
        assert [table.sleights(name) for name in table.names] == [["Load your first d20"]] * 3

    def test_in_the_classic_version_each_rolls_their_own(self):
        table = (
            classic_table().load("Lando", 20).stakes("Roark", 10).stakes("Lando", 20).stakes("Han", 30, 14, 3, 16, 20)
        )
        assert [table.gambler(name).point for name in table.names] == [14, 16, 20]

    def test_of_somebody_who_sits_out_it_is_nothing(self):
        table = classic_table().load("Lando", 20).stakes("Roark", 10).stakes("Han", 30).do("Lando", "pass", 14, 20)
        assert table.state.loaded == ()


class TestTheSecondDie:
    def test_the_shooter_may_load_it_until_the_dice_fall(self):
        doubling = Table().stakes("Roark", 10, 14)
        assert [doubling.sleights(name) for name in doubling.names] == [["Load your second d20"], [], []]
        betting = bets_open()
        assert [betting.sleights(name) for name in betting.names] == [["Load your second d20"], [], []]

    def test_the_throw_nearer_to_the_face_is_the_second_roll(self):
        table = bets_open(point=14).load("Roark", 1).rolls(2, 4, 6, 13, 5)
        assert table.gambler("Roark").second == 5
        assert table.nets["Roark"] == 10

    def test_loaded_second_die_is_wasted_when_the_point_is_matched(self):
        table = bets_open(point=12).load("Roark", 1).rolls(2, 4, 6)
        assert (table.gambler("Roark").second, table.nets["Roark"]) == (None, -10)

    def test_in_the_classic_version_every_shooter_may(self):
        table = points_rolled()
        assert [table.sleights(name) for name in table.names] == [["Load your second d20"]] * 3

    def test_player_who_sits_out_loads_no_second_die(self):
        table = classic_table().stakes("Roark", 10).stakes("Lando", 20).do("Han", "pass", 14, 3)
        assert table.sleights("Han") == []

    def test_before_each_roll_there_is_one_try(self):
        table = Table()
        first = GAME.sleight_round(table.state)
        second = GAME.sleight_round(table.stakes("Roark", 10, 14).state)
        assert first != second
        assert GAME.sleight_round(table.keeps("Roark").state) == second

    def test_when_the_round_is_over_there_is_none(self):
        assert bets_open().rolls(2, 4, 6, 5).sleights("Roark") == []


class TestWhoKnows:
    def test_loaded_die_is_shown_only_to_its_owner_and_the_gm(self):
        step = GAME.sleight(bets_open().state, 1, Load(face=20), ScriptedRng(()))
        assert (step.events, step.private) == ((), ((1, IsLoaded(die="second d20", face=20)),))
        assert bets_open().load("Roark", 20).log == ["Roark loads the second d20 towards 20."]

    def test_the_gm_sees_both_throws(self):
        table = bets_open().load("Roark", 1).rolls(2, 4, 6, 13, 5)
        assert table.log[-1] == "The second d20 of Roark is loaded towards 1: 13 and 5 are thrown, and 5 counts."

    def test_the_table_says_what_it_would_have_said(self):
        loaded, honest = bets_open().load("Roark", 1).rolls(2, 4, 6, 13, 5), bets_open().rolls(2, 4, 6, 5)
        assert (loaded.said, loaded.shows) == (honest.said, honest.shows)

    @pytest.mark.parametrize("seat", [None, 1, 2, 3, 4])
    def test_nobody_can_see_that_it_is_loaded(self, seat: int | None):
        honest, loaded = bets_open(), bets_open().load("Roark", 20)
        assert GAME.view(loaded.state, seat) == GAME.view(honest.state, seat)
        assert GAME.to_act(loaded.state) == GAME.to_act(honest.state)
        assert GAME.moves(loaded.state, seat or 0) == GAME.moves(honest.state, seat or 0)


class TestTheBank:
    def test_bank_takes_the_same_bets_with_a_loaded_die(self):
        assert bets_open(bank=100).load("Roark", 20).moves("Lando") == bets_open(bank=100).moves("Lando")

    def test_bank_can_pay_the_best_result_of_a_loaded_die(self):
        table = Table(bank=20, dealer_bets=False).load("Roark", 1).stakes("Roark", 10, 7, 1, *(2, 4, 6), 20)
        assert table.end.bank == 0


class TestStorage:
    def test_an_honest_round_is_stored_as_it_was_before_there_were_loaded_dice(self):
        state = bets_open().state
        assert list(state.model_dump()) == ["deal", "phase", "shooter", "line", "gamblers", "bank", "result"]
        assert list(state.gamblers[0].model_dump()) == [
            *("seat", "stack", "stake", "point", "second", "bets", "raised", "is_done", "is_spared"),
        ]
        assert "crooked" not in state.to_json()

    def test_crooked_house_rules_are_stored(self):
        assert "crooked" not in BounderRules().to_json()
        assert BounderRules.from_json(BounderRules(crooked=True).to_json()).crooked

    def test_crooked_state_is_stored(self):
        state = Table(shooter="Lando").caught("Lando").load("Han", 6).state
        assert GAME.read(state.to_json(), GAME.version) == state


class TestTheHouseRule:
    def test_nobody_cheats_unless_the_table_is_crooked(self):
        assert not BounderRules().crooked

    def test_crooked_is_the_last_option(self):
        assert options_of(BounderRules)[-1].name == "crooked"

    def test_crooked_combines_with_every_other_option(self):
        assert with_options(BounderRules(), {"version": "classic", "crooked": True}).crooked
