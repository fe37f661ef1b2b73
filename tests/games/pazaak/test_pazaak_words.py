"""What players of Pazaak read: sentences, both boards, and the hand in private."""

from collections.abc import Mapping
from typing import Any

import pytest

from bot.engine.money import CREDITS
from bot.engine.words import Voice, plain
from cogs.pazaak import words
from cogs.pazaak.cards import KINDS, read_cards
from cogs.pazaak.loadout import LONGEST_NAME, MOST_DECKS, PazaakKit, SideDeck
from cogs.pazaak.rules import GAME
from cogs.pazaak.state import Laid
from tests.games.pazaak.pazaak_table import Table, won_by_standing

VOICE = Voice(names={}, currency=CREDITS)
NAMES: tuple[str, ...] = (
    *(card.picture for card in KINDS.values()),
    *(f"pazaak_main_{number}" for number in range(1, 11)),
    *("pazaak_back", "pazaak_won", "pazaak_open"),
)
EMOJI: Mapping[str, str] = {name: f"<:{name}_0123abcd:123456789012345678>" for name in NAMES}
BRACKETS: Mapping[str, str] = {name: f"[{name.removeprefix('pazaak_')}]" for name in NAMES}
MOST = 4000
PLAIN = "Your deck: Mine, +1, +2, +3, +4, +5, −1, −2, −3, −4, −5"
LONGEST = ("*" * 32, "\N{ARABIC LETTER ALEF}" + "_" * 31)


def board(table: Table, name: str, symbols: Mapping[str, str]) -> str:
    """Return what lies before a player, with images."""
    voice = Voice(names=table.voice.names, currency=CREDITS, symbols=symbols)
    lines = words.panel(GAME.view(table.state, None), voice).seats
    return next(line.cards for line in lines if line.seat == table.seat(name))


class TestSentences:
    def test_the_beginning(self):
        assert Table("7").said == [
            "Both put down 10 cr: first to 3 sets takes 20 cr.",
            "Han has chosen a side deck.",
            "Lando has chosen a side deck.",
            "Both draw 4 side cards, face down. For the first turn they draw Han 10 and Lando 1: Han begins.",
            "Set 1: Han begins. Han draws 7.",
        ]

    @pytest.mark.parametrize(
        "options, said",
        [
            ({"stake": 0, "sets": 1}, "A match without a stake begins: first to 1 set."),
            ({"first": "host"}, "Han sat down first and begins."),
            ({"first": "random"}, "The lot falls on Han to begin."),
            ({"hand_size": 1}, "Both draw 1 side card, face down."),
        ],
    )
    def test_other_beginnings(self, options: dict[str, Any], said: str):
        assert said in " ".join(Table(**options).said)

    def test_cards_are_played_in_their_own_words(self):
        ways = {"+3": None, "-3": None, "±3": -3, "1or2": 2, "2&4": None, "D": None, "T": 1}
        tables = {card: Table("2", hands={"Han": f"{card} +1"}) for card in ways}
        said = [tables[card].plays("Han", card, value).said[-1] for card, value in ways.items()]
        assert said == [
            "Han plays +3 and has 5.",
            "Han plays −3 and has −1.",
            "Han plays ±3 as −3 and has −1.",
            "Han plays ±1/2 as +2 and has 4.",
            "Han plays the flip 2&4, turns one card and has −2.",
            "Han plays the double, for +2 and has 4.",
            "Han plays the tiebreaker as +1 and has 3.",
        ]

    @pytest.mark.parametrize(
        "draws, said", [("9", "turns nothing and has 9"), ("2 1 4 1 2", "turns three cards and has −8")]
    )
    def test_a_flip_says_how_many_cards_it_has_turned(self, draws: str, said: str):
        table = Table(draws, hands={"Han": "2&4 +1"})
        for _ in draws.split()[1::2]:
            table.ends("Han", "Lando")
        assert table.plays("Han", "2&4").said[-1] == f"Han plays the flip 2&4, {said}."

    @pytest.mark.parametrize(
        "ties, why", [("any", "has played the tiebreaker"), ("last", "has the tiebreaker as the last card")]
    )
    def test_a_tie_that_is_broken_says_by_which_rule(self, ties: str, why: str):
        table = Table("8 9", hands={"Han": "T +1"}, ties=ties).plays("Han", "T", 1).stands("Han", "Lando")
        assert table.said[-2] == f"Both stand on 9 and Han {why}: the set is Han's, 1 to 0."

    def test_sets_and_scores_are_told(self):
        assert [
            Table("9 8").stands("Han", "Lando").said[-2],
            Table("9 9").stands("Han", "Lando").said[-2],
            Table("9 10 5 9").stands("Han").ends("Lando", "Lando", "Lando").said[-2],
            Table("10 10 6 1 5").ends("Han", "Lando", "Han", "Lando", "Han").said[-2],
        ] == [
            "Han stands on 9, Lando on 8: the set is Han's, 1 to 0.",
            "Both stand on 9: the set counts for nobody, and it stays 0 to 0.",
            "Han stands on 9, Lando busts with 24: the set is Han's, 1 to 0.",
            "Han busts with 21: the set is Lando's, 1 to 0.",
        ]
        assert won_by_standing("Lando", "nobody").said[-2].endswith("it stays 1 to 0 for Lando.")
        private: list[Any] = [event for _, event in Table().private]
        assert private
        assert words.tell(private, VOICE) == ()

    def test_the_result_on_the_table_is_what_was_told(self):
        for table in (won_by_standing("Han", sets=1), Table().gives_up("Han"), won_by_standing("nobody", tied_sets=1)):
            assert table.shows[-1] == table.said[-1]


