"""The bot plays on any Discord-compatible server: nothing in it knows the local one."""

import ast
import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.elsewhere import CHANNEL, PREFIX, TOKEN, Deed, Elsewhere
from tests.e2e.process import ROOT, BotProcess, bot_process_anew

COMMAND, COMPONENT, FORM = 2, 3, 5
UPDATE = {6, 7}
"""Acknowledged with a change of the message, now or soon."""

Json = dict[str, Any]


@pytest.fixture
async def elsewhere() -> AsyncIterator[Elsewhere]:
    server = Elsewhere()
    await server.start()
    yield server
    await server.stop()
    assert server.mistakes == []


@pytest.fixture
async def bot(elsewhere: Elsewhere, tmp_path: Path) -> AsyncIterator[BotProcess]:
    api, gateway = f"http://{elsewhere.address}{PREFIX}", f"ws://{elsewhere.address}/compat/socket"
    addresses = {"DISCORD_API_URL": api, "DISCORD_GATEWAY_URL": gateway}
    async with bot_process_anew(tmp_path, "run", DISCORD_TOKEN=TOKEN, **addresses) as running:
        await asyncio.wait_for(elsewhere.connected.wait(), 10)
        yield running
        assert await running.stopped() == 0
    assert not re.search(r"Z (ERROR|CRITICAL) ", running.logged), running.logged


def parts(message: Json) -> Iterator[Json]:
    """Yield every component, outer ones first."""
    waiting = list(message.get("components", []))
    while waiting:
        part = waiting.pop(0)
        yield part
        waiting = [*part.get("components", []), *filter(None, [part.get("component")]), *waiting]


def text_of(message: Json) -> str:
    return "\n".join(
        [message.get("content") or "", *(part["content"] for part in parts(message) if part["type"] == 10)]
    )


def button(message: Json, label: str) -> Json:
    found = [p for p in parts(message) if p["type"] == 2 and p["label"].rpartition(": ")[2].startswith(label)]
    assert found, f"no {label!r} on {text_of(message)}"
    return {"component_type": 2, "custom_id": found[0]["custom_id"]}


class Guest:
    """Somebody there who types, clicks and fills in."""

    def __init__(self, elsewhere: Elsewhere, number: str) -> None:
        self._elsewhere, self._number = elsewhere, number

    async def slash(self, name: str, below: str) -> Deed:
        data: Json = {"id": "1", "type": 1, "name": name, "options": [{"type": 1, "name": below}]}
        return await self._elsewhere.begin(COMMAND, self._number, data)

    async def click(self, message: Json, label: str) -> Deed:
        return await self._elsewhere.begin(COMPONENT, self._number, button(message, label), message)

    async def submit(self, opened: Deed, **typed: str) -> Deed:
        assert opened.form is not None
        labels: list[Json] = [
            {"type": 18, "component": {"type": 4, "custom_id": p["custom_id"], "value": typed.get(p["label"], value)}}
            for p in named(opened.form)
            if (value := p.get("value", "")) is not None
        ]
        data = {"custom_id": opened.form["custom_id"], "components": labels}
        return await self._elsewhere.begin(FORM, self._number, data, opened.source)


def named(form: Json) -> Iterator[Json]:
    """Yield the text fields of a form, each with the first word of its label."""
    for label in form["components"]:
        if label["component"]["type"] == 4:
            yield {**label["component"], "label": label["label"].split()[0]}


async def test_bot_logs_in_registers_commands_and_plays_on_another_server(elsewhere: Elsewhere, bot: BotProcess):
    assert "pilok" in {command["name"] for command in elsewhere.commands}
    han, lando = Guest(elsewhere, "5"), Guest(elsewhere, "1234567890123456789")
    opened = await han.slash("pilok", "open")
    [table] = opened.made
    assert table["channel_id"] == CHANNEL
    for guest, name in ((han, "Han"), (lando, "Lando")):
        await guest.submit(await guest.click(table, "Sit"), Your=name)
        await elsewhere.until(lambda name=name: name in text_of(table))

    assert (await han.click(table, "Deal")).acknowledged.result() in UPDATE
    guests = {"Han": han, "Lando": lando}
    while not any(p.get("label") == "Next hand" for p in parts(table)):
        await elsewhere.until(lambda: "▸ **" in text_of(table) or "Shadowport" in text_of(table))
        before = text_of(table)
        leader = guests[re.findall(r"▸ \*\*(\w+)\*\*", before)[0]]
        deed = await leader.click(table, "Pass" if "The Jump" in before.splitlines()[1] else "Check")
        assert deed.acknowledged.result() in UPDATE, [text_of(message) for message in deed.made]
        await elsewhere.until(lambda before=before: text_of(table) != before)
    assert "Shadowport" in text_of(table)

    purse = await han.slash("wallet", "show")
    assert "in the wallet" in text_of(purse.made[0])


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules() -> list[Path]:
    """List all modules of the bot and its games, without the command line, which may start the playground."""
    found = [*(ROOT / "bot").rglob("*.py"), *(ROOT / "cogs").rglob("*.py")]
    return [path for path in found if path != ROOT / "bot" / "__main__.py"]


def test_nothing_outside_the_playground_imports_it_or_names_it():
    assert len(modules()) > 50
    for path in modules():
        assert not [name for name in imported(path) if name.startswith("playground")], path
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"LocalDiscord|/api/v10/|not-a-secret|127\.0\.0\.1:\d", text), path


def test_only_the_settings_know_that_there_may_be_a_playground():
    knowing = [
        path.name for path in modules() if re.search("playground", path.read_text(encoding="utf-8"), re.IGNORECASE)
    ]
    assert knowing == ["settings.py"]
