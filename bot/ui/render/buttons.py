"""Moves as buttons and selects, for the table's message and for the page of a hand."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import discord

from bot.engine.game import Seat
from bot.engine.moves import Choice, Move, Pick
from bot.engine.words import Voice
from bot.tables.model import Chair, Table
from bot.ui.panels import BUTTON, Component, button, control_id, option, select, shorten

MOST_OPTIONS = 25
"""In one select."""
GM_PAGE = "GM page"
"""What the button at the table says."""
AS_BUTTONS = 4
"""A move that picks one of at most this many is drawn as a button for each."""
_IN_A_ROW = 5
STYLES = {
    "main": discord.ButtonStyle.primary,
    "plain": discord.ButtonStyle.secondary,
    "good": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}
_LONGEST_PLACEHOLDER = 150
_STYLE_ORDER = {"main": 0, "danger": 2}


def move_buttons(
    table: Table, moves: Iterable[Move], seat: Seat | str, *, verb: str = "act", spread: bool = True
) -> list[Component]:
    """Build a button for each move. With `spread`, a move that picks one of a few gets a button for each choice.
    Its id names the choice, so this is not for secrets of a seat.
    """
    made: list[Component] = []
    for move in moves:
        pick = move.single_pick if spread else None
        style = STYLES[move.style]
        if pick is not None and pick.as_buttons and len(pick.choices) <= AS_BUTTONS:
            made += [
                button(choice.button or choice.label, act_id(table, seat, move.key, choice.value, verb=verb), style)
                for choice in pick.choices
            ]
        else:
            label = f"{move_label(table, move)}…" if move.fields else move_label(table, move)
            made.append(button(label, act_id(table, seat, move.key, verb=verb), style))
    return made


def quick_buttons(table: Table, moves: Iterable[Move], seat: Seat | str, *, verb: str = "act") -> list[Component]:
    """Build a button for each quick amount of these moves, whose ids name the amount."""
    return [
        button(
            f"{text} {table.voice.currency.brief(amount)}",
            act_id(table, seat, move.key, str(amount), verb=verb),
            STYLES[move.style],
        )
        for move in moves
        for text, amount in move.quick_amounts
    ]


def move_label(table: Table, move: Move) -> str:
    """Return the label of the move, with its price."""
    return f"{move.label} {table.voice.money(move.price)}" if move.price is not None else move.label


def moment_of(table: Table) -> str:
    """Return the part of an id that names the hand in play, or the pause after the latest one."""
    hand = table.record.hand
    return f"{0 if hand is None else hand.number}{'+' if table.in_hand else ''}"


def act_id(table: Table, seat: Seat | str, key: str, *more: str, verb: str = "act") -> str:
    return control_id(verb, table.id, table.record.turn, seat, key, *more)


def in_rows(items: Sequence[Component]) -> list[list[Component]]:
    """Split buttons into rows of five."""
    return [list(items[at : at + _IN_A_ROW]) for at in range(0, len(items), _IN_A_ROW)]


def with_one_primary(rows: list[list[Component]]) -> list[list[Component]]:
    """Make all primary buttons plain except for the first that can be pressed."""
    for other in [item for row in rows for item in row if is_primary(item) and not item["disabled"]][1:]:
        other["style"] = STYLES["plain"].value
    return rows


def is_primary(item: Component) -> bool:
    """Return whether it is the button of the next click."""
    return item["type"] == BUTTON and item["style"] == STYLES["main"].value


@dataclass(frozen=True, slots=True)
class Marked:
    """The values that a player has picked so far for a move, but not yet sent."""

    key: str
    values: tuple[str, ...]


def move_rows(table: Table, chair: Chair, marked: Marked | None, room: int) -> list[list[Component]]:
    """Build the rows of a hand's moves: lists first, then buttons, private ones before those of the table, giving up
    last, and moves on the side below. They take at most `room` components as far as buttons can stand for lists.
    """
    if table.is_paused or chair.is_leaving:
        return []
    moves = table.moves(chair.seat)
    private = [move for move in moves if move.place == "private"]
    listed = [move for move in private if drawn_pick(move) is not None and not move.aside]
    open_moves = [move for move in moves if move.place == "table"] if chair.seat in table.to_act else []
    while True:
        rows = [row for move in listed for row in _pick_rows(table, chair.seat, move, marked)]
        formed = [move for move in (*private, *open_moves) if move not in listed]
        formed.sort(key=lambda move: (move.aside, _STYLE_ORDER.get(move.style, 1)))
        # No id names a choice that only the seat knows.
        rows += in_rows(
            [
                item
                for move in formed
                for item in move_buttons(table, [move], chair.seat, verb="own", spread=move.place == "table")
            ]
        )
        public = [move for move in formed if move.place == "table"]
        rows += in_rows(quick_buttons(table, public, chair.seat, verb="own"))
        if components(rows) <= room or not listed:
            return rows
        listed = listed[:-1]


def components(rows: Sequence[Sequence[Component]]) -> int:
    """Count the components of a message that the rows take."""
    return sum(1 + len(row) for row in rows)


def drawn_pick(move: Move) -> Pick | None:
    """Return the only field of a move, if it picks among so few that a select holds them."""
    if len(move.fields) != 1:
        return None
    field = move.fields[0]
    return field if isinstance(field, Pick) and 1 <= len(field.choices) <= MOST_OPTIONS else None


def is_sent_apart(move: Move, pick: Pick) -> bool:
    """Return whether picking and sending are two steps: if several, none, or a regret may be picked."""
    return not pick.is_single or move.confirm is not None


def _pick_rows(table: Table, seat: Seat, move: Move, marked: Marked | None) -> list[list[Component]]:
    pick = drawn_pick(move)
    if pick is None:
        return []
    apart = is_sent_apart(move, pick)
    chosen = marked.values if marked is not None and marked.key == move.key else ()
    menu = select(
        own_id("mark" if apart else "own", table, seat, move.key),
        pick.label[:_LONGEST_PLACEHOLDER],
        select_options(pick, table.voice, chosen),
        at_least=pick.at_least,
        at_most=max(min(pick.at_most, len(pick.choices)), 1),
    )
    return [[menu], [_send_button(table, seat, move, pick, chosen)]] if apart else [[menu]]


def _send_button(table: Table, seat: Seat, move: Move, pick: Pick, chosen: Sequence[str]) -> Component:
    labels = [choice.label for choice in pick.choices if choice.value in chosen]
    fits = pick.at_least <= len(labels) <= pick.at_most
    label = f"{move_label(table, move)}: {', '.join(labels)}" if labels else pick.none if fits else move.label
    return button(label, own_id("send", table, seat, move.key), STYLES["main"], disabled=not fits)


def own_id(verb: str, table: Table, seat: Seat, key: str) -> str:
    """Build the id of a control on a hand's page: the seat and the move, never the choice."""
    return control_id(verb, table.id, table.record.turn, seat, key)


def select_options(field: Pick, voice: Voice, chosen: Collection[str] = ()) -> list[Component]:
    """Build the options of a select, with their images where there are any, and marked where chosen."""
    return [
        option(shorten(choice.label, 100), choice.value, emoji=_picture(choice, voice), chosen=choice.value in chosen)
        for choice in field.choices
    ]


def _picture(choice: Choice, voice: Voice) -> str:
    return voice.symbol(choice.picture, "") if choice.picture is not None else ""
