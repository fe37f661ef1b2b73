"""A roulette table at which Roark, Lando and Han sit clockwise, and a ball that falls where the test says."""

from collections.abc import Mapping
from typing import Any

from bot.engine.banked.limits import RESERVE
from bot.engine.game import Player, signature
from bot.engine.money import DND
from bot.engine.moves import Amount, Pick
from bot.engine.options import with_options
from bot.engine.rng import ScriptedRng
from cogs.roulette import words
from cogs.roulette.rules import GAME
from cogs.roulette.state import Bet, LastBets, RouletteCarry, RouletteRules, RouletteState
from tests.games.hand_table import HandTable

THREE = ("Roark", "Lando", "Han")
FULL = tuple(f"Gambler number {number:02} of twenty here" for number in range(1, 21))
"""Twenty names of 32 characters."""


class Table(HandTable[RouletteState, RouletteCarry]):
    """One spin. Bets are written "17 5, red 10"."""

    game, words, currency = GAME, words, DND

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
        self.players = tuple(
            Player(seat=seat, stack=(stacks or {}).get(name, 1000)) for seat, name in enumerate(names, start=1)
        )
        deal = GAME.Deal(
            rules=self.rules, players=self.players, carry=carry, bank=bank or 0, reserve=RESERVE if bank is None else 0
        )
        self.begin(deal, ScriptedRng([self.rules.layout.pockets.index(ball) + 1]))

    @property
    def won_by_the_bank(self) -> int:
        return self.end.bank - self.deal.bank

    def lies(self, name: str) -> dict[str, int]:
        """Return this gambler's bets."""
        own = self.state.gambler(self.seat(name))
        assert own is not None
        return dict(own.bets)

    def chips(self, name: str) -> int:
        own = self.state.gambler(self.seat(name))
        assert own is not None
        return own.stack

    def signature(self, name: str) -> tuple[tuple[str, str, int | None], ...]:
        return signature(self.moves(name))

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
