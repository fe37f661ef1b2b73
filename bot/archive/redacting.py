"""What is kept as JSON, without a user: their names replaced, their id 0, which Discord gives nobody.

Names stand under few keys as such, and within sentences. A word without a space under any other key is a word of the
rules (a move, a phase, a card) and stays, whoever is called like it. House rules tell of nobody.
"""

import json
from typing import Any

from bot.archive.forms import Redaction

USER_KEYS = frozenset(
    ("actor", "asked_by", "by", "gm", "keeper", "opened_by", "owner_id", "people", "user", "user_id", "wagered_by")
)
_NAME_KEYS = frozenset(("keeper_name", "name", "names"))
_LEFT_ALONE = frozenset(("carry_version", "game", "kind", "rules"))


def redacted(text: str, names: Redaction, user_id: int) -> str:
    """The JSON text without the user; as it was, to the letter, where they aren't in it."""
    try:
        before = json.loads(text)
    except ValueError:
        return text
    after = _redacted(before, "", names, user_id)
    return text if after == before else json.dumps(after, ensure_ascii=False, separators=(",", ":"))


def _redacted(value: Any, key: str, names: Redaction, user_id: int) -> Any:
    match value:
        case dict():
            return {
                name: one if name in _LEFT_ALONE else _redacted(one, name, names, user_id)
                for name, one in value.items()
            }
        case list():
            return [_redacted(one, key, names, user_id) for one in value]
        case bool():
            return value
        case int():
            return 0 if value == user_id and key in USER_KEYS else value
        case str():
            return _text(value, key, names, user_id)
        case _:
            return value


def _text(value: str, key: str, names: Redaction, user_id: int) -> str:
    if value[:1] in {"{", "["}:
        return redacted(value, names, user_id)
    if key in _NAME_KEYS and (called := names.called(value)) != value:
        return called
    return names.told(value) if any(letter.isspace() for letter in value) else value
