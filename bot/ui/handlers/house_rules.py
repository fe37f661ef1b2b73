"""The house rules of a table, one by one: pick one from the list, then its value."""

from typing import Any

import discord

from bot.campaigns import require_gm
from bot.engine.coinage import plural_of
from bot.engine.options import Option, options_of
from bot.engine.speech import escape
from bot.errors import RuleError
from bot.tables.model import Table
from bot.tables.opening import require_may_change
from bot.ui.context import click_of, house_of, person_of, whisper
from bot.ui.control import control, control_id, form
from bot.ui.forms import form as new_form
from bot.ui.forms import line
from bot.ui.handlers.answers import is_gm, look
from bot.ui.pages.rule_forms import option_field, option_lists, option_named, option_typed
from bot.ui.panels import button, page
from bot.ui.render.renderer import renderer_of
from bot.ui.retrying import answer_here


@control("house")
async def house_rules(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    table = await look(interaction, arguments[0])
    _require_may_change(interaction, table)
    await whisper(interaction, "", await editor(interaction, table))


async def editor(interaction: discord.Interaction, table: Table, note: str = "") -> discord.ui.LayoutView:
    """All house rules with their values, and a list to pick one from; for a GM also the presets they have saved."""
    options = options_of(type(table.rules))
    lines = [f"{option.title}: **{_value(option, table)}**" for option in options]
    rows = option_lists(table.rules, "rule", table.id)
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
    odd = table.entry.game.rules_note(table.rules) or ""
    return page("## House rules", "\n".join(lines), odd, note, rows=rows)


def _value(option: Option, table: Table) -> str:
    return option.told(getattr(table.rules, option.name), table.money_voice.money)


@control("rule", opens=True)
async def ask_value(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    table = await look(interaction, arguments[0])
    _require_may_change(interaction, table)
    option = option_named(table.rules, picked[0] if picked else "")
    field = option_field(option, table.rules, table.money_voice)
    await interaction.response.send_modal(new_form(option.title, control_id("rule", table.id, option.name), field))


@form("rule")
async def change(interaction: discord.Interaction, arguments: list[str], values: dict[str, Any]) -> None:
    """`rule:<table>:<option>`."""
    table = await look(interaction, arguments[0])
    option = option_named(table.rules, arguments[1] if len(arguments) > 1 else "")
    value = option_typed(option, values, table.money_voice.currency)
    after = await house_of(interaction).tables.opening.change_rules(
        table.id, click_of(interaction), {option.name: value}
    )
    await answer_here(interaction, await editor(interaction, after))
    renderer_of(interaction).want(after)


@control("keep", opens=True)
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


def _require_may_change(interaction: discord.Interaction, table: Table) -> None:
    require_may_change(table, person_of(interaction))
    if table.in_hand:
        raise RuleError(f"The house rules change between {plural_of(table.hand_word)}.")
