"""A scripted person at their client, and the checks and payloads of their commands, buttons and menus."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from playground.discord.interactions import Interaction, Kind
from playground.discord.limits.commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    CHAT_INPUT,
    GROUP,
    INTEGER,
    MENTIONABLE,
    MESSAGE_COMMAND,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
    USER_COMMAND,
)
from playground.discord.limits.components import BUTTON, LINK, STRING_SELECT
from playground.discord.limits.messages import CONTENT_AT_MOST
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, ChannelKind, Guild, Member, Upload, User, World
from playground.discord.world.interaction_payloads import resolved_json
from playground.discord.world.permissions import Permission
from playground.people.choosing import IN_MENUS, Chosen, ClientRefused, Sort, so_many
from playground.people.forms import SAFETY_NET, Answer, Form, OpenForms
from playground.people.seen import Button, Seen, Select

Json = dict[str, Any]
_NAMED_AT_MOST = 3
_SORTS = {
    USER: frozenset({Sort.PERSON}),
    ROLE: frozenset({Sort.ROLE}),
    MENTIONABLE: frozenset({Sort.PERSON, Sort.ROLE}),
    CHANNEL: frozenset({Sort.PLACE}),
}


@dataclass(slots=True)
class _Invocation:
    """A command on its way: the root as registered, the path to the subcommand, its options."""

    root: Json
    path: list[Json]
    options: list[Json]
    chosen: Chosen

    def data(self) -> Json:
        """Return the interaction's data: options nested below the subcommand."""
        options = self.options
        for step in reversed(self.path):
            options = [{"name": step["name"], "type": step["type"], "options": options}]
        data: Json = {"id": self.root["id"], "name": self.root["name"], "type": CHAT_INPUT}
        if "guild_id" in self.root:
            data["guild_id"] = self.root["guild_id"]
        if options:
            data["options"] = options
        resolved = self.chosen.json()
        return data | ({"resolved": resolved} if resolved else {})


