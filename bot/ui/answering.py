"""Whether the code that runs belongs to a click, whose answer draws the table itself."""

from contextvars import ContextVar

answering: ContextVar[bool] = ContextVar("answering", default=False)
