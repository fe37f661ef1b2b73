"""What decides between hands of Baldur Hold'em that are called the same."""

from tests.games.baldur.baldur_table import Table
from tests.games.baldur.baldur_words import NO_NPCS, said


def straights(*, natural_beats_wild: bool) -> str:
    """Give Ada a natural straight to 11, and Bram one with a wild die; a higher one is out of his reach."""
    table = Table(["Ada", "Bram"], natural_beats_wild=natural_beats_wild, **NO_NPCS)
    table.rolls({"Ada": (7, 11, 1), "Bram": (20, 7, 1)})
    table.stay("Ada", "Bram", falls=(8, 9, 10)).stay("Ada", "Bram", falls=(2, 19)).stay("Ada", "Bram")
    return said(table)[-1]


def test_natural_straight_beats_a_wild_one_where_that_is_the_rule():
    told = straights(natural_beats_wild=True)
    assert told == "Ada takes the pot with a straight to 11 without a wild die: 12 gp."


def test_natural_and_wild_straights_share_without_that_rule():
    assert straights(natural_beats_wild=False) == "Ada and Bram split the pot with a straight to 11: 6 gp each."
