"""The GM's log as its keeper reads it: the latest hand first, as many lines to a page as a message holds."""

from collections.abc import Sequence

import discord

from bot.tables.gm_log import KeptHand
from bot.tables.model import Table
from bot.ui.control import control_id
from bot.ui.panels import button, page

_ROOM = 3600
"""Characters of the log on a page; the rest is for the heading and the foot."""
_LONGEST = 1200
"""Characters of one sentence: nothing of the log is longer, but for what people write themselves."""


def gm_log_page(table: Table, log: Sequence[KeptHand], at: int) -> discord.ui.LayoutView:
    """The page `at` of the log, counted from the latest; one that isn't there is the nearest that is."""
    pages = _pages(table, log)
    at = min(at, len(pages) - 1)
    rows = [
        [
            button("Later", control_id("gmlog", table.id, max(at - 1, 0)), disabled=at == 0),
            button("Earlier", control_id("gmlog", table.id, at + 1), disabled=at == len(pages) - 1),
        ]
    ]
    foot = "Only whoever keeps this table reads this."
    where = f"page {at + 1} of {len(pages)} · " if len(pages) > 1 else ""
    return page("## GM's log", pages[at], f"-# {where}{foot}", rows=rows if len(pages) > 1 else [])


def _pages(table: Table, log: Sequence[KeptHand]) -> list[str]:
    """The log in texts that fit, latest hand first; within a hand as it went. A hand that goes on says so again."""
    found: list[str] = []
    for hand in reversed(log):
        heading = f"### {table.hand_word.capitalize()} {hand.number}{', taken back' if hand.is_undone else ''}"
        text = heading
        for sentence in hand.sentences:
            line = sentence if len(sentence) <= _LONGEST else f"{sentence[: _LONGEST - 1]}…"
            if len(text) + len(line) + 1 > _ROOM:
                found.append(text)
                text = f"{heading}, going on"
            text = f"{text}\n{line}"
        if found and len(found[-1]) + len(text) + 1 <= _ROOM and text.startswith(f"{heading}\n"):
            found[-1] = f"{found[-1]}\n{text}"
        else:
            found.append(text)
    return found or ["Nothing has happened here yet that only the GM knows."]
