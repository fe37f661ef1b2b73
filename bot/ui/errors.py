"""The one error funnel: commands, buttons, forms and autocomplete all end here."""

import logging
import secrets

import discord
from discord import app_commands

from bot.db import DatabaseLost, OutcomeUnknown, fault_of, has_saved, log_unexpected
from bot.errors import OutOfOrder, PlayerError, TryAgain
from bot.tables.hand.notes import has_counted
from bot.ui.answer import ANSWERED, GONE
from bot.ui.client import TAKEN_UP, Interaction, TooFast
from bot.ui.context import campaign_of, click_of, services_of, whisper
from bot.ui.live_message import UNDRAWN

log = logging.getLogger(__name__)
_QUOTE = "Give this code to the person who runs the bot:"
COUNTED = "That counted. Only my answer failed."
UNKNOWN = "I lost my database at that moment, so I can't say if that counted. Look in a minute, before you repeat it."


async def report(interaction: Interaction, error: Exception) -> None:
    """Tell the person what went wrong: a refusal in its own words, a disk error in two sentences. Any other error has
    a short id that the log has too.

    Never raises: an answer that can't be delivered any more is logged.
    """
    error = _unwrap(error)
    if isinstance(error, DatabaseLost):
        error = OutOfOrder("I've lost my database, so nothing was changed. I restart now. Try again in a minute.")
    try:
        if isinstance(error, PlayerError):
            try:
                sentence = await refusal_text(interaction, error)
            except Exception as failed:  # noqa: BLE001  # the money can't be written that it names
                await report(interaction, failed)
                return
            if isinstance(error, TooFast) or not await _refuse_on_page(interaction, sentence):
                await whisper(interaction, sentence)
            if interaction.message is not None and not isinstance(error, TooFast | OutOfOrder):
                await redraw_clicked_table(interaction)
        elif _comes_too_late(interaction, error):
            log.info("interaction %s can no longer be answered: %s", interaction.id, error)
        elif isinstance(error, OutcomeUnknown):
            await whisper(interaction, UNKNOWN)
        elif (fault := fault_of(error)) is not None:
            await whisper(interaction, fault.refusal(has_saved=has_saved()))
        else:
            await whisper(interaction, await _describe_unexpected(interaction, error))
    except UNDRAWN as failed:
        level = logging.WARNING if getattr(failed, "code", 0) in {GONE, ANSWERED} else logging.ERROR
        log.log(level, "interaction %s could not be answered: %s", interaction.id, failed)


def _comes_too_late(interaction: Interaction, error: Exception) -> bool:
    """Return True if the time for an answer is over, or another process has answered what has waited here."""
    if not isinstance(error, discord.HTTPException):
        return False
    return error.code == GONE or (error.code == ANSWERED and TAKEN_UP in (interaction.data or {}))


async def _refuse_on_page(interaction: Interaction, sentence: str) -> bool:
    """Show the refusal of a click on a table's private page there. Returns False for any other interaction."""
    if interaction.guild_id is None or interaction.message is None:
        return False
    return await interaction.client.pages.refuse(interaction, click_of(interaction), sentence)


async def redraw_clicked_table(interaction: Interaction) -> None:
    """Have the clicked table drawn: a bot that was killed can have stored a change that it never showed."""
    try:
        table = await services_of(interaction).tables.in_channel(interaction.channel_id or 0)
    except TryAgain:
        return
    except Exception as error:  # noqa: BLE001  # the person has read why the click was refused
        log_unexpected(log, error, "the table in channel %s could not be read", interaction.channel_id)
        return
    is_seen = interaction.message is not None and not interaction.message.flags.ephemeral
    if table is not None and (is_seen or not table.is_crooked):
        interaction.client.renderer.want(table)


def _unwrap(error: Exception) -> Exception:
    """Return the error that a command, or a check of its options, raised inside the library's wrapping."""
    cause = error.__cause__ if isinstance(error, app_commands.AppCommandError) else None
    if isinstance(cause, PlayerError) or (isinstance(error, app_commands.CommandInvokeError) and cause is not None):
        return cause if isinstance(cause, Exception) else error
    return error


async def refusal_text(interaction: Interaction, error: PlayerError) -> str:
    """Return the refusal's sentence, with amounts in the money that is used where the interaction happened."""
    if not error.amounts:
        return str(error)
    campaign = await campaign_of(interaction)
    return error.told(campaign.settings.currency.show)


async def _describe_unexpected(interaction: Interaction, error: Exception) -> str:
    code = secrets.token_hex(3)
    log.error("%s: interaction %s failed", code, interaction.id, exc_info=error)
    if isinstance(error, app_commands.TransformerError):
        return "I can't read one of the options. Choose it again."
    try:
        if await has_counted(services_of(interaction).db, str(interaction.id)):
            return f"{COUNTED} {_QUOTE} `{code}`."
    except Exception:
        log.exception("%s: the bot could not find out whether it counted", code)
    return f"Something went wrong on my side. {_QUOTE} `{code}`."
