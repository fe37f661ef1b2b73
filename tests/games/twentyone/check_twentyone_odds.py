"""The exact odds of twenty-one: against every order of the cards of a tiny shoe, against published figures, and among
each other.
"""

import random
from fractions import Fraction
from math import perm

import pytest

from bot.engine.banked.odds import BetOdds, percent
from bot.engine.options import with_options
from cogs.twentyone.basic_strategy import Column, Prospects, Strategy, Wishes, best_prospects, totals
from cogs.twentyone.hand_odds import (
    NATURAL,
    NONE,
    WORTHS,
    Against,
    Cards,
    full_shoe,
    hands,
    shares,
    size,
    some,
    value,
)
from cogs.twentyone.odds import CHANCES, bets, edge_of, exact, insurance, note, tally
from cogs.twentyone.state import TwentyOneRules
from tests.games.twentyone.twentyone_brute import Table

USUAL = TwentyOneRules()


def hand(rules: TwentyOneRules) -> BetOdds:
    return bets(rules)[0]


def gains(**options: object) -> float:
    """Return how other house rules change the return at the usual table, in percent."""
    return float(100 * (hand(with_options(USUAL, options)).back - hand(USUAL).back))


def anyhow(seed: int) -> Strategy:
    """Any strategy, good or bad: it splits often, and draws to what nobody would."""
    rng = random.Random(seed)
    rest: Wishes = ("double", "surrender")

    def first(wishes: Wishes) -> Wishes:
        return tuple(rng.sample(wishes, rng.randint(0, len(wishes))))

    def column() -> Column:
        draws = frozenset(one for one in totals() if one.total < 12 or rng.random() < (0.75 if one.total < 15 else 0.3))
        pairs: dict[int, Wishes] = dict.fromkeys(WORTHS, ("split",))
        pairs.update((worth, first((*rest, "split"))) for worth in WORTHS if rng.random() < 0.4)
        return Column(draws, {one: first(rest) for one in totals()}, pairs)

    return {up: column() for up in WORTHS}


class TestAgainstEveryOrderOfTheCards:
    """Shoes are by worth: so many aces, and so on."""

    @pytest.mark.parametrize(
        "options, shoe, seed",
        [
            ({}, {1: 5, 8: 2, 10: 6}, 0),
            ({"soft_17": "hits"}, {7: 5, 9: 4, 10: 5}, 5),
            ({"resplit_aces": True, "surrender": "late", "natural_pays": "6:5"}, {1: 5, 8: 2, 10: 6}, 1),
            ({"hit_split_aces": True, "split_hands": 2, "double": "9_to_11"}, {1: 2, 5: 3, 8: 5, 10: 5}, 3),
            ({"double_after_split": False, "split_hands": 3, "double": "10_11"}, {1: 5, 8: 2, 10: 6}, 0),
            ({"split_hands": 1, "natural_pays": "1:1"}, {1: 4, 6: 4, 9: 3, 10: 4}, 1),
            ({"hole_card": "no_peek", "resplit_aces": True, "hit_split_aces": True}, {1: 5, 8: 2, 10: 6}, 0),
            ({"hole_card": "none_original", "split_hands": 3}, {1: 5, 8: 2, 10: 6}, 0),
            ({"hole_card": "none_original", "double": "off"}, {3: 4, 9: 5, 10: 5}, 7),
            ({"hole_card": "none_all", "split_hands": 3, "surrender": "late"}, {1: 5, 8: 2, 10: 6}, 1),
            ({"hole_card": "none_all", "split_hands": 3, "soft_17": "hits"}, {7: 5, 9: 4, 10: 5}, 2),
        ],
    )
    def test_whatever_the_strategy_the_odds_are_those_of_all_orders(
        self, options: dict[str, object], shoe: dict[int, int], seed: int
    ):
        rules, strategy = with_options(USUAL, options), anyhow(seed)
        counted = Table(rules, shoe, strategy).chances
        cards = sum(some(worth, count) for worth, count in shoe.items())
        found = tally(rules, cards, strategy, lambda up: Prospects(cards, up, rules.soft_17, strategy[up].draws))
        assert {name: found[name] for name in CHANCES} == {name: counted[name] for name in CHANCES}
        assert found["split_win"] == counted["split_win"] / 12
        paid = found["natural_paid"] * Fraction(rules.natural.to, rules.natural.on)
        assert found["net"] / 2 + paid == counted["won"] / 10

    def test_these_strategies_do_all_that_may_be_done(self):
        found = Table(TwentyOneRules(surrender="late"), {1: 5, 8: 2, 10: 6}, anyhow(1)).chances
        assert all(found[name] for name in ("hand_split", "hand_doubled", "hand_surrendered", "hand_bust"))


