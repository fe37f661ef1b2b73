"""A match of Pazaak from the stakes to the settlement (seed 002; rules 5.3, 5.14, 5.20)."""

import pytest

from bot.engine.game import Player
from bot.engine.rng import SeededRng
from cogs.pazaak.rules import GAME
from cogs.pazaak.state import PRESETS, PazaakRules
from tests.games.pazaak.pazaak_table import HAN_BEGINS, Table, won_by_standing


class TestTheStakes:
    def test_both_stake_the_same_and_the_winner_takes_both(self):
        table = Table(stake=30)
        assert [gambler.stack for gambler in table.state.gamblers] == [70, 70]
        assert table.shows[1] == "Pot 60 cr · first to 3 sets"
        table = won_by_standing("Han", "Han", "Han", stake=30)
        assert table.score == (3, 0)
        assert table.nets == [30, -30]
        assert table.end_of_match.house == 0
        table = won_by_standing("Lando", "Lando", "Lando", stake=0)
        assert table.nets == [0, 0]
        assert table.said[-1] == "Lando wins the match 3 to 0."

    def test_match_is_settled_once_with_the_house_cut(self):
        table = won_by_standing("Han", sets=1, stake=15, cut=5)
        assert table.end_of_match.house == 1
        assert table.nets == [14, -15]
        assert table.said[-1] == "Han wins the match 1 to 0 and takes 29 cr. The house keeps 1 cr."
        assert [GAME.least_stack(PazaakRules(stake=stake)) for stake in (0, 30)] == [0, 30]
        assert [GAME.buy_in(PazaakRules(stake=stake)).low for stake in (0, 30)] == [0, 30]
        table = won_by_standing("Han", "Han")
        assert GAME.outcome(table.state) is None
        assert GAME.to_act(won_by_standing("Han", "Han", "Han").state) == frozenset()


class TestSets:
    def test_three_sets_win_the_match(self):
        assert won_by_standing("Han", "Lando", "Han", "Lando").turn == "Lando"
        assert won_by_standing("Han", "Lando", "Han", "Lando", "Han").nets == [10, -10]

    @pytest.mark.parametrize("goal", [1, 2, 5])
    def test_a_table_may_want_more_or_fewer(self, goal: int):
        assert won_by_standing(*["Han"] * (goal - 1), sets=goal).turn == "Han"
        assert won_by_standing(*["Han"] * goal, sets=goal).nets == [10, -10]

    def test_ties_replay_the_set_without_limit_on_cleared_tables(self):
        table = won_by_standing("nobody")
        assert table.sets == [("tie", "nobody")]
        assert table.score == (0, 0)
        assert table.state.number == 2
        table = won_by_standing(*["nobody"] * 25)
        assert table.state.number == 26
        assert table.score == (0, 0)
        table = won_by_standing("Han")
        assert (table.lies("Han"), table.lies("Lando")) == ([10], [])
        assert not any(gambler.stands for gambler in table.state.gamblers)


class TestWhoBegins:
    def test_higher_card_of_a_whole_deck_begins(self):
        assert Table(high="3 9").turn == "Lando"
        assert Table(high="9 3").turn == "Han"
        table = Table(high="7 7 7 7 7 7 2 7")
        assert table.turn == "Lando"
        assert "they draw Han 7 and Lando 7, then Han 7 and Lando 7, then Han 7 and Lando 7, then" in table.said[3]
        table = Table("10 10 10 10", high="10 9").ends("Han", "Lando")
        assert table.sets == [("tie", "nobody")]

    def test_winner_of_a_set_or_the_other_after_a_tie_begins_the_next(self):
        assert won_by_standing("Han").turn == "Han"
        assert won_by_standing("Lando").turn == "Lando"
        assert won_by_standing("nobody").turn == "Lando"
        assert won_by_standing("nobody", "nobody").turn == "Han"
        assert won_by_standing("Lando", "nobody").turn == "Han"


class TestGivingUp:
    def test_giving_up_loses_the_match_at_any_time(self):
        table = won_by_standing("Han", "Han").gives_up("Han")
        assert table.nets == [-10, 10]
        assert table.said[-1] == "Han gives the match up: Lando wins it and takes 20 cr."
        table = Table(chosen=False).gives_up("Lando")
        assert table.nets == [10, -10]
        assert GAME.seals(table.state, None) == ()

    def test_giving_up_or_leaving_waits_for_no_turn_but_a_confirmation(self):
        assert Table().gives_up("Lando").nets == [10, -10]
        assert Table("9").stands("Han").gives_up("Han").nets == [-10, 10]
        table = Table(chosen=False).do("Han", "deck", deck="1")
        assert table.keys("Han") == ["forfeit"]
        assert table.gives_up("Han").nets == [-10, 10]
        (move,) = (move for move in Table().moves("Han") if move.key == "forfeit")
        assert move.style == "danger"
        assert move.confirm
        table = Table()
        assert table.absent("Han", leaves=True) == "forfeit"
        assert table.nets == [-10, 10]


class TestWageredCards:
    def test_wagered_cards_go_to_the_winner_where_allowed(self):
        table = won_by_standing("Lando", sets=1, wagers={"Han": "+3 T", "Lando": "D"})
        assert table.awards == {"Han 1": "Lando", "Han 2": "Lando", "Lando 1": "Lando"}
        assert table.said[-1] == (
            "Lando wins the match 1 to 0 and takes 20 cr and the wagered cards (+3, Tiebreaker, Double)."
        )
        table = won_by_standing("Han", sets=1, stake=0, wagers={"Lando": "+3x2"})
        assert table.awards == {"Lando 1": "Han", "Lando 2": "Han"}
        assert table.said[-1] == "Han wins the match 1 to 0 and takes the wagered cards (2 × +3)."
        assert Table(wagers={"Han": "D"}).gives_up("Han").awards == {"Han 1": "Lando"}
        assert GAME.wagers_goods(PazaakRules())
        assert not GAME.wagers_goods(PazaakRules(wagers=False))


def test_two_sit_down():
    assert list(GAME.seats) == [2]


def test_seats_bear_whatever_numbers_they_have():
    players = (Player(seat=17, name="Han", stack=100), Player(seat=4, name="Lando", stack=100))
    for name, rules in PRESETS.items():
        chance = SeededRng(name)
        state = GAME.start(GAME.Deal(rules=rules, players=players), chance).state
        for seat in sorted(state.choosing):
            state = GAME.act(state, seat, GAME.on_timeout(state, seat), chance).state
        assert state.turn in {4, 17}
        while waiting := GAME.to_act(state):
            (seat,) = waiting
            state = GAME.act(state, seat, GAME.on_timeout(state, seat), chance).state
        end = GAME.outcome(state)
        assert end is not None
        assert sorted(stack for _, stack in end.stacks) == [100 - rules.stake, 100 + rules.stake]


def test_every_match_begins_anew():
    table = won_by_standing("Lando", sets=1)
    deal = GAME.Deal(rules=table.rules, players=table.players, carry=table.end_of_match.carry)
    again = Table(sets=1)
    assert (
        GAME.start(deal, SeededRng(0)).state.evolve(deal=again.state.deal)
        == GAME.start(again.state.deal, SeededRng(0)).state
    )
    assert again.cards.main == Table(high=HAN_BEGINS).cards.main
