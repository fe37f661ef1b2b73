"""A settled hand without its result: one entry reverses its money, and its items go back by the journal.

Winners give back from the seat, then from the same character's wallet, then from the seat where they sit by now.
Losers get it at their seat, or in the wallet if they have gone. Nobody is overdrawn: the plan lists who lacks how much,
and the mint covers it if the GM agrees. The mint also covers an endless bank. Items return from their winners to the
seats where they lay, or to the characters who wagered them if the chair is gone. An item that has gone on blocks the
undo.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from bot.db import Database, Statement
from bot.engine.game import AnyDeal, Event, Item, PointsCarry, Seat
from bot.engine.money import MAX_AMOUNT
from bot.engine.tournament import Standing
from bot.engine.words import capital, listed
from bot.errors import RuleError
from bot.ledger import Entry, Posted, accounts, balances_in, post, posted, posted_since, reverse
from bot.ledger.entries import holders_of, item_moves_of, short_of
from bot.ledger.items import Holder, move_items
from bot.tables.events import ItemsReturned, Lacking
from bot.tables.hand.engine import Cause, dealt_rules
from bot.tables.model import Chair, Table
from bot.tables.money.settlement import pairwise
from bot.tables.money.stakes import named
from bot.tables.money.wagers import MOST_WAGERED
from bot.tables.verification.evidence import Evidence

Shared = Literal["bank", "house", "party", "prize"]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The ledger's and the log's record of a settled hand, and where its money and items have gone since."""

    hand: Evidence
    deal: AnyDeal
    entry: Posted
    since: tuple[Posted, ...]
    """The entries that have moved the prize since, the latest first."""
    winners: Mapping[str, str]
    """The holder that each item went to."""
    holders: Mapping[str, str]
    """The holder of each wagered item now."""
    owners: Mapping[Seat, int]
    """The character of each seat that the table has or had."""
    held: Mapping[str, int]
    """The balances of their wallets, the house, the party and the mint now."""

    @property
    def standing(self) -> Standing | None:
        """The tournament's standing at the deal; None where chips are money."""
        carry = self.deal.carry
        return carry.standing if isinstance(carry, PointsCarry) else None

    @property
    def name(self) -> str:
        """As in "Hand 12"."""
        return f"{self.hand.word.capitalize()} {self.hand.number}"

    def after_leaving(self, before: Table, after: Table) -> "Settlement":
        """Return it with the chips in the wallets of players who have left between these two."""
        gone = [chair for chair in before.record.chairs if after.chair(chair.seat) is None]
        chips = {accounts.purse(chair.character_id): chair.chips for chair in gone}
        return replace(self, held={purse: amount + chips.get(purse, 0) for purse, amount in self.held.items()})


@dataclass(frozen=True, slots=True)
class Undone:
    """The table without the result of a hand, the statements that write it, and who lacks how much for it."""

    table: Table
    statements: tuple[Statement, ...] = ()
    lacks: tuple[Lacking, ...] = ()
    events: tuple[Event, ...] = ()


async def last_settled(database: Database, table_id: int) -> int | None:
    """Return the number of the last hand whose result stands."""
    sql = "SELECT max(number) AS number FROM hands WHERE table_id = ? AND status = 'settled' AND undone_at IS NULL"
    return (await database.fetch(sql, table_id))[0]["number"]


async def settlement_of(database: Database, table: Table, hand: Evidence) -> Settlement:
    """Return the settlement of that hand. Raises RuleError where it can't be undone any more."""
    name = f"{hand.word.capitalize()} {hand.number}"
    if not hand.has_these_rules:
        raise RuleError(f"{name} was dealt under another version of the rules, so it can't be undone.")
    entry = await posted(database, f"hand:{hand.table_id}.{hand.number}:{hand.last.number}")
    try:
        deal = hand.spec.game.Deal.from_json(hand.deal)
    except ValueError:
        deal = None
    if entry is None or deal is None:
        raise RuleError(f"{name} can no longer be read, so it can't be undone.")
    campaign = table.record.campaign_id
    rows = await database.fetch(
        "SELECT seat, character_id FROM accounts WHERE table_id = ? AND kind = 'seat'", hand.table_id
    )
    owners: dict[Seat, int] = {row["seat"]: row["character_id"] for row in rows}
    purses, shared = map(accounts.purse, sorted({*owners.values()})), (accounts.party, accounts.house, accounts.mint)
    return Settlement(
        hand=hand,
        deal=deal,
        entry=entry,
        since=await posted_since(database, accounts.prize(hand.table_id), entry.id),
        winners={moved.good.id: moved.target for moved in await item_moves_of(database, entry.id)},
        holders=await holders_of(database, [good.id for player in deal.players for good in player.wager]),
        owners=owners,
        held=await balances_in(database, [*purses, *(account(campaign) for account in shared)]),
    )


