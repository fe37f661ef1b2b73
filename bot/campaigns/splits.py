"""Votes on the party's money: a proposal to split it among the party, decided by most of the players or by a GM.

A proposal is stored as an offer, so it lasts a day, is taken up once, and goes with each person whom it names.
"""

import asyncio
from typing import Literal

from bot.campaigns.characters import Cast
from bot.campaigns.model import Campaign
from bot.campaigns.rights import Fact, Person, Right, require
from bot.campaigns.wallet import PartyPurse, Wallet
from bot.clock import Clock
from bot.db import Database, Ids, Statement
from bot.engine.frozen import Frozen
from bot.engine.release import stamped, unstamped
from bot.errors import MoneyError, NotFound, TooLate

LASTS = 24 * 3600
"""Seconds that a proposal stands, as all offers do."""


class SplitProposal(Frozen):
    """A proposal: the amount in smallest coins, the characters who share it, and the votes of their players."""

    id: int
    version: int = 1
    campaign_id: int
    amount: int
    characters: tuple[int, ...]
    voters: tuple[int, ...]
    """The players of the characters, in their order."""
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    made_at: float

    @property
    def share(self) -> int:
        """The coins that each character gets. The rest stays in the party's wallet."""
        return self.amount // len(self.characters)

    @property
    def needed(self) -> int:
        """The votes with which the money is paid: more than half."""
        return len(self.voters) // 2 + 1

    @property
    def verdict(self) -> Literal["paid", "refused"] | None:
        """The outcome of the votes; None while it is open."""
        if len(self.yes) >= self.needed:
            return "paid"
        return "refused" if len(self.voters) - len(self.no) < self.needed else None

    def voted(self, user_id: int, *, says: bool) -> "SplitProposal":
        """Return the proposal after a vote, which replaces that person's earlier one."""
        yes, no = (tuple(one for one in votes if one != user_id) for votes in (self.yes, self.no))
        return self.evolve(yes=(*yes, user_id) if says else yes, no=no if says else (*no, user_id))


class Splits:
    """Makes proposals, counts votes and pays."""

    def __init__(self, database: Database, wallet: Wallet, cast: Cast, clock: Clock, ids: Ids) -> None:
        self._database, self._wallet, self._cast = database, wallet, cast
        self._clock, self._ids = clock, ids
        self._lock = asyncio.Lock()

    async def propose(self, campaign: Campaign, by: Person, amount: int | None) -> SplitProposal:
        """Store a proposal to split the amount, or all that there is, among the party as it is now."""
        party = await self._cast.party(campaign.id)
        voters = tuple(one.owner_id for one in party if one.owner_id is not None)
        require(Right.SPLIT, by, campaign, known={Fact.SHARES} if by.user_id in voters else ())
        if not party:
            raise NotFound("There is nobody in the party yet. Players make a character with /character new.")
        held = await self._wallet.balance(PartyPurse(campaign.id))
        amount = held if amount is None else amount
        if amount > held:
            raise MoneyError("The party's wallet has only {held}.", held=held)
        if amount < len(party):
            raise MoneyError(f"{{amount}} is too little to split among {len(party)}.", amount=amount)
        split = SplitProposal(
            id=self._ids.next(),
            campaign_id=campaign.id,
            amount=amount,
            characters=tuple(one.id for one in party),
            voters=voters,
            made_at=self._clock.now(),
        )
        sql = """
        INSERT INTO offers (id, guild_id, campaign_id, user_id, version, offer, made_at) VALUES (?, ?, ?, ?, ?, ?, ?)
        """
        text, at = stamped(split.to_json()), split.made_at
        row = (split.id, campaign.guild_id, campaign.id, by.user_id, split.version, text, at)
        await self._database.apply(Statement(sql, row))
        return split

    async def vote(self, campaign: Campaign, by: Person, split_id: int, *, says: bool, key: str) -> SplitProposal:
        """Count a vote, and pay if it decides. `key` is the interaction's.

        Raises NotAllowed for anyone without a share, and NotFound or TooLate for a proposal that is gone or decided.
        Raises MoneyError where the party's wallet has too little by now, and then the vote doesn't count.
        """
        async with self._lock:
            split = await self._get(campaign, split_id)
            require(Right.VOTE, by, campaign, known={Fact.SHARES} if by.user_id in split.voters else ())
            after = split.voted(by.user_id, says=says)
            await self._save(campaign, by, after, key, pays=after.verdict == "paid", is_over=after.verdict is not None)
            return after

    async def pay(self, campaign: Campaign, by: Person, split_id: int, *, key: str) -> SplitProposal:
        """Pay without waiting for more votes, as a GM."""
        require(Right.MONEY, by, campaign)
        async with self._lock:
            split = await self._get(campaign, split_id)
            await self._save(campaign, by, split, key, pays=True, is_over=True)
            return split

    async def _get(self, campaign: Campaign, split_id: int) -> SplitProposal:
        rows = await self._database.fetch(
            "SELECT campaign_id, offer, made_at, taken_at FROM offers WHERE id = ?", split_id
        )
        if not rows or rows[0]["campaign_id"] != campaign.id or rows[0]["made_at"] + LASTS <= self._clock.now():
            raise NotFound("This proposal has expired. Make another one with /wallet split.")
        if rows[0]["taken_at"] is not None:
            raise _decided()
        try:
            return SplitProposal.from_json(unstamped(rows[0]["offer"]))
        except ValueError:
            raise NotFound("This proposal has expired. Make another one with /wallet split.") from None

    async def _save(
        self, campaign: Campaign, by: Person, split: SplitProposal, key: str, *, pays: bool, is_over: bool
    ) -> None:
        after = split.evolve(version=split.version + 1)
        save = Statement(
            "UPDATE offers SET version = ?, offer = ?, taken_at = ? WHERE id = ? AND version = ? AND taken_at IS NULL",
            (after.version, stamped(after.to_json()), self._clock.now() if is_over else None, split.id, split.version),
            otherwise=_decided(),
        )
        if not pays:
            await self._database.apply(save)
            return
        party = [await self._cast.get(campaign.id, one) for one in split.characters]
        await self._wallet.split(campaign, by, party, split.amount, save, key=key)


def _decided() -> TooLate:
    return TooLate("This proposal is decided already.")
