"""Names in an image: whatever a font lacks is left out or replaced, and what is too wide is cut."""

from collections.abc import Callable, Iterable

import regex


def readable(name: str, stand_in: str, knows: Callable[[str], bool]) -> str:
    """Return the name if its letters can be drawn, or without the others if most can; otherwise the stand-in."""
    letters = list[str](regex.findall(r"\X", name))
    drawable = [letter for letter in letters if all(knows(part) or _draws_nothing(part) for part in letter)]
    shown = "".join(drawable).strip()
    if shown and len(drawable) * 2 > len(letters):
        return shown
    return f"{stand_in} {shown}".strip()


def fitting(name: str, fits: Callable[[str], bool]) -> str:
    """Shorten the name at its end as far as it must be."""
    if fits(name):
        return name
    letters = list[str](regex.findall(r"\X", name))
    low, high = 0, len(letters) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(_cut(letters[:middle])) else (low, middle - 1)
    return _cut(letters[:low])


def _cut(letters: Iterable[str]) -> str:
    return f"{''.join(letters).rstrip()}…"


def _draws_nothing(letter: str) -> bool:
    """Joiners and selectors of variants."""
    return letter == "\u200d" or "\ufe00" <= letter <= "\ufe0f"
