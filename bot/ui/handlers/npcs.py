"""NPCs: seating them from the GM's screen with the usual amount or another, and switching their autopilot."""

from collections.abc import Mapping

from bot.campaigns import Character, Right
from bot.engine.words import escape, plain
from bot.errors import NotFound, TooLate
from bot.tables.model import Table
from bot.ui.client import Interaction
from bot.ui.context import click_of, person_of, services_of
from bot.ui.forms import MONEY, Blank, FormQuestion, answer_here, line
from bot.ui.gm.screen_pages import back_button, shows_table_of_gm
from bot.ui.handlers.answers import look, only_current, part, redraw
from bot.ui.handlers.screen import show_table
from bot.ui.pages.own_page import seat_showing, show_done, show_hand_page, show_page
from bot.ui.pages.paging import turn_buttons
from bot.ui.panels import Component, control_id, option, page, select
from bot.ui.render.seat import OFF, ON, describe_pilot
from bot.ui.render.table_message import npc_select
from bot.ui.render.tournament import describe_fee
from bot.ui.routing import WORN_OUT, control, number

_MOST_ON_PAGE = 25
_LONGEST_LABEL = 100


@control("gmseat")
async def who_sits(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the NPCs who could sit down: `gmseat:<table>:<page>`."""
    table, at = await look(interaction, part(arguments, 0), Right.SEAT_NPC), number(part(arguments, 1))
    npcs = await services_of(interaction).characters.npcs(table.campaign, person_of(interaction))
    free = [npc for npc in npcs if npc.retired_at is None and table.chair_of(npc.id) is None]
    at = min(at, max(len(free) - 1, 0) // _MOST_ON_PAGE)
    shown = free[at * _MOST_ON_PAGE : (at + 1) * _MOST_ON_PAGE]
    rows: list[list[Component]] = []
    if shown:
        rows.append([_menu(table, "gmsit", "Seat with the usual buy-in…", shown)])
        if table.terms is None:
            rows.append([_menu(table, "gmsitas", "Seat with another buy-in…", shown)])
    rows.append([npc_select(table)])
    ways = [back_button(table)]
    pages = (len(free) - 1) // _MOST_ON_PAGE + 1
    ways += turn_buttons(at, pages, lambda to: control_id("gmseat", table.id, to))
    told = "Who sits down?" if shown else "No NPC is free to sit here. Add a new one below."
    cost = f"-# {describe_fee(table)}." if table.terms is not None else ""
    await answer_here(interaction, page(f"**{escape(table.title)}**\n{told}", cost, rows=[*rows, ways]))


def _menu(table: Table, verb: str, placeholder: str, npcs: list[Character]) -> Component:
    options = [option(plain(escape(npc.name))[:_LONGEST_LABEL], str(npc.id), npc.template) for npc in npcs]
    return select(control_id(verb, table.id), placeholder, options)


@control("gmsit")
async def seated(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Seat the NPC that was picked: `gmsit:<table>`."""
    table = await look(interaction, part(arguments, 0), Right.SEAT_NPC)
    npc = await _picked_npc(interaction, table, picked)
    await _sit(interaction, table, npc, await usual_buy_in(interaction, table, npc))


@control("gmsitas", opens=True)
async def asked_amount(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Open the form for the buy-in: `gmsitas:<table>`."""
    await _SEAT.ask(interaction, part(arguments, 0), *picked[:1])


async def _blank(interaction: Interaction, arguments: list[str]) -> Blank:
    table = await look(interaction, part(arguments, 0), Right.SEAT_NPC)
    npc, money = await _picked_npc(interaction, table, arguments[1:]), table.money_voice.money
    usual, purse = await usual_buy_in(interaction, table, npc), await services_of(interaction).wallet.balance(npc)
    hint = f"{money(purse)} in the wallet."
    amount = line("amount", "Buy-in", default=money(usual), description=hint, longest=MONEY)
    return Blank("Seat an NPC", [amount])


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """Seat the NPC with the typed buy-in: `gmsitas:<table>:<npc>`."""
    table = await look(interaction, part(arguments, 0), Right.SEAT_NPC)
    npc = await _picked_npc(interaction, table, arguments[1:2])
    await _sit(interaction, table, npc, table.money_voice.currency.parse(typed.get("amount", "")))


_SEAT = FormQuestion("gmsitas", _blank, _take, "gmseat:{0}:0")


async def _picked_npc(interaction: Interaction, table: Table, picked: list[str]) -> Character:
    """Return the NPC of an id. Raises NotFound for a character of anyone else."""
    if not picked:
        raise TooLate(WORN_OUT)
    npc = await services_of(interaction).characters.get(table.record.campaign_id, number(picked[0]))
    if not npc.is_npc:
        raise NotFound("There is no such NPC in this campaign.")
    return npc


async def usual_buy_in(interaction: Interaction, table: Table, character: Character) -> int:
    """Return the amount that a character usually brings, as far as their wallet has it."""
    bounds = table.spec.game.buy_in(table.rules)
    return max(bounds.low, min(bounds.usual, await services_of(interaction).wallet.balance(character)))


async def _sit(interaction: Interaction, table: Table, npc: Character, amount: int) -> None:
    after = await services_of(interaction).tables.seating.sit(table.id, click_of(interaction), npc, amount)
    await redraw(interaction, after, f"**{escape(npc.name)}** sits down with {table.money_voice.money(amount)}.")


@control("pilot", guard=only_current(1))
async def hand_over(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Put an NPC on autopilot or take it over: `pilot:<table>:<seat>:<on or off>`. The GM who takes it over sees its
    hand, if it has one. A second click changes nothing.
    """
    seat, wish = number(part(arguments, 1)), part(arguments, 2)
    if wish not in {ON, OFF}:
        raise TooLate(WORN_OUT)
    piloting = services_of(interaction).tables.piloting
    table, chair = await piloting.hand_over(number(arguments[0]), click_of(interaction), seat, on=wish == ON)
    if wish == OFF and table.in_hand and table.spec.has_hands:
        await show_hand_page(interaction, table, chair)
    elif shows_table_of_gm(interaction):
        await show_table(interaction, table, describe_pilot(table, chair))
    elif not await show_done(interaction, table, ""):
        await show_page(interaction, table, seat_showing(interaction.client, table, seat))
