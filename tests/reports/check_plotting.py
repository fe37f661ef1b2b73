"""Pictures of purses, drawn by real processes that end with them."""

import asyncio
import io
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from PIL import Image, ImageColor

from bot.app import opened_services
from bot.engine.money import CREDITS
from bot.errors import PlayerError
from bot.images.letters import fitting, readable
from bot.reports.charts import BACKGROUND, COLOURS, MOST_LINES, BalanceStep, Chart, Course, Plot
from bot.reports.charts import lay_out as laid_out
from bot.reports.plotter import Plotter
from bot.reports.plotting import HEIGHT, WIDTH
from bot.settings import Settings
from tests.manual_clock import ManualClock
from tests.sqlite_file import lay_out, url_of

pytestmark = pytest.mark.asyncio(loop_scope="module")
NAMES = (
    *(
        r"$\frac{}$",
        "_a^",
        "$",
        "\\",
        "🎲",
        "👨\u200d👩\u200d👧",
        "שלום",
        "محمد",
        "漢" * 32,
        "W" * 32,
        "\U0001f9ff" * 32,
    ),
    "Han Solo",
)
NOT_DRAWN = r"The chart couldn't be drawn\. Try again in a moment"


def plot_of(*names: str) -> Plot:
    courses = [
        Course(
            name,
            (BalanceStep(1.8e9, 100 * at), BalanceStep(1.8e9 + 1800, 1000), BalanceStep(1.8e9 + 3600, 100 * at)),
            2,
            is_thin=False,
        )
        for at, name in enumerate(names)
    ]
    return laid_out(Chart(1.8e9, 1.8e9 + 3600, tuple(reversed(courses))), CREDITS)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def picture() -> AsyncIterator[bytes]:
    """As many lines as there can be, with names that are markup, mathematics, or no letters that a font knows."""
    plotter = Plotter()
    yield await plotter.draw(plot_of(*NAMES))
    await plotter.close()


async def test_a_chart_fits_a_phone(picture: bytes):
    image = Image.open(io.BytesIO(picture))
    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))
    assert len(picture) < 200_000
    assert len(NAMES) == MOST_LINES


async def test_every_line_is_in_the_chart(picture: bytes):
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    colours = {colour: times for times, colour in image.getcolors(WIDTH * HEIGHT) or []}
    assert image.getpixel((3, 3)) == ImageColor.getrgb(BACKGROUND)
    for colour in COLOURS:
        assert colours.get(ImageColor.getrgb(colour)[:3], 0) > 300, colour


async def test_a_name_stands_at_the_end_of_its_line(picture: bytes):
    """Something is written in the column of names, and nothing reaches the edge."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    edge = image.crop((WIDTH - 6, 0, WIDTH, HEIGHT)).getcolors()
    assert edge is not None
    assert len(edge) == 1
    assert len(image.crop((WIDTH - 200, 0, WIDTH, HEIGHT)).getcolors(WIDTH * HEIGHT) or []) > 50


async def test_without_the_extra_a_sentence_says_so():
    absent = "import sys; sys.modules['matplotlib'] = None; from bot.reports.plotting import main; main()"
    plotter = Plotter(program=("-c", absent))
    with pytest.raises(PlayerError, match="installed without charts"):
        await plotter.draw(plot_of("Han"))
    await plotter.close()


@pytest.mark.parametrize(
    "program",
    [
        "import os; os._exit(9)",
        "import os; os.kill(os.getpid(), 9)",
        "import sys; sys.stdin.read()",
        "import time; time.sleep(60)",
    ],
    ids=["ends", "is killed", "draws nothing", "hangs"],
)
async def test_a_failed_drawing_process_is_reported_and_gone(program: str, caplog: pytest.LogCaptureFixture):
    plotter = Plotter(given_up_after=0.4 if "time" in program else 20, program=("-c", program))
    with pytest.raises(PlayerError, match=NOT_DRAWN):
        await plotter.draw(plot_of("Han"))
    await plotter.close()
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "Han" not in caplog.text


async def test_a_failed_chart_is_logged_without_a_name(caplog: pytest.LogCaptureFixture):
    broken = "import bot.reports.plotting as it; it.drawn = lambda plot: {}[plot['lines'][0]['name']]; it.main()"
    plotter = Plotter(program=("-c", broken))
    with pytest.raises(PlayerError, match=NOT_DRAWN):
        await plotter.draw(plot_of("Secret Name"))
    await plotter.close()
    assert "KeyError" in caplog.text
    assert "Secret Name" not in caplog.text


async def test_closing_ends_what_is_drawn_and_begins_nothing_more(tmp_path: Path):
    begun = tmp_path / "begun"
    os.mkfifo(begun)
    program = f"import os, time; open({str(begun)!r}, 'w').write(f'{{os.getpid()}} '); time.sleep(60)"
    plotter = Plotter(program=("-c", program))
    drawing = [asyncio.create_task(plotter.draw(plot_of("Han"))) for _ in range(3)]
    pids = (await asyncio.to_thread(begun.read_text)).split()
    assert pids
    await plotter.close()
    assert all(
        isinstance(end, asyncio.CancelledError) for end in await asyncio.gather(*drawing, return_exceptions=True)
    )
    for pid in map(int, pids):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    with pytest.raises(PlayerError):
        await plotter.draw(plot_of("Han"))


async def test_the_bots_end_ends_its_drawing_processes(tmp_path: Path):
    settings = Settings(database_url=url_of(tmp_path / "book.db"))
    await lay_out(tmp_path / "book.db")
    async with opened_services(settings, ManualClock()) as services:
        services.plotter._program = ("-c", "import time; time.sleep(60)")
        drawing = asyncio.create_task(services.plotter.draw(plot_of("Han")))
        await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await drawing


async def test_a_drawing_process_does_not_get_the_bots_settings(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    told = "import os, sys; sys.stdin.read(); sys.stdout.write(os.environ.get('DISCORD_TOKEN', 'nothing'))"
    plotter = Plotter(program=("-c", told))
    assert await plotter.draw(plot_of("Han")) == b"nothing"
    await plotter.close()


async def test_the_bots_own_process_never_loads_matplotlib():
    assert "bot.reports.plotter" in sys.modules
    assert "matplotlib" not in sys.modules


@pytest.mark.parametrize(
    "name, shown",
    [("Han", "Han"), ("Han 🎲", "Han"), ("漢字", "No. 3"), ("漢字 H", "No. 3 H"), ("👨\u200d👩", "No. 3")],
)
async def test_letters_that_no_font_knows_are_left_out_or_stood_in_for(name: str, shown: str):
    assert readable(name, "No. 3", str.isascii) == shown


async def test_long_names_are_cut_between_letters():
    assert fitting("Han", lambda text: len(text) <= 3) == "Han"
    assert fitting("Han Solo", lambda text: len(text) <= 5) == "Han…"
    assert fitting("e\u0301" * 9, lambda text: len(text) <= 6) == "e\u0301e\u0301…"
    assert fitting("W" * 32, lambda text: False) == "…"
