"""Draws all pictures anew: those of the bot and those of every package under `cogs` that has a module `images`.

python -m tools.emoji        `make emoji` calls it so
"""

import importlib
import importlib.util
import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from bot.games import folders
from bot.images import dice, shapes
from bot.images.shapes import Drawings
from bot.images.upload import OWN
from tools.emoji.painting import png


def drawn() -> Iterator[tuple[Path, Drawings]]:
    """Each folder of pictures with what belongs into it."""
    yield OWN, {**dice.DRAWINGS, **shapes.DRAWINGS}
    for package, folder in folders().items():
        if importlib.util.find_spec(f"{package}.pictures") is not None:
            yield folder / "emoji", importlib.import_module(f"{package}.pictures").DRAWINGS


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
