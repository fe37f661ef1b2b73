"""The house rules of Baldur Hold'em: what each choice does."""

from typing import Any

import pytest

from bot.engine.game import DEALER
from cogs.baldur.state import PRESETS, BaldurCarry, BaldurRules
from tests.games.baldur.baldur_table import BANK, GM, ROLLED, Table, in_round


def at_a_price(**options: Any) -> Table:
    """Play to round 2, in which Ada has just what the ante left of 250."""
    return in_round(2, stacks={"Ada": 250}, **options)


class TestTheAnte:
    def test_every_price_is_made_of_antes(self):
        table = in_round(3, ante=7)
        assert [table.paid(name) for name in table.names] == [21, 21, 21]
        assert table.move("Ada", "stay").price == 21


class TestOtherNpcs:
    @pytest.mark.parametrize("npcs", [0, 1, 20])
    def test_nameless_npcs_pay_from_the_bank(self, npcs: int):
        table = Table(npcs=npcs, npc_dice=(1, 2, 3, 4) if npcs else ())
        assert (len(table.state.npcs_in), table.state.bank) == (npcs, BANK - 100 * npcs)

    def test_no_npcs_means_no_secret_dice(self):
        assert Table(npcs=0, npc_dice=()).dice(GM) == ()


class TestHalfOfTheNpcs:
    @pytest.mark.parametrize("npcs, stay", [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (7, 3)])
    def test_half_of_the_npcs_rounds_down_to_at_least_one(self, npcs: int, stay: int):
        assert len(in_round(2, npcs=npcs).state.npcs_in) == stay

    @pytest.mark.parametrize("npcs, stay", [(1, 1), (2, 1), (3, 2), (5, 3)])
    def test_half_of_the_npcs_may_round_up(self, npcs: int, stay: int):
        assert len(in_round(2, npcs=npcs, leaving="up").state.npcs_in) == stay

    @pytest.mark.parametrize("leaving", ["down", "up"])
    def test_one_npc_plays_for_the_last_dice(self, leaving: str):
        assert len(in_round(3, npcs=7, leaving=leaving).state.npcs_in) == 1


class TestLookFirst:
    def test_looking_first_makes_the_ante_the_price_of_staying(self):
        assert Table(look_first=True).state.pot == 0
        table = in_round(1, look_first=True)
        assert (table.state.pot, table.move("Ada", "stay").price) == (300, 100)
        assert in_round(1, look_first=True).fold("Ada").paid("Ada") == 0
        table = in_round(3, look_first=True).stay("Ada", "Bram", "Cleo")
        assert [table.paid(name) for name in table.names] == [600, 600, 600]


class TestRaises:
    def test_raise_is_by_the_price_of_the_round(self):
        assert in_round(2, raises=1).move("Ada", "raise").price == 400
        assert in_round(1, raises=1).move("Ada", "raise").price == 100
        table = in_round(2, raises=1).do("Ada", "raise").do(GM, "npcs_call").stay("Bram", "Cleo", falls=(6, 13))
        assert table.move("Ada", "raise").price == 600
        table = in_round(2, raises=1, stacks={"Ada": 450})
        assert table.refusal("Ada", "raise") == "You don't have enough chips for a raise."

    def test_gm_answers_first_and_pays_for_as_many_as_are_in(self):
        table = in_round(2, raises=1).do("Ada", "raise")
        assert (table.turn, table.keys(GM)[:2]) == ((GM,), ["npcs_call", "npcs_fold"])
        table = in_round(2, raises=1, npcs=4).do("Ada", "raise")
        assert table.move(GM, "npcs_call").price == 2 * 200
        table = in_round(2, raises=1).do("Ada", "raise").times_out(GM)
        assert len(table.state.npcs_in) == 1
        assert in_round(2, raises=1).do("Ada", "raise").do(GM, "npcs_fold").state.npcs_in == ()

    def test_players_answer_a_raise_clockwise(self):
        table = in_round(2, raises=1).do("Ada", "raise").do(GM, "npcs_call")
        assert (table.turn, table.move("Bram", "stay").price) == (("Bram",), 400)
        table = in_round(2, raises=1).stay("Ada").do("Bram", "raise").do(GM, "npcs_call").stay("Cleo")
        assert (table.turn, table.move("Ada", "stay").price) == (("Ada",), 200)

    def test_raises_are_limited_in_a_round(self):
        table = in_round(2, raises=1).do("Ada", "raise").do(GM, "npcs_call")
        assert table.refusal("Bram", "raise") == ("This table allows no more raises in this round: stay in or fold.")

    def test_npcs_sit_down_whose_bank_holds_what_raises_may_come_to(self):
        assert [Table(raises=2, bank=bank).state.nameless for bank in (3 * 800, 3 * 800 - 1)] == [3, 2]


