"""Fields of every kind that a form can have: what is filled in reaches the bot, what is wrong stays on the page."""

import asyncio
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord import app_commands, ui
from playwright.async_api import Locator, expect

from bot.ui import routing
from bot.ui.client import Interaction
from tests.browser.conftest import OpenTab
from tests.browser.playground import Playground
from tests.browser.tab import Tab

Answers = dict[str, Any]


class Plans:
    """The form that /plan opens, and the `answers` to it, by the ids of its fields."""

    def __init__(self) -> None:
        self.modal = ui.Modal(title="Your plans", custom_id="plan:1")
        self.interaction: asyncio.Future[Interaction] = asyncio.get_running_loop().create_future()
        self.answers: Answers = {}

    def asks(self, text: str, field: ui.Item[Any], description: str | None = None) -> None:
        self.modal.add_item(ui.Label(text=text, component=field, description=description))

    async def take(self, interaction: Interaction, _: list[str], answers: Answers) -> None:
        await interaction.response.send_message("So be it.", ephemeral=True)
        self.answers = answers
        self.interaction.set_result(interaction)


@pytest_asyncio.fixture(loop_scope="session")
async def plans(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> Plans:
    made, guild = Plans(), playground.demo.guild
    monkeypatch.setitem(routing._forms, "plan", made.take)

    @app_commands.command(description="Asks for plans")
    async def plan(interaction: Interaction) -> None:
        await interaction.response.send_modal(made.modal)

    playground.bot.tree.add_command(plan, guild=discord.Object(guild.id))
    payload = plan.to_dict(playground.bot.tree)
    await playground.bot.http.upsert_guild_command(playground.local.world.application_id, guild.id, payload)
    return made


async def planning(tab: Tab) -> Tab:
    """Return the tab with the form open."""
    await tab.composer.fill("/plan")
    await tab.composer.press("Enter")
    await expect(tab.form).to_be_visible()
    return tab


def field(form: Locator, label: str) -> Locator:
    """Return the part of a form that has this label."""
    return form.locator(".form-field", has_text=label)


async def test_choices_of_every_kind_reach_the_bot(plans: Plans, playground: Playground, tab: OpenTab):
    plans.asks("Game", ui.Select(custom_id="game", options=[discord.SelectOption(label=name) for name in "ABC"]))
    plans.asks("With", ui.UserSelect(custom_id="with", max_values=2))
    plans.asks("Mood", ui.RadioGroup(custom_id="mood", options=[discord.RadioGroupOption(label=name) for name in "DE"]))
    extras = [discord.CheckboxGroupOption(label=name) for name in "FGH"]
    plans.asks("Extras", ui.CheckboxGroup(custom_id="extras", max_values=2, options=extras))
    plans.asks("In earnest", ui.Checkbox(custom_id="earnest"))
    han = await planning(await tab("Han"))

    await han.form.get_by_role("combobox", name="Game").click()
    await han.page.get_by_role("option", name="B", exact=True).click()
    await han.form.get_by_role("combobox", name="With").click()
    await han.page.get_by_role("option", name="Lando").click()
    await han.page.keyboard.press("Escape")
    await han.form.get_by_role("radio", name="E", exact=True).check()
    await han.form.get_by_role("checkbox", name="F").check()
    await han.form.get_by_role("checkbox", name="H").check()
    await expect(han.form.get_by_role("checkbox", name="G")).to_be_disabled()
    await han.form.get_by_role("checkbox", name="In earnest").check()
    await han.form.get_by_role("button", name="Submit").click()

    await han.shows("So be it.")
    await expect(han.form).to_have_count(0)
    lando = str(playground.person("Lando").user.id)
    assert plans.answers == {"game": ["B"], "with": [lando], "mood": "E", "extras": ["F", "H"], "earnest": True}


async def test_a_file_reaches_the_bot(plans: Plans, tab: OpenTab):
    plans.asks("Map", ui.FileUpload(custom_id="map"))
    han = await planning(await tab("Han"))

    async with han.page.expect_file_chooser() as asked:
        await han.form.get_by_role("button", name="Map").click()
    await (await asked.value).set_files([{"name": "map.txt", "mimeType": "text/plain", "buffer": b"left, left"}])
    await expect(field(han.form, "Map")).to_contain_text("map.txt · 10 bytes")
    await han.form.get_by_role("button", name="Submit").click()

    await han.shows("So be it.")
    data: Any = plans.interaction.result().data
    file = data["resolved"]["attachments"][plans.answers["map"][0]]
    assert (file["filename"], file["size"], file["content_type"]) == ("map.txt", 10, "text/plain")


async def test_every_mistake_is_told_and_the_first_is_entered(plans: Plans, tab: OpenTab):
    plans.asks("Note", ui.TextInput(custom_id="note", required=False))
    plans.asks("Name", ui.TextInput(custom_id="name", min_length=3, max_length=5))
    plans.asks("Mood", ui.RadioGroup(custom_id="mood", options=[discord.RadioGroupOption(label=name) for name in "DE"]))
    extras = [discord.CheckboxGroupOption(label=name) for name in "FGH"]
    plans.asks("Extras", ui.CheckboxGroup(custom_id="extras", min_values=2, max_values=3, options=extras))
    han = await planning(await tab("Han"))
    submit = han.form.get_by_role("button", name="Submit")

    await han.form.get_by_label("Name").fill("🎲🎲")
    await han.form.get_by_role("checkbox", name="F").check()
    await submit.click()

    await expect(field(han.form, "Name")).to_contain_text("That is too short: at least 3 characters.")
    await expect(field(han.form, "Mood")).to_contain_text("This field is required.")
    await expect(field(han.form, "Extras")).to_contain_text("Choose at least 2.")
    await expect(han.form.get_by_label("Name")).to_be_focused()
    await han.form.get_by_label("Name").fill("🎲🎲🎲🎲🎲🎲")
    await submit.click()
    await expect(field(han.form, "Name")).to_contain_text("That is too long: at most 5 characters, and this has 6.")
    assert plans.answers == {}


async def test_form_suggestion_is_filled_in_and_can_be_replaced(plans: Plans, tab: OpenTab):
    plans.asks("Bet", ui.TextInput(custom_id="bet", default="25 cr"), "From 1 cr to 50 cr.")
    han = await planning(await tab("Han"))

    await expect(han.form.get_by_label("Bet")).to_have_value("25 cr")
    await expect(han.form.get_by_label("Bet")).to_have_accessible_description("From 1 cr to 50 cr.")
    await han.page.keyboard.type("30 cr")
    await han.page.keyboard.press("Enter")

    await han.shows("So be it.")
    assert plans.answers == {"bet": "30 cr"}


async def test_escape_closes_an_open_list_before_it_closes_the_form(plans: Plans, tab: OpenTab):
    plans.asks("Game", ui.Select(custom_id="game", options=[discord.SelectOption(label=name) for name in "ABC"]))
    han = await planning(await tab("Han"))

    await han.form.get_by_role("combobox", name="Game").click()
    await han.page.keyboard.press("Escape")
    await expect(han.page.get_by_role("listbox")).to_have_count(0)
    await expect(han.form).to_be_visible()
    await han.page.keyboard.press("Escape")

    await expect(han.form).to_have_count(0)
