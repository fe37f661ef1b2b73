"""Hands of Klingon Hold-'Em that were written down, and whether anybody was ever sent another captain's ships."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from cogs.klingon.card_file import STANDARD, action_codes, ship_of
from cogs.klingon.cards import Deck
from playground.discord.server import LocalDiscord
from playground.discord.world import Message
from playground.discord.world.conversation import Change, Shown
from playground.people import Player, Seen
from tests.e2e.hidden_cards import places
from tests.ui.tables.evening import Evening

Ships = tuple[str, str]

_OVER = re.compile(r"hand \d+ is over")


def written(ships: Mapping[str, Ships], cards: str, deck: Deck = STANDARD) -> list[int]:
    """Return the numbers with which chance deals these ships (by captain, from the left of the sun), then these action
    cards.
    """
    dealt = [pair[at] for at in range(2) for pair in ships.values()]
    return [*places([ship.id for ship in deck.ships], *dealt), *places(action_codes(deck), *cards.split())]


async def my_ships(evening: Evening, who: Player) -> Seen:
    """Return the page that the bot shows to them alone."""
    answer = await who.click(evening.message, "My ships")
    assert answer.shown.ephemeral
    return answer.shown


@dataclass
class Overheard:
    """All that the bot sends from now on: to whom, and what. It outlives the bot.

    `hands` are those that were played: whose ships, and how much had been sent at its begin and when its end was shown.
    """

    local: LocalDiscord
    sent: list[tuple[int | None, str]] = field(default_factory=list[tuple[int | None, str]])
    hands: list[tuple[Mapping[int, Ships], int, int]] = field(
        default_factory=list[tuple[Mapping[int, Ships], int, int]]
    )

    def __post_init__(self) -> None:
        self.local.world.watchers.append(self._changed)

    def ended(self, begun: int, ships: Mapping[int, Ships]) -> None:
        """End the hand that was dealt when `begun` had been sent; `ships` goes by the user who may see them."""
        over = next(at for at, (_, text) in enumerate(self.sent) if at >= begun and _OVER.search(text))
        self.hands.append((ships, begun, over))

    def leaks(self, folded: Collection[str]) -> list[tuple[int | None, str, str]]:
        """Ships in what was sent to others before the end of their hand, and those in `folded` also after it."""
        return [
            (to, ship, text)
            for ships, begun, over in self.hands
            for at, (to, text) in enumerate(self.sent[begun:], begun)
            for owner, pair in ships.items()
            for ship in pair
            if to != owner and (at < over or ship in folded) and ship_of(STANDARD, ship).name in text
        ]

    def was_told(self, who: Player, ships: Ships) -> bool:
        """Return True if this person alone was sent these ships."""
        names = [ship_of(STANDARD, ship).name for ship in ships]
        return any(to == who.id and all(name in text for name in names) for to, text in self.sent)

    def _changed(self, change: Change) -> None:
        if isinstance(change, Shown) and change.message.author is self.local.world.bot:
            self.sent.append((change.message.only_for, _all_of(change.message)))


def _all_of(message: Message) -> str:
    return json.dumps([message.content, message.components, message.embeds], ensure_ascii=False)
