"""Every command and control stands in a row of the rights."""

from pathlib import Path

import pytest

from bot.campaigns.rights import Right, Where
from bot.games import games
from bot.ui import routing
from tests.check_documents import GROUP, SUBCOMMAND, Json, registered

CONTROLS = frozenset(control for right in Right for control in right.controls)


def without_game(name: str) -> str:
    """Return the name of a command or verb with … for the game's key, as the rows have it."""
    names = [named for key, spec in games().items() for named in (key, spec.alias) if named]
    return next((name.replace(key, "…", 1) for key in names if name.removeprefix("/").startswith(key)), name)


@pytest.fixture
async def commands(tmp_path: Path) -> dict[str, list[Json]]:
    return await registered(tmp_path)


def test_rows_name_each_command_and_option_that_is_registered(commands: dict[str, list[Json]]):
    menus = {path for path in commands if path.startswith("@")}
    assert {control for control in CONTROLS if control.startswith("@")} == menus
    commands = {path: options for path, options in commands.items() if path not in menus}
    leaves = {path for path, options in commands.items() if not any(o["type"] in {GROUP, SUBCOMMAND} for o in options)}
    groups = {path.rpartition(" ")[0] for path in leaves}
    named = {without_game(f"/{path.replace(' ', '-')}") for path in leaves - groups}
    of_options = {control for control in CONTROLS if control.endswith(":")}
    assert {control for control in CONTROLS if control.startswith("/")} - of_options == named
    for control in of_options:
        command, _, option = control.strip("/:").rpartition("-")
        assert option in {one["name"] for one in commands[command]}


@pytest.mark.usefixtures("commands")
def test_rows_name_each_verb_that_has_a_handler():
    verbs = {without_game(verb) for verb in (*routing._handlers, *routing._forms)}
    assert {control for control in CONTROLS if not control.startswith(("/", "@"))} == verbs


@pytest.mark.usefixtures("commands")
def test_only_controls_of_help_rules_and_own_data_work_in_direct_messages():
    handlers = {verb for verb, handler in routing._handlers.items() if handler in routing._direct}
    places = {Where.DIRECT, Where.ANYWHERE}
    there = {one for right in Right if right.where in places for one in right.controls if one[0] != "/"}
    assert there == handlers
