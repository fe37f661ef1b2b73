"""What a seat has on the table besides chips: in words, and the buttons to change it."""

from collections import Counter
from collections.abc import Iterable

from bot.engine.game import Good
from bot.engine.speech import counted
from bot.tables.model import Chair, Table
from bot.ui.control import control_id
from bot.ui.panels import button
from bot.ui.render.move_buttons import Item


def label_of(table: Table, kind: str) -> str:
    """What people call a kind of goods."""
    return table.entry.game.goods.get(kind, kind)


def labels_of(table: Table, goods: Iterable[Good]) -> str:
    """As in "+3, 2 × ±1"."""
    counts = Counter(label_of(table, good.kind) for good in goods)
    return ", ".join(label if count == 1 else f"{count} × {label}" for label, count in counts.items())


def wagers_told(table: Table, chair: Chair, *, in_full: bool) -> str:
    """What the seat's line at the table says of it; nothing without a wager."""
    if not chair.wager:
        return ""
    what = labels_of(table, chair.wager) if in_full else counted(len(chair.wager), table.entry.game.goods_word)
    return f"wagers {what}"


def at_stake(table: Table) -> str:
    """What the hand in play is about: what lies in the middle, and what seats have wagered."""
    voice = table.voice
    middle = table.entry.panel(table.state, None, voice).status[:1]
    wagers = ((chair, wagers_told(table, chair, in_full=True)) for chair in table.record.chairs)
    return " · ".join((*middle, *(f"{voice.name(chair.seat)} {told}" for chair, told in wagers if told)))


def may_wager(table: Table, chair: Chair) -> bool:
    """Whether this is the moment to put goods on the table."""
    return not (table.in_hand or chair.is_leaving) and table.entry.game.wagers_goods(table.rules)


def wager_buttons(table: Table, chair: Chair) -> list[Item]:
    """Between hands: more on the table, or all of it back."""
    made: list[Item] = []
    if may_wager(table, chair):
        made.append(button(f"Wager a {table.entry.game.goods_word}…", control_id("wager", table.id, chair.seat)))
    if chair.wager and not table.in_hand:
        made.append(button("Take back", control_id("unwager", table.id, chair.seat)))
    return made
