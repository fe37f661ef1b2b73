"""Characters of a campaign: made, changed, played, retired. Rights are checked here."""

import asyncio

from bot.campaigns.autopilot import Pilot
from bot.campaigns.cast import Cast
from bot.campaigns.character import MOST_NPCS, MOST_PCS, MOST_PCS_EVER, Character, still_plays
from bot.campaigns.model import Campaign
from bot.campaigns.names import NameTaken, looks, name_key, require_unreserved, safe_name
from bot.campaigns.npcs import free_name, purse_of, sheet_of, template
from bot.campaigns.permissions import Person, may_gm, require_gm
from bot.campaigns.store import Campaigns, unchanged
from bot.clock import Clock
from bot.db import Database, Ids, Statement
from bot.engine.skills import Sheet
from bot.engine.speech import escape
from bot.errors import NotAllowed, NotFound
from bot.ledger.guards import no_chips_on_tables, nothing_in_prizes, nothing_wagered
from bot.ledger.starting import start


class Characters(Cast):
    """The cast of all campaigns, and what changes it."""

    def __init__(self, database: Database, campaigns: Campaigns, ids: Ids, clock: Clock) -> None:
        super().__init__(database)
        self._campaigns = campaigns
        self._ids = ids
        self._clock = clock
        self._naming = asyncio.Lock()
        """Held from looking through the names of a campaign until another is written: names that look alike have
        different keys, so the database can't tell.
        """

    async def create(self, campaign: Campaign, by: Person, name: str, sheet: Sheet | None = None) -> Character:
        """A PC of `by`, with the campaign's starting purse; they play it from now on.

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
        async with self._naming:
            await self._require_name(campaign, by, character)
            await self._database.apply(*self._birth(campaign, character, purse, by), _play(character))
        return character

    async def create_npc(
        self, campaign: Campaign, by: Person, made_from: str, name: str | None = None, sheet: Sheet | None = None
    ) -> Character:
        """An NPC from a template (novice, regular, shark), by a GM; without a name it gets a free one."""
        require_gm(campaign, by)
        campaign = await self._campaigns.get(campaign.id)
        model = template(made_from)
        async with self._naming:
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
            await self._database.apply(*self._birth(campaign, npc, purse_of(model, campaign.settings), by))
        return npc

    def _birth(self, campaign: Campaign, character: Character, purse: int, by: Person) -> tuple[Statement, ...]:
        """The character's row and purse; TooLate if the campaign has just changed."""
        at = self._clock.now()
        money = start(campaign.id, character.id, purse, actor=by.user_id, at=at)
        return unchanged(campaign), *_room(character), _insert(character, int(at)), *money

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
            is_seen = row["kind"] == "pc" or may_gm(campaign, by)
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
        require_hand_on(campaign, by, character)
        edited = character.evolve(name=safe_name(name) if name else character.name, sheet=sheet or character.sheet)
        async with self._naming:
            await self._require_name(campaign, by, edited)
            await self._database.apply(
                Statement(
                    "UPDATE characters SET name = ?, name_key = ?, sheet = ? WHERE id = ? AND retired_at IS NULL",
                    (edited.name, name_key(edited.name), edited.sheet.to_json(), character.id),
                    otherwise=_retired(character),
                    refusals=_clash(edited.name),
                )
            )
        return edited

    async def set_pilot(self, campaign: Campaign, by: Person, npc: Character, pilot: Pilot) -> Character:
        """Have an NPC play by itself, or (a pilot that is off) not; by a GM. Raises NotFound for a player's character.

        What it comes to at the tables where the NPC sits is said there, by `Piloting.appoint`.
        """
        require_gm(campaign, by)
        if not npc.is_npc or npc.campaign_id != campaign.id:
            raise NotFound("There is no such NPC in this campaign.")
        await self._database.apply(
            Statement(
                "UPDATE characters SET pilot = ? WHERE id = ? AND kind = 'npc' AND retired_at IS NULL",
                (pilot.to_json(), npc.id),
                otherwise=_retired(npc),
            )
        )
        return npc.evolve(pilot=pilot if pilot.is_on else None, resting=None if pilot.is_on else pilot)

    async def retire(self, campaign: Campaign, by: Person, character: Character) -> None:
        """Take the character out of play; the name is free again, the purse stays in the book.

        Raises NotAllowed while the character has chips on a table, anything wagered, or paid into a tournament that is
        on.
        """
        require_hand_on(campaign, by, character)
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
        require_hand_on(campaign, by, character)
        await self._database.apply(still_plays(character.id, _retired(character)), *_nothing_on_tables(character))

    async def use(self, campaign: Campaign, by: Person, character: Character) -> None:
        """Play this one of one's own characters from now on."""
        if character.owner_id != by.user_id or character.campaign_id != campaign.id:
            raise NotAllowed(f"{escape(character.name)} isn't yours to play.")
        await self._database.apply(still_plays(character.id, _retired(character)), _play(character))


