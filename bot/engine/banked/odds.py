"""The odds of a bet as exact fractions, and how such figures are written."""

from fractions import Fraction

from bot.engine.frozen import Frozen

_MINUS = "\N{MINUS SIGN}"
_PLACES = 2
_RARE = Fraction(1, 1000)
_DIGITS = 3


class BetOdds(Frozen):
    """One kind of bet by the house rules of a table."""

    key: str
    """As in the counters `staked_<key>` and `returned_<key>`."""
    label: str
    """Its name for players: "All even"."""
    pays: str
    """Its payout in words: "1 to 1", "2 numbers pay 5 times the stake"."""
    chance: Fraction
    """How often it wins, or at least pays something, of all the times it is made."""
    back: Fraction
    """The average return per coin staked, the stake included: 1 is a fair bet."""

    @property
    def edge(self) -> Fraction:
        """The house's average profit per coin staked; below zero where the bet favors the players."""
        return 1 - self.back


def percent(part: Fraction) -> str:
    """Write a part as in "12.5%" or "about 2.7%": at most two decimals, and "about" where that is rounded.

    There are more decimals where two would read like 0% or 100%.
    """
    value = part * 100
    places, left = _PLACES, min((abs(value), abs(abs(value) - 100)), key=lambda gap: (gap == 0, gap))
    while left and not round(left, places):
        places += 1
    rounded = round(value, places)
    written = f"{float(abs(rounded)):,.{places}f}".rstrip("0").rstrip(".")
    return f"{'' if rounded == value else 'about '}{_MINUS if value < 0 else ''}{written}%"


def how_often(chance: Fraction) -> str:
    """Write a chance as in "about 2.7% of the time", and a rare one as in "about once in 46,200 times"."""
    if chance in {0, 1}:
        return "always" if chance else "never"
    if chance >= _RARE:
        return f"{percent(chance)} of the time"
    times = 1 / chance
    rounded = round(times, _DIGITS - len(str(int(times))))
    return f"{'' if rounded == times else 'about '}once in {int(rounded):,} times"
