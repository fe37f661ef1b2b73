"""The pages of the GM's screen: every open table of a campaign, and one table with all that a GM does there.

The screen in the GM channel shows the first page, and further ones privately; a private one says how old it is.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

import discord

from bot.campaigns import Campaign
from bot.engine.game import DEALER
from bot.engine.words import Panel, counted, escape, plain, plural_of
from bot.tables.hand.timing import close_at
from bot.tables.model import Chair, Table
from bot.tables.rights import may_see
from bot.tables.table_store import Click
from bot.ui.pages.hand import holds_cards
from bot.ui.pages.paging import describe_place, small, turn_buttons
from bot.ui.panels import MOST_CHARACTERS, Component, FixedView, button, components_on, control_id, option, page, select
from bot.ui.render.buttons import GM_PAGE, STYLES, in_rows
from bot.ui.render.table_text import texts
from bot.ui.render.tournament import describe_chips

_DAY = 86_400.0
_MOST_SEATS = 8
_SHORT_NAME = 16
_MOST_TEXT = 640
"""Characters of a table; a longer one is told without chips, and with short names."""
MOST_ON_PAGE = 10
_ROOM = 3300
"""Characters of tables on a page; the rest is for the heading and the foot."""
_LONGEST_LABEL = 100
_MOST_COMPONENTS = 40
_OTHER_COMPONENTS = 7
"""Components of the page that aren't in rows: the container and its texts."""
_MOST_NPCS, _MOST_ABSENT = 10, 2
_WAYS_BACK = "gmtable"


def waits_for_gm(table: Table) -> bool:
    """Return whether the hand waits for something that only a GM does: to play an NPC that isn't on autopilot, or to
    decide.
    """
    if table.is_paused or table.pause is not None:
        return False
    npcs = {chair.seat for chair in table.record.chairs if chair.is_npc and not chair.plays_itself}
    return bool(table.to_act & (npcs | {DEALER}))


def describe_table(table: Table, now: float) -> str:
    """Describe the table in three lines. `now` is in seconds since the epoch."""
    panel = _panel(table)
    heading = f"**{escape(table.title)}** in <#{table.record.channel_id}>{_describe_stage(table, panel)}"
    sign = "▸" if waits_for_gm(table) else "◦"
    state = f"{sign} {_describe_state(table, now)}"
    for in_full in (True, False):
        text = "\n".join(filter(None, (heading, state, _describe_seats(table, panel, in_full=in_full))))
        if len(text) <= _MOST_TEXT:
            break
    return text


def state_in_letters(table: Table) -> str:
    """Describe the seats that the table waits for, in a line without time stamps and mentions."""
    if table.is_paused:
        return "paused"
    if table.in_hand and table.pause is None and table.to_act:
        return plain(f"waits for {table.named(table.to_act)}")
    return f"in a {table.hand_word}" if table.in_hand else _between_hands(table)


def _panel(table: Table) -> Panel | None:
    """Return the hand in play as everyone sees it."""
    return table.spec.panel(table.state, None, table.voice.in_letters()) if table.in_hand and table.state else None


def _describe_stage(table: Table, panel: Panel | None) -> str:
    hand = table.record.hand
    if hand is None:
        return ""
    stage = f", {panel.heading}" if panel is not None else ""
    return f" · {table.hand_word} {hand.number}{stage}"


def _describe_state(table: Table, now: float) -> str:
    """Describe the seats that it waits for and until when, or why it doesn't wait."""
    if not table.is_playable:
        return "can no longer be played: close it to return its money"
    if table.is_paused:
        return f"**paused** <t:{int(table.record.paused_at or now)}:R>"
    deadline = table.acts_at
    if table.in_hand:
        if table.pause is not None or not table.to_act:
            return "goes on automatically"
        until = f" · deadline <t:{int(deadline)}:R>" if deadline is not None else ""
        return f"waits for {table.named(table.to_act)}{until}"
    if deadline is not None:
        return f"next {table.hand_word} <t:{int(deadline)}:R>"
    closes = close_at(table)
    soon = closes is not None and closes - now < _DAY
    return (
        f"{_between_hands(table)} · closes <t:{int(closes or 0)}:R> if nobody uses it"
        if soon
        else _between_hands(table)
    )


def _between_hands(table: Table) -> str:
    return f"between {plural_of(table.hand_word)}" if table.record.hand else f"before the first {table.hand_word}"


def _describe_seats(table: Table, panel: Panel | None, *, in_full: bool) -> str:
    """List the people who sit there; of a crowd the first, and how many more."""
    chairs = table.record.chairs
    shown = [_describe_seat(table, chair, panel, in_full=in_full) for chair in chairs[:_MOST_SEATS]]
    if len(chairs) > _MOST_SEATS:
        shown.append(f"{len(chairs) - _MOST_SEATS} more")
    return f"-# {' · '.join(shown) or 'nobody sits there'}"


