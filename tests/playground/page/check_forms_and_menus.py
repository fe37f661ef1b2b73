"""Forms and menus at the page: values by custom id, people and places by their ids."""

import base64
from typing import Any

import pytest

from playground.discord.interactions import Interaction, Response
from playground.discord.world import ChannelKind, Message, Permission
from playground.people import forms as open_forms
from tests.manual_clock import ManualClock
from tests.playground.conftest import Cantina
from tests.playground.page.conftest import Browser, Json, Tab
from tests.playground.tiny_bot import TinyBot

ANSWERS = {"who": "Chewie", "side": "Light", "skills": ["Gambling"], "npc": True, "game": ["pilok"]}


@pytest.fixture
async def begun(demo: Cantina) -> list[Interaction]:
    """Collect every interaction that is begun."""
    found: list[Interaction] = []
    begin = demo.local.interactions.begin

    def noted(*args: Any, **kwargs: Any) -> Interaction:
        found.append(begin(*args, **kwargs))
        return found[-1]

    demo.local.interactions.begin = noted
    return found


def posted(demo: Cantina, *components: Json, **fields: Any) -> Json:
    """Post a message of the bot with these components in a row, and return its place."""
    world = demo.local.world
    message = Message(world.ids.next(), demo.channel.id, demo.guild.id, world.bot, world.clock.now(), **fields)
    message.components = [{"type": 1, "id": 1, "components": list(components)}]
    world.post(message)
    return {"channel": str(demo.channel.id), "message": str(message.id)}


def a_menu(kind: int, **more: Any) -> Json:
    return {"type": kind, "id": 2, "custom_id": "menu", "min_values": 1, "max_values": 2, **more}


async def opened_form(demo: Cantina, tab: Tab) -> Json:
    """Return the form of the tiny bot's button, as the tab got it."""
    await tab.ask("command", channel=str(demo.channel.id), words="pilok open")
    message = (await tab.push("message"))["message"]
    where = {"channel": message["channel_id"], "message": message["id"]}
    outcome = await tab.ask("click", **where, custom_id="press:form")
    assert outcome["outcome"] == "form"
    return outcome["form"]


@pytest.mark.parametrize(
    "wrong, why",
    [
        ({"who": "x"}, "Name takes 2 to 12 characters, not 1."),
        ({"who": ""}, "Name must be filled in."),
        ({"who": ["Chewie"]}, "Name can't be answered like that."),
        ({"who": None}, "Name can't be answered like that."),
        ({"who": True}, "Name can't be answered like that."),
        ({"side": "Grey"}, "Side has no such choice."),
        ({"side": None}, "Side must be answered."),
        ({"side": ["Light"]}, "Side can't be answered like that."),
        ({"skills": ["Gambling", "Gambling"]}, "Skills takes each choice once."),
        ({"skills": ["Gambling", "Con", "Flying"]}, "Skills takes 0 to 2 choices, not 3."),
        ({"skills": ["Flying"]}, "Skills has no such choice."),
        ({"skills": "Gambling"}, "Skills can't be answered like that."),
        ({"npc": "yes"}, "Run by the GM can't be answered like that."),
        ({"game": []}, "Game takes 1 choice, not 0."),
        ({"game": [{"name": "a", "base64": ""}]}, "Game can't be answered like that."),
        ({"Name": "Chewie"}, "The form has no such field."),
    ],
)
async def test_a_form_with_a_mistake_stays_open(demo: Cantina, bot: TinyBot, han: Tab, wrong: Json, why: str):
    form = await opened_form(demo, han)
    refused = await han.ask("submit", form=form["id"], answers=ANSWERS | wrong)
    assert (refused["ok"], refused["why"]) == (False, why)
    assert (await han.ask("submit", form=form["id"], answers=ANSWERS))["outcome"] == "done"


