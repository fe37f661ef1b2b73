"""Cuts the fonts of the boards out of those that come with matplotlib: the scripts below, without hints.

python -m tools.fonts        `make fonts` calls it so
"""

import shutil
from importlib.metadata import files
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, save_font

from bot.images.painting import FONTS

_LICENSE = "LICENSE_DEJAVU"
LETTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x250),  # Latin
    *range(0x370, 0x400),  # Greek
    *range(0x400, 0x530),  # Cyrillic
    *range(0x531, 0x588),  # Armenian
    *range(0x10D0, 0x10FD),  # Georgian
    *range(0x1E00, 0x1F00),  # Latin of Vietnam and others
    *range(0x2010, 0x2027),
    *range(0x2030, 0x203B),  # dashes, quotation marks, dots
    *range(0x20A0, 0x20C0),  # signs of currencies
    *(0x2212, 0x2248),
)


def cut(folder: Path) -> None:
    """Write the fonts and their license into a folder. The same sources make the same files."""
    source = _source()
    folder.mkdir(exist_ok=True)
    options = Options(hinting=False, layout_features=["kern"], notdef_outline=True)
    options.drop_tables += ["FFTM"]
    for name in FONTS:
        with load_font(source / name, options) as font:
            subsetter = Subsetter(options)
            subsetter.populate(unicodes=LETTERS)
            subsetter.subset(font)
            save_font(font, folder / name, options)
    shutil.copy(source / _LICENSE, folder / "LICENSE")


def _source() -> Path:
    """Return the folder of the fonts, found without the import of matplotlib, which takes a second."""
    return next(Path(str(file.locate())).parent for file in files("matplotlib") or () if file.name == _LICENSE)


if __name__ == "__main__":
    from bot.images.painting import FOLDER

    cut(FOLDER)
    print(f"{FOLDER}: {', '.join(FONTS)}")
