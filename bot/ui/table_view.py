"""The table's public message: a dozen lines and the moves of whoever is to act, built anew at each drawing."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.campaigns import TEMPLATES
from bot.engine.game import Seat
from bot.engine.moves import Move, Pick
from bot.tables.model import Table
from bot.ui.control import control_id
from bot.ui.panels import BRASS, button
from bot.ui.table_text import texts

Item = discord.ui.Item[Any]
AS_BUTTONS = 4
"""A move that picks one of at most this many is drawn as a button for each."""
_IN_A_ROW = 5
_MOVE_ROWS = 3
_STYLES = {
    "main": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
_PAUSED, _OVER = 0x80848E, 0x4E5058


def table_view(table: Table) -> discord.ui.LayoutView:
    """The message that everybody in the channel sees."""
    view = discord.ui.LayoutView(timeout=None)
    accent = _OVER if not table.is_open else _PAUSED if table.is_paused else BRASS
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=accent)
    head, seats, said, foot = texts(table)
    container.add_item(discord.ui.TextDisplay(head))
    if seats:
        container.add_item(discord.ui.TextDisplay(seats))
    if said:
        container.add_item(discord.ui.Separator())
        container.add_item(discord.ui.TextDisplay(said))
    if table.is_open:
        for row in _rows(table):
            container.add_item(discord.ui.ActionRow(*row))
    if foot:
        container.add_item(discord.ui.TextDisplay(foot))
    view.add_item(container)
    view.stop()
    return view


def _rows(table: Table) -> list[list[Item]]:
    rows = _move_rows(table) if table.in_hand and not table.is_paused else []
    rows.append(_table_row(table))
    if not table.in_hand and _has_room(table):
        rows.append([_npc_select(table)])
    return rows


def _has_room(table: Table) -> bool:
    return len(table.record.chairs) < table.entry.game.seats[-1]


def _table_row(table: Table) -> list[Item]:
    plain = discord.ButtonStyle.secondary
    row: list[Item] = []
    if not table.in_hand and not table.is_paused:
        able = len(table.ready) >= table.entry.game.seats[0]
        style = discord.ButtonStyle.primary if able else plain
        row.append(
            button("Next hand" if table.record.hand else "Deal", control_id("deal", table.id, table.record.turn), style)
        )
    if _has_room(table):
        row.append(button("Sit", control_id("sit", table.id), plain))
    if table.record.chairs:
        row.append(button("My seat", control_id("seat", table.id), plain))
    if table.is_paused:
        row.append(button("Resume", control_id("resume", table.id), discord.ButtonStyle.success))
    elif table.in_hand:
        row.append(button("Pause (GM)", control_id("pause", table.id), plain))
    row.append(button("More…", control_id("more", table.id), plain))
    return row


def _npc_select(table: Table) -> Item:
    options = [discord.SelectOption(label=made.title, value=made.key) for made in TEMPLATES.values()]
    return discord.ui.Select(custom_id=control_id("npc", table.id), placeholder="Add an NPC…", options=options)


def _move_rows(table: Table) -> list[list[Item]]:
    """The moves of whoever is to act, as everybody may see them: private ones are under "My seat"."""
    shown: dict[tuple[str, str, int | None], Move] = {}
    for seat in sorted(table.to_act):
        for move in table.moves(seat):
            if move.place == "table":
                shown.setdefault((move.key, move.label, move.price), move)
    return in_rows(move_buttons(table, shown.values(), "-"))[:_MOVE_ROWS]


def move_buttons(table: Table, moves: Iterable[Move], seat: Seat | str) -> list[Item]:
    """A button for each move, or for each choice of a move that picks one of a few."""
    made: list[Item] = []
    for move in moves:
        pick = single_pick(move)
        style = _STYLES[move.style]
        if pick is not None and len(pick.choices) <= AS_BUTTONS:
            made += [
                button(choice.button or choice.label, act_id(table, seat, move.key, choice.value), style)
                for choice in pick.choices
            ]
        else:
            made.append(button(_label(table, move), act_id(table, seat, move.key), style))
    return made


def single_pick(move: Move) -> Pick | None:
    """The only field of a move, if it picks exactly one of some choices."""
    if len(move.fields) != 1:
        return None
    field = move.fields[0]
    return field if isinstance(field, Pick) and field.is_single else None


def _label(table: Table, move: Move) -> str:
    label = f"{move.label} {table.voice.money(move.price)}" if move.price is not None else move.label
    return f"{label}…" if move.fields else label


def act_id(table: Table, seat: Seat | str, key: str, *more: str) -> str:
    return control_id("act", table.id, table.record.turn, seat, key, *more)


def in_rows(items: Sequence[Item]) -> list[list[Item]]:
    """Buttons in rows of five."""
    return [list(items[at : at + _IN_A_ROW]) for at in range(0, len(items), _IN_A_ROW)]
