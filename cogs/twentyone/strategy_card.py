"""Basic strategy as a card to look things up on: for totals, soft totals and pairs, narrow enough for a phone."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.engine.words import Page, Voice
from cogs.twentyone.basic_strategy import Strategy, Wish, Wishes, basic_strategy, totals
from cogs.twentyone.state import ACE, TEN, TwentyOneRules

_UPS = (*range(2, TEN + 1), ACE)
_LETTERS: dict[Wish, str] = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}
_CELL, _LABEL = 3, 5
"""Characters."""

Line = tuple[str, tuple[Wishes, ...]]
"""What stands at the left, and what to do against each card of the dealer's."""


def strategy_pages(rules: TwentyOneRules, _: Voice) -> tuple[Page, ...]:
    """Lay out the card for these house rules. May take two seconds when the shoe is new."""
    strategy = basic_strategy(rules)
    tables = {
        "Totals": _totals(strategy, is_soft=False),
        "Soft totals: an ace counts 11": _totals(strategy, is_soft=True),
        "Pairs": _pairs(strategy),
    }
    cells = [wishes for lines in tables.values() for _, row in lines for wishes in row]
    return (
        Page(title="Basic strategy", text=_reading(rules, cells)),
        *(Page(title=title, text=_table(lines)) for title, lines in tables.items() if lines),
    )


def _reading(rules: TwentyOneRules, cells: Iterable[Wishes]) -> str:
    """How the card is read."""
    codes = {_code(wishes): wishes for wishes in sorted(cells, key=lambda wishes: [*map(_order, wishes)])}
    lines = [
        (
            "The best in the mean by your own cards and the dealer's open card alone, for these house rules and a full "
            "shoe. Your hand stands at the left, the dealer's card at the top."
        ),
        ". ".join(f"**{code}** {_told(wishes)}" for code, wishes in codes.items()) + ".",
        _besides(rules),
    ]
    return "\n".join(lines)


def _besides(rules: TwentyOneRules) -> str:
    said = "With more than two cards only hitting and standing count."
    if rules.split_hands > 1:
        said += " Tens aren't split."
    if rules.insurance:
        said += " Insurance isn't worth its price."
    return said


def _told(wishes: Wishes) -> str:
    first, *others = wishes
    return f"{first}, or else {others[0]}" if others else first


def _code(wishes: Wishes) -> str:
    """As in "S", and "Dh" for what is to double or, where that can't be, to hit."""
    return _LETTERS[wishes[0]] + "".join(_LETTERS[wish].lower() for wish in wishes[1:2])


def _order(wish: Wish) -> int:
    return list(_LETTERS).index(wish)


def _totals(strategy: Strategy, *, is_soft: bool) -> list[Line]:
    """From the lowest total; those in a row that are played alike are one line."""
    found = sorted(one for one in totals() if one.is_soft == is_soft)
    rows = [(one.total, tuple(strategy[up].of_two(one) for up in _UPS)) for one in found]
    lines: list[Line] = []
    for row, alike in groupby(rows, key=lambda line: line[1]):
        first, *others = (total for total, _ in alike)
        lines.append((f"{first}-{others[-1]}" if others else f"{first}", row))
    return lines


def _pairs(strategy: Strategy) -> list[Line]:
    """From the twos to the aces, where pairs are split."""
    return [
        (" ".join([_name(worth)] * 2), tuple(strategy[up].of_pair(worth) for up in _UPS))
        for worth in _UPS
        if all(worth in column.pairs for column in strategy.values())
    ]


def _table(lines: Sequence[Line]) -> str:
    rows = [("", tuple(map(_name, _UPS))), *((label, tuple(map(_code, row))) for label, row in lines)]
    drawn = (f"{label:{_LABEL}}" + "".join(f"{cell:>{_CELL}}" for cell in row) for label, row in rows)
    return "\n".join(("```", *drawn, "```"))


def _name(worth: int) -> str:
    return "A" if worth == ACE else f"{worth}"
