"""Two evenings that differ in nothing but what is hidden look the same to everybody who doesn't hold it."""

from pathlib import Path

import pytest

from tests.leaks.renamed import NO_OTHERS, turned
from tests.leaks.seats import HIDING
from tests.leaks.worlds import Pair, World, alike, world_of
from tests.scale import on_the_wire

DEALS_ANEW = {"golem"}
SEEDS = {"golem": 46, "pazaak": 9, "klingon": 4}
"""Evenings in which much is shown while other cards are hidden: somebody folds, and the golem has all dealt anew."""


async def compared(game: str, one: World, folder: Path, fixed: set[str]) -> list[Pair]:
    """Compare the evening with another one, in which the `fixed` cards lie where they do here, and all others
    elsewhere.
    """
    folder.mkdir()
    other = await world_of(game, folder, SEEDS.get(game, 1), turned(one.cards - fixed))
    pairs = list(alike(one, other))
    assert any(pair.differs_in_cards for pair in pairs)
    assert [pair for pair in pairs if not pair.looks_the_same] == []
    return pairs


@pytest.mark.parametrize("game", on_the_wire(HIDING, "klingon"))
async def test_hidden_cards_change_nothing_that_others_are_sent(game: str, tmp_path: Path):
    one = await world_of(game, tmp_path, SEEDS.get(game, 1), NO_OTHERS)

    await compared(game, one, tmp_path / "all others", set())
    never_shown = await compared(game, one, tmp_path / "all that is never shown", one.shown)
    assert any(pair.differs_in_cards and pair.one.shown for pair in never_shown)
    assert one.drawn_before_more or game not in DEALS_ANEW
    if one.drawn_before_more:
        drawn_later = await compared(game, one, tmp_path / "all that is drawn later", one.drawn_before_more)
        assert any(pair.differs_in_cards and pair.one.shown for pair in drawn_later)
