"""An evening as Markdown, to keep and to read. Times are ISO 8601 in UTC."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from bot.engine.money import Currency
from bot.engine.speech import one_line, plain
from bot.reports.gm_version import Kept, named_for_the_gm
from bot.reports.recap import Recap
from bot.reports.tables import Room
from bot.reports.telling import Manner, opening, sections

_MARKUP = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&@:])")
FOR_THE_GM = "Only for the GM"

Where = Callable[[Room], str]
"""The channel of a table, as plain text."""


def moment(seconds: float) -> str:
    """ISO 8601 in UTC, to the second."""
    return f"{datetime.fromtimestamp(int(seconds), UTC).replace(tzinfo=None).isoformat()}Z"


def unmarked(text: str) -> str:
    """Foreign text on one line of Markdown, shown as exactly its visible characters."""
    return _MARKUP.sub(r"\\\1", one_line(text))


def markdown(title: str, recap: Recap, currency: Currency, where: Where, kept: Sequence[Kept] | None = None) -> str:
    """All of it under headings. `kept` is what only the GM reads."""
    manner = Manner(
        currency=currency,
        name=lambda name: f"**{unmarked(name)}**",
        moment=moment,
        room=lambda room: f"{unmarked(room.title)} in {unmarked(where(room))} (table {room.id})",
    )
    lines = [f"# {unmarked(title)}", "", opening(recap, manner)]
    for section in sections(recap, manner):
        lines += ["", f"## {section.title}", "", *(f"- {line}" for line in section.lines)]
    if kept is not None:
        lines += ["", f"## {FOR_THE_GM}"]
        for one in kept:
            for hand in one.hands:
                heading = f"### {named_for_the_gm(one, hand, f'at {manner.room(one.room)}')}"
                lines += ["", heading, "", *(f"- {unmarked(plain(sentence))}" for sentence in hand.sentences)]
        if not kept:
            lines += ["", "Nothing that is for your eyes."]
    return "\n".join(lines) + "\n"
