"""The house rules of Pazaak: every choice that a table may make otherwise, and the presets."""

from typing import Any

import pytest

from bot.engine.options import options_of, with_options
from bot.engine.rng import SeededRng
from bot.errors import RuleError
from cogs.pazaak.rules import GAME
from cogs.pazaak.state import PRESETS, PazaakRules
from tests.games.pazaak.pazaak_table import Table, won_by_standing


def begun(seed: int, **options: Any) -> int:
    """Who begins a match without side cards."""
    rules = with_options(PazaakRules(hand_size=0), options)
    return GAME.start(GAME.Deal(rules=rules, players=Table().players), SeededRng(seed)).state.turn


class TestTheHand:
    def test_hand_is_drawn_for_the_match_every_set_or_never(self):
        table = Table("7 8").plays("Han", "+1").stands("Han").stands("Lando")
        assert table.hand("Han") == "+2, +3, +4"
        assert table.hand("Lando") == "+1, +2, +3, +4"
        table = Table("7 8", hand="set").plays("Han", "+1").stands("Han")
        table.cards.side.extend(("plus_1", "minus_1", "minus_2", "minus_3"))
        table.stands("Lando")
        assert table.hand("Han") == "+1, −1, −2, −3"
        assert len(table.state.hand(2)) == 4
        assert any(line.startswith("Both draw 4 new side cards, face down.") for line in table.said)
        table = Table("7", hand_size=0, chosen=False)
        assert table.keys("Han") == ["end", "stand", "forfeit"]
        assert table.refusal("Han", "play", card="plus_1") == "This table plays without side cards."
        assert GAME.seals(table.state, 1) == ()

    @pytest.mark.parametrize("size", [1, 6, 10])
    def test_hand_may_have_another_size(self, size: int):
        assert Table(hand_size=size).sees("Han").in_hand == size


class TestWhoBegins:
    def test_first_turn_may_be_random_or_by_seat(self):
        assert {begun(seed, first="random") for seed in range(20)} == {1, 2}
        assert {begun(seed, first="host") for seed in range(20)} == {1}

    @pytest.mark.parametrize(
        "rule, after_han, after_lando, after_a_tie",
        [
            ("winner", "Han", "Lando", "Lando"),
            ("loser", "Lando", "Han", "Lando"),
            ("alternate", "Lando", "Lando", "Lando"),
            ("same", "Han", "Han", "Han"),
        ],
    )
    def test_the_next_set_begins_as_the_table_says(self, rule: str, after_han: str, after_lando: str, after_a_tie: str):
        after = [won_by_standing(winner, then=rule).turn for winner in ("Han", "Lando", "nobody")]
        assert after == [after_han, after_lando, after_a_tie]


class TestTwenty:
    def test_twenty_may_leave_the_turn_open(self):
        table = Table("10 5 10 6", twenty="may_play").ends("Han", "Lando")
        assert not table.sees("Han").stands
        assert table.keys("Han") == ["play", "end", "stand", "forfeit"]
        assert table.plays("Han", "+1").total_of("Han") == 21
        table = Table("10 5 9", twenty="may_play").ends("Han", "Lando").plays("Han", "+1")
        assert (table.turn, table.sees("Han").stands) == ("Han", False)
        assert Table("10 5 10", twenty="may_play").ends("Han", "Lando").absent("Han") == "stand"


class TestTheNextClick:
    @pytest.mark.parametrize(
        "draws, options, main",
        [
            ("10 5 7", {}, "end"),
            ("10 5 8", {}, "stand"),
            ("10 5 10", {"twenty": "may_play"}, "stand"),
        ],
    )
    def test_standing_is_the_main_move_on_a_high_total(self, draws: str, options: dict[str, Any], main: str):
        assert self.main_moves(Table(draws, **options).ends("Han", "Lando"), "Han") == [main]

    @pytest.mark.parametrize("last, main", [("1", "end"), ("2", "end"), ("3", "stand")])
    def test_standing_is_the_main_move_ahead_of_one_who_stands(self, last: str, main: str):
        table = Table(f"10 10 2 {last}").ends("Han", "Lando").stands("Han")
        assert self.main_moves(table, "Lando") == [main]

    @pytest.mark.parametrize("options, mains", [({}, []), ({"hand_size": 0}, ["end"])])
    def test_no_move_is_the_main_one_over_20_while_a_side_card_may_help(
        self, options: dict[str, Any], mains: list[str]
    ):
        table = Table("10 5 9 5 4", **options).ends("Han", "Lando", "Han", "Lando")
        assert self.main_moves(table, "Han") == mains

    @staticmethod
    def main_moves(table: Table, who: str) -> list[str]:
        return [move.key for move in GAME.moves(table.state, table.seat(who)) if move.style == "main"]


