"""Sleight of hand in Baldur Hold'em: what may be tried when, and what it does when nobody sees it (rules 7.20 to 7.25).

In these tests a sleight of 20 goes unseen, and one of 1 doesn't.
"""

from typing import Any

import pytest

from bot.engine.game import DEALER
from cogs.baldur.rules import GAME
from cogs.baldur.state import Managed
from tests.games.baldur.baldur_table import FLOP, GM, ROLLED, VOID, Table, in_round

UNSEEN = 20
ALONE: dict[str, Any] = {"names": ("Ada", "Bram"), "npcs": 0, "npc_dice": ()}


def dealing(**given: Any) -> Table:
    return Table(dealer="rotation", **given)


class TestPalmingADie:
    def test_palming_is_arranged_before_the_roll(self):
        table = Table().do("Ada", "palm", UNSEEN, which="lowest")
        assert table.last.events == ()
        assert table.whispered("Ada") == [Managed(trick="palm", which="lowest")]

    def test_palmed_die_falls_again_within_the_roll(self):
        table = Table().do("Ada", "palm", UNSEEN, which="lowest").do("Ada", "roll", 9, 2, 15, 18)
        assert table.dice("Ada") == (9, 18, 15)

    @pytest.mark.parametrize("which, dice", [("lowest", (19, 7, 7)), ("highest", (2, 7, 19)), ("loner", (2, 19, 7))])
    def test_palmed_die_is_chosen_beforehand(self, which: str, dice: tuple[int, ...]):
        fell = (2, 7, 7) if which != "loner" else (2, 5, 7)
        expected = {"lowest": (19, 7, 7), "highest": (2, 19, 7), "loner": (19, 5, 7)}[which]
        table = Table().do("Ada", "palm", UNSEEN, which=which).do("Ada", "roll", *fell, 19)
        assert table.dice("Ada") == expected

    def test_where_every_die_pairs_with_another_the_lowest_falls_again(self):
        table = Table().do("Ada", "palm", UNSEEN, which="loner").do("Ada", "roll", 7, 7, 7, 20)
        assert table.dice("Ada") == (20, 7, 7)

    def test_a_twenty_that_falls_again_is_wild(self):
        table = Table(**ALONE).do("Ada", "palm", UNSEEN, which="lowest").do("Ada", "roll", 9, 2, 3, 20)
        table.rolls({"Bram": (1, 2, 3)}).stay("Ada", "Bram", falls=(7, 10, 11)).stay("Ada", "Bram", falls=(1, 1))
        assert table.stay("Ada", "Bram").result.hands[0].kind == "straight"

    def test_the_gm_reads_what_fell_and_what_lies_there(self):
        table = Table().do("Ada", "palm", UNSEEN, which="lowest").do("Ada", "roll", 9, 2, 15, 18)
        (noted,) = table.noted("rethrown")
        assert (noted.by, noted.fell, noted.at, noted.now) == (1, (9, 2, 15), 1, 18)

    def test_everybody_else_reads_of_a_roll(self):
        table = Table().do("Ada", "palm", UNSEEN, which="lowest").do("Ada", "roll", 9, 2, 15, 18)
        assert table.kinds(table.events) == ["dealt", "rolled"]

    def test_palming_is_over_once_the_dice_lie(self):
        said = "Your dice lie open: nobody can change them unseen."
        assert in_round(1).refusal("Ada", "palm", which="lowest") == said
        assert in_round(2).refusal("Ada", "palm", which="lowest") == said

    def test_palming_is_tried_once_a_round(self):
        table = Table().do("Ada", "palm", UNSEEN, which="lowest")
        assert table.refusal("Ada", "palm", which="highest") == "You have tried something in this round already."

    def test_palming_is_not_for_the_dealer(self):
        said = "You deal: you have other ways than to palm your own die."
        assert dealing().refusal("Ada", "palm", which="lowest") == said


class TestTheDealersDie:
    def test_set_die_of_a_player_shows_the_wanted_number(self):
        table = dealing().do("Ada", "set_die", UNSEEN, whom="Bram", which="highest", face=5)
        assert table.do("Bram", "roll", 5, 17, 11).dice("Bram") == (5, 5, 11)

    def test_set_die_may_be_the_dealers_own(self):
        assert dealing().choices("Ada", "set_die", "whom") == ["Ada", "Bram", "Cleo"]

    def test_set_die_belongs_to_a_player_who_has_not_rolled(self):
        assert dealing().do("Bram", "roll", 1, 2, 3).choices("Ada", "set_die", "whom") == ["Ada", "Cleo"]

    def test_set_die_is_never_a_20(self):
        said = "A 20 has to fall by itself: one that is set isn't wild, and a straight without it would give it away."
        assert dealing().refusal("Ada", "set_die", whom="Bram", which="lowest", face=20) == said
        assert dealing().do("Ada", "set_die", UNSEEN, whom="Bram", which="lowest", face=19).last.events == ()

    def test_set_die_is_for_dealers_only(self):
        assert Table().refusal("Ada", "set_die", whom="Bram", which="lowest", face=3) == "Only who deals can do that."

    def test_set_die_is_too_late_once_all_dice_lie_open(self):
        said = "All own dice lie open: nobody can change them unseen."
        assert in_round(1, dealer="rotation").refusal("Ada", "set_die", whom="Bram", which="lowest", face=3) == said


