"""A seat's hand, for the eyes of whoever plays it: what it holds, what it may decide, and when that was so.

What is picked stands in the message itself, as the marked options of a select: no id ever names a card.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.engine.game import Seat
from bot.engine.moves import Move, Pick
from bot.tables.model import Chair, Table
from bot.ui.control import control_id
from bot.ui.forms import MOST_OPTIONS, select_options
from bot.ui.move_buttons import STYLES, Item, in_rows, move_buttons, move_label
from bot.ui.panels import MOST_CHARACTERS, button, page

_LONGEST_PLACEHOLDER = 150


@dataclass(frozen=True, slots=True)
class Marked:
    """What somebody has picked so far for a move, but not yet sent."""

    key: str
    values: tuple[str, ...]


def hand_page(
    table: Table,
    chair: Chair,
    now: float,
    *,
    note: str = "",
    marked: Marked | None = None,
    others: Iterable[Chair] = (),
    chances: str = "",
) -> discord.ui.LayoutView:
    """The hand of a chair with its moves; `others` are the chairs whose hands the same person may see, `chances` what
    is told of this one's. `now` is in seconds since the epoch.
    """
    rows = [*_move_rows(table, chair, marked), *_ways(table, chair, others)]
    foot = _foot(table, now)
    told = _told(table, chair, MOST_CHARACTERS - len(note) - len(chances) - len(foot))
    return page(*filter(None, (note, told, chances, foot)), rows=rows)


def holds_cards(table: Table, seat: Seat) -> bool:
    """Whether the seat was dealt into the hand that is in play, or into the last one."""
    hand = table.record.hand
    return hand is not None and hand.status != "void" and table.state is not None and seat in dict(hand.names)


def _told(table: Table, chair: Chair, room: int) -> str:
    """What the chair holds; in letters where it would be longer than `room` characters with pictures."""
    name = table.voice.name(chair.seat)
    if not holds_cards(table, chair.seat):
        coming = f"the next {table.hand_word}"
        when = f"plays from {coming} on" if table.in_hand else f"holds nothing until {coming} is dealt"
        return f"{name} {when}."
    over = "" if table.in_hand else f"\n-# This is how {name} held them when the {table.hand_word} ended."
    told = ""
    for voice in (table.voice, table.voice.in_letters()):
        hand = table.entry.hand(table.state, chair.seat, voice)
        told = f"-# {name}\n## {hand.title}\n{hand.text}{over}"
        if len(told) <= room:
            break
    return told


def _foot(table: Table, now: float) -> str:
    hand = table.record.hand
    number = f"{table.hand_word} {hand.number} · " if hand is not None else ""
    return f"-# {number}as of <t:{int(now)}:T>"


def _move_rows(table: Table, chair: Chair, marked: Marked | None) -> list[list[Item]]:
    """Private choices first, then what could be done at the table too."""
    if table.is_paused or chair.is_leaving:
        return []
    moves = table.moves(chair.seat)
    rows: list[list[Item]] = []
    for move in moves:
        if move.place == "private" and (pick := drawn_pick(move)) is not None:
            rows += _pick_rows(table, chair.seat, move, pick, marked)
    formed = [move for move in moves if move.place == "private" and drawn_pick(move) is None]
    buttons = move_buttons(table, formed, chair.seat, verb="own", spread=False)
    if chair.seat in table.to_act:
        buttons += move_buttons(table, (move for move in moves if move.place == "table"), chair.seat, verb="own")
    return rows + in_rows(buttons)


def drawn_pick(move: Move) -> Pick | None:
    """The only field of a move, if it picks among so few that a select holds them."""
    if len(move.fields) != 1:
        return None
    field = move.fields[0]
    return field if isinstance(field, Pick) and 1 <= len(field.choices) <= MOST_OPTIONS else None


def is_sent_apart(move: Move, pick: Pick) -> bool:
    """Whether picking is one thing and doing it another: where several, none, or a regret may be picked."""
    return not pick.is_single or move.confirm is not None


def _pick_rows(table: Table, seat: Seat, move: Move, pick: Pick, marked: Marked | None) -> list[list[Item]]:
    apart = is_sent_apart(move, pick)
    chosen = marked.values if marked is not None and marked.key == move.key else ()
    select = discord.ui.Select[Any](
        custom_id=own_id("mark" if apart else "own", table, seat, move.key),
        placeholder=pick.label[:_LONGEST_PLACEHOLDER],
        options=select_options(pick, table.voice, chosen),
        min_values=pick.at_least,
        max_values=max(min(pick.at_most, len(pick.choices)), 1),
    )
    return [[select], [_send(table, seat, move, pick, chosen)]] if apart else [[select]]


def _send(table: Table, seat: Seat, move: Move, pick: Pick, chosen: Sequence[str]) -> Item:
    labels = [choice.label for choice in pick.choices if choice.value in chosen]
    fits = pick.at_least <= len(labels) <= pick.at_most
    label = f"{move_label(table, move)}: {', '.join(labels)}" if labels else pick.none if fits else move.label
    return button(label, own_id("send", table, seat, move.key), STYLES["main"], disabled=not fits)


def own_id(verb: str, table: Table, seat: Seat, key: str) -> str:
    """The id of a control on a hand's page: whose and which move, never what is picked."""
    return control_id(verb, table.id, table.record.turn, seat, key)


def marked_in(message: discord.Message | None, key: str) -> tuple[str, ...]:
    """What is marked in the select of a move on a hand's page."""
    if message is None:
        return ()
    parts = (part for outer in message.components for row in _children(outer) for part in _children(row))
    selects = (part for part in parts if isinstance(part, discord.SelectMenu))
    found = next((one for one in selects if _is_of(one.custom_id, key)), None)
    return tuple(option.value for option in found.options if option.default) if found else ()


def _children(component: Any) -> Collection[Any]:
    return getattr(component, "children", ())


def _is_of(custom_id: str | None, key: str) -> bool:
    verb, *_, last = (custom_id or "").split(":")
    return verb == "mark" and last == key


def _ways(table: Table, chair: Chair, others: Iterable[Chair]) -> list[list[Item]]:
    """This hand again, and each of the others: blue for whom the table waits."""
    again = button("Show again", control_id("hand", table.id, chair.seat))
    ways: list[Item] = [
        button(
            table.voice.plain_name(other.seat),
            control_id("hand", table.id, other.seat),
            STYLES["main" if other.seat in table.to_act else "plain"],
        )
        for other in others
        if other.seat != chair.seat
    ]
    return in_rows([again, *_seals(table), *ways])


def _seals(table: Table) -> list[Item]:
    """Where the seals of the hand's cards are: who owns a card has its salt."""
    hand = table.record.hand
    if hand is None or table.state is None or not table.entry.game.seals(table.state, None):
        return []
    return [button("Sealed cards", control_id("seals", table.id, hand.number, 0))]
