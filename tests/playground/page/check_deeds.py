"""What people do at the page, with a bot on the real library at the other end."""

import base64
from typing import Any

import pytest

from playground.discord.world import Permission
from tests.manual_clock import ManualClock
from tests.playground.conftest import Cantina
from tests.playground.page.conftest import Browser, Json, Setting, Tab, whisper
from tests.playground.tiny_bot import TinyBot


async def opened(demo: Cantina, tab: Tab) -> Json:
    """Return the message of a table that was just opened, as the tab got it."""
    assert (await tab.ask("command", channel=str(demo.channel.id), words="pilok open"))["outcome"] == "done"
    return (await tab.push("message"))["message"]


async def click(tab: Tab, message: Json, what: str) -> Json:
    where = {"channel": message["channel_id"], "message": message["id"]}
    return await tab.ask("click", **where, custom_id=f"press:{what}")


@pytest.fixture
async def heard(demo: Cantina) -> list[Json]:
    """Collect the data of every interaction that is begun."""
    found: list[Json] = []
    demo.local.world.listeners.append(
        lambda event: found.append(event.data["data"]) if event.name == "INTERACTION_CREATE" else None
    )
    return found


async def test_a_command_is_answered_for_all_to_see(demo: Cantina, bot: TinyBot, han: Tab, lando: Tab):
    message = await opened(demo, han)
    assert message["used"] == {"by": str(demo.han.id), "name": "pilok open"}
    assert (await lando.push("message"))["message"]["used"] == message["used"]


async def test_a_click_redraws_the_table_before_it_is_done(demo: Cantina, bot: TinyBot, han: Tab, lando: Tab):
    message = await opened(demo, han)
    assert (await click(han, message, "call"))["outcome"] == "done"
    (redrawn,) = [push["message"] for push in han.pushed if push["type"] == "message"]
    assert (redrawn["id"], redrawn["version"]) == (message["id"], message["version"] + 1)
    assert redrawn["components"][0]["components"][0]["content"] == "Pot 80"


async def test_a_private_answer_to_a_command_says_what_was_used(demo: Cantina, bot: TinyBot, han: Tab, lando: Tab):
    options = {"who": str(demo.lando.id), "amount": 5, "secretly": True}
    assert (await han.ask("command", channel=str(demo.channel.id), words="give", options=options))["outcome"] == "done"
    message = (await han.push("message"))["message"]
    assert (message["content"], message["flags"] & 64) == ("Lando gets 5 from main", 64)
    assert message["used"] == {"by": str(demo.han.id), "name": "give"}


async def test_click_fails_when_the_bot_is_silent_for_three_seconds(
    demo: Cantina, bot: TinyBot, clock: ManualClock, han: Tab
):
    message = await opened(demo, han)
    where = {"channel": message["channel_id"], "message": message["id"]}
    number = await han.send("click", **where, custom_id="press:silent")
    await bot.until_heard("interaction", 2)
    await clock.advance(2.9)
    assert (await han.ask("look", channel=message["channel_id"]))["ok"] is True
    await clock.advance(0.1)
    assert (await han.answer(number))["outcome"] == "failed"


async def test_without_a_bot_a_click_fails_too(demo: Cantina, clock: ManualClock, han: Tab, bot: TinyBot):
    message = await opened(demo, han)
    await bot.close()
    where = {"channel": message["channel_id"], "message": message["id"]}
    number = await han.send("click", **where, custom_id="press:call")
    await han.push("bot")
    await han.ask("look", channel=message["channel_id"])
    await clock.advance(3)
    assert (await han.answer(number))["outcome"] == "failed"


async def test_a_bot_that_thinks_shows_that_it_does(demo: Cantina, bot: TinyBot, han: Tab):
    message = await opened(demo, han)
    assert (await click(han, message, "later"))["outcome"] == "done"
    first = (await han.push("message"))["message"]
    assert first["flags"] & 128
    second = (await han.push("message"))["message"]
    assert (second["id"], second["content"], second["flags"] & 128) == (first["id"], "Thought about it", 0)
    assert second["version"] > first["version"]


