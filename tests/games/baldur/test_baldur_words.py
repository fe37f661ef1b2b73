"""What players of Baldur Hold'em read at the table: the amounts, names and hands in it.

The wording stands in the transcripts.
"""

import pytest

from tests.games.baldur.baldur_table import ENTRY, FLOP, GAME, GM, ROLLED, Table, effect, in_round
from tests.games.baldur.baldur_words import NO_NPCS, panel, said, shows, voice_of, wild_straight

TIED = {"Ada": (5, 5, 9), "Bram": (5, 5, 19), "Cleo": (1, 2, 3)}


class TestTheTable:
    def test_seats_show_dice_hand_chips_and_who_deals(self):
        table = wild_straight().stay("Ada", "Bram").do("Cleo", "fold", 11, 19)
        assert shows(table)[3:] == [
            "Ada 20 · 3 · 9 straight to 11 97 gp",
            "Bram 7 · 11 · 4 two pair, 11s and 7s 97 gp",
            "Cleo 1 · 6 · 15 99 gp · folded",
        ]
        assert shows(in_round(2, dealer="rotation").stay("Bram"))[3:5] == [
            "Ada 2 · 9 · 15 16 high 99 gp · deals",
            "Bram 5 · 5 · 11 pair of 5s 97 gp · paid 2 gp",
        ]

    def test_pot_line_has_pot_price_and_npcs(self):
        assert shows(Table())[1] == "Pot 6 gp · three NPCs in"
        assert shows(in_round(3))[1] == "Pot 17 gp · 3 gp to stay in · the last NPC is in"

    def test_seated_npc_shows_no_dice(self):
        assert shows(Table(seated=["Dorn"], npcs=0).rolls(ROLLED))[-1] == "Dorn 99 gp"

    def test_luck_is_shown_by_how_long_it_lasts(self):
        carried = GAME.Carry(effects=(effect(1, "insight", -1, 1), effect(0, "influence", 1, 1)))
        table = Table(carry=carried).rolls(ROLLED).influence("Bram", "Ada", 19, 2, manner="distract")
        this, following = shows(table)[2:4]
        assert all(part in this for part in ("this hand", "Ada", "an NPC influences"))
        assert all(part in following for part in ("next hand", "Bram"))

    @pytest.mark.parametrize("who, part", [("Ada", "Ada stands"), (GM, "The NPCs stand")])
    def test_pending_verdict_names_the_accused(self, who: str, part: str):
        does = {"does": "nothing"} if who == GM else {}
        table = Table().do(who, "spell", 1, 15, aim="dice", words="Luck", **does)
        assert shows(table)[2].startswith(part)

    def test_pending_decision_of_the_gm_is_named(self):
        shaken = in_round(1).influence("Ada", GM, 18, 3, manner="intimidate")
        raised = in_round(1, raises=1).do("Ada", "raise")
        leaving = in_round(1, seated=["Dorn"]).stay("Ada", "Bram", "Cleo")
        dice = Table(dice="typed").rolls(ROLLED).stay("Ada", "Bram", "Cleo")
        asked = [shows(table)[2] for table in (shaken, raised, leaving, dice)]
        assert all("GM" in line for line in asked)
        assert len(set(asked)) == 4


class TestHowARoundBegins:
    def test_deal_names_dealer_ante_pot_and_npcs(self):
        (line,) = said(Table(seated=["Dorn"], npcs=1, dealer="rotation"))
        assert all(part in line for part in ("Ada deals", "1 gp each", "pot 5 gp", "Dorn and one other NPC"))
        assert "NPC" not in said(Table(**NO_NPCS))[0]
        assert "1 gp" not in said(Table(look_first=True))[0]

    def test_deal_says_when_the_bank_is_too_small(self):
        assert "Two NPCs are in, as many as the bank can pay for" in said(Table(bank=750))[0]
        assert "too little for any NPC" in said(Table(bank=0, npc_dice=()))[0]

    def test_npcs_leave_by_halves_and_those_with_a_seat_are_named(self):
        assert [line for line in said(in_round(3, npcs=5)) if "leave" in line] == [
            "Three NPCs leave, and two NPCs stay.",
            "One NPC leaves, and the last NPC stays.",
        ]
        table = in_round(1, seated=["Dorn"], npcs=1).stay("Ada", "Bram", "Cleo").do(GM, "keep", *FLOP, stay=())
        assert said(table)[-3].startswith("Dorn leaves")