async def test_a_form_whose_sending_failed_stays_open(
    demo: Cantina, bot: TinyBot, clock: ManualClock, han: Tab, begun: list[Interaction]
):
    form = await opened_form(demo, han)
    await bot.close()
    number = await han.send("submit", form=form["id"], answers=ANSWERS)
    await han.push("bot")
    await han.ask("look", channel=str(demo.channel.id))
    await clock.advance(3)
    assert (await han.answer(number))["outcome"] == "failed"
    number = await han.send("submit", form=form["id"], answers=ANSWERS)
    await han.ask("look", channel=str(demo.channel.id))
    demo.local.interactions.acknowledge(begun[-1], Response.DEFERRED_UPDATE)
    assert (await han.answer(number))["outcome"] == "done"


async def test_each_tab_of_a_person_has_its_own_form(demo: Cantina, bot: TinyBot, browser: Browser, han: Tab):
    first = await opened_form(demo, han)
    async with browser.tab("han") as second:
        other = await opened_form(demo, second)
        assert (await han.ask("submit", form=first["id"], answers=ANSWERS))["outcome"] == "done"
        assert (await second.ask("submit", form=other["id"], answers=ANSWERS))["outcome"] == "done"


async def test_a_form_is_for_whom_it_opened(demo: Cantina, bot: TinyBot, han: Tab, lando: Tab):
    form = await opened_form(demo, han)
    unknown = await lando.ask("submit", form="1", answers=ANSWERS)
    theirs = await lando.ask("submit", form=form["id"], answers=ANSWERS)
    assert (theirs["ok"], theirs["why"]) == (False, unknown["why"])
    await lando.ask("forget", form=form["id"])
    assert (await han.ask("submit", form=form["id"], answers=ANSWERS))["outcome"] == "done"


async def test_a_closed_form_is_forgotten(demo: Cantina, bot: TinyBot, han: Tab):
    form = await opened_form(demo, han)
    assert (await han.ask("forget", form=form["id"]))["ok"] is True
    refused = await han.ask("submit", form=form["id"], answers=ANSWERS)
    assert refused["why"] == "That form is no longer open. Open it again."
    assert (await han.ask("forget", form=form["id"]))["ok"] is True


async def test_a_form_lives_for_fifteen_minutes(demo: Cantina, bot: TinyBot, clock: ManualClock, han: Tab):
    form, late = await opened_form(demo, han), await opened_form(demo, han)
    await clock.advance(15 * 60 - 1)
    assert (await han.ask("submit", form=form["id"], answers=ANSWERS))["outcome"] == "done"
    await clock.advance(1)
    assert (await han.ask("submit", form=late["id"], answers=ANSWERS))["ok"] is False


async def test_a_person_has_only_so_many_forms_open(demo: Cantina, bot: TinyBot, han: Tab, monkeypatch):
    monkeypatch.setattr(open_forms, "FORMS_AT_MOST", 2)
    forms = [await opened_form(demo, han) for _ in range(3)]
    replies = [await han.ask("submit", form=form["id"], answers=ANSWERS) for form in forms]
    assert [reply["ok"] for reply in replies] == [False, True, True]


async def test_people_roles_places_and_files_are_chosen_in_forms(demo: Cantina, han: Tab, begun: list[Interaction]):
    where = posted(demo, {"type": 2, "id": 7, "style": 1, "label": "New", "custom_id": "new"})
    number = await han.send("click", **where, custom_id="new")
    await han.ask("look", channel=where["channel"])
    kinds = {"user": 5, "role": 6, "either": 7, "place": 8, "file": 19}
    rows = [{"type": 18, "label": name, "component": {"type": kind, "custom_id": name}} for name, kind in kinds.items()]
    begun[0].modal = {"title": "Who", "custom_id": "who", "components": rows}
    demo.local.interactions.acknowledge(begun[0], Response.MODAL)
    form = (await han.answer(number))["form"]
    lando, here, role = str(demo.lando.id), where["channel"], str(demo.guild.id)
    file = {"name": "a.txt", "base64": base64.b64encode(b"x").decode()}
    answers = {"user": [lando], "role": [role], "either": [lando], "place": [here], "file": [file]}
    for name in ("user", "role", "either", "place"):
        refused = await han.ask("submit", form=form["id"], answers=answers | {name: ["1"]})
        assert refused["why"] == "That choice isn't there."
    await han.send("submit", form=form["id"], answers=answers)
    await han.ask("look", channel=here)
    sent = begun[-1].data
    assert [row["component"]["values"] for row in sent["components"][:4]] == [[lando], [role], [lando], [here]]
    assert list(sent["resolved"]["users"]) == [lando]
    assert (list(sent["resolved"]["roles"]), list(sent["resolved"]["channels"])) == ([role], [here])
    assert list(sent["resolved"]["attachments"]) == sent["components"][4]["component"]["values"]


