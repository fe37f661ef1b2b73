"""Coin Toss, the example in `examples/coin_toss`: what bets pay, and what the bank can still pay."""

from bot.engine.game import Player
from bot.engine.moves import Amount, find
from bot.engine.rng import ScriptedRng
from examples.coin_toss.rules import FALLS, Bet, CoinToss, Done, TossRules, TossState

GAME = CoinToss()


def dealt(bank: int = 1000, **options: int) -> TossState:
    deal = GAME.Deal(rules=TossRules(**options), players=(Player(seat=1, stack=500),), bank=bank)
    return GAME.start(deal, ScriptedRng(())).state


def bet(state: TossState, side: str, amount: int) -> TossState:
    return GAME.act(state, 1, Bet(side=side, amount=amount), ScriptedRng(())).state


def fallen(state: TossState, side: str) -> TossState:
    return GAME.act(state, 1, Done(), ScriptedRng((FALLS.index(side) + 1,))).state


def largest(state: TossState, side: str) -> int:
    move = find(GAME.moves(state, 1), "bet")
    assert move is not None
    (amount,) = (field for field in move.fields if isinstance(field, Amount))
    return amount.cap(side)


def test_the_bet_of_the_rulebook_comes_back_with_95_percent():
    end = fallen(bet(dealt(), "heads", 100), "heads")
    assert (end.bettor(1).stack, end.bank) == (595, 905)


def test_lost_bets_go_to_the_bank():
    end = fallen(bet(bet(dealt(), "heads", 100), "tails", 20), "edge")
    assert (end.bettor(1).stack, end.bank) == (380, 1120)


def test_edge_pays_as_many_to_1_as_the_house_rule_says():
    end = fallen(bet(dealt(edge_pays=30), "edge", 10), "edge")
    assert (end.bettor(1).stack, end.bank) == (800, 700)


def test_parts_of_a_coin_stay_with_the_house_at_each_bet():
    end = fallen(bet(bet(dealt(), "heads", 5), "heads", 5), "heads")
    assert end.bettor(1).stack == 508


def test_bank_takes_bets_on_a_side_as_far_as_it_can_pay_there():
    state = bet(dealt(bank=100), "heads", 100)
    assert largest(state, "heads") == 6
    assert largest(state, "tails") == 211
    assert fallen(bet(state, "heads", 6), "heads").bank == 0
