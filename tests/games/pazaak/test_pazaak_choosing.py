"""Choosing a side deck: who is asked, what they read, and why the deck in use may have to stay away (rules 5.15)."""

from collections.abc import Mapping
from typing import Any

import pytest

from cogs.pazaak.cards import read_cards
from cogs.pazaak.loadout import PazaakKit
from cogs.pazaak.rules import GAME
from tests.games.pazaak.pazaak_table import Table

TEN = "+1, +2, +3, +4, +5, +6, −1, −2, −3, −4"
OWN = {"Han": PazaakKit().with_deck("Lucky", read_cards(TEN)).using_deck("Lucky").to_json()}
GOLDEN = {"Han": PazaakKit().with_deck("Lucky", read_cards("+1x8, D, T")).using_deck("Lucky").to_json()}


def collecting(owned: str, wager: str = "") -> Table:
    return Table(chosen=False, kits=OWN, owned={"Han": owned}, wagers={"Han": wager}, decks="collection")


class TestWhoIsAsked:
    @pytest.mark.parametrize("decks", ["any", "collection"])
    def test_both_are_whatever_either_owns_or_has_built(self, decks: str):
        bare: Mapping[str, str] = {"Han": PazaakKit().to_json()}
        for table in (
            Table(chosen=False, kits=bare, decks=decks, either=False),
            Table(chosen=False, kits=OWN, owned={"Han": TEN}, decks=decks),
        ):
            assert table.state.choosing == (1, 2)
            assert table.events == Table(chosen=False, decks=decks).events

    def test_nobody_chooses_a_standard_deck_and_leaving_gives_up(self):
        assert Table(chosen=False, decks="standard").turn == "Han"
        assert Table(chosen=False, hand_size=0).turn == "Han"
        table = Table(chosen=False).do("Lando", "deck", deck="1")
        assert [(move.key, move.place) for move in table.moves("Han")] == [("deck", "private"), ("forfeit", "private")]
        assert [(move.key, move.place) for move in table.moves("Lando")] == [("forfeit", "private")]
        assert table.gives_up("Lando").said[-1].startswith("Lando gives up the match: Han wins it")
        table = Table(chosen=False)
        assert GAME.leaves_at_once(table.state, 2)
        assert table.absent("Lando", leaves=True) == "forfeit"


class TestWhatTheyRead:
    def test_deck_in_use_comes_first_with_its_cards(self):
        _, lines = Table(chosen=False, kits=OWN).page("Han")
        assert lines[0] == f"Lucky (in use) {TEN}"
        assert not any("in use" in line for line in lines[1:])
        table = Table("7", chosen=False, kits=OWN).do("Han", "deck", deck="2").do("Lando", "deck", deck="1")
        assert table.page("Han")[1][-1] == "Your deck: Standard, +1, +2, +3, +4, +5, −1, −2, −3, −4, −5"
        own = GAME.view(table.state, 2).own
        assert own is not None
        assert own.deck is not None
        assert own.deck.name == "Mine"
        assert not any("deck" in line for line in Table("7", kits=OWN, hand_size=0, decks="standard").page("Han")[1])


class TestWhyTheDeckInUseStaysAway:
    def test_reason_is_given_where_the_deck_in_use_cannot_be_played(self):
        table = collecting(TEN.replace("+3, ", ""), wager="+3")
        assert table.page("Han")[1] == [
            "You can't play Lucky, your deck in use, in this match. Not owned, or wagered: +3.",
            "Standard +1, +2, +3, +4, +5, −1, −2, −3, −4, −5",
        ]
        table = collecting(TEN.replace("+3, ", ""), wager="+3")
        assert table.absent("Han") == "deck"
        assert (
            table.do("Lando", "deck", deck="1").page("Han")[1][-1].startswith("You can't play Lucky, your deck in use")
        )
        for table in (collecting(TEN), Table(chosen=False, kits=OWN), Table(chosen=False, kits={"Han": "{"})):
            assert not any("You can't play" in line for line in table.page("Han")[1])

    @pytest.mark.parametrize(
        "options, why",
        [
            ({"double": False, "ties": "none"}, "Not allowed at this table: Double, Tiebreaker."),
            ({"copies": 2}, "More of one card than this table allows: +1."),
            ({"copies": 7, "double": False}, "Not allowed at this table: Double. More of one card than this table "),
            ({"decks": "standard"}, "This table plays with the standard deck only."),
        ],
    )
    def test_the_table_does_not_take_it(self, options: dict[str, Any], why: str):
        lines = Table(chosen=False, kits=GOLDEN, **options).page("Han")[1]
        assert any(line.startswith(f"You can't play Lucky, your deck in use, in this match. {why}") for line in lines)

    def test_nothing_of_it_is_for_the_other_or_for_all(self):
        barred, plain = Table(chosen=False, kits=GOLDEN, double=False), Table(chosen=False, double=False)
        for seat in (None, 2):
            assert GAME.view(barred.state, seat) == GAME.view(plain.state, seat)
