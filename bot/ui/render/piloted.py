"""An NPC that plays by itself, to whoever plays the NPCs: that it does, and the way to take it over or give it back."""

import discord

from bot.engine.speech import escape
from bot.tables.model import Chair, Table
from bot.ui.control import control_id
from bot.ui.panels import button
from bot.ui.render.move_buttons import Item

ON, OFF = "on", "off"
"""The last word of the id: give the NPC back to its pilot, or take it over."""


def pilot_told(chair: Chair) -> str:
    """Who plays the NPC; "" where that is nobody but the GM."""
    if chair.pilot is None or not chair.is_npc:
        return ""
    name = f"**{escape(chair.name)}**"
    if chair.is_taken_over:
        return f"You play {name} until you give them back."
    return f"{name} plays alone: {chair.pilot.told()}. Any move of yours for them takes them over."


def npcs_told(table: Table) -> str:
    """Who decides at the GM's own seat instead of the GM; "" where that is nobody."""
    npc = table.spokesman
    if npc is None or npc.pilot is None:
        return ""
    seats = [chair.seat for chair in table.npcs_decide]
    who, name = table.voice.list([table.voice.name(seat) for seat in seats]), table.voice.name(npc.seat)
    how = "plays alone and decides this" if len(seats) == 1 else f"play alone, and {name} decides this"
    temper = npc.pilot.temper
    return f"{who} {how}: {temper.style}, {temper.skill}. A decision of yours takes them over."


def buttons_of_npcs(table: Table) -> list[Item]:
    """The same ways for the NPCs that what the GM's own seat is asked for is about."""
    return [item for npc in table.npcs_decide for item in pilot_buttons(table, npc)]


def pilot_buttons(table: Table, chair: Chair) -> list[Item]:
    """The way to take the NPC over, or to give it back; none where nobody but the GM plays it."""
    if chair.pilot is None or not chair.is_npc or chair.is_leaving:
        return []
    name = table.voice.plain_name(chair.seat)
    label, wish = (f"Give {name} back", ON) if chair.is_taken_over else (f"Take {name} over", OFF)
    return [button(label, control_id("pilot", table.id, chair.seat, wish), discord.ButtonStyle.secondary)]
