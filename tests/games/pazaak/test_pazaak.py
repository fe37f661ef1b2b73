"""Pazaak: stakes, turns, sets, the main deck, and the end of a match."""

from typing import Any

import pytest

from bot.engine.game import Player
from bot.engine.moves import find
from bot.engine.rng import SeededRng
from cogs.pazaak.rules import GAME, WHOLE, draw
from cogs.pazaak.state import PRESETS, Laid, PazaakRules
from tests.games.pazaak.pazaak_table import HAN_BEGINS, Table, won_by_standing


class TestTheStakes:
    def test_both_stake_the_same_and_the_winner_takes_both(self):
        table = Table(stake=30)
        assert [gambler.stack for gambler in table.state.gamblers] == [70, 70]
        assert table.shows[1] == "Pot 60 cr · first to 3 sets"
        table = won_by_standing("Han", "Han", "Han", stake=30)
        assert table.score == (3, 0)
        assert table.nets == [30, -30]
        assert table.end.house == 0
        table = won_by_standing("Lando", "Lando", "Lando", stake=0)
        assert table.nets == [0, 0]
        assert table.said[-1] == "Lando wins the match 3 to 0."

    def test_match_is_settled_once_with_the_house_cut(self):
        table = won_by_standing("Han", sets=1, stake=15, cut=5)
        assert table.end.house == 1
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
        assert "Han draws 7, Lando 7, then Han 7, Lando 7, then Han 7, Lando 7, then" in table.said[3]
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
        assert table.said[-1] == "Han gives up the match: Lando wins it and takes 20 cr."
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
    players = (Player(seat=17, stack=100), Player(seat=4, stack=100))
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
    deal = GAME.Deal(rules=table.rules, players=table.players, carry=table.end.carry)
    again = Table(sets=1)
    assert (
        GAME.start(deal, SeededRng(0)).state.evolve(deal=again.state.deal)
        == GAME.start(again.state.deal, SeededRng(0)).state
    )
    assert again.cards.main == Table(high=HAN_BEGINS).cards.main


class TestTheCardOfTheMainDeck:
    def test_turn_begins_with_a_card_that_adds_up(self):
        table = Table("7")
        assert table.lies("Han") == [7]
        assert table.draws("9").ends("Han").lies("Lando") == [9]
        assert Table("7").keys("Han") == ["play", "end", "stand", "forfeit"]
        assert Table("7").keys("Lando") == ["forfeit"]
        assert Table("7 1 8").ends("Han", "Lando").total_of("Han") == 15


class TestEndingTheTurn:
    def test_next_turn_is_the_others_with_another_card(self):
        table = Table("7 8").ends("Han")
        assert table.turn == "Lando"
        assert table.said[-1] == "Han ends the turn on 7. Lando draws 8."
        assert Table("7 8 2").ends("Han", "Lando").lies("Han") == [7, 2]


class TestStanding:
    def test_standing_keeps_the_total_till_the_end(self):
        table = Table("7 8 5 4").stands("Han").ends("Lando", "Lando")
        assert table.turn == "Lando"
        assert (table.lies("Han"), table.lies("Lando")) == ([7], [8, 5, 4])
        assert Table("7 8").stands("Han", "Lando").sets == [("outscored", "Lando")]
        assert Table("9 8").stands("Han", "Lando").sets == [("outscored", "Han")]
        table = Table("7 8").stands("Han")
        for kind, fields in (("play", {"card": "plus_1"}), ("end", {}), ("stand", {})):
            assert table.refusal("Han", kind, **fields) == "You stand, so you play no more cards in this set."
        table = Table("7 8").plays("Han", "+4").stands("Han")
        assert table.total_of("Han") == 11

    @pytest.mark.parametrize("first", range(1, 11))
    def test_any_total_will_do(self, first: int):
        assert Table(str(first)).stands("Han").sees("Han").stands


class TestTwenty:
    def test_twenty_stands_at_once_and_two_tie(self):
        table = Table("10 5 10 6").ends("Han", "Lando")
        assert table.sees("Han").stands
        assert table.turn == "Lando"
        assert table.said[-1] == (
            "Lando ends the turn on 5. Han draws 10 and has 20. Han stands on 20. Lando draws 6 and has 11."
        )
        table = Table("10 5 9 6").ends("Han", "Lando").plays("Han", "+1")
        assert table.sees("Han").stands
        assert table.turn == "Lando"
        table = Table("10 5 10 6", hands={"Han": "T +2 +3 +4"}).ends("Han", "Lando")
        assert table.refusal("Han", "play", card="tiebreaker+1") == "You stand, so you play no more cards in this set."
        assert Table("10 10 10 10").ends("Han", "Lando").sets == [("tie", "nobody")]


