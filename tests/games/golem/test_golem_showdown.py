"""The showdown of Golem: freeing it, beating it pot by pot, the penalty, and cards that are dealt anew (rules 2)."""

import pytest

from cogs.golem.rules import GAME
from tests.games.golem.golem_table import BEATEN, SEVENS_AND_TWOS, THREE_SEVENS, UNBEATEN, Table, at_the_draw, beaten

TWO_POTS = {"Roark": "9d 9c 9s 4d 2h", "Lando": "8h 8s 6d 12d 5d", "Han": "12h 4h 13s 10c 1c"}
BOTH_WON = {"Lando": "12d > 6h"}
"""Roark has three 9s, Lando two pair, 8s and 6s, Han nothing, and the golem is a single 12."""
ONE_WON = {"Roark": "4d 2h > 7d 7h", "Lando": "12d 5d > 3s 10s", "Han": "12h 4h > 11s 5s"}
"""The golem has two pair, 12s and 4s: Roark's full house beats it, Lando's pair of 8s doesn't."""

BOTH_THE_SAME = {"Roark": "10h 10s 4d 4c 2c", "Lando": "10d 10c 4h 4s 2d", "Han": "3d 3c 8h 7d 5s"}
TIED = {"Roark": "2c > 1h", "Lando": "2d > 1s", "Han": "8h 7d > 1c 12s"}
"""Roark and Lando both have two pair, 10s and 4s, and a 1; the golem has a pair of 2s."""


def two_pots() -> Table:
    """Roark is all in for 60, the others have bet 200: a main pot of 180 and a side pot of 280."""
    return Table(TWO_POTS, stacks={"Roark": 60}).bet("Han", 190).call("Roark", "Lando")


def one_won() -> Table:
    """Roark has won the main pot, the side pot stays with Lando's penalty, and the second deal is out."""
    return two_pots().then(BEATEN).draw(ONE_WON).checked()


class TestBeatingTheGolem:
    def test_golem_is_the_best_five_of_all_discards(self):
        assert set(beaten().showdown.golem) == {"7s", "7d", "2d", "2c", "8h"}
        table = Table(BEATEN).then(BEATEN)
        table.played({"Roark": "13d 13c > 6h 6c", "Lando": "10d 2c > 1h 1s", "Han": "3d 3c > 9c 11s"})
        assert set(table.showdown.golem) == {"13d", "13c", "3d", "3c", "10d"}

    def test_best_hand_takes_pot_and_bets_less_the_cut_and_all_show(self):
        table = beaten()
        assert (table.nets, table.end.house) == ({"Roark": -10, "Lando": 19, "Han": -10}, 1)
        table = Table(BEATEN).bet("Han", 50).call("Roark", "Lando").draw(SEVENS_AND_TWOS)
        table.bet("Han", 100).call("Roark", "Lando")
        assert (table.nets["Lando"], table.end.house) == (320 - 24, 24)
        view = GAME.view(beaten().state, None)
        assert [len(seat.shown) for seat in view.seats] == [5, 5, 5]

    def test_folded_players_do_not_show(self):
        table = at_the_draw().draw(SEVENS_AND_TWOS).fold("Han").checked()
        assert set(table.showdown.golem) == {"7s", "7d", "2d", "2c", "8h"}
        assert dict(table.showdown.hands).keys() == {1, 2}
        table = Table(BEATEN).fold("Han").checked().draw({"Roark": "7s 2d > 6h 5h"}).checked()
        assert set(table.showdown.golem) == {"7s", "2d"}

    def test_an_equal_hand_does_not_beat_it(self):
        """Roark keeps two pair, 10s and 4s, with a 3; the golem has the same of other suits."""
        hands = {"Roark": "10h 10s 4d 4c 3c", "Lando": "10d 10c 1h 2d 5d", "Han": "4h 4s 3d 8c 7s"}
        draws = {"Lando": "10d 10c > 8d 9s", "Han": "4h 4s > 6c 12s"}
        table = Table(hands).then(BEATEN).checked().draw(draws | {"Roark": "3c > 3h"})
        assert len(table.checked().showdown.golem) == 5
        assert (table.state.number, table.pots) == (2, [(30, ("Roark", "Lando", "Han"), False)])

    def test_equal_hands_share_with_the_odd_coin_left_of_the_amulet(self):
        table = Table(BOTH_THE_SAME).played(TIED)
        assert table.nets == {"Roark": 5, "Lando": 4, "Han": -10}
        assert Table(BOTH_THE_SAME, amulet="Roark").played(TIED).nets == {"Roark": 4, "Lando": 5, "Han": -10}


