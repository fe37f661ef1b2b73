"""Forgetting a user: characters, money and items first, then tables with their hands and logs, then the ledger.

Texts are changed page by page, so that no click waits long. Each form of a name is replaced separately, since the
database lets only that through. A text that can't be changed so (the pseudonym holds the name) is removed as a whole.
"""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain, count

from bot.campaigns import NOBODY, name_key, shortened
from bot.clock import Clock
from bot.db import Database, Row, Statement, log_unexpected
from bot.engine.frozen import Frozen
from bot.engine.game import Item
from bot.engine.skills import Sheet
from bot.ledger import Entry, Transfer, accounts, items, post
from bot.privacy.erasures import (
    Erasure,
    finish_erasure,
    is_unambiguous,
    mentions_at,
    name_redaction,
    names_of_others,
    open_erasures,
    register_bold_name,
    register_forms,
    register_name,
    register_user_id,
    request_erasure,
)
from bot.privacy.name_forms import NameRedaction, Stand, ids_in, spellings
from bot.privacy.redaction import USER_KEYS, OwnMentions, redact, typed_from, typed_in
from bot.privacy.traces import characters_of, guilds_of, offers_of, traces_of
from bot.tables.hand.timing import with_gms_clock
from bot.tables.model import Record, Table
from bot.tables.service import TableService
from bot.tables.store import table_row

log = logging.getLogger(__name__)
_PAGE = 200
"""Rows that are gone through in one transaction."""
_KIND = "forgotten"
_REASON = "Left behind by a former player"
_AT_ONCE = 500
_LONGEST_REASON = 400
_NO_USER = -1
_NOTHING = {"action": "{}", "said": "[]", "kept": "[]", "reason": ""}
_OF_GUILD = "campaign_id IN (SELECT id FROM campaigns WHERE guild_id = ?)"


