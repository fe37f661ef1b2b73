"""JSON on the wire: compact, and as `Any` where what came in is anybody's guess."""

import json
from typing import Any

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def to_text(value: Any) -> str:
    return _encode(value)


def from_text(text: str | bytes) -> Any:
    """The value; raises ValueError for what isn't JSON."""
    return json.loads(text)
