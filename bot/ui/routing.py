"""Routes every button, select and form of the bot to its handler, by its id alone.

An id is `verb:argument:argument...`. Nothing lives in a view, so a control outlives any restart and whatever happens to
the message it stands on. An id is never trusted: the handler of a verb checks server, channel and rights again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

import discord

from bot.clock import Clock
from bot.db import count_saves
from bot.errors import NotAllowed, TooLate
from bot.tables.model import Table
from bot.ui.answer import answer_of
from bot.ui.context import SERVERS_ONLY, services_of
from bot.ui.errors import TooFast, report

Undrawn = dict[int, tuple[Table, Table]]
"""By the table's id: the table before the click, and as it is now."""

answering: ContextVar[Undrawn | None] = ContextVar("answering", default=None)
"""None for code that belongs to no click: each change is drawn at once there. The answer to a click draws the table."""


Handler = Callable[[discord.Interaction, list[str], list[str]], Awaitable[None]]
"""Takes the interaction, the arguments of the id, and what was picked in a select."""

WORN_OUT = "That button has had its day."
NOT_OFFERED = "That isn't offered."
LONGEST_ID = 100
"""Characters in an id, as many as Discord takes."""
BURST = 12.0
"""Interactions that may come at once."""
PER_SECOND = 3.0
_MOST_USERS = 10_000
_MOST_ID = 1 << 53
_handlers: dict[str, Handler] = {}
_forms: dict[str, "FormHandler"] = {}
_opening: set[str] = set()
_direct: set[Handler] = set()
_running: set[asyncio.Task[Any]] = set()

FormHandler = Callable[[discord.Interaction, list[str], dict[str, Any]], Awaitable[None]]
"""Takes the interaction, the arguments of the form's id, and the values by the id of their field."""
OPENS = "opens"
"""In a command's `extras`: it opens a form, True or unless the option of that name is filled in."""


class Flood:
    """Counts interactions by user."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: OrderedDict[int, tuple[float, float]] = OrderedDict()

    def admit(self, user_id: int) -> None:
        """Count one interaction; raises TooFast when the user's bucket is empty."""
        now = self._clock.now()
        left, since = self._buckets.pop(user_id, (BURST, now))
        left = min(BURST, left + (now - since) * PER_SECOND)
        self._buckets[user_id] = (max(left - 1.0, 0.0), now)
        if len(self._buckets) > _MOST_USERS:
            self._buckets.popitem(last=False)
        if left < 1.0:
            raise TooFast


def flood_of(interaction: discord.Interaction) -> Flood:
    """Return the flood gate of the client that received the interaction."""
    return interaction.client.flood  # pyright: ignore[reportAttributeAccessIssue]


def control(verb: str, *, opens: bool = False, direct: bool = False) -> Callable[[Handler], Handler]:
    """Declare the handler of a verb's buttons and selects. One that `opens` a form writes nothing, and is never
    acknowledged before. `direct` ones work in direct messages too.
    """

    def declare(handler: Handler) -> Handler:
        if verb in _handlers:
            raise ValueError(f"{verb} is handled already")
        _handlers[verb] = handler
        if opens:
            _opening.add(verb)
        if direct:
            _direct.add(handler)
        return handler

    return declare


def form(verb: str) -> Callable[[FormHandler], FormHandler]:
    """Declare the handler of a verb's submitted forms."""

    def declare(handler: FormHandler) -> FormHandler:
        if verb in _forms:
            raise ValueError(f"{verb} is handled already")
        _forms[verb] = handler
        return handler

    return declare


def opens_form(interaction: discord.Interaction) -> bool:
    """Return True if a form answers the click or command."""
    data: dict[str, Any] = dict(interaction.data or {})
    if interaction.type is discord.InteractionType.component:
        return str(data.get("custom_id", "")).partition(":")[0] in _opening
    if interaction.type is not discord.InteractionType.application_command:
        return False
    opens = interaction.command.extras.get(OPENS) if interaction.command is not None else None
    return opens is True or (opens is not None and opens not in interaction.namespace)


def control_id(verb: str, *arguments: object) -> str:
    """Build the id of a control or form. Raises ValueError above Discord's 100 characters."""
    custom_id = ":".join((verb, *(str(argument) for argument in arguments)))
    if len(custom_id) > LONGEST_ID:
        raise ValueError(f"an id of {len(custom_id)} characters")
    return custom_id


def number(text: str) -> int:
    """Read a number from an id; ids are not secret, so anything may stand there. Raises TooLate for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and int(text) < _MOST_ID):
        raise TooLate(WORN_OUT)
    return int(text)


async def clicked(interaction: discord.Interaction) -> None:
    """Route a button or a select, whichever process drew it."""
    data: dict[str, Any] = dict(interaction.data or {})
    verb, _, arguments = str(data.get("custom_id", "")).partition(":")
    await routed(interaction, _handlers.get(verb), arguments.split(":"), list(data.get("values", ())))


async def submitted(interaction: discord.Interaction) -> None:
    """Route a form that was sent in, whichever process opened it."""
    data: dict[str, Any] = dict(interaction.data or {})
    verb, _, arguments = str(data.get("custom_id", "")).partition(":")
    await routed(interaction, _forms.get(verb), arguments.split(":"), _field_values(data.get("components", [])))


async def routed(interaction: discord.Interaction, handler: Any, *arguments: Any) -> None:
    """Call the handler within the flood gate and the error funnel."""
    count_as_running()
    undrawn: Undrawn = {}
    answering.set(undrawn)
    answer_of(interaction).watch(services_of(interaction).clock, opens_form=opens_form(interaction))
    try:
        flood_of(interaction).admit(interaction.user.id)
        is_offered = interaction.guild_id is not None or handler is None or handler in _direct
        try:
            await ((handler or _refuse_unknown) if is_offered else _refuse_outside_server)(interaction, *arguments)
        finally:
            interaction.client.renderer.want_rest(undrawn)  # pyright: ignore[reportAttributeAccessIssue]
    except Exception as error:  # noqa: BLE001  # the funnel takes all, tells the person and logs what is a bug
        await report(interaction, error)


async def _refuse_unknown(*_: Any) -> None:
    raise TooLate(WORN_OUT)


async def _refuse_outside_server(*_: Any) -> None:
    raise NotAllowed(SERVERS_ONLY)


def count_as_running() -> None:
    """Count the current task among the answers under way: the bot doesn't stop before it is done. What it saves is
    counted from here on.
    """
    count_saves()
    task = asyncio.current_task()
    if task is not None:
        _running.add(task)
        task.add_done_callback(_running.discard)


def running() -> tuple[asyncio.Task[Any], ...]:
    """Return the tasks of the clicks, forms and commands that are being answered."""
    return tuple(_running)


def _field_values(components: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the values of a submitted form by the id of their field: text, or a list of what was picked."""
    found: dict[str, Any] = {}
    for part in components:
        for inner in (*part.get("components", ()), *filter(None, (part.get("component"),))):
            if "custom_id" in inner:
                found[inner["custom_id"]] = inner["values"] if "values" in inner else inner.get("value")
    return found
