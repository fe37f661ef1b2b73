"""The dealer's second card: insurance, the look under an ace or ten, and what a natural takes where nobody looks."""

from typing import Any

import pytest

from bot.engine.cards import Seal
from bot.engine.rng import SeededRng
from cogs.twentyone.rules import GAME
from cogs.twentyone.state import HoleCard, Peeked, Turned
from tests.games.twentyone.twentyone_table import Table, against, cards

NO_LOOK: tuple[HoleCard, ...] = ("no_peek", "none_original", "none_all")


class TestInsurance:
    def test_insurance_is_offered_against_an_ace_where_the_table_has_it(self):
        table = Table("Roark", "Lando", "Han").dealt("Ac 8s", Roark="9h 8h", Han="9d 8d")
        assert table.turn == ("Roark", "Han")
        assert table.offered() == ["insure", "insure_part", "decline"]
        assert table.offered("Lando") == []
        table = against("Ac 8s", "9h 8h", insurance=False)
        assert table.turn == ("Roark",)
        assert table.refusal("insure") == "There is no insurance at this table."

    @pytest.mark.parametrize("dealer", ["10c As", "Kc As", "2c 8s"])
    def test_insurance_is_not_offered_against_another_card(self, dealer: str):
        assert against(dealer, "9h 8h").state.stage != "insurance"

    def test_insurance_costs_up_to_half_and_pays_two_to_one(self):
        table = against("Ac 8s", "9h 8h", bet=25)
        assert table.price("insure") == 12
        assert (table.amount("insure_part").low, table.amount("insure_part").high) == (1, 11)
        assert table.refusal("insure_part", amount=12) == "At most 11 cr. Use “Insure” for the full insurance."
        assert table.refusal("insure_part", amount=0) == "The least insurance is 1 cr."
        table = against("Ac Ks", "9h 8h").do("Roark", "insure")
        assert (table.net, table.end.bank) == (0, 10_000)
        assert against("Ac Ks", "9h 8h").do("Roark", "insure_part", amount=3).net == -4
        table = against("Ac 8s", "10h 10d").do("Roark", "insure")
        assert table.turn == ("Roark",)
        assert table.stand().net == 10 - 5

    @pytest.mark.parametrize("dealer", ["Ac Ks", "Ac 8s"])
    def test_beside_a_natural_is_even_money(self, dealer: str):
        assert against(dealer, "Ah Kh").do("Roark", "insure").net == 10

    def test_insurance_may_be_declined_and_is_bounded(self):
        table = Table("Roark", "Lando").dealt("Ac Ks", Roark="9h 8h", Lando="9d 8d")
        assert table.do("Lando", "decline").turn == ("Roark",)
        assert table.refusal("insure", "Lando") == "You've already decided on insurance. Wait for the others."
        assert table.do("Roark", "insure").nets == {"Roark": 0, "Lando": -10}
        assert against("Ac Ks", "9h 8h").times_out("Roark").net == -10
        table = Table(stacks={"Roark": 12}).dealt("Ac 8s", Roark="9h 8h")
        assert table.price("insure") == 2
        assert table.refusal("insure_part", amount=2) == "At most 1 cr. Use “Insure” for the full insurance."

    @pytest.mark.parametrize(
        "bet, presets",
        [
            (4, [("The least", 1)]),
            (10, [("The least", 1), ("Half of it", 2)]),
            (25, [("The least", 1), ("Half of it", 6)]),
        ],
    )
    def test_less_has_presets_that_are_less(self, bet: int, presets: list[tuple[str, int]]):
        amount = against("Ac 8s", "9h 8h", bet=bet, min_bet=1).amount("insure_part")
        assert [(preset.label, preset.amount) for preset in amount.presets] == presets
        assert all(amount.low <= preset.amount <= amount.high for preset in amount.presets)

    @pytest.mark.parametrize("bet, stack", [(2, 1000), (3, 1000), (10, 11)])
    def test_of_a_single_coin_isnt_offered_in_part(self, bet: int, stack: int):
        table = Table(min_bet=1, stacks={"Roark": stack}).dealt("Ac 8s", {"Roark": bet}, Roark="9h 8h")
        assert table.offered() == ["insure", "decline"]
        assert table.refusal("insure_part", amount=1) == "There's only one coin to insure, so you can't insure less."

    def test_insurance_asks_those_who_can_pay_it_at_once(self):
        table = Table("Roark", "Lando", stacks={"Roark": 10}).dealt("Ac 8s", Roark="9h 8h", Lando="9d 8d")
        assert table.turn == ("Lando",)
        assert table.refusal("insure") == "You have no chips left to insure with."
        table = Table("Roark", "Lando", min_bet=1).dealt("Ac 8s", {"Roark": 1}, Roark="9h 8h", Lando="9d 8d")
        assert table.turn == ("Lando",)
        assert table.refusal("decline") == "Half of your bet is less than a coin, so there's nothing to insure."
        table = Table("Roark", "Lando").dealt("Ac 8s", Roark="9h 8h", Lando="9d 8d")
        before = GAME.asks(table.state, 2)
        assert GAME.asks(table.do("Roark", "insure").state, 2) == before

    @pytest.mark.parametrize("do", ["hit", "stand", "double", "split", "surrender"])
    def test_comes_before_the_hands(self, do: str):
        assert (
            against("Ac 8s", "9h 8h").refusal(do)
            == "Insurance comes first. You play your hand when everyone has decided on it."
        )

    def test_insurance_cannot_be_taken_later(self):
        table = against("Ac 8s", "9h 8h").do("Roark", "decline")
        assert table.refusal("insure") == "The time for insurance is over."
        assert against("10c 8s", "9h 8h").refusal("insure") == "You can insure only when the dealer shows an ace."

    @pytest.mark.parametrize("hole_card", NO_LOOK)
    def test_waits_for_the_dealers_turn_where_nobody_looks(self, hole_card: HoleCard):
        hole = "" if hole_card.startswith("none") else " Ks"
        table = against(f"Ac{hole}", "9h 8h", hole_card=hole_card).do("Roark", "insure")
        assert table.turn == ("Roark",)
        assert table.stand(new="" if hole else "Ks").net == 0

    def test_can_be_paid_by_every_bank_that_could_pay_the_bets(self):
        table = Table("Roark", "Lando", bank=30).dealt("Ac Ks", Roark="Ah Kh", Lando="Ad Kd")
        table.do("Roark", "insure").do("Lando", "insure")
        assert table.nets == {"Roark": 10, "Lando": 10}
        assert table.end.bank == 10


