"""A crooked table of any game, with people who are always seen when they cheat, or never."""

from collections.abc import Iterable
from typing import Any, Self

from bot import games
from bot.engine.game import DEALER, Carry, HouseRules, Outcome, Player
from bot.engine.money import CHIPS
from bot.engine.rng import Rng, SeededRng
from bot.engine.skills import D20, Sheet, parse_sheet
from bot.engine.words import Voice, plain

CLUMSY = parse_sheet("Sleight of Hand -20", D20)
"""Everybody sees it, and can prove it."""
SLY = parse_sheet("Sleight of Hand +40", D20)
"""Nobody sees it."""
SHARP = parse_sheet("Perception +20, Investigation +40", D20)
"""Sees everything but what the slyest do, and proves it."""
WATCHFUL = parse_sheet("Perception +20, Investigation -20", D20)
"""Sees as much, and can prove it of nobody but the clumsiest."""
PLAIN = Sheet()


class Crooked:
    """One hand. Names stand for seats, as `sheets` has them clockwise, and no chip may be lost by any action."""

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
        self.game = self.spec.game
        self.seats = seats or {name: seat for seat, name in enumerate(sheets, start=1)}
        self.players = tuple(
            Player(seat=self.seats[name], name=name, stack=stack, sheet=sheet)
            for (name, sheet), stack in zip(sheets.items(), stacks, strict=True)
        )
        self.deal = self.game.Deal(rules=rules, players=self.players, carry=carry, bank=bank, system=D20)
        self.chance = chance or SeededRng(1)
        step = self.game.start(self.deal, self.chance)
        self.state: Any = step.state
        self.events, self.private, self.kept = list(step.events), list(step.private), list(step.kept)

    @property
    def voice(self) -> Voice:
        return Voice({seat: name for name, seat in self.seats.items()}, CHIPS)

    @property
    def turn(self) -> str | None:
        """Whom the hand waits for: the first of them, or the GM."""
        waiting = sorted(self.game.to_act(self.state))
        names = {DEALER: "GM"} | {seat: name for name, seat in self.seats.items()}
        return names[waiting[0]] if waiting else None

    @property
    def said(self) -> list[str]:
        return [plain(line) for line in self.spec.words.tell(self.events, self.voice)]

    @property
    def gm_log(self) -> list[str]:
        return [plain(line) for line in self.spec.words.tell(self.kept, self.voice)]

    @property
    def end(self) -> Outcome[Any]:
        end = self.game.outcome(self.state)
        assert end is not None, f"the hand waits for {self.turn}"
        return end

    @property
    def stacks(self) -> dict[str, int]:
        """Return the chips of each player at the end."""
        by_seat = dict(self.end.stacks)
        return {player.name: by_seat[player.seat] for player in self.players}

    def keys(self, who: str) -> list[str]:
        return [move.key for move in self.game.moves(self.state, self._seat(who))]

    def first(self, who: str, key: str) -> str:
        """Return the first choice of a move."""
        (move,) = (move for move in self.game.moves(self.state, self._seat(who)) if move.key == key)
        return move.fields[0].bounds()[0]

    def page(self, who: str) -> str:
        """Return the text of the player's private page."""
        return plain(self.spec.hand(self.state, self._seat(who), self.voice).text)

    def do(self, who: str, kind: str, **fields: Any) -> Self:
        before = self.game.chips(self.state)
        step = self.game.act(self.state, self._seat(who), self.game.action(kind, fields), self.chance)
        self.state = step.state
        self.events += step.events
        self.private += step.private
        self.kept += step.kept
        assert self.game.chips(self.state) == before
        assert self.game.State.from_json(self.state.to_json()) == self.state
        return self

    def rules_on(self, ruling: str) -> Self:
        """Give the GM's verdict."""
        return self.do("GM", "verdict", ruling=ruling)

    def each(self, kind: str, *names: str) -> Self:
        for name in names:
            self.do(name, kind)
        return self

    def _seat(self, who: str) -> int:
        return DEALER if who == "GM" else self.seats[who]
