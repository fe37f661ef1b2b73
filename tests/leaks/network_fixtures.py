"""All that the bot sends: to whom, and what was hidden from them in that moment."""

import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.tables.model import Table
from playground.discord.interactions import Interaction
from playground.discord.world import Message
from playground.discord.world.conversation import Change, Shown
from tests.leaks.hidden import Hidden, hidden_from
from tests.ui.tables.evening import Evening


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that the bot sent: `to` is the one user who gets it, None everybody; `hidden` is what they can't know.

    `shown`: what had been hidden and by then lies open for all, by its place among the sealed cards. `drawn`: all cards
    that were drawn face down until then.
    """

    to: int | None
    text: str
    hidden: Hidden
    shown: tuple[tuple[int, str], ...] = ()
    drawn: frozenset[str] = frozenset()

    @property
    def leaks(self) -> list[str]:
        return self.hidden.found_in(self.text)


class NetworkRecorder(logging.Handler):
    """Listens from its making on: to messages and their edits, forms, what is offered while somebody types, and to the
    log that it is made a handler of.
    """

    def __init__(self, evening: Evening) -> None:
        super().__init__(logging.INFO)
        self._evening = evening
        self.sent: list[Sent] = []
        self._tables: dict[int, Table] = {}
        self._hidden: dict[int | None, Hidden] = {}
        self._lines: list[str] = []
        self._leaky_lines: list[tuple[str, list[str]]] = []
        evening.services.tables.store.changed.append(self._table_changed)
        evening.local.world.watchers.append(self._message_changed)
        evening.local.interactions.on_modal.append(self._form_opened)

    @property
    def leaks(self) -> list[tuple[int | None, list[str], str]]:
        """The hidden facts that a person could read: who, what, where."""
        offered = [self._sent(one.user.id, one.choices) for one in self._interactions() if one.choices]
        return [(sent.to, sent.leaks, sent.text) for sent in (*self.sent, *offered) if sent.leaks]

    @property
    def leaky_lines(self) -> list[tuple[str, list[str]]]:
        """Lines of the log with what was hidden from everybody once the step was done that they were written in."""
        self._judge_lines()
        return self._leaky_lines

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a log line, perhaps in the middle of a step."""
        self._lines.append(record.getMessage())

    def _judge_lines(self) -> None:
        hidden = self._hidden_from(None)
        self._leaky_lines += [(line, found) for line in self._lines if (found := hidden.found_in(line))]
        self._lines.clear()

    def _hidden_from(self, to: int | None) -> Hidden:
        """Return the hidden facts, the same until the table changes."""
        if to not in self._hidden:
            self._hidden[to] = hidden_from(next(iter(self._tables.values()), None), to)
        return self._hidden[to]

    def _interactions(self) -> Iterable[Interaction]:
        return self._evening.local.interactions._by_id.values()

    def _table_changed(self, _: Table | None, after: Table) -> None:
        self._tables[after.id] = after
        self._hidden.clear()
        self._judge_lines()

    def _message_changed(self, change: Change) -> None:
        if isinstance(change, Shown) and change.message.author is self._evening.local.world.bot:
            self.sent.append(self._sent(change.message.only_for, _everything(change.message)))

    def _form_opened(self, interaction: Interaction) -> None:
        self.sent.append(self._sent(interaction.user.id, interaction.modal))

    def _sent(self, to: int | None, what: Any) -> Sent:
        table = next(iter(self._tables.values()), None)
        hidden = self._hidden_from(to)
        seals = () if table is None or table.state is None else table.spec.game.seals(table.state, None)
        shown = tuple((at, seal.card) for at, seal in enumerate(seals) if seal.card is not None)
        everything = self._hidden_from(None)
        drawn = everything.cards | everything.known
        return Sent(to, json.dumps(what, ensure_ascii=False), hidden, shown, drawn)


def _everything(message: Message) -> dict[str, Any]:
    """Return all that a client gets of a message, its files included; without the parts that Discord adds."""
    files = [(file.filename, file.description, file.content.decode(errors="replace")) for file in message.attachments]
    return {
        "content": message.content,
        "components": message.components,
        "embeds": message.embeds,
        "files": files,
    }
