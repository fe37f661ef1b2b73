"""What players of Baldur Hold'em read at the table: the amounts, names and hands in it.

The wording stands in the transcripts.
"""

from bot.engine.words import plain
from tests.games.baldur.baldur_table import ENTRY, FLOP, GM, ROLLED, VOID, Table, in_round
from tests.games.baldur.baldur_words import panel, said, shows, voice_of, wild_straight


class TestTheTable:
    def test_pending_decision_of_the_gm_is_named(self):
        shaken = in_round(1).influence("Ada", GM, 18, 3, manner="intimidate")
        raised = in_round(1, raises=1).do("Ada", "raise")
        leaving = in_round(1, seated=["Dorn"], stayers="gm").stay("Ada", "Bram", "Cleo")
        dice = Table(dice="typed").rolls(ROLLED).stay("Ada", "Bram", "Cleo")
        asked = [shows(table)[2] for table in (shaken, raised, leaving, dice)]
        assert all("GM" in line for line in asked)
        assert len(set(asked)) == 4


class TestTheDiceThatCount:
    def test_dice_that_do_not_count_stand_in_brackets(self):
        table = in_round(1)
        seats = {line.seat: line.cards for line in panel(table).seats}
        assert seats[table.seat("Ada")] == "(2) 9 15 **15 high**"

    def test_community_dice_that_count_are_named_where_others_do_not(self):
        table = in_round(3)
        seats = {line.seat: line.cards for line in panel(table).seats}
        assert seats[table.seat("Bram")] == "5 5 (11) + 10 16 13 **pair of 5s**"

    def test_players_without_a_chip_left_are_bust_in_the_headline(self):
        table = Table(short="all_in", stacks={"Ada": 300}).rolls(ROLLED)
        table = table.stay("Ada", "Bram", "Cleo", falls=FLOP).stay("Ada", "Bram", "Cleo", falls=VOID)
        assert panel(table.stay("Bram", "Cleo")).heading == "**Ada** is out of chips"

    def test_showdown_shows_the_community_dice_and_the_five_of_the_npcs(self):
        table = in_round(3).stay("Ada", "Bram", "Cleo")
        assert plain(panel(table).middle or "").split("\n") == [
            "On the table 4 · 10 · 16 · 6 · 13",
            "The last NPC 12 17 + 10 16 13 17 high",
        ]
        seated = in_round(3, seated=["Dorn"], npcs=0).stay("Ada", "Bram", "Cleo")
        assert panel(seated).seats[-1].cards == "12 17 + 10 16 13 **17 high**"

    def test_roster_of_a_showdown_has_the_hand_that_counts_if_a_die_was_set(self):
        table = in_round(1, dealer="rotation").do("Ada", "set_die", 20, whom="Cleo", which="first", face=20)
        table.stay("Bram", "Cleo", "Ada", falls=(15, 16, 17)).stay("Bram", "Cleo", "Ada", falls=(1, 2))
        assert panel(table).seats[2].cards == "20 (14) 19 + 15 16 17 **straight to 19**"
        assert panel(table.stay("Bram", "Cleo", "Ada")).seats[2].cards == "20 (14) 19 + 15 16 17 **20 high**"


class TestHowARoundBegins:
    def test_deal_says_when_the_bank_is_too_small(self):
        assert "Two NPCs are in, as many as the bank can pay for" in said(Table(bank=750))[0]
        assert "too little for any NPC" in said(Table(bank=0, npc_dice=()))[0]


class TestWhatPlayersDo:
    def test_short_players_fold_or_go_all_in(self):
        table = in_round(1, stacks={"Ada": 200}).stay("Ada", "Bram", "Cleo", falls=FLOP)
        assert any("Ada can't pay" in line for line in said(table))
        table = in_round(1, stacks={"Ada": 200}, short="all_in").stay("Ada", "Bram", "Cleo", falls=FLOP).stay("Ada")
        assert "is all in" in said(table)[-1]
        assert "Ada (2) 9 15 16 high 0 gp · all in for 2 gp" in shows(table)


class TestTheEnd:
    def test_winner_hand_and_amount(self):
        table = wild_straight().stay("Ada", "Bram").do("Cleo", "fold", 11, 19).stay("Ada", "Bram")
        assert said(table)[-1] == "Ada takes the pot with a straight to 11: 21 gp."
        assert (shows(table)[0], shows(table)[-1]) == ("Showdown", said(table)[-1])


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
    assert max(len(line) for line in ENTRY.words.tell(table.events, voice)) <= 1500
    assert len(ENTRY.hand(table.whole, 0, voice).text) <= 2000