class TestTheUsualTable:
    def test_return_matches_the_literature_for_six_decks(self):
        """About 0.4 % for the house."""
        assert float(hand(USUAL).edge) == pytest.approx(0.0041, abs=0.0002)

    @pytest.mark.parametrize(
        "options, percent",
        [
            ({"double_after_split": False}, -0.14),
            ({"resplit_aces": True}, 0.07),
            ({"surrender": "late"}, 0.08),
            ({"hole_card": "no_peek"}, -0.11),
            ({"hole_card": "none_all"}, -0.11),
            ({"double": "9_to_11"}, -0.09),
            ({"double": "10_11"}, -0.19),
            ({"split_hands": 2}, -0.05),
            ({"natural_pays": "6:5"}, -1.36),
            ({"natural_pays": "1:1"}, -2.27),
        ],
    )
    def test_a_house_rule_costs_what_the_books_say(self, options: dict[str, object], percent: float):
        assert gains(**options) == pytest.approx(percent, abs=0.015)

    def test_a_natural_costs_exactly_what_it_pays_less(self):
        natural = exact(USUAL)["player_natural"]
        met = Fraction(24 * 96, comb_of_two(312)) * Fraction(23 * 95, comb_of_two(310))
        assert hand(USUAL).back - hand(TwentyOneRules(natural_pays="1:1")).back == (natural - met) / 2

    def test_house_rules_that_only_the_bets_and_the_shoe_know_make_no_difference(self):
        for other in ({"min_bet": 7}, {"max_bet": 500}, {"shuffle": "hand"}, {"cut": 0}, {"split_tens": "rank"}):
            assert hand(with_options(USUAL, other)) == hand(USUAL)

    def test_where_only_first_bets_are_taken_it_is_as_if_the_dealer_had_looked(self):
        assert hand(TwentyOneRules(hole_card="none_original")).back == hand(USUAL).back

    def test_naturals_come_as_often_to_the_player_as_to_the_dealer(self):
        natural = Fraction(24 * 96, comb_of_two(312))
        assert exact(USUAL)["player_natural"] == exact(USUAL)["dealer_natural"] == natural

    @pytest.mark.parametrize("options", [{}, {"surrender": "late"}, {"hole_card": "none_all"}, {"split_hands": 1}])
    def test_a_hand_wins_is_a_push_loses_or_is_split(self, options: dict[str, object]):
        found = exact(with_options(USUAL, options))
        assert sum(found[f"hand_{what}"] for what in ("win", "push", "lose", "split")) == 1
        assert found["hand_bust"] + found["hand_surrendered"] < found["hand_lose"]
        assert (found["hand_surrendered"] > 0) == ("surrender" in options)
        assert (found["hand_split"] > 0) == ("split_hands" not in options)

    def test_a_hand_wins_a_little_less_often_than_it_loses(self):
        assert float(hand(USUAL).chance) == pytest.approx(0.434, abs=0.001)

    @pytest.mark.parametrize("natural, pays", [("3:2", "3 to 2"), ("6:5", "6 to 5"), ("1:1", "1 to 1")])
    def test_the_bet_says_what_a_natural_pays(self, natural: str, pays: str):
        assert hand(with_options(USUAL, {"natural_pays": natural})).pays == f"1 to 1, a natural {pays}"


class TestASingleDeck:
    def test_single_deck_is_about_fair(self):
        rules = TwentyOneRules(decks=1, double_after_split=False)
        assert float(hand(rules).edge) == pytest.approx(0, abs=0.0003)
        assert hand(TwentyOneRules(decks=1)).edge < 0


