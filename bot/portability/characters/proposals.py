"""Skills and coins for a character that aren't stored yet: drafts, which their person looks at, and proposals to a GM.

A draft is a row, so that its buttons store exactly what was shown, also after a restart, once, and within a day. It
becomes a proposal where a GM has to accept it: imported coins would mint money.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from bot.campaigns import Campaign, Character, Characters, Person, Right, may, require
from bot.clock import Clock
from bot.db import Database, Ids, Row, Statement
from bot.engine.frozen import Frozen
from bot.engine.release import stamped, unstamped
from bot.engine.skills import Sheet
from bot.engine.words import escape
from bot.errors import NotAllowed, NotFound, TooLate
from bot.ledger import Entry, Transfer, accounts, post
from bot.portability.characters.found import Coins, amount_of
from bot.shards import Shards

LASTS = 24 * 3600
"""Seconds from when a draft was made until it is gone."""
_INSERT = """
INSERT INTO proposals (id, guild_id, campaign_id, user_id, character_id, proposal, made_at, asked)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""


class SkillsChanged(TooLate):
    """The refusal of an acceptance that would write over another sheet than the GM was shown."""

    def __init__(self, character: Character) -> None:
        name = escape(character.name)
        super().__init__(f"Look again before you accept. This shows what changes in the skills that {name} has now.")


