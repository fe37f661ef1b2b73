"""The pictures in the packages are those that their drawings make, and can be told apart at the size of a line."""

import io
from pathlib import Path

import pytest
from PIL import Image

from bot.engine.drawings import Box, Disc
from bot.images.painting import png
from bot.images.upload import ShippedImage, name_of, shipped
from tools.emoji.__main__ import draw, drawn

FOLDERS = {folder.parent.name: (folder, drawings) for folder, drawings in drawn()}
SIDE, LINE = 128, 22
"""Pixels: a picture as it is shipped, and as high as a line of text."""
DARK, LIGHT = (0x31, 0x33, 0x38), (0xFF, 0xFF, 0xFF)
BYTES = 6 * 1024


def shown(content: bytes, size: int, background: tuple[int, int, int]) -> Image.Image:
    """Return an image as a client draws it."""
    picture = Image.open(io.BytesIO(content)).convert("RGBa").resize((size, size), Image.Resampling.LANCZOS)
    picture = picture.convert("RGBA")
    ground = Image.new("RGB", (size, size), background)
    ground.paste(picture, (0, 0), picture)
    return ground


def differing(one: Image.Image, other: Image.Image) -> int:
    """How many pixels are clearly another colour: a quarter of the way from black to white, in red, green or blue."""
    pairs = zip(one.tobytes(), other.tobytes(), strict=True)
    return len({at // 3 for at, (a, b) in enumerate(pairs) if abs(a - b) > 64})


@pytest.mark.parametrize("home", FOLDERS)
def test_the_command_makes_exactly_the_files_that_are_there(home: str, tmp_path: Path):
    folder, drawings = FOLDERS[home]
    draw(tmp_path, drawings)
    made = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert made == {file.name: file.read_bytes() for file in folder.iterdir()}


def test_drawing_again_changes_no_file_and_deletes_obsolete_ones(tmp_path: Path):
    coin = (Disc(64, 64, 60, "#eab432"),)
    assert draw(tmp_path, {"coin": coin, "chip": (Box(4, 4, 124, 124, 8, "#1f5fc9"),)}) == ["chip.png", "coin.png"]
    assert draw(tmp_path, {"coin": coin}) == ["chip.png"]
    assert draw(tmp_path, {"coin": coin}) == []
    assert draw(tmp_path, {"coin": (Disc(64, 64, 50, "#eab432"),)}) == ["coin.png"]


def test_a_hole_shows_the_background_and_edges_keep_their_colour():
    ring = png((Disc(64, 64, 60, "#eab432"), Disc(64, 64, 30, None)))
    pixels = Image.open(io.BytesIO(ring)).tobytes()
    line = [tuple(pixels[at : at + 4]) for at in range(64 * SIDE * 4, 65 * SIDE * 4, 4)]
    assert [alpha for *_, alpha in line[40:88]] == [0] * 48
    seen = [colour for *colour, alpha in line if alpha > 32]
    assert len(seen) > 50
    assert all(abs(a - b) <= 8 for colour in seen for a, b in zip(colour, (0xEA, 0xB4, 0x32), strict=True))


def test_every_image_is_a_small_square_that_discord_takes():
    for picture in shipped():
        image = Image.open(io.BytesIO(picture.content))
        assert (image.format, image.size, image.mode) == ("PNG", (SIDE, SIDE), "RGBA"), picture.name
        assert len(picture.content) <= BYTES, picture.name
        assert len(picture.emoji) <= 32, picture.name
        assert picture.emoji.replace("_", "").isalnum(), picture.name


def test_every_die_and_every_card_has_an_image():
    names = {picture.name for picture in shipped()}
    assert {f"die_{face}" for face in range(1, 7)} <= names
    assert {f"card_{rank}{suit}" for rank in range(1, 14) for suit in "cdhs"} | {"card_back"} <= names
    assert {f"{stuff}_{rank}" for rank in range(1, 14) for stuff in ("clay", "iron", "flesh", "stone")} <= names


@pytest.mark.parametrize("background", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("home", FOLDERS)
def test_no_two_images_look_alike_at_the_height_of_a_line(home: str, background: tuple[int, int, int]):
    _, drawings = FOLDERS[home]
    files = {picture.name: picture.content for picture in shipped()}
    seen = {name: shown(files[name], LINE, background) for name in drawings}
    names = sorted(seen)
    apart = {(one, two): differing(seen[one], seen[two]) for at, one in enumerate(names) for two in names[at + 1 :]}
    assert {pair: pixels for pair, pixels in apart.items() if pixels < 8} == {}


@pytest.mark.parametrize("background", [DARK, LIGHT], ids=["dark", "light"])
def test_every_image_stands_out_from_the_background(background: tuple[int, int, int]):
    empty = Image.new("RGB", (LINE, LINE), background)
    assert min(differing(shown(picture.content, LINE, background), empty) for picture in shipped()) > LINE


def test_an_emoji_has_its_images_name_and_digits_that_change_with_it():
    die, other = ShippedImage("die_4", b"one file"), ShippedImage("die_4", b"another file")
    assert name_of(die.emoji) == name_of(other.emoji) == "die_4"
    assert die.emoji != other.emoji
    assert ShippedImage("die_4", b"one file").emoji == die.emoji


@pytest.mark.parametrize("emoji", ["die_4", "die4", "party_parrot", "die_4_3FA1", "die_4_3fa12", "_3fa1", "3fa1"])
def test_an_emoji_of_another_name_shows_no_image(emoji: str):
    assert name_of(emoji) != "die_4"
