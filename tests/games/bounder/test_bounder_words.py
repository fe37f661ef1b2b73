"""What players of Bounder read: refusals that name the fact, sentences, and the table on a phone."""

import pytest

from bot.engine.money import DND
from bot.engine.words import Voice
from cogs.bounder import words
from cogs.bounder.rules import GAME
from cogs.bounder.state import BounderRules
from tests.games.bounder.bounder_table import Table, bets_open

VOICE = Voice(names={}, currency=DND)


class TestRefusals:
    def test_while_the_dice_are_offered(self):
        table = Table()
        assert table.refusal("Lando", "stake", amount=5) == "The dice are with somebody else."
        assert table.refusal("Lando", "point", amount=5) == "The bets open once there is a point."
        assert table.refusal("Roark", "point", amount=5) == "The bets open once there is a point."
        assert table.refusal("Roark", "roll") == "The stake comes first."
        assert table.refusal("Roark", "take_back") == "You have staked nothing that you could take back."
        assert table.refusal("Roark", "again") == "You have no earlier bet to make again."

    def test_refused_bets_name_what_bounds_them(self):
        assert Table().refusal("Roark", "stake", amount=4) == "The smallest bet is 5 cp."
        assert Table(stacks={"Roark": 30}).refusal("Roark", "stake", amount=31) == "You have only 3 sp."
        assert Table(max_bet=20).refusal("Roark", "stake", amount=21) == "The largest stake is 2 sp."
        assert Table(bank=41).refusal("Roark", "stake", amount=21) == "The bank could pay at most 2 sp on that."
        assert bets_open().refusal("Lando", "point", amount=4) == "The smallest bet is 5 cp."
        assert bets_open(stacks={"Lando": 30}).refusal("Lando", "point", amount=31) == "You have only 3 sp."
        assert bets_open(max_bet=20).refusal("Lando", "point", amount=21) == "The largest bet on that is 2 sp."
        assert bets_open(bank=40).refusal("Lando", "triple", amount=11) == "The bank could pay at most 1 sp on that."
        table = bets_open(max_bet=20).bet("Lando", "point", 15)
        assert table.refusal("Lando", "point", amount=6) == "You may add at most 5 cp to that bet."
        assert table.refusal("Lando", "point", amount=0) == "Add at least 1 cp."
        table.bet("Lando", "point", 5)
        assert table.refusal("Lando", "point", amount=1) == "Your bet on that is as large as this table allows."
        table = bets_open(bank=40).bet("Lando", "triple", 5)
        assert table.refusal("Lando", "triple", amount=9) == "The bank could pay at most 5 cp more on that."
        raised = Table(bank=35, double="up_to").stakes("Roark", 15, 1)
        assert raised.refusal("Roark", "increase", amount=3) == "The bank could pay at most 2 cp more on that."

    def test_unreadable_amount_is_refused(self):
        for amount in (True, "5", 5.0, None):
            assert bets_open().refusal("Lando", "point", amount=amount) == "That can't be read as a move of this game."
        assert bets_open().refusal("Lando", "point", amount=-5) == "The smallest bet is 5 cp."
        assert bets_open().refusal("Lando", "point") == "The smallest bet is 5 cp."

    def test_bet_without_bank_or_chips_is_refused(self):
        table = bets_open(bank=24)
        assert "triple" not in table.keys("Lando")
        assert table.refusal("Lando", "triple", amount=5) == "The bank couldn't pay that bet."
        table = bets_open(stacks={"Lando": 8}).bet("Lando", "point", 5)
        assert table.refusal("Lando", "all_even", amount=5) == "You don't have enough chips for that."

    def test_moves_at_other_times_are_refused(self):
        table = Table().stakes("Roark", 10, 14)
        said = "The shooter first decides whether to raise the stake; then the bets are open."
        assert table.refusal("Lando", "point", amount=5) == said
        assert table.refusal("Roark", "roll") == "First say whether you raise your stake; then the bets are open."
        assert table.refusal("Roark", "stake", amount=5) == "The first roll is made: stakes stay as they are."
        table = bets_open().done("Lando")
        assert table.refusal("Lando", "done") == "You are done; you may still bet until the dice fall."
        assert table.refusal("Roark", "double") == "The stake stays as it is now."
        assert table.refusal("Roark", "pass") == "The first roll is made: stakes stay as they are."
        table = bets_open().rolls(2, 4, 6, 5)
        assert table.refusal("Lando", "point", amount=5) == "The round is over."
        assert GAME.refusal(bets_open().state, 17, GAME.action("done", {})) == "You aren't in this round."
        table = bets_open().bet("Lando", "point", 5).bet("Lando", "triple", 5)
        for bets in (("all_even",), ("point", "point")):
            assert table.refusal("Lando", "take_back", bets=bets).startswith("Pick from the bets that you may")
        assert table.refusal("Lando", "take_back", bets=()) == "Pick at least one of your bets."
        assert table.refusal("Lando", "take_back", bets=("red",)) == "That can't be read as a move of this game."


