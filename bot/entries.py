"""A game and its words, and what these may offer."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast

from bot.engine.cheating.around import UP_MY_SLEEVE
from bot.engine.cheating.sleights import Cheatable, CrookedRules
from bot.engine.cheating.text import CrookedText
from bot.engine.cheating.wrapper import Crooked
from bot.engine.game import Event, Game, HouseRules
from bot.engine.panel import Page, Panel
from bot.engine.speech import Voice

AnyGame = Game[Any, Any, Any, Any, Any]


class Telling(Protocol):
    """What a game's `text` module offers."""

    def panel(self, view: Any, voice: Voice) -> Panel: ...

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]: ...

    def stakes(self, rules: Any, voice: Voice) -> str: ...

    def rules_pages(self, rules: Any, voice: Voice) -> tuple[Page, ...]: ...


class TellingHands(Telling, Protocol):
    """What the `text` module of a game offers besides, in which seats hold what only they may see."""

    def hand(self, view: Any, voice: Voice) -> Page: ...


class TellingOwn(Telling, Protocol):
    """What the `text` module of a game offers besides, in which a seat's line at a full table is too short for all."""

    def own(self, view: Any, seat: int, voice: Voice) -> str | None: ...


class TellingCards(Telling, Protocol):
    """What the `text` module of a game offers besides, whose cards are sealed by a code that people don't read."""

    def card_name(self, card: str, rules: Any) -> str | None:
        """What people call a sealed card, escaped; None where there is no such card."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A game and its words."""

    game: AnyGame
    text: Telling

    def by(self, rules: HouseRules) -> "Entry":
        """The game as these house rules have it: at a crooked table with all that people do beside it."""
        own = honest_entry(self)
        is_crooked = isinstance(rules, CrookedRules) and rules.crooked and isinstance(own.game, Cheatable)
        return _crooked_entry(own) if is_crooked else own

    def tell(self, events: Iterable[Event], voice: Voice) -> tuple[str, ...]:
        return self.text.tell(events, voice)

    def panel(self, state: Any, seat: int | None, voice: Voice) -> Panel:
        return self.text.panel(self.game.view(state, seat), voice)

    @property
    def has_hands(self) -> bool:
        """Whether seats hold what only they may see: the game's `text` then is TellingHands."""
        return hasattr(self.text, "hand")

    def hand(self, state: Any, seat: int, voice: Voice) -> Page:
        """What a seat holds, for the eyes of whoever plays it."""
        return cast("TellingHands", self.text).hand(self.game.view(state, seat), voice)

    def own(self, state: Any, seat: int, voice: Voice) -> str | None:
        """All that a seat has on the table, in a line for whoever plays it; None where its line there says it all."""
        if not hasattr(self.text, "own"):
            return None
        return cast("TellingOwn", self.text).own(self.game.view(state, seat), seat, voice)

    def card_name(self, card: str, rules: Any) -> str | None:
        """What people call a sealed card besides the code by which it was sealed; None where that is all."""
        return cast("TellingCards", self.text).card_name(card, rules) if hasattr(self.text, "card_name") else None


def honest_entry(entry: Entry) -> Entry:
    """The game and its words as they are at a table that isn't crooked."""
    if isinstance(entry.game, Crooked) and isinstance(entry.text, CrookedText):
        return Entry(game=entry.game.honest, text=entry.text.honest)
    return entry


@cache
def _crooked_entry(entry: Entry) -> Entry:
    hand_title = entry.game.hand_title if entry.has_hands else UP_MY_SLEEVE
    game = Crooked(entry.game, hand_title=hand_title)
    return Entry(game=game, text=CrookedText(game, entry.text))
