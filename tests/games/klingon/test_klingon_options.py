"""Every house rule of Klingon Hold-'Em, at both of its ends; and that own cards keep every law of the games."""

from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine.options import options_of, with_options
from bot.engine.skills import D6
from bot.errors import RuleError
from cogs.klingon.card_file import LEAST_SHIPS, STANDARD, deck_of, ships_in_play
from cogs.klingon.cards import Deck
from cogs.klingon.rules import GAME
from cogs.klingon.state import PRESETS, KlingonRules, OfCards
from tests.games.klingon.klingon_brute import strange_deck
from tests.games.klingon.klingon_table import DISRUPTORS, TEN, THOLIANS, THREE, UNARMED, Table
from tests.laws.hands import played
from tests.laws.sittings import Sitting
from tests.laws.test_laws import LAWS

CASH = PRESETS["cash table"]
EQUALS = {"Roark": THOLIANS, "Lando": UNARMED, "Han": "kli-f5 kzi-ff"}
"""Roark and Han have two disruptors each."""


def tied(**options: Any) -> Table:
    """Tie Roark and Han for 25 chips at a cash table: Lando has put 5 in and disengaged."""
    table = Table(THREE, EQUALS, DISRUPTORS, rules=with_options(CASH, options))
    return table.call("Roark").fold("Lando").shown()


def strange(seed: int) -> Deck:
    return strange_deck(Random(seed))


class TestStakes:
    def test_tournament_is_usual_and_costs_its_fee(self):
        assert KlingonRules() == PRESETS["tournament"]
        assert GAME.terms(KlingonRules()) is not None
        assert GAME.terms(CASH) is None
        rules = KlingonRules(fee=350)
        buy_in = GAME.buy_in(rules)
        assert (buy_in.low, buy_in.usual, buy_in.high) == (350, 350, 350)
        assert (rules.terms and rules.terms.fee) == 350
        rules = KlingonRules(chips=120)
        assert (rules.terms and rules.terms.points) == 120

    @pytest.mark.parametrize("prizes, shares", [("winner", (100,)), ("two", (65, 35)), ("three", (50, 30, 20))])
    def test_the_winner_takes_all_or_the_best_share(self, prizes: str, shares: tuple[int, ...]):
        terms = GAME.terms(with_options(KlingonRules(), {"prizes": prizes}))
        assert terms
        assert terms.shares == shares
        assert sum(shares) == 100

    @pytest.mark.parametrize("rebuys", [0, 5])
    def test_how_often_one_may_buy_back_in(self, rebuys: int):
        terms = GAME.terms(KlingonRules(rebuys=rebuys))
        assert terms
        assert terms.rebuys == rebuys

    def test_cash_table_takes_from_one_large_cloaked_bet_up(self):
        buy_in = GAME.buy_in(with_options(CASH, {"cash_small": 25}))
        assert (buy_in.low, buy_in.usual) == (50, 1000)
        assert [GAME.least_stack(rules) for rules in (KlingonRules(), CASH)] == [1, 1]


class TestTheCloakedBets:
    def test_small_cloaked_bet_can_be_chosen(self):
        assert Table(small=0).state.small == 5
        assert Table(small=8).bets == {"Roark": 0, "Lando": 8, "Han": 16}
        assert Table(rules=CASH, cash_small=3, small=8).bets == {"Roark": 0, "Lando": 3, "Han": 6}


