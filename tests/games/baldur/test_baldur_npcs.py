"""The NPCs of Baldur Hold'em: who of them stays, what the GM chooses, and who takes fright (rules 7.2, 7.3, 7.18)."""

from typing import Any

from bot.engine.game import DEALER
from bot.engine.skills import NARRATIVE
from cogs.baldur.rules import GAME
from cogs.baldur.state import Folded, Left, NpcsPaid, Shaken, Unshaken
from tests.games.baldur.baldur_table import ENTRY, GM, ROLLED, Table, in_round
from tests.games.baldur.baldur_words import said

NILS = "Nils"
FRIGHT = (15, 5)
"""Intimidation against insight, won by ten."""


def choosing(**given: Any) -> Table:
    """Return a table after the first round, when the GM chooses who stays of Nils, Olga and two others."""
    seated = ("Nils", "Olga")
    return Table(seated=seated, npcs=2, stayers="gm", **given).rolls(ROLLED).stay("Ada", "Bram", "Cleo")


class TestWhereItIsInDoubt:
    def test_seated_npcs_stay_at_once_where_there_is_room(self):
        table = Table(seated=(NILS, "Olga"), npcs=2).rolls(ROLLED).stay("Ada", "Bram", "Cleo", falls=(4, 10, 16))
        assert (table.turn, table.state.npcs_in) == (("Ada",), (table.seat(NILS), table.seat("Olga")))
        table = Table(seated=(NILS,), npcs=3).rolls(ROLLED).stay("Ada", "Bram", "Cleo", falls=(4, 10, 16))
        assert table.state.npcs_in == (table.seat(NILS), -1)

    def test_gm_chooses_among_seated_npcs_that_are_too_many(self):
        table = Table(seated=(NILS, "Olga"), npcs=1).rolls(ROLLED).stay("Ada", "Bram", "Cleo")
        assert (table.turn, table.choices(GM, "keep", "stay")) == ((GM,), ["Nils", "Olga"])
        assert table.do(GM, "keep", 4, 10, 16, stay="Olga").state.npcs_in == (table.seat("Olga"),)
        table = Table(seated=(NILS, "Olga"), npcs=1).rolls(ROLLED).stay("Ada", "Bram", "Cleo")
        assert table.times_out(GM, dice=(4, 10, 16)).state.npcs_in == (table.seat(NILS),)


class TestLeaving:
    def test_nameless_npcs_leave_automatically(self):
        assert in_round(2).told("left") == [Left(round=2, nameless=2, seats=(), stay=1)]

    def test_gm_chooses_who_of_the_seated_stays(self):
        table = choosing()
        assert (table.turn, table.state.common) == ((GM,), ())
        assert table.choices(GM, "keep", "stay") == ["Nils", "Olga"]
        table = choosing().do(GM, "keep", 4, 10, 16, stay=("Olga",))
        assert table.state.npcs_in == (table.seat("Olga"), -1)
        table = choosing().do(GM, "keep", 4, 10, 16, stay=())
        assert table.state.npcs_in == (-1, -2)
        table = choosing().do(GM, "keep", 4, 10, 16, stay=("Olga",))
        assert table.told("left") == [Left(round=2, nameless=1, seats=(table.seat(NILS),), stay=2)]

    def test_seated_npcs_stay_only_where_nobody_else_is_left(self):
        assert choosing().times_out(GM, dice=(4, 10, 16)).state.npcs_in == (-1, -2)
        table = Table(seated=(NILS, "Olga"), npcs=0).rolls(ROLLED).stay("Ada", "Bram", "Cleo")
        table.do(GM, "keep", 4, 10, 16, stay="Olga")
        assert table.state.npcs_in == (table.seat("Olga"),)
        table = Table(seated=(NILS, "Olga"), npcs=0).rolls(ROLLED).stay("Ada", "Bram", "Cleo")
        assert table.times_out(GM, dice=(4, 10, 16)).state.npcs_in == (table.seat(NILS),)
        table = Table(seated=(NILS,), npcs=0).rolls(ROLLED).stay("Ada", "Bram", "Cleo", falls=(4, 10, 16))
        assert table.turn == ("Ada",)

    def test_only_the_gm_chooses_and_the_others_wait(self):
        table = Table(seated=(NILS, "Olga"), npcs=1, stayers="gm").rolls(ROLLED).stay("Ada", "Bram", "Cleo")
        assert table.refusal(GM, "keep", stay=(NILS, "Olga")) == "Pick 0 to 1."
        assert choosing().refusal("Ada", "keep", stay=()) == "Only the table's GM decides that."
        assert choosing().refusal("Ada", "stay") == "Wait until the GM decides which NPCs stay."
        assert "influence" not in choosing().keys("Ada") + choosing().keys(NILS) + choosing().keys(GM)

    def test_npcs_that_are_caught_meanwhile_leave_nothing_to_choose(self):
        table = choosing().do(GM, "switch", 1, 20, die="0.3").do(GM, "verdict", 4, 10, 16, ruling="forfeit")
        assert (table.state.npcs_in, table.turn) == ((), ("Ada",))


