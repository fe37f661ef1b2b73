"""Routes every command, button, select and form of the bot, and checks what Discord sends with it.

An id is `verb:argument:argument...`. Nothing lives in a view, so a control outlives any restart and whatever happens to
the message it stands on. An id is never trusted: the handler of a verb checks server, channel and rights again.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar, cast

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands
from pydantic import JsonValue

from bot.db import log_unexpected
from bot.errors import NotAllowed, PlayerError, TooLate, Unreadable
from bot.tables.hand.notes import has_counted
from bot.ui.answer import answer_of
from bot.ui.client import TAKEN_UP, Interaction, Shadowport
from bot.ui.context import NOT_INVITED, SERVERS_ONLY, is_on_server, is_private, note_person, services_of, whisper
from bot.ui.errors import redraw_clicked_table, report
from bot.ui.panels import forget_components
from bot.ui.render.renderer import Undrawn, answering

T = TypeVar("T")
log = logging.getLogger(__name__)
Handler = Callable[[Interaction, list[str], list[str]], Awaitable[None]]
"""Takes the interaction, the arguments of the id, and what was picked in a select."""
FormHandler = Callable[[Interaction, list[str], dict[str, JsonValue]], Awaitable[None]]
"""Takes the interaction, the arguments of the form's id, and the values by the id of their field."""

Guard = Callable[[Interaction, list[str]], Awaitable[bool]]
"""Answers a click on a private message that must not act, and returns whether it did."""

_Root = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
"""A command as it is registered, which says where it is offered."""
WORN_OUT = "That button has expired. Use the latest message."
NOT_OFFERED = "That choice isn't available."
COUNTED_BEFORE = "That counted while the bot was restarting."
OPENS = "opens"
"""In a command's `extras`: it opens a form, True or unless the option of that name is filled in."""
_MOST_ID = 1 << 53
_NESTING = {Kind.subcommand.value, Kind.subcommand_group.value}
_RESOLVED = {Kind.user: "users", Kind.role: "roles", Kind.channel: "channels", Kind.attachment: "attachments"}
"""Where Discord describes the objects that options name."""
_LONGEST_TEXT, _LARGEST_NUMBER = 6000, 1 << 53
_handlers: dict[str, Handler] = {}
_forms: dict[str, FormHandler] = {}
OWN_DATA = "own data"
"""In a command's `extras`: it is about a person's own data, so blocked people may use it too."""
_opening: set[str] = set()
_own_data: set[object] = set()
_direct: set[object] = set()
_guards: dict[object, Guard] = {}


def control(
    verb: str, *, opens: bool = False, direct: bool = False, own_data: bool = False, guard: Guard | None = None
) -> Callable[[Handler], Handler]:
    """Declare the handler of a verb's buttons and selects. One that `opens` a form writes nothing, and is never
    acknowledged before. `direct` ones work in direct messages too. Those about a person's `own_data` work for blocked
    people too. A `guard` comes before clicks on private messages.
    """

    def declare(handler: Handler) -> Handler:
        if verb in _handlers:
            raise ValueError(f"{verb} is handled already")
        _handlers[verb] = handler
        if opens:
            _opening.add(verb)
        if guard is not None:
            _guards[handler] = guard
        if direct:
            _direct.add(handler)
        if own_data:
            _own_data.add(handler)
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


def opens_form(interaction: Interaction) -> bool:
    """Return True if a form answers the click or command."""
    if interaction.type is discord.InteractionType.component:
        return str(_sent(interaction).get("custom_id", "")).partition(":")[0] in _opening
    if interaction.type is not discord.InteractionType.application_command:
        return False
    opens = interaction.command.extras.get(OPENS) if interaction.command is not None else None
    return opens is True or (opens is not None and opens not in interaction.namespace)


