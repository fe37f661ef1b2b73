"""An evening in one message: the figures that people ask for first, as many lines of each as there is room for."""

from collections.abc import Iterable, Sequence

import discord

from bot.engine.money import Currency
from bot.engine.speech import escape
from bot.reports.gm_version import Kept, named_for_the_gm
from bot.reports.recap import Recap
from bot.reports.telling import Manner, Section, opening, sections
from bot.ui.panels import page

_ROOM = {"Who won what": 1400, "Highlights": 500, "Tournaments": 500}
_ROOM_OF_OTHERS = 350
_ROOM_FOR_THE_GM = 900
_LONGEST_LINE = 600
_FOOT = "-# Hands that are over. For all of it in a file, choose Markdown or CSV under `as`."
_ONLY_THE_GM = (
    "-# Only you read this. Of tables that somebody else keeps, and of hands that you were in, it tells nothing more "
    "than players know."
)


def manner_of(currency: Currency) -> Manner:
    """How a message writes: names in bold, moments in the reader's own time."""
    return Manner(
        currency=currency,
        name=lambda name: f"**{escape(name)}**",
        moment=lambda seconds: f"<t:{int(seconds)}:f>",
        room=lambda room: f"{room.title} in <#{room.channel_id}>",
    )


def recap_page(
    title: str, recap: Recap, currency: Currency, kept: Sequence[Kept] | None = None
) -> discord.ui.LayoutView:
    """`title` is marked up already; `kept` is what only the GM reads."""
    manner = manner_of(currency)
    texts = [f"## {title}\n{opening(recap, manner)}", *map(_section, sections(recap, manner))]
    if kept is not None:
        texts.append(_for_the_gm(kept))
    return page(*texts, _FOOT if kept is None else _ONLY_THE_GM)


def fitted(lines: Iterable[str], room: int) -> str:
    """As many lines as there is room for, and how many there are more."""
    given, shown = (
        [line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…" for line in lines],
        list[str](),
    )
    for line in given:
        if sum(map(len, shown)) + len(shown) + len(line) > room and shown:
            break
        shown.append(line)
    more = len(given) - len(shown)
    return "\n".join((*shown, f"-# and {more:,} more") if more else shown)


def _section(section: Section) -> str:
    return f"### {section.title}\n{fitted(section.lines, _ROOM.get(section.title, _ROOM_OF_OTHERS))}"


def _for_the_gm(kept: Sequence[Kept]) -> str:
    """The latest hands first: there may be more than a message holds."""
    lines = [
        f"{named_for_the_gm(one, hand)}: {' '.join(hand.sentences)}" for one in kept for hand in reversed(one.hands)
    ]
    return f"### Only for the GM\n{fitted(lines, _ROOM_FOR_THE_GM) or 'Nothing that is for your eyes.'}"
