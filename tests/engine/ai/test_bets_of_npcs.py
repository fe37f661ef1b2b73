"""How NPCs bet: by their chance to win, the price and their temper, always within what is offered."""

from collections import Counter
from collections.abc import Sequence
from typing import get_args

import pytest

from bot.engine.ai.betting import Spot, answer, discounted, is_worth
from bot.engine.ai.temper import Skill, Style, Temper
from bot.engine.betting.events import Bet, Raise
from bot.engine.betting.rounds import BettingRound, Bettor, Limits
from bot.engine.moves import Move, require_offered
from bot.engine.rng import SeededRng

STYLES: tuple[Style, ...] = get_args(Style)
SKILLS: tuple[Skill, ...] = get_args(Skill)
LIMITS = Limits(smallest=10)


def moves(*, facing: int = 0, stack: int = 500, limits: Limits = LIMITS, pot: int = 30) -> tuple[Move, ...]:
    """Return the moves of the first seat of two after the other has bet so much into the pot."""
    half = pot // 2
    own, other = Bettor(seat=1, stack=stack, paid=half), Bettor(seat=2, stack=500, paid=half)
    betting = BettingRound.opened((own, other), 2, limits)
    return (betting.raised(2, facing) if facing else betting.checked(2)).moves(1)


def answers(style: Style, spot: Spot, offered: Sequence[Move], *, skill: Skill = "expert", times: int = 200):
    """How often which bet is made, in as many different moods."""
    temper = Temper(style=style, skill=skill)
    made = [answer(offered, spot, temper, SeededRng(f"{n}".encode())) for n in range(times)]
    for action in made:
        require_offered(offered, action, lambda: "that isn't offered")
    return Counter(action.kind for action in made)


def sizes(style: Style, spot: Spot, offered: Sequence[Move]) -> list[int]:
    temper = Temper(style=style)
    made = [answer(offered, spot, temper, SeededRng(f"{n}".encode())) for n in range(200)]
    return [action.to for action in made if isinstance(action, Bet | Raise)]


def spot(equity: float, *, pot: int = 30, stack: int = 500, opponents: int = 1, hidden: float = 1.0) -> Spot:
    return Spot(equity=equity, pot=pot, opponents=opponents, stack=stack, hidden=hidden)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("skill", SKILLS)
def test_every_temper_makes_only_offered_bets(style: Style, skill: Skill):
    tight = Limits(smallest=10, largest=25, raises_all=1)
    for offered in (
        moves(),
        moves(facing=40),
        moves(facing=500),
        moves(stack=5),
        moves(stack=15, facing=12),
        moves(limits=tight),
        moves(facing=20, limits=tight),
        moves()[1:],
        (moves()[0],),
        (moves(facing=40)[-1],),
    ):
        for chance in (0.0, 0.3, 0.55, 0.8, 1.0):
            answers(style, spot(chance), offered, skill=skill, times=8)


def test_npc_sure_to_win_never_folds_and_mostly_raises():
    for style in ("cautious", "steady", "reckless", "shark"):
        made = answers(style, spot(1.0, pot=70), moves(facing=40))
        assert made["fold"] <= 10
        assert made["raise"] > 100


def test_npc_sure_to_lose_folds_except_for_bluffs_and_blunders():
    assert answers("cautious", spot(0.02, pot=70), moves(facing=40)) == {"fold": 200}
    assert answers("shark", spot(0.02, pot=70), moves(facing=40))["fold"] > 180


def test_npc_never_folds_when_a_check_is_free():
    for style in STYLES:
        assert answers(style, spot(0.0), moves(), skill="novice")["fold"] == 0


def test_cautious_npc_folds_most_and_reckless_npc_raises_most():
    made = {style: answers(style, spot(0.4, pot=70, hidden=0.0), moves(facing=40)) for style in STYLES}
    folded = {style: made[style]["fold"] for style in ("cautious", "steady", "reckless")}
    assert folded["cautious"] >= folded["steady"] >= folded["reckless"]
    raised = {style: answers(style, spot(0.7), moves())["bet"] for style in ("cautious", "steady", "reckless")}
    assert raised["cautious"] < raised["steady"] < raised["reckless"]


def test_drunk_npc_makes_every_kind_of_bet_sometimes():
    made = answers("drunk", spot(0.5, pot=70), moves(facing=40))
    assert min(made[kind] for kind in ("fold", "call", "raise")) > 10


def test_cautious_npc_never_goes_all_in_by_blunder():
    assert max(sizes("cautious", spot(0.7, pot=600), moves(pot=600))) <= 150
    assert not sizes("cautious", spot(0.7, pot=600, stack=20), moves(stack=20))


def test_bet_size_grows_with_the_pot():
    small, large = (max(sizes("shark", spot(0.7, pot=pot), moves(pot=pot))) for pot in (30, 120))
    assert small < large <= 120


def test_call_depends_on_the_price():
    traits = Temper(style="shark", skill="expert").traits
    assert is_worth(0.26, 10, 30, traits)
    assert not is_worth(0.24, 10, 30, traits)
    assert is_worth(0.0, 0, 30, traits)
    assert not is_worth(0.26, 10, 30, traits, risk=10)


def test_bet_shows_a_good_hand_when_cards_are_hidden():
    seen = spot(0.5, pot=70)
    assert discounted(seen, 0) == 0.5
    assert discounted(seen, 40) < discounted(seen, 10) < 0.5
    assert discounted(seen._replace(raises=2), 40) < discounted(seen, 40)
    assert discounted(seen._replace(hidden=0.0), 40) == 0.5
    assert discounted(spot(1.0, pot=70), 40) == 1.0
    assert discounted(spot(0.0, pot=70), 40) == 0.0


def test_bet_is_the_same_for_the_same_draws():
    temper = Temper(style="drunk", skill="novice")
    first, second = (
        [answer(moves(), spot(0.5), temper, SeededRng(f"{n}".encode())) for n in range(50)] for _ in range(2)
    )
    assert first == second


def test_answer_raises_lookup_error_when_no_bet_is_offered():
    with pytest.raises(LookupError):
        answer((), spot(0.5), Temper(), SeededRng(b"1"))
