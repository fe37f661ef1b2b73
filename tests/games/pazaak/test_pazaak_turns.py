"""A turn of Pazaak: the card that comes, one side card, the end of the turn or standing (rules 5.5 to 5.7, 5.17 to
5.19).
"""

import pytest

from bot.engine.moves import find
from cogs.pazaak.rules import GAME
from tests.games.pazaak.pazaak_table import Table, won_by_standing


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
            assert table.refusal("Han", kind, **fields) == "You stand, and play no more cards in this set."
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
        assert table.refusal("Han", "play", card="tiebreaker+1") == "You stand, and play no more cards in this set."
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
            "Over 20 there is nothing to stand on: end the turn, which loses the set."
        )

    @pytest.mark.parametrize("hand", ["-4 +2 +3 +4", "+1 +2 +3 +4"])
    def test_bust_asks_for_confirmation_whatever_is_in_the_hand(self, hand: str):
        table = Table("10 5 9 5 4", hands={"Han": hand}).ends("Han", "Lando", "Han", "Lando")
        end = find(table.moves("Han"), "end")
        assert end is not None
        assert (end.label, end.confirm) == ("End turn", "That is over 20: end the turn and lose the set?")
        before = find(Table("10").moves("Han"), "end")
        assert before is not None
        assert before.confirm is None

    def test_bust_ends_the_set_and_a_total_below_zero_does_not(self):
        table = Table("10 5 9 2").ends("Han", "Lando").ends("Han").draws("4").ends("Lando").ends("Han")
        assert table.sets == [("bust", "Lando")]
        assert table.lies("Han") == []
        table = Table("1 10 9 5").stands("Han").ends("Lando", "Lando").ends("Lando")
        assert table.said[-2] == "Han stands on 1, Lando busts with 24: the set is Han's, 1 to 0."
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
        assert refused == "You have played a side card in this turn: one is all a turn takes."
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
        assert table.refusal("Han", "stand") == "The side decks come first: choose yours."
        table.do("Han", "deck", deck="1")
        assert table.refusal("Han", "end") == "You have chosen your side deck: the other is still choosing."
        assert table.refusal("Han", "deck", deck="1") == "You have chosen your side deck: the other is still choosing."
        refused = Table().refusal("Han", "deck", deck="1")
        assert refused == "The side decks are chosen: yours stays for this match."
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