class Player:
    """One person. Every deed is sent at once and gives an `Answer`; `await` it for the bot's acknowledgement.

    A deed that the client would not allow raises ClientRefused and sends nothing. With `unchecked=True` it is sent
    nevertheless, as a client with bad manners could.
    """

    def __init__(self, local: LocalDiscord, who: Member | User) -> None:
        self._local, self._world = local, local.world
        self.user = who if isinstance(who, User) else who.user
        self.forms = OpenForms(local.world, local.interactions, self.user)

    def __repr__(self) -> str:
        return f"<Player {self.user.name}>"

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def modal(self) -> Form | None:
        """The form that opened last, while it is open."""
        return self.forms.latest

    @property
    def dm(self) -> Channel:
        """Where the bot and this person talk alone."""
        return self._world.dm(self.user)

    def say(self, channel: Channel, text: str) -> Seen:
        """Post an ordinary message."""
        _require_writable(self._world, self.user, channel)
        if not self._world.may_write(self.user, channel):
            raise ClientRefused("You may not write in that channel.")
        if not text.strip():
            raise ClientRefused("Write something first.")
        if len(text) > CONTENT_AT_MOST:
            raise ClientRefused(f"A message has at most {CONTENT_AT_MOST:,} characters.")
        return Seen(self._world.say(self.user, channel, text.strip()))

    def sees(self, channel: Channel) -> list[Seen]:
        """List all messages that this person can read there, oldest first; ephemerals only if they are theirs."""
        if self._world.channel(channel.id) is None or not self._world.sees(self.user, channel):
            return []
        return [Seen(message) for message in self._world.history(channel, self.user)]

    async def until_sees(
        self,
        channel: Channel,
        wanted: Callable[[Seen], Any] | str,
        timeout: float = SAFETY_NET,
    ) -> Seen:
        """Return the latest message that fits, as soon as there is one: a text that it holds, or a test of it.

        `timeout` is in real seconds, a safety net. Raises TimeoutError with what is seen instead.
        """
        fits: Callable[[Seen], Any] = (lambda seen: wanted in seen.text) if isinstance(wanted, str) else wanted
        found: list[Seen] = []

        def look() -> bool:
            found[:] = [seen for seen in self.sees(channel) if fits(seen)]
            return bool(found)

        try:
            await self._world.until(look, timeout)
        except TimeoutError:
            text = f"{self.user.name} sees {self.sees(channel)}. Problems: {self._local.problems}"
            raise TimeoutError(text) from None
        return found[-1]

    def commands(self, channel: Channel) -> list[str]:
        """List the names of the commands that the client offers there."""
        return [command["name"] for command in self.offered(channel)]

    def menus(self, channel: Channel) -> list[str]:
        """List the names of the commands in the menus of people and messages there."""
        return [command["name"] for command in self.in_menus(channel)]

    def in_menus(self, channel: Channel) -> list[Json]:
        """List the commands in the menus of people and messages there, as the bot registered them."""
        commands = _visible_commands(self._world, self.user, channel)
        return [command for command in commands if command["type"] != CHAT_INPUT]

    def offered(self, channel: Channel) -> list[Json]:
        """List the slash commands that the client offers there, as the bot registered them."""
        commands = _visible_commands(self._world, self.user, channel)
        return [command for command in commands if command["type"] == CHAT_INPUT]

    def slash(
        self,
        channel: Channel,
        command: str,
        *,
        unchecked: bool = False,
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Answer:
        """`slash(channel, "pilok open", preset="ordinary")`. `options` is for names that Python can't spell.

        A choice may be named by its label; users, roles and channels are given as such (or as a Player).
        """
        data = self._command(channel, command, {**(options or {}), **more}, checked=not unchecked)
        return self._answer(self._begin(Kind.COMMAND, channel, data))

    def use_menu(
        self, channel: Channel, name: str, target: "Seen | Player | User | Member", *, unchecked: bool = False
    ) -> Answer:
        """Choose a command in the menu of a person or a message."""
        messages, users = ([target.message], []) if isinstance(target, Seen) else ([], [_user_of(target)])
        chosen = resolved_json(self._world, channel, messages=messages, users=users)
        kind = MESSAGE_COMMAND if isinstance(target, Seen) else USER_COMMAND
        visible = self._commands(channel, checked=not unchecked)
        if isinstance(target, Seen) and not unchecked:
            _require_usable(self._world, self.user, target)
            if target.ephemeral:
                raise ClientRefused("A message that only you can see has no such menu.")
        menu = next((one for one in visible if (one["type"], one["name"]) == (kind, name)), None)
        if menu is None:
            raise ClientRefused(f"There is no “{name}” in that menu.")
        data = {"id": menu["id"], "name": name, "type": kind, "target_id": str(target.id), "resolved": chosen}
        return self._answer(self._begin(Kind.COMMAND, channel, data))

    async def autocomplete(
        self,
        channel: Channel,
        command: str,
        option: str,
        typed: str,
        *,
        checked: bool = False,
        options: Mapping[str, Any] | None = None,
        **others: Any,
    ) -> list[tuple[str, Any]]:
        """Return name and value of the choices offered while `option` is typed; `options` and `others` are filled in
        already.

        `checked` asks only for options that the client would ask for. Raises ClientRefused if nothing is offered, or
        loading failed.
        """
        commands, chosen = self._commands(channel, checked=checked), Chosen(self._world, self.user, channel)
        given = {**(options or {}), **others}
        asked = _invoke_unfinished(commands, command, given, option, typed, chosen, checked=checked)
        answer = await self._answer(self._begin(Kind.AUTOCOMPLETE, channel, asked.data()))
        if answer.failed or answer.interaction.choices is None:
            raise ClientRefused("Loading options failed.")
        return [(choice["name"], choice["value"]) for choice in answer.interaction.choices]

    def click(self, message: Seen, button: str, *, unchecked: bool = False) -> Answer:
        """Press a button, named by its label, emoji or custom id. `unchecked` takes any custom id."""
        found = message.find(button)
        if unchecked:
            data = _button_data(button) if found is None else _button_data(found.custom_id, found.number)
            return self._use(message, data)
        _require_usable(self._world, self.user, message)
        return self._use(message, _press_data(found))

    def press(self, message: Seen, custom_id: str) -> Answer:
        """Press the button that has exactly this custom id."""
        _require_usable(self._world, self.user, message)
        return self._use(message, _press_data(message.button(custom_id)))

    def select(
        self,
        message: Seen,
        menu: str,
        values: Iterable[Any] | str,
        *,
        unchecked: bool = False,
        kind: int = STRING_SELECT,
    ) -> Answer:
        """Choose in a menu, named by its custom id or placeholder. Options go by value or label.

        `kind` is only for an unchecked menu that isn't there.
        """
        found = message.find_select(menu)
        wanted = [values] if isinstance(values, str) else list(values)
        if found is None and unchecked:
            data: Json = {"component_type": kind, "custom_id": menu, "values": [str(v) for v in wanted], "id": 0}
            return self._use(message, data)
        return self._choose(message, found, wanted, checked=not unchecked)

    def choose(self, message: Seen, custom_id: str, values: Iterable[Any]) -> Answer:
        """Choose in the menu that has exactly this custom id: options by value, people, roles and places by id."""
        return self._choose(message, message.menu(custom_id), list(values), checked=True)

    def submit(self, modal: Form | None, answers: Mapping[str, Any], *, unchecked: bool = False) -> Answer:
        """Fill in a form by label or custom id and press Submit; None is the form that is open now."""
        form = modal or self.modal
        if form is None:
            raise ClientRefused("No form is open.")
        opener = form.interaction
        if not unchecked and opener.user is not self.user:
            raise ClientRefused("That form opened for another person.")
        data = form.filled(answers, Chosen(self._world, self.user, opener.channel), checked=not unchecked)
        answer = self._answer(
            self._begin(Kind.MODAL_SUBMIT, opener.channel, data, source=opener.source, opened_by=opener)
        )
        self.forms.close(opener.id)
        return answer

    def close_form(self, form: Form | None = None) -> None:
        """Close a form (None: the one that opened last) without sending it; the bot never hears of that."""
        closed = form or self.modal
        if closed is not None:
            self.forms.close(closed.interaction.id)

    def dismiss(self, message: Seen) -> None:
        """Dismiss an ephemeral of one's own."""
        if message.message.only_for != self.user.id:
            raise ClientRefused("You can only dismiss a message that only you can see.")
        self._world.delete_message(message.message)

    def _command(self, channel: Channel, command: str, given: Mapping[str, Any], *, checked: bool) -> Json:
        commands, chosen = self._commands(channel, checked=checked), Chosen(self._world, self.user, channel)
        return _invoke(commands, command, given, chosen, checked=checked).data()

    def _commands(self, channel: Channel, *, checked: bool) -> list[Json]:
        if not checked:
            return self._world.commands_in(self._world.guild_of(channel))
        _require_writable(self._world, self.user, channel)
        return _visible_commands(self._world, self.user, channel)

    def _choose(self, message: Seen, menu: Select | None, wanted: list[Any], *, checked: bool) -> Answer:
        if checked:
            _require_usable(self._world, self.user, message)
        if menu is None:
            raise ClientRefused("That menu is no longer there.")
        chosen = Chosen(self._world, self.user, self._place(message))
        return self._use(message, _choice_data(menu, wanted, chosen, checked=checked))

    def _use(self, message: Seen, data: Json) -> Answer:
        """Send the bot the message as it is now, even if this client shows an older version."""
        stored = self._world.message(message.message.channel_id, message.id) or message.message
        return self._answer(self._begin(Kind.COMPONENT, self._place(message), data, source=stored))

    def _place(self, message: Seen) -> Channel:
        channel = self._world.channel(message.message.channel_id)
        if channel is None:
            raise ClientRefused("That channel is gone.")
        return channel

    def _begin(
        self, kind: Kind, channel: Channel, data: Json, *, source: Any = None, opened_by: Interaction | None = None
    ) -> Interaction:
        guild = self._world.guild_of(channel)
        if guild is not None and self.user.id not in guild.members:
            raise ClientRefused(f"You aren't in {guild.name}.")
        return self._local.interactions.begin(kind, self.user, channel, data, source=source, opened_by=opened_by)

    def _answer(self, interaction: Interaction) -> Answer:
        return Answer(interaction, lambda: self._local.problems)


def _user_of(who: "Player | User | Member") -> User:
    return who if isinstance(who, User) else who.user


def _require_usable(world: World, user: User, message: Seen) -> None:
    """Require that the message is there and visible to this person, and that they may act. Raises ClientRefused."""
    if message.deleted:
        raise ClientRefused("That message is gone.")
    channel = world.channel(message.message.channel_id)
    if channel is None or not world.sees(user, channel):
        raise ClientRefused("You don't see that channel.")
    if message.message.only_for not in (None, user.id):
        raise ClientRefused("That message is for another person.")
    guild = world.guild_of(channel)
    member = None if guild is None else guild.members[user.id]
    if member is not None and member.timed_out_until and member.timed_out_until > world.clock.now():
        raise ClientRefused("You are in timeout.")


def _press_data(button: Button | None) -> Json:
    """Return the data that a press sends. Raises ClientRefused for a button that can't be pressed."""
    if button is None:
        raise ClientRefused("That button is no longer there.")
    if button.disabled or button.style == LINK or not button.custom_id:
        raise ClientRefused("That button can't be pressed.")
    return _button_data(button.custom_id, button.number)


def _button_data(custom_id: str, number: int = 0) -> Json:
    return {"component_type": BUTTON, "custom_id": custom_id, "id": number}


def _choice_data(menu: Select, wanted: list[Any], chosen: Chosen, *, checked: bool) -> Json:
    """Return the data that a choice in `menu` sends: options by value or label, others by object or id.

    Raises ClientRefused.
    """
    if menu.kind == STRING_SELECT:
        known, by_label = {value for _, value in menu.options}, dict(menu.options)
        values = [str(one) if str(one) in known else by_label.get(str(one), str(one)) for one in wanted]
        if checked and not set(values) <= known:
            raise ClientRefused("The menu has no such choice.")
    else:
        sorts = IN_MENUS[menu.kind]
        values = [chosen.choose(sorts, one, menu.channel_kinds, checked=checked) for one in wanted]
    if checked:
        _can_choose(menu, values)
    data: Json = {"component_type": menu.kind, "custom_id": menu.custom_id, "id": menu.number, "values": values}
    return data if menu.kind == STRING_SELECT else data | {"resolved": chosen.json()}


def _can_choose(menu: Select, values: list[str]) -> None:
    if menu.disabled:
        raise ClientRefused("That menu can't be used.")
    if not menu.low <= len(values) <= menu.high:
        raise ClientRefused(f"The menu takes {so_many(menu.low, menu.high, 'choice')}, not {len(values)}.")
    if len(set(values)) < len(values):
        raise ClientRefused("The menu takes each choice once.")


def _visible_commands(world: World, user: User, channel: Channel) -> list[Json]:
    """List the commands that `user` may use in `channel`."""
    guild = world.guild_of(channel)
    return [command for command in world.commands_in(guild, user) if _may_use(world, command, user, channel, guild)]


def _may_use(world: World, command: Json, user: User, channel: Channel, guild: Guild | None) -> bool:
    contexts = command.get("contexts")
    if guild is None:
        return (1 in contexts) if contexts is not None else command.get("dm_permission", True)
    if contexts is not None and 0 not in contexts:
        return False
    bits = world.permissions_of(user, channel)
    needed = command["default_member_permissions"]
    if not bits & Permission.USE_APPLICATION_COMMANDS:
        return False
    if needed is None or bits & Permission.ADMINISTRATOR:
        return True
    return int(needed) != 0 and not int(needed) & ~bits


def _find_command(commands: list[Json], words: str) -> tuple[Json, list[Json], list[Json]]:
    """Return the root, the path below it and the options described for "pilok open". Raises ClientRefused."""
    first, *rest = words.split() or [""]
    root = next((c for c in commands if c["type"] == CHAT_INPUT and c["name"] == first), None)
    if root is None:
        raise ClientRefused(f"There is no command /{first} here.")
    described: list[Json] = root.get("options", [])
    path: list[Json] = []
    for word in rest:
        step = next((o for o in described if o["name"] == word and o["type"] in (SUBCOMMAND, GROUP)), None)
        if step is None:
            raise ClientRefused(f"/{words} isn't a command: /{' '.join([first, *(p['name'] for p in path)])} is.")
        path.append(step)
        described = step.get("options", [])
    if any(option["type"] in (SUBCOMMAND, GROUP) for option in described):
        raise ClientRefused(f"/{words} goes on with {_listed(option['name'] for option in described)}.")
    return root, path, described


def _invoke(
    commands: list[Json], words: str, given: Mapping[str, Any], chosen: Chosen, *, checked: bool
) -> _Invocation:
    """Build the command with its options, each in the type that the bot described. Raises ClientRefused."""
    root, path, described = _find_command(commands, words)
    result = _Invocation(root, path, [], chosen)
    by_name = {option["name"]: option for option in described}
    unknown = [name for name in given if name not in by_name]
    if unknown and checked:
        more = "" if len(unknown) <= _NAMED_AT_MOST else f" and {len(unknown) - _NAMED_AT_MOST} more"
        raise ClientRefused(f"/{words} has no option {_listed(unknown[:_NAMED_AT_MOST])}{more}.")
    result.options += [{"name": name, "type": STRING, "value": given[name]} for name in unknown]
    for option in described:
        name = option["name"]
        if name not in given:
            if option.get("required") and checked:
                raise ClientRefused(f"/{words} needs {name}.")
            continue
        value = _value(chosen, option, given[name], checked=checked)
        if checked:
            _check(option, value)
        result.options.append({"name": name, "type": option["type"], "value": value})
    return result


def _invoke_unfinished(
    commands: list[Json],
    words: str,
    given: Mapping[str, Any],
    focused: str,
    typed: str,
    chosen: Chosen,
    *,
    checked: bool,
) -> _Invocation:
    """Build a command while the option `focused` is being typed. `checked` sends only those other options that pass.

    Raises ClientRefused if there is no such option, or nothing is ever offered for it.
    """
    root, path, described = _find_command(commands, words)
    result = _Invocation(root, path, [], chosen)
    option = next((option for option in described if option["name"] == focused), None)
    if option is None or not (option.get("autocomplete") or not checked):
        raise ClientRefused(f"Nothing is offered for {focused}.")
    for other in described:
        name, kind = other["name"], other["type"]
        if other is option:
            result.options.append({"name": name, "type": kind, "value": typed, "focused": True})
        elif name in given and kind != ATTACHMENT:
            try:
                value = _value(chosen, other, given[name], checked=checked)
                if checked:
                    _check(other, value)
            except ClientRefused:
                continue
            result.options.append({"name": name, "type": kind, "value": value})
    return result


def _value(chosen: Chosen, option: Json, given: Any, *, checked: bool) -> Any:
    """Return the value to send for a person's choice; objects are noted for `resolved`."""
    kind = option["type"]
    if kind in _SORTS:
        return chosen.choose(_SORTS[kind], given, option.get("channel_types") or (), checked=checked)
    if kind == ATTACHMENT and isinstance(given, Upload):
        return chosen.take(given)
    if kind == ATTACHMENT and checked:
        raise ClientRefused(f"{option['name']} takes {_WORDS[kind]}.")
    for choice in option.get("choices", []):
        if given == choice["name"] and given not in [c["value"] for c in option["choices"]]:
            return choice["value"]
    return given


def _check(option: Json, value: Any) -> None:
    """Type, choice and bounds, as the client holds them. Raises ClientRefused."""
    name, kind = option["name"], option["type"]
    if not _TYPES[kind](value):
        raise ClientRefused(f"{name} takes {_WORDS[kind]}.")
    if kind == STRING and not value:
        raise ClientRefused(f"{name} must not be empty.")
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise ClientRefused(f"{name} is one of {_listed(choice['name'] for choice in choices)}.")
    size = len(value) if kind == STRING else value
    what = " characters" if kind == STRING else ""
    for bound, holds in (("min", lambda size, limit: size >= limit), ("max", lambda size, limit: size <= limit)):
        limit = option.get(f"{bound}_length" if kind == STRING else f"{bound}_value")
        if limit is not None and not holds(size, limit):
            raise ClientRefused(f"{name} must be {'at least' if bound == 'min' else 'at most'} {limit}{what}.")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 2**53


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and value.isdecimal()


_TYPES: dict[int, Callable[[Any], bool]] = {
    STRING: lambda value: isinstance(value, str) and len(value) <= 6000,
    INTEGER: _is_whole,
    BOOLEAN: lambda value: isinstance(value, bool),
    NUMBER: _is_number,
    USER: _is_id,
    CHANNEL: _is_id,
    ROLE: _is_id,
    MENTIONABLE: _is_id,
    ATTACHMENT: _is_id,
}
_WORDS = {
    STRING: "a text of up to 6,000 characters",
    INTEGER: "a whole number",
    BOOLEAN: "true or false",
    NUMBER: "a number",
    USER: "somebody",
    CHANNEL: "a channel",
    ROLE: "a role",
    MENTIONABLE: "a person or a role",
    ATTACHMENT: "a file",
}


def _require_writable(world: World, user: User, channel: Channel) -> None:
    """Require that the person may write there, and so type commands. Raises ClientRefused."""
    world.archive_idle_threads()
    if not world.sees(user, channel):
        raise ClientRefused("You don't see that channel.")
    if channel.kind in (ChannelKind.CATEGORY, ChannelKind.FORUM):
        raise ClientRefused("Nobody can write in that channel.")
    if channel.locked and not world.permissions_of(user, channel) & Permission.MANAGE_THREADS:
        raise ClientRefused("That thread is locked.")
