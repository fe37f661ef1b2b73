"""The process that a container runs, as the Dockerfile describes it."""

import json
import re
import shlex
from pathlib import Path

_DOCKERFILE = Path(__file__).parents[1] / "Dockerfile"


def environment() -> dict[str, str]:
    """Return the variables of the image, as the file sets them."""
    found = dict[str, str]()
    for names in re.findall(r"^ENV (.*)", _unfolded(), re.MULTILINE):
        found |= dict(word.split("=", 1) for word in shlex.split(names))
    return found


def command() -> list[str]:
    """Return the command line with which a container starts by default."""
    words = [re.findall(rf"^{name} (\[.*\])", _unfolded(), re.MULTILINE)[-1] for name in ("ENTRYPOINT", "CMD")]
    return [word for listed in words for word in json.loads(listed)]


def _unfolded() -> str:
    return _DOCKERFILE.read_text(encoding="utf-8").replace("\\\n", " ")
