"""The NPCs as one party that cheats and is caught together, and magic (seed 004; rules 7.5, 7.19, 7.20 and 7.26).

Here a cheat of 20 goes unseen, one of 1 doesn't, and a proof of 20 succeeds.
"""

from typing import Any

import pytest

from bot.engine.cheating.actions import Accusation
from bot.engine.cheating.contests import Proficiency
from bot.engine.cheating.events import Favored, Ruled
from bot.engine.game import DEALER
from bot.engine.skills import D6, NARRATIVE
from cogs.baldur.state import BaldurCarry, BaldurKit, CastUnseen, Folded, SpellDid
from tests.games.baldur.baldur_table import BANK, FLOP, GAME, GM, ROLLED, VOID, Table, effect, in_round

UNSEEN, SEEN, PROVEN = 20, 1, 20
NILS, NILS_SEAT = "Nils", 4
SPELL: dict[str, Any] = {"aim": "dice", "words": "Guidance"}


def cast(table: Table, *dice: int, who: str = "Ada", **fields: Any) -> Table:
    return table.do(who, "spell", *(dice or (UNSEEN,)), **{**SPELL, **fields})


def caught(**given: Any) -> Table:
    """Catch Ada casting a spell, so that the GM has to rule."""
    return cast(Table(**given), SEEN, PROVEN)


class TestTheClosestWatcher:
    SKILLS = (("Bram", "Perception +2"), ("Cleo", "Perception +4"))

    def watcher(self, who: str = "Ada", skills: tuple[tuple[str, str], ...] = (), **given: Any) -> str:
        table = cast(Table(skills=dict((*self.SKILLS, *skills)), **given), who=who)
        return table.name(table.noted("tried")[-1].watcher)

    def test_best_spotter_of_the_others_watches(self):
        assert (self.watcher(), self.watcher("Cleo")) == ("Cleo", "Bram")
        table = in_round(2, skills=dict(self.SKILLS)).stay("Ada", "Bram").do("Cleo", "fold", *VOID)
        assert cast(table).noted("tried")[-1].watcher == table.seat("Bram")
        assert self.watcher(crowd="Perception +6") == GM
        assert self.watcher(seated=(NILS,), skills=((NILS, "Perception +6"),)) == NILS
        table = Table(seated=(NILS,), skills={NILS: "Perception +6", "Bram": "Perception +2"})
        assert table.do(GM, "switch", UNSEEN, 1, die="0.3").noted("tried")[-1].watcher == table.seat("Bram")

    def test_gaming_proficiency_helps_once(self):
        assert self.watcher(kits={"Bram": BaldurKit(proficiency=Proficiency(bonus=3))}) == "Bram"
        assert self.watcher(kits={"Bram": BaldurKit(proficiency=Proficiency(bonus=3, has=("spot",)))}) == "Cleo"

    def test_distraction_helps_a_sleight(self):
        table = in_round(1).influence("Ada", "Bram", 15, 5, manner="distract")
        assert table.do("Ada", "reroll", 3, 12, 7, die="0.2").noted("tried")[0].unseen

    @pytest.mark.parametrize(
        "system, skills, dice, totals",
        [
            (D6, {"Ada": "Sleight of Hand 4D", "Bram": "Search 3D+2"}, (4, 4, 4, 1, 18), (13, 12)),
            (NARRATIVE, {"Ada": "Agility 1", "Bram": "Willpower 3"}, (2, 1, 1, 1, 18), (1, 0)),
        ],
    )
    def test_passive_perception_in_the_other_dice_systems(self, system: Any, skills: Any, dice: Any, totals: Any):
        table = in_round(1, system=system, skills=skills).do("Ada", "reroll", *dice, die="0.2")
        contest = table.noted("tried")[0].contest
        assert (contest.initiator.total, contest.target.total) == totals


