"""Why a file of cards is no TOML, in words: what the parser says of it, and what stands where it stopped."""

import re
from collections.abc import Mapping, Sequence

from cogs.klingon.mistakes import Mistake
from cogs.klingon.places import HEADING, KEY

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)$")
_BLOCK = re.compile(r"\s*\[\[?\s*(ship|action)\s*\]")
_CARD = {"ship": "ship", "action": "type of action card"}
_SINGLE = r"\s*\[\s*{}\s*\]"
_ZERO = re.compile(r"(?<![\w.])0$")
_TOLD = (
    ("Expected '='", "An equals sign is missing after the first word."),
    ("Expected newline", "Something is left over at the end of this line."),
    ("Expected ']", "The square brackets of this heading aren't closed."),
    ("Unclosed array", "A square bracket isn't closed, or a comma is missing between two entries."),
    ("Unclosed inline", "A curly bracket isn't closed, or a comma is missing between two entries."),
    ("Unterminated", "A text isn't closed with the quotation mark that it began with."),
    ("Illegal character '\\n'", "A text isn't closed with the quotation mark that it began with."),
    ("Found invalid character '\\n'", "A text isn't closed with the quotation mark that it began with."),
    ("Illegal", "There is a character here that can't stand in such a file."),
    ("Found invalid", "There is a character here that can't stand in such a file."),
    ("Escaped", "A backslash and what follows it here stand for no character."),
    ("Unescaped", "A backslash in a text is written twice."),
    ("Invalid value", "What stands after the equals sign can't be read; texts stand between quotation marks."),
    ("Invalid initial", "What stands here is no name; texts stand between quotation marks."),
    ("Invalid statement", "What stands here is no entry."),
    *((word, "That has been said before in this file.") for word in ("Cannot", "Duplicate")),
)


def syntax(message: str, lines: Sequence[str], opened: Mapping[int, int]) -> Mistake:
    """`message` is the parser's; `opened` tells of each line within a bracket where that is opened."""
    place = _PLACE.search(message)
    number, column = (int(place[1]), int(place[2])) if place else (len(lines) + 1, 1)
    line = lines[number - 1] if place else ""
    if number in opened and (not place or _begins_anew(line)):
        return Mistake(opened[number], "", "A bracket that is opened here isn't closed.")
    if message.startswith("Cannot") and (block := _block(line, lines)):
        return block
    what = next((told for start, told in _TOLD if message.startswith(start)), "This can't be read as TOML.")
    return Mistake(min(number, len(lines)), "", _at(line[: column - 1], line[column - 1 :], message) or what)


def _begins_anew(line: str) -> bool:
    """Whether nobody would write that into a list."""
    heading = HEADING.match(line)
    return KEY.match(line) is not None or (heading is not None and heading[2].strip()[:1].isalpha())


def _block(line: str, lines: Sequence[str]) -> Mistake | None:
    """Of ships or action cards that begin with [ship], the first that does."""
    block = _BLOCK.match(line)
    single = re.compile(_SINGLE.format(block[1])) if block else None
    first = next((at for at, text in enumerate(lines, start=1) if single and single.match(text)), None)
    if block is None or first is None:
        return None
    return Mistake(first, "", f"Each {_CARD[block[1]]} begins with [[{block[1]}]], in double square brackets.")


def _at(before: str, after: str, message: str) -> str | None:
    """What is wrong where the parser stopped, if the characters there tell it better than the parser does."""
    if before.endswith("'") and after[:1].isalpha():
        return "A text with an apostrophe in it stands between double quotation marks."
    if before.endswith('"') and after[:1].isalpha():
        return "A quotation mark within a text has a backslash before it."
    if after[:1].isdigit() and _ZERO.search(before):
        return "A number doesn't begin with a zero."
    if message.startswith("Invalid initial") and after.startswith("}"):
        return "The comma before this curly bracket is one too many."
    if (
        message.startswith("Invalid initial")
        and after.strip()[:1] in {"", "#"}
        and before.rstrip().endswith(("{", ","))
    ):
        return "What stands between curly brackets stands on one line."
    return None
