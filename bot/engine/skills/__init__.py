"""Sheets, the three families of skill dice, and contests."""

from bot.engine.skills.contests import Contest, contest, oppose, typed_contest
from bot.engine.skills.narrative import Symbols, read_pool
from bot.engine.skills.ratings import (
    D6,
    D20,
    NARRATIVE,
    Bonus,
    DiceFamily,
    DiceSystem,
    NarrativePool,
    Pool,
    Ranks,
    Rating,
    Wild,
)
from bot.engine.skills.reading import EXAMPLES, parse_sheet, read_rating, show_sheet
from bot.engine.skills.roles import (
    DEFAULT_ROLES,
    ROLE_TITLES,
    ROLES,
    Check,
    Role,
    RoleSkills,
    RoleTable,
    parse_role,
)
from bot.engine.skills.rolls import Die, Roll, dice_told, passive, roll, roll_narrative
from bot.engine.skills.sheet import Sheet, Skill

__all__ = [
    "D6",
    "D20",
    "DEFAULT_ROLES",
    "EXAMPLES",
    "NARRATIVE",
    "ROLES",
    "ROLE_TITLES",
    "Bonus",
    "Check",
    "Contest",
    "DiceFamily",
    "DiceSystem",
    "Die",
    "NarrativePool",
    "Pool",
    "Ranks",
    "Rating",
    "Role",
    "RoleSkills",
    "RoleTable",
    "Roll",
    "Sheet",
    "Skill",
    "Symbols",
    "Wild",
    "contest",
    "dice_told",
    "oppose",
    "parse_role",
    "parse_sheet",
    "passive",
    "read_pool",
    "read_rating",
    "roll",
    "roll_narrative",
    "show_sheet",
    "typed_contest",
]