class Forgetting:
    """Registers whom to forget, and does it; one user after the other."""

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._tables, self._clock = db, tables, clock
        self._pages = _ForgottenTables(db, tables, clock)
        self._lock = asyncio.Lock()

    async def ask(self, user_id: int, guild_ids: Iterable[int], *, known_as: Collection[str] = ()) -> bool:
        """Forget the user on these servers, and do at once what can be done now. `known_as` is what they are called
        on Discord at the moment. Whether all is done; the rest is done when the hands that are on have ended.
        """
        at, guilds = self._clock.now(), tuple(dict.fromkeys(guild_ids))
        wishes = () if guilds else await self._preferences(user_id)
        await self._db.apply(*(request_erasure(guild_id, user_id, at) for guild_id in guilds), *wishes)
        return await self.go_on(user_id=user_id, known_as=known_as)

    async def go_on(self, *, user_id: int | None = None, known_as: Collection[str] = ()) -> bool:
        """Do what can be done now for everybody who is to be forgotten, or for that user; whether nothing is left."""
        async with self._lock:
            meant = [one for one in await open_erasures(self._db) if user_id in {None, one.user_id}]
            done = [await self._forget(erasure, known_as) for erasure in meant]
            if meant:
                # What was overwritten is to go from the files, not only from the tables in them; the caretaker sees to
                # it that it does, where somebody reads just now.
                await self._db.settle()
        return all(done)

    async def waiting_at(self) -> frozenset[int]:
        """Tables at which something is left to do."""
        return frozenset(row["table_id"] for row in await self._db.fetch("SELECT table_id FROM erased_tables"))

    async def _forget(self, erasure: Erasure, known_as: Collection[str]) -> bool:
        if not erasure.is_gathered:
            erasure = await self._gather(erasure, known_as)
        rows = await self._db.fetch("SELECT table_id FROM erased_tables WHERE erasure_id = ?", erasure.id)
        left = [row["table_id"] for row in rows if not await self._try_table(erasure, row["table_id"])]
        for row in await self._db.fetch("SELECT id FROM campaigns WHERE guild_id = ?", erasure.guild_id):
            names = await name_redaction(self._db, erasure, row["id"])
            await _forget_entries(self._db, erasure, row["id"], names)
            await _forget_words(self._db, row["id"], names)
        for row in await self._characters(erasure):
            await _take_belongings(self._db, self._clock, row)
            left += [row["id"]] if await _still_at_a_table(self._db, row["id"]) else []
        if left:
            return False
        await self._db.apply(*finish_erasure(erasure, self._clock.now()))
        return True

    async def _try_table(self, erasure: Erasure, table_id: int) -> bool:
        """Return True if the table is finished; an error there doesn't hold up the others."""
        try:
            if not await self._pages.forget(erasure, table_id):
                return False
        except Exception as error:  # noqa: BLE001  # the others are gone through, and this one is tried again
            log_unexpected(log, error, "table %s still names a person who asked to be forgotten", table_id)
            return False
        gone = "DELETE FROM erased_tables WHERE erasure_id = ? AND table_id = ?"
        await self._db.apply(Statement(gone, (erasure.id, table_id), touches=None))
        return True

    async def _characters(self, erasure: Erasure) -> list[Row]:
        return await self._db.fetch(
            "SELECT id, campaign_id FROM characters WHERE id IN ("
            "SELECT character_id FROM erased_characters WHERE erasure_id = ?)",
            erasure.id,
        )

    async def _gather(self, erasure: Erasure, known_as: Collection[str]) -> Erasure:
        """Note what there is of the user, and take away at once what is theirs alone."""
        user_id, guild_id, at = erasure.user_id, erasure.guild_id, self._clock.now()
        rows = await characters_of(self._db, guild_id, user_id)
        first = len(erasure.characters) + 1
        parting: list[Statement] = []
        for number, row in enumerate(rows, first):
            parting += _retire(erasure, row, erasure.character(number), int(at))
        await self._db.apply(*parting)
        traces = await traces_of(self._db, erasure.id, guild_id, user_id)
        campaigns = await self._db.fetch("SELECT id FROM campaigns WHERE guild_id = ?", guild_id)
        known = next(one for one in await open_erasures(self._db) if one.id == erasure.id)
        called: list[Statement] = []
        for row in campaigns:
            others = await names_of_others(self._db, known, row["id"])
            called += register_user_id(erasure, row["id"])
            for name in filter(None, dict.fromkeys((*traces.names, *known_as))):
                told = register_name if is_unambiguous(name, others) else register_bold_name
                called += told(erasure, row["id"], name, erasure.pseudonym)
        await self._db.apply(
            *called,
            *(_delete("offers", "id = ?", offer) for offer in await offers_of(self._db, guild_id, user_id)),
            *_clear_own_rows(guild_id, user_id),
            *await self._preferences(user_id),
        )
        tables = dict.fromkeys(traces.tables)
        for row in campaigns:
            names = await name_redaction(self._db, known, row["id"])
            tables |= dict.fromkeys(await _tables_with_typed_names(self._db, row["id"], names))
        await self._db.apply(
            *(_register_table(erasure, table_id) for table_id in tables),
            Statement("UPDATE erasures SET gathered_at = ? WHERE id = ?", (at, erasure.id)),
        )
        return replace(known, is_gathered=True)

    async def _preferences(self, user_id: int) -> tuple[Statement, ...]:
        """Delete the user's preferences, which hold on all servers, once they are forgotten on all of them."""
        asked_at = {one.guild_id for one in await open_erasures(self._db) if one.user_id == user_id}
        if set(await guilds_of(self._db, user_id)) - asked_at:
            return ()
        return (_delete("preferences", "user_id = ?", user_id),)


def _retire(erasure: Erasure, row: Row, pseudonym: str, at: int) -> tuple[Statement, ...]:
    """Return the statements that retire a character without owner, name, sheet or loadouts."""
    return (
        Statement(
            "INSERT INTO erased_characters (erasure_id, character_id, name, pseudonym) VALUES (?, ?, ?, ?)",
            (erasure.id, row["id"], row["name"], pseudonym),
        ),
        *register_name(erasure, row["campaign_id"], row["name"], pseudonym),
        _delete("active_characters", "character_id = ?", row["id"]),
        _delete("claims", "character_id = ?", row["id"]),
        _delete("loadouts", "character_id = ?", row["id"]),
        Statement(
            "UPDATE characters SET owner_id = ?, name = ?, name_key = ?, sheet = ?, template = NULL, "
            "retired_at = coalesce(retired_at, ?) WHERE id = ?",
            (NOBODY, pseudonym, name_key(pseudonym), Sheet().to_json(), at, row["id"]),
        ),
    )


