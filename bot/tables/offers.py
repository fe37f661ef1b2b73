"""Offers: tables that a person asked for, shown with their bank and odds before they open, and opened by exactly these
rules.

An offer is a row, so it survives a restart. It lasts a day and is taken up once.
"""

from typing import Literal, Self

from bot.campaigns import (
    NO_LIMITS,
    Bankroll,
    Campaign,
    Fact,
    Pace,
    Person,
    Right,
    UsageLimits,
    may,
    require,
    require_opener,
)
from bot.clock import Clock
from bot.db import Database, Ids, Statement
from bot.engine.frozen import Frozen
from bot.engine.game import AnyGame, HouseRules
from bot.engine.money import Currency
from bot.engine.release import stamped, unstamped
from bot.errors import MoneyError, NotFound, RuleError, TooLate
from bot.games import spec_of
from bot.ledger import accounts, balance
from bot.shards import Shards
from bot.tables.store import channel_is_taken, open_table_in, open_tables_of, server_is_full
from bot.tables.stored_rules import read_rules
from bot.tables.table_store import Click

LASTS = 24 * 3600
"""Seconds from when an offer was made until it is gone."""
OWNERS: dict[Bankroll, tuple[str, str]] = {
    "house": ("The house", "The house has"),
    "party": ("The party", "The party's wallet has"),
}
EMPTY: dict[Bankroll, str] = {
    "house": "The house has no money for a bank. The GM can give it some with /bank grant.",
    "party": "The party's wallet pays for banks here, and it is empty. Pay into it with /wallet pay.",
}
ENDLESS_HOUSE = "Banks are unlimited here. Nobody needs to fill them."
Bound = Literal["usual", "asked", "all", "half", "preset"]
"""Why a bank gets no more: it is usual, or what a GM asked for; it is all there is; and without a GM, half of that, or
what is usual by the game's first preset.
"""


class Filling(Frozen):
    """The amount that a bank is filled with, in smallest coins."""

    amount: int = 0
    bound: Bound = "usual"


class Request(Frozen):
    """Everything that was chosen for a table that isn't open yet."""

    game: str
    rules: str
    """The game's HouseRules, JSON."""
    preset: str | None = None
    usual: str
    """The house rules of that preset, JSON: other choices show as differences from them."""
    pace: Pace
    auto_deal: bool
    in_thread: bool = False
    """True if the table gets a thread of its own in the channel."""
    bank: int | None = None
    """The amount for the bank, smallest coins; None is the game's usual one, as far as the owner has that much."""

    @property
    def house_rules(self) -> HouseRules:
        """The requested house rules. Raises TooLate when the game doesn't allow them any more, NotFound when the game
        is gone.
        """
        rules, faults = read_rules(spec_of(self.game).game.HouseRules, self.rules)
        if faults:
            raise TooLate("The game no longer allows these house rules. Use the command again.")
        return rules


class Prospect(Frozen):
    """The bank that a table would begin with: its owner, and its amount in smallest coins."""

    backer: Bankroll
    filling: int
    bound: Bound = "usual"
    """Why it isn't more."""


class Offer(Frozen):
    """A request, who made it and where, and the bank that was shown with it."""

    id: int
    version: int = 1
    campaign_id: int
    guild_id: int
    channel_id: int
    user_id: int
    invited_id: int | None = None
    """The user whom an offer invites to play; None for an offer to the person who asked."""
    currency: Currency
    """The currency of its amounts."""
    request: Request
    prospect: Prospect
    made_at: float

    @property
    def lasts_until(self) -> float:
        """Seconds since the epoch."""
        return self.made_at + LASTS

    def now_asking(self, request: Request, prospect: Prospect) -> Self:
        """Return the next version of the offer, with another request or prospect."""
        return self.evolve(request=request, prospect=prospect, version=self.version + 1)


