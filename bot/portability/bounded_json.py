"""JSON that anybody may have written: its size and its depth are bounded before anything is made of it.

Nothing here waits for anything, and a large file takes a while: it is called in a thread.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator

from pydantic import JsonValue

from bot.engine.words import counted, escape
from bot.errors import Unreadable

MOST_BYTES = 8 * 1024 * 1024
"""Of a whole file."""
DEEPEST = 32
"""How many lists and objects may stand in one another."""
_MOST_LISTS, _MOST_VALUES = 1_000_000, 4_000_000
"""More than a file of that size has that was exported, and few enough to be held."""
_MOST_DIGITS = 20
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")


def bounded_json(content: bytes, word: str, made_by: str) -> JsonValue:
    """Return the value in a JSON file whose size and depth are within bounds.

    `word` names what the file should hold, `made_by` the command that makes such files. Raises Unreadable with one
    sentence.
    """
    large = f"That file holds more than a {word} can."
    if len(content) > MOST_BYTES:
        raise Unreadable(large)
    try:
        text = content.decode().removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise Unreadable(f"That file isn't text in UTF-8: send one that {made_by} has made.") from None
    brackets, commas, quotes = (sum(map(text.count, signs)) for signs in ("[{", ",", '"'))
    if brackets > _MOST_LISTS or commas > _MOST_VALUES or quotes > _MOST_VALUES:
        raise Unreadable(large)
    depth = 0
    for bracket in _brackets(text):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise Unreadable(f"That file has lists within lists, more than {DEEPEST} deep: no {word} has.")
    return _parsed(text, word)


def _brackets(text: str) -> Iterator[str]:
    """Yield the brackets that stand outside of quoted text."""
    at = 0
    while at < len(text):
        quoted = text.find('"', at)
        end = len(text) if quoted < 0 else quoted
        yield from _BRACKET.findall(text, at, end)
        found = _STRING.match(text, end) if quoted >= 0 else None
        at = found.end() if found else len(text)


def _parsed(text: str, word: str) -> JsonValue:
    def whole(digits: str) -> int:
        if len(digits) > _MOST_DIGITS:
            raise Unreadable(f"That file has a number of {counted(len(digits), 'digit')}: no {word} counts so far.")
        return int(digits)

    try:
        return json.loads(
            text,
            object_pairs_hook=_without_doubles,
            parse_int=whole,
            parse_float=_decimal,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as broken:
        raise Unreadable(f"That file isn't JSON from line {broken.lineno:,} on.") from None


def _without_doubles(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise Unreadable(f"That file says {_quoted(twice)} twice in one place.")
    return found


def _decimal(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        return _no_number(digits)
    return number


def _no_number(name: str) -> float:
    raise Unreadable(f"That file says {_quoted(name)} where a number has to be.")


def _quoted(text: str) -> str:
    return f"“{escape(text[:40])}”"
