"""`/roulette`: open a table, read the rules and the odds."""

from discord import app_commands
from discord.ext import commands

from bot.ui.client import Interaction
from bot.ui.commands.game_cog import BankedCog, GameCog, choices_of
from cogs.roulette.rules import GAME
from cogs.roulette.state import RouletteRules


class RouletteCog(BankedCog, name="roulette", description=GAME.tagline):
    """Roulette: everybody bets on where the ball will fall, and the house pays."""

    game = GAME

    @app_commands.command(name="open", description="Open a roulette table for up to twenty in this channel")
    @app_commands.describe(
        preset="european, american, french, among friends, high rollers, or one that your GM saved",
        wheel="A wheel with one zero or with two",
        zero="What becomes of red, black and the other even chances when a zero comes",
        smallest="The smallest bet",
        bank="What the bank is filled with; enough for some twenty large wins if you don't say",
        clock="How long the bets are open: 90s, 12 hours, 2 days or off",
        auto_deal="Whether the next spin begins by itself",
    )
    @app_commands.choices(wheel=choices_of(RouletteRules, "wheel"), zero=choices_of(RouletteRules, "zero"))
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def open_roulette(
        self,
        interaction: Interaction,
        preset: str | None = None,
        wheel: str | None = None,
        zero: str | None = None,
        smallest: str | None = None,
        bank: str | None = None,
        clock: str | None = None,
        auto_deal: bool | None = None,
    ) -> None:
        options = {"wheel": wheel, "zero": zero, "min_bet": smallest}
        await self.open_table(interaction, preset=preset, options=options, clock=clock, auto_deal=auto_deal, bank=bank)

    @app_commands.command(name="rules", description="How roulette is played")
    async def rules(self, interaction: Interaction) -> None:
        await self.show_rules(interaction)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(RouletteCog())