class TestTakingTheNpcsDice:
    def test_stripping_leaves_two_dice_without_the_highest(self):
        table = dealing(npc_dice=(20, 3, 17, 8)).do("Ada", "strip", UNSEEN)
        assert table.dice(GM) == (3, 8)

    def test_stripping_takes_either_of_equal_dice(self):
        assert dealing(npc_dice=(19, 20, 8, 19)).do("Ada", "strip", UNSEEN).dice(GM) == (8, 19)

    def test_stripping_is_done_once_a_hand(self):
        table = dealing().do("Ada", "strip", UNSEEN)
        assert table.refusal("Ada", "strip") == "You have tried something in this round already."

    def test_stripping_belongs_to_the_first_round(self):
        said = "The NPCs' dice can be taken once a hand, in the first round."
        assert in_round(2, dealer="rotation").refusal("Ada", "strip") == said

    def test_the_npcs_show_the_two_that_are_left(self):
        table = dealing(npc_dice=(20, 3, 17, 8)).do("Ada", "strip", UNSEEN).rolls(ROLLED)
        table.stay("Bram", "Cleo", "Ada", falls=FLOP).stay("Bram", "Cleo", "Ada", falls=VOID)
        assert table.stay("Bram", "Cleo", "Ada").result.revealed == (3, 8)


class TestACommonDie:
    def test_loaded_die_falls_again_with_the_flop(self):
        table = in_round(1).do(GM, "load", UNSEEN, which="highest").stay("Ada", "Bram")
        table.do("Cleo", "stay", 4, 16, 10, 7)
        assert table.state.common == (4, 7, 10)

    def test_loaded_die_falls_again_with_the_void(self):
        table = in_round(2).do(GM, "load", UNSEEN, which="lowest").stay("Ada", "Bram").do("Cleo", "stay", 6, 13, 9)
        assert table.state.common[3:] == (9, 13)

    def test_loaded_die_falls_again_only_in_the_next_roll(self):
        table = in_round(1).do(GM, "load", UNSEEN, which="highest").stay("Ada", "Bram")
        table.do("Cleo", "stay", 4, 16, 10, 7).stay("Ada", "Bram", "Cleo", falls=VOID)
        assert table.state.common[3:] == VOID

    def test_the_loner_pairs_with_none_of_the_dealers_dice(self):
        """4 and 10 lie in the NPCs' hand."""
        table = in_round(1, npc_dice=(4, 10, 1, 2)).do(GM, "load", UNSEEN, which="loner").stay("Ada", "Bram")
        table.do("Cleo", "stay", 4, 16, 10, 7)
        assert table.state.common == (4, 7, 10)

    def test_where_all_pair_the_lowest_falls_again(self):
        table = in_round(1, npc_dice=(4, 10, 16, 2)).do(GM, "load", UNSEEN, which="loner").stay("Ada", "Bram")
        table.do("Cleo", "stay", 10, 4, 16, 7)
        assert table.state.common == (10, 7, 16)

    def test_loading_is_a_players_move_where_they_deal(self):
        table = in_round(1, dealer="rotation")
        assert "load" in table.keys("Ada")
        assert table.refusal(GM, "load", which="lowest") == "The players deal here."
        assert table.refusal("Bram", "load", which="lowest") == "Only who deals can do that."

    def test_loading_is_not_offered_after_the_void(self):
        assert in_round(3).refusal(GM, "load", which="lowest") == "No common dice are still to fall."
        assert (
            in_round(3, dealer="rotation").refusal("Ada", "load", which="lowest") == "No common dice are still to fall."
        )


