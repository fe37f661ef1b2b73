"""Who plays when a table is tried: their names and sheets."""

import pytest

from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem, RoleTable, parse_sheet
from playground.demo.table import PERSONAS, persona_of


@pytest.mark.parametrize("persona", PERSONAS, ids=lambda persona: persona.name)
@pytest.mark.parametrize("system", [D6, D20, NARRATIVE], ids=lambda system: system.family)
def test_every_sheet_holds_the_skills_that_matter_at_a_table(persona, system: DiceSystem):
    sheet = parse_sheet(persona.sheets[system.family], system)
    answered = [RoleTable().check(system, role, sheet).skill for role in ("gamble", "read", "sleight", "bluff")]
    assert len([skill for skill in answered if skill]) >= 3
    assert len(sheet.skills) >= 6


@pytest.mark.parametrize("family", ["d6", "d20", "narrative"])
def test_no_two_sheets_are_alike(family):
    assert len({persona.sheets[family] for persona in PERSONAS}) == len(PERSONAS) == 4


def test_somebody_else_brings_a_name_and_no_sheet():
    assert persona_of("Lady Proxima").names[0] == "Lady Proxima"
    assert persona_of("Lady Proxima").sheets == {}
