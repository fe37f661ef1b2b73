"""Characters of a campaign: looked up, created, edited, retired and claimed.

GMs see NPCs. Everyone sees the PCs.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.campaigns.character import MOST_NPCS, MOST_PCS_EVER, NOBODY, Character, still_plays
from bot.campaigns.limits import NO_LIMITS, UsageLimits
from bot.campaigns.model import Campaign
from bot.campaigns.names import NameTaken, looks, name_key, require_unreserved, safe_name
from bot.campaigns.npcs import AutopilotSettings, free_name, purse_of, sheet_of, template
from bot.campaigns.rights import Person, Right, may, require
from bot.campaigns.store import Campaigns, unchanged
from bot.clock import Clock
from bot.db import Database, Ids, Statement, with_marks
from bot.engine.release import stamped
from bot.engine.skills import Sheet
from bot.engine.words import counted, escape
from bot.errors import NotAllowed, NotFound
from bot.ledger.opening import no_chips_on_tables, nothing_in_prizes, nothing_wagered, start
from bot.settings import MOST_PCS

MOST_CHOICES = 25
"""How many choices Discord shows at a time."""
RETIRED = "(retired)"
"""What stands behind the name of somebody who has retired: the name may be another's by now."""
_PLAY = """
INSERT INTO active_characters (campaign_id, user_id, character_id) VALUES (?, ?, ?)
ON CONFLICT (campaign_id, user_id) DO UPDATE SET character_id = excluded.character_id
"""
_PLAY_IF_NONE = """
INSERT INTO active_characters (campaign_id, user_id, character_id) VALUES (?, ?, ?)
ON CONFLICT (campaign_id, user_id) DO NOTHING
"""


