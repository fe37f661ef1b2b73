"""Evenings of every game in which a GM keeps taking things back: no coin is lost, and every hand checks out."""

import itertools
import random
from contextlib import suppress
from pathlib import Path

import pytest

from bot import games
from bot.campaigns import HousePurse, Items, PartyPurse, Wallet
from bot.engine.game import DEALER, HouseRules
from bot.engine.options import with_options
from bot.errors import PlayerError
from bot.ledger import accounts, balances
from bot.tables.model import Seeds, Table
from bot.tables.undo.plan import UndoPlan
from bot.tables.verification.verify import verify_hand
from tests.laws.hands import values_of
from tests.scale import scaled
from tests.tables.table_fixtures import ANN, BEN, CHANNEL, CID, DEE, GM, MINUTE, TableHarness

STEPS = 36
ODDS = (
    ("play", 40),
    ("undo action", 14),
    ("undo hand", 5),
    ("leave", 3),
    ("come", 4),
    ("top up", 3),
    ("void", 1),
    ("pause", 1),
    ("restart", 1),
    ("spend", 2),
    ("rules", 1),
    ("time out", 5),
    ("wager", 3),
)
GAMES: tuple[tuple[str, dict[str, object]], ...] = (
    ("pilok", {}),
    ("pilok", {"crooked": True}),
    ("golem", {}),
    ("golem", {"crooked": True}),
    ("pazaak", {}),
    ("pazaak", {"wagers": True}),
    ("klingon", {}),
    ("klingon", {"stakes": "cash"}),
    ("baldur", {}),
    ("bounder", {}),
    ("century", {}),
    ("roulette", {}),
    ("twentyone", {}),
)


