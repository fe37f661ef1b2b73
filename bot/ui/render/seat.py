"""A seat's wagered items and autopilot: in words, and the buttons that change them."""

from collections import Counter
from collections.abc import Iterable

import discord

from bot.engine.game import Item
from bot.engine.words import counted
from bot.tables.model import Chair, Table
from bot.ui.panels import Component, button, control_id

ON, OFF = "on", "off"
"""The last word of the id: give the NPC back to its pilot, or take it over."""


def label_of(table: Table, kind: str) -> str:
    """Return the label of a kind of item."""
    return table.spec.game.goods.get(kind, kind)


def labels_of(table: Table, items: Iterable[Item]) -> str:
    """List the items, as in "+3, 2 × ±1"."""
    counts = Counter(label_of(table, item.kind) for item in items)
    return ", ".join(label if count == 1 else f"{count} × {label}" for label, count in counts.items())


def describe_wagers(table: Table, chair: Chair, *, in_full: bool) -> str:
    """Describe the seat's wagers for its line at the table; "" without one."""
    if not chair.wager:
        return ""
    what = labels_of(table, chair.wager) if in_full else counted(len(chair.wager), table.spec.game.goods_word)
    return f"wagers {what}"


def at_stake(table: Table) -> str:
    """Describe the stakes of the hand in play: the pot, and the items that seats have wagered."""
    voice = table.voice
    middle = table.spec.panel(table.state, None, voice).status[:1]
    wagers = ((chair, describe_wagers(table, chair, in_full=True)) for chair in table.record.chairs)
    return " · ".join((*middle, *(f"{voice.name(chair.seat)} {told}" for chair, told in wagers if told)))


def may_wager(table: Table, chair: Chair) -> bool:
    """Return whether items can be put on the table now."""
    return not (table.in_hand or chair.is_leaving) and table.spec.game.wagers_goods(table.rules)


def wager_buttons(table: Table, chair: Chair) -> list[Component]:
    """Build the buttons to wager more between hands, or to withdraw all of it."""
    made: list[Component] = []
    if may_wager(table, chair):
        made.append(button(f"Wager a {table.spec.game.goods_word}…", control_id("wager", table.id, chair.seat)))
    if chair.wager and not table.in_hand:
        made.append(button("Withdraw", control_id("unwager", table.id, chair.seat)))
    return made


def describe_pilot(table: Table, chair: Chair) -> str:
    """Name who plays the NPC; "" if only the GM does."""
    if chair.pilot is None or not chair.is_npc:
        return ""
    name = table.voice.name(chair.seat)
    if chair.is_taken_over:
        return f"You play {name} until you give them back to the autopilot."
    return f"{name} is on autopilot ({chair.pilot.told()}). Any move that you make for them takes them over."


def describe_deciding_npcs(table: Table) -> str:
    """Name who decides at the GM's own seat instead of the GM; "" if nobody does."""
    npc = table.spokesman
    if npc is None or npc.pilot is None:
        return ""
    seats = [chair.seat for chair in table.npcs_decide]
    who, name = table.voice.list([table.voice.name(seat) for seat in seats]), table.voice.name(npc.seat)
    how = "is on autopilot and decides this" if len(seats) == 1 else f"are on autopilot, and {name} decides this"
    temper = npc.pilot.temper
    return f"{who} {how}: {temper.style}, {temper.skill}. If you decide, you take them over."


def npc_buttons(table: Table) -> list[Component]:
    """Build the same ways for the NPCs that the decision of the GM's own seat is about."""
    return [item for npc in table.npcs_decide for item in pilot_buttons(table, npc)]


def pilot_buttons(table: Table, chair: Chair) -> list[Component]:
    """Build the button that takes the NPC over or gives it back; none if only the GM plays it."""
    if chair.pilot is None or not chair.is_npc or chair.is_leaving:
        return []
    name = table.voice.plain_name(chair.seat)
    label, wish = (f"Give {name} back", ON) if chair.is_taken_over else (f"Take {name} over", OFF)
    return [button(label, control_id("pilot", table.id, chair.seat, wish), discord.ButtonStyle.secondary)]
