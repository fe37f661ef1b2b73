"""An NPC that plays by itself, to whoever plays the NPCs: that it does, and the way to take it over or give it back."""

import discord

from bot.engine.speech import escape
from bot.tables.model import Chair, Table
from bot.ui.control import control_id
from bot.ui.move_buttons import Item
from bot.ui.panels import button

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


def pilot_buttons(table: Table, chair: Chair) -> list[Item]:
    """The way to take the NPC over, or to give it back; none where nobody but the GM plays it."""
    if chair.pilot is None or not chair.is_npc or chair.is_leaving:
        return []
    name = table.voice.plain_name(chair.seat)
    label, wish = (f"Give {name} back", ON) if chair.is_taken_over else (f"Take {name} over", OFF)
    return [button(label, control_id("pilot", table.id, chair.seat, wish), discord.ButtonStyle.secondary)]
