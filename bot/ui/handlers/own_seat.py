"""One's own seat, and for a GM those of the NPCs: what it holds, more chips, a pause, leaving."""

from typing import Any

import discord

from bot.campaigns import Person, may_gm
from bot.engine.speech import escape, listed
from bot.errors import NotAllowed, TooLate
from bot.tables.chairs import MOVED_ON
from bot.tables.keeping import decides_for, require_decides_for, why_not_theirs
from bot.tables.model import Chair, Table
from bot.tables.money.places import is_in
from bot.tables.money.stakes import named
from bot.ui.context import click_of, house_of, person_of
from bot.ui.control import WORN_OUT, control, control_id, form, number
from bot.ui.forms import MONEY, line
from bot.ui.forms import form as new_form
from bot.ui.handlers.answers import look, part, redrawn
from bot.ui.panels import button, page
from bot.ui.render.move_buttons import in_rows, move_buttons
from bot.ui.render.piloted import pilot_buttons, pilot_told
from bot.ui.render.tournament import adrift_told, entrance, giving_up_told, seat_told, wish_label, wish_told
from bot.ui.render.wagered import at_stake, wager_buttons
from bot.ui.retrying import answer_here
from bot.ui.seeing import keeping_buttons

_YES = "yes"


@control("seat")
async def my_seat(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`seat:<table>[:<seat>]`: what concerns only the clicker: their chips, their private moves, coming and going."""
    table = await look(interaction, arguments[0])
    await answer_here(interaction, await seat_page(interaction, table, *arguments[1:2]))


async def seat_page(interaction: discord.Interaction, table: Table, named: str | None = None) -> discord.ui.LayoutView:
    """The seat that is named, else the clicker's own; for who plays the NPCs with a way to each. Raises NotAllowed."""
    if named is not None:
        return await _page(interaction, table, own_chair(interaction, table, named))
    person = person_of(interaction)
    npcs = [chair for chair in table.record.chairs if chair.is_npc and decides_for(table, person, chair)]
    ways = in_rows([button(table.voice.plain_name(c.seat), control_id("seat", table.id, c.seat)) for c in npcs])
    own = table.seated(interaction.user.id)
    if own:
        return await _page(interaction, table, own[0], ways)
    if not npcs:
        return _nobodys_page(table, person)
    if table.terms is not None:
        return page("\n".join(seat_told(table, chair) for chair in npcs), rows=ways)
    names = listed(f"{table.voice.name(c.seat)} with {table.voice.money(c.chips)}" for c in npcs)
    return page(f"You play {names}.", rows=ways)


def _nobodys_page(table: Table, person: Person) -> discord.ui.LayoutView:
    """For a GM who plays none of the NPCs there: why, and the way to take them over. Raises NotAllowed for others."""
    npc = next((chair for chair in table.record.chairs if chair.is_npc), None)
    if npc is None or not may_gm(table.campaign, person):
        raise NotAllowed("You don't sit at this table.")
    return page(str(why_not_theirs(table, person, npc)), rows=filter(None, [keeping_buttons(table, person)]))


def _chips_of(table: Table, chair: Chair) -> str:
    """The chips that are the seat's own: those of a running hand move with every bet, and stand on the table."""
    voice = table.voice
    name = voice.name(chair.seat)
    if not (table.in_hand and table.was_dealt_in(chair.seat)):
        return f"{name} has {voice.money(chair.chips)} at the table and"
    waiting = f" {voice.money(chair.pending)} for the next one and" if chair.pending else ""
    return f"{name} came into this {table.hand_word} with {voice.money(chair.stack)}, and has{waiting}"


def _holdings(table: Table, chair: Chair, purse: int) -> str:
    """What the seat has on the table and in the purse."""
    money = table.money_voice.money(purse)
    if table.terms is not None:
        return f"{seat_told(table, chair)}\n{money} in the purse."
    return f"{_chips_of(table, chair)} {money} in the purse."


async def _page(
    interaction: discord.Interaction, table: Table, chair: Chair, ways: list[list[discord.ui.Item[Any]]] | None = None
) -> discord.ui.LayoutView:
    house, voice = house_of(interaction), table.voice
    character = await house.characters.get(table.record.campaign_id, chair.character_id)
    purse = await house.wallet.balance(character)
    text = _holdings(table, chair, purse)
    if table.in_hand and table.was_dealt_in(chair.seat) and (own := table.entry.own(table.state, chair.seat, voice)):
        text += f"\n{own}"
    going: list[discord.ui.Item[Any]] = []
    if chair.is_leaving:
        text += f"\n{_told(interaction, chair, 'leave', 'leaves')} when this {table.hand_word} is over."
    else:
        wish = control_id("out", table.id, chair.seat, int(not chair.is_out))
        more = [button("Top up…", control_id("top", table.id, chair.seat))]
        going += more if table.terms is None else entrance(table, chair)
        if label := wish_label(table, chair):
            going.append(button(label, wish))
        going.append(button("Leave", control_id("leave", table.id, chair.seat), discord.ButtonStyle.danger))
    if not chair.is_npc:
        wants = await house.preferences.wants_reminders(interaction.user.id)
        going.append(button("Don't remind me" if wants else "Remind me", control_id("remind", int(not wants))))
    if chair.wager:
        has = _told(interaction, chair, "have", "has")
        text += f"\n{has} {named(table, chair.wager)} on the table."
    if told := pilot_told(chair):
        text += f"\n-# {told}"
    rows = [*_hidden(table, chair), wager_buttons(table, chair), going, pilot_buttons(table, chair), *(ways or ())]
    return page(text, rows=filter(None, rows))


def _hidden(table: Table, chair: Chair) -> list[list[discord.ui.Item[Any]]]:
    """The way to the seat's hand; in a game without hands its private moves."""
    if table.entry.has_hands:
        way = button(table.entry.game.hand_title, control_id("hand", table.id, chair.seat))
        return [[way]] if table.record.hand else []
    private = [move for move in table.moves(chair.seat) if move.place == "private"]
    return in_rows(move_buttons(table, private, chair.seat, spread=False))


@control("remind")
async def remind(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    if arguments not in (["0"], ["1"]):
        raise TooLate(WORN_OUT)
    wanted = arguments == ["1"]
    await house_of(interaction).preferences.set_reminders(interaction.user.id, wanted)
    said = f"You {'are' if wanted else 'are no longer'} mentioned when it is your turn, at any table."
    await answer_here(interaction, page(said))


@control("top", opens=True)
async def ask_top_up(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    table = await look(interaction, arguments[0])
    chair = own_chair(interaction, table, part(arguments, 1))
    character = await house_of(interaction).characters.get(table.record.campaign_id, chair.character_id)
    purse = await house_of(interaction).wallet.balance(character)
    hint = f"{table.voice.money(purse)} in the purse."
    more = line("amount", "More chips", description=hint, longest=MONEY)
    await interaction.response.send_modal(new_form("Top up", control_id("top", table.id, chair.seat), more))


@form("top")
async def top_up(interaction: discord.Interaction, arguments: list[str], values: dict[str, Any]) -> None:
    table, tables = await look(interaction, arguments[0]), house_of(interaction).tables
    amount = table.voice.currency.parse(str(values.get("amount") or ""))
    after, chair = await tables.seating.top_up(table.id, click_of(interaction), amount, number(part(arguments, 1)))
    money = after.voice.money
    waits = f", {money(chair.pending)} of it from the next {table.hand_word} on" if chair.pending else ""
    has = _told(interaction, chair, "have", "has")
    await redrawn(interaction, after, f"{has} {money(chair.chips)} at the table now{waits}.")


@control("enter")
async def enter(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`enter:<table>:<seat>:<price>:<tournament>`: pay for a place in that tournament, or for coming back into it."""
    table, tables = await look(interaction, arguments[0]), house_of(interaction).tables
    chair = own_chair(interaction, table, part(arguments, 1))
    offered, meant = entrance(table, chair), control_id("enter", *arguments)
    if all(item.custom_id != meant for item in offered):
        rows = [offered] if offered else []
        await answer_here(interaction, page(f"{MOVED_ON}\n{seat_told(table, chair)}", rows=rows))
        return
    cost, tournament = number(part(arguments, 2)), number(part(arguments, 3))
    click = click_of(interaction)
    after, chair = await tables.seating.top_up(table.id, click, cost, chair.seat, tournament=tournament)
    await redrawn(interaction, after, seat_told(after, chair))


@control("out")
async def sit_out(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`out:<table>:<seat>:<1 to sit out, 0 to come back in>`: a second click wishes for the same."""
    table, tables = await look(interaction, arguments[0]), house_of(interaction).tables
    seat, out = number(part(arguments, 1)), part(arguments, 2) == "1"
    after, chair = await tables.seating.sit_out(table.id, click_of(interaction), seat, out=out)
    done = wish_told(after, chair, is_own=chair.user_id == interaction.user.id)
    await redrawn(interaction, after, f"{done[0].upper()}{done[1:]}.")


@control("leave")
async def leave(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`leave:<table>:<seat>[:yes]`: who is in the hand is asked first."""
    table, tables = await look(interaction, arguments[0]), house_of(interaction).tables
    seat = number(part(arguments, 1))
    if arguments[2:] != [_YES] and (question := _leaving_question(interaction, table, arguments[1])):
        yes = button("Leave", control_id("leave", table.id, seat, _YES), discord.ButtonStyle.danger)
        await answer_here(interaction, page(question, rows=[[yes]]))
        return
    after, chair = await tables.seating.leave(table.id, click_of(interaction), seat)
    leaves = _told(interaction, chair, "leave", "leaves")
    gone = after.chair(chair.seat) is None
    when = f" with {after.money_voice.money(chair.chips)}" if gone else f" when this {table.hand_word} is over"
    done = f"{leaves}{'' if gone and not chair.chips else when}."
    await redrawn(interaction, after, " ".join(filter(None, (done, adrift_told(after)))))


def _leaving_question(interaction: discord.Interaction, table: Table, seat: str) -> str:
    """What is asked before somebody leaves who gives something up by it; "" where nothing is."""
    in_hand = table.in_hand and table.was_dealt_in(number(seat))
    chair = table.chair(number(seat))
    if chair is None or not (in_hand or is_in(table, chair)):
        return ""
    chair = own_chair(interaction, table, seat)
    if chair.is_leaving:
        return ""
    whom = "you" if chair.user_id == interaction.user.id else table.voice.name(chair.seat)
    gives_up = giving_up_told(table, chair, whom)
    if not in_hand:
        return f"Leave the tournament? {gives_up}"
    note = table.entry.game.leaving_note(table.rules, whom)
    told = " ".join(filter(None, (f"Leave in mid-{table.hand_word}?", note, gives_up)))
    return f"{told}\n-# {at_stake(table)}"


def _told(interaction: discord.Interaction, chair: Chair, own: str, other: str) -> str:
    """As in "You leave" or "**Roark** leaves"."""
    return f"You {own}" if chair.user_id == interaction.user.id else f"**{escape(chair.name)}** {other}"


def own_chair(interaction: discord.Interaction, table: Table, seat: str) -> Chair:
    """The chair of that number, if the clicker decides for it. Raises NotAllowed."""
    chair = table.chair(number(seat))
    if chair is None:
        raise NotAllowed("That seat isn't yours.")
    require_decides_for(table, person_of(interaction), chair)
    return chair
