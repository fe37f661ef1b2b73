"""The release that has written a stored value. While processes are updated one by one, an older one may meet what a
newer one has written. Then it refuses with a sentence, and leaves the value as it is.

The number stands in front of the other fields of a JSON object. So it is read before anything of the object, whatever
a newer release has put there.
"""

import re

from bot.errors import TryAgain

RELEASE = 0
"""This release. It rises with one that stores what the one before can't read or would lose: a field, an option, a
game.
"""
MARK = '{"release":'
_STAMP = re.compile(r'\{"release":(\d{1,9})(?:,|(?=\}))')


class NewerRelease(TryAgain):
    """The refusal of what a newer release of the bot has written."""

    def __init__(self) -> None:
        super().__init__("The bot is being updated. Try again in a minute.")


def stamped(text: str) -> str:
    """Return a JSON object as it is stored: with the number of this release. The first release has none."""
    if not RELEASE:
        return text
    return f"{MARK}{RELEASE}{'' if text == '{}' else ','}{text[1:]}"


def unstamped(text: str) -> str:
    """Return a stored JSON object without the number of its release. Raises NewerRelease for one that is newer than
    this one.
    """
    stamp = _STAMP.match(text) if text.startswith(MARK) else None
    if stamp is None:
        return text
    if int(stamp[1]) > RELEASE:
        raise NewerRelease
    return "{" + text[stamp.end() :]
