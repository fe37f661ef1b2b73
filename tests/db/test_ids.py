"""Numbers rise with time and are never given out twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.db import Ids, OpenedDatabase, highest_id
from tests.db.conftest import BOTH, Put
from tests.manual_clock import ManualClock


class SetClock(ManualClock):
    """A clock that somebody sets, back too."""

    def set(self, now: float) -> None:
        self._now = now


@given(st.lists(st.floats(min_value=1_735_689_600, max_value=3_900_000_000), min_size=1, max_size=50))
def test_numbers_rise_whatever_the_clock_does(times: list[float]) -> None:
    clock = SetClock()
    ids = Ids(clock)
    given_out: list[int] = []
    for time in times:
        clock.set(time)
        given_out += [ids.next(), ids.next()]
    assert given_out == sorted(set(given_out))
    assert given_out[0] > 0
    assert given_out[-1] < 2**53


def test_later_numbers_are_higher_and_crowded_ones_differ() -> None:
    clock = SetClock()
    early = Ids(clock).next()
    clock.set(clock.now() + 0.001)
    assert Ids(clock).next() > early
    ids = Ids(ManualClock())
    assert len({ids.next() for _ in range(10_000)}) == 10_000


@BOTH
async def test_a_restart_with_the_clock_set_back_goes_on_above_the_highest(database: OpenedDatabase, put: Put) -> None:
    clock = SetClock()
    box = Ids(clock).next()
    await database.apply(put(box))
    clock.set(clock.now() - 86_400)
    after = await highest_id(database, clock, "boxes")
    assert Ids(clock, after).next() == box + 1


@BOTH
async def test_another_worker_does_not_go_on_from_there(database: OpenedDatabase, put: Put) -> None:
    clock = SetClock()
    box = Ids(clock, worker=3).next()
    await database.apply(put(box))
    clock.set(clock.now() - 86_400)
    assert await highest_id(database, clock, "boxes", worker=3) == box
    assert await highest_id(database, clock, "boxes", worker=2) == 0


@BOTH
async def test_numbers_that_lie_in_the_past_are_not_searched(database: OpenedDatabase, put: Put) -> None:
    clock = SetClock()
    await database.apply(put(Ids(clock).next()))
    clock.set(clock.now() + 1)
    assert await highest_id(database, clock, "boxes") == 0
    assert await highest_id(database, clock) == 0


@given(st.lists(st.tuples(st.integers(0, 63), st.integers(0, 3)), max_size=300))
def test_workers_never_give_out_the_same_number(turns: list[tuple[int, int]]) -> None:
    clock = SetClock()
    workers = {worker: Ids(clock, worker=worker) for worker, _ in turns}
    given_out: list[int] = []
    for worker, milliseconds in turns:
        clock.set(clock.now() + milliseconds / 1000)
        given_out.append(workers[worker].next())
    assert len(set(given_out)) == len(given_out)
    assert [number >> 6 & 63 for number in given_out] == [worker for worker, _ in turns]


@pytest.mark.parametrize("worker", [-1, 64])
def test_there_are_64_workers(worker: int) -> None:
    with pytest.raises(ValueError, match="no worker"):
        Ids(ManualClock(), worker=worker)