class Cast:
    """Reads characters. A name that a person may not see isn't found."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, campaign_id: int, character_id: int) -> Character:
        """Return the character, retired or not. Raises NotFound if the campaign has none of that number."""
        rows = await self._database.fetch(
            "SELECT * FROM characters WHERE campaign_id = ? AND id = ?", campaign_id, character_id
        )
        if not rows:
            raise NotFound("There is no such character in this campaign.")
        return Character.of(rows[0])

    async def active(self, campaign_id: int, user_id: int) -> Character | None:
        """Return the character that the user plays: the chosen one, otherwise their newest; None without any."""
        rows = await self._database.fetch(
            """
            SELECT characters.* FROM characters
            LEFT JOIN active_characters ON active_characters.character_id = characters.id
            WHERE characters.campaign_id = ? AND characters.owner_id = ? AND characters.retired_at IS NULL
            ORDER BY CASE WHEN active_characters.character_id IS NULL THEN 1 ELSE 0 END, characters.id DESC LIMIT 1
            """,
            campaign_id,
            user_id,
        )
        return Character.of(rows[0]) if rows else None

    async def mine(self, campaign_id: int, user_id: int) -> tuple[Character, ...]:
        """Return the user's characters in play, by name."""
        rows = await self._database.fetch(
            "SELECT * FROM characters WHERE campaign_id = ? AND owner_id = ? AND retired_at IS NULL ORDER BY name_key",
            campaign_id,
            user_id,
        )
        return tuple(Character.of(row) for row in rows)

    async def npcs(self, campaign: Campaign, by: Person) -> tuple[Character, ...]:
        """Return all NPCs in play, by name; for GMs."""
        require(Right.NPCS, by, campaign)
        rows = await self._database.fetch(
            "SELECT * FROM characters WHERE campaign_id = ? AND kind = 'npc' AND retired_at IS NULL ORDER BY name_key",
            campaign.id,
        )
        return tuple(Character.of(row) for row in rows)

    async def in_play(self, campaign: Campaign, by: Person) -> tuple[Character, ...]:
        """Return all PCs and NPCs in play, by name; for GMs."""
        require(Right.WALLETS, by, campaign)
        rows = await self._database.fetch(
            "SELECT * FROM characters WHERE campaign_id = ? AND retired_at IS NULL ORDER BY name_key", campaign.id
        )
        return tuple(Character.of(row) for row in rows)

    async def party(self, campaign_id: int) -> tuple[Character, ...]:
        """Return the party: the character that each user plays now, by name. An unclaimed character is in no party."""
        rows = await self._database.fetch(
            """
            SELECT characters.* FROM characters
            LEFT JOIN active_characters ON active_characters.campaign_id = characters.campaign_id
                AND active_characters.user_id = characters.owner_id
            WHERE characters.campaign_id = ? AND characters.kind = 'pc' AND characters.retired_at IS NULL
                AND characters.owner_id <> 0
                AND characters.id = coalesce(active_characters.character_id, (
                    SELECT max(newest.id) FROM characters AS newest
                    WHERE newest.campaign_id = characters.campaign_id
                        AND newest.owner_id = characters.owner_id AND newest.retired_at IS NULL
                ))
            ORDER BY characters.name_key
            """,
            campaign_id,
        )
        return tuple(Character.of(row) for row in rows)

    async def named(self, campaign: Campaign, by: Person, text: str, *, retired: bool = False) -> Character:
        """Return the character in play of that name, or of the number that autocomplete stands for; NotFound otherwise.

        With `retired`, a GM also reaches the latest retired character of that name if nobody in play has it. The marked
        name ("Han (retired)") always means the retired one.
        """
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 17 else 0
        key, is_gm = name_key(text), may(Right.NAMES, by, campaign)
        rows = await self._database.fetch(
            """
            SELECT * FROM characters
            WHERE campaign_id = ? AND (kind = 'pc' OR ? = 1) AND (
                (retired_at IS NULL AND (name_key = ? OR id = ?))
                OR (retired_at IS NOT NULL AND name_key = ? AND ? = 1)
            )
            ORDER BY CASE WHEN retired_at IS NULL THEN 0 ELSE 1 END, CASE WHEN name_key = ? THEN 0 ELSE 1 END, id DESC
            LIMIT 1
            """,
            campaign.id,
            int(is_gm),
            key,
            number,
            key.removesuffix(RETIRED).strip(),
            int(retired and is_gm),
            key,
        )
        if not rows:
            raise NotFound(
                f"There is nobody called {escape(text[:40])} here."
                if text.strip()
                else "Enter the name of a character."
            )
        return Character.of(rows[0])

    async def search(
        self,
        campaign: Campaign,
        by: Person,
        beginning: str,
        *,
        mine: bool = False,
        npcs_only: bool = False,
        retired: bool = False,
    ) -> tuple[Character, ...]:
        """Return at most 25 characters in play that autocomplete may show: a word of the name has that beginning.

        `mine` finds only their own PCs, and for a GM the NPCs too. With `retired` a GM also sees retired characters,
        after the others.
        """
        sought = name_key(beginning).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        is_gm = may(Right.NAMES, by, campaign)
        rows = await self._database.fetch(
            """
            SELECT * FROM characters
            WHERE campaign_id = ? AND (retired_at IS NULL OR ? = 1)
                AND (name_key LIKE ? ESCAPE '\\' OR name_key LIKE ? ESCAPE '\\')
                AND (? = 1 OR kind = 'pc') AND (? = 0 OR owner_id = ? OR (kind = 'npc' AND ? = 1))
                AND (? = 0 OR kind = 'npc')
            ORDER BY CASE WHEN retired_at IS NULL THEN 0 ELSE 1 END, name_key, id DESC LIMIT ?
            """,
            campaign.id,
            int(retired and is_gm),
            f"{sought}%",
            f"% {sought}%",
            int(is_gm),
            int(mine),
            by.user_id,
            int(is_gm),
            int(npcs_only),
            MOST_CHOICES,
        )
        return tuple(Character.of(row) for row in rows)

    async def names(self, character_ids: Iterable[int]) -> Mapping[int, str]:
        """Return the names of these characters by id, retired or not."""
        wanted = sorted(set(character_ids))
        if not wanted:
            return {}
        sql = with_marks("SELECT id, name FROM characters WHERE id IN (...)", len(wanted))
        rows = await self._database.fetch(sql, *wanted)
        return {int(row["id"]): str(row["name"]) for row in rows}


