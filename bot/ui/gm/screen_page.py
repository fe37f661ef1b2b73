"""The GM's screen as a message: every open table of a campaign, the way to each, and what is done to all of them.

The one in the channel of the GMs shows the first page, and further ones privately; a private one says how old it is.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

import discord

from bot.campaigns import Campaign
from bot.engine.speech import escape, plain
from bot.tables.model import Table
from bot.ui.control import control_id
from bot.ui.gm.screen_text import state_in_letters, summed_up, told, waits_for_gm
from bot.ui.panels import button, page
from bot.ui.render.move_buttons import Item

MOST_ON_PAGE = 10
_ROOM = 3300
"""Characters of tables on a page; the rest is for the heading and the foot."""
_LONGEST_LABEL = 100

Places = Callable[[int], str]
"""What a channel is called, by its id."""


def screen_pages(tables: Sequence[Table], now: float) -> list[list[tuple[Table, str]]]:
    """The tables with what is told of each, as many on each page as fit; at least one page."""
    made: list[list[tuple[Table, str]]] = [[]]
    for table in tables:
        text = told(table, now)
        used = sum(len(other) + 2 for _, other in made[-1])
        if made[-1] and (len(made[-1]) == MOST_ON_PAGE or used + len(text) > _ROOM):
            made.append([])
        made[-1].append((table, text))
    return made


def public_screen(campaign: Campaign, tables: Sequence[Table], now: float, places: Places) -> discord.ui.LayoutView:
    """The message in the channel of the GMs: its first page, without anything that grows old by itself."""
    first, *others = screen_pages(tables, now)
    away = [button("Put it away", control_id("screenoff", campaign.id))]
    if others:
        away.insert(0, button(f"Further tables ({sum(map(len, others))})", control_id("screen", campaign.id, 1)))
    return _drawn(campaign, tables, first, places, away, "-# Kept current.")


def private_screen(
    campaign: Campaign, tables: Sequence[Table], now: float, places: Places, at: int = 0, why: str = ""
) -> discord.ui.LayoutView:
    """Page `at` of the screen for one GM alone, who brings it up to date by a button; `why` it isn't a message of its
    own. A page that isn't there any more is the last one.
    """
    pages = screen_pages(tables, now)
    at = min(at, len(pages) - 1)
    turned = [button("Refresh", control_id("screen", campaign.id, at))]
    if len(pages) > 1:
        turned += [
            button("Earlier", control_id("screen", campaign.id, f"{max(at - 1, 0)}", "-"), disabled=at == 0),
            button("Later", control_id("screen", campaign.id, at + 1, "+"), disabled=at == len(pages) - 1),
        ]
    where = f"page {at + 1} of {len(pages)} · " if len(pages) > 1 else ""
    foot = f"-# {where}as of <t:{int(now)}:T>, <t:{int(now)}:R>"
    return _drawn(campaign, tables, pages[at], places, turned, foot, f"-# {why}" if why else "")


def _drawn(
    campaign: Campaign,
    tables: Sequence[Table],
    shown: Sequence[tuple[Table, str]],
    places: Places,
    more: Sequence[Item],
    *foot: str,
) -> discord.ui.LayoutView:
    head = f"## The GM's screen\n**{escape(campaign.name)}** · {summed_up(tables)}"
    all_of_them = [
        button("Pause all", control_id("screenall", campaign.id, "pause"), disabled=all(t.is_paused for t in tables)),
        button(
            "Resume all", control_id("screenall", campaign.id, "resume"), disabled=not any(t.is_paused for t in tables)
        ),
    ]
    rows: list[Sequence[Item]] = [[*all_of_them, *more]]
    if shown:
        rows.insert(0, [_ways(campaign, [table for table, _ in shown], places)])
    return page(head, "\n\n".join(text for _, text in shown), *filter(None, foot), rows=rows)


def _ways(campaign: Campaign, tables: Sequence[Table], places: Places) -> Item:
    """A menu with the tables of the page."""
    options = [
        discord.SelectOption(
            value=str(table.id),
            label=_cut(plain(f"{table.title} in {places(table.record.channel_id)}")),
            description=_cut(state_in_letters(table)),
            emoji="▶️" if waits_for_gm(table) else None,
        )
        for table in tables
    ]
    return discord.ui.Select[Any](
        custom_id=control_id("screengo", campaign.id), placeholder="Go to a table…", options=options
    )


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_LABEL else f"{text[: _LONGEST_LABEL - 1]}…"


def looks_of(view: discord.ui.LayoutView) -> str:
    """What a message looks like, in short."""
    return hashlib.sha256(json.dumps(view.to_components()).encode()).hexdigest()