class TestSentences:
    def test_a_whole_round(self):
        table = Table().do("Roark", "pass").stakes("Lando", 20, 14).do("Lando", "double")
        table.bet("Han", "point", 5).bet("Roark", "all_even", 5).bet("Roark", "all_odd", 5).bet("Lando", "triple", 7)
        assert table.do("Lando", "take_back").rolls(2, 3, 6, 5).said == [
            "Roark has the dice: stake, or pass them on.",
            "Roark passes the dice to Lando.",
            "Lando stakes 2 sp.",
            "Lando rolls 14: that is the point.",
            "Lando doubles the stake to 4 sp.",
            "Han bets 5 cp on the point.",
            "Roark bets 5 cp on all even.",
            "Roark bets 5 cp on all odd.",
            "Lando bets 7 cp on three of a kind.",
            "Lando takes back 7 cp on three of a kind.",
            (
                "The dealer rolls ⚁⚂⚅, 11. Lando rolls 5 and bounds it: 11 lies between 5 and 14. Lando wins 4 sp; "
                "Han wins 5 cp. Roark loses 1 sp. The bank pays 3 sp 5 cp."
            ),
        ]

    def test_stakes_and_repeated_bets_are_told(self):
        assert bets_open().said[-1] == "Roark keeps the stake at 1 sp."
        raised = Table(double="up_to").stakes("Roark", 10, 14).do("Roark", "increase", amount=3)
        assert raised.said[-1] == "Roark raises the stake to 1 sp 3 cp."
        doubled = Table(double="up_to").stakes("Roark", 10, 14).do("Roark", "increase", amount=10)
        assert doubled.said[-1] == "Roark doubles the stake to 2 sp."
        ended = bets_open().bet("Lando", "point", 5).bet("Lando", "all_even", 5).bet("Han", "point", 5)
        ended = ended.bet("Han", "triple", 6).rolls(1, 1, 2, 20)
        table = ended.next_round().do("Lando", "pass").do("Han", "pass").stakes("Roark", 5, 14).keeps("Roark")
        assert table.do("Lando", "again").do("Han", "again").said[-2:] == [
            "Lando bets 5 cp each on the point and on all even.",
            "Han bets 5 cp on the point and 6 cp on three of a kind.",
        ]

    @pytest.mark.parametrize(
        "point, fall, said",
        [
            (14, (2, 4, 6, 13), "Roark rolls 13 and misses: 12 doesn't lie between 13 and 14."),
            (14, (2, 4, 6, 12), "Roark rolls 12 as well, which loses."),
            (12, (2, 4, 6), "That is Roark's point, which loses without a second roll."),
            (20, (2, 4, 6, 1), "Roark rolls 1: 1 and 20 bound it, and the stake wins double."),
        ],
    )
    def test_how_a_shooter_fared(self, point: int, fall: tuple[int, ...], said: str):
        assert said in bets_open(point).rolls(*fall).said[-1]

    @pytest.mark.parametrize(
        "dealer, said",
        [
            ((2, 4, 6), "The dealer rolls ⚁⚃⚅, 12: all even."),
            ((1, 3, 5), "The dealer rolls ⚀⚂⚄, 9: all odd."),
            ((2, 2, 2), "The dealer rolls ⚁⚁⚁, 6: all even and three of a kind."),
            ((5, 5, 5), "The dealer rolls ⚄⚄⚄, 15: all odd and three of a kind."),
            ((1, 2, 3), "The dealer rolls ⚀⚁⚂, 6."),
        ],
    )
    def test_dealer_roll_is_described(self, dealer: tuple[int, ...], said: str):
        assert bets_open(20).rolls(*dealer, 19).said[-1].startswith(f"{said} ")

    def test_result_names_winners_and_the_bank_without_bystanders(self):
        names = ("Roark", "Lando", "Han", "Greedo", "Dash", "Qi'ra")
        table = Table(*names).stakes("Roark", 10, 14).keeps("Roark").bet("Lando", "point", 5).bet("Han", "point", 5)
        table.bet("Greedo", "all_odd", 5).bet("Dash", "point", 5).bet("Dash", "all_odd", 5).bet("Qi'ra", "point", 30)
        assert (
            table.rolls(2, 4, 6, 5)
            .said[-1]
            .endswith(
                "Qi'ra wins 3 sp; Roark wins 1 sp; Lando and Han win 5 cp each. Greedo loses 5 cp. Dash breaks even. "
                "The bank pays 4 sp 5 cp."
            )
        )
        assert "Han" not in bets_open().bet("Lando", "point", 5).rolls(2, 4, 6, 5).said[-1]
        assert bets_open().bet("Lando", "all_odd", 10).rolls(2, 4, 6, 5).said[-1].endswith("The bank is as it was.")

    def test_classic_shooters_are_told_one_by_one_or_counted(self):
        table = Table(version="classic").stakes("Roark", 10).stakes("Lando", 10).stakes("Han", 10, 14, 3, 20)
        assert table.said[-1] == "The first rolls: Roark 14, Lando 3 and Han 20."
        table.done("Roark", "Lando").do("Han", "done", 2, 4, 6, 5, 4, 19)
        assert table.said[-1] == (
            "The dealer rolls ⚁⚃⚅, 12: all even. Roark rolls 5 and bounds it: 12 lies between 5 and 14. Lando rolls 4 "
            "and misses: 12 doesn't lie between 3 and 4. Han rolls 19 and misses: 12 doesn't lie between 19 and 20. "
            "Roark wins 1 sp. Lando and Han lose 1 sp each. The bank takes 1 sp."
        )
        names = [f"P{number}" for number in range(6)]
        crowd = Table(*names, version="classic", dealer_bets=False, double="off")
        for name in names[:-1]:
            crowd.stakes(name, 10)
        crowd.stakes("P5", 10, 14, 14, 12, 12, 1, 2, 2, 4, 6, 5, 13, 20, 12)
        assert "Of 6 shooters 2 bound it, 2 had it as their point and 2 missed." in crowd.said[-1]
        table = Table(version="classic")
        assert table.said == ["Everybody may stake and shoot at once."]
        table.stakes("Roark", 10).do("Roark", "take_back").do("Lando", "pass")
        assert table.said[-2:] == ["Roark takes the stake of 1 sp back.", "Lando sits this round out."]


