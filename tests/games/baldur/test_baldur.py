"""Baldur Hold'em as printed: own dice, the flop, the void, a price for each, and the best five dice (seed 004)."""

from bot.engine.game import DEALER
from bot.engine.rng import ScriptedRng
from cogs.baldur.rules import GAME
from cogs.baldur.state import BaldurRules, Dealt, Fell, NpcsPaid
from tests.games.baldur.baldur_table import BANK, GM, ROLLED, Table, in_round


class TestTheDeal:
    def test_players_and_npcs_pay_the_ante(self):
        assert GAME.seats == range(1, 11)
        table = Table()
        assert [table.stack(name) for name in table.names] == [9900, 9900, 9900]
        table = Table()
        assert (table.state.pot, table.state.bank) == (600, BANK - 300)
        table = Table(seated=("Nils",), npcs=0)
        assert (table.stack("Nils"), table.state.bank) == (9900, BANK)

    def test_all_players_roll_at_once_in_the_open(self):
        assert Table(npc_dice=(1, 2, 3, 4)).dice(GM) == (1, 2, 3, 4)
        table = Table(seated=("Nils",))
        assert table.turn == ("Ada", "Bram", "Cleo")
        assert [table.keys(name)[0] for name in table.turn] == ["roll"] * 3
        table = Table().do("Bram", "roll", 7, 20, 3)
        assert GAME.view(table.state, None).seats[1].dice == (7, 20, 3)
        table = Table().times_out("Cleo", dice=(1, 2, 3))
        assert table.dice("Cleo") == (1, 2, 3)

    def test_bank_decides_how_many_npcs_sit_down(self):
        table = Table(bank=799)
        assert table.told("dealt") == [Dealt(dealer=DEALER, ante=100, pot=500, nameless=2, named=(), fewer=True)]
        table = Table(bank=0, npc_dice=())
        assert table.state.npcs_in == ()
        table = Table(bank=0, endless=True)
        assert (len(table.state.npcs_in), table.state.bank) == (3, -300)

    def test_hand_without_opponents_or_players_is_given_back(self):
        table = Table(("Ada",), npcs=0, npc_dice=())
        assert (table.result.how, table.nets["Ada"]) == ("alone", 0)
        table = Table((), seated=("Nils", "Olga"), npc_dice=())
        assert (table.result.how, table.nets["Nils"]) == ("alone", 0)
        assert GAME.least_stack(BaldurRules(ante=250)) == 250

    def test_usual_bank_holds_what_its_npcs_may_come_to_owe_for_twenty_hands(self):
        # Three antes, one of the second round, one of the third.
        assert GAME.usual_bank(BaldurRules()) == 20 * (3 * 100 + 200 + 300)
        assert GAME.least_bank(BaldurRules()) == 0
        assert GAME.usual_bank(BaldurRules(npcs=0)) == 0


class TestTheFirstRound:
    def test_first_round_goes_clockwise_and_is_free(self):
        table = in_round(1)
        order: list[str] = []
        for _ in range(3):
            order += table.turn
            table.stay(*table.turn, falls=(1, 2, 3) if len(order) == 3 else ())
        assert order == ["Ada", "Bram", "Cleo"]
        assert in_round(1).move("Ada", "stay").price is None
        assert in_round(1).move("Ada", "fold").confirm == "You can stay in for free. Fold anyway?"
        assert in_round(1).times_out("Ada").state.betting.live[:3] == (1, 2, 3)


class TestTheFlop:
    def test_three_dice_fall_on_the_flop_and_the_npcs_pay_first(self):
        table = in_round(2)
        assert table.told("fell") == [Fell(round=2, dice=(4, 10, 16))]
        assert in_round(2).move("Ada", "stay").price == 200
        table = in_round(2)
        assert table.told("npcs_paid") == [NpcsPaid(each=200, nameless=1, seats=())]
        assert table.turn == ("Ada",)

    def test_flop_is_left_without_a_question_and_without_raises(self):
        assert in_round(2).move("Ada", "fold").confirm is None
        assert 1 not in in_round(2).times_out("Ada").state.betting.live
        assert in_round(2).refusal("Ada", "raise") == "There are no raises at this table."


class TestTheVoid:
    def test_two_more_dice_fall_in_the_void_for_three_antes(self):
        assert in_round(3).state.common == (4, 10, 16, 6, 13)
        assert in_round(3).move("Ada", "stay").price == 300
        table = in_round(3).stay("Ada", "Bram", "Cleo")
        assert [table.paid(name) for name in table.names] == [600, 600, 600]


