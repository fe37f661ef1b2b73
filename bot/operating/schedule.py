"""Backups that the running bot makes of its SQLite file every so many hours.

Each is made and checked by a process of its own, so that no click waits for it. It gets its name once its ledger is
found to balance. Only then are older ones deleted.
"""

import asyncio
import json
import logging
import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from bot.clock import Clock
from bot.db import CannotOpen, publish, unused
from bot.metrics import meter
from bot.operating.backups import Copy, back_up_to
from bot.processes import environment_of_a_process, kill

log = logging.getLogger(__name__)
RETRY_AFTER = 900.0
"""Seconds at most after which a backup that has failed is tried again."""
_PROGRAM = ("-m", "bot.operating.schedule")
_ANSWER: TypeAdapter[Copy | str] = TypeAdapter(Copy | str)
"""The output of that process: the copy, or why there is none."""
_NICENESS = 10
_STAMP = re.compile(r"-(\d{8}-\d{6}Z)(?:-\d+)?")


class BackupSchedule:
    """The backups of one database in one folder."""

    def __init__(
        self, database: Path, folder: Path, every: float, keep: int, clock: Clock, program: Sequence[str] = _PROGRAM
    ) -> None:
        """Make a backup every so many seconds, and keep that many. `program` is what Python runs for each."""
        self._database, self._folder, self._every, self._keep = database.resolve(), folder, every, keep
        self._clock, self._program = clock, tuple(program)
        self._failed_at: float | None = None

    @property
    def backed_up_at(self) -> float | None:
        """When the newest backup was made, in seconds since the epoch; None without any."""
        return max((at for at, _ in backups_in(self._folder, self._database)), default=None)

    async def run(self) -> None:
        """Make backups until canceled. One that is overdue at the start is made at once."""
        while True:
            await self._clock.sleep(self._due() - self._clock.now())
            try:
                made = await self._back_up()
            except CannotOpen as failed:
                log.error("no backup was made: %s", failed)  # noqa: TRY400  # the sentence says why
                self._failed_at = self._clock.now()
                meter.backed_up("failed")
                continue
            self._failed_at = None
            meter.backed_up("made")
            log.info("%s: backed up, %s bytes", made.file, f"{made.bytes:,}")
            self._delete_old()

    def _due(self) -> float:
        if self._failed_at is not None:
            return self._failed_at + min(RETRY_AFTER, self._every)
        now, last = self._clock.now(), self.backed_up_at
        # A clock that was wrong may have dated a backup in the future.
        return now if last is None else min(last, now) + self._every

    async def _back_up(self) -> Copy:
        """Make a backup and give it its name. Raises CannotOpen for one that isn't good, of which nothing is left."""
        unfinished = self._folder / f".{self._database.name}.unfinished"
        try:
            # A bot that was killed may have left it.
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir(mode=0o700, parents=True)
            made = await self._made_in(unfinished)
            if not made.is_clean:
                first, *_ = made.problems or made.told
                raise CannotOpen(f"the database has problems, which `audit` lists. The first: {first}")
            target = unused(self._folder / Path(made.file).name)
            publish(Path(made.file), target)
        except OSError as failed:
            raise CannotOpen(f"{self._folder} can't be written: {failed.strerror}.") from failed
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)
        return replace(made, file=str(target))

    async def _made_in(self, folder: Path) -> Copy:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._program,
            str(self._database),
            str(folder),
            str(self._clock.now()),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            env=environment_of_a_process(),
            start_new_session=True,
        )
        try:
            said, _ = await process.communicate()
        except asyncio.CancelledError:
            kill(process)
            await process.communicate()
            raise
        try:
            found = _ANSWER.validate_json(said)
        except ValidationError:
            raise CannotOpen(f"the process that makes it ended with status {process.returncode}.") from None
        if isinstance(found, str):
            raise CannotOpen(found)
        return found

    def _delete_old(self) -> None:
        for _, path in sorted(backups_in(self._folder, self._database), reverse=True)[self._keep :]:
            try:
                path.unlink()
            except OSError as failed:
                log.warning("the old backup %s can't be deleted: %s", path, failed.strerror)
            else:
                log.info("%s: deleted, since %s newer backups are kept", path, self._keep)


def default_folder(database: Path) -> Path:
    """Return the folder of scheduled backups where the settings name none."""
    return database.with_name("backups")


def backups_in(folder: Path, database: Path) -> Iterator[tuple[float, Path]]:
    """Yield the backups of the database in the folder that have a time in their name, each with that time."""
    with suppress(OSError):
        for path in folder.iterdir():
            named = path.name.removeprefix(database.stem).removesuffix(database.suffix)
            found = _STAMP.fullmatch(named)
            if found and path.name.startswith(database.stem) and path.suffix == database.suffix:
                with suppress(ValueError):  # a time that never was
                    yield datetime.strptime(found[1], "%Y%m%d-%H%M%SZ").replace(tzinfo=UTC).timestamp(), path


def newest_backup(database: Path, folder: Path) -> Path:
    """Return the newest backup in the folder, or beside the database. Raises CannotOpen without any."""
    found = [*backups_in(folder, database), *backups_in(database.parent, database)]
    if not found:
        raise CannotOpen(f"There is no backup of {database.name} in {folder} or beside it. Name a file.")
    return max(found)[1]


def main(arguments: Sequence[str]) -> int:
    """Back the database up into the folder as of that moment. Print the copy as JSON, or a sentence that says why there
    is none. This process gives way to the bot.
    """
    database, folder, now = arguments
    if hasattr(os, "nice"):  # Windows has none
        os.nice(_NICENESS)
    try:
        made = back_up_to(Path(database), folder, float(now))
    except CannotOpen as refused:
        print(json.dumps(str(refused)))  # noqa: T201  # the answer to the bot
        return 1
    print(json.dumps(asdict(made)))  # noqa: T201  # the answer to the bot
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
