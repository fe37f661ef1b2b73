"""What Discord's client lets people do, and what they see."""

from typing import Any

import pytest

from playground.discord.interactions import Response
from playground.discord.world import Message, Permission, Upload
from playground.people import ClientRefused, Seen
from tests.playground.conftest import Cantina, Rest

MANAGE = int(Permission.MANAGE_GUILD)


@pytest.fixture
async def commands(demo: Cantina, rest: Rest) -> Cantina:
    """Commands of a bot that isn't there: only what the client does with them is looked at."""
    path = f"/applications/{demo.local.world.application_id}"
    text = {"type": 3, "name": "note", "description": "A note", "max_length": 5}
    choice = {"type": 4, "name": "stake", "description": "How much", "choices": [{"name": "High", "value": 100}]}
    money = {"type": 10, "name": "bet", "description": "A bet", "min_value": 1, "max_value": 9.5}
    person = {"type": 6, "name": "who", "description": "Who", "required": True}
    wanted = [
        {"name": "pay", "description": "Pay", "options": [person, text, choice, money]},
        {"name": "grant", "description": "Grant", "default_member_permissions": MANAGE},
        {"name": "file", "description": "File", "options": [{"type": 11, "name": "sheet", "description": "Sheet"}]},
        {"name": "secret", "description": "Owner", "default_member_permissions": 0},
    ]
    await rest("PUT", f"{path}/guilds/{demo.guild.id}/commands", wanted)
    return demo


def sent(demo: Cantina, command: str, **options: Any) -> dict[str, Any]:
    """Return name and value of every option as the bot would get them."""
    data = demo.han.slash(demo.channel, command, **options).interaction.data
    return {option["name"]: option["value"] for option in data.get("options", [])}


async def test_commands_are_offered_to_those_who_may_use_them(commands: Cantina):
    world, channel = commands.local.world, commands.channel
    assert commands.han.commands(channel) == ["pay", "file"]
    gm = world.add_role(commands.guild, "GM", MANAGE)
    world.change_member(commands.guild.members[commands.han.id], roles=[gm])
    assert commands.han.commands(channel) == ["pay", "grant", "file"]
    assert commands.owner.commands(channel) == ["pay", "grant", "file", "secret"]
    with pytest.raises(ClientRefused):
        commands.lando.slash(channel, "grant")
    assert commands.lando.slash(channel, "grant", unchecked=True).interaction.data["name"] == "grant"


async def test_commands_belong_to_their_server(commands: Cantina):
    elsewhere = commands.local.world.add_guild("Elsewhere", owner=commands.han.user)
    channel = commands.local.world.add_channel(elsewhere, "hall")
    assert commands.han.commands(channel) == []
    assert commands.han.commands(commands.han.dm) == []


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"who": "Lando"},
        {"note": "longer"},
        {"stake": 99},
        {"stake": "Low"},
        {"bet": 10},
        {"bet": "much"},
        {"bet": True},
        {"what": 1},
    ],
)
async def test_the_client_refuses_options(commands: Cantina, options: dict[str, Any]):
    who = {"who": commands.lando} if options and "who" not in options else {}
    with pytest.raises(ClientRefused):
        commands.han.slash(commands.channel, "pay", **who, **options)


async def test_a_choice_goes_by_its_label_or_its_value(commands: Cantina):
    assert sent(commands, "pay", who=commands.lando, stake="High")["stake"] == 100
    assert sent(commands, "pay", who=commands.lando, stake=100)["stake"] == 100


async def test_a_hostile_client_leaves_out_and_makes_up_options(commands: Cantina):
    assert sent(commands, "pay", unchecked=True, stake=-1, more="x") == {"stake": -1, "more": "x"}


