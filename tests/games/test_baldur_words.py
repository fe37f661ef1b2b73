"""What players of Baldur Hold'em read: the table on a phone, sentences, pages for one's own eyes, the GM's log."""

from typing import Any

import pytest

from bot.engine.money import DND
from bot.engine.speech import Voice
from cogs.baldur import text
from cogs.baldur.hands import KINDS
from cogs.baldur.how_often import HOW_OFTEN
from cogs.baldur.kit import BaldurKit
from cogs.baldur.odds_of_kinds import frequencies
from cogs.baldur.options import PRESETS, BaldurRules
from cogs.baldur.rules import GAME
from tests.games.baldur_table import FLOP, GM, ROLLED, Table, effect, in_round
from tests.games.baldur_words import kept, lines, page, panel, said, shows, voice_of

NO_NPCS: dict[str, Any] = {"npcs": 0, "npc_dice": ()}
WILD = {"Ada": (20, 3, 9), "Bram": (7, 11, 4), "Cleo": (1, 6, 15)}
"""Ada has the dice of the example in seed 004."""


def wild_straight() -> Table:
    return Table(npc_dice=(14, 5, 14, 1)).rolls(WILD).stay("Ada", "Bram", "Cleo", falls=(2, 7, 10))


class TestTheTable:
    def test_before_anybody_has_rolled(self):
        assert shows(Table()) == ["Own dice", "Pot 6 gp · three NPCs in", "Ada 99 gp", "Bram 99 gp", "Cleo 99 gp"]

    def test_dice_lie_there_with_what_they_make(self):
        table = wild_straight().stay("Ada", "Bram").do("Cleo", "fold", 11, 19)
        assert shows(table) == [
            "The void",
            "Pot 15 gp · 3 gp to stay in · the last NPC is in",
            "On the table 2 · 7 · 10 · 11 · 19",
            "Ada 20 · 3 · 9 straight to 11 97 gp",
            "Bram 7 · 11 · 4 two pair, 11s and 7s 97 gp",
            "Cleo 1 · 6 · 15 99 gp · folded",
        ]

    def test_who_has_paid_and_who_deals(self):
        table = in_round(2, dealer="rotation").stay("Bram")
        assert shows(table)[3:5] == [
            "Ada 2 · 9 · 15 16 high 99 gp · deals",
            "Bram 5 · 5 · 11 pair of 5s 97 gp · paid 2 gp",
        ]

    def test_an_npc_with_a_seat_has_no_dice_there(self):
        table = Table(seated=["Dorn"], npcs=0).rolls(ROLLED)
        assert shows(table)[1] == "Pot 4 gp · one NPC is in"
        assert shows(table)[-1] == "Dorn 99 gp"

    def test_luck_stands_there_as_long_as_it_lasts(self):
        carried = GAME.Carry(effects=(effect(1, "insight", -1, 1), effect(0, "influence", 1, 1)))
        table = Table(carry=carried).rolls(ROLLED).influence("Bram", "Ada", 19, 2, 3, manner="distract")
        assert shows(table)[2:4] == [
            (
                "Until the end of this hand Ada reads others with disadvantage and an NPC influences others with "
                "advantage."
            ),
            "Until the end of the next hand Bram uses sleight of hand with advantage.",
        ]

    def test_much_luck_is_counted(self):
        carried = GAME.Carry(effects=tuple(effect(seat, what, 1, 1) for seat in (1, 2, 3) for what in WHAT))
        assert shows(Table(carry=carried))[2] == (
            "Advantage and disadvantage last on for 3 at the table: each reads theirs in private."
        )

    def test_it_says_what_the_gm_decides(self):
        caught = Table().do("Ada", "palm", 1, 15, which="lowest")
        shaken = in_round(1).influence("Ada", GM, 18, 3, manner="intimidate")
        raised = in_round(1, raises=1).do("Ada", "raise")
        leaving = in_round(1, seated=["Dorn"]).stay("Ada", "Bram", "Cleo")
        assert shows(caught)[2] == "Ada is caught cheating: the GM decides."
        assert shows(shaken)[2] == "An NPC is shaken: the GM decides."
        assert shows(raised)[2] == "The GM decides whether the NPCs pay the raise."
        assert shows(leaving)[2] == "The GM decides which NPCs stay."

    def test_a_name_stays_as_it_is_written(self):
        table = Table(["ada", "bram"]).do("ada", "roll", 1, 2, 3)
        assert said(table)[-1] == "ada rolls 1, 2 and 3."
        assert shows(table.do("bram", "palm", 1, 15, which="lowest"))[2] == "bram is caught cheating: the GM decides."