class TestTheSmallestBet:
    """Coins aren't parted: what is lost by that is told where it is more than nothing."""

    @pytest.mark.parametrize("bet, wins", [(1, "1 to 1"), (3, "4 to 3"), (5, "7 to 5"), (7, "10 to 7")])
    def test_the_note_says_what_the_house_keeps_of_an_odd_one(self, bet: int, wins: str):
        rules = TwentyOneRules(min_bet=bet)
        lost = Fraction(1, 2 * bet) * paid_natural(6)
        assert edge_of(rules, bet) == hand(rules).edge + lost
        kept = percent(hand(rules).edge + lost)
        assert note(rules).endswith(
            f"The house keeps {kept} of the smallest bet, because coins can't be divided: a natural wins {wins}."
        )

    @pytest.mark.parametrize("options", [{}, {"min_bet": 2}, {"min_bet": 1, "natural_pays": "1:1"}])
    def test_note_says_nothing_of_the_smallest_bet_when_nothing_is_lost(self, options: dict[str, object]):
        rules = with_options(USUAL, options)
        assert edge_of(rules, rules.min_bet) == hand(rules).edge
        assert "smallest" not in note(rules)

    def test_note_says_nothing_of_the_smallest_bet_when_the_loss_is_tiny(self):
        rules = TwentyOneRules(min_bet=10**6 + 1)
        assert edge_of(rules, rules.min_bet) > hand(rules).edge
        assert "smallest" not in note(rules)

    def test_six_to_five_loses_parts_of_even_bets_too(self):
        rules = TwentyOneRules(min_bet=4, natural_pays="6:5")
        assert edge_of(rules, 4) == hand(rules).edge + Fraction(1, 5) * paid_natural(6)
        assert note(rules).endswith("a natural wins 1 to 1.")

    def test_a_bet_of_one_coin_has_no_half_to_be_given_up_for(self):
        rules = TwentyOneRules(min_bet=1, surrender="late")
        assert edge_of(rules, 1) == edge_of(TwentyOneRules(min_bet=1), 1)
        assert note(rules).endswith("a natural wins 1 to 1 and one coin can't be surrendered.")

    @pytest.mark.parametrize("hole_card", ["peek", "none_all"])
    def test_half_a_coin_of_each_surrender_stays_with_the_house(self, hole_card: str):
        rules = with_options(USUAL, {"min_bet": 3, "surrender": "late", "natural_pays": "1:1", "hole_card": hole_card})
        lost = edge_of(rules, 3) - hand(rules).edge
        given_up = exact(rules)["hand_surrendered"] / 6
        assert lost == given_up if hole_card == "peek" else 0 < lost < given_up
        assert note(rules).endswith("surrender gives 1 of 3 back.")


class TestTheNote:
    @pytest.mark.parametrize(
        "options, said",
        [
            ({"shuffle": "hand"}, "The shoe isn't shuffled for each hand"),
            ({"split_hands": 1}, "A split pair"),
            ({"natural_pays": "1:1"}, "parts of a coin"),
        ],
    )
    def test_says_nothing_of_what_the_table_doesnt_have(self, options: dict[str, object], said: str):
        assert said in note(USUAL)
        assert said not in note(with_options(USUAL, options))


class TestInsurance:
    @pytest.mark.parametrize("decks", [1, 2, 6, 8])
    def test_wins_if_the_second_card_is_a_ten(self, decks: int):
        bet = insurance(TwentyOneRules(decks=decks))
        assert bet.chance == Fraction(16 * decks, 52 * decks - 1)
        assert bet.back == 3 * bet.chance
        assert bet.pays == "2 to 1"

    def test_is_no_bet_where_there_is_none(self):
        assert [bet.key for bet in bets(USUAL)] == ["hand", "insurance"]
        assert [bet.key for bet in bets(TwentyOneRules(insurance=False))] == ["hand"]


