"""What is hidden at a table of Golem: hands, discards and choices, until the cards are turned up."""

from bot.engine.cards import FULL_DECK, plain_card
from bot.engine.chance import SeededChance, seal_digest
from bot.engine.game import DEALER, Player
from cogs.golem.options import GolemRules
from cogs.golem.rules import GAME
from tests.games.golem_table import BEATEN, SEVENS_AND_TWOS, THREE_SEVENS, UNBEATEN, Table, at_the_draw, beaten


def open_cards(table: Table, seat: int | None) -> list[str]:
    """The cards whose seals a seat, or everybody, may open, in the order drawn."""
    return [seal.card for seal in GAME.seals(table.state, seat) if seal.card]


class TestViews:
    def test_a_seat_sees_its_own_cards_and_the_public_none(self):
        state = Table(BEATEN).state
        own = GAME.view(state, 2).own
        assert own
        assert own.cards == tuple(BEATEN["Lando"].split())
        assert GAME.view(state, None).own is None
        assert GAME.view(state, DEALER).own is None

    def test_no_card_is_in_the_public_view_before_the_showdown(self):
        for table in (Table(BEATEN), at_the_draw().discard("Roark", "7s"), at_the_draw().draw(SEVENS_AND_TWOS)):
            shown = GAME.view(table.state, None).to_json()
            assert not any(f'"{card}"' in shown for card in FULL_DECK)

    def test_how_many_cards_somebody_throws_away_is_hidden_until_all_have_chosen(self):
        none, two = (at_the_draw().discard("Roark", cards) for cards in ("", "7s 2d"))
        assert GAME.view(none.state, None) == GAME.view(two.state, None)
        assert GAME.view(none.state, 2) == GAME.view(two.state, 2)
        assert none.events == two.events
        two.cards.ready += ["6h", "5h", "1h"]
        drawn = GAME.view(two.discard("Lando", "2c").discard("Han").state, None)
        assert [seat.drew for seat in drawn.seats] == [2, 1, 0]

    def test_a_choice_is_told_to_nobody(self):
        table = at_the_draw()
        before = len(table.private)
        assert len(table.discard("Roark", "7s 2d").private) == before

    def test_hands_are_told_to_their_owners_alone(self):
        told = Table(BEATEN).private
        assert {seat: event.model_dump()["cards"] for seat, event in told} == {
            seat: tuple(BEATEN[name].split()) for seat, name in enumerate(BEATEN, start=1)
        }

    def test_nothing_told_to_all_names_a_card_before_the_showdown(self):
        said = " ".join(at_the_draw().draw(SEVENS_AND_TWOS).said)
        assert not any(plain_card(card) in said for card in FULL_DECK)

    def test_after_a_re_deal_the_new_cards_are_hidden_again(self):
        table = Table(UNBEATEN).then(BEATEN).played(THREE_SEVENS)
        view = GAME.view(table.state, None)
        assert all(seat.shown == () and seat.drew is None for seat in view.seats)
        assert (view.showdown, view.pile) == (None, None)


class TestSeals:
    def test_every_card_is_sealed_as_it_is_dealt(self):
        seals = GAME.seals(Table(BEATEN).state, None)
        assert [seal.seat for seal in seals] == [3] * 5 + [1] * 5 + [2] * 5
        assert all(seal.card is None and seal.salt is None and len(seal.digest) == 64 for seal in seals)

    def test_its_owner_can_open_it(self):
        seals = GAME.seals(Table(BEATEN).state, 2)
        own = [seal for seal in seals if seal.seat == 2]
        assert [seal.card for seal in own] == BEATEN["Lando"].split()
        assert all(seal_digest(seal.salt or "", seal.card or "") == seal.digest for seal in own)
        assert all(seal.card is None for seal in seals if seal.seat != 2)

    def test_new_cards_are_sealed_in_the_order_they_come(self):
        table = at_the_draw().draw(SEVENS_AND_TWOS)
        assert [seal.seat for seal in GAME.seals(table.state, None)][15:] == [3, 3, 1, 1, 2]

    def test_what_was_shown_can_be_opened_by_all(self):
        hands = "1c 12s 3d 3c 5s 6h 5h 13d 13c 9h 1h 10d 10c 4h 4s"
        golem = "7s 7d 2d 2c 8h"
        assert sorted(open_cards(beaten(), None)) == sorted(f"{hands} {golem}".split())

    def test_the_same_card_of_another_deal_stays_closed(self):
        """All that was shown of the first deal is dealt again in the second."""
        table = Table(UNBEATEN).then(UNBEATEN).played(THREE_SEVENS)
        assert len(open_cards(table, None)) == 20
        assert [seal.card for seal in GAME.seals(table.state, None)][20:] == [None] * 15

    def test_a_card_of_an_earlier_deal_stays_its_owners(self):
        table = Table(UNBEATEN, losing_hands="mucked").then(BEATEN).played(THREE_SEVENS)
        assert set(BEATEN["Roark"].split()) <= set(open_cards(table, 1))
        assert "13d" not in open_cards(table, 2)

    def test_cards_that_fill_the_golem_up_are_sealed_and_shown(self):
        table = at_the_draw(few_discards="top_up").draw({"Lando": "2c > 1h"})
        table.cards.ready += ["6c", "7c", "9s", "11s"]
        seals = GAME.seals(table.checked().state, None)
        assert [(seal.seat, seal.card) for seal in seals[-4:]] == [
            (DEALER, "6c"),
            (DEALER, "7c"),
            (DEALER, "9s"),
            (DEALER, "11s"),
        ]

    def test_no_open_draw_decides_a_card(self):
        chance = SeededChance(1)
        players = tuple(Player(seat=seat, name=f"P{seat}", stack=100) for seat in (1, 2, 3))
        GAME.start(GAME.Deal(rules=GolemRules(), players=players), chance)
        assert [draw.secret for draw in chance.draws] == [True] * 15