WHAT = ("influence", "sleight", "insight")


class TestHowARoundBegins:
    def test_who_deals_and_who_plays(self):
        assert said(Table()) == [
            (
                "The GM deals. The ante is 1 gp each, the pot 6 gp. Three NPCs are in, with four dice that only the GM "
                "sees."
            )
        ]
        assert said(Table(seated=["Dorn"], npcs=1, dealer="rotation")) == [
            (
                "Ada deals. The ante is 1 gp each, the pot 5 gp. Dorn and one other NPC are in, with four dice that "
                "only the "
                "GM sees."
            )
        ]
        assert said(Table(**NO_NPCS)) == ["The GM deals. The ante is 1 gp each, the pot 3 gp."]

    def test_an_ante_that_is_paid_later(self):
        assert "The ante is paid once the dice lie." in said(Table(look_first=True))[0]

    def test_a_bank_that_has_too_little(self):
        assert said(Table(bank=750))[0].endswith(
            "Two NPCs are in, as many as the bank can pay for, with four dice that only the GM sees."
        )
        assert said(Table(bank=0, npc_dice=()))[0].endswith("The bank has too little for any NPC.")

    def test_npcs_leave_by_halves(self):
        table = in_round(3, npcs=5)
        assert [line for line in said(table) if "NPC" in line][1:] == [
            "Three NPCs leave, and two NPCs stay.",
            "Two NPCs pay 2 gp each.",
            "One NPC leaves, and the last NPC stays.",
            "One NPC pays 3 gp.",
        ]

    def test_those_with_a_seat_are_named(self):
        table = in_round(1, seated=["Dorn"], npcs=1).stay("Ada", "Bram", "Cleo").do(GM, "keep", *FLOP, stay=())
        assert said(table)[-3:] == [
            "Dorn leaves, and the last NPC stays.",
            "The flop: 4, 10 and 16.",
            "One NPC pays 2 gp.",
        ]


class TestWhatPlayersDo:
    def test_they_roll_stay_raise_and_fold(self):
        table = in_round(2, raises=1, npcs=1).stay("Ada").do("Bram", "raise").do(GM, "npcs_call").do("Cleo", "fold")
        assert said(table)[-4:] == [
            "Ada pays 2 gp and stays in.",
            "Bram raises: to stay in costs 4 gp now.",
            "One NPC pays 2 gp.",
            "Cleo folds.",
        ]

    def test_who_is_short(self):
        table = in_round(1, stacks={"Ada": 200}).stay("Ada", "Bram", "Cleo", falls=FLOP)
        assert "Ada can't pay for the round, and folds." in said(table)
        table = in_round(1, stacks={"Ada": 200}, short="all_in").stay("Ada", "Bram", "Cleo", falls=FLOP).stay("Ada")
        assert said(table)[-1] == "Ada pays 1 gp and is all in."
        assert "Ada 2 · 9 · 15 16 high 0 gp · all in for 2 gp" in shows(table)

    def test_an_npc_that_is_shaken(self):
        table = in_round(1).influence("Ada", GM, 18, 3, manner="intimidate")
        assert said(table)[-1] == (
            "Ada tries to intimidate an NPC. Ada: d20: 18. An NPC: d20: 3. Ada wins by 15. Whoever influences Ada has "
            "disadvantage until the end of the next hand."
        )
        assert said(table.do(GM, "shaken_folds"))[-1] == "An NPC is shaken, and folds."
        stays = in_round(1, seated=["Dorn"]).influence("Ada", "Dorn", 18, 3, manner="intimidate")
        assert said(stays.do(GM, "shaken_stays"))[-1] == "Dorn isn't shaken, and stays."

    def test_a_claim_that_goes_wrong_gives_the_hand_away(self):
        table = in_round(1).influence("Bram", "Ada", 3, 18, manner="persuade", claim="weak")
        assert said(table)[-3:] == [
            "Bram tells Ada of a weak hand.",
            (
                "Bram tries to persuade Ada. Bram: d20: 3. Ada: d20: 18. Ada wins by 15. Bram influences others with "
                "disadvantage until the end of the next hand."
            ),
            "It shows that Bram has a fair hand so far.",
        ]
        assert said(in_round(1).influence(GM, "Ada", 3, 18))[-1] == "It shows that the NPCs have a weak hand so far."


