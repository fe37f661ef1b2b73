"""Accusations and verdicts in Baldur Hold'em (seed 004, Accused of Cheating; rules 7.26, 7.27).

In these tests a sleight or spell of 20 goes unseen and one of 1 doesn't, and a proof of 20 proves it.
"""

from typing import Any

import pytest

from bot.engine.cheating.actions import Accusation, Ruling
from bot.engine.cheating.events import Accused, Ruled, Seemed
from bot.engine.game import DEALER
from bot.engine.skills import D6, NARRATIVE
from cogs.baldur.events import Folded
from cogs.baldur.rules import GAME
from cogs.baldur.state import BaldurKit
from tests.games.baldur.baldur_table import BANK, FLOP, GM, ROLLED, Table, effect, in_round

UNSEEN, SEEN = 20, 1
PROVEN, NOT_PROVEN = 20, 1


def caught(**given: Any) -> Table:
    """Catch Ada palming a die, so that the GM has to rule."""
    return Table(**given).do("Ada", "palm", SEEN, PROVEN, which="lowest")


def let_pass() -> Table:
    """Let pass a die that Ada palmed unseen and Bram has proven."""
    table = Table().do("Ada", "palm", UNSEEN, which="lowest").do("Bram", "accuse", PROVEN, whom="Ada")
    return table.do(GM, "verdict", ruling="play_on")


class TestBeingSeen:
    def test_closest_watcher_accuses_at_once(self):
        table = Table(skills={"Cleo": "Perception +2"}).do("Ada", "palm", SEEN, NOT_PROVEN, which="lowest")
        assert table.last.events == (Accused(accuser=3, accused=1, seen=True, proven=False),)

    def test_seen_sleight_does_nothing_to_the_dice(self):
        table = Table().do("Ada", "palm", SEEN, NOT_PROVEN, which="lowest").do("Ada", "roll", 4, 5, 6)
        assert table.dice("Ada") == (4, 5, 6)

    def test_unproven_sleight_changes_nothing(self):
        table = Table().do("Ada", "palm", SEEN, NOT_PROVEN, which="lowest")
        assert (table.turn, table.state.effects) == (("Ada", "Bram", "Cleo"), ())

    def test_only_the_gm_reads_the_rolls(self):
        table = Table().do("Ada", "palm", SEEN, NOT_PROVEN, which="lowest")
        assert table.kinds(table.last.kept) == ["tried", "proof"]
        assert table.last.private == ()

    def test_the_proof_is_an_investigation_against_passive_sleight_of_hand(self):
        skills = {"Ada": "Sleight of Hand +4", "Cleo": "Perception +9, Investigation +3"}
        (proof,) = Table(skills=skills).do("Ada", "palm", SEEN, 11, which="lowest").noted("proof")
        assert (proof.contest.initiator.total, proof.contest.target.total) == (14, 14)

    def test_proof_succeeds_on_a_tie(self):
        skills = {"Ada": "Sleight of Hand +4", "Cleo": "Perception +9, Investigation +3"}
        assert Table(skills=skills).do("Ada", "palm", SEEN, 11, which="lowest").told("accused")[0].proven

    def test_the_npcs_may_be_caught_too(self):
        table = in_round(1).do(GM, "switch", SEEN, PROVEN, die="0.3")
        assert table.state.accusation == Accusation(accuser=1, accused=DEALER)


