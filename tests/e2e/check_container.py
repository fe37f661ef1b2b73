"""The bot as a container starts it: with the variables and the command of the Dockerfile."""

import http.client
import signal
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from playground.discord.server import LocalDiscord
from tests.dockerfile import command, environment
from tests.e2e.at_the_page import OWN, address_told
from tests.e2e.process import BotProcess, bot_process, playing_bot
from tests.sqlite_file import url_of

ELSEWHERE = "127.0.0.2"
"""An address at which only a server answers that listens on more than 127.0.0.1."""


def container(folder: Path, *words: str, **more: str) -> AbstractAsyncContextManager[BotProcess]:
    """`docker run shadowport <words>`, with the volume in `folder`."""
    variables = environment() | {"DATABASE_URL": url_of(folder / "shadowport.db")}
    own = {name: value for name, value in variables.items() if name != "PATH"}
    return bot_process(folder, *(words or command()[3:]), **own, **more)


def answered(at: str, address: str, host: str, *, key: bool = True) -> int:
    """Return the status of a GET that goes to the address `at`, and names `host`."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(at, parts.port, timeout=10)
    connection.request("GET", parts.path if key else "/", headers={"Host": f"{host}:{parts.port}"})
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.mark.parametrize("token", [{}, {"DISCORD_TOKEN": ""}], ids=["unset", "empty"])
async def test_without_a_token_it_says_what_is_missing_and_ends_with_two(tmp_path: Path, token: dict[str, str]):
    async with container(tmp_path, **token) as bot:
        assert await bot.ended() == 2
        assert await bot.line() == ""
    assert bot.logged.startswith("shadowport: DISCORD_TOKEN: ")
    assert bot.logged.count("\n") == 1
    assert not (tmp_path / OWN).exists()


async def test_container_playground_is_reachable_only_by_its_key_and_names(tmp_path: Path):
    async with container(tmp_path, "playground", PLAYGROUND_PORT="0") as bot:
        address = await address_told(bot)
        assert answered(ELSEWHERE, address, "127.0.0.1") == 200
        assert answered(ELSEWHERE, address, "localhost") == 200
        assert answered(ELSEWHERE, address, "127.0.0.1", key=False) == 404
        assert answered(ELSEWHERE, address, "shadowport.example") == 403
        assert answered(ELSEWHERE, address, ELSEWHERE) == 403
        assert await bot.stopped() == 0


async def test_outside_a_container_the_playground_listens_on_this_machine_alone(tmp_path: Path):
    async with bot_process(tmp_path, "playground", PLAYGROUND_PORT="0") as bot:
        address = await address_told(bot)
        assert answered("127.0.0.1", address, "127.0.0.1") == 200
        with pytest.raises(ConnectionRefusedError):
            answered(ELSEWHERE, address, "127.0.0.1")
        assert await bot.stopped() == 0


async def test_dockers_signal_ends_it_well(tmp_path: Path, local: LocalDiscord):
    async with playing_bot(local, tmp_path, PLAYGROUND_HOST=environment()["PLAYGROUND_HOST"]) as bot:
        assert await bot.stopped(signal.SIGTERM) == 0
    assert local.problems == []