class TestTheTable:
    def test_panel_shows_decks_boards_and_places(self):
        table = Table(chosen=False)
        assert table.shows == [
            "The side decks",
            "Pot 20 cr · first to 3 sets",
            "Han and Lando still to choose a side deck, from “My hand”.",
            "Han ○○○ 0 sets · 90 cr",
            "Lando ○○○ 0 sets · 90 cr",
        ]
        assert table.do("Lando", "deck", deck="2").shows[2] == "Han still to choose a side deck, from “My hand”."
        table = won_by_standing("Han").ends("Han").draws("7")
        assert table.plays("Lando", "+4").stands("Lando").shows == [
            "Set 2",
            "Pot 20 cr · first to 3 sets",
            "Han 10 7 ▫ ▫ ▫ ▫ ▫ ▫ ▫ 17 ●○○ 1 set · 4 cards in hand · 90 cr",
            "Lando 1 +4 ▫ ▫ ▫ ▫ ▫ ▫ ▫ 5 ○○○ 0 sets · 3 cards in hand · stands · 90 cr",
        ]
        assert Table("7", stake=0, hand_size=0).shows[1:3] == [
            "No stake · first to 3 sets",
            "Han 7 ▫ ▫ ▫ ▫ ▫ ▫ ▫ ▫ 7 ○○○ 0 sets · 100 cr",
        ]

    def test_panel_shows_hopes_wagers_and_signs(self):
        table = Table("10 5 9 5 4").ends("Han", "Lando", "Han", "Lando")
        assert table.shows[2] == "Han is over 20 and busts when the turn ends, unless a side card from “My hand” helps."
        assert "over 20" in table.shows[3]
        assert table.plays("Han", "+1").shows[2] == "Han is over 20 and busts when the turn ends."
        assert not any("wager" in line for line in Table(wagers={"Han": "D"}).shows)
        assert "▫ −5 ○" in Table("1", hands={"Han": "-6 +1"}).plays("Han", "-6").shows[2]

    def test_pictures_stand_for_cards_and_turned_values(self):
        hand = {"Han": "2&4 D T ±6"}
        table = Table("2 1 2 1 2", hands=hand).plays("Han", "D").ends("Han", "Lando").plays("Han", "2&4")
        table.ends("Han", "Lando").plays("Han", "±6", 6)
        assert board(table, "Han", BRACKETS).startswith(
            "[main_2]−2 [double]−2 [main_2]−2 [flip_2_4] [main_2] [either_6]+6 ▫"
        )
        table.ends("Han", "Lando").plays("Han", "T", -1)
        assert plain(board(table, "Han", {})) == "2(−2) Double(−2) 2(−2) 2&4 2 ±6(+6) 1 ±1T(−1) ▫ 2"
        hands = {"Han": "+2 ±2 -2 2&4"}
        table = Table("2 1 2 1 2 1 3", hands=hands).plays("Han", "+2").ends("Han", "Lando").plays("Han", "±2", -2)
        table.ends("Han", "Lando").plays("Han", "-2").ends("Han", "Lando").plays("Han", "2&4")
        assert board(table, "Han", {}).startswith("2(−2) +2(−2) 2(−2) ±2(+2) 2(−2) −2(+2) 3 2&4 ▫")
        table = Table("9 1 1", hands={"Han": "+2 2&4"}).plays("Han", "+2").ends("Han", "Lando").plays("Han", "2&4")
        assert board(table, "Han", BRACKETS).startswith("[main_9] [plus_2]−2 [main_1] [flip_2_4]")
        assert board(table, "Han", {}).startswith("9 +2(−2) 1 2&4")

    def test_after_the_match_the_score_stands_beside_the_boards(self):
        table = won_by_standing("Han", sets=1)
        assert board(table, "Han", {}).endswith("▫ **20** · ● 1 set")
        assert board(Table(chosen=False).gives_up("Han"), "Han", {}) == ""

    def test_pips_and_backs_are_counted_in_words_too(self):
        table = won_by_standing("Han")
        voice = Voice(names=table.voice.names, currency=CREDITS, symbols=BRACKETS)
        (line, _) = words.panel(GAME.view(table.state, None), voice).seats
        assert line.text == "[won][open][open] 1 set · [back][back][back][back] 4 cards in hand · 90 cr"


