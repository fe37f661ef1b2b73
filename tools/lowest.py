"""Run the tests of the database, the ledger and the tables with the lowest version that is declared of each dependency.

`python -m tools.lowest [PATH...]` makes a virtual environment in a temporary folder and installs there with pip, as it
is set up on this machine. The exit status is that of pytest, or 1 if a declared version can't be installed.
"""

import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
TESTED = ("tests/db", "tests/ledger", "tests/tables")
TOOLS = {"hypothesis", "pytest", "pytest-asyncio", "pytest-xdist"}
"""The packages of the extra `dev` that these tests need, in any version that is declared."""


def pinned(requirement: Requirement) -> str:
    """Return the requirement with its lower bound as the only version."""
    (lowest,) = (one.version for one in requirement.specifier if one.operator in {"~=", ">=", "=="})
    return f"{requirement.name}=={lowest}"


def requirements(project: dict[str, object]) -> Iterator[str]:
    """Yield what to install: the bot's own dependencies at their lowest, and the tools."""
    table = project["project"]
    assert isinstance(table, dict)  # noqa: S101  # pyproject.toml is this project's own
    for line in table["dependencies"]:
        yield pinned(Requirement(line))
    for line in table["optional-dependencies"]["dev"]:
        if Requirement(line).name in TOOLS:
            yield line


def main(paths: Sequence[str]) -> int:
    """Install, run the tests in `paths`, and return the exit status."""
    wanted = list(requirements(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))))
    print("Installing", *wanted, flush=True)
    with tempfile.TemporaryDirectory(prefix="shadowport-lowest-") as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "Scripts" if sys.platform == "win32" else "bin", "python"))
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted]
        if subprocess.run(install, check=False).returncode:  # noqa: S603  # names from pyproject.toml
            return 1
        tests = [python, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *(paths or TESTED)]
        return subprocess.run(tests, cwd=ROOT, check=False).returncode  # noqa: S603  # paths of this project


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
