"""What players of Golem read: refusals that name the fact, hands in words, sentences, and the table on a phone."""

import pytest

from bot.engine.money import CREDITS
from bot.engine.words import Voice, plain
from cogs.golem import words
from cogs.golem.rules import GAME
from cogs.golem.state import PRESETS, GolemRules
from cogs.golem.words import in_words, named
from tests.games.golem.golem_table import BEATEN, SEVENS_AND_TWOS, THREE_SEVENS, UNBEATEN, Table, at_the_draw, beaten

VOICE = Voice(names={}, currency=CREDITS)


def page(table: Table, name: str) -> tuple[str, str]:
    """Return the hand of a seat as its owner reads it."""
    shown = words.hand(GAME.view(table.state, table.seat(name)), table.voice)
    return shown.title, plain(shown.text)


class TestRefusals:
    def test_players_out_of_turn_or_out_of_the_hand_are_refused(self):
        assert Table(BEATEN).refusal("Roark", "check") == "It isn't your turn."
        assert Table(BEATEN).fold("Han").refusal("Han", "check") == "You have folded this hand."
        assert beaten().refusal("Roark", "check") == "The hand is over."
        assert GAME.refusal(Table(BEATEN).state, 17, GAME.action("check", {})) == "You aren't in this hand."

    def test_impossible_bets_are_refused_with_what_is_possible(self):
        table = Table(BEATEN)
        assert table.refusal("Han", "bet", to=9) == "The smallest bet is 10 cr."
        assert table.refusal("Han", "bet", to=991) == "The largest bet is 990 cr."
        assert Table(BEATEN).bet("Han", 10).refusal("Roark", "check") == (
            "There is a bet to answer: call it, raise it or fold."
        )
        assert Table(BEATEN).refusal("Han", "call") == "Nobody has bet yet: check, bet or fold."
        table = Table(BEATEN, stacks={"Roark": 60}).bet("Han", 50).call("Roark")
        assert table.refusal("Roark", "check") == "You are all in: your next choice is the draw."
        table.call("Lando").draw()
        assert table.refusal("Roark", "check") == "You are all in: wait for the showdown."

    def test_discards_are_refused_at_other_times_and_beyond_two(self):
        assert at_the_draw().refusal("Roark", "check") == (
            "It is time to draw: throw up to two cards away, or keep all five."
        )
        table = Table(BEATEN)
        assert table.refusal("Han", "discard", cards=()) == "The draw comes after the first bets."
        assert table.checked().draw().refusal("Han", "discard", cards=()) == "The draw is over."
        table = at_the_draw().discard("Han", "5s")
        assert table.refusal("Han", "discard", cards=("8h",)) == "You have chosen; the others are still at it."
        assert at_the_draw().refusal("Han", "discard", cards=("5s", "8h", "7d")) == "Throw away at most two cards."

    @pytest.mark.parametrize("cards", [("13d",), ("5s", "5s"), ("14s",), ("",)])
    def test_a_card_that_is_not_in_the_hand(self, cards: tuple[str, ...]):
        refused = at_the_draw().refusal("Han", "discard", cards=cards)
        assert refused == "Throw away cards that you hold, each of them once."

    @pytest.mark.parametrize("cards", [None, "5s", 5, ("5s", 5), ["5s"]])
    def test_unreadable_choice_of_cards_is_refused(self, cards: object):
        assert at_the_draw().refusal("Han", "discard", cards=cards) == "That can't be read as a move of this game."


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

    def test_high_straight_and_suits_are_named(self):
        assert named(("10d", "11c", "12h", "13s", "1c"), "high") == "a straight, 10 to 1"
        assert [in_words(f"10{suit}") for suit in "hsdc"] == [
            "10 of flesh",
            "10 of clay",
            "10 of stone",
            "10 of iron",
        ]


