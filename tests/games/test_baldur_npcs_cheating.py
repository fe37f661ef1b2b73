"""How the NPCs of Baldur Hold'em cheat: together, with whatever luck any of them has (seed 004, rules 7.20, 7.28)."""

from cogs.baldur.state import BaldurCarry
from tests.games.baldur_table import GM, Table, effect, in_round

NILS = "Nils"
NILS_SEAT = 4
UNSEEN, SEEN = 20, 1
DISTRACTS = (15, 5)
"""Performance against whatever answers it, won by ten."""


class TestLuckAtSleightOfHand:
    def test_of_an_npc_with_a_seat_helps_the_npcs(self):
        table = in_round(1, seated=(NILS,)).influence(NILS, "Ada", *DISTRACTS, manner="distract")
        table.do(GM, "switch", SEEN, UNSEEN, 19, die="0.3")
        assert table.noted("tried")[-1].unseen

    def test_that_is_bad_hinders_them(self):
        carry = BaldurCarry(effects=(effect(NILS_SEAT, "sleight", -1),))
        table = in_round(1, seated=(NILS,), carry=carry).do(GM, "switch", UNSEEN, SEEN, 1, die="0.3")
        assert not table.noted("tried")[-1].unseen

    def test_of_one_and_bad_luck_of_another_cancel(self):
        carry = BaldurCarry(effects=(effect(0, "sleight", 1), effect(NILS_SEAT, "sleight", -1)))
        table = in_round(1, seated=(NILS,), carry=carry).do(GM, "switch", UNSEEN, 19, die="0.3")
        assert table.noted("tried")[-1].unseen

    def test_of_one_that_has_left_is_no_help(self):
        carry = BaldurCarry(effects=(effect(NILS_SEAT, "sleight", 1),))
        table = Table(seated=(NILS,), npcs=1, carry=carry).rolls({"Ada": (2, 9, 15), "Bram": (5, 5, 11)})
        table.do("Cleo", "roll", 1, 14, 19).stay("Ada", "Bram", "Cleo").times_out(GM, dice=(4, 10, 16))
        assert table.do(GM, "switch", UNSEEN, 19, die="0.3").noted("tried")[-1].unseen

    def test_stays_with_the_seat_that_has_it(self):
        carry = BaldurCarry(effects=(effect(NILS_SEAT, "sleight", 1),))
        table = in_round(1, seated=(NILS,), carry=carry).do(GM, "switch", SEEN, UNSEEN, 19, die="0.3")
        assert table.effects(NILS) == [("sleight", 1)]
