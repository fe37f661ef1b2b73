"""The real file that a test's database is."""

from pathlib import Path


def url_of(path: Path) -> str:
    """The address of a database file, as settings give it."""
    return f"sqlite:///{path}"