def undo_result(table: Table, settled: Settlement, cause: Cause, why: str, *, goes_on: bool = False) -> Undone:
    """Return the table, between two hands, without the result of its last settled one. `goes_on`: whether the hand is
    in play again, for the chips and items that it was dealt for. Other chips at a seat count from the next hand on.

    `why` is the reason in the ledger, before the typed one. Raises RuleError where something since can't be undone.
    """
    hand, standing, deal = settled.hand, settled.standing, settled.deal
    _require_same_tournament(table, settled)
    if goes_on:
        _require_may_go_on(table, settled)
    later = settled.since if standing is not None else ()
    change, lacks = reverse_money(table, settled, [settled.entry.entry, *(one.entry for one in later)])
    record, gain, reason = table.record, change.get, f"{why}: {cause.text}" if cause.text else why
    reversal = partial(reverse, actor=cause.actor, at=cause.at, reason=reason)
    entries = [reversal(one.entry, key=f"undo:{cause.key}:{at}", transfers=()) for at, one in enumerate(later)]
    entry = reversal(settled.entry.entry, key=f"undo:{cause.key}", transfers=pairwise(change))
    chairs = {
        chair.seat: chair.evolve(stack=chair.stack + gain(accounts.seat(table.id, chair.seat), 0))
        for chair in record.chairs
    }
    back = table.evolve(
        bank=record.bank + gain(accounts.bank(table.id), 0),
        reserve=record.reserve + gain(accounts.reserve(table.id), 0),
        prize=record.prize + gain(accounts.prize(table.id), 0),
    )
    if standing is not None and back.record.prize != standing.prize:
        raise RuleError(f"{settled.name} can't be undone, because the tournament's prize has changed since.")
    if goes_on and standing is None:
        _restore_stacks(back, settled, chairs)
    chairs, moves = _return_items(back, chairs, settled, entry, all_wagers=goes_on)
    after = back.evolve(
        chairs=tuple(chairs.values()),
        carry=None if deal.carry is None else deal.carry.to_json(),
        carry_version=hand.version,
        wagered_by=None if moves else record.wagered_by,
        return_until=None,
        deadline=None,
    )
    posts = [statement for one in (*entries, entry) for statement in post(one)]
    return Undone(after, (*posts, *moves, _mark_undone(hand, cause)), lacks, (ItemsReturned(),) if moves else ())


def _require_same_tournament(table: Table, settled: Settlement) -> None:
    standing = settled.standing
    if standing is None and table.terms is not None and table.tournament is not None:
        raise RuleError(f"{settled.name} can't be undone, because a tournament has begun since.")
    if standing is None:
        return
    if table.terms is None:
        raise RuleError(f"{settled.name} can't be undone. It was in a tournament, and this table plays for money now.")
    if standing.number != table.record.tournaments:
        raise RuleError(f"{settled.name} can't be undone, because another tournament has begun since.")


def _require_may_go_on(table: Table, settled: Settlement) -> None:
    """Refuse a hand that can't be played on, because a player has left or the house rules are others since."""
    word, dealt = table.hand_word, (player.seat for player in settled.deal.players)
    gone = [table.voice.name(seat) for seat in dealt if table.chair(seat) is None]
    if gone or settled.deal.rules != dealt_rules(table):
        why = f"{listed(gone)} left" if gone else "The house rules have changed since"
        raise RuleError(f"{why}, so {settled.name.lower()} can't go on. Undo the whole {word} instead.")


def reverse_money(
    table: Table, settled: Settlement, entries: Iterable[Entry]
) -> tuple[dict[str, int], tuple[Lacking, ...]]:
    """Return the change of each account that reverses these entries against what the accounts hold now, and the amounts
    that seats and shared accounts lack for it. The mint pays those. Raises MoneyError if it may not.
    """
    record, due = table.record, defaultdict[str, int](int)
    for moved in (moved for entry in entries for moved in entry.transfers):
        due[moved.source] -= moved.amount
        due[moved.target] += moved.amount
    held = dict(settled.held) | {accounts.seat(table.id, chair.seat): chair.stack for chair in record.chairs}
    held |= {
        accounts.bank(table.id): record.bank,
        accounts.reserve(table.id): record.reserve,
        accounts.prize(table.id): record.prize,
    }
    change, lacks = defaultdict[str, int](int), defaultdict[Seat | Shared, int](int)
    for account, gain in due.items():
        missing = max(gain, 0)
        for source in _sources_of(account, table, settled):
            part = min(held.get(source, 0) + change[source], missing)
            change[source] -= part
            missing -= part
        change[accounts.mint(record.campaign_id)] -= missing
        if missing and (who := _name_short(account, table, settled)) is not None:
            lacks[who] += missing
    for account, gain in due.items():
        is_gone = accounts.kind_of(account) == "seat" and table.chair(accounts.seat_in(account)) is None
        change[_purse_behind(account, settled) if is_gone else account] += max(-gain, 0)
    issued = change[mint := accounts.mint(record.campaign_id)]
    if issued < 0 and settled.held[mint] + issued < -MAX_AMOUNT:
        raise short_of(mint, -issued)
    return change, tuple(Lacking(who=who, amount=amount) for who, amount in lacks.items())


