"""What comes back when a person does something."""

import asyncio
from collections.abc import Callable, Generator
from typing import Any

from playground.discord.interactions import Interaction, Response
from playground.people.forms import Form
from playground.people.seen import Seen

SAFETY_NET = 60.0


class Answer:
    """The bot's answer to one deed. `await answer` until it is acknowledged or has failed, and get the answer itself.

    `await answer.done()` waits until a deferred answer has brought what it promised. Waiting ends after ten real
    seconds with a TimeoutError: a safety net, for instance when a clock that stands still is never advanced.
    """

    def __init__(self, interaction: Interaction, problems: Callable[[], list[str]]) -> None:
        self.interaction = interaction
        self._problems = problems

    def __repr__(self) -> str:
        state = "failed" if self.failed else self.acknowledged.name if self.acknowledged else "waiting"
        return f"<Answer {state}>"

    def __await__(self) -> Generator[Any, None, "Answer"]:
        return self._wait(self.interaction.settled).__await__()

    async def done(self) -> "Answer":
        """Wait for the end of it: a deferred answer has been followed up with its own token, or it failed.

        A bot that defers an update and then draws the message with another token never ends this one: there,
        wait for what the person sees.
        """
        return await self._wait(self.interaction.concluded)

    @property
    def acknowledged(self) -> Response | None:
        """How the bot acknowledged; None before that, and for what failed."""
        return self.interaction.response

    @property
    def failed(self) -> bool:
        """Did the person read "This interaction failed"?"""
        return self.interaction.failed

    @property
    def messages(self) -> list[Seen]:
        """Every message that this answer made, oldest first."""
        return [Seen(message) for message in self.interaction.made]

    @property
    def message(self) -> Seen | None:
        """The latest message that this answer made; without one, the message that it updated."""
        if self.interaction.made:
            return Seen(self.interaction.made[-1])
        return None if self.interaction.original is None else Seen(self.interaction.original)

    @property
    def text(self) -> str:
        """The text of `message`; empty if there is none."""
        return "" if self.message is None else self.message.text

    @property
    def modal(self) -> Form | None:
        """The form that opened."""
        return None if self.interaction.modal is None else Form(self.interaction)

    async def _wait(self, future: asyncio.Future[None]) -> "Answer":
        try:
            await asyncio.wait_for(asyncio.shield(future), SAFETY_NET)
        except TimeoutError:
            text = f"{self!r} to {self.interaction.kind.name} is still open; problems: {self._problems()}"
            raise TimeoutError(text) from None
        return self
