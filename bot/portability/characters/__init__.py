"""Characters from other programs' files: what is understood of a file, and what waits until a GM accepts it.

`formats.py` finds out what a file is, and has the module of its program read it into a `FoundCharacter`. That is the
name, the skills in the bot's dice, the coins, and a list of what wasn't understood. A program's module says where
values stand; the rules that turn them into dice are tables (`dnd.py`, and the narrative skills of the engine). Files
are untrusted: a value of the wrong kind is as good as missing, and no text of a file is shown unescaped.

Nothing of a file is stored before the person has seen it. `proposals.py` keeps it until then, and keeps what only a GM
may accept: coins, and skills in a campaign that asks for it.
"""

from bot.portability.characters.formats import MADE_BY, MOST_BYTES, read_character
from bot.portability.characters.found import Coins, FoundCharacter, FoundSkill, amount_of
from bot.portability.characters.proposals import (
    Draft,
    Proposal,
    Proposals,
    SkillsChanged,
    mark_of,
    may_set_skills,
)

__all__ = [
    "MADE_BY",
    "MOST_BYTES",
    "Coins",
    "Draft",
    "FoundCharacter",
    "FoundSkill",
    "Proposal",
    "Proposals",
    "SkillsChanged",
    "amount_of",
    "mark_of",
    "may_set_skills",
    "read_character",
]