class TestThePartyOfTheNpcs:
    def test_luck_of_seated_npcs_is_that_of_all_while_they_are_in(self):
        table = in_round(1, seated=(NILS,)).influence(NILS, "Ada", 15, 5, manner="distract")
        assert table.do(GM, "switch", SEEN, UNSEEN, 19, die="0.3").noted("tried")[-1].unseen
        carry = BaldurCarry(effects=(effect(0, "sleight", 1), effect(NILS_SEAT, "sleight", -1)))
        table = in_round(1, seated=(NILS,), carry=carry).do(GM, "switch", UNSEEN, 19, die="0.3")
        assert table.noted("tried")[-1].unseen
        carry = BaldurCarry(effects=(effect(NILS_SEAT, "sleight", 1),))
        table = Table(seated=(NILS,), npcs=1, carry=carry, stayers="gm").rolls(ROLLED).stay("Ada", "Bram", "Cleo")
        assert table.times_out(GM, dice=FLOP).do(GM, "switch", UNSEEN, 19, die="0.3").noted("tried")[-1].unseen

    def test_npcs_are_suspected_and_caught_together(self):
        table = in_round(1, seated=(NILS,)).do(GM, "switch", UNSEEN, 1, die="0.3")
        assert table.choices("Ada", "accuse", "whom") == ["Bram", "Cleo", "The NPCs"]
        table.do("Ada", "accuse", PROVEN, whom=GM)
        assert table.whole.accusation == Accusation(accuser=1, accused=DEALER)
        table.do(GM, "verdict", ruling="forfeit")
        assert (table.state.npcs_in, table.last.events[-1]) == ((), Folded(seat=DEALER, why="caught", all_npcs=True))

    def test_gm_and_seated_npcs_neither_watch_for_tells_nor_accuse(self):
        table = in_round(1, seated=(NILS,))
        assert {"read", "accuse"}.isdisjoint(table.keys(NILS) + table.keys(GM))
        assert "Only players" in table.refusal(GM, "accuse", whom="Ada")

    def test_forfeit_folds_the_cheat_and_void_gives_everything_back(self):
        table = cast(in_round(2), SEEN, PROVEN).do(GM, "verdict", ruling="forfeit")
        assert table.last.events == (Ruled(accused=1, ruling="forfeit"), Folded(seat=1, why="caught"))
        assert (table.turn, table.keys("Ada")) == (("Bram",), [])
        table = cast(Table(("Ada",)), SEEN, PROVEN).do(GM, "verdict", ruling="forfeit")
        assert (table.result.how, table.nets) == ("unseen", {"Ada": -100, GM: 100})
        table = caught().do(GM, "verdict", ruling="void")
        assert (set(table.nets.values()), table.end.bank, table.end.is_void) == ({0}, BANK, True)

    @pytest.mark.parametrize("ruling", ["void", "forfeit", "play_on"])
    def test_house_rules_rule_when_the_gms_time_runs_out(self, ruling: str):
        table = caught(caught=ruling).times_out(GM)
        assert table.told("ruled")[0].ruling == ruling

    def test_accusation_is_once_a_hand_and_a_tell_once_a_round(self):
        table = in_round(1).do("Bram", "accuse", PROVEN, whom="Ada").do("Bram", "read", 15, 5, whom="Ada")
        assert {"accuse", "read"}.isdisjoint(table.keys("Bram"))
        table.stay("Ada", "Bram", "Cleo", falls=FLOP)
        assert ("accuse" in table.keys("Bram"), "read" in table.keys("Bram")) == (False, True)


class TestSpells:
    def test_spell_is_the_one_attempt_at_a_player_an_npc_or_the_dice(self):
        table = cast(in_round(1, kits={"Ada": BaldurKit(spell_dc=15)}), 9)
        assert table.whispered("Ada")[1:] == [CastUnseen(aim="dice", words="Guidance")]
        assert (table.noted("spell_cast")[0].words, table.noted("tried")[0].contest.initiator.total) == ("Guidance", 16)
        table = in_round(1, seated=(NILS,))
        assert table.choices("Bram", "spell", "aim") == ["Ada", "Bram", "Cleo", NILS, "The NPCs", "The dice"]
        assert {"spell", "reroll"}.isdisjoint(cast(in_round(1)).keys("Ada"))

    def test_seen_spell_is_proven_by_arcana_against_the_spell_dc(self):
        table = in_round(1, kits={"Ada": BaldurKit(spell_dc=15)}, skills={"Bram": "Perception +9, Arcana +5"})
        (proof,) = cast(table, SEEN, 10).noted("proof")
        assert (proof.means, proof.contest.initiator.total, proof.contest.target.total) == ("magic", 15, 15)
        assert (table.turn, table.noted("spell_cast")[0].words) == ((GM,), "Guidance")

    def test_unseen_spell_can_be_proven_later_until_the_gm_lets_it_pass(self):
        table = cast(in_round(1)).do("Bram", "accuse", PROVEN, whom="Ada")
        assert table.noted("proof")[0].means == "magic"
        table.do(GM, "verdict", ruling="play_on").do("Cleo", "accuse", PROVEN, whom="Ada")
        assert (table.turn, table.noted("proof")[-1].is_ruled_on) == (("Ada",), True)

    def test_unseen_spell_changes_nothing_for_others_and_waits_for_judgment(self):
        table = in_round(1)
        before = [GAME.view(table.whole, seat) for seat in (None, 2, 3)]
        cast(table)
        assert (table.last.events, [GAME.view(table.whole, seat) for seat in (None, 2, 3)]) == ((), before)
        assert "judge" in table.stay("Ada", "Bram", "Cleo", falls=FLOP).keys(GM)

    def test_spell_that_is_never_judged_does_nothing(self):
        table = cast(in_round(1)).stay("Ada", "Bram", "Cleo", falls=FLOP).stay("Ada", "Bram", "Cleo", falls=VOID)
        assert table.stay("Ada", "Bram", "Cleo").result.how == "showdown"

    def test_late_click_judges_no_other_spell(self):
        table = cast(cast(in_round(1)), who="Bram").do(GM, "judge", does="1.nothing")
        assert [spell.seat for spell in table.state.hidden.spells] == [2]
        assert "already" in table.refusal(GM, "judge", does="1.luck")
        assert table.do(GM, "judge", does="2.luck").effects("Bram") == [("influence", 1)]

    def test_too_long_a_spell_and_nothing_to_judge_are_refused(self):
        assert "200" in in_round(1).refusal("Ada", "spell", aim="dice", words="x" * 201)
        assert "no spell" in in_round(1).refusal(GM, "judge", does="1.nothing")


