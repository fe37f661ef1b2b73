"""Side decks: how they are built and named, and which of them a table lets somebody play (rules 5.15)."""

from collections.abc import Callable

import pytest

from bot.errors import RuleError
from cogs.pazaak.cards import KINDS, in_short, read_cards
from cogs.pazaak.loadout import (
    LONGEST_NAME,
    MOST_DECKS,
    PRESET_DECKS,
    STANDARD,
    PazaakKit,
    SideDeck,
    good_name,
    read_kit,
    ten,
)
from cogs.pazaak.rules import playable
from cogs.pazaak.state import PRESETS, PazaakRules, objections
from tests.games.pazaak.pazaak_table import Table

TEN = read_cards("+1 x3, ±2 x5, D, T")
ONES = ("plus_1",) * 10


def kit_of(*names: str) -> PazaakKit:
    kit = PazaakKit()
    for name in names:
        kit = kit.with_deck(name, TEN)
    return kit


def refused(deed: Callable[[], object]) -> str:
    with pytest.raises(RuleError) as refusal:
        deed()
    return str(refusal.value)


def offered(table: Table, name: str = "Han") -> list[str]:
    """List the decks that a player may choose from, in the order they are offered."""
    return [choice.button or "" for choice in table.pick(name, "deck").choices]


class TestTenCards:
    @pytest.mark.parametrize(
        "count, those", [(11, "these are 11"), (9, "these are 9"), (1, "this is 1"), (0, "these are 0")]
    )
    def test_more_or_fewer_are_refused(self, count: int, those: str):
        assert refused(lambda: ten(["plus_1"] * count)) == (f"A side deck has exactly 10 cards, and {those}.")

    def test_deck_has_known_cards_in_order_and_any_copies(self):
        assert refused(lambda: ten([*ONES[:9], "plus_7"])) == "There is no such side card."
        assert ten(ONES) == ONES
        assert in_short(ten(reversed(TEN))) == "3 × +1, 5 × ±2, Double, Tiebreaker"


class TestNames:
    @pytest.mark.parametrize("name", ["", "   ", "\n", "\u200b", "***", "—"])
    def test_a_name_has_a_letter_or_a_digit(self, name: str):
        assert refused(lambda: good_name(name)) == "Give the deck a name with at least one letter or digit."

    def test_deck_name_is_measured_as_people_read_it(self):
        assert good_name("x" * LONGEST_NAME)
        assert refused(lambda: good_name("x" * (LONGEST_NAME + 1))) == "The name of a deck has at most 32 characters."
        assert good_name("a" + "\N{GAME DIE}" * 15)
        assert refused(lambda: good_name("a" + "\N{GAME DIE}" * 16)).endswith("An emoji counts as two.")

    @pytest.mark.parametrize("name", ["Standard", "STANDARD", "  bold ", "Ｂold"])
    def test_those_of_the_presets_are_taken(self, name: str):
        assert "There is a ready-made deck called " in refused(lambda: good_name(name))

    @pytest.mark.parametrize(
        "name, shown",
        [
            (" a \n b ", "a b"),
            ("e\u200b\u0301x", "éx"),
            ("a\u202eb", "ab"),
            ("**Lucky**", "**Lucky**"),
            ("ﬁve", "five"),
            ("\N{ARABIC LETTER ALEF} 1", "\N{ARABIC LETTER ALEF} 1"),
        ],
    )
    def test_deck_name_is_one_line_without_invisible_characters(self, name: str, shown: str):
        assert SideDeck.of(name, TEN).name == shown

    def test_deck_names_differ_and_are_escaped(self):
        kit = kit_of("Lucky Seven")
        assert (
            refused(lambda: kit.with_deck(" lucky  SEVEN ", TEN))
            == "You have a deck called lucky SEVEN already. Choose another name."
        )
        assert refused(lambda: kit_of("**a**").with_deck("**A**", TEN)) == (
            "You have a deck called \\*\\*A\\*\\* already. Choose another name."
        )