def require_hand_on(campaign: Campaign, by: Person, character: Character) -> None:
    """Refuse whoever neither plays the character nor is the GM."""
    if character.campaign_id != campaign.id:
        raise NotFound("There is no such character in this campaign.")
    if character.owner_id != by.user_id and not may_gm(campaign, by):
        raise NotAllowed(f"{escape(character.name)} isn't yours to play.")


_ROOM_FOR_A_PC = """
UPDATE campaigns SET version = version WHERE id = ? AND ? > (
    SELECT count(*) FROM characters WHERE campaign_id = campaigns.id AND owner_id = ? AND retired_at IS NULL
)
"""
_ROOM_FOR_ANOTHER_LIFE = """
UPDATE campaigns SET version = version WHERE id = ? AND ? > (
    SELECT count(*) FROM characters WHERE campaign_id = campaigns.id AND owner_id = ?
)
"""
_ROOM_FOR_AN_NPC = """
UPDATE campaigns SET version = version WHERE id = ? AND ? > (
    SELECT count(*) FROM characters WHERE campaign_id = campaigns.id AND kind = 'npc' AND retired_at IS NULL
)
"""


def _room(character: Character) -> tuple[Statement, ...]:
    """Change nothing, but fail the batch when there are as many characters as there may be."""
    campaign, owner = character.campaign_id, character.owner_id
    if character.is_npc:
        full = NotAllowed(f"This campaign has {MOST_NPCS} NPCs already: retire one first.")
        return (Statement(_ROOM_FOR_AN_NPC, (campaign, MOST_NPCS), otherwise=full),)
    too_many = NotAllowed(f"You have had {MOST_PCS_EVER} characters in this campaign, and that is enough for one life.")
    return (
        room_for_pc(campaign, owner, f"You have {MOST_PCS} characters in this campaign already: retire one first."),
        # Each starts with a purse: making and retiring them without end would be a mint.
        Statement(_ROOM_FOR_ANOTHER_LIFE, (campaign, MOST_PCS_EVER, owner), otherwise=too_many),
    )


def room_for_pc(campaign_id: int, user_id: int | None, full: str) -> Statement:
    """Change nothing, but fail the batch with the sentence `full` when the user has as many characters as one may."""
    return Statement(_ROOM_FOR_A_PC, (campaign_id, MOST_PCS, user_id), otherwise=NotAllowed(full))


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
            character.sheet.to_json(),
            character.template,
            at,
        ),
        refusals=_clash(character.name),
    )


def _play(character: Character) -> Statement:
    return Statement(
        """
        INSERT INTO active_characters (campaign_id, user_id, character_id) VALUES (?, ?, ?)
        ON CONFLICT (campaign_id, user_id) DO UPDATE SET character_id = excluded.character_id
        """,
        (character.campaign_id, character.owner_id, character.id),
    )


def _clash(name: str) -> dict[str, Exception]:
    return {"characters.campaign_id, characters.name_key": _taken(name)}


def _taken(name: str) -> NameTaken:
    return NameTaken(f"There is already somebody called {escape(name)} in this campaign.")


def _nothing_on_tables(character: Character) -> tuple[Statement, ...]:
    """Fails while chips or goods of the character lie on a table, or what they paid for a tournament in its prize."""
    playing = NotAllowed(f"{escape(character.name)} still has chips on a table.")
    wagering = NotAllowed(f"{escape(character.name)} still has a wager on a table.")
    entered = NotAllowed(f"{escape(character.name)} has paid for a tournament that is still on.")
    return (
        no_chips_on_tables(character.id, playing),
        nothing_in_prizes(character.id, entered),
        nothing_wagered(character.id, wagering),
    )


def _retired(character: Character) -> NotAllowed:
    return NotAllowed(f"{escape(character.name)} has retired.")
