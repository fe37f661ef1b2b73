"""House rules: hands played with each choice of each option keep every law."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.engine.options import options_of
from bot.engine.spec import AnySpec
from tests.laws.hands import played
from tests.laws.sittings import BANKS, CROWD, SPECS, SYSTEMS, Sitting, every_value
from tests.laws.test_house_rules import allowing
from tests.laws.test_laws import LAWS

TOGETHER = 4
"""How many choices of different options are tried in one sitting. One that another hides is tried by the laws too,
which draw every house rule.
"""


def together(spec: AnySpec) -> Iterator[Mapping[str, Any]]:
    """Every choice of every option once, as many at a time as may be."""
    rows: list[dict[str, Any]] = []
    for option in options_of(spec.game.HouseRules):
        for value in every_value(option):
            fitting = (
                row
                for row in rows
                if len(row) < TOGETHER and option.name not in row and allowing(spec, {**row, option.name: value})
            )
            row = next(fitting, None)
            if row is None:
                rows.append(row := {})
            row[option.name] = value
    yield from rows


@pytest.mark.parametrize(
    "spec, chosen",
    [
        pytest.param(spec, chosen, id=f"{key}-{','.join(f'{name}={value}' for name, value in chosen.items())}")
        for key, spec in SPECS.items()
        for chosen in together(spec)
    ],
)
def test_every_choice_of_every_option_keeps_the_laws(spec: AnySpec, chosen: Mapping[str, Any]) -> None:
    at = sum(map(ord, f"{chosen}"))
    rules = allowing(spec, chosen)[at % len(allowing(spec, chosen))]
    seats, bank = spec.game.seats[at % min(len(spec.game.seats), CROWD)], BANKS[at % len(BANKS)]
    system, hands = SYSTEMS[at % len(SYSTEMS)], 1 if spec.game.is_banked else 1 + at % 2
    for hand in played(Sitting(spec.game.key, rules, system, seats, seed=at, hands=hands, bank=bank)):
        for law in LAWS:
            law(hand)
