"""The table's public message: a dozen lines and the moves of the seats to act, built again at each drawing."""

from collections.abc import Iterable

import discord

from bot.campaigns import TEMPLATES
from bot.engine.game import DEALER, Seat
from bot.engine.moves import Move
from bot.engine.words import one_line
from bot.images.boards import BoardPicture
from bot.tables.model import Table
from bot.ui.panels import (
    BRASS,
    BUTTON,
    LONGEST_LABEL,
    Component,
    FixedView,
    action_row,
    button,
    control_id,
    option,
    picture,
    select,
    separator,
    shorten,
    text_display,
)
from bot.ui.render.buttons import GM_PAGE, STYLES, act_id, in_rows, is_primary, move_buttons, quick_buttons
from bot.ui.render.table_text import has_private_choice, is_dealt, texts

_MOVE_ROWS = 3
_LONGEST_NAME = 20
"""Characters of a name on a button."""
_UTILITIES = 3
"""Buttons below the moves, in one row on a phone."""
_PAUSED, _OVER = 0x80848E, 0x4E5058


def table_view(table: Table, board: BoardPicture | None = None, notice: str = "") -> FixedView:
    """Build the message that everyone in the channel sees, with the operator's notice. Its ids name the turn of the
    newest choice.
    """
    if table.record.turn != table.last_asked:
        table = table.evolve(turn=table.last_asked)
    head, seats, said, foot = texts(table, notice)
    parts = [text_display(text) for text in (head, seats) if text]
    if board is not None:
        parts.append(picture(f"attachment://{board.name}", board.alt))
    if said:
        parts += [separator(), text_display(said)]
    if table.is_open:
        parts += map(action_row, _rows(table))
    if foot:
        parts.append(text_display(foot))
    accent = _OVER if not table.is_open else _PAUSED if table.is_paused else BRASS
    return FixedView(parts, accent, unseen=f":{table.id}:{table.record.turn}", board=board)


def _rows(table: Table) -> list[list[Component]]:
    rows = _main_rows(table)
    rows.append(_utility_row(table, has_primary=_has_primary(rows)))
    # Later it is under "More…", for GMs alone.
    if table.record.hand is None and has_room(table):
        rows.append([npc_select(table)])
    return rows


def has_room(table: Table) -> bool:
    """Return whether a seat is free."""
    return len(table.record.chairs) < table.spec.game.seats[-1]


def _main_rows(table: Table) -> list[list[Component]]:
    """Build the rows of what can be done now. At most one button is primary: the next click for whoever it names, or
    for everyone.
    """
    if table.is_paused:
        return [[button("Resume (GM)", control_id("resume", table.id), discord.ButtonStyle.primary)]]
    if not table.in_hand:
        return [[deal_button(table)]] if table.record.chairs else []
    rows = _move_rows(table)
    if table.spec.game.has_dealer:
        is_next = DEALER in table.to_act and not _has_primary(rows)
        style = discord.ButtonStyle.primary if is_next else discord.ButtonStyle.secondary
        decides = button(GM_PAGE, control_id("hand", table.id, DEALER), style)
        first, *others = rows or [[]]
        rows = [*in_rows([*first, decides]), *others]
    return rows


def deal_button(table: Table) -> Component:
    """Build the button that deals the next hand; primary where enough players are ready."""
    style = discord.ButtonStyle.primary if _can_deal(table) else discord.ButtonStyle.secondary
    return button(_deal_label(table), control_id("deal", table.id, table.record.turn), style)


def _has_primary(rows: Iterable[Iterable[Component]]) -> bool:
    return any(is_primary(item) for row in rows for item in row)


def _can_deal(table: Table) -> bool:
    return len(table.ready) >= table.spec.game.seats[0] or (table.is_adrift and table.is_playable)


def _utility_row(table: Table, *, has_primary: bool) -> list[Component]:
    """Build the way to the private page, to a seat or the rules, and to the rest: three buttons. One of them is primary
    where it is the next click and none `has_primary` above.
    """
    primary, plain = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    row: list[Component] = []
    if table.in_hand and table.spec.has_hands:
        waits = any(has_private_choice(table, seat) for seat in table.to_act if seat != DEALER)
        is_next = waits and not has_primary
        row.append(button(table.spec.game.hand_title, control_id("hand", table.id), primary if is_next else plain))
    elif table.record.chairs:
        row.append(button("My seat", control_id("seat", table.id), plain))
    if has_room(table):
        is_next = not (table.in_hand or has_primary)
        row.append(button("Sit", control_id("sit", table.id), primary if is_next else plain))
    if len(row) < _UTILITIES - 1:
        row.append(button("Rules", control_id("rules", table.id, 0)))
    return [*row, button("More…", control_id("more", table.id))]


