"""What players of Pi'Lok read at the table: what the Jump brings, and to whom."""

import pytest

from cogs.pilok.state import Variant, counted_dice
from tests.games.pilok.pilok_table import Table, at_the_jump

HANDS = {"Roark": (4, 4, 5), "Lando": (1, 2, 3), "Han": (6, 2, 1)}


def phase(table: Table) -> str:
    """Return the lines below the pot."""
    _, _, *lines = table.shows
    return " ".join(lines[: len(lines) - len(table.names)])


def line(table: Table, name: str) -> str:
    return next(line for line in table.shows if line.startswith(name))


class TestTheJump:
    def test_jump_names_the_player_who_may_and_a_single_opponent(self):
        table = at_the_jump(HANDS)
        assert phase(table).startswith("Roark may jump another player.")
        assert "Lando" not in phase(table)
        assert phase(table.passes("Roark")).startswith("Lando may jump " if table.turn == ("Lando",) else "Han")
        table = Table(HANDS).checked_down().passes("Roark", "Lando")
        assert phase(table).startswith("Han may jump another player.")

    def test_jump_at_two_names_the_opponent(self):
        table = at_the_jump({name: HANDS[name] for name in ("Roark", "Lando")}, dealer="Lando")
        assert phase(table).startswith("Roark may jump Lando.")

    def test_challenge_is_named_where_it_is_offered(self):
        assert "challenge" not in phase(at_the_jump(HANDS, variant="basic"))
        assert "challenge" in phase(at_the_jump(HANDS, variant="long"))
        table = at_the_jump(HANDS, variant="long", own_dice="with_pair")
        assert "challenge" in phase(table)
        assert "challenge" not in phase(table.passes("Roark"))

    def test_winner_reads_whose_dice_may_be_rolled_again(self):
        assert "one of Han's dice to" in phase(at_the_jump(HANDS).jump("Roark", "Han", 12, 9))
        assert "one of Roark's dice to" in phase(at_the_jump(HANDS).jump("Roark", "Han", 9, 12))
        table = at_the_jump(HANDS, own_dice="with_pair").jump("Roark", "Han", 12, 9)
        assert "one of Han's dice or yours" in phase(table)
        table = at_the_jump(HANDS, variant="long").challenge("Roark", "Lando", 12, 9)
        assert "one of your dice" in phase(table)


class TestTheCount:
    def test_pair_shows_why_it_counts_twice(self):
        table = at_the_jump({"Roark": (1, 2, 1), "Lando": (5, 1, 2)}, dealer="Lando")
        assert "4 = (1+1)×2" in line(table, "Roark")
        assert "+" not in line(table, "Lando")

    def test_every_hand_shows_its_count_at_the_shadowport(self):
        table = at_the_jump({"Roark": (1, 2, 1), "Lando": (5, 1, 2)}, dealer="Lando").passes("Lando", "Roark")
        assert "4 = (1+1)×2" in line(table, "Roark")
        assert "7 = 5+2" in line(table, "Lando")

    @pytest.mark.parametrize(
        "dice, variant, counted",
        [
            ((1, 2, 1), "basic", (1, 1)),
            ((1, 1, 5), "basic", (5, 1)),
            ((2, 2, 5), "long", (2, 2)),
            ((2, 2, 2), "basic", (2, 2)),
            ((2, 2, 2), "long", (2, 2, 2)),
            ((6, 3, 5), "long", (6, 5)),
            ((4,), "basic", (4,)),
        ],
    )
    def test_best_dice_are_counted(self, dice: tuple[int, ...], variant: Variant, counted: tuple[int, ...]):
        assert counted_dice(dice, variant) == counted
