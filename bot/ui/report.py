"""The one error funnel: commands, buttons, forms and autocomplete all end here."""

import logging
import secrets

import discord
from discord import app_commands

from bot.errors import PlayerError
from bot.ui.context import campaign_of, whisper

log = logging.getLogger(__name__)
_GONE = 10062
_ANSWERED = 40060


async def report(interaction: discord.Interaction, error: Exception) -> None:
    """Tell the person what went wrong: a refusal in its own words, anything else by a short id that the log has too.

    Never raises: an answer that can't be delivered any more is logged.
    """
    if isinstance(error, app_commands.AppCommandError) and isinstance(error.__cause__, Exception):
        error = error.__cause__
    try:
        if isinstance(error, PlayerError):
            await whisper(interaction, await told(interaction, error))
        elif isinstance(error, discord.NotFound) and error.code == _GONE:
            log.warning("too late to answer interaction %s", interaction.id)
        else:
            await whisper(interaction, _unexpected(interaction, error))
    except discord.HTTPException as failed:
        level = logging.WARNING if failed.code in {_GONE, _ANSWERED} else logging.ERROR
        log.log(level, "interaction %s could not be answered: %s", interaction.id, failed)


async def told(interaction: discord.Interaction, error: PlayerError) -> str:
    """The refusal's sentence, with amounts in the money that is used where the interaction happened."""
    if not error.amounts:
        return str(error)
    campaign = await campaign_of(interaction)
    return error.told(campaign.settings.currency.show)


def _unexpected(interaction: discord.Interaction, error: Exception) -> str:
    code = secrets.token_hex(3)
    log.error("%s: interaction %s failed", code, interaction.id, exc_info=error)
    if isinstance(error, app_commands.TransformerError):
        return "I can't read one of the options."
    return f"That went wrong, and nothing was changed. The log knows it as `{code}`."