class Characters(Cast):
    """Reads and changes characters."""

    def __init__(
        self, database: Database, campaigns: Campaigns, ids: Ids, clock: Clock, limits: UsageLimits = NO_LIMITS
    ) -> None:
        super().__init__(database)
        self._limits = limits
        self._campaigns = campaigns
        self._ids = ids
        self._clock = clock
        self._name_lock = asyncio.Lock()
        """Held from looking through the names of a campaign until another is written: names that look alike have
        different keys, so the database can't tell.
        """

    async def create(self, campaign: Campaign, by: Person, name: str, sheet: Sheet | None = None) -> Character:
        """Create a PC of `by` with the campaign's starting purse; they play it from now on.

        Raises NameTaken for a name that is the bot's own or looks like another's. Raises Unreadable for a name that
        can't be one, and NotAllowed above the limits.
        """
        campaign = await self._campaigns.get(campaign.id)
        character = Character(
            id=self._ids.next(),
            campaign_id=campaign.id,
            kind="pc",
            owner_id=by.user_id,
            name=safe_name(name),
            sheet=sheet or Sheet(),
        )
        purse = campaign.settings.starting_purse
        async with self._name_lock:
            await self._require_name(campaign, by, character)
            await self._database.apply(*self._create(campaign, character, purse, by), _play(character))
        return character

    async def create_npc(
        self, campaign: Campaign, by: Person, made_from: str, name: str | None = None, sheet: Sheet | None = None
    ) -> Character:
        """Create an NPC from a template (novice, regular, shark) for a GM; without a name it gets a free one."""
        require(Right.NPCS, by, campaign)
        campaign = await self._campaigns.get(campaign.id)
        model = template(made_from)
        async with self._name_lock:
            npc = Character(
                id=self._ids.next(),
                campaign_id=campaign.id,
                kind="npc",
                owner_id=None,
                name=safe_name(name) if name else await self._free_name(campaign),
                sheet=sheet_of(model, campaign.settings) if sheet is None else sheet,
                template=model.key,
            )
            await self._require_name(campaign, by, npc)
            await self._database.apply(*self._create(campaign, npc, purse_of(model, campaign.settings), by))
        return npc

    def _create(self, campaign: Campaign, character: Character, purse: int, by: Person) -> tuple[Statement, ...]:
        """Build the statements for the character's row and purse. Raises TooLate if the campaign has just changed."""
        at = self._clock.now()
        money = start(campaign.id, character.id, purse, actor=by.user_id, at=at)
        return unchanged(campaign), *_limit_guards(character, self._limits), _insert(character, int(at)), *money

    async def _free_name(self, campaign: Campaign) -> str:
        rows = await self._database.fetch("SELECT name FROM characters WHERE campaign_id = ?", campaign.id)
        return free_name({look for row in rows for look in looks(row["name"])}, first=len(rows))

    async def _require_name(self, campaign: Campaign, by: Person, character: Character) -> None:
        """Refuse a new name that is the bot's own, or looks like that of another character in play. Raises NameTaken.

        Players don't read which NPC it is: NPCs are for the eyes of GMs.
        """
        rows = await self._database.fetch(
            "SELECT id, kind, name FROM characters WHERE campaign_id = ? AND retired_at IS NULL", campaign.id
        )
        name, mine = character.name, looks(character.name)
        if any(row["id"] == character.id and row["name"] == name for row in rows):
            return
        require_unreserved(name)
        for row in rows:
            if row["id"] == character.id or mine.isdisjoint(looks(row["name"])):
                continue
            if name_key(row["name"]) == name_key(name):
                raise _taken(name)
            is_seen = row["kind"] == "pc" or may(Right.NAMES, by, campaign)
            other = f"the character {escape(row['name'])}" if is_seen else "another name in this campaign"
            raise NameTaken(f"{escape(name)} looks too much like {other}. Choose another name.")

    async def edit(
        self,
        campaign: Campaign,
        by: Person,
        character: Character,
        *,
        name: str | None = None,
        sheet: Sheet | None = None,
    ) -> Character:
        """Change the name or the sheet, for the character's player or a GM.

        Raises NameTaken for a new name that is the bot's own or looks like another's. The name that it has may stay.
        """
        require(Right.CHARACTER, by, campaign, character)
        edited = character.evolve(name=safe_name(name) if name else character.name, sheet=sheet or character.sheet)
        async with self._name_lock:
            await self._require_name(campaign, by, edited)
            await self._database.apply(
                Statement(
                    "UPDATE characters SET name = ?, name_key = ?, sheet = ? WHERE id = ? AND retired_at IS NULL",
                    (edited.name, name_key(edited.name), stamped(edited.sheet.to_json()), character.id),
                    otherwise=_retired(character),
                    refusals=_clash(edited.name),
                )
            )
        return edited

    async def set_pilot(self, campaign: Campaign, by: Person, npc: Character, pilot: AutopilotSettings) -> Character:
        """Have an NPC play by itself, or (a pilot that is off) not; by a GM. Raises NotFound for a player's character.

        What it comes to at the tables where the NPC sits is said there, by `AutopilotSeats.appoint`.
        """
        require(Right.NPCS, by, campaign)
        if not npc.is_npc or npc.campaign_id != campaign.id:
            raise NotFound("There is no such NPC in this campaign.")
        await self._database.apply(
            Statement(
                "UPDATE characters SET autopilot = ? WHERE id = ? AND kind = 'npc' AND retired_at IS NULL",
                (stamped(pilot.to_json()), npc.id),
                otherwise=_retired(npc),
            )
        )
        return npc.evolve(pilot=pilot if pilot.is_on else None, resting=None if pilot.is_on else pilot)

    async def retire(self, campaign: Campaign, by: Person, character: Character) -> None:
        """Take the character out of play; the name is free again, the wallet stays in the book.

        Raises NotAllowed while the character has chips on a table, anything wagered, or paid into a tournament that is
        on.
        """
        require(Right.CHARACTER, by, campaign, character)
        await self._database.apply(
            *_nothing_on_tables(character),
            Statement(
                "UPDATE characters SET retired_at = ? WHERE id = ? AND retired_at IS NULL",
                (int(self._clock.now()), character.id),
                otherwise=_retired(character),
            ),
            Statement("DELETE FROM active_characters WHERE character_id = ?", (character.id,), touches=None),
        )

    async def require_may_retire(self, campaign: Campaign, by: Person, character: Character) -> None:
        """Refuse what `retire` would refuse now, before anybody is asked whether it is meant."""
        require(Right.CHARACTER, by, campaign, character)
        await self._database.apply(still_plays(character.id, _retired(character)), *_nothing_on_tables(character))

    async def use(self, campaign: Campaign, by: Person, character: Character) -> None:
        """Play this one of one's own characters from now on."""
        require(Right.PLAYED, by, campaign, character)
        await self._database.apply(still_plays(character.id, _retired(character)), _play(character))


