"""A scripted person at their client."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.playground.interactions import Interaction, Kind
from bot.playground.limits.component_shapes import BUTTON, LINK, STRING_SELECT
from bot.playground.player.answer import SAFETY_NET, Answer
from bot.playground.player.client_rules import ClientRefused
from bot.playground.player.commands import can_write_in, invocation, visible_commands
from bot.playground.player.forms import Form
from bot.playground.player.seen import Seen, Select
from bot.playground.server import LocalDiscord
from bot.playground.world import Channel, Member, Permission, Role, User
from bot.playground.world.interaction_payloads import resolved_json

Json = dict[str, Any]


class Player:
    """One person. Every deed is sent at once and gives an `Answer`; `await` it for the bot's acknowledgement.

    A deed that the client would not allow raises ClientRefused and sends nothing. With `unchecked=True` it is sent
    nevertheless, as a client with bad manners could.
    """

    def __init__(self, local: LocalDiscord, who: Member | User) -> None:
        self._local, self._world = local, local.world
        self.user = who if isinstance(who, User) else who.user
        self.modal: Form | None = None
        local.interactions.on_modal.append(self._form_opens)

    def __repr__(self) -> str:
        return f"<Player {self.user.name}>"

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def dm(self) -> Channel:
        """Where the bot and this person talk alone."""
        return self._world.dm(self.user)

    def say(self, channel: Channel, text: str) -> Seen:
        """An ordinary message."""
        can_write_in(self._world, self.user, channel)
        needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        if not self._world.permissions_of(self.user, channel) & needed:
            raise ClientRefused(f"{self.user.name} may not write there")
        return Seen(self._world.say(self.user, channel, text))

    def sees(self, channel: Channel) -> list[Seen]:
        """All messages that this person can read there, oldest first; ephemerals only if they are theirs."""
        if self._world.channel(channel.id) is None or not self._world.sees(self.user, channel):
            return []
        return [Seen(message) for message in self._world.history(channel, self.user)]

    async def until_sees(
        self,
        channel: Channel,
        wanted: Callable[[Seen], Any] | str,
        timeout: float = SAFETY_NET,
    ) -> Seen:
        """The latest message that fits, as soon as there is one: a text that it holds, or a test of it.

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
            text = f"{self.user.name} sees {self.sees(channel)}; problems: {self._local.problems}"
            raise TimeoutError(text) from None
        return found[-1]

    def commands(self, channel: Channel) -> list[str]:
        """The names of the commands that the client offers there."""
        return [command["name"] for command in visible_commands(self._world, self.user, channel)]

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

    async def autocomplete(
        self, channel: Channel, command: str, option: str, typed: str, **others: Any
    ) -> list[tuple[str, Any]]:
        """Name and value of what is offered while `option` is typed; `others` are filled in already.

        Raises ClientRefused if the option has no autocomplete, or loading failed.
        """
        data = self._command(channel, command, {**others, option: typed}, checked=False)
        options = data["options"]
        while options[0]["type"] in (1, 2):
            options = options[0]["options"]
        for entry in options:
            if entry["name"] == option:
                entry["focused"] = True
        answer = await self._answer(self._begin(Kind.AUTOCOMPLETE, channel, data))
        if answer.failed or answer.interaction.choices is None:
            raise ClientRefused("Loading options failed")
        return [(choice["name"], choice["value"]) for choice in answer.interaction.choices]

    def click(self, message: Seen, button: str, *, unchecked: bool = False) -> Answer:
        """Press a button, named by its label, emoji or custom id. `unchecked` takes any custom id."""
        found = message.find(button)
        if not unchecked:
            self._can_use(message)
            if found is None:
                raise ClientRefused(f"there is no button {button!r} on {message!r}")
            if found.disabled or found.style == LINK:
                raise ClientRefused(f"the button {button!r} can't be pressed")
        custom_id, number = (button, 0) if found is None else (found.custom_id, found.number)
        return self._use(message, {"component_type": BUTTON, "custom_id": custom_id, "id": number})

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
        if found is None:
            if not unchecked:
                raise ClientRefused(f"there is no menu {menu!r} on {message!r}")
            data: Json = {"component_type": kind, "custom_id": menu, "values": [str(v) for v in wanted], "id": 0}
            return self._use(message, data)
        data = {"component_type": found.kind, "custom_id": found.custom_id, "id": found.number}
        data |= self._chosen(message, found, wanted)
        if not unchecked:
            self._can_use(message)
            self._can_choose(found, data["values"])
        return self._use(message, data)

    def submit(self, modal: Form | None, answers: Mapping[str, Any], *, unchecked: bool = False) -> Answer:
        """Fill in a form by label or custom id and press Submit; None is the form that is open now."""
        form = modal or self.modal
        if form is None:
            raise ClientRefused("no form is open")
        if not unchecked and form.interaction.user is not self.user:
            raise ClientRefused("that form opened for somebody else")
        data = form.filled(answers, checked=not unchecked)
        opener = form.interaction
        if self.modal is not None and self.modal.interaction is opener:
            self.modal = None
        return self._answer(
            self._begin(Kind.MODAL_SUBMIT, opener.channel, data, source=opener.source, opened_by=opener)
        )

    def close_form(self) -> None:
        """Close the open form without sending it; the bot never hears of that."""
        self.modal = None

    def dismiss(self, message: Seen) -> None:
        """Dismiss an ephemeral of one's own."""
        if message.message.only_for != self.user.id:
            raise ClientRefused("only one's own ephemeral messages can be dismissed")
        self._world.delete_message(message.message)

    def _command(self, channel: Channel, command: str, given: Mapping[str, Any], *, checked: bool) -> Json:
        if checked:
            can_write_in(self._world, self.user, channel)
            commands = visible_commands(self._world, self.user, channel)
        else:
            commands = self._world.commands_in(self._world.guild_of(channel))
        return invocation(self._world, commands, channel, command, given, checked=checked).data(
            self._world, self.user, channel
        )

    def _can_use(self, message: Seen) -> None:
        """Is the message there, and for this person's eyes?"""
        if message.deleted:
            raise ClientRefused("the message is gone")
        channel = self._world.channel(message.message.channel_id)
        if channel is None or not self._world.sees(self.user, channel):
            raise ClientRefused(f"{self.user.name} doesn't see that channel")
        if message.message.only_for not in (None, self.user.id):
            raise ClientRefused("that message is for somebody else")
        guild = self._world.guild_of(channel)
        member = None if guild is None else guild.members[self.user.id]
        if member is not None and member.timed_out_until and member.timed_out_until > self._world.clock.now():
            raise ClientRefused(f"{self.user.name} is in timeout")

    def _chosen(self, message: Seen, menu: Select, wanted: list[Any]) -> Json:
        """The values, and for users, roles and channels the objects behind them."""
        if menu.kind == STRING_SELECT:
            known, by_label = {value for _, value in menu.options}, dict(menu.options)
            return {"values": [str(v) if str(v) in known else by_label.get(str(v), str(v)) for v in wanted]}
        users = [v if isinstance(v, User) else v.user for v in wanted if isinstance(v, User | Member | Player)]
        roles = [v for v in wanted if isinstance(v, Role)]
        channels = [v for v in wanted if isinstance(v, Channel)]
        channel = self._place(message)
        resolved = resolved_json(self._world, channel, users=users, roles=roles, channels=channels, asked_by=self.user)
        return {"values": [str(v.id) for v in (*users, *roles, *channels)], "resolved": resolved}

    def _can_choose(self, menu: Select, values: list[str]) -> None:
        if menu.disabled:
            raise ClientRefused(f"the menu {menu.placeholder or menu.custom_id!r} can't be used")
        if not menu.low <= len(values) <= menu.high:
            raise ClientRefused(f"the menu takes {menu.low} to {menu.high} choices, not {len(values)}")
        known = {value for _, value in menu.options}
        if menu.kind == STRING_SELECT and not set(values) <= known:
            raise ClientRefused(f"the menu has no choice {sorted(set(values) - known)}")

    def _use(self, message: Seen, data: Json) -> Answer:
        """The bot gets the message as it is now, whatever this client still shows."""
        stored = self._world.message(message.message.channel_id, message.id) or message.message
        return self._answer(self._begin(Kind.COMPONENT, self._place(message), data, source=stored))

    def _place(self, message: Seen) -> Channel:
        channel = self._world.channel(message.message.channel_id)
        if channel is None:
            raise ClientRefused("the channel is gone")
        return channel

    def _begin(
        self, kind: Kind, channel: Channel, data: Json, *, source: Any = None, opened_by: Interaction | None = None
    ) -> Interaction:
        guild = self._world.guild_of(channel)
        if guild is not None and self.user.id not in guild.members:
            raise ClientRefused(f"{self.user.name} isn't in {guild.name}")
        return self._local.interactions.begin(kind, self.user, channel, data, source=source, opened_by=opened_by)

    def _answer(self, interaction: Interaction) -> Answer:
        return Answer(interaction, lambda: self._local.problems)

    def _form_opens(self, interaction: Interaction) -> None:
        if interaction.user is self.user:
            self.modal = Form(interaction)
