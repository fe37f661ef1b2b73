"""The rare actions behind "More…"."""

from functools import partial

import discord

from bot.campaigns import Person, Right
from bot.engine.game import Seat
from bot.engine.words import capital
from bot.services import Services
from bot.tables.gm_log import has_gm_log
from bot.tables.model import Table
from bot.tables.rights import may, require
from bot.tables.table_store import admitted
from bot.ui.client import Interaction, Shadowport
from bot.ui.handlers.answers import look
from bot.ui.pages.own_page import show_page
from bot.ui.pages.private_pages import Glance, Showing
from bot.ui.panels import Component, FixedView, button, control_id, page
from bot.ui.render.buttons import in_rows
from bot.ui.render.table_message import has_room, npc_select, tells_odds
from bot.ui.render.table_text import describe_terms, goes_on
from bot.ui.render.tournament import describe_adrift_prize
from bot.ui.routing import control
from bot.ui.visibility import keeping_buttons

CROOKED = "A crooked table: characters may cheat, and read and influence each other. Only the GM can check the rolls."
Buttons = list[Component]


@control("more")
async def more(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the rare actions on the person's page; a GM sees more of them."""
    table = await look(interaction, arguments[0])
    await show_page(interaction, table, more_showing(interaction.client, table))


def more_showing(client: Shadowport, table: Table, _: Seat | None = None) -> Showing:
    """Return a page with the rare actions."""

    async def draw(glance: Glance) -> FixedView:
        shown, person = admitted(glance.table, glance.click), glance.click.person
        require(Right.WATCH, person, shown)
        public = [*_ways_back(shown, person), *_reading(shown), *public_actions(shown, person)]
        rows = [*in_rows(public), *in_rows(await host_actions(client.services, shown, person))]
        has_played = shown.record.hand is not None and not shown.in_hand and shown.is_open
        if has_played and has_room(shown) and may(Right.SEAT_NPC, person, shown):
            rows.append([npc_select(shown)])
        return page(glance.note, f"**{shown.title}**\n{_facts(shown)}", rows=rows)

    return Showing(draw, control_id("more", table.id))


def _ways_back(table: Table, person: Person) -> Buttons:
    """Build the way to the person's hand or seat, whose place this page has taken."""
    if not table.seated(person.user_id):
        return []
    if table.spec.has_hands and table.in_hand:
        return [button(table.spec.game.hand_title, control_id("hand", table.id))]
    return [button("My seat", control_id("seat", table.id))]


def _facts(table: Table) -> str:
    coming = goes_on(table.spec.game, by_itself=table.record.auto_deal)
    note = table.spec.game.rules_note(table.rules)
    crooked = CROOKED if table.is_crooked else ""
    told = (
        describe_terms(table, table.voice),
        describe_adrift_prize(table),
        f"{capital(coming)}.",
        note,
        crooked,
    )
    return "\n".join(filter(None, told))


def _reading(table: Table) -> Buttons:
    """List the ways to the rules and the odds, and to the table at the bottom of its channel."""
    made: Buttons = [button("Rules", control_id("rules", table.id, 0))]
    if tells_odds(table):
        made.append(button("Odds", control_id("odds", table.id, 0)))
    return [*made, button("Repost", control_id("here", table.id))]


def public_actions(table: Table, person: Person) -> Buttons:
    """List the rare actions that aren't the GM's alone and that work away from the table too."""
    made: Buttons = []
    if last_over(table):
        made.append(button("Verify", control_id("verify", table.id)))
    is_timed = table.in_hand and table.acts_at is not None and table.pause is None
    if is_timed and may(Right.MORE_TIME, person, table):
        made.append(button("More time", control_id("time", table.id)))
    return made


async def host_actions(services: Services, table: Table, person: Person) -> Buttons:
    """List the actions of a GM, or of the player who opened the table."""
    made: Buttons = []
    allowed = partial(may, person=person, table=table)
    if allowed(Right.ACT_FOR) and table.in_hand and not table.is_paused:
        made.append(button("Act for…", control_id("absent", table.id)))
    if allowed(Right.SEND_AWAY) and table.record.chairs:
        made.append(button("Send away…", control_id("up", table.id)))
    if table.record.hand is not None and table.is_playable and allowed(Right.UNDO):
        made.append(button("Undo…", control_id("undo", table.id)))
    if allowed(Right.GM_LOG) and await has_gm_log(services.db, table):
        made.append(button("GM's log", control_id("gmlog", table.id, 0)))
    made += keeping_buttons(table, person)
    if not table.in_hand and table.tournament is None and allowed(Right.CHANGE_RULES):
        made.append(button("House rules…", control_id("house", table.id)))
    if allowed(Right.BANK) and table.spec.game.is_banked and not table.in_hand:
        made.append(button("Bank…", control_id("bank", table.id)))
    if allowed(Right.PAUSE):
        paused = table.is_paused
        made.append(button("Resume" if paused else "Pause", control_id("resume" if paused else "pause", table.id)))
    danger = discord.ButtonStyle.danger
    if allowed(Right.VOID) and table.in_hand:
        made.append(button(f"Void the {table.hand_word}", control_id("void", table.id), danger))
    if allowed(Right.CLOSE):
        made.append(button("Close", control_id("close", table.id), danger))
    return made


def last_over(table: Table) -> int:
    """Return the number of the last hand that is over; 0 before the first has ended."""
    hand = table.record.hand
    return hand.number - int(table.in_hand) if hand else 0
