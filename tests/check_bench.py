"""The bench: its parts run, and print the figures that docs/bench.md names."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import discord
import pytest

from bench.__main__ import PARTS

pytestmark = pytest.mark.xdist_group("bench")
ROOT = Path(__file__).parents[1]
RUN = [part for part in PARTS if part != "page"]
"""The parts that are run here. The browser has tests of its own, and frames take time that a busy machine hasn't."""
_LINE = re.compile(r"^\| `(\w+)` \| .* \| (`.*`) \|$", re.MULTILINE)


def documented() -> dict[str, set[str]]:
    """Return the keys of each part's figures, as the table in docs/bench.md has them."""
    _, _, chapter = (ROOT / "docs/bench.md").read_text(encoding="utf-8").partition("# The bench\n")
    return {part: set(re.findall(r"`(\w+)`", keys)) for part, keys in _LINE.findall(chapter)}


def bench(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bench", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what a quick run prints, on a machine that has orjson."""
    folder = tmp_path_factory.mktemp("orjson")
    lines = ("import json", "loads = json.loads", "def dumps(value): return json.dumps(value).encode()", "")
    (folder / "orjson.py").write_text("\n".join(lines), encoding="utf-8")
    ran = bench("--quick", *RUN, PYTHONPATH=str(folder))
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_documentation_names_every_part_of_the_bench() -> None:
    assert set(documented()) == set(PARTS)


def test_the_page_about_growing_names_parts_of_the_bench() -> None:
    _, _, chapter = (ROOT / "docs/scaling.md").read_text(encoding="utf-8").partition("## Measured\n")
    parts = re.findall(r"^\| .* \| `(\w+)` \|$", chapter, re.MULTILINE)
    assert parts
    assert set(parts) <= set(PARTS)


def test_bench_prints_one_object_with_every_part_and_how_busy_the_machine_was(told: dict[str, Any]) -> None:
    about = {"python", "load_before", "seconds", "used_by_others_percent", "warnings"}
    assert set(told) == {*RUN, *about}
    assert set(told["seconds"]) == set(told["used_by_others_percent"]) == set(RUN)
    assert any("--quick" in warning for warning in told["warnings"])


@pytest.mark.parametrize("part", RUN)
def test_part_of_the_bench_prints_its_documented_figures(part: str, told: dict[str, Any]) -> None:
    assert set(told[part]) == documented()[part]


def test_click_cpu_compares_with_a_documented_bot_and_with_one_set_up_like_ours(told: dict[str, Any]) -> None:
    """Orjson on the machine changes our bot and the one like it, and not the documented one."""
    found = told["click_cpu"]
    ours, plain = found["setups"]["shadowport"], found["setups"]["plain"]
    assert found["setups"]["same_setup"] == ours
    assert (ours["json"], plain["json"]) == ("orjson", "json")
    assert plain["intents"] == discord.Intents.default().value != ours["intents"]
    assert plain["kept_messages"] == 1000
    for name in ("plain", "same_setup"):
        least, most = found["spread"][name]
        assert 0 < least <= found[name] <= most


def test_clicks_are_measured_alone_and_beside_all_of_the_slowest_work(told: dict[str, Any]) -> None:
    found = told["busy"]
    for state in ("alone", "beside"):
        assert found[state]["one_table"]["clicks"] == found["runs"] * found["people"]
        assert found[state]["one_table"]["commits"] == found["runs"] * found["seated"]
        for kind in ("one_table", "many_tables"):
            waits = found[state][kind]["acknowledged_ms"]
            assert 0 < waits["p50"] <= waits["p99"] <= waits["max"]
    assert all(found["meanwhile"].values())


def test_memory_is_read_idle_with_tables_and_after_each_twentieth_of_the_clicks(told: dict[str, Any]) -> None:
    found = told["memory"]
    assert found["idle_mib"] > 0
    assert len(found["more_after_clicks_mib"]) == 20


def test_bench_refuses_a_part_that_it_does_not_have() -> None:
    ran = bench("forty_cats")
    assert ran.returncode == 2
    assert "busy" in ran.stderr
    assert ran.stdout == ""
