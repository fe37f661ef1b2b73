"""A tournament of styles, long enough to tell them apart: sharks win, and skill shows."""

from typing import get_args

import pytest

from bot.engine.ai.temper import Style
from tests.simulation.test_styles import standings

GAMES = {"pilok": 400, "golem": 400, "klingon": 400, "baldur": 400, "pazaak": 100}
STYLES: tuple[Style, ...] = get_args(Style)
PAIRS = ("shark,steady", "steady,drunk", *(f"{style}:expert,{style}:novice" for style in STYLES))


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("game", GAMES)
def test_the_better_player_is_three_errors_ahead(game: str, pair: str):
    assert standings(game, pair, GAMES[game]).ahead(0, 1).errors > 3


@pytest.mark.parametrize("game", GAMES)
def test_a_shark_beats_a_steady_player_and_they_a_drunk_at_one_table(game: str):
    told = standings(game, "shark,steady,drunk", GAMES[game], seats="2" if game == "pazaak" else None)
    assert min(told.ahead(0, 1).errors, told.ahead(1, 2).errors) > 3
