"""Bets in one click at the games of the house: the same as last time, and the usual amount."""

import pytest

from bot.engine.banked.limits import OpenBetsRules, chip_refusal, one_click_bets

RULES = OpenBetsRules(min_bet=5, usual_bet=20, max_bet=0)


@pytest.mark.parametrize("stack, most, is_payable, fact", [(19, 99, True, "chips"), (20, 19, True, "table")])
def test_usual_bet_needs_chips_and_room(stack: int, most: int, is_payable: bool, fact: str) -> None:
    assert fact in (chip_refusal(RULES, stack=stack, most=most, is_payable=is_payable) or "")


def test_usual_bet_needs_a_bank_that_can_pay_it() -> None:
    assert chip_refusal(RULES, stack=20, most=20, is_payable=True) is None
    assert "bank" in (chip_refusal(RULES, stack=20, most=20, is_payable=False) or "")


@pytest.mark.parametrize(
    "again, takes_chip, moves",
    [
        (35, True, [("again", 35, "main"), ("chip", 20, "plain")]),
        (0, True, [("chip", 20, "main")]),
        (35, False, [("again", 35, "main")]),
        (0, False, []),
    ],
)
def test_only_the_first_is_the_next_click(again: int, takes_chip: bool, moves: list[tuple[str, int, str]]) -> None:
    made = one_click_bets(RULES, "Bet", again=again, takes_chip=takes_chip)
    assert [(move.key, move.price, move.style) for move in made] == moves
