"""Money that moves away from the tables: gifts, the party's wallet, and what the GM gives and takes.

Each is one entry, posted once for its key (the id of the interaction): asking again raises AlreadyPosted. The same
transfers under another key are refused while the first ones aren't written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.campaigns.character import Character
from bot.campaigns.characters import Cast
from bot.campaigns.model import Campaign
from bot.campaigns.names import name_key
from bot.campaigns.rights import Person, Right, require
from bot.clock import Clock
from bot.db import Database, Statement
from bot.engine.money import MAX_AMOUNT
from bot.engine.words import escape, one_line
from bot.errors import MoneyError, NotAllowed, NotFound, RuleError
from bot.ledger import (
    Entry,
    LedgerLine,
    Pending,
    Transfer,
    accounts,
    balance,
    history_of_account,
    history_of_character,
    post,
)

PAGE = 10
LONGEST_REASON = 200
MOST_AT_ONCE = 250
"""To how many the GM gives at once: every NPC, and a party."""


@dataclass(frozen=True, slots=True)
class PartyPurse:
    """The purse that members of a campaign's party pay into."""

    campaign_id: int


@dataclass(frozen=True, slots=True)
class HousePurse:
    """What a campaign's banked tables are filled from."""

    campaign_id: int


Holder = Character | PartyPurse | HousePurse


@dataclass(frozen=True, slots=True)
class Share:
    """What a character got of something that was split, in smallest coins."""

    character: Character
    amount: int


@dataclass(frozen=True, slots=True)
class WalletLine:
    """One line of a wallet's history, and the names of the characters on the other side of it."""

    line: LedgerLine
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WalletPage:
    """Newest first; `before` asks for the next page, and is None on the last."""

    lines: tuple[WalletLine, ...]
    before: int | None


