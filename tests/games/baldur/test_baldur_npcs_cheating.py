"""How the NPCs of Baldur Hold'em cheat: together, with whatever luck any of them has (seed 004, rules 7.20, 7.28)."""

import pytest

from bot.engine.cheating.actions import Accusation
from bot.engine.game import DEALER
from cogs.baldur.rules import GAME
from cogs.baldur.state import BaldurCarry, BaldurKit, Guilt
from tests.games.baldur.baldur_table import FLOP, GM, ROLLED, Table, effect, in_round

NILS = "Nils"
NILS_SEAT = 4
UNSEEN, SEEN = 20, 1
DISTRACTS = (15, 5)
"""Performance against whatever answers it, won by ten."""


class TestLuckAtSleightOfHand:
    def test_luck_of_a_seated_npc_helps_the_npcs(self):
        table = in_round(1, seated=(NILS,)).influence(NILS, "Ada", *DISTRACTS, manner="distract")
        table.do(GM, "switch", SEEN, UNSEEN, 19, die="0.3")
        assert table.noted("tried")[-1].unseen

    def test_bad_luck_of_a_seated_npc_hinders_the_npcs(self):
        carry = BaldurCarry(effects=(effect(NILS_SEAT, "sleight", -1),))
        table = in_round(1, seated=(NILS,), carry=carry).do(GM, "switch", UNSEEN, SEEN, 1, die="0.3")
        assert not table.noted("tried")[-1].unseen

    def test_luck_and_bad_luck_of_two_npcs_cancel(self):
        carry = BaldurCarry(effects=(effect(0, "sleight", 1), effect(NILS_SEAT, "sleight", -1)))
        table = in_round(1, seated=(NILS,), carry=carry).do(GM, "switch", UNSEEN, 19, die="0.3")
        assert table.noted("tried")[-1].unseen

    def test_luck_of_a_departed_npc_is_no_help(self):
        carry = BaldurCarry(effects=(effect(NILS_SEAT, "sleight", 1),))
        table = Table(seated=(NILS,), npcs=1, carry=carry).rolls({"Ada": (2, 9, 15), "Bram": (5, 5, 11)})
        table.do("Cleo", "roll", 1, 14, 19).stay("Ada", "Bram", "Cleo").times_out(GM, dice=(4, 10, 16))
        assert table.do(GM, "switch", UNSEEN, 19, die="0.3").noted("tried")[-1].unseen

    def test_luck_stays_with_its_seat(self):
        carry = BaldurCarry(effects=(effect(NILS_SEAT, "sleight", 1),))
        table = in_round(1, seated=(NILS,), carry=carry).do(GM, "switch", SEEN, UNSEEN, 19, die="0.3")
        assert table.effects(NILS) == [("sleight", 1)]


class TestTheirSpells:
    def cast(self, table: Table, *dice: int, does: str = "nothing", aim: str = "dice") -> Table:
        return table.do(GM, "spell", *dice, aim=aim, words="Guidance", does=does)

    def test_npc_spell_is_cast_with_the_bonus_behind_the_crowds_dc(self):
        table = self.cast(in_round(1, crowd_kit=BaldurKit(spell_dc=15)), 9)
        assert table.noted("tried")[0].contest.initiator.total == 16

    def test_seated_npcs_cast_with_the_dc_of_the_first(self):
        kits = {NILS: BaldurKit(spell_dc=16)}
        table = in_round(1, npcs=0, seated=(NILS,), kits=kits, crowd_kit=BaldurKit(spell_dc=20))
        assert self.cast(table, 9).noted("tried")[0].contest.initiator.total == 17

    def test_npc_spell_is_watched_by_the_best_player(self):
        table = self.cast(in_round(1, skills={"Bram": "Perception +5"}), UNSEEN)
        assert table.noted("tried")[0].watcher == table.seat("Bram")

    def test_unseen_npc_spell_takes_effect_at_once(self):
        table = self.cast(in_round(1), UNSEEN, 19, does="npc_lowest")
        assert table.dice(GM) == (19, 8, 12, 17)
        assert table.kinds(table.last.kept) == ["tried", "spell_cast", "judged", "rethrown"]
        assert (table.last.events, table.last.private, table.state.hidden.spells) == ((), (), ())

    def test_npc_spell_makes_them_guilty_of_magic(self):
        assert self.cast(in_round(1), UNSEEN).state.hidden.guilty == (Guilt(seat=DEALER, means="magic"),)

    def test_npc_spell_may_load_a_community_die(self):
        table = self.cast(in_round(1), UNSEEN, does="common_highest").stay("Ada", "Bram")
        assert table.do("Cleo", "stay", 4, 16, 10, 7).state.common == (4, 7, 10)

    def test_npc_spell_may_bring_visible_luck(self):
        table = self.cast(in_round(1), UNSEEN, does="luck")
        assert GAME.view(table.state, None).effects == (effect(DEALER, "influence", 1),)

    def test_npc_spell_brings_luck_to_one_that_can_speak(self):
        table = self.cast(in_round(1, npcs=0, seated=(NILS,)), UNSEEN, does="luck")
        assert table.effects(NILS) == [("influence", 1)]

    def test_seen_npc_spell_fails_and_is_proven_against_the_crowds_dc(self):
        table = in_round(1, crowd_kit=BaldurKit(spell_dc=15), skills={"Ada": "Perception +9, Arcana +5"})
        self.cast(table, SEEN, 10, does="luck")
        (proof,) = table.noted("proof")
        assert (proof.means, proof.contest.initiator.total, proof.contest.target.total) == ("magic", 15, 15)
        assert (table.state.accusation, table.state.effects) == (Accusation(accuser=1, accused=DEALER), ())
        assert table.keys(GM) == ["verdict"]

    @pytest.mark.parametrize("kind, fields", [("switch", {"die": "0.3"}), ("load", {"which": "lowest"})])
    def test_npc_spell_counts_as_the_one_attempt_in_a_round(self, kind: str, fields: dict[str, str]):
        table = self.cast(in_round(1), UNSEEN)
        said = "You have tried something in this round already."
        assert table.refusal(GM, kind, **fields) == said
        assert table.refusal(GM, "spell", aim="dice", words="Bane", does="nothing") == said
        assert "spell" in table.stay("Ada", "Bram", "Cleo", falls=FLOP).keys(GM)

    def test_only_the_gm_casts_npc_spells(self):
        said = "The NPCs cheat together: the GM does it for them."
        assert in_round(1, seated=(NILS,)).refusal(NILS, "spell", aim="dice", words="Bane") == said

    def test_npc_spell_needs_an_npc_that_is_in(self):
        table = Table(npcs=0, npc_dice=()).rolls(ROLLED)
        assert table.refusal(GM, "spell", aim="dice", words="Bane") == "No NPC is in this hand."

    def test_npc_spell_result_is_never_left_open(self):
        said = "Pick from what is offered, each at most once."
        assert in_round(1).refusal(GM, "spell", aim="dice", words="Bane", does="told") == said
        assert in_round(1).refusal(GM, "spell", aim="dice", words="Bane") == said

    def test_npc_spell_lists_the_results_that_are_closed(self):
        said = "No common dice are still to fall."
        assert in_round(3).refusal(GM, "spell", aim="dice", words="Bane", does="common_lowest") == said
