"""The odds of a table's game, or of a game by its usual house rules: behind "More…", and as a command of the game."""

import discord

from bot import catalog
from bot.engine.game import HouseRules
from bot.errors import NotFound
from bot.ui.context import house_of
from bot.ui.control import control, control_id, number
from bot.ui.move_buttons import in_rows
from bot.ui.odds_page import MEANING, pages, reckoned, show, told
from bot.ui.panels import button, page
from bot.ui.verbs.answers import look

_MOST_PAGES = 25


@control("odds")
async def odds(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`odds:<table or key of a game>:<page>`: by the house rules of the table, else by the usual ones."""
    about, at = arguments[0], number(arguments[1]) if len(arguments) > 1 else 0
    if about in catalog.games():
        await _show(interaction, about, about, await rules_here(interaction, about), at)
    else:
        table = await look(interaction, about)
        await _show(interaction, f"{table.id}", table.entry.game.key, table.rules, at)


async def show_odds(interaction: discord.Interaction, game: str) -> None:
    """What each bet is worth by the house rules of this channel's table, or by the usual ones."""
    await _show(interaction, game, game, await rules_here(interaction, game), 0)


async def rules_here(interaction: discord.Interaction, game: str) -> HouseRules:
    """The house rules of this channel's table if it is of this game, else the usual ones."""
    table = await house_of(interaction).tables.in_channel(interaction.channel_id or 0)
    if table is not None and table.entry.game.key == game:
        return table.rules
    return next(iter(catalog.entry(game).game.presets.values()))


async def _show(interaction: discord.Interaction, about: str, game: str, rules: HouseRules, at: int) -> None:
    bets = await reckoned(interaction, game, rules)
    shown = pages(told(bets))[:_MOST_PAGES]
    known, title = catalog.odds(game), catalog.entry(game).game.title_of(rules)
    if known is None:
        raise NotFound(f"Nobody has worked out the odds of {title}.")
    at = at % len(shown)
    buttons = [
        button(f"{page_ + 1}", control_id("odds", about, page_), disabled=page_ == at) for page_ in range(len(shown))
    ]
    heading = f"## {title}: the odds\n-# {MEANING}"
    await show(
        interaction,
        page(heading, shown[at], f"-# {known.note(rules)}", rows=in_rows(buttons) if len(shown) > 1 else ()),
    )
