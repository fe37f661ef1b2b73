"""The catalog finds games by looking: a folder with rules is a game, and nobody keeps a list."""

import sys
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord.ext import commands
from pydantic import TypeAdapter

from bot import games
from bot.engine.game import Player
from bot.engine.money import CREDITS
from bot.engine.options import with_options
from bot.engine.rng import SeededRng
from bot.engine.words import Voice
from bot.errors import NotFound


@pytest.fixture
def another_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Create another package of cogs, in which the catalog looks instead."""
    home = tmp_path / "othercogs"
    home.mkdir()
    (home / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(games, "_HOME", "othercogs")
    forget()
    yield home
    for name in [name for name in sys.modules if name.partition(".")[0] == "othercogs"]:
        del sys.modules[name]
    forget()


def forget() -> None:
    games.games.cache_clear()


def package(home: Path, name: str, **modules: str) -> None:
    folder = home / name
    folder.mkdir()
    (folder / "__init__.py").write_text('"""A package."""\n')
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(source)


def test_games_are_found_under_their_keys_with_their_words():
    assert "pilok" in games.games()
    assert games.spec_of("pilok").game.title == "Three Street Pi'Lok"
    assert all(spec.game.key == key for key, spec in games.games().items())
    spec = games.spec_of("pilok")
    voice = Voice(names={}, currency=CREDITS)
    assert [page.title for page in spec.rulebook(spec.game.HouseRules(), voice)]


@pytest.mark.parametrize("key", sorted(games.games()))
def test_a_state_is_written_as_json_of_all_its_fields(key: str):
    game = games.spec_of(key).game
    least, rules = game.seats[0], game.HouseRules()
    stack = max(game.buy_in(rules).usual, 100)
    players = tuple(Player(seat=seat, stack=stack) for seat in range(1, least + 1))
    bank = game.usual_bank(rules) if game.is_banked else 0
    state = game.start(game.Deal(rules=rules, players=players, bank=bank), SeededRng(1)).state
    assert state.to_json() == TypeAdapter(game.State).dump_json(state).decode()
    assert game.State.from_json(state.to_json()) == state


SPEC = "from types import SimpleNamespace as Any\nGAME = Any(game=Any(key='zigzag'))\n"


def test_a_folder_with_a_spec_is_a_game_and_one_without_is_not(another_home: Path):
    package(another_home, "zigzag", spec=SPEC, cog="")
    package(another_home, "wallet", cog="")
    assert list(games.games()) == ["zigzag"]
    assert games.extensions() == ("othercogs.wallet.cog", "othercogs.zigzag.cog")


def test_the_example_is_a_game_once_its_folder_is_copied(another_home: Path):
    example = Path(__file__).parents[1] / "examples" / "coin_toss"
    folder = another_home / example.name
    folder.mkdir()
    for file in (*example.glob("*.py"), *example.glob("*.md")):
        (folder / file.name).write_text(file.read_text().replace("examples.coin_toss", "othercogs.coin_toss"))
    spec = games.games()["coin_toss"]
    assert spec.rulebook(spec.game.HouseRules(), Voice(names={}, currency=CREDITS))[0].text
    assert games.extensions() == ("othercogs.coin_toss.cog",)


def test_looking_for_commands_imports_none_of_them(another_home: Path):
    package(another_home, "wallet", cog="raise RuntimeError('imported')\n")
    assert games.extensions() == ("othercogs.wallet.cog",)


def test_a_game_alone_is_loaded_without_the_others(another_home: Path):
    package(another_home, "zigzag", spec=SPEC)
    package(another_home, "broken", spec="raise RuntimeError('imported')\n")
    package(another_home, "wallet", cog="")
    found = games.game_alone("zigzag")
    assert found is not None
    assert found.game.key == "zigzag"
    assert games.game_alone("wallet") is None
    assert games.game_alone("../zigzag") is None


def test_a_folder_with_another_name_than_its_game_is_refused(another_home: Path):
    package(another_home, "zagzig", spec=SPEC)
    with pytest.raises(ValueError, match=r"othercogs\.zagzig.*zigzag"):
        games.games()


def test_a_game_that_is_gone_is_refused_in_a_sentence():
    with pytest.raises(NotFound, match=r"There is no longer a game called whist here\."):
        games.spec_of("whist")


def test_win_chances_exist_in_games_with_a_module_for_them():
    telling = {key for key in games.games() if games.spec_of(key).win_calculator is not None}
    assert {"pilok", "golem", "pazaak", "klingon", "baldur"} <= telling
    assert "roulette" not in telling


def test_chances_at_a_crooked_table_come_from_the_seats_honest_view():
    spec = games.spec_of("klingon")
    rules = next(iter(spec.game.presets.values()))
    players = tuple(Player(seat=seat, stack=200) for seat in (1, 2))
    at_both: list[object] = []
    for one in (spec, spec.by(with_options(rules, {"crooked": True}))):
        assert one.win_calculator is not None
        start = one.game.start(one.game.Deal(rules=rules, players=players), SeededRng(1))
        at_both.append(one.win_calculator.question(one.game.view(start.state, 1)))
    assert at_both[0] is not None
    assert at_both[0] == at_both[1]


async def test_commands_of_a_game_go_with_its_extension_and_come_again():
    bot = commands.Bot("!", intents=discord.Intents.none())
    extension = games.extension_of("pilok")
    await bot.load_extension(extension)
    await bot.reload_extension(extension)
    assert [command.name for command in bot.tree.get_commands()] == ["pilok"]
    await bot.unload_extension(extension)
    assert bot.tree.get_commands() == []
