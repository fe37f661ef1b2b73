"""What tabs are told: what their people see, in its order, and never what is for somebody else."""

from playground.discord.world import Permission
from tests.playground.conftest import Cantina
from tests.playground.page.conftest import Browser, Tab, told, whisper

VIEW, SEND, HISTORY = (
    int(Permission.VIEW_CHANNEL),
    int(Permission.SEND_MESSAGES),
    int(Permission.READ_MESSAGE_HISTORY),
)


async def test_a_message_is_told_to_everybody_when_it_comes_changes_and_goes(demo: Cantina, han: Tab, lando: Tab):
    world = demo.local.world
    message = world.say(demo.owner.user, demo.channel, "one")
    message.content = "two"
    world.edited(message)
    world.delete_message(message)
    for tab in (han, lando):
        first, second = (await tab.push("message"))["message"], (await tab.push("message"))["message"]
        assert [first["content"], second["content"]] == ["one", "two"]
        assert (first["id"], second["version"] > first["version"]) == (str(message.id), True)
        assert (first["edited_timestamp"], second["edited_timestamp"] is None) == (None, False)
        gone = await tab.push("gone")
        assert (gone["channel"], gone["ids"]) == (str(demo.channel.id), [str(message.id)])


async def test_a_channel_that_is_closed_to_somebody_falls_silent_for_them(demo: Cantina, han: Tab, lando: Tab):
    world, everyone = demo.local.world, demo.guild.roles[demo.guild.id]
    world.say(demo.owner.user, demo.channel, "before")
    world.set_overwrite(demo.channel, demo.guild.members[demo.han.id], allow=VIEW)
    world.set_overwrite(demo.channel, everyone, deny=VIEW)
    world.say(demo.owner.user, demo.channel, "between")
    world.set_overwrite(demo.channel, everyone)
    world.say(demo.owner.user, demo.channel, "after")
    assert told(await han.all_pushed())[1:] == ["before", "channels tables", "between", "channels tables", "after"]
    assert told(await lando.all_pushed())[1:] == ["before", "channels ", "channels tables", "after"]


async def test_of_a_channel_that_one_doesnt_see_nothing_is_said(demo: Cantina, han: Tab):
    world = demo.local.world
    hidden = world.add_channel(demo.guild, "hidden")
    world.set_overwrite(hidden, demo.guild.roles[demo.guild.id], deny=VIEW)
    await han.all_pushed()
    message = world.say(demo.owner.user, hidden, "psst")
    world.delete_message(message)
    world.rename_channel(hidden, "deeper")
    world.delete_channel(hidden)
    assert await han.all_pushed() == []
    unknown = await han.ask("look", channel="1")
    for ask in ({"do": "look"}, {"do": "say", "text": "hello"}, {"do": "commands"}):
        refused = await han.ask(**ask, channel=str(hidden.id))
        assert (refused["ok"], refused["why"]) == (False, unknown["why"])


async def test_channels_come_change_and_go_while_one_looks(demo: Cantina, han: Tab):
    world = demo.local.world
    stakes = world.add_channel(demo.guild, "stakes")
    thread = world.add_thread(demo.channel, "side room", owner=demo.owner.user)
    secret = world.add_thread(stakes, "secret", owner=demo.owner.user, private=True)
    world.join_thread(secret, demo.han.user)
    world.rename_channel(stakes, "high stakes")
    world.archive_thread(thread)
    world.delete_channel(stakes)
    assert told(await han.all_pushed())[1:] == [
        "channels tables stakes",
        "channels tables side room stakes",
        "channels tables side room stakes secret",
        "channels tables side room high stakes secret",
        "channels tables high stakes secret",
        "channels tables high stakes",
        "channels tables",
    ]


