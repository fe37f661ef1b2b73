"""An action with nothing chosen in it: of every kind that a game has, and of no other."""

import pytest

from bot import games
from bot.engine.options import with_options
from bot.ui.handlers.moves import blank_action

PILOK = games.spec_of("pilok")
CROOKED = PILOK.by(with_options(PILOK.game.presets["high stakes"], {"crooked": True})).game


@pytest.mark.parametrize("kind", ["load", "influence", "read", "accuse", "verdict", "raise", "fold"])
def test_blank_action_exists_for_every_aside_of_a_crooked_table(kind: str):
    blank = blank_action(CROOKED, kind)
    assert blank is not None
    assert blank.kind == kind


def test_blank_action_is_empty_or_none_for_an_unknown_kind():
    blank = blank_action(CROOKED, "load")
    assert blank is not None
    assert getattr(blank, "face", None) == 0
    assert blank_action(PILOK.game, "sing") is None
    assert blank_action(PILOK.game, "load") is None, "at an honest table nothing is loaded"
