"""Promises of the documents: command lines, slash commands with their options, files and examples that are there."""

import argparse
import asyncio
import contextlib
import fnmatch
import importlib.util
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot import simulation
from bot.__main__ import command_parser
from bot.app import opened_services
from bot.campaigns.model import PRESETS, CampaignSettings
from bot.clock import SystemClock
from bot.engine.dice import roll_in
from bot.engine.frozen import fields_of
from bot.engine.rng import SeededRng
from bot.errors import PlayerError
from bot.games import extensions
from bot.portability.campaign_file import CampaignFile
from bot.settings import Settings
from bot.ui.client import Shadowport
from bot.ui.routing import Tree
from playground.discord.limits.commands import BOOLEAN, CHAT_INPUT, GROUP, SUBCOMMAND
from tests.sqlite_file import lay_out
from tools import screenshots, site

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "PRIVACY.md", "TERMS.md", "ARCHITECTURE.md")),
    *sorted(ROOT.glob("docs/**/*.md")),
]
MAKEFILE, DOCKERFILE = ((ROOT / name).read_text() for name in ("Makefile", "Dockerfile"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PYTHON = r"(?:\.venv/bin/)?python3? -m"
COMMAND_LINE = re.compile(rf"(?:\w+=\S+ )*(?:make|{PYTHON} \w+|(?:\.venv/bin/)?(?:pip|shadowport)|docker \w+)(?= |$)")
TOOLS = {"cp", "rm", "sed"}
"""Programs of every machine that has make."""
LONGEST_LINE = 300
"""Seconds that a command line of the documents may take on a busy machine."""
Json = dict[str, Any]

each = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)


def fenced(document: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", document.read_text(), re.DOTALL | re.MULTILINE)


def prose(document: Path) -> str:
    return re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)


def code(text: str) -> list[str]:
    """Return the spans of a text that are set as code, or in bold as a command is."""
    return [
        " ".join(re.split(r"\s+", span)) for pair in re.findall(r"`([^`]+)`|\*\*(/[^*]+)\*\*", text) for span in pair
    ]


def command_lines(document: Path) -> list[str]:
    """Return all lines of blocks for a shell, and elsewhere those that begin as a command line does."""
    other = "".join(fenced(document, "(?!sh|bash|console).*")).splitlines() + code(prose(document))
    return shell_lines(document) + [line for line in other if COMMAND_LINE.match(line)]


def wrong_in(line: str) -> str | None:
    """Name the first thing in a command line that isn't there; None if everything is."""
    words = shlex.split(line, comments=True)
    while "=" in words[0]:
        name = words.pop(0).partition("=")[0]
        if name.lower() not in Settings.model_fields:
            return f"no setting {name}"
    program, *rest = words
    if program in TOOLS:
        return None
    if program == "make":
        return wrong_for_make(rest)
    if program == "docker":
        return wrong_for_compose(rest[1:]) if rest[0] == "compose" else wrong_for_docker(rest)
    if program in {f".venv/bin/{script}" for script in PROJECT["scripts"]}:
        return wrong_for_bot(rest)
    if re.fullmatch(r"(?:\.venv/bin/)?python3?", program) and rest[:1] == ["-m"]:
        module, *arguments = rest[1:]
        if module == "bot":
            return wrong_for_bot(arguments)
        if module == "pip":
            return wrong_for_pip(arguments)
        return None if importlib.util.find_spec(module) else f"no module {module}"
    return wrong_for_pip(rest) if Path(program).name == "pip" else f"no program {program}"


def wrong_for_make(words: list[str]) -> str | None:
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    for word in words:
        name, is_variable, _ = word.partition("=")
        if f"$({name})" not in MAKEFILE if is_variable else name not in targets:
            return f"no {name} in the Makefile"
    return None


def wrong_for_bot(words: list[str]) -> str | None:
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            asked = vars(command_parser().parse_args(words))
        if words[:1] == ["simulate"]:
            made = simulation.SimulationWords(
                *(asked[name] for name in ("game", "option", "hands", "seed", "seats", "styles"))
            )
            simulation.plan_simulation(made)
    except SystemExit:
        return said.getvalue()
    except PlayerError as refused:
        return str(refused)
    return None


def wrong_for_pip(words: list[str]) -> str | None:
    """Only files of requirements, and this folder with its extras: the project is in no index."""
    given = iter(words[1:])
    for word in given:
        local = re.fullmatch(r"\.(?:\[([\w,]+)\])?", word)
        if word in {"-r", "--requirement"}:
            if not (ROOT / (file := next(given, ""))).is_file():
                return f"no file {file}"
        elif not word.startswith("-") and (local is None or set((local[1] or "").split(",")) - {"", *extras()}):
            return f"nothing to install: {word}"
    return None if words[:1] == ["install"] else f"pip {words[:1]}"


def extras() -> set[str]:
    return set(PROJECT["optional-dependencies"])


def docker_parser() -> argparse.ArgumentParser:
    """Build a parser for the part of Docker's command line that the documents use."""
    parser = argparse.ArgumentParser(prog="docker")
    commands = parser.add_subparsers(required=True)
    build, run = commands.add_parser("build"), commands.add_parser("run")
    build.add_argument("-t")
    build.add_argument("--build-arg", dest="arguments", action="append", default=[])
    build.add_argument("folder", choices=["."])
    for flag in ("--rm", "--no-healthcheck", "-d"):
        run.add_argument(flag, action="store_true")
    for option in ("-p", "--stop-timeout", "--name", "--restart"):
        run.add_argument(option)
    run.add_argument("-e", dest="settings", action="append", default=[])
    run.add_argument("-v", dest="volumes", action="append", default=[])
    run.add_argument("image", choices=["shadowport"])
    run.add_argument("words", nargs=argparse.REMAINDER)
    parser.set_defaults(arguments=[], settings=[], volumes=[], words=[])
    return parser


def wrong_for_docker(words: list[str]) -> str | None:
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            asked = docker_parser().parse_args(words)
    except SystemExit:
        return said.getvalue()
    for name, _, file in (given.partition("=") for given in asked.arguments):
        if f"ARG {name}=" not in DOCKERFILE or not (ROOT / file).is_file():
            return f"no argument {name}={file}"
    for name in (given.partition("=")[0] for given in asked.settings):
        if name.lower() not in Settings.model_fields:
            return f"no setting {name}"
    for given in asked.volumes:
        if f"VOLUME {given.rpartition(':')[2]}\n" not in DOCKERFILE:
            return f"no volume {given}"
    return wrong_for_bot(asked.words)


def wrong_for_compose(words: list[str]) -> str | None:
    """Return the first file that isn't there: `docker compose` is only started."""
    *options, last = words
    files = [name for option, name in zip(options[::2], options[1::2], strict=True) if option == "-f"]
    missing = [name for name in files or ["compose.yaml"] if not (ROOT / name).is_file()]
    return f"no file {missing[0]}" if missing else None if last == "up" else f"docker compose {last}"


@each
def test_every_command_line_names_what_is_there(document: Path):
    assert {line: wrong for line in command_lines(document) if (wrong := wrong_in(line))} == {}


@each
async def test_every_slash_command_is_registered_with_its_options_and_choices(document: Path, tmp_path: Path):
    commands = await registered(tmp_path)
    paragraphs = re.split(r"\n\s*\n|\n(?=[-|] |\d\. )", prose(document))
    assert [wrong for paragraph in paragraphs for wrong in wrong_commands(paragraph, commands)] == []


async def registered(folder: Path) -> dict[str, list[Json]]:
    """Return the options of each command under its words; under the words of a group, those of all its commands. The
    name of a command in the menu of a person or message begins with @.
    """
    settings = Settings(database_url=await lay_out(folder / "shadowport.db"))
    async with opened_services(settings, SystemClock()) as services, Shadowport(services, Tree) as bot:
        for extension in extensions():
            await bot.load_extension(extension)
        payloads: list[Json] = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    found: dict[str, list[Json]] = {}

    def walk(above: str, payload: Json) -> list[Json]:
        words, below = f"{above} {payload['name']}".strip(), payload.get("options", [])
        is_group = any(option["type"] in {GROUP, SUBCOMMAND} for option in below)
        found[words] = [option for one in below for option in walk(words, one)] if is_group else below
        return found[words]

    for payload in payloads:
        if payload["type"] == CHAT_INPUT:
            walk("", payload)
        else:
            found[f"@{payload['name'].lower().replace(' ', '-')}"] = []
    return found


def wrong_commands(paragraph: str, commands: dict[str, list[Json]]) -> Iterator[str]:
    """Name commands that aren't there, and options that none of the paragraph's commands has."""
    named: list[str] = []
    for span in code(paragraph):
        words = span.removeprefix("/").split(" ")
        if not re.match(r"/[a-z]", span):
            continue
        path = max((path for n in range(1, 4) if (path := " ".join(words[:n])) in commands), key=len, default="")
        rest = span[len(path) + 1 :].strip()
        if not path or (rest and not re.match(r"[a-z_]+:", rest)):
            yield f"There is no command {span}."
            continue
        named.append(path)
        yield from wrong_options(rest, commands[path], span)
    there = [option for path in named or commands for option in commands[path]]
    for span in code(paragraph):
        if re.match(r"[a-z_]+:(?![^ ]*[:</]|\d)", span):
            yield from wrong_options(span, there, span)


def wrong_options(given: str, there: list[Json], span: str) -> Iterator[str]:
    for name, value in re.findall(r"([a-z_]+):\s*((?:(?!\s[a-z_]+:).)*)", given):
        described = [option for option in there if option["name"] == name]
        choices = [
            choice[key] for option in described for choice in option.get("choices", []) for key in ("name", "value")
        ]
        if not described:
            yield f"No command here has the option {name} of {span}."
        elif value and choices and value not in choices:
            yield f"{span} is none of {choices}."
        elif value and all(option["type"] == BOOLEAN for option in described) and value not in {"True", "False"}:
            yield f"{span} is neither True nor False."


@each
def test_every_link_and_image_is_there(document: Path):
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)|(?:src|srcset)=\"([^\"]+)\"", document.read_text())
    named = [target for pair in targets for target in pair if target and "://" not in target]
    assert [target for target in named if not (document.parent / target).exists()] == []