class TestGoingOver:
    def test_bust_is_judged_at_the_end_of_the_turn(self):
        table = Table("10 5 9 5 4").ends("Han", "Lando", "Han", "Lando")
        assert table.total_of("Han") == 23
        assert table.sets == []
        assert table.ends("Han").sets == [("bust", "Lando")]
        table = Table("10 5 9 5 4", hands={"Han": "-4 +2 +3 +4"}).ends("Han", "Lando", "Han", "Lando")
        table.plays("Han", "-4").stands("Han")
        assert (table.total_of("Han"), table.sets) == (19, [])
        table = Table("10 5 9 5 4").ends("Han", "Lando", "Han", "Lando")
        assert table.keys("Han") == ["play", "end", "forfeit"]
        assert table.refusal("Han", "stand") == (
            "You can't stand with more than 20. Play a side card, or end the turn and lose the set."
        )

    @pytest.mark.parametrize("hand", ["-4 +2 +3 +4", "+1 +2 +3 +4"])
    def test_bust_asks_for_confirmation_whatever_is_in_the_hand(self, hand: str):
        table = Table("10 5 9 5 4", hands={"Han": hand}).ends("Han", "Lando", "Han", "Lando")
        end = find(table.moves("Han"), "end")
        assert end is not None
        assert (end.label, end.confirm) == ("End turn", "You're over 20. End the turn and lose the set?")
        before = find(Table("10").moves("Han"), "end")
        assert before is not None
        assert before.confirm is None

    def test_bust_ends_the_set_and_a_total_below_zero_does_not(self):
        table = Table("10 5 9 2").ends("Han", "Lando").ends("Han").draws("4").ends("Lando").ends("Han")
        assert table.sets == [("bust", "Lando")]
        assert table.lies("Han") == []
        table = Table("1 10 9 5").stands("Han").ends("Lando", "Lando").ends("Lando")
        assert table.said[-2] == "Han stands on 1, Lando busts with 24: Han wins the set, 1 to 0."
        table = Table("10 5 9").ends("Han", "Lando").plays("Han", "+4").ends("Han")
        assert table.sets == [("bust", "Lando")]
        table = Table("1 1", hands={"Han": "-6 +2 +3 +4"}).plays("Han", "-6")
        assert table.total_of("Han") == -5
        assert table.stands("Han", "Lando").sets == [("outscored", "Lando")]


class TestOneSideCardATurn:
    def test_one_side_card_a_turn_is_played_and_gone(self):
        table = Table("7").plays("Han", "+1")
        assert table.keys("Han") == ["end", "stand", "forfeit"]
        refused = table.refusal("Han", "play", card="plus_2")
        assert refused == "You've played a side card this turn. You can play only one a turn."
        table = Table("7 5 2").plays("Han", "+1").ends("Han", "Lando").plays("Han", "+2")
        assert table.lies("Han") == [7, 1, 2, 2]
        assert Table("7").plays("Han", "+1").turn == "Han"
        table = Table("7 5 2").plays("Han", "+1").ends("Han", "Lando")
        assert table.hand("Han") == "+2, +3, +4"
        assert table.refusal("Han", "play", card="plus_1") == "Pick from what is offered, each at most once."
        table = Table("7", hand_size=1).plays("Han", "+1").ends("Han", "Lando")
        assert table.keys("Han") == ["end", "stand", "forfeit"]
        assert table.refusal("Han", "play", card="plus_1") == "You have no side cards left in your hand."

    @pytest.mark.parametrize("card", ["plus_6", "either_1+1", "joker", "", "plus_1-1", "plus_1 ", "PLUS_1"])
    def test_a_card_that_is_not_in_the_hand_is_refused(self, card: str):
        assert Table("7").refusal("Han", "play", card=card) == "Pick from what is offered, each at most once."

    @pytest.mark.parametrize("card", [None, 3, ("plus_1",), ["plus_1"]])
    def test_unknown_card_is_refused(self, card: object):
        assert Table("7").refusal("Han", "play", card=card) == "That can't be read as a move of this game."


