"""All that the bot sends: to whom, and what was hidden from them in that moment."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.playground.interactions import Interaction
from bot.playground.world import Message
from bot.playground.world.changes import Change, Shown
from bot.tables.model import Table
from tests.leaks.hidden import Hidden, hidden_from
from tests.ui.tables.evening import Evening


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that the bot sent: `to` is the one user who gets it, None everybody; `hidden` is what they can't know.

    `is_shown`: by then something that had been hidden lies open for all.
    """

    to: int | None
    text: str
    hidden: Hidden
    is_shown: bool = False

    @property
    def leaks(self) -> list[str]:
        return self.hidden.found_in(self.text)


class Wiretap:
    """Listens from its making on: to messages and their edits, forms, and what is offered while somebody types."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.sent: list[Sent] = []
        self._tables: dict[int, Table] = {}
        evening.house.tables.desk.changed.append(self._table_changed)
        evening.local.world.watchers.append(self._message_changed)
        evening.local.interactions.on_modal.append(self._form_opened)

    @property
    def leaks(self) -> list[tuple[int | None, list[str], str]]:
        """Whatever somebody could read that was hidden from them: who, what, where."""
        offered = [self._sent(one.user.id, one.choices) for one in self._interactions() if one.choices]
        return [(sent.to, sent.leaks, sent.text) for sent in (*self.sent, *offered) if sent.leaks]

    def in_lines(self, lines: Iterable[str]) -> list[list[str]]:
        """What is hidden from everybody at the end, and stands in these lines."""
        return [found for line in lines if (found := self._sent(None, line).leaks)]

    def _interactions(self) -> Iterable[Interaction]:
        return self._evening.local.interactions._by_id.values()

    def _table_changed(self, _: Table | None, after: Table) -> None:
        self._tables[after.id] = after

    def _message_changed(self, change: Change) -> None:
        if isinstance(change, Shown) and change.message.author is self._evening.local.world.bot:
            self.sent.append(self._sent(change.message.only_for, _everything(change.message)))

    def _form_opened(self, interaction: Interaction) -> None:
        self.sent.append(self._sent(interaction.user.id, interaction.modal))

    def _sent(self, to: int | None, what: Any) -> Sent:
        table = next(iter(self._tables.values()), None)
        seals = () if table is None or table.state is None else table.entry.game.seals(table.state, None)
        is_shown = any(seal.is_open for seal in seals)
        return Sent(to, json.dumps(what, ensure_ascii=False), hidden_from(table, to), is_shown)


def _everything(message: Message) -> dict[str, Any]:
    """All that a client gets of a message, its files included; without what Discord adds."""
    files = [(file.filename, file.description, file.content.decode(errors="replace")) for file in message.attachments]
    return {
        "content": message.content,
        "components": message.components,
        "embeds": message.embeds,
        "files": files,
    }