class TestAnNpcWithASeat:
    def test_seated_npc_has_no_dice_and_no_sleights_of_its_own(self):
        assert in_round(2, seated=(NILS,), npcs=0).keys(NILS) == ["influence"]
        assert in_round(1, seated=(NILS,)).refusal(NILS, "roll") == (
            "The NPCs share their dice, and the GM acts for all of them."
        )
        assert in_round(1, seated=(NILS,)).refusal(NILS, "palm", which="lowest") == (
            "The GM cheats for all NPCs together."
        )


class TestWhatIsPaid:
    """Olga has 150 beside Nils: 50 after the first round, in which everyone pays 100."""

    def paying(self, **given: Any) -> Table:
        table = Table(seated=(NILS, "Olga"), npcs=2, short="all_in", **given).rolls(ROLLED)
        return table.stay("Ada", "Bram", "Cleo", falls=(4, 10, 16))

    def test_short_npc_is_all_in_and_pays_what_it_has(self):
        assert self.paying(stacks={"Olga": 150}).told("npcs_paid") == [
            NpcsPaid(each=200, nameless=0, seats=(4,), short=((5, 50),))
        ]
        table = self.paying(stacks={"Olga": 100})
        assert table.told("npcs_paid") == [NpcsPaid(each=200, nameless=0, seats=(4,), short=((5, 0),))]
        table = self.paying(stacks={"Olga": 150}, raises=1).do("Ada", "raise").do(GM, "npcs_call")
        assert table.told("npcs_paid")[-1] == NpcsPaid(each=200, nameless=0, seats=(4,), short=((5, 0),))
        table = self.paying(stacks={"Olga": 350}, raises=1).do("Ada", "raise").do(GM, "npcs_call")
        assert table.told("npcs_paid")[-1] == NpcsPaid(each=200, nameless=0, seats=(4,), short=((5, 50),))
        assert "Nils pays 2 gp. Olga pays 5 sp and is all in." in said(self.paying(stacks={"Olga": 150}))
        assert "Nils pays 2 gp. Olga is all in already." in said(self.paying(stacks={"Olga": 100}))


