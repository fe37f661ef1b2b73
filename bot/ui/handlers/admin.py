"""Running a table: deal, pause, act for the absent, void, close, and change the house rules. Some are commands too."""

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.campaigns import Right
from bot.engine.game import DEALER, Seat
from bot.engine.options import Option, options_of
from bot.engine.words import escape, plural_of
from bot.errors import NotAllowed, NotFound, RuleError, TooLate
from bot.tables.hand.engine import StepResult
from bot.tables.model import Chair, Table
from bot.tables.money.payout import describe_closing_bank
from bot.tables.rights import decides_for, may, may_see, refusal, right_to_decide, right_to_play
from bot.tables.seats import MOVED_ON, PAUSED
from bot.ui.channels import missing_permissions
from bot.ui.client import Interaction
from bot.ui.context import click_of, person_of, places_of, services_of, whisper
from bot.ui.forms import Blank, FormQuestion, answer_here, line
from bot.ui.gm.screen_pages import shows_table_of_gm
from bot.ui.handlers.answers import (
    ABSENT,
    YES,
    bring_home,
    is_confirmed,
    look,
    only_current,
    part,
    redraw,
    require_moment,
    tell_privately,
)
from bot.ui.handlers.more import more_showing
from bot.ui.pages.hand import holds_cards, name_on_button
from bot.ui.pages.house_rules import option_field, option_lists, option_named, option_typed
from bot.ui.pages.own_page import ask_on_page, show_hand_page
from bot.ui.panels import Component, button, control_id, option, page, select
from bot.ui.render.buttons import GM_PAGE, in_rows, moment_of, move_buttons, quick_buttons
from bot.ui.render.tournament import describe_giving_up
from bot.ui.routing import control, number
from bot.ui.visibility import keeping_buttons

_ONLY_CURRENT = only_current(1, more_showing)


