"""What is hidden at a table of Golem: hands, discards and choices, until the cards are turned up."""

from typing import Any

import pytest

from bot.engine.game import DEALER, Player
from bot.engine.rng import SeededRng
from cogs.golem.rules import GAME
from cogs.golem.state import GolemRules
from tests.games.golem.golem_table import BEATEN, SEVENS_AND_TWOS, THREE_SEVENS, UNBEATEN, Table, at_the_draw, beaten


def open_cards(table: Table, seat: int | None) -> list[str]:
    """List the cards whose seals a seat, or everyone, may open, in the order drawn."""
    return [seal.card for seal in GAME.seals(table.state, seat) if seal.card]


class TestViews:
    def test_choices_at_the_draw_are_hidden_until_all_have_chosen(self):
        none, two = (at_the_draw().discard("Roark", cards) for cards in ("", "7s 2d"))
        assert GAME.view(none.state, None) == GAME.view(two.state, None)
        assert GAME.view(none.state, 2) == GAME.view(two.state, 2)
        assert none.events == two.events
        two.cards.ready += ["6h", "5h", "1h"]
        drawn = GAME.view(two.discard("Lando", "2c").discard("Han").state, None)
        assert [seat.drew for seat in drawn.seats] == [2, 1, 0]
        table = at_the_draw()
        before = len(table.private)
        assert len(table.discard("Roark", "7s 2d").private) == before


class TestThePile:
    """What everybody threw away is mixed and sealed anew, so that nobody learns whose a card of the golem was."""

    def test_pile_is_sealed_and_mixed_before_the_second_bets(self):
        table = at_the_draw().draw(SEVENS_AND_TWOS)
        assert [seal.seat for seal in GAME.seals(table.state, None)][20:] == [DEALER] * 5
        assert [one.held.card for one in table.state.laid[20:]] == ["2c", "2d", "7d", "8h", "7s"]
        state = at_the_draw().draw(SEVENS_AND_TWOS).state
        for eyes in (None, DEALER, 1, 2, 3):
            assert all(seal.card is None for seal in GAME.seals(state, eyes) if seal.seat == DEALER)
        orders = {tuple(card for seat, card in played_by(seed) if seat == DEALER) for seed in range(20)}
        assert len(orders) > 10

    @pytest.mark.parametrize("options", [{}, {"losing_hands": "mucked"}, {"discards_shown": "all"}, {"penalty": 0}])
    def test_discards_are_never_opened_as_their_owners(self, options: dict[str, Any]):
        for table in (beaten(**options), Table(UNBEATEN, **options).then(BEATEN).played(THREE_SEVENS)):
            opened = {(seal.seat, seal.card) for seal in GAME.seals(table.state, None) if seal.card}
            assert not opened & {(1, "7s"), (1, "2d"), (2, "2c"), (2, "7c"), (3, "8h"), (3, "7d")}
            assert len([card for seat, card in opened if seat == DEALER]) == 5

    def test_golems_five_are_opened_and_discards_to_their_owner(self):
        table = Table(BEATEN).then(BEATEN)
        table.played({"Roark": "13d 13c > 6h 6c", "Lando": "10d 2c > 1h 1s", "Han": "3d 3c > 9c 11s"})
        closed = [seal for seal in GAME.seals(table.state, None)[:27] if seal.seat == DEALER and not seal.card]
        assert len(closed) == 1
        assert {"7s", "2d"} <= set(open_cards(beaten(), 1))

    def test_folded_hands_in_the_pile_stay_closed(self):
        table = Table(BEATEN, folded_feed=True).checked().draw({"Roark": "7s > 6h"}).fold("Han")
        assert [one.seat for one in table.state.laid[-6:]] == [DEALER] * 6
        assert GAME.view(table.state, None).pile == 6
        table.checked()
        assert set(table.showdown.golem) <= {"7s", *BEATEN["Han"].split()}
        assert all(seal.card is None for seal in GAME.seals(table.state, None) if seal.seat == 3)
        table = Table(BEATEN, folded_feed=True).fold("Han").checked().draw()
        assert GAME.view(table.state, None).pile == 5
        table = Table(BEATEN, folded_feed=True).fold("Han").checked().draw()
        sealed = len(table.state.laid)
        assert len(table.fold("Roark").state.laid) == sealed
        table = at_the_draw(few_discards="top_up", folded_feed=True)
        table.cards.ready += ["6c", "7c", "9s", "11s", "12s"]
        table.draw().fold("Han")
        assert {one.held.card for one in table.state.laid[-5:]} == set(BEATEN["Han"].split())

    def test_cards_that_fill_it_up_are_mixed_in_before_the_second_bets(self):
        table = at_the_draw(few_discards="top_up")
        table.cards.ready += ["1h", "6c", "7c", "9s", "11s"]
        for name in ("Roark", "Han"):
            table.discard(name)
        table.discard("Lando", "2c")
        assert [(one.seat, one.held.card) for one in table.state.laid[-5:]] == [
            (DEALER, "2c"),
            (DEALER, "6c"),
            (DEALER, "7c"),
            (DEALER, "9s"),
            (DEALER, "11s"),
        ]
        assert GAME.view(table.state, None).pile == 5
        assert set(table.checked().showdown.golem) == {"2c", "6c", "7c", "9s", "11s"}


def played_by(seed: int) -> list[tuple[int, str]]:
    """List the owner of each card in a hand in which three players each throw their first two away."""
    chance = SeededRng(7)
    players = tuple(Player(seat=seat, stack=100) for seat in (1, 2, 3))
    state = GAME.start(GAME.Deal(rules=GolemRules(), players=players), chance).state
    while state.street != "second":
        seat = min(GAME.to_act(state))
        cards = state.gambler(seat).cards[:2]
        draws = state.street == "draw"
        action = GAME.action("discard", {"cards": cards}) if draws else GAME.action("check", {})
        state = GAME.act(state, seat, action, SeededRng(seed) if draws else chance).state
    return [(one.seat, one.held.card) for one in state.laid]
