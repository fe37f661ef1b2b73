"""Klingon Hold-'Em with names as long as they may be: everything is told, and fits into a message."""

from dataclasses import replace

from bot.engine.money import DND
from bot.games import spec_of
from cogs.klingon import words
from cogs.klingon.card_file import LONGEST_NAME, LONGEST_WORD, STANDARD
from cogs.klingon.cards import Deck
from cogs.klingon.pictures import DRAWINGS
from cogs.klingon.rules import GAME
from cogs.klingon.state import KlingonRules
from tests.games.klingon.klingon_table import Table
from tests.games.klingon.klingon_words import panel, told, voice_of
from tests.tables.room import Room, text_of

LONGEST = 4000
"""Characters in one message of components."""
LONGEST_LINE = 1500
"""Characters of one thing that happened."""


class TestLongNames:
    def test_ten_players_with_the_longest_names_and_cards_fit_into_a_message(self):
        rules = KlingonRules(stakes="cash", deck=longest(STANDARD))
        room = Room(spec_of("klingon"), rules, 10, stack=10**9, name="*" * 30 + "{}")
        symbols = {name: f"<:{name}_3fa1:1234567890123456789>" for name in DRAWINGS}
        room.deals()
        while room.table.to_act:
            (seat,) = room.table.to_act
            goes_in = room.table.state.betting.can_raise(seat)
            room.acts(seat, "raise" if goes_in else "call", **({"to": 10**9} if goes_in else {}))
            assert len(text_of(replace(room.table, symbols=symbols))) <= LONGEST
            page = words.hand(GAME.view(room.table.state, seat), replace(room.table.voice, symbols=symbols))
            assert len(page.text) <= LONGEST / 2
        ended = text_of(replace(room.settled(), symbols=symbols))
        assert len(ended) <= LONGEST
        assert ended.count("attack ") >= len(room.table.record.chairs)

    def test_all_of_them_all_in_with_all_their_coins_are_still_told(self):
        table = Table(["_" * 29 + str(at) for at in range(10)], rules=KlingonRules(deck=longest(STANDARD)))
        while table.turn:
            table.all_in(table.turn)
        lines = told(table, voice_of(table, DND))
        assert max(map(len, lines)) <= LONGEST_LINE
        shown = panel(table, DND)
        assert len(shown.result or "") + sum(len(seat.cards) + len(seat.text) for seat in shown.seats) <= LONGEST

    def test_names_are_no_markup(self):
        deck = STANDARD.evolve(ships=tuple(ship.evolve(name=f"*{ship.name}*") for ship in STANDARD.ships))
        table = Table(
            ships={"Roark": "fed-ca kli-f5"},
            table="photon-12 phaser-5 disruptor-8",
            rules=KlingonRules(stakes="cash", deck=deck),
        ).shown()
        assert r"\*Klingon F5 frigate\* fires" in told(table, voice_of(table))[-2]


def longest(deck: Deck) -> Deck:
    """Return the cards with names as long as they may be, full of characters that must be escaped."""
    word, name = "_" * LONGEST_WORD, "*" * LONGEST_NAME
    return deck.evolve(
        weapons=tuple((key, word) for key, _ in deck.weapons),
        mounts=tuple(kind.evolve(name=word) for kind in deck.mounts),
        doublers=tuple(kind.evolve(name=word) for kind in deck.doublers),
        ships=tuple(ship.evolve(name=name) for ship in deck.ships),
    )