class TestOnesOwnHand:
    def test_hand_page_names_and_draws_the_cards(self):
        title, told = page(Table(BEATEN), "Lando")
        assert title == "Two pair, 10s and 4s"
        assert told.splitlines() == [
            "10♣ 10♦ 4♥ 4♠ 2♣",
            "10 of iron, 10 of stone, 4 of flesh, 4 of clay and 2 of iron",
        ]
        voice = Voice(names={}, currency=CREDITS, symbols={"card_10d": "<:card_10d:77>"})
        shown = words.hand(GAME.view(Table(BEATEN).state, 2), voice)
        assert shown.text.startswith("# 10♣ <:card_10d:77> 4♥")

    def test_hand_page_lists_discards_or_that_all_are_kept(self):
        _, told = page(at_the_draw().discard("Roark", "7s 2d"), "Roark")
        assert told.endswith("You threw away 7 of clay and 2 of stone. New cards come when everybody has chosen.")
        _, told = page(at_the_draw().draw(SEVENS_AND_TWOS), "Roark")
        assert told.endswith("You threw away 7 of clay and 2 of stone.\nThe golem is made of 5 cards.")
        assert page(at_the_draw().discard("Roark"), "Roark")[1].endswith("You keep all five.")
        assert "keep" not in page(at_the_draw(), "Roark")[1]

    def test_hand_page_remembers_folds_and_empty_seats(self):
        table = Table(BEATEN).fold("Han").checked()
        assert page(table, "Han")[1].endswith("You have folded.")
        told = page(table.draw({"Roark": "7s 2d > 6h 5h"}), "Han")[1]
        assert told.endswith("You have folded.\nThe golem is made of 2 cards.")
        two = {name: UNBEATEN[name] for name in ("Roark", "Lando")}
        table = Table(UNBEATEN).fold("Han").checked().draw({"Roark": "13d 13c > 2c 3h", "Lando": "10d 10c > 1h 6d"})
        table.then(two).checked()
        assert page(table, "Han") == ("No cards", "You folded in an earlier deal.")
        assert words.hand(GAME.view(Table(BEATEN).state, 0), VOICE).text == "You aren't in this deal."


class TestSentences:
    def test_bets_and_draws_are_told(self):
        assert Table(BEATEN).said == ["Han has the amulet. The ante is 10 cr each, the pot 30 cr."]
        table = Table(BEATEN, stacks={"Lando": 110}).check("Han").bet("Roark", 50).raises("Lando", 100).fold("Han")
        assert table.call("Roark").said[1:] == [
            "Han checks.",
            "Roark bets 50 cr.",
            "Lando raises to 100 cr and is all in.",
            "Han folds.",
            "Roark calls 50 cr.",
        ]
        table = at_the_draw().discard("Roark", "7s 2d").discard("Lando")
        assert table.said[-1] == "Lando checks."
        table.cards.ready += ["1c", "6h", "5h"]
        assert table.discard("Han", "5s").said[-1] == "Han draws 1, Roark draws 2, Lando stands pat."
        table = at_the_draw().draw(SEVENS_AND_TWOS)
        assert table.told_to("Lando") == "You throw 2♣ away and draw 1♥: two pair, 10s and 4s."

    def test_showdown_names_hands_golem_and_what_is_paid(self):
        assert beaten().said[-2] == (
            "Roark shows 13♣ 13♦ 9♥ 6♥ 5♥, a pair of 13s; Lando shows 10♣ 10♦ 4♥ 4♠ 1♥, two pair, 10s and 4s; "
            "Han shows 3♣ 3♦ 12♠ 5♠ 1♣, a pair of 3s."
        )
        assert beaten().said[-1] == (
            "The golem has 7♦ 7♠ 2♣ 2♦ 8♥, two pair, 7s and 2s. Lando beats the golem with two pair, 10s and 4s, and "
            "takes the pot: 29 cr. The house takes 1 cr."
        )
        table = Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS)
        assert table.said[-2] == (
            "The golem has 7♣ 7♦ 7♠ 8♥ 2♦, three 7s. For the pot Lando has two pair, 10s and 4s, which doesn't beat "
            "the golem. Lando pays 20 cr into the pot."
        )
        assert table.said[-1] == "Deal 2: all cards are dealt anew, for a pot of 50 cr."
        table = Table(UNBEATEN, penalty=0).then(BEATEN).played(THREE_SEVENS)
        assert table.said[-2].endswith("The pot stays as it is.")

    def test_equal_hands_split_or_pay_by_house_rule(self):
        hands = {"Roark": "10h 10s 4d 4c 2c", "Lando": "10d 10c 4h 4s 2d", "Han": "3d 3c 8h 7d 5s"}
        draws = {"Roark": "2c > 1h", "Lando": "2d > 1s", "Han": "8h 7d > 1c 12s"}
        told = "Roark and Lando beat the golem with two pair, 10s and 4s, and split the pot: 15 cr for Roark and 14 cr"
        assert f"{told} for Lando." in Table(hands).played(draws).said[-1]
        even = Table(hands, house_rate=0).played(draws).said[-1]
        assert even.endswith("and split the pot: 15 cr each.")
        hands = {"Roark": "10h 10s 4d 4c 7c", "Lando": "10d 10c 4h 4s 7h", "Han": "3d 3c 8h 7d 7s"}
        draws = {"Roark": "7c > 1h", "Lando": "7h > 1s", "Han": "7d 7s > 1c 12s"}
        told = [
            Table(hands, tied_penalty=tied, ante=5, penalty=1).then(BEATEN).played(draws).said[-2]
            for tied in ("each", "split")
        ]
        assert told[0].endswith("Roark and Lando pay 5 cr each into the pot.")
        assert told[1].endswith("Into the pot go 3 cr from Roark and 2 cr from Lando.")

    def test_panel_repeats_the_result_that_was_told(self):
        assert Table(BEATEN).bet("Han", 100).fold("Roark", "Lando").said[-1] == (
            "All others have folded: Han takes the pot, 29 cr. Han gets back 100 cr, which nobody had matched. The "
            "house takes 1 cr."
        )
        for table in (beaten(), Table(BEATEN).fold("Han", "Roark")):
            assert table.shows[-1] == table.said[-1]


