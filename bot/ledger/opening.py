"""Starting purses, a change of currency, and the guards that both need.

A guard is a statement that changes nothing, but fails its batch with a sentence if the ledger isn't as expected.
"""

from collections.abc import Mapping

from bot.db import Database, Statement
from bot.errors import MoneyError, PlayerError, TooLate
from bot.ledger.accounts import mint, open_purse, purse
from bot.ledger.entries import Entry, Transfer, post

START, RECOINED = "start", "recoined"


def start(campaign_id: int, character_id: int, amount: int, *, actor: int | None, at: float) -> tuple[Statement, ...]:
    """Open a character's purse with `amount` smallest coins from the mint."""
    opened = open_purse(campaign_id, character_id)
    if not amount:
        return (opened,)
    transfers = (Transfer(mint(campaign_id), purse(character_id), amount),)
    entry = Entry(f"start:{character_id}", campaign_id, START, "Starting money", actor, at, transfers)
    return opened, *post(entry)


async def recoin(
    database: Database, campaign_id: int, amounts: Mapping[int, int], *, key: str, actor: int | None, at: float
) -> tuple[Statement, ...]:
    """Build the statements that replace every starting purse by `amounts` (smallest coins of the new currency, by id).

    Raises MoneyError if money has moved in any other way, since its new worth would be unknown. When applied:
    MoneyError while a table is open, whose stakes count in the old coins; TooLate if anything was posted meanwhile.
    """
    rows = await database.fetch(
        """
        SELECT count(*) AS entries, coalesce(sum(CASE WHEN kind IN (?, ?) OR size = 0 THEN 0 ELSE 1 END), 0) AS others
        FROM entries WHERE campaign_id = ?
        """,
        START,
        RECOINED,
        campaign_id,
    )
    if rows[0]["others"]:
        raise MoneyError(
            "Money has already changed hands in this campaign, so its currency stays. "
            "You can rename its coins, or start a new campaign with other coins."
        )
    transfers = await _replace_purses(database, campaign_id, amounts)
    playing = MoneyError("This campaign has open tables. Close them before you change its currency.")
    changed = TooLate("Money has just changed hands here. Look again.")
    guards = (
        no_open_tables(campaign_id, playing),
        nothing_posted_since(campaign_id, int(rows[0]["entries"]), changed),
    )
    if not transfers:
        return guards
    entry = Entry(key, campaign_id, RECOINED, "The campaign counts in another currency now", actor, at, transfers)
    return *guards, *post(entry)


async def _replace_purses(database: Database, campaign_id: int, amounts: Mapping[int, int]) -> tuple[Transfer, ...]:
    rows = await database.fetch(
        "SELECT character_id, balance FROM accounts WHERE campaign_id = ? AND kind = 'purse' ORDER BY id", campaign_id
    )
    bank = mint(campaign_id)
    back = tuple(Transfer(purse(row["character_id"]), bank, row["balance"]) for row in rows if row["balance"])
    anew = tuple(
        Transfer(bank, purse(row["character_id"]), amount) for row in rows if (amount := amounts[row["character_id"]])
    )
    return back + anew


def nothing_posted_since(campaign_id: int, entries: int, otherwise: PlayerError) -> Statement:
    """Fail unless the campaign still has this many entries."""
    return Statement(
        """
        UPDATE campaigns SET version = version
        WHERE id = ? AND (SELECT count(*) FROM entries WHERE entries.campaign_id = campaigns.id) = ?
        """,
        (campaign_id, entries),
        otherwise=otherwise,
    )


def no_open_tables(campaign_id: int, otherwise: PlayerError) -> Statement:
    """Fail while a table of the campaign is open."""
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
    """Fail while any seat of the character holds something."""
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
    """Fail while there is something in a prize that the character has paid into since it was last empty."""
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
    """Fail while items lie at any seat of the character."""
    return Statement(
        """
        UPDATE characters SET name = name
        WHERE id = ? AND NOT EXISTS (
            SELECT 1 FROM items JOIN accounts ON accounts.id = items.holder
            WHERE accounts.character_id = characters.id AND accounts.kind = 'seat'
        )
        """,
        (character_id,),
        otherwise=otherwise,
    )
