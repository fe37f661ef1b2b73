"""What players of Golem read: refusals that name the fact, hands in words, sentences, and the table on a phone."""

import pytest

from bot.engine.betting.ranking import best_hand
from bot.engine.money import CREDITS
from bot.engine.words import Voice, listed
from cogs.golem import words
from cogs.golem.pictures import DRAWINGS
from cogs.golem.rules import GAME
from cogs.golem.state import PRESETS, GolemRules
from cogs.golem.words import named
from tests.games.golem.golem_table import BEATEN, THREE_SEVENS, UNBEATEN, Table

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


class TestTheOrderOfAHand:
    @pytest.mark.parametrize("dealt", ["4s 12c 1d 4h 11s", "2c 10d 4h 10c 4s", "5c 1d 3h 2c 4s"])
    def test_pages_sentences_and_menus_have_the_cards_in_one_order(self, dealt: str):
        table = Table(BEATEN | {"Lando": dealt}).checked()
        order = [words.in_words(card) for card in best_hand(dealt.split()).cards]
        view = GAME.view(table.state, table.seat("Lando"))
        assert view.own is not None
        assert [words.in_words(card) for card in view.own.cards] == order
        assert [choice.label for choice in table.pick("Lando").choices] == order
        assert ", ".join(order) in table.told_to("Lando")
        assert words.hand(view, VOICE).text.startswith(f"**{listed(map(words.in_words, view.own.cards))}**")

    def test_cards_that_are_drawn_or_swapped_in_take_their_place_in_it(self):
        table = Table(BEATEN).swaps("Lando", "2c", "12s")
        assert table.hand("Lando") == ("10c", "10d", "4h", "4s", "12s")
        table.checked().draw({"Lando": "4h 12s > 13h 10s"})
        assert table.hand("Lando") == ("10c", "10d", "10s", "13h", "4s")


class TestPhases:
    def test_draw_tells_what_the_discards_are_for(self):
        assert any("form the golem" in line for line in Table(BEATEN).checked().shows)
        table = Table(UNBEATEN, redeals=1).then(BEATEN).played(THREE_SEVENS)
        assert any("same pot" in line for line in table.shows)
        lines = table.checked().shows
        assert not any("form the golem" in line for line in lines)
        assert any("there is no golem" in line for line in lines)

    def test_first_deal_has_no_line_besides_the_pot(self):
        heading, pot, *seats = Table(BEATEN).shows
        assert (heading, len(seats)) == ("First bets", 3)
        assert pot.endswith("Han has the amulet")


def test_every_card_is_shown_as_its_image_where_there_is_one():
    voice = Voice(names={}, currency=CREDITS, symbols={name: f"<:{name}:1>" for name in DRAWINGS})
    view = GAME.view(Table(BEATEN).state, 2)
    assert view.own is not None
    first, *_ = words.hand(view, voice).text.split("\n")
    assert first == "# " + " ".join(f"<:{words.picture_name(card)}:1>" for card in view.own.cards)


def test_seat_outside_the_deal_has_no_hand():
    assert words.hand(GAME.view(Table(BEATEN).state, 0), VOICE).text == "You aren't in this deal."


class TestTheStakes:
    def test_stakes_are_described_in_half_a_line(self):
        stakes = {name: words.stakes(rules, VOICE) for name, rules in PRESETS.items()}
        assert stakes["casino"] == "Ante 10 cr · bets from 10 cr, no limit · penalty 20 cr · house 5%"
        assert stakes["among friends"] == "Ante 10 cr · bets from 1 cr, pot limit · penalty 10 cr"
        assert words.stakes(GolemRules(penalty=0, max_bet=50), VOICE) == (
            "Ante 10 cr · bets from 10 cr to 50 cr · house 5%"
        )
        assert words.stakes(GolemRules(ante=1_234_567), VOICE) == (
            "Ante 1,234,567 cr · bets from 1,234,567 cr, no limit · house 5%"
        )