class TestShortOfThePrice:
    def test_short_player_folds_or_plays_on_all_in(self):
        table = at_a_price()
        assert (table.turn, 1 in table.state.betting.live) == (("Bram",), False)
        move = at_a_price(short="all_in").move("Ada", "stay")
        assert (move.label, move.price) == ("Stay in, all in", 150)
        table = at_a_price(short="all_in").stay("Ada").stay("Bram", "Cleo", falls=(6, 13))
        assert table.turn == ("Bram",)

    def test_all_in_player_wins_only_what_their_chips_match(self):
        """Ada is in for 250 of everyone's 600, and has the best hand."""
        table = Table(stacks={"Ada": 250}, short="all_in", npcs=1).rolls({**ROLLED, "Ada": (4, 4, 9)})
        table.stay("Ada", "Bram", "Cleo", falls=(4, 10, 16)).stay("Ada", "Bram", "Cleo", falls=(6, 13))
        table.stay("Bram", "Cleo")
        assert table.nets == {"Ada": 750, "Bram": 450, "Cleo": -600, GM: -600}

    def test_round_is_free_where_nobody_could_pay_and_no_npc_is_in(self):
        table = in_round(2, npcs=0, npc_dice=(), stacks={"Ada": 250, "Bram": 250, "Cleo": 100})
        assert set(table.state.betting.live) == {1, 2, 3}
        assert table.move("Ada", "stay").price is None

    def test_only_player_who_can_pay_takes_the_pot_unseen(self):
        table = in_round(1, npcs=0, npc_dice=(), stacks={"Ada": 250, "Bram": 250}).stay("Ada", "Bram")
        table.do("Cleo", "stay", 4, 10, 16)
        assert (table.result.how, table.nets["Cleo"]) == ("unseen", 200)

    def test_seated_npc_that_cannot_pay_leaves_or_stays_all_in(self):
        table = in_round(2, seated=("Nils",), npcs=0, stacks={"Nils": 150})
        assert table.state.npcs_in == ()
        table = in_round(2, seated=("Nils",), npcs=0, stacks={"Nils": 150}, short="all_in")
        assert (table.state.npcs_in, table.paid("Nils")) == ((4,), 150)

    def test_nobody_is_raised_out_of_a_hand(self):
        table = in_round(2, raises=1, stacks={"Bram": 350, "Cleo": 499})
        assert "raise" not in table.keys("Ada")
        assert "Bram and 1 other couldn't pay the new price" in table.refusal("Ada", "raise")
        table = in_round(2, raises=1, seated=("{Nils}",), npcs=0, stacks={"{Nils}": 499})
        assert "{Nils} couldn't pay the new price" in table.refusal("Ada", "raise")
        assert in_round(2, raises=1, stacks={"Bram": 500}).do("Ada", "raise").state.betting.current == 400
        table = in_round(2, raises=1, stacks={"Ada": 450, "Bram": 350})
        assert table.refusal("Ada", "raise") == "You don't have enough chips for a raise."
        table = in_round(2, raises=1, stacks={"Bram": 350}, short="all_in").do("Ada", "raise").do(GM, "npcs_call")
        assert (table.turn, table.move("Bram", "stay").label) == (("Bram",), "Stay in, all in")

    def test_refused_raise_stays_short_with_ten_of_the_longest_names(self):
        names = tuple(chr(ord("a") + at) + "*" * 31 for at in range(10))
        hands = dict.fromkeys(names, (2, 9, 15))
        table = Table(names, raises=1, npcs=0, npc_dice=(), stacks=dict.fromkeys(names[1:], 350)).rolls(hands)
        table.stay(*names, falls=(4, 10, 16))
        assert len(table.refusal(names[0], "raise")) < 200


class TestTheDealer:
    def test_deal_is_the_gms_or_passes_to_the_left(self):
        assert Table().state.dealer == DEALER
        assert Table(dealer="rotation").state.dealer == 1
        table = Table(dealer="rotation", carry=BaldurCarry(dealer=1, order=(1, 2, 3)))
        assert table.state.dealer == 2
        table = Table(("Ada",), seated=("Nils",), dealer="rotation", carry=BaldurCarry(dealer=1, order=(1,)))
        assert table.state.dealer == 1
        assert in_round(1, dealer="rotation").turn == ("Bram",)


class TestNaturalStraights:
    def ended(self, **options: Any) -> Table:
        table = Table(("Ada", "Bram"), npcs=0, npc_dice=(), **options)
        table.rolls({"Ada": (20, 9, 2), "Bram": (8, 9, 2)})
        return table.stay("Ada", "Bram", falls=(7, 10, 11)).stay("Ada", "Bram", falls=(1, 19)).stay("Ada", "Bram")

    def test_natural_straight_wins_only_by_house_rule(self):
        assert self.ended().nets["Bram"] == 0
        assert self.ended(natural_beats_wild=True).nets["Bram"] == 600


class TestOddChips:
    def ended(self, odd_chips: str) -> Table:
        """End a hand: Ada and Bram share 19, six of each and of an NPC, and one of Cleo, who folds."""
        table = Table(npcs=1, npc_dice=(1, 2, 3, 4), ante=1, odd_chips=odd_chips)
        table.rolls({"Ada": (9, 15, 1), "Bram": (9, 15, 1), "Cleo": (2, 3, 5)})
        table.stay("Ada", "Bram", "Cleo", falls=(9, 10, 16)).stay("Ada", "Bram").do("Cleo", "fold", 6, 13)
        return table.stay("Ada", "Bram")

    def test_odd_chips_go_left_of_the_dealer_or_to_the_bank(self):
        assert self.ended("position").nets == {"Ada": 4, "Bram": 3, "Cleo": -1, GM: -6}
        assert self.ended("bank").nets == {"Ada": 3, "Bram": 3, "Cleo": -1, GM: -5}


class TestPresets:
    def test_presets_play_as_described(self):
        assert PRESETS["tavern"] == BaldurRules()
        assert (PRESETS["no NPCs"].npcs, PRESETS["no NPCs"].dealer) == (0, "rotation")
