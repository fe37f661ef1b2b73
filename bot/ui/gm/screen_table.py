"""One table of the GM's screen, for one GM alone: what everybody sees of it, and all that a GM does there.

Nothing hidden stands on it: hands are behind buttons of their own, for whoever keeps the table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import discord

from bot.engine.game import DEALER
from bot.tables.desk import Click
from bot.tables.keeping import may_see
from bot.tables.model import Chair, Table
from bot.ui.control import control_id
from bot.ui.gm_seat import GM_DECIDES
from bot.ui.pages.hand import holds_cards
from bot.ui.panels import MOST_CHARACTERS, button, page
from bot.ui.render.move_buttons import STYLES, Item, in_rows
from bot.ui.render.table_text import texts

_MOST_COMPONENTS = 40
_BESIDES = 7
"""Components of the page that aren't in rows: the container and its texts."""
_MOST_NPCS, _MOST_ABSENT = 10, 2
_WAYS_BACK = "gmtable"


@dataclass(frozen=True, slots=True)
class Doings:
    """What stands on the page besides what everybody sees, made where the rights were looked at."""

    running: Sequence[Item]
    """What a GM does to the table."""
    looking: Sequence[Item] = ()
    """What anybody may look at."""
    pilots: Sequence[Item] = ()
    """Giving NPCs back to themselves, or taking them over."""


def way_to(table: Table) -> Item:
    """The button that leads to this page."""
    return button("Back to the table", control_id(_WAYS_BACK, table.id))


def table_page(table: Table, click: Click, doings: Doings, note: str = "") -> discord.ui.LayoutView:
    """The table as it is at the moment of the click; `note` stands above it."""
    rows = _rows(table, click, doings)
    foot = f"-# in <#{table.record.channel_id}> · as of <t:{int(click.at)}:T>, <t:{int(click.at)}:R>"
    head, seats, said, small = texts(table)
    room = MOST_CHARACTERS - len(note) - len(foot) - len(head) - len(seats) - len(small)
    return page(note, head, seats, said if len(said) <= room else "", small, foot, rows=rows)


def _rows(table: Table, click: Click, doings: Doings) -> list[list[Item]]:
    """Whom the GM plays or acts for, then the table, then the ways on; the last make room where there are too many."""
    hands, absent = [*_played(table, click), *doings.pilots], _absent(table, click)
    ways = [*_ways(table), *doings.looking]
    rows: list[list[Item]] = []
    room = _MOST_COMPONENTS - _BESIDES - sum(1 + len(row) for row in in_rows(list(doings.running)) + in_rows(ways))
    for row in (*in_rows(hands), *in_rows(absent)):
        if room >= 1 + len(row):
            rows.append(row)
            room -= 1 + len(row)
    return [*rows, *in_rows(list(doings.running)), *in_rows(ways)]


def _played(table: Table, click: Click) -> list[Item]:
    """The GM's own seat and the NPCs that this GM plays: to their hands, or where nothing is hidden to their moves."""
    dealer = table.chair(DEALER)
    npcs = [chair for chair in table.record.chairs if chair.is_npc and may_see(table, click.person, chair)]
    made: list[Item] = []
    if dealer is not None and table.in_hand and may_see(table, click.person, dealer):
        made.append(_way(table, dealer, GM_DECIDES))
    asked_first = sorted(npcs, key=lambda chair: chair.seat not in table.to_act)
    made += [_way(table, chair, f"Play {table.voice.plain_name(chair.seat)}") for chair in _able(table, asked_first)]
    return made[:_MOST_NPCS]


def _able(table: Table, npcs: Iterable[Chair]) -> list[Chair]:
    """Of the NPCs those with a hand to see, or with a move to make."""
    if table.entry.has_hands:
        return [chair for chair in npcs if holds_cards(table, chair.seat)]
    return [chair for chair in npcs if chair.seat in table.to_act and not table.is_paused]


def _way(table: Table, chair: Chair, label: str) -> Item:
    verb = "hand" if table.entry.has_hands else "absent"
    style = STYLES["main" if chair.seat in table.to_act else "plain"]
    return button(label, control_id(verb, table.id, chair.seat), style)


def _absent(table: Table, click: Click) -> list[Item]:
    """Acting for players whom the table waits for, as long as they are few: else that is behind "Act for…"."""
    if table.is_paused or table.pause is not None:
        return []
    waiting = [
        c for c in table.record.chairs if c.seat in table.to_act and c.user_id not in {None, click.person.user_id}
    ]
    if len(waiting) > _MOST_ABSENT:
        return []
    made: list[Item] = []
    for chair in waiting:
        name = table.voice.plain_name(chair.seat)
        made.append(button(f"Act for {name}", control_id("absent", table.id, chair.seat)))
        made.append(
            button(f"Wait no longer for {name}", control_id("timeout", table.id, table.record.turn, chair.seat))
        )
    return made


def _ways(table: Table) -> list[Item]:
    """On from here."""
    made: list[Item] = [
        button("Refresh", control_id(_WAYS_BACK, table.id)),
        button("Screen", control_id("screen", table.campaign.id, 0)),
    ]
    if table.is_playable and len(table.record.chairs) < table.entry.game.seats[-1]:
        made.append(button("Seat an NPC…", control_id("gmseat", table.id, 0)))
    return made