async def test_only_what_stands_on_the_message_is_pressed(demo: Cantina, bot: TinyBot, han: Tab, heard: list[Json]):
    message = await opened(demo, han)
    heard.clear()
    where = {"channel": message["channel_id"], "message": message["id"]}
    for custom_id in ("Call", "press:fold", "", "press:call "):
        refused = await han.ask("click", **where, custom_id=custom_id)
        assert (refused["ok"], refused["why"]) == (False, "That button is no longer there.")
    assert heard == []


async def test_nobody_presses_what_they_dont_see(demo: Cantina, bot: TinyBot, han: Tab, lando: Tab):
    message = await opened(demo, han)
    await click(han, message, "whisper")
    whispered = (await han.push("message"))["message"]
    where = {"channel": message["channel_id"], "message": whispered["id"]}
    missing = await lando.ask("click", **(where | {"message": "1"}), custom_id="x")
    for ask in ({"do": "click", "custom_id": "x"}, {"do": "dismiss"}):
        refused = await lando.ask(**where, **ask)
        assert (refused["ok"], refused["why"]) == (False, missing["why"])
    everyone = demo.guild.roles[demo.guild.id]
    demo.local.world.set_overwrite(demo.channel, everyone, deny=int(Permission.VIEW_CHANNEL))
    refused = await click(lando, message, "call")
    assert (refused["ok"], refused["why"]) == (False, missing["why"])


async def test_a_whisper_is_dismissed_by_its_person(demo: Cantina, bot: TinyBot, browser: Browser, han: Tab):
    message = await opened(demo, han)
    await click(han, message, "whisper")
    whispered = (await han.push("message"))["message"]
    where = {"channel": message["channel_id"], "message": whispered["id"]}
    assert (await han.ask("dismiss", **where))["ok"] is True
    assert (await han.push("gone"))["ids"] == [whispered["id"]]
    assert (await han.ask("dismiss", **where))["ok"] is False
    public = {"channel": message["channel_id"], "message": message["id"]}
    assert (await han.ask("dismiss", **public))["why"] == "You can only dismiss a message that only you can see."


async def test_people_talk(demo: Cantina, han: Tab, lando: Tab):
    assert (await han.ask("say", channel=str(demo.channel.id), text="  I have a bad feeling \n"))["ok"] is True
    message = (await lando.push("message"))["message"]
    assert (message["content"], message["author"]["id"]) == ("I have a bad feeling", str(demo.han.id))
    everyone = demo.guild.roles[demo.guild.id]
    demo.local.world.set_overwrite(demo.channel, everyone, deny=int(Permission.SEND_MESSAGES))
    refused = await han.ask("say", channel=str(demo.channel.id), text="hello")
    assert refused["why"] == "You may not write in that channel."


async def test_commands_are_those_that_a_person_may_use(demo: Cantina, bot: TinyBot, han: Tab):
    offered = await han.ask("commands", channel=str(demo.channel.id))
    assert [command["name"] for command in offered["commands"]] == ["pilok", "give"]
    assert offered["commands"] == list(demo.local.world.commands[None].values())
    everyone = demo.guild.roles[demo.guild.id]
    bits = int(Permission.USE_APPLICATION_COMMANDS)
    demo.local.world.set_overwrite(demo.channel, everyone, deny=bits)
    assert (await han.ask("commands", channel=str(demo.channel.id)))["commands"] == []
    refused = await han.ask("command", channel=str(demo.channel.id), words="pilok open")
    assert (refused["ok"], refused["why"]) == (False, "There is no command /pilok here.")


def menus(demo: Cantina) -> tuple[dict[str, str], dict[str, str]]:
    """Register a command in the menu of people and one in the menu of messages; return what asks for them."""
    base = {"default_member_permissions": None, "contexts": None, "dm_permission": True}
    registered = demo.local.world.commands[None]
    registered[6] = {**base, "id": "6", "type": 2, "name": "Wallet"}
    registered[7] = {**base, "id": "7", "type": 3, "name": "Rules"}
    where = {"do": "menu", "channel": str(demo.channel.id)}
    return where | {"command": "6"}, where | {"command": "7"}


