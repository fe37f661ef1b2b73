"""Which Chromium the tests take: the first on PATH that is one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import chromium


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Clear the cache of the found browser before and after the test."""
    chromium.cache_clear()
    yield
    chromium.cache_clear()


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder on PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def put(folder: Path, name: str, *, status: int) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\nexit {status}\n")
    program.chmod(0o755)


async def test_nothing_is_found_where_there_is_nothing(programs: Path):
    assert chromium() is None


async def test_a_stub_that_only_wants_to_install_is_passed_over(programs: Path):
    put(programs, "chromium", status=1)
    put(programs, "google-chrome", status=0)

    assert chromium() == str(programs / "google-chrome")


async def test_debians_own_goes_before_others(programs: Path):
    put(programs, "google-chrome", status=0)
    put(programs, "chromium", status=0)

    assert chromium() == str(programs / "chromium")