async def test_people_and_files_are_resolved(commands: Cantina):
    answer = commands.han.slash(commands.channel, "pay", who=commands.lando)
    resolved = answer.interaction.data["resolved"]
    assert list(resolved["users"]) == list(resolved["members"]) == [str(commands.lando.id)]
    upload = Upload(0, "sheet.txt", b"Gambling 8D")
    answer = commands.han.slash(commands.channel, "file", sheet=upload)
    assert next(iter(answer.interaction.data["resolved"]["attachments"].values()))["filename"] == "sheet.txt"


async def test_only_a_file_is_sent_as_one_and_none_of_more_than_ten_mebibytes(commands: Cantina):
    largest = Upload(0, "sheet.txt", bytes(10 * 1024 * 1024))
    assert commands.han.slash(commands.channel, "file", sheet=largest).interaction.data["resolved"]
    too_large = Upload(0, "sheet.txt", largest.content + b"!")
    with pytest.raises(ClientRefused, match="is too large: files have at most 10 MiB"):
        commands.han.slash(commands.channel, "file", sheet=too_large)
    with pytest.raises(ClientRefused, match="sheet takes a file"):
        commands.han.slash(commands.channel, "file", sheet=str(commands.local.world.lent[-1].id))
    assert [len(file.content) for file in commands.local.world.lent] == [10 * 1024 * 1024]


def posted(demo: Cantina, *components: dict[str, Any], **fields: Any) -> Seen:
    """Post a message of the bot with components as Discord gives them out."""
    world = demo.local.world
    message = Message(world.ids.next(), demo.channel.id, demo.guild.id, world.bot, world.clock.now(), **fields)
    message.components = [{"type": 1, "id": 1, "components": list(components)}]
    return Seen(world.post(message))


def a_button(label: str, **more: Any) -> dict[str, Any]:
    return {"type": 2, "id": 7, "style": 1, "label": label, "custom_id": label.lower(), **more}


async def test_a_disabled_or_absent_button_is_not_pressed(demo: Cantina):
    message = posted(demo, a_button("Call", disabled=True), a_button("Rules", style=5, url="https://example.org"))
    for name in ("Call", "Rules", "Raise"):
        with pytest.raises(ClientRefused):
            demo.han.click(message, name)
    answer = demo.han.click(message, "Call", unchecked=True)
    assert answer.interaction.data == {"component_type": 2, "custom_id": "call", "id": 7}
    assert demo.han.click(message, "act:1:2:-:raise", unchecked=True).interaction.data["custom_id"].endswith("raise")


async def test_a_button_goes_by_label_emoji_custom_id_or_the_beginning_of_its_label(demo: Cantina):
    message = posted(demo, a_button("Call 50", custom_id="act:call"), a_button("", emoji={"name": "🎲"}))
    names = [button.custom_id for wanted in ("Call 50", "act:call", "Call") if (button := message.find(wanted))]
    assert names == ["act:call"] * 3
    assert message.find("🎲") is not None
    assert message.find("Fold") is None


async def test_a_stale_screen_still_sends_its_click(demo: Cantina):
    message = posted(demo, a_button("Call"))
    stale = message.frozen()
    message.message.components = []
    with pytest.raises(ClientRefused):
        demo.han.click(message, "Call")
    assert demo.han.click(stale, "Call").interaction.source is message.message


async def test_somebody_elses_ephemeral_and_a_deleted_message_are_out_of_reach(demo: Cantina):
    whispered = posted(demo, a_button("Look"), flags=64, only_for=demo.lando.id)
    gone = posted(demo, a_button("Look"))
    demo.local.world.delete_message(gone.message)
    for message in (whispered, gone):
        with pytest.raises(ClientRefused):
            demo.han.click(message, "Look")
    demo.lando.dismiss(whispered)
    assert demo.lando.sees(demo.channel) == []


