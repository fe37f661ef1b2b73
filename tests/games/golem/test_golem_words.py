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
    def test_out_of_turn(self):
        assert Table(BEATEN).refusal("Roark", "check") == "It isn't your turn."

    def test_refusal_after_folding(self):
        assert Table(BEATEN).fold("Han").refusal("Han", "check") == "You have folded this hand."

    def test_refusal_after_the_hand(self):
        assert beaten().refusal("Roark", "check") == "The hand is over."

    def test_refusal_from_outside_the_hand(self):
        assert GAME.refusal(Table(BEATEN).state, 17, GAME.action("check", {})) == "You aren't in this hand."

    def test_a_bet_below_and_above_the_bounds(self):
        table = Table(BEATEN)
        assert table.refusal("Han", "bet", to=9) == "The smallest bet is 10 cr."
        assert table.refusal("Han", "bet", to=991) == "The largest bet is 990 cr."

    def test_a_check_against_a_bet_and_a_call_without_one(self):
        assert Table(BEATEN).bet("Han", 10).refusal("Roark", "check") == (
            "There is a bet to answer: call it, raise it or fold."
        )
        assert Table(BEATEN).refusal("Han", "call") == "Nobody has bet yet: check, bet or fold."

    def test_refusal_tells_an_all_in_player_their_next_choice(self):
        table = Table(BEATEN, stacks={"Roark": 60}).bet("Han", 50).call("Roark")
        assert table.refusal("Roark", "check") == "You are all in: your next choice is the draw."
        table.call("Lando").draw()
        assert table.refusal("Roark", "check") == "You are all in: wait for the showdown."

    def test_a_bet_at_the_draw(self):
        assert at_the_draw().refusal("Roark", "check") == (
            "It is time to draw: throw up to two cards away, or keep all five."
        )

    def test_a_discard_before_and_after_the_draw(self):
        table = Table(BEATEN)
        assert table.refusal("Han", "discard", cards=()) == "The draw comes after the first bets."
        assert table.checked().draw().refusal("Han", "discard", cards=()) == "The draw is over."

    def test_a_second_choice(self):
        table = at_the_draw().discard("Han", "5s")
        assert table.refusal("Han", "discard", cards=("8h",)) == "You have chosen; the others are still at it."

    def test_three_discards(self):
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

    def test_the_highest_straight_of_a_high_one(self):
        assert named(("10d", "11c", "12h", "13s", "1c"), "high") == "a straight, 10 to 1"

    def test_suits_are_what_a_golem_is_made_of(self):
        assert [in_words(f"10{suit}") for suit in "hsdc"] == [
            "10 of flesh",
            "10 of clay",
            "10 of stone",
            "10 of iron",
        ]


class TestOnesOwnHand:
    def test_hand_page_names_draws_and_spells_out_the_cards(self):
        title, told = page(Table(BEATEN), "Lando")
        assert title == "Two pair, 10s and 4s"
        assert told.splitlines() == [
            "10♣ 10♦ 4♥ 4♠ 2♣",
            "10 of iron, 10 of stone, 4 of flesh, 4 of clay and 2 of iron",
        ]

    def test_pictures_stand_for_cards_where_there_are_some(self):
        voice = Voice(names={}, currency=CREDITS, symbols={"card_10d": "<:card_10d:77>"})
        shown = words.hand(GAME.view(Table(BEATEN).state, 2), voice)
        assert shown.text.startswith("# 10♣ <:card_10d:77> 4♥")

    def test_hand_page_lists_discards_before_the_new_cards(self):
        _, told = page(at_the_draw().discard("Roark", "7s 2d"), "Roark")
        assert told.endswith("You threw away 7 of clay and 2 of stone. New cards come when everybody has chosen.")

    def test_hand_page_lists_discards_after_the_draw(self):
        _, told = page(at_the_draw().draw(SEVENS_AND_TWOS), "Roark")
        assert told.endswith("You threw away 7 of clay and 2 of stone.\nThe golem is made of 5 cards.")

    def test_hand_page_says_when_all_cards_are_kept(self):
        assert page(at_the_draw().discard("Roark"), "Roark")[1].endswith("You keep all five.")
        assert "keep" not in page(at_the_draw(), "Roark")[1]

    def test_hand_page_says_that_the_player_has_folded(self):
        table = Table(BEATEN).fold("Han").checked()
        assert page(table, "Han")[1].endswith("You have folded.")
        told = page(table.draw({"Roark": "7s 2d > 6h 5h"}), "Han")[1]
        assert told.endswith("You have folded.\nThe golem is made of 2 cards.")

    def test_hand_page_remembers_a_fold_in_an_earlier_deal(self):
        two = {name: UNBEATEN[name] for name in ("Roark", "Lando")}
        table = Table(UNBEATEN).fold("Han").checked().draw({"Roark": "13d 13c > 2c 3h", "Lando": "10d 10c > 1h 6d"})
        table.then(two).checked()
        assert page(table, "Han") == ("No cards", "You folded in an earlier deal.")

    def test_hand_page_says_that_a_seat_has_no_cards(self):
        assert words.hand(GAME.view(Table(BEATEN).state, 0), VOICE).text == "You aren't in this deal."


