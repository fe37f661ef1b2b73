"""Paints drawings as PNG files with Pillow: many times too large, and then reduced, so that edges are smooth."""

import io
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from bot.engine.drawings import SIDE, Box, Disc, Drawing, Outline, Shape, Writing

_TIMES = 8
_CAPITALS = 0.73
"""How high digits are in a size of the font."""
_WEIGHT = 0.036
"""How much is added around a letter to make it bold, in sizes of the font."""


def png(drawing: Drawing) -> bytes:
    """Paint the PNG file: 128 pixels square, the same for the same drawing."""
    large = Image.new("RGBA", (SIDE * _TIMES, SIDE * _TIMES))
    for shape in drawing:
        _paint(large, shape)
    # With colours weighed by their opacity: else what is invisible would darken the edges.
    small = large.convert("RGBa").reduce(_TIMES).convert("RGBA")
    file = io.BytesIO()
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


def _paint(image: Image.Image, shape: Shape) -> None:
    draw = ImageDraw.Draw(image)
    match shape:
        case Box():
            corners = (True, True, not shape.is_upper, not shape.is_upper)
            box = [shape.left * _TIMES, shape.top * _TIMES, shape.right * _TIMES - 1, shape.bottom * _TIMES - 1]
            draw.rounded_rectangle(box, shape.radius * _TIMES, fill=shape.colour, corners=corners)
        case Disc():
            x, y, radius = shape.x * _TIMES, shape.y * _TIMES, shape.radius * _TIMES
            draw.ellipse([x - radius, y - radius, x + radius - 1, y + radius - 1], fill=shape.colour or (0, 0, 0, 0))
        case Outline():
            draw.polygon([(x * _TIMES, y * _TIMES) for x, y in shape.points], fill=shape.colour)
        case Writing():
            _write(image, shape)


def _write(image: Image.Image, writing: Writing) -> None:
    """Through a mask of its own, which is narrowed where there is too little room."""
    size = round(writing.height * _TIMES / (_CAPITALS + 2 * _WEIGHT))
    font, weight = _font(size), round(size * _WEIGHT)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(writing.text, stroke_width=weight))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), writing.text, 255, font, stroke_width=weight)
    if mask.width > writing.most * _TIMES:
        mask = mask.resize((round(writing.most * _TIMES), mask.height))
    place = (round(writing.x * _TIMES - mask.width / 2), round(writing.y * _TIMES - mask.height / 2))
    image.paste(writing.colour, place, mask)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    """Load the font that comes with Pillow: Aileron, which is in the public domain (CC0)."""
    font = ImageFont.load_default(size)
    if isinstance(font, ImageFont.FreeTypeFont):
        return font
    raise RuntimeError("Pillow was built without FreeType: it can't write smooth letters.")