def test_every_image_of_the_documents_is_used():
    texts = "".join(document.read_text() for document in DOCUMENTS)
    assert [image.name for image in ROOT.glob("docs/**/*.png") if image.name not in texts] == []


@each
def test_every_python_example_prints_what_its_comments_say(document: Path):
    for block in fenced(document, "python"):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(block, document.name, "exec"), {})
        comments = " ".join(re.findall(r"print\(.*\)  # (.+)", block))
        promised = re.findall(r"\b[0-9a-f]*[0-9][0-9a-f]*", comments)
        printed = said.getvalue().split()
        assert [line[: len(start)] for line, start in zip(printed, promised, strict=True)] == promised


def test_the_snippets_of_a_new_game_stand_in_the_example():
    text = (ROOT / "docs" / "adding-a-game.md").read_text()
    snippets = re.findall(r"^```python (\S+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert snippets
    example = ROOT / "examples" / "coin_toss"
    assert [snippet for file, snippet in snippets if snippet not in (example / file).read_text()] == []


@each
def test_every_json_example_has_the_parts_of_a_campaigns_file(document: Path):
    for block in fenced(document, "json"):
        assert set(json.loads(block)) == {*fields_of(CampaignFile), "history"}


@pytest.mark.parametrize(
    "dice, campaigns",
    [
        ("2d20kh1+7", [*PRESETS]),
        ("4d6dl1", [*PRESETS]),
        ("9D+2", ["star-wars-d6"]),
        ("+7 adv", ["dnd-5e"]),
        ("YYG", ["ffg"]),
        ("YYG vs PP", ["ffg"]),
    ],
)
def test_every_roll_in_the_player_guide_is_read_in_the_campaigns_that_it_names(dice: str, campaigns: list[str]):
    assert dice in code(prose(ROOT / "docs" / "player-guide.md"))
    for key in campaigns:
        assert roll_in(PRESETS[key].system, dice, SeededRng(1)).told()


def test_a_new_campaign_plays_with_the_dice_of_star_wars_d6():
    assert CampaignSettings().system == PRESETS["star-wars-d6"].system


@pytest.fixture(scope="module")
def folder_after_the_first_command(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project as it is after `make run`: with `.venv`, and databases that the bot and the playground made."""
    folder = tmp_path_factory.mktemp("documents") / "shadowport"
    ignored = shutil.ignore_patterns(".*", "*.db*", "build", "__pycache__", "node_modules")
    shutil.copytree(ROOT, folder, ignore=ignored)
    (folder / ".venv").symlink_to(sys.prefix)
    for name in ("shadowport.db", "shadowport-playground.db"):
        asyncio.run(lay_out(folder / name))
    return folder


@each
def test_every_command_line_runs_as_printed(document: Path, folder_after_the_first_command: Path, tmp_path: Path):
    """The lines of a document run in a folder of their own, one after the other."""
    if lines := [line for line in shell_lines(document) if is_run(line)]:
        folder = shutil.copytree(folder_after_the_first_command, tmp_path / "shadowport", symlinks=True)
        assert {line: said for line in lines if (said := failure_of(line, folder))} == {}


def shell_lines(document: Path) -> list[str]:
    """Return the lines of all blocks for a shell."""
    blocks = "".join(fenced(document, "(?:sh|bash|console)")).replace("\\\n", "")
    return [line for line in blocks.splitlines() if line]


def is_run(line: str) -> bool:
    """Tell whether a line needs nothing but the project's folder.

    `make`, pip and Docker change the machine, and are only read. A line says in a comment what else it needs, as in
    `# needs a token`.
    """
    words = shlex.split(line, comments=True)
    programs = [word for word in words if not re.match(r"\w+=", word)]
    changes = Path(programs[0]).name in {"make", "docker", "pip"} or programs[1:3] in (["-m", "pip"], ["-m", "venv"])
    return not changes and not re.search(r"#.*\bneeds\b", line)


def failure_of(line: str, folder: Path) -> str:
    """Run a line in the folder, and return what it printed if it failed. A server runs until it has said its link."""
    variables = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PLAYGROUND_PORT": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    words = shlex.split(line, comments=True)
    starts_server = words[-1] == "bot" or words[-2:] == ["bot", "playground"]
    with subprocess.Popen(
        ["bash", "-c", f"exec env {line}"], cwd=folder, env=variables, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        said = ""
        if starts_server:
            for printed in running.stdout:
                said += printed
                if "http://127.0.0.1:" in printed:
                    break
            running.terminate()
        said += running.communicate(timeout=LONGEST_LINE)[0]
        if starts_server and "http://127.0.0.1:" not in said:
            return f"there is no link: {said}"
        return "" if running.returncode == 0 else f"status {running.returncode}: {said}"


@pytest.mark.parametrize(
    "line",
    [
        ".venv/bin/python -m bot restore none.db",
        ".venv/bin/python -m bot simulate whist --hands 1 --seed 1",
        "DATABASE_URL=sqlite:///nowhere/none.db .venv/bin/python -m bot audit",
        ".venv/bin/python -m nothing",
    ],
)
def test_a_command_line_that_fails_is_found(line: str, folder_after_the_first_command: Path):
    assert is_run(line)
    assert failure_of(line, folder_after_the_first_command).startswith("status ")


def test_a_command_line_that_needs_more_than_the_folder_is_only_read():
    assert not is_run(".venv/bin/python -m bot run  # needs a token")
    assert not is_run("DISCORD_TOKEN=x docker run -e DISCORD_TOKEN shadowport")
    assert not is_run("make run")


def test_every_image_is_made_by_the_command_for_screenshots():
    command = (ROOT / "tools" / "screenshots.py").read_text()
    made = [re.sub(r"{\w+}", "*", name) for name in re.findall(r'DOCS / f?"([^"]+\.png)"', command)]
    images = {path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.png")}
    assert screenshots.DOCS == ROOT / "docs"
    assert {image for image in images if not any(fnmatch.fnmatch(image, name) for name in made)} == set()


def test_site_has_every_page_and_no_link_that_leads_nowhere(tmp_path: Path):
    site.stage(ROOT, tmp_path / site.SOURCE)
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    built = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    listed = set(re.findall(r'"([^"]+\.md)"', (ROOT / "zensical.toml").read_text()))
    assert listed == {place for place in site.pages(ROOT).values() if place.endswith(".md")}
    assert not re.findall(r"https?://[^\"]+\.(?:js|css)\"", (tmp_path / "build" / "site" / "index.html").read_text())


@pytest.mark.parametrize(
    "line",
    [
        "make sing",
        "make lock UPGRAD=--upgrade",
        "python -m bot audit --jsn",
        ".venv/bin/python -m bot sing",
        ".venv/bin/shadowport simulate whist --hands 1 --seed 1",
        "shadowport audit",
        "python -m bot simulate pazaak --hands 60 --seed 1 --styles shark,sheep",
        "DATABASE=x python -m bot",
        "pip install 'shadowport[charts]'",
        "pip install '.[chart]'",
        "python -m pip install -r requirements-none.txt",
        "python -m nothing",
        "docker build --build-arg REQUIREMENT=requirements.txt .",
        "docker build --build-arg REQUIREMENTS=requirements-none.txt .",
        "docker run -e TOKEN shadowport",
        "docker run -v shadowport:/elsewhere shadowport",
        "docker run shadowport sing",
        "cargo run",
    ],
)
def test_a_command_line_that_does_not_work_is_found(line: str):
    assert wrong_in(line)


async def test_a_slash_command_that_does_not_work_is_found(tmp_path: Path):
    commands = await registered(tmp_path)
    for wrong in (
        "`/sing`",
        "`/pilok sing`",
        "`/character` (`skills:`)",
        "`/character skills skills:Gambling 8D`",
        "`/klingon open cards:None`",
        "`/recap gm:yes`",
        "`sing:`",
    ):
        assert list(wrong_commands(wrong, commands)), wrong
    right = (
        "`/character skills sheet:Gambling 8D`, `/klingon open cards:Cards of the campaign` and `/recap` (`gm:True`)"
    )
    assert list(wrong_commands(right, commands)) == []
