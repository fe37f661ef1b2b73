"""Moves at the table: their buttons and forms, for one seat or several, and why one can't be made."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

import discord

from bot.engine.frozen import fields_of, made
from bot.engine.game import DEALER, AnyGame, Event, Seat
from bot.engine.moves import Amount, AnyAction, Move, find, in_menu
from bot.errors import PlayerError, RuleError, TooLate
from bot.tables.model import Chair, Table
from bot.tables.seats import AmbiguousSeat, resolve
from bot.tables.table_store import admitted
from bot.ui.client import Interaction
from bot.ui.context import click_of, services_of
from bot.ui.errors import report
from bot.ui.forms import MENU_FIELD, Blank, FormQuestion, menu_blank, move_blank, read
from bot.ui.handlers.answers import ABSENT, YES, only_current, redraw, tell_privately
from bot.ui.pages.own_page import ask_on_page
from bot.ui.panels import Component, button
from bot.ui.render.buttons import act_id, in_rows
from bot.ui.routing import WORN_OUT, control, number

_BLANKS: Mapping[object, object] = {str: "", int: 0, bool: False, tuple: ()}
_EVERYBODY = "all"


@control("act", guard=only_current(2))
async def act(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Make a move by its button, or open its form: `act:<table>:<turn>:<seat, - or all>:<move>[:<choice or yes>]`."""
    if len(arguments) < 4:
        raise TooLate(WORN_OUT)
    table_id, turn, seat, key, *more = arguments
    table = await services_of(interaction).tables.look(number(table_id))
    if seat == _EVERYBODY:
        await _for_all(interaction, table, number(turn), key, more)
        return
    absent, chosen = seat.endswith(ABSENT), more or picked
    try:
        if not chosen and _is_plain(table, key):
            await _play(interaction, table, number(turn), _named(seat), key, {}, absent=absent)
            return
        chair = _chair(interaction, table, _turn_to_match(table, number(turn), key, more), seat, key)
        if in_menu(table.moves(chair.seat), key):
            await _FORM.ask(interaction, table.id, table.record.turn, _seat_in_id(chair, absent=absent), key)
            return
        key = next((move.key for one in table.dealt_in for move in in_menu(table.moves(one), key)), key)
        move = find(table.moves(chair.seat), key)
        if move is not None and not more and (move.fields or move.confirm):
            await _ask(interaction, table, chair, move, absent=absent)
            return
        if move is None and (chosen or not _needs_no_fields(table.spec.game, key)):
            raise why_not(table, chair, key)
        await _play(interaction, table, number(turn), chair.seat, key, picked_value(move, chosen), absent=absent)
    except AmbiguousSeat as several:
        await _ask_for_whom(interaction, table, several, key, more)


async def _blank(interaction: Interaction, arguments: list[str]) -> Blank:
    table, seat, key = await _table_of_form(interaction, arguments), arguments[2], arguments[3]
    chairs = _chairs_for_all(interaction, table, None, key, "-" if seat == _EVERYBODY else seat)
    about = (table.id, table.record.turn, seat, key)
    if menu := in_menu(table.moves(chairs[0].seat), key):
        return menu_blank(menu, table.voice, about)
    move = find(table.moves(chairs[0].seat), key)
    if move is None or not move.fields:
        raise why_not(table, chairs[0], key)
    return move_blank(move, table.voice, about)


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """Make a move from its form: `play:<table>:<turn>:<seat or all>:<move>`."""
    table, (_, turn, seat, key) = await _table_of_form(interaction, arguments), arguments
    key = typed.get(MENU_FIELD, key)
    if seat == _EVERYBODY:
        await _play_for_all(interaction, table, number(turn), key, lambda move: read(move, typed, table.voice.currency))
        return
    chair = _chair(interaction, table, None, seat, key)
    move = find(table.moves(chair.seat), key)
    if move is None:
        raise why_not(table, chair, key)
    filled = read(move, typed, table.voice.currency)
    await _play(interaction, table, number(turn), chair.seat, key, filled, absent=seat.endswith(ABSENT))


async def _leave_time(interaction: Interaction, arguments: list[str]) -> None:
    """Have bets that are about to close wait for the form a while."""
    table, seat, key = await _table_of_form(interaction, arguments), arguments[2], arguments[3]
    if table.closes_at is not None:
        for chair in _chairs_for_all(interaction, table, None, key, "-" if seat == _EVERYBODY else seat):
            await services_of(interaction).tables.playing.leave_time(table.id, chair.seat)


_FORM = FormQuestion("play", _blank, _take, opened=_leave_time)