async def test_a_command_of_a_menu_goes_with_its_person_or_message(demo: Cantina, han: Tab, heard: list[Json]):
    on_person, on_message = menus(demo)
    said = str(demo.local.world.say(demo.lando.user, demo.channel, "hello").id)
    offered = await han.ask("commands", channel=str(demo.channel.id))
    assert ([menu["name"] for menu in offered["menus"]], offered["commands"]) == (["Wallet", "Rules"], [])

    for ask, target in ((on_person, str(demo.lando.id)), (on_message, said)):
        await han.send(**ask, target=target)
    await han.ask("look", channel=str(demo.channel.id))

    assert [(data["name"], data["type"], data["target_id"]) for data in heard] == [
        ("Wallet", 2, str(demo.lando.id)),
        ("Rules", 3, said),
    ]
    assert [list(kinds) for kinds in ([*heard[0]["resolved"]], [*heard[1]["resolved"]])] == [
        ["users", "members"],
        ["messages"],
    ]


async def test_a_forged_command_of_a_menu_sends_nothing(demo: Cantina, han: Tab, heard: list[Json]):
    world, everyone = demo.local.world, demo.guild.roles[demo.guild.id]
    on_person, on_message = menus(demo)
    world.commands[None][8] = world.commands[None][6] | {"id": "8", "default_member_permissions": "32"}
    world.commands[None][9] = world.commands[None][6] | {"id": "9", "type": 1, "name": "give"}
    hidden = world.add_channel(demo.guild, "hidden")
    world.set_overwrite(hidden, everyone, deny=int(Permission.VIEW_CHANNEL))
    secret = str(world.say(demo.owner.user, hidden, "psst").id)
    said = str(world.say(demo.owner.user, demo.channel, "hello").id)
    stranger = str(world.add_user("Stranger").id)
    mine, theirs = (str(whisper(demo, who, "your hand").id) for who in (demo.han, demo.lando))
    lando, unseen = str(demo.lando.id), {"channel": str(hidden.id)}

    refusals = {
        "There is no such command here.": [
            *(on_person | {"command": number, "target": lando} for number in ("1", "8", "9"))
        ],
        "You don't see such a channel.": [
            on_person | unseen | {"target": lando},
            on_message | unseen | {"target": secret},
            on_message | {"channel": "1", "target": secret},
        ],
        "That message is no longer there.": [on_message | {"target": wrong} for wrong in (secret, theirs, lando, "1")],
        "A message that only you can see has no such menu.": [on_message | {"target": mine}],
        "That person isn't here.": [on_person | {"target": wrong} for wrong in (stranger, said, "1")],
    }
    for why, asks in refusals.items():
        for ask in asks:
            refused = await han.ask(**ask)
            assert (refused["ok"], refused["why"]) == (False, why), ask
    unreadable: list[Json] = [{"target": "x"}, {"target": 1}, {"command": None}, {}]
    for wrong in unreadable:
        refused = await han.ask(**{**on_person, **wrong})
        assert (refused["ok"], refused["why"][:24]) == (False, "There is something wrong"), wrong
    world.set_overwrite(demo.channel, everyone, deny=int(Permission.USE_APPLICATION_COMMANDS))
    assert (await han.ask("commands", channel=str(demo.channel.id)))["menus"] == []
    refused = await han.ask(**on_message | {"target": said})
    assert (refused["why"], heard) == ("There is no such command here.", [])