_BELOW_PC_LIMIT = """
UPDATE campaigns SET version = version WHERE id = ? AND ? > (
    SELECT count(*) FROM characters WHERE campaign_id = campaigns.id AND owner_id = ? AND retired_at IS NULL
)
"""
_BELOW_LIFETIME_LIMIT = """
UPDATE campaigns SET version = version WHERE id = ? AND ? > (
    SELECT count(*) FROM characters WHERE campaign_id = campaigns.id AND owner_id = ?
)
"""
_BELOW_SERVER_LIMIT = """
UPDATE campaigns SET version = version WHERE id = ? AND ? >= (
    SELECT count(*) FROM campaigns AS there JOIN characters ON characters.campaign_id = there.id
    WHERE there.guild_id = campaigns.guild_id AND characters.retired_at IS NULL
)
"""
_BELOW_NPC_LIMIT = """
UPDATE campaigns SET version = version WHERE id = ? AND ? > (
    SELECT count(*) FROM characters WHERE campaign_id = campaigns.id AND kind = 'npc' AND retired_at IS NULL
)
"""


def _limit_guards(character: Character, limits: UsageLimits) -> tuple[Statement, ...]:
    """Build statements that fail the batch if there are as many characters as there may be."""
    campaign, owner = character.campaign_id, character.owner_id
    server = room_on_server(campaign, limits, 1)
    if character.is_npc:
        full = NotAllowed(f"This campaign has {MOST_NPCS} NPCs already. Retire one first.")
        return (*server, Statement(_BELOW_NPC_LIMIT, (campaign, MOST_NPCS), otherwise=full))
    most = limits.characters_per_user
    have = f"You have {counted(most, 'character')} in this campaign already. Retire one first."
    too_many = NotAllowed(f"You have had {MOST_PCS_EVER} characters in this campaign, and that is the most.")
    return (
        *server,
        room_for_pc(campaign, owner, have, most),
        # Each starts with a purse: making and retiring them without end would be a mint.
        Statement(_BELOW_LIFETIME_LIMIT, (campaign, MOST_PCS_EVER, owner), otherwise=too_many),
    )


