"""Sittings at tables where people may cheat: with all kinds of dice, at full tables, and in tournaments."""

import random
from collections.abc import Iterator

from bot.engine.game import HouseRules
from bot.engine.options import options_of, with_options
from bot.engine.skills import D20
from bot.engine.spec import AnySpec
from tests.laws.sittings import (
    BANKS,
    CROOKED,
    CROWD,
    SYSTEMS,
    Bank,
    Sitting,
    as_far_as_allowed,
    crooked_wish,
    every_value,
    samples,
    seats_of,
)
from tests.scale import FACTOR, scaled

FULL, TOURNAMENT = 1, 2
"""The seeds of full tables, and of tournaments in which one hand is forfeited and another one void."""


def crooked_sittings(spec: AnySpec) -> tuple[Sitting, ...]:
    """Return sittings at tables where people may cheat: one with each kind of dice, with other house rules each time. A
    full table is among them, and a tournament where the game has them. `make test` plays one, `make thorough` more.
    """
    drawn: list[Sitting] = [*_full_table(spec), *_tournament(spec)] if FACTOR >= 1 else []
    for at in range(scaled(len(SYSTEMS))):
        system = SYSTEMS[at % len(SYSTEMS)]
        dice = random.Random(f"{spec.game.key} {at}")
        options = [option for option in options_of(spec.game.HouseRules) if option.name != CROOKED]
        some = dice.sample(options, len(options) // 3)
        wishes = {**crooked_wish(spec), **{option.name: dice.choice(every_value(option)) for option in some}}
        brought = {name: dice.choice(values) for name, values in samples(spec).items() if at % 2}
        rules = as_far_as_allowed(dice.choice([*spec.game.presets.values()]), wishes, brought)
        seats = seats_of(spec)[at % min(len(seats_of(spec)), CROWD)]
        # rounds at a bank are short, and in many nobody can cheat
        hands, bank = (8, BANKS[-1 - at % 2]) if spec.game.is_banked else (2, "empty")
        drawn.append(Sitting(spec.game.key, rules, system, seats, at, hands, bank))
    return tuple(drawn)


def _crooked(spec: AnySpec) -> list[HouseRules]:
    """Return the usual house rules of a game, at tables where people may cheat."""
    return [with_options(preset, crooked_wish(spec)) for preset in spec.game.presets.values()]


def _full_table(spec: AnySpec) -> Iterator[Sitting]:
    bank: Bank = "usual" if spec.game.is_banked else "empty"
    yield Sitting(spec.game.key, _crooked(spec)[0], D20, spec.game.seats[-1], FULL, hands=1, bank=bank)


def _tournament(spec: AnySpec) -> Iterator[Sitting]:
    """Of four, long enough that somebody forfeits a hand and another one is void."""
    for rules in [rules for rules in _crooked(spec) if spec.game.terms(rules) is not None][:1]:
        yield Sitting(spec.game.key, rules, D20, 4, TOURNAMENT, hands=6)
