"""What a roll is made of: numbers, throws of dice, sums and products; each knows how to roll itself and shows it."""

from dataclasses import dataclass
from typing import Literal

from bot.engine.frozen import Frozen
from bot.engine.rng import Chance
from bot.engine.skills import Die, dice_told

MOST_DICE = 100
_MINUS = "\N{MINUS SIGN}"

Keep = Literal["kh", "kl", "dh", "dl"]
Operator = Literal["+", "-", "*"]


class Part(Frozen):
    """A piece of the working: words, or the dice of one throw in the order they fell."""

    text: str = ""
    dice: tuple[Die, ...] = ()

    def told(self, strike: str = "") -> str:
        if not self.dice:
            return self.text
        faces = dice_told(self.dice, strike)
        return faces if len(self.dice) == 1 else f"[{faces}]"


class NotationRoll(Frozen):
    """A rolled expression: as it was written, what fell, and what it comes to."""

    notation: str
    parts: tuple[Part, ...]
    total: int

    @property
    def dice(self) -> tuple[Die, ...]:
        return tuple(die for part in self.parts for die in part.dice)

    def told(self, strike: str = "") -> str:
        """One line such as "2d20kh1 + 7: [18 (4)] + 7 = 25", with dropped dice as in `Roll.told`."""
        working = "".join(part.told(strike) for part in self.parts)
        result = f"{self.total:,}".replace("-", _MINUS)
        notation = self.notation.replace("*", "×").replace("-", _MINUS)
        return f"{notation}: {working}" if working == result else f"{notation}: {working} = {result}"


@dataclass(frozen=True, slots=True)
class Number:
    value: int

    @property
    def limit(self) -> int:
        return self.value

    def thrown(self, chance: Chance, secret: bool) -> tuple[int, tuple[Part, ...]]:
        return self.value, (Part(text=f"{self.value:,}"),)

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Throw:
    """`count` dice; `kept` of them count, the highest or the lowest. With `explodes` a highest face is rolled again."""

    count: int
    sides: int
    explodes: bool = False
    keep: Keep | None = None
    number: int = 0

    @property
    def limit(self) -> int:
        return (self.count + (MOST_DICE if self.explodes else 0)) * self.sides

    def thrown(self, chance: Chance, secret: bool) -> tuple[int, tuple[Part, ...]]:
        dice: list[Die] = []
        spare = MOST_DICE
        for _ in range(self.count):
            dice.append(Die(sides=self.sides, face=chance.die(self.sides, secret=secret)))
            while self.explodes and dice[-1].face == self.sides and spare:
                spare -= 1
                dice.append(Die(sides=self.sides, face=chance.die(self.sides, secret=secret), kind="exploded"))
        shown = self._without_dropped(dice)
        return sum(die.face for die in shown if not die.dropped), (Part(dice=shown),)

    def _without_dropped(self, dice: list[Die]) -> tuple[Die, ...]:
        if self.keep is None:
            return tuple(dice)
        keeps, highest = self.keep[0] == "k", self.keep[1] == "h"
        ranked = sorted(range(len(dice)), key=lambda at: dice[at].face, reverse=highest)
        chosen = set(ranked[: self.number])
        return tuple(die.evolve(dropped=(at in chosen) != keeps) for at, die in enumerate(dice))

    def __str__(self) -> str:
        count = "" if self.count == 1 else str(self.count)
        kept = f"{self.keep}{self.number}" if self.keep else ""
        return f"{count}d{self.sides}{'!' if self.explodes else ''}{kept}"


@dataclass(frozen=True, slots=True)
class Joined:
    """Two terms and what joins them."""

    left: "Term"
    operator: Operator
    right: "Term"

    @property
    def limit(self) -> int:
        """The largest size the value can have, whatever falls."""
        if self.operator == "*":
            return self.left.limit * self.right.limit
        return self.left.limit + self.right.limit

    def thrown(self, chance: Chance, secret: bool) -> tuple[int, tuple[Part, ...]]:
        left, before = self.left.thrown(chance, secret)
        right, behind = self.right.thrown(chance, secret)
        values = {"+": left + right, "-": left - right, "*": left * right}
        sign = {"+": " + ", "-": f" {_MINUS} ", "*": " × "}[self.operator]
        return values[self.operator], (*before, Part(text=sign), *behind)

    def __str__(self) -> str:
        return f"{self.left} {self.operator} {self.right}"


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A term in brackets, or with a minus before it."""

    inside: "Term"
    is_negative: bool = False

    @property
    def limit(self) -> int:
        return self.inside.limit

    def thrown(self, chance: Chance, secret: bool) -> tuple[int, tuple[Part, ...]]:
        value, parts = self.inside.thrown(chance, secret)
        if self.is_negative:
            return -value, (Part(text=_MINUS), *parts)
        return value, (Part(text="("), *parts, Part(text=")"))

    def __str__(self) -> str:
        return f"-{self.inside}" if self.is_negative else f"({self.inside})"


Term = Number | Throw | Joined | Wrapped
