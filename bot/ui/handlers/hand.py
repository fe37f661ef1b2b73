"""A hand, under "My hand" or the game's own name for it: shown to its player and played on the same private page."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import wraps

import discord

from bot.engine.game import DEALER
from bot.engine.moves import Move, find
from bot.errors import NotAllowed, NotFound, PlayerError, TooLate
from bot.tables.hand.notes import done_already
from bot.tables.model import Chair, Table
from bot.tables.seats import resolve
from bot.ui.client import Interaction
from bot.ui.context import click_of, person_of, services_of
from bot.ui.forms import Blank, FormQuestion, answer_here, move_blank, read
from bot.ui.handlers.answers import YES, look, only_current, part, unseen_sentences
from bot.ui.handlers.moves import is_asked_still, picked_value, why_not
from bot.ui.pages.hand import marked_in
from bot.ui.pages.own_page import ask_on_page, hand_showing, show_hand_page, show_page
from bot.ui.panels import Component, button, page
from bot.ui.render.buttons import Marked, act_id, drawn_pick
from bot.ui.routing import WORN_OUT, control, number
from bot.ui.visibility import keeping_buttons, likeliest_hand, seen_chair


@control("hand")
async def my_hand(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show the hand of that seat, or else the one that the clicker most likely means: `hand:<table>[:<seat>]`."""
    seat = number(arguments[1]) if len(arguments) > 1 else None
    await show_hand(interaction, await look(interaction, arguments[0], seat=seat), seat)


async def show_hand(interaction: Interaction, table: Table, seat: int | None = None) -> None:
    """Answer privately with a hand that the person may see. Raises NotAllowed, and NotFound where nobody has one."""
    if not table.spec.has_hands:
        raise NotFound("This game has no hidden hands.")
    person = person_of(interaction)
    try:
        chair = likeliest_hand(person, table) if seat is None else seen_chair(person, table, seat)
    except NotAllowed as hidden:
        # Whoever keeps the table and is no GM any more keeps it no longer.
        table = await services_of(interaction).tables.store.meet(table.id, click_of(interaction), DEALER)
        keep = keeping_buttons(table, person)
        is_kept = table.spec.game.has_dealer or any(chair.is_npc for chair in table.record.chairs)
        if not keep or not is_kept:
            raise
        await answer_here(interaction, page(str(hidden), rows=[keep]))
        return
    await show_hand_page(interaction, table, chair)


Deed = Callable[[Interaction, list[str], list[str]], Awaitable[None]]


def _tell_earlier_result(deed: Deed) -> Deed:
    """Have a second click that asks for the first one's result read that result. It isn't refused."""

    @wraps(deed)
    async def handled(interaction: Interaction, arguments: list[str], given: list[str]) -> None:
        try:
            await deed(interaction, arguments, given)
        except PlayerError as refused:
            try:
                seat = number(part(arguments, 2))
                table = await look(interaction, arguments[0], seat=seat)
                chair = seen_chair(person_of(interaction), table, seat)
            except PlayerError:
                raise refused from None
            note = await _earlier_result(interaction, table, chair, arguments, given)
            if note is None:
                raise
            if not table.is_crooked:
                # There the message would tell everybody that somebody has tried something.
                interaction.client.renderer.want(table)
            await show_hand_page(interaction, table, chair, note)

    return handled


async def _earlier_result(
    interaction: Interaction, table: Table, chair: Chair, arguments: list[str], given: list[str]
) -> str | None:
    """Return the public sentence if another click of the same person has just done the same; None if none has."""
    if len(arguments) < 4:
        return None
    key, more = arguments[3], [one for one in arguments[4:] if one != YES]
    chosen = given or more or marked_in(interaction, key)
    turn, actor, db = number(arguments[1]), interaction.user.id, services_of(interaction).db
    done = await done_already(db, table, chair.seat, actor, turn, key, chosen)
    if done is None:
        return None
    narrator = table.narrator
    return "\n".join((*narrator.tell(done)[-1:], *(narrator.tell(done, "host") if chair.is_dealer else ())))


