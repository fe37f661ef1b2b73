"""A tournament of styles, long enough to tell them apart: sharks win, and skill shows."""

import pytest

from tests.simulation.test_styles import standings


def test_a_shark_beats_who_is_steady_and_they_a_drunk():
    told = standings("pilok", "shark,steady,drunk", 90)
    assert min(told.ahead(0, 1).errors, told.ahead(1, 2).errors) > 3


@pytest.mark.parametrize("game, hands", [("pazaak", 12), ("klingon", 110), ("baldur", 24), ("golem", 100)])
def test_a_shark_beats_a_drunk(game: str, hands: int):
    assert standings(game, "shark,drunk", hands).ahead(0, 1).errors > 3


@pytest.mark.parametrize("game, style, hands", [("klingon", "steady", 200)])
def test_an_expert_beats_a_novice_of_the_same_style(game: str, style: str, hands: int):
    assert standings(game, f"{style}:expert,{style}:novice", hands).ahead(0, 1).errors > 2