@pytest.mark.parametrize(
    "options, why",
    [
        ({}, "/give needs who."),
        ({"who": "1", "amount": 5}, "That choice isn't there."),
        ({"who": "Lando", "amount": 5}, "That choice isn't there."),
        ({"who": True, "amount": 5}, "That choice isn't there."),
        ({"who": "{lando}"}, "/give needs amount."),
        ({"who": "{lando}", "amount": 0}, "amount must be at least 1."),
        ({"who": "{lando}", "amount": 101}, "amount must be at most 100."),
        ({"who": "{lando}", "amount": 5.5}, "amount takes a whole number."),
        ({"who": "{lando}", "amount": "5"}, "amount takes a whole number."),
        ({"who": "{lando}", "amount": True}, "amount takes a whole number."),
        ({"who": "{lando}", "amount": 2**60}, "amount takes a whole number."),
        ({"who": "{lando}", "amount": 5, "secretly": 1}, "secretly takes true or false."),
        ({"who": "{lando}", "amount": 5, "purse": "longer"}, "purse must be at most 5 characters."),
        ({"who": "{lando}", "amount": 5, "purse": ""}, "purse must not be empty."),
        ({"who": "{lando}", "amount": 5, "interest": 1}, "/give has no option interest."),
        ({"who": "{lando}", "amount": {"name": "a", "base64": ""}}, "amount takes a whole number."),
        ({"who": "{lando}", "amount": {"name": "a", "base64": "%"}}, "a arrived damaged. Choose it again."),
    ],
)
async def test_options_are_held_as_the_client_holds_them(
    demo: Cantina, bot: TinyBot, han: Tab, heard: list[Json], options: dict[str, Any], why: str
):
    given = {name: str(demo.lando.id) if value == "{lando}" else value for name, value in options.items()}
    refused = await han.ask("command", channel=str(demo.channel.id), words="give", options=given)
    assert (refused["ok"], refused["why"], heard) == (False, why, [])


async def test_an_option_is_completed_while_it_is_typed(demo: Cantina, bot: TinyBot, han: Tab, heard: list[Json]):
    where = {"channel": str(demo.channel.id), "words": "pilok seat", "option": "name"}
    offered = await han.ask("complete", **where, typed="ro", options={"nonsense": 1})
    assert offered["choices"] == [{"name": "Roark", "value": "roark"}, {"name": "Rosh", "value": "rosh"}]
    assert heard[-1]["options"][0]["options"] == [{"name": "name", "type": 3, "value": "ro", "focused": True}]
    for wrong in ({"words": "give", "option": "purse"}, {"words": "pilok seat", "option": "who"}):
        refused = await han.ask("complete", **(where | wrong), typed="ro")
        assert (refused["ok"], refused["why"]) == (False, f"Nothing is offered for {wrong['option']}.")


async def test_options_that_load_too_long_say_so(demo: Cantina, bot: TinyBot, clock: ManualClock, han: Tab):
    await bot.close()
    await han.push("bot")
    where = {"channel": str(demo.channel.id), "words": "pilok seat", "option": "name"}
    number = await han.send("complete", **where, typed="ro")
    await han.ask("look", channel=where["channel"])
    await clock.advance(3)
    assert (await han.answer(number))["why"] == "Loading options failed."


async def test_a_table_is_tried_as_one_wishes(demo: Cantina, setting: Setting, han: Tab):
    people = [str(demo.lando.id), str(demo.han.id), str(demo.lando.id)]
    assert (await han.ask("try", game="pazaak", preset="high stakes", people=people))["channel"] == str(demo.channel.id)
    await han.ask("try")
    assert setting.asked == [("han", "pazaak", "high stakes", ["lando", "han"]), ("han", None, None, None)]


async def test_a_file_goes_with_a_command_and_can_be_fetched(demo: Cantina, browser: Browser, heard: list[Json]):
    world = demo.local.world
    option = {"type": 11, "name": "sheet", "description": "Sheet", "required": True}
    base = {"id": "5", "type": 1, "default_member_permissions": None, "contexts": None, "dm_permission": True}
    world.commands[None][5] = {**base, "name": "file", "description": "File", "options": [option]}
    file = {"name": "sheet.txt", "type": "text/plain", "base64": base64.b64encode(b"Gambling 8D").decode()}
    async with browser.tab("han") as han:
        await han.send("command", channel=str(demo.channel.id), words="file", options={"sheet": file})
        await han.ask("look", channel=str(demo.channel.id))
        (sent,) = heard[-1]["resolved"]["attachments"].values()
        assert (sent["filename"], heard[-1]["options"][0]["value"]) == ("sheet.txt", sent["id"])
        async with browser.session.get(sent["url"]) as reply:
            assert await reply.read() == b"Gambling 8D"
        big = file | {"base64": base64.b64encode(bytes(10 * 1024 * 1024 + 1)).decode()}
        refused = await han.ask("command", channel=str(demo.channel.id), words="file", options={"sheet": big})
        assert refused["why"] == "sheet.txt is too large: files have at most 10 MiB."