async def _table_of_form(interaction: Interaction, arguments: list[str]) -> Table:
    if len(arguments) != 4:
        raise TooLate("That form has expired. Open it again.")
    return await services_of(interaction).tables.look(number(arguments[0]))


def _turn_to_match(table: Table, turn: int, key: str, more: list[str]) -> int | None:
    """Return the turn that a click must match; None if it only opens a form, which shows the current options.

    So a player who bets again in a crowd needn't wait until the message is drawn again.
    """
    moves = (move for seat in table.dealt_in for move in table.moves(seat) if key in (move.key, move.menu))
    return None if not more and any(move.fields for move in moves) else turn


def _chair(interaction: Interaction, table: Table, turn: int | None, seat: str, key: str) -> Chair:
    """Return the chair of a click that has to be known before the click counts: for a form, a question, or a choice."""
    click, named = click_of(interaction, turn), _named(seat)
    return resolve(admitted(table, click, named), click, key, named, absent=seat.endswith(ABSENT))


def _named(seat: str) -> Seat | None:
    """Return the seat that an id names; None for a click that means the only possible one."""
    return None if seat == "-" else number(seat.removesuffix(ABSENT))


def _is_plain(table: Table, key: str) -> bool:
    """Return whether a click on that move just makes it, whoever clicks: it opens no form and asks no question."""
    moves = [move for seat in (*table.dealt_in, DEALER) for move in table.moves(seat) if move.key == key]
    return _needs_no_fields(table.spec.game, key) and not any(move.fields or move.confirm for move in moves)


@lru_cache(maxsize=1024)
def _needs_no_fields(game: AnyGame, key: str) -> bool:
    """Return whether the move needs no fields. If so, the game itself can say why it isn't offered."""
    try:
        game.action(key, {})
    except RuleError:
        return False
    return True


def why_not(table: Table, chair: Chair, key: str) -> PlayerError:
    """Explain why a move that isn't offered can't be made. The game explains the same move of another seat, or a blank
    one; failing that, the refusal is general.
    """
    if not table.in_hand:
        return TooLate(f"The {table.hand_word} is over.")
    game = table.spec.game
    for move in (find(table.moves(seat), key) for seat in table.dealt_in):
        if move is not None and move.place == "table":
            filled = {field.name: field.bounds()[0] for field in move.fields}
            return RuleError(game.refusal(table.state, chair.seat, game.action(key, filled)))
    if _needs_no_fields(table.spec.game, key):
        return RuleError(game.refusal(table.state, chair.seat, game.action(key, {})))
    blank = blank_action(game, key) if table.is_crooked else None
    if blank is not None:
        # What is tried on the side is nobody else's move to take it from, and may be tried out of turn.
        return RuleError(game.refusal(table.state, chair.seat, blank))
    if chair.seat not in table.to_act:
        return RuleError("It isn't your turn.")
    return TooLate("The table has moved on. That move is no longer possible.")


def picked_value(move: Move | None, chosen: list[str]) -> dict[str, object]:
    """Return the value of a move that was drawn as a button for each choice or amount."""
    if move is None or not chosen:
        return {}
    if move.quick_amounts:
        return {move.fields[0].name: number(chosen[0])}
    return {} if move.single_pick is None else {move.single_pick.name: chosen[0]}


async def _play(
    interaction: Interaction,
    table: Table,
    turn: int,
    seat: Seat | None,
    key: str,
    values: Mapping[str, object],
    *,
    absent: bool,
) -> None:
    playing, click = services_of(interaction).tables.playing, click_of(interaction, turn)
    played = await playing.act(table.id, click, key, values, seat=seat, absent=absent)
    after = played.table
    done = (played.told() or ("Done.",))[-1]
    await redraw(interaction, after, done)
    await tell_privately(interaction, after, played.private, () if played.seat is None else (played.seat,))


async def _ask(interaction: Interaction, table: Table, chair: Chair, move: Move, *, absent: bool) -> None:
    seat = _seat_in_id(chair, absent=absent)
    if move.fields:
        await _FORM.ask(interaction, table.id, table.record.turn, seat, move.key)
        return

    def rows() -> list[list[Component]]:
        return [[button(move.label, act_id(table, seat, move.key, YES), discord.ButtonStyle.danger)]]

    is_open = is_asked_still(table, chair, move.key)
    await ask_on_page(interaction, table, move.confirm or "Do it?", rows, is_open, None if absent else chair.seat)


