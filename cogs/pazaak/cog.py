"""`/pazaak`: open a table, read the rules, build side decks, look after the cards they are built of."""

from discord import app_commands
from discord.ext import commands

from bot.ui.client import Interaction
from bot.ui.commands.game_cog import ContestedCog, GameCog, choices_of
from cogs.pazaak.decks import CardCommands, DeckCommands
from cogs.pazaak.rules import GAME
from cogs.pazaak.state import PazaakRules


class PazaakCog(ContestedCog, name="pazaak", description=GAME.tagline):
    """Pazaak: a match of sets between two."""

    game = GAME
    deck = DeckCommands()
    cards = CardCommands()

    @app_commands.command(name="open", description="Open a Pazaak table for two in this channel")
    @app_commands.describe(
        preset="source, cantina, champion, or one that your GM saved",
        stake="What each puts down for the match; 0 plays for honour or for cards alone",
        sets="How many sets win the match",
        decks="Which side decks may be played",
        hand="How long a hand of side cards has to last",
        copies="How often a deck may hold the same card; 0 is no limit",
        wagers="Whether side cards may be wagered besides the stake",
        crooked="Whether characters may cheat, read and sway each other",
        clock="How long a turn lasts: 90s, 12 hours, 2 days or off",
        auto_deal="Whether the next match begins by itself",
    )
    @app_commands.choices(decks=choices_of(PazaakRules, "decks"), hand=choices_of(PazaakRules, "hand"))
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def open_pazaak(
        self,
        interaction: Interaction,
        preset: str | None = None,
        stake: str | None = None,
        sets: app_commands.Range[int, 1, 5] | None = None,
        decks: str | None = None,
        hand: str | None = None,
        copies: app_commands.Range[int, 0, 10] | None = None,
        wagers: bool | None = None,
        crooked: bool | None = None,
        clock: str | None = None,
        auto_deal: bool | None = None,
    ) -> None:
        chosen = {"sets": sets, "copies": copies, "wagers": wagers, "crooked": crooked}
        options = {name: None if value is None else str(value).lower() for name, value in chosen.items()}
        options |= {"stake": stake, "decks": decks, "hand": hand}
        await self.open_table(interaction, preset=preset, options=options, clock=clock, auto_deal=auto_deal)

    @app_commands.command(name="rules", description="How Pazaak is played")
    async def rules(self, interaction: Interaction) -> None:
        await self.show_rules(interaction)


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(PazaakCog())