def number(text: str) -> int:
    """Read a number from an id; ids are not secret, so anything may stand there. Raises TooLate for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and int(text) < _MOST_ID):
        raise TooLate(WORN_OUT)
    return int(text)


class Tree(app_commands.CommandTree[Shadowport]):
    """Slash commands behind the flood gate, a second look at their options, and the error funnel."""

    def __init__(self, client: Shadowport) -> None:
        """Build the tree, and route the client's clicks and forms too."""
        super().__init__(client)
        client.route = _route

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        answer = answer_of(interaction)
        try:
            if interaction.type is discord.InteractionType.application_command:
                interaction.client.count_as_running(interaction.guild_id)
                interaction.client.command_links.read_in(interaction.guild_id if is_on_server(interaction) else None)
                _admit(interaction, is_own=interaction.command is not None and OWN_DATA in interaction.command.extras)
                require_valid_options(interaction)
                answer.watch(services_of(interaction).clock, opens_form=opens_form(interaction))
                if TAKEN_UP in _sent(interaction) and await _show_if_counted(interaction):
                    return False
                note_person(interaction)
            elif is_blocked(interaction) or not can_be_completed(interaction):
                await interaction.response.autocomplete([])
                return False
        except Exception as error:  # noqa: BLE001  # the funnel takes all; the library would only log it
            await report(interaction, error)
            return False
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        if interaction.type is discord.InteractionType.autocomplete:
            log_unexpected(log, error, "autocomplete failed")
            return
        await report(interaction, error)


async def _route(interaction: Interaction) -> None:
    """Route clicks and forms past the library's views, which would rebuild the whole message for each click. It doesn't
    matter which process drew them.
    """
    data = _sent(interaction)
    verb, _, rest = str(data.get("custom_id", "")).partition(":")
    arguments = rest.split(":")
    if interaction.type is discord.InteractionType.component:
        picked = data.get("values")
        values = [str(one) for one in picked] if isinstance(picked, list) else []
        await _routed(interaction, _handlers.get(verb), arguments, values)
    elif interaction.type is discord.InteractionType.modal_submit:
        await _routed(interaction, _forms.get(verb), arguments, _field_values(data))
    forget_components(interaction)


def _sent(interaction: Interaction) -> Mapping[str, JsonValue]:
    """Return the data of an interaction as it was sent. Nothing in it is trusted."""
    return cast("Mapping[str, JsonValue]", interaction.data or {})


async def _routed(
    interaction: Interaction,
    handler: Callable[[Interaction, list[str], T], Awaitable[None]] | None,
    arguments: list[str],
    given: T,
) -> None:
    """Call the handler within the flood gate and the error funnel."""
    client = interaction.client
    client.count_as_running(interaction.guild_id)
    client.command_links.read_in(interaction.guild_id if is_on_server(interaction) else None)
    undrawn: Undrawn = {}
    answering.set(undrawn)
    answer_of(interaction).watch(client.services.clock, opens_form=opens_form(interaction))
    try:
        _admit(interaction, is_own=handler in _own_data)
        if TAKEN_UP in _sent(interaction) and await _show_if_counted(interaction):
            return
        try:
            offered = _require_offered(interaction, handler)
            guard = _guards.get(handler) if is_private(interaction) else None
            if guard is None or not await guard(interaction, arguments):
                await offered(interaction, arguments, given)
        finally:
            client.renderer.want_rest(undrawn)
            note_person(interaction)
    except Exception as error:  # noqa: BLE001  # the funnel takes all, tells the person and logs what is a bug
        await report(interaction, error)


def _admit(interaction: Interaction, *, is_own: bool) -> None:
    """Raise TooFast for a person who does too much at once, and Blocked for one whom the operator has blocked. Blocked
    people still reach what is their own.
    """
    interaction.client.flood.admit(interaction.user.id)
    operator = interaction.client.services.operator
    if operator.blocked and not is_own:
        operator.admit(interaction.guild_id, interaction.user.id)


