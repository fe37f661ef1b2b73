"""The house rules of a table, one by one: pick one from the list, then its value."""

from typing import Any

import discord

from bot.campaigns import require_gm
from bot.engine.coinage import plural_of
from bot.engine.options import Option, options_of
from bot.engine.speech import escape
from bot.errors import NotAllowed, RuleError, TooLate
from bot.tables.model import Table
from bot.ui.context import click_of, house_of, person_of, whisper
from bot.ui.control import control, control_id, form
from bot.ui.forms import choice, line
from bot.ui.forms import form as new_form
from bot.ui.panels import button, page
from bot.ui.renderer import renderer_of
from bot.ui.retrying import answer_here
from bot.ui.verbs.answers import is_gm, look

_MOST = 25


@control("house")
async def house_rules(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    table = await look(interaction, arguments[0])
    _require_may_change(interaction, table)
    await whisper(interaction, "", await editor(interaction, table))


async def editor(interaction: discord.Interaction, table: Table, note: str = "") -> discord.ui.LayoutView:
    """All house rules with their values, and a list to pick one from; for a GM also the presets they have saved."""
    options = options_of(type(table.rules))
    lines = [f"{option.title}: **{_value(option, table)}**" for option in options]
    rows: list[list[discord.ui.Item[Any]]] = []
    for at in range(0, len(options), _MOST):
        shown = [
            discord.SelectOption(label=option.title[:100], value=option.name, description=option.description[:100])
            for option in options[at : at + _MOST]
        ]
        rows.append(
            [discord.ui.Select(custom_id=control_id("rule", table.id, at), placeholder="Change…", options=shown)]
        )
    if is_gm(interaction, table):
        rows.append([button("Save as a preset…", control_id("keep", table.id))])
        saved = await house_of(interaction).presets.names(table.record.campaign_id, table.entry.game.key)
        if saved:
            names = [discord.SelectOption(label=name, value=name) for name in saved]
            rows.append(
                [
                    discord.ui.Select(
                        custom_id=control_id("forget", table.id), placeholder="Delete a preset…", options=names
                    )
                ]
            )
    return page("## House rules", "\n".join(lines), note, rows=rows)


def _value(option: Option, table: Table) -> str:
    return option.told(getattr(table.rules, option.name), table.voice.money)


@control("rule")
async def ask_value(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    table = await look(interaction, arguments[0])
    _require_may_change(interaction, table)
    option = _option(table, picked[0] if picked else "")
    await interaction.response.send_modal(
        new_form(option.title, control_id("rule", table.id, option.name), _field(option, table))
    )


def _field(option: Option, table: Table) -> discord.ui.Label[Any]:
    value = getattr(table.rules, option.name)
    hint = option.description[:100]
    if option.kind == "choice":
        return choice("value", option.title, list(option.choices), default=value, description=hint)
    if option.kind == "switch":
        switch = [("on", "On"), ("off", "Off")]
        return choice("value", option.title, switch, default="on" if value else "off", description=hint)
    shown = table.voice.money(value) if option.kind == "money" else str(value)
    return line("value", option.title, default=shown, description=hint)


@form("rule")
async def change(interaction: discord.Interaction, arguments: list[str], values: dict[str, Any]) -> None:
    """`rule:<table>:<option>`."""
    table = await look(interaction, arguments[0])
    option = _option(table, arguments[1] if len(arguments) > 1 else "")
    typed = values.get("value")
    text = str(typed[0] if isinstance(typed, list) and typed else typed or "").strip()
    value = table.voice.currency.parse(text, minimum=0) if option.kind == "money" else option.read(text)
    after = await house_of(interaction).tables.opening.change_rules(
        table.id, click_of(interaction), {option.name: value}
    )
    await answer_here(interaction, await editor(interaction, after))
    renderer_of(interaction).want(after)


@control("keep")
async def ask_name(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    table = await look(interaction, arguments[0])
    require_gm(table.campaign, person_of(interaction))
    name = line("name", "What is this preset called?", longest=100)
    await interaction.response.send_modal(new_form("Save as a preset", control_id("keep", table.id), name))


@form("keep")
async def keep(interaction: discord.Interaction, arguments: list[str], values: dict[str, Any]) -> None:
    table = await look(interaction, arguments[0])
    saved = await house_of(interaction).presets.save(
        table.campaign, person_of(interaction), table.entry.game.key, str(values.get("name") or ""), table.rules
    )
    note = f"Saved as **{escape(saved)}**: choose it when you open a table."
    await answer_here(interaction, await editor(interaction, table, note))


@control("forget")
async def forget(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    table = await look(interaction, arguments[0])
    name = picked[0] if picked else ""
    await house_of(interaction).presets.delete(table.campaign, person_of(interaction), table.entry.game.key, name)
    note = f"The preset **{escape(name)}** is gone."
    await answer_here(interaction, await editor(interaction, table, note))


def _option(table: Table, name: str) -> Option:
    found = next((option for option in options_of(type(table.rules)) if option.name == name), None)
    if found is None:
        raise TooLate("There is no such house rule.")
    return found


def may_change(table: Table, user_id: int, *, is_gm: bool) -> bool:
    """A GM, or before the first hand whoever opened the table."""
    return is_gm or (table.record.opener == user_id and table.record.hand is None)


def _require_may_change(interaction: discord.Interaction, table: Table) -> None:
    if not may_change(table, interaction.user.id, is_gm=is_gm(interaction, table)):
        first = f"before the first {table.hand_word}"
        raise NotAllowed(f"Only the GM changes the house rules, or {first} whoever opened the table.")
    if table.in_hand:
        raise RuleError(f"The house rules change between {plural_of(table.hand_word)}.")
