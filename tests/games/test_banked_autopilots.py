"""How NPCs play against a house: what each style bets on, and how a hand is played out."""

from collections import Counter
from typing import Any

import pytest

from bot import games
from bot.engine.ai.temper import Style, Temper
from bot.engine.banked.limits import RESERVE
from bot.engine.game import Player
from bot.engine.options import with_options
from bot.engine.rng import SeededRng
from cogs.bounder.rules import GAME as BOUNDER
from cogs.century.odds import bets as century_odds
from cogs.century.rules import GAME as CENTURY
from cogs.roulette.rules import GAME as ROULETTE
from cogs.twentyone.rules import GAME as TWENTYONE
from tests.games.bounder import bounder_table
from tests.games.twentyone import twentyone_table
from tests.laws.piloted import STYLES

OFTEN = 30


def begun(game: Any, stack: int = 1000, **options: Any) -> Any:
    """Seat 1 alone at a table of the house, as a hand begins."""
    rules = with_options(next(iter(game.presets.values())), options)
    deal = game.Deal(rules=rules, players=(Player(seat=1, stack=stack),), reserve=RESERVE)
    return game.start(deal, SeededRng(1)).state


def done(game: Any, state: Any, style: Style, count: int = OFTEN, seat: int = 1) -> list[Any]:
    """List a style's actions over `count` tries."""
    ai, view, moves = games.spec_of(game.key).player, game.view(state, seat), game.moves(state, seat)
    temper = Temper(style=style, skill="expert")
    return [ai.decide(lambda: view, moves, temper, SeededRng(at), 0) for at in range(count)]


@pytest.mark.parametrize("game", [BOUNDER, CENTURY, ROULETTE, TWENTYONE], ids=lambda game: game.key)
class TestEverybody:
    def test_everybody_bets_now_and_then_but_not_most_of_their_chips(self, game: Any):
        calm = {"pass", "done"}
        for style in STYLES:
            assert any(action.kind not in calm for action in done(game, begun(game), style)), style
        state = begun(game, stack=12 if game is TWENTYONE else 6)
        for style in STYLES:
            kinds = {action.kind for action in done(game, state, style)}
            assert (kinds <= {"pass", "done"}) == (style != "reckless"), style


class TestBounder:
    def shooting(self, point: int) -> Any:
        return bounder_table.Table("Ada", "Bram").stakes("Ada", 10, point).state

    def test_a_shark_doubles_where_that_costs_nothing_the_cautious_never_the_reckless_always(self):
        doubles = {
            (style, point): {action.kind for action in done(BOUNDER, self.shooting(point), style)} == {"double"}
            for style in ("shark", "cautious", "reckless")
            for point in (1, 10)
        }
        assert doubles == {
            ("shark", 1): True,
            ("shark", 10): False,
            ("cautious", 1): False,
            ("cautious", 10): False,
            ("reckless", 1): True,
            ("reckless", 10): True,
        }

    def test_a_shooter_is_ready_to_roll_while_others_think(self):
        table = bounder_table.Table("Ada", "Bram").stakes("Ada", 10, 9).keeps("Ada")
        assert "roll" in {action.kind for action in done(BOUNDER, table.state, "cautious")}


class TestCentury:
    def test_a_shark_fills_in_what_brings_back_most(self):
        state = begun(CENTURY)
        best = max(century_odds(state.rules), key=lambda bet: bet.back)
        assert {f"picks_{action.count}" for action in done(CENTURY, state, "shark")} == {best.key}

    def test_the_reckless_hope_for_much_and_the_cautious_to_be_paid_at_all(self):
        state = begun(CENTURY)

        def counts(style: Style) -> set[int]:
            return {
                len(action.numbers) if action.kind == "ticket" else action.count
                for action in done(CENTURY, state, style)
            }

        often = {bet.key: bet.chance for bet in century_odds(state.rules)}
        assert min(counts("reckless")) >= 7
        assert {often[f"picks_{count}"] for count in counts("cautious")} == {max(often.values())}

    def test_nobody_hurries_the_drawing(self):
        state = begun(CENTURY)
        state = CENTURY.act(state, 1, CENTURY.action("quick", {"count": 2, "stake": 5}), SeededRng(1)).state
        assert [move.key for move in CENTURY.moves(state, 1)] == ["go_on"]
        assert set(done(CENTURY, state, "reckless")) == {None}


class TestRoulette:
    def test_the_cautious_and_sharks_bet_on_even_chances_and_the_reckless_on_few_numbers(self):
        state = begun(ROULETTE)
        spots = state.rules.layout.by_name
        bets = {style: Counter(action.kind for action in done(ROULETTE, state, style)) for style in STYLES}
        assert set(bets["cautious"]) == set(bets["shark"]) == {"outside"}
        assert set(bets["reckless"]) == {"inside"}
        assert all(spots[action.spot].is_even_chance for action in done(ROULETTE, state, "shark"))

    def test_stakes_can_be_halved_where_half_comes_back(self):
        state = begun(ROULETTE, zero="half", min_bet=3)
        assert all(action.amount % 2 == 0 for action in done(ROULETTE, state, "shark"))


class TestTwentyOne:
    def played(self, cards: str, dealer: str, style: Style) -> set[str]:
        table = twentyone_table.Table().dealt(dealer, Roark=cards)
        return {action.kind for action in done(TWENTYONE, table.state, style)}

    def test_style_decides_splits_doubles_and_insurance(self):
        for style in ("shark", "steady"):
            assert "double" in self.played("6s 5d", "6c 2h", style)
            assert "split" in self.played("8s 8d", "10c 2h", style)
            assert self.played("10s 7d", "10c 2h", "shark") == {"stand"}
        assert self.played("10s 2d", "10c 2h", "cautious") == {"stand"}
        assert "split" in self.played("10s 10d", "10c 2h", "reckless")
        assert "double" in self.played("10s 2d", "10c 2h", "reckless")
        assert self.played("10s 7d", "Ac 2h", "shark") == {"decline"}
        assert "insure" in self.played("10s 7d", "Ac 2h", "cautious")

    def test_stakes_come_out_to_the_coin(self):
        bets = [action.amount for action in done(TWENTYONE, begun(TWENTYONE, stack=5000), "shark")]
        assert all(amount % 10 == 0 for amount in bets)
        assert max(bets) <= 1250