class TestRaising:
    @pytest.mark.parametrize("most", [1, 3])
    def test_everybody_has_the_chosen_number_of_raises_in_a_round(self, most: int):
        table, to = Table(THREE[:2], raises_each=most), 20
        for _ in range(most):
            table.raises("Roark", to).raises("Lando", to + 10)
            to += 20
        assert table.keys("Roark") == ["call", "fold"]
        times = {1: "once", 3: "three times"}[most]
        assert table.refusal("Roark", "raise", to=to) == (
            f"You've raised {times} in this round, the most at this table: engage or disengage."
        )

    def test_raises_are_unlimited_uncounted_or_limited_by_option(self):
        table = Table(THREE[:2], raises_each=0)
        for to in range(20, 100, 20):
            table.raises("Roark", to).raises("Lando", to + 10)
        assert "raise" in table.keys("Roark")
        assert GAME.view(table.state, None).raises_each is None

        def twice_after_betting(**options: Any) -> Table:
            table = Table(THREE[:2], **options).engaged()
            return table.bet("Roark", 10).raises("Lando", 20).raises("Roark", 30).raises("Lando", 40)

        assert "raise" not in twice_after_betting(opening_counts=True).keys("Roark")
        assert "raise" in twice_after_betting(opening_counts=False).keys("Roark")
        over_the_cloaked_bet = Table(THREE[:2], opening_counts=False).raises("Roark", 20)
        assert over_the_cloaked_bet.seat_view("Roark").raises == 1
        assert Table(max_bet=3).bounds("Roark") == (20, 40)
        assert Table(max_bet=1).engaged().bounds("Roark", "bet") == (10, 10)
        assert Table(max_bet=0).bounds("Roark")[1] == 200

    def test_raise_may_be_limited_by_the_pot(self):
        """25 lie in the middle once Roark has engaged, so that a raise comes to 35."""
        assert Table(pot_limit=True).bounds("Roark") == (20, 35)
        assert Table(pot_limit=True, bank=7).engaged().bounds("Roark", "bet") == (10, 37)

    @pytest.mark.parametrize("reopens, keys", [(False, ["call", "fold"]), (True, ["call", "raise", "fold"])])
    def test_a_short_all_in_reopens_only_where_the_table_says_so(self, reopens: bool, keys: list[str]):
        table = Table(stacks={"Han": 35}, short_raise_reopens=reopens).engaged()
        assert table.bet("Roark", 20).call("Lando").all_in("Han").keys("Roark") == keys


class TestTheCards:
    def test_carriers_may_be_left_out(self):
        assert len(ships_in_play(KlingonRules(carriers="in"))) == len(STANDARD.ships)
        left = ships_in_play(KlingonRules(carriers="out"))
        assert left == tuple(ship for ship in STANDARD.ships if not ship.is_carrier)
        state = Table(carriers="out").state
        assert len(state.shipyard) + 6 == len(left) < len(STANDARD.ships)

    @pytest.mark.parametrize("smallest, out", [("all", 0), ("six", 6), ("twelve", 12)])
    def test_the_smallest_ships_may_be_taken_out(self, smallest: str, out: int):
        rules = with_options(KlingonRules(), {"smallest": smallest})
        left = {ship.id for ship in ships_in_play(rules)}
        gone = [ship.points for ship in STANDARD.ships if ship.id not in left]
        assert len(gone) == out
        assert max(gone, default=0) <= min(ship.points for ship in STANDARD.ships if ship.id in left)
        dealt = Table(smallest=smallest).state
        assert {*dealt.shipyard} < left

    def test_an_enveloper_may_double_a_plasma_f(self):
        def attacks(**options: Any) -> dict[str, int]:
            cards = "plasma_f-10 enveloper overload overload scatter_pack"
            return Table(THREE, {"Roark": UNARMED}, cards, **options).shown().attacks

        assert attacks(enveloper_f=False)["Roark"] == 10
        assert attacks(enveloper_f=True)["Roark"] == 20

    def test_house_rules_leave_enough_cards(self):
        few = STANDARD.evolve(ships=STANDARD.ships[:LEAST_SHIPS])
        rules = KlingonRules(deck=few)
        with pytest.raises(RuleError, match="Only 14 of these ships would be in play"):
            with_options(rules, {"smallest": "six"})
        assert GAME.start(Table(rules=rules).deal, Table().cards).state
        with pytest.raises(ValidationError, match="There are only 5 action cards"):
            KlingonRules(deck=STANDARD.evolve(actions=STANDARD.actions[:1]))
        few = STANDARD.evolve(ships=STANDARD.ships[:LEAST_SHIPS])
        table = Table(TEN, rules=KlingonRules(deck=few)).shown()
        assert {ship for name in TEN for ship in table.ships(name)} == {ship.id for ship in few.ships}
        assert table.state.shipyard == ()