class TestWhatPlayersDo:
    def test_payments_have_amounts(self):
        table = in_round(2, raises=1, npcs=1).stay("Ada").do("Bram", "raise").do(GM, "npcs_call").do("Cleo", "fold")
        assert ["2 gp" in line for line in said(table)[-4:]] == [True, False, True, False]
        assert "4 gp" in said(table)[-3]

    def test_short_players_fold_or_go_all_in(self):
        table = in_round(1, stacks={"Ada": 200}).stay("Ada", "Bram", "Cleo", falls=FLOP)
        assert any("Ada can't pay" in line for line in said(table))
        table = in_round(1, stacks={"Ada": 200}, short="all_in").stay("Ada", "Bram", "Cleo", falls=FLOP).stay("Ada")
        assert "is all in" in said(table)[-1]
        assert "Ada 2 · 9 · 15 16 high 0 gp · all in for 2 gp" in shows(table)

    def test_shaken_npc_folds_or_stays(self):
        table = in_round(1).influence("Ada", GM, 18, 3, manner="intimidate")
        assert "An NPC is shaken, and folds" in said(table.do(GM, "shaken_folds"))[-1]
        stays = in_round(1, seated=["Dorn"]).influence("Ada", "Dorn", 18, 3, manner="intimidate")
        assert "Dorn isn't shaken" in said(stays.do(GM, "shaken_stays"))[-1]

    def test_claim_and_what_it_gives_away_name_the_hand(self):
        table = in_round(1).influence("Bram", "Ada", 3, 18, manner="persuade", claim="weak")
        assert ("a weak hand" in said(table)[-2], "a fair hand" in said(table)[-1]) == (True, True)
        assert "the NPCs have a weak hand" in said(in_round(1).influence(GM, "Ada", 3, 18))[-1]


class TestTheEnd:
    def test_winner_hand_and_amount(self):
        table = wild_straight().stay("Ada", "Bram").do("Cleo", "fold", 11, 19).stay("Ada", "Bram")
        assert said(table)[-1] == "Ada takes the pot with a straight to 11: 21 gp."
        assert (shows(table)[0], shows(table)[-1]) == ("Showdown", said(table)[-1])

    def test_npcs_win_for_the_bank_or_for_the_one_with_a_seat(self):
        nameless = in_round(3, npc_dice=(6, 13, 2, 1)).stay("Ada", "Bram", "Cleo")
        assert said(nameless)[-1].endswith("26 gp, for the bank.")
        seated = in_round(3, seated=["Dorn"], npcs=0, npc_dice=(6, 13, 2, 1)).stay("Ada", "Bram", "Cleo")
        assert said(seated)[-1] == "Dorn takes the pot with two pair, 13s and 6s: 24 gp."

    def test_hands_that_are_called_alike_share_or_are_parted_by_a_die(self):
        table = Table(**NO_NPCS).rolls(TIED).stay("Ada", "Bram", "Cleo", falls=FLOP)
        table = table.stay("Ada", "Bram", "Cleo", falls=(8, 16)).stay("Ada", "Bram").do("Cleo", "fold")
        assert said(table)[-1] == "Ada and Bram split the pot with two pair, 16s and 5s: 7 gp 5 sp each."
        dice = {"Ada": (5, 9, 8), "Bram": (5, 19, 8), "Cleo": (1, 2, 3)}
        table = Table(**NO_NPCS).rolls(dice).stay("Ada", "Bram", "Cleo", falls=(5, 10, 16))
        table = table.stay("Ada", "Bram").do("Cleo", "fold", 14, 17).stay("Ada", "Bram")
        assert said(table)[-1] == "Bram takes the pot with a pair of 5s, by the 19: 13 gp."

    def test_pot_taken_unseen_is_shared_out_by_npc(self):
        table = in_round(2).fold("Ada", "Bram", "Cleo")
        assert (shows(table)[0], "6 gp" in said(table)[-1], "2 gp" in said(table)[-1]) == ("Taken unseen", True, True)
        table = in_round(1, seated=["Dorn"], npcs=1).fold("Ada", "Bram", "Cleo")
        assert "2 gp 5 sp for Dorn and 2 gp 5 sp for the bank" in said(table)[-1]
        assert "Cleo takes the pot unseen, 3 gp" in said(in_round(1, **NO_NPCS).fold("Ada", "Bram"))[-1]

    @pytest.mark.parametrize("where, part", [("bank", "bank"), ("carry", "next hand")])
    def test_odd_chips_are_named(self, where: str, part: str):
        table = Table(**NO_NPCS, ante=5, odd_chips=where).rolls(TIED).stay("Ada", "Bram").do("Cleo", "fold", *FLOP)
        last = said(table.stay("Ada", "Bram", falls=(8, 16)).stay("Ada", "Bram"))[-1]
        assert ("3 sp 2 cp each" in last, "1 cp" in last, part in last) == (True, True, True)


def test_ten_players_with_the_longest_names_still_fit():
    names = ["*" * 30 + str(at) for at in range(10)]
    dice = dict.fromkeys(names, (18, 17, 16))
    table = Table(names, ante=123_456_789_01, stacks=dict.fromkeys(names, 10**13), bank=10**15).rolls(dice)
    for manner, name in zip(("deceive", "intimidate", "distract") * 3, names, strict=False):
        table = table.influence(name, names[-1], 3, 18, manner=manner)
    table = table.stay(*names, falls=(1, 2, 3)).stay(*names, falls=(4, 5)).stay(*names)
    voice, shown = voice_of(table), panel(table)
    written = (shown.heading, *shown.status, shown.result or "", *(line.cards + line.text for line in shown.seats))
    assert sum(map(len, written)) + sum(len(voice.name(line.seat)) for line in shown.seats) <= 4000
    assert max(len(line) for line in ENTRY.tell(table.events, voice)) <= 1500
    assert len(ENTRY.hand(table.whole, 0, voice).text) <= 2000
