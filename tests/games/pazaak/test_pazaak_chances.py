"""The chance to win at Pazaak, held against all cards that can come, and what NPCs make of it."""

from typing import Any

import pytest

from bot.engine.ai.temper import Style, Temper
from bot.engine.rng import SeededRng
from cogs.pazaak.ai import decide
from cogs.pazaak.chances import estimate, question
from cogs.pazaak.rules import GAME
from tests.games.pazaak.pazaak_table import Table


def chances(table: Table, name: str, budget: int = 8000):
    view = GAME.view(table.state, table.seat(name))
    return estimate(view, table.state.rules, SeededRng(7), budget)


def decided(table: Table, name: str, style: Style = "shark", seed: int = 1) -> Any:
    seat = table.seat(name)
    temper = Temper(style=style, skill="expert")
    return decide(lambda: GAME.view(table.state, seat), GAME.moves(table.state, seat), temper, SeededRng(seed), 300)


def test_against_a_total_that_stands_a_set_is_won_by_the_cards_that_beat_it():
    """Han stands on 19, Lando has 14 and no side cards: a 6 wins, a 5 ties, more is too much, less goes on."""
    table = Table("10 10 9 4", sets=1, hand_size=0).ends("Han", "Lando").stands("Han")
    assert table.total_of("Han") == 19
    told = chances(table, "Lando", 16_000)
    assert 0 < told.win.value < 0.5
    assert chances(table, "Han", 16_000).win.value + told.win.value == pytest.approx(1.0, abs=0.05)


def test_a_set_that_has_hardly_begun_is_anybodys():
    level = chances(Table("5"), "Han")
    assert 0.3 < level.win.value < 0.7
    assert (level.opponents, level.now, level.deals) == (1, "5 on the table", 1000)


def test_there_is_no_question_before_the_first_set_after_the_match_and_for_others():
    table = Table("9")
    assert question(GAME.view(table.state, None)) is None
    over = table.stands("Han").gives_up("Han")
    assert question(GAME.view(over.state, over.seat("Lando"))) is None
    with pytest.raises(ValueError, match="won or lost"):
        chances(over, "Lando")


def test_shark_plays_for_the_set_and_never_gives_up():
    for style in ("cautious", "steady", "reckless", "shark", "drunk"):
        made = {decided(Table("5"), "Han", style, seed).kind for seed in range(8)}
        assert "forfeit" not in made
    assert decided(Table("5"), "Han").kind == "end"
    table = Table("10 1 8 1 5", hands={"Han": "-3 -4 +1 +2"}).ends("Han", "Lando").ends("Han", "Lando")
    assert table.total_of("Han") == 23
    saved = decided(table, "Han")
    assert saved.kind == "play"
    assert saved.card in {"minus_3", "minus_4"}
    table = Table("10 10 9 6", hands={"Lando": "+1 +2 +3 +4"}).ends("Han", "Lando").stands("Han")
    assert (table.total_of("Han"), table.total_of("Lando")) == (19, 16)
    assert decided(table, "Lando").card == "plus_4"


def test_a_shark_takes_the_best_of_the_decks_that_everybody_has_and_keeps_one_that_was_put_to_use():
    table = Table(chosen=False)
    (pick,) = next(move for move in table.moves("Han") if move.key == "deck").fields
    assert pick.type == "pick"
    named = {choice.value: choice.label.split(":")[0] for choice in pick.choices}
    assert named[decided(table, "Han").deck] == next(iter(named.values()))


def test_shark_takes_what_wins_for_certain():
    # Lando stands on 19; Han, who has 13, can still draw.
    table = Table("10 10 3 9", hands={"Han": "+1 +2 +3 -1"}).ends("Han", "Lando").ends("Han").stands("Lando")
    styles: tuple[Style, ...] = ("cautious", "steady", "reckless", "shark", "drunk")
    made = {decided(table, "Han", style, seed).kind for style in styles for seed in range(40)}
    assert made <= {"end", "play"}
    # Lando stands on 17; Han, who has 18, has won by standing, and only drink has him do anything else.
    table = Table("10 10 8 7", hands={"Han": "+1 +2 +3 -1"}).ends("Han", "Lando").ends("Han").stands("Lando")
    assert {decided(table, "Han", style, seed).kind for style in ("cautious", "shark") for seed in range(40)} == {
        "stand"
    }
    for total in (2, 5, 9):
        table = Table(str(total), hands={"Han": "+1 +6 +3 D"}, decks="any", copies=0)
        made = {str(decided(table, "Han", "shark", seed)) for seed in range(12)}
        assert len(made) == 1, total
    table = Table("1 1 1 1 1 1 1 1 2 2 2 2 2 2 2", hands={"Han": "+1 +2 +3 -1"}, main_deck="own")
    while len(GAME.view(table.state, 1).seat(1).table) < 8:
        table = table.ends("Han", "Lando")
    assert {decided(table, "Han", style, seed).kind for style in ("cautious", "shark") for seed in range(8)} == {"play"}
