"""All that reaches those who aren't in on a cheat, scene by scene: messages, forms, lists, and requests that are made.

What the cheats and the GM are answered isn't heard, nor the channel of the GMs; what they do to anybody else's messages
is.
"""

import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playground.discord.interactions import Interaction
from playground.discord.server import Request
from playground.discord.world import Message
from playground.discord.world.conversation import Change, Gone, Shown
from tests.leaks.hidden import seats_of
from tests.ui.tables.evening import Evening

_TOKENS = ("interaction_token", "webhook_token")
Known = tuple[tuple[str | None, ...], ...]


@dataclass
class Scene:
    """What was heard from one deed to the next. `known` are the cards that lie open for each of those who hear."""

    name: str
    heard: list[str] = field(default_factory=list[str])
    known: Known = ()


class Ear(logging.Handler):
    """Listens from its making on. `outsiders` are the ids of those who are on the server and not in on it."""

    def __init__(self, evening: Evening, outsiders: Iterable[int]) -> None:
        super().__init__(logging.INFO)
        self._evening, self.outsiders = evening, tuple(outsiders)
        self.scenes = [Scene("before")]
        self.lines: list[str] = []
        self._numbers: dict[int, str] = {}
        self._world = evening.local.world
        self._world.watchers.append(self._changed)
        evening.local.on_request.append(self._requested)
        evening.local.interactions.on_modal.append(self._form_opened)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line of the bot's log: the person who runs the bot must learn nothing from it."""
        self.lines.append(record.getMessage())

    def note(self, kind: str, *what: Any) -> None:
        """Note something that was heard."""
        self.scenes[-1].heard.append(json.dumps((kind, *what), ensure_ascii=False))

    async def begins(self, name: str) -> None:
        """Begin a scene once everything that came of the last one has arrived."""
        self.scenes[-1].known = await self._known()
        self.scenes.append(Scene(name))

    @property
    def texts(self) -> list[str]:
        return [text for scene in self.scenes for text in scene.heard]

    async def _known(self) -> Known:
        """Return the cards that everyone sees, and those that each listener holds besides."""
        table = await self._evening.table()
        if table.state is None:
            return ()
        game, state = getattr(table.spec.game, "honest", table.spec.game), table.state
        state = getattr(state, "inner", state)
        seats = {seat for who in self.outsiders for seat in seats_of(table, who)}
        views = (game.seals(state, seat) for seat in (None, *sorted(seats)))
        return tuple(tuple(seal.card for seal in seals) for seals in views)

    def _is_heard(self, message: Message) -> bool:
        is_here = message.channel_id == self._evening.channel.id and message.author is self._world.bot
        return is_here and message.only_for in (None, *self.outsiders)

    def _changed(self, change: Change) -> None:
        if isinstance(change, Shown) and self._is_heard(change.message):
            shown = change.message
            pings = sorted(user.id for user in shown.pings)
            self.note("message", self._number(shown), shown.content, shown.components, shown.embeds, pings)
        if isinstance(change, Gone):
            for message in filter(self._is_heard, change.messages):
                self.note("gone", self._number(message))

    def _number(self, message: Message) -> str:
        """Which of the messages to the same person it is: the third to all, the second to one."""
        to = message.only_for or "all"
        count = sum(name.startswith(f"{to}:") for name in self._numbers.values())
        return self._numbers.setdefault(message.id, f"{to}:{count}")

    def _form_opened(self, interaction: Interaction) -> None:
        if interaction.user.id in self.outsiders:
            self.note("form", interaction.user.id, interaction.modal)

    def _requested(self, request: Request) -> None:
        """Note how an answer to one of the listeners was made, and every request that no click caused."""
        names = dict(request.names)
        token = next((names.pop(name) for name in _TOKENS if name in names), None)
        if token is not None:
            interaction = self._evening.local.interactions._by_token.get(token)
            if interaction is not None and interaction.user.id in self.outsiders:
                self.note("answer", interaction.user.id, request.method, request.route, request.status)
        elif names.get("channel_id", str(self._evening.channel.id)) == str(self._evening.channel.id):
            message = self._numbers.get(int(names.pop("message_id", 0)))
            self.note("request", request.method, request.route, names, message, request.status)


@contextmanager
def listening(ear: Ear) -> Iterator[None]:
    """Listen to the bot's log too for the length of the block."""
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.INFO)
    root.addHandler(ear)
    try:
        yield
    finally:
        root.removeHandler(ear)
        root.setLevel(before)
