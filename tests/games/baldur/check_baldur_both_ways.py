"""Generated hands of Baldur Hold'em with every sleight, as printed and sealed: no chip and no secret is lost."""

from typing import Literal

import pytest

from bot.engine.cheating.events import Tried
from bot.engine.skills import D20
from cogs.baldur.state import BaldurRules
from tests.laws.hands import played
from tests.laws.sittings import Sitting
from tests.laws.test_laws import LAWS

SLEIGHTS = {
    "as_printed": {"reroll", "set_die", "switch", "reroll_common"},
    "sealed": {"palm", "set_die", "switch", "load"},
}
"""Those that are tried often; taking NPC dice is asked about first, so it is rare."""
HANDS = 6


@pytest.mark.parametrize("way", ["as_printed", "sealed"])
def test_hands_with_every_sleight_keep_the_laws(way: Literal["as_printed", "sealed"]):
    unseen = set[str]()
    for seed in range(4):
        rules = BaldurRules(sleights=way, dealer="rotation" if seed % 2 else "gm", caught="play_on")
        for hand in played(Sitting("baldur", rules, D20, 4, seed, HANDS, "usual")):
            for law in LAWS:
                law(hand)
            cheats = [
                turn for turn in hand.turns if any(isinstance(one, Tried) and one.unseen for one in turn.step.kept)
            ]
            unseen |= {turn.action.kind for turn in cheats}
    assert unseen >= SLEIGHTS[way]