class TestFright:
    def test_hand_waits_for_the_gm_while_an_npc_is_shaken(self):
        table = in_round(1).influence("Ada", GM, *FRIGHT, manner="intimidate")
        assert (table.turn, table.keys(GM)) == ((GM,), ["shaken_stays", "shaken_folds"])
        assert table.state.shaken == Shaken(by=1, whom=DEALER)
        table = in_round(1).influence("Ada", GM, *FRIGHT, manner="intimidate")
        assert table.refusal("Ada", "stay") == "An NPC is shaken. Wait until the GM decides whether it folds."
        assert [table.keys(name) for name in table.names] == [[], [], []]

    def test_shaken_npc_folds_and_its_chips_stay(self):
        table = in_round(1).influence("Ada", GM, *FRIGHT, manner="intimidate").do(GM, "shaken_folds")
        assert table.told("folded") == [Folded(seat=DEALER, why="shaken")]
        assert len(table.state.npcs_in) == 2
        table = in_round(1, seated=(NILS,)).influence("Ada", NILS, *FRIGHT, manner="intimidate")
        assert table.do(GM, "shaken_folds").state.npcs_in == (-1, -2, -3)
        table = in_round(1).influence("Ada", GM, *FRIGHT, manner="intimidate").do(GM, "shaken_folds")
        assert table.state.pot == 600

    def test_shaken_npc_stays_where_the_gm_says_so_or_is_away(self):
        table = in_round(1).influence("Ada", GM, *FRIGHT, manner="intimidate").do(GM, "shaken_stays")
        assert table.told("unshaken") == [Unshaken(seat=DEALER)]
        assert len(table.state.npcs_in) == 3
        table = in_round(1).influence("Ada", GM, *FRIGHT, manner="intimidate").times_out(GM)
        assert len(table.state.npcs_in) == 3

    def test_players_play_on_or_take_it_when_the_last_npc_folds(self):
        table = in_round(3).influence("Ada", GM, *FRIGHT, manner="intimidate").do(GM, "shaken_folds")
        table.stay("Ada", "Bram", "Cleo")
        assert [shown.seats for shown in table.result.hands] == [(1,), (2,), (3,)]
        table = Table(("Ada",), npcs=1).rolls({"Ada": (1, 2, 3)})
        table.influence("Ada", GM, *FRIGHT, manner="intimidate").do(GM, "shaken_folds")
        assert (table.result.how, table.nets["Ada"]) == ("unseen", 100)

    def test_neither_a_tie_nor_a_player_is_shaken(self):
        assert in_round(1).influence("Ada", GM, 9, 9, manner="intimidate").turn == ("Ada",)
        assert in_round(1).influence("Ada", "Bram", *FRIGHT, manner="intimidate").turn == ("Ada",)

    def test_npc_folds_when_beaten_by_five_where_that_is_the_rule(self):
        table = in_round(1, shaken="by_five").influence("Ada", GM, 15, 10, manner="intimidate")
        assert (table.turn, len(table.state.npcs_in)) == (("Ada",), 2)
        table = in_round(1, shaken="by_five").influence("Ada", GM, 14, 10, manner="intimidate")
        assert len(table.state.npcs_in) == 3

    def test_narrative_npc_folds_when_beaten_by_two_successes(self):
        """An ability die with one success, or with two, against a difficulty die that is blank."""
        for face, left in ((2, 3), (4, 2)):
            table = in_round(
                1, shaken="by_five", system=NARRATIVE, skills={"Ada": "Willpower 1"}, crowd="Willpower 1"
            ).influence("Ada", GM, face, 1, manner="intimidate")
            assert len(table.state.npcs_in) == left


class TestTheGmsSeat:
    def test_gm_alone_sees_the_npcs_dice_and_their_hand(self):
        for table in (Table(), choosing(), in_round(2, raises=1).do("Ada", "raise")):
            assert {move.place for move in ENTRY.game.moves(table.whole, DEALER)} == {"private"}
        gm = GAME.view(in_round(2, npc_dice=(4, 4, 1, 2)).state, DEALER).gm
        assert gm is not None
        assert gm.hand is not None
        assert (gm.dice, gm.hand.kind) == ((4, 4, 1, 2), "three_of_a_kind")
        table = in_round(2)
        assert [GAME.view(table.state, seat).gm for seat in (None, 1, 2, 3)] == [None] * 4

    def test_gm_has_no_moves_of_the_players(self):
        assert in_round(2, raises=1).refusal(GM, "npcs_call") == "There is no raise for the NPCs to answer."
        assert Table().refusal(GM, "roll") == "Only players can do that."