def _describe_seat(table: Table, chair: Chair, panel: Panel | None, *, in_full: bool) -> str:
    name = table.voice.plain_name(chair.seat)
    if not in_full and len(name) > _SHORT_NAME:
        name = f"{name[:_SHORT_NAME]}…"
    what = list(_describe_kind(chair))
    kind = f" ({', '.join(what)})" if what else ""
    if not in_full:
        return f"{escape(name)}{kind}"
    line = next((line for line in panel.seats if line.seat == chair.seat), None) if panel is not None else None
    has = (
        line.text.split(" · ")[0] + (", out" if line.is_out else "")
        if line is not None
        else describe_chips(table, chair)
    )
    return f"{escape(name)}{kind} {has}".rstrip()


def _describe_kind(chair: Chair) -> Iterator[str]:
    if chair.is_npc:
        yield "NPC"
    if chair.pilot is not None:
        yield "taken over" if chair.is_taken_over else f"on autopilot, {chair.pilot.temper.style}"
    if chair.is_leaving:
        yield "leaving"
    elif chair.is_out:
        yield "sits out"


def summarize(tables: Collection[Table]) -> str:
    """Count the tables that are open, paused, and waiting for a GM."""
    paused, waiting = sum(table.is_paused for table in tables), sum(map(waits_for_gm, tables))
    parts = [f"{counted(len(tables), 'table')} open" if tables else "No table is open."]
    if paused:
        parts.append(f"{paused} paused")
    if waiting:
        parts.append(f"**{waiting} {'waits' if waiting == 1 else 'wait'} for a GM**")
    return " · ".join(parts)


Places = Callable[[int], str]
"""What a channel is called, by its id."""


def screen_pages(tables: Sequence[Table], now: float) -> list[list[tuple[Table, str]]]:
    """Return the tables with their descriptions, as many on each page as fit; at least one page."""
    made: list[list[tuple[Table, str]]] = [[]]
    for table in tables:
        text = describe_table(table, now)
        used = sum(len(other) + 2 for _, other in made[-1])
        if made[-1] and (len(made[-1]) == MOST_ON_PAGE or used + len(text) > _ROOM):
            made.append([])
        made[-1].append((table, text))
    return made


def public_screen(campaign: Campaign, tables: Sequence[Table], now: float, places: Places) -> FixedView:
    """Build the message for the GM channel: the first page, without anything that grows old over time."""
    first, *others = screen_pages(tables, now)
    away = [button("Remove", control_id("screenoff", campaign.id))]
    if others:
        away.insert(0, button(f"More tables ({sum(map(len, others))})", control_id("screen", campaign.id, 1)))
    return _build_screen(campaign, tables, first, places, away, "-# I keep this message current.")


def private_screen(
    campaign: Campaign, tables: Sequence[Table], now: float, places: Places, at: int = 0, why: str = ""
) -> FixedView:
    """Build page `at` of the screen for one GM alone, who refreshes it by a button. `why` explains that it isn't a
    message of its own. A page that isn't there any more becomes the last one.
    """
    pages = screen_pages(tables, now)
    at = min(at, len(pages) - 1)
    turned = [
        button("Refresh", control_id("screen", campaign.id, at)),
        *turn_buttons(at, len(pages), lambda to: control_id("screen", campaign.id, to)),
    ]
    foot = small(describe_place(at, len(pages)), f"as of <t:{int(now)}:T>, <t:{int(now)}:R>")
    return _build_screen(campaign, tables, pages[at], places, turned, foot, small(why))


def _build_screen(
    campaign: Campaign,
    tables: Sequence[Table],
    shown: Sequence[tuple[Table, str]],
    places: Places,
    more: Sequence[Component],
    *foot: str,
) -> FixedView:
    head = f"## The GM's screen\n**{escape(campaign.name)}** · {summarize(tables)}"
    all_of_them = [
        button("Pause all", control_id("screenall", campaign.id, "pause"), disabled=all(t.is_paused for t in tables)),
        button(
            "Resume all", control_id("screenall", campaign.id, "resume"), disabled=not any(t.is_paused for t in tables)
        ),
    ]
    rows: list[Sequence[Component]] = [[*all_of_them, *more]]
    if shown:
        rows.insert(0, [_table_menu(campaign, [table for table, _ in shown], places)])
    return page(head, "\n\n".join(text for _, text in shown), *filter(None, foot), rows=rows)


def _table_menu(campaign: Campaign, tables: Sequence[Table], places: Places) -> Component:
    """Build a menu with the tables of the page."""
    options = [
        option(
            _shorten(plain(f"{table.title} in {places(table.record.channel_id)}")),
            str(table.id),
            _shorten(state_in_letters(table)),
            emoji="▶️" if waits_for_gm(table) else "",
        )
        for table in tables
    ]
    return select(control_id("screengo", campaign.id), "Go to a table…", options)


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST_LABEL else f"{text[: _LONGEST_LABEL - 1]}…"


