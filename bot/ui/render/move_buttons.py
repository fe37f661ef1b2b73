"""Moves as buttons: one for each, or one for each choice of a move that picks one of a few."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.engine.game import Seat
from bot.engine.moves import Move, Pick
from bot.tables.model import Table
from bot.ui.control import control_id
from bot.ui.panels import button

Item = discord.ui.Item[Any]
AS_BUTTONS = 4
"""A move that picks one of at most this many is drawn as a button for each."""
_IN_A_ROW = 5
STYLES = {
    "main": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def move_buttons(
    table: Table, moves: Iterable[Move], seat: Seat | str, *, verb: str = "act", spread: bool = True
) -> list[Item]:
    """A button for each move; with `spread` for each choice of a move that picks one of a few, whose id then names the
    choice: not for what only one seat may know.
    """
    made: list[Item] = []
    for move in moves:
        pick = single_pick(move) if spread else None
        style = STYLES[move.style]
        if pick is not None and len(pick.choices) <= AS_BUTTONS:
            made += [
                button(choice.button or choice.label, act_id(table, seat, move.key, choice.value, verb=verb), style)
                for choice in pick.choices
            ]
        else:
            label = f"{move_label(table, move)}…" if move.fields else move_label(table, move)
            made.append(button(label, act_id(table, seat, move.key, verb=verb), style))
    return made


def single_pick(move: Move) -> Pick | None:
    """The only field of a move, if it picks exactly one of some choices."""
    if len(move.fields) != 1:
        return None
    field = move.fields[0]
    return field if isinstance(field, Pick) and field.is_single else None


def move_label(table: Table, move: Move) -> str:
    """What the move is called, with its price."""
    return f"{move.label} {table.voice.money(move.price)}" if move.price is not None else move.label


def act_id(table: Table, seat: Seat | str, key: str, *more: str, verb: str = "act") -> str:
    return control_id(verb, table.id, table.record.turn, seat, key, *more)


def in_rows(items: Sequence[Item]) -> list[list[Item]]:
    """Buttons in rows of five."""
    return [list(items[at : at + _IN_A_ROW]) for at in range(0, len(items), _IN_A_ROW)]
