"""Coming to the table: take a seat with a character, make one for it, seat an NPC."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.campaigns import may_gm
from bot.engine.skills import EXAMPLES, parse_sheet
from bot.engine.speech import escape, one_line
from bot.errors import MoneyError, NotAllowed, PlayerError, TooLate
from bot.tables.keeping import require_may_play
from bot.tables.model import Table
from bot.tables.seating import require_room
from bot.ui.context import click_of, house_of, person_of
from bot.ui.control import control, control_id, form, number
from bot.ui.forms import MONEY, choice, line
from bot.ui.forms import form as new_form
from bot.ui.handlers.answers import look, part, redrawn
from bot.ui.panels import button, page
from bot.ui.render.move_buttons import Item
from bot.ui.render.tournament import fee_told
from bot.ui.report import told
from bot.ui.retrying import Blank, Question, answer_here


@control("sit", opens=True)
async def sit(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """One form seats anybody: with a character it asks for the buy-in, without one also for a name."""
    table, house = await look(interaction, arguments[0]), house_of(interaction)
    _require_a_place(interaction, table)
    own = await house.characters.mine(table.record.campaign_id, interaction.user.id)
    if not own:
        await _NEWCOMER.ask(interaction, table.id)
        return
    bounds, money = table.entry.game.buy_in(table.rules), table.money_voice.money
    purses = {character.id: await house.wallet.balance(character) for character in own}
    active = await house.characters.active(table.record.campaign_id, interaction.user.id) or own[0]
    if max(purses.values()) < bounds.low:
        raise MoneyError(
            "It takes {low} to sit down here, and the purse holds {purse}.", low=bounds.low, purse=purses[active.id]
        )
    if purses[active.id] < bounds.low:
        active = next(character for character in own if purses[character.id] >= bounds.low)
    # A form needs a field: where there is nothing to bring but the price of a place, it asks who sits down.
    fields = [] if table.terms is not None else [_buy_in(table, purses[active.id])]
    if len(own) > 1 or not fields:
        offered = [(str(c.id), f"{one_line(c.name)}, {money(purses[c.id])}") for c in own]
        cost = None if fields else f"{fee_told(table)}."
        fields.insert(0, choice("who", "Who sits down?", offered, default=str(active.id), description=cost))
    form_id = control_id("sit", table.id, active.id, *_price(table))
    await interaction.response.send_modal(new_form("Take a seat", form_id, *fields))


def _require_a_place(interaction: discord.Interaction, table: Table) -> None:
    mine = table.seated(interaction.user.id)
    if mine:
        raise NotAllowed(f"You sit here already, as {escape(mine[0].name)}.")
    require_may_play(table, person_of(interaction))
    require_room(table)


def _buy_in(table: Table, purse: int) -> discord.ui.Label[Any]:
    bounds, money = table.entry.game.buy_in(table.rules), table.money_voice.money
    usual, most = max(bounds.low, min(bounds.usual, purse)), max(bounds.low, min(bounds.high, purse))
    return line(
        "buy-in",
        "Buy-in",
        default=money(usual),
        description=f"From {money(bounds.low)} to {money(most)}.",
        longest=MONEY,
    )


def _price(table: Table) -> tuple[int, ...]:
    """What the id of a form says that shows the price of a place in a tournament; elsewhere nothing."""
    return () if table.terms is None else (table.terms.fee,)


def _amount(table: Table, shown: list[str], typed: str) -> int:
    """What somebody brings; nothing at all where a game is played without money, and to a tournament what it costs.

    `shown` is the price in the id of the form: whoever was shown another one than there is now is asked again, and so
    is who was shown one where there is none any more.
    """
    bounds, price = table.entry.game.buy_in(table.rules), _price(table)
    if tuple(map(number, shown)) != price:
        now = f"{fee_told(table)} now" if price else "Everybody brings chips of their own now"
        raise TooLate(f"The house rules have changed. {now}.")
    if price:
        return price[0]
    return table.money_voice.currency.parse(typed, minimum=min(bounds.low, 1))


@form("sit")
async def seated(interaction: discord.Interaction, arguments: list[str], values: dict[str, Any]) -> None:
    """`sit:<table>:<character>[:<price>]`."""
    table, house = await look(interaction, arguments[0]), house_of(interaction)
    try:
        amount = _amount(table, arguments[2:], str(values.get("buy-in") or ""))
    except TooLate as changed:
        await answer_here(interaction, page(str(changed), rows=[[_again(table)]]))
        return
    who = values.get("who")
    wanted = number(str(who[0]) if isinstance(who, list) and who else part(arguments, 1))
    character = await house.characters.get(table.record.campaign_id, wanted)
    after = await house.tables.seating.sit(table.id, click_of(interaction), character, amount)
    await redrawn(interaction, after, f"**{escape(character.name)}** sits down.")


async def _newcomer(interaction: discord.Interaction, arguments: list[str]) -> Blank:
    table = await look(interaction, arguments[0])
    settings, about = table.campaign.settings, (table.id, *_price(table))
    name = line("name", "Your character's name", longest=100)
    example = EXAMPLES[settings.system.family]
    skills = line("skills", "Skills, if you like", placeholder=example, required=False, longest=1500, long=True)
    if table.terms is not None:
        name = line("name", "Your character's name", longest=100, description=f"{fee_told(table)}.")
        return Blank("Take a seat", [name, skills], about)
    return Blank("Take a seat", [name, skills, _buy_in(table, settings.starting_purse)], about)


async def _newcomer_sits(interaction: discord.Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """`sit_new:<table>[:<price>]`: make a character and seat it. Whatever would refuse the seat is looked at before the
    character is made.
    """
    table, house = await look(interaction, arguments[0]), house_of(interaction)
    campaign = table.campaign
    _require_a_place(interaction, table)
    amount = _amount(table, arguments[1:], typed.get("buy-in", ""))
    bounds, purse = table.entry.game.buy_in(table.rules), campaign.settings.starting_purse
    if purse < bounds.low:
        raise MoneyError("It takes {low} to sit down here, and you begin with {purse}.", low=bounds.low, purse=purse)
    most = min(purse, bounds.high)
    if not bounds.low <= amount <= most:
        raise MoneyError("You begin with {purse}: bring from {low} to {most}.", purse=purse, low=bounds.low, most=most)
    sheet = parse_sheet(typed.get("skills", ""), campaign.settings.system)
    character = await house.characters.create(campaign, person_of(interaction), typed.get("name", ""), sheet)
    try:
        after = await house.tables.seating.sit(table.id, click_of(interaction), character, amount)
    except PlayerError as refused:
        # The name is theirs now, and the form would refuse it: the next try seats whom this one has made.
        ready = f"{await told(interaction, refused)}\n**{escape(character.name)}** is ready to sit down."
        await answer_here(interaction, page(ready, rows=[[_again(table)]]))
        return
    await redrawn(interaction, after, f"**{escape(character.name)}** sits down.")


def _again(table: Table) -> Item:
    return button("Try again", control_id("sit", table.id), discord.ButtonStyle.primary)


_NEWCOMER = Question("sit_new", _newcomer, _newcomer_sits)


@control("npc")
async def add_npc(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    """A named NPC from a template, seated at once with the usual buy-in."""
    table, house = await look(interaction, arguments[0]), house_of(interaction)
    click = click_of(interaction)
    if not may_gm(table.campaign, click.person):
        raise NotAllowed("Only the GM seats NPCs.")
    require_room(table)
    bounds = table.entry.game.buy_in(table.rules)
    npc = await house.characters.create_npc(table.campaign, click.person, picked[0] if picked else "")
    amount = max(bounds.low, min(bounds.usual, await house.wallet.balance(npc)))
    try:
        after = await house.tables.seating.sit(table.id, click, npc, amount)
    except PlayerError:
        await house.characters.retire(table.campaign, click.person, npc)
        raise
    await redrawn(interaction, after, f"**{escape(npc.name)}** sits down.")
