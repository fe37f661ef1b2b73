"""The commands of Coin Toss, as a game's folder declares them."""

from discord import app_commands

from bot.ui.client import Interaction
from bot.ui.commands.game_cog import BankedCog, GameCog
from tests.coin_toss.rules import GAME


class CoinTossCog(BankedCog, name="coin_toss", description=GAME.tagline):
    game = GAME

    @app_commands.command(name="open", description="Open a table in this channel")
    @app_commands.autocomplete(preset=GameCog.preset_names)
    async def open_toss(
        self,
        interaction: Interaction,
        preset: str | None = None,
        smallest: str | None = None,
        winnings: app_commands.Range[int, 1, 1000] | None = None,
        edge: app_commands.Range[int, 0, 10_000] | None = None,
        bank: str | None = None,
        clock: str | None = None,
        auto_deal: bool | None = None,
    ) -> None:
        options = {name: None if n is None else str(n) for name, n in {"winnings": winnings, "edge_pays": edge}.items()}
        options["min_bet"] = smallest
        await self.open_table(interaction, preset=preset, options=options, clock=clock, auto_deal=auto_deal, bank=bank)
