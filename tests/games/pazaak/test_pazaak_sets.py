"""How a set of Pazaak ends: filled tables and comparisons; and the main deck (rules 5.2, 5.7 to 5.9)."""

from typing import Any

from bot.engine.rng import SeededRng
from cogs.pazaak.rules import WHOLE, draw
from cogs.pazaak.state import Laid
from tests.games.pazaak.pazaak_table import Table, won_by_standing


def eight_cards(hand: str = "+1 +2 +3 -2", *, eighth: int = 2, **options: Any) -> Table:
    """Han has eight cards, 12 together unless the eighth is another one; Lando stands on 20."""
    table = Table(f"1 10 1 10 1 1 2 2 2 {eighth}", hands={"Han": hand}, **options)
    return table.ends("Han", "Lando", *["Han"] * 6)


class TestAFilledTable:
    def test_ninth_card_up_to_twenty_wins_at_once(self):
        table = eight_cards().draws("3").ends("Han")
        assert table.sets == [("filled", "Han")]
        assert "Han fills the table with 15 against 20: the set is Han's, 1 to 0." in table.said
        assert eight_cards().draws("8").ends("Han").sets == [("filled", "Han")]
        assert eight_cards().plays("Han", "+3").sets == [("filled", "Han")]
        assert eight_cards("2&4 +1 +2 +3").plays("Han", "2&4").sets == [("filled", "Han")]

    def test_table_is_full_with_nine_cards_not_over_twenty(self):
        assert eight_cards().sets == []
        table = eight_cards().draws("9").ends("Han")
        assert table.sets == [("no_place", "Lando")]
        assert "Lando stands on 20, Han has no place left and busts with 21: the set is Lando's, 1 to 0." in table.said
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
        assert "Lando stands on −4, Han on −5: the set is Lando's, 1 to 0." in table.said


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
        (left,) = after.bags
        assert sorted((number, *left, 10, 9)) == sorted(WHOLE)
        state = Table("10 10", reshuffle=False, main_deck="own").ends("Han").state.evolve(bags=((), WHOLE))
        _, after = draw(state, 1, SeededRng(1))
        assert [len(bag) for bag in after.bags] == [38, 40]
        state = Table(filled="none").state
        han, lando = state.gamblers
        lying = han.evolve(table=tuple(Laid(number=number) for number in WHOLE))
        full = state.evolve(gamblers=(lying, lando), bags=((),))
        _, after = draw(full, 2, SeededRng(1))
        assert len(after.bags[0]) == 39
        assert not any(draw.secret for draw in Table("7 8").ends("Han").cards.draws if draw.bound > 10)
