"""What is hidden at a table of Pazaak: side decks, hands, and cards that were never played (rules 5.16)."""

import pytest

from bot.engine.cards import Seal
from bot.engine.game import DEALER
from bot.engine.rng import SeededRng, seal_digest
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
    def test_a_seat_sees_its_own_hand_and_nobody_else_does(self):
        state = Table(hands=GOLDEN).state
        own = GAME.view(state, 1).own
        assert own
        assert own.hand == ("double", "tiebreaker", "flip_2_4", "either_6")
        assert GAME.view(state, None).own is None
        assert GAME.view(state, DEALER).own is None
        assert GAME.view(state, 3).own is None
        assert not names_a_card(GAME.view(state, None).to_json())

    def test_the_hand_makes_no_difference_to_the_others(self):
        golden, plain = Table("7 8", hands=GOLDEN), Table("7 8")
        for seat in (None, 2, DEALER):
            assert GAME.view(golden.state, seat) == GAME.view(plain.state, seat)
        assert golden.events == plain.events
        assert golden.moves("Lando") == plain.moves("Lando")

    def test_how_many_cards_are_left_is_open(self):
        assert Table("7").plays("Han", "+1").sees("Han").in_hand == 3

    def test_decks_are_shown_to_whoever_chooses_among_them(self):
        table = Table(hands=GOLDEN, chosen=False)
        own, other = GAME.view(table.state, 1).own, GAME.view(table.state, 2).own
        assert own is not None
        assert other is not None
        assert (own.decks[0].name, len(own.decks)) == ("Mine", 5)
        assert set(other.decks[0].cards) != set(own.decks[0].cards)
        assert not names_a_card(GAME.view(table.state, None).to_json())

    def test_which_deck_was_chosen_is_nobodys_business(self):
        first, fifth = (Table(hands=GOLDEN, chosen=False).do("Han", "deck", deck=deck) for deck in ("1", "5"))
        assert first.events == fifth.events
        for seat in (None, 2):
            assert GAME.view(first.state, seat) == GAME.view(fifth.state, seat)
        assert first.said[-1] == "Han has chosen a side deck."


class TestWhatIsTold:
    def test_a_hand_is_told_to_its_owner_alone(self):
        told = Table(hands=GOLDEN).private
        assert [(seat, len(event.cards)) for seat, event in told if isinstance(event, Hand)] == [(1, 4), (2, 4)]

    def test_nothing_told_to_all_names_a_card_before_it_is_played(self):
        table = Table("7", hands=GOLDEN)
        assert not any(names_a_card(event.to_json()) for event in table.events)
        assert names_a_card(table.plays("Han", "±6", -6).events[-1].to_json())

    def test_playing_a_card_is_what_reveals_it(self):
        assert Played.reveals
        assert not Hand.reveals

    def test_bust_without_answer_says_nothing_of_a_hand(self):
        refusals = {Table("7", hands=hands).refusal("Lando", "play", card="double") for hands in (GOLDEN, {})}
        assert refusals == {"It isn't your turn."}


class TestSeals:
    def test_every_side_card_is_sealed_as_it_is_drawn(self):
        seals = GAME.seals(Table().state, None)
        assert [seal.seat for seal in seals] == [1] * 4 + [2] * 4
        assert all(seal.card is None and seal.salt is None and len(seal.digest) == 64 for seal in seals)

    def test_its_owner_can_open_it(self):
        own: list[Seal] = [seal for seal in GAME.seals(Table(hands=GOLDEN).state, 1) if seal.seat == 1]
        assert {seal.card for seal in own} == {"either_6", "flip_2_4", "double", "tiebreaker"}
        assert all(seal_digest(seal.salt or "", seal.card or "") == seal.digest for seal in own)

    def test_a_played_card_can_be_opened_by_all(self):
        assert open_cards(Table("7").plays("Han", "+2"), None) == ["plus_2"]
        assert open_cards(Table("7").plays("Han", "+2"), 2)[0] == "plus_2"

    def test_of_two_equal_cards_only_the_played_one_lies_open(self):
        seals = GAME.seals(Table("7", hands={"Han": "+2 x4"}).plays("Han", "+2").state, None)
        assert [seal.is_open for seal in seals] == [True] + [False] * 7

    def test_cards_never_played_stay_closed_after_the_match(self):
        table = won_by_standing("Han", sets=1)
        assert open_cards(table, None) == []
        assert open_cards(table, 2) == ["plus_1", "plus_2", "plus_3", "plus_4"]

    def test_cards_that_go_back_to_the_deck_stay_closed(self):
        table = Table("7 8", hand="set").plays("Han", "+1").stands("Han", "Lando")
        seals = GAME.seals(table.state, None)
        assert len(seals) == 16
        assert open_cards(table, None) == ["plus_1"]

    @pytest.mark.parametrize("hand", ["match", "set"])
    def test_no_open_draw_decides_a_side_card(self, hand: str):
        table = won_by_standing("Han", "Lando", hand=hand)
        secret = [draw for draw in table.cards.draws if draw.secret]
        assert len(secret) == (8 if hand == "match" else 24)
        assert {draw.bound for draw in secret} == {10, 9, 8, 7}


def test_the_same_seed_deals_the_same_match():
    table = Table()
    matches = [GAME.start(table.state.deal, SeededRng(5)).state for _ in range(2)]
    assert matches[0] == matches[1]
    assert GAME.State.from_json(table.state.to_json()) == table.state
