"""The bot as its operator looks after it: measures and health at a port, and commands beside the running process."""

import json
import re
from pathlib import Path

from aiohttp import ClientSession

from playground.discord.server import LocalDiscord
from playground.discord.world import Channel
from playground.people import Player
from tests.e2e.process import BotProcess, bot_process, playing_bot
from tests.sqlite_file import url_of


async def told(folder: Path, *words: str, **settings: str) -> tuple[int, str]:
    """Run a command of the program to its end, and return its status and its output."""
    async with bot_process(folder, *words, DATABASE_URL=url_of(folder / "book.db"), **settings) as command:
        status = await command.ended()
        assert command.process.stdout is not None
        return status, (await command.process.stdout.read()).decode()


def port_of(bot: BotProcess) -> str:
    found = re.search(r"measures are at (http://127\.0\.0\.1:\d+)/metrics", bot.logged)
    assert found is not None, bot.logged
    return found[1]


async def test_an_operator_looks_after_a_running_bot(
    tmp_path: Path, local: LocalDiscord, channel: Channel, han: Player
):
    own = {"DATABASE_URL": url_of(tmp_path / "book.db")}
    more = {"METRICS_PORT": "0", "LOG_FORMAT": "json", "BACKUP_EVERY": "24", "BACKUP_KEEP": "2"}
    assert (await told(tmp_path, "operator", "block", "user", "77"))[0] == 1
    async with playing_bot(local, tmp_path, **own, **more) as bot:
        table = (await (await han.slash(channel, "pilok open")).done()).shown
        async with ClientSession() as session, session.get(f"{port_of(bot)}/metrics") as reply:
            text = await reply.text()
        assert "shadowport_open_tables 1.0" in text
        assert 'shadowport_acknowledgement_seconds_count{kind="command"} 1.0' in text
        assert await told(tmp_path, "operator", "notice", "Back at 20:00") == (0, "Every table shows: Back at 20:00\n")
        await local.world.until(lambda: "**Notice:** Back at 20:00" in table.text)
        status, said = await told(tmp_path, "operator", "block", "user", str(han.id), "--reason", "spam")
        assert (status, said) == (0, f"User {han.id} is blocked.\n")
        answer = await (await han.click(table, "Rules")).done()
        assert answer.text == "The person who runs this bot has blocked you. /privacy still works."
        status, said = await told(tmp_path, "operator", "stats", "--json")
        assert [(one["deed"], one["typed"]) for one in json.loads(said)["deeds"]] == [
            ("block", "spam"), ("notice", "Back at 20:00")
        ]  # fmt: skip
        assert await bot.stopped() == 0
        lines = [json.loads(line) for line in bot.logged.splitlines() if line.startswith("{")]
        assert {"time", "level", "logger", "message"} <= lines[-1].keys()
        assert str(han.id) not in bot.logged
    async with playing_bot(local, tmp_path, **own) as bot:
        answer = await (await han.click(table, "Rules")).done()
        assert answer.text == "The person who runs this bot has blocked you. /privacy still works."
        assert await told(tmp_path, "operator", "unblock", "user", str(han.id)) == (
            0, f"User {han.id} is no longer blocked.\n"
        )  # fmt: skip
        assert "The game in one minute" in (await (await han.click(table, "Rules")).done()).text
        assert await told(tmp_path, "operator", "notice", "--clear") == (0, "The notice is gone.\n")
        await local.world.until(lambda: "Notice" not in table.text)
        status, said = await told(tmp_path, "drill")
        assert status == 0, said
        assert said.endswith("The drill passed. Your database wasn't touched.\n")
