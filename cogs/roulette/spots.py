"""The kinds of bets of roulette, what each pays, and a spot of the layout that can be bet on."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from bot.engine.banked.limits import Pay
from cogs.roulette.naming import Name
from cogs.roulette.wheel import Pocket

Kind = Literal[
    "straight",
    "split",
    "street",
    "corner",
    "six_line",
    "first_four",
    "top_line",
    "red",
    "black",
    "even",
    "odd",
    "low",
    "high",
    "dozen",
    "column",
]
Group = Literal["inside", "outside"]
"""Bets on single numbers and on few that touch, and those on large parts of the layout."""
GROUPS: tuple[Group, ...] = ("inside", "outside")
OnZero = Literal["lose", "half"]
"""What becomes of even chances when a zero comes."""

PAYS: Mapping[Kind, Pay] = MappingProxyType(
    {
        "straight": Pay(to=35),
        "split": Pay(to=17),
        "street": Pay(to=11),
        "corner": Pay(to=8),
        "six_line": Pay(to=5),
        "first_four": Pay(to=8),
        "top_line": Pay(to=6),
        "red": Pay(to=1),
        "black": Pay(to=1),
        "even": Pay(to=1),
        "odd": Pay(to=1),
        "low": Pay(to=1),
        "high": Pay(to=1),
        "dozen": Pay(to=2),
        "column": Pay(to=2),
    }
)
MOST_PAID = max(pay.to for pay in PAYS.values())
"""What the dearest bet wins of its stake, as a multiple."""
EVEN_CHANCES: frozenset[Kind] = frozenset({"red", "black", "even", "odd", "low", "high"})
"""What pays even money, and on some tables gets half back on zero."""
THIRDS: frozenset[Kind] = frozenset({"dozen", "column"})
OUTSIDE = EVEN_CHANCES | THIRDS


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a bet may lie."""

    kind: Kind
    pockets: tuple[Pocket, ...]
    called: Name

    @property
    def name(self) -> str:
        return self.called.value

    @property
    def pays(self) -> Pay:
        return PAYS[self.kind]

    @property
    def group(self) -> Group:
        return "outside" if self.kind in OUTSIDE else "inside"

    @property
    def is_even_chance(self) -> bool:
        return self.kind in EVEN_CHANCES


def in_a_sentence(name: str) -> str:
    """A spot as it stands behind "on": "17", "the corner 17-21", "red"."""
    has_article = " " in name  # numbers, pairs of them and even chances have names of one word
    return f"the {name}" if has_article else name
