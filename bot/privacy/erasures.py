"""What is known of a user who is to be forgotten on a server, as rows: it outlives a crash, and is gone when all is
done.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.campaigns import CampaignSettings, name_key
from bot.db import Database, Row, Statement
from bot.privacy.name_forms import HOUSE_NAMES, NameRedaction, Stand, bold_forms_of, forms_of, in_bold
from bot.privacy.redaction import OwnMentions, all_forms, typed_in

_ASK = """
INSERT INTO erasures (id, guild_id, user_id, salt, digest, asked_at)
SELECT coalesce(max(id), 0) + 1, ?, ?, ?, ?, ? FROM erasures WHERE TRUE
ON CONFLICT (guild_id, user_id) WHERE user_id IS NOT NULL DO UPDATE SET gathered_at = NULL
"""
_FEWEST_LETTERS = 3
_NAME = """
INSERT INTO erased_names (erasure_id, campaign_id, form, pseudonym) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
"""


@dataclass(frozen=True, slots=True)
class Erasure:
    """A user who is being forgotten on a server. `characters` are theirs: what stands for each from now on, by id."""

    id: int
    guild_id: int
    user_id: int
    is_gathered: bool
    characters: Mapping[int, str] = field(default_factory=lambda: MappingProxyType[int, str]({}))

    @property
    def pseudonym(self) -> str:
        """The user's pseudonym, which no one else has."""
        return f"former player ({self.id})"

    def character(self, number: int) -> str:
        """Return the pseudonym of their character of that number, 1 and up."""
        return f"former player ({self.id}-{number})"


def digest_of(salt: str, guild_id: int, user_id: int) -> str:
    """Return the salted hash by which an erased user's id is recognized in an older backup."""
    return hashlib.sha256(f"{salt}:{guild_id}:{user_id}".encode()).hexdigest()


def request_erasure(guild_id: int, user_id: int, at: float) -> Statement:
    """Register that the user is to be forgotten there; asking again looks anew for what there is of them."""
    salt = secrets.token_hex(16)
    return Statement(_ASK, (guild_id, user_id, salt, digest_of(salt, guild_id, user_id), at))


async def open_erasures(database: Database) -> list[Erasure]:
    """Return the erasures that aren't finished yet, oldest first."""
    rows = await database.fetch("SELECT * FROM erasures WHERE user_id IS NOT NULL ORDER BY id")
    return [await _erasure(database, row) for row in rows]


async def _erasure(database: Database, row: Row) -> Erasure:
    found = await database.fetch(
        "SELECT character_id, pseudonym FROM erased_characters WHERE erasure_id = ?", row["id"]
    )
    known = {int(one["character_id"]): str(one["pseudonym"]) for one in found}
    return Erasure(row["id"], row["guild_id"], row["user_id"], row["gathered_at"] is not None, MappingProxyType(known))


async def name_redaction(database: Database, erasure: Erasure, campaign_id: int) -> NameRedaction:
    """Return the names to take out of the campaign's texts, and those that stay: all others' and the coins'."""
    rows = await database.fetch(
        "SELECT form, pseudonym FROM erased_names WHERE erasure_id = ? AND campaign_id = ?", erasure.id, campaign_id
    )
    kept = await names_of_others(database, erasure, campaign_id)
    return NameRedaction({row["form"]: row["pseudonym"] for row in rows}, kept)


async def names_of_others(database: Database, erasure: Erasure, campaign_id: int) -> frozenset[str]:
    """Return the names of the campaign's other characters, the retired included, and of its coins."""
    rows = await database.fetch("SELECT id, name FROM characters WHERE campaign_id = ?", campaign_id)
    (campaign,) = await database.fetch("SELECT settings FROM campaigns WHERE id = ?", campaign_id)
    coins = CampaignSettings.from_json(campaign["settings"]).currency.denominations
    words = {word for coin in coins for word in (coin.name, coin.plural, coin.symbol, *coin.aliases) if word}
    return frozenset({row["name"] for row in rows if row["id"] not in erasure.characters} | words)


async def mentions_at(database: Database, erasure: Erasure, table_id: int) -> OwnMentions:
    """Return the user's mentions at a table."""
    rows = await database.fetch(
        "SELECT accounts.seat, characters.id, characters.name FROM accounts "
        "JOIN characters ON characters.id = accounts.character_id "
        "WHERE accounts.table_id = ? AND accounts.kind = 'seat'",
        table_id,
    )
    typed = await database.fetch(
        "SELECT action FROM actions WHERE table_id = ? AND action LIKE '%\"reason\"%'", table_id
    )
    return OwnMentions(
        user_id=erasure.user_id,
        characters=erasure.characters,
        seats={row["seat"]: erasure.characters[row["id"]] for row in rows if row["id"] in erasure.characters},
        others=all_forms(row["name"] for row in rows if row["id"] not in erasure.characters),
        reasons=tuple({reason: None for row in typed for reason in typed_in(row["action"])}),
    )


def is_unambiguous(name: str, others: Iterable[str]) -> bool:
    """Return True if the name, as Discord shows it, can only mean its user in typed text.

    It needs enough letters, and no other person or thing may have the same name.
    """
    if sum(map(str.isalpha, name)) < _FEWEST_LETTERS or name_key(name) in HOUSE_NAMES:
        return False
    return name_key(name) not in {name_key(other) for other in others}


def register_name(erasure: Erasure, campaign_id: int, name: str, pseudonym: str) -> tuple[Statement, ...]:
    """Register a name, in all its forms, to be taken out of the campaign's texts."""
    stands = [Stand(form, pseudonym) for form in forms_of(name)]
    return (*register_forms(erasure, campaign_id, stands), *register_bold_name(erasure, campaign_id, name, pseudonym))


def register_bold_name(erasure: Erasure, campaign_id: int, name: str, pseudonym: str) -> tuple[Statement, ...]:
    """Register a name that is taken out of the bot's own lines alone."""
    stands = (Stand(form, in_bold(pseudonym)) for form in bold_forms_of(name))
    return tuple(register_forms(erasure, campaign_id, stands))


def register_user_id(erasure: Erasure, campaign_id: int) -> list[Statement]:
    """Register the user's id, where it is too long for a number that somebody would type."""
    return register_forms(erasure, campaign_id, [Stand(str(erasure.user_id), erasure.pseudonym)])


def register_forms(erasure: Erasure, campaign_id: int, stands: Iterable[Stand]) -> list[Statement]:
    """Register what stands in texts, so that the book and the log let it be replaced."""
    return [Statement(_NAME, (erasure.id, campaign_id, one.form, one.pseudonym), touches=None) for one in stands]


def finish_erasure(erasure: Erasure, at: float) -> tuple[Statement, ...]:
    """Return the statements that end an erasure: nothing is left of the user's id."""
    gone = (
        Statement(f"DELETE FROM {name} WHERE erasure_id = ?", (erasure.id,), touches=None)  # noqa: S608  # names are constants
        for name in ("erased_names", "erased_characters", "erased_tables")
    )
    return *gone, Statement("UPDATE erasures SET user_id = NULL, done_at = ? WHERE id = ?", (at, erasure.id))