class TestTheDealer:
    @pytest.mark.parametrize(
        "up, percent", [(2, 35.4), (3, 37.4), (4, 39.5), (5, 41.6), (6, 42.3), (7, 26.2), (8, 24.5), (9, 22.8)]
    )
    def test_goes_over_about_as_often_as_the_books_have_it(self, up: int, percent: float):
        assert 100 * float(1 - sum(ends_of(up).values())) == pytest.approx(percent, abs=0.25)

    def test_has_a_natural_under_a_ten_as_often_as_there_are_aces(self):
        assert ends_of(10)[NATURAL] == Fraction(24, 311)
        assert ends_of(1)[NATURAL] == Fraction(96, 311)

    def test_dealer_who_hits_soft_17_stands_on_17_less_often(self):
        assert ends_of(1, "hits")[17] < ends_of(1)[17]
        assert ends_of(6, "hits")[17] < ends_of(6)[17]
        assert ends_of(7, "hits") == ends_of(7)

    def test_beside_others_of_a_pair_is_the_same_as_beside_a_hand_with_them(self):
        against = Against(full_shoe(1), 6, "stands")
        for count in range(3):
            known = against.ways_to_ends(cards_of(8, 10) + some(8, count))
            assert against.ways_to_ends(cards_of(8, 10), 8, count) == known


class TestTheParts:
    def test_there_are_3072_hands_of_two_cards_and_more(self):
        assert len(hands()) == len(set(hands())) == 3072
        assert all(not value(one).is_bust and size(one) > 1 for one in hands())

    def test_fates_of_first_cards_add_up_to_all_ways_of_dealing(self):
        prospects = best_prospects(full_shoe(1), 9, "stands")
        assert sum(begun.ways * sum(begun.played) for begun in prospects.first.values()) == prospects.scale
        assert sum(begun.ways * sum(begun.doubled) for begun in prospects.first.values()) == prospects.scale

    def test_a_hand_of_21_that_stands_never_loses_but_to_a_natural(self):
        against = Against(full_shoe(1), 10, "stands")
        fate = against.fate(against.stand(cards_of(5, 6, 10)))
        assert (fate.worse, fate.bust, fate.bust_natural) == (0, 0, 0)
        assert min(fate.over, fate.better, fate.even, fate.natural) > 0

    @pytest.mark.parametrize("most", [2, 3, 4])
    def test_a_pair_becomes_as_many_hands_as_second_cards_that_are_alike_make_it(self, most: int):
        """With an endless shoe in which each card is of the pair's worth with the chance of one in three."""
        again = Fraction(1, 3)
        weights = shares(most, lambda hands: hands**2)
        found = sum(count * again ** (known - 1) * (again if same else 1) for (known, same), count in weights.items())
        assert found == becomes(2, 2, most, again)


def becomes(hands: int, waiting: int, most: int, again: Fraction) -> Fraction:
    """Return the mean of the third power of the final number of hands: each counts by the second power."""
    if not waiting:
        return Fraction(hands**3)
    stays = becomes(hands, waiting - 1, most, again)
    return stays if hands == most else again * becomes(hands + 1, waiting + 1, most, again) + (1 - again) * stays


def paid_natural(decks: int) -> Fraction:
    """Return the chance of a natural that the dealer's doesn't meet."""
    aces, tens, all_cards = 4 * decks, 16 * decks, 52 * decks
    met = Fraction((aces - 1) * (tens - 1), comb_of_two(all_cards - 2))
    return Fraction(aces * tens, comb_of_two(all_cards)) * (1 - met)


def cards_of(*worths: int) -> Cards:
    return sum(map(some, worths))


def comb_of_two(cards: int) -> int:
    return cards * (cards - 1) // 2


def ends_of(up: int, soft_17: str = "stands") -> dict[int, Fraction]:
    """Return what the dealer comes to with that card and six decks."""
    against = Against(full_shoe(6), up, "hits" if soft_17 == "hits" else "stands")
    found: dict[int, Fraction] = {}
    for end, count in zip(against.ends, against.ways_to_ends(NONE), strict=True):
        found[end.total] = found.get(end.total, Fraction(0)) + Fraction(count, perm(6 * 52 - 1, end.drawn))
    return found
