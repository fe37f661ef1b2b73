"""What players of Pazaak read: sentences, both boards, and the hand in private."""

from collections.abc import Mapping

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
    *("pazaak_won", "pazaak_open"),
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
    def test_the_result_on_the_table_is_what_was_told(self):
        for table in (won_by_standing("Han", sets=1), Table().gives_up("Han"), won_by_standing("nobody", tied_sets=1)):
            assert table.shows[-1] == table.said[-1]


class TestTheTable:
    def test_pictures_stand_for_cards_and_turned_values(self):
        hand = {"Han": "2&4 D T ±6"}
        table = Table("2 1 2 1 2", hands=hand).plays("Han", "D").ends("Han", "Lando").plays("Han", "2&4")
        table.ends("Han", "Lando").plays("Han", "±6", 6)
        assert board(table, "Han", BRACKETS).startswith(
            "[main_2]−2 [double]−2 [main_2]−2 [flip_2_4] [main_2] [either_6]+6 **"
        )
        table.ends("Han", "Lando").plays("Han", "T", -1)
        assert plain(board(table, "Han", {})) == "2(−2) Double(−2) 2(−2) 2&4 2 ±6(+6) 1 ±1T(−1) 2"
        hands = {"Han": "+2 ±2 -2 2&4"}
        table = Table("2 1 2 1 2 1 3", hands=hands).plays("Han", "+2").ends("Han", "Lando").plays("Han", "±2", -2)
        table.ends("Han", "Lando").plays("Han", "-2").ends("Han", "Lando").plays("Han", "2&4")
        assert board(table, "Han", {}).startswith("2(−2) +2(−2) 2(−2) ±2(+2) 2(−2) −2(+2) 3 2&4 **")
        table = Table("9 1 1", hands={"Han": "+2 2&4"}).plays("Han", "+2").ends("Han", "Lando").plays("Han", "2&4")
        assert board(table, "Han", BRACKETS).startswith("[main_9] [plus_2]−2 [main_1] [flip_2_4]")
        assert board(table, "Han", {}).startswith("9 +2(−2) 1 2&4")

    def test_sets_and_side_cards_are_counted_in_words(self):
        table = won_by_standing("Han")
        voice = Voice(names=table.voice.names, currency=CREDITS, symbols=BRACKETS)
        (line, _) = words.panel(GAME.view(table.state, None), voice).seats
        assert line.text == "[won][open][open] 1 set · 4 side cards · 90 cr"

    def test_free_places_are_counted_when_few_are_left(self):
        table = Table("9 1 1 1 1 2 2").stands("Han").ends(*["Lando"] * 4)
        assert not any("left" in line for line in table.shows)
        assert "3 places left" in next(line for line in table.ends("Lando").shows if line.startswith("Lando"))


class TestBusts:
    def test_a_bust_that_ends_a_set_heads_the_table_and_its_page_until_the_next_set_is_under_way(self):
        table = Table("10 5 9 5 4", names=("Han", "Lando")).ends("Han", "Lando", "Han", "Lando")
        assert table.shows[0] == "Set 1 · Han is over 20"
        assert table.page("Han")[0] == "Over 20"
        table.draws("1 2 3").ends("Han")
        assert table.shows[0] == "Han busts · set 2 begins"
        assert table.page("Han")[0].startswith("Bust")
        assert table.page("Lando")[0] == "Your side cards"
        assert table.ends(table.turn).shows[0] == "Set 2"
        assert table.page("Han")[0] == "Your side cards"

    def test_a_bust_that_ends_the_match_heads_its_result(self):
        table = Table("10 5 9 5 4", sets=1).ends("Han", "Lando", "Han", "Lando", "Han")
        assert table.shows[0] == "Han busts · match over"
        assert table.page("Han")[0].startswith("Bust")

    def test_a_match_that_is_given_up_after_a_bust_ends_with_none(self):
        table = Table("10 5 9 5 4").ends("Han", "Lando", "Han", "Lando").draws("1").ends("Han").gives_up("Lando")
        assert table.shows[0] == "Match over"


class TestOnesOwnHand:
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
