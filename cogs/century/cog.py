"""`/century`: open a table, read the rules, look at the odds."""

from discord import app_commands
from discord.ext import commands

from bot.ui.client import Interaction
from bot.ui.commands.game_cog import BankedCog, GameCog, choices_of
from cogs.century.rules import GAME
from cogs.century.state import CenturyRules


class CenturyCog(BankedCog, name="century", description=GAME.tagline):
    """Century: predict two to ten numbers, and watch twenty being drawn."""

    game = GAME

    @app_commands.command(name="open", description="Open a Century table in this channel, for up to twenty")
    @app_commands.describe(
        preset="lucky nimbus, keno, slow tumbler, coppers, generous, high rollers, or one your GM saved",
        smallest="The smallest bet",
        largest="The largest bet; 0 is what the bank can pay",
        tickets="How many tickets one gambler may have",
        drawing="How the numbers are shown",
        bank="What the bank is filled with",
        clock="How long the bets are open: 90s, 12 hours, 2 days or off",
        auto_deal="Whether the next draw begins by itself",
    )
    @app_commands.choices(drawing=choices_of(CenturyRules, "drawing"))
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def open_century(
        self,
        interaction: Interaction,
        preset: str | None = None,
        smallest: str | None = None,
        largest: str | None = None,
        tickets: app_commands.Range[int, 1, 5] | None = None,
        drawing: str | None = None,
        bank: str | None = None,
        clock: str | None = None,
        auto_deal: bool | None = None,
    ) -> None:
        each = None if tickets is None else str(tickets)
        options = {"min_bet": smallest, "max_bet": largest, "tickets": each, "drawing": drawing}
        await self.open_table(interaction, preset=preset, options=options, clock=clock, auto_deal=auto_deal, bank=bank)

    @app_commands.command(name="rules", description="How Century is played")
    async def rules(self, interaction: Interaction) -> None:
        await self.show_rules(interaction)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(CenturyCog())