class TestTheEnd:
    def test_losing_ships_are_shown_or_not(self):
        ships = {"Roark": THOLIANS, "Lando": UNARMED}
        assert set(Table(THREE, ships, DISRUPTORS).shown().attacks) == set(THREE)
        assert "Lando" not in Table(THREE, ships, DISRUPTORS, losing_hands="mucked").shown().attacks

    def test_odd_chip_follows_the_house_rule_but_no_chip_leaves_a_tournament(self):
        table = tied()
        assert table.nets == {"Roark": 3, "Lando": -5, "Han": 2}
        table = tied(odd_chips="house")
        assert (table.nets, table.end.house, table.end.bank) == ({"Roark": 2, "Lando": -5, "Han": 2}, 1, 0)
        table = tied(odd_chips="carry")
        assert (table.nets, table.end.house, table.end.bank) == ({"Roark": 2, "Lando": -5, "Han": 2}, 0, 1)
        with pytest.raises(RuleError, match="In a tournament, the house can't get odd chips"):
            with_options(KlingonRules(), {"odd_chips": "house"})


class TestWhatIsSaidOfThem:
    def test_title_names_the_betting_limit_and_usual_rules_need_no_note(self):
        names = [GAME.title_of(with_options(KlingonRules(), how)) for how in ({}, {"pot_limit": True}, {"max_bet": 2})]
        assert names == ["No-Limit Klingon Hold-'Em", "Pot-Limit Klingon Hold-'Em", "Klingon Hold-'Em"]
        assert [GAME.rules_note(PRESETS[name]) for name in ("tournament", "three prizes", "cash table")] == [None] * 3

    @pytest.mark.parametrize(
        "rules, note",
        [
            (KlingonRules(fee=0), "You play for the honor: a place costs nothing."),
            (KlingonRules(chips=20), "so it won't take long."),
            (KlingonRules(deck=STANDARD.evolve(title="*My* ships")), r"the campaign's own cards: \*My\* ships."),
        ],
    )
    def test_unusual_house_rules_are_noted(self, rules: KlingonRules, note: str):
        assert note in (GAME.rules_note(rules) or "")

    def test_unknown_options_and_leaving_are_noted(self):
        note = "The house rule “Enveloper on Plasma-F” has no effect with these cards."
        assert GAME.rules_note(KlingonRules(enveloper_f=True)) is None
        assert note in (GAME.rules_note(KlingonRules(deck=strange(1), enveloper_f=True)) or "")
        assert note not in (GAME.rules_note(KlingonRules(deck=strange(1))) or "")
        for rules in (CASH, KlingonRules()):
            acts = "The bot then plays for Han: it checks if that's free, and disengages otherwise."
            assert GAME.leaving_note(rules, "Han") == acts


class TestOwnCards:
    def test_own_cards_are_seen_by_everybody_and_no_form_field(self):
        assert "deck" not in {option.name for option in options_of(KlingonRules)}
        deck = strange(1)
        table = Table(rules=KlingonRules(deck=deck)).shown()
        assert deck_of(GAME.view(table.state, None).rules) == deck
        assert all(event.deck == deck for event in table.events if isinstance(event, OfCards))

    def test_own_cards_keep_every_law_when_ten_hold_all_ships(self):
        sitting = Sitting("klingon", KlingonRules(deck=strange(2)), D6, seats=10, seed=2)
        for hand in played(sitting):
            for law in LAWS:
                law(hand)
