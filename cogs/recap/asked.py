"""The scope of a recap: its tables, its time range and its title, from the options. Only tables this person can see."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from bot.campaigns import Campaign, Right, may
from bot.engine.words import escape, plain
from bot.errors import NotFound, RuleError
from bot.reports.service import ALWAYS, Span, day_named, day_span, zone_named
from bot.reports.tables import TableSpan
from bot.ui.channels import UNSEEN, may_see_place, place_name, place_of
from bot.ui.client import Interaction
from bot.ui.context import person_of, services_of
from bot.ui.visibility import visible_tables

What = Literal["evening", "table", "channel", "day"]


@dataclass(frozen=True, slots=True)
class Asked:
    """The options as they were typed; None where one was left out."""

    what: What | None
    table: str | None
    channel_id: int | None
    day: str | None
    zone: str | None

    @property
    def has_day(self) -> bool:
        """True if one day is meant; a time zone alone means today."""
        return self.what == "day" or bool(self.day or self.zone)

    @property
    def kind(self) -> What:
        """The kind of recap, also where only its object was named."""
        return self.what or ("table" if self.table else "day" if self.has_day else "evening")

    def check(self) -> None:
        """Refuse options that don't go together with a RuleError: none of them is silently ignored."""
        if self.table and self.channel_id is not None:
            raise RuleError("You chose a table and a channel. Choose only one of them.")
        if self.table and self.what in {"evening", "channel"}:
            raise RuleError("You chose a table, but `what` asks for something else. Leave out `table` or `what`.")
        if self.what == "evening" and self.has_day:
            raise RuleError("You chose the last session and also a day. Choose only one of them.")


@dataclass(frozen=True, slots=True)
class Scope:
    """Tables and a time; `title` as Discord's markup, `plain_title` without."""

    rooms: tuple[TableSpan, ...]
    span: Span
    title: str
    plain_title: str


async def scope_of(interaction: Interaction, campaign: Campaign, asked: Asked, *, by_all: bool) -> Scope:
    """Return the scope of the recap.

    Raises NotFound for a table or channel that this person can't see, and RuleError for options that don't go together.
    """
    asked.check()
    if asked.table or asked.kind == "table":
        return await _table_scope(interaction, campaign, asked, by_all=by_all)
    if asked.kind == "day" and asked.channel_id is None:
        day, rooms = _day(interaction, asked), await visible_tables(interaction, campaign, by_all=by_all)
        return Scope(rooms, day.span, escape(day.written), day.written)
    where = _channel(interaction, campaign, asked.channel_id)
    rooms = await visible_tables(interaction, campaign, by_all=by_all, channel_id=where)
    name, mention = place_name(interaction, where), f"<#{where}>"
    if asked.has_day:
        day = _day(interaction, asked)
        return Scope(rooms, day.span, f"{escape(day.written)} in {mention}", f"{day.written} in {name}")
    if asked.kind == "channel":
        return Scope(rooms, ALWAYS, f"All of {mention}", f"All of {name}")
    span = await services_of(interaction).evenings.last_evening(rooms)
    return Scope(rooms, span or Span(0, 0), f"The last session in {mention}", f"The last session in {name}")


async def _table_scope(interaction: Interaction, campaign: Campaign, asked: Asked, *, by_all: bool) -> Scope:
    """Return the scope of the named table, or of the one in the channel: all of it, or a day."""
    named = asked.table
    if named is None:
        where = _channel(interaction, campaign, asked.channel_id)
        rooms = await visible_tables(interaction, campaign, by_all=by_all, channel_id=where)
        room = next((room for room in rooms if room.status == "open"), next(iter(rooms), None))
    else:
        rooms = await visible_tables(interaction, campaign, by_all=by_all)
        room = next((room for room in rooms if named in {str(room.id), room_name(interaction, room)}), None)
    if room is None:
        raise NotFound(_table_missing(asked))
    place = place_of(interaction, room.channel_id)
    where = UNSEEN if place is None else f"<#{room.channel_id}>"
    title, plain_title = (
        f"{escape(room.title)} in {where}",
        f"{room.title} in {place_name(interaction, room.channel_id)}",
    )
    if not asked.has_day:
        return Scope((room,), ALWAYS, title, plain_title)
    day = _day(interaction, asked)
    return Scope((room,), day.span, f"{title}, {escape(day.written)}", f"{plain_title}, {day.written}")


def _table_missing(asked: Asked) -> str:
    if asked.table is not None:
        return "There is no such table that you can see."
    return "No table was opened here yet." if asked.channel_id is None else "No table was opened there yet."


class _Day(NamedTuple):
    span: Span
    written: str


def _day(interaction: Interaction, asked: Asked) -> _Day:
    """Return the day in the options; by default it is today."""
    zone = zone_named(asked.zone or "")
    day = day_named(asked.day or "", zone, services_of(interaction).clock.now())
    return _Day(day_span(day, zone), f"{day.isoformat()}{'' if zone is UTC else f' ({zone})'}")


def room_name(interaction: Interaction, room: TableSpan) -> str:
    """Return the name of a table in autocomplete: its game, its place, and when it was closed."""
    name = plain(f"{room.title} in {place_name(interaction, room.channel_id)}")
    if room.status == "open" or room.touched_at == float("inf"):
        return name
    return f"{name}, until {datetime.fromtimestamp(room.touched_at, UTC):%Y-%m-%d}"


def offered(interaction: Interaction, rooms: Sequence[TableSpan], typed: str) -> list[tuple[str, str]]:
    """Return (name, id) of the tables that fit the typed text."""
    named = [(room_name(interaction, room), str(room.id)) for room in rooms]
    return [(name, value) for name, value in named if typed.casefold() in name.casefold()]


def _channel(interaction: Interaction, campaign: Campaign, channel_id: int | None) -> int:
    """Return the named channel, or this one. Raises NotFound for one that this person can't see."""
    if channel_id is None:
        return _here(interaction)
    if not may_see_place(interaction, channel_id, sees_more=may(Right.UNSEEN, person_of(interaction), campaign)):
        raise NotFound("There is no such channel that you can see.")
    return channel_id


def _here(interaction: Interaction) -> int:
    return interaction.channel_id or 0
