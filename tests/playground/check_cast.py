"""Who plays when a table is tried: their names and sheets."""

import pytest

from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem, RoleTable, parse_sheet
from playground.demo.table import PERSONAS


@pytest.mark.parametrize("persona", PERSONAS, ids=lambda persona: persona.name)
@pytest.mark.parametrize("system", [D6, D20, NARRATIVE], ids=lambda system: system.family)
def test_every_sheet_holds_the_skills_that_matter_at_a_table(persona, system: DiceSystem):
    sheet = parse_sheet(persona.sheets[system.family], system)
    answered = [RoleTable().check(system, role, sheet).skill for role in ("gamble", "read", "sleight", "bluff")]
    assert len([skill for skill in answered if skill]) >= 3
    assert len(sheet.skills) >= 6