class TestGoingOver:
    def test_bust_may_count_at_once(self):
        table = Table("10 5 9 5 4", bust="at_once", hands={"Han": "-4 +2 +3 +4"})
        assert table.ends("Han", "Lando", "Han", "Lando").sets == [("bust", "Lando")]
        table = Table("10 5 9", bust="at_once").ends("Han", "Lando").plays("Han", "+2")
        assert table.sets == [("bust", "Lando")]


class TestTiebreakers:
    HANDS = {"Han": "T +1 +2 +3", "Lando": "T -1 +2 +3"}  # noqa: RUF012

    def tied(self, *, is_last: bool, **options: Any) -> Table:
        """Han has played a tiebreaker, as the last card or before another; both stand on 9 or 10."""
        table = Table("8 9" if is_last else "8 5 1 5", hands=self.HANDS, **options).plays("Han", "T", 1)
        return table.stands("Han", "Lando") if is_last else table.ends("Han", "Lando").stands("Han", "Lando")

    def test_tiebreaker_wins_as_the_table_says(self):
        assert {self.tied(is_last=last).sets[0] for last in (True, False)} == {("tiebreaker", "Han")}
        assert self.tied(is_last=True, ties="last").sets == [("tiebreaker", "Han")]
        assert self.tied(is_last=False, ties="last").sets == [("tie", "nobody")]
        assert PazaakRules(ties="none").barred == {"tiebreaker"}


class TestTiedSets:
    def test_match_of_ties_ends_without_winner_or_cut(self):
        table = won_by_standing("Han", "nobody", "nobody", tied_sets=2, wagers={"Han": "D", "Lando": "+3"})
        assert table.nets == [0, 0]
        assert table.awards == {"Han 1": "Han", "Lando 1": "Lando"}
        assert table.said[-1] == (
            "Too many sets in a row were tied: the match ends 1 to 0 for Han, without a winner. "
            "Both get their stakes and their cards back."
        )
        assert won_by_standing("nobody", "Han", "nobody", tied_sets=2).turn != "nobody"
        table = won_by_standing("nobody", tied_sets=1, cut=50)
        assert (table.nets, table.end.house) == ([0, 0], 0)
        assert table.said[-1].endswith("the match ends 0 to 0, without a winner. Both get their stakes back.")
        assert won_by_standing("nobody", tied_sets=1, stake=0).said[-1].endswith("without a winner.")


class TestLeaving:
    def test_absent_seat_plays_on_or_gives_up(self):
        table = Table("10 5 9 5 4", leaving="plays_on", chosen=False)
        kinds = [table.absent("Han", leaves=True), table.absent("Lando", leaves=True)]
        assert kinds == ["deck", "deck"]
        assert table.absent("Han", leaves=True) == "end"
        assert GAME.outcome(table.state) is None
        assert not GAME.leaves_at_once(table.state, 1)
        table = Table("7")
        assert GAME.leaves_at_once(table.state, 2)
        assert table.absent("Lando", leaves=True) == "forfeit"
        assert not GAME.leaves_at_once(table.state, 1)


class TestWhatIsAllowed:
    @pytest.mark.parametrize(
        "option, count",
        [("either", 6), ("one_or_two", 1), ("flips", 2), ("double", 1)],
    )
    def test_special_cards_may_be_barred_by_kind(self, option: str, count: int):
        assert len(with_options(PazaakRules(), {option: False}).barred) == count
        assert PazaakRules().barred == frozenset()

    @pytest.mark.parametrize(
        "options",
        [{"sets": 0}, {"sets": 6}, {"stake": -1}, {"hand_size": 11}, {"copies": 11}, {"tied_sets": 21}, {"cut": 51}],
    )
    def test_bounds_are_kept(self, options: dict[str, int]):
        with pytest.raises(RuleError, match="must be between"):
            with_options(PazaakRules(), options)


class TestPresets:
    def test_presets_play_as_described(self):
        assert next(iter(PRESETS)) == "source"
        assert PRESETS["source"] == PazaakRules()
        rules = PRESETS["cantina"]
        assert (rules.first, rules.then, rules.hand, rules.bust) == ("host", "same", "match", "turn_end")
        assert rules.barred == {"either_1_2", "flip_2_4", "flip_3_6", "double", "tiebreaker"}
        rules = PRESETS["champion"]
        assert (rules.then, rules.hand, rules.bust, rules.main_deck) == ("alternate", "match", "turn_end", "own")
        assert rules.barred == frozenset()
        told = [(option.title, option.description) for option in options_of(PazaakRules)]
        assert len(set(told)) == len(told)
        assert all(0 < len(text) <= 100 for pair in told for text in pair)
