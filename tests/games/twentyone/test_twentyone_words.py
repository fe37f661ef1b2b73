"""Twenty-one in words: what the table says, what is told, and that the longest of it fits into a message."""

from dataclasses import replace

import pytest

from bot.engine.money import CREDITS, DND
from bot.engine.words import Voice
from cogs.twentyone import words
from cogs.twentyone.pictures import DRAWINGS
from cogs.twentyone.rules import GAME
from cogs.twentyone.state import TwentyOneRules
from tests.games.twentyone.twentyone_table import NAMES, Table, against, cards

RULES_IN_ALL = 3900
"""Characters: the pages of the rules are one message."""
PANEL = 2600
"""Characters that the table's message has for the panel and its names."""
LINE = 1500


class TestTheTable:
    def test_panel_shows_bets_insurance_and_hands(self):
        table = Table("Roark", "Lando", "Han", bank=600, max_bet=100).bet("Roark", 10).do("Lando", "done")
        assert table.shows == [
            "The bets",
            "Bets from 10 cr to 100 cr · bank 600 cr",
            "312 of 312 cards are left in the shoe.",
            "Roark · 990 cr · bet 10 cr",
            "Lando · 1,000 cr · no bet",
            "Han · 1,000 cr",
        ]
        assert Table(bank=0, endless=True).shows[1] == "Bets from 10 cr"
        table = Table("Roark", "Lando", "Han").dealt("Ac 8s", Roark="Ah Kh", Han="Ad 6d").do("Roark", "decline")
        assert table.shows == [
            "Insurance",
            "Dealer A♣ and one card face down · shows an ace",
            "Up to half the bet may be insured against a natural of the dealer's.",
            "Roark A♥ K♥ a natural · 990 cr · bet 10 cr · not insured",
            "Lando · 1,000 cr · sits out",
            "Han A♦ 6♦ soft 17 · 990 cr · bet 10 cr",
        ]
        table = Table("Roark", "Lando").dealt("10c 8s", Roark="8h 8d", Lando="9h 2d").split("3d Kc").double("9s")
        assert table.shows == [
            "The hands",
            "Dealer 10♣ and one card face down · shows 10",
            "Roark plays the second of two hands.",
            "Roark 8♥ 3♦ 9♠ 20, doubled / ▸ 8♦ K♣ 18 · 970 cr · bets 20 cr and 10 cr",
            "Lando 9♥ 2♦ 11 · 990 cr · bet 10 cr",
        ]

    @pytest.mark.parametrize(
        "hand, stack, bank, said",
        [
            ("6h 5s", 15, 1000, "A double takes 5 cr more than Roark has."),
            ("8h 8s", 15, 1000, "A double or a split takes 5 cr more than Roark has."),
            ("6h 5s", 1000, 19, "The bank couldn't pay a double."),
            ("8h 8s", 1000, 19, "The bank couldn't pay a double or a split."),
            ("8h 8s", 15, 19, "A double or a split takes 5 cr more than Roark has."),
        ],
    )
    def test_a_double_or_split_that_chips_alone_stand_against_is_explained(
        self, hand: str, stack: int, bank: int, said: str
    ):
        table = Table(stacks={"Roark": stack}, bank=bank).dealt("10c 8s", Roark=hand)
        assert table.offered() == ["hit", "stand"]
        assert table.shows[2] == said
        assert table.hit("2d").shows[2].startswith("Roark "), "a third card stands against it too"

    @pytest.mark.parametrize("double", ["off", "10_11"])
    def test_move_that_the_table_does_not_have_is_not_explained(self, double: str):
        table = Table(stacks={"Roark": 15}, double=double).dealt("10c 8s", Roark="8h 8s")
        assert table.shows[2] == "A split takes 5 cr more than Roark has."
        table = Table(stacks={"Roark": 15}, double=double).dealt("10c 8s", Roark="10h 2s")
        assert table.shows[2] == "Roark 10♥ 2♠ 12 · 5 cr · bet 10 cr"

    def test_panel_shows_split_hands_and_results(self):
        table = Table("Roark", stacks={"Roark": 25}).dealt("10c 8s", Roark="8h 8d").split("3d Kc")
        assert table.shows[2:4] == [
            "Roark plays the first of two hands.",
            "A double takes 5 cr more than Roark has.",
        ]
        table = Table("Roark", "Lando", "Han", surrender="late").dealt(
            "10c 8s", Roark="10h 9d", Lando="10d 6d", Han="7h 7s"
        )
        table.stand().do("Lando", "surrender").hit("9c", "Han")
        assert table.shows[0] == "The dealer has 18"
        assert [line.partition(" · ")[0] for line in table.shows[2:5]] == [
            "Roark 10♥ 9♦ 19, won",
            "Lando 10♦ 6♦ 16, surrendered",
            "Han 7♥ 7♠ 9♣ 23, over 21",
        ]

    @pytest.mark.parametrize(
        "dealer, hand, new, heading",
        [
            ("10c As", "9h 8h", None, "The dealer has a natural"),
            ("10c 6s", "9h 8h", "Kd", "The dealer is over"),
            ("10c 7s", "9h 8h", "", "The dealer has 17"),
        ],
    )
    def test_its_head_says_what_the_dealer_has(self, dealer: str, hand: str, new: str | None, heading: str):
        table = against(dealer, hand)
        assert (table if new is None else table.stand(new=new)).shows[0] == heading

    def test_pictures_stand_for_cards(self):
        table = Table("Roark").dealt("Kc 8s", Roark="10h 2d")
        voice = Voice(
            names={1: "Roark"},
            currency=CREDITS,
            symbols={"twentyone_13c": "[K]", "card_10h": "[10]", "card_back": "[back]"},
        )
        drawn = words.panel(GAME.view(table.state, None), voice)
        assert drawn.status[0] == "Dealer [K] [back] · shows **10**"
        assert drawn.seats[0].cards == "[10] 2♦ **12**"
        assert {*DRAWINGS} == {
            f"twentyone_{card}" for card in cards(" ".join(f"{r}{s}" for r in "AJQK" for s in "cdhs"))
        }


