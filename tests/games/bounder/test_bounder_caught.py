"""What becomes of a round of Bounder, and of everybody's bets, when somebody is caught cheating."""

from cogs.bounder.state import Settled
from tests.games.bounder.bounder_table import Table, bets_open, classic_table, points_rolled


class TestTheShooterIsCaught:
    def test_caught_shooter_passes_the_dice_or_ends_the_round(self):
        table = Table().caught("Roark")
        assert (table.state.shooter, table.turn) == (2, ("Lando",))
        assert table.said[-1] == "Lando has the dice."
        table = Table().do("Roark", "pass").do("Lando", "pass").caught("Han")
        assert table.nets == {"Roark": 0, "Lando": 0, "Han": 0}
        assert table.said[-1] == "Nobody takes the dice, so the round ends without bets."
        table = bets_open().caught("Roark")
        assert table.turn == ()
        assert table.state.result is not None
        assert (table.state.result.idle, table.state.result.dealer) == ("caught", ())

    def test_caught_shooter_loses_all_bets_and_others_get_theirs_back(self):
        assert bets_open().bet("Roark", "all_even", 5).caught("Roark").nets["Roark"] == -15
        table = bets_open().bet("Lando", "point", 40).bet("Han", "triple", 5).caught("Roark")
        assert table.nets == {"Roark": -10, "Lando": 0, "Han": 0}
        assert table.end.bank == 10_010
        table = bets_open().bet("Lando", "point", 40).caught("Roark")
        assert table.said[-1] == (
            "A shooter was caught cheating. Nobody rolls, and all other bets return. Roark loses 1 sp. Lando breaks "
            "even."
        )

    def test_caught_shooter_may_be_doubling_and_the_dice_go_on_next_round(self):
        assert Table().stakes("Roark", 10, 14).caught("Roark").nets == {"Roark": -10, "Lando": 0, "Han": 0}
        assert bets_open().caught("Roark").next_round().turn == ("Lando",)


class TestAnotherIsCaught:
    def caught(self) -> Table:
        """Lando had loaded a die, and passed the dice on."""
        table = Table(shooter="Lando").load("Lando", 1).do("Lando", "pass").stakes("Han", 10, 14).keeps("Han")
        return table.bet("Lando", "all_even", 20).bet("Roark", "point", 5).caught("Lando")

    def test_caught_bettor_loses_bets_that_were_seen_till_then(self):
        table = self.caught()
        assert table.said[-1] == "Lando loses the 2 sp on the table."
        assert table.turn == ("Roark", "Han")
        assert table.moves("Lando") == ()
        assert table.refusal("Lando", "all_even", amount=5) == "You're out of this round. Wait for the next one."
        table = self.caught().rolls(2, 4, 6, 5)
        assert table.nets == {"Roark": 5, "Lando": -20, "Han": 10}
        assert "Han wins 1 sp; Roark wins 5 cp. Lando loses 2 sp." in table.said[-1]
        assert "Lando · 9 gp 8 sp · 2 sp on even · out" in self.caught().shows

    def test_caught_player_is_out_for_this_round_only(self):
        assert self.caught().done("Roark").turn == ("Han",)
        table = Table().caught("Lando").do("Roark", "pass")
        assert table.turn == ("Han",)
        table = self.caught()
        before = table.state
        assert table.caught("Lando").state == before
        table = Table(shooter="Lando", bank=40).load("Lando", 1).do("Lando", "pass").stakes("Han", 10, 14).keeps("Han")
        table.bet("Lando", "all_odd", 20).caught("Lando")
        assert table.bounds("Roark", "point") == (5, 50)
        assert table.bet("Roark", "point", 50).rolls(2, 4, 6, 5).end.bank == 0
        assert "Lando" in self.caught().rolls(2, 4, 6, 5).next_round().do("Roark", "pass").turn


class TestCaughtInTheClassicVersion:
    def test_caught_classic_shooter_loses_the_stake_and_others_go_on(self):
        table = points_rolled().caught("Lando")
        assert table.turn == ("Roark", "Han")
        assert table.done("Roark").do("Han", "done", 2, 4, 6, 5, 5).nets == {"Roark": 10, "Lando": -20, "Han": 30}
        table = classic_table().stakes("Roark", 10).stakes("Lando", 20).caught("Lando").stakes("Han", 30, 14, 20)
        assert [table.gambler(name).point for name in table.names] == [14, None, 20]
        table = classic_table().stakes("Roark", 10).caught("Lando")
        assert table.turn == ("Han",)
        assert table.refusal("Lando", "stake", amount=5) == "You're out of this round. Wait for the next one."
        table = classic_table().stakes("Roark", 10).stakes("Lando", 20).caught("Han", 14, 3)
        assert [table.gambler(name).point for name in table.names] == [14, 3, None]

    def test_last_caught_classic_shooter_ends_the_round_and_frees_the_bank(self):
        table = classic_table().stakes("Roark", 10).do("Lando", "pass").do("Han", "pass", 14).caught("Roark")
        assert table.nets == {"Roark": -10, "Lando": 0, "Han": 0}
        table = classic_table().stakes("Roark", 10).caught("Roark").do("Lando", "pass").do("Han", "pass")
        assert table.state.result is not None
        assert table.state.result.settled == (Settled(seat=1, kind="shooter", staked=10, returned=0),)
        table = points_rolled().caught("Roark").caught("Lando").caught("Han")
        assert table.nets == {"Roark": -10, "Lando": -20, "Han": -30}
        assert classic_table(bank=40).stakes("Roark", 10).bounds("Lando", "stake")[1] == 5
        assert classic_table(bank=40).stakes("Roark", 10).caught("Roark").bounds("Lando", "stake")[1] == 20
