"""Whose hands a person may see, and the page on which they see one."""

import discord

from bot.errors import NotAllowed, TooLate
from bot.tables.chairs import played_by
from bot.tables.model import Chair, Table
from bot.ui.context import click_of, house_of
from bot.ui.hand_page import Marked, hand_page, holds_cards


def hands_of(interaction: discord.Interaction, table: Table) -> tuple[Chair, ...]:
    """The chairs whose hands this person may see, characters of their own before NPCs. Raises NotAllowed if there is
    none.
    """
    click = click_of(interaction)
    chairs = played_by(table, click, is_gm=house_of(interaction).tables.desk.is_gm(table, click))
    if not chairs:
        raise NotAllowed("You don't sit at this table.")
    return tuple(sorted(chairs, key=lambda chair: chair.is_npc))


def seen_chair(interaction: discord.Interaction, table: Table, seat: int) -> Chair:
    """The chair of that number, if this person may see its hand. Raises NotAllowed."""
    chair = table.chair(seat)
    if chair is None:
        raise TooLate("Nobody sits there any more.")
    if chair not in hands_of(interaction, table):
        raise NotAllowed(f"Only whoever plays {table.voice.name(seat)} sees that hand.")
    return chair


def likeliest_hand(interaction: discord.Interaction, table: Table) -> Chair:
    """Of the hands that this person may see the one they most likely mean: whom the table waits for, else who holds
    cards. Raises NotAllowed.
    """
    chairs = hands_of(interaction, table)
    waiting = (chair for chair in chairs if chair.seat in table.to_act)
    holding = (chair for chair in chairs if holds_cards(table, chair.seat))
    return next(waiting, None) or next(holding, None) or chairs[0]


def own_page(
    interaction: discord.Interaction, table: Table, chair: Chair, note: str = "", marked: Marked | None = None
) -> discord.ui.LayoutView:
    """The page of a hand, with ways to the others that the same person may see."""
    now = house_of(interaction).clock.now()
    return hand_page(table, chair, now, note=note, marked=marked, others=hands_of(interaction, table))
