"""The pictures that are shipped: one file each, its name that of the picture."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from bot.catalog import folders

OWN = Path(__file__).parent / "drawn"
"""Those of the bot itself; the others lie in the folder `emoji` of a package under `cogs`."""
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is shipped: PNG, 128 pixels square."""

    name: str
    content: bytes

    @property
    def emoji(self) -> str:
        """What Discord shall know it by: the name, and four digits that change with the picture."""
        return f"{self.name}_{hashlib.sha256(self.content).hexdigest()[:_DIGITS]}"


def shipped() -> tuple[Picture, ...]:
    """All of them, sorted by name. ValueError if two have the same name."""
    files = [
        file for home in (OWN, *(folder / "emoji" for folder in folders().values())) for file in home.glob("*.png")
    ]
    found: dict[str, Picture] = {}
    for file in sorted(files, key=lambda file: file.stem):
        if file.stem in found:
            raise ValueError(f"{file}: there is a picture called {file.stem} already")
        found[file.stem] = Picture(file.stem, file.read_bytes())
    return tuple(found.values())


def name_of(emoji: str) -> str | None:
    """The picture that an emoji of that name shows or has shown, if it may be one of ours."""
    name, _, digits = emoji.rpartition("_")
    return name if name and len(digits) == _DIGITS and set(digits) <= set("0123456789abcdef") else None