class TestTheEnd:
    def test_a_wild_straight(self):
        table = wild_straight().stay("Ada", "Bram").do("Cleo", "fold", 11, 19).stay("Ada", "Bram")
        assert said(table)[-2:] == [
            (
                "The last NPC shows 14 and 14: a pair of 14s. Ada has a straight to 11 (20 as 8); Bram has two "
                "pair, 11s and "
                "7s."
            ),
            "Ada takes the pot with a straight to 11: 21 gp.",
        ]
        assert shows(table)[0] == "Showdown"
        assert shows(table)[-1] == said(table)[-1]

    def test_the_last_npc_wins_for_the_bank(self):
        table = in_round(3, npc_dice=(6, 13, 2, 1)).stay("Ada", "Bram", "Cleo")
        assert said(table)[-1] == "The last NPC takes the pot with two pair, 13s and 6s: 26 gp, for the bank."

    def test_an_npc_with_a_seat_wins_for_itself(self):
        table = in_round(3, seated=["Dorn"], npcs=0, npc_dice=(6, 13, 2, 1)).stay("Ada", "Bram", "Cleo")
        assert said(table)[-2].startswith("Dorn shows 6 and 13: two pair, 13s and 6s. ")
        assert said(table)[-1] == "Dorn takes the pot with two pair, 13s and 6s: 24 gp."

    def test_hands_that_are_called_alike_are_parted_by_a_die(self):
        dice = {"Ada": (5, 5, 9), "Bram": (5, 5, 19), "Cleo": (1, 2, 3)}
        table = Table(**NO_NPCS).rolls(dice).stay("Ada", "Bram", "Cleo", falls=(4, 10, 16))
        table = table.stay("Ada", "Bram", "Cleo", falls=(8, 16)).stay("Ada", "Bram").do("Cleo", "fold")
        assert said(table)[-1] == "Ada and Bram split the pot with two pair, 16s and 5s: 7 gp 5 sp each."
        dice = {"Ada": (5, 9, 8), "Bram": (5, 19, 8), "Cleo": (1, 2, 3)}
        table = Table(**NO_NPCS).rolls(dice).stay("Ada", "Bram", "Cleo", falls=(5, 10, 16))
        table = table.stay("Ada", "Bram").do("Cleo", "fold", 14, 17).stay("Ada", "Bram")
        assert said(table)[-1] == "Bram takes the pot with a pair of 5s, by the 19: 13 gp."

    def test_everybody_folds(self):
        table = in_round(2).do("Ada", "fold").do("Bram", "fold").do("Cleo", "fold")
        assert shows(table)[0] == "Taken unseen"
        assert said(table)[-1] == (
            "All players have folded: the NPCs take the pot unseen, 6 gp, which goes to the bank. An NPC gets back "
            "2 gp, "
            "which nobody had matched."
        )
        table = in_round(1, seated=["Dorn"], npcs=1).do("Ada", "fold").do("Bram", "fold").do("Cleo", "fold")
        assert said(table)[-1] == (
            "All players have folded: the NPCs take the pot unseen, 5 gp: 2 gp 5 sp for Dorn and 2 gp 5 sp for the "
            "bank."
        )

    def test_the_last_player_takes_it_unseen(self):
        table = in_round(1, **NO_NPCS).do("Ada", "fold").do("Bram", "fold")
        assert said(table)[-1] == "Everybody else has folded: Cleo takes the pot unseen, 3 gp."

    def test_odd_chips_go_to_the_bank(self):
        dice = {"Ada": (5, 5, 9), "Bram": (5, 5, 19), "Cleo": (1, 2, 3)}
        table = Table(**NO_NPCS, ante=5, odd_chips="bank").rolls(dice).stay("Ada", "Bram").do("Cleo", "fold", 4, 10, 16)
        table = table.stay("Ada", "Bram", falls=(8, 16)).stay("Ada", "Bram")
        assert said(table)[-1].endswith("3 sp 2 cp each. The odd 1 cp goes to the bank.")

    def test_of_a_20_that_was_set_only_the_kind_is_told(self):
        table = Table(**NO_NPCS, dealer="rotation").do("Ada", "set_die", 18, whom="Bram", which="lowest", face=20)
        table = table.rolls({"Ada": (2, 9, 15), "Bram": (4, 7, 15), "Cleo": (1, 14, 19)})
        table = table.stay("Bram", "Cleo", "Ada", falls=(5, 6, 9)).stay("Bram", "Cleo", "Ada", falls=(16, 17))
        table = table.stay("Bram", "Cleo", "Ada")
        assert "Bram has a high roll" in said(table)[-2]
        assert next(line for line in shows(table) if line.startswith("Bram")).startswith("Bram 20 · 7 · 15 high roll")
        assert page(table, "Bram").title == "High roll"
        assert kept(table)[-1] == (
            "The hand of Bram rests on a die that was set, so that the table is told no more than its kind."
        )

    def test_the_hand_is_void(self):
        table = Table().do("Ada", "palm", 1, 15, which="lowest").do(GM, "verdict", ruling="void")
        assert said(table)[-1] == "The GM calls the hand off: everybody has back what they began it with."
        assert (shows(table)[0], shows(table)[-1]) == (
            "The hand is void",
            "The hand is void: everybody has back what they put in.",
        )

    def test_nobody_is_there_to_play_against(self):
        table = Table(["Ada"], **NO_NPCS)
        assert said(table) == ["There is nobody to play against: everybody keeps what they have."]


