"""Shared steps of the handlers: reading an id, finding its table, and answering in the right place."""

from collections.abc import Iterable

import discord

from bot.campaigns import Right
from bot.engine.game import Event, Seat
from bot.errors import TooLate
from bot.tables.model import Table
from bot.tables.rights import require
from bot.tables.table_store import admitted
from bot.ui.client import Interaction
from bot.ui.context import click_of, edit_here, services_of, whisper
from bot.ui.gm.screen_pages import back_button
from bot.ui.pages.win_chance import show_own
from bot.ui.panels import page
from bot.ui.routing import WORN_OUT, number

YES = "yes"
"""The last argument of an id: the question before was answered with yes."""


def part(arguments: list[str], at: int) -> str:
    """Return an argument of an id. Raises TooLate if it isn't there."""
    if at >= len(arguments):
        raise TooLate(WORN_OUT)
    return arguments[at]


async def look(interaction: Interaction, table_id: str, right: Right = Right.WATCH, seat: Seat | None = None) -> Table:
    """Return the table of an id, if it is an open one of this channel, or one whose GM's `seat` may be played from
    here, and this person has that right there. The code that changes it checks that again under its lock.
    """
    click = click_of(interaction)
    table = admitted(await services_of(interaction).tables.look(number(table_id)), click, seat)
    require(right, click.person, table)
    return table


async def redraw(interaction: Interaction, table: Table, done: str) -> None:
    """Acknowledge by drawing the table again. A click on a private message is answered there with `done`; away from the
    table, a button leads back to the GM's page of it.
    """
    if interaction.message is not None and interaction.message.flags.ephemeral:
        is_elsewhere = interaction.channel_id != table.record.channel_id and table.is_open
        interaction.client.renderer.want(table)
        await edit_here(interaction, page(done, rows=[[back_button(table)]] if is_elsewhere else []))
    elif interaction.type is discord.InteractionType.application_command:
        interaction.client.renderer.want(table)
        await whisper(interaction, done)
    else:
        await interaction.client.renderer.answer(interaction, table)


async def tell_privately(
    interaction: Interaction, table: Table, private: Iterable[tuple[Seat, Event]], seats: Iterable[Seat]
) -> None:
    """Show the person who acted for these seats what only these seats may know: a single seat's hand, or sentences."""
    mine = frozenset(seats)
    events = [event for seat, event in private if seat in mine]
    if not events:
        return
    chairs = [chair for chair in table.record.chairs if chair.seat in mine]
    if table.spec.has_hands and len(chairs) == 1:
        await show_own(interaction, table, chairs[0])
    elif not table.spec.has_hands:
        await whisper(interaction, "\n".join(table.spec.words.tell(events, table.voice)))
