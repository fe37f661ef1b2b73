"""Files for operators in `deploy`: what they name is there, and what the bot measures is in them."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import command_parser, run
from bot.app import _STOPPED_WITHIN
from bot.metrics import meter

DEPLOY = Path(__file__).parents[2] / "deploy"
DASHBOARD, ALERTS, UNIT = (
    DEPLOY / name for name in ("grafana-dashboard.json", "prometheus-alerts.yml", "shadowport.service")
)


@pytest.fixture
def names() -> Iterator[frozenset[str]]:
    """Return the names of all measures."""
    meter.start()
    yield meter.names()
    meter.stop()


def named_in(text: str) -> set[str]:
    return set(re.findall(r"\bshadowport_\w+", text))


def expressions() -> str:
    panels = json.loads(DASHBOARD.read_text())["panels"]
    return "\n".join(target["expr"] for panel in panels for target in panel["targets"])


def test_dashboard_shows_every_measure_and_no_other(names: frozenset[str]):
    assert named_in(expressions()) == names


def test_alerts_name_measures_that_there_are(names: frozenset[str]):
    named = named_in(ALERTS.read_text())
    assert named
    assert named <= names


def test_alerts_select_labels_that_measures_have():
    source = (DEPLOY.parent / "bot" / "metrics.py").read_text()
    labels = set(re.findall(r"[{,]\s*(\w+)[=!]~?\"", ALERTS.read_text())) - {"job"}
    assert labels
    assert {label for label in labels if f'"{label}"' not in source} == set()


def test_panels_have_a_place_of_their_own():
    panels = json.loads(DASHBOARD.read_text())["panels"]
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len(places) == len(panels) == len({panel["id"] for panel in panels})


def settings_of_unit(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)


def test_unit_starts_the_bot_and_waits_for_its_end():
    (line,) = settings_of_unit("ExecStart")
    program, *words = line.removeprefix("/srv/shadowport/.venv/bin/").split()
    assert (program, words[:2]) == ("python", ["-m", "bot"])
    assert command_parser().parse_args(words[2:]).command is run
    (seconds,) = settings_of_unit("TimeoutStopSec")
    assert int(seconds) > max(30, _STOPPED_WITHIN)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd")
def test_systemd_understands_the_unit(tmp_path: Path):
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text().replace("/srv/shadowport/.venv/bin/python", "/bin/true"))
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", copy], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr.strip()) == (0, "")
