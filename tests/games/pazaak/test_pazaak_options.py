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
    def test_hand_is_drawn_once_and_lasts_for_the_match(self):
        table = Table("7 8").plays("Han", "+1").stands("Han").stands("Lando")
        assert table.hand("Han") == "+2, +3, +4"
        assert table.hand("Lando") == "+1, +2, +3, +4"

    def test_hand_may_be_drawn_from_all_ten_for_every_set(self):
        table = Table("7 8", hand="set").plays("Han", "+1").stands("Han")
        table.cards.side.extend(("plus_1", "minus_1", "minus_2", "minus_3"))
        table.stands("Lando")
        assert table.hand("Han") == "+1, −1, −2, −3"
        assert len(table.state.hand(2)) == 4
        assert any(line.startswith("Both draw 4 side cards anew, face down.") for line in table.said)

    @pytest.mark.parametrize("size", [1, 6, 10])
    def test_hand_may_have_another_size(self, size: int):
        assert Table(hand_size=size).sees("Han").in_hand == size

    def test_there_may_be_none(self):
        table = Table("7", hand_size=0, chosen=False)
        assert table.keys("Han") == ["end", "stand", "forfeit"]
        assert table.refusal("Han", "play", card="plus_1") == "This table plays without side cards."
        assert GAME.seals(table.state, 1) == ()


class TestWhoBegins:
    def test_the_lot_may_say(self):
        assert {begun(seed, first="random") for seed in range(20)} == {1, 2}

    def test_first_seat_may_begin(self):
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
    def test_twenty_may_leave_its_player_free(self):
        table = Table("10 5 10 6", twenty="may_play").ends("Han", "Lando")
        assert not table.sees("Han").stands
        assert table.keys("Han") == ["play", "end", "stand", "forfeit"]
        assert table.plays("Han", "+1").total_of("Han") == 21

    def test_a_side_card_making_it_leaves_the_turn_open_too(self):
        table = Table("10 5 9", twenty="may_play").ends("Han", "Lando").plays("Han", "+1")
        assert (table.turn, table.sees("Han").stands) == ("Han", False)

    def test_absent_player_stands_on_twenty(self):
        assert Table("10 5 10", twenty="may_play").ends("Han", "Lando").absent("Han") == "stand"


class TestGoingOver:
    def test_total_over_twenty_may_bust_at_once(self):
        table = Table("10 5 9 5 4", bust="at_once", hands={"Han": "-4 +2 +3 +4"})
        assert table.ends("Han", "Lando", "Han", "Lando").sets == [("bust", "Lando")]

    def test_a_side_card_that_goes_over_busts_at_once_too(self):
        table = Table("10 5 9", bust="at_once").ends("Han", "Lando").plays("Han", "+2")
        assert table.sets == [("bust", "Lando")]


class TestTiebreakers:
    HANDS = {"Han": "T +1 +2 +3", "Lando": "T -1 +2 +3"}

    def tied(self, *, is_last: bool, **options: Any) -> Table:
        """Han has played a tiebreaker, as the last card or before another; both stand on 9 or 10."""
        table = Table("8 9" if is_last else "8 5 1 5", hands=self.HANDS, **options).plays("Han", "T", 1)
        return table.stands("Han", "Lando") if is_last else table.ends("Han", "Lando").stands("Han", "Lando")

    def test_any_that_was_played_wins(self):
        assert {self.tied(is_last=last).sets[0] for last in (True, False)} == {("tiebreaker", "Han")}

    def test_tiebreaker_may_have_to_be_the_last_card(self):
        assert self.tied(is_last=True, ties="last").sets == [("tiebreaker", "Han")]
        assert self.tied(is_last=False, ties="last").sets == [("tie", "nobody")]

    def test_tiebreaker_may_be_forbidden(self):
        assert PazaakRules(ties="none").barred == {"tiebreaker"}


class TestTiedSets:
    def test_after_so_many_in_a_row_the_match_ends_without_a_winner(self):
        table = won_by_standing("Han", "nobody", "nobody", tied_sets=2, wagers={"Han": "D", "Lando": "+3"})
        assert table.nets == [0, 0]
        assert table.awards == {"Han 1": "Han", "Lando 1": "Lando"}
        assert table.said[-1] == (
            "Too many sets in a row were tied: the match ends 1 to 0 for Han, without a winner. "
            "Both take back their stakes and their cards."
        )

    def test_a_set_that_somebody_wins_begins_the_count_anew(self):
        assert won_by_standing("nobody", "Han", "nobody", tied_sets=2).turn != "nobody"

    def test_the_house_takes_no_cut_of_it(self):
        table = won_by_standing("nobody", tied_sets=1, cut=50)
        assert (table.nets, table.end_of_match.house) == ([0, 0], 0)
        assert table.said[-1].endswith("the match ends 0 to 0, without a winner. Both take back their stakes.")

    def test_a_match_for_honour_gives_nothing_back(self):
        assert won_by_standing("nobody", tied_sets=1, stake=0).said[-1].endswith("without a winner.")


class TestLeaving:
    def test_the_seat_may_play_on_without_side_cards(self):
        table = Table("10 5 9 5 4", leaving="plays_on", chosen=False)
        kinds = [table.absent("Han", leaves=True), table.absent("Lando", leaves=True)]
        assert kinds == ["deck", "deck"]
        assert table.absent("Han", leaves=True) == "end"
        assert GAME.outcome(table.state) is None
        assert not GAME.leaves_at_once(table.state, 1)

    def test_otherwise_it_gives_the_match_up_whoever_is_to_move(self):
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
        with pytest.raises(RuleError, match="must lie between"):
            with_options(PazaakRules(), options)


class TestCrookedTables:
    def test_a_table_is_honest_unless_it_is_chosen(self):
        assert not any(rules.crooked for rules in (PazaakRules(), *PRESETS.values()))

    def test_crooked_option_comes_last(self):
        assert options_of(PazaakRules)[-1].name == "crooked"

    def test_matches_of_honest_tables_are_written_as_ever(self):
        honest, crooked = Table().state.to_json(), Table(crooked=True).state.to_json()
        assert "crooked" not in honest
        assert crooked == honest.replace('"double":true}', '"double":true,"crooked":true}')


class TestPresets:
    def test_the_usual_one_plays_as_printed(self):
        assert next(iter(PRESETS)) == "source"
        assert PRESETS["source"] == PazaakRules()

    def test_in_a_cantina_the_first_at_the_table_begins_every_set_and_golden_cards_stay_away(self):
        rules = PRESETS["cantina"]
        assert (rules.first, rules.then, rules.hand, rules.bust) == ("host", "same", "match", "turn_end")
        assert rules.barred == {"either_1_2", "flip_2_4", "flip_3_6", "double", "tiebreaker"}

    def test_against_a_champion_all_cards_are_there_and_the_players_begin_by_turns(self):
        rules = PRESETS["champion"]
        assert (rules.then, rules.hand, rules.bust, rules.main_deck) == ("alternate", "match", "turn_end", "own")
        assert rules.barred == frozenset()

    def test_every_option_has_words_of_its_own(self):
        told = [(option.title, option.description) for option in options_of(PazaakRules)]
        assert len(set(told)) == len(told)
        assert all(0 < len(text) <= 100 for pair in told for text in pair)
