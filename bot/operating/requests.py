"""Requests of the operator to the running bot: files in a folder beside the database.

Only the process that has the database open may write to a SQLite file, so the command line hands its request to the
bot. A file needs no port and no password: the person who may write into this folder could replace the database too. A
request that comes while no bot runs waits for one. On a PostgreSQL server the folder is where the bot was started, as
for the sign of life. The process that finds a request writes it to the database, where all processes read it.

A request gets its name by being renamed, so nobody reads half of one. Its reply has the same name.
"""

import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import Field, ValidationError

from bot.db import CannotOpen
from bot.engine.frozen import Frozen

Kind = Literal["server", "user"]
LONGEST_NOTICE = 200
_LOOK_EVERY = 0.1
"""Seconds of the machine's own time between two looks for a reply."""
_STALE = 3_600.0
"""Seconds after which a reply is deleted that nobody has read."""
_MOST_BYTES = 4096
_REQUEST, _REPLY = ".request", ".reply"
_Read = TypeVar("_Read", bound=Frozen)


class OperatorRequest(Frozen):
    """One deed of the operator. `name` is its own."""

    name: str = Field(pattern=r"^[0-9a-f]{16,64}$")
    operator: str = Field(max_length=100)
    deed: Literal["block", "unblock", "notice"]
    kind: Kind | None = None
    subject_id: int | None = Field(default=None, gt=0, lt=1 << 63)
    typed: str = Field(default="", max_length=LONGEST_NOTICE)
    """A reason, or the notice; without text, the notice goes."""


class OperatorReply(Frozen):
    """The bot's answer, in a sentence."""

    is_done: bool
    text: str


def folder_of(database: Path) -> Path:
    """Return the folder for requests to the bot on that database."""
    return database.with_name(f"{database.name}.operator")


def new_name() -> str:
    """Return a name for a request. Later ones sort behind earlier ones."""
    return f"{time.time_ns():016x}{secrets.token_hex(4)}"


def open_inbox(folder: Path) -> None:
    """Make the folder, which only the bot's own user may read and write. Raises OSError where that fails."""
    folder.mkdir(mode=0o700, exist_ok=True)


def is_empty(folder: Path) -> bool:
    """Return whether nothing is in the folder, or it isn't there: a look that takes microseconds."""
    with suppress(FileNotFoundError):
        return not any(folder.iterdir())
    return True


def waiting_in(folder: Path) -> Iterator[tuple[Path, OperatorRequest | None]]:
    """Yield the requests that wait, oldest first. One that can't be read is None. Replies that nobody reads go."""
    with suppress(FileNotFoundError):
        for path in sorted(folder.iterdir()):
            with suppress(FileNotFoundError):
                if path.is_dir():
                    continue
                if path.suffix == _REQUEST:
                    yield path, _read(path, OperatorRequest)
                elif time.time() - path.stat().st_mtime > _STALE:
                    path.unlink()


def answer(path: Path, reply: OperatorReply) -> None:
    """Leave the reply to a request, which is over."""
    _write(path.with_suffix(_REPLY), reply)
    path.unlink(missing_ok=True)


def ask(folder: Path, request: OperatorRequest, patience: float) -> OperatorReply | None:
    """Hand the request to the bot, and return its reply; None if none comes in so many seconds. The request stays.

    Raises CannotOpen where no bot has made the folder, and where it can't be written.
    """
    path = folder / f"{request.name}{_REQUEST}"
    reply = path.with_suffix(_REPLY)
    try:
        _write(path, request)
    except FileNotFoundError:
        raise CannotOpen(f"There is no folder {folder}. Start the bot once, which makes it.") from None
    except OSError as failed:
        raise CannotOpen(f"{folder} can't be written: {failed.strerror}. Be the user that the bot runs as.") from None
    until = time.monotonic() + patience
    while (found := _read(reply, OperatorReply)) is None and time.monotonic() < until:
        time.sleep(_LOOK_EVERY)
    reply.unlink(missing_ok=True)
    return found


def _write(path: Path, content: Frozen) -> None:
    unfinished = path.with_suffix(".part")
    unfinished.write_text(content.to_json(), encoding="utf-8")
    unfinished.chmod(0o644)  # the bot reads requests of root, too
    unfinished.replace(path)  # never half of it under its name


def _read(path: Path, kind: type[_Read]) -> _Read | None:
    try:
        with path.open("rb") as opened:
            return kind.from_json(opened.read(_MOST_BYTES).decode(errors="replace"))
    except (FileNotFoundError, ValidationError):
        return None
