"""Cheating at Bounder: a loaded d20, and who knows of it."""

import pytest

from bot.engine.cheating.loaded_dice import IsLoaded, Load
from bot.engine.rng import ScriptedRng
from cogs.bounder.rules import GAME
from cogs.bounder.state import BounderRules
from tests.games.bounder.bounder_table import Table, bets_open, classic_table, points_rolled


class TestTheFirstDie:
    def test_first_die_may_be_loaded_before_staking_and_the_nearer_throw_counts(self):
        table = Table()
        assert [table.sleights(name) for name in table.names] == [["Load your first d20"], [], []]
        assert Table().load("Roark", 1).stakes("Roark", 10, 9, 3).gambler("Roark").point == 3
        assert Table().load("Roark", 20).stakes("Roark", 10, 9, 3).gambler("Roark").point == 9
        assert Table().load("Roark", 1).stakes("Roark", 10, 9, 3).state.loaded == ()

    def test_first_die_is_loaded_once_and_gone_with_the_dice(self):
        table = Table().load("Roark", 1).do("Roark", "pass")
        assert table.state.loaded == ()
        assert table.stakes("Lando", 10, 9).gambler("Lando").point == 9
        assert Table().load("Roark", 1).sleights("Roark") == []
        assert Table(bank=10, stacks={"Roark": 4}).sleights("Roark") == []

    def test_classic_players_load_their_own_first_die(self):
        table = classic_table().stakes("Lando", 20).do("Han", "pass")
        assert [table.sleights(name) for name in table.names] == [["Load your first d20"]] * 3
        table = (
            classic_table().load("Lando", 20).stakes("Roark", 10).stakes("Lando", 20).stakes("Han", 30, 14, 3, 16, 20)
        )
        assert [table.gambler(name).point for name in table.names] == [14, 16, 20]
        table = classic_table().load("Lando", 20).stakes("Roark", 10).stakes("Han", 30).do("Lando", "pass", 14, 20)
        assert table.state.loaded == ()


class TestTheSecondDie:
    def test_second_die_may_be_loaded_until_the_dice_fall(self):
        doubling = Table().stakes("Roark", 10, 14)
        assert [doubling.sleights(name) for name in doubling.names] == [["Load your second d20"], [], []]
        betting = bets_open()
        assert [betting.sleights(name) for name in betting.names] == [["Load your second d20"], [], []]
        table = bets_open(point=14).load("Roark", 1).rolls(2, 4, 6, 13, 5)
        assert table.gambler("Roark").second == 5
        assert table.nets["Roark"] == 10
        table = bets_open(point=12).load("Roark", 1).rolls(2, 4, 6)
        assert (table.gambler("Roark").second, table.nets["Roark"]) == (None, -10)

    def test_each_roll_has_one_try_of_whoever_rolls(self):
        table = points_rolled()
        assert [table.sleights(name) for name in table.names] == [["Load your second d20"]] * 3
        table = classic_table().stakes("Roark", 10).stakes("Lando", 20).do("Han", "pass", 14, 3)
        assert table.sleights("Han") == []
        table = Table()
        first = GAME.sleight_round(table.state)
        second = GAME.sleight_round(table.stakes("Roark", 10, 14).state)
        assert first != second
        assert GAME.sleight_round(table.keeps("Roark").state) == second
        assert bets_open().rolls(2, 4, 6, 5).sleights("Roark") == []


class TestWhoKnows:
    def test_only_the_owner_and_the_gm_know_of_a_loaded_die(self):
        step = GAME.sleight(bets_open().state, 1, Load(face=20), ScriptedRng(()))
        assert (step.events, step.private) == ((), ((1, IsLoaded(die="second d20", face=20)),))
        assert bets_open().load("Roark", 20).gm_log == ["Roark loads the second d20 toward 20."]
        table = bets_open().load("Roark", 1).rolls(2, 4, 6, 13, 5)
        assert table.gm_log[-1] == "The second d20 of Roark is loaded toward 1: 13 and 5 are thrown, and 5 counts."
        loaded, honest = bets_open().load("Roark", 1).rolls(2, 4, 6, 13, 5), bets_open().rolls(2, 4, 6, 5)
        assert (loaded.said, loaded.shows) == (honest.said, honest.shows)

    @pytest.mark.parametrize("seat", [None, 1, 2, 3, 4])
    def test_nobody_can_see_that_it_is_loaded(self, seat: int | None):
        honest, loaded = bets_open(), bets_open().load("Roark", 20)
        assert GAME.view(loaded.state, seat) == GAME.view(honest.state, seat)
        assert GAME.to_act(loaded.state) == GAME.to_act(honest.state)
        assert GAME.moves(loaded.state, seat or 0) == GAME.moves(honest.state, seat or 0)


class TestTheBank:
    def test_bank_counts_on_the_best_result_of_a_loaded_die(self):
        assert bets_open(bank=100).load("Roark", 20).moves("Lando") == bets_open(bank=100).moves("Lando")
        table = Table(bank=20, dealer_bets=False).load("Roark", 1).stakes("Roark", 10, 7, 1, *(2, 4, 6), 20)
        assert table.end.bank == 0


class TestStorage:
    def test_crooked_rounds_are_stored_and_honest_ones_as_before(self):
        state = bets_open().state
        assert list(state.to_dict()) == ["deal", "phase", "shooter", "line", "gamblers", "bank", "result"]
        assert list(state.gamblers[0].to_dict()) == [
            *("seat", "stack", "stake", "point", "second", "bets", "raised", "is_done", "is_spared"),
        ]
        assert "crooked" not in state.to_json()
        assert "crooked" not in BounderRules().to_json()
        assert BounderRules.from_json(BounderRules(crooked=True).to_json()).crooked
        state = Table(shooter="Lando").caught("Lando").load("Han", 6).state
        assert GAME.read(state.to_json(), GAME.version) == state
