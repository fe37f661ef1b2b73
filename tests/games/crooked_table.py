"""A crooked table of any game, with people who are always seen when they cheat, or never."""

from collections.abc import Iterable
from typing import Any, Self

from bot import games
from bot.engine.game import DEALER, Carry, HouseRules, Player, Step
from bot.engine.money import CHIPS
from bot.engine.rng import Rng, SeededRng
from bot.engine.skills import D20, Sheet, parse_sheet
from bot.engine.words import plain
from tests.games.hand_table import HandTable

CLUMSY = parse_sheet("Sleight of Hand -20", D20)
"""Everybody sees it, and can prove it."""
SLY = parse_sheet("Sleight of Hand +40", D20)
"""Nobody sees it."""
SHARP = parse_sheet("Perception +20, Investigation +40", D20)
"""Sees everything but what the slyest do, and proves it."""
WATCHFUL = parse_sheet("Perception +20, Investigation -20", D20)
"""Sees as much, and can prove it of nobody but the clumsiest."""
PLAIN = Sheet()


class Crooked(HandTable[Any, Any]):
    """One hand, with people as `sheets` has them clockwise, and the GM."""

    currency = CHIPS

    def __init__(
        self,
        key: str,
        rules: HouseRules,
        sheets: dict[str, Sheet],
        stacks: Iterable[int],
        *,
        carry: Carry | None = None,
        bank: int = 0,
        seats: dict[str, int] | None = None,
        chance: Rng | None = None,
    ) -> None:
        self.rules, self.spec = rules, games.spec_of(key).by(rules)
        self.game, self.words, self.names = self.spec.game, self.spec.words, tuple(sheets)
        self.seats = seats or {name: seat for seat, name in enumerate(sheets, start=1)}
        players = tuple(
            Player(seat=self.seats[name], stack=stack, sheet=sheet)
            for (name, sheet), stack in zip(sheets.items(), stacks, strict=True)
        )
        deal = self.game.Deal(rules=rules, players=players, carry=carry, bank=bank, system=D20)
        self.begin(deal, chance or SeededRng(1))

    def after(self, step: Step[Any]) -> Self:
        assert self.game.State.from_json(step.state.to_json()) == step.state
        return super().after(step)

    def seat(self, name: str) -> int:
        return DEALER if name == "GM" else self.seats[name]

    @property
    def turn(self) -> str | None:
        """Whom the hand waits for: the first of them, or the GM."""
        waiting = sorted(self.game.to_act(self.state))
        names = {DEALER: "GM"} | {seat: name for name, seat in self.seats.items()}
        return names[waiting[0]] if waiting else None

    @property
    def stacks(self) -> dict[str, int]:
        """Return the chips of each player at the end."""
        return {name: dict(self.end.stacks)[self.seats[name]] for name in self.names}

    def first(self, who: str, key: str) -> str:
        """Return the first choice of a move."""
        return self.move(who, key).fields[0].bounds()[0]

    def page(self, who: str) -> str:
        """Return the text of the player's private page."""
        return plain(self.spec.hand(self.state, self.seat(who), self.voice).text)

    def rules_on(self, ruling: str) -> Self:
        """Give the GM's verdict."""
        return self.do("GM", "verdict", ruling=ruling)

    def each(self, kind: str, *names: str) -> Self:
        for name in names:
            self.do(name, kind)
        return self