class TestTheGolemStands:
    def test_best_failing_hand_pays_and_all_cards_are_dealt_again(self):
        table = Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS)
        assert table.stacks == {"Roark": 990, "Lando": 970, "Han": 990}
        assert (table.state.pot, table.carried) == (50, [(50, ("Roark", "Lando", "Han"))])
        table = Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS)
        assert (table.state.number, table.state.street) == (2, "first")
        assert set(table.hand("Lando")) == set(BEATEN["Lando"].split())
        assert len(table.state.bag) == 52 - 15
        table.bet("Han", 10).call("Roark", "Lando").draw(SEVENS_AND_TWOS)
        assert table.keys("Han") == ["check", "bet", "fold"]
        table = Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS).played(SEVENS_AND_TWOS)
        assert (table.nets, table.end.house) == ({"Roark": -10, "Lando": 18, "Han": -10}, 2)

    def test_penalty_of_each_deal_is_dead_money_that_equal_hands_both_pay(self):
        table = Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS).played({})
        assert table.showdown.absent == "none"
        table = Table(UNBEATEN).then(UNBEATEN).played(THREE_SEVENS).then(BEATEN).played(THREE_SEVENS)
        assert (table.state.number, table.state.pot, table.stacks["Lando"]) == (3, 70, 950)
        # Lando's last 15 go in as a penalty; against later bets they count nothing.
        table = Table(UNBEATEN, stacks={"Lando": 25}).then(BEATEN).played(THREE_SEVENS)
        table.bet("Han", 100).call("Roark").then(BEATEN).draw(SEVENS_AND_TWOS).checked()
        assert table.pots == [(45, ("Roark", "Lando", "Han"), True), (200, ("Roark", "Han"), False)]
        hands = {"Roark": "10h 10s 4d 4c 7c", "Lando": "10d 10c 4h 4s 7h", "Han": "3d 3c 8h 7d 7s"}
        draws = {"Roark": "7c > 1h", "Lando": "7h > 1s", "Han": "7d 7s > 1c 12s"}
        table = Table(hands).then(BEATEN).played(draws)
        assert (table.state.pot, table.stacks) == (70, {"Roark": 970, "Lando": 970, "Han": 990})

    def test_short_stack_pays_what_it_can_of_the_penalty(self):
        table = Table(UNBEATEN, stacks={"Lando": 25}).then(BEATEN).played(THREE_SEVENS)
        assert (table.state.pot, table.stacks["Lando"]) == (45, 0)
        assert table.checked().turn == ("Roark", "Lando", "Han")
        assert table.draw(SEVENS_AND_TWOS).checked().nets["Lando"] == 43 - 25
        table = Table(UNBEATEN, stacks={"Lando": 10}).then(BEATEN).played(THREE_SEVENS)
        assert (table.state.pot, table.state.live) == (30, (1, 2, 3))

    def test_folding_or_all_in_after_a_redeal_ends_or_goes_on(self):
        table = Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS).bet("Han", 200).fold("Roark", "Lando")
        assert (table.end.house, table.nets) == (2, {"Roark": -10, "Lando": -30, "Han": 38})
        assert table.showdown.absent == "unseen"
        stacks = {"Roark": 10, "Lando": 10, "Han": 10}
        table = Table(UNBEATEN, stacks=stacks)
        assert table.state.street == "draw"
        table.then(BEATEN).draw(THREE_SEVENS)
        assert (table.state.number, table.state.street) == (2, "draw")
        assert table.draw(SEVENS_AND_TWOS).nets == {"Roark": -10, "Lando": 19, "Han": -10}


