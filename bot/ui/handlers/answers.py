"""Shared steps of the handlers: reading an id, finding its table, and answering in the right place."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import discord

from bot.campaigns import Right
from bot.engine.game import Event, Seat
from bot.errors import PlayerError, TooLate
from bot.tables.model import Table
from bot.tables.rights import require
from bot.tables.table_store import admitted
from bot.ui.client import Interaction, Shadowport
from bot.ui.context import click_of, edit_here, is_private, services_of, whisper
from bot.ui.errors import refusal_text
from bot.ui.gm.screen_pages import back_button, shows_table_of_gm
from bot.ui.pages.own_page import OLD_PAGE, QUESTION_OVER, TOO_OLD, bring_page, home_showing, show_done, show_page
from bot.ui.pages.private_pages import Showing
from bot.ui.panels import page
from bot.ui.render.buttons import moment_of
from bot.ui.routing import WORN_OUT, Guard, number

ABSENT = "!"
"""Behind a seat number in an id: a GM acts for another person's character."""
YES = "yes"
"""The last argument of an id: the question before was answered with yes."""


def is_confirmed(table: Table, arguments: Sequence[str]) -> bool:
    """Return whether an id is the answer to a question about the table. Raises TooLate if it was asked at another
    `moment_of` it.
    """
    if arguments[-1] != YES:
        return False
    require_moment(table, arguments[-2])
    return True


def require_moment(table: Table, moment: str) -> None:
    """Raise TooLate for an id that was drawn at another `moment_of` the table."""
    if moment != moment_of(table):
        raise TooLate(QUESTION_OVER)


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
    if is_private(interaction):
        interaction.client.renderer.want(table)
        if await show_done(interaction, table, done):
            return
        is_elsewhere = interaction.channel_id != table.record.channel_id and table.is_open
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
    if len(chairs) == 1:
        news = "\n".join(unseen_sentences(table, chairs[0].seat, events))
        await bring_home(interaction, table, chairs[0].seat, news)
    elif not table.spec.has_hands:
        await bring_home(interaction, table, None, "\n".join(table.spec.words.tell(events, table.voice)))


async def bring_home(interaction: Interaction, table: Table, seat: Seat | None, news: str = "") -> None:
    """Show the seat on the person's page, with news for them alone."""
    shown = interaction.client.pages.showing_in(interaction)
    showing = home_showing(interaction.client, table, seat) if shown is None else shown
    note = "" if shown is None else shown.note
    await bring_page(interaction, table, replace(showing, note=note, news=news, moment=None))


def unseen_sentences(table: Table, seat: Seat, events: Sequence[Event]) -> tuple[str, ...]:
    """Return what only the seat learns from these events and the page of its hand doesn't show anyway."""
    if not events:
        return ()
    own = table.spec.hand(table.state, seat, table.voice).text.splitlines() if table.spec.has_hands else ()
    return tuple(line for line in table.spec.words.tell(events, table.voice) if line not in own)


def only_current(
    seat_at: int,
    showing: Callable[[Shadowport, Table, Seat | None], Showing] = home_showing,
    *,
    answers: bool = False,
) -> Guard:
    """Return the guard of a page's controls, which act only while it is the person's current page of the table. A click
    on another one makes it the current page, of that seat, and does nothing else. The id's argument `seat_at` names the
    seat. One that a GM acts for in someone's absence stands on no page. With `answers` only answers to a question are
    stopped.
    """

    async def is_stopped(interaction: Interaction, arguments: list[str]) -> bool:
        seat = arguments[seat_at] if seat_at < len(arguments) else ""
        is_answer = arguments[-1] == YES
        on_gms_page = shows_table_of_gm(interaction) and not is_answer
        if on_gms_page or seat.endswith(ABSENT) or (answers and not is_answer):
            return False
        if interaction.client.pages.is_current(interaction, arguments[0]):
            return False
        await _make_current(interaction, arguments[0], number(seat) if seat.isdigit() else None, showing)
        return True

    return is_stopped


async def _make_current(
    interaction: Interaction,
    table_id: str,
    seat: Seat | None,
    showing: Callable[[Shadowport, Table, Seat | None], Showing],
) -> None:
    """Turn the clicked message into the current page of that seat. Default: the person's own."""
    table, client = await look(interaction, table_id, seat=seat), interaction.client
    if not table.is_crooked:
        # There the message would tell everyone that this person has tried something.
        client.renderer.want(table)
    try:
        await show_page(interaction, table, replace(showing(client, table, seat), note=OLD_PAGE))
    except PlayerError as refused:
        await edit_here(interaction, page(TOO_OLD, await refusal_text(interaction, refused)))