@dataclass(frozen=True, slots=True)
class Doings:
    """The controls of the page besides the public ones, made where the rights are checked."""

    running: Sequence[Component]
    """What a GM does to the table."""
    looking: Sequence[Component] = ()
    """What anybody may look at."""
    pilots: Sequence[Component] = ()
    """Giving NPCs back to themselves, or taking them over."""


def back_button(table: Table) -> Component:
    """Build the button that leads to this page."""
    return button("Back to the table", control_id(_WAYS_BACK, table.id))


def shows_table_of_gm(interaction: discord.Interaction) -> bool:
    """Return whether the clicked message is a page of this kind, by its button to see it again."""
    ids = (part.get("custom_id", "") for part in components_on(interaction))
    return any(custom_id.startswith(f"{_WAYS_BACK}:") for custom_id in ids)


def table_page(table: Table, click: Click, doings: Doings, note: str = "") -> FixedView:
    """Build the page of a table as it is at the moment of the click; `note` stands above it."""
    rows = _rows(table, click, doings)
    foot = f"-# in <#{table.record.channel_id}> · as of <t:{int(click.at)}:T>, <t:{int(click.at)}:R>"
    head, seats, said, small = texts(table)
    room = MOST_CHARACTERS - len(note) - len(foot) - len(head) - len(seats) - len(small)
    return page(note, head, seats, said if len(said) <= room else "", small, foot, rows=rows)


def _rows(table: Table, click: Click, doings: Doings) -> list[list[Component]]:
    """Build the seats that the GM plays or acts for, then the table, then the ways on. The last make room where there
    are too many.
    """
    hands, absent = [*_played_by_gm(table, click), *doings.pilots], _absent_players(table, click)
    ways = [*_ways_on(table), *doings.looking]
    rows: list[list[Component]] = []
    room = (
        _MOST_COMPONENTS
        - _OTHER_COMPONENTS
        - sum(1 + len(row) for row in in_rows(list(doings.running)) + in_rows(ways))
    )
    for row in (*in_rows(hands), *in_rows(absent)):
        if room >= 1 + len(row):
            rows.append(row)
            room -= 1 + len(row)
    return [*rows, *in_rows(list(doings.running)), *in_rows(ways)]


def _played_by_gm(table: Table, click: Click) -> list[Component]:
    """List ways to the GM's own seat and the NPCs that this GM plays: to their hands, or without hidden hands to their
    moves.
    """
    dealer = table.chair(DEALER)
    npcs = [chair for chair in table.record.chairs if chair.is_npc and may_see(table, click.person, chair)]
    made: list[Component] = []
    if dealer is not None and table.in_hand and may_see(table, click.person, dealer):
        made.append(_way_to(table, dealer, GM_PAGE))
    asked_first = sorted(npcs, key=lambda chair: chair.seat not in table.to_act)
    made += [
        _way_to(table, chair, f"Play {table.voice.plain_name(chair.seat)}") for chair in _playable(table, asked_first)
    ]
    return made[:_MOST_NPCS]


def _playable(table: Table, npcs: Iterable[Chair]) -> list[Chair]:
    """Return the NPCs with a hand to see, or with a move to make."""
    if table.spec.has_hands:
        return [chair for chair in npcs if holds_cards(table, chair.seat)]
    return [chair for chair in npcs if chair.seat in table.to_act and not table.is_paused]


def _way_to(table: Table, chair: Chair, label: str) -> Component:
    verb = "hand" if table.spec.has_hands else "absent"
    style = STYLES["main" if chair.seat in table.to_act else "plain"]
    return button(label, control_id(verb, table.id, chair.seat), style)


def _absent_players(table: Table, click: Click) -> list[Component]:
    """Build buttons to act for players whom the table waits for, while they are few. For more there is "Act for…"."""
    if table.is_paused or table.pause is not None:
        return []
    waiting = [
        c for c in table.record.chairs if c.seat in table.to_act and c.user_id not in {None, click.person.user_id}
    ]
    if len(waiting) > _MOST_ABSENT:
        return []
    made: list[Component] = []
    for chair in waiting:
        name = table.voice.plain_name(chair.seat)
        made.append(button(f"Act for {name}", control_id("absent", table.id, chair.seat)))
        made.append(button(f"Stop waiting for {name}", control_id("timeout", table.id, table.record.turn, chair.seat)))
    return made


def _ways_on(table: Table) -> list[Component]:
    """Build the ways on from here."""
    made: list[Component] = [
        button("Refresh", control_id(_WAYS_BACK, table.id)),
        button("Screen", control_id("screen", table.campaign.id, 0)),
    ]
    if table.is_playable and len(table.record.chairs) < table.spec.game.seats[-1]:
        made.append(button("Seat an NPC…", control_id("gmseat", table.id, 0)))
    return made
