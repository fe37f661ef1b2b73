"""A drill: the newest backup is restored into a temporary folder, audited, and a sample of its hands verified."""

import asyncio
import json
import random
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.db import OpenedDatabase, open_database
from bot.ledger import audit
from bot.operating.backups import restore_from
from bot.tables.verification.verify import verify_hand

_FINISHED = """
SELECT DISTINCT table_id, number FROM hands WHERE status <> 'running' ORDER BY table_id, number
"""


@dataclass(frozen=True, slots=True)
class Drill:
    """The outcome of a drill. `problems` are those of the restored ledger, and of hands that don't check out."""

    file: str
    bytes: int
    seconds: float
    accounts: int
    entries: int
    transfers: int
    open_tables: int
    hands: int
    """Finished hands in the backup."""
    verified: int
    """Hands of the sample that check out as a whole."""
    unverified: int
    """Hands of the sample that today's rules can't replay, or of which nothing can be checked."""
    problems: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.problems

    def describe(self) -> str:
        """Report it in a few lines."""
        sample = f"{self.verified} verified" + f", {self.unverified} can't be verified" * bool(self.unverified)
        size = (
            f"{self.accounts:,} accounts, {self.entries:,} entries, {self.transfers:,} transfers, "
            f"{self.open_tables:,} open tables."
        )
        lines = (
            f"{self.file} was restored into a temporary folder in {self.seconds:.1f} s ({self.bytes:,} bytes).",
            size,
            f"{self.hands:,} finished hands. Of a sample: {sample}.",
            *self.problems,
            "The drill passed. Your database wasn't touched." if self.passed else "The drill failed.",
        )
        return "\n".join(lines)

    def to_json(self) -> str:
        """One object with the fields, and `passed`."""
        return json.dumps({**asdict(self), "passed": self.passed})


def run_drill(file: Path, sample: int, now: float) -> Drill:
    """Restore the backup as `restore` does, and look through it. `sample` is the most hands to verify.

    Raises CannotOpen for a backup that `restore` refuses.
    """
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="shadowport-drill-") as folder:
        database = Path(folder) / "shadowport.db"
        restored = restore_from(file, database, now)
        seconds = time.perf_counter() - began
        return asyncio.run(_looked_through(database, str(file), restored.copy.bytes, seconds, sample))


async def _looked_through(database: Path, file: str, size: int, seconds: float, sample: int) -> Drill:
    # Opened as the bot does, so a backup of an older version is brought up to date.
    async with await open_database(f"sqlite:///{database}") as opened:
        report = await audit(opened)
        hands = [(int(row["table_id"]), int(row["number"])) for row in await opened.fetch(_FINISHED)]
        verified, unverified, faults = await _verified(opened, random.sample(hands, min(sample, len(hands))))
    return Drill(
        file=file,
        bytes=size,
        seconds=seconds,
        accounts=report.accounts,
        entries=report.entries,
        transfers=report.transfers,
        open_tables=report.open_tables,
        hands=len(hands),
        verified=verified,
        unverified=unverified,
        problems=(*report.problems, *faults),
    )


async def _verified(database: OpenedDatabase, hands: list[tuple[int, int]]) -> tuple[int, int, tuple[str, ...]]:
    """Count the hands that check out and those that can't be verified, and return the problems of the others."""
    verified, unverified, faults = 0, 0, list[str]()
    for table_id, number in sorted(hands):
        found = await verify_hand(database, table_id, number, as_gm=True)
        if not found.ok:
            faults += [f"Table {table_id}, hand {number}: {fault}" for fault in found.faults]
        elif found.unverified:
            unverified += 1
        else:
            verified += 1
    return verified, unverified, tuple(faults)
