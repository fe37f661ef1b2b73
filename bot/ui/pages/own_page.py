"""The views of a person's page at a table, and showing them: a hand, a seat, a win chance, and questions."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.campaigns import Right
from bot.engine.game import Seat
from bot.engine.win_chance import WinChances
from bot.errors import PlayerError, TooLate
from bot.tables.model import Chair, Table
from bot.tables.rights import decides_for, may
from bot.tables.table_store import admitted, is_here
from bot.ui.client import Interaction, Shadowport
from bot.ui.context import click_of
from bot.ui.pages.hand import hand_page
from bot.ui.pages.private_pages import Glance, Showing, View
from bot.ui.pages.seat import likeliest_seat, npcs_page, seat_of, seat_page
from bot.ui.pages.win_chance import (
    assumptions_of,
    chances_page,
    describe_in_a_line,
    describe_in_detail,
    is_in_doubt,
    require_doubt,
    tell_chances,
)
from bot.ui.panels import Component, FixedView, button, control_id, page
from bot.ui.render.buttons import Marked
from bot.ui.visibility import hands_of, likeliest_hand, seen_chair

TOO_OLD = "That page was out of date, so nothing happened."
OLD_PAGE = f"{TOO_OLD} This is the current one."
QUESTION_OVER = "The table has moved on, so that question has expired."


def hand_view(client: Shadowport, seat: Seat | None, marked: Marked | None = None, asked: int = 0) -> View:
    """Return the view of a hand: that of the seat, or the one that the person most likely means. The values of `marked`
    are picked until the seat has another choice than that of turn `asked`.
    """

    async def draw(glance: Glance) -> FixedView:
        table, person = admitted(glance.table, glance.click, seat), glance.click.person
        chair = likeliest_hand(person, table) if seat is None else seen_chair(person, table, seat)
        return hand_page(
            table,
            chair,
            note=glance.note,
            marked=marked if chair.asked == asked else None,
            others=hands_of(person, table) if is_here(table, glance.click) else (),
            chances=await tell_chances(client, table, chair, glance, describe_in_a_line),
            has_seat=not chair.is_dealer and decides_for(table, person, chair),
            may_deal=may(Right.DEAL, person, table),
        )

    return draw


def seat_view(client: Shadowport, seat: Seat | None) -> View:
    """Return the view of a seat: the one of that number, the person's own, or their NPCs'."""

    async def draw(glance: Glance) -> FixedView:
        table, person = admitted(glance.table, glance.click), glance.click.person
        chair = likeliest_seat(person, table) if seat is None else seat_of(person, table, seat)
        if chair is None:
            return npcs_page(table, person, glance.note)
        chances = ""
        if not table.spec.has_hands:
            chances = await tell_chances(client, table, chair, glance, describe_in_a_line)
        return await seat_page(client.services, table, person, chair, note=glance.note, chances=chances)

    return draw


def chances_view(client: Shadowport, seat: Seat) -> View:
    """Return the view of a seat's win chance, with the method."""

    async def draw(glance: Glance) -> FixedView:
        table, person = admitted(glance.table, glance.click), glance.click.person
        chair = seen_chair(person, table, seat)
        require_doubt(table, chair)

        def words(chances: WinChances) -> str:
            return f"{describe_in_detail(chances)}{assumptions_of(table)}"

        told = await tell_chances(client, table, chair, glance, words)
        others = [other for other in hands_of(person, table) if is_in_doubt(table, other)]
        return chances_page(table, chair, glance.note, told, others)

    return draw


def question_view(
    text: str, rows: Callable[[], Sequence[Sequence[Component]]], back: str, is_open: Callable[[Table], bool]
) -> View:
    """Return the view of a question with a way `back`, an id. It is over once it is open no longer."""

    async def draw(glance: Glance) -> FixedView:
        if not is_open(admitted(glance.table, glance.click)):
            raise TooLate(QUESTION_OVER)
        return page(glance.note, text, rows=[*rows(), [button("Back", back)]])

    return draw


def hand_showing(client: Shadowport, table: Table, seat: Seat | None, view: View | None = None) -> Showing:
    """Return a page with that view. Default: that seat's hand. It goes back to the person's own hand."""
    again = control_id("hand", table.id, *(() if seat is None else (seat,)))
    return Showing(view or hand_view(client, seat), again, _home(client, table))


def seat_showing(client: Shadowport, table: Table, seat: Seat | None, view: View | None = None) -> Showing:
    """Return a page with that view. Default: that seat. It goes back to the person's own seat."""
    own = Showing(seat_view(client, None), control_id("seat", table.id))
    if seat is None and view is None:
        return own
    again = control_id("seat", table.id, *(() if seat is None else (seat,)))
    return Showing(view or seat_view(client, seat), again, own)


def _home(client: Shadowport, table: Table) -> Showing:
    if table.spec.has_hands:
        return Showing(hand_view(client, None), control_id("hand", table.id))
    return Showing(seat_view(client, None), control_id("seat", table.id))


def home_showing(client: Shadowport, table: Table, seat: Seat | None = None) -> Showing:
    """Return the page of a seat's hand, or in a game without hands that of the seat. Default: the person's own."""
    if seat is None:
        return _home(client, table)
    return (hand_showing if table.spec.has_hands else seat_showing)(client, table, seat)


async def show_page(interaction: Interaction, table: Table, showing: Showing) -> None:
    """Answer with the page, in the place of the clicked page. Without one, in a new message."""
    await interaction.client.pages.show(interaction, table, click_of(interaction), showing)


async def show_hand_page(
    interaction: Interaction, table: Table, chair: Chair, note: str = "", marked: Marked | None = None
) -> None:
    """Answer with the page of a hand."""
    view = hand_view(interaction.client, chair.seat, marked, chair.asked)
    await show_page(interaction, table, replace(hand_showing(interaction.client, table, chair.seat, view), note=note))


async def bring_page(interaction: Interaction, table: Table, showing: Showing) -> None:
    """Show this on the page that is open below the table. Without one, as `show_page` does."""
    await interaction.client.pages.bring(interaction, table, click_of(interaction), showing)


async def ask_on_page(
    interaction: Interaction,
    table: Table,
    text: str,
    rows: Callable[[], Sequence[Sequence[Component]]],
    is_open: Callable[[Table], bool],
    seat: Seat | None = None,
    way_back: str = "",
) -> None:
    """Ask a question on the person's page, about that seat. It goes back to what the page shows now. `way_back` is the
    id of another way.
    """
    shown = interaction.client.pages.showing_in(interaction)
    back = home_showing(interaction.client, table, seat) if shown is None else shown.after("")
    view = question_view(text, rows, way_back or back.again, is_open)
    await bring_page(interaction, table, Showing(view, back.again, back, is_question=True))


async def show_done(interaction: Interaction, table: Table, done: str) -> bool:
    """Show what a click on a page has done above the content that it leads to. Returns False if no current page was
    clicked, or the person no longer has a page.
    """
    shown = interaction.client.pages.showing_in(interaction)
    if shown is None:
        return False
    try:
        await show_page(interaction, table, shown.after(done))
    except PlayerError:
        return False
    return True