class TestTheTable:
    def test_panel_shows_bets_and_what_was_drawn(self):
        assert Table(BEATEN).bet("Han", 50).shows == [
            "First bets",
            "Pot 80 cr · bet 50 cr",
            "Roark 990 cr",
            "Lando 990 cr",
            "Han 940 cr · bet 50 cr · amulet",
        ]
        assert Table(BEATEN).fold("Han").check("Roark", "Lando").discard("Roark", "7s 2d").shows == [
            "The draw",
            "Pot 30 cr",
            "Everybody throws up to two cards away, unseen and all at once.",
            "Roark 990 cr · has chosen",
            "Lando 990 cr",
            "Han 990 cr · folded · amulet",
        ]
        assert at_the_draw().draw().shows[2] == "Nobody threw a card away."
        assert at_the_draw().draw(SEVENS_AND_TWOS).shows == [
            "Second bets",
            "Pot 30 cr",
            "The golem is made of 5 cards.",
            "Roark 990 cr · drew 2",
            "Lando 990 cr · drew 1",
            "Han 990 cr · drew 2 · amulet",
        ]

    def test_panel_counts_deals_and_opens_hands_at_the_end(self):
        assert Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS).shows[:2] == ["First bets · deal 2", "Pot 50 cr"]
        assert beaten().shows[2:5] == [
            "Roark 13♣ 13♦ 9♥ 6♥ 5♥ a pair of 13s 990 cr · drew 2",
            "Lando 10♣ 10♦ 4♥ 4♠ 1♥ two pair, 10s and 4s 1,019 cr · drew 1",
            "Han 3♣ 3♦ 12♠ 5♠ 1♣ a pair of 3s 990 cr · drew 2 · amulet",
        ]
        assert beaten().shows[0] == "Showdown"
        assert Table(BEATEN).fold("Han", "Roark").shows[0] == "Taken unseen"

    def test_panel_says_where_no_golem_or_draw_is(self):
        few = Table(BEATEN, few_discards="no_golem").checked().draw({"Roark": "7s > 6h"})
        assert few.shows[2] == "There is no golem: fewer than five cards were thrown away."
        capped = Table(UNBEATEN, redeals=1).then(UNBEATEN).played(THREE_SEVENS).checked().draw(THREE_SEVENS)
        assert capped.shows[2] == "No golem is freed in this deal: the best hand wins."
        table = Table(BEATEN).fold("Han", "Roark")
        assert table.shows[3] == "Lando 1,019 cr"
        assert "keep" not in page(table, "Lando")[1]
        table = Table(BEATEN, stacks={"Roark": 60}).bet("Han", 50).call("Roark").fold("Lando")
        assert table.shows[-3:] == [
            "Roark 0 cr · all in for 60 cr",
            "Lando 990 cr · folded",
            "Han 940 cr · amulet",
        ]


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