async def test_options_of_a_menu_go_by_value(demo: Cantina, han: Tab, begun: list[Interaction]):
    options = [{"label": label, "value": label[0]} for label in ("red", "blue", "green")]
    where = posted(demo, a_menu(3, options=options))
    for values, why in (
        (["r", "b", "g"], "The menu takes 1 to 2 choices, not 3."),
        ([], "The menu takes 1 to 2 choices, not 0."),
        (["r", "r"], "The menu takes each choice once."),
        (["y"], "The menu has no such choice."),
    ):
        assert (await han.ask("select", **where, custom_id="menu", values=values))["why"] == why
    assert (await han.ask("select", **where, custom_id="Menu", values=["r"]))["ok"] is False
    assert begun == []
    await han.send("select", **where, custom_id="menu", values=["b", "r"])
    await han.ask("look", channel=where["channel"])
    assert begun[0].data == {"component_type": 3, "custom_id": "menu", "id": 2, "values": ["b", "r"]}


async def test_a_disabled_menu_and_a_strangers_whisper_take_nothing(demo: Cantina, han: Tab, begun: list[Interaction]):
    options = [{"label": "red", "value": "r"}, {"label": "blue", "value": "b"}]
    disabled = posted(demo, a_menu(3, options=options, disabled=True))
    assert (await han.ask("select", **disabled, custom_id="menu", values=["r"]))["why"] == "That menu can't be used."
    whispered = posted(demo, a_menu(3, options=options), flags=64, only_for=demo.lando.id)
    refused = await han.ask("select", **whispered, custom_id="menu", values=["r"])
    assert refused["why"] == "That message is no longer there."
    assert begun == []


@pytest.mark.parametrize(
    "kind, sort, chosen, others",
    [
        (5, "users", "{lando}", ["{everyone}", "{here}", "1"]),
        (6, "roles", "{everyone}", ["{lando}", "{here}", "1"]),
        (7, "users", "{lando}", ["{here}", "1"]),
        (7, "roles", "{everyone}", []),
        (8, "channels", "{here}", ["{lando}", "{everyone}", "{hidden}", "{voice}", "1"]),
    ],
)
async def test_menus_of_people_roles_and_places_go_by_id(
    demo: Cantina, han: Tab, begun: list[Interaction], kind: int, sort: str, chosen: str, others: list[str]
):
    world = demo.local.world
    hidden, voice = world.add_channel(demo.guild, "hidden"), world.add_channel(demo.guild, "v", ChannelKind.VOICE)
    everyone = demo.guild.roles[demo.guild.id]
    world.set_overwrite(hidden, everyone, deny=int(Permission.VIEW_CHANNEL))
    ids = {"lando": demo.lando.id, "everyone": everyone.id, "here": demo.channel.id}
    ids |= {"hidden": hidden.id, "voice": voice.id}
    where = posted(demo, a_menu(kind, **({"channel_types": [0]} if kind == 8 else {})))
    for other in others:
        refused = await han.ask("select", **where, custom_id="menu", values=[other.format_map(ids)])
        assert refused["why"] == "That choice isn't there."
    assert begun == []
    wanted = chosen.format_map(ids)
    await han.send("select", **where, custom_id="menu", values=[wanted])
    await han.ask("look", channel=where["channel"])
    assert begun[0].data["values"] == [wanted]
    assert list(begun[0].data["resolved"][sort]) == [wanted]
