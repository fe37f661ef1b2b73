"""Side cards: what each kind does on a table, and how people write them (rules 5.10 to 5.13)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Unreadable
from cogs.pazaak.cards import KINDS, in_order, in_short, read_card, read_cards
from cogs.pazaak.state import Laid, Playing, laid, playing_of, playings, total
from tests.games.pazaak.pazaak_table import Table

TWO_WAYS = "×2 has two meanings. Write -3x2 for two of a card, or double for the card that doubles."


def holding(hand: str, draws: str) -> Table:
    """Han has these cards; Lando keeps to low ones."""
    return Table(draws, hands={"Han": hand})


class TestNumbers:
    @pytest.mark.parametrize("size", range(1, 7))
    def test_plus_adds_and_minus_takes_away(self, size: int):
        table = holding(f"+{size} -{size} +1 +2", "6 1 7").plays("Han", f"+{size}")
        assert table.total_of("Han") == 6 + size
        table.ends("Han", "Lando").plays("Han", f"-{size}")
        assert table.lies("Han") == [6, size, 7, -size]

    @pytest.mark.parametrize("size", range(1, 7))
    @pytest.mark.parametrize("sign", [1, -1])
    def test_plus_minus_does_either_as_its_player_chooses(self, size: int, sign: int):
        assert holding(f"±{size} +1 +2 +3", "7").plays("Han", f"±{size}", sign * size).lies("Han") == [7, sign * size]

    @pytest.mark.parametrize("value", [1, -1, 2, -2])
    def test_one_or_two_has_four_ways(self, value: int):
        table = holding("±1/2 +1 +2 +3", "7")
        assert table.ways("Han")[-4:] == ["±1/2 as +1", "±1/2 as −1", "±1/2 as +2", "±1/2 as −2"]
        assert table.plays("Han", "±1/2", value).lies("Han") == [7, value]

    def test_another_value_is_refused(self):
        table = holding("±1/2 ±3 +1 +2", "7")
        for card in ("either_1_2+3", "either_3+2", "either_3", "either_1_2"):
            assert table.refusal("Han", "play", card=card) == "Pick from what is offered, each at most once."


class TestFlips:
    def test_flip_turns_its_numbers_and_takes_a_place(self):
        table = holding("2&4 +1 +3 +5", "2 2 4 4 9 9").ends("Han", "Lando", "Han", "Lando").plays("Han", "2&4")
        assert table.lies("Han") == [-2, -4, 9, 0]
        assert table.lies("Lando") == [2, 4]
        table = holding("3&6 +1 +2 +5", "3 1 6 1 2").ends("Han", "Lando", "Han", "Lando").plays("Han", "3&6")
        assert table.lies("Han") == [-3, -6, 2, 0]
        table = holding("2&4 +1 +3 +5", "9").plays("Han", "2&4")
        assert (table.lies("Han"), table.total_of("Han")) == ([9, 0], 9)

    @pytest.mark.parametrize("card, value", [("+2", None), ("-4", None), ("±2", -2), ("±1/2", 2)])
    def test_side_cards_with_its_numbers_are_turned_too(self, card: str, value: int | None):
        table = holding(f"{card} 2&4 +1 +3", "9 1 1").plays("Han", card, value)
        before = table.lies("Han")[-1]
        assert table.ends("Han", "Lando").plays("Han", "2&4").lies("Han")[1] == -before

    def test_flip_turns_no_later_card_and_a_second_one_turns_back(self):
        table = holding("±1/2 2&4 +1 +3", "9 1 1").plays("Han", "±1/2", 1).ends("Han", "Lando").plays("Han", "2&4")
        assert table.lies("Han") == [9, 1, 1, 0]
        table = holding("2&4 +1 +3 +5", "2 1 4").plays("Han", "2&4").ends("Han", "Lando")
        assert table.lies("Han") == [-2, 0, 4]
        table = holding("2&4x2 +1 +3", "2 1 4").plays("Han", "2&4").ends("Han", "Lando").plays("Han", "2&4")
        assert table.lies("Han") == [2, 0, -4, 0]


class TestTheDouble:
    def test_double_counts_the_last_card_again_with_its_sign(self):
        table = holding("D +1 +2 +3", "2 1 9 1").ends("Han", "Lando").plays("Han", "D")
        assert table.lies("Han") == [2, 9, 9]
        assert table.sees("Han").stands
        table = holding("D 2&4 +1 +3", "2 1 9").plays("Han", "D").ends("Han", "Lando").plays("Han", "2&4")
        assert table.lies("Han") == [-2, -2, 9, 0]
        turned = laid((Laid(number=2),), Playing("flip_2_4"))[:1]
        doubled = laid(turned, Playing("double"))
        assert [card.value for card in doubled] == [-2, -2]
        assert [card.value for card in laid(doubled, Playing("flip_2_4"))] == [2, 2, 0]
        table = laid((Laid(code="minus_3", number=3, sign=-1),), Playing("double"))
        assert total(laid(table, Playing("double"))) == -9


class TestTheTiebreaker:
    @pytest.mark.parametrize("value", [1, -1])
    def test_tiebreaker_plays_as_one_up_or_down(self, value: int):
        assert holding("T +1 +2 +3", "9").plays("Han", "T", value).lies("Han") == [9, value]

    def test_tiebreaker_wins_a_tie_of_its_own_set(self):
        table = holding("T +1 +2 +3", "8 9").plays("Han", "T", 1).stands("Han", "Lando")
        assert table.sets == [("tiebreaker", "Han")]
        assert table.said[-2] == "Both stand on 9 and Han has played the tiebreaker: Han wins the set, 1 to 0."
        table = holding("T +1 +2 +3", "8 5 1 5").plays("Han", "T", 1).ends("Han", "Lando").stands("Han", "Lando")
        assert table.sets == [("tiebreaker", "Han")]
        table = Table("8 8", hands={"Han": "T +1 +2 +3", "Lando": "T +1 +2 +3"})
        table.plays("Han", "T", 1).stands("Han").plays("Lando", "T", 1).stands("Lando")
        assert table.sets == [("tie", "nobody")]
        table = holding("T +1 +2 +3", "8 9").plays("Han", "T", 1).stands("Han")
        table.draws("7 7").stands("Lando", "Han", "Lando")
        assert table.sets[-1] == ("tie", "nobody")
        assert holding("T +1 +2 +3", "5 9").plays("Han", "T", 1).stands("Han", "Lando").sets == [("outscored", "Lando")]


class TestHowTheyAreWritten:
    @pytest.mark.parametrize(
        "written, code",
        [
            *(("+3", "plus_3"), ("plus 3", "plus_3"), ("Plus3", "plus_3"), ("-3", "minus_3"), ("−3", "minus_3")),
            *(("–3", "minus_3"), ("minus 3", "minus_3"), ("±3", "either_3"), ("+/-3", "either_3"), ("+-3", "either_3")),
            *(("plus/minus 3", "either_3"), ("plus or minus 3", "either_3"), ("+/− 3", "either_3")),
            *(("-1/2", "either_1_2"), ("+1 or 2", "either_1_2"), ("2/4", "flip_2_4"), ("3/6", "flip_3_6")),
            *(("1or2", "either_1_2"), ("±1/2", "either_1_2"), ("1/2", "either_1_2"), ("±1 or 2", "either_1_2")),
            *(("flip 2&4", "flip_2_4"), ("2&4", "flip_2_4"), ("flip 4 2", "flip_2_4"), ("FLIP 3and6", "flip_3_6")),
            *(("D", "double"), ("double", "double"), ("Double card", "double"), ("doubles", "double")),
            *(("T", "tiebreaker"), ("tie-breaker", "tiebreaker"), ("tie", "tiebreaker"), ("±1T", "tiebreaker")),
        ],
    )
    def test_a_card(self, written: str, code: str):
        assert read_card(written) == code

    @pytest.mark.parametrize(
        "line, short",
        [
            ("+1 +2 -3x2 D", "+1, +2, 2 × −3, Double"),
            ("3x +1, 2 × T; -6 and ±1", "3 × +1, −6, ±1, 2 × Tiebreaker"),
            ("+3×2 -1", "2 × +3, −1"),
            ("+3 x3 -1 (x2)", "3 × +3, 2 × −1"),
            ("2 doubles, 3 tiebreakers, 2 flip 2&4", "2 × 2&4, 2 × Double, 3 × Tiebreaker"),
            ("+1 & +2&+3", "+1, +2, +3"),
            ("Dx2 tx3", "2 × Double, 3 × Tiebreaker"),
            ("±1 T", "±1, Tiebreaker"),
            ("+1+1-1", "2 × +1, −1"),
        ],
    )
    def test_a_line_of_them(self, line: str, short: str):
        assert in_short(read_cards(line)) == short

    @given(st.lists(st.sampled_from(list(KINDS)), min_size=1, max_size=30))
    def test_card_as_shown_can_be_typed(self, codes: list[str]):
        assert read_cards(in_short(codes)) == in_order(codes)

    def test_cards_are_read_by_all_names_and_equal_ones_are_one_choice(self):
        for kind in KINDS.values():
            assert {read_card(kind.name), read_card(kind.face), read_card(kind.spelled)} == {kind.code}
        with pytest.raises(Unreadable, match="I can't read “joker” as a side card"):
            read_cards("+1 joker +2")
        with pytest.raises(Unreadable, match="Name one card at a time"):
            read_card("+1 +2")
        assert [playing.key for playing in playings(("double", "plus_3", "plus_3", "either_1"))] == [
            "plus_3",
            "either_1+1",
            "either_1-1",
            "double",
        ]
        with pytest.raises(LookupError):
            playing_of("plus_4", ("plus_3",))

    @pytest.mark.parametrize(
        "written, said",
        [
            ("3", "3 needs a sign, as in +3, -3 or ±3."),
            ("+7", "There is no +7: Plus cards go from 1 to 6."),
            ("-0", "There is no -0: Minus cards go from 1 to 6."),
            ("±66", "There is no ±66: Plus/minus cards go from 1 to 6."),
            ("2&6", "There is no such flip card. Write 2&4 or 3&6."),
            ("", "Name some side cards, as in +1 +2 -3 D."),
            *((line, TWO_WAYS) for line in ("+1 ×2 ±1T", "+1 x2", "x2 +3", "+1, x2", "×2", "(x 2)")),
            ("+1 x0", "Name 1 to 100 cards in all. After x, write 1 or more."),
            ("+1 x101", "Name 1 to 100 cards in all. After x, write 1 or more."),
            ("+1" * 600, "That's too long: a line of cards has at most 1000 characters."),
        ],
    )
    def test_refusal_names_the_text_that_cannot_be_read(self, written: str, said: str):
        with pytest.raises(Unreadable) as refused:
            read_cards(written)
        assert str(refused.value) == said
