"""Charts of purses: a picture with its words, or the same as a file."""

import io
from collections.abc import Sequence
from typing import Literal

import discord

from bot.campaigns import Campaign
from bot.campaigns.wallet import Holder
from bot.engine.words import counted
from bot.errors import NotFound, RuleError
from bot.reports.charts import Chart, alt_text, chart_csv, chart_of, describe_chart, lay_out, most_steps
from bot.ui.client import Interaction
from bot.ui.context import services_of
from bot.ui.files import send_file, send_picture
from bot.ui.pages.reports import fit_lines

MOST_DAYS = 3650
ChartForm = Literal["picture", "csv"]
CHART_FORMS: dict[ChartForm, str] = {"picture": "An image", "csv": "A file to calculate with (CSV)"}
_BY_NAME: dict[str, ChartForm] = {form: form for form in CHART_FORMS}
_DAY = 86_400.0
_ROOM = 1600


def chart_form(written: str, *, share: bool) -> ChartForm:
    """Return the chosen form; a picture for any other text. Raises RuleError for a file that everyone should get."""
    form = _BY_NAME.get(written, "picture")
    if share and form != "picture":
        raise RuleError("You can't share a file. Leave out `share`, or choose an image.")
    return form


async def send_chart(
    interaction: Interaction,
    campaign: Campaign,
    title: str,
    holders: Sequence[Holder],
    days: int | None,
    form: ChartForm,
    *,
    share: bool,
) -> None:
    """Show how these purses fared, once the interaction has been acknowledged privately; `title` is Discord's markup.

    Raises NotFound where nothing has moved in that time, and PlayerError where no picture can be drawn.
    """
    services, currency = services_of(interaction), campaign.settings.currency
    until = services.clock.now()
    since = 0.0 if days is None else max(until - days * _DAY, 0.0)
    most = {"most": most_steps(len(holders))} if form == "csv" else {}
    chart = await chart_of(services.db.background, campaign.id, holders, since, until, **most)
    if chart.is_still:
        raise NotFound(_describe_stillness(chart, days))
    if form == "csv":
        await send_file(interaction, "Every change, as a table.", chart_csv(chart, currency), "wallets.csv")
        return
    picture = await services.plotter.draw(lay_out(chart, currency))
    lines, notes = describe_chart(chart, currency)
    told = "\n".join((f"### {title}", fit_lines(lines, _ROOM - len(title)), f"-# {notes}"))
    file = discord.File(io.BytesIO(picture), "wallets.png", description=alt_text(chart, currency))
    await send_picture(interaction, told, file, share=share)


def _describe_stillness(chart: Chart, days: int | None) -> str:
    if days is None or not chart.courses:
        return "No money has moved there yet, so there is nothing to draw."
    span = "day" if days == 1 else counted(days, "day")
    return f"No money has moved there in the last {span}, so there is nothing to draw."
