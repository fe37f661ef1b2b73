"""Forms whose text isn't lost: what can't be taken is shown with its reason, and "Try again" opens the form filled in.

What was typed stands in the refusal itself and is read back from there, so it outlives a restart and is kept nowhere.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

import discord

from bot.errors import PlayerError, TooLate
from bot.ui.context import edit_here
from bot.ui.control import LONGEST_ID, WORN_OUT, control, control_id
from bot.ui.control import form as form_handler
from bot.ui.forms import form
from bot.ui.panels import button, page
from bot.ui.report import told

_AGAIN = "again"
_FENCED = re.compile(r"\n```\n(.*)\n```\Z", re.DOTALL)
_FENCE, _PARTED_FENCE = "```", "`\u2060`\u2060`"


class Blank(NamedTuple):
    """A form that isn't filled in yet: its title and its lines (from `bot.ui.forms.line`), all of them text."""

    title: str
    lines: Sequence[discord.ui.Label[Any]]
    about: Sequence[object] = ()
    """The arguments of its id, where it shows something that those it was asked for with don't say."""


Drawn = Callable[[discord.Interaction, list[str]], Awaitable[Blank]]
Taken = Callable[[discord.Interaction, list[str], Mapping[str, str]], Awaitable[None]]


class Question:
    """A form and what becomes of its answer.

    `drawn` makes the form for the arguments of its id; `taken` gets the arguments and the typed text by the ids of the
    lines. Whatever it refuses can be tried again. Both check rights anew. The ids of the lines are words that the
    refusal shows, and all lines together hold at most 3,200 characters.
    """

    def __init__(self, verb: str, drawn: Drawn, taken: Taken) -> None:
        """`verb` begins the ids of the form; ValueError if it is in use."""
        form_handler(verb)(self._submitted)
        self._verb, self._drawn, self._taken = verb, drawn, taken
        _questions[verb] = self

    async def ask(self, interaction: discord.Interaction, *arguments: object) -> None:
        """Open the form, as the answer to a command or a click."""
        await self._open(interaction, [str(argument) for argument in arguments], ())

    async def again(self, interaction: discord.Interaction, arguments: list[str]) -> None:
        """Open the form with the text that stands in the refusal which was clicked."""
        await self._open(interaction, arguments, _typed_before(interaction.message))

    async def _open(self, interaction: discord.Interaction, arguments: list[str], typed: Sequence[str]) -> None:
        blank = await self._drawn(interaction, arguments)
        for label, text in zip(blank.lines, typed, strict=False):
            if isinstance(label.component, discord.ui.TextInput):
                label.component.default = text[: label.component.max_length]
        modal = form(blank.title, control_id(self._verb, *(blank.about or arguments)), *blank.lines)
        await interaction.response.send_modal(modal)

    async def _submitted(self, interaction: discord.Interaction, arguments: list[str], values: dict[str, Any]) -> None:
        typed = {name: value if isinstance(value, str) else "" for name, value in values.items()}
        await self.take(interaction, arguments, typed)

    async def take(self, interaction: discord.Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
        """Take text as if it had come from the form: a command may have brought it."""
        try:
            await self._taken(interaction, arguments, typed)
        except PlayerError as refused:
            again = ":".join((_AGAIN, self._verb, *arguments))
            if len(again) > LONGEST_ID:
                raise
            retry = button("Try again", again, discord.ButtonStyle.primary)
            written = (_shown(name, text) for name, text in typed.items())
            await answer_here(interaction, page(await told(interaction, refused), *written, rows=[[retry]]))


_questions: dict[str, Question] = {}


@control(_AGAIN, opens=True)
async def _try_again(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    verb, *others = arguments
    if verb not in _questions:
        raise TooLate(WORN_OUT)
    # An id without arguments is routed with one that is empty, here as everywhere.
    await _questions[verb].again(interaction, others or [""])


async def answer_here(interaction: discord.Interaction, view: discord.ui.LayoutView) -> int:
    """Answer privately: in the private message whose button led here, else in a new one. The id of the message."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await edit_here(interaction, view)
        return interaction.message.id
    sent = await interaction.response.send_message(view=view, ephemeral=True)
    return sent.message_id or 0


def _shown(name: str, text: str) -> str:
    return f"-# {name.capitalize()}\n{_FENCE}\n{text.replace(_FENCE, _PARTED_FENCE)}\n{_FENCE}"


def _typed_before(message: discord.Message | None) -> tuple[str, ...]:
    """The text of each line, in their order."""
    if message is None:
        return ()
    parts = (part for outer in message.components for part in getattr(outer, "children", ()))
    texts = (part.content for part in parts if isinstance(part, discord.TextDisplay))
    fenced = (_FENCED.search(text) for text in texts)
    return tuple(found[1].replace(_PARTED_FENCE, _FENCE) for found in fenced if found)
