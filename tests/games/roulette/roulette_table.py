"""A roulette table at which Roark, Lando and Han sit clockwise, and a ball that falls where the test says."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.engine.game import Event, Outcome, Player, signature
from bot.engine.money import DND
from bot.engine.moves import Amount, Move, Pick, find
from bot.engine.options import with_options
from bot.engine.rng import ScriptedRng, SeededRng
from bot.engine.words import Voice, plain
from bot.errors import RuleError
from cogs.roulette import words
from cogs.roulette.rules import GAME
from cogs.roulette.state import Bet, LastBets, RouletteCarry, RouletteRules, RouletteState

THREE = ("Roark", "Lando", "Han")
FULL = tuple(f"Gambler number {number:02} of twenty here" for number in range(1, 21))
"""Twenty names of 32 characters."""


class Table:
    """One spin. Names stand for seats, bets are written "17 5, red 10", and no chip may be lost by any action."""

    def __init__(
        self,
        names: tuple[str, ...] = THREE,
        *,
        ball: str = "17",
        stacks: Mapping[str, int] | None = None,
        bank: int | None = None,
        carry: RouletteCarry | None = None,
        **options: Any,
    ) -> None:
        """`ball` is the pocket that will come. Without a bank the mint stands behind it."""
        self.names = names
        self.rules = with_options(RouletteRules(), options)
        self.brought = {name: (stacks or {}).get(name, 1000) for name in names}
        self.players = tuple(
            Player(seat=seat, name=name, stack=self.brought[name]) for seat, name in enumerate(names, start=1)
        )
        self.bank = bank
        deal = GAME.Deal(rules=self.rules, players=self.players, carry=carry, bank=bank or 0, endless=bank is None)
        self.chance = ScriptedRng([self.rules.layout.pockets.index(ball) + 1])
        step = GAME.start(deal, self.chance)
        self.state: RouletteState = step.state
        self.events: list[Event] = list(step.events)

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    @property
    def turn(self) -> tuple[str, ...]:
        """Whom the spin waits for."""
        return tuple(name for name in self.names if self.seat(name) in GAME.to_act(self.state))

    @property
    def end(self) -> Outcome[RouletteCarry]:
        end = GAME.outcome(self.state)
        assert end is not None, f"the spin waits for {self.turn}"
        return end

    @property
    def handed_on(self) -> RouletteCarry:
        """Return the carryover to the next spin."""
        assert self.end.carry is not None
        return self.end.carry

    @property
    def nets(self) -> dict[str, int]:
        stacks = dict(self.end.stacks)
        return {name: stacks[self.seat(name)] - stack for name, stack in self.brought.items()}

    @property
    def won_by_the_bank(self) -> int:
        return self.end.bank - (self.bank or 0)

    @property
    def voice(self) -> Voice:
        return Voice(names=dict(enumerate(self.names, start=1)), currency=DND)

    @property
    def said(self) -> list[str]:
        """Everything told to all so far, as plain text."""
        told: list[Any] = self.events
        return [plain(line) for line in words.tell(told, self.voice)]

    @property
    def shows(self) -> list[str]:
        """The table as plain text: heading, status, a line a seat, the result."""
        drawn = words.panel(GAME.view(self.state, None), self.voice)
        seats = [" ".join(filter(None, (self.names[line.seat - 1], line.cards, line.text))) for line in drawn.seats]
        return [plain(line) for line in (drawn.heading, *drawn.status, *seats, *filter(None, [drawn.result]))]

    def lies(self, name: str) -> dict[str, int]:
        """Return this gambler's bets."""
        own = self.state.gambler(self.seat(name))
        assert own is not None
        return dict(own.bets)

    def chips(self, name: str) -> int:
        own = self.state.gambler(self.seat(name))
        assert own is not None
        return own.stack

    def moves(self, name: str) -> tuple[Move, ...]:
        return GAME.moves(self.state, self.seat(name))

    def keys(self, name: str) -> list[str]:
        return [move.key for move in self.moves(name)]

    def signature(self, name: str) -> tuple[tuple[str, str, int | None], ...]:
        return signature(self.moves(name))

    def move(self, name: str, key: str) -> Move:
        move = find(self.moves(name), key)
        assert move is not None, f"{name} can't do {key}"
        return move

    def amount(self, name: str, key: str) -> Amount:
        _, amount = self.move(name, key).fields
        assert isinstance(amount, Amount)
        return amount

    def spots(self, name: str, key: str) -> list[str]:
        pick, _ = self.move(name, key).fields
        assert isinstance(pick, Pick)
        return [choice.value for choice in pick.choices]

    def cap(self, name: str, spot: str) -> int:
        """Return the most that this gambler may bet on a spot now; 0 if nothing."""
        group = self.rules.layout.by_name[spot].group
        if group not in self.keys(name) or spot not in self.spots(name, group):
            return 0
        return self.amount(name, group).cap(spot)

    def do(self, who: str, kind: str, **fields: Any) -> "Table":
        step = GAME.act(self.state, self.seat(who), GAME.action(kind, fields), self.chance)
        self.state = step.state
        self.events += step.events
        assert not step.private
        assert GAME.chips(self.state) == sum(self.brought.values()) + (self.bank or 0)
        return self

    def bet(self, who: str, bets: str) -> "Table":
        """As in "17 5, corner 17-21 10, red 20"."""
        for bet in bets.split(", "):
            spot, _, amount = bet.rpartition(" ")
            group = self.rules.layout.by_name[spot].group
            self.do(who, group, spot=spot, amount=int(amount))
        return self

    def done(self, *names: str) -> "Table":
        for name in names or self.turn:
            self.do(name, "done")
        return self

    def again(self, who: str) -> "Table":
        return self.do(who, "again")

    def take_back(self, who: str, *spots: str) -> "Table":
        """All bets, or those on these spots."""
        (pick,) = self.move(who, "take_back").fields or (None,)
        named = spots or ("all",)
        is_single = isinstance(pick, Pick) and pick.is_single
        return self.do(who, "take_back", spots=named[0] if is_single else named)

    def back(self, who: str) -> list[str]:
        """List this gambler's choices for taking back: none with one bet."""
        (pick,) = self.move(who, "take_back").fields or (None,)
        if pick is None:
            return []
        assert isinstance(pick, Pick)
        return [choice.value for choice in pick.choices]

    def times_out(self, who: str) -> "Table":
        return self.do(who, GAME.on_timeout(self.state, self.seat(who)).kind)

    def refusal(self, who: str | int, kind: str, **fields: Any) -> str:
        """Return the refusal of that move: for a gambler, or for a seat that isn't in the spin."""
        seat = who if isinstance(who, int) else self.seat(who)
        chance = SeededRng(0)
        with pytest.raises(RuleError) as refused:
            GAME.act(self.state, seat, GAME.action(kind, fields), chance)
        assert chance.draws == []
        return refused.value.told(DND.show)


def spun(bets: Mapping[str, str] | str, ball: str, **options: Any) -> Table:
    """Play a spin: Roark's bets, or everyone's by name."""
    table = Table(ball=ball, **options)
    for name, written in ({"Roark": bets} if isinstance(bets, str) else bets).items():
        table.bet(name, written)
    return table.done()


def after(*history: str, **last: str) -> RouletteCarry:
    """Build a carryover: pockets, the newest first, and bets by name as in Roark="17 5, red 10"."""
    bets = (
        LastBets(seat=THREE.index(name) + 1, bets=tuple(_bet(written) for written in line.split(", ")))
        for name, line in last.items()
    )
    return RouletteCarry(history=history, last=tuple(bets))


def _bet(written: str) -> Bet:
    spot, _, amount = written.rpartition(" ")
    return Bet(spot, int(amount))