def _clear_own_rows(guild_id: int, user_id: int) -> tuple[Statement, ...]:
    """Return the statements that delete the user's own rows and take them out of rows that they saved or changed."""
    return (
        _delete("claims", f"user_id = ? AND {_OF_GUILD}", user_id, guild_id),
        _delete("pending_imports", "user_id = ? AND guild_id = ?", user_id, guild_id),
        Statement(f"UPDATE presets SET saved_by = 0 WHERE saved_by = ? AND {_OF_GUILD}", (user_id, guild_id), None),  # noqa: S608  # fixed parts
        Statement(
            f"UPDATE card_file_changes SET changed_by = 0 WHERE changed_by = ? AND {_OF_GUILD}",  # noqa: S608  # as above
            (user_id, guild_id),
            None,
        ),
    )


def _register_table(erasure: Erasure, table_id: int) -> Statement:
    sql = "INSERT INTO erased_tables (erasure_id, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
    return Statement(sql, (erasure.id, table_id), touches=None)


def _delete(relation: str, which: str, *args: int) -> Statement:
    return Statement(f"DELETE FROM {relation} WHERE {which}", args, touches=None)  # noqa: S608  # names from above


class _ForgottenTables:
    """Goes through one table after the other; each is left as it is while a hand is on that needs who plays in it."""

    def __init__(self, db: Database, tables: TableService, clock: Clock) -> None:
        self._db, self._tables, self._clock = db, tables, clock

    async def forget(self, erasure: Erasure, table_id: int) -> bool:
        """Take the user out of the table as far as that can be done now; whether nothing of theirs is left there.

        May be broken off anywhere and begun again.
        """
        row = await table_row(self._db, table_id)
        if row is None:
            return True
        is_waiting = False
        names = await name_redaction(self._db, erasure, row["campaign_id"])
        own = await mentions_at(self._db, erasure, table_id)
        if row["status"] == "open":
            await self._tables.seating.gone(table_id, frozenset(erasure.characters))
            is_waiting = await self._rewrite_open(erasure, table_id, names, own)
        else:
            await self._rewrite_closed(table_id, names, own)
        if not is_waiting:
            await _forget_hands(self._db, table_id, names, own, self._clock.now())
            await _forget_actions(self._db, erasure, row["campaign_id"], table_id, names, own)
        return not is_waiting and not await self._may_still_win(erasure, table_id)

    async def _rewrite_open(self, erasure: Erasure, table_id: int, names: NameRedaction, own: OwnMentions) -> bool:
        """Take the user out of an open table. Return True if that must wait for a hand that they are in."""
        store = self._tables.store
        async with store.locked(table_id) as table:
            if not table.is_open:
                return True
            kept = _without_host(table, erasure.user_id)
            is_waiting = _is_in_hand(kept, erasure)
            after, state = (kept, None) if is_waiting else await self._redact_open(kept, names, own)
            if after.record != table.record or state is not None:
                await store.commit(table, with_gms_clock(after, self._clock.now()), state=state)
            return is_waiting

    async def _redact_open(self, table: Table, names: NameRedaction, own: OwnMentions) -> tuple[Table, str | None]:
        """Return the table's record without the user, and its last hand's state as JSON if that named them."""
        record = Record.from_json(redact(table.record.to_json(), names, own))
        after = replace(table, record=record)
        row = await table_row(self._db, table.id)
        before = None if row is None or table.in_hand else row["state"]
        state = None if before is None else redact(before, names, own)
        if state is None or state == before:
            return after, None
        return replace(after, state=_read(after, state)), state

    async def _rewrite_closed(self, table_id: int, names: NameRedaction, own: OwnMentions) -> None:
        row = await table_row(self._db, table_id)
        if row is None:
            return
        record, state = (row[name] and redact(row[name], names, own) for name in ("record", "state"))
        if (record, state) != (row["record"], row["state"]):
            sql = "UPDATE tables SET record = ?, state = ? WHERE id = ? AND version = ? AND status = 'closed'"
            await self._db.apply(Statement(sql, (record, state, table_id, row["version"])))

    async def _may_still_win(self, erasure: Erasure, table_id: int) -> bool:
        """Return True if a tournament there, which one of their characters has paid for, may still pay them."""
        row = await table_row(self._db, table_id)
        if row is None or row["status"] != "open":
            return False
        record = (await self._tables.look(table_id)).record
        return record.prize > 0 and any(one.character_id in erasure.characters for one in record.entered)


