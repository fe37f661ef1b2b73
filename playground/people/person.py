"""A scripted person at their client."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from playground.discord.interactions import Interaction, Kind
from playground.discord.limits.commands import CHAT_INPUT
from playground.discord.limits.component_shapes import STRING_SELECT
from playground.discord.limits.messages import CONTENT_AT_MOST
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Member, User
from playground.people.answer import SAFETY_NET, Answer
from playground.people.choosing import Chosen
from playground.people.client_rules import ClientRefused
from playground.people.commands import can_write_in, invocation, unfinished, visible_commands
from playground.people.forms import Form
from playground.people.open_forms import OpenForms
from playground.people.pressing import button_data, can_use, picked, pressed
from playground.people.seen import Seen, Select

Json = dict[str, Any]


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
        """An ordinary message."""
        can_write_in(self._world, self.user, channel)
        if not self._world.may_write(self.user, channel):
            raise ClientRefused("You may not write in that channel.")
        if not text.strip():
            raise ClientRefused("Write something first.")
        if len(text) > CONTENT_AT_MOST:
            raise ClientRefused(f"A message has at most {CONTENT_AT_MOST:,} characters.")
        return Seen(self._world.say(self.user, channel, text.strip()))

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

    def offered(self, channel: Channel) -> list[Json]:
        """The slash commands that the client offers there, as the bot registered them."""
        commands = visible_commands(self._world, self.user, channel)
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
        """Name and value of what is offered while `option` is typed; `options` and `others` are filled in already.

        `checked` asks only what the client would ask. Raises ClientRefused if nothing is offered, or loading failed.
        """
        commands, chosen = self._commands(channel, checked=checked), Chosen(self._world, self.user, channel)
        given = {**(options or {}), **others}
        asked = unfinished(commands, command, given, option, typed, chosen, checked=checked)
        answer = await self._answer(self._begin(Kind.AUTOCOMPLETE, channel, asked.data()))
        if answer.failed or answer.interaction.choices is None:
            raise ClientRefused("Loading options failed.")
        return [(choice["name"], choice["value"]) for choice in answer.interaction.choices]

    def click(self, message: Seen, button: str, *, unchecked: bool = False) -> Answer:
        """Press a button, named by its label, emoji or custom id. `unchecked` takes any custom id."""
        found = message.find(button)
        if unchecked:
            data = button_data(button) if found is None else button_data(found.custom_id, found.number)
            return self._use(message, data)
        can_use(self._world, self.user, message)
        return self._use(message, pressed(found))

    def press(self, message: Seen, custom_id: str) -> Answer:
        """Press the button that has exactly this custom id."""
        can_use(self._world, self.user, message)
        return self._use(message, pressed(message.button(custom_id)))

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
            raise ClientRefused("That form opened for somebody else.")
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
            raise ClientRefused("Only an ephemeral message of your own can be dismissed.")
        self._world.delete_message(message.message)

    def _command(self, channel: Channel, command: str, given: Mapping[str, Any], *, checked: bool) -> Json:
        commands, chosen = self._commands(channel, checked=checked), Chosen(self._world, self.user, channel)
        return invocation(commands, command, given, chosen, checked=checked).data()

    def _commands(self, channel: Channel, *, checked: bool) -> list[Json]:
        if not checked:
            return self._world.commands_in(self._world.guild_of(channel))
        can_write_in(self._world, self.user, channel)
        return visible_commands(self._world, self.user, channel)

    def _choose(self, message: Seen, menu: Select | None, wanted: list[Any], *, checked: bool) -> Answer:
        if checked:
            can_use(self._world, self.user, message)
        if menu is None:
            raise ClientRefused("That menu isn't there any more.")
        chosen = Chosen(self._world, self.user, self._place(message))
        return self._use(message, picked(menu, wanted, chosen, checked=checked))

    def _use(self, message: Seen, data: Json) -> Answer:
        """The bot gets the message as it is now, whatever this client still shows."""
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