class TestWhatIsTold:
    def test_a_hand_from_the_bets_to_the_end(self):
        table = (
            Table("Roark", "Lando", "Han").bet("Roark", 20).bet("Roark", 30).do("Han", "done").do("Roark", "take_back")
        )
        table.bet("Roark", 10)
        table.bet("Lando", 10, "8h 9h 6c 8d 8s 10s")
        table.split("3s Kd").double("9s").stand().stand("Lando", "9c")
        assert table.said == [
            "A shoe of 6 decks is shuffled, and the bets are open.",
            "Roark bets 20 cr.",
            "Roark changes the bet to 30 cr.",
            "Han makes no bet.",
            "Roark takes 30 cr back.",
            "Roark bets 10 cr.",
            "Lando bets 10 cr.",
            "Dealt: Roark 8♥ 8♦ (16), Lando 9♥ 8♠ (17). The dealer shows 6♣.",
            "Roark splits for 10 cr more: 8♥ 3♠ (11) and 8♦ K♦ (18).",
            "Roark doubles on the first of two hands to 20 cr and draws 9♠: 20.",
            "Roark stands on the second of two hands with 18.",
            "Lando stands with 17.",
            "The dealer turns 10♠: 16.",
            "The dealer draws 9♣: 25, over 21.",
            "The dealer has 6♣ 10♠ 9♣: 25, over 21. Roark wins 30 cr with 20 and 18. Lando wins 10 cr with 17.",
        ]

    def test_hits_insurance_and_surrender_are_told(self):
        table = against("10c 8s", "Ah 5h").hit("2d").hit("Kd").hit("9c")
        assert [line for line in table.said if "hits" in line] == [
            "Roark hits and draws 2♦: soft 18.",
            "Roark hits and draws K♦: 18.",
            "Roark hits and draws 9♣: 27, over 21.",
        ]
        table = Table("Roark", "Lando").dealt("Ac 8s", Roark="9h 8h", Lando="9d 8d")
        table.do("Roark", "insure").do("Lando", "decline")
        assert table.said[-3:] == [
            "Roark insures 5 cr.",
            "Lando takes no insurance.",
            "The dealer looks at the card that lies face down: no natural.",
        ]
        table = against("10c 8s", "10h 6h", surrender="late").do("Roark", "surrender")
        assert "Roark surrenders with 16." in table.said
        assert Table().do("Roark", "done").said[1:] == ["Roark makes no bet.", "Nobody has bet, so no cards are dealt."]


