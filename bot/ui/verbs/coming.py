"""Coming and going: take a seat, buy chips, sit out, leave; and what one's own seat looks like."""

from typing import Any

import discord

from bot.campaigns import Character, may_gm
from bot.engine.money import Currency
from bot.engine.skills import EXAMPLES, parse_sheet
from bot.errors import MoneyError, NotAllowed
from bot.tables.chairs import played_by
from bot.tables.desk import require_here
from bot.tables.model import Chair, Table
from bot.tables.seating import require_room
from bot.ui.context import campaign_of, click_of, house_of, person_of, whisper
from bot.ui.control import control, control_id, form
from bot.ui.forms import choice, line
from bot.ui.forms import form as new_form
from bot.ui.panels import button, page
from bot.ui.table_view import in_rows, move_buttons
from bot.ui.verbs.answers import look, number, redrawn

_NEW = "new"


@control("sit")
async def sit(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """One form seats anybody: with a character it asks for the buy-in, without one also for a name."""
    table, house = await look(interaction, arguments[0]), house_of(interaction)
    mine = table.seated(interaction.user.id)
    if mine:
        raise NotAllowed(f"You sit here already, as {mine[0].name}.")
    currency, bounds = table.voice.currency, table.entry.game.buy_in(table.rules)
    own = await house.characters.mine(table.record.campaign_id, interaction.user.id)
    if not own:
        purse = table.campaign.settings.starting_purse
        buy_in = _buy_in(currency, bounds.low, min(bounds.usual, purse), bounds.high)
        example = EXAMPLES[table.campaign.settings.system.family]
        fields = [
            line("name", "Your character's name", longest=200),
            line(
                "skills",
                "Skills, if you have them at hand",
                placeholder=example,
                required=False,
                longest=1500,
                long=True,
            ),
        ]
        await interaction.response.send_modal(
            new_form("Take a seat", control_id("sit", table.id, _NEW), *fields, buy_in)
        )
        return
    active = await house.characters.active(table.record.campaign_id, interaction.user.id) or own[0]
    purse = await house.wallet.balance(active)
    if purse < bounds.low:
        raise MoneyError(
            f"{active.name} has {{purse}}, and it takes {{low}} to sit down here.", purse=purse, low=bounds.low
        )
    buy_in = _buy_in(currency, bounds.low, min(bounds.usual, purse), min(bounds.high, purse))
    who = [choice("who", "Who sits down?", [(str(c.id), c.name) for c in own[:25]], default=str(active.id))]
    await interaction.response.send_modal(
        new_form("Take a seat", control_id("sit", table.id, active.id), *(who if len(own) > 1 else []), buy_in)
    )


def _buy_in(currency: Currency, low: int, usual: int, high: int) -> discord.ui.Label[Any]:
    return line(
        "buy_in",
        "Buy-in",
        default=currency.show(max(low, usual)),
        description=f"From {currency.show(low)} to {currency.show(high)}.",
    )


@form("sit")
async def seated(interaction: discord.Interaction, arguments: list[str], values: dict[str, Any]) -> None:
    """`sit:<table>:<character or new>`."""
    table, house = await look(interaction, arguments[0]), house_of(interaction)
    amount = table.voice.currency.parse(str(values.get("buy_in") or ""))
    click = click_of(interaction)
    if arguments[1] == _NEW:
        character = await _new_character(interaction, table, values)
    else:
        who = values.get("who")
        wanted = number(str(who[0] if isinstance(who, list) and who else arguments[1]))
        character = await house.characters.get(table.record.campaign_id, wanted)
    after = await house.tables.seating.sit(table.id, click, character, amount)
    await redrawn(interaction, after, f"{character.name} sits down.")


async def _new_character(interaction: discord.Interaction, table: Table, values: dict[str, Any]) -> Character:
    house, campaign = house_of(interaction), await campaign_of(interaction)
    if campaign.id != table.record.campaign_id:
        campaign = table.campaign
    skills = str(values.get("skills") or "").strip()
    sheet = parse_sheet(skills, campaign.settings.system) if skills else None
    return await house.characters.create(campaign, person_of(interaction), str(values.get("name") or ""), sheet)


@control("npc")
async def add_npc(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    """A named NPC from a template, seated at once with the usual buy-in."""
    table, house = await look(interaction, arguments[0]), house_of(interaction)
    click = click_of(interaction)
    if not may_gm(table.campaign, click.person):
        raise NotAllowed("Only the GM seats NPCs.")
    require_here(table, click)
    require_room(table)
    bounds = table.entry.game.buy_in(table.rules)
    npc = await house.characters.create_npc(table.campaign, click.person, picked[0] if picked else "")
    amount = max(bounds.low, min(bounds.usual, await house.wallet.balance(npc)))
    after = await house.tables.seating.sit(table.id, click, npc, amount)
    await redrawn(interaction, after, f"{npc.name} sits down.")


@control("seat")
async def my_seat(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """What concerns only the clicker: their chips, their private moves, coming and going."""
    table = await look(interaction, arguments[0])
    await whisper(interaction, "", await seat_page(interaction, table))


async def seat_page(interaction: discord.Interaction, table: Table) -> discord.ui.LayoutView:
    click, house = click_of(interaction), house_of(interaction)
    own = table.seated(click.person.user_id)
    if not own:
        npcs = [c for c in played_by(table, click, is_gm=house.tables.desk.is_gm(table, click)) if c.is_npc]
        names = ", ".join(f"{table.voice.name(c.seat)} {table.voice.money(c.chips)}" for c in npcs)
        if not npcs:
            raise NotAllowed("You don't sit at this table.")
        return page(f"You play {names}.")
    chair = own[0]
    character = await house.characters.get(table.record.campaign_id, chair.character_id)
    purse = await house.wallet.balance(character)
    text = f"{table.voice.name(chair.seat)} has {table.voice.money(chair.chips)} at the table and "
    text += f"{table.voice.money(purse)} in the purse."
    moves = table.moves(chair.seat)
    private = move_buttons(table, [move for move in moves if move.place == "private"], chair.seat)
    wants = await house.preferences.wants_reminders(click.person.user_id)
    rows = [
        *in_rows(private),
        [
            button("Top up…", control_id("top", table.id, chair.seat)),
            button("Back in" if chair.is_out else "Sit out", control_id("out", table.id, chair.seat)),
            button("Leave", control_id("leave", table.id, chair.seat), discord.ButtonStyle.danger),
            button("Don't remind me" if wants else "Remind me", control_id("remind", int(not wants))),
        ],
    ]
    return page(text, rows=rows)


@control("remind")
async def remind(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    wanted = arguments[0] == "1"
    await house_of(interaction).preferences.set_reminders(interaction.user.id, wanted)
    said = (
        "You are mentioned when it is your turn." if wanted else "You aren't mentioned any more when it is your turn."
    )
    await interaction.response.edit_message(view=page(said))


@control("top")
async def ask_top_up(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    table = await look(interaction, arguments[0])
    chair = await _own(interaction, table, arguments[1])
    character = await house_of(interaction).characters.get(table.record.campaign_id, chair.character_id)
    purse = await house_of(interaction).wallet.balance(character)
    hint = f"{table.voice.money(purse)} in the purse."
    more = line("amount", "More chips", description=hint)
    await interaction.response.send_modal(new_form("Top up", control_id("top", table.id, chair.seat), more))


@form("top")
async def top_up(interaction: discord.Interaction, arguments: list[str], values: dict[str, Any]) -> None:
    table, tables = await look(interaction, arguments[0]), house_of(interaction).tables
    amount = table.voice.currency.parse(str(values.get("amount") or ""))
    after, chair = await tables.seating.top_up(table.id, click_of(interaction), amount, number(arguments[1]))
    when = " They count from the next hand on." if chair.pending else ""
    await redrawn(interaction, after, f"You have {after.voice.money(chair.chips)} at the table now.{when}")


@control("out")
async def sit_out(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    table, tables = await look(interaction, arguments[0]), house_of(interaction).tables
    after, chair = await tables.seating.sit_out(table.id, click_of(interaction), number(arguments[1]))
    await redrawn(interaction, after, "You sit out from the next hand on." if chair.is_out else "You are back in.")


@control("leave")
async def leave(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    table, tables = await look(interaction, arguments[0]), house_of(interaction).tables
    after, chair = await tables.seating.leave(table.id, click_of(interaction), number(arguments[1]))
    gone = after.chair(chair.seat) is None
    await redrawn(
        interaction,
        after,
        f"You leave with {after.voice.money(chair.chips)}." if gone else "You leave when this hand is over.",
    )


async def _own(interaction: discord.Interaction, table: Table, seat: str) -> Chair:
    chair = table.chair(number(seat))
    if chair is None or chair not in played_by(table, click_of(interaction), is_gm=False):
        raise NotAllowed("That seat isn't yours.")
    return chair
