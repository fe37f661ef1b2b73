"""A table of Bounder at which Roark, Lando and Han sit clockwise, with dice that fall as the test says."""

from collections.abc import Mapping
from typing import Any, Self

from bot.engine.banked.limits import RESERVE
from bot.engine.cheating.loaded_dice import Load
from bot.engine.game import Player, Step
from bot.engine.money import DND
from bot.engine.moves import Pick
from bot.engine.options import with_options
from bot.engine.rng import ScriptedRng
from cogs.bounder import words
from cogs.bounder.rules import GAME
from cogs.bounder.state import BounderCarry, BounderRules, BounderState, Gambler
from tests.games.hand_table import HandTable

NAMES = ("Roark", "Lando", "Han")


class Table(HandTable[BounderState, BounderCarry]):
    """One round. Every action takes the dice that fall by it."""

    game, words, joint, currency = GAME, words, " · ", DND

    def __init__(
        self,
        *names: str,
        shooter: str | None = None,
        stacks: Mapping[str, int] | None = None,
        bank: int = 10_000,
        endless: bool = False,
        carry: BounderCarry | None = None,
        **options: Any,
    ) -> None:
        """Offer the dice first to `shooter`, or to the first seat; or as a `carry` says."""
        self.names = names or NAMES
        self.rules = with_options(BounderRules(), options)
        players = tuple(
            Player(seat=seat, stack=(stacks or {}).get(name, 1000)) for seat, name in enumerate(self.names, start=1)
        )
        deal = GAME.Deal(rules=self.rules, players=players, carry=carry, bank=bank, reserve=RESERVE if endless else 0)
        is_drawn = not self.rules.is_classic and carry is None and (endless or bank >= GAME.least_bank(self.rules))
        chance = ScriptedRng((self.seat(shooter or self.names[0]),) if is_drawn else ())
        self.begin(deal, chance)
        assert chance.left == ()

    @property
    def order(self) -> tuple[int, ...]:
        return self.state.order

    def gambler(self, name: str) -> Gambler:
        return self.state.gambler(self.seat(name))

    def bets(self, name: str) -> dict[str, int]:
        return dict(self.gambler(name).bets.made)

    def choices(self, name: str) -> list[str]:
        """List the bets that may be taken back, if there are several."""
        (field,) = self.move(name, "take_back").fields
        assert isinstance(field, Pick)
        return [choice.value for choice in field.choices]

    def do(self, who: str, kind: str, *dice: int, **fields: Any) -> Self:
        chance = ScriptedRng(dice)
        return self._told(GAME.act(self.state, self.seat(who), GAME.action(kind, fields), chance), chance)

    def load(self, who: str, face: int) -> Self:
        """Nobody notices how the next die is loaded."""
        chance = ScriptedRng(())
        return self._told(GAME.sleight(self.state, self.seat(who), Load(face=face), chance), chance)

    def caught(self, who: str, *dice: int) -> Self:
        chance = ScriptedRng(dice)
        return self._told(GAME.forfeit(self.state, self.seat(who), chance), chance)

    def sleights(self, who: str) -> list[str]:
        """List the sleights that are offered besides the moves of the game."""
        return [move.label for move in GAME.sleights(self.state, self.seat(who))]

    def _told(self, step: Step[BounderState], chance: ScriptedRng) -> Self:
        assert chance.left == (), "the round asked for fewer dice"
        return self.after(step)

    def stakes(self, who: str, amount: int, *points: int) -> "Table":
        """With the first rolls of all shooters, where this was the last stake."""
        return self.do(who, "stake", *points, amount=amount)

    def keeps(self, who: str, *dice: int) -> "Table":
        return self.do(who, "keep", *dice)

    def bet(self, who: str, kind: str, amount: int, *dice: int) -> "Table":
        return self.do(who, kind, *dice, amount=amount)

    def done(self, *names: str) -> "Table":
        for name in names:
            self.do(name, "done")
        return self

    def rolls(self, *dice: int) -> "Table":
        """Close the bets: roll the dealer's three dice, and the second of the shooter."""
        assert self.state.shooter is not None
        shooter = self.name(self.state.shooter)
        if shooter in self.turn and len(self.turn) > 1:
            self.do(shooter, "roll")
        return self.do(shooter, "roll", *dice)

    def times_out(self, who: str, *dice: int) -> "Table":
        return self.do(who, GAME.on_timeout(self.state, self.seat(who)).kind, *dice)

    def leaves(self, who: str, *dice: int) -> "Table":
        return self.do(who, GAME.on_leave(self.state, self.seat(who)).kind, *dice)

    def next_round(self, **options: Any) -> "Table":
        """Another round of the same people, with the chips they have now."""
        stacks = {name: self.gambler(name).stack for name in self.names}
        changed = {**self.rules.by_name(), **options}
        return Table(*self.names, stacks=stacks, bank=self.end.bank, carry=self.end.carry, **changed)


def bets_open(point: int = 14, stake: int = 10, **table: Any) -> Table:
    """Roark has staked and rolled the point, and doesn't double."""
    made = Table(**table).stakes("Roark", stake, point)
    return made.keeps("Roark") if "keep" in made.keys("Roark") else made


def classic_table(bank: int = 10_000) -> Table:
    """Everybody is asked for a stake at once."""
    return Table(version="classic", double="off", bank=bank)


def points_rolled() -> Table:
    """Return a classic round in which Roark, Lando and Han have staked 10, 20 and 30, and rolled 14, 3 and 20."""
    return classic_table().stakes("Roark", 10).stakes("Lando", 20).stakes("Han", 30, 14, 3, 20)