@control("own", guard=only_current(2))
@_tell_earlier_result
async def own(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Make a move from the page of a hand: `own:<table>:<turn>:<seat>:<move>[:<choice or yes>]`."""
    table, chair, move = await _resolve(interaction, arguments)
    chosen = picked or arguments[4:]
    if not chosen and (move.fields or move.confirm):
        await _ask(interaction, table, chair, move)
        return
    await _play(interaction, arguments, table, picked_value(move, chosen), number(arguments[1]))


@control("mark", guard=only_current(2))
@_tell_earlier_result
async def mark(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Mark the picks so far without making the move: `mark:<table>:<turn>:<seat>:<move>`."""
    table, chair, move = await _resolve(interaction, arguments)
    await show_hand_page(interaction, table, chair, marked=Marked(move.key, tuple(picked)))


@control("send", guard=only_current(2))
@_tell_earlier_result
async def send(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Make the move with the marked picks: `send:<table>:<turn>:<seat>:<move>`."""
    table, _chair, move = await _resolve(interaction, arguments)
    pick, marked = drawn_pick(move), marked_in(interaction, move.key)
    if pick is None or (pick.is_single and not marked):
        raise TooLate(WORN_OUT)
    values = {pick.name: marked[0] if pick.is_single else marked}
    await _play(interaction, arguments, table, values, number(arguments[1]))


async def _blank(interaction: Interaction, arguments: list[str]) -> Blank:
    table, chair, move = await _resolve(interaction, arguments, lambda *_: None)
    if not move.fields:
        raise TooLate(WORN_OUT)
    return move_blank(move, table.voice, (table.id, table.record.turn, chair.seat, move.key, table.hand_id))


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """Make a move from its form: `own:<table>:<turn>:<seat>:<move>[:<hand>]`.

    A move on the side counts while it is offered in that hand, because others move on while someone types.
    """
    table, _, move = await _resolve(interaction, arguments, _turn_of_form)
    turn = _turn_of_form(arguments, table, move)
    await _play(interaction, arguments, table, read(move, typed, table.voice.currency), turn)


_FORM = FormQuestion("own", _blank, _take, "hand:{0}:{2}")


def _turn_of_button(arguments: list[str], _table: Table, _move: Move | None) -> int | None:
    return number(part(arguments, 1))


def _turn_of_form(arguments: list[str], table: Table, move: Move | None) -> int | None:
    """Return the turn that a form must match; None for a move on the side, which only needs the hand it is from."""
    turn = number(part(arguments, 1))
    lasts = move is not None and move.aside and arguments[4:] == [table.hand_id]
    return None if lasts else turn


async def _resolve(
    interaction: Interaction,
    arguments: list[str],
    turn_of: Callable[[list[str], Table, Move | None], int | None] = _turn_of_button,
) -> tuple[Table, Chair, Move]:
    """Resolve a control of a hand's page to its table, chair and move, if they still stand. `turn_of` returns the turn
    that the click must match.
    """
    seat, key = number(part(arguments, 2)), part(arguments, 3)
    table = await look(interaction, arguments[0], seat=seat)
    move = find(table.moves(seat), key) if table.chair(seat) is not None else None
    chair = resolve(table, click_of(interaction, turn_of(arguments, table, move)), key, seat)
    if move is None:
        raise why_not(table, chair, key)
    return table, chair, move


async def _ask(interaction: Interaction, table: Table, chair: Chair, move: Move) -> None:
    """Open a form for the fields of a move, or ask for its confirmation."""
    if move.fields:
        await _FORM.ask(interaction, table.id, table.record.turn, chair.seat, move.key)
        return

    def rows() -> list[list[Component]]:
        danger = discord.ButtonStyle.danger
        return [[button(move.label, act_id(table, chair.seat, move.key, YES, verb="own"), danger)]]

    await ask_on_page(
        interaction, table, move.confirm or "Do it?", rows, is_asked_still(table, chair, move.key), chair.seat
    )


async def _play(
    interaction: Interaction,
    arguments: list[str],
    table: Table,
    values: Mapping[str, object],
    turn: int | None,
) -> None:
    """Make the move, and show the resulting hand."""
    seat, key = number(arguments[2]), arguments[3]
    click = click_of(interaction, turn)
    played = await services_of(interaction).tables.playing.act(table.id, click, key, values, seat=seat)
    after = played.table
    news = unseen_sentences(after, seat, tuple(event for to, event in played.private if to == seat))
    said, told_gm = "".join(played.told()[-1:]), played.told("host") if seat == DEALER else ()
    if after.chair(seat) is None:
        await answer_here(interaction, page(said))
        return
    # The page itself says how the hand ended.
    note = said if after.in_hand else ""
    showing = hand_showing(interaction.client, after, seat)
    await show_page(interaction, after, replace(showing, note=note, news="\n".join((*told_gm, *news))))
