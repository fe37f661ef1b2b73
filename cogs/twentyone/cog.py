"""`/twentyone`: open a table, read the rules, see the odds, and the card of basic strategy."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.engine.words import Voice
from bot.ui.client import Interaction
from bot.ui.commands.game_cog import BankedCog, GameCog, choices_of
from bot.ui.context import campaign_of
from bot.ui.handlers.rules import rules_here
from bot.ui.pages.odds import require_odds, run_slowly, show
from bot.ui.pages.paging import titled
from bot.ui.panels import page
from cogs.twentyone import basic_strategy
from cogs.twentyone.rules import GAME
from cogs.twentyone.state import TwentyOneRules


class TwentyOneCog(BankedCog, name="twentyone", description=GAME.tagline):
    """Twenty-one: the players against the dealer."""

    game = GAME

    @app_commands.command(name="open", description="Open a table of twenty-one in this channel, for one to seven")
    @app_commands.describe(
        preset="lucky nimbus, single deck, european, six to five, among friends, or one that your GM saved",
        smallest="The least that anybody may bet on a hand",
        largest="The most of one bet; 0 is no limit but what the bank can pay",
        decks="How many decks of 52 cards the shoe holds",
        natural="What an ace and a ten win as the first two cards",
        bank="What the house puts into the bank; without it, the usual amount",
        clock="How long a turn lasts: 90s, 12 hours, 2 days or off",
        auto_deal="Whether the next hand is dealt by itself",
    )
    @app_commands.choices(natural=choices_of(TwentyOneRules, "natural_pays"))
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def open_twentyone(
        self,
        interaction: Interaction,
        preset: str | None = None,
        smallest: str | None = None,
        largest: str | None = None,
        decks: app_commands.Range[int, 1, 8] | None = None,
        natural: str | None = None,
        bank: str | None = None,
        clock: str | None = None,
        auto_deal: bool | None = None,
    ) -> None:
        options = {
            "min_bet": smallest,
            "max_bet": largest,
            "decks": None if decks is None else str(decks),
            "natural_pays": natural,
        }
        await self.open_table(interaction, preset=preset, options=options, clock=clock, auto_deal=auto_deal, bank=bank)

    @app_commands.command(name="rules", description="How twenty-one is played")
    async def rules(self, interaction: Interaction) -> None:
        await self.show_rules(interaction)

    @app_commands.command(name="strategy", description="What to do with which hand, by the house rules of this table")
    async def strategy(self, interaction: Interaction) -> None:
        campaign = await campaign_of(interaction)
        require_odds(campaign)
        rules: Any = await rules_here(interaction, GAME.key)
        voice = Voice(names={}, currency=campaign.settings.currency)
        pages = await run_slowly(interaction, GAME.key, lambda: basic_strategy.strategy_pages(rules, voice))
        await show(interaction, page(*map(titled, pages)))


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(TwentyOneCog())
