"""/roll: the campaign's own dice, and every other notation."""

import secrets

from discord import app_commands
from discord.ext import commands

from bot.campaigns import Right, require
from bot.engine.dice import roll_in
from bot.engine.rng import SEED_BYTES, SeededRng
from bot.engine.words import escape
from bot.ui.client import Interaction
from bot.ui.context import announce, campaign_of, is_on_server, person_of, services_of, settings_of, whisper


class Dice(commands.Cog):
    """Rolls that belong to no table."""

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.command(description="Roll dice: 2d20kh1+7, 4d6dl1, or as your campaign writes them")
    @app_commands.describe(
        dice="2d20kh1+7, or your campaign's dice: 9D+2 in D6, +7 adv in d20, YYG vs PP in Genesys",
        secret="Hide the roll from everyone except you. GM only.",  # noqa: S106  # the help of an option named secret, not a password
    )
    async def roll(self, interaction: Interaction, dice: str, secret: bool = False) -> None:
        campaign = await campaign_of(interaction) if is_on_server(interaction) else None
        if secret and campaign is not None:
            require(Right.SECRETS, person_of(interaction), campaign)
        rolled = roll_in(
            (await settings_of(interaction)).system, dice, SeededRng(secrets.token_bytes(SEED_BYTES)), secret=secret
        )
        told = rolled.told("~~")
        if secret:
            await whisper(interaction, f"You roll {told}")
            return
        people = services_of(interaction).characters
        character = None if campaign is None else await people.active(campaign.id, interaction.user.id)
        name = interaction.user.display_name if character is None else character.name
        await announce(interaction, f"**{escape(name)}** rolls {told}")


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(Dice())