async def test_a_channel_says_what_it_is_and_what_one_may_do_there(demo: Cantina, han: Tab):
    world, everyone = demo.local.world, demo.guild.roles[demo.guild.id]
    world.set_overwrite(demo.channel, everyone, deny=SEND)
    thread = world.add_thread(demo.channel, "side room", owner=demo.owner.user, private=True)
    world.join_thread(thread, demo.han.user)
    world.lock_thread(thread)
    world.dm(demo.han.user)
    world.dm(demo.lando.user)
    shown = (await han.all_pushed())[-1]["channels"]
    assert [(one["name"], one["kind"], one["private"], one["may_write"]) for one in shown] == [
        ("tables", "text", False, False),
        ("side room", "private thread", True, False),
        ("Shadowport", "direct message", True, True),
    ]
    assert shown[1]["parent"] == str(demo.channel.id)


async def test_direct_messages_are_between_two(demo: Cantina, han: Tab, lando: Tab):
    demo.local.world.say(demo.local.world.bot, demo.han.dm, "your turn")
    assert told(await han.all_pushed())[1:] == ["channels tables Shadowport", "your turn"]
    assert told(await lando.all_pushed())[1:] == []


async def test_a_message_calls_by_name_role_and_everyone(demo: Cantina, han: Tab, lando: Tab):
    world = demo.local.world
    crew = world.add_role(demo.guild, "Crew")
    world.change_member(demo.guild.members[demo.lando.id], roles=[crew])
    for text in (f"<@{demo.han.id}>", f"<@&{crew.id}>", "@everyone", "nobody"):
        world.say(demo.owner.user, demo.channel, text)
    for tab, expected in ((han, [True, False, True, False]), (lando, [False, True, True, False])):
        assert [(await tab.push("message"))["message"]["mentions_me"] for _ in range(4)] == expected


async def test_people_are_told_of_when_their_names_or_roles_change(demo: Cantina, han: Tab):
    world, lando = demo.local.world, demo.guild.members[demo.lando.id]
    boss = world.add_role(demo.guild, "Boss", int(Permission.MANAGE_GUILD))
    assert (await han.push("people"))["roles"][-1] == {"id": str(boss.id), "name": "Boss"}
    world.change_member(lando, nick="Baron", roles=[boss])
    changed = (await han.push("people"))["people"][-1]
    assert changed == {"id": str(lando.id), "name": "Baron", "user": "lando", "role": "GM"}


async def test_a_thousand_messages_are_read_in_pages(demo: Cantina, han: Tab):
    world = demo.local.world
    for number in range(1000):
        world.say(demo.owner.user, demo.channel, str(number))
    before: dict[str, str] = {}
    found: list[str] = []
    more = True
    while more:
        page = await han.ask("look", channel=str(demo.channel.id), limit=100, **before)
        found = [message["content"] for message in page["messages"]] + found
        before, more = {"before": page["messages"][0]["id"]}, page["more"]
    assert found == [str(number) for number in range(1000)]
    assert len((await han.ask("look", channel=str(demo.channel.id)))["messages"]) == 50
    nothing = await han.ask("look", channel=str(demo.channel.id), before="1")
    assert (nothing["messages"], nothing["more"]) == ([], False)


async def test_without_the_right_to_the_history_only_whispers_are_read(demo: Cantina, han: Tab):
    world = demo.local.world
    world.say(demo.owner.user, demo.channel, "long ago")
    whisper(demo, demo.han, "your hand")
    world.set_overwrite(demo.channel, demo.guild.roles[demo.guild.id], deny=HISTORY)
    looked = await han.ask("look", channel=str(demo.channel.id))
    assert [message["content"] for message in looked["messages"]] == ["your hand"]


async def test_a_message_is_written_down_once_for_all_tabs(
    demo: Cantina, browser: Browser, han: Tab, lando: Tab, monkeypatch
):
    from playground.page import visibility

    written: list[int] = []
    whole = visibility.message_json
    monkeypatch.setattr(visibility, "message_json", lambda message: written.append(message.id) or whole(message))
    message = demo.local.world.say(demo.owner.user, demo.channel, "one")
    for tab in (han, lando):
        await tab.push("message")
        await tab.ask("look", channel=str(demo.channel.id))
    assert written == [message.id]
    demo.local.world.edited(message)
    for tab in (han, lando):
        await tab.push("message")
    assert written == [message.id, message.id]