class TestAShelf:
    def test_shelf_holds_twenty_decks_that_change_cards_or_names(self):
        kit = kit_of(*(f"Deck {number}" for number in range(MOST_DECKS)))
        assert refused(lambda: kit.with_deck("One more", TEN)) == (
            "You have 20 decks, the most that fit. Delete one first with /pazaak deck delete."
        )
        assert len(kit.without("Deck 7").with_deck("One more", TEN).decks) == MOST_DECKS
        assert kit_of("A", "B").changed("b", ONES).deck("B").cards == ONES
        kit = kit_of("A").using_deck("a").renamed("A", "Lucky")
        assert (kit.in_use.name, kit.using) == ("Lucky", "Lucky")
        assert kit.renamed("lucky", "LUCKY").in_use.name == "LUCKY"

    def test_names_are_unique_and_presets_may_be_in_use(self):
        assert (
            refused(lambda: kit_of("A", "B").renamed("A", "b"))
            == "You have a deck called b already. Choose another name."
        )
        kit = kit_of("A").using_deck("A").without("A")
        assert (kit.decks, kit.using, kit.in_use) == ((), None, STANDARD)
        assert kit_of("A").using_deck("bold").in_use.name == "Bold"

    @pytest.mark.parametrize("deed", [PazaakKit.without, PazaakKit.using_deck, PazaakKit.deck])
    def test_a_deck_that_is_not_there(self, deed: Callable[[PazaakKit, str], object]):
        assert refused(lambda: deed(kit_of("A"), "B")) == "You have no deck called B."

    def test_presets_stay_as_they_are(self):
        for deed in (
            lambda: PazaakKit().without("Bold"),
            lambda: PazaakKit().changed("Bold", ONES),
            lambda: PazaakKit().renamed("Bold", "Mine"),
        ):
            assert (
                refused(deed)
                == "Bold is a ready-made deck. Nobody can change it. Build your own with /pazaak deck new."
            )


class TestWhatIsStored:
    def test_stored_loadout_is_read_again(self):
        kit = kit_of("A", "**b**").using_deck("A")
        assert read_kit(kit.to_json()) == kit

    @pytest.mark.parametrize(
        "text",
        [
            *(None, "", "{", "null", "[]", '{"decks": 3}', '{"using": "Nobody\'s"}', '{"decks": [{"name": "A"}]}'),
            PazaakKit(decks=(SideDeck.of("A", TEN),)).to_json().replace("tiebreaker", "joker"),
            PazaakKit(decks=(SideDeck.of("A", TEN),)).to_json().replace('"double",', ""),
            PazaakKit(decks=(SideDeck.of("A", TEN),)).to_json().replace('"A"', '"Standard"'),
            PazaakKit(decks=(SideDeck.of("A", TEN),)).to_json().replace('"A"', '" A"'),
        ],
    )
    def test_unreadable_loadout_counts_as_no_decks(self, text: str | None):
        assert read_kit(text) == PazaakKit()
        table = Table(kits={} if text is None else {"Han": text}, chosen=False)
        assert offered(table)


class TestThePresets:
    def test_standard_deck_is_there_for_everybody_at_every_table(self):
        assert [deck.name for deck in PRESET_DECKS] == ["Standard", "Balanced", "Cautious", "Bold"]
        assert all(len(deck.cards) == 10 for deck in PRESET_DECKS)
        for rules in (*PRESETS.values(), PazaakRules(copies=1, flips=False, either=False, ties="none", double=False)):
            assert not objections(rules, STANDARD.cards, ())


