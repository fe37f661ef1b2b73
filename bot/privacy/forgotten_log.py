"""The log and the hands of a table, and the entries of a book, without a user: page by page, so that nobody waits long.

Each form of a name is replaced by itself, since that is what the rules of the database let through. A text that can't
be changed so (the pseudonym holds the name) is taken out as a whole.
"""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any

from bot.db import Database, Row, Statement
from bot.privacy.erasures import Erasure, registered
from bot.privacy.free_text import typed_from, typed_in
from bot.privacy.name_forms import Redaction, Stand, ids_in, spelled
from bot.privacy.redaction import USER_KEYS, Own, redacted

PAGE = 200
"""Rows that are gone through in one transaction."""
_NOTHING = {"action": "{}", "said": "[]", "kept": "[]", "reason": ""}


async def forget_actions(
    db: Database, erasure: Erasure, campaign_id: int, table_id: int, names: Redaction, own: Own
) -> None:
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
        statements = await asyncio.to_thread(_actions, erasure, campaign_id, table_id, rows, names, own)
        await db.apply(*statements)


def _actions(
    erasure: Erasure, campaign_id: int, table_id: int, rows: Iterable[Row], names: Redaction, own: Own
) -> list[Statement]:
    statements: list[Statement] = []
    for row in rows:
        place = (table_id, row["sequence"])
        reasons = typed_in(row["action"])
        for column in ("action", "said", "kept"):
            for stand, text in _steps(row[column], column, names, own, reasons):
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


def _steps(text: str, column: str, names: Redaction, own: Own, reasons: tuple[str, ...]) -> Iterator[tuple[Stand, str]]:
    """The column's text after each form that is taken out of it. Of an action only who it is about, and prose."""
    if text == _NOTHING[column]:
        return
    before = text
    for stand, after in (_action_steps if column == "action" else _line_steps)(text, names, own, reasons):
        if not stand.fits(before, after):
            yield stand, _NOTHING[column]
            return
        yield stand, after
        before = after


def _action_steps(text: str, names: Redaction, own: Own, reasons: tuple[str, ...]) -> Iterator[tuple[Stand, str]]:
    for stand in ids_in(text, own.user_id, USER_KEYS):
        if stand.form in text:
            text = text.replace(stand.form, stand.pseudonym)
            yield stand, text
    quoted = [f'"{form}"' for reason in reasons for form in spelled(reason)]
    yield from _within(text, [f'"reason":{space}{one}' for one in quoted for space in (" ", "")], names)


def _line_steps(text: str, names: Redaction, own: Own, reasons: tuple[str, ...]) -> Iterator[tuple[Stand, str]]:
    for stand, after in names.lines(text, own.others):
        yield stand, after
        text = after
    yield from _within(text, [form for reason in reasons for form in spelled(reason)], names)


def _within(text: str, typed: Iterable[str], names: Redaction) -> Iterator[tuple[Stand, str]]:
    """The text after each form that was found in one of these parts of it."""
    for part in dict.fromkeys(typed):
        now = part
        for stand, after in names.free(part):
            changed = text.replace(now, after)
            if changed != text:
                yield stand, changed
            text, now = changed, after


async def forget_hands(db: Database, table_id: int, names: Redaction, own: Own, at: float) -> None:
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
        await db.apply(*await asyncio.to_thread(_hands, table_id, rows, names, own, at))


def _hands(table_id: int, rows: Iterable[Row], names: Redaction, own: Own, at: float) -> list[Statement]:
    statements: list[Statement] = []
    for row in rows:
        if row["status"] == "running":
            continue
        kept: list[Any] = [row["deal"], row["outcome"]]
        told = [text and redacted(text, names, own) for text in kept]
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
        reason: str = row["reason"]
        at = typed_from(row["kind"], reason)
        own, before = reason[:at], reason
        for stand, typed in names.free(reason[at:]):
            statements += registered(erasure, campaign_id, [stand])
            after = own + typed
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
