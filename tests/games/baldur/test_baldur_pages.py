"""What is for one pair of eyes at a table of Baldur Hold'em: a seat's page, the GM's page, the GM's log."""

from cogs.baldur.state import BaldurKit
from cogs.baldur.words import ROOM
from cogs.baldur.words import hand as page_of
from tests.games.baldur.baldur_table import GAME, GM, Table, in_round
from tests.games.baldur.baldur_words import NO_NPCS, kept, lines, page, voice_of, wild_straight

PEOPLE = ("Ada", "Bram", "Cleo", "Dorn", "Edda", "Falk", "Gero", "Hild", "Inga")


class TestUpMySleeve:
    def test_page_shows_the_dice_and_their_hand(self):
        assert page(Table(), "Ada").title == "No dice yet"
        assert lines(in_round(1), "Ada")[1:] == ["Your 9 and 15 count."]
        table = wild_straight().stay("Ada", "Bram").do("Cleo", "fold", 11, 19)
        assert (page(table, "Ada").title, lines(table, "Ada")) == (
            "Straight to 11",
            ["20 (3) 9", "7, 20 as 8, 9, 10, 11 (your 20 and 9)."],
        )
        assert (page(table, "Cleo").title, lines(table, "Cleo")) == (
            "Folded",
            ["1 · 6 · 15", "You have folded."],
        )

    def test_page_shows_luck_and_private_events(self):
        table = Table(sleights="sealed").do("Ada", "palm", 18, which="loner")
        table.rolls({"Ada": (2, 9, 15, 4), "Bram": (5, 5, 11)})
        table = table.influence("Ada", "Bram", 3, 18).do("Bram", "read", 15, 9, whom="Ada")
        assert lines(table, "Ada")[2:] == [
            "You influence others with disadvantage until the next hand is over.",
            "The lowest unpaired one of your dice is re-rolled within the roll.",
        ]
        assert lines(table, "Bram")[2:] == ["Ada seems to have cheated in this hand."]

    def test_page_shows_a_die_that_was_changed(self):
        table = in_round(1, dealer="rotation").do("Bram", "reroll", 18, 7, die="0.5")
        table.do("Ada", "set_die", 18, whom="Cleo", which="first", face=20)
        assert lines(table, "Bram")[2:] == ["Your die shows 7 now."]
        assert lines(table, "Ada")[2:] == ["The first of Cleo's dice shows 20."]
        assert lines(table, "Cleo")[0] == "20 (14) 19"

    def test_page_shows_a_spell_and_the_gms_judgment(self):
        table = Table(kits={"Ada": BaldurKit(spell_dc=15)}).do("Ada", "spell", 15, aim="dice", words="*Guidance*")
        table = table.do(GM, "judge", does="1.common_lowest")
        assert lines(table, "Ada")[1:3] == [
            "The GM will judge your spell at the dice: *Guidance*.",
            "Your spell (*Guidance*): the lowest of the next community dice is re-rolled.",
        ]

    def test_page_of_a_seated_npc(self):
        table = Table(seated=["Dorn"])
        assert lines(table, "Dorn") == ["You play with the NPCs' dice, which only the GM sees."]