class TestTheLook:
    @pytest.mark.parametrize("dealer", ["Ac Ks", "10c As", "Qc As"])
    def test_under_an_ace_or_ten_ends_the_hand_with_a_natural(self, dealer: str):
        table = against(dealer, "9h 8h", insurance=False)
        assert (table.net, table.dealer) == (-10, cards(dealer))
        assert not any(isinstance(event, Peeked) for event in table.events)

    @pytest.mark.parametrize("dealer", ["Ac 9s", "10c 9s"])
    def test_without_one_is_told(self, dealer: str):
        table = against(dealer, "9h 8h", insurance=False)
        assert table.turn == ("Roark",)
        assert isinstance(table.events[-1], Peeked)

    def test_is_taken_under_no_other_card(self):
        assert not any(isinstance(event, Peeked) for event in against("9c 9s", "9h 8h").events)

    @pytest.mark.parametrize("hole_card", NO_LOOK)
    def test_is_taken_at_no_table_without_it(self, hole_card: HoleCard):
        dealer = "10c" if hole_card.startswith("none") else "10c As"
        assert against(dealer, "9h 8h", hole_card=hole_card).turn == ("Roark",)


def without_a_look(hole_card: HoleCard, hand: str, **options: Any) -> tuple[Table, str]:
    """Return a table whose dealer shows a ten and has an ace, and the card that still has to fall for it."""
    has_hole = hole_card == "no_peek"
    return against("10c As" if has_hole else "10c", hand, hole_card=hole_card, **options), "" if has_hole else " As"


@pytest.mark.parametrize(
    "hole_card, doubled, split, both",
    [("no_peek", -20, -20, -30), ("none_all", -20, -20, -30), ("none_original", -10, -10, -10)],
)
class TestANaturalThatNobodyLookedFor:
    def test_unseen_natural_takes_or_spares_what_was_added(
        self, hole_card: HoleCard, doubled: int, split: int, both: int
    ):
        table, ace = without_a_look(hole_card, "6h 5h")
        assert table.double(f"10d{ace}").net == doubled
        table, ace = without_a_look(hole_card, "8h 8d")
        assert table.split("10d 10s").stand().stand(new=ace).net == split
        table, ace = without_a_look(hole_card, "8h 8d")
        assert table.split("3d 6s").double("5c").hit(f"Kh{ace}").net == both
        table = Table(hole_card=hole_card).dealt("10c As", Roark="Ah Kh")
        assert (table.net, table.verdicts) == (0, ("push",))
        table, ace = without_a_look(hole_card, "10h 6h", surrender="late")
        assert table.do("Roark", "surrender", ace).net == -10


class TestWithoutAHoleCard:
    @pytest.mark.parametrize("hole_card", ["none_all", "none_original"])
    def test_the_second_card_is_dealt_when_all_hands_are_played(self, hole_card: HoleCard):
        table = against("6c", "9h 8h", hole_card=hole_card)
        assert (table.dealer, table.state.hole) == (cards("6c"), None)
        assert table.stand(new="10s 2d").dealer == cards("6c 10s 2d")

    def test_also_where_no_hand_is_left_to_beat(self):
        table = against("6c", "10h 6h", hole_card="none_all").hit("6s 10s")
        assert table.dealer == cards("6c 10s")


class TestTheSecret:
    def test_hole_card_is_hidden_and_sealed_until_it_is_turned(self):
        table = against("6c 10s", "9h 8h")
        for seat in (None, 0, 1, 2):
            view = GAME.view(table.state, seat).to_json()
            assert '"10s"' not in view
            assert table.state.hole is not None
            assert table.state.hole.salt not in view
            (seal,) = GAME.seals(table.state, seat)
            assert not seal.is_open
        table = against("6c 10s", "9h 8h").stand(new="2d")
        (seal,) = GAME.seals(table.state, None)
        assert (seal.seat, seal.card) == (0, "10s")
        assert seal.holds
        assert table.state.hole is not None
        assert seal == Seal.of(0, table.state.hole, is_open=True)
        table = against("6c 10s", "9h 8h").stand(new="2d")
        assert [type(event) for event in table.events if event.reveals] == [Turned]

    def test_hole_card_alone_is_secret(self):
        assert GAME.seals(against("6c", "9h 8h", hole_card="none_all").state, None) == ()
        deal = GAME.Deal(rules=Table().rules, players=Table().players, bank=1000)
        chance = SeededRng(5)
        state = GAME.start(deal, chance).state
        GAME.act(state, 1, GAME.action("bet", {"amount": 10}), chance)
        assert [draw.secret for draw in chance.draws] == [False, False, False, True]
        assert len(chance.salts) == 1