class TestRefusals:
    def test_moves_at_other_times_are_refused(self):
        table = Table("7")
        for kind, fields in (("play", {"card": "plus_1"}), ("end", {}), ("stand", {})):
            assert table.refusal("Lando", kind, **fields) == "It isn't your turn."
        table = Table(chosen=False)
        assert table.refusal("Han", "stand") == "Choose your side deck first."
        table.do("Han", "deck", deck="1")
        assert table.refusal("Han", "end") == "You've chosen your side deck. Wait for the other player."
        assert table.refusal("Han", "deck", deck="1") == "You've chosen your side deck. Wait for the other player."
        refused = Table().refusal("Han", "deck", deck="1")
        assert refused == "The side decks are chosen. You keep yours for this match."
        table = won_by_standing("Han", sets=1)
        assert {table.refusal(name, "end") for name in table.names} == {"The match is over."}
        assert GAME.refusal(Table().state, 9, GAME.action("end", {})) == "You don't play in this match."


class TestAbsence:
    def test_absent_player_stands_on_seventeen_or_more(self):
        table = Table(chosen=False, hands={"Han": "D x10"})
        assert table.absent("Han") == "deck"
        assert table.state.gambler(1).deck == ("double",) * 10
        assert Table("10 1 7").ends("Han", "Lando").absent("Han") == "stand"
        assert Table("10 1 6").ends("Han", "Lando").absent("Han") == "end"
        assert Table("9 8").stands("Han").absent("Lando") == "end"
        assert Table("8 9").stands("Han").absent("Lando") == "stand"
        assert Table("8 8").stands("Han").absent("Lando") == "stand"
        table = Table("10 5 9 5 4", hands={"Han": "-4 +2 +3 +4"}).ends("Han", "Lando", "Han", "Lando")
        assert table.absent("Han") == "end"
        assert table.sets == [("bust", "Lando")]

    def test_a_turn_is_one_choice_however_many_clicks_it_takes(self):
        table = Table("7")
        before = GAME.asks(table.state, 1)
        assert GAME.asks(table.plays("Han", "+1").state, 1) == before
        assert GAME.asks(table.ends("Han", "Lando").state, 1) != before


def test_the_moves_on_the_table_are_the_same_whatever_somebody_holds():
    tables = [Table("7", hands={"Han": hand}) for hand in ("+1 +2 +3 +4", "D T 2&4 ±6")]
    shown = [[(move.key, move.label) for move in table.moves("Han")] for table in tables]
    assert (
        shown[0]
        == shown[1]
        == [
            ("play", "Play a card"),
            ("end", "End turn"),
            ("stand", "Stand"),
            ("forfeit", "Give up"),
        ]
    )
    play = find(tables[0].moves("Han"), "play")
    assert play is not None
    assert play.place == "private"


def eight_cards(hand: str = "+1 +2 +3 -2", *, eighth: int = 2, **options: Any) -> Table:
    """Han has eight cards, 12 together unless the eighth is another one; Lando stands on 20."""
    table = Table(f"1 10 1 10 1 1 2 2 2 {eighth}", hands={"Han": hand}, **options)
    return table.ends("Han", "Lando", *["Han"] * 6)


class TestAFilledTable:
    def test_ninth_card_up_to_twenty_wins_at_once(self):
        table = eight_cards().draws("3").ends("Han")
        assert table.sets == [("filled", "Han")]
        assert "Han fills the table with 15 against 20: Han wins the set, 1 to 0." in table.said
        assert eight_cards().draws("8").ends("Han").sets == [("filled", "Han")]
        assert eight_cards().plays("Han", "+3").sets == [("filled", "Han")]
        assert eight_cards("2&4 +1 +2 +3").plays("Han", "2&4").sets == [("filled", "Han")]

    def test_table_is_full_with_nine_cards_not_over_twenty(self):
        assert eight_cards().sets == []
        table = eight_cards().draws("9").ends("Han")
        assert table.sets == [("no_place", "Lando")]
        assert "Lando stands on 20, Han has no place left and busts with 21: Lando wins the set, 1 to 0." in table.said
        assert eight_cards("+6 +2 +3 -2", eighth=9).plays("Han", "+6").sets == [("no_place", "Lando")]
        assert eight_cards(sets=1).draws("3").ends("Han").nets == [10, -10]


