"""Long private messages: text split into pages, and a page with buttons to the one before and the one after."""

from collections.abc import Callable, Iterable, Sequence

from bot.engine.words import Page
from bot.ui.panels import Component, FixedView, button, page
from bot.ui.render.buttons import in_rows

ROOM = 3000
"""Characters of text on a page; the rest of a message is for the heading, the note and the buttons."""
_MOST_LINES = 1000
_TURNS = ("Previous", "Next")


def split_pages(texts: Sequence[str], room: int = ROOM, most: int = _MOST_LINES) -> tuple[str, ...]:
    """Split the texts in order into pages of at most `most`, as many on each as fit; at least one page."""
    return split_sections([("", texts)], room, most) or ("",)


def split_sections(
    sections: Iterable[tuple[str, Sequence[str]]], room: int = ROOM, most: int = _MOST_LINES
) -> tuple[str, ...]:
    """Split sections, each a heading and its lines, into pages of at most `room` characters and `most` lines.

    A section stays together where it fits. Where it goes on, its heading is repeated.
    """

    def has_room(lines: Sequence[str], more: Sequence[str]) -> bool:
        together = (*lines, *more)
        return len(together) <= most and sum(map(len, together)) + len(together) - 1 <= room

    pages: list[list[str]] = [[]]
    for heading, lines in sections:
        head = [heading] if heading else []
        if not has_room(pages[-1], [*head, *lines]) and has_room([], [*head, *lines]):
            pages.append([])
        for at, line in enumerate(lines):
            wanted = [line] if at else [*head, line]
            if not has_room(pages[-1], wanted):
                pages.append([])
                wanted = [*head, line]
            pages[-1] += wanted
    return tuple("\n".join(lines) for lines in pages if lines)


def turn_buttons(at: int, count: int, id_of: Callable[[int], str], labels: tuple[str, str] = _TURNS) -> list[Component]:
    """Build the ways to the page before `at` (from 0) and to the one after; none where there is only one page.

    `id_of` builds the id of the button that leads to a page.
    """
    if count < 2:
        return []
    before, after = labels
    return [
        button(before, id_of(at - 1), disabled=at == 0),
        button(after, id_of(at + 1), disabled=at == count - 1),
    ]


def describe_place(at: int, count: int) -> str:
    """Describe a page by its number, as in "page 2 of 3"; "" for the only one."""
    return f"page {at + 1} of {count}" if count > 1 else ""


def small(*parts: str) -> str:
    """Return a small line of those parts that aren't empty; "" without any."""
    line = " · ".join(filter(None, parts))
    return f"-# {line}" if line else ""


def titled(shown: Page) -> str:
    """Return a game's page below its title."""
    return f"## {shown.title}\n{shown.text}"


def paged(
    head: Sequence[str],
    pages: Sequence[str],
    at: int,
    id_of: Callable[[int], str],
    *,
    foot: str = "",
    rows: Sequence[Sequence[Component]] = (),
    ways: Sequence[Component] = (),
    labels: tuple[str, str] = _TURNS,
) -> FixedView:
    """Build page `at` (from 0; beyond the last, the last) below the texts of the head, with ways to the other pages.

    `foot` is a small line below it, `rows` and `ways` are controls before and after those ways.
    """
    at = min(at, len(pages) - 1)
    turns = [*turn_buttons(at, len(pages), id_of, labels), *ways]
    return page(*head, pages[at], small(describe_place(at, len(pages)), foot), rows=[*rows, *in_rows(turns)])
