"""A view in words and symbols, ready to be drawn. Games write panels; the renderer knows Discord's components."""

from bot.engine.frozen import Frozen


class SeatLine(Frozen):
    """What stands behind the name of a seat."""

    seat: int
    cards: str = ""
    """Cards or dice, and what they are worth; they stay until the next hand."""
    text: str
    """While the hand runs: the stack, what the seat is in for."""
    is_out: bool = False
    """Folded, bust: drawn more quietly."""


class Panel(Frozen):
    """A table in about a dozen lines. All texts are Discord markdown with names escaped."""

    title: str | None = None
    """What this variant of the game is called, if not by the game's own title."""
    heading: str
    """What is going on now, in two or three words: the street, the round."""
    status: tuple[str, ...]
    """The pot and the price, the middle of the table: one or two lines."""
    seats: tuple[SeatLine, ...]
    result: str | None = None
    """How the hand ended, a sentence; None while it runs."""


class Page(Frozen):
    """A page of a game's rules in our own words."""

    title: str
    text: str