class TestTheGmsSeat:
    def test_gm_page_shows_the_npcs_dice_and_their_hand(self):
        table = in_round(2, npc_dice=(16, 4, 2, 1))
        assert (page(table, GM).title, lines(table, GM)) == (
            "The NPCs' dice",
            ["16 · 4 · 2 · 1", "Two pair, 16s and 4s: 16, 16, 4, 4, 10 (their 16 and 4).", "One NPC is still in."],
        )

    def test_gm_page_is_headed_by_the_pending_decision(self):
        caught = Table().do("Ada", "spell", 1, 15, aim="dice", words="Luck")
        shaken = in_round(1).influence("Ada", GM, 18, 3, manner="intimidate")
        raised = in_round(1, raises=1).do("Ada", "raise")
        leaving = in_round(1, seated=["Dorn"], stayers="gm").stay("Ada", "Bram", "Cleo")
        asked = [(page(table, GM).title, lines(table, GM)[0]) for table in (caught, shaken, raised, leaving)]
        assert asked == [
            ("A cheat is caught", "Ada is caught cheating, and the hand waits for your verdict:"),
            ("Does the NPC fold?", "Ada has intimidated an NPC. Decide whether it folds or stays."),
            ("Do the NPCs pay the raise?", "Staying in now costs 1 gp. The NPCs pay, or all of them leave."),
            ("Which NPCs stay?", "Two of four NPCs stay. NPCs with a seat: Dorn."),
        ]

    def test_gm_page_shows_cheats_and_dice_that_were_tampered_with(self):
        table = Table(dealer="rotation", sleights="sealed")
        table.do("Ada", "set_die", 18, whom="Bram", which="loner", face=19)
        table = table.do("Cleo", "palm", 18, which="lowest").do("Bram", "spell", 18, aim="Ada", words="Charm")
        assert lines(table, GM)[3:] == [
            "1 spell to judge:",
            "- Bram at Ada: Charm.",
            (
                "Arranged for the next dice: the lowest of Cleo's dice is re-rolled; the lowest unpaired one of "
                "Bram's dice shows 19, by Ada."
            ),
            "Ada, Cleo and Bram cheated unseen in this hand.",
        ]
        printed = in_round(1).do(GM, "set_die", 18, whom="Bram", which="first", face=20)
        assert lines(printed, GM)[3:] == [
            "A die was set for Bram. A 20 on it isn't wild.",
            "The NPCs cheated unseen in this hand.",
        ]

    def test_gm_page_shows_the_oldest_spell_in_full_and_others_as_room_allows(self):
        table = Table(PEOPLE, npcs=0, npc_dice=())
        for number, name in enumerate(PEOPLE):
            table.do(name, "spell", 20, aim="dice", words=f"{number}{'*' * 199}")
        told = page_of(GAME.view(table.whole, table.seat(GM)).inner, voice_of(table)).text
        assert len(told) <= ROOM
        assert "9 spells to judge, the oldest first:" in told
        assert "- **Ada** at the dice: 0" + "\\*" * 199 + "." in told
        assert told.count(" at the dice: ") == 9
        assert "…" in told
        assert "more" not in told

    def test_gm_page_of_a_table_without_npcs(self):
        assert lines(Table(**NO_NPCS), GM) == ["No NPCs play in this hand."]


class TestTheGmsLog:
    def test_gm_log_has_every_die(self):
        table = in_round(1).do("Ada", "reroll", 18, 4, die="0.2")
        assert kept(table)[-2:] == [
            (
                "Ada tries something (re-roll one of their dice). Ada: Sleight of Hand d20: 18. "
                "Bram: Perception passive: 10. Ada wins by 8. Nobody notices."
            ),
            "Ada's dice were 2, 9 and 15. Ada re-rolls the 2, which comes up 4.",
        ]

    def test_log_has_npc_dice_community_dice_and_set_dice(self):
        table = Table(dealer="rotation", npc_dice=(20, 8, 12, 17)).do("Ada", "strip", 18)
        assert kept(table)[-1] == "Ada takes 20 and 17 from the NPCs' dice, which leaves 8 and 12."
        assert kept(Table().do(GM, "switch", 12, 18, die="0.3"))[-1] == (
            "The NPCs' dice were 3, 8, 12 and 17. The NPCs re-roll the 3, which comes up 18."
        )
        assert kept(in_round(2).do(GM, "reroll_common", 18, 3, die="2.16"))[-1] == (
            "The community dice were 4, 10 and 16. The NPCs re-roll the 16, which comes up 3."
        )
        assert kept(in_round(1).do(GM, "set_die", 18, whom="Ada", which="first", face=20))[-1] == (
            "Ada's dice were 2, 9 and 15. The NPCs set the 2 to 20."
        )
