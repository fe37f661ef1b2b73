"""The right to undo: a GM's. Where something is hidden or people can cheat, that is a GM who neither plays there nor
was in the hand that is undone, unless the campaign lets hosts play.
"""

from bot.campaigns import Person, may_gm
from bot.db import Database
from bot.errors import NotAllowed
from bot.tables.gm_log import was_in
from bot.tables.hand.notes import require_playable
from bot.tables.model import Table
from bot.tables.rights import may_host
from bot.tables.store import hand_rows
from bot.tables.stored_rules import game_of_hand


def may_undo(table: Table, person: Person) -> bool:
    """Tell whether a person may undo anything at the table at all, as far as the table and its last hand show."""
    hand = table.record.hand
    plays = not may_host(table, person.user_id) or (
        not table.campaign.settings.keeper_may_play and hand is not None and person.user_id in hand.people
    )
    return may_gm(table.campaign, person) and not (table.keeps_secrets and plays)


def require_may_undo(table: Table, person: Person) -> None:
    """Refuse anyone who may not undo at the table."""
    if not may_gm(table.campaign, person):
        raise NotAllowed("Only the GM can do that.")
    if not may_undo(table, person):
        raise NotAllowed("You play at this table yourself: another GM takes something back here.")
    require_playable(table)


async def require_was_not_in(database: Database, table: Table, person: Person, number: int) -> None:
    """Refuse a GM who was in the hand of that number, where something was hidden in it by its own house rules or is by
    today's.
    """
    if not await was_in(database, table, person, number):
        return
    for row in await hand_rows(database, table.id, number):
        by_rules, was_crooked = game_of_hand(row["game"], row["deal"])
        if table.keeps_secrets or was_crooked or by_rules.has_hands or by_rules.game.has_dealer:
            word = by_rules.game.hand_word
            raise NotAllowed(f"You were in {word} {number} yourself: another GM takes something back of it.")