class Proposal(Frozen):
    """A change of a character: its whole sheet, or None to leave that alone, and coins that come to its wallet."""

    name: str = Field(max_length=100)
    """The name of the new character that a draft becomes."""
    sheet: Sheet | None = None
    coins: Coins = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A stored proposal. Without a character it is about a new one."""

    id: int
    campaign_id: int
    user_id: int
    character_id: int | None
    proposal: Proposal
    made_at: float

    @property
    def lasts_until(self) -> float:
        """Seconds since the epoch, for a draft."""
        return self.made_at + LASTS

    @classmethod
    def of(cls, row: Row) -> "Draft":
        proposal = Proposal.from_json(unstamped(row["proposal"]))
        return cls(row["id"], row["campaign_id"], row["user_id"], row["character_id"], proposal, row["made_at"])


def too_old(now: float, shards: Shards) -> Statement:
    """Forget the drafts on servers of this process that nobody has decided on within a day."""
    old = shards.limited("asked = 0 AND made_at <= ? AND served(guild_id)", now - LASTS)
    return Statement.delete("proposals", *old)


class Proposals:
    """Keeps drafts and proposals, and stores what is decided."""

    def __init__(self, database: Database, characters: Characters, ids: Ids, clock: Clock) -> None:
        self._database, self._characters, self._ids, self._clock = database, characters, ids, clock

    async def draft(self, campaign: Campaign, by: Person, character: Character | None, proposal: Proposal) -> Draft:
        """Keep a draft in place of the one that this person made before in the campaign."""
        if character is not None:
            require(Right.CHARACTER, by, campaign, character)
        made, insert = self._insert(campaign, by, character, proposal, asked=False)
        await self._database.apply(
            Statement.delete("proposals", "user_id = ? AND campaign_id = ? AND asked = 0", by.user_id, campaign.id),
            insert,
        )
        return made

    async def own_draft(self, campaign: Campaign, by: Person, draft_id: int) -> Draft:
        """Return a draft for the person who made it. Raises TooLate once it is gone."""
        rows = await self._database.fetch(
            "SELECT * FROM proposals WHERE id = ? AND campaign_id = ? AND user_id = ? AND asked = 0 AND made_at > ?",
            draft_id,
            campaign.id,
            by.user_id,
            self._clock.now() - LASTS,
        )
        if not rows:
            raise TooLate("I no longer have that file. Send it again with /character import.")
        return Draft.of(rows[0])

    async def discard(self, draft: Draft) -> None:
        """Forget a draft."""
        await self._database.apply(Statement("DELETE FROM proposals WHERE id = ?", (draft.id,), touches=None))

    async def take(
        self, campaign: Campaign, by: Person, draft: Draft, *, with_coins: bool
    ) -> tuple[Character, Draft | None]:
        """Store a draft: its skills at once if the campaign lets the person, and the rest as a proposal to the GMs.

        Returns the character and the proposal, if something waits. Raises what creating and editing a character raise.
        """
        wanted = draft.proposal
        sheet = wanted.sheet if may_set_skills(campaign, by) else None
        waiting = wanted.evolve(sheet=None if sheet else wanted.sheet, coins=wanted.coins if with_coins else ())
        if draft.character_id is None:
            character = await self._characters.create(campaign, by, wanted.name, sheet)
        else:
            character = await self._characters.get(campaign.id, draft.character_id)
            character = await self._characters.edit(campaign, by, character, sheet=sheet)
        if waiting.sheet is None and not waiting.coins:
            await self.discard(draft)
            return character, None
        return character, await self.ask(campaign, by, character, waiting, draft)

    async def ask(
        self, campaign: Campaign, by: Person, character: Character, proposal: Proposal, draft: Draft | None = None
    ) -> Draft:
        """Ask the GMs; the draft is gone then. It takes the place of an older proposal for this character, whose skills
        or coins stay where the new one has none. Skills go where this person needs nobody for them.
        """
        require(Right.CHARACTER, by, campaign, character)
        before, whose = await self._asked_for(character), (campaign.id, character.id)
        if before is not None:
            kept = None if may_set_skills(campaign, by) else before.proposal.sheet
            coins = proposal.coins or before.proposal.coins
            proposal = proposal.evolve(sheet=proposal.sheet or kept, coins=coins)
        asked, insert = self._insert(campaign, by, character, proposal, asked=True)
        replaced = (
            Statement("DELETE FROM proposals WHERE id = ?", (one.id,), otherwise=_late())
            for one in (draft, before)
            if one is not None
        )
        # Another one may have come at the same moment.
        other = Statement.delete("proposals", "campaign_id = ? AND character_id = ? AND asked = 1", *whose)
        await self._database.apply(*replaced, other, insert)
        return asked

    async def waiting(self, campaign: Campaign, by: Person) -> Sequence[Draft]:
        """Return the proposals that wait for a GM, the oldest first; for GMs."""
        require(Right.PROPOSALS, by, campaign)
        rows = await self._database.fetch(
            "SELECT * FROM proposals WHERE campaign_id = ? AND asked = 1 ORDER BY made_at, id", campaign.id
        )
        return [Draft.of(row) for row in rows]

    async def waiting_for(self, character: Character) -> Proposal | None:
        """Return what waits for a GM about the character."""
        asked = await self._asked_for(character)
        return None if asked is None else asked.proposal

    async def _asked_for(self, character: Character) -> Draft | None:
        rows = await self._database.fetch(
            "SELECT * FROM proposals WHERE campaign_id = ? AND character_id = ? AND asked = 1",
            character.campaign_id,
            character.id,
        )
        return Draft.of(rows[0]) if rows else None

    async def asked(self, campaign: Campaign, by: Person, proposal_id: int) -> tuple[Character, Draft]:
        """Return a proposal that waits for a GM, and whom it is about; for GMs. Raises TooLate once it is decided."""
        require(Right.PROPOSALS, by, campaign)
        rows = await self._database.fetch(
            "SELECT * FROM proposals WHERE id = ? AND campaign_id = ? AND asked = 1", proposal_id, campaign.id
        )
        if not rows or (asked := Draft.of(rows[0])).character_id is None:
            raise _late()
        return await self._characters.get(campaign.id, asked.character_id), asked

    async def decide(
        self, campaign: Campaign, by: Person, proposal_id: int, *, accepts: bool, seen: str
    ) -> tuple[Character, Proposal]:
        """Accept or decline a proposal, as a GM: its sheet and coins are stored together, or it is forgotten. `seen` is
        the `mark_of` the sheet that the GM was shown.

        Raises TooLate once it is decided, and NotAllowed for a character that has retired. Raises SkillsChanged where
        accepting would write over another sheet than the GM has seen.
        """
        character, asked = await self.asked(campaign, by, proposal_id)
        decided = Statement("DELETE FROM proposals WHERE id = ?", (proposal_id,), otherwise=_late())
        stored = await self._store(campaign, by, character, asked, seen) if accepts else ()
        await self._database.apply(decided, *stored)
        return character, asked.proposal

    async def _store(
        self, campaign: Campaign, by: Person, character: Character, asked: Draft, seen: str
    ) -> tuple[Statement, ...]:
        retired = NotAllowed(f"{escape(character.name)} has retired. Decline this.")
        amount = amount_of(asked.proposal.coins, campaign.settings.currency)
        if character.retired_at is not None:
            raise retired
        if amount is None:
            raise NotFound("This campaign's money no longer has these coins. Decline this.")
        if asked.proposal.sheet is not None:
            update = await self._replace(character, asked.proposal.sheet, seen)
        else:
            there = "UPDATE characters SET sheet = sheet WHERE id = ? AND retired_at IS NULL"
            update = Statement(there, (character.id,), otherwise=retired)
        if not amount:
            return (update,)
        moved = Transfer(accounts.mint(campaign.id), character.purse, amount)
        key = f"proposal:{asked.id}"
        return update, *post(Entry(key, campaign.id, "import", "", by.user_id, self._clock.now(), (moved,)))

    async def _replace(self, character: Character, sheet: Sheet, seen: str) -> Statement:
        """Build the statement that stores the sheet in place of the one that was seen, while that is still there."""
        rows = await self._database.fetch("SELECT sheet FROM characters WHERE id = ?", character.id)
        if not rows or seen != mark_of(Sheet.from_json(unstamped(rows[0]["sheet"]))):
            raise SkillsChanged(character)
        return Statement(
            "UPDATE characters SET sheet = ? WHERE id = ? AND sheet = ? AND retired_at IS NULL",
            (stamped(sheet.to_json()), character.id, rows[0]["sheet"]),
            otherwise=SkillsChanged(character),
        )

    def _insert(
        self, campaign: Campaign, by: Person, character: Character | None, proposal: Proposal, *, asked: bool
    ) -> tuple[Draft, Statement]:
        whose = None if character is None else character.id
        made = Draft(self._ids.next(), campaign.id, by.user_id, whose, proposal, self._clock.now())
        text, at = stamped(proposal.to_json()), made.made_at
        row = (made.id, campaign.guild_id, campaign.id, by.user_id, whose, text, at, int(asked))
        return made, Statement(_INSERT, row)


def mark_of(sheet: Sheet) -> str:
    """Return a short digest of a sheet: any other sheet has another one."""
    return hashlib.sha256(sheet.to_json().encode()).hexdigest()[:12]


def may_set_skills(campaign: Campaign, by: Person) -> bool:
    """Return whether this person's skills are stored without a GM."""
    return not campaign.settings.skills_approved or may(Right.PROPOSALS, by, campaign)


def _late() -> TooLate:
    return TooLate("That has been decided already, or has been replaced.")