class Offers:
    """Makes, finds, changes and forgets offers."""

    def __init__(self, database: Database, clock: Clock, ids: Ids, limits: UsageLimits = NO_LIMITS) -> None:
        self._database, self._clock, self._ids, self._limits = database, clock, ids, limits

    def still_asked(self, campaign: Campaign, click: Click, request: Request) -> Request:
        """Return the request without its bank amount, once that person is no GM any more or nobody fills banks here."""
        may_say = may(Right.FILL, click.person, campaign) and campaign.settings.bankroll != "endless"
        return request if may_say else request.evolve(bank=None)

    async def prospect(self, campaign: Campaign, click: Click, request: Request, places: tuple[int, ...]) -> Prospect:
        """Return the bank that the table would begin with if it opened now. Raises the refusals of the opening that are
        known before: rights, a table that is there already, too little money.
        """
        require_opener(campaign, click.person, *places)
        if not request.in_thread and await open_table_in(self._database, click.channel_id) is not None:
            raise channel_is_taken()
        if len(await open_tables_of(self._database, click.guild_id)) >= self._limits.tables_per_server:
            raise server_is_full(self._limits.tables_per_server)
        game = spec_of(request.game).game
        filling = await first_filling(self._database, campaign, click.person, game, request.house_rules, request.bank)
        return Prospect(backer=campaign.settings.bankroll, filling=filling.amount, bound=filling.bound)

    async def make(
        self, campaign: Campaign, click: Click, request: Request, prospect: Prospect, invited_id: int | None = None
    ) -> Offer:
        """Store the request, the prospect that was shown, and who is invited. The server's offers older than a day are
        deleted.
        """
        now = self._clock.now()
        offer = Offer(
            id=self._ids.next(),
            campaign_id=campaign.id,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            user_id=click.person.user_id,
            invited_id=invited_id,
            currency=campaign.settings.currency,
            request=request,
            prospect=prospect,
            made_at=now,
        )
        new = Statement(
            """
            INSERT INTO offers (id, guild_id, campaign_id, user_id, version, offer, made_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            (offer.id, offer.guild_id, offer.campaign_id, offer.user_id, offer.version, stamped(offer.to_json()), now),
        )
        old = Statement.delete("offers", "guild_id = ? AND made_at <= ?", offer.guild_id, now - LASTS)
        await self._database.apply(old, new)
        return offer

    async def get(self, offer_id: int, campaign: Campaign, click: Click, *, by_invited: bool = False) -> Offer:
        """Return the offer to the person who asked for it, where they asked. With `by_invited`, return an invitation to
        the person whom it invites. `campaign` is the one played there now.

        Raises NotFound for everyone else and once it is gone, and NotAllowed for an invitation of another player.
        Raises TooLate when it was taken up and when the campaign or its currency has changed.
        """
        rows = await self._database.fetch("SELECT offer, made_at, taken_at FROM offers WHERE id = ?", offer_id)
        if not rows or rows[0]["made_at"] + LASTS <= self._clock.now():
            raise _gone()
        try:
            offer = Offer.from_json(unstamped(rows[0]["offer"]))
        except ValueError:
            # Written by an older version of the bot: asking again is one command.
            raise _gone() from None
        whose = offer.invited_id if by_invited else offer.user_id
        if by_invited and offer.guild_id == click.guild_id:
            require(Right.ANSWER, click.person, known={Fact.INVITED} if whose == click.person.user_id else ())
        if (whose, offer.guild_id, offer.channel_id) != (click.person.user_id, click.guild_id, click.channel_id):
            raise NotFound("That offer is another person's, or from another channel. Use the command again.")
        if rows[0]["taken_at"] is not None:
            raise TooLate("This table was opened already.")
        if offer.campaign_id != campaign.id:
            raise TooLate("This channel has another campaign now. Use the command again.")
        if offer.currency != campaign.settings.currency:
            raise TooLate("This campaign has another currency now. Use the command again.")
        return offer

    async def change(self, offer: Offer, request: Request, prospect: Prospect) -> Offer:
        """Change the request or the prospect. Raises TooLate when the offer was changed or taken up meanwhile."""
        after = offer.now_asking(request, prospect)
        statement = Statement(
            "UPDATE offers SET version = ?, offer = ? WHERE id = ? AND version = ? AND taken_at IS NULL",
            (after.version, stamped(after.to_json()), offer.id, offer.version),
            otherwise=_changed(),
        )
        await self._database.apply(statement)
        return after

    async def forget(self, offer: Offer) -> None:
        """Delete an offer that isn't wanted any more."""
        await self._database.apply(
            Statement("DELETE FROM offers WHERE id = ? AND taken_at IS NULL", (offer.id,), otherwise=_changed())
        )

    def taken(self, offer: Offer) -> Statement:
        """Build the statement that takes the offer up as it stands, for the transaction that opens the table."""
        return Statement(
            "UPDATE offers SET taken_at = ? WHERE id = ? AND version = ? AND taken_at IS NULL",
            (self._clock.now(), offer.id, offer.version),
            otherwise=_changed(),
        )


def delete_old_offers(now: float, shards: Shards) -> Statement:
    """Build the statement that deletes the offers on servers of this process that are older than a day, taken up or
    not.
    """
    return Statement.delete("offers", *shards.limited("made_at <= ? AND served(guild_id)", now - LASTS))


def _gone() -> NotFound:
    return NotFound("This offer has expired: offers last a day. Use the command again.")


def _changed() -> TooLate:
    return TooLate("This offer was changed or used a moment ago. Use its latest message.")


async def first_filling(
    database: Database, campaign: Campaign, by: Person, game: AnyGame, rules: object, asked: int | None
) -> Filling:
    """Return the filling for the bank of a new table: the GM's amount, otherwise the usual one, as far as the owner has
    that much.

    Players choose house rules, and the usual amount follows from those. So without a GM it is at most half of what the
    owner has, and at most the usual amount of the game's first preset. A game whose bank is usually empty needs no
    money. Raises a PlayerError where the owner has nothing or less than asked, for a player who asks, and where there
    is no bank to fill.
    """
    bankroll = campaign.settings.bankroll
    if _needs_no_filling(bankroll, game, rules, asked):
        return Filling()
    if asked is not None:
        require(Right.FILL, by, campaign)
    held = await balance(database, source_of(bankroll, campaign.id))
    if not held:
        raise MoneyError(EMPTY[bankroll])
    if asked is None:
        return _usual_filling(game, rules, bankroll, held, by_gm=may(Right.FILL, by, campaign))
    require_coin(asked)
    if asked > held:
        raise MoneyError(
            f"{OWNERS[bankroll][1]} only {{held}}. That's too little for a bank of {{asked}}.", held=held, asked=asked
        )
    return Filling(amount=asked, bound="asked")


def _needs_no_filling(bankroll: Bankroll, game: AnyGame, rules: object, asked: int | None) -> bool:
    """Tell whether there is no bank to fill, or none that is usually filled. Raises RuleError for an amount where there
    is none.
    """
    if not game.is_banked:
        why = f"{game.title_of(rules)} has no bank. Its players play against each other."
    elif bankroll == "endless":
        why = ENDLESS_HOUSE
    else:
        return asked is None and not game.usual_bank(rules)
    if asked is not None:
        raise RuleError(why)
    return True


def _usual_filling(game: AnyGame, rules: object, bankroll: Bankroll, held: int, *, by_gm: bool) -> Filling:
    bounds: dict[Bound, int] = {"usual": game.usual_bank(rules), "all": held}
    if not by_gm:
        first = next(iter(game.presets.values()))
        bounds |= {"preset": game.usual_bank(first), "half": held // 2}
    bound = min(bounds, key=lambda one: bounds[one])
    amount = bounds[bound]
    if bound == "half" and not amount:
        raise MoneyError(f"{OWNERS[bankroll][1]} only {{held}}. Only the GM can fill a bank from that.", held=held)
    return Filling(amount=amount, bound=bound)


def source_of(bankroll: Bankroll, campaign_id: int) -> str:
    """Return the account that a limited bank is filled from."""
    return accounts.party(campaign_id) if bankroll == "party" else accounts.house(campaign_id)


def require_coin(amount: int) -> None:
    """Refuse less than one coin."""
    if amount < 1:
        raise MoneyError("Write an amount of at least one coin.")


def no_longer_enough(bankroll: Bankroll, amount: int) -> MoneyError:
    """Return the refusal for an amount that was spent since the balance was read."""
    return MoneyError(f"{OWNERS[bankroll][1]} less than {{amount}} now. Please look again.", amount=amount)