class Revel(TableHarness):
    """A table at which anything happens, as the dice say."""

    def __init__(self, path: Path, seed: int, *, first_key: int = 1) -> None:
        super().__init__(path)
        self._keys = itertools.count(first_key)
        self.dice, number = random.Random(seed), itertools.count(first_key)
        self.seeds = lambda: Seeds(open=f"{next(number):064x}", closed=f"{next(number):064x}")
        self.undone = 0

    async def begins(self, game: str, options: dict[str, object], bankroll: str) -> None:
        await self.settle_for(keeper_may_play=True, bankroll=bankroll)
        wallet = Wallet(self.database, self.characters, self.clock)
        for holder in (HousePurse(self.campaign.id), PartyPurse(self.campaign.id)):
            await wallet.grant(self.campaign, GM, [holder], 5000, key=f"for {holder}", reason="to begin with")
        rules: HouseRules = with_options(next(iter(games.spec_of(game).game.presets.values())), options)
        table = await self.tables.opening.open(
            self.campaign, self.click(GM), game, rules, places=(CHANNEL,), pace=MINUTE
        )
        self.table_id = table.id
        people = ((ANN, "Han"), (BEN, "Lando"), (CID, "Roark"), (DEE, "Dee"))
        self.cast = [(by, await self.characters.create(self.campaign, by, name)) for by, name in people]
        npc = await self.characters.create_npc(self.campaign, GM, "regular", "Bib")
        self.cast.append((GM, npc))
        await wallet.grant(self.campaign, GM, [npc], 1000, key="for Bib", reason="to begin with")
        for _ in range(min(len(self.cast), table.spec.game.seats[-1])):
            await self.come()

    async def something(self) -> None:
        whats, weights = zip(*ODDS, strict=True)
        (what,) = self.dice.choices(whats, weights)
        with suppress(PlayerError):
            await getattr(self, what.replace(" ", "_"))()

    async def play(self) -> None:
        """Deal a hand, or let a seat to act do something; sometimes another seat."""
        table = await self.table()
        if table.is_paused:
            await self.tables.opening.resume(self.table_id, self.click(GM))
            return
        if not table.in_hand:
            await self.deals(GM)
            return
        seats = [seat for seat in (DEALER, *table.dealt_in) if table.moves(seat)]
        seat = self.dice.choice(sorted(table.to_act) if self.dice.random() < 0.8 else seats)
        moves = [move for move in table.moves(seat) if move.place != "clock"]
        if not moves:
            await self.clock.advance(90)
            await self.tables.playing.tick(self.table_id)
            return
        move = self.dice.choice(moves)
        by = GM if seat == DEALER else await self.player(seat)
        await self.acts(by, move.key, seat=seat, **values_of(move, self.dice))

    async def undo_action(self) -> None:
        for _ in range(self.dice.randint(1, 3)):
            await self.undo("action")

    async def undo_hand(self) -> None:
        await self.undo("hand")

    async def undo(self, what: str) -> None:
        preview = await self.tables.undoing.preview(self.table_id, self.click(GM))
        plan = preview.action if what == "action" else preview.hand
        if not isinstance(plan, UndoPlan):
            raise plan
        undoing = self.tables.undoing
        undo = undoing.undo_action if what == "action" else undoing.undo_hand
        after = await undo(self.table_id, self.click(GM), plan.mark, "a slip", confirmed=True)
        # Nothing that follows from it ends the hand that goes on.
        assert after.in_hand == (what == "action")
        self.undone += 1

    async def leave(self) -> None:
        table = await self.table()
        if table.record.chairs:
            chair = self.dice.choice(table.record.chairs)
            await self.tables.seating.leave(self.table_id, self.click(await self.player(chair.seat)), chair.seat)

    async def come(self) -> None:
        table = await self.table()
        away = [one for one in self.cast if table.chair_of(one[1].id) is None]
        if not away:
            return
        by, character = self.dice.choice(away)
        usual = table.spec.game.buy_in(table.rules).low if table.terms else min(500, await self.purse(character))
        await self.tables.seating.sit(self.table_id, self.click(by), character, usual)

    async def top_up(self) -> None:
        table = await self.table()
        if not table.record.chairs:
            return
        chair = self.dice.choice(table.record.chairs)
        amount = self.dice.choice((10, 50, 200))
        await self.tables.seating.top_up(self.table_id, self.click(await self.player(chair.seat)), amount, chair.seat)

    async def void(self) -> None:
        await self.tables.opening.void(self.table_id, self.click(GM))

    async def pause(self) -> None:
        await self.tables.opening.pause(self.table_id, self.click(GM))

    async def spend(self) -> None:
        """Somebody's purse is emptied, or the bank."""
        wallet = Wallet(self.database, self.characters, self.clock)
        _, character = self.dice.choice(self.cast)
        held = await self.purse(character)
        if held:
            key = f"spent {self.click(GM).key}"
            await wallet.take(self.campaign, GM, [character], held, key=key, reason="spent")
        table = await self.table()
        if table.spec.game.is_banked and table.record.bank:
            await self.tables.banks.drain(self.table_id, self.click(GM), table.record.bank)

    async def time_out(self) -> None:
        """The clock decides for everyone who is asked."""
        await self.clock.advance(MINUTE.seconds)
        await self.tables.playing.tick(self.table_id)

    async def wager(self) -> None:
        """A seat wagers a new item, or withdraws all."""
        table, items = await self.table(), Items(self.database, self.clock)
        game = table.spec.game
        if not (game.goods and table.record.chairs):
            return
        chair = self.dice.choice(table.record.chairs)
        click = self.click(await self.player(chair.seat))
        if chair.wager and self.dice.random() < 0.3:
            await self.tables.wagers.take_back(table.id, click, chair.seat)
            return
        kind, by = self.dice.choice(sorted(game.goods)), self.click(GM)
        await items.grant(self.campaign.id, chair.character_id, game.key, [kind], actor=GM.user_id, key=by.key)
        held = await items.held(self.campaign.id, chair.character_id, game.key)
        await self.tables.wagers.wager(table.id, click, chair.seat, [self.dice.choice(held).id])

    async def rules(self) -> None:
        changes = {"crooked": self.dice.random() < 0.5, "ante": self.dice.choice((5, 10))}
        await self.tables.opening.change_rules(self.table_id, self.click(GM), changes)

    async def is_sound(self) -> None:
        """Check that the ledger balances, the table shows its balances, and the cache is the file."""
        await self.adds_up()
        held = {each.account: each.balance for each in await balances(self.database, self.campaign.id)}
        assert sum(held.values()) == 0
        assert min(amount for account, amount in held.items() if account != accounts.mint(self.campaign.id)) >= 0
        table = await self.table()
        assert held.get(accounts.prize(table.id), 0) == table.record.prize
        lying = await self.file.fetch("SELECT id, seat FROM items WHERE table_id = ?", table.id)
        wagered = {(good.id, chair.seat) for chair in table.record.chairs for good in chair.wager}
        assert wagered == {(str(row["id"]), row["seat"]) for row in lying}
        _points_are_kept(table)
        stored = await self.another_service().look(table.id)
        assert (stored.record, stored.state, stored.rules) == (table.record, table.state, table.rules)

    async def checks_out(self) -> None:
        rows = await self.file.fetch(
            "SELECT number, status FROM hands WHERE table_id = ? ORDER BY number, revision", self.table_id
        )
        for number, status in {row["number"]: row["status"] for row in rows}.items():
            for as_gm in (False, True) if status != "running" else ():
                found = await verify_hand(self.database, self.table_id, number, as_gm=as_gm)
                assert found.faults == ()


def _points_are_kept(table: Table) -> None:
    standing = table.standing
    if standing is not None:
        assert standing.total == standing.points * sum(1 + one.rebuys for one in standing.entrants)
        assert table.record.prize == (0 if standing.is_over else standing.prize)


@pytest.mark.parametrize("game, options", GAMES, ids=lambda one: one if isinstance(one, str) else str(one))
async def test_session_of_undos_loses_nothing(tmp_path: Path, game: str, options: dict[str, object]) -> None:
    undone = 0
    for evening in range(scaled(1)):
        async with Revel(tmp_path / f"revel {evening}.db", seed=1 + len(game) + evening) as place:
            await place.begins(game, options, bankroll="house")
            for step in range(STEPS):
                await place.something()
                if step % 9 == 0:
                    await place.is_sound()
            await place.is_sound()
            await place.checks_out()
            undone += place.undone
    assert undone
