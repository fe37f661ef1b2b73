"""The image and the documented commands for Docker, compared with the settings and times of the bot itself."""

import re
import shlex
from pathlib import Path

from bot.settings import Settings
from bot.ui.client import FINISH_WITHIN
from tests.dockerfile import command, environment

ROOT = Path(__file__).parents[1]
DOCKERS_OWN = 10.0
"""Seconds after which `docker stop` and compose kill a process by default."""
CLOSING = 3.0
"""Seconds for closing the gateway, the processes and the database, which waits a second for readers."""


def docker_runs() -> list[list[str]]:
    """Return the words of every `docker run` in the page on hosting and in that on the playground."""
    pages = "".join((ROOT / "docs" / name).read_text() for name in ("hosting.md", "playground.md"))
    return [shlex.split(line) for line in re.findall(r"^docker run .*", pages, re.MULTILINE)]


def test_the_bot_stops_before_docker_kills_it():
    longest = FINISH_WITHIN + CLOSING
    assert longest <= DOCKERS_OWN
    bots = [words for words in docker_runs() if words[-1] == "shadowport"]
    assert bots
    for words in bots:
        assert float(words[words.index("--stop-timeout") + 1]) > longest


def test_the_documents_publish_the_playgrounds_port_on_this_machine_alone():
    playgrounds = [words for words in docker_runs() if words[-1] == "playground"]
    port = Settings.model_fields["playground_port"].default
    assert playgrounds
    for words in playgrounds:
        assert words[words.index("-p") + 1] == f"127.0.0.1:{port}:{port}"


def test_the_image_runs_the_bot_by_a_command_that_never_becomes_the_playground():
    assert command() == ["python", "-m", "bot", "run"]
    assert (
        Settings.model_validate({"playground_host": environment()["PLAYGROUND_HOST"]}).playground_host == "0.0.0.0"
    )  # of the container
