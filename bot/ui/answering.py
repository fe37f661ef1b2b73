"""The tables that a click has changed and its answer hasn't drawn yet."""

from contextvars import ContextVar

from bot.tables.model import Table

Undrawn = dict[int, tuple[Table, Table]]
"""By the table's id: the table before the click, and as it is now."""

answering: ContextVar[Undrawn | None] = ContextVar("answering", default=None)
"""None for code that belongs to no click: each change is drawn at once there. The answer to a click draws the table."""