@control("deal", guard=only_current(2))
async def deal(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Deal a hand: `deal:<table>:<turn>`. An old copy of the button deals no hand that nobody expects."""
    click = click_of(interaction, number(part(arguments, 1)))
    played = await services_of(interaction).tables.playing.deal(number(arguments[0]), click)
    if not played.table.in_hand:
        await redraw(interaction, played.table, played.table.said[-1])
        return
    await redraw(interaction, played.table, f"The {played.table.hand_word} begins.")
    own = played.table.seated(interaction.user.id)
    if len(own) == 1 and _has_something_to_see(played, own[0].seat):
        await bring_home(interaction, played.table, own[0].seat)
    else:
        await tell_privately(interaction, played.table, played.private, [chair.seat for chair in own])


def _has_something_to_see(played: StepResult, seat: Seat) -> bool:
    """Return whether the deal gave a seat something hidden, or a private choice. A choice on the side doesn't count:
    the seat had it before.
    """
    table = played.table
    if not table.spec.has_hands or not holds_cards(table, seat):
        return False
    chooses = any(move.place == "private" and not move.aside for move in table.moves(seat))
    return chooses or any(to == seat for to, _ in played.private)


@control("pause", guard=_ONLY_CURRENT)
async def pause(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    table = await services_of(interaction).tables.opening.pause(number(arguments[0]), click_of(interaction))
    await redraw(interaction, table, "The table is paused.")


@control("resume", guard=_ONLY_CURRENT)
async def resume(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    table = await services_of(interaction).tables.opening.resume(number(arguments[0]), click_of(interaction))
    await redraw(interaction, table, "The game goes on.")


@control("time", guard=_ONLY_CURRENT)
async def more_time(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    played = await services_of(interaction).tables.playing.more_time(number(arguments[0]), click_of(interaction))
    await redraw(interaction, played.table, "The clock starts again.")


@control("here")
async def here(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Post the table here again: `here:<table>`. A GM elsewhere can't move it away from its channel by this."""
    table = await look(interaction, arguments[0])
    if table.record.channel_id != interaction.channel_id:
        raise NotFound("That table isn't in this channel.")
    await repost_here(interaction, table)


async def repost_here(interaction: Interaction, table: Table) -> None:
    """Post the table at the bottom of this channel."""
    lacking = missing_permissions(interaction)
    if lacking:
        raise NotAllowed(f"{lacking}.")
    await interaction.response.defer(ephemeral=True)
    link = await interaction.client.renderer.bring_down(table, click_of(interaction), places_of(interaction))
    told = "The table is at the bottom now." if link is None else f"The table is here already: {link}"
    await whisper(interaction, told)


@control("void", guard=only_current(3, answers=True))
async def void(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    table = await look(interaction, arguments[0], Right.VOID)
    if not table.in_hand:
        raise RuleError(f"No {table.hand_word} is in play.")
    question = f"Void the {table.hand_word}? Everyone gets back the chips they had before it."
    if await _is_sure(interaction, table, arguments, f"Void the {table.hand_word}", "void", question):
        after = await services_of(interaction).tables.opening.void(table.id, click_of(interaction))
        await redraw(interaction, after, f"The {after.hand_word} is void.")


@control("close", guard=only_current(3, answers=True))
async def close(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    table = await look(interaction, arguments[0], Right.CLOSE)
    hand = f" The {table.hand_word} in play becomes void." if table.in_hand else ""
    question = f"Close the table?{hand} {_describe_refund(table)} {describe_closing_bank(table)}".strip()
    if await _is_sure(interaction, table, arguments, "Close the table", "close", question):
        after = await services_of(interaction).tables.opening.close(table.id, click_of(interaction))
        await redraw(interaction, after, "The table is closed.")


def _describe_refund(table: Table) -> str:
    """Describe where the money goes when the table closes."""
    money, prize = table.money_voice.money, table.record.prize
    if table.tournament is None:
        also = f", and the prize of {money(prize)} to the players who paid it" if prize else ""
        return f"All chips go back to the wallets{also}."
    goes = "The players still in share its prize by their chips" if prize else "It is called off"
    paid = sum(chair.chips for chair in table.record.chairs)
    also = f", and the {money(paid)} paid for the next one goes back to the wallets" if paid else ""
    return f"A tournament is running. {goes}{also}."


async def _is_sure(
    interaction: Interaction, table: Table, arguments: list[str], label: str, verb: str, question: str
) -> bool:
    """Return whether the click is the confirmation; if not, ask for it."""
    if is_confirmed(table, arguments):
        return True
    await _ask_whether(interaction, table, question, label, control_id(verb, table.id, moment_of(table), YES))
    return False


async def _ask_whether(interaction: Interaction, table: Table, question: str, label: str, yes: str) -> None:
    """Ask for a confirmation, while the same hand is in play or none is. `yes` is the id of its button."""
    moment = moment_of(table)
    await ask_on_page(
        interaction,
        table,
        question,
        lambda: [[button(label, yes, discord.ButtonStyle.danger)]],
        lambda now: moment_of(now) == moment,
        way_back=control_id("gmtable" if shows_table_of_gm(interaction) else "more", table.id),
    )


@control("absent")
async def absent(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Let a GM act for someone absent: pick the seat, then one of its moves."""
    table = await look(interaction, arguments[0], Right.ACT_FOR)
    waiting = sorted(table.to_act)
    if not waiting:
        raise NotAllowed("The table isn't waiting for anyone.")
    if table.is_paused:
        raise NotAllowed(PAUSED)
    if len(arguments) == 1 and len(waiting) > 1:
        buttons = [button(name_on_button(table, seat), control_id("absent", table.id, seat)) for seat in waiting]
        await whisper(interaction, "", page("Act for whom?", rows=in_rows(buttons[:25])))
        return
    chosen = number(arguments[1]) if len(arguments) > 1 else waiting[0]
    if chosen not in waiting:
        raise TooLate("The table is no longer waiting for that player.")
    chair, person = table.chair(chosen), person_of(interaction)
    if chair is not None and table.spec.has_hands and may_see(table, person, chair):
        await show_hand_page(interaction, table, chair)
        return
    if chair is not None and table.spec.has_hands and chair.is_npc:
        ways = keeping_buttons(table, person)
        if chosen != DEALER:
            ways.insert(0, _wait_no_longer(table, chosen))
        await whisper(
            interaction, "", page(str(refusal(right_to_play(chair), person, table, chair)), rows=[ways] if ways else [])
        )
        return
    # What somebody may still try unseen isn't counted here either.
    name, own = table.voice.name(chosen), [move for move in table.moves(chosen) if not move.aside]
    moves = [move for move in own if move.place == "table"]
    made = [*move_buttons(table, moves, f"{chosen}{ABSENT}"), *quick_buttons(table, moves, f"{chosen}{ABSENT}")]
    note = ""
    if len(moves) < len(own):
        if any(move.place == "private" for move in own):
            note = f"\n-# {name}'s other moves would show you their hand. Only their player can choose one."
        made.append(_wait_no_longer(table, chosen))
    await whisper(interaction, "", page(f"What does {name} do?{note}", rows=in_rows(made)))


def _wait_no_longer(table: Table, seat: Seat) -> Component:
    return button("Stop waiting", control_id("timeout", table.id, table.record.turn, seat))


@control("timeout")
async def wait_no_longer(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Have the rules act for a seat whose hand the GM doesn't see: `timeout:<table>:<turn>:<seat>`."""
    click, seat = click_of(interaction, number(part(arguments, 1))), number(part(arguments, 2))
    played = await services_of(interaction).tables.playing.time_out(number(arguments[0]), click, seat)
    said = played.told()
    await redraw(interaction, played.table, said[-1] if said else "Done.")


@control("keeper")
async def take_over(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Make a GM the table's host: they play its NPCs and see their hands. `keeper:<table>:<host>:<moment>` names the
    host in whose place they come.
    """
    before = await look(interaction, arguments[0], Right.TAKE_OVER, DEALER)
    require_moment(before, part(arguments, 2))
    if arguments[1] != str(before.record.keeper):
        raise TooLate(MOVED_ON)
    table = await services_of(interaction).tables.opening.take_over(number(arguments[0]), click_of(interaction))
    where = f"The NPCs' hands are under “{table.spec.game.hand_title}”"
    if table.spec.game.has_dealer:
        where = f"Your decisions are under “{GM_PAGE}”"
    await redraw(interaction, table, f"You are the table's GM now. {where}.")


@control("up", guard=only_current(5, answers=True))
async def stand_up(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Let a GM pick someone and send them away: `up:<table>[:<seat>:<character>:<moment>[:yes]]`. A seat that gives up
    a tournament by it needs a confirmation. NPCs can only be sent away by the person who plays them.
    """
    table, person = await look(interaction, arguments[0], Right.SEND_AWAY), person_of(interaction)
    if len(arguments) > 1:
        chair = table.chair(number(arguments[1]))
        if chair is None or chair.character_id != number(part(arguments, 2)):
            raise TooLate("They no longer sit there. Choose again.")
        require_moment(table, part(arguments, 3))
        if not is_confirmed(table, arguments) and (question := _question_before_sending(table, chair)):
            yes = control_id("up", *arguments[:4], YES)
            await _ask_whether(interaction, table, question, "Send away", yes)
            return
        tables = services_of(interaction).tables
        after, chair = await tables.seating.stand_up(table.id, click_of(interaction), chair.seat)
        when = "leaves" if after.chair(chair.seat) is None else f"leaves when this {table.hand_word} is over"
        await redraw(interaction, after, f"{table.voice.name(chair.seat)} {when}.")
        return
    chairs = table.record.chairs
    if not chairs:
        raise NotAllowed("Nobody sits here.")
    theirs = [chair for chair in chairs if not chair.is_npc or decides_for(table, person, chair)]
    name, moment = table.voice.plain_name, moment_of(table)
    buttons = [
        button(name(chair.seat), control_id("up", table.id, chair.seat, chair.character_id, moment)) for chair in theirs
    ]
    kept = next((chair for chair in chairs if chair not in theirs), None)
    told = ["Send whom away?"] if theirs else []
    told += [f"-# {refusal(right_to_decide(kept), person, table, kept)}"] if kept else []
    ways = [keeping_buttons(table, person)] if kept else []
    await whisper(interaction, "", page("\n".join(told), rows=filter(None, [*in_rows(buttons[:20]), *ways])))


def _question_before_sending(table: Table, chair: Chair) -> str:
    """Return the question before someone is sent away who gives a tournament up by it; "" for anyone else."""
    if chair.is_leaving:
        return ""
    name = table.voice.name(chair.seat)
    gives_up = describe_giving_up(table, chair, name)
    return f"Send {name} away? {gives_up}" if gives_up else ""


Runner = Callable[[Interaction, list[str], list[str]], Awaitable[None]]
RUNNERS: dict[str, Runner] = {"pause": pause, "resume": resume, "void": void, "close": close}
"""What is a command too: the same function answers both."""


@control("house")
async def house_rules(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    table = await _look_between_hands(interaction, arguments[0])
    await whisper(interaction, "", await editor(interaction, table))


async def editor(interaction: Interaction, table: Table, note: str = "") -> discord.ui.LayoutView:
    """Build the page of all house rules with their values, and a list to pick one from; for a GM also their saved
    presets.
    """
    options = options_of(type(table.rules))
    lines = [f"{option.title}: **{_value(option, table)}**" for option in options]
    rows = option_lists(table.rules, "rule", table.id)
    if may(Right.PRESETS, person_of(interaction), table):
        rows.append([button("Save as a preset…", control_id("keep", table.id))])
        saved = await services_of(interaction).presets.names(table.record.campaign_id, table.spec.game.key)
        if saved:
            names = [option(name, name) for name in saved]
            rows.append([select(control_id("forget", table.id), "Delete a preset…", names)])
    odd = table.spec.game.rules_note(table.rules) or ""
    return page("## House rules", "\n".join(lines), odd, note, rows=rows)


def _value(option: Option, table: Table) -> str:
    return option.told(getattr(table.rules, option.name), table.money_voice.money)


@control("rule", opens=True)
async def ask_value(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    await _RULE.ask(interaction, *arguments[:1], *picked[:1])


async def _blank_rule(interaction: Interaction, arguments: list[str]) -> Blank:
    table = await _look_between_hands(interaction, arguments[0])
    option = option_named(table.rules, part(arguments, 1))
    return Blank(option.title, [option_field(option, table.rules, table.money_voice)])


async def _take_rule(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """Change a house rule: `rule:<table>:<option>`."""
    table = await look(interaction, arguments[0])
    option = option_named(table.rules, part(arguments, 1))
    value = option_typed(option, typed, table.money_voice.currency)
    after = await services_of(interaction).tables.opening.change_rules(
        table.id, click_of(interaction), {option.name: value}
    )
    await answer_here(interaction, await editor(interaction, after))
    interaction.client.renderer.want(after)


_RULE = FormQuestion("rule", _blank_rule, _take_rule, "house:{0}")


@control("keep", opens=True)
async def ask_name(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    await _NAME.ask(interaction, *arguments[:1])


async def _blank_name(interaction: Interaction, arguments: list[str]) -> Blank:
    await look(interaction, arguments[0], Right.PRESETS)
    return Blank("Save as a preset", [line("name", "What is this preset called?", longest=100)])


async def _take_name(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    table = await look(interaction, arguments[0])
    saved = await services_of(interaction).presets.save(
        table.campaign, person_of(interaction), table.spec.game.key, typed.get("name", ""), table.rules
    )
    note = f"Saved as **{escape(saved)}**. Choose it when you open a table."
    await answer_here(interaction, await editor(interaction, table, note))


_NAME = FormQuestion("keep", _blank_name, _take_name, "house:{0}")


@control("forget")
async def forget(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    table = await look(interaction, arguments[0])
    name = picked[0] if picked else ""
    await services_of(interaction).presets.delete(table.campaign, person_of(interaction), table.spec.game.key, name)
    note = f"The preset **{escape(name)}** is deleted."
    await answer_here(interaction, await editor(interaction, table, note))


async def _look_between_hands(interaction: Interaction, table_id: str) -> Table:
    table = await look(interaction, table_id, Right.CHANGE_RULES)
    if table.in_hand:
        raise RuleError(f"You can change the house rules only between {plural_of(table.hand_word)}.")
    return table
