"""Opening and closing a table, and a GM's changes to one: pause, resume, void, house rules, host, channel."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from bot.campaigns import NO_LIMITS, Campaign, Pace, Right, UsageLimits, is_gm, require_opener, unchanged
from bot.db import Statement, log_unexpected
from bot.engine.game import DEALER, HouseRules
from bot.engine.options import options_of, with_options
from bot.engine.words import counted, plural_of
from bot.errors import NotAllowed, NotFound, PlayerError, RuleError
from bot.games import spec_of
from bot.ledger import accounts
from bot.shards import NotServed
from bot.tables.events import Moved, OptionChanged, Paused, Resumed, RulesChanged, TableClosed, Voided
from bot.tables.hand.ending import void_hand
from bot.tables.hand.engine import Cause, StepResult
from bot.tables.hand.notes import log_note, outdate_deal_clicks, require_playable, spent_bank
from bot.tables.hand.timing import close_at, set_deadline
from bot.tables.model import Record, Table
from bot.tables.money.bank import opening_entry, opening_events
from bot.tables.money.payout import Aftermath, cash_out, pay_out_bank
from bot.tables.money.places import players_short_of_fee
from bot.tables.money.prizes import return_prize
from bot.tables.money.stakes import return_all_wagers
from bot.tables.offers import first_filling, no_longer_enough
from bot.tables.presets import Bets, require_fair
from bot.tables.rights import host_table, playing_host, require
from bot.tables.store import insert_table, open_tables_of
from bot.tables.table_store import Click, TableStore

log = logging.getLogger(__name__)


class Opening:
    """The life of a table around its hands."""

    def __init__(self, store: TableStore, limits: UsageLimits = NO_LIMITS) -> None:
        self._store, self._limits = store, limits
        self._opening = asyncio.Lock()
        """Held while the tables of a user are counted, until there is another one."""

    async def open(
        self,
        campaign: Campaign,
        click: Click,
        game: str,
        rules: HouseRules,
        *,
        places: tuple[int, ...],
        pace: Pace | None = None,
        auto_deal: bool | None = None,
        bank: int | None = None,
        promised: int | None = None,
        bets: Bets | None = None,
        besides: tuple[Statement, ...] = (),
    ) -> Table:
        """Open a table in the click's channel. `places` are the channel, its parent and its category.

        `bank` is the GM's amount for a banked table's bank, in smallest coins; None is the usual amount, as far as the
        owner has it. `promised` is the amount that the opener was shown: the table opens with that, or MoneyError is
        raised where the owner has less by now. `bets` are the odds of its bets by these rules, None where those aren't
        known; without a GM, no banked table opens at which the house loses. `besides` is written in the same
        transaction, before the table: an offer that is taken up.
        """
        require_opener(campaign, click.person, *places)
        settings, found = campaign.settings, spec_of(game).by(rules)
        await require_fair(self._store.db, campaign, click.person, found.game, rules, bets)
        filling = (await first_filling(self._store.db, campaign, click.person, found.game, rules, bank)).amount
        if promised is not None and filling < promised:
            raise no_longer_enough(settings.bankroll, promised)
        filling = filling if promised is None else promised
        record = Record(
            id=self._store.ids.next(),
            campaign_id=campaign.id,
            guild_id=click.guild_id,
            channel_id=click.channel_id,
            game=game,
            rules=rules.to_json(),
            pace=settings.pace if pace is None else pace,
            auto_deal=settings.auto_deal if auto_deal is None else auto_deal,
            keeper=click.person.user_id,
            keeper_is_gm=is_gm(campaign, click.person),
            seeds=self._store.seeds(),
            bank=filling,
            bankroll=settings.bankroll if found.game.is_banked else None,
            opened_at=click.at,
            touched_at=click.at,
        )
        table, cause = self._store.pictured(Table(found, record, campaign, rules)), click.cause()
        table, row = log_note(table, cause, *opening_events(table))
        money = (accounts.open_bank(campaign.id, record.id), *opening_entry(table, cause))
        insert = insert_table(table, self._limits.tables_per_server)
        with self._store.shards.working(record.guild_id):
            async with self._opening:
                await self.require_room(click)
                await self._store.db.apply(unchanged(campaign), *besides, insert, *money, row.insert())
            table = table.written(table.record.version, (row,))
            self._store.began(table)
        return table

    async def require_room(self, click: Click, whose: str = "You have") -> None:
        """Refuse a table of a user who has as many open on this server as one may. The refusal begins with `whose`."""
        most, opened = self._limits.tables_per_user, 0
        for table_id in await open_tables_of(self._store.db, click.guild_id) if most is not None else ():
            with suppress(NotFound):
                opened += (await self._store.look(table_id)).record.opener == click.person.user_id
        if most is not None and opened >= most:
            raise PlayerError(f"{whose} {counted(opened, 'table')} open on this server already: close one first.")

    async def posted(self, table_id: int, message_id: int, channel_id: int) -> Table:
        """Store where the table's message is now."""
        async with self._store.locked(table_id) as table:
            if (table.record.message_id, table.record.channel_id) == (message_id, channel_id) or not table.is_open:
                return table
            return await self._store.commit(table, table.evolve(message_id=message_id, channel_id=channel_id))

    async def pause(self, table_id: int, click: Click) -> Table:
        """Stop every clock of the table; nobody can act until it resumes."""
        async with self._store.clicked(table_id, click, Right.PAUSE) as table:
            if table.is_paused:
                raise PlayerError("The table is paused already.")
            after, row = log_note(table, click.cause(), Paused())
            after = after.evolve(paused_at=click.at, deadline=None, reminder=None)
            return await self._store.commit(table, after, rows=(row,))

    async def stop_server(self, guild_id: int, why: str, paused: Paused) -> None:
        """Pause the tables of a server that can't play on, as long as this process serves it."""
        for table_id in await open_tables_of(self._store.db.background, guild_id):
            try:
                await self._stop(table_id, why, paused)
            except NotServed:
                return
            except Exception as error:  # noqa: BLE001  # a table that can't be read keeps no other table's clock running
                log_unexpected(log, error, "table %s could not be paused", table_id)

    async def _stop(self, table_id: int, why: str, paused: Paused) -> None:
        """Pause a table. One that is gone, closed or paused stays as it is."""
        store, now = self._store, self._store.clock.now()
        with suppress(NotFound):
            async with store.locked(table_id) as table:
                if not table.is_open or table.is_paused:
                    return
                cause = Cause(f"{why}:{table.id}:{table.record.turn}", "clock", "clock", now)
                after, row = log_note(table, cause, paused)
                await store.commit(table, after.evolve(paused_at=now, deadline=None, reminder=None), rows=(row,))

    async def resume(self, table_id: int, click: Click) -> Table:
        """Resume a paused table: the players to move have the whole clock again."""
        async with self._store.clicked(table_id, click, Right.PAUSE) as table:
            if not table.is_paused:
                raise PlayerError("The table isn't paused.")
            cause = click.cause()
            after, row = log_note(table.evolve(paused_at=None), cause, Resumed())
            return (await self._store.finished(table, StepResult(after, (row,)), cause)).table

    async def void(self, table_id: int, click: Click) -> Table:
        """Void the hand in play: everyone has the chips they had before it."""
        async with self._store.clicked(table_id, click, Right.VOID) as table:
            if not table.in_hand:
                raise RuleError(f"No {table.hand_word} is in play.")
            cause = click.cause()
            ended = void_hand(table, self._store.seeds(), cause)
            after, row = log_note(ended.table, cause, Voided(by="gm"), *ended.events)
            return await self._store.commit(
                table, set_deadline(table, after, None, click.at), *ended.statements, rows=(row,)
            )

    async def change_rules(self, table_id: int, click: Click, changes: Mapping[str, object]) -> Table:
        """Change the house rules from the next hand on: by a GM, or before the first hand by the opener, except where
        the house pays.

        `changes` are values by the names of the game's options, money in smallest coins. Raises RuleError for values
        that the game doesn't allow.
        """
        async with self._store.clicked(table_id, click, Right.CHANGE_RULES) as table:
            require_playable(table)
            if table.in_hand:
                raise RuleError(f"You can change the house rules only between {plural_of(table.hand_word)}.")
            if table.tournament is not None:
                raise RuleError("You can change the house rules only between tournaments.")
            rules = with_options(table.rules, changes)
            changed = RulesChanged(changes=_changes(table.rules, rules))
            if not changed.changes:
                raise PlayerError("Those are the house rules already.")
            cause, done = click.cause(), Aftermath(_with_rules(table.evolve(rules=rules.to_json()), rules))
            if not table.spec.game.wagers_goods(rules):
                done = return_all_wagers(done, cause)
            after, events = done.table, done.events
            if after.spec.game.has_dealer and not table.spec.game.has_dealer:
                events = (*events, *playing_host(after))
            events = (*events, *spent_bank(after), *players_short_of_fee(after))
            after, row = log_note(replace(after, recent=()), cause, changed, *events)
            after = set_deadline(table, outdate_deal_clicks(after), None, click.at)
            return await self._store.commit(table, after, *done.statements, rows=(row,))

    async def close(self, table_id: int, click: Click) -> Table:
        """Close the table, by a GM or its opener: a hand in play is void, all chips return to the wallets."""
        async with self._store.clicked(table_id, click, Right.CLOSE) as table:
            return await self._closed(table, click.cause(), TableClosed(why="person"))

    async def close_untouched(self, table_id: int) -> Table:
        """Close a table that nobody has touched for the days that the campaign allows."""
        async with self._store.locked(table_id) as table:
            now, due = self._store.clock.now(), close_at(table)
            if due is None or due > now:
                return table
            closed = TableClosed(why="idle", days=table.campaign.settings.idle_days or 0)
            return await self._closed(table, Cause(f"close:{table.id}", "clock", "clock", now), closed)

    async def close_lost(self, table_id: int) -> Table:
        """Close a table whose channel is gone."""
        async with self._store.locked(table_id) as table:
            if not table.is_open:
                return table
            cause = Cause(f"close:{table.id}", "clock", "clock", self._store.clock.now())
            return await self._closed(table, cause, TableClosed(why="channel"))

    async def take_over(self, table_id: int, click: Click) -> Table:
        """Make a GM the table's host: they play its NPCs, and see the NPCs' hands. The GM channel works too, where the
        table asks for its host.

        Raises NotAllowed for a GM who plays there with a character of their own, unless the campaign allows it.
        """
        async with self._store.clicked(table_id, click, Right.TAKE_OVER, DEALER) as table:
            after, hosted = host_table(table, click.person)
            after, row = log_note(after, click.cause(), hosted)
            if table.in_hand:
                # What is the GM's to decide may have waited for nobody.
                after = set_deadline(table, after, None, click.at)
            return await self._store.commit(table, after, rows=(row,))

    async def move(self, table_id: int, click: Click, places: tuple[int, ...]) -> Table:
        """Bring the table into the click's channel; into another channel than its own only a GM may."""
        async with self._store.locked(table_id) as table:
            if table.record.guild_id != click.guild_id:
                raise NotAllowed("That table isn't on this server.")
            if not table.is_open:
                raise PlayerError("This table is closed.")
            if table.record.channel_id == click.channel_id:
                return table
            require(Right.MOVE, click.person, table)
            require_opener(table.campaign, click.person, *places)
            after, row = log_note(table, click.cause(), Moved())
            after = after.evolve(channel_id=click.channel_id, message_id=None)
            return await self._store.commit(table, after, rows=(row,))

    async def _closed(self, table: Table, cause: Cause, closed: TableClosed) -> Table:
        back = return_all_wagers(Aftermath(table), cause)
        over = Aftermath(back.table)
        if table.in_hand:
            over = void_hand(back.table, self._store.seeds(), cause, another_hand=False)
        for chair in over.table.record.chairs:
            over = cash_out(over, chair, cause)
        over = await return_prize(self._store.db, over, cause)
        bank = pay_out_bank(over.table, cause)
        closed = closed.evolve(returns_chips=not over.events)
        after, row = log_note(bank.table, cause, closed, *over.events, *back.events, *bank.events)
        after = after.evolve(status="closed", deadline=None, reminder=None, paused_at=None, chairs=(), prize=0)
        moves = (*over.statements, *back.statements, *bank.statements)
        return await self._store.commit(table, after, *moves, rows=(row,))


def _with_rules(table: Table, rules: HouseRules) -> Table:
    """Return the table with other house rules, between hands. Where they make its game another one, the last hand can't
    be shown any more.
    """
    game = spec_of(table.record.game).by(rules)
    state = table.state if game.game.State is table.spec.game.State else None
    return replace(table, spec=game, rules=rules, state=state)


def _changes(before: HouseRules, after: HouseRules) -> tuple[OptionChanged, ...]:
    pairs = ((o.name, getattr(before, o.name), getattr(after, o.name)) for o in options_of(type(after)))
    return tuple(OptionChanged(option=name, was=was, now=now) for name, was, now in pairs if was != now)
