"""`/pilok`: open a table, read the rules."""

from discord import app_commands
from discord.ext import commands

from bot.ui.client import Interaction
from bot.ui.commands.game_cog import ContestedCog, GameCog
from cogs.pilok.rules import GAME


class PilokCog(ContestedCog, name="pilok", description=GAME.tagline):
    """Three Street Pi'Lok and Long Pi'Lok."""

    game = GAME

    @app_commands.command(name="open", description="Open a Pi'Lok table in this channel")
    @app_commands.describe(
        preset="ordinary, high stakes, long, or one that your GM saved",
        ante="The fee that everybody pays for a hand",
        smallest="The smallest bet",
        largest="The largest bet or raise; 0 is no limit",
        crooked="Whether characters may cheat, read and sway each other",
        clock="How long a turn lasts: 90s, 12 hours, 2 days or off",
        auto_deal="Whether the next hand is dealt by itself",
    )
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def open_pilok(
        self,
        interaction: Interaction,
        preset: str | None = None,
        ante: str | None = None,
        smallest: str | None = None,
        largest: str | None = None,
        crooked: bool | None = None,
        clock: str | None = None,
        auto_deal: bool | None = None,
    ) -> None:
        cheats = None if crooked is None else "on" if crooked else "off"
        options = {"ante": ante, "min_bet": smallest, "max_bet": largest, "crooked": cheats}
        await self.open_table(interaction, preset=preset, options=options, clock=clock, auto_deal=auto_deal)

    @app_commands.command(name="rules", description="How Pi'Lok is played")
    async def rules(self, interaction: Interaction) -> None:
        await self.show_rules(interaction)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(PilokCog())
