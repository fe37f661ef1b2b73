"""Whatever happens in whatever order, the book holds what a simple count of coins says."""

import asyncio
import tempfile
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot.db import SqliteDatabase, open_database
from bot.errors import MoneyError, TooLate
from bot.ledger import AlreadyPosted, Entry, Transfer, accounts, audit, balances, post, reverse
from tests.ledger.conftest import FIRST, MINT, PARTY, campaign, character, entry
from tests.scale import scaled
from tests.sqlite_file import lay_out

CHARACTERS = (11, 12, 13, 14)
PLACES = (MINT, PARTY, *(accounts.purse(number) for number in CHARACTERS))
MOST = 10**15

moves = st.tuples(
    st.sampled_from(PLACES), st.sampled_from(PLACES), st.one_of(st.integers(1, 50), st.sampled_from([MOST // 2, MOST]))
).filter(lambda move: move[0] != move[1])
events = st.lists(moves, min_size=1, max_size=3)


class Count:
    """The simple model: coins by account, events by key."""

    def __init__(self) -> None:
        self.coins = dict.fromkeys(PLACES, 0)
        self.posted: dict[str, Entry] = {}
        self.reversed: set[str] = set()

    def post(self, posted: Entry) -> type[Exception] | None:
        """Return the error that must come of the entry, if any, and post it in the model otherwise."""
        if posted.key in self.posted:
            return AlreadyPosted
        if posted.reverses in self.reversed:
            return TooLate
        after = dict(self.coins)
        for move in posted.transfers:
            after[move.source] -= move.amount
            after[move.target] += move.amount
            if after[move.source] < (-MOST if move.source == MINT else 0):
                return MoneyError
        self.coins = after
        self.posted[posted.key] = posted
        if posted.reverses:
            self.reversed.add(posted.reverses)
        return None


class Book(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.url: str = self.run(lay_out(Path(self.folder.name) / "book.db"))
        self.count = Count()
        self.number = 0
        self.database: SqliteDatabase = self.run(open_database(self.url))

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        # `Runner.run` describes its task in full each time, with all that it works on
        return self.runner.get_loop().run_until_complete(work)

    def teardown(self) -> None:
        self.run(self.database.close())
        self.runner.close()
        self.folder.cleanup()

    def new(self, event: Sequence[tuple[str, str, int]]) -> Entry:
        self.number += 1
        return entry(f"event {self.number}", *(Transfer(*move) for move in event))

    def outcomes(self, entries: Sequence[Entry]) -> list[type[Exception] | None]:
        """Post them all at once, each in a batch of its own."""

        async def together() -> list[BaseException | None]:
            batches = (self.database.apply(*post(posted)) for posted in entries)
            return await asyncio.gather(*batches, return_exceptions=True)

        return [None if outcome is None else type(outcome) for outcome in self.run(together())]

    @initialize()
    def found(self) -> None:
        people = (row for number in CHARACTERS for row in character(FIRST, number, f"character {number}"))
        self.run(self.database.apply(*campaign(FIRST), *people))

    @rule(account=st.sampled_from(PLACES[1:]), amount=st.integers(1, 1000))
    def grant(self, account: str, amount: int) -> None:
        granted = self.new([(MINT, account, amount)])
        assert self.outcomes([granted]) == [self.count.post(granted)]

    @rule(event=events)
    def one_event(self, event: Sequence[tuple[str, str, int]]) -> None:
        posted = self.new(event)
        assert self.outcomes([posted]) == [self.count.post(posted)]

    @rule(several=st.lists(events, min_size=2, max_size=6), twice=st.booleans())
    def several_at_once(self, several: Sequence[Sequence[tuple[str, str, int]]], twice: bool) -> None:
        entries = [self.new(event) for event in several]
        entries += entries[:2] if twice else []
        assert self.outcomes(entries) == [self.count.post(posted) for posted in entries]

    @rule(data=st.data(), event=events)
    def the_same_key_again(self, data: st.DataObject, event: Sequence[tuple[str, str, int]]) -> None:
        if self.count.posted:
            key = data.draw(st.sampled_from(sorted(self.count.posted)))
            again = entry(key, *(Transfer(*move) for move in event))
            assert self.outcomes([again]) == [AlreadyPosted]

    @rule(data=st.data())
    def take_back(self, data: st.DataObject) -> None:
        if self.count.posted:
            original = self.count.posted[data.draw(st.sampled_from(sorted(self.count.posted)))]
            self.number += 1
            back = reverse(original, key=f"event {self.number}", actor=None, at=0)
            assert self.outcomes([back]) == [self.count.post(back)]

    @rule(event=events)
    def the_caller_leaves(self, event: Sequence[tuple[str, str, int]]) -> None:
        posted = self.new(event)

        async def leave() -> None:
            task = asyncio.create_task(self.database.apply(*post(posted)))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])

        self.run(leave())
        # Its batch goes on without it; whatever is applied after it comes after it.
        later = self.new([(MINT, PARTY, 1)])
        self.count.post(posted)
        assert self.outcomes([later]) == [self.count.post(later)]

    @rule()
    def reopen(self) -> None:
        self.run(self.database.close())
        self.database = self.run(open_database(self.url))

    @invariant()
    def the_book_holds_what_the_count_says(self) -> None:
        if self.count.posted:
            found = {each.account: each.balance for each in self.run(balances(self.database, FIRST))}
            assert {account: found[account] for account in PLACES} == self.count.coins

    @invariant()
    def the_audit_is_clean(self) -> None:
        report = self.run(audit(self.database))
        assert report.is_clean
        assert report.entries == len(self.count.posted)


TestBook = Book.TestCase
TestBook.settings = settings(max_examples=scaled(20), stateful_step_count=25)
