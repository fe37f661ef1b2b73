"""Undo: what a GM could take back, on a page of its own; a confirmation where it costs something; and the reason."""

from typing import Any

import discord

from bot.errors import PlayerError, TooLate
from bot.tables.model import Table
from bot.tables.undo.undoing import LONGEST_REASON, Changed, Preview
from bot.tables.undo.undoing_plan import Plan
from bot.ui.context import click_of, edit_here, house_of, whisper
from bot.ui.control import WORN_OUT, control, control_id, form, number
from bot.ui.forms import form as new_form
from bot.ui.forms import line
from bot.ui.handlers.answers import part
from bot.ui.handlers.undo_page import ACTION, HAND, confirm_page, undo_page
from bot.ui.panels import page
from bot.ui.render.renderer import renderer_of
from bot.ui.retrying import answer_here

_YES = "yes"


@control("undo")
async def undo(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`undo:<table>`: the page, also in the channel of the GMs."""
    await answer_here(interaction, undo_page(await _preview(interaction, arguments[0])))


@control("undoing", opens=True)
async def undoing(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`undoing:<table>:<what>:<mark>[:yes]`: what was shown by that mark; it is asked for the reason last."""
    kind, mark, agreed = part(arguments, 1), part(arguments, 2), arguments[3:] == [_YES]
    if kind == "no":
        await answer_here(interaction, page("Nothing was taken back."))
        return
    preview = await _preview(interaction, arguments[0])
    plan = _plan(preview, kind)
    if isinstance(plan, PlayerError) or plan.mark != mark:
        await answer_here(interaction, undo_page(preview, note=str(Changed())))
    elif plan.asks and not agreed:
        await answer_here(interaction, confirm_page(preview.table, kind, plan))
    else:
        asked = _reason_form(arguments[0], kind, mark, *([_YES] if agreed else []))
        await interaction.response.send_modal(asked)


def _reason_form(table_id: str, *about: str) -> discord.ui.Modal:
    reason = line(
        "reason",
        "Why?",
        placeholder="mis-clicked",
        description="Everybody at the table reads it. It may stay empty.",
        required=False,
        longest=LONGEST_REASON,
    )
    return new_form("Take it back", control_id("undoing", table_id, *about), reason)


@form("undoing")
async def taken_back(interaction: discord.Interaction, arguments: list[str], values: dict[str, Any]) -> None:
    """`undoing:<table>:<what>:<mark>[:yes]`: it is taken back, if it is still what was shown; else it is shown anew."""
    kind, mark, agreed = part(arguments, 1), part(arguments, 2), arguments[3:] == [_YES]
    undoing = house_of(interaction).tables.undoing
    work = {ACTION: undoing.undo_action, HAND: undoing.undo_hand}.get(kind)
    if work is None:
        raise TooLate(WORN_OUT)
    typed = values.get("reason")
    reason = typed if isinstance(typed, str) else ""
    try:
        table = await work(number(arguments[0]), click_of(interaction), mark, reason, confirmed=agreed)
    except Changed as changed:
        preview = await _preview(interaction, arguments[0])
        await answer_here(interaction, undo_page(preview, note=str(changed)))
        return
    await _done(interaction, table)


async def _done(interaction: discord.Interaction, table: Table) -> None:
    """Told in place of the page, and the table is drawn anew."""
    said = next(
        (line for line in reversed(table.record.said) if line.startswith("The GM takes back")), "It is taken back."
    )
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await edit_here(interaction, page(said))
    else:
        await whisper(interaction, "", page(said))
    renderer_of(interaction).want(table)


async def _preview(interaction: discord.Interaction, table_id: str) -> Preview:
    return await house_of(interaction).tables.undoing.preview(number(table_id), click_of(interaction))


def _plan(preview: Preview, kind: str) -> Plan | PlayerError:
    match kind:
        case "action":
            return preview.action
        case "hand":
            return preview.hand
        case _:
            return TooLate(WORN_OUT)