class TestTheResult:
    def test_result_names_winners_naturals_and_mixed_hands(self):
        table = Table("Roark", "Lando", "Han").dealt("10c 8s", Roark="10h 7d", Lando="10d 8d", Han="10s 9s")
        table.stand().stand("Lando").stand("Han")
        told = "Han wins 10 cr with 19. Lando gets 10 cr back with 18. Roark loses 10 cr with 17."
        assert table.shows[-1] == f"The dealer has 10♣ 8♠: 18. {told}"
        assert against("10c 8s", "Ah Kh").shows[-1] == "The dealer has 10♣ 8♠: 18. Roark wins 15 cr with a natural."
        told = against("10c As", "Ah Kh").shows[-1]
        assert told == "The dealer has 10♣ A♠: a natural. Roark gets 10 cr back with a natural too."
        table = against("10c 8s", "8h 8d").split("3s Kd").double("9s").stand()
        assert table.shows[-1].endswith("Roark wins 20 cr with 20 and gets 10 cr back with 18: in all +20 cr.")

    def test_result_names_busts_insurance_and_spared_bets(self):
        table = against("10c 8s", "8h 8d").split("6s 7d").hit("Kc").hit("Kd")
        assert table.shows[-1].endswith("Roark loses 20 cr with 24 and 25, over 21.")
        won, lost = (against(dealer, "9h 8h").do("Roark", "insure") for dealer in ("Ac Ks", "Ac 6s"))
        assert won.shows[-1].endswith("Roark loses 10 cr with 17 and wins 10 cr by insurance: in all 0 cr.")
        assert (
            lost.stand()
            .shows[-1]
            .endswith("Roark gets 10 cr back with 17 and loses the insurance of 5 cr: in all −5 cr.")
        )
        table = against("10c", "6h 5h", hole_card="none_original").double("9d As")
        assert table.shows[-1].endswith("Roark loses 10 cr with 20 (10 cr go back).")
        told = against("10c 8s", "10h 6h", surrender="late").do("Roark", "surrender").shows[-1]
        assert told == "The dealer has 10♣ 8♠: 18. Roark loses 5 cr by surrender."


def crowd(end: str) -> Table:
    """Return a table of seven, each with four hands, two of them doubled, and insured."""
    names = tuple(f"{name}{end}"[:32] for name in NAMES)
    table = Table(*names, stacks=dict.fromkeys(names, 10**9), decks=8, bank=10**12, min_bet=12_345_678)
    table.dealt("Ac 9s", dict.fromkeys(names, 12_345_678), **dict.fromkeys(names, "8h 8d"))
    for name in names:
        table.do(name, "insure_part", amount=1_234_567)
    for name in names:
        table.split("8s 2c", name).split("8c 2d", name).split("2h 3d", name)
        table.double("Kd", name).double("Ks", name)
        for new in ("3s", "Ah", "Ad", "As"):
            table.hit(new, name)
        table.stand(name)
        for new in ("3h", "3c", "2s"):
            table.hit(new, name)
        table.stand(name)
    return table


@pytest.mark.parametrize("end", ["W" * 32, "*" * 32])
def test_seven_players_with_four_hands_each_fit_into_a_message(end: str):
    """Also with names that have to be escaped, and amounts of many coins."""
    table = crowd(end)
    voice = replace(table.voice, currency=DND)
    drawn = words.panel(GAME.view(table.state, None), voice)
    lines = [part for line in drawn.seats for part in (line.cards, line.text)]
    assert sum(map(len, (drawn.heading, *drawn.status, *lines))) + 7 * 40 <= PANEL
    assert all(len(told) <= LINE for told in words.tell(tuple(table.events), voice))  # pyright: ignore[reportArgumentType]
    assert drawn.result is not None
    assert len(drawn.result) <= LINE
    assert drawn.result.startswith("The dealer has A♣ 9♠: soft 20. ")


def test_stakes_say_what_a_table_plays_for():
    voice = Voice(names={}, currency=CREDITS)
    assert words.stakes(TwentyOneRules(), voice) == "Bets from 10 cr · naturals pay 3 to 2 · 6 decks"
    assert words.stakes(TwentyOneRules(decks=1, natural_pays="6:5", max_bet=50), voice) == (
        "Bets from 10 cr to 50 cr · naturals pay 6 to 5 · 1 deck"
    )
