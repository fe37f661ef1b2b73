"""What is shipped: the wheel holds all it needs, starts away from the checkout, and nothing in it is unpinned."""

import json
import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PAGE = "playground/page/static"
RUNTIME, CHARTS, IMAGES, DEVELOPMENT = (ROOT / f"requirements{what}.txt" for what in ("", "-charts", "-images", "-dev"))

pytestmark = pytest.mark.xdist_group("packaging")


def run(*words: object, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    return subprocess.run(
        list(map(str, words)), cwd=folder, env=environment | variables, capture_output=True, text=True, check=False
    )


def succeed(*words: object, folder: Path) -> str:
    done = run(*words, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    succeed(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, folder=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the programs of a new environment that holds the wheel and the pinned packages alone.

    These come from the environment of the tests, which pip has installed by their hashes. Pip installs missing ones in
    the pinned version, and then the wheel, which fails if it needs more.
    """
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    programs = folder / "venv" / "bin"
    (packages,) = folder.glob("venv/lib/*/site-packages")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", programs / "python", "install")
    if not all(laid_out(one, packages) for one in needed_here(RUNTIME)):
        succeed(*pip, "--no-compile", "--require-hashes", "-r", RUNTIME, folder=folder)
    succeed(*pip, "--no-compile", "--no-index", wheel, folder=folder)
    return programs


def needed_here(lock: Path) -> list[Requirement]:
    """Return the requirements of a lock for the Python that runs this."""
    lines = [line.rstrip(" \\") for line in lock.read_text().splitlines() if re.match(r"\w", line)]
    return [one for one in map(Requirement, lines) if one.marker is None or one.marker.evaluate()]


def laid_out(pinned: Requirement, packages: Path) -> bool:
    """Link the files of an installed package into a folder of packages; False if it isn't there in this version."""
    found = next(iter(distributions(name=pinned.name)), None)
    if found is None or found.version not in pinned.specifier:
        return False
    for file in found.files or ():
        if ".." not in file.parts:  # a program, which only its environment can start
            (packages / file).parent.mkdir(parents=True, exist_ok=True)
            (packages / file).symlink_to(Path(str(found.locate_file(file))).resolve())
    return True


def test_the_wheel_holds_every_file_of_the_bot_and_its_games(wheel: Path):
    kept = {name for name in zipfile.ZipFile(wheel).namelist() if not name.startswith("shadowport-")}
    files = [
        file for package in ("bot", "cogs", "playground") for file in (ROOT / package).rglob("*") if file.is_file()
    ]
    there = {file.relative_to(ROOT).as_posix() for file in files if file.suffix != ".pyc"}
    assert kept == there
    assert any(name.startswith("bot/db/schema/sqlite/") and name.endswith(".sql") for name in kept)
    assert {f"{PAGE}/{name}" for name in ("index.html", "app.js", "vendor/vendor.js", "vendor/LICENSES.txt")} <= kept


def test_the_installed_bot_starts_away_from_the_checkout(installed: Path, tmp_path: Path):
    for words in (["shadowport"], ["python", "-m", "bot"]):
        usage = succeed(installed / words[0], *words[1:], "--help", folder=tmp_path)
        assert usage.startswith(f"usage: {' '.join(words)} ")
    where = succeed(installed / "python", "-c", "import bot; print(bot.__file__)", folder=tmp_path)
    assert Path(where.strip()).is_relative_to(installed.parent)


def test_the_installed_bot_finds_its_migrations_and_its_games(installed: Path, tmp_path: Path):
    found = succeed(
        installed / "python",
        "-c",
        "from bot.games import games; from bot.db import known_migrations; print(len(known_migrations()), *games())",
        folder=tmp_path,
    )
    migrations, *games = found.split()
    assert int(migrations) == len(list((ROOT / "bot/db/schema/sqlite").glob("*.sql")))
    assert sorted(games) == sorted(file.parent.name for file in (ROOT / "cogs").glob("*/rules.py"))


def test_every_module_can_be_imported_with_the_pinned_packages_alone(installed: Path, tmp_path: Path):
    modules = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for package in ("bot", "cogs", "playground")
        for file in (ROOT / package).rglob("*.py")
    ]
    # Those that need an extra: they are imported for a database on a server.
    modules = [module for module in modules if not module.startswith(("bot.db.postgres", "bot.db.server."))]
    importing = "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]"
    succeed(installed / "python", "-c", importing, *sorted(modules), folder=tmp_path)


def test_the_installed_bot_stops_on_a_wrong_setting_with_one_line(installed: Path, tmp_path: Path):
    stopped = run(installed / "shadowport", "run", folder=tmp_path, PLAYGROUND_PORT="harbour")
    assert stopped.returncode == 2
    assert stopped.stdout == ""
    assert stopped.stderr == "shadowport: PLAYGROUND_PORT: must be a port: a number from 0 to 65535\n"


def pinned(lock: Path) -> dict[str, str]:
    """Each requirement of the lock with its version; fails where one has no hash."""
    text = re.sub(r"^\s*#.*\n", "", lock.read_text(), flags=re.MULTILINE)
    found: dict[str, str] = {}
    for entry in re.split(r"\n(?=\S)", text.strip()):
        match = re.match(r"([a-z0-9._-]+)==([^\s;]+)", entry)
        assert match, entry
        assert "--hash=sha256:" in entry, entry
        found[match[1]] = match[2]
    return found


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[~<>=!\[; ]", requirement)[0].lower().replace(".", "-") for requirement in requirements}


def test_every_package_is_pinned_with_its_hashes():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    runtime, development = pinned(RUNTIME), pinned(DEVELOPMENT)
    locks = {"charts": pinned(CHARTS), "images": pinned(IMAGES)}
    extras = project["optional-dependencies"]
    assert names(project["dependencies"]) <= runtime.keys()
    assert names(extras["dev"]) <= development.keys()
    assert {name: development.get(name) for name in runtime} == runtime
    for extra, lock in locks.items():
        assert names(extras[extra]) <= lock.keys()
        assert names(extras[extra]) <= names(extras["dev"])
        assert {name: lock.get(name) for name in runtime} == runtime
        assert {name: development.get(name) for name in lock} == lock
        assert names(extras["postgres"]) <= lock.keys(), "the image finds its database on a server"
    assert names(extras["images"]) <= locks["charts"].keys(), "a bot with charts draws boards too"
    assert names(extras["postgres"]) <= names(extras["dev"])


@pytest.mark.parametrize("lock", [RUNTIME, CHARTS, IMAGES, DEVELOPMENT], ids=lambda lock: lock.name)
def test_the_lock_serves_every_python_and_names_no_index(lock: Path):
    text = lock.read_text()
    assert "audioop-lts==" in text
    assert re.search(r"^audioop-lts.* ; python_full_version >= '3\.13'", text, re.MULTILINE)
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text


def test_the_libraries_of_the_page_are_those_of_their_lock():
    """`make vendor` makes one file of them, which says what is in it."""
    lock = json.loads((ROOT / "tools/vendor/package-lock.json").read_text())["packages"]
    bundled = {name.removeprefix("node_modules/"): package for name, package in lock.items() if name}
    header = (ROOT / PAGE / "vendor/vendor.js").read_text().partition("*/")[0]
    listed = re.findall(r"^ \* (\S+) (\d\S*) \(", header, re.MULTILINE)
    assert {"preact", "htm", "discord-markdown-parser"} <= {name for name, _ in listed}
    assert {name: bundled[name]["version"] for name, _ in listed} == dict(listed)
    axe = (ROOT / "tests/browser/vendor/axe.min.js").read_text()[:40]
    assert axe.startswith(f"/*! axe v{bundled['axe-core']['version']}")
    assert [name for name, package in bundled.items() if "resolved" in package or "integrity" not in package] == []


def test_every_dependency_says_why_it_is_there():
    lines = (ROOT / "pyproject.toml").read_text().splitlines()
    first = lines.index("dependencies = [")
    listed = [line for line in lines[first : lines.index("[project.scripts]")] if line.startswith('    "')]
    assert listed
    assert [line for line in listed if " # " not in line] == []