def is_blocked(interaction: Interaction) -> bool:
    """Return True for a person or a server that the operator has blocked."""
    return services_of(interaction).operator.blocks(interaction.guild_id, interaction.user.id) is not None


async def _show_if_counted(interaction: Interaction) -> bool:
    """Answer an interaction that was taken up, if the process that served its server before has acted on it. Return
    False if that hasn't.
    """
    if not await has_counted(services_of(interaction).db, str(interaction.id)):
        return False
    if interaction.message is None:
        await whisper(interaction, COUNTED_BEFORE)
    else:
        await interaction.response.defer()
        await redraw_clicked_table(interaction)
    return True


def _require_offered(interaction: Interaction, handler: T | None) -> T:
    """Return the handler, unless there is none or it doesn't work here."""
    if handler is None:
        raise TooLate(WORN_OUT)
    if not is_on_server(interaction) and handler not in _direct:
        raise NotAllowed(SERVERS_ONLY if interaction.guild_id is None else NOT_INVITED)
    return handler


def require_valid_options(interaction: Interaction) -> None:
    """Refuse a command that isn't offered here, or options that the registered command doesn't take.

    Raises NotAllowed outside a server, and Unreadable for a value that the client would have refused. Raises TooLate if
    the form of the command has changed, or something that it needs is missing.
    """
    command = interaction.command
    if command is None:
        raise _commands_changed()
    root = command if isinstance(command, app_commands.ContextMenu) else command.root_parent or command
    if not _is_offered_here(root, interaction):
        raise NotAllowed(SERVERS_ONLY if interaction.guild_id is None else NOT_INVITED)
    if isinstance(command, app_commands.ContextMenu):
        _require_target(command, _sent(interaction))
        return
    sent = {str(option.get("name")): option for option in _own_options(interaction)}
    known = {parameter.display_name: parameter for parameter in command.parameters}
    missing = [name for name, parameter in known.items() if parameter.required and name not in sent]
    if missing or any(
        name not in known or option.get("type") != known[name].type.value for name, option in sent.items()
    ):
        raise _commands_changed()
    for name, option in sent.items():
        _require_value(known[name], option.get("value"), _sent(interaction).get("resolved"))


def can_be_completed(interaction: Interaction) -> bool:
    """Return whether the command is offered here, and all that is typed and filled in has at least the right kind.

    Values may be unfinished and objects unresolved in a command that nobody has sent yet.
    """
    command = interaction.command
    if not isinstance(command, app_commands.Command) or not _is_offered_here(
        command.root_parent or command, interaction
    ):
        return False
    sent = _own_options(interaction)
    known = {parameter.display_name: parameter for parameter in command.parameters}
    typed = [option for option in sent if option.get("focused")]
    return len(typed) == 1 and all(
        (parameter := known.get(str(option.get("name")))) and _is_readable(parameter.type, option) for option in sent
    )


def _is_offered_here(root: _Root, interaction: Interaction) -> bool:
    """Return whether the command works here: on each server that the bot is on, and elsewhere if it is registered for
    that. Elsewhere are direct messages, with the bot or among people, and servers to which a person brings it.
    """
    if is_on_server(interaction):
        return True
    if interaction.guild_id is not None:
        return root.allowed_installs is not None and root.allowed_installs.user is True
    contexts, is_among_people = root.allowed_contexts, interaction.context.private_channel is True
    return contexts is not None and (contexts.private_channel if is_among_people else contexts.dm_channel) is True


def _require_target(menu: app_commands.ContextMenu, sent: Mapping[str, JsonValue]) -> None:
    """Check the person or message of a context menu, which Discord itself has looked up."""
    kind = "users" if menu.type is discord.AppCommandType.user else "messages"
    resolved = sent.get("resolved")
    found = resolved.get(kind) if isinstance(resolved, dict) else None
    if not isinstance(found, dict) or str(sent.get("target_id")) not in found:
        raise _commands_changed()


