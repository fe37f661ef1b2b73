"""Paints drawings and boards as PNG files with Pillow: several times too large, and then reduced, so that edges are
smooth. Boards are painted in a worker process (`main`); Pillow comes with the extra `images`.
"""

import io
import pickle
import sys
import traceback
import unicodedata
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bot.engine.drawings import SIDE, Box, Disc, Drawing, Label, Outline, Shape, Writing
from bot.engine.drawings.boards import FELT, WIDTH, Board
from bot.images.letters import fitting, readable
from bot.processes import become_a_worker, serve

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

FOLDER = Path(__file__).parent / "fonts"
"""DejaVu Sans, cut by `make fonts`, with its license."""
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
_EMOJI_TIMES, _BOARD_TIMES = 8, 3
_CAPITALS = 0.73
"""How high digits are in a size of either font."""
_WEIGHT = 0.036
"""How much is added around a letter to make it bold, in sizes of the font."""
_SMALLER = (1.0, 0.9, 0.8)
"""Parts of its size in which a label is written before it is cut."""
_COLOURS = 64
"""Flat shapes need no more, and so a board has half the bytes."""
_NO_LETTER = "\U0010fffd"


def png(drawing: Drawing) -> bytes:
    """Paint the PNG file: 128 pixels square, the same for the same drawing."""
    from PIL import Image

    large = Image.new("RGBA", (SIDE * _EMOJI_TIMES, SIDE * _EMOJI_TIMES))
    for shape in drawing:
        _paint(large, shape, _EMOJI_TIMES)
    # With colours weighed by their opacity: else what is invisible would darken the edges.
    small = large.convert("RGBa").reduce(_EMOJI_TIMES).convert("RGBA")
    file = io.BytesIO()
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


def board_png(board: Board) -> bytes:
    """Paint a board: `WIDTH` pixels wide, the same for equal boards."""
    from PIL import Image

    height, shapes = board.drawing()
    large = Image.new("RGB", (WIDTH * _BOARD_TIMES, round(height) * _BOARD_TIMES), FELT)
    for shape in shapes:
        _paint(large, shape, _BOARD_TIMES)
    small = large.reduce(_BOARD_TIMES).quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    file = io.BytesIO()
    small.save(file, "PNG")
    return file.getvalue()


def _paint(image: "Image", shape: Shape, times: int) -> None:
    from PIL import ImageDraw

    draw = ImageDraw.Draw(image)
    match shape:
        case Box():
            corners = (True, True, not shape.is_upper, not shape.is_upper)
            box = [shape.left * times, shape.top * times, shape.right * times - 1, shape.bottom * times - 1]
            draw.rounded_rectangle(box, shape.radius * times, fill=shape.colour, corners=corners)
        case Disc():
            x, y, radius = shape.x * times, shape.y * times, shape.radius * times
            draw.ellipse([x - radius, y - radius, x + radius - 1, y + radius - 1], fill=shape.colour or (0, 0, 0, 0))
        case Outline():
            draw.polygon([(x * times, y * times) for x, y in shape.points], fill=shape.colour)
        case Writing():
            _write(image, shape, times)
        case Label():
            _label(draw, shape, times)


def _write(image: "Image", writing: Writing, times: int) -> None:
    """Write through a mask of its own, which is narrowed where there is too little room."""
    from PIL import Image, ImageDraw

    size = round(writing.height * times / (_CAPITALS + 2 * _WEIGHT))
    font, weight = _emoji_font(size), round(size * _WEIGHT)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(writing.text, stroke_width=weight))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), writing.text, 255, font, stroke_width=weight)
    if mask.width > writing.most * times:
        mask = mask.resize((round(writing.most * times), mask.height))
    place = (round(writing.x * times - mask.width / 2), round(writing.y * times - mask.height / 2))
    image.paste(writing.colour, place, mask)


def _label(draw: "ImageDraw", label: Label, times: int) -> None:
    name, most = FONTS[label.is_bold], label.most * times
    # A letter and its accent are one letter in the font.
    text = unicodedata.normalize("NFC", label.text)
    shown = readable(text, label.stand_in, lambda letter: _knows(name, letter))
    sizes = [round(label.size * times * part) for part in _SMALLER]
    size = next((size for size in sizes if _font(name, size).getlength(shown) <= most), sizes[-1])
    font = _font(name, size)
    shown = fitting(shown, lambda text: font.getlength(text) <= most)
    baseline = label.y * times + size * _CAPITALS / 2
    draw.text((label.x * times, baseline), shown, label.colour, font, anchor=f"{label.align[0]}s")


@cache
def _emoji_font(size: int) -> "FreeTypeFont":
    """Load the font that comes with Pillow: Aileron, which is in the public domain (CC0)."""
    from PIL import ImageFont

    font = ImageFont.load_default(size)
    if isinstance(font, ImageFont.FreeTypeFont):
        return font
    raise RuntimeError("Pillow was built without FreeType: it can't write smooth letters.")


@cache
def _font(name: str, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    return ImageFont.truetype(FOLDER / name, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _knows(name: str, letter: str) -> bool:
    """Return whether the font has the letter: it draws the same box for all that it lacks."""
    return letter == " " or _glyph(name, letter) != _glyph(name, _NO_LETTER)


def _glyph(name: str, letter: str) -> bytes:
    from PIL import Image, ImageDraw

    image = Image.new("L", (64, 64))
    ImageDraw.Draw(image).text((8, 48), letter, 255, _font(name, 32), anchor="ls")
    return image.tobytes()


def main() -> None:
    """Serve on standard input and output: a packed board comes in, and its PNG goes out, or nothing where it failed."""
    answers = become_a_worker()
    with suppress(BrokenPipeError):
        serve(_answer, sys.stdin.buffer, answers)


def _answer(sent: bytes) -> bytes:
    """Only what this bot has packed itself is ever unpacked. What a board shows is never written down."""
    try:
        board = pickle.loads(sent)  # noqa: S301  # comes from the bot that started this worker, by a pipe of their own
        return board_png(board)
    except Exception as failed:  # noqa: BLE001  # whatever fails, the worker paints the next one
        sys.stderr.write(f"{type(failed).__name__}\n{''.join(traceback.format_tb(failed.__traceback__)[-3:])}")
        return b""
