"""Which text Discord takes for an emoji."""

import regex

_KEYCAP = r"[0-9#*]\ufe0f?\u20e3"
_FLAG = r"\p{Regional_Indicator}{2}"
_ONE = r"(?![\x00-\x7f])\p{Emoji}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?"
_TAGS = r"[\U000e0020-\U000e007f]*"
_EMOJI = regex.compile(rf"{_KEYCAP}|{_FLAG}|{_ONE}{_TAGS}(?:\u200d{_ONE})*")


def is_emoji(text: str) -> bool:
    """Is `text` one emoji that a button may carry? A die face like U+2680 is a symbol, not an emoji."""
    return _EMOJI.fullmatch(text) is not None