def _own_options(interaction: Interaction) -> list[dict[str, JsonValue]]:
    """Return the options of the command itself, below the names of groups and subcommands."""
    options = _objects(_sent(interaction).get("options"))
    while options and options[0].get("type") in _NESTING:
        options = _objects(options[0].get("options"))
    return options


def _is_readable(kind: Kind, option: Mapping[str, JsonValue]) -> bool:
    value = option.get("value")
    if option.get("type") != kind.value:
        return False
    if kind is Kind.string:
        return isinstance(value, str) and len(value) <= _LONGEST_TEXT
    return kind not in _RESOLVED or (isinstance(value, str) and value.isascii() and value.isdigit())


def _require_value(parameter: app_commands.Parameter, value: JsonValue, resolved: JsonValue) -> None:
    name = f"`{parameter.display_name}`"
    if parameter.choices and not any(_is_same(choice.value, value) for choice in parameter.choices):
        raise Unreadable(f"Choose {name} from the list.")
    match parameter.type:
        case Kind.string:
            _require_text(parameter, name, value)
        case Kind.integer:
            if not isinstance(value, int) or isinstance(value, bool):
                raise Unreadable(f"Write {name} as a whole number.")
            _require_bounds(parameter, name, value)
        case Kind.number:
            if not isinstance(value, int | float) or isinstance(value, bool):
                raise Unreadable(f"Write {name} as a number.")
            _require_bounds(parameter, name, value)
        case Kind.boolean:
            if not isinstance(value, bool):
                raise Unreadable(f"Choose true or false for {name}.")
        case kind:
            _require_object(parameter, kind, name, value, resolved)


def _is_same(offered: object, value: JsonValue) -> bool:
    return type(offered) is type(value) and offered == value


def _require_text(parameter: app_commands.Parameter, name: str, value: JsonValue) -> None:
    if not isinstance(value, str):
        raise Unreadable(f"Write {name} as text.")
    low, high = parameter.min_value or 0, parameter.max_value or _LONGEST_TEXT
    if len(value) < low:
        raise Unreadable(f"Write something for {name}.")
    if len(value) > high:
        raise Unreadable(f"That is too long. Write at most {high:,} characters for {name}.")


def _require_bounds(parameter: app_commands.Parameter, name: str, value: float) -> None:
    low = -_LARGEST_NUMBER if parameter.min_value is None else parameter.min_value
    high = _LARGEST_NUMBER if parameter.max_value is None else parameter.max_value
    if not low <= value <= high:
        raise Unreadable(f"Write a number from {low:,} to {high:,} for {name}.")


def _require_object(
    parameter: app_commands.Parameter, kind: Kind, name: str, value: JsonValue, resolved: JsonValue
) -> None:
    """Check an object on the server, which Discord itself has looked up."""
    places = [_RESOLVED[kind]] if kind in _RESOLVED else ["users", "roles"]
    shown = resolved if isinstance(resolved, dict) and isinstance(value, str) else {}
    found = _objects([objects.get(str(value)) for objects in _objects([shown.get(place) for place in places])])
    allowed = {channel_type.value for channel_type in parameter.channel_types}
    if not found or (allowed and found[0].get("type") not in allowed):
        raise Unreadable(f"Choose {name} from the list.")


def _commands_changed() -> PlayerError:
    return TooLate("The commands have changed. Try again in a moment.")


def _field_values(data: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return the values of a submitted form by the id of their field: text, or a list of what was picked."""
    found: dict[str, JsonValue] = {}
    for part in _objects(data.get("components")):
        for inner in (*_objects(part.get("components")), *_objects([part.get("component")])):
            if "custom_id" in inner:
                found[str(inner["custom_id"])] = inner["values"] if "values" in inner else inner.get("value")
    return found


def _objects(value: JsonValue) -> list[dict[str, JsonValue]]:
    """Return the objects of a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
