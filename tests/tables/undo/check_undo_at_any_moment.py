"""Sessions of every kind of game, with both undos tried after each step, each on a copy of the database."""

import itertools
from contextlib import suppress
from pathlib import Path

import pytest

from bot.errors import PlayerError
from tests.scale import scaled
from tests.sqlite_file import keep
from tests.tables.table_fixtures import GM
from tests.tables.undo.test_any_undo import GAMES, Revel

STEPS, STEPS_AFTER = 16, 3


async def copied(place: Revel, path: Path, seed: int) -> Revel:
    """Return the session as it is now, on a database of its own and with dice of its own."""
    keep(place.path)(path)
    copy = Revel(path, seed, first_key=10**6)
    copy.clock.jump(place.clock.now() - copy.clock.now())
    copy.table_id, copy.cast = place.table_id, place.cast
    await copy.open_doors()
    return copy


async def played_out(place: Revel) -> None:
    """Play the first hand, most of it by the clock, so that there is a result to undo."""
    await place.deals(GM)
    for step in itertools.count():
        if not (await place.table()).in_hand:
            return
        with suppress(PlayerError):
            await (place.play() if step < STEPS else place.time_out())


async def undoes(place: Revel, what: str) -> bool:
    """Undo, and check that no coin and no item is lost and every hand checks out, also some steps later."""
    try:
        await place.undo(what)
    except PlayerError:
        return False
    await place.is_sound()
    for _ in range(STEPS_AFTER):
        await place.something()
    await place.is_sound()
    await place.checks_out()
    return True


@pytest.mark.parametrize("game, options", GAMES, ids=lambda one: one if isinstance(one, str) else str(one))
async def test_undo_after_any_step_loses_nothing(tmp_path: Path, game: str, options: dict[str, object]) -> None:
    undone = {"action": 0, "hand": 0}
    for evening in range(scaled(1)):
        async with Revel(tmp_path / f"revel {evening}.db", seed=100 * len(game) + evening) as place:
            await place.begins(game, options, bankroll=("house", "endless")[len(game) % 2])
            await played_out(place)
            for step in range(STEPS):
                for what in undone:
                    copy = await copied(place, tmp_path / f"{evening} {step} {what}.db", seed=step)
                    undone[what] += await undoes(copy, what)
                    await copy.close_doors()
                await place.something()
    assert all(undone.values())
