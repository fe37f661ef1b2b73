"""Where money can be: every account's name follows from whose it is.

| account | whose |
|---|---|
| purse:<character> | a character's own money |
| party:<campaign> | the wallet that members of the party pay into |
| seat:<table>:<seat> | a character's chips at one table |
| bank:<table> | what a banked table pays from |
| prize:<table> | what a tournament pays out |
| reserve:<table> | coins that the mint has set aside for an unlimited bank |
| house:<campaign> | what banks are filled from, and where cuts go |
| mint:<campaign> | where the GM's grants come from; the only account that may be below zero, by 10^15 coins at most |
"""

from typing import Literal

from bot.db import Statement

Kind = Literal["purse", "party", "seat", "bank", "prize", "reserve", "house", "mint"]


def purse(character_id: int) -> str:
    return f"purse:{character_id}"


def party(campaign_id: int) -> str:
    return f"party:{campaign_id}"


def seat(table_id: int, number: int) -> str:
    """Return the account of a seat.

    A seat number is one sitting and never given out again at its table, so the account has one owner for good.
    """
    return f"seat:{table_id}:{number}"


def bank(table_id: int) -> str:
    return f"bank:{table_id}"


def prize(table_id: int) -> str:
    return f"prize:{table_id}"


def reserve(table_id: int) -> str:
    return f"reserve:{table_id}"


def house(campaign_id: int) -> str:
    return f"house:{campaign_id}"


def mint(campaign_id: int) -> str:
    return f"mint:{campaign_id}"


def kind_of(account: str) -> Kind:
    """Return the kind that the account's name begins with."""
    kind: Kind = account.partition(":")[0]  # pyright: ignore[reportAssignmentType]
    return kind


def seat_in(name: str) -> int:
    """Return the seat in the name of a seat's account or of an item's holder at a table."""
    return int(name.rpartition(":")[2])


def open_purse(campaign_id: int, character_id: int) -> Statement:
    return _open(purse(character_id), campaign_id, character_id=character_id)


def open_seat(campaign_id: int, table_id: int, number: int, character_id: int) -> Statement:
    """Open a seat, the only account that must be new: `WrongRows` when applied if the number was used before."""
    account = seat(table_id, number)
    return _open(account, campaign_id, character_id=character_id, table_id=table_id, number=number, touches=1)


def open_bank(campaign_id: int, table_id: int) -> Statement:
    return _open(bank(table_id), campaign_id, table_id=table_id)


def open_prize(campaign_id: int, table_id: int) -> Statement:
    return _open(prize(table_id), campaign_id, table_id=table_id)


def open_reserve(campaign_id: int, table_id: int) -> Statement:
    return _open(reserve(table_id), campaign_id, table_id=table_id)


def open_shared(campaign_id: int) -> tuple[Statement, ...]:
    """Open the accounts that every campaign has: party, house and mint."""
    return tuple(_open(name, campaign_id) for name in (party(campaign_id), house(campaign_id), mint(campaign_id)))


def _open(
    account: str,
    campaign_id: int,
    *,
    character_id: int | None = None,
    table_id: int | None = None,
    number: int | None = None,
    touches: int | None = None,
) -> Statement:
    """Open an empty account; one that is open already stays as it is."""
    return Statement(
        """
        INSERT INTO accounts (id, campaign_id, kind, character_id, table_id, seat) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING
        """,
        (account, campaign_id, kind_of(account), character_id, table_id, number),
        touches=touches,
    )
