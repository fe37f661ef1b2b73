"""The figures in the examples of `docs/games`: calculated by the rules of the games, and printed on the pages."""

import re
from fractions import Fraction

from bot.engine.banked.odds import percent
from bot.games import games
from cogs.baldur.hands import best_hand, named
from cogs.bounder.odds import wins_at
from cogs.bounder.state import verdict_of
from cogs.klingon.cards import best_attack
from cogs.klingon.state import KlingonRules
from cogs.klingon.words import deck_of
from cogs.pilok.state import value
from cogs.roulette.layout import colour
from cogs.twentyone.state import value_of
from tools.reference import DOCS, usual_rules


def page(key: str) -> str:
    return " ".join((DOCS / "games" / f"{key}.md").read_text().split())


def test_values_of_pilok_are_those_of_the_page():
    text = page("pilok")
    for dice, hand in (((6, 6, 1), 24), ((3, 3, 1), 12), ((6, 5, 1), 11), ((1, 1, 5), 6), ((1, 1, 1), 4)):
        assert value(dice, "basic") == hand
    assert min(value((a, b, c), "basic") for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)) == 4
    assert value((6, 6, 6), "long") == 36
    assert (value((5, 2, 3), "basic"), value((5, 6, 2), "basic")) == (8, 11)
    stakes = (10, 20, 25, 20)
    pot = 3 * sum(stakes[:2]) + 2 * sum(stakes[2:])
    assert f"Lando takes the {pot} cr. He had paid {sum(stakes)} cr of them himself" in text
    assert usual_rules(games()["pilok"]).to_dict()["max_bet"] == 25


def test_cut_of_golem_is_that_of_the_page():
    rules = usual_rules(games()["golem"]).to_dict()
    pot = 3 * rules["ante"] + 6 * 10 + rules["penalty"] * rules["ante"] + 3 * 10
    cut = pot * rules["house_rate"] // 100
    assert f"The house takes {rules['house_rate']}% of the pot, {cut} cr. Lando gets {pot - cut} cr." in page("golem")


def test_attacks_of_klingon_are_those_of_the_page():
    deck = deck_of(KlingonRules())
    cards = ("plasma_r-20", "phaser-6", "drone-8", "enveloper", "disruptor-6")
    totals = [best_attack(deck, ships, cards).total for ships in (("rom-warbird", "fed-ff"), ("kzi-cv", "kli-dd"))]
    assert re.findall(r"That makes (\d+)\.", page("klingon")) == [str(total) for total in totals]
    assert f"Han takes {5 + 2 * (10 + 10 + 20)} chips" in page("klingon")


def test_hands_of_baldur_are_those_of_the_page():
    community = (8, 17, 3, 7, 14)
    han, lando, npcs = (named(best_hand(own, community)) for own in ((20, 6, 13), (17, 17, 4), (5, 9, 12, 16)))
    assert (han, lando, npcs) == ("20 high", "three 17s", "17 high")
    ante = usual_rules(games()["baldur"]).to_dict()["ante"]
    pots = [5 * ante, 5 * ante + 3 * 2 * ante, 5 * ante + 3 * 2 * ante + 2 * 3 * ante]
    for pot in pots:
        assert f"The pot is {pot:,} cr." in page("baldur")


def test_round_of_bounder_is_that_of_the_page():
    assert [verdict_of(4, 9, second) for second in (17, 8, 9)] == ["bound", "missed", "equal"]
    assert wins_at(1) == wins_at(20) == Fraction(475, 1000)
    assert percent(wins_at(10)) == percent(wins_at(11)) == "about 29.79%"
    assert "With 1 or 20 the shooter wins 47.5% of the time, and with 10 or 11 about 29.79%." in page("bounder")


def test_spin_of_roulette_is_that_of_the_page():
    assert colour("17") == colour("20") == "black"
    assert f"gets {10 * (1 + 35) + 10 * (1 + 17)} cr for the {10 + 10 + 20} cr" in page("roulette")
    assert f"would have got {10 * (1 + 17)} cr" in page("roulette")


def test_hands_of_twentyone_are_those_of_the_page():
    hands = (("8s", "13d"), ("8h", "3c", "9d"), ("6c", "10h", "3s"))
    assert [value_of(cards).total for cards in hands] == [18, 20, 19]


def test_ticket_of_century_is_paid_as_on_the_page():
    odds = games()["century"].odds
    assert odds is not None
    five = next(bet for bet in odds.bets(usual_rules(games()["century"])) if bet.label == "5 numbers")
    assert five.pays == "3 matches pay 2, 4 pay 10 and 5 pay 200 times the stake"
    assert "With 57 as well he would get 100 cr, and with all five numbers 2,000 cr." in page("century")
