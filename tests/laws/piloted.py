"""Hands that play themselves, each seat by a temper of its own: what everybody was asked, and what they did."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.engine.ai.player import AnyAi
from bot.engine.ai.temper import Skill, Style, Temper
from bot.engine.cheating.wrapper import honestly, seen_honestly
from bot.engine.game import DEALER, Deal
from bot.engine.moves import AnyAction, Move
from bot.engine.options import options_of
from bot.engine.rng import Draw, Rng, SeededRng
from bot.engine.spec import AnySpec
from tests.laws.hands import CAP, Seeds, Turn, values_of
from tests.laws.sittings import (
    BANKS,
    CROOKED,
    SYSTEMS,
    Sitting,
    a_bank,
    a_reserve,
    as_far_as_allowed,
    crooked_wish,
    every_value,
    samples,
    seats_of,
    somebody,
)

STYLES: tuple[Style, ...] = ("cautious", "steady", "reckless", "shark", "drunk")
SKILLS: tuple[Skill, ...] = ("novice", "regular", "expert")
TEMPERS = tuple(Temper(style=style, skill=skill) for skill in SKILLS for style in STYLES)
BUDGET = 30
"""Work of one decision: a few deals show as well as many whether it follows the rules."""
_BESIDE = 0.1
"""How often somebody at a crooked table does something besides before the next decision."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody who was asked: what they saw and were offered, and of what temper they are."""

    seat: int
    view: Any
    moves: tuple[Move, ...]
    temper: Temper
    seed: str

    def answer(self, pilot: AnyAi) -> AnyAction | None:
        return pilot.decide(lambda: self.view, self.moves, self.temper, SeededRng(self.seed), BUDGET)


@dataclass(frozen=True, slots=True)
class Flight:
    """A hand that played itself."""

    spec: AnySpec
    deal: Deal[Any, Any]
    opening: Rng
    turns: tuple[Turn, ...]
    asked: tuple[Asked | None, ...]
    """Before each turn whoever then acted; None where that was the clock, the GM, or done on the side."""

    @property
    def draws(self) -> tuple[Draw, ...]:
        return (*self.opening.draws, *(draw for turn in self.turns for draw in turn.draws))

    @property
    def salts(self) -> tuple[tuple[str, ...], ...]:
        """Those of the beginning, and of each turn."""
        return (tuple(self.opening.salts), *(turn.salts for turn in self.turns))


def a_few_sittings(spec: AnySpec, count: int, *, crooked: bool = False) -> Iterator[Sitting]:
    """Sittings with other house rules each, from few seats to many."""
    options = [option for option in options_of(spec.game.HouseRules) if option.name != CROOKED]
    all_seats = sorted(set(seats_of(spec)))
    for at in range(count):
        dice = random.Random(f"{spec.game.key} on its own {at} {crooked}")
        some = dice.sample(options, len(options) // 3)
        wishes = dict(crooked_wish(spec)) if crooked else {}
        wishes |= {option.name: dice.choice(every_value(option)) for option in some}
        brought = {name: dice.choice(values) for name, values in samples(spec).items() if at % 2}
        presets = [*spec.game.presets.values()]
        rules = as_far_as_allowed(presets[at % len(presets)], wishes, brought)
        seats = all_seats[min(at * len(all_seats) // count + 1, len(all_seats) - 1)]
        bank = BANKS[(at + 3) % len(BANKS)] if spec.game.is_banked else "empty"
        yield Sitting(spec.game.key, rules, SYSTEMS[at % len(SYSTEMS)], seats, at, 1, bank)


def flown(sitting: Sitting, pilot: AnyAi) -> Flight:
    """Play a hand of the sitting in which everybody follows that autopilot."""
    dice = random.Random(f"{sitting.seed} on its own")
    spec = sitting.spec
    players = tuple(somebody(seat, sitting, dice) for seat in sorted(dice.sample(range(1, 60), sitting.seats)))
    deal = spec.game.Deal(
        rules=sitting.rules,
        players=players,
        bank=a_bank(sitting, dice),
        reserve=a_reserve(sitting, dice),
        system=sitting.system,
    )
    seeds = Seeds(dice.randbytes(32), dice.randbytes(32), f"3.{sitting.seed}")
    chance = opening = seeds.chance(0, 0)
    state, first = spec.game.start(deal, chance).state, chance.next_number
    turns, asked = list[Turn](), list[Asked | None]()
    while spec.game.to_act(state):
        assert len(turns) < CAP, "the hand doesn't end"
        who, seat, action = _next(spec, state, len(turns), pilot, dice)
        chance = seeds.chance(len(turns) + 1, first)
        step = spec.game.act(state, seat, action, chance)
        turns.append(Turn(state, seat, action, step, tuple(chance.draws), tuple(chance.salts)))
        asked.append(who)
        state, first = step.state, chance.next_number
    return Flight(spec, deal, opening, tuple(turns), tuple(asked))


def _next(spec: AnySpec, state: Any, at: int, pilot: AnyAi, dice: random.Random) -> tuple[Asked | None, int, AnyAction]:
    """Who does what next: the first who doesn't leave it to others, or somebody at a crooked table on the side."""
    game = spec.game
    own, _ = honestly(game, state)
    if own is not game and dice.random() < _BESIDE:
        for seat in game.view(state, None).seats:
            aside = [move for move in game.moves(state, seat) if move.aside]
            if aside:
                move = dice.choice(aside)
                return None, seat, game.action(move.key, values_of(move, dice))
    waiting = sorted(game.to_act(state))
    may_pass = game.pause(state) is not None
    for seat in waiting:
        asked = ask(spec, state, seat, at)
        if asked is None:
            assert seat == DEALER
            return None, seat, game.on_timeout(state, seat)
        action = asked.answer(pilot)
        if action is not None:
            return asked, seat, action
        may_pass = may_pass or all(move.place == "clock" for move in asked.moves)
    assert may_pass, "everybody lets the others go first"
    return None, waiting[0], game.on_timeout(state, waiting[0])


def ask(spec: AnySpec, state: Any, seat: int, at: int) -> Asked | None:
    """Return the question to a seat; None where the hand doesn't wait for it, or waits for a GM's judgment."""
    if any(move.key == "verdict" for move in spec.game.moves(state, seat)):
        return None
    own, inner = honestly(spec.game, state)
    moves = own.moves(inner, seat)
    if seat not in own.to_act(inner):
        return None
    view = seen_honestly(spec.game.view(state, seat))
    temper = TEMPERS[seat % len(TEMPERS)]
    return Asked(seat, view, moves, temper, f"{seat} {at}")
