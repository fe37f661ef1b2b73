"""A short tournament in every game where people play each other: the better player is more than three errors ahead."""

import pytest

from tests.simulation.test_styles import standings


@pytest.mark.parametrize("style", ["shark", "reckless"])
def test_an_expert_beats_a_novice_of_the_same_style_at_pilok(style: str):
    assert standings("pilok", f"{style}:expert,{style}:novice", 80).ahead(0, 1).errors > 3


@pytest.mark.parametrize(
    "game, pair, deals",
    [
        ("golem", "steady:expert,steady:novice", 120),
        ("klingon", "steady:expert,steady:novice", 120),
        ("klingon", "shark,steady", 150),
        ("baldur", "drunk:expert,drunk:novice", 60),
        ("pazaak", "shark,steady", 20),
        ("pazaak", "cautious:expert,cautious:novice", 20),
    ],
)
def test_the_better_player_is_ahead(game: str, pair: str, deals: int):
    assert standings(game, pair, deals).ahead(0, 1).errors > 3


def test_a_shark_beats_a_steady_player_and_they_a_drunk():
    told = standings("pilok", "shark,steady,drunk", 90)
    assert min(told.ahead(0, 1).errors, told.ahead(1, 2).errors) > 3
