"""What is hidden at a table of Pazaak: side decks, hands, and cards that were never played (rules 5.16)."""

from bot.engine.game import DEALER
from cogs.pazaak.cards import KINDS
from cogs.pazaak.rules import GAME
from cogs.pazaak.state import Hand, Played
from tests.games.pazaak.pazaak_table import Table, won_by_standing

GOLDEN = {"Han": "D T 2&4 ±6"}


def open_cards(table: Table, seat: int | None) -> list[str]:
    """List the cards whose seals a seat, or everyone, may open, in the order drawn."""
    return [seal.card for seal in GAME.seals(table.state, seat) if seal.card]


def names_a_card(text: str) -> bool:
    return any(f'"{code}"' in text for code in KINDS)


class TestViews:
    def test_only_the_own_hand_is_seen_and_its_count_is_open(self):
        state = Table(hands=GOLDEN).state
        own = GAME.view(state, 1).own
        assert own
        assert own.hand == ("double", "tiebreaker", "flip_2_4", "either_6")
        assert GAME.view(state, None).own is None
        assert GAME.view(state, DEALER).own is None
        assert GAME.view(state, 3).own is None
        assert not names_a_card(GAME.view(state, None).to_json())
        assert Table("7").plays("Han", "+1").sees("Han").in_hand == 3

    def test_decks_are_shown_to_whoever_chooses_alone(self):
        table = Table(hands=GOLDEN, chosen=False)
        own, other = GAME.view(table.state, 1).own, GAME.view(table.state, 2).own
        assert own is not None
        assert other is not None
        assert (own.decks[0].name, len(own.decks)) == ("Mine", 5)
        assert set(other.decks[0].cards) != set(own.decks[0].cards)
        assert not names_a_card(GAME.view(table.state, None).to_json())
        first, fifth = (Table(hands=GOLDEN, chosen=False).do("Han", "deck", deck=deck) for deck in ("1", "5"))
        assert first.events == fifth.events
        for seat in (None, 2):
            assert GAME.view(first.state, seat) == GAME.view(fifth.state, seat)
        assert first.said[-1] == "Han has chosen a side deck."


class TestWhatIsTold:
    def test_hand_is_told_to_its_owner_and_revealed_by_playing(self):
        told = Table(hands=GOLDEN).private
        assert [(seat, len(event.cards)) for seat, event in told if isinstance(event, Hand)] == [(1, 4), (2, 4)]
        assert Played.reveals
        assert not Hand.reveals
        refusals = {Table("7", hands=hands).refusal("Lando", "play", card="double") for hands in (GOLDEN, {})}
        assert refusals == {"It isn't your turn."}


class TestSeals:
    def test_only_played_cards_are_opened(self):
        assert open_cards(Table("7").plays("Han", "+2"), None) == ["plus_2"]
        assert open_cards(Table("7").plays("Han", "+2"), 2)[0] == "plus_2"
        seals = GAME.seals(Table("7", hands={"Han": "+2 x4"}).plays("Han", "+2").state, None)
        assert [seal.is_open for seal in seals] == [True] + [False] * 7
        table = won_by_standing("Han", sets=1)
        assert open_cards(table, None) == []
        assert open_cards(table, 2) == ["plus_1", "plus_2", "plus_3", "plus_4"]
        table = Table("7 8", hand="set").plays("Han", "+1").stands("Han", "Lando")
        seals = GAME.seals(table.state, None)
        assert len(seals) == 16
        assert open_cards(table, None) == ["plus_1"]