def _sources_of(account: str, table: Table, settled: Settlement) -> tuple[str, ...]:
    """Return the accounts that an amount is taken back from, in order; the mint pays the rest."""
    kind = accounts.kind_of(account)
    if kind not in {"seat", "purse"}:
        return (account,) if kind != "mint" else ()
    purse = _purse_behind(account, settled)
    chairs = (chair for chair in table.record.chairs if accounts.purse(chair.character_id) == purse)
    return account, purse, *(accounts.seat(table.id, chair.seat) for chair in chairs)


def _purse_behind(account: str, settled: Settlement) -> str:
    """Return the wallet of a seat's character, or the account if it is a wallet."""
    is_purse = accounts.kind_of(account) == "purse"
    return account if is_purse else accounts.purse(settled.owners[accounts.seat_in(account)])


def _name_short(account: str, table: Table, settled: Settlement) -> Seat | Shared | None:
    """Return the seat or shared account that lacks what the account has to give back; None where it is the mint."""
    match accounts.kind_of(account):
        case "seat":
            return accounts.seat_in(account)
        case "purse":
            return next(seat for seat, owner in settled.owners.items() if accounts.purse(owner) == account)
        case "bank":
            return None if table.is_endless else "bank"
        case "prize" | "house" | "party" as kind:
            return kind
        case "mint" | "reserve":
            return None


def _restore_stacks(table: Table, settled: Settlement, chairs: dict[Seat, Chair]) -> None:
    """Give every seat of the deal its stack again. Raises RuleError where the hand can't be played for it any more."""
    deal, more = (
        settled.deal,
        {player.seat: chairs[player.seat].stack - player.stack for player in settled.deal.players},
    )
    if table.record.bank != deal.bank or table.record.reserve < deal.reserve or min(more.values()) < 0:
        raise RuleError(
            f"Chips have changed since {settled.name.lower()}, so it can't go on. Undo the whole {table.hand_word} "
            "instead."
        )
    for player in deal.players:
        chairs[player.seat] = chairs[player.seat].evolve(stack=player.stack, pending=more[player.seat])


def _mark_undone(hand: Evidence, cause: Cause) -> Statement:
    return Statement(
        """
        UPDATE hands SET undone_at = ?
        WHERE table_id = ? AND number = ? AND revision = ? AND status = 'settled' AND undone_at IS NULL
        """,
        (cause.at, hand.table_id, hand.number, hand.last.number),
    )


def _return_items(
    table: Table, chairs: Mapping[Seat, Chair], settled: Settlement, entry: Entry, *, all_wagers: bool
) -> tuple[dict[Seat, Chair], tuple[Statement, ...]]:
    """Return the chairs with the items that the hand handed over, or with all that it was played for, and the
    statements that move those. Where wagers aren't played for any more, or the seat's limit is reached, an item goes to
    its character.

    Raises RuleError for an item that has gone on to anyone except the character who wagered or won it.
    """
    after, moves = dict(chairs), list[Statement]()
    wagered = [(player.seat, good) for player in settled.deal.players for good in player.wager]
    takes_wagers = table.spec.game.wagers_goods(table.rules)
    for seat, good in wagered:
        if not all_wagers and good.id not in settled.winners:
            continue
        own, source = Holder.character(settled.owners[seat]), _holder_of(table, settled, seat, good)
        after = {
            at: chair.evolve(wager=tuple(one for one in chair.wager if one != good)) for at, chair in after.items()
        }
        chair, target = after.get(seat), own
        if chair is not None and takes_wagers and len(chair.wager) < MOST_WAGERED:
            after[seat] = chair.evolve(wager=(*chair.wager, good))
            target = Holder.at(table.id, seat)
        if target != source:
            moves += move_items(entry, (good,), source, target)
    return after, tuple(moves)


def _holder_of(table: Table, settled: Settlement, seat: Seat, good: Item) -> Holder:
    """Return the holder of an item that the seat wagered: its character, its winner, or the seat of one of them. In a
    hand that is void it has returned from the seat to the character.
    """
    own = Holder.character(settled.owners[seat])
    allowed, holder = {own.name, settled.winners.get(good.id, own.name)}, settled.holders.get(good.id)
    for at, owner in settled.owners.items():
        character, chair = Holder.character(owner), table.chair(at)
        if character.name not in allowed:
            continue
        if chair is not None and good in chair.wager:
            return Holder.at(table.id, at)
        if holder in {character.name, Holder.at(table.id, at).name}:
            return character
    item, name = capital(named(table, (good,))), table.name(seat)
    raise RuleError(f"{item} that {name} wagered has changed hands since, so the {table.hand_word} can't be undone.")
