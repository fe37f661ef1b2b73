"""Reading the file of a campaign, whoever made it: bounded first, then exact, and what is wrong is told by its place.

Nothing here waits for anything, and a large file takes a while: it is called in a thread.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import ValidationError

from bot.archive.sheaf import FORMAT, MOST_BYTES, MOST_CHARACTERS, VERSION, Sheaf, SheafCharacter
from bot.engine.frozen import Frozen
from bot.engine.speech import counted, escape
from bot.errors import Unreadable

M = TypeVar("M", bound=Frozen)

DEEPEST = 32
"""How many lists and objects may stand in one another."""
_MOST_LISTS, _MOST_VALUES = 1_000_000, 4_000_000
"""More than a file of that size has that was exported, and few enough to be held."""
_MOST_DIGITS = 20
_LONGEST_PLACE = 120
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_BRACKET = re.compile(r"[\[\]{}]")
_LARGE = "That file holds more than a campaign can."
_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "isn't anything that I know",
    "string_type": "isn't text",
    "bool_type": "is neither true nor false",
    "int_type": "isn't a whole number",
    "int_from_float": "isn't a whole number",
    "greater_than_equal": "is too small",
    "less_than_equal": "is too large",
    "too_long": "is too long",
    "too_short": "is too short",
    "string_too_long": "is too long",
    "string_too_short": "is empty",
    "string_pattern_mismatch": "isn't a Discord id",
    "literal_error": "is none of what may stand there",
    "union_tag_invalid": "is none of what may stand there",
    "model_type": "isn't an object",
    "dict_type": "isn't an object",
    "tuple_type": "isn't a list",
}


def read_sheaf(content: bytes) -> Sheaf:
    """The campaign in a file. Raises Unreadable with one sentence that names the place of the first mistake."""
    if len(content) > MOST_BYTES:
        raise Unreadable(_LARGE)
    try:
        text = content.decode().removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise Unreadable("That file isn't text in UTF-8: send one that /campaign export has made.") from None
    _require_bounds(text)
    stored = _parsed(text)
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise Unreadable("That file is no campaign: send one that /campaign export has made.")
    _require_version(stored.get("version"))
    stored.pop("history", None)
    people = stored.pop("characters", [])
    if not isinstance(people, list):
        raise Unreadable("In that file, characters isn't a list.")
    if len(people) > MOST_CHARACTERS:
        raise Unreadable("In that file, characters is too long.")
    bare = _read(Sheaf, stored)
    # One by one, so that whoever clicks meanwhile needn't wait for all of them.
    found = tuple(_read(SheafCharacter, one, f"characters {at}") for at, one in enumerate(people, start=1))
    try:
        return Sheaf.model_validate(dict(bare) | {"characters": found})
    except ValidationError as error:
        raise Unreadable(mistake(error)) from None


def _read(model: type[M], stored: Any, within: str = "") -> M:
    try:
        return model.from_json(json.dumps(stored))
    except ValidationError as error:
        raise Unreadable(mistake(error, within)) from None


def _require_bounds(text: str) -> None:
    """Refuse what would take room or depth without end, before anything is made of it."""
    brackets, commas, quotes = (sum(map(text.count, signs)) for signs in ("[{", ",", '"'))
    if brackets > _MOST_LISTS or commas > _MOST_VALUES or quotes > _MOST_VALUES:
        raise Unreadable(_LARGE)
    depth = 0
    for bracket in _brackets(text):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise Unreadable(f"That file has lists within lists, more than {DEEPEST} deep: no campaign has.")


def _brackets(text: str) -> Iterator[str]:
    """The brackets outside of text in quotes."""
    at = 0
    while at < len(text):
        quoted = text.find('"', at)
        end = len(text) if quoted < 0 else quoted
        yield from _BRACKET.findall(text, at, end)
        found = _STRING.match(text, end) if quoted >= 0 else None
        at = found.end() if found else len(text)


def _parsed(text: str) -> Any:
    try:
        return json.loads(
            text,
            object_pairs_hook=_without_doubles,
            parse_int=_whole,
            parse_float=_decimal,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as broken:
        raise Unreadable(f"That file isn't JSON from line {broken.lineno:,} on.") from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (twice, _), *_ = Counter(name for name, _ in pairs).most_common(1)
        raise Unreadable(f"That file says {_quoted(twice)} twice in one place.")
    return found


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise Unreadable(f"That file has a number of {counted(len(digits), 'digit')}: no campaign counts so far.")
    return int(digits)


def _decimal(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        return _no_number(digits)
    return number


def _no_number(name: str) -> float:
    raise Unreadable(f"That file says {_quoted(name)} where a number has to be.")


def _require_version(version: Any) -> None:
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise Unreadable(
            f"That file is written in version {version} of the format, and I read version {VERSION}: it comes from a "
            "newer Shadowport."
        )
    if version != VERSION or isinstance(version, bool):
        raise Unreadable("That file doesn't say in which version of the format it is written.")


def mistake(error: ValidationError, within: str = "") -> str:
    """The first thing that is wrong, in a sentence: what, and where. `within` is the place that was looked at."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = _place(tuple(filter(None, (within,))) + tuple(first["loc"]))
    match first["type"]:
        case "value_error":
            told = str(first["msg"]).removeprefix("Value error, ")
            return f"In that file, {place} can't be: {escape(told[:200])}." if place else f"That file has {told}."
        case "json_invalid":
            return "In that file, some text holds half of a letter."
        case kind:
            return f"In that file, {place or 'something'} {_WORDS.get(kind, 'is nothing that may stand there')}."


def _place(parts: tuple[int | str, ...]) -> str:
    """As in "characters 3, sheet, skills 1": lists are counted from 1."""
    told: list[str] = []
    for part in parts:
        if isinstance(part, int) and told:
            told[-1] += f" {part + 1}"
        elif isinstance(part, int):
            told.append(f"number {part + 1}")
        else:
            told.append(escape(part[:40]))
    return ", ".join(told)[:_LONGEST_PLACE]


def _quoted(text: str) -> str:
    return f"“{escape(text[:40])}”"
