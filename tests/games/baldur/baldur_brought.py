"""What tables of Baldur Hold'em are opened with besides options: the sheet and the kit of the NPCs without a seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.cheating.contests import Proficiency
from bot.engine.skills import D6, D20, NARRATIVE, Sheet, parse_sheet
from cogs.baldur.state import BaldurKit

BROUGHT: Mapping[str, Sequence[Any]] = {
    "crooked": (True,),
    "crowd": (
        Sheet(),
        parse_sheet("Perception +3, Insight +2, Deception +4, Sleight of Hand +5", D20),
        parse_sheet("Perception 5D, Con 4D+1, Sleight of Hand 6D", D6),
        parse_sheet("Vigilance 2, Willpower 3, Skulduggery 1", NARRATIVE),
    ),
    "crowd_kit": (BaldurKit(), BaldurKit(proficiency=Proficiency(bonus=3, has=("spot",)), spell_dc=14)),
}