class TestARescue:
    def test_tenth_side_card_may_rescue_a_ninth(self):
        table = eight_cards(filled="rescue").draws("9").ends("Han")
        assert table.sets == []
        assert table.plays("Han", "-2").sets == [("filled", "Han")]
        assert eight_cards(filled="rescue").draws("9").ends("Han").plays("Han", "+1").sets == [("no_place", "Lando")]
        assert eight_cards(filled="rescue").draws("9").ends("Han", "Han").sets == [("bust", "Lando")]

    def test_rescue_needs_a_card_an_open_turn_and_a_late_bust(self):
        assert eight_cards(filled="rescue", hand_size=0).draws("9").ends("Han").sets == [("no_place", "Lando")]
        table = eight_cards("+6 +2 +3 -2", eighth=9, filled="rescue").plays("Han", "+6")
        assert table.sets == [("no_place", "Lando")]
        assert eight_cards(filled="rescue", bust="at_once").draws("9").ends("Han").sets == [("no_place", "Lando")]


class TestWithoutThatRule:
    def test_ninth_card_is_like_others_without_the_rule(self):
        table = eight_cards(filled="none").draws("3").ends("Han")
        assert (table.sets, table.turn, table.total_of("Han")) == ([], "Han", 15)
        assert table.stands("Han").sets == [("outscored", "Lando")]
        table = eight_cards(filled="none").draws("9").ends("Han").plays("Han", "-2")
        assert (table.sets, table.lies("Han")[-2:]) == ([], [9, -2])


class TestComparing:
    def test_higher_total_wins_and_equal_ones_tie(self):
        assert Table("1 2").stands("Han", "Lando").sets == [("outscored", "Lando")]
        assert Table("7 7").stands("Han", "Lando").sets == [("tie", "nobody")]
        table = Table("1 1", hands={"Han": "-6 +2 +3 +4", "Lando": "-5 +2 +3 +4"})
        table.plays("Han", "-6").stands("Han").plays("Lando", "-5").stands("Lando")
        assert table.sets == [("outscored", "Lando")]
        assert "Lando stands on −4, Han on −5: Lando wins the set, 1 to 0." in table.said


class TestTheMainDeck:
    def test_main_deck_is_shared_and_whole_for_every_set_unless_it_runs_on(self):
        state = Table("10 9").ends("Han").state
        assert len(WHOLE) == 40
        (left,) = state.bags
        assert len(left) == 38
        assert (left.count(10), left.count(9), left.count(1)) == (3, 3, 4)
        (left,) = won_by_standing("Han").state.bags
        assert len(left) == 39
        (left,) = won_by_standing("Han", reshuffle=False).state.bags
        assert len(left) == 35

    def test_deck_for_each_or_without_end(self):
        han, lando = Table("10 9 8", main_deck="own").ends("Han", "Lando").state.bags
        assert (len(han), len(lando)) == (38, 39)
        assert (han.count(10), lando.count(10)) == (3, 4)
        table = Table("1 1 1 1 1 1 1 1 1 1", main_deck="endless", high="3 9").ends("Lando", "Han", "Lando")
        assert table.state.bags == ()
        assert table.ends("Han", "Lando", "Han", "Lando", "Han", "Lando").lies("Lando") == [1] * 5

    def test_deck_that_runs_out_is_shuffled_from_what_lies_on_no_table(self):
        state = Table("10 9", reshuffle=False).ends("Han").state.evolve(bags=((),))
        number, after = draw(state, 1, SeededRng(1))
        (left,) = after
        assert sorted((number, *left, 10, 9)) == sorted(WHOLE)
        state = Table("10 10", reshuffle=False, main_deck="own").ends("Han").state.evolve(bags=((), WHOLE))
        _, after = draw(state, 1, SeededRng(1))
        assert [len(bag) for bag in after] == [38, 40]
        state = Table(filled="none").state
        han, lando = state.gamblers
        lying = han.evolve(table=tuple(Laid(number=number) for number in WHOLE))
        full = state.evolve(gamblers=(lying, lando), bags=((),))
        _, after = draw(full, 2, SeededRng(1))
        assert len(after[0]) == 39
        assert not any(draw.secret for draw in Table("7 8").ends("Han").cards.draws if draw.bound > 10)
