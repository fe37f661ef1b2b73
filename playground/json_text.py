"""JSON on the wire: compact, and as `Any` where what came in is anybody's guess."""

import json
import math
from typing import Any

_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def to_text(value: Any) -> str:
    return _encode(value)


def from_text(text: str | bytes, *, finite: bool = False) -> Any:
    """Parse JSON. Raises ValueError for other text and for lone surrogates, which can't be sent on.

    `finite` also refuses numbers that are too large for a float, like 1e999.
    """
    plain = text if isinstance(text, str) else text.decode()
    try:
        value = json.loads(plain, parse_constant=_refuse, parse_float=_finite if finite else None)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if "\\ud" in plain or "\\uD" in plain:
        _encode(value).encode()
    return value


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large")
    return value


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")
