"""`/twentyone`: open a table, read the rules, see what bets are worth and how to play each hand."""

from typing import Any

from discord.ext import commands

from bot.campaigns import Right, require
from bot.engine.words import Voice
from bot.ui.client import Interaction
from bot.ui.commands.game_commands import alias_commands, game_commands
from bot.ui.context import campaign_of, person_of
from bot.ui.handlers.rules import rules_here
from bot.ui.pages.odds import run_slowly, show
from bot.ui.pages.paging import titled
from bot.ui.panels import page
from cogs.twentyone import basic_strategy
from cogs.twentyone.spec import GAME

_COMMANDS = game_commands(GAME)


@_COMMANDS.command(description="Show the basic strategy under this table's house rules")
async def strategy(interaction: Interaction) -> None:
    """Show the chart of basic strategy."""
    campaign = await campaign_of(interaction)
    require(Right.ODDS, person_of(interaction), campaign)
    rules: Any = await rules_here(interaction, GAME.game.key)
    voice = Voice(names={}, currency=campaign.settings.currency)
    pages = await run_slowly(interaction, GAME.game.key, lambda: basic_strategy.strategy_pages(rules, voice))
    await show(interaction, page(*map(titled, pages)))


async def setup(bot: commands.Bot) -> None:
    bot.tree.add_command(_COMMANDS)
    bot.tree.add_command(alias_commands(GAME))
