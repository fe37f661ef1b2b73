"""What holds for all tests: no setting of the machine reaches them, and generated play is the same every time."""

import asyncio
import contextlib
import gc
import importlib
import itertools
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from bot.settings import Settings
from tests import postgresql, query_plans, sqlite_file
from tests.kept_extensions import extensions_kept
from tests.progress import QuietPolicy, watch_databases_and_workers

# Workers and the processes they start import the same modules: these are compiled once, whatever the machine's setting.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

for name in Settings.model_fields:
    os.environ.pop(name.upper(), None)

# The clocks of most tests stand still, and a paced request would wait for ever. Processes have settings of their own.
os.environ["REQUESTS_PER_SECOND"] = "0"

# A slow machine must not fail a test. `HYPOTHESIS_PROFILE=search` looks for new counterexamples instead.
# Every test's loop knows when nothing is in progress, database threads included.
asyncio.set_event_loop_policy(QuietPolicy())
watch_databases_and_workers()
postgresql.record_statements()

settings.register_profile("check", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "check"))

ROOT = Path(__file__).parents[1]
RECKONING = {
    "check_odds.py",
    "check_rehearsal.py",
    "check_simulate.py",
    "check_twentyone_counts.py",
    "check_twentyone_odds.py",
    "check_twentyone_strategy.py",
}
"""The files whose tests of twenty-one work out its odds."""
OF_A_FILE = (
    "tests/privacy/check_damage_at_random.py",
    "tests/privacy/check_damaged_files.py",
    "tests/privacy/test_backup_and_restore.py",
    "tests/privacy/test_copies_that_are_refused.py",
    "tests/privacy/test_forgetting.py::test_erased_rows_leave_the_database_log_once_no_one_reads",
    "tests/ledger/test_what_must_never_be.py::test_replacing_is_deleting_and_refused",
    "tests/portability/test_histories.py::test_an_export_reads_only_the_log_of_each_hand",
)
"""Tests about a SQLite file itself: copies, damage, its log, REPLACE and its plans. `--engine=postgresql` leaves them
out, and those of `tests/db`, which name their engines.
"""
BOTS = {
    "check_crash.py",
    "check_logs.py",
    "check_npcs_on_autopilot.py",
    "check_playground.py",
    "check_playground_fresh_start.py",
}
"""The files of `tests/e2e` whose bots come from one process that has done their imports."""


EXECUTED = pytest.StashKey[dict[str, str]]()
"""The statements that the bot has executed in any worker, each with a test that had it executed."""
CHECKED = pytest.StashKey[tuple[tuple[str, bool], ...]]()
"""The outcome of each look at them in text, and true if it is good."""


def pytest_configure(config: pytest.Config) -> None:
    """Files of one folder come one after the other, however they are named: else half of them miss its fixtures."""
    config.args.sort()
    config.stash[EXECUTED] = {}
    engine = str(config.getoption("engine"))
    if engine == "postgresql" and not postgresql.is_installed():
        pytest.exit("PostgreSQL or its driver isn't installed: nothing is tested on it.", pytest.ExitCode.OK)
    postgresql.choose_folder()
    sqlite_file.use(engine)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="database of the tests that don't name one",
    )


def pytest_unconfigure() -> None:
    postgresql.end_server()


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Each worker imports other files first. In a fresh checkout pytest rewrites the assertions of all, which takes
    longer than all the rest of a start, and what one worker has rewritten the others find.
    """
    worker: dict[str, Any] | None = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    first, step = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    for file in _files(session.config)[first::step]:
        # Whatever is wrong with a file is told when it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


def _files(config: pytest.Config) -> list[Path]:
    """All files of tests that were asked for."""
    asked, patterns = (
        [Path(argument.partition("::")[0]).resolve() for argument in config.args],
        config.getini("python_files"),
    )
    found = ([path] if path.is_file() else itertools.chain.from_iterable(map(path.rglob, patterns)) for path in asked)
    return sorted({*itertools.chain.from_iterable(found)})


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give tests that share something slow to make, which is then kept, to the same worker.

    It runs first, since pytest-xdist reads the groups in the same hook.
    """
    if sqlite_file.is_on_server():
        is_left_out = {item: item.nodeid.startswith((*OF_A_FILE, "tests/db/")) for item in items}
        config.hook.pytest_deselected(items=[item for item in items if is_left_out[item]])
        items[:] = [item for item in items if not is_left_out[item]]
    for item in items:
        group = _shares(item)
        if group is not None:
            item.add_marker(pytest.mark.xdist_group(group))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over the statements that a worker has recorded."""
    node.config.stash[EXECUTED].update(getattr(node, "workeroutput", {}).get("executed", {}))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """At the end of a whole run, prepare every statement that the bot has executed on PostgreSQL, and explain it."""
    config = session.config
    executed = config.stash[EXECUTED] | postgresql.recorded()
    worker: dict[str, Any] | None = getattr(config, "workeroutput", None)
    if worker is not None:
        worker["executed"] = executed
    elif config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        config.stash[CHECKED] = outcomes = (postgresql.prepare(executed), query_plans.outcome(executed))
        if not all(is_good for _, is_good in outcomes):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for said, is_good in terminalreporter.config.stash.get(CHECKED, ()):
        terminalreporter.write_line(said, red=not is_good)


def pytest_collection_finish() -> None:
    """Nine thousand tests and what they import are here to stay: nobody need look through them for garbage again and
    again, nor for what little a test leaves behind as often as Python does by itself.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def _shares(item: pytest.Item) -> str | None:
    """Name what a test shares with others: odds of twenty-one, bots, counted sessions, hands that laws look at."""
    if item.path.name in RECKONING and "twentyone" in item.nodeid:
        return "odds of twenty-one"
    if item.path.name in BOTS and item.path.parent.name == "e2e":
        return "bots"
    if item.path.parent.name == "simulation":
        return item.path.stem
    if item.path.name == "test_laws.py" and isinstance(item, pytest.Function):
        return f"laws of {item.callspec.id.partition('-')[0]}"
    return None


@pytest.fixture(scope="session", autouse=True)
def _extensions_kept() -> Iterator[None]:
    with extensions_kept():
        yield


@pytest.fixture(autouse=True)
def _databases_dropped() -> Iterator[None]:
    yield
    postgresql.drop_databases()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test's own database is, once somebody opens it."""
    return tmp_path / "book.db"


@pytest.fixture
def logging_put_back() -> Iterator[None]:
    """Whatever the test sets up in logging is gone after it."""
    root, driver = logging.getLogger(), logging.getLogger("aiosqlite")
    handlers, levels = root.handlers[:], (root.level, driver.level)
    yield
    logging.captureWarnings(capture=False)
    for handler in [handler for handler in root.handlers if handler not in handlers]:
        root.removeHandler(handler)
    root.setLevel(levels[0])
    driver.setLevel(levels[1])