class TestWhatASpellDoes:
    def judged(self, does: str, *dice: int) -> Table:
        return cast(in_round(1, npc_dice=(3, 8, 12, 17))).do(GM, "judge", *dice, does=f"1.{does}")

    @pytest.mark.parametrize("does, dice", [("npc_highest", (3, 8, 12, 1)), ("npc_lowest", (1, 8, 12, 17))])
    def test_spell_may_throw_an_npc_die_again(self, does: str, dice: tuple[int, ...]):
        assert self.judged(does, 1).dice(GM) == dice

    @pytest.mark.parametrize(
        "does, fell, lies",
        [
            ("common_lowest", (2, 10, 2), (7, 10, 2)),
            ("common_highest", (4, 10, 2), (4, 7, 2)),
            ("common_loner", (4, 10, 2), (7, 10, 2)),
        ],
    )
    def test_spell_may_throw_a_community_die_again(self, does: str, fell: Any, lies: Any):
        """Ada's own dice are 2, 9 and 15: the 2 pairs with one of them."""
        assert self.judged(does).stay("Ada", "Bram").do("Cleo", "stay", *fell, 7).state.common == lies

    def test_spell_may_bring_visible_luck_and_the_caster_learns_it(self):
        table = self.judged("luck")
        assert table.last.events == (Favored(effect=effect(1, "influence", 1)),)
        assert (table.effects("Ada"), table.whispered("Ada")) == (
            [("influence", 1)],
            [SpellDid(words="Guidance", does="luck")],
        )
        assert SpellDid(words="Guidance", does="luck") in GAME.view(table.whole, 1).heard

    @pytest.mark.parametrize("does, dice", [("npc_highest", (1,)), ("common_loner", ()), ("told", ()), ("nothing", ())])
    def test_spell_results_except_luck_are_secret(self, does: str, dice: tuple[int, ...]):
        table = self.judged(does, *dice)
        assert (GAME.view(table.whole, None), table.last.events) == (GAME.view(in_round(1).whole, None), ())

    def test_spell_changes_no_community_die_after_the_void(self):
        table = cast(in_round(3))
        assert not any("community" in label for label in table.choices(GM, "judge", "does"))
        assert "have fallen already" in table.refusal(GM, "judge", does="1.common_lowest")


class TestSpellsOfTheNpcs:
    def cast(self, table: Table, *dice: int, does: str = "nothing") -> Table:
        return cast(table, *dice, who=GM, does=does)

    def test_they_cast_with_the_crowds_dc_or_that_of_the_first_with_a_seat(self):
        table = in_round(1, crowd_kit=BaldurKit(spell_dc=15))
        assert self.cast(table, 9).noted("tried")[0].contest.initiator.total == 16
        seated = in_round(1, npcs=0, seated=(NILS,), kits={NILS: BaldurKit(spell_dc=16)})
        assert self.cast(seated, 9).noted("tried")[0].contest.initiator.total == 17

    def test_npcs_spell_takes_effect_at_once(self):
        table = self.cast(in_round(1), UNSEEN, 19, does="npc_lowest")
        assert table.dice(GM) == (19, 8, 12, 17)
        assert table.kinds(table.last.kept) == ["tried", "spell_cast", "judged", "rethrown"]
        assert (table.last.events, table.last.private, table.state.hidden.spells) == ((), (), ())
        assert table.whole.magic == (DEALER,)
        assert self.cast(in_round(1), does="luck").whole.effects == (effect(DEALER, "influence", 1),)
        assert self.cast(in_round(1, npcs=0, seated=(NILS,)), does="luck").effects(NILS) == [("influence", 1)]

    def test_seen_spell_fails_and_is_proven_against_the_crowds_dc(self):
        table = in_round(1, crowd_kit=BaldurKit(spell_dc=15), skills={"Ada": "Perception +9, Arcana +5"})
        (proof,) = self.cast(table, SEEN, 10, does="luck").noted("proof")
        assert (proof.means, proof.contest.target.total, table.keys(GM)) == ("magic", 15, ["verdict"])

    def test_only_the_gm_casts_them_and_says_what_they_do(self):
        assert "The GM cheats" in in_round(1, seated=(NILS,)).refusal(NILS, "spell", **SPELL)
        for missing in ({}, {"does": "told"}):
            assert "Pick" in in_round(1).refusal(GM, "spell", **SPELL, **missing)
