"""`/golem`: open a table, read the rules."""

from discord import app_commands
from discord.ext import commands

from bot.ui.client import Interaction
from bot.ui.commands.game_cog import ContestedCog, GameCog
from cogs.golem.rules import GAME


class GolemCog(ContestedCog, name="golem", description=GAME.tagline):
    """Golem: five-card draw against the table, and against the golem."""

    game = GAME

    @app_commands.command(name="open", description="Open a Golem table in this channel; three to six play best")
    @app_commands.describe(
        preset="casino, high stakes, short game, among friends, or one that your GM saved",
        ante="What everybody pays into the pot for a hand",
        largest="The largest bet or raise; 0 is no limit",
        penalty="What the best hand pays when the golem isn't beaten, in antes",
        redeals="How often cards are dealt anew before the best hand wins; 0 is no limit",
        house_cut="What the house takes of each pot, in percent",
        crooked="Whether characters may cheat, read and sway each other",
        clock="How long a turn lasts: 90s, 12 hours, 2 days or off",
        auto_deal="Whether the next hand is dealt by itself",
    )
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def open_golem(
        self,
        interaction: Interaction,
        preset: str | None = None,
        ante: str | None = None,
        largest: str | None = None,
        penalty: app_commands.Range[int, 0, 10] | None = None,
        redeals: app_commands.Range[int, 0, 20] | None = None,
        house_cut: app_commands.Range[int, 0, 25] | None = None,
        crooked: bool | None = None,
        clock: str | None = None,
        auto_deal: bool | None = None,
    ) -> None:
        chosen = {"penalty": penalty, "redeals": redeals, "house_rate": house_cut, "crooked": crooked}
        options = {name: None if value is None else str(value).lower() for name, value in chosen.items()}
        options |= {"ante": ante, "max_bet": largest}
        await self.open_table(interaction, preset=preset, options=options, clock=clock, auto_deal=auto_deal)

    @app_commands.command(name="rules", description="How Golem is played")
    async def rules(self, interaction: Interaction) -> None:
        await self.show_rules(interaction)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(GolemCog())
