"""The rules of a game in pages, with the choices of a table or the usual ones: a button on every table, and a command
of the game.
"""

import discord

from bot import catalog
from bot.engine.panel import Page
from bot.engine.speech import Voice
from bot.tables.model import Table
from bot.ui.context import campaign_of
from bot.ui.control import control, control_id, number
from bot.ui.handlers.answers import look
from bot.ui.handlers.odds import table_of, usual_rules
from bot.ui.panels import button, page
from bot.ui.render.move_buttons import in_rows
from bot.ui.retrying import answer_here

_MOST_PAGES = 25


@control("rules")
async def rules(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`rules:<table or key of a game>:<page>`: by the house rules of the table, else by the usual ones."""
    about, at = arguments[0], number(arguments[1]) if len(arguments) > 1 else 0
    if about in catalog.games():
        await _show(interaction, about, await _usual_pages(interaction, about), at)
    else:
        table = await look(interaction, about)
        await _show(interaction, f"{table.id}", _pages_of(table), at)


async def show_rules(interaction: discord.Interaction, game: str) -> None:
    """The rules as this channel's table plays them if it is of this game, else the usual ones."""
    table = await table_of(interaction, game)
    if table is not None:
        await _show(interaction, f"{table.id}", _pages_of(table), 0)
    else:
        await _show(interaction, game, await _usual_pages(interaction, game), 0)


def _pages_of(table: Table) -> tuple[Page, ...]:
    return table.entry.text.rules_pages(table.rules, table.voice)


async def _usual_pages(interaction: discord.Interaction, game: str) -> tuple[Page, ...]:
    own, campaign = usual_rules(game), await campaign_of(interaction)
    voice = Voice(names={}, currency=campaign.settings.currency)
    return catalog.entry(game).by(own).text.rules_pages(own, voice)


async def _show(interaction: discord.Interaction, about: str, pages: tuple[Page, ...], at: int) -> None:
    """A page, and a button to each; one that isn't there is the first."""
    at = at if at < len(pages) else 0
    shown = pages[at]
    ways = [
        button(one.title, control_id("rules", about, number_), disabled=number_ == at)
        for number_, one in enumerate(pages[:_MOST_PAGES])
    ]
    await answer_here(interaction, page(f"## {shown.title}\n{shown.text}", rows=in_rows(ways)))
