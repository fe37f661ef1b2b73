"""Draws all pictures anew: those of the bot and those that the games declare.

python -m tools.emoji        `make emoji` calls it so
"""

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from bot.engine.drawings import DRAWINGS, Drawings
from bot.games import folders, games
from bot.images.painting import png
from bot.images.upload import OWN


def drawn() -> Iterator[tuple[Path, Drawings]]:
    """Each folder of pictures with what belongs into it."""
    yield OWN, DRAWINGS
    for key, spec in games().items():
        if spec.drawings:
            yield folders()[key] / "emoji", spec.drawings


def draw(folder: Path, drawings: Drawings) -> list[str]:
    """Bring a folder up to date. Returns the names of what has changed, sorted.

    A file that shows the same stays as it is: another build of Pillow may compress the same picture otherwise.
    """
    folder.mkdir(exist_ok=True)
    wanted = {f"{name}.png": png(drawing) for name, drawing in drawings.items()}
    changed = {file.name for file in folder.glob("*.png")} - wanted.keys()
    for name in changed:
        (folder / name).unlink()
    for name, content in wanted.items():
        file = folder / name
        if not file.exists() or _pixels(file.read_bytes()) != _pixels(content):
            file.write_bytes(content)
            changed.add(name)
    return sorted(changed)


def _pixels(content: bytes) -> bytes:
    with Image.open(io.BytesIO(content)) as picture:
        return picture.convert("RGBA").tobytes()


def main() -> None:
    """Draw, and say what has changed."""
    for folder, drawings in drawn():
        changed = draw(folder, drawings)
        print(f"{folder}: {len(drawings)} pictures, {len(changed)} changed")


if __name__ == "__main__":
    main()