class TestTheVerdict:
    def test_the_hand_waits_for_the_gm_alone(self):
        table = caught()
        assert (table.turn, table.keys(GM)) == ((GM,), ["verdict"])
        assert [table.keys(name) for name in table.names] == [[], [], []]

    def test_nobody_acts_before_the_verdict(self):
        assert caught().refusal("Bram", "roll") == "Somebody is caught cheating: the GM rules on it first."

    def test_players_do_not_rule(self):
        assert caught().refusal("Bram", "verdict", ruling="void") == "Only the GM rules on a cheat."

    def test_verdict_needs_a_proven_cheat(self):
        said = "Nobody is caught: there is nothing to rule on."
        assert Table().refusal(GM, "verdict", ruling="void") == said

    def test_void_gives_everybody_back_what_they_brought(self):
        table = in_round(2).do("Ada", "spell", SEEN, PROVEN, aim="dice", words="Luck").do(GM, "verdict", ruling="void")
        assert (table.result.how, set(table.nets.values())) == ("void", {0})

    def test_void_gives_the_bank_back_what_its_npcs_paid(self):
        assert caught().do(GM, "verdict", ruling="void").end.bank == BANK

    def test_forfeit_puts_the_cheat_out_of_the_hand(self):
        table = caught().do(GM, "verdict", ruling="forfeit")
        assert table.last.events == (Ruled(accused=1, ruling="forfeit"), Folded(seat=1, why="caught"))
        assert (table.turn, table.state.pot) == (("Bram", "Cleo"), 600)

    def test_forfeited_player_has_no_moves(self):
        table = caught().do(GM, "verdict", ruling="forfeit")
        assert table.refusal("Ada", "roll") == "You have folded this hand."

    def test_forfeit_in_turn_passes_the_turn_on(self):
        table = in_round(2).do("Ada", "spell", SEEN, PROVEN, aim="dice", words="Luck")
        assert table.do(GM, "verdict", ruling="forfeit").turn == ("Bram",)

    def test_forfeit_of_the_npcs_puts_all_of_them_out(self):
        table = in_round(1).do(GM, "switch", SEEN, PROVEN, die="0.3").do(GM, "verdict", ruling="forfeit")
        assert table.state.npcs_in == ()
        assert table.last.events[-1] == Folded(seat=DEALER, why="caught", all_npcs=True)

    def test_forfeit_may_leave_one_who_takes_it_unseen(self):
        table = Table(("Ada",)).do("Ada", "palm", SEEN, PROVEN, which="lowest").do(GM, "verdict", ruling="forfeit")
        assert (table.result.how, table.nets) == ("unseen", {"Ada": -100, GM: 100})

    def test_play_on_goes_on_as_if_nothing_had_happened(self):
        table = caught().do(GM, "verdict", ruling="play_on")
        assert table.turn == ("Ada", "Bram", "Cleo")

    def test_cheat_that_was_let_pass_cannot_be_proven_again(self):
        table = let_pass().do("Cleo", "accuse", PROVEN, whom="Ada")
        assert table.told("accused")[-1] == Accused(accuser=3, accused=1, seen=False, proven=False)
        proof = table.noted("proof")[-1]
        assert (proof.has_cheated, proof.is_ruled_on) == (False, True)
        assert table.turn == ("Ada", "Bram", "Cleo")

    def test_new_sleight_after_a_pass_can_be_proven(self):
        table = (
            in_round(1).do("Ada", "spell", UNSEEN, aim="dice", words="Luck").do("Bram", "accuse", PROVEN, whom="Ada")
        )
        table.do(GM, "verdict", ruling="play_on").stay("Ada", "Bram", "Cleo", falls=FLOP)
        table.do("Ada", "spell", UNSEEN, aim="dice", words="Luck")
        assert table.do("Cleo", "accuse", PROVEN, whom="Ada").turn == (GM,)

    @pytest.mark.parametrize("table", ["seen", "proven later"])
    def test_cheat_that_was_let_pass_still_shows_in_a_tell(self, table: str):
        passed = let_pass() if table == "proven later" else caught().do(GM, "verdict", ruling="play_on")
        assert passed.do("Cleo", "read", 15, 5, whom="Ada").whispered("Cleo") == [Seemed(whom=1, guilty=True)]

    @pytest.mark.parametrize("ruling", ["void", "forfeit", "play_on"])
    def test_when_the_gm_is_away_the_house_rule_holds(self, ruling: Ruling):
        assert caught(caught=ruling).times_out(GM).last.events[0] == Ruled(accused=1, ruling=ruling)

    def test_choice_of_staying_npcs_waits_for_the_verdict(self):
        table = Table(seated=("Nils",), npcs=1).rolls(ROLLED).stay("Ada", "Bram", "Cleo")
        table.do("Ada", "spell", SEEN, PROVEN, aim="dice", words="Luck")
        assert table.keys(GM) == ["verdict"]
        assert table.do(GM, "verdict", ruling="play_on").keys(GM)[0] == "keep"

    def test_no_npc_choice_where_all_npcs_are_out(self):
        table = Table(seated=("Nils",), npcs=1).rolls(ROLLED).stay("Ada", "Bram", "Cleo")
        table.do(GM, "switch", SEEN, PROVEN, die="0.3").do(GM, "verdict", *FLOP, ruling="forfeit")
        assert (table.turn, table.state.common) == (("Ada",), FLOP)


