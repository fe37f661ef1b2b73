"""What stands in for a game that isn't here any more: nothing can be played, and everybody leaves with their chips."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from bot.catalog import Entry, entry
from bot.engine.frozen import Frozen
from bot.engine.game import BuyIn, Carry, Deal, Event, Game, HouseRules, Outcome, Seat, Step
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Action, Move
from bot.engine.panel import Page, Panel
from bot.engine.rng import Chance
from bot.engine.speech import Voice
from bot.errors import NotFound, RuleError

GONE = "This game isn't here any more: leave with your chips, or let the GM close the table."
LOST = "This table can't be read any more: leave with your chips, or let the GM close it."


class MissingGame(Game[HouseRules, Carry, Frozen, Any, Frozen]):
    """No moves, no hands, and nobody has chips enough to be dealt in. Its tagline says why."""

    seats = range(1, 2)
    presets = {"usual": HouseRules()}  # noqa: RUF012 - as in every game

    HouseRules, Carry, State = HouseRules, Carry, Frozen
    Action, Event, View = Action, Event, Frozen

    def start(self, deal: Deal[Any, Any], chance: Chance) -> Step[Frozen]:
        raise RuleError(self.tagline)

    def to_act(self, state: Frozen) -> frozenset[Seat]:
        return frozenset()

    def moves(self, state: Frozen, seat: Seat) -> tuple[Move, ...]:
        return ()

    def play(self, state: Frozen, seat: Seat, action: Any, chance: Chance) -> Step[Frozen]:
        raise RuleError(self.tagline)

    def on_timeout(self, state: Frozen, seat: Seat) -> Any:
        raise RuleError(self.tagline)

    def view(self, state: Frozen, seat: Seat | None) -> Frozen:
        return Frozen()

    def outcome(self, state: Frozen) -> Outcome[Any] | None:
        return None

    def chips(self, state: Frozen) -> int:
        return 0

    def buy_in(self, rules: Any) -> BuyIn:
        return BuyIn(low=1, usual=1)

    def least_stack(self, rules: Any) -> int:
        return MAX_AMOUNT + 1


class _Words:
    """What is said where the game would speak."""

    def __init__(self, why: str) -> None:
        self._why = why

    def panel(self, view: Any, voice: Voice) -> Panel:
        return Panel(heading="gone", status=(self._why,), seats=())

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]:
        return ()

    def stakes(self, rules: Any, voice: Voice) -> str:
        return "nothing is played here"

    def rules_pages(self, rules: Any, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Gone", text=self._why),)


@cache
def stand_in(name: str, why: str) -> Entry:
    """The entry of a game that nobody can play; `name` is its key, `why` a sentence for whoever sits there."""

    class Named(MissingGame):
        key, title, tagline = name, f"{name.capitalize()} (gone)", why

    return Entry(game=Named(), text=_Words(why))


def entry_of(key: str, *, is_lost: bool) -> Entry:
    """The game of a table, or what stands in for one that is gone; `is_lost`: the table itself could not be read."""
    if is_lost:
        return stand_in(key, LOST)
    try:
        return entry(key)
    except NotFound:
        return stand_in(key, GONE)
