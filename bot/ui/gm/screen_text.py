"""A table in a few lines, as the GM's screen tells it: what is played where, whom it waits for and until when, and who
sits there. Nothing of what is hidden at the table: all GMs read it, also those who play.
"""

from collections.abc import Collection, Iterator

from bot.engine.coinage import plural_of
from bot.engine.game import DEALER
from bot.engine.panel import Panel
from bot.engine.speech import counted, escape, one_line, plain
from bot.tables.hand.timing import close_at
from bot.tables.model import Chair, Table
from bot.ui.render.tournament import chips_told

_DAY = 86_400.0
_MOST_SEATS = 8
_SHORT_NAME = 16
_LONGEST = 640
"""Characters of a table; a longer one is told without chips, and with short names."""


def waits_for_gm(table: Table) -> bool:
    """Whether the hand waits for what only a GM does: to play an NPC that doesn't play by itself, or to decide."""
    if table.is_paused or table.pause is not None:
        return False
    npcs = {chair.seat for chair in table.record.chairs if chair.is_npc and not chair.plays_itself}
    return bool(table.to_act & (npcs | {DEALER}))


def told(table: Table, now: float) -> str:
    """The table in three lines. `now` is in seconds since the epoch."""
    panel = _panel(table)
    heading = f"**{escape(table.title)}** in <#{table.record.channel_id}>{_where_it_is(table, panel)}"
    sign = "▸" if waits_for_gm(table) else "◦"
    state = f"{sign} {_state(table, now)}"
    for in_full in (True, False):
        text = "\n".join(filter(None, (heading, state, _seats(table, panel, in_full=in_full))))
        if len(text) <= _LONGEST:
            break
    return text


def state_in_letters(table: Table) -> str:
    """Whom the table waits for, in a line without time stamps and mentions."""
    if table.is_paused:
        return "paused"
    if table.in_hand and table.pause is None and table.to_act:
        return plain(f"waits for {table.named(table.to_act)}")
    return f"in a {table.hand_word}" if table.in_hand else _between(table)


def _panel(table: Table) -> Panel | None:
    """The hand in play as everybody sees it."""
    return table.entry.panel(table.state, None, table.voice.in_letters()) if table.in_hand and table.state else None


def _where_it_is(table: Table, panel: Panel | None) -> str:
    hand = table.record.hand
    if hand is None:
        return ""
    stage = f", {panel.heading}" if panel is not None else ""
    return f" · {table.hand_word} {hand.number}{stage}"


def _state(table: Table, now: float) -> str:
    """Whom it waits for and until when, or why it doesn't."""
    if not table.is_playable:
        return "can't be played any more: its money goes back when it is closed"
    if table.is_paused:
        return f"**paused** since <t:{int(table.record.paused_at or now)}:R>"
    deadline = table.record.deadline
    if table.in_hand:
        if table.pause is not None or not table.to_act:
            return "goes on by itself"
        until = f" · time is up <t:{int(deadline)}:R>" if deadline is not None else ""
        return f"waits for {table.named(table.to_act)}{until}"
    if deadline is not None:
        return f"next {table.hand_word} <t:{int(deadline)}:R>"
    closes = close_at(table)
    soon = closes is not None and closes - now < _DAY
    return f"{_between(table)} · closes <t:{int(closes or 0)}:R> if nobody touches it" if soon else _between(table)


def _between(table: Table) -> str:
    return f"between {plural_of(table.hand_word)}" if table.record.hand else f"before the first {table.hand_word}"


def _seats(table: Table, panel: Panel | None, *, in_full: bool) -> str:
    """Who sits there; of a crowd the first, and how many more."""
    chairs = table.record.chairs
    shown = [_seat(table, chair, panel, in_full=in_full) for chair in chairs[:_MOST_SEATS]]
    if len(chairs) > _MOST_SEATS:
        shown.append(f"{len(chairs) - _MOST_SEATS} more")
    return f"-# {' · '.join(shown) or 'nobody sits there'}"


def _seat(table: Table, chair: Chair, panel: Panel | None, *, in_full: bool) -> str:
    name = one_line(chair.name)
    if not in_full and len(name) > _SHORT_NAME:
        name = f"{name[:_SHORT_NAME]}…"
    what = list(_kind(chair))
    kind = f" ({', '.join(what)})" if what else ""
    if not in_full:
        return f"{escape(name)}{kind}"
    line = next((line for line in panel.seats if line.seat == chair.seat), None) if panel is not None else None
    has = line.text.split(" · ")[0] + (", out" if line.is_out else "") if line is not None else chips_told(table, chair)
    return f"{escape(name)}{kind} {has}".rstrip()


def _kind(chair: Chair) -> Iterator[str]:
    if chair.is_npc:
        yield "NPC"
    if chair.pilot is not None:
        yield "taken over" if chair.is_taken_over else f"plays alone, {chair.pilot.temper.style}"
    if chair.is_leaving:
        yield "leaving"
    elif chair.is_out:
        yield "sits out"


def summed_up(tables: Collection[Table]) -> str:
    """How many are open, paused, and wait for a GM."""
    paused, waiting = sum(table.is_paused for table in tables), sum(map(waits_for_gm, tables))
    parts = [f"{counted(len(tables), 'table')} open" if tables else "No table is open."]
    if paused:
        parts.append(f"{paused} paused")
    if waiting:
        parts.append(f"**{waiting} {'waits' if waiting == 1 else 'wait'} for a GM**")
    return " · ".join(parts)