class TestTheShowdown:
    def test_best_hand_takes_the_pot_from_the_bank_or_for_it(self):
        # Three players pay 600 each; of the NPCs' 800 the last paid 600.
        table = in_round(3).stay("Ada", "Bram", "Cleo")
        assert table.nets == {"Ada": -600, "Bram": 2000, "Cleo": -600, GM: -800}
        assert in_round(3).stay("Ada", "Bram", "Cleo").result.revealed == (12, 17)
        table = in_round(3, npc_dice=(4, 4, 1, 2)).stay("Ada", "Bram", "Cleo")
        assert table.nets[GM] == 3 * 600
        table = Table(seated=("Nils",), npcs=0, npc_dice=(4, 4, 1, 2)).rolls(ROLLED)
        table.stay("Ada", "Bram", "Cleo", falls=(4, 10, 16)).stay("Ada", "Bram", "Cleo", falls=(6, 13))
        assert table.stay("Ada", "Bram", "Cleo").nets == {"Ada": -600, "Bram": -600, "Cleo": -600, "Nils": 1800, GM: 0}

    def test_exactly_two_hole_dice_count(self):
        """The community dice alone would be a full house."""
        table = Table(("Ada",), npc_dice=(1, 2, 3, 4), npcs=1).rolls({"Ada": (6, 9, 12)})
        table.stay("Ada", falls=(7, 7, 7)).stay("Ada", falls=(8, 8)).stay("Ada")
        assert table.result.hands[0].kind == "three_of_a_kind"

    def test_natural_20_among_the_hole_dice_is_wild_in_a_straight(self):
        """The example of the source."""
        table = Table(("Ada",), npcs=1).rolls({"Ada": (20, 3, 9)})
        table.stay("Ada", falls=(2, 7, 10)).stay("Ada", falls=(11, 19)).stay("Ada")
        hand = table.result.hands[0].hand
        assert hand is not None
        assert hand.numbers == (7, 8, 9, 10, 11)

    def test_tied_hands_share_and_folded_dice_are_not_compared(self):
        table = Table(("Ada",), npcs=1, npc_dice=(2, 9, 15, 1)).rolls({"Ada": (2, 9, 15)})
        table.stay("Ada", falls=(4, 10, 16)).stay("Ada", falls=(6, 13)).stay("Ada")
        assert table.nets == {"Ada": 0, GM: 0}
        table = in_round(2).fold("Ada").stay("Bram", "Cleo", falls=(6, 13))
        table.stay("Bram", "Cleo")
        assert [shown.seats for shown in table.result.hands] == [(2,), (3,), (0,)]


class TestWhenOthersFold:
    def test_npcs_take_it_unseen_and_share_it(self):
        table = in_round(2).fold("Ada", "Bram", "Cleo")
        assert (table.result.how, table.result.revealed) == ("unseen", ())
        assert table.nets[GM] == 300
        table = in_round(1, seated=("Nils",), npcs=2).fold("Ada", "Bram", "Cleo")
        assert table.nets == {"Ada": -100, "Bram": -100, "Cleo": -100, "Nils": 100, GM: 200}
        table = Table(("Ada", "Bram"), seated=("Nils",), npcs=2, npc_dice=(1, 2, 3, 4), ante=1, stacks={"Nils": 10})
        table.rolls({"Ada": (1, 2, 3), "Bram": (1, 2, 3)}).fold("Ada", "Bram")
        assert table.nets == {"Ada": -1, "Bram": -1, "Nils": 1, GM: 1}

    def test_last_player_takes_it_unseen_only_without_npcs(self):
        table = in_round(2, npcs=0, npc_dice=()).stay("Ada").fold("Bram", "Cleo")
        assert (table.result.how, table.nets["Ada"]) == ("unseen", 200)
        table = in_round(2).fold("Ada", "Bram")
        assert table.turn == ("Cleo",)

    def test_leaving_player_rolls_owed_dice_and_then_folds(self):
        assert GAME.on_leave(Table().state, 1).kind == "roll"
        assert GAME.on_leave(in_round(1).state, 1).kind == "fold"


class TestTheCarry:
    def test_next_hand_begins_with_the_order_and_the_bank_of_this_one(self):
        end = in_round(2).fold("Ada", "Bram", "Cleo").end
        assert end.carry is not None
        assert (end.carry.dealer, end.carry.order) == (DEALER, (1, 2, 3))
        end = in_round(2).fold("Ada", "Bram", "Cleo").end
        deal = GAME.Deal(rules=BaldurRules(), players=Table().deal.players, carry=end.carry, bank=end.bank)
        assert GAME.start(deal, ScriptedRng((1, 2, 3, 4))).state.bank == BANK