class TestSentences:
    def test_the_beginning(self):
        assert Table(BEATEN).said == ["Han has the amulet. The ante is 10 cr each, the pot 30 cr."]

    def test_bets(self):
        table = Table(BEATEN, stacks={"Lando": 110}).check("Han").bet("Roark", 50).raises("Lando", 100).fold("Han")
        assert table.call("Roark").said[1:] == [
            "Han checks.",
            "Roark bets 50 cr.",
            "Lando raises to 100 cr and is all in.",
            "Han folds.",
            "Roark calls 50 cr.",
        ]

    def test_the_draw_tells_counts_once_all_have_chosen(self):
        table = at_the_draw().discard("Roark", "7s 2d").discard("Lando")
        assert table.said[-1] == "Lando checks."
        table.cards.ready += ["1c", "6h", "5h"]
        assert table.discard("Han", "5s").said[-1] == "Han draws 1, Roark draws 2, Lando stands pat."

    def test_drawn_cards_are_shown_to_their_owner_alone(self):
        table = at_the_draw().draw(SEVENS_AND_TWOS)
        assert table.told_to("Lando") == "You throw 2♣ away and draw 1♥: two pair, 10s and 4s."

    def test_hands_are_shown(self):
        assert beaten().said[-2] == (
            "Roark shows 13♣ 13♦ 9♥ 6♥ 5♥, a pair of 13s; Lando shows 10♣ 10♦ 4♥ 4♠ 1♥, two pair, 10s and 4s; "
            "Han shows 3♣ 3♦ 12♠ 5♠ 1♣, a pair of 3s."
        )

    def test_a_golem_that_is_beaten(self):
        assert beaten().said[-1] == (
            "The golem has 7♦ 7♠ 2♣ 2♦ 8♥, two pair, 7s and 2s. Lando beats the golem with two pair, 10s and 4s, and "
            "takes the pot: 29 cr. The house takes 1 cr."
        )

    def test_a_golem_that_stands(self):
        table = Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS)
        assert table.said[-2] == (
            "The golem has 7♣ 7♦ 7♠ 8♥ 2♦, three 7s. For the pot Lando has two pair, 10s and 4s, which doesn't beat "
            "the golem. Lando pays 20 cr into the pot."
        )
        assert table.said[-1] == "Deal 2: all cards are dealt anew, for a pot of 50 cr."

    def test_a_golem_that_stands_for_nothing(self):
        table = Table(UNBEATEN, penalty=0).then(BEATEN).played(THREE_SEVENS)
        assert table.said[-2].endswith("The pot stays as it is.")

    def test_hands_that_are_equal(self):
        hands = {"Roark": "10h 10s 4d 4c 2c", "Lando": "10d 10c 4h 4s 2d", "Han": "3d 3c 8h 7d 5s"}
        draws = {"Roark": "2c > 1h", "Lando": "2d > 1s", "Han": "8h 7d > 1c 12s"}
        told = "Roark and Lando beat the golem with two pair, 10s and 4s, and split the pot: 15 cr for Roark and 14 cr"
        assert f"{told} for Lando." in Table(hands).played(draws).said[-1]
        even = Table(hands, house_rate=0).played(draws).said[-1]
        assert even.endswith("and split the pot: 15 cr each.")

    def test_equal_hands_that_fail_pay_each_or_a_share(self):
        hands = {"Roark": "10h 10s 4d 4c 7c", "Lando": "10d 10c 4h 4s 7h", "Han": "3d 3c 8h 7d 7s"}
        draws = {"Roark": "7c > 1h", "Lando": "7h > 1s", "Han": "7d 7s > 1c 12s"}
        told = [
            Table(hands, tied_penalty=tied, ante=5, penalty=1).then(BEATEN).played(draws).said[-2]
            for tied in ("each", "split")
        ]
        assert told[0].endswith("Roark and Lando pay 5 cr each into the pot.")
        assert told[1].endswith("Into the pot go 3 cr from Roark and 2 cr from Lando.")

    def test_result_when_all_others_fold(self):
        assert Table(BEATEN).bet("Han", 100).fold("Roark", "Lando").said[-1] == (
            "All others have folded: Han takes the pot, 29 cr. Han gets back 100 cr, which nobody had matched. The "
            "house takes 1 cr."
        )

    def test_the_result_on_the_table_is_what_was_told(self):
        for table in (beaten(), Table(BEATEN).fold("Han", "Roark")):
            assert table.shows[-1] == table.said[-1]