class TestWhatATableLetsOnePlay:
    def test_decks_are_offered_own_first_with_their_cards(self):
        table = Table(hands={"Han": "D T ±6 2&4"}, chosen=False)
        assert offered(table) == ["Mine", "Standard", "Balanced", "Cautious", "Bold"]
        assert table.do("Han", "deck", deck="5").state.gambler(1).deck == PRESET_DECKS[3].cards
        (mine, *_) = Table(hands={"Han": "D T ±6 2&4"}, chosen=False).pick("Han", "deck").choices
        assert mine.label == "Mine: +1, +2, +3, +4, +5, −1, ±6, 2&4, Double, Tiebreaker"
        cards = read_cards("±1 ±2 ±3 ±4 ±5 ±1/2 2&4 3&6 D T")
        names = [f"{number:02}" + "W" * (LONGEST_NAME - 2) for number in range(MOST_DECKS)]
        kit = PazaakKit(decks=tuple(SideDeck.of(name, cards) for name in names))
        choices = Table(kits={"Han": kit.to_json()}, chosen=False).pick("Han", "deck").choices
        assert len(choices) == 24
        assert all(len(choice.label) <= 100 for choice in choices)

    def test_decks_that_the_table_bars_are_not_offered(self):
        table = Table(hands={"Han": "D +1 +2 +3"}, chosen=False, double=False)
        assert offered(table) == ["Standard", "Balanced", "Cautious"]
        table = Table(hands={"Han": "T +1 +2 +3"}, chosen=False, ties="none")
        assert offered(table) == ["Standard", "Balanced", "Cautious"]
        decks = {"Han": "+1 x3, +2 x7", "Lando": "+1x2, +2x2, +3x2, +4x2, +5x2"}
        table = Table(hands=decks, chosen=False, copies=2)
        assert "Mine" not in offered(table)
        assert "Mine" in offered(table, "Lando")
        kit = kit_of("Mine").using_deck("Mine").to_json()
        table = Table(kits={"Han": kit, "Lando": kit}, chosen=False, decks="standard")
        assert table.turn == "Han"
        assert {gambler.deck for gambler in table.state.gamblers} == {STANDARD.cards}
        table = Table(chosen=False)
        for deck in ("0", "6", "-1", "Mine", ""):
            assert table.refusal("Han", "deck", deck=deck) == "Pick from what is offered, each at most once."


class TestByCollection:
    def playable(self, owned: str, kit: PazaakKit, wager: str = "") -> list[str]:
        table = Table(owned={"Han": owned}, wagers={"Han": wager}, kits={"Han": kit.to_json()}, chosen=False)
        return [deck.name for deck in playable(PazaakRules(decks="collection"), table.players[0])]

    def test_collected_cards_are_counted_without_wagers(self):
        kit = kit_of("Mine").with_deck("Ones", ONES)
        assert self.playable(in_short(TEN), kit) == ["Mine"]
        assert self.playable("+1 x10", kit) == ["Ones"]
        assert self.playable(f"{in_short(TEN)}, +1 x7", kit) == ["Mine", "Ones"]
        assert self.playable("+1 x3, ±2 x5, T", kit_of("Mine"), wager="D") == ["Standard"]

    @pytest.mark.parametrize("owned", ["", "+1", "+1 x9"])
    def test_player_without_such_a_deck_borrows_the_standard_one_and_is_asked(self, owned: str):
        table = Table(owned={"Han": owned}, kits={"Han": kit_of("Mine").to_json()}, chosen=False, decks="collection")
        assert offered(table) == ["Standard"]
        assert table.do("Han", "deck", deck="1").state.gambler(1).deck == STANDARD.cards

    def test_whom_it_asks_says_nothing_of_what_somebody_owns(self):
        every = ", ".join(f"{kind.name} x10" for kind in list(KINDS.values())[:10])
        owned = {"Han": f"{every}", "Lando": ""}
        kit = PazaakKit().with_deck("A", read_cards("+1 x5, -1 x5")).with_deck("B", ONES)
        table = Table(owned=owned, kits={"Han": kit.to_json()}, chosen=False, decks="collection")
        assert table.state.choosing == (1, 2)
        assert offered(table) == ["A", "B"]
        assert offered(table, "Lando") == ["Standard"]
