"""`/klingon`: open a tournament or a cash table, read the rules, look after the cards."""

from discord import app_commands
from discord.ext import commands

from bot.ui.client import Interaction
from bot.ui.commands.game_cog import ContestedCog, GameCog, choices_of
from bot.ui.context import campaign_of
from bot.ui.pages.house_rules import find_preset
from cogs.klingon.decks import WHOSE, DeckCommands, Which, deck_for
from cogs.klingon.rules import GAME
from cogs.klingon.state import MOST_CHIPS, KlingonRules


class KlingonCog(ContestedCog, name="klingon", description=GAME.tagline):
    """No-Limit Klingon Hold-'Em: a tournament until one is left, or a cash table."""

    game = GAME
    deck = DeckCommands()

    @app_commands.command(name="open", description="Open a Klingon Hold-'Em table in this channel, for two to ten")
    @app_commands.describe(
        preset="tournament, three prizes, short night, cash table, or one that your GM saved",
        stakes="A tournament until one is left, or chips that are money",
        fee="What a place in a tournament costs; 0 plays for the honor",
        chips="What everybody begins a tournament with",
        prizes="Who gets what of all that was paid into a tournament",
        small="The small cloaked bet to begin with: chips in a tournament, money at a cash table",
        cards="The game's cards, or those that your GM has loaded",
        carriers="Whether carriers play; their fighters need no card",
        smallest="Whether the smallest ships are taken out",
        crooked="Whether characters may cheat, read and sway each other",
        clock="How long a turn lasts: 90s, 12 hours, 2 days or off",
        auto_deal="Whether the next hand is dealt by itself",
    )
    @app_commands.choices(
        stakes=choices_of(KlingonRules, "stakes"),
        prizes=choices_of(KlingonRules, "prizes"),
        cards=[app_commands.Choice(name=name, value=which) for which, name in WHOSE.items()],
        carriers=choices_of(KlingonRules, "carriers"),
        smallest=choices_of(KlingonRules, "smallest"),
    )
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def open_klingon(
        self,
        interaction: Interaction,
        preset: str | None = None,
        stakes: str | None = None,
        fee: str | None = None,
        chips: app_commands.Range[int, 20, MOST_CHIPS] | None = None,
        prizes: str | None = None,
        small: str | None = None,
        cards: Which | None = None,
        carriers: str | None = None,
        smallest: str | None = None,
        crooked: bool | None = None,
        clock: str | None = None,
        auto_deal: bool | None = None,
    ) -> None:
        options = {"stakes": stakes, "fee": fee, "prizes": prizes, "carriers": carriers, "smallest": smallest}
        plain = {"chips": chips, "crooked": crooked}
        options |= {name: None if value is None else str(value).lower() for name, value in plain.items()}
        if small is not None:
            options |= {await _first_bet(interaction, preset, stakes): small}
        bringing = {} if cards is None else {"deck": await deck_for(interaction, cards)}
        await self.open_table(
            interaction, preset=preset, options=options, clock=clock, auto_deal=auto_deal, bringing=bringing
        )

    @app_commands.command(name="rules", description="How Klingon Hold-'Em is played")
    async def rules(self, interaction: Interaction) -> None:
        await self.show_rules(interaction)


async def _first_bet(interaction: Interaction, preset: str | None, stakes: str | None) -> str:
    """Return the house rule that sets the small cloaked bet: in chips for a tournament, in money for a cash table."""
    if stakes is None:
        _, usual = await find_preset(interaction, await campaign_of(interaction), GAME.key, preset)
        stakes = usual.stakes if isinstance(usual, KlingonRules) else stakes
    return "cash_small" if stakes == "cash" else "small"


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(KlingonCog())
