"""The hands and tables that a person may see."""

from bot.campaigns import Campaign, Person, Right, is_gm
from bot.campaigns import may as may_in
from bot.engine.game import DEALER
from bot.errors import NotAllowed, TooLate
from bot.reports.tables import TableSpan
from bot.tables.model import Chair, Table
from bot.tables.rights import may, may_see, require, right_to_play
from bot.tables.seats import NOT_SEATED, NOTHING_TO_DECIDE
from bot.ui.channels import everybody_sees, may_see_place
from bot.ui.client import Interaction
from bot.ui.context import person_of, services_of
from bot.ui.pages.hand import holds_cards
from bot.ui.panels import Component, button, control_id
from bot.ui.render.buttons import moment_of


def gm_seat(table: Table) -> Chair:
    """Return the GM's own seat. Raises TooLate while there is no hand in which it has a view."""
    chair = table.chair(DEALER)
    if chair is None:
        raise TooLate(NOTHING_TO_DECIDE)
    return chair


def hands_of(person: Person, table: Table) -> tuple[Chair, ...]:
    """Return the chairs whose hands this person may see: their own characters, then NPCs, then the GM's own seat.
    Raises NotAllowed if there is none.
    """
    chairs, dealer = table.record.chairs, table.chair(DEALER)
    seen = [chair for chair in (*chairs, *((dealer,) if dealer else ())) if may_see(table, person, chair)]
    npc = next((chair for chair in chairs if chair.is_npc), dealer)
    if not seen:
        if npc is not None and is_gm(table.campaign, person):
            require(right_to_play(npc), person, table, npc)
        raise NotAllowed(NOT_SEATED)
    return tuple(sorted(seen, key=lambda chair: chair.is_npc))


def seen_chair(person: Person, table: Table, seat: int) -> Chair:
    """Return the chair of that number, if this person may see its hand. Raises NotAllowed."""
    chair = gm_seat(table) if seat == DEALER else table.chair(seat)
    if chair is None:
        raise TooLate("Nobody sits there now.")
    require(right_to_play(chair), person, table, chair)
    return chair


def likeliest_hand(person: Person, table: Table) -> Chair:
    """Return the hand that this person most likely means: of those that they may see, the first that the table waits
    for, or else one with cards. Raises NotAllowed.
    """
    chairs = hands_of(person, table)
    waiting = (chair for chair in chairs if chair.seat in table.to_act)
    holding = (chair for chair in chairs if holds_cards(table, chair.seat))
    return next(waiting, None) or next(holding, None) or chairs[0]


def keeping_buttons(table: Table, person: Person) -> list[Component]:
    """Build the button to take the table over, for a GM who could."""
    host = control_id("keeper", table.id, table.record.keeper, moment_of(table))
    return [button("Take over", host)] if may(Right.TAKE_OVER, person, table) else []


async def visible_tables(
    interaction: Interaction,
    campaign: Campaign,
    *,
    by_all: bool = False,
    channel_id: int | None = None,
    most: int | None = None,
) -> tuple[TableSpan, ...]:
    """Return the campaign's tables that this person can see, newest first; with `by_all` those that everyone here can
    see.
    """
    sees_more = may_in(Right.UNSEEN, person_of(interaction), campaign)
    return tuple(
        room
        for room in await services_of(interaction).evenings.rooms(campaign.id, channel_id, most)
        if may_see_place(interaction, room.channel_id, sees_more=sees_more)
        and (not by_all or everybody_sees(interaction, room.channel_id))
    )
