"""The cards of the game, and what house rules leave of them or of a campaign's own."""

from random import Random

import pytest

from bot.engine.options import with_options
from bot.errors import RuleError
from cogs.klingon.card_file import STANDARD, action_codes, card_name, deck_of, ship_of, ships_in_play
from cogs.klingon.state import KlingonRules
from tests.games.klingon.klingon_brute import strange_deck

SMALLEST_SIX = {"fed-ff", "kli-f5", "rom-ff", "gor-ff", "kzi-ff", "ori-lr"}
DESTROYERS = {"fed-dd", "kli-dd", "rom-dd", "gor-dd", "kzi-dd", "ori-dd"}
CARRIERS = {"fed-cv", "kli-cv", "kzi-cv"}


def ids(**choices: str) -> set[str]:
    return {ship.id for ship in ships_in_play(with_options(KlingonRules(), choices))}


def test_deck_has_named_ships_and_action_cards_in_order():
    assert len(STANDARD.ships) == 36
    assert len({ship.empire for ship in STANDARD.ships}) == 7
    assert len(action_codes(STANDARD)) == 60
    assert len({ship.name for ship in STANDARD.ships}) == 36
    assert max(len(ship.name) for ship in STANDARD.ships) <= 24
    assert ship_of(STANDARD, "kli-d7").name == "Klingon D7 cruiser"
    assert [card_name(STANDARD, code) for code in ("plasma_r-20", "scatter_pack")] == ["Plasma-R 20", "Scatter-pack"]
    codes = action_codes(STANDARD)
    assert codes[:6] == ("phaser-3",) * 5 + ("phaser-4",)
    assert codes[-4:] == ("scatter_pack",) * 2 + ("enveloper",) * 2


def test_smallest_ships_are_taken_out_after_carriers():
    every = ids()
    assert every - ids(smallest="six") == SMALLEST_SIX
    assert every - ids(smallest="twelve") == SMALLEST_SIX | DESTROYERS
    assert ids() - ids(carriers="out", smallest="twelve") == SMALLEST_SIX | DESTROYERS | CARRIERS
    light = STANDARD.evolve(ships=tuple(ship.evolve(points=3 if ship.is_carrier else 5) for ship in STANDARD.ships))
    left = ships_in_play(KlingonRules(deck=light, carriers="out", smallest="six"))
    assert len(left) == 27
    assert [ship.id for ship in left[:3]] == ["kli-dd", "kli-cw", "kli-d7"]
    equal = STANDARD.evolve(ships=tuple(ship.evolve(points=5) for ship in STANDARD.ships))
    assert ships_in_play(KlingonRules(deck=equal, smallest="twelve")) == equal.ships[12:]


def test_house_rules_leave_enough_ships_and_enveloped_plasma():
    small = STANDARD.evolve(ships=STANDARD.ships[:25])
    rules = KlingonRules(deck=small)
    assert len(ships_in_play(rules)) == 25
    with pytest.raises(RuleError, match="Only 19 of these ships would be in play"):
        with_options(rules, {"smallest": "six"})
    plain, house = deck_of(KlingonRules()), deck_of(KlingonRules(enveloper_f=True))
    assert plain is STANDARD
    assert [kind.key for kind in house.doublers if "plasma_f" in kind.weapons] == ["enveloper"]
    assert house.evolve(doublers=plain.doublers) == plain
    strange, like_it = strange_deck(Random(1)), strange_deck(Random(1))
    assert deck_of(KlingonRules(deck=strange, enveloper_f=True)) is strange
    assert deck_of(KlingonRules(deck=like_it, enveloper_f=True)) == strange