class TestUpMySleeve:
    def test_ones_dice_and_what_they_make(self):
        assert page(Table(), "Ada").title == "No dice yet"
        table = wild_straight().stay("Ada", "Bram").do("Cleo", "fold", 11, 19)
        assert (page(table, "Ada").title, lines(table, "Ada")) == (
            "Straight to 11",
            ["20 · 3 · 9", "Straight to 11: 7, 20 as 8, 9, 10, 11 (own 20 and 9)."],
        )
        assert (page(table, "Cleo").title, lines(table, "Cleo")) == ("Folded", ["1 · 6 · 15", "You have folded."])

    def test_ones_luck_and_what_one_alone_has_heard(self):
        table = Table().do("Ada", "palm", 18, which="loner").rolls({"Ada": (2, 9, 15, 4), "Bram": (5, 5, 11)})
        table = table.influence("Ada", "Bram", 3, 18).do("Bram", "read", 15, 9, whom="Ada")
        assert lines(table, "Ada")[2:] == [
            "You influence others with disadvantage until the end of the next hand.",
            "Nobody has noticed: of your own dice the lowest that pairs with nothing is thrown again within the roll.",
            "In this round you have tried something already.",
        ]
        assert lines(table, "Bram")[2:] == ["Ada seems to have cheated in this hand."]

    def test_a_spell_and_what_the_gm_makes_of_it(self):
        table = Table(kits={"Ada": BaldurKit(spell_dc=15)}).do("Ada", "spell", 15, aim="dice", words="*Guidance*")
        table = table.do(GM, "judge", does="common_lowest")
        assert lines(table, "Ada")[1:3] == [
            "Nobody has noticed your spell at the dice, and the GM judges it: *Guidance*.",
            "The GM has judged your spell: of the next common dice the lowest is thrown again: *Guidance*.",
        ]

    def test_an_npc_with_a_seat(self):
        table = Table(seated=["Dorn"])
        assert lines(table, "Dorn") == ["You play with the NPCs' dice, which only the GM sees."]


class TestTheGmsSeat:
    def test_the_npcs_dice_and_what_they_make(self):
        table = in_round(2, npc_dice=(16, 4, 2, 1))
        assert (page(table, GM).title, lines(table, GM)) == (
            "The NPCs' dice",
            ["16 · 4 · 2 · 1", "Two pair, 16s and 4s: 16, 16, 4, 4, 10 (own 16 and 4).", "One NPC still in."],
        )

    def test_what_is_to_be_decided_heads_the_page(self):
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

    def test_what_goes_on_under_the_table(self):
        table = Table(dealer="rotation").do("Ada", "set_die", 18, whom="Bram", which="loner", face=20)
        table = table.do("Cleo", "palm", 18, which="lowest").do("Bram", "spell", 18, aim="Ada", words="Charm")
        assert lines(table, GM)[3:] == [
            "1 spell to judge:",
            "- Bram at Ada: Charm.",
            "Cheated unseen in this hand: Ada, Cleo and Bram.",
            (
                "Arranged for the next dice: of Cleo's dice the lowest falls anew; of Bram's dice the lowest that "
                "pairs with "
                "nothing comes to lie at 20, by Ada."
            ),
        ]
        table = table.do("Bram", "roll", 4, 4, 3)
        assert lines(table, GM)[-1] == "Set by hand, and so never wild: Bram's third die."

    def test_a_table_without_npcs(self):
        assert lines(Table(**NO_NPCS), GM) == ["No NPCs play in this hand."]


