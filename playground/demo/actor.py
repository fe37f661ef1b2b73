"""A scripted person: does one thing after the other, and leaves nothing lying about."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.clock import Clock
from bot.engine.speech import plain
from bot.ui.flood import TooFast
from playground.discord.world import Channel
from playground.people import Answer, Button, ClientRefused, Form, Player, Seen

_SILENT, _TOO_FAST = "Shadowport didn't answer.", str(TooFast())
_PATIENCE = 4


class Stuck(ClientRefused):
    """A step that didn't work out, in sentences for whoever asked for a table: what was tried, and what came back."""

    def __init__(self, step: str, said: str) -> None:
        super().__init__(f"{step} didn't work out. {said}")


class Actor:
    """Does what a person at their client could do, and waits for the bot's answer each time.

    Whatever goes wrong raises Stuck with `step`, which begins a sentence ("Taking a seat for Lando").
    """

    def __init__(self, player: Player, clock: Clock) -> None:
        self.player, self._clock = player, clock
        self._answers: list[Answer] = []

    @property
    def name(self) -> str:
        return self.player.user.display_name or self.player.user.name

    async def types(self, step: str, channel: Channel, command: str, **options: Any) -> Answer:
        """Send a slash command; options that are None are left out."""
        given = {name: value for name, value in options.items() if value is not None}
        return await self._done(step, lambda: self.player.slash(channel, command, options=given))

    async def presses(self, step: str, message: Seen, verb: str, about: str = "") -> Answer:
        """Press the button whose id begins with this verb, and ends with what it is `about`."""
        ids = [found.custom_id for found in message.buttons if verb_of(found.custom_id) == verb]
        custom_id = next((one for one in ids if one.endswith(about)), "")
        return await self._done(step, lambda: self.player.press(message, custom_id))

    async def presses_undrawn(self, step: str, message: Seen, custom_id: str) -> Answer:
        """Press a button that the bot may not have drawn yet: what it does is known from its id."""
        return await self._done(step, lambda: self.player.click(message, custom_id, unchecked=True))

    async def picks(self, step: str, message: Seen, menu: str, value: Any) -> Answer:
        """Choose one thing in a menu, named by its custom id."""
        return await self._done(step, lambda: self.player.select(message, menu, [value]))

    async def fills(self, step: str, form: Form, answers: Mapping[str, Any]) -> Answer:
        """Send a form in; what isn't answered stays as it opened."""
        return await self._done(step, lambda: self.player.submit(form, answers))

    async def is_offered(self, step: str, channel: Channel, command: str, option: str) -> list[tuple[str, Any]]:
        """Name and value of all that autocomplete offers before anything is typed."""
        try:
            return await self.player.autocomplete(channel, command, option, "")
        except ClientRefused as refused:
            raise Stuck(step, str(refused)) from refused
        except TimeoutError:
            raise Stuck(step, _SILENT) from None

    async def until_said(self, step: str, answer: Answer) -> Seen | None:
        """The message of an answer, also of one that was only promised at first."""
        try:
            return (await answer.done()).message
        except TimeoutError:
            raise Stuck(step, _SILENT) from None

    async def until_sees(self, step: str, channel: Channel, wanted: Callable[[Seen], Any]) -> Seen:
        """The latest message that fits, as soon as there is one."""
        try:
            return await self.player.until_sees(channel, wanted)
        except TimeoutError:
            raise Stuck(step, _SILENT) from None

    def tidies(self) -> None:
        """Dismiss the private answers and close the forms that nobody sent: nothing of the script stays in the way."""
        for answer in self._answers:
            for seen in answer.messages:
                if seen.ephemeral and not seen.deleted:
                    self.player.dismiss(seen)
            if answer.modal is not None:
                self.player.close_form(answer.modal)
        self._answers.clear()

    async def _done(self, step: str, deed: Callable[[], Answer]) -> Answer:
        """The answer; somebody who is asked to wait does so, and tries again."""
        for _ in range(_PATIENCE):
            answer = await self._answered(step, deed)
            if said(answer) != _TOO_FAST:
                return answer
            await self._clock.sleep(1.0)
        raise Stuck(step, _TOO_FAST)

    async def _answered(self, step: str, deed: Callable[[], Answer]) -> Answer:
        try:
            answer = deed()
            self._answers.append(answer)
            await answer
        except ClientRefused as refused:
            raise Stuck(step, str(refused)) from refused
        except TimeoutError:
            raise Stuck(step, _SILENT) from None
        if answer.failed:
            raise Stuck(step, _SILENT)
        return answer


def verb_of(custom_id: str) -> str:
    """What a control does: ids are `verb:argument:…`."""
    return custom_id.partition(":")[0]


def button(message: Seen, *verbs: str) -> Button | None:
    """The first button that does one of these things."""
    return next((found for found in message.buttons if verb_of(found.custom_id) in verbs), None)


def private(answer: Answer, *verbs: str) -> bool:
    """Whether the bot answered privately with a button that does one of these things."""
    return any(seen.ephemeral and button(seen, *verbs) for seen in answer.messages)


def said(answer: Answer) -> str:
    """What the bot told this person alone, as plain text; empty if it told nothing."""
    return " ".join(plain(seen.text).replace("\n", " ") for seen in answer.messages if seen.ephemeral)
