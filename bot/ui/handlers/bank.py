"""The bank of a table, for the GM: its money, and the forms to put in and take out."""

from collections.abc import Mapping

import discord

from bot.campaigns import HousePurse, PartyPurse, Right
from bot.engine.words import plural_of
from bot.errors import TooLate
from bot.tables.model import Table
from bot.tables.money.bank import require_bank
from bot.ui.client import Interaction
from bot.ui.commands.transformers import LONGEST_REASON
from bot.ui.context import click_of, services_of
from bot.ui.forms import MONEY, Blank, FormQuestion, answer_here, line
from bot.ui.handlers.answers import look, part
from bot.ui.panels import button, control_id, page
from bot.ui.routing import WORN_OUT, control

_LABELS = {"fill": "Put in…", "drain": "Take out…"}


@control("bank")
async def bank(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the bank's money, its reserves, and what a GM can do about it: `bank:<table>`."""
    table = await _table_with_bank(interaction, arguments)
    await answer_here(interaction, await _page(interaction, table))


@control("bank_open", opens=True)
async def ask_amount(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Open the form for an amount: `bank_open:<table>:<way>`."""
    await _FORM.ask(interaction, part(arguments, 0), _direction(arguments))


async def _blank_form(interaction: Interaction, arguments: list[str]) -> Blank:
    table, way = await _table_with_bank(interaction, arguments), _direction(arguments)
    example = table.voice.currency.example
    amount = line("amount", "How much?", placeholder=example, description=_describe_bank(table), longest=MONEY)
    reason = line("reason", "Why?", required=False, longest=LONGEST_REASON)
    return Blank(f"The bank: {_LABELS[way].removesuffix('…').lower()}", [amount, reason])


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    table, way = await _table_with_bank(interaction, arguments), _direction(arguments)
    amount, reason = table.voice.currency.parse(typed.get("amount", "")), typed.get("reason", "")
    banks, click = services_of(interaction).tables.banks, click_of(interaction)
    after = await (banks.fill if way == "fill" else banks.drain)(table.id, click, amount, reason)
    await answer_here(interaction, await _page(interaction, after))
    interaction.client.renderer.want(after)


_FORM = FormQuestion("bank_move", _blank_form, _take, "bank:{0}")


async def _table_with_bank(interaction: Interaction, arguments: list[str]) -> Table:
    """Return the table of an id. Raises NotAllowed for players, RuleError where there is no bank."""
    table = await look(interaction, part(arguments, 0), Right.BANK)
    require_bank(table)
    return table


def _direction(arguments: list[str]) -> str:
    if (way := part(arguments, 1)) not in _LABELS:
        raise TooLate(WORN_OUT)
    return way


async def _page(interaction: Interaction, table: Table) -> discord.ui.LayoutView:
    money, held = table.voice.money, table.record.bank
    if table.is_endless:
        won = f"{money(held)} of winnings" if held else "no winnings"
        told = f"This bank is unlimited: the mint sets money aside for it before a {table.hand_word}. It holds {won}."
        ways = ["drain"] if held else []
    else:
        behind = await _reserves(interaction, table)
        whose = "The party's wallet" if table.backer == "party" else "The house"
        more = f"{money(behind)} more" if behind else "nothing more"
        told = f"{_describe_bank(table, '**')} {whose} has {more} to fill it with."
        ways = [*(["fill"] if behind else []), *(["drain"] if held else [])]
    if table.in_hand:
        told, ways = f"{told}\nYou can change the bank only between {plural_of(table.hand_word)}.", []
    buttons = [button(_LABELS[way], control_id("bank_open", table.id, way)) for way in ways]
    return page("### The bank", told, rows=[buttons] if buttons else [])


def _describe_bank(table: Table, mark: str = "") -> str:
    """Describe the money in the bank, with a mark around the amount."""
    held = table.record.bank
    return f"The bank has {mark}{table.voice.money(held)}{mark}." if held else "The bank is empty."


async def _reserves(interaction: Interaction, table: Table) -> int:
    """Return the other money of the bank's backer, in smallest coins."""
    campaign_id = table.record.campaign_id
    owner = PartyPurse(campaign_id) if table.backer == "party" else HousePurse(campaign_id)
    return await services_of(interaction).wallet.balance(owner)