class TestTheGmsLog:
    def test_it_has_every_die(self):
        table = Table().do("Ada", "palm", 18, which="lowest").do("Ada", "roll", 2, 9, 15, 4)
        assert kept(table) == [
            (
                "Ada tries something (Palm one of your dice). Ada: d20: 18. Bram: passive: 10. Ada wins by 8. Nobody "
                "notices."
            ),
            "Ada arranges that of their own dice the lowest is thrown again within the roll.",
            "Ada's dice fell 2, 9 and 15: by Ada's doing the 2 is thrown again and comes up 4.",
        ]

    def test_dice_that_do_not_answer_to_the_wish(self):
        table = Table().do("Ada", "palm", 18, which="loner").do("Ada", "roll", 4, 4, 4)
        assert kept(table)[-1] == "Ada's dice fell 4, 4 and 4, and none of them answers to what Ada has arranged."

    def test_the_npcs_dice(self):
        table = Table(dealer="rotation", npc_dice=(20, 8, 12, 17)).do("Ada", "strip", 18)
        assert kept(table)[-1] == "Ada takes 20 and 17 from the NPCs' dice, which leaves 8 and 12."
        assert kept(Table().do(GM, "switch", 12, 18, die="0"))[-1] == (
            "The NPCs' dice fell 3, 8, 12 and 17: by an NPC's doing the 3 is thrown again and comes up 18."
        )

    def test_common_dice(self):
        table = in_round(1, dealer="rotation").do("Ada", "load", 18, which="highest")
        table = table.stay("Bram", "Cleo", "Ada", falls=(*FLOP, 3))
        assert kept(table)[-1] == (
            "The common dice fell 4, 10 and 16: by Ada's doing the 16 is thrown again and comes up 3."
        )


class TestTheRulebook:
    def test_the_odds_that_it_names_are_those_that_are_worked_out(self):
        exact = {kind: (frequencies(3)[kind], frequencies(4)[kind]) for kind in KINDS}
        assert exact == HOW_OFTEN

    def test_it_has_no_printed_odds(self):
        told = rules_of()
        for printed in ("0.005", "0.340", "1.231", "6.098", "12.971", "13.971", "47.544"):
            assert printed not in told

    def test_it_names_the_amounts_of_the_table(self):
        told = rules_of(ante=250, npcs=7, raises=2)
        for part in ("pays 2 gp 5 sp", "costs 5 gp", "costs 7 gp 5 sp", "Seven NPCs", "be raised twice"):
            assert part in told

    @pytest.mark.parametrize(
        "options",
        [
            {"look_first": True},
            {"npcs": 0},
            {"leaving": "up"},
            {"raises": 1},
            {"short": "all_in"},
            {"shaken": "by_five"},
            {"dealer": "rotation"},
            {"natural_beats_wild": True},
            {"odd_chips": "bank"},
            {"caught": "void"},
        ],
        ids=str,
    )
    def test_every_choice_of_the_table_changes_what_it_says(self, options: dict[str, Any]):
        assert rules_of(**options) != rules_of()

    def test_what_a_table_plays_for(self):
        stakes = {name: text.stakes(rules, Voice({}, DND)) for name, rules in PRESETS.items()}
        assert stakes == {
            "tavern": "1 gp, then 2 gp, then 3 gp to stay in",
            "high table": "10 gp, then 20 gp, then 30 gp to stay in",
            "no NPCs": "1 gp, then 2 gp, then 3 gp to stay in",
        }


class TestLongNames:
    def test_ten_players_with_the_longest_names_still_fit(self):
        names = ["*" * 30 + str(at) for at in range(10)]
        dice = dict.fromkeys(names, (18, 17, 16))
        table = Table(names, ante=123_456_789_01, stacks=dict.fromkeys(names, 10**13), bank=10**15).rolls(dice)
        for manner, name in zip(("deceive", "intimidate", "distract") * 3, names, strict=False):
            table = table.influence(name, names[-1], 3, 18, manner=manner)
        table = table.stay(*names, falls=(1, 2, 3)).stay(*names, falls=(4, 5)).stay(*names)
        voice, shown = voice_of(table), panel(table)
        written = (shown.heading, *shown.status, shown.result or "", *(line.cards + line.text for line in shown.seats))
        assert sum(map(len, written)) + sum(len(voice.name(line.seat)) for line in shown.seats) <= 4000
        assert max(len(line) for line in text.tell(table.events, voice)) <= 1500  # pyright: ignore[reportArgumentType] - the game's own events
        assert len(text.hand(GAME.view(table.state, 0), voice).text) <= 2000


def rules_of(**options: Any) -> str:
    rules = BaldurRules().evolve(**options)
    return "\n".join(page.text for page in text.rules_pages(rules, Voice({}, DND)))
