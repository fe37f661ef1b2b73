"""A chart in words: what stands below the picture, and what is read aloud to whoever can't see it."""

from datetime import UTC, datetime

from bot.engine.money import Currency
from bot.engine.speech import counted, escape, listed, one_line
from bot.reports.chart_layout import MOST_LINES
from bot.reports.charts import Chart, Course

MOST_ALT_TEXT = 1024
"""What Discord takes as the description of a picture."""
_MOMENT = "%Y-%m-%d %H:%M"


def below(chart: Chart, currency: Currency) -> tuple[tuple[str, ...], str]:
    """In Discord's markup: a line for each purse in the picture, by the number that stands for a name which can't be
    drawn, and what is to be known of them all.
    """
    lines = [
        f"{number}. **{escape(course.name)}**: {_fared(course, currency)}"
        for number, course in enumerate(chart.courses[:MOST_LINES], start=1)
    ]
    notes = [
        f"From <t:{int(chart.since)}:f> to <t:{int(chart.until)}:f>.",
        "Chips at tables count with the purse; what was undone is there as it happened.",
    ]
    if len(chart.courses) > MOST_LINES:
        notes.append(f"The {MOST_LINES} with the most of {len(chart.courses)} are drawn; as CSV there are all.")
    return tuple(lines), " ".join(notes)


def alt_text(chart: Chart, currency: Currency) -> str:
    """The picture in a few sentences, at most 1,024 characters: of each purse how it began and ended."""
    since, until = (datetime.fromtimestamp(at, UTC).strftime(_MOMENT) for at in (chart.since, chart.until))
    courses = chart.courses[:MOST_LINES]
    told = f"Purse and chips over time, from {since} to {until} UTC."
    for at, course in enumerate(courses):
        sentence = f" {_aloud(course, currency)}"
        more = f" And {counted(len(courses) - at, 'more line')}."
        # The last one needs no room for what would be said in its place.
        kept = 0 if at == len(courses) - 1 else len(more)
        if len(told) + len(sentence) + kept > MOST_ALT_TEXT:
            return told + more
        told += sentence
    return told


def _fared(course: Course, currency: Currency) -> str:
    """As in "1,000 cr → 1,250 cr · lowest 800 cr, highest 1,400 cr"."""
    way = f"{currency.show(course.began)} → {currency.show(course.ended)}"
    between = _between(course, currency)
    return f"{way} · {between}" if between else way


def _aloud(course: Course, currency: Currency) -> str:
    """As in "Han began with 1,000 cr and ended with 1,250 cr (lowest 800 cr, highest 1,400 cr)."."""
    between = _between(course, currency)
    inside = f" ({between})" if between else ""
    began, ended = currency.show(course.began), currency.show(course.ended)
    return f"{one_line(course.name)} began with {began} and ended with {ended}{inside}."


def _between(course: Course, currency: Currency) -> str:
    """How low and how high it was meanwhile, as far as the ends don't tell."""
    ends = {course.began, course.ended}
    found = (("lowest", course.lowest), ("highest", course.highest))
    return listed((f"{what} {currency.show(amount)}" for what, amount in found if amount not in ends), last="and")
