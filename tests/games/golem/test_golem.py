"""Golem as printed: the ante, five cards, bets, one draw, bets, and the amulet that goes round (seed 001)."""

import pytest

from bot.engine.cards import FULL_DECK
from bot.engine.game import Player
from bot.engine.rng import SeededRng
from cogs.golem.rules import GAME
from cogs.golem.state import PRESETS, GolemCarry, GolemRules
from tests.games.golem.golem_table import BEATEN, SEVENS_AND_TWOS, THREE_SEVENS, UNBEATEN, Table, at_the_draw, beaten

SEVEN = ("Roark", "Lando", "Han", "Leia", "Chewie", "Boba", "Dengar")


def seated(count: int) -> tuple[Player, ...]:
    return tuple(Player(seat=seat, stack=1000) for seat in range(1, count + 1))


class TestTheAnte:
    def test_ante_and_carryover_make_the_pot_of_two_to_seven_players(self):
        table = Table(BEATEN)
        assert table.state.pot == 30
        assert set(table.stacks.values()) == {990}
        assert Table(BEATEN, bank=7).state.pot == 37
        assert GAME.seats == range(2, 8)

    @pytest.mark.parametrize("count, is_said", [(2, True), (3, False), (6, False), (7, True)])
    def test_three_to_six_are_advised_when_a_table_begins_with_fewer_or_more(self, count: int, is_said: bool):
        deck = iter(FULL_DECK)
        table = Table({name: " ".join(next(deck) for _ in range(5)) for name in SEVEN[:count]})
        assert table.said[0].endswith("Golem is at its best with three to six players.") == is_said

    def test_advice_and_odd_antes_are_noted_in_the_first_deal(self):
        hands = {"Roark": BEATEN["Roark"], "Lando": BEATEN["Lando"]}
        assert "best with" not in Table(hands, amulet="Roark").said[0]
        notes = {ante: GAME.rules_note(GolemRules(ante=ante)) for ante in (1, 2, 500, 501)}
        assert [note is None for note in notes.values()] == [False, True, True, False]


class TestTheAmulet:
    def test_amulet_begins_right_of_the_dealer_and_moves_right(self):
        assert Table(BEATEN).state.amulet == 3
        carry = beaten().end.carry
        assert carry == GolemCarry(amulet=3, order=(1, 2, 3))
        assert Table(BEATEN, carry=carry).state.amulet == 2
        where = [Table(BEATEN, carry=GolemCarry(amulet=seat, order=(1, 2, 3))).state.amulet for seat in (3, 2, 1)]
        assert where == [2, 1, 3]
        players = (Player(seat=1, stack=100), Player(seat=3, stack=100))
        deal = GAME.Deal(rules=GolemRules(), players=players, carry=GolemCarry(amulet=2, order=(1, 2, 3)))
        assert GAME.start(deal, SeededRng(0)).state.amulet == 1

    def test_amulet_stays_through_all_redeals_of_a_hand(self):
        table = Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS)
        assert (table.state.number, table.state.amulet, table.turn) == (2, 3, ("Han",))


class TestTheDeal:
    def test_everybody_gets_five_different_cards(self):
        assert [len(Table(BEATEN).hand(name)) for name in BEATEN] == [5, 5, 5]
        state = GAME.start(GAME.Deal(rules=GolemRules(), players=seated(7)), SeededRng(4)).state
        cards = [card for gambler in state.gamblers for card in gambler.cards]
        assert len(set(cards)) == 35
        assert sorted((*cards, *state.bag)) == sorted(FULL_DECK)

    def test_seven_players_who_all_draw_two_need_forty_nine_cards(self):
        chance = SeededRng(4)
        state = GAME.start(GAME.Deal(rules=GolemRules(), players=seated(7)), chance).state
        while seats := sorted(GAME.to_act(state)):
            if state.street == "second":
                break
            cards = state.gambler(seats[0]).cards[:2]
            action = GAME.action("discard", {"cards": cards}) if state.street == "draw" else GAME.action("check", {})
            state = GAME.act(state, seats[0], action, chance).state
        assert (sum(one.seat > 0 for one in state.laid), len(state.bag)) == (49, 3)


