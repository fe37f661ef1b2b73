"""Names of characters and campaigns: what they may hold, and when two of them are the same."""

import unicodedata

import regex

from bot.engine.speech import MOST_MARKS
from bot.errors import RuleError, Unreadable

LONGEST_NAME = 32
_MOST_CODE_POINTS = 100
_INVISIBLE = regex.compile(r"[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]")
_BLANK = "\N{BRAILLE PATTERN BLANK}"
_TOWER = regex.compile(rf"(\p{{M}}{{{MOST_MARKS}}})\p{{M}}+")
_GRAPHEME = regex.compile(r"\X")
_VISIBLE = regex.compile(r"[\p{L}\p{N}\p{S}]")


class NameTaken(RuleError):
    """Somebody or something here is called that already."""


def safe_name(text: str, longest: int = LONGEST_NAME) -> str:
    """The name as it is kept: NFKC, on one line, single spaces, nothing invisible; 1 to `longest` graphemes.

    Raises Unreadable if nothing is left of it, or too much.
    """
    shown = _INVISIBLE.sub("", " ".join(unicodedata.normalize("NFKC", text).replace(_BLANK, " ").split()))
    name = unicodedata.normalize("NFKC", _TOWER.sub(r"\1", " ".join(shown.split())))
    if not _VISIBLE.search(name):
        raise Unreadable("A name needs at least one letter or digit.")
    if len(_GRAPHEME.findall(name)) > longest or len(name) > _MOST_CODE_POINTS:
        raise Unreadable(f"That name is too long: at most {longest} letters.")
    return name


def name_key(name: str) -> str:
    """What two names share that differ only in case, spacing or the form of their letters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(_INVISIBLE.sub("", folded).split())