def is_asked_still(table: Table, chair: Chair, key: str) -> Callable[[Table], bool]:
    """Return a function that tells whether the seat may still make the move by a click on what the table shows now."""
    turn, seat = table.record.turn, chair.seat

    def is_open(now: Table) -> bool:
        there, moves = now.chair(seat), now.moves(seat)
        is_offered = find(moves, key) is not None or in_menu(moves, key)
        return there is not None and there.asked <= turn <= now.record.turn and bool(is_offered)

    return is_open


def _seat_in_id(chair: Chair, *, absent: bool) -> str:
    return f"{chair.seat}{ABSENT if absent else ''}"


async def _ask_for_whom(
    interaction: Interaction, table: Table, several: AmbiguousSeat, key: str, more: list[str]
) -> None:
    """Ask a person whose several characters could do this which one acts."""
    offered = table.moves(several.chairs[0].seat)
    move = find(offered, key) or next(iter(in_menu(offered, key)), None)
    is_for_all = move is not None and move.place == "table" and (more or _is_for_several(move))

    def rows() -> list[list[Component]]:
        name = table.voice.plain_name
        buttons = [button(name(chair.seat), act_id(table, chair.seat, key, *more)) for chair in several.chairs]
        if is_for_all:
            buttons.append(button("The same for all", act_id(table, _EVERYBODY, key, *more)))
        return in_rows(buttons[:25])

    still = [is_asked_still(table, chair, key) for chair in several.chairs]
    await ask_on_page(interaction, table, "For whom?", rows, lambda now: any(is_open(now) for is_open in still))


def _is_for_several(move: Move) -> bool:
    """Return whether several seats may do it alike: the same bet for all, but no dice that each has thrown."""
    return not move.fields or any(isinstance(field, Amount) for field in move.fields)


async def _for_all(interaction: Interaction, table: Table, turn: int, key: str, more: list[str]) -> None:
    """Make one move for all of the clicker's characters who may make it: at once, or with one form for all of them."""
    first = table.moves(_chairs_for_all(interaction, table, turn, key)[0].seat)
    move = find(first, key) or next(iter(in_menu(first, key)), None)
    if not more and move is not None and move.fields:
        await _FORM.ask(interaction, table.id, turn, _EVERYBODY, key)
    else:
        await _play_for_all(interaction, table, turn, key, lambda move: picked_value(move, more))


def _chairs_for_all(
    interaction: Interaction, table: Table, turn: int | None, key: str, seat: str = "-"
) -> tuple[Chair, ...]:
    """Return all of the clicker's characters who may make a public move, or the one of that seat."""
    try:
        chairs = (_chair(interaction, table, turn, seat, key),)
    except AmbiguousSeat as several:
        chairs = several.chairs
    return chairs


async def _play_for_all(
    interaction: Interaction, table: Table, turn: int, key: str, values: Callable[[Move], Mapping[str, object]]
) -> None:
    """Play the same for each of the player's NPCs, one after the other; the first refusal ends it."""
    chairs = _chairs_for_all(interaction, table, turn, key)
    after, playing = table, services_of(interaction).tables.playing
    click, private = click_of(interaction, turn), list[tuple[Seat, Event]]()
    try:
        for at, chair in enumerate(chairs):
            move = find(after.moves(chair.seat), key)
            if at and move is None and not _needs_no_fields(after.spec.game, key):
                raise why_not(after, chair, key)
            own = click if at == 0 else click.again(at)
            filled = values(move) if move is not None else {}
            played = await playing.act(table.id, own, key, filled, seat=chair.seat)
            after = played.table
            private += played.private
    except PlayerError as refused:
        if after is table:
            raise
        # Another try would have the first of them do it twice.
        interaction.client.renderer.want(after)
        await report(interaction, refused)
        return
    await redraw(interaction, after, "Done for all of them.")
    await tell_privately(interaction, after, private, [chair.seat for chair in chairs])


@lru_cache(maxsize=1024)
def blank_action(game: AnyGame, kind: str) -> AnyAction | None:
    """Build the action without values; None if the game has none of that kind that can be left blank.

    It only explains refusals and accepts any input from people. It is no action to play.
    """
    model: Any = game.models.get(kind)
    if model is None:
        return None
    values: dict[str, object] = {"kind": kind}
    for name, field in fields_of(model).items():
        if name == "kind" or not field.is_required():
            continue
        of = get_origin(field.annotation) or field.annotation
        if of is Literal:
            values[name] = get_args(field.annotation)[0]
        elif of in _BLANKS:
            values[name] = _BLANKS[of]
        else:
            return None
    blank: Any = made(model, **values)
    return blank