def _is_in_hand(table: Table, erasure: Erasure) -> bool:
    """Return True if the user plays in the present hand, or hasn't left their seat yet."""
    hand, record = table.record.hand, table.record
    if any(chair.character_id in erasure.characters for chair in record.chairs):
        return True
    return table.in_hand and hand is not None and erasure.user_id in hand.people


def _without_host(table: Table, user_id: int) -> Table:
    record = table.record
    changes: dict[str, object] = {}
    if record.keeper == user_id:
        changes |= {"keeper": 0, "keeper_name": "", "keeper_is_gm": False}
    if record.opened_by == user_id:
        changes["opened_by"] = 0
    return table.evolve(**changes) if changes else table


def _read(table: Table, state: str) -> Frozen | None:
    hand = table.record.hand
    try:
        return None if hand is None else table.spec.game.read(state, hand.version)
    except ValueError:
        # It is only looked at until the next hand.
        return None


async def _forget_hands(db: Database, table_id: int, names: NameRedaction, own: OwnMentions, at: float) -> None:
    """Take the user out of the stored input of the table's finished hands, and mark the hands that this changes."""
    last = (0, -1)
    while rows := await db.fetch(
        """
        SELECT number, revision, status, deal, outcome FROM hands
        WHERE table_id = ? AND (number > ? OR (number = ? AND revision > ?)) ORDER BY number, revision LIMIT ?
        """,
        table_id,
        last[0],
        *last,
        _PAGE,
    ):
        last = (int(rows[-1]["number"]), int(rows[-1]["revision"]))
        await db.apply(*await asyncio.to_thread(_redact_hands, table_id, rows, names, own, at))


def _redact_hands(
    table_id: int, rows: Iterable[Row], names: NameRedaction, own: OwnMentions, at: float
) -> list[Statement]:
    statements: list[Statement] = []
    for row in rows:
        if row["status"] == "running":
            continue
        kept: list[str | None] = [row["deal"], row["outcome"]]
        told = [text and redact(text, names, own) for text in kept]
        if told != kept:
            statements.append(
                Statement(
                    "UPDATE hands SET deal = ?, outcome = ?, redacted_at = ? "
                    "WHERE table_id = ? AND number = ? AND revision = ?",
                    (*told, at, table_id, row["number"], row["revision"]),
                )
            )
    return statements


async def _forget_actions(
    db: Database, erasure: Erasure, campaign_id: int, table_id: int, names: NameRedaction, own: OwnMentions
) -> None:
    """Take the user out of the table's log. Their actions stay, with no known actor."""
    last = 0
    while rows := await db.fetch(
        "SELECT sequence, actor, action, said, kept FROM actions WHERE table_id = ? AND sequence > ? "
        "ORDER BY sequence LIMIT ?",
        table_id,
        last,
        _PAGE,
    ):
        last = int(rows[-1]["sequence"])
        statements = await asyncio.to_thread(_redact_actions, erasure, campaign_id, table_id, rows, names, own)
        await db.apply(*statements)


def _redact_actions(
    erasure: Erasure, campaign_id: int, table_id: int, rows: Iterable[Row], names: NameRedaction, own: OwnMentions
) -> list[Statement]:
    statements: list[Statement] = []
    for row in rows:
        place = (table_id, row["sequence"])
        reasons = typed_in(row["action"])
        for column in ("action", "said", "kept"):
            for stand, text in _redaction_steps(row[column], column, names, own, reasons):
                statements += register_forms(erasure, campaign_id, [stand])
                statements.append(
                    Statement(
                        f"UPDATE actions SET {column} = ? WHERE table_id = ? AND sequence = ?",  # noqa: S608  # fixed names
                        (text, *place),
                    )
                )
        if row["actor"] == erasure.user_id:
            sql = "UPDATE actions SET actor = NULL WHERE table_id = ? AND sequence = ?"
            statements.append(Statement(sql, place))
    return statements


