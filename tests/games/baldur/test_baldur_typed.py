"""Baldur Hold'em with dice and totals from the table, an ante that may be short, and odd chips that are carried."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from bot.engine.skills import NARRATIVE
from cogs.baldur.state import BaldurCarry, BaldurRules, NpcDice, Rolled
from tests.games.baldur.baldur_table import ENTRY, FLOP, GAME, GM, ROLLED, VOID, Table, in_round
from tests.games.baldur.baldur_words import voice_of

OWN = {"first": 2, "second": 9, "third": 15}


def typed(**given: Any) -> Table:
    return Table(dice="typed", **given)


class TestTypedDice:
    def test_player_types_dice_once_or_has_the_bot_roll(self):
        table = typed().do("Ada", "type_dice", **OWN).do("Bram", "roll", *ROLLED["Bram"])
        assert (table.dice("Ada"), table.dice("Bram")) == ((2, 9, 15), ROLLED["Bram"])
        assert table.told("rolled")[0] == Rolled(seat=1, dice=(2, 9, 15))
        assert "have rolled your dice" in typed().do("Ada", "type_dice", **OWN).refusal("Ada", "type_dice", **OWN)
        assert "bot rolls" in Table().refusal("Ada", "type_dice", **OWN)
        assert "from 1 to 20" in typed().refusal("Ada", "type_dice", **{**OWN, "third": 21})

    def test_gm_may_type_the_npcs_dice_while_others_roll(self):
        table = typed().do(GM, "type_dice", first=1, second=2, third=3, fourth=4)
        assert (table.dice(GM), table.last.events, table.noted("npc_dice")) == (
            (1, 2, 3, 4),
            (),
            [NpcDice(dice=(1, 2, 3, 4))],
        )
        assert "type_dice" not in table.keys(GM)
        assert "type_dice" not in typed().rolls(ROLLED).keys(GM)

    @pytest.mark.parametrize("dealer, who", [("gm", GM), ("rotation", "Ada")])
    def test_dealer_types_the_community_dice(self, dealer: str, who: str):
        order = ("Ada", "Bram", "Cleo") if dealer == "gm" else ("Bram", "Cleo", "Ada")
        table = typed(dealer=dealer).rolls(ROLLED).stay(*order)
        assert (table.turn, "influence" in table.keys("Bram")) == ((who,), False)
        table.do(who, "type_dice", first=4, second=10, third=16)
        assert (table.state.common, table.told("fell")[0].dice) == (FLOP, FLOP)
        table.stay(*order).do(who, "roll", *VOID)
        assert table.state.common == (*FLOP, *VOID)
        assert table.stay(*order).result.how == "showdown"

    def test_bot_rolls_when_the_dealers_clock_runs_out_also_for_one_who_has_folded(self):
        table = typed(dealer="rotation").rolls(ROLLED).stay("Bram", "Cleo").do("Ada", "fold")
        assert table.turn == ("Ada",)
        assert table.times_out("Ada", dice=FLOP).turn == ("Bram",)

    def test_dice_fall_at_the_table_so_there_are_no_sleights_but_spells(self):
        table = typed().rolls(ROLLED)
        assert ("reroll" in table.keys("Ada"), "spell" in table.keys("Ada")) == (False, True)
        assert "at your table" in table.refusal("Ada", "reroll", die="0.2")
        table.do("Ada", "spell", 20, aim="dice", words="Luck")
        assert "at this table" in table.refusal(GM, "judge", does="1.npc_highest")

    @pytest.mark.parametrize("option", ["dice", "contests"])
    def test_hand_with_typed_dice_or_totals_cannot_be_verified(self, option: str):
        assert not GAME.is_verifiable(BaldurRules().evolve(**{option: "typed"}))
        assert GAME.is_verifiable(BaldurRules())


class TestTypedContests:
    def test_typed_totals_decide_influence_and_accusations(self):
        table = in_round(1, contests="typed").influence("Ada", "Bram", total=17, against=9)
        (told,) = table.told("influenced")
        assert (told.contest.initiator.how, told.contest.margin, told.won) == ("typed", 8, True)
        assert "17 (typed in)" in ENTRY.words.tell((told,), voice_of(table))[0]
        table = in_round(1, contests="typed").do("Ada", "reroll", 7, die="0.2", total=20)
        assert table.do("Bram", "accuse", whom="Ada", total=10).turn == (GM,)
        table = in_round(1, contests="typed").do("Ada", "spell", aim="dice", words="Luck", total=20)
        assert table.do("Bram", "accuse", whom="Ada", total=11).told("accused")[0].proven is False
        table = in_round(1, system=NARRATIVE, contests="typed")
        assert table.do("Ada", "reroll", 7, die="0.2", total=0).noted("tried")[0].unseen

    @pytest.mark.parametrize("total, unseen", [(10, True), (9, False)])
    def test_sleight_and_spell_meet_the_passive_value_with_the_typed_total(self, total: int, unseen: bool):
        proof = () if unseen else (1,)
        table = in_round(1, contests="typed").do("Ada", "reroll", *(proof or (7,)), die="0.2", total=total)
        (tried,) = table.noted("tried")
        assert (tried.unseen, tried.contest.target.total) == (unseen, 10)
        cast = in_round(1, contests="typed").do("Ada", "spell", *proof, aim="dice", words="Luck", total=total)
        assert cast.noted("tried")[0].unseen is unseen

    def test_bot_rolls_tells_and_asks_for_no_total(self):
        table = in_round(1, contests="typed").do("Ada", "read", 15, 5, whom="Bram")
        assert table.noted("read_off")[0].contest.initiator.how == "rolled"
        assert {field.name for field in in_round(1).move("Ada", "influence").fields} == {"manner", "whom", "claim"}


class TestAnAllInAnte:
    def test_short_ante_is_all_in_where_the_rules_say_so(self):
        rules = BaldurRules()
        assert (GAME.least_stack(rules), GAME.least_stack(rules.evolve(short_ante="all_in"))) == (100, 1)
        # Ada is in for 40 of everyone's antes, and has the best hand.
        table = Table(short_ante="all_in", stacks={"Ada": 40}, npcs=0, npc_dice=())
        table.rolls({**ROLLED, "Ada": (4, 4, 9)}).stay("Bram", "Cleo", falls=FLOP).stay("Bram", "Cleo", falls=VOID)
        table.stay("Bram", "Cleo")
        assert table.nets == {"Ada": 80, "Bram": 520, "Cleo": -600, GM: 0}
        table = in_round(1, short_ante="all_in", stacks={"Ada": 250}).stay("Ada", "Bram", "Cleo", falls=FLOP)
        assert 1 not in table.state.betting.live
        table = in_round(2, short_ante="all_in", raises=1, stacks={"Ada": 40})
        assert "raise" in table.keys("Bram")

    @pytest.mark.parametrize("look_first", [False, True])
    def test_all_in_by_the_ante_is_no_reason_to_fold_later(self, look_first: bool):
        table = Table(short_ante="all_in", look_first=look_first, stacks={"Ada": 100, "Bram": 40}).rolls(ROLLED)
        while table.state.round < 3:
            name = table.turn[0]
            is_last = len(table.state.betting.waiting) == 1
            table.stay(name, falls=(FLOP if table.state.round == 1 else VOID) if is_last else ())
        assert {1, 2} <= set(table.state.betting.live)


class TestCarriedOddChips:
    TIED: Mapping[str, tuple[int, ...]] = MappingProxyType({"Ada": (5, 5, 9), "Bram": (5, 5, 19), "Cleo": (1, 2, 3)})

    def tied(self, carry: BaldurCarry | None = None, bank: int = 1000) -> Table:
        """Ada and Bram split 65, and what was left before."""
        table = Table(npcs=0, npc_dice=(), ante=5, odd_chips="carry", carry=carry, bank=bank).rolls(self.TIED)
        table.stay("Ada", "Bram").do("Cleo", "fold", *FLOP)
        return table.stay("Ada", "Bram", falls=(8, 16)).stay("Ada", "Bram")

    def test_odd_chip_waits_in_the_bank_for_the_next_pot(self):
        table = self.tied()
        assert (table.stack("Ada"), table.carry.left, table.end.bank) == (10_000 - 30 + 32, 1, 1001)
        table = self.tied(BaldurCarry(left=1))
        assert (table.result.wins[0].amount, table.end.bank, table.carry.left) == (66, 999, 0)
        assert sum(table.nets.values()) == 0

    def test_carried_chip_comes_to_any_pot_but_never_from_a_bank_that_has_lost_it(self):
        assert self.tied(BaldurCarry(left=5), bank=2).result.wins[0].amount == 67
        table = Table(npcs=0, npc_dice=(), odd_chips="carry", carry=BaldurCarry(left=3)).rolls(ROLLED)
        assert table.fold("Ada", "Bram").nets == {"Ada": -100, "Bram": -100, "Cleo": 203, GM: -3}
        table = Table(("Ada",), npcs=0, npc_dice=(), odd_chips="carry", carry=BaldurCarry(left=3))
        assert (table.end.carry, table.nets) == (BaldurCarry(left=3), {"Ada": 0, GM: 0})