class TestOnesOwnHand:
    def test_hand_page_shows_cards_and_totals(self):
        table = Table("7 8", hands={"Han": "D T -3 ±6"}).stands("Han")
        assert table.page("Lando") == (
            "Your side cards",
            ["+1  +2  +3  +4", "Your total is 8, and Han has 7 and stands.", PLAIN],
        )
        assert table.page("Han")[1][0] == "−3  ±6  Double  Tiebreaker"
        assert Table("7", hand_size=0).page("Han")[1] == [
            "You hold no side cards.",
            "Your total is 7, and Lando has 0.",
        ]
        table = Table(hands={"Han": "D T -3 ±6"})
        voice = Voice(names=table.voice.names, currency=CREDITS, symbols=BRACKETS)
        shown = words.hand(GAME.view(table.state, 1), voice).text
        assert shown.startswith("**[minus_3] −3**  **[either_6] ±6**  **[double] Double**  **[tiebreaker] Tiebreaker**")

    def test_hand_page_shows_decks_until_both_have_chosen(self):
        title, lines = Table(hands={"Han": "D x10"}, chosen=False).page("Han")
        assert title == "Your side decks"
        assert lines[:2] == ["Mine (in use) 10 × Double", "Standard +1, +2, +3, +4, +5, −1, −2, −3, −4, −5"]
        table = Table(hands={"Han": "D x10"}, chosen=False)
        voice = Voice(names=table.voice.names, currency=CREDITS, symbols=BRACKETS)
        shown = words.hand(GAME.view(table.state, 1), voice).text.splitlines()
        assert shown[0] == f"**Mine** (in use) {' '.join(['[double]'] * 10)} 10 × Double"
        table = Table(chosen=False).do("Han", "deck", deck="1")
        assert table.page("Han") == (
            "Your side cards",
            ["You draw your side cards when both have chosen their decks.", PLAIN],
        )
        assert words.hand(GAME.view(Table().state, None), VOICE).text == "You don't play in this match."


class TestLimits:
    def test_widest_decks_names_and_boards_fit(self):
        cards = read_cards("±1 ±2 ±3 ±4 ±5 ±1/2 2&4 3&6 D T")
        names = [f"{number:02}" + "*" * (LONGEST_NAME - 2) for number in range(MOST_DECKS)]
        kit = PazaakKit(decks=tuple(SideDeck.of(name, cards) for name in names)).to_json()
        table = Table(kits={"Han": kit}, chosen=False)
        voice = Voice(names=table.voice.names, currency=CREDITS, symbols=EMOJI)
        assert len(words.hand(GAME.view(table.state, 1), voice).text) < MOST - 300
        table = Table(names=LONGEST, sets=5, hand_size=10, stack=10**12, stake=10**11)
        full = (*(Laid(number=10, sign=-1),) * 4, *(Laid(code="tiebreaker", number=1),) * 5)
        first, second = (one.evolve(table=full, sets=4) for one in table.state.gamblers)
        table.state = table.state.evolve(gamblers=(first, second))
        voice = Voice(names=table.voice.names, currency=CREDITS, symbols=EMOJI)
        drawn = words.panel(GAME.view(table.state, None), voice)
        assert sum(len(line.cards + line.text) for line in drawn.seats) + sum(map(len, drawn.status)) < MOST - 1000
