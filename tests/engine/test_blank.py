"""An action with nothing chosen in it: of every kind that a game has, and of no other."""

import pytest

from bot import games
from bot.engine.options import with_options
from bot.ui.handlers.moves import blank_action

PILOK = games.entry("pilok")
CROOKED = PILOK.by(with_options(PILOK.game.presets["high stakes"], {"crooked": True})).game


@pytest.mark.parametrize("kind", ["load", "influence", "read", "accuse", "verdict", "raise", "fold"])
def test_whatever_may_be_tried_at_a_crooked_table_can_be_left_blank(kind: str):
    blank = blank_action(CROOKED, kind)
    assert blank is not None
    assert blank.kind == kind


def test_what_is_chosen_in_it_is_nothing():
    blank = blank_action(CROOKED, "load")
    assert blank is not None
    assert getattr(blank, "face", None) == 0


def test_of_a_kind_that_the_game_has_not_there_is_none():
    assert blank_action(PILOK.game, "sing") is None
    assert blank_action(PILOK.game, "load") is None, "at an honest table nothing is loaded"
