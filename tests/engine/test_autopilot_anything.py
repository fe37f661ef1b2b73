"""Whoever plays a game that nobody taught them: within every bound, calm or bold by temper."""

from collections import Counter
from typing import Any, Literal

import pytest

from bot.engine.ai.fallback import fallback_ai, filled
from bot.engine.ai.staking import affords, choose_stake
from bot.engine.ai.temper import Style, Temper, leaning, some_of
from bot.engine.moves import (
    Action,
    Amount,
    Cap,
    Choice,
    Field,
    Move,
    Number,
    Numbers,
    Pick,
    Words,
    require_offered,
)
from bot.engine.rng import SeededRng
from tests.laws.piloted import STYLES, TEMPERS

SOME = tuple(Choice(value=str(at), label=f"Thing {at}") for at in range(4))


class Check(Action):
    kind: Literal["check"] = "check"


class Fold(Action):
    kind: Literal["fold"] = "fold"


class Fill(Action):
    kind: Literal["fill"] = "fill"
    one: Any = None
    two: Any = None


class Unheard:
    """A game of which nothing is known but how its actions are read."""

    def action(self, kind: str, values: Any) -> Any:
        kinds: dict[str, type[Action]] = {"check": Check, "fold": Fold, "fill": Fill}
        return kinds[kind](**values)


def unseen() -> Any:
    raise AssertionError("the fallback goes by the moves alone")


AI = fallback_ai(Unheard())  # pyright: ignore[reportArgumentType] - all that it asks of a game is to read an action
CHECK = Move(key="check", label="Check")
FOLD = Move(key="fold", label="Fold", style="danger", confirm="Fold all the same?")


def form(*fields: Field) -> Move:
    return Move(key="fill", label="Fill in", fields=fields)


CAPPED = Amount(
    name="one",
    label="How much?",
    low=5,
    high=90,
    by="two",
    caps=tuple(Cap(value=str(at), high=5 + at) for at in range(4)),
)
FORMS = (
    form(Amount(name="one", label="How much?", low=7, high=7 + 3 * 9 + 1, step=3)),
    form(Amount(name="one", label="How much?", low=1, high=10**15)),
    form(CAPPED, Pick(name="two", label="Which?", choices=SOME)),
    form(
        CAPPED.evolve(caps=(Cap(value="2", high=5), Cap(value="3", high=6))),
        Numbers(name="two", label="Which?", low=1, high=9, at_least=2, at_most=3),
    ),
    form(CAPPED, Number(name="two", label="How many?", low=0, high=3)),
    form(Pick(name="one", label="Which?", choices=SOME, at_least=0, at_most=2)),
    form(Pick(name="one", label="Which?", choices=SOME, at_least=3, at_most=9)),
    form(Pick(name="one", label="Which?", choices=(), at_least=0, at_most=0)),
    form(Numbers(name="one", label="Which?", low=3, high=5, at_least=3, at_most=3)),
    form(Words(name="one", label="What?", at_most=1)),
    form(Words(name="one", label="What?"), Number(name="two", label="How many?", low=-3, high=-3)),
)


@pytest.mark.parametrize("move", FORMS, ids=lambda move: "+".join(field.type for field in move.fields))
def test_fallback_fills_in_every_field_within_its_bounds(move: Move):
    for at, temper in enumerate(TEMPERS * 4):
        action = AI.decide(unseen, (move,), temper, SeededRng(at), 0)
        assert action is not None
        require_offered((move,), action, lambda: "not offered")


@pytest.mark.parametrize(
    "move",
    [
        CHECK.evolve(aside=True),
        CHECK.evolve(place="clock"),
        form(Pick(name="one", label="Which?", choices=())),
        form(Amount(name="one", label="How much?", low=5, high=4)),
        form(Numbers(name="one", label="Which?", low=1, high=2, at_least=3, at_most=3)),
    ],
)
def test_fallback_skips_asides_clock_moves_and_unfillable_forms(move: Move):
    for temper in TEMPERS:
        assert AI.decide(unseen, (move,), temper, SeededRng(1), 0) is None
        assert AI.decide(unseen, (move, CHECK), temper, SeededRng(1), 0) == Check()


