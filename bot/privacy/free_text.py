"""What people have typed into the book and the log: the only list of it, for forgetting a user and for their export.

The rest of an entry's reason, or of a line of the log, is the bot's own words, and those are nobody's.
"""

import json

GOODS = "goods"
"""Kind of entries in which the bot itself names a character."""
_BEGINS = {
    "bank": (": ",),
    GOODS: (": given to ", ": taken from "),
    "grant": ("",),
    "pay": ("",),
    "share": ("",),
    "take": ("",),
    "undo": (" taken back: ", " goes on: "),
}
"""By kinds of entries, behind what the typed words or a name begin."""
_BOTS_OWN = frozenset(("the GM fills the bank", "the GM takes money out of the bank"))
TYPED_KEYS = frozenset(("lines", "preset", "reason"))
"""Keys of JSON under which stands what people have typed."""


def typed_from(kind: str, reason: str) -> int:
    """Return the index at which typed text or a name begins in an entry's reason; its length if there is none."""
    begins = (reason.find(mark) + len(mark) for mark in _BEGINS.get(kind, ()) if mark in reason)
    at = min(begins, default=len(reason))
    return len(reason) if reason[at:] in _BOTS_OWN else at


def bots_words(kind: str, reason: str) -> str:
    """Return the bot's own part of an entry's reason, without the words that introduce what was typed."""
    at = typed_from(kind, reason)
    if at == len(reason):
        return reason
    mark = next(mark for mark in _BEGINS[kind] if reason[:at].endswith(mark))
    return reason[: at - len(mark)]


def typed_in(action: str) -> tuple[str, ...]:
    """Return the reasons that were typed for an action of the log, which is JSON."""
    try:
        found = json.loads(action)
    except ValueError:
        return ()
    reason = found.get("reason") if isinstance(found, dict) else None
    return (reason,) if isinstance(reason, str) and reason else ()