class TestAccusing:
    def test_accusation_proves_a_real_cheat(self):
        table = Table().do("Ada", "palm", UNSEEN, which="lowest").do("Bram", "accuse", PROVEN, whom="Ada")
        assert table.told("accused") == [Accused(accuser=2, accused=1, seen=False, proven=True)]
        assert table.turn == (GM,)

    def test_accusation_cannot_prove_what_was_not_done(self):
        table = Table().do("Bram", "accuse", PROVEN, whom="Ada")
        assert table.told("accused")[0].proven is False

    def test_failed_accuser_loses_nothing_by_default(self):
        assert Table().do("Bram", "accuse", PROVEN, whom="Ada").effects("Bram") == []

    def test_failed_accuser_reads_people_with_disadvantage_where_that_is_the_rule(self):
        table = Table(unproven="disadvantage").do("Bram", "accuse", PROVEN, whom="Ada")
        assert table.effects("Bram") == [("insight", -1)]
        assert table.told("accused")[0].effect == effect(2, "insight", -1)

    def test_nobody_can_tell_an_innocent_from_one_who_could_not_be_proven(self):
        innocent = Table().do("Bram", "accuse", PROVEN, whom="Ada")
        guilty = Table().do("Ada", "palm", UNSEEN, which="lowest").do("Bram", "accuse", NOT_PROVEN, whom="Ada")
        assert innocent.last.events == guilty.last.events
        assert GAME.view(innocent.state, None) == GAME.view(guilty.state, None)

    def test_accusation_is_made_once_a_hand(self):
        table = in_round(1).do("Bram", "accuse", PROVEN, whom="Ada").stay("Ada", "Bram", "Cleo", falls=FLOP)
        assert table.refusal("Bram", "accuse", whom="Cleo") == "You have accused somebody in this hand already."

    def test_the_npcs_are_accused_together(self):
        table = in_round(1, seated=("Nils",)).do(GM, "switch", UNSEEN, 1, die="0.3")
        assert table.choices("Ada", "accuse", "whom") == ["Bram", "Cleo", "The NPCs"]
        assert table.do("Ada", "accuse", PROVEN, whom=GM).turn == (GM,)

    def test_accusation_is_not_for_the_gm(self):
        assert "accuse" not in Table(seated=("Nils",)).keys("Nils")
        assert Table().refusal(GM, "accuse", whom="Ada") == "That is for the players."

    def test_a_spell_is_proven_by_arcana_against_the_spell_dc(self):
        kits = {"Ada": BaldurKit(spell_dc=15)}
        table = Table(kits=kits, skills={"Bram": "Arcana +5"}).do("Ada", "spell", UNSEEN, aim="dice", words="Luck")
        (proof,) = table.do("Bram", "accuse", 10, whom="Ada").noted("proof")
        assert (proof.means, proof.contest.initiator.total, proof.contest.target.total) == ("magic", 15, 15)

    def test_won_tell_of_a_cheater_says_so(self):
        table = Table().do("Ada", "palm", UNSEEN, which="lowest").do("Bram", "read", 15, 5, whom="Ada")
        assert table.whispered("Bram") == [Seemed(whom=1, guilty=True)]


class TestTheThreeDiceSystems:
    """The same proof with the skills of each: Ada palms a die before Bram's eyes."""

    def proof(self, table: Table, *dice: int) -> tuple[int, int, bool]:
        (proof,) = table.do("Ada", "palm", *dice, which="lowest").noted("proof")
        (told,) = table.told("accused")
        return proof.contest.initiator.total, proof.contest.target.total, told.proven

    def test_suspicion_in_d6(self):
        """A sleight of 3 against the mean of four dice, then 13 against that of two."""
        skills = {"Ada": "Sleight of Hand 2D", "Bram": "Search 4D, Investigation 3D+1"}
        table = Table(system=D6, skills=skills)
        assert self.proof(table, 1, 2, 4, 4, 4) == (13, 7, True)

    def test_suspicion_in_d20(self):
        skills = {"Ada": "Sleight of Hand +1", "Bram": "Perception +5, Investigation +2"}
        assert self.proof(Table(skills=skills), SEEN, 8) == (10, 11, False)

    def test_suspicion_in_narrative_dice(self):
        """Nothing against a failure; then a success against nothing."""
        skills = {"Ada": "Agility 1", "Bram": "Willpower 3, Cunning 1"}
        table = Table(system=NARRATIVE, skills=skills)
        assert self.proof(table, 1, 2, 1, 1, 2, 1) == (1, 0, True)
