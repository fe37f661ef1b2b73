"""The log and the hands of a table, and the entries of a book, without a user: page by page, so that nobody waits long.

Each form of a name is replaced by itself, since that is what the rules of the database let through. A text that can't
be changed so (the pseudonym holds the name) is taken out as a whole.
"""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

from bot.archive.erasures import Erasure, registered
from bot.archive.forms import Redaction, Stand, ids_in
from bot.archive.redacting import USER_KEYS, redacted
from bot.db import Database, Row, Statement

PAGE = 200
"""Rows that are gone through in one transaction."""
_NOTHING = {"action": "{}", "said": "[]", "kept": "[]", "reason": ""}
_TYPED = frozenset(("grant", "pay", "share", "take"))
"""Kinds of entries whose reason somebody typed, in whatever case."""


async def forget_actions(db: Database, erasure: Erasure, campaign_id: int, table_id: int, names: Redaction) -> None:
    """The table's log without the user. What they did stays, done by nobody that is known."""
    last = 0
    while rows := await db.fetch(
        "SELECT sequence, actor, action, said, kept FROM actions WHERE table_id = ? AND sequence > ? "
        "ORDER BY sequence LIMIT ?",
        table_id,
        last,
        PAGE,
    ):
        last = int(rows[-1]["sequence"])
        statements = await asyncio.to_thread(_actions, erasure, campaign_id, table_id, rows, names)
        await db.apply(*statements)


def _actions(
    erasure: Erasure, campaign_id: int, table_id: int, rows: Iterable[Row], names: Redaction
) -> list[Statement]:
    statements: list[Statement] = []
    for row in rows:
        place = (table_id, row["sequence"])
        for column in ("action", "said", "kept"):
            for stand, text in _steps(row[column], column, names, erasure.user_id):
                statements += registered(erasure, campaign_id, [stand])
                statements.append(
                    Statement(
                        f"UPDATE actions SET {column} = ? WHERE table_id = ? AND sequence = ?",  # noqa: S608  # from above
                        (text, *place),
                    )
                )
        if row["actor"] == erasure.user_id:
            sql = "UPDATE actions SET actor = NULL WHERE table_id = ? AND sequence = ?"
            statements.append(Statement(sql, place))
    return statements


def _steps(text: str, column: str, names: Redaction, user_id: int) -> Iterator[tuple[Stand, str]]:
    """The column's text after each form that is taken out of it. Of an action only what is a name there, or prose."""
    if text == _NOTHING[column]:
        return
    before = text
    for stand, after in _action_steps(text, names, user_id) if column == "action" else names.steps(text):
        if not stand.fits(before, after):
            yield stand, _NOTHING[column]
            return
        yield stand, after
        before = after


def _action_steps(text: str, names: Redaction, user_id: int) -> Iterator[tuple[Stand, str]]:
    wanted = redacted(text, names, user_id)
    if wanted == text:
        return
    for stand in ids_in(text, user_id, USER_KEYS):
        if stand.form in text:
            text = text.replace(stand.form, stand.pseudonym)
            yield stand, text
    yield from names.steps(text)


async def forget_hands(db: Database, erasure: Erasure, table_id: int, names: Redaction, at: float) -> None:
    """The exact input of the table's hands that are over, without the user; a hand that this changes says so."""
    last = (0, -1)
    while rows := await db.fetch(
        """
        SELECT number, revision, status, deal, outcome FROM hands
        WHERE table_id = ? AND (number > ? OR (number = ? AND revision > ?)) ORDER BY number, revision LIMIT ?
        """,
        table_id,
        last[0],
        *last,
        PAGE,
    ):
        last = (int(rows[-1]["number"]), int(rows[-1]["revision"]))
        await db.apply(*await asyncio.to_thread(_hands, erasure, table_id, rows, names, at))


def _hands(erasure: Erasure, table_id: int, rows: Iterable[Row], names: Redaction, at: float) -> list[Statement]:
    statements: list[Statement] = []
    for row in rows:
        if row["status"] == "running":
            continue
        kept: list[Any] = [row["deal"], row["outcome"]]
        told = [text and redacted(text, names, erasure.user_id) for text in kept]
        if told != kept:
            statements.append(
                Statement(
                    "UPDATE hands SET deal = ?, outcome = ?, redacted_at = ? "
                    "WHERE table_id = ? AND number = ? AND revision = ?",
                    (*told, at, table_id, row["number"], row["revision"]),
                )
            )
    return statements


async def forget_entries(db: Database, erasure: Erasure, campaign_id: int, names: Redaction) -> None:
    """The campaign's book without the user: what moved stays, on whose word doesn't."""
    last = 0
    while rows := await db.fetch(
        "SELECT id, kind, reason, actor FROM entries WHERE campaign_id = ? AND id > ? ORDER BY id LIMIT ?",
        campaign_id,
        last,
        PAGE,
    ):
        last = int(rows[-1]["id"])
        await db.apply(*_entries(erasure, campaign_id, rows, names))


def _entries(erasure: Erasure, campaign_id: int, rows: Iterable[Row], names: Redaction) -> list[Statement]:
    statements: list[Statement] = []
    for row in rows:
        before: str = row["reason"]
        for stand, after in names.steps(before, any_case=row["kind"] in _TYPED):
            statements += registered(erasure, campaign_id, [stand])
            whole = stand.fits(before, after) and len(after) <= _LONGEST_REASON
            text = after if whole else _NOTHING["reason"]
            statements.append(Statement("UPDATE entries SET reason = ? WHERE id = ?", (text, row["id"])))
            before = after
            if not whole:
                break
        if row["actor"] == erasure.user_id:
            statements.append(Statement("UPDATE entries SET actor = NULL WHERE id = ?", (row["id"],)))
    return statements


_LONGEST_REASON = 400
