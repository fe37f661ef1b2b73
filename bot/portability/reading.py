"""Files that anyone may have written: bounded before anything is made of them, then read into a model, and a mistake is
named by its place.

Nothing here waits for anything, and a large file takes a while: it is called in a thread.
"""

import json
import math
from collections import Counter
from typing import TypeVar

from pydantic import JsonValue, ValidationError

from bot.engine.frozen import Frozen
from bot.engine.words import counted, escape
from bot.errors import Unreadable

M = TypeVar("M", bound=Frozen)

MOST_BYTES = 8 * 1024 * 1024
"""Of a whole file."""
_MOST_LISTS, _MOST_VALUES = 1_000_000, 4_000_000
"""More than a file of that size has that was exported, and few enough to be held."""
_MOST_DIGITS = 20
_LONGEST_PLACE, _LONGEST_MISTAKE = 120, 200


def bounded_json(content: bytes, word: str, made_by: str, most: int = MOST_BYTES) -> JsonValue:
    """Return the value in a JSON file whose size and depth are within bounds.

    `word` names what the file should hold, `made_by` the command or program that makes such files. Raises Unreadable
    with one sentence.
    """
    large = f"That file holds more than a {word} can."
    if len(content) > most:
        raise Unreadable(large)
    try:
        text = content.decode().removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise Unreadable(f"That file isn't text in UTF-8. Send one from {made_by}.") from None
    brackets, commas, quotes = (sum(map(text.count, signs)) for signs in ("[{", ",", '"'))
    if brackets > _MOST_LISTS or commas > _MOST_VALUES or quotes > _MOST_VALUES:
        raise Unreadable(large)
    try:
        return json.loads(
            text, object_pairs_hook=_without_doubles, parse_int=_whole, parse_float=_decimal, parse_constant=_decimal
        )
    except json.JSONDecodeError as broken:
        raise Unreadable(f"That file isn't JSON from line {broken.lineno:,} on.") from None
    except RecursionError:
        raise Unreadable("That file has too many lists within lists.") from None


def _without_doubles(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise Unreadable(f"That file has {_quoted(twice)} twice in one place.")
    return found


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise Unreadable(f"That file has a number of {counted(len(digits), 'digit')}, which is too long.")
    return int(digits)


def _decimal(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise Unreadable(f"That file has {_quoted(digits)} where a number belongs.")
    return number


def _quoted(text: str) -> str:
    return f"“{escape(text[:40])}”"


def require_version(version: JsonValue, known: int) -> None:
    """Refuse a file of a later version, and one that doesn't say its version."""
    if type(version) is not int or version < 1:
        raise Unreadable("That file doesn't say in which version of the format it is written.")
    if version > known:
        raise Unreadable(
            f"That file comes from a newer Shadowport. Its format has version {version}, and I read version {known}. "
            "Shadowport needs an update to read it."
        )


def read_model(model: type[M], stored: JsonValue) -> M:
    """Read a model from a part of the file. Raises Unreadable with a sentence that names the place."""
    try:
        return model.from_json(json.dumps(stored))
    except ValidationError as error:
        raise Unreadable(describe_mistake(error)) from None


def describe_mistake(error: ValidationError) -> str:
    """Describe the first mistake in one sentence, with its place."""
    first = error.errors(include_url=False, include_input=False)[0]
    # What our own rules say is shown as it is: what they quote of the file they have escaped themselves.
    told = first["msg"].removeprefix("Value error, ") if first["type"] == "value_error" else escape(first["msg"])
    if first["type"] == "unexpected_keyword_argument":
        told = "nothing of that name belongs there"
    place = f", {_place(first['loc'])}" if first["loc"] else ""
    return f"In that file{place}: {told[:1].lower()}{told[1:_LONGEST_MISTAKE].rstrip('.')}."


def _place(parts: tuple[int | str, ...]) -> str:
    """Describe a place, as in "characters 3, sheet, skills 1": lists are counted from 1."""
    told: list[str] = []
    for part in parts:
        if isinstance(part, int) and told:
            told[-1] += f" {part + 1}"
        else:
            told.append(escape(str(part)[:40]))
    return ", ".join(told)[:_LONGEST_PLACE]
