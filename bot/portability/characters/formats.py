"""Finds out what a character's file is, and has it read."""

import re

from bot.engine.skills import DiceFamily, DiceSystem, parse_sheet
from bot.engine.skills.sheets import LONGEST_SHEET
from bot.engine.words import escape
from bot.errors import Unreadable
from bot.portability.characters.dnd_beyond import character_in, read_beyond
from bot.portability.characters.found import Finder, FoundCharacter
from bot.portability.characters.foundry import read_actor, system_of
from bot.portability.characters.roll20 import attributes_of, read_roll20
from bot.portability.reading import bounded_json

MOST_BYTES = 1 << 20
MADE_BY = "Foundry VTT, D&D Beyond or Roll20"
_SPOKEN: dict[DiceFamily, str] = {"d6": "D6 pools", "d20": "a d20 and a bonus", "narrative": "narrative dice"}
_BETWEEN = re.compile(r"[,;\n]+")


def read_character(content: bytes, system: DiceSystem) -> FoundCharacter:
    """Read a file, or skills as people type them, for a campaign with these dice.

    Raises Unreadable for a file that is none of the known ones, that rolls other dice, or that has no skills.
    """
    text = content[: 1 << 10].decode(errors="replace").removeprefix("\ufeff").lstrip()
    found = _read_file(content) if text[:1] in {"{", "["} else _read_typed(content, system)
    if found.family != system.family:
        told = f"That character ({escape(found.source)}) rolls {_SPOKEN[found.family]}"
        raise Unreadable(f"{told}, and this campaign rolls {_SPOKEN[system.family]}.")
    if not found.skills:
        raise Unreadable(f"I found no skills in that file ({escape(found.source)}).")
    return found


def _read_file(content: bytes) -> FoundCharacter:
    value = bounded_json(content, "character", MADE_BY, MOST_BYTES)
    if system := system_of(value):
        return read_actor(value, system)
    if (attributes := attributes_of(value)) is not None:
        return read_roll20(value, attributes)
    if (character := character_in(value)) is not None:
        return read_beyond(character)
    raise Unreadable(f"I don't know what made that file. I read characters from {MADE_BY}.")


def _read_typed(content: bytes, system: DiceSystem) -> FoundCharacter:
    """Read typed skills one by one, so that a mistake in one doesn't hold up the others. Raises Unreadable where none
    can be read.
    """
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise Unreadable(f"That file is neither text nor JSON. Send one from {MADE_BY}.") from None
    if len(text) > LONGEST_SHEET:
        raise Unreadable(f"That's too long for a sheet: at most {LONGEST_SHEET:,} characters.")
    finder = Finder("typed skills", system.family, "")
    refused: Unreadable | None = None
    for part in filter(str.strip, _BETWEEN.split("\n".join(text.splitlines()))):
        try:
            for skill in parse_sheet(part, system).skills:
                finder.skill(skill.name, lambda skill=skill: skill.rating, "typed")
        except Unreadable as unread:
            refused = refused or unread
            finder.leave(part)
    found = finder.found()
    if refused is not None and not found.skills:
        raise refused
    return found