class TestTheTable:
    def test_panel_during_the_first_bets(self):
        assert Table(BEATEN).bet("Han", 50).shows == [
            "First bets",
            "Pot 80 cr · bet 50 cr",
            "Roark 990 cr",
            "Lando 990 cr",
            "Han 940 cr · bet 50 cr · amulet",
        ]

    def test_at_the_draw_it_says_who_has_chosen_and_not_what(self):
        assert Table(BEATEN).fold("Han").check("Roark", "Lando").discard("Roark", "7s 2d").shows == [
            "The draw",
            "Pot 30 cr",
            "Everybody throws up to two cards away, unseen and all at once.",
            "Roark 990 cr · has chosen",
            "Lando 990 cr",
            "Han 990 cr · folded · amulet",
        ]

    def test_after_the_draw_it_says_when_nobody_threw_a_card_away(self):
        assert at_the_draw().draw().shows[2] == "Nobody threw a card away."

    def test_after_the_draw_it_says_how_many_everybody_drew(self):
        assert at_the_draw().draw(SEVENS_AND_TWOS).shows == [
            "Second bets",
            "Pot 30 cr",
            "The golem is made of 5 cards.",
            "Roark 990 cr · drew 2",
            "Lando 990 cr · drew 1",
            "Han 990 cr · drew 2 · amulet",
        ]

    def test_a_re_deal_is_counted(self):
        assert Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS).shows[:2] == ["First bets · deal 2", "Pot 50 cr"]

    def test_at_the_end_hands_lie_open(self):
        assert beaten().shows[2:5] == [
            "Roark 13♣ 13♦ 9♥ 6♥ 5♥ a pair of 13s 990 cr · drew 2",
            "Lando 10♣ 10♦ 4♥ 4♠ 1♥ two pair, 10s and 4s 1,019 cr · drew 1",
            "Han 3♣ 3♦ 12♠ 5♠ 1♣ a pair of 3s 990 cr · drew 2 · amulet",
        ]

    def test_heading_is_no_showdown_when_no_card_is_shown(self):
        assert beaten().shows[0] == "Showdown"
        assert Table(BEATEN).fold("Han", "Roark").shows[0] == "Taken unseen"

    def test_without_a_golem_it_says_so_before_the_second_bets(self):
        few = Table(BEATEN, few_discards="no_golem").checked().draw({"Roark": "7s > 6h"})
        assert few.shows[2] == "There is no golem: fewer than five cards were thrown away."
        capped = Table(UNBEATEN, redeals=1).then(UNBEATEN).played(THREE_SEVENS).checked().draw(THREE_SEVENS)
        assert capped.shows[2] == "No golem is freed in this deal: the best hand wins."

    def test_nobody_stood_pat_where_there_was_no_draw(self):
        table = Table(BEATEN).fold("Han", "Roark")
        assert table.shows[3] == "Lando 1,019 cr"
        assert "keep" not in page(table, "Lando")[1]

    def test_panel_marks_all_in_and_folded_players(self):
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

    def test_stakes_leave_out_parts_without_room(self):
        assert words.stakes(GolemRules(ante=1_234_567), VOICE) == (
            "Ante 1,234,567 cr · bets from 1,234,567 cr, no limit · house 5 %"
        )
