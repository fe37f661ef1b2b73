"""What is for one pair of eyes at a table of Baldur Hold'em: a seat's page, the GM's page, the GM's log."""

from cogs.baldur.rules import GAME
from cogs.baldur.state import BaldurKit
from cogs.baldur.words import ROOM
from cogs.baldur.words import hand as page_of
from tests.games.baldur.baldur_table import FLOP, GM, Table, in_round
from tests.games.baldur.baldur_words import NO_NPCS, kept, lines, page, voice_of, wild_straight

PEOPLE = ("Ada", "Bram", "Cleo", "Dorn", "Edda", "Falk", "Gero", "Hild", "Inga")


class TestUpMySleeve:
    def test_page_shows_the_dice_and_their_hand(self):
        assert page(Table(), "Ada").title == "No dice yet"
        table = wild_straight().stay("Ada", "Bram").do("Cleo", "fold", 11, 19)
        assert (page(table, "Ada").title, lines(table, "Ada")) == (
            "Straight to 11",
            ["20 · 3 · 9", "Straight to 11: 7, 20 as 8, 9, 10, 11 (own 20 and 9)."],
        )
        assert (page(table, "Cleo").title, lines(table, "Cleo")) == ("Folded", ["1 · 6 · 15", "You have folded."])

    def test_page_shows_luck_and_private_events(self):
        table = Table().do("Ada", "palm", 18, which="loner").rolls({"Ada": (2, 9, 15, 4), "Bram": (5, 5, 11)})
        table = table.influence("Ada", "Bram", 3, 18).do("Bram", "read", 15, 9, whom="Ada")
        assert lines(table, "Ada")[2:] == [
            "You influence others with disadvantage until the end of the next hand.",
            "Nobody has noticed: of your own dice the lowest that pairs with nothing is thrown again within the roll.",
            "In this round you have tried something already.",
        ]
        assert lines(table, "Bram")[2:] == ["Ada seems to have cheated in this hand."]

    def test_page_shows_a_spell_and_the_gms_judgment(self):
        table = Table(kits={"Ada": BaldurKit(spell_dc=15)}).do("Ada", "spell", 15, aim="dice", words="*Guidance*")
        table = table.do(GM, "judge", does="1.common_lowest")
        assert lines(table, "Ada")[1:3] == [
            "Nobody has noticed your spell at the dice, and the GM judges it: *Guidance*.",
            "Your spell (*Guidance*): of the next common dice the lowest is thrown again.",
        ]

    def test_page_of_a_seated_npc(self):
        table = Table(seated=["Dorn"])
        assert lines(table, "Dorn") == ["You play with the NPCs' dice, which only the GM sees."]


class TestTheGmsSeat:
    def test_gm_page_shows_the_npcs_dice_and_their_hand(self):
        table = in_round(2, npc_dice=(16, 4, 2, 1))
        assert (page(table, GM).title, lines(table, GM)) == (
            "The NPCs' dice",
            ["16 · 4 · 2 · 1", "Two pair, 16s and 4s: 16, 16, 4, 4, 10 (own 16 and 4).", "One NPC still in."],
        )

    def test_gm_page_is_headed_by_the_pending_decision(self):
        caught = Table().do("Ada", "palm", 1, 15, which="lowest")
        shaken = in_round(1).influence("Ada", GM, 18, 3, manner="intimidate")
        raised = in_round(1, raises=1).do("Ada", "raise")
        leaving = in_round(1, seated=["Dorn"]).stay("Ada", "Bram", "Cleo")
        asked = [(page(table, GM).title, lines(table, GM)[0]) for table in (caught, shaken, raised, leaving)]
        assert asked == [
            ("A cheat is proven", "Bram has proven that Ada cheats, and the hand stands still until you rule."),
            ("Does the NPC fold?", "Ada has intimidated an NPC. Let it fold, or have it stay."),
            ("Do the NPCs pay the raise?", "To stay in costs 1 gp now. The NPCs pay, or they leave."),
            ("Which NPCs stay?", "Of four NPCs two stay. Those with a seat: Dorn."),
        ]

    def test_gm_page_shows_cheats_and_arranged_dice(self):
        table = Table(dealer="rotation").do("Ada", "set_die", 18, whom="Bram", which="loner", face=19)
        table = table.do("Cleo", "palm", 18, which="lowest").do("Bram", "spell", 18, aim="Ada", words="Charm")
        assert lines(table, GM)[3:] == [
            "1 spell to judge:",
            "- Bram at Ada: Charm.",
            "Cheated unseen in this hand: Ada, Cleo and Bram.",
            (
                "Arranged for the next dice: of Cleo's dice the lowest falls anew; of Bram's dice the lowest that "
                "pairs with "
                "nothing comes to lie at 19, by Ada."
            ),
        ]

    def test_gm_page_shows_the_oldest_spell_in_full_and_others_as_room_allows(self):
        table = Table(PEOPLE, npcs=0, npc_dice=())
        for number, name in enumerate(PEOPLE):
            table.do(name, "spell", 20, aim="dice", words=f"{number}{'*' * 199}")
        told = page_of(GAME.view(table.state, table.seat(GM)), voice_of(table)).text
        assert len(told) <= ROOM
        assert "9 spells to judge, the oldest first:" in told
        assert "- **Ada** at the dice: 0" + "\\*" * 199 + "." in told
        assert told.count(" at the dice: ") == 9
        assert "…" in told
        assert "more" not in told

    def test_gm_page_names_cheats_that_were_let_pass(self):
        table = Table().do("Ada", "palm", 18, which="lowest").do("Bram", "accuse", 20, whom="Ada")
        told = lines(table.do(GM, "verdict", ruling="play_on"), GM)
        assert "You have let pass how Ada cheated in this hand." in told
        assert not any(line.startswith("Cheated unseen") for line in told)

    def test_gm_page_of_a_table_without_npcs(self):
        assert lines(Table(**NO_NPCS), GM) == ["No NPCs play in this hand."]


class TestTheGmsLog:
    def test_gm_log_has_every_die(self):
        table = Table().do("Ada", "palm", 18, which="lowest").do("Ada", "roll", 2, 9, 15, 4)
        assert kept(table) == [
            (
                "Ada tries something (palm one of their dice). Ada: Sleight of Hand d20: 18. "
                "Bram: Perception passive: 10. Ada wins by 8. Nobody "
                "notices."
            ),
            "Ada arranges that of their own dice the lowest is thrown again within the roll.",
            "Ada's dice fell 2, 9 and 15: by Ada's doing the 2 is thrown again and comes up 4.",
        ]

    def test_the_npcs_dice(self):
        table = Table(dealer="rotation", npc_dice=(20, 8, 12, 17)).do("Ada", "strip", 18)
        assert kept(table)[-1] == "Ada takes 20 and 17 from the NPCs' dice, which leaves 8 and 12."
        assert kept(Table().do(GM, "switch", 12, 18, die="0.3"))[-1] == (
            "The NPCs' dice fell 3, 8, 12 and 17: by the NPCs' doing the 3 is thrown again and comes up 18."
        )

    def test_common_dice(self):
        table = in_round(1, dealer="rotation").do("Ada", "load", 18, which="highest")
        table = table.stay("Bram", "Cleo", "Ada", falls=(*FLOP, 3))
        assert kept(table)[-1] == (
            "The common dice fell 4, 10 and 16: by Ada's doing the 16 is thrown again and comes up 3."
        )