def _redaction_steps(
    text: str, column: str, names: NameRedaction, own: OwnMentions, reasons: tuple[str, ...]
) -> Iterator[tuple[Stand, str]]:
    """Yield the column's text after each form that is taken out of it. In an action, only user ids and prose change."""
    if text == _NOTHING[column]:
        return
    before = text
    for stand, after in (_action_steps if column == "action" else _line_steps)(text, names, own, reasons):
        if not stand.fits(before, after):
            yield stand, _NOTHING[column]
            return
        yield stand, after
        before = after


def _action_steps(
    text: str, names: NameRedaction, own: OwnMentions, reasons: tuple[str, ...]
) -> Iterator[tuple[Stand, str]]:
    for stand in ids_in(text, own.user_id, USER_KEYS):
        if stand.form in text:
            text = text.replace(stand.form, stand.pseudonym)
            yield stand, text
    quoted = [f'"{form}"' for reason in reasons for form in spellings(reason)]
    yield from _within(text, [f'"reason":{space}{one}' for one in quoted for space in (" ", "")], names)


def _line_steps(
    text: str, names: NameRedaction, own: OwnMentions, reasons: tuple[str, ...]
) -> Iterator[tuple[Stand, str]]:
    for stand, after in names.lines(text, own.others):
        yield stand, after
        text = after
    yield from _within(text, [form for reason in reasons for form in spellings(reason)], names)


def _within(text: str, typed: Iterable[str], names: NameRedaction) -> Iterator[tuple[Stand, str]]:
    """Yield the text after each form that was found in one of the `typed` parts of it."""
    for part in dict.fromkeys(typed):
        now = part
        for stand, after in names.free(part):
            changed = text.replace(now, after)
            if changed != text:
                yield stand, changed
            text, now = changed, after


async def _forget_entries(db: Database, erasure: Erasure, campaign_id: int, names: NameRedaction) -> None:
    """Take the user out of the campaign's ledger: the amounts stay, the actor goes."""
    last = 0
    while rows := await db.fetch(
        "SELECT id, kind, reason, actor FROM entries WHERE campaign_id = ? AND id > ? ORDER BY id LIMIT ?",
        campaign_id,
        last,
        _PAGE,
    ):
        last = int(rows[-1]["id"])
        await db.apply(*_redact_entries(erasure, campaign_id, rows, names))


def _redact_entries(erasure: Erasure, campaign_id: int, rows: Iterable[Row], names: NameRedaction) -> list[Statement]:
    statements: list[Statement] = []
    for row in rows:
        reason: str = row["reason"]
        at = typed_from(row["kind"], reason)
        own, before = reason[:at], reason
        for stand, typed in names.free(reason[at:]):
            statements += register_forms(erasure, campaign_id, [stand])
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


async def _forget_words(db: Database, campaign_id: int, names: NameRedaction) -> None:
    """Take the names out of the campaign's presets and NPCs."""
    presets = await db.fetch(
        "SELECT game, name, name_key FROM presets WHERE campaign_id = ? ORDER BY game, name_key", campaign_id
    )
    pilots = await db.fetch("SELECT id, pilot FROM characters WHERE campaign_id = ? AND pilot IS NOT NULL", campaign_id)
    await db.apply(*_rename_presets(campaign_id, presets, names), *_rewrite_lines(pilots, names))


def _rename_presets(campaign_id: int, rows: list[Row], names: NameRedaction) -> Iterator[Statement]:
    taken = {(row["game"], row["name_key"]) for row in rows}
    for row in rows:
        told = names.redacted(row["name"])
        if told == row["name"]:
            continue
        numbered = chain((told,), (f"{told} {number}" for number in count(2)))
        free = next(name for name in numbered if (row["game"], name_key(name)) not in taken)
        taken.add((row["game"], name_key(free)))
        yield Statement(
            "UPDATE presets SET name = ?, name_key = ? WHERE campaign_id = ? AND game = ? AND name_key = ?",
            (free, name_key(free), campaign_id, row["game"], row["name_key"]),
            touches=None,
        )


