"""Magic at Baldur Hold'em: told in words, noticed or not, and judged by the GM (seed 004, Magic).

In these tests a spell of 20 goes unseen and one of 1 doesn't.
"""

from typing import Any

import pytest

from cogs.baldur.events import Favoured
from cogs.baldur.rules import GAME
from cogs.baldur.state import BaldurKit, CastUnseen, SpellDid
from tests.games.baldur.baldur_table import FLOP, GM, VOID, Table, effect, in_round

UNSEEN, SEEN = 20, 1


class TestSpells:
    def cast(self, **given: Any) -> Table:
        return in_round(1, **given).do("Ada", "spell", UNSEEN, aim="dice", words="Guidance")

    def test_spell_is_told_in_the_casters_words(self):
        table = self.cast()
        assert table.whispered("Ada") == [CastUnseen(aim="dice", words="Guidance")]
        assert table.noted("spell_cast")[0].words == "Guidance"

    def test_spell_is_cast_with_the_bonus_behind_the_spell_dc(self):
        table = in_round(1, kits={"Ada": BaldurKit(spell_dc=15)})
        table.do("Ada", "spell", 9, aim="dice", words="Guidance")
        assert table.noted("tried")[0].contest.initiator.total == 16

    def test_spell_counts_as_the_one_attempt_in_a_round(self):
        table = Table().do("Ada", "palm", UNSEEN, which="lowest")
        said = "You have tried something in this round already."
        assert table.refusal("Ada", "spell", aim="dice", words="Luck") == said

    def test_spell_may_target_players_npcs_or_the_dice(self):
        table = in_round(1, seated=("Nils",))
        assert table.choices("Bram", "spell", "aim") == ["Ada", "Bram", "Cleo", "Nils", "The NPCs", "The dice"]

    def test_unseen_spell_changes_nothing_for_others(self):
        table = in_round(1)
        before = [GAME.view(table.state, seat) for seat in (None, 2, 3)]
        table.do("Ada", "spell", UNSEEN, aim="dice", words="Guidance")
        assert table.last.events == ()
        assert [GAME.view(table.state, seat) for seat in (None, 2, 3)] == before
        assert table.turn == ("Ada",)

    def test_spell_waits_for_judgment_while_the_hand_goes_on(self):
        table = self.cast()
        assert "judge" in table.keys(GM)
        assert "judge" in table.stay("Ada", "Bram", "Cleo", falls=FLOP).keys(GM)

    def test_spell_that_is_never_judged_does_nothing(self):
        table = self.cast().stay("Ada", "Bram", "Cleo", falls=FLOP).stay("Ada", "Bram", "Cleo", falls=VOID)
        assert table.stay("Ada", "Bram", "Cleo").result.how == "showdown"

    def test_oldest_spell_is_judged_first(self):
        table = self.cast().do("Bram", "spell", UNSEEN, aim="dice", words="Bane").do(GM, "judge", does="1.nothing")
        assert [spell.seat for spell in table.state.hidden.spells] == [2]

    def test_late_click_judges_no_other_spell(self):
        table = self.cast().do("Bram", "spell", UNSEEN, aim="dice", words="Bane").do(GM, "judge", does="1.nothing")
        for does in ("1.nothing", "1.luck"):
            assert table.refusal(GM, "judge", does=does) == "That spell is judged already."
        assert table.do(GM, "judge", does="2.luck").effects("Bram") == [("influence", 1)]

    def test_too_long_a_spell_is_refused(self):
        said = "Write something, up to 200 characters."
        assert in_round(1).refusal("Ada", "spell", aim="dice", words="x" * 201) == said

    def test_a_spell_that_is_seen_is_accused_and_proven_by_arcana(self):
        table = in_round(1).do("Ada", "spell", SEEN, 12, aim="dice", words="Guidance")
        assert table.noted("proof")[0].means == "magic"
        assert table.turn == (GM,)

    def test_caster_knows_that_the_spell_awaits_judgment(self):
        table = self.cast().do(GM, "judge", does="1.told")
        assert table.whispered("Ada") == [SpellDid(words="Guidance", does="told")]

    def test_nothing_to_judge_without_a_spell(self):
        assert in_round(1).refusal(GM, "judge", does="1.nothing") == "There is no spell to judge."


class TestWhatASpellDoes:
    def judged(self, does: str, *dice: int) -> Table:
        table = in_round(1, npc_dice=(3, 8, 12, 17)).do("Ada", "spell", UNSEEN, aim="dice", words="Guidance")
        return table.do(GM, "judge", *dice, does=f"1.{does}")

    @pytest.mark.parametrize("does, dice", [("npc_highest", (3, 8, 12, 1)), ("npc_lowest", (1, 8, 12, 17))])
    def test_spell_may_throw_an_npc_die_again(self, does: str, dice: tuple[int, ...]):
        assert self.judged(does, 1).dice(GM) == dice

    @pytest.mark.parametrize(
        "does, falls", [("common_lowest", (7, 10, 2)), ("common_highest", (4, 7, 2)), ("common_loner", (7, 10, 2))]
    )
    def test_spell_may_throw_a_community_die_again(self, does: str, falls: tuple[int, ...]):
        """Ada's own dice are 2, 9 and 15: the 2 pairs with one of them."""
        fell = (4, 10, 2) if does != "common_lowest" else (2, 10, 2)
        table = self.judged(does).stay("Ada", "Bram")
        table.do("Cleo", "stay", *(fell if does != "common_lowest" else (2, 10, 2)), 7)
        assert table.state.common == falls

    def test_spell_may_do_nothing(self):
        table = self.judged("nothing")
        assert (table.last.events, table.dice(GM)) == ((), (3, 8, 12, 17))

    def test_spell_may_bring_visible_luck(self):
        table = self.judged("luck")
        assert table.last.events == (Favoured(effect=effect(1, "influence", 1)),)
        assert table.effects("Ada") == [("influence", 1)]

    def test_spell_results_except_luck_are_secret(self):
        before = in_round(1).do("Ada", "spell", UNSEEN, aim="dice", words="Guidance")
        public = GAME.view(before.state, None)
        for does, dice in (("npc_highest", (1,)), ("common_loner", ()), ("told", ()), ("nothing", ())):
            table = in_round(1).do("Ada", "spell", UNSEEN, aim="dice", words="Guidance")
            table.do(GM, "judge", *dice, does=f"1.{does}")
            assert (GAME.view(table.state, None), table.last.events) == (public, ())

    def test_spell_changes_no_community_die_after_the_void(self):
        table = in_round(3).do("Ada", "spell", UNSEEN, aim="dice", words="Guidance")
        assert table.choices(GM, "judge", "does") == [
            "Nothing",
            "You tell the caster yourself what it does",
            "The NPCs' highest die falls again",
            "The NPCs' lowest die falls again",
            "Advantage on influence, which everybody sees",
        ]
        said = "No common dice are still to fall."
        assert table.refusal(GM, "judge", does="1.common_lowest") == said
