"""What was kept and is no longer whole: it is put aside in one piece, and the playground begins with nothing said."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playground.discord.world import Message
from playground.discord.world.conversation import COMPONENTS_V2
from tests.manual_clock import ManualClock
from tests.playground.check_keeping import evening, file, texts
from tests.playground.conftest import running
from tests.playground.tiny_bot import TinyBot

Json = dict[str, Any]

__all__ = ["file"]

BUTTON = {"type": 2, "id": 3, "style": 1, "custom_id": "act", "label": "Call"}
MENU = {"type": 3, "id": 5, "custom_id": "menu", "min_values": 1, "max_values": 1, "options": []}
SHOWN: list[Json] = [
    {
        "type": 17,
        "id": 1,
        "accent_color": None,
        "spoiler": False,
        "components": [
            {"type": 10, "id": 2, "content": "A table"},
            {"type": 1, "id": 4, "components": [BUTTON]},
            {"type": 1, "id": 6, "components": [MENU | {"options": [{"label": "One", "value": "1"}]}]},
            {
                "type": 9,
                "id": 7,
                "components": [{"type": 10, "id": 8, "content": "beside"}],
                "accessory": {"type": 11, "id": 9, "media": {"url": "https://example.org/die.png"}},
            },
        ],
    }
]


async def an_evening(file: Path, clock: ManualClock) -> Json:
    """Return the stored world after an evening with a bot, a side room and a table."""
    async with evening(file, clock) as demo, running(TinyBot(), demo.local):
        world = demo.local.world
        await demo.opened()
        world.add_thread(demo.channel, "side room", owner=demo.owner.user)
        message = Message(world.ids.next(), demo.channel.id, demo.guild.id, world.bot, clock.now())
        message.components, message.flags = SHOWN, COMPONENTS_V2
        message.embeds = [{"type": "rich", "fields": [{"name": "Pot", "value": "80"}], "footer": {"text": "hand 1"}}]
        world.post(message)
    return json.loads(file.read_text())


def container(world: Json) -> list[Json]:
    return world["messages"][-1]["components"][0]["components"]


DAMAGES: dict[str, Callable[[Json], Any]] = {
    "a command without id": lambda w: w["commands"][0]["command"].pop("id"),
    "a command with a word for an id": lambda w: w["commands"][0]["command"].update(id="x"),
    "a command without name": lambda w: w["commands"][0]["command"].pop("name"),
    "a command without kind": lambda w: w["commands"][0]["command"].pop("type"),
    "a command for nobody knows whom": lambda w: w["commands"][0]["command"].pop("default_member_permissions"),
    "a command for somebody with a word": lambda w: w["commands"][0]["command"].update(default_member_permissions="x"),
    "an option without name": lambda w: w["commands"][0]["command"].update(options=[{"type": 3}]),
    "an empty component": lambda w: w["messages"][-1]["components"].append({}),
    "no component": lambda w: w["messages"][-1]["components"].append(5),
    "a component of no kind": lambda w: w["messages"][-1]["components"].append({"type": "2"}),
    "a component of an unknown kind": lambda w: w["messages"][-1]["components"].append({"type": 99, "id": 1}),
    "an empty component inside": lambda w: container(w).append({}),
    "a text without content": lambda w: container(w)[0].pop("content"),
    "a button without style": lambda w: container(w)[1]["components"][0].pop("style"),
    "a button whose label is a number": lambda w: container(w)[1]["components"][0].update(label=5),
    "a menu without bounds": lambda w: container(w)[2]["components"][0].pop("min_values"),
    "a menu with half an option": lambda w: container(w)[2]["components"][0]["options"][0].pop("value"),
    "a row of nothing": lambda w: container(w)[1].pop("components"),
    "a section without accessory": lambda w: container(w)[3].pop("accessory"),
    "a picture without address": lambda w: container(w)[3]["accessory"]["media"].pop("url"),
    "an embed with half a field": lambda w: w["messages"][-1]["embeds"][0]["fields"][0].pop("value"),
    "an embed that is none": lambda w: w["messages"][-1]["embeds"].append("x"),
    "said in a year without a name": lambda w: w["messages"][-1].update(created=1e20),
    "said before the epoch": lambda w: w["messages"][-1].update(created=-1e20),
    "edited in a year without a name": lambda w: w["messages"][-1].update(edited=1e15),
    "archived in a year without a name": lambda w: w["channels"][0].update(archive_changed_at=1e20),
    "an id below zero": lambda w: w["messages"][-1].update(id=-5),
    "an id without end": lambda w: w["messages"][-1].update(id=10**25),
    "an author without end": lambda w: w["messages"][-1].update(author=10**25),
    "a last id without end": lambda w: w.update(last_id=10**25),
    "flags below zero": lambda w: w["messages"][-1].update(flags=-1),
    "two messages with one id": lambda w: w["messages"].append(w["messages"][-1]),
    "a side room in the place of a channel": lambda w: w["channels"][0].update(id=w["messages"][-1]["channel_id"]),
    "used by nobody": lambda w: w["messages"][0].update(used={"name": "pilok open"}),
    "an answer to nothing": lambda w: w["messages"][0].update(interaction_metadata={"id": "7"}),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
async def test_whatever_is_wrong_inside_the_file_is_put_aside(
    file: Path, clock: ManualClock, caplog: Any, damage: Callable[[Json], Any]
):
    kept = await an_evening(file, clock)
    damage(kept)
    content = json.dumps(kept)
    file.write_text(content)
    async with evening(file, clock) as demo:
        world = demo.local.world
        assert (world.messages, world.commands, demo.guild.threads) == ({}, {None: {}}, {})
        assert demo.local.world.ids.last < kept["last_id"]
        assert caplog.text.count("is damaged") == 1
        async with running(TinyBot(), demo.local):
            await demo.opened()
    assert file.with_name("said.json.damaged").read_text() == content


@pytest.mark.parametrize("number", ["1e999", "NaN", "-Infinity"])
async def test_a_number_without_end_is_damage_too(file: Path, clock: ManualClock, number: str):
    kept = await an_evening(file, clock)
    kept["messages"][-1]["embeds"][0]["something"] = "HERE"
    file.write_text(json.dumps(kept).replace('"HERE"', number))
    async with evening(file, clock) as demo:
        assert texts(demo) == []


async def test_world_file_nested_too_deeply_counts_as_damaged(file: Path, clock: ManualClock):
    kept = await an_evening(file, clock)
    depth = 100_000
    kept["messages"][-1]["embeds"][0]["something"] = "HERE"
    file.write_text(json.dumps(kept).replace('"HERE"', "[" * depth + "]" * depth))
    async with evening(file, clock) as demo:
        assert texts(demo) == []


async def test_world_file_without_damage_is_restored_whole(file: Path, clock: ManualClock):
    kept = await an_evening(file, clock)
    async with evening(file, clock) as demo:
        assert demo.owner.sees(demo.channel)[-1].message.components == SHOWN
        demo.local.world.say(demo.owner.user, demo.channel, "new")
    again = json.loads(file.read_text())
    assert again["messages"][:-1] == kept["messages"]
    assert [again[name] for name in ("channels", "commands")] == [kept[name] for name in ("channels", "commands")]


async def test_no_id_is_given_out_twice_whatever_the_file_says_was_the_last(file: Path, clock: ManualClock):
    kept = await an_evening(file, clock)
    kept["messages"][-1]["id"] += 10_000
    file.write_text(json.dumps(kept))
    async with evening(file, clock) as demo:
        assert demo.local.world.say(demo.owner.user, demo.channel, "new").id > kept["messages"][-1]["id"]