def _rewrite_lines(rows: list[Row], names: NameRedaction) -> Iterator[Statement]:
    for row in rows:
        pilot = json.loads(row["pilot"])
        told = [names.redacted(line) for line in pilot.get("lines", ())]
        if told != pilot.get("lines", []):
            text = json.dumps({**pilot, "lines": shortened(told)}, ensure_ascii=False, separators=(",", ":"))
            sql = "UPDATE characters SET pilot = ? WHERE id = ? AND pilot = ?"
            yield Statement(sql, (text, row["id"], row["pilot"]), touches=None)


async def _tables_with_typed_names(db: Database, campaign_id: int, names: NameRedaction) -> tuple[int, ...]:
    """Return the campaign's tables where someone has typed one of the names, no matter who played there."""
    typed = await db.fetch(
        "SELECT table_id, action FROM actions WHERE table_id IN (SELECT id FROM tables WHERE campaign_id = ?) "
        "AND action LIKE '%\"reason\"%'",
        campaign_id,
    )
    records = await db.fetch("SELECT id, record FROM tables WHERE campaign_id = ?", campaign_id)
    return await asyncio.to_thread(_find_typed_names, typed, records, names)


def _find_typed_names(typed: list[Row], records: list[Row], names: NameRedaction) -> tuple[int, ...]:
    found = {
        int(row["table_id"])
        for row in typed
        if any(names.redacted(reason) != reason for reason in typed_in(row["action"]))
    }
    found |= {int(row["id"]) for row in records if redact(row["record"], names, OwnMentions(_NO_USER)) != row["record"]}
    return tuple(sorted(found))


async def _take_belongings(db: Database, clock: Clock, character: Row) -> None:
    """Take what the character has in the purse and in hand. What lies at a table comes when it has left there."""
    await _take_money(db, clock, character["campaign_id"], character["id"])
    await _take_items(db, clock, character["campaign_id"], character["id"])


async def _take_money(db: Database, clock: Clock, campaign_id: int, character_id: int) -> None:
    purse, house = accounts.purse(character_id), accounts.house(campaign_id)
    rows = await db.fetch("SELECT balance, last_transfer FROM accounts WHERE id = ?", purse)
    if not rows or not rows[0]["balance"]:
        return
    transfers = (Transfer(purse, house, int(rows[0]["balance"])),)
    key = f"forgotten:{character_id}:{rows[0]['last_transfer']}"
    await db.apply(*post(Entry(key, campaign_id, _KIND, _REASON, None, clock.now(), transfers)))


async def _take_items(db: Database, clock: Clock, campaign_id: int, character_id: int) -> None:
    holder = items.Holder.character(character_id)
    while rows := await db.fetch(
        "SELECT id, game, kind, last_move FROM items WHERE holder = ? AND campaign_id = ? ORDER BY id LIMIT ?",
        holder.name,
        campaign_id,
        _AT_ONCE,
    ):
        by_game: defaultdict[str, list[Item]] = defaultdict(list)
        for row in rows:
            by_game[row["game"]].append(Item(id=str(row["id"]), kind=row["kind"]))
        goods = [good for some in by_game.values() for good in some]
        key = f"forgotten:goods:{character_id}:{rows[0]['last_move']}"
        entry = Entry(key, campaign_id, _KIND, _REASON, None, clock.now(), ())
        await db.apply(*post(entry), *items.move_items(entry, goods, holder, items.NOBODY))


async def _still_at_a_table(db: Database, character_id: int) -> bool:
    """Return True if the character still has chips or items at a table."""
    rows = await db.fetch(
        """
        SELECT 1 FROM accounts WHERE character_id = ? AND kind = 'seat'
            AND (balance > 0 OR EXISTS (SELECT 1 FROM items WHERE items.holder = accounts.id)) LIMIT 1
        """,
        character_id,
    )
    return bool(rows)
