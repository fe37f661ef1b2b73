"""What is hidden at a table of Golem: hands, discards and choices, until the cards are turned up."""

from typing import Any

import pytest

from bot.engine.cards import FULL_DECK, plain_card
from bot.engine.game import DEALER, Player
from bot.engine.rng import SeededRng, seal_digest
from cogs.golem.rules import GAME
from cogs.golem.state import GolemRules
from tests.games.golem.golem_table import BEATEN, SEVENS_AND_TWOS, THREE_SEVENS, UNBEATEN, Table, at_the_draw, beaten


def open_cards(table: Table, seat: int | None) -> list[str]:
    """List the cards whose seals a seat, or everyone, may open, in the order drawn."""
    return [seal.card for seal in GAME.seals(table.state, seat) if seal.card]


class TestViews:
    def test_only_ones_cards_are_seen_before_the_showdown(self):
        state = Table(BEATEN).state
        own = GAME.view(state, 2).own
        assert own
        assert own.cards == tuple(BEATEN["Lando"].split())
        assert GAME.view(state, None).own is None
        assert GAME.view(state, DEALER).own is None
        for table in (Table(BEATEN), at_the_draw().discard("Roark", "7s"), at_the_draw().draw(SEVENS_AND_TWOS)):
            shown = GAME.view(table.state, None).to_json()
            assert not any(f'"{card}"' in shown for card in FULL_DECK)

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

    def test_events_name_cards_to_their_owners_alone(self):
        told = Table(BEATEN).private
        assert {seat: event.model_dump()["cards"] for seat, event in told} == {
            seat: tuple(BEATEN[name].split()) for seat, name in enumerate(BEATEN, start=1)
        }
        said = " ".join(at_the_draw().draw(SEVENS_AND_TWOS).said)
        assert not any(plain_card(card) in said for card in FULL_DECK)
        table = Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS)
        view = GAME.view(table.state, None)
        assert all(seat.shown == () and seat.drew is None for seat in view.seats)
        assert (view.showdown, view.pile) == (None, None)


class TestSeals:
    def test_cards_are_sealed_in_order_and_open_to_their_owner(self):
        seals = GAME.seals(Table(BEATEN).state, None)
        assert [seal.seat for seal in seals] == [3] * 5 + [1] * 5 + [2] * 5
        assert all(seal.card is None and seal.salt is None and len(seal.digest) == 64 for seal in seals)
        seals = GAME.seals(Table(BEATEN).state, 2)
        own = [seal for seal in seals if seal.seat == 2]
        assert [seal.card for seal in own] == BEATEN["Lando"].split()
        assert all(seal_digest(seal.salt or "", seal.card or "") == seal.digest for seal in own)
        assert all(seal.card is None for seal in seals if seal.seat != 2)
        table = at_the_draw().draw(SEVENS_AND_TWOS)
        assert [seal.seat for seal in GAME.seals(table.state, None)][15:20] == [3, 3, 1, 1, 2]

    def test_seals_open_only_once_shown(self):
        hands = "1c 12s 3d 3c 5s 6h 5h 13d 13c 9h 1h 10d 10c 4h 4s"
        golem = "7s 7d 2d 2c 8h"
        assert sorted(open_cards(beaten(), None)) == sorted(f"{hands} {golem}".split())
        # All that was shown of the first deal is dealt again in the second.
        table = Table(UNBEATEN).then(UNBEATEN).played(THREE_SEVENS)
        assert len(open_cards(table, None)) == 20
        assert [seal.card for seal in GAME.seals(table.state, None)][25:] == [None] * 15
        table = Table(UNBEATEN, losing_hands="mucked").then(BEATEN).played(THREE_SEVENS)
        assert set(BEATEN["Roark"].split()) <= set(open_cards(table, 1))
        assert "13d" not in open_cards(table, 2)
        chance = SeededRng(1)
        players = tuple(Player(seat=seat, name=f"P{seat}", stack=100) for seat in (1, 2, 3))
        GAME.start(GAME.Deal(rules=GolemRules(), players=players), chance)
        assert [draw.secret for draw in chance.draws] == [True] * 15


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
    players = tuple(Player(seat=seat, name=f"P{seat}", stack=100) for seat in (1, 2, 3))
    state = GAME.start(GAME.Deal(rules=GolemRules(), players=players), chance).state
    while state.street != "second":
        seat = min(GAME.to_act(state))
        cards = state.gambler(seat).cards[:2]
        draws = state.street == "draw"
        action = GAME.action("discard", {"cards": cards}) if draws else GAME.action("check", {})
        state = GAME.act(state, seat, action, SeededRng(seed) if draws else chance).state
    return [(one.seat, one.held.card) for one in state.laid]
