"""What players of Baldur Hold'em read at the table: how it stands, and what happens, in sentences."""

from tests.games.baldur.baldur_table import ENTRY, FLOP, GAME, GM, ROLLED, Table, effect, in_round
from tests.games.baldur.baldur_words import NO_NPCS, panel, said, shows, voice_of, wild_straight


class TestTheTable:
    def test_table_before_anybody_has_rolled(self):
        assert shows(Table()) == ["Own dice", "Pot 6 gp · three NPCs in", "Ada 99 gp", "Bram 99 gp", "Cleo 99 gp"]

    def test_table_shows_dice_with_their_hands(self):
        table = wild_straight().stay("Ada", "Bram").do("Cleo", "fold", 11, 19)
        assert shows(table) == [
            "The void",
            "Pot 15 gp · 3 gp to stay in · the last NPC is in",
            "On the table 2 · 7 · 10 · 11 · 19",
            "Ada 20 · 3 · 9 straight to 11 97 gp",
            "Bram 7 · 11 · 4 two pair, 11s and 7s 97 gp",
            "Cleo 1 · 6 · 15 99 gp · folded",
        ]

    def test_table_shows_payments_and_the_dealer(self):
        table = in_round(2, dealer="rotation").stay("Bram")
        assert shows(table)[3:5] == [
            "Ada 2 · 9 · 15 16 high 99 gp · deals",
            "Bram 5 · 5 · 11 pair of 5s 97 gp · paid 2 gp",
        ]

    def test_table_shows_no_dice_of_a_seated_npc(self):
        table = Table(seated=["Dorn"], npcs=0).rolls(ROLLED)
        assert shows(table)[1] == "Pot 4 gp · one NPC is in"
        assert shows(table)[-1] == "Dorn 99 gp"

    def test_table_shows_luck_as_long_as_it_lasts(self):
        carried = GAME.Carry(effects=(effect(1, "insight", -1, 1), effect(0, "influence", 1, 1)))
        table = Table(carry=carried).rolls(ROLLED).influence("Bram", "Ada", 19, 2, manner="distract")
        assert shows(table)[2:4] == [
            (
                "Until the end of this hand Ada reads others with disadvantage and an NPC influences others with "
                "advantage."
            ),
            "Until the end of the next hand Bram uses sleight of hand with advantage.",
        ]

    def test_table_names_players_with_the_same_luck_together(self):
        carried = GAME.Carry(effects=tuple(effect(seat, what, 1, 1) for seat in (1, 2, 3) for what in WHAT))
        assert shows(Table(carry=carried))[2] == (
            "Until the end of this hand: advantage at influencing others for Ada, Bram and Cleo; advantage at sleight "
            "of hand for Ada, Bram and Cleo; advantage at reading others for Ada, Bram and Cleo."
        )

    def test_table_names_the_pending_gm_decision(self):
        caught = Table().do("Ada", "spell", 1, 15, aim="dice", words="Luck")
        npcs = Table().do(GM, "switch", 1, 15, die="0.3")
        shaken = in_round(1).influence("Ada", GM, 18, 3, manner="intimidate")
        raised = in_round(1, raises=1).do("Ada", "raise")
        leaving = in_round(1, seated=["Dorn"]).stay("Ada", "Bram", "Cleo")
        assert shows(caught)[2] == "Ada stands accused: the GM decides."
        assert shows(npcs)[2] == "The NPCs stand accused: the GM decides."
        assert shows(shaken)[2] == "An NPC is shaken: the GM decides."
        assert shows(raised)[2] == "The GM decides whether the NPCs pay the raise."
        assert shows(leaving)[2] == "The GM decides which NPCs stay."

    def test_a_name_stays_as_it_is_written(self):
        table = Table(["ada", "bram"]).do("ada", "roll", 1, 2, 3)
        assert said(table)[-1] == "ada rolls 1, 2 and 3."


WHAT = ("influence", "sleight", "insight")


class TestHowARoundBegins:
    def test_deal_names_the_dealer_and_the_npcs(self):
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

    def test_leaving_npcs_with_a_seat_are_named(self):
        table = in_round(1, seated=["Dorn"], npcs=1).stay("Ada", "Bram", "Cleo").do(GM, "keep", *FLOP, stay=())
        assert said(table)[-3:] == [
            "Dorn leaves, and the last NPC stays.",
            "The flop: 4, 10 and 16.",
            "One NPC pays 2 gp.",
        ]


class TestWhatPlayersDo:
    def test_players_roll_stay_raise_and_fold(self):
        table = in_round(2, raises=1, npcs=1).stay("Ada").do("Bram", "raise").do(GM, "npcs_call").do("Cleo", "fold")
        assert said(table)[-4:] == [
            "Ada pays 2 gp and stays in.",
            "Bram raises: to stay in costs 4 gp now.",
            "One NPC pays 2 gp.",
            "Cleo folds.",
        ]

    def test_short_players_fold_or_go_all_in(self):
        table = in_round(1, stacks={"Ada": 200}).stay("Ada", "Bram", "Cleo", falls=FLOP)
        assert "Ada can't pay for the round, and folds." in said(table)
        table = in_round(1, stacks={"Ada": 200}, short="all_in").stay("Ada", "Bram", "Cleo", falls=FLOP).stay("Ada")
        assert said(table)[-1] == "Ada pays 1 gp and is all in."
        assert "Ada 2 · 9 · 15 16 high 0 gp · all in for 2 gp" in shows(table)

    def test_an_npc_that_is_shaken(self):
        table = in_round(1).influence("Ada", GM, 18, 3, manner="intimidate")
        assert said(table)[-1] == (
            "Ada tries to intimidate an NPC. Ada: Intimidation d20: 18. An NPC: Insight d20: 3. "
            "Ada wins by 15. Whoever influences Ada has "
            "disadvantage until the end of the next hand."
        )
        assert said(table.do(GM, "shaken_folds"))[-1] == "An NPC is shaken, and folds."
        stays = in_round(1, seated=["Dorn"]).influence("Ada", "Dorn", 18, 3, manner="intimidate")
        assert said(stays.do(GM, "shaken_stays"))[-1] == "Dorn isn't shaken, and stays."

    def test_a_claim_that_goes_wrong_gives_the_hand_away(self):
        table = in_round(1).influence("Bram", "Ada", 3, 18, manner="persuade", claim="weak")
        assert said(table)[-2:] == [
            (
                "Bram tells Ada of a weak hand. Bram tries to persuade Ada. Bram: Persuasion d20: 3. Ada: Insight d20: "
                "18. Ada wins by 15. Bram influences others with disadvantage until the end of the next hand."
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

    def test_nobody_is_there_to_play_against(self):
        table = Table(["Ada"], **NO_NPCS)
        assert said(table) == ["There is nobody to play against: everybody keeps what they have."]


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
        assert max(len(line) for line in ENTRY.tell(table.events, voice)) <= 1500
        assert len(ENTRY.hand(table.whole, 0, voice).text) <= 2000
