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


class TestTheirSpells:
    def cast(self, table: Table, *dice: int, does: str = "nothing", aim: str = "dice") -> Table:
        return table.do(GM, "spell", *dice, aim=aim, words="Guidance", does=does)

    def test_are_cast_with_the_bonus_behind_the_crowds_spell_dc(self):
        table = self.cast(in_round(1, crowd_kit=BaldurKit(spell_dc=15)), 9)
        assert table.noted("tried")[0].contest.initiator.total == 16

    def test_of_which_all_have_a_seat_behind_that_of_the_first(self):
        kits = {NILS: BaldurKit(spell_dc=16)}
        table = in_round(1, npcs=0, seated=(NILS,), kits=kits, crowd_kit=BaldurKit(spell_dc=20))
        assert self.cast(table, 9).noted("tried")[0].contest.initiator.total == 17

    def test_are_watched_by_the_best_of_the_players(self):
        table = self.cast(in_round(1, skills={"Bram": "Perception +5"}), UNSEEN)
        assert table.noted("tried")[0].watcher == table.seat("Bram")

    def test_that_nobody_sees_do_at_once_what_the_gm_says(self):
        table = self.cast(in_round(1), UNSEEN, 19, does="npc_lowest")
        assert table.dice(GM) == (19, 8, 12, 17)
        assert table.kinds(table.last.kept) == ["tried", "spell_cast", "judged", "rethrown"]
        assert (table.last.events, table.last.private, table.state.hidden.spells) == ((), (), ())

    def test_make_them_guilty_of_magic(self):
        assert self.cast(in_round(1), UNSEEN).state.hidden.guilty == (Guilt(seat=DEALER, means="magic"),)

    def test_may_load_a_common_die(self):
        table = self.cast(in_round(1), UNSEEN, does="common_highest").stay("Ada", "Bram")
        assert table.do("Cleo", "stay", 4, 16, 10, 7).state.common == (4, 7, 10)

    def test_may_bring_luck_that_everybody_sees(self):
        table = self.cast(in_round(1), UNSEEN, does="luck")
        assert GAME.view(table.state, None).effects == (effect(DEALER, "influence", 1),)

    def test_bring_it_to_one_that_can_speak(self):
        table = self.cast(in_round(1, npcs=0, seated=(NILS,)), UNSEEN, does="luck")
        assert table.effects(NILS) == [("influence", 1)]

    def test_that_are_seen_do_nothing_and_are_proven_by_arcana_against_the_crowds_dc(self):
        table = in_round(1, crowd_kit=BaldurKit(spell_dc=15), skills={"Ada": "Perception +9, Arcana +5"})
        self.cast(table, SEEN, 10, does="luck")
        (proof,) = table.noted("proof")
        assert (proof.means, proof.contest.initiator.total, proof.contest.target.total) == ("magic", 15, 15)
        assert (table.state.accusation, table.state.effects) == (Accusation(accuser=1, accused=DEALER), ())
        assert table.keys(GM) == ["verdict"]

    @pytest.mark.parametrize("kind, fields", [("switch", {"die": "0.3"}), ("load", {"which": "lowest"})])
    def test_count_as_the_one_attempt_in_a_round(self, kind: str, fields: dict[str, str]):
        table = self.cast(in_round(1), UNSEEN)
        said = "You have tried something in this round already."
        assert table.refusal(GM, kind, **fields) == said
        assert table.refusal(GM, "spell", aim="dice", words="Bane", does="nothing") == said
        assert "spell" in table.stay("Ada", "Bram", "Cleo", falls=FLOP).keys(GM)

    def test_are_the_gms_to_cast(self):
        said = "The NPCs cheat together: the GM does it for them."
        assert in_round(1, seated=(NILS,)).refusal(NILS, "spell", aim="dice", words="Bane") == said

    def test_are_cast_by_npcs_that_are_in(self):
        table = Table(npcs=0, npc_dice=()).rolls(ROLLED)
        assert table.refusal(GM, "spell", aim="dice", words="Bane") == "No NPC is in this hand."

    def test_are_never_left_for_the_gm_to_tell(self):
        said = "Pick from what is offered, each at most once."
        assert in_round(1).refusal(GM, "spell", aim="dice", words="Bane", does="told") == said
        assert in_round(1).refusal(GM, "spell", aim="dice", words="Bane") == said

    def test_say_what_they_can_not_do_any_more(self):
        said = "No common dice are still to fall."
        assert in_round(3).refusal(GM, "spell", aim="dice", words="Bane", does="common_lowest") == said