async def test_a_menu_takes_what_it_offers_by_label_or_value(demo: Cantina):
    options = [{"label": "Red", "value": "r"}, {"label": "Blue", "value": "b"}, {"label": "Green", "value": "g"}]
    menu = {"type": 3, "id": 2, "custom_id": "colour", "options": options, "min_values": 1, "max_values": 2}
    message = posted(demo, {**menu, "placeholder": "Colours"})
    assert demo.han.select(message, "Colours", ["Red", "b"]).interaction.data["values"] == ["r", "b"]
    for values in (["r", "b", "g"], [], ["yellow"]):
        with pytest.raises(ClientRefused):
            demo.han.select(message, "colour", values)
    assert demo.han.select(message, "colour", ["yellow"], unchecked=True).interaction.data["values"] == ["yellow"]


async def test_a_menu_of_people_sends_them_along(demo: Cantina):
    message = posted(demo, {"type": 5, "id": 2, "custom_id": "who", "min_values": 1, "max_values": 1})
    data = demo.han.select(message, "who", [demo.lando]).interaction.data
    assert data["values"] == [str(demo.lando.id)]
    assert data["resolved"]["users"][str(demo.lando.id)]["username"] == "lando"


@pytest.fixture
async def form(demo: Cantina) -> Cantina:
    """Open a form with three fields before Han."""
    answer = demo.han.click(posted(demo, a_button("New")), "New")
    choices = [{"label": "Light", "value": "l"}, {"label": "Dark", "value": "d"}]
    fields = [
        ("Name", {"type": 4, "custom_id": "name", "style": 1, "min_length": 2, "max_length": 5}),
        ("Side", {"type": 21, "custom_id": "side", "options": choices, "required": False}),
        ("Story", {"type": 4, "custom_id": "story", "style": 2, "required": False, "value": "born"}),
    ]
    rows = [{"type": 18, "label": label, "component": component} for label, component in fields]
    answer.interaction.modal = {"title": "Who", "custom_id": "who", "components": rows}
    demo.local.interactions.acknowledge(answer.interaction, Response.MODAL)
    return demo


def values(data: dict[str, Any]) -> dict[str, Any]:
    return {row["component"]["custom_id"]: row["component"]["value"] for row in data["components"]}


async def test_fields_left_alone_keep_what_they_opened_with(form: Cantina):
    answer = form.han.submit(None, {"Name": "Han", "side": "Dark"})
    assert values(answer.interaction.data) == {"name": "Han", "side": "d", "story": "born"}
    assert answer.interaction.opened_by is not None


@pytest.mark.parametrize(
    "answers",
    [{}, {"Name": "H"}, {"Name": "Han Solo"}, {"Name": "a\nb"}, {"Name": "Han", "Side": "Grey"}, {"Who": "Han"}],
)
async def test_the_client_refuses_a_form(form: Cantina, answers: dict[str, Any]):
    with pytest.raises(ClientRefused):
        form.han.submit(None, answers)
    assert form.han.modal is not None


async def test_a_hostile_client_sends_what_it_likes(form: Cantina):
    answer = form.han.submit(None, {"Name": "H" * 4000, "Side": "x"}, unchecked=True)
    assert values(answer.interaction.data)["side"] == "x"


async def test_a_form_is_for_whom_it_opened(form: Cantina):
    with pytest.raises(ClientRefused):
        form.lando.submit(form.han.modal, {"Name": "Lando"})
    form.han.close_form()
    with pytest.raises(ClientRefused):
        form.han.submit(None, {"Name": "Han"})


async def test_text_reads_from_top_to_bottom(demo: Cantina):
    inside = [
        {"type": 10, "id": 2, "content": "Pot 30"},
        {"type": 9, "id": 3, "components": [{"type": 10, "id": 4, "content": "Lando 4"}], "accessory": a_button("Sit")},
        {"type": 14, "id": 5, "divider": True, "spacing": 1},
        {"type": 10, "id": 6, "content": "Han 5\nRoark 6"},
    ]
    message = posted(demo)
    message.message.components = [{"type": 17, "id": 1, "components": inside}]
    assert message.lines == ["Pot 30", "Lando 4", "Han 5", "Roark 6"]
    assert [button.label for button in message.buttons] == ["Sit"]
