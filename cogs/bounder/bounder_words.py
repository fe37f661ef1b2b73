"""What the bets of Bounder are called."""

from cogs.bounder.dice import BetKind

STAKE = "The shooter's stake"
FIRST_DIE, SECOND_DIE = "first d20", "second d20"
"""What the shooter's dice are called where one of them is loaded."""
LABELS: dict[BetKind, str] = {
    "point": "On the point",
    "against": "Against the shooter",
    "all_even": "All even",
    "all_odd": "All odd",
    "triple": "Three of a kind",
}
"""On buttons and in lists."""
SHORT: dict[BetKind, str] = {
    "point": "point",
    "against": "against",
    "all_even": "even",
    "all_odd": "odd",
    "triple": "triple",
}
"""Where twenty gamblers have a line each."""
ON: dict[BetKind, str] = {
    "point": "on the point",
    "against": "against the shooter",
    "all_even": "on all even",
    "all_odd": "on all odd",
    "triple": "on three of a kind",
}
"""After an amount: "5 cp on all even"."""
