"""Offers: tables as somebody asked for them, shown with their odds before they open, and opened by exactly these rules.

An offer is a row, so it outlives a restart; it lasts a day and is taken up once.
"""

from typing import Self

from bot.campaigns import Campaign, Pace
from bot.clock import Clock
from bot.db import Database, Ids, Statement
from bot.engine.frozen import Frozen
from bot.engine.money import Currency
from bot.errors import NotFound, TooLate
from bot.tables.desk import Click

LASTS = 24 * 3600
"""Seconds from when it was made until it is gone."""


class Request(Frozen):
    """Everything that was chosen for a table that isn't open yet."""

    game: str
    rules: str
    """The game's HouseRules, JSON."""
    preset: str | None = None
    usual: str
    """The house rules of that preset, JSON: what was chosen besides is told apart by them."""
    pace: Pace
    auto_deal: bool
    bank: int | None = None
    """What the bank is to be filled with, smallest coins; None leaves it to the game and the house."""


class Offer(Frozen):
    """A request, who made it and where; and what the bank would be, as it was shown."""

    id: int
    version: int = 1
    campaign_id: int
    guild_id: int
    channel_id: int
    user_id: int
    currency: Currency
    """What its amounts are counted in."""
    request: Request
    made_at: float

    @property
    def lasts_until(self) -> float:
        """Seconds since the epoch."""
        return self.made_at + LASTS

    def now_asking(self, request: Request) -> Self:
        """The offer with something else asked."""
        return self.evolve(request=request, version=self.version + 1)


class Offers:
    """Makes, finds, changes and forgets them."""

    def __init__(self, database: Database, clock: Clock, ids: Ids) -> None:
        self._database, self._clock, self._ids = database, clock, ids

    async def make(self, campaign: Campaign, click: Click, request: Request) -> Offer:
        """Note what somebody asked for; what is more than a day old goes."""
        now = self._clock.now()
        offer = Offer(
            id=self._ids.next(),
            campaign_id=campaign.id,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            user_id=click.person.user_id,
            currency=campaign.settings.currency,
            request=request,
            made_at=now,
        )
        old = Statement("DELETE FROM offers WHERE made_at <= ?", (now - LASTS,), touches=None)
        new = Statement(
            "INSERT INTO offers (id, version, offer, made_at) VALUES (?, ?, ?, ?)",
            (offer.id, offer.version, offer.to_json(), now),
        )
        await self._database.apply(old, new)
        return offer

    async def get(self, offer_id: int, click: Click) -> Offer:
        """The offer, for whoever asked for it where they asked. Raises NotFound for everybody else and once it is gone,
        TooLate when it was taken up.
        """
        rows = await self._database.fetch("SELECT offer, made_at, taken_at FROM offers WHERE id = ?", offer_id)
        if not rows or rows[0]["made_at"] + LASTS <= self._clock.now():
            raise _gone()
        try:
            offer = Offer.from_json(rows[0]["offer"])
        except ValueError:
            # Written by another version of the bot: asking again is one command.
            raise _gone() from None
        if (offer.user_id, offer.guild_id, offer.channel_id) != (
            click.person.user_id,
            click.guild_id,
            click.channel_id,
        ):
            raise NotFound("That offer isn't yours, or was made elsewhere.")
        if rows[0]["taken_at"] is not None:
            raise _taken()
        return offer

    async def change(self, offer: Offer, request: Request) -> Offer:
        """Ask for something else. Raises TooLate where it was changed or taken up meanwhile."""
        after = offer.now_asking(request)
        await self._database.apply(
            Statement(
                "UPDATE offers SET version = ?, offer = ? WHERE id = ? AND version = ? AND taken_at IS NULL",
                (after.version, after.to_json(), offer.id, offer.version),
                otherwise=_changed(),
            )
        )
        return after

    async def forget(self, offer: Offer) -> None:
        """Whoever asked doesn't want it."""
        statement = Statement("DELETE FROM offers WHERE id = ? AND taken_at IS NULL", (offer.id,), otherwise=_gone())
        await self._database.apply(statement)

    def taken(self, offer: Offer) -> Statement:
        """Taking it up, in the transaction that opens the table."""
        return Statement(
            "UPDATE offers SET taken_at = ? WHERE id = ? AND version = ? AND taken_at IS NULL",
            (self._clock.now(), offer.id, offer.version),
            otherwise=_changed(),
        )


def _gone() -> NotFound:
    return NotFound("This offer is gone, since offers last a day: use the command again.")


def _changed() -> TooLate:
    return TooLate("The offer was changed or taken up a moment ago.")


def _taken() -> TooLate:
    return TooLate("You have opened this table already.")
