"""The table's public message: a dozen lines and the moves of the seats to act, built again at each drawing."""

import discord

from bot.campaigns import TEMPLATES
from bot.engine.game import DEALER, Seat
from bot.engine.moves import Move
from bot.tables.model import Table
from bot.ui.panels import BRASS, FixedView, button, control_id
from bot.ui.render.buttons import GM_DECIDES, Component, in_rows, move_buttons
from bot.ui.render.table_text import chooses_privately, is_dealt, texts

_MOVE_ROWS = 3
_IN_A_ROW = 5
_PAUSED, _OVER = 0x80848E, 0x4E5058


def table_view(table: Table) -> FixedView:
    """Build the message that everyone in the channel sees. Its ids name the turn of the newest choice."""
    table = table.evolve(turn=table.last_asked)
    view = FixedView(timeout=None)
    view.unseen = f":{table.id}:{table.record.turn}"
    accent = _OVER if not table.is_open else _PAUSED if table.is_paused else BRASS
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=accent)
    head, seats, said, foot = texts(table)
    container.add_item(discord.ui.TextDisplay(head))
    if seats:
        container.add_item(discord.ui.TextDisplay(seats))
    if said:
        container.add_item(discord.ui.Separator())
        container.add_item(discord.ui.TextDisplay(said))
    if table.is_open:
        for row in _rows(table):
            container.add_item(discord.ui.ActionRow(*row))
    if foot:
        container.add_item(discord.ui.TextDisplay(foot))
    view.add_item(container)
    view.stop()
    return view


def _rows(table: Table) -> list[list[Component]]:
    rows = _move_rows(table) if table.in_hand and not table.is_paused else []
    rows += _table_rows(table)
    if not table.in_hand and _has_room(table):
        rows.append([npc_select(table)])
    return rows


def _has_room(table: Table) -> bool:
    return len(table.record.chairs) < table.spec.game.seats[-1]


def _table_rows(table: Table) -> list[list[Component]]:
    """Build the buttons for seats and the table, then those for reading; in one row if they fit."""
    seats, reading = _seats_row(table), [button("Rules", control_id("rules", table.id, 0))]
    if tells_odds(table):
        reading.insert(0, button("Odds", control_id("odds", table.id, 0)))
    reading.append(button("More…", control_id("more", table.id)))
    return [[*seats, *reading]] if len(seats) + len(reading) <= _IN_A_ROW else [seats, [*reading]]


def _seats_row(table: Table) -> list[Component]:
    plain = discord.ButtonStyle.secondary
    row: list[Component] = []
    has_dealer = table.in_hand and not table.is_paused and table.spec.game.has_dealer
    if table.in_hand and table.spec.has_hands:
        waits = any(chooses_privately(table, seat) for seat in table.to_act if seat != DEALER)
        style = discord.ButtonStyle.primary if waits else plain
        row.append(button(table.spec.game.hand_title, control_id("hand", table.id), style))
    if has_dealer:
        style = discord.ButtonStyle.primary if DEALER in table.to_act else plain
        row.append(button(GM_DECIDES, control_id("hand", table.id, DEALER), style))
    if not table.in_hand and not table.is_paused:
        able = len(table.ready) >= table.spec.game.seats[0] or (table.is_adrift and table.is_playable)
        style = discord.ButtonStyle.primary if able else plain
        row.append(button(_deal_label(table), control_id("deal", table.id, table.record.turn), style))
    if _has_room(table):
        row.append(button("Sit", control_id("sit", table.id), plain))
    if table.record.chairs:
        row.append(button("My seat", control_id("seat", table.id), plain))
    if table.is_paused:
        row.append(button("Resume (GM)", control_id("resume", table.id), discord.ButtonStyle.success))
    elif table.in_hand and not has_dealer:
        # Beside the GM's own seat, of which the row is full, it stays under "More…".
        row.append(button("Pause (GM)", control_id("pause", table.id), plain))
    return row


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
    options = [discord.SelectOption(label=made.title, value=made.key) for made in TEMPLATES.values()]
    return discord.ui.Select(custom_id=control_id("npc", table.id), placeholder="Add an NPC…", options=options)


def _move_rows(table: Table) -> list[list[Component]]:
    """Build the moves that may be made at the table, those of the seats it waits for first; private ones are in the
    hand. A move that several may make for different prices is one button without a price. Where they pick from
    different things, it opens a form of their own.
    """
    shown: dict[str, Move] = {}
    differing = set[str]()
    # Whoever may do most stands for the order, so that a button keeps its place when others can't do it any more. What
    # they may do unseen doesn't count: no button tells that somebody has tried it.
    waiting = sorted(table.to_act, key=lambda seat: (-len(_public_moves(table, seat)), seat))
    for seat in (*waiting, *(seat for seat in table.dealt_in if seat not in table.to_act)):
        for move in _public_moves(table, seat):
            other = shown.setdefault(move.key, move)
            if other.price != move.price:
                shown[move.key] = other.evolve(price=None)
            if other.fields != move.fields:
                differing.add(move.key)
    by_weight = sorted(shown.values(), key=lambda move: move.style != "main")
    items = [item for move in by_weight for item in move_buttons(table, [move], "-", spread=move.key not in differing)]
    return in_rows(items)[:_MOVE_ROWS]


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