class TestFewDiscards:
    def test_golem_of_few_cards_has_no_straight_or_flush(self):
        table = Table({name: BEATEN[name] for name in ("Roark", "Lando")})
        table.played({"Roark": "7s 2d > 6h 5h", "Lando": "4h 2c > 1h 8c"})
        assert set(table.showdown.golem) == {"7s", "4h", "2d", "2c"}
        hands = {"Roark": "9h 8h 7c 2c 2s", "Lando": "7h 6h 13d 11c 3d"}
        table = Table(hands).played({"Roark": "9h 8h > 4c 12d", "Lando": "7h 6h > 4d 10c"})
        assert table.nets["Roark"] == 9

    def test_golem_of_few_discards_is_what_there_is(self):
        # Roark's 10s with a 13 beat the golem's bare pair of 10s.
        hands = {"Roark": "10h 10s 13d 4c 2c", "Lando": "10d 10c 4h 5s 8d"}
        table = Table(hands).played({"Lando": "10d 10c > 9c 11d"})
        assert table.pots == [(20, ("Roark", "Lando"), True)]
        assert table.nets["Roark"] == 9
        # A 13 alone loses to 13 high, since the other four cards are missing.
        hands = {"Roark": "13d 9h 7c 5c 2s", "Lando": "13h 6h 4d 11c 3d"}
        table = Table(hands).then(hands).played({"Lando": "13h > 10s"})
        assert table.showdown.golem == ("13h",)
        assert table.nets["Roark"] == 9
        table = Table(BEATEN).played({})
        assert (table.showdown.golem, table.showdown.absent) == ((), "none")
        assert table.nets == {"Roark": -10, "Lando": 19, "Han": -10}


