"""Rolls that players save for a character, under a name that `/roll` takes."""

import secrets
import unicodedata

from pydantic import Field, field_validator

from bot.campaigns.character import Character
from bot.campaigns.model import Campaign
from bot.campaigns.names import name_key
from bot.campaigns.rights import Person, Right, require
from bot.db import Database, Statement
from bot.engine.dice import LONGEST, Rollable, roll_in
from bot.engine.frozen import Frozen
from bot.engine.rng import SEED_BYTES, SeededRng
from bot.engine.skills.sheets import LONGEST_NAME, is_skill_name
from bot.engine.words import escape
from bot.errors import NotAllowed, NotFound, Unreadable

MOST_ROLLS = 25
"""Saved rolls of one character."""
_SAVE = """
INSERT INTO rolls (campaign_id, character_id, name_key, name, dice) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (campaign_id, character_id, name_key) DO UPDATE SET name = excluded.name, dice = excluded.dice
"""
_ROOM = """
UPDATE characters SET name = name WHERE id = ? AND retired_at IS NULL AND ? > (
    SELECT count(*) FROM rolls
    WHERE rolls.campaign_id = characters.campaign_id AND rolls.character_id = characters.id AND rolls.name_key <> ?
)
"""


class SavedRoll(Frozen):
    """A roll as it was typed, under its name."""

    name: str
    dice: str = Field(min_length=1, max_length=LONGEST)

    @field_validator("name")
    @classmethod
    def _is_readable(cls, name: str) -> str:
        if not is_skill_name(name):
            raise ValueError("a saved roll needs a name of 1 to 40 visible characters without commas")
        return name

    @field_validator("dice")
    @classmethod
    def _is_one_line(cls, dice: str) -> str:
        if any(unicodedata.category(letter).startswith("C") for letter in dice):
            raise ValueError("a saved roll has no invisible characters")
        return dice


class SavedRolls:
    """Stores the rolls of characters."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, character: Character) -> tuple[SavedRoll, ...]:
        """Return the character's rolls, by name."""
        rows = await self._database.fetch(
            "SELECT name, dice FROM rolls WHERE campaign_id = ? AND character_id = ? ORDER BY name_key",
            character.campaign_id,
            character.id,
        )
        return tuple(SavedRoll(name=row["name"], dice=row["dice"]) for row in rows)

    async def rollable(self, character: Character | None) -> Rollable:
        """Return all that the character rolls by name; nothing for nobody."""
        if character is None:
            return Rollable()
        return Rollable(character.sheet, {one.name: one.dice for one in await self.of(character)})

    async def save(self, campaign: Campaign, by: Person, character: Character, name: str, dice: str) -> SavedRoll:
        """Keep a roll under this name, in place of the one that has it.

        Raises Unreadable for a roll that can't be rolled and for a name that can't be one, or reads like dice. Raises
        NotAllowed for another's character and above the limit.
        """
        require(Right.ROLLS, by, campaign, character)
        name, dice = (" ".join(unicodedata.normalize("NFKC", text).split()) for text in (name, dice))
        if not is_skill_name(name):
            raise Unreadable(f"Name the roll with 1 to {LONGEST_NAME} visible letters and digits, without commas.")
        system, chance = campaign.settings.system, SeededRng(secrets.token_bytes(SEED_BYTES))
        if _reads_as_dice(campaign, name, chance):
            raise Unreadable(f"“{escape(name)}” is a roll already. Choose another name.")
        Rollable(character.sheet).roll(system, dice, chance)
        saved, key = SavedRoll(name=name, dice=dice), name_key(name)
        full = NotAllowed(f"{escape(character.name)} has {MOST_ROLLS} saved rolls, or has retired. Delete one first.")
        await self._database.apply(
            Statement(_ROOM, (character.id, MOST_ROLLS, key), otherwise=full),
            Statement(_SAVE, (campaign.id, character.id, key, name, dice)),
        )
        return saved

    async def delete(self, campaign: Campaign, by: Person, character: Character, name: str) -> None:
        """Forget a saved roll. Raises NotFound if there is none of that name, NotAllowed for another's character."""
        require(Right.ROLLS, by, campaign, character)
        missing = NotFound(f"{escape(character.name)} has no saved roll called {escape(name[:LONGEST_NAME])}.")
        await self._database.apply(
            Statement(
                "DELETE FROM rolls WHERE campaign_id = ? AND character_id = ? AND name_key = ?",
                (campaign.id, character.id, name_key(name)),
                otherwise=missing,
            )
        )


def _reads_as_dice(campaign: Campaign, name: str, chance: SeededRng) -> bool:
    try:
        roll_in(campaign.settings.system, name, chance)
    except Unreadable:
        return False
    return True
