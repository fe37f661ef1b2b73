"""What a recap is about: which tables, from when to when, and what it is called. Only what this person can see."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import discord

from bot.campaigns import Campaign, may_gm
from bot.engine.speech import escape, plain
from bot.errors import NotFound, RuleError
from bot.evening.rooms import Room
from bot.evening.span import ALWAYS, Span, day_named, of_day, zone_named
from bot.ui.context import house_of, person_of
from bot.ui.whereabouts import UNSEEN, may_see_place, place_name, place_of, seen_rooms

What = Literal["evening", "table", "channel", "day"]


@dataclass(frozen=True, slots=True)
class Asked:
    """As it was typed; None is what was left out."""

    what: What | None
    table: str | None
    channel_id: int | None
    day: str | None
    zone: str | None

    @property
    def kind(self) -> What:
        """What was asked for, also where only its object was named."""
        return self.what or ("table" if self.table else "day" if self.day or self.zone else "evening")


@dataclass(frozen=True, slots=True)
class Scope:
    """Tables and a time; `title` as Discord's markup, `plain_title` without."""

    rooms: tuple[Room, ...]
    span: Span
    title: str
    plain_title: str


async def scope_of(interaction: discord.Interaction, campaign: Campaign, asked: Asked, *, by_all: bool) -> Scope:
    """What is to be told. Raises NotFound for a table or channel that isn't there for this person, and RuleError for
    what doesn't go together.
    """
    if asked.table and asked.kind != "table":
        raise RuleError("A table and another kind of recap don't go together: leave one of them out.")
    match asked.kind:
        case "table":
            return await _of_table(interaction, campaign, asked.table, by_all=by_all)
        case "day":
            return await _of_day(interaction, campaign, asked, by_all=by_all)
        case "channel":
            where = _channel(interaction, campaign, asked.channel_id)
            rooms = await seen_rooms(interaction, campaign, by_all=by_all, channel_id=where)
            return Scope(rooms, ALWAYS, f"All of <#{where}>", f"All of {place_name(interaction, where)}")
        case "evening":
            where = _channel(interaction, campaign, asked.channel_id)
            rooms = await seen_rooms(interaction, campaign, by_all=by_all, channel_id=where)
            span = await house_of(interaction).evenings.last_evening(rooms)
            name = place_name(interaction, where)
            return Scope(rooms, span or Span(0, 0), f"The last evening in <#{where}>", f"The last evening in {name}")


async def _of_table(interaction: discord.Interaction, campaign: Campaign, named: str | None, *, by_all: bool) -> Scope:
    if named is None:
        rooms = await seen_rooms(interaction, campaign, by_all=by_all, channel_id=_here(interaction))
        room = next((room for room in rooms if room.status == "open"), next(iter(rooms), None))
    else:
        rooms = await seen_rooms(interaction, campaign, by_all=by_all)
        room = next((room for room in rooms if named in {str(room.id), room_name(interaction, room)}), None)
    if room is None:
        raise NotFound("There was no table here yet." if named is None else "There is no such table that you can see.")
    place = place_of(interaction, room.channel_id)
    where = UNSEEN if place is None else f"<#{room.channel_id}>"
    title = f"{escape(room.title)} in {where}"
    return Scope((room,), ALWAYS, title, f"{room.title} in {place_name(interaction, room.channel_id)}")


async def _of_day(interaction: discord.Interaction, campaign: Campaign, asked: Asked, *, by_all: bool) -> Scope:
    """A day of one channel, or of all tables of the campaign."""
    zone = zone_named(asked.zone or "")
    day = day_named(asked.day or "", zone, house_of(interaction).clock.now())
    where = None if asked.channel_id is None else _channel(interaction, campaign, asked.channel_id)
    rooms = await seen_rooms(interaction, campaign, by_all=by_all, channel_id=where)
    written = f"{day:%Y-%m-%d}{'' if zone is UTC else f' ({zone})'}"
    title = escape(written) if where is None else f"{escape(written)} in <#{where}>"
    plain_title = written if where is None else f"{written} in {place_name(interaction, where)}"
    return Scope(rooms, of_day(day, zone), title, plain_title)


def room_name(interaction: discord.Interaction, room: Room) -> str:
    """What autocomplete calls a table: what is played there, where, and when it was closed."""
    name = plain(f"{room.title} in {place_name(interaction, room.channel_id)}")
    if room.status == "open" or room.touched_at == float("inf"):
        return name
    return f"{name}, until {datetime.fromtimestamp(room.touched_at, UTC):%Y-%m-%d}"


def offered(interaction: discord.Interaction, rooms: Sequence[Room], typed: str) -> list[tuple[str, str]]:
    """(name, id) of the tables that fit what was typed."""
    named = [(room_name(interaction, room), str(room.id)) for room in rooms]
    return [(name, value) for name, value in named if typed.casefold() in name.casefold()]


def _channel(interaction: discord.Interaction, campaign: Campaign, channel_id: int | None) -> int:
    """The channel that was named, else this one. Raises NotFound for one that they can't see."""
    if channel_id is None:
        return _here(interaction)
    if not may_see_place(interaction, channel_id, is_gm=may_gm(campaign, person_of(interaction))):
        raise NotFound("There is no such channel that you can see.")
    return channel_id


def _here(interaction: discord.Interaction) -> int:
    return interaction.channel_id or 0
