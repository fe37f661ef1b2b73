"""`/bounder`: open a table, read the rules, see what bets are worth."""

from discord import app_commands
from discord.ext import commands

from bot.ui.client import Interaction
from bot.ui.commands.game_cog import BankedCog, GameCog, choices_of
from cogs.bounder.rules import GAME
from cogs.bounder.state import BounderRules


class BounderCog(BankedCog, name="bounder", description=GAME.tagline):
    """Bounder: a shooter against the dealer, and bets on both."""

    game = GAME

    @app_commands.command(name="open", description="Open a Bounder table in this channel, for up to twenty")
    @app_commands.describe(
        preset="lucky nimbus, classic, fair dealer bets, penny table, both sides, high rollers, or a saved one",
        smallest="The smallest bet",
        largest="The largest bet; 0 is what the bank can pay",
        shooters="Whether one shoots for all, or everybody at once",
        dealer_bets="Whether there are bets on the dealer's dice",
        crooked="Whether characters may cheat, read and sway each other",
        bank="What the bank is filled with, from the house",
        clock="How long a turn lasts: 90s, 12 hours, 2 days or off",
        auto_deal="Whether the next round begins by itself",
    )
    @app_commands.choices(shooters=choices_of(BounderRules, "version"))
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def open_bounder(
        self,
        interaction: Interaction,
        preset: str | None = None,
        smallest: str | None = None,
        largest: str | None = None,
        shooters: str | None = None,
        dealer_bets: bool | None = None,
        crooked: bool | None = None,
        bank: str | None = None,
        clock: str | None = None,
        auto_deal: bool | None = None,
    ) -> None:
        switches = {"dealer_bets": dealer_bets, "crooked": crooked}
        options = {name: None if is_on is None else "on" if is_on else "off" for name, is_on in switches.items()}
        options |= {"min_bet": smallest, "max_bet": largest, "version": shooters}
        await self.open_table(interaction, preset=preset, options=options, clock=clock, auto_deal=auto_deal, bank=bank)

    @app_commands.command(name="rules", description="How Bounder is played")
    async def rules(self, interaction: Interaction) -> None:
        await self.show_rules(interaction)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(BounderCog())