def room_for_pc(campaign_id: int, user_id: int | None, full: str, most: int = MOST_PCS) -> Statement:
    """Build a statement that fails the batch with the sentence `full` if the user has reached the limit."""
    return Statement(_BELOW_PC_LIMIT, (campaign_id, most, user_id), otherwise=NotAllowed(full))


def room_on_server(campaign_id: int, limits: UsageLimits, more: int) -> tuple[Statement, ...]:
    """Build a statement that refuses more characters than the campaign's server has room for."""
    most = limits.characters_per_server
    if most is None:
        return ()
    there_are = "1 character is" if most == 1 else f"{most:,} characters are"
    full = NotAllowed(f"{there_are} in play on this server, and that is the most. Retire others first.")
    return (Statement(_BELOW_SERVER_LIMIT, (campaign_id, most - more), otherwise=full),)


def _insert(character: Character, at: int) -> Statement:
    return Statement(
        """
        INSERT INTO characters (id, campaign_id, kind, owner_id, name, name_key, sheet, template, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        (
            character.id,
            character.campaign_id,
            character.kind,
            character.owner_id,
            character.name,
            name_key(character.name),
            stamped(character.sheet.to_json()),
            character.template,
            at,
        ),
        refusals=_clash(character.name),
    )


def _play(character: Character) -> Statement:
    return Statement(_PLAY, (character.campaign_id, character.owner_id, character.id))


def _clash(name: str) -> dict[str, Exception]:
    return {"character_names": _taken(name)}


def _taken(name: str) -> NameTaken:
    return NameTaken(f"This campaign already has a character called {escape(name)}.")


def _nothing_on_tables(character: Character) -> tuple[Statement, ...]:
    """Build statements that fail the batch while chips, items or a paid tournament of the character are on a table."""
    playing = NotAllowed(f"{escape(character.name)} still has chips on a table. Leave the table first.")
    wagering = NotAllowed(f"{escape(character.name)} still has a wager on a table. Withdraw it first.")
    entered = NotAllowed(f"{escape(character.name)} has paid for a tournament that is still running. Wait for its end.")
    return (
        no_chips_on_tables(character.id, playing),
        nothing_in_prizes(character.id, entered),
        nothing_wagered(character.id, wagering),
    )


def _retired(character: Character) -> NotAllowed:
    return NotAllowed(f"{escape(character.name)} has retired.")


_SELECT_UNCLAIMED = """
SELECT characters.*, claims.user_id, claims.plays FROM characters
LEFT JOIN claims ON claims.campaign_id = characters.campaign_id AND claims.character_id = characters.id
WHERE characters.campaign_id = ? AND characters.kind = 'pc' AND characters.owner_id = ?
    AND characters.retired_at IS NULL ORDER BY characters.name_key
"""


@dataclass(frozen=True, slots=True)
class ClaimableCharacter:
    """An unclaimed character, and the Discord user that it is kept for, if any."""

    character: Character
    user_id: int | None
    plays: bool
    """Whether it is the one of several that the user played."""


class Claims:
    """Gives unclaimed characters to users."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def kept(self, campaign_id: int) -> tuple[ClaimableCharacter, ...]:
        """Return all unclaimed characters, by name."""
        rows = await self._database.fetch(_SELECT_UNCLAIMED, campaign_id, NOBODY)
        return tuple(ClaimableCharacter(Character.of(row), row["user_id"], bool(row["plays"])) for row in rows)

    async def kept_for(self, campaign_id: int, user_id: int) -> tuple[ClaimableCharacter, ...]:
        """Return the characters that are kept for the user, by name."""
        return tuple(kept for kept in await self.kept(campaign_id) if kept.user_id == user_id)

    async def claim(self, campaign: Campaign, by: Person, character: Character) -> None:
        """Give the character to the user that it is kept for.

        They play it if it is the one that they played, or if they play no other here.

        Raises NotFound where it isn't kept for them (any more), NotAllowed above the limit.
        """
        kept = {one.character.id: one for one in await self.kept_for(campaign.id, by.user_id)}
        if character.id not in kept:
            raise NotFound(f"{escape(character.name)} isn't yours to claim. Ask the GM for this character.")
        await self._database.apply(
            Statement(
                "DELETE FROM claims WHERE campaign_id = ? AND character_id = ? AND user_id = ?",
                (campaign.id, character.id, by.user_id),
                otherwise=NotFound(f"{escape(character.name)} isn't yours to claim. Ask the GM for this character."),
            ),
            *_give(
                character, by.user_id, _limit_sentence("You have", "Retire one first"), plays=kept[character.id].plays
            ),
        )

    async def hand(self, campaign: Campaign, by: Person, character: Character, user_id: int) -> None:
        """Give an unclaimed character to any user, as a GM.

        Raises NotAllowed for players, for a character that is somebody's, and where they have as many as they may.
        """
        require(Right.UNCLAIMED, by, campaign, character)
        require_unclaimed(character)
        forgotten = Statement(
            "DELETE FROM claims WHERE campaign_id = ? AND character_id = ?", (campaign.id, character.id), touches=None
        )
        full = _limit_sentence("They have", "One has to retire first")
        await self._database.apply(forgotten, *_give(character, user_id, full, plays=False))


def require_unclaimed(character: Character) -> None:
    """Refuse a character that has a player, and an NPC."""
    if not character.is_unclaimed:
        raise NotAllowed(f"{escape(character.name)} isn't waiting for a player.")


def _limit_sentence(who: str, what: str) -> str:
    return f"{who} {MOST_PCS} characters in this campaign already. {what}."


def _give(character: Character, user_id: int, full: str, *, plays: bool) -> tuple[Statement, ...]:
    return (
        room_for_pc(character.campaign_id, user_id, full),
        Statement(
            "UPDATE characters SET owner_id = ? WHERE id = ? AND owner_id = ? AND kind = 'pc' AND retired_at IS NULL",
            (user_id, character.id, NOBODY),
            otherwise=NotAllowed(f"{escape(character.name)} isn't waiting for a player."),
        ),
        Statement(_PLAY if plays else _PLAY_IF_NONE, (character.campaign_id, user_id, character.id), touches=None),
    )