def _deal_label(table: Table) -> str:
    """Return the label of the deal button. A banked game has no deal: it names the first round, draw or spin. A prize
    without a tournament goes back before anything is dealt.
    """
    if table.is_adrift and table.is_playable:
        return "Give the prize back"
    if table.terms is not None and table.tournament is None:
        return "Begin the tournament"
    if table.record.hand:
        return f"Next {table.hand_word}"
    return "Deal" if is_dealt(table.spec.game) else f"First {table.hand_word}"


def npc_select(table: Table) -> Component:
    """Build a menu that makes a new NPC and seats it."""
    options = [option(made.title, made.key) for made in TEMPLATES.values()]
    return select(control_id("npc", table.id), "Add an NPC…", options)


def _move_rows(table: Table) -> list[list[Component]]:
    """Build the moves that may be made at the table, those of the seats it waits for first; private ones are in the
    hand. A move that several may make for different prices is one button without a price. Where they pick from
    different things, it opens a form of their own. Moves of a menu are one button. Only the first button is primary,
    and names the only seat that may press it. While bettors aren't done, the next click is theirs.
    """
    shown: dict[str, Move] = {}
    makers: dict[str, set[Seat]] = {}
    differing = set[str]()
    # Whoever may do most stands for the order, so that a button keeps its place when others can't do it any more. What
    # they may do unseen doesn't count: no button tells that somebody has tried it.
    first_to_act = table.undecided or table.to_act
    public = {seat: _public_moves(table, seat) for seat in (*table.to_act, *table.dealt_in)}
    waiting = sorted(table.to_act, key=lambda seat: (-len(public[seat]), seat))
    for seat in (*waiting, *(seat for seat in public if seat not in table.to_act)):
        for move in public[seat]:
            makers.setdefault(move.key, set()).add(seat)
            other = shown.setdefault(move.key, move if seat in first_to_act or not table.undecided else _plain(move))
            if other.price != move.price:
                shown[move.key] = other = other.evolve(price=None)
            if move.style == "main" and seat in first_to_act:
                shown[move.key] = other.evolve(style="main")
            if other.fields != move.fields:
                differing.add(move.key)
    by_weight = sorted(shown.values(), key=lambda move: move.style != "main")
    menus = {move.menu: move.key for move in reversed(by_weight)}
    buttons, sizes = list[Component](), list[Component]()
    for move in by_weight:
        quick = quick_buttons(table, [] if move.menu or move.key in differing else [move], "-")
        # Where the next click is a bet, its usual sizes come first.
        (sizes if buttons else buttons).extend(quick)
        if not move.menu or menus[move.menu] == move.key:
            alone = move_buttons(table, [move], "-", spread=move.key not in differing)
            buttons += _menu_button(table, move) or alone
    for item in (*buttons[1:], *sizes):
        _tone_down(item)
    first = by_weight[0] if by_weight else None
    if first is not None and first.style == "main" and len(makers[first.key]) == 1 < len(table.dealt_in):
        _name_on(buttons[0], table.voice.plain_name(*makers[first.key]))
    return [*in_rows(buttons), *in_rows(sizes)][:_MOVE_ROWS]


def _plain(move: Move) -> Move:
    """Return the move without the mark of the next click."""
    return move.evolve(style="plain") if move.style == "main" else move


def _menu_button(table: Table, move: Move) -> list[Component]:
    """Build the button of the move's menu, whose id names the menu; nothing for a move that stands alone."""
    return [button(f"{move.menu}…", act_id(table, "-", move.menu), STYLES[move.style])] if move.menu else []


def _tone_down(item: Component) -> None:
    """Make a primary button a plain one: another is the next click."""
    if is_primary(item):
        item["style"] = discord.ButtonStyle.secondary.value


def _name_on(item: Component, name: str) -> None:
    """Put the name of the only one who may press a button before its label."""
    if item["type"] == BUTTON:
        item["label"] = shorten(f"{shorten(one_line(name), _LONGEST_NAME)}: {item['label']}", LONGEST_LABEL)


def is_shown(table: Table, view: FixedView, looks: str, turn: int) -> bool:
    """Return whether a message of these looks, whose ids name that turn, already shows the table as the view does, and
    every button on it still counts.
    """
    asked = [(chair.seat, chair.asked) for chair in table.record.chairs]
    asked.append((DEALER, table.record.dealer_asked))
    is_asked_anew = any(at > turn and (not table.in_hand or _public_moves(table, seat)) for seat, at in asked)
    return view.looks == looks and not is_asked_anew


def _public_moves(table: Table, seat: Seat) -> list[Move]:
    """Return the moves of the seat at the table, where everyone sees them."""
    return [move for move in table.moves(seat) if move.place == "table"]


def tells_odds(table: Table) -> bool:
    """Return whether there are odds to show now: the value of bets, or in a hand the person's own win chance."""
    if not (table.campaign.settings.odds_at_hand and table.is_playable):
        return False
    return table.spec.odds is not None or (table.in_hand and table.spec.win_calculator is not None)
