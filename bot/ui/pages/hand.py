"""The private page of a seat's hand: its cards, its moves, and ways to the other pages.

Picks stand in the message itself, as the marked options of a select: no id ever names a card.
"""

from collections.abc import Iterable

import discord

from bot.engine.game import DEALER, Seat
from bot.engine.words import Voice
from bot.tables.model import Chair, Table
from bot.ui.pages.paging import small, titled
from bot.ui.panels import MOST_CHARACTERS, Component, FixedView, button, components_on, control_id, page
from bot.ui.render.buttons import STYLES, Marked, components, in_rows, move_rows, with_one_primary
from bot.ui.render.seat import describe_deciding_npcs, describe_pilot, npc_buttons, pilot_buttons
from bot.ui.render.table_message import deal_button

_MOST_COMPONENTS = 40
_OTHER_COMPONENTS = 5
"""Components of a page that aren't controls: the container, and up to four texts."""


def hand_page(
    table: Table,
    chair: Chair,
    *,
    note: str = "",
    marked: Marked | None = None,
    others: Iterable[Chair] = (),
    chances: str = "",
    has_seat: bool = False,
    may_deal: bool = False,
) -> FixedView:
    """Build the page of a chair's hand with its moves. Its ids name the turn of the seat's newest choice. `others` are
    the chairs whose hands the same person may see. `chances` describes this one's win chance. With `has_seat` they
    decide for the seat too, and with `may_deal` they may deal the next hand. Lines of the note that the hand's own text
    holds are left out.
    """
    ways = [deal_button(table)] if may_deal and not table.in_hand and table.record.chairs else []
    table = table.evolve(turn=chair.asked)
    ways += _ways(table, chair, others, has_seat=has_seat, has_chances=bool(chances))
    room = _MOST_COMPONENTS - _OTHER_COMPONENTS
    moves = move_rows(table, chair, marked, room - components(in_rows(ways)))
    rows = [*moves, *in_rows(ways[: _buttons_that_fit(room - components(moves))])]
    foot = _foot(table, chair)
    told = _describe_hand(table, chair, MOST_CHARACTERS - len(note) - len(chances) - len(foot))
    note = "\n".join(line for line in note.splitlines() if line not in told)
    return page(*filter(None, (note, told, chances, foot)), rows=with_one_primary(rows))


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
    told = ""
    for voice in (table.voice, table.voice.in_letters()):
        hand = table.spec.hand(table.state, chair.seat, voice)
        told = "\n".join(filter(None, (f"-# {name}", _describe_end(table, chair, voice), titled(hand))))
        if len(told) <= room:
            break
    return told


def _describe_end(table: Table, chair: Chair, voice: Voice) -> str:
    """Describe how a hand that is over ended, or that the table of the GM's own seat is paused; "" otherwise."""
    if table.in_hand:
        return "The table is paused." if table.is_paused and chair.is_dealer else ""
    return table.spec.panel(table.state, None, voice).result or f"The {table.hand_word} is over."


def _foot(table: Table, chair: Chair) -> str:
    told, hand = describe_deciding_npcs(table) if chair.is_dealer else describe_pilot(table, chair), table.record.hand
    return "\n".join(filter(None, (small(told), small(f"{table.hand_word} {hand.number}" if hand is not None else ""))))


def marked_in(interaction: discord.Interaction, key: str) -> tuple[str, ...]:
    """Return the marked values in the select of a move on the hand's page that was clicked."""
    found = next((part for part in components_on(interaction) if _marks(part.get("custom_id", ""), key)), None)
    return tuple(option["value"] for option in found["options"] if option.get("default")) if found else ()


def _marks(custom_id: str, key: str) -> bool:
    verb, *others = custom_id.split(":")
    return verb == "mark" and others[-1:] == [key]


def _ways(table: Table, chair: Chair, others: Iterable[Chair], *, has_seat: bool, has_chances: bool) -> list[Component]:
    """Build ways to the seat and the details of the win chance, and to each of the other hands."""
    made: list[Component] = []
    if has_seat:
        made.append(button("My seat", control_id("seat", table.id, chair.seat)))
    if has_chances:
        made.append(button("Details", control_id("chances", table.id, chair.seat)))
    if chair.is_dealer:
        made += npc_buttons(table)
    else:
        made += [*pilot_buttons(table, chair), *_seal_buttons(table)]
    return [*made, *ways_to("hand", table, chair, others)]


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
