"""The GM's own seat: from where it is in reach, and when it is asked anew.

What is to be decided is posted in the channel of the GMs too, so the keeper may decide it there as at the table.
"""

import discord

from bot.engine.game import DEALER
from bot.errors import TooLate
from bot.tables.desk import is_here
from bot.tables.model import Chair, Table
from bot.ui.context import click_of

GM_DECIDES = "The GM decides"
"""What the button at the table says."""
NOTHING_TO_DECIDE = "There is nothing for the GM to decide here."


def is_away(interaction: discord.Interaction, table: Table) -> bool:
    """Whether the table is out of this person's reach from here: at most the GM's own seat isn't."""
    return not is_here(table, click_of(interaction))


def gm_seat(table: Table) -> Chair:
    """The GM's own seat. Raises TooLate while there is no hand in which it has a view."""
    chair = table.chair(DEALER)
    if chair is None:
        raise TooLate(NOTHING_TO_DECIDE)
    return chair


def is_asked_anew(before: Table, after: Table) -> bool:
    """Whether the hand waits for the GM now, and didn't before, or not for this. What NPCs that play by themselves
    decide is nothing for the GM, until they are taken over.
    """
    if DEALER not in after.to_act or after.is_paused or after.spokesman is not None:
        return False
    if DEALER not in before.to_act or before.hand_id != after.hand_id or before.spokesman is not None:
        return True
    game = after.entry.game
    return game.asks(before.state, DEALER) != game.asks(after.state, DEALER)
