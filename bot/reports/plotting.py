"""The process that draws one picture and ends: a plot in JSON comes in, a PNG goes out.

It knows nothing but what is to be drawn. matplotlib comes with the extra `charts`; where it isn't there, the process
ends with ABSENT. Names are drawn as they are: nothing in them is read as mathematics.
"""

import io
import json
import logging
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any

from bot.images.letters import fitting, readable
from bot.processes import become_a_worker, limit_work

ABSENT, FAILED = 3, 4
"""How the process ends where it can't draw: without matplotlib; for any other reason, told on standard error."""
WIDTH, HEIGHT = 900, 600
"""Pixels."""
_DPI = 100
_INK, _FAINT = "#e6e7ee", "#4a4d60"
_LETTERS, _SMALL = 13, 11.5
"""Points."""
_WIDEST_NAME = 210
"""Pixels for a name beside its line."""
_MOMENTS = ["%Y", "%b", "%d %b", "%H:%M", "%H:%M", "%H:%M:%S"]
"""A moment on an axis of years, months, days, hours, minutes, seconds."""
_BEGINNINGS = ["", "%b %Y", "%d %b", "%d %b", "%H:%M", "%H:%M"]
"""The moment that the next larger measure begins at."""
_AROUND = ["", "%Y", "%Y", "%d %b %Y", "%d %b %Y", "%d %b %Y"]
"""What is common to all moments on the axis."""
_FAMILIES = (
    *("DejaVu Sans", "Noto Sans", "Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK KR", "Noto Sans JP"),
    *("Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Symbols"),
    *("Noto Sans Symbols 2", "Noto Sans Symbols2", "Noto Emoji", "WenQuanYi Zen Hei", "Droid Sans Fallback", "Symbola"),
    *("Unifont", "Arial Unicode MS", "Microsoft YaHei", "Yu Gothic", "Segoe UI Symbol", "PingFang SC", "Hiragino Sans"),
)
"""Fonts that letters are looked for in, in this order; the first one comes with matplotlib."""


def drawn(plot: dict[str, Any]) -> bytes:
    """Return the plot as a PNG. Raises ImportError without matplotlib."""
    import matplotlib  # noqa: ICN001  # no other name says what is asked of the package itself

    families, knows = _fonts()
    style: Any = {"text.parse_math": False, "text.usetex": False, "font.family": families, "axes.unicode_minus": True}
    with matplotlib.rc_context(style), warnings.catch_warnings():
        # What no font of the machine has is told by a stand-in instead.
        warnings.simplefilter("ignore")
        return _picture(plot, knows)


def _fonts() -> tuple[list[str], Callable[[str], bool]]:
    """Return the installed font families and a function that tells if one of them has a letter."""
    from matplotlib.font_manager import FontProperties, fontManager, get_font

    there = set(fontManager.get_font_names())
    families = [family for family in _FAMILIES if family in there]
    faces = [get_font(fontManager.findfont(FontProperties(family=[family]))) for family in families]

    def knows(letter: str) -> bool:
        return any(face.get_char_index(ord(letter)) for face in faces)

    return families, knows


def _picture(plot: dict[str, Any], knows: Callable[[str], bool]) -> bytes:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH / _DPI, HEIGHT / _DPI), dpi=_DPI, facecolor=plot["background"])
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0.1, 0.1, 0.7, 0.8), facecolor=plot["background"])
    _lay_axes(axes, plot)
    for line in plot["lines"]:
        _draw_line(axes, line)
    widest = max(_name_line(axes, line, knows) for line in plot["lines"])
    amounts = max(label.get_window_extent().width for label in axes.get_yticklabels())
    left, right = (amounts + 22) / WIDTH, 1 - (widest + 46) / WIDTH
    axes.set_position((left, 0.105, right - left, 0.81))
    axes.set_title(plot["title"], loc="left", color=_INK, fontsize=_LETTERS, parse_math=False)
    content = io.BytesIO()
    canvas.print_png(content, metadata={"Software": None})
    return content.getvalue()


def _lay_axes(axes: Any, plot: dict[str, Any]) -> None:
    from datetime import UTC

    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter

    since, until = _day(plot["since"]), _day(plot["until"])
    axes.set_xlim(since, until)
    axes.set_ylim(plot["low"], plot["high"])
    locator = AutoDateLocator(tz=UTC, minticks=3, maxticks=6)
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(
        ConciseDateFormatter(locator, tz=UTC, formats=_MOMENTS, zero_formats=_BEGINNINGS, offset_formats=_AROUND)
    )
    axes.set_yticks([height for height, _ in plot["amounts"]])
    axes.set_yticklabels([written for _, written in plot["amounts"]], parse_math=False)
    axes.tick_params(colors=_INK, labelsize=_SMALL, length=0, pad=7)
    axes.xaxis.get_offset_text().set(color=_INK, fontsize=_SMALL)
    axes.grid(visible=True, axis="y", color=_FAINT, linewidth=0.8)
    axes.grid(visible=True, axis="x", color=_FAINT, linewidth=0.4)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)


def _draw_line(axes: Any, line: dict[str, Any]) -> None:
    """Draw the steps of a purse, which is level between its changes."""
    steps = line["steps"]
    axes.plot(
        [_day(at) for at, _ in steps],
        [balance for _, balance in steps],
        drawstyle="steps-post",
        color=line["colour"],
        linestyle=line["dash"],
        linewidth=2.2,
        marker=line["marker"],
        markersize=7,
        markevery=max(1, len(steps) // 8),
        clip_on=False,
    )


def _name_line(axes: Any, line: dict[str, Any], knows: Callable[[str], bool]) -> float:
    """Write the name beside the end of its line, in the line's colour; how wide it is, in pixels."""
    low, high = axes.get_ylim()
    end = (line["steps"][-1][1] - low) / (high - low)
    axes.plot(
        *([1.0, 1.022], [end, line["beside"]]),
        transform=axes.transAxes,
        color=line["colour"],
        linewidth=1.2,
        clip_on=False,
    )
    axes.plot(
        *([1.034], [line["beside"]]),
        transform=axes.transAxes,
        color=line["colour"],
        marker=line["marker"],
        markersize=8,
        clip_on=False,
    )
    text = axes.text(
        *(1.05, line["beside"], ""),
        transform=axes.transAxes,
        color=line["colour"],
        fontsize=_LETTERS,
        verticalalignment="center_baseline",
        parse_math=False,
    )

    def width(name: str) -> float:
        text.set_text(name)
        return text.get_window_extent().width

    return width(fitting(readable(line["name"], line["stand_in"], knows), lambda name: width(name) <= _WIDEST_NAME))


def _day(at: float) -> float:
    """Seconds since the epoch as matplotlib counts time."""
    return at / 86_400


def main() -> None:
    """Draw what comes on standard input."""
    logging.disable()
    with become_a_worker() as answer:
        limit_work()
        try:
            picture = drawn(json.loads(sys.stdin.buffer.read()))
        except ModuleNotFoundError as missing:
            # A package that is there but broken is a failure to look into.
            if missing.name != "matplotlib":
                raise
            sys.exit(ABSENT)
        except Exception as failed:  # noqa: BLE001  # whatever the library raises, the bot is told; never what was drawn
            where = "".join(traceback.format_tb(failed.__traceback__)[-3:])
            sys.stderr.write(f"{type(failed).__name__}\n{where}")
            sys.exit(FAILED)
        answer.write(picture)


if __name__ == "__main__":
    main()
