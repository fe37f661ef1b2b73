"""What a GM does on a player's seat: the log always has it and the GMs are told; everybody at the table is, if the
campaign says so.
"""

from dataclasses import replace

from bot.engine.game import Seat
from bot.tables.hand.hands import Cause
from bot.tables.model import Chair, Table


def is_players(chair: Chair, user_id: int) -> bool:
    """Whether the seat is somebody else's: neither an NPC's nor the GM's own, nor a character of that user."""
    return chair.user_id not in {None, user_id}


def by_gm(table: Table, cause: Cause, said: str) -> Cause:
    """The cause of what a GM does on a player's seat; `said` names the act, and is told before what comes of it."""
    return replace(cause, how="gm", said=said, is_shown=table.campaign.settings.gm_acts_shown)


def acts_for(table: Table, cause: Cause, seat: Seat) -> Cause:
    """A GM makes a move of somebody absent."""
    return by_gm(table, cause, f"The GM acts for {table.voice.name(seat)}.")


def waits_no_longer(table: Table, cause: Cause, seat: Seat) -> Cause:
    """A GM has the rules act for somebody absent."""
    return by_gm(table, cause, f"The GM waits no longer for {table.voice.name(seat)}.")


def sends_away(table: Table, cause: Cause, seat: Seat) -> Cause:
    """A GM has somebody get up."""
    return by_gm(table, cause, f"The GM sends {table.voice.name(seat)} away.")


def gives_time(table: Table, cause: Cause) -> Cause:
    """A GM starts the clock again for whoever it runs out for."""
    return by_gm(table, cause, f"The GM gives {table.named(table.to_act)} more time.")