class TestTheTable:
    def test_panel_shows_offer_bets_and_point(self):
        assert Table().do("Roark", "pass").shows == [
            "The dice are offered",
            "Lando has the dice.",
            "Bank 100 gp",
            "Roark · 10 gp · passed",
            "Lando · 10 gp · shooter",
            "Han · 10 gp",
        ]
        table = bets_open(endless=True).bet("Lando", "point", 5).bet("Lando", "all_even", 6).done("Han")
        assert table.shows == [
            "Bets are open",
            "Point 14",
            "Roark shoots for 1 sp.",
            "The bank is endless.",
            "Roark · rolled 14 · 9 gp 9 sp · shooter · stake 1 sp",
            "Lando · 9 gp 8 sp 9 cp · point 5 cp · even 6 cp",
            "Han · 10 gp · done",
        ]
        drawn = words.panel(GAME.view(bets_open().state, None), bets_open().voice)
        assert drawn.status[0] == "# Point 14"

    def test_panel_shows_the_result_of_every_shooter(self):
        table = bets_open().bet("Lando", "all_odd", 5).rolls(2, 4, 6, 5)
        assert table.shows == [
            "The round is over",
            "Point 14",
            "Roark shoots for 1 sp.",
            "Bank 99 gp 9 sp 5 cp",
            "Roark · rolled 14 and 5 · +1 sp · 10 gp 1 sp",
            "Lando · −5 cp · 9 gp 9 sp 5 cp",
            "Han · 10 gp",
            table.said[-1],
        ]
        table = bets_open().rolls(2, 4, 6, 5)
        assert table.shows[-1] == table.said[-1]
        table = Table(version="classic").stakes("Roark", 10).do("Lando", "pass")
        assert table.shows == [
            "Stakes",
            "Everybody shoots at once against one roll of the dealer.",
            "Bank 100 gp",
            "Roark · 9 gp 9 sp · stake 1 sp",
            "Lando · 10 gp · sits out",
            "Han · 10 gp",
        ]
        assert table.stakes("Han", 10, 14, 3).shows[3:] == [
            "Roark · rolled 14 · 9 gp 9 sp · stake 1 sp",
            "Lando · 10 gp · sits out",
            "Han · rolled 3 · 9 gp 9 sp · stake 1 sp",
        ]


class TestTheRules:
    def test_stakes_say_what_the_dealer_bets_pay(self):
        assert words.stakes(BounderRules(), VOICE) == "Bets from 5 cp · even and odd 1 to 1, triple 3 to 1"
        assert words.stakes(BounderRules(dealer_bets=False, max_bet=50), VOICE) == "Bets from 5 cp to 5 sp"
