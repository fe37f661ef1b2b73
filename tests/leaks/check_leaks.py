"""Nothing that the bot sends tells a hidden card to whoever can't know it: whole hands, and all that was sent."""

import itertools
import random

import pytest

from bot import games
from playground.people import Player
from tests.leaks.gamblers import Gamblers
from tests.leaks.hidden import Hidden, hidden_from, spellings
from tests.leaks.network_fixtures import NetworkRecorder
from tests.leaks.seats import HIDING, draws_from, seated
from tests.scale import on_the_wire
from tests.ui.tables.evening import Evening

SEEDS = (0, 1, 6)
"""In the last one the golem has all dealt anew."""


@pytest.mark.parametrize("game, seed", on_the_wire([*itertools.product(HIDING, SEEDS)], ("golem", 6)))
async def test_nothing_that_is_sent_in_a_hand_tells_a_hidden_card(
    game: str,
    seed: int,
    evening: Evening,
    network_recorder: NetworkRecorder,
    han: Player,
    lando: Player,
):
    for_two = games.spec_of(game).game.seats[-1] == 2
    people = [han] if for_two and seed else [han, lando]
    draws_from(evening, bytes([seed] * 32))
    await seated(evening, game, *people, npc=not for_two or len(people) == 1)
    gamblers = Gamblers(evening, people, random.Random(seed))

    await gamblers.play_a_hand()
    await gamblers.look_at_everything()

    for who in (None, *(player.id for player in people)):
        assert any(sent.hidden.cards and sent.hidden.salts for sent in network_recorder.sent if sent.to == who)
    assert network_recorder.leaks == []
    assert network_recorder.leaky_lines == []


@pytest.mark.parametrize("game", HIDING)
async def test_the_search_would_find_a_card_in_every_spelling_and_a_salt(
    game: str, evening: Evening, network_recorder: NetworkRecorder, han: Player, lando: Player
):
    draws_from(evening, bytes(32))
    await seated(evening, game, han, lando)
    await Gamblers(evening, [han, lando], random.Random(1)).begin()
    table = await evening.table()
    hidden, own = hidden_from(table, None), hidden_from(table, han.id)
    assert own.cards < hidden.cards
    for card in hidden.cards - own.cards:
        assert not own.found_in(" ".join(spellings(card)))
    for card in own.cards:
        assert any(own.found_in(f"<:{spelling}:12>") for spelling in spellings(card))
        assert all(Hidden(cards=frozenset({card})).found_in(f"a {spelling}.") for spelling in spellings(card))
    for salt in own.salts:
        assert own.found_in(f"proof of {salt}: ok") == [salt]


def test_a_card_that_is_part_of_another_is_none():
    hidden = Hidden(cards=frozenset({"1d", "plus_1", "either_1"}))
    assert not hidden.found_in("11d 1dx 11♦ plus_12 either_1_2 ±1/2 ±10 +12 +1x")
    found = ["card_1d", "1♦", "1 of stone", "plus_1", "either_1", "±1", "+1"]
    assert hidden.found_in("<:card_1d:5>, 1♦ (1 of stone); :pazaak_plus_1: either_1-1 ±1 as +1") == found


def test_open_cards_explain_texts_that_look_like_them():
    assert not Hidden(cards=frozenset({"plus_3"}), known=frozenset({"either_3"})).found_in("±3 as +3")
    assert not Hidden(cards=frozenset({"plus_2"}), known=frozenset({"double"})).found_in("2 ×2(+2)")
    assert Hidden(cards=frozenset({"plus_2"}), known=frozenset({"double"})).found_in("plus_2")


def test_a_total_below_nothing_is_no_minus_card():
    hidden = Hidden(cards=frozenset({"minus_3"}))
    assert not hidden.found_in("Han stands on −3 and has −3.")
    assert hidden.found_in("Han holds −3, and plays minus 3 as −3.") == ["−3", "minus 3", "−3"]
    assert not Hidden(cards=hidden.cards, explained=frozenset({"−3"})).found_in("a board that makes **−3**")


def test_ones_own_side_deck_may_hold_what_the_other_holds():
    hidden = Hidden(cards=frozenset({"plus_4"}))
    assert not hidden.found_in(r'"Your total is 3\n-# Your deck: **Standard**, +1, +4, −1\n-# match 1"')
    assert hidden.found_in(r'"-# Your deck: **Standard**, +1\n-# Lando holds +4"') == ["+4"]


def test_leak_of_a_hidden_hands_rank_is_found():
    assert Hidden(kinds=frozenset({"pair of 10s"})).found_in("Lando · A pair of 10s · 490 cr") == ["pair of 10s"]