class TestTheNpcsOwnDice:
    def test_npc_die_falls_again_in_any_round(self):
        for number in (1, 2, 3):
            table = in_round(number, npc_dice=(3, 8, 12, 17)).do(GM, "switch", UNSEEN, 19, die="0.3")
            assert table.dice(GM) == (19, 8, 12, 17)

    def test_gm_picks_the_npc_die(self):
        assert Table(npc_dice=(3, 8, 12, 17)).choices(GM, "switch", "die") == [
            "Die 1, the 3",
            "Die 2, the 8",
            "Die 3, the 12",
            "Die 4, the 17",
        ]

    def test_outdated_form_throws_no_npc_die(self):
        table = in_round(1).do(GM, "switch", UNSEEN, 19, die="0.3").stay("Ada", "Bram", "Cleo", falls=FLOP)
        said = "The NPCs' dice lie otherwise by now: look at them again."
        assert table.refusal(GM, "switch", die="0.3") == said
        assert table.do(GM, "switch", UNSEEN, 2, die="0.19").dice(GM) == (2, 8, 12, 17)

    def test_gm_cheats_once_a_round(self):
        table = in_round(1).do(GM, "switch", UNSEEN, 19, die="0.3")
        assert {"switch", "load"}.isdisjoint(table.keys(GM))

    def test_gm_cheats_again_in_the_next_round(self):
        table = in_round(1).do(GM, "switch", UNSEEN, 19, die="0.3").stay("Ada", "Bram", "Cleo", falls=FLOP)
        assert "switch" in table.keys(GM)

    def test_players_cannot_switch_an_npc_die(self):
        assert Table().refusal("Ada", "switch", die="0.3") == "The NPCs' dice are the GM's."

    def test_gm_has_no_sleights_without_npcs(self):
        assert Table(npcs=0, npc_dice=()).refusal(GM, "switch", die="0.3") == "No NPC is in this hand."


class TestAsManyDiceAsExpected:
    """Whatever was done unseen, what lies on the table is what should lie there."""

    TRICKS = (
        ("Bram", "palm", {"which": "lowest"}),
        ("Ada", "set_die", {"whom": "Cleo", "which": "highest", "face": 19}),
        ("Ada", "strip", {}),
        ("Ada", "load", {"which": "loner"}),
        ("the GM", "switch", {"die": "2.12"}),
    )

    @pytest.mark.parametrize("who, kind, fields", TRICKS)
    def test_number_of_dice_is_as_expected_after_every_move(self, who: str, kind: str, fields: dict[str, Any]):
        table = dealing().do(who, kind, UNSEEN, *((1,) if kind == "switch" else ()), **fields)
        counts = [self.counted(table)]
        for name in ("Bram", "Cleo", "Ada"):
            again = (11,) if kind == "palm" and name == "Bram" else ()
            table.do(name, "roll", *ROLLED[name], *again)
            counts.append(self.counted(table))
        again = (12,) if kind == "load" else ()
        table.stay("Bram", "Cleo").do("Ada", "stay", *FLOP, *again)
        counts.append(self.counted(table))
        counts.append(self.counted(table.stay("Bram", "Cleo").do("Ada", "stay", *VOID)))
        assert counts == [(0, 0), (3, 0), (6, 0), (9, 0), (9, 3), (9, 5)]

    def counted(self, table: Table) -> tuple[int, int]:
        """Count the hole dice on the table, and the community dice."""
        view = GAME.view(table.state, None)
        return sum(len(seat.dice) for seat in view.seats), len(view.common)


class TestNobodyElseNotices:
    @pytest.mark.parametrize("who, kind, fields", TestAsManyDiceAsExpected.TRICKS)
    def test_unseen_sleight_changes_no_other_view(self, who: str, kind: str, fields: dict[str, Any]):
        table = dealing()
        cheat = table.seat(who)
        others = [seat for seat in (None, 1, 2, 3) if seat != cheat]
        before = [GAME.view(table.state, seat) for seat in others]
        asked = [GAME.moves(table.state, seat) for seat in (1, 2, 3) if seat != cheat]
        waiting, clock = GAME.to_act(table.state), GAME.asks(table.state, 1)
        table.do(who, kind, UNSEEN, *((1,) if kind == "switch" else ()), **fields)
        assert table.last.events == ()
        assert [GAME.view(table.state, seat) for seat in others] == before
        assert [GAME.moves(table.state, seat) for seat in (1, 2, 3) if seat != cheat] == asked
        assert (GAME.to_act(table.state), GAME.asks(table.state, 1)) == (waiting, clock)

    def test_gm_reads_an_unseen_sleight_in_the_log(self):
        table = Table().do("Ada", "palm", UNSEEN, which="lowest")
        assert table.kinds(table.last.kept) == ["tried", "arranged"]

    def test_the_gms_page_knows_who_has_cheated(self):
        gm = GAME.view(Table().do("Ada", "palm", UNSEEN, which="lowest").state, DEALER).gm
        assert gm is not None
        assert [one.seat for one in gm.guilty] == [1]
