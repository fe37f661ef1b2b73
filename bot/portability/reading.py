"""Reading the file of a campaign, whoever made it: bounded first, then exact, and what is wrong is told by its place.

Nothing here waits for anything, and a large file takes a while: it is called in a thread.
"""

import json
from typing import TypeVar

from pydantic import JsonValue, ValidationError

from bot.engine.frozen import Frozen
from bot.engine.words import escape
from bot.errors import Unreadable
from bot.portability.bounded_json import bounded_json
from bot.portability.campaign_file import FORMAT, MOST_CHARACTERS, VERSION, CampaignFile, FileCharacter

M = TypeVar("M", bound=Frozen)

_LONGEST_PLACE = 120
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


def read_campaign(content: bytes) -> CampaignFile:
    """Read the campaign in a file. Raises Unreadable with one sentence that names the place of the first mistake."""
    stored = bounded_json(content, "campaign", "/campaign export")
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise Unreadable("That file is no campaign: send one that /campaign export has made.")
    _require_version(stored.get("version"))
    stored.pop("history", None)
    people = stored.pop("characters", [])
    if not isinstance(people, list):
        raise Unreadable("In that file, characters isn't a list.")
    if len(people) > MOST_CHARACTERS:
        raise Unreadable("In that file, characters is too long.")
    bare = read_model(CampaignFile, stored)
    # One by one, so that whoever clicks meanwhile needn't wait for all of them.
    found = tuple(read_model(FileCharacter, one, f"characters {at}") for at, one in enumerate(people, start=1))
    try:
        return CampaignFile.model_validate(dict(bare) | {"characters": found})
    except ValidationError as error:
        raise Unreadable(describe_mistake(error)) from None


def read_model(model: type[M], stored: JsonValue, within: str = "") -> M:
    """Read a model from a part of the file. Raises Unreadable with a sentence that names the place."""
    try:
        return model.from_json(json.dumps(stored))
    except ValidationError as error:
        raise Unreadable(describe_mistake(error, within)) from None


def _require_version(version: JsonValue) -> None:
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise Unreadable(
            f"That file is written in version {version} of the format, and I read version {VERSION}: it comes from a "
            "newer Shadowport."
        )
    if version != VERSION or isinstance(version, bool):
        raise Unreadable("That file doesn't say in which version of the format it is written.")


def describe_mistake(error: ValidationError, within: str = "") -> str:
    """Describe the first mistake in one sentence, with its place. `within` is the place that was read."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = _place(tuple(filter(None, (within,))) + tuple(first["loc"]))
    match first["type"]:
        case "value_error":
            told = str(first["msg"]).removeprefix("Value error, ")
            # What our own rules say is shown as it is: what they quote of the file they have escaped themselves.
            return (
                f"In that file, {place} can't be: {_as_clause(told)}."
                if place
                else f"That file has {_as_clause(told)}."
            )
        case "json_invalid":
            return "In that file, some text holds half of a letter."
        case kind:
            return f"In that file, {place or 'something'} {_WORDS.get(kind, 'is nothing that may stand there')}."


def _as_clause(sentence: str) -> str:
    """Return one of our sentences as part of another: without its capital and its full stop."""
    first = sentence[:1]
    return (first.lower() if sentence[1:2].islower() or sentence[1:2] == " " else first) + sentence[1:200].rstrip(".")


def _place(parts: tuple[int | str, ...]) -> str:
    """Describe a place, as in "characters 3, sheet, skills 1": lists are counted from 1."""
    told: list[str] = []
    for part in parts:
        if isinstance(part, int) and told:
            told[-1] += f" {part + 1}"
        elif isinstance(part, int):
            told.append(f"number {part + 1}")
        else:
            told.append(escape(part[:40]))
    return ", ".join(told)[:_LONGEST_PLACE]
