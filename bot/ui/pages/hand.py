"""The private page of a seat's hand: what it holds, its moves, and the time of that.

Picks stand in the message itself, as the marked options of a select: no id ever names a card.
"""

from collections.abc import Collection, Iterable

import discord

from bot.engine.game import DEALER, Seat
from bot.tables.model import Chair, Table
from bot.ui.pages.paging import small, titled
from bot.ui.panels import MOST_CHARACTERS, button, control_id, page
from bot.ui.render.buttons import STYLES, Component, Marked, components, in_rows, move_rows
from bot.ui.render.seat import describe_deciding_npcs, describe_pilot, npc_buttons, pilot_buttons

_MOST_COMPONENTS = 40
_OTHER_COMPONENTS = 5
"""Components of a page that aren't controls: the container, and up to four texts."""


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
    """Build the page of a chair's hand with its moves. `others` are the chairs whose hands the same person may see,
    `chances` describes this one's win chance, and `now` is in seconds since the epoch.
    """
    ways, room = _ways(table, chair, others), _MOST_COMPONENTS - _OTHER_COMPONENTS
    moves = move_rows(table, chair, marked, room - components(in_rows(ways)))
    rows = [*moves, *in_rows(ways[: _buttons_that_fit(room - components(moves))])]
    foot = _foot(table, chair, now)
    told = _describe_hand(table, chair, MOST_CHARACTERS - len(note) - len(chances) - len(foot))
    return page(*filter(None, (note, told, chances, foot)), rows=rows)


def _buttons_that_fit(room: int) -> int:
    """Return how many buttons in rows of five there is room for, in components."""
    return max(room, 0) * 5 // 6


def holds_cards(table: Table, seat: Seat) -> bool:
    """Return whether the seat was dealt into the hand that is in play, or into the last one; the GM's own seat is in
    all.
    """
    hand = table.record.hand
    if hand is None or hand.status == "void" or table.state is None:
        return False
    return table.spec.game.has_dealer if seat == DEALER else seat in hand.seats


def name_in_bold(table: Table, seat: Seat) -> str:
    """Return the name of a seat in bold, at the beginning of a sentence. Nobody's is "The GM"."""
    return "**The GM**" if seat == DEALER else table.voice.name(seat)


def _describe_hand(table: Table, chair: Chair, room: int) -> str:
    """Describe the chair's hand; in letters where it would be longer than `room` characters with pictures."""
    name = name_in_bold(table, chair.seat)
    if not holds_cards(table, chair.seat):
        coming = f"the next {table.hand_word}"
        when = f"plays from {coming} on" if table.in_hand else f"holds nothing until {coming} is dealt"
        return f"{name} {when}."
    over = _describe_end(table, chair, name)
    told = ""
    for voice in (table.voice, table.voice.in_letters()):
        hand = table.spec.hand(table.state, chair.seat, voice)
        told = f"-# {name}\n{titled(hand)}{over}"
        if len(told) <= room:
            break
    return told


def _describe_end(table: Table, chair: Chair, name: str) -> str:
    """Return the line below a hand that is over, or whose table is paused."""
    if not table.in_hand and chair.seat == DEALER:
        return f"\n-# The {table.hand_word} is over."
    if not table.in_hand:
        return f"\n-# This is how {name} held them when the {table.hand_word} ended."
    return "\n-# The table is paused." if table.is_paused and chair.seat == DEALER else ""


def _foot(table: Table, chair: Chair, now: float) -> str:
    told = describe_deciding_npcs(table) if chair.is_dealer else describe_pilot(table, chair)
    return "\n".join(filter(None, (small(told), as_of(table, now))))


def as_of(table: Table, now: float) -> str:
    """Return the last line of a seat's private page: the hand, and the time in seconds since the epoch."""
    hand = table.record.hand
    number = f"{table.hand_word} {hand.number}" if hand is not None else ""
    return small(number, f"as of <t:{int(now)}:T>")


def marked_in(message: discord.Message | None, key: str) -> tuple[str, ...]:
    """Return the marked values in the select of a move on a hand's page."""
    if message is None:
        return ()
    parts = (part for outer in message.components for row in _children(outer) for part in _children(row))
    selects = (part for part in parts if isinstance(part, discord.SelectMenu))
    found = next((one for one in selects if _belongs_to(one.custom_id, key)), None)
    return tuple(option.value for option in found.options if option.default) if found else ()


def _children(component: object) -> Collection[object]:
    return getattr(component, "children", ())


def _belongs_to(custom_id: str | None, key: str) -> bool:
    verb, *_, last = (custom_id or "").split(":")
    return verb == "mark" and last == key


def _ways(table: Table, chair: Chair, others: Iterable[Chair]) -> list[Component]:
    """Build ways to this hand again and to each of the others."""
    again = button("Show again", control_id("hand", table.id, chair.seat))
    ways = ways_to("hand", table, chair, others)
    if chair.is_dealer:
        return [again, *ways, *npc_buttons(table)]
    seat = button("My seat", control_id("seat", table.id, chair.seat))
    return [again, seat, *pilot_buttons(table, chair), *_seal_buttons(table), *ways]


def ways_to(verb: str, table: Table, chair: Chair, others: Iterable[Chair]) -> list[Component]:
    """Build ways to the same private page of the others, blue for those whom the table waits for."""
    return [
        button(
            name_on_button(table, other.seat),
            control_id(verb, table.id, other.seat),
            STYLES["main" if other.seat in table.to_act else "plain"],
        )
        for other in others
        if other.seat != chair.seat
    ]


def name_on_button(table: Table, seat: Seat) -> str:
    """Return the name of the seat on a button."""
    return "The GM" if seat == DEALER else table.voice.plain_name(seat)


def _seal_buttons(table: Table) -> list[Component]:
    """Build the button to the seals of the hand's cards: a card's owner has its salt."""
    hand = table.record.hand
    if hand is None or table.state is None or not table.spec.game.seals(table.state, None):
        return []
    return [button("Sealed cards", control_id("seals", table.id, hand.number, 0))]
