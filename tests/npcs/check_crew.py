"""The worker pool: real workers in processes of their own, started on demand and replaced when they are lost."""

import asyncio
import json
import os
import pickle
import signal
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio

from bot import games
from bot.engine.game import Player
from bot.engine.rng import SeededRng
from bot.processes import TookTooLong, WorkerLost, WorkerPool, WorkerSlot
from bot.worker import PROGRAM, ChancesQuestion

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Sleeper:
    """Keeps whoever unpacks it busy."""

    def __reduce__(self) -> tuple[object, ...]:
        return time.sleep, (30,)


class Poison:
    """Ends whoever unpacks it."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (3,)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def pool() -> AsyncIterator[WorkerPool]:
    """One worker for all tests here: it takes a second to begin."""
    whole = WorkerPool(PROGRAM, size=1, given_up_after=0.5)
    yield whole
    await whole.close()


def pid(pool: WorkerPool) -> int:
    (worker,) = pool._idle
    assert worker._process is not None
    return worker._process.pid


async def test_no_worker_starts_before_the_first_question():
    assert not WorkerSlot(PROGRAM).is_there
    await WorkerPool(PROGRAM).close()


async def test_a_worker_answers_and_stays_for_the_next(pool: WorkerPool):
    assert json.loads(await pool.ask(b"no question", "a table"))["error"].startswith("UnpicklingError")
    before = pid(pool)
    await pool.ask(b"no question", "a table")
    assert pid(pool) == before


async def test_ctrl_c_does_not_reach_workers(pool: WorkerPool):
    await pool.ask(b"no question", "a table")
    before = pid(pool)
    os.kill(before, signal.SIGINT)
    await pool.ask(b"no question", "a table")
    assert pid(pool) == before
    assert os.getsid(before) != os.getsid(0)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="this machine doesn't show it")
async def test_a_worker_does_not_get_the_bots_settings(pool: WorkerPool):
    await pool.ask(b"no question", "a table")
    environment = Path(f"/proc/{pid(pool)}/environ").read_bytes()
    names = {one.split(b"=")[0].decode() for one in environment.split(b"\0") if one}
    assert "DISCORD_TOKEN" not in names
    assert not any(name.startswith(("DATABASE", "PYTEST")) for name in names)


async def test_a_worker_that_takes_too_long_is_replaced(pool: WorkerPool):
    with pytest.raises(TookTooLong, match="no answer within"):
        await pool.ask(pickle.dumps(Sleeper()), "a table")
    assert "error" in json.loads(await pool.ask(b"no question", "a table"))


async def test_a_worker_that_is_gone_is_replaced_while_others_wait(pool: WorkerPool):
    asked = (pool.ask(pickle.dumps(Poison()), "one"), pool.ask(b"no question", "another"))
    lost, answer = await asyncio.gather(*asked, return_exceptions=True)
    assert type(lost) is WorkerLost
    assert isinstance(answer, bytes)


async def test_only_asyncio_reaps_a_killed_worker(pool: WorkerPool, caplog: pytest.LogCaptureFixture):
    """Asyncio warns where somebody else has taken it."""
    for _ in range(3):
        await pool.ask(b"no question", "a table")
        os.kill(before := pid(pool), signal.SIGKILL)
        with suppress(WorkerLost):
            await pool.ask(b"no question", "a table")
        await pool.ask(b"no question", "a table")
        assert pid(pool) != before
    assert "child process" not in caplog.text


async def test_tables_take_turns(pool: WorkerPool):
    order: list[str] = []

    async def ask(place: str) -> None:
        await pool.ask(b"no question", place)
        order.append(place)

    await asyncio.gather(*(ask(place) for place in ("a", "a", "a", "b")))
    assert order.index("b") < 3


async def test_a_question_without_a_waiting_caller_is_dropped(pool: WorkerPool):
    await pool.ask(b"no question", "a")
    before = pid(pool)
    first = asyncio.ensure_future(pool.ask(b"no question", "a"))
    second = asyncio.ensure_future(pool.ask(pickle.dumps(Poison()), "b"))
    await asyncio.sleep(0)
    second.cancel()
    await first
    await pool.ask(b"no question", "a")
    assert pid(pool) == before


@pytest.mark.parametrize("key", ["pilok", "golem", "klingon"])
async def test_worker_estimates_as_the_bot_itself_would(key: str):
    """Whatever order sets have in that process."""
    game = games.spec_of(key).game
    rules = next(iter(game.presets.values()))
    players = tuple(Player(seat=seat, stack=10_000) for seat in (1, 2, 3))
    state = game.start(game.Deal(rules=rules, players=players), SeededRng(1)).state
    question = ChancesQuestion(key, game.view(state, 1), "a seed", 400, rules)
    own = WorkerPool(PROGRAM, size=1)
    assert json.loads(await own.ask(question.packed(), "chances")) == {"answer": question.answer()}
    await own.close()


async def test_closing_ends_the_workers():
    own = WorkerPool(PROGRAM, size=1)
    await own.ask(b"no question", "a table")
    process = pid(own)
    await own.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


async def test_closing_the_pool_cancels_waiting_questions_and_refuses_new_ones():
    """Whether the worker is at it, has only just been given it, or hasn't seen it yet."""
    own = WorkerPool(PROGRAM, size=2)
    await own.ask(b"no question", "a table")
    at_work = asyncio.ensure_future(own.ask(pickle.dumps(Sleeper()), "a table"))
    await asyncio.sleep(0.05)
    given, waiting = (asyncio.ensure_future(own.ask(b"no question", "a table")) for _ in range(2))
    await asyncio.sleep(0)
    hands = [*own._idle]
    await own.close()
    assert all(one.done() for one in (at_work, given, waiting))
    assert all(one.cancelled() for one in (at_work, given, waiting))
    with pytest.raises(WorkerLost, match="closed"):
        await own.ask(b"no question", "a table")
    assert hands == []
    assert len(own._idle) == 2
    assert not any(worker.is_there for worker in own._idle)