class Wallet:
    """Amounts are in smallest coins, 1 and up; reasons are what the person typed."""

    def __init__(self, database: Database, cast: Cast, clock: Clock) -> None:
        self._database = database
        self._cast = cast
        self._clock = clock
        self._pending = Pending()

    async def balance(self, holder: Holder) -> int:
        """Return the coins in the wallet, without chips on tables."""
        return await balance(self._database, account_of(holder))

    async def pay(
        self,
        campaign: Campaign,
        by: Person,
        payer: Character,
        to: Character | PartyPurse,
        amount: int,
        *,
        key: str,
        reason: str = "",
    ) -> None:
        """From one's own character (an NPC for a GM) to another one or into the party's wallet."""
        require(Right.CHARACTER, by, campaign, payer)
        if payer.is_unclaimed:
            raise NotAllowed(
                f"{escape(payer.name)} has no player yet. Only the player who claims them can spend their money."
            )
        target = _receiver(campaign, to)
        if target == payer.purse:
            raise RuleError(f"{escape(payer.name)} can't pay themselves.")
        moved = _transfer(campaign, payer, target, amount)
        await self._post(campaign, by, [moved], kind="pay", reason=reason, key=key)

    async def share(
        self, campaign: Campaign, by: Person, to: Sequence[Character], amount: int, *, key: str, reason: str = ""
    ) -> tuple[Share, ...]:
        """Split the amount out of the party's wallet evenly between them, by a GM; odd coins go to the first by name.

        Returns what each of them got, by name.
        """
        require(Right.MONEY, by, campaign)
        shares = _split(campaign, to, _whole(amount))
        party = PartyPurse(campaign.id)
        moved = [
            Transfer(account_of(party), _receiver(campaign, one.character), one.amount, _short(party, amount))
            for one in shares
        ]
        await self._post(campaign, by, moved, kind="share", reason=reason, key=key)
        return shares

    async def split(
        self, campaign: Campaign, by: Person, to: Sequence[Character], amount: int, *besides: Statement, key: str
    ) -> None:
        """Split the amount out of the party's wallet evenly; odd coins stay there. The caller has checked the right,
        and `besides` is written in the same transaction.
        """
        party, share = PartyPurse(campaign.id), _whole(amount // len(to))
        moved = [Transfer(account_of(party), _receiver(campaign, one), share, _short(party, amount)) for one in to]
        await self._post(campaign, by, moved, *besides, kind="share", reason="a vote of the party", key=key)

    async def grant(
        self, campaign: Campaign, by: Person, to: Sequence[Holder], amount: int, *, key: str, reason: str
    ) -> None:
        """Give each of them the amount, by a GM."""
        require(Right.MONEY, by, campaign)
        mint = accounts.mint(campaign.id)
        moved = [Transfer(mint, account, _whole(amount)) for account in _each(campaign, to)]
        await self._post(campaign, by, moved, kind="grant", reason=reason, key=key)

    async def take(
        self, campaign: Campaign, by: Person, of: Sequence[Holder], amount: int, *, key: str, reason: str
    ) -> None:
        """Take the amount from each of them, by a GM; if one of them has less, from nobody."""
        require(Right.MONEY, by, campaign)
        holders = {account_of(holder): holder for holder in of}
        mint = accounts.mint(campaign.id)
        moved = [_transfer(campaign, holders[account], mint, amount) for account in _each(campaign, of)]
        await self._post(campaign, by, moved, kind="take", reason=reason, key=key)

    async def _post(
        self,
        campaign: Campaign,
        by: Person,
        moved: Sequence[Transfer],
        *besides: Statement,
        kind: str,
        reason: str,
        key: str,
    ) -> None:
        said = one_line(reason)[:LONGEST_REASON]
        entry = Entry(key, campaign.id, kind, said, by.user_id, self._clock.now(), tuple(moved))
        payment = sorted((one.source, one.target, one.amount) for one in moved)
        async with self._pending.once(kind, *payment, key=key):
            await self._database.apply(*besides, *post(entry))

    async def history(self, holder: Holder, before: int | None = None, size: int = PAGE) -> WalletPage:
        """Return a page of the history of a wallet and a character's chips. The caller checks the right to see it."""
        if isinstance(holder, Character):
            page = await history_of_character(self._database, holder.id, size, before)
        else:
            page = await history_of_account(self._database, account_of(holder), size, before)
        others = {other.character_id for line in page.lines for other in line.counterparties}
        names = await self._cast.names(other for other in others if other is not None)
        return WalletPage(tuple(_named(line, names) for line in page.lines), page.before)


def account_of(holder: Holder) -> str:
    match holder:
        case Character():
            return holder.purse
        case PartyPurse():
            return accounts.party(holder.campaign_id)
        case HousePurse():
            return accounts.house(holder.campaign_id)


def _named(line: LedgerLine, names: Mapping[int, str]) -> WalletLine:
    known = (names[other.character_id] for other in line.counterparties if other.character_id is not None)
    return WalletLine(line, tuple(dict.fromkeys(known)))


def _within(campaign: Campaign, holder: Holder) -> str:
    """Return the holder's account; NotFound if it belongs to another campaign."""
    if holder.campaign_id != campaign.id:
        raise NotFound("There is no such character in this campaign.")
    return account_of(holder)


def _receiver(campaign: Campaign, holder: Holder) -> str:
    """Return the account of a holder who can still spend money. Raises NotAllowed for a retired character."""
    if isinstance(holder, Character) and holder.retired_at is not None:
        raise NotAllowed(f"{escape(holder.name)} has retired.")
    return _within(campaign, holder)


def _each(campaign: Campaign, holders: Sequence[Holder]) -> tuple[str, ...]:
    """Return the holders' accounts, each once. Raises RuleError for none or too many."""
    each = tuple(dict.fromkeys(_within(campaign, holder) for holder in holders))
    if not 1 <= len(each) <= MOST_AT_ONCE:
        raise RuleError(f"Name between 1 and {MOST_AT_ONCE} characters." if each else "Name at least one character.")
    return each


def _split(campaign: Campaign, characters: Sequence[Character], amount: int) -> tuple[Share, ...]:
    _each(campaign, characters)
    each = sorted(dict.fromkeys(characters), key=lambda character: name_key(character.name))
    share, odd = divmod(amount, len(each))
    if not share:
        raise MoneyError(
            f"{{amount}} is too little to share among {len(each)}. Share more, or name fewer.", amount=amount
        )
    return tuple(Share(character, share + (at < odd)) for at, character in enumerate(each))


def _whole(amount: int) -> int:
    if not 1 <= amount <= MAX_AMOUNT:
        raise MoneyError("The amount has to be at least one coin." if amount < 1 else "That is too much money.")
    return amount


def _called(holder: Holder) -> str:
    match holder:
        case Character():
            return escape(holder.name)
        case PartyPurse():
            return "The party"
        case HousePurse():
            return "The house"


def _transfer(campaign: Campaign, source: Holder, target: str, amount: int) -> Transfer:
    return Transfer(_within(campaign, source), target, _whole(amount), _short(source, amount))


def _short(holder: Holder, amount: int) -> MoneyError:
    """Build the error that names the holder who is short of money."""
    # Braces in a name must not be taken for the place of the amount.
    whose = _called(holder).replace("{", "{{").replace("}", "}}")
    return MoneyError(f"{whose} has less than {{amount}}.", amount=amount)
