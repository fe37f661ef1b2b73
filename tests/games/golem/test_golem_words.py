"""What players of Golem read: refusals that name the fact, hands in words, sentences, and the table on a phone."""

import pytest

from bot.engine.money import CREDITS
from bot.engine.words import Voice
from cogs.golem import words
from cogs.golem.rules import GAME
from cogs.golem.state import PRESETS, GolemRules
from cogs.golem.words import named
from tests.games.golem.golem_table import BEATEN, Table

VOICE = Voice(names={}, currency=CREDITS)


class TestHandsInWords:
    @pytest.mark.parametrize(
        "cards, said",
        [
            ("13d 10c 9h 7s 2d", "13 high"),
            ("13d 13c 9h 7s 2d", "a pair of 13s"),
            ("10d 10c 4h 4s 2c", "two pair, 10s and 4s"),
            ("6d 6c 6h 4s 2c", "three 6s"),
            ("1d 2c 3h 4s 5c", "a straight, 1 to 5"),
            ("9d 10c 11h 12s 13c", "a straight, 9 to 13"),
            ("13d 10d 9d 7d 2d", "a flush of stone, 13 high"),
            ("10d 10c 10h 4s 4c", "a full house, 10s over 4s"),
            ("6d 6c 6h 6s 2c", "four 6s"),
            ("5c 6c 7c 8c 9c", "a straight flush of iron, 5 to 9"),
            ("7s 7d", "a pair of 7s"),
            ("4h", "4 high"),
        ],
    )
    def test_hand_is_named(self, cards: str, said: str):
        assert named(cards.split(), "low") == said


def test_seat_outside_the_deal_has_no_hand():
    assert words.hand(GAME.view(Table(BEATEN).state, 0), VOICE).text == "You aren't in this deal."


class TestTheStakes:
    def test_stakes_are_described_in_half_a_line(self):
        stakes = {name: words.stakes(rules, VOICE) for name, rules in PRESETS.items()}
        assert stakes["casino"] == "Ante 10 cr · bets from 10 cr, no limit · penalty 20 cr · house 5 %"
        assert stakes["among friends"] == "Ante 10 cr · bets from 1 cr, pot limit · penalty 10 cr"
        assert words.stakes(GolemRules(penalty=0, max_bet=50), VOICE) == (
            "Ante 10 cr · bets from 10 cr to 50 cr · house 5 %"
        )
        assert words.stakes(GolemRules(ante=1_234_567), VOICE) == (
            "Ante 1,234,567 cr · bets from 1,234,567 cr, no limit · house 5 %"
        )
