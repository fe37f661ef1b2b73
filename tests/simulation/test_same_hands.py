"""The same seed plays the same hands, whatever becomes faster: what was counted of some hands of every game stays.

A change of rules or of how simple players play changes the counts. Then `same_hands.json` gets those that this test
prints.
"""

import json
from pathlib import Path

import pytest

from bot import games
from tests.simulation.counts import counted

HANDS = 40
COUNTS: dict[str, dict[str, int]] = json.loads(Path(__file__).with_name("same_hands.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", [key for key, spec in games.games().items() if spec.player.counting is not None])
def test_hands_of_a_seed_keep_their_counts(game: str) -> None:
    found = dict(counted(game, HANDS, seed="same"))
    assert found == COUNTS.get(game), json.dumps({game: found})