def test_fallback_confirms_a_move_only_by_blunder():
    for style in STYLES:
        done = Counter(
            AI.decide(unseen, (FOLD, CHECK), Temper(style=style, skill="expert"), SeededRng(at), 0) for at in range(200)
        )
        assert (done[Fold()] > 0) == (Temper(style=style, skill="expert").traits.blunder > 0)


def test_fallback_bets_more_for_the_reckless_than_for_the_cautious():
    bet = form(Amount(name="one", label="How much?", low=1, high=1000))
    bets = {
        style: [
            action.one
            for at in range(200)
            if isinstance(action := AI.decide(unseen, (CHECK, bet), Temper(style=style), SeededRng(at), 0), Fill)
        ]
        for style in STYLES
    }
    assert len(bets["cautious"]) < len(bets["steady"]) < len(bets["reckless"])
    assert max(bets["cautious"]) < max(bets["shark"]) < max(bets["reckless"])


def test_fallback_choice_is_the_same_for_the_same_draws():
    for at, temper in enumerate(TEMPERS):
        first, second = (AI.decide(unseen, FORMS[:3], temper, SeededRng(at), 0) for _ in range(2))
        assert first == second


def test_random_choices_follow_their_weights():
    found = Counter(some_of(SeededRng(at), 4, 2) for at in range(600))
    assert len(found) == 6
    assert all(60 < count < 140 for count in found.values())
    assert some_of(SeededRng(1), 10**12, 1)[0] < 10**12
    assert some_of(SeededRng(1), 5, 5) == (0, 1, 2, 3, 4)
    assert some_of(SeededRng(1), 5, 0) == ()
    found = Counter(leaning(SeededRng(at), "abc", (3, 0, 1)) for at in range(400))
    assert found["b"] == 0 < found["c"] < found["a"]
    assert {leaning(SeededRng(at), "ab", (0, -1)) for at in range(20)} == {"a", "b"}


class TestABetAgainstTheHouse:
    FIELD = Amount(name="amount", label="How much?", low=5, high=10_000)

    @pytest.mark.parametrize("style", STYLES)
    @pytest.mark.parametrize("stack", [5, 6, 9, 40, 1000, 10**12])
    def test_only_the_reckless_put_all_on_one_bet(self, style: Style, stack: int):
        for at in range(20):
            bet = choose_stake(self.FIELD, stack, style, SeededRng(at))
            assert bet is None or (5 <= bet <= 10_000 and affords(bet, stack, style))
            assert bet != stack or style == "reckless"

    def test_the_reckless_bet_more_of_their_chips_than_the_cautious(self):
        means = {
            style: sum(choose_stake(self.FIELD, 5000, style, SeededRng(at)) or 0 for at in range(50))
            for style in STYLES
        }
        assert means["cautious"] < means["shark"] < means["steady"] < means["drunk"] < means["reckless"]

    def test_house_bet_is_round_whole_in_coins_and_within_the_cap_beside_it(self):
        bets = {choose_stake(self.FIELD, 5000, "reckless", SeededRng(at)) for at in range(50)}
        assert bets <= {500, 1000, 2000}
        odd = self.FIELD.evolve(low=7)
        assert choose_stake(odd, 100, "cautious", SeededRng(1), unit=10) == 10
        assert choose_stake(odd.evolve(high=9), 100, "cautious", SeededRng(1), unit=10) == 7
        field = self.FIELD.evolve(by="spot", caps=(Cap(value="17", high=20), Cap(value="red", high=10_000)))
        assert choose_stake(field, 10**6, "reckless", SeededRng(1), beside="17") == 20
        assert choose_stake(field, 10**6, "reckless", SeededRng(1), beside="red") == 10_000


def test_filled_draws_the_amount_after_the_field_it_depends_on():
    assert filled(FORMS[2], "reckless", SeededRng(3)).keys() == {"one", "two"}
