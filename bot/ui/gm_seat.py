"""The GM's own seat: from where its controls work, and when it is asked anew.

What is to be decided is posted in the channel of the GMs too, so the keeper may decide it there as at the table.
"""

from dataclasses import replace

import discord

from bot.engine.game import DEALER, Seat
from bot.errors import TooLate
from bot.tables.desk import Click
from bot.tables.model import Chair, Table
from bot.ui.context import click_of

NOTHING_TO_DECIDE = "There is nothing for the GM to decide here."


def click_at(interaction: discord.Interaction, table: Table, seat: Seat | None, turn: int | None = None) -> Click:
    """The click as it counts at the table: for the GM's own seat one in the channel of the GMs is as good as one there.

    Rights are checked with it as with any other.
    """
    click = click_of(interaction, turn)
    if seat == DEALER and _is_in_gm_channel(click, table):
        return replace(click, channel_id=table.record.channel_id)
    return click


def _is_in_gm_channel(click: Click, table: Table) -> bool:
    is_theirs = click.channel_id == table.campaign.settings.gm_channel_id
    return is_theirs and click.guild_id == table.record.guild_id and table.entry.game.has_dealer


def is_away(interaction: discord.Interaction, table: Table) -> bool:
    """Whether the table is in another channel: nothing but the GM's own seat is in reach from here."""
    return interaction.channel_id != table.record.channel_id


def gm_seat(table: Table) -> Chair:
    """The GM's own seat. Raises TooLate while there is no hand in which it has a view."""
    chair = table.chair(DEALER)
    if chair is None:
        raise TooLate(NOTHING_TO_DECIDE)
    return chair


def is_asked_anew(before: Table, after: Table) -> bool:
    """Whether the hand waits for the GM now, and didn't before, or not for this."""
    if DEALER not in after.to_act or after.is_paused:
        return False
    if DEALER not in before.to_act or before.hand_id != after.hand_id:
        return True
    game = after.entry.game
    return game.asks(before.state, DEALER) != game.asks(after.state, DEALER)
