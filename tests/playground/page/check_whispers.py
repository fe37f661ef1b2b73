"""Ephemeral messages: for one person alone, whatever happens to them and in however many tabs."""

import random

import pytest

from playground.discord.world import Message, Permission
from playground.discord.world.conversation import EPHEMERAL
from tests.playground.conftest import Cantina
from tests.playground.page.conftest import Browser, Json, Tab, told, whisper

VIEW = int(Permission.VIEW_CHANNEL)


async def test_a_whisper_reaches_its_one_person_in_all_their_tabs(demo: Cantina, browser: Browser, han: Tab):
    async with browser.tab("han") as second, browser.tab("lando") as lando:
        message = whisper(demo, demo.han, "your hand")
        demo.local.world.edited(message)
        demo.local.world.delete_message(message)
        for tab in (han, second):
            assert told(await tab.all_pushed()) == ["hello", "your hand", "your hand", "gone"]
        assert told(await lando.all_pushed()) == ["hello"]
        assert (await lando.ask("look", channel=str(demo.channel.id)))["messages"] == []


async def test_a_whisper_is_still_there_after_a_reload(demo: Cantina, browser: Browser):
    whisper(demo, demo.han, "your hand")
    async with browser.tab("han") as han, browser.tab("lady_proxima") as gm:
        looked = await han.ask("look", channel=str(demo.channel.id))
        assert [(one["content"], one["flags"]) for one in looked["messages"]] == [("your hand", EPHEMERAL)]
        assert (await gm.ask("look", channel=str(demo.channel.id)))["messages"] == []


@pytest.mark.parametrize("seed", range(8))
async def test_no_tab_ever_gets_what_is_whispered_to_another(demo: Cantina, browser: Browser, seed: int):
    """A walk through whispers and public messages that are posted, changed and deleted, and people who come and go."""
    chance, world = random.Random(seed), demo.local.world
    people = {"lady_proxima": demo.owner, "han": demo.han, "lando": demo.lando}
    back_room = world.add_channel(demo.guild, "back room")
    everyone = demo.guild.roles[demo.guild.id]
    world.set_overwrite(back_room, everyone, deny=VIEW)
    said: list[Message] = []
    async with browser.tab("lady_proxima") as gm, browser.tab("han") as han, browser.tab("lando") as lando:
        for step in range(120):
            match chance.choice(["whisper", "whisper", "say", "edit", "delete", "bulk", "rights"]):
                case "whisper":
                    name = chance.choice(list(people))
                    channel = chance.choice([demo.channel, back_room])
                    said.append(whisper(demo, people[name], f"only {name} {step}", channel))
                case "say":
                    said.append(world.say(demo.owner.user, chance.choice([demo.channel, back_room]), "to all"))
                case "edit" if said:
                    message = chance.choice(said)
                    if not message.deleted:
                        world.edited(message)
                case "delete" if said:
                    world.delete_message(said.pop(chance.randrange(len(said))))
                case "bulk":
                    some = [one for one in said if one.channel_id == demo.channel.id][:3]
                    world.delete_messages(demo.channel, some)
                    said = [one for one in said if one not in some]
                case _:
                    member = demo.guild.members[chance.choice([demo.han.id, demo.lando.id])]
                    world.set_overwrite(back_room, member, allow=chance.choice([0, VIEW]))
        for tab, name in ((gm, "lady_proxima"), (han, "han"), (lando, "lando")):
            looked = await tab.ask("look", channel=str(demo.channel.id), limit=100)
            assert all(f"only {name}" in one["content"] for one in looked["messages"] if one["flags"] & EPHEMERAL)
            _holds_only_what_is_seen(tab.pushed, name, str(back_room.id))


def _holds_only_what_is_seen(pushed: list[Json], name: str, back_room: str) -> None:
    """Each push fits what the person knew by the pushes before it."""
    sees_back_room, known = name == "lady_proxima", set[str]()
    for push in pushed:
        match push["type"]:
            case "hello" | "channels":
                sees_back_room = back_room in [channel["id"] for channel in push["channels"]]
            case "message":
                message = push["message"]
                assert not message["flags"] & EPHEMERAL or f"only {name} " in message["content"]
                assert message["channel_id"] != back_room or sees_back_room
                known.add(message["id"])
            case "gone":
                assert push["channel"] != back_room or sees_back_room
            case kind:
                assert kind == "people"


async def test_somebody_elses_whisper_is_not_even_told_to_be_gone(demo: Cantina, han: Tab, lando: Tab):
    world = demo.local.world
    mine, theirs = whisper(demo, demo.han, "a"), whisper(demo, demo.lando, "b")
    public = world.say(demo.owner.user, demo.channel, "c")
    world.delete_messages(demo.channel, [mine, theirs, public])
    assert (await han.push("gone"))["ids"] == [str(mine.id), str(public.id)]
    assert (await lando.push("gone"))["ids"] == [str(theirs.id), str(public.id)]


async def test_the_latest_whispers_to_each_in_each_channel_are_kept(
    demo: Cantina, browser: Browser, han: Tab, lando: Tab
):
    world, heard = demo.local.world, list[str]()
    world.whispers_kept = 3
    world.listeners.append(lambda event: heard.append(event.name))
    other = world.add_channel(demo.guild, "other")
    elsewhere, theirs = whisper(demo, demo.han, "elsewhere", other), whisper(demo, demo.lando, "theirs")
    public = world.say(demo.owner.user, demo.channel, "to all")
    mine = [whisper(demo, demo.han, str(number)) for number in range(3)]
    world.delete_message(mine.pop(1))
    mine += [whisper(demo, demo.han, str(number)) for number in range(3, 6)]
    gone = [push for push in await han.all_pushed() if push["type"] == "gone"]
    assert [push["ids"] for push in gone[1:]] == [[str(mine[0].id)], [str(mine[1].id)]]
    assert [message.deleted for message in mine] == [True, True, False, False, False]
    assert [one.deleted for one in (elsewhere, theirs, public)] == [False] * 3
    looked = await han.ask("look", channel=str(demo.channel.id))
    assert [one["content"] for one in looked["messages"]] == ["to all", "3", "4", "5"]
    assert "gone" not in told(await lando.all_pushed())
    assert heard.count("MESSAGE_DELETE") == 1
