"""Statements that change nothing: they fail their batch, with a sentence, where the book isn't as it was thought."""

from bot.db import Statement
from bot.errors import PlayerError


def nothing_posted_since(campaign_id: int, entries: int, otherwise: PlayerError) -> Statement:
    """Fails unless the campaign still has this many entries."""
    return Statement(
        """
        UPDATE campaigns SET version = version
        WHERE id = ? AND (SELECT count(*) FROM entries WHERE entries.campaign_id = campaigns.id) = ?
        """,
        (campaign_id, entries),
        otherwise=otherwise,
    )


def no_open_tables(campaign_id: int, otherwise: PlayerError) -> Statement:
    """Fails while a table of the campaign is open."""
    return Statement(
        """
        UPDATE campaigns SET version = version
        WHERE id = ? AND NOT EXISTS (
            SELECT 1 FROM tables WHERE tables.campaign_id = campaigns.id AND tables.status = 'open'
        )
        """,
        (campaign_id,),
        otherwise=otherwise,
    )


def no_chips_on_tables(character_id: int, otherwise: PlayerError) -> Statement:
    """Fails while any seat of the character holds something."""
    return Statement(
        """
        UPDATE characters SET name = name
        WHERE id = ? AND NOT EXISTS (
            SELECT 1 FROM accounts
            WHERE accounts.character_id = characters.id AND accounts.kind = 'seat' AND accounts.balance > 0
        )
        """,
        (character_id,),
        otherwise=otherwise,
    )


def nothing_in_prizes(character_id: int, otherwise: PlayerError) -> Statement:
    """Fails while there is something in a prize that the character has paid into since it was last empty."""
    return Statement(
        """
        UPDATE characters SET name = name
        WHERE id = ? AND NOT EXISTS (
            SELECT 1 FROM accounts AS own
            JOIN transfers AS paid ON paid.source = own.id JOIN accounts AS prizes ON prizes.id = paid.target
            WHERE own.character_id = characters.id AND prizes.kind = 'prize' AND prizes.balance > 0
                AND paid.id > coalesce((
                    SELECT max(transfers.id) FROM transfers JOIN entries ON entries.id = transfers.entry_id
                    WHERE transfers.source = prizes.id AND transfers.source_after = 0 AND NOT EXISTS (
                        SELECT 1 FROM entries AS back WHERE back.reverses = entries.id
                    )
                ), 0)
        )
        """,
        (character_id,),
        otherwise=otherwise,
    )


def nothing_wagered(character_id: int, otherwise: PlayerError) -> Statement:
    """Fails while goods lie at any seat of the character."""
    return Statement(
        """
        UPDATE characters SET name = name
        WHERE id = ? AND NOT EXISTS (
            SELECT 1 FROM goods JOIN accounts ON accounts.id = goods.holder
            WHERE accounts.character_id = characters.id AND accounts.kind = 'seat'
        )
        """,
        (character_id,),
        otherwise=otherwise,
    )