class TestTheBets:
    def test_both_rounds_begin_at_the_amulet_or_the_next_who_can_bet(self):
        table = Table(BEATEN)
        assert table.turn == ("Han",)
        assert table.check("Han").turn == ("Roark",)
        assert table.check("Roark").turn == ("Lando",)
        assert at_the_draw().draw().turn == ("Han",)
        assert Table(BEATEN).fold("Han").check("Roark", "Lando").draw().turn == ("Roark",)
        table = Table(BEATEN, stacks={"Han": 40}).bet("Han", 30).call("Roark", "Lando").draw()
        assert table.turn == ("Roark",)

    def test_bets_end_when_all_have_matched_and_free_folds_are_confirmed(self):
        assert Table(BEATEN).keys("Han") == ["check", "bet", "fold"]
        assert Table(BEATEN).check("Han").bet("Roark", 20).keys("Lando") == ["call", "raise", "fold"]
        assert "raise" in Table(BEATEN).check("Han").bet("Roark", 20).call("Lando").keys("Han")
        table = Table(BEATEN).bet("Han", 20).raises("Roark", 60).call("Lando")
        assert (table.turn, table.state.street) == (("Han",), "first")
        assert table.call("Han").state.street == "draw"
        (fold,) = (move for move in Table(BEATEN).moves("Han") if move.key == "fold")
        assert fold.confirm

    def test_the_smallest_bet_is_the_ante_and_there_is_no_largest(self):
        assert Table(BEATEN).bounds("Han", "bet") == (10, 990)

    def test_folded_player_is_out_until_the_next_hand(self):
        table = Table(UNBEATEN).fold("Han").check("Roark", "Lando")
        assert table.turn == ("Roark", "Lando")
        table.draw({"Roark": "13d 13c > 2c 3h", "Lando": "10d 10c > 1h 6d"})
        table.then({name: BEATEN[name] for name in ("Roark", "Lando")}).checked()
        assert (table.state.number, table.state.live, table.hand("Han")) == (2, (1, 2), ())


class TestTheDraw:
    def test_everybody_in_throws_away_up_to_two_cards_in_private(self):
        assert at_the_draw().turn == ("Roark", "Lando", "Han")
        table = Table(BEATEN, stacks={"Roark": 10}).check("Han", "Lando")
        assert table.turn == ("Roark", "Lando", "Han")
        pick = at_the_draw().pick("Lando")
        assert (pick.at_least, pick.at_most) == (0, 2)
        assert [choice.label for choice in pick.choices] == [
            "10 of iron",
            "10 of stone",
            "4 of flesh",
            "4 of clay",
            "2 of iron",
        ]
        (move,) = at_the_draw().moves("Lando")
        assert (move.key, move.place) == ("discard", "private")

    def test_new_cards_come_from_the_amulet_on_and_discards_stay_away(self):
        table = at_the_draw().draw(SEVENS_AND_TWOS)
        assert set(table.hand("Roark")) == {"13d", "13c", "9h", "6h", "5h"}
        assert set(table.hand("Lando")) == {"10d", "10c", "4h", "4s", "1h"}
        for order in (("Roark", "Lando", "Han"), ("Han", "Lando", "Roark")):
            table = at_the_draw()
            table.cards.ready += ["1c", "6h", "1h"]
            for name in order:
                table.discard(name, BEATEN[name].split()[-1])
            assert [table.hand(name)[-1] for name in ("Han", "Roark", "Lando")] == ["1c", "6h", "1h"]
        table = at_the_draw().draw(SEVENS_AND_TWOS)
        assert not {"7s", "2d", "2c", "8h", "7d"} & set(table.state.bag)


class TestOneIsLeft:
    def test_last_player_takes_the_pot_unseen_and_cut_without_the_uncalled_bet(self):
        table = Table(BEATEN).bet("Han", 100).call("Roark").fold("Lando").draw(SEVENS_AND_TWOS)
        table.bet("Han", 200).fold("Roark")
        assert (table.end.house, table.nets) == (11, {"Roark": -110, "Lando": -10, "Han": 109})
        assert table.showdown.hands == ()
        assert table.showdown.golem == ()
        table = Table(BEATEN).bet("Han", 500).fold("Roark", "Lando")
        assert table.showdown.returned == ((3, 500),)
        assert (table.end.house, table.nets["Han"]) == (1, 19)
        table = Table(BEATEN).fold("Han", "Roark")
        assert all(seal.card is None for seal in GAME.seals(table.state, None))
        assert all(seat.shown == () for seat in GAME.view(table.state, None).seats)


class TestAbsence:
    def test_absence_checks_folds_or_keeps_all_cards(self):
        assert Table(BEATEN).times_out("Han").said[-1] == "Han checks."
        assert Table(BEATEN).bet("Han", 10).times_out("Roark").said[-1] == "Roark folds."
        table = at_the_draw().times_out("Lando")
        assert table.turn == ("Roark", "Han")
        assert set(table.hand("Lando")) == set(BEATEN["Lando"].split())
        for state in (Table(BEATEN).state, at_the_draw().state):
            assert GAME.on_leave(state, 3) == GAME.on_timeout(state, 3)


class TestWhatIsAsked:
    def test_each_round_of_bets_and_each_draw_is_one_choice(self):
        table = Table(UNBEATEN)
        asked = [GAME.asks(table.state, 3)]
        table.checked().draw(THREE_SEVENS)
        asked.append(GAME.asks(table.state, 3))
        table.then(BEATEN).checked()
        asked.append(GAME.asks(table.state, 3))
        assert len(set(asked)) == 3
        table = at_the_draw()
        before = GAME.asks(table.state, 3)
        assert GAME.asks(table.discard("Roark").state, 3) == before


class TestTheBuyIn:
    def test_buy_in_and_first_preset(self):
        buy_in = GAME.buy_in(PRESETS["casino"])
        assert (buy_in.low, buy_in.usual) == (10, 500)
        assert next(iter(PRESETS.values())) == GolemRules()
        assert (GolemRules().house_rate, GolemRules().penalty, GolemRules().redeals) == (5, 2, 0)
