"""A chart as CSV: a row for each change of each purse, the oldest first."""

from datetime import UTC, datetime

from bot.engine.money import Currency
from bot.reports.charts import Chart
from bot.reports.csv_text import csv_text

HEADER = ("Name", "When", "Purse and chips", "Purse and chips in smallest coins")
_ROWS = 30_000


def most_steps(purses: int) -> int:
    """How many steps each of so many purses may have, so that Discord takes the file."""
    return max(_ROWS // max(purses, 1), 12)


def csv(chart: Chart, currency: Currency) -> str:
    """The whole file."""
    rows = (
        (course.name, _moment(step.at), currency.show(step.balance), step.balance)
        for course in chart.courses
        for step in course.steps
    )
    return csv_text(HEADER, rows)


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