class TestSidePots:
    def test_each_pot_is_judged_and_cut_by_itself(self):
        table = two_pots().draw(BOTH_WON).checked()
        assert table.pots == [(180, ("Roark", "Lando", "Han"), True), (280, ("Lando", "Han"), True)]
        assert (table.end.house, table.nets) == (9 + 14, {"Roark": 111, "Lando": 66, "Han": -200})
        table = one_won()
        assert table.pots == [(180, ("Roark", "Lando", "Han"), True), (280, ("Lando", "Han"), False)]
        assert table.carried == [(300, ("Lando", "Han"))]
        assert table.stacks == {"Roark": 171, "Lando": 780, "Han": 800}
        table = two_pots().then(TWO_POTS).draw(ONE_WON).checked().then(BEATEN)
        table.bet("Han", 10).call("Roark", "Lando").draw(ONE_WON).checked()
        assert table.pots == [(30, ("Roark", "Lando", "Han"), True), (300, ("Lando", "Han"), False)]
        assert table.carried == [(320, ("Lando", "Han"))]

    def test_main_pot_winner_plays_on_and_is_named_again_at_the_end(self):
        table = one_won().bet("Han", 10).call("Roark", "Lando").draw(SEVENS_AND_TWOS).checked()
        assert table.pots == [(30, ("Roark", "Lando", "Han"), True), (300, ("Lando", "Han"), True)]
        assert table.nets == {"Roark": 101, "Lando": 84, "Han": -210}
        assert table.end.house == 9 + 1 + 15
        table = one_won().checked().draw(SEVENS_AND_TWOS).checked()
        assert table.said[-1].endswith("Won earlier in this hand: 171 cr for Roark.")

    def test_a_hand_that_fails_in_two_pots_pays_once_into_the_main_pot(self):
        hands = {"Roark": BEATEN["Han"], "Lando": UNBEATEN["Lando"], "Han": BEATEN["Roark"]}
        draws = {"Roark": THREE_SEVENS["Han"], "Lando": THREE_SEVENS["Lando"], "Han": THREE_SEVENS["Roark"]}
        table = Table(hands, stacks={"Roark": 60}).bet("Han", 190).call("Roark", "Lando")
        table.then(BEATEN).draw(draws).checked()
        assert table.stacks["Lando"] == 1000 - 200 - 20
        assert table.carried == [(200, ("Roark", "Lando", "Han")), (280, ("Lando", "Han"))]

    def test_pot_of_folded_players_is_unopposed_or_goes_to_who_is_left(self):
        table = one_won().fold("Han").check("Roark", "Lando").draw().checked()
        assert table.pots == [(300, ("Lando",), True)]
        assert (table.showdown.absent, table.showdown.hands) == ("alone", ())
        assert table.nets == {"Roark": 111, "Lando": 65, "Han": -200}
        table = one_won().bet("Han", 10).raises("Roark", 100).fold("Lando", "Han")
        assert table.showdown.returned == ((1, 90),)
        assert table.nets == {"Roark": 111 + 294, "Lando": -220, "Han": -210}
        table = Table(UNBEATEN, stacks={"Lando": 100, "Roark": 100}).bet("Han", 500).call("Roark", "Lando")
        table.then(BEATEN).draw(THREE_SEVENS)
        assert table.showdown.returned == ((3, 410),)
        assert table.stacks["Han"] == 900

    def test_house_cuts_a_pot_that_all_others_folded_alike_with_and_without_an_all_in_player(self):
        """Only the uncalled part of a bet returns without a cut (rules 0.2)."""
        hands = {name: BEATEN[name] for name in ("Roark", "Lando")}
        alone = Table(hands, stacks=dict.fromkeys(hands, 2000)).bet("Lando", 1000).call("Roark").draw()
        alone.bet("Lando", 50).fold("Roark")
        assert (alone.end.house, alone.nets) == (101, {"Roark": -1010, "Lando": 909})
        three = Table(BEATEN, stacks={"Roark": 2000, "Lando": 2000, "Han": 10}).bet("Roark", 1000).call("Lando")
        three.draw().bet("Roark", 50).fold("Lando")
        assert (three.end.house, three.nets) == (1 + 100, {"Roark": 919, "Lando": -1010, "Han": -10})
        assert three.showdown.returned == ((1, 50),)

    @pytest.mark.parametrize("cut_unseen, house", [(True, 1 + 100), (False, 1)])
    def test_house_cut_of_a_pot_that_fell_unopposed_follows_the_option_for_unseen_pots(
        self, cut_unseen: bool, house: int
    ):
        table = Table(BEATEN, stacks={"Roark": 2000, "Lando": 2000, "Han": 10}, cut_unseen=cut_unseen)
        table.bet("Roark", 1000).call("Lando").draw().bet("Roark", 50).fold("Lando")
        assert table.end.house == house

    def test_player_without_chips_or_a_pot_is_out(self):
        hands = TWO_POTS | {"Leia": "11c 13h 3c 5c 2d"}
        table = Table(hands, stacks={"Roark": 60, "Leia": 60}).bet("Leia", 50).call("Roark").raises("Lando", 190)
        table.call("Han").then(BEATEN).draw(ONE_WON).checked()
        assert table.pots == [(240, ("Roark", "Lando", "Han", "Leia"), True), (280, ("Lando", "Han"), False)]
        assert table.state.live == (1, 2, 3)
        assert (
            table.said[-1]
            == "Deal 2: all cards are dealt again, for a pot of 300 cr. Leia has nothing left to play for."
        )
        assert table.refusal("Leia", "check") == "You have nothing left to play for."
        assert "Leia 0 cr · out" in table.shows


def test_two_can_play():
    hands = {name: BEATEN[name] for name in ("Roark", "Lando")}
    assert Table(hands).played(SEVENS_AND_TWOS).nets == {"Roark": -10, "Lando": 9}
