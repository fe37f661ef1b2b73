"""An NPC that plays by itself is taken over in mid-hand, or given back: by whoever plays the NPCs of the table."""

import discord

from bot.errors import TooLate
from bot.ui.context import click_of, house_of
from bot.ui.control import WORN_OUT, control, number
from bot.ui.handlers.answers import part
from bot.ui.pages.foreseeing import show_own
from bot.ui.panels import page
from bot.ui.render.piloted import OFF, ON, pilot_buttons, pilot_told
from bot.ui.retrying import answer_here


@control("pilot")
async def hand_over(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`pilot:<table>:<seat>:<on to give it back, off to take it over>`: who takes it over sees its hand, if it has one.
    A second click wishes for the same.
    """
    seat, wish = number(part(arguments, 1)), part(arguments, 2)
    if wish not in {ON, OFF}:
        raise TooLate(WORN_OUT)
    piloting = house_of(interaction).tables.piloting
    table, chair = await piloting.hand_over(number(arguments[0]), click_of(interaction), seat, on=wish == ON)
    if wish == OFF and table.in_hand and table.entry.has_hands:
        await show_own(interaction, table, chair)
    else:
        buttons = pilot_buttons(table, chair)
        await answer_here(interaction, page(pilot_told(chair), rows=[buttons] if buttons else []))
