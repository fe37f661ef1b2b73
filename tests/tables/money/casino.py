"""A harness where Toss is played against the house: who backs its banks, and what they hold."""

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from bot.campaigns import Bankroll, HousePurse, Pace, PartyPurse, Person, Wallet
from bot.engine.game import BuyIn, Deal, HouseRules, Outcome, Seat, Step
from bot.engine.options import option, with_options
from bot.engine.spec import AnySpec
from bot.ledger import accounts, balance, balances
from bot.tables.model import Table
from bot.tables.presets import Bets
from cogs.pilok.spec import GAME as PILOK
from examples.coin_toss.rules import FALLS, SIDES, CoinToss, NoCarry, TossRules, TossState
from examples.coin_toss.spec import GAME as COIN_TOSS
from tests.tables.moody import Moody
from tests.tables.table_fixtures import CHANNEL, GM, TableHarness, house_rules

HEADS, TAILS, EDGE = (FALLS.index(side) + 1 for side in SIDES)
"""Faces of a die of as many sides as the coin has falls, for scripted tosses."""


class EvenRules(TossRules):
    winnings: int = option(100, "Winnings", "Winnings of heads and tails, in percent of the stake.", low=1, high=1000)
    edge_pays: int = option(10, "The edge", "Payout of the edge, to 1.", low=0, high=10_000)
    fee: int = option(0, "Fee", "What the house gets of each seat that wins.", money=True, low=0)


class EvenState(TossState):
    deal: Deal[EvenRules, NoCarry]  # pyright: ignore[reportIncompatibleVariableOverride] - states are frozen
    house: int = 0


class Toss(CoinToss):
    """The same with round figures and a fee, and nobody has worked out its odds."""

    key, title = "toss", "Toss"
    presets: ClassVar[Mapping[str, HouseRules]] = {"usual": EvenRules()}
    HouseRules, State = EvenRules, EvenState

    def tossed(self, state: Any, side: str) -> Step[Any]:
        rules, step = state.deal.rules, super().tossed(state, side)
        fees = {one.seat: min(rules.fee, one.paid(side, rules.pay(side))) for one in state.bettors}
        paid = tuple(one.evolve(stack=one.stack - fees[one.seat]) for one in step.state.bettors)
        return Step(step.state.evolve(bettors=paid, house=sum(fees.values())), step.events)

    def outcome(self, state: Any) -> Outcome[NoCarry] | None:
        end = super().outcome(state)
        return end and end.evolve(house=state.house)

    def chips(self, state: Any) -> int:
        return super().chips(state) + state.house

    def buy_in(self, rules: TossRules) -> BuyIn:
        return BuyIn(low=rules.min_bet, usual=rules.min_bet * 20)

    def usual_bank(self, rules: TossRules) -> int:
        return rules.min_bet * 100


TOSS = replace(COIN_TOSS, game=Toss(), odds=None)


def games_with_toss() -> Mapping[str, AnySpec]:
    """Return the catalog with Toss as one more game folder."""
    return {"pilok": PILOK, "toss": TOSS}


class Casino(TableHarness):
    """The same services and people; `opened` opens a table of Toss, and of another game only by its name."""

    async def backed_by(self, bankroll: Bankroll, **holds: int) -> None:
        """Who pays at the tables that open from now on; `house` and `party` say what these are given."""
        await self.settle_for(bankroll=bankroll)
        for holder, amount in holds.items():
            await self.gives(
                HousePurse(self.campaign.id) if holder == "house" else PartyPurse(self.campaign.id), amount
            )

    async def gives(self, holder: HousePurse | PartyPurse, amount: int) -> None:
        """Let the GM give them that amount, or take it if it is below zero."""
        wallet, key = Wallet(self.database, self.characters, self.clock), self.click(GM).key
        act = wallet.grant if amount > 0 else wallet.take
        await act(self.campaign, GM, [holder], abs(amount), key=key, reason="for the banks")

    async def opened(
        self,
        by: Person = GM,
        *,
        channel: int = CHANNEL,
        game: str = "toss",
        bank: int | None = None,
        promised: int | None = None,
        bets: Bets | None = None,
        auto_deal: bool = False,
        pace: Pace = Pace(),  # noqa: B008 - it is frozen
        **options: Any,
    ) -> Table:
        rules: HouseRules = with_options(EvenRules(), options) if game == "toss" else house_rules(**options)
        table = await self.tables.opening.open(
            self.campaign,
            self.click(by, channel=channel),
            game,
            rules,
            places=(channel,),
            pace=pace,
            auto_deal=auto_deal,
            bank=bank,
            promised=promised,
            bets=bets,
        )
        self.table_id = self.table_id or table.id
        return table

    async def bets(self, seat: Seat, side: str, amount: int) -> None:
        await self.acts(await self.player(seat), "bet", seat=seat, side=side, amount=amount)

    async def tosses(self, face: int, *bets: tuple[Seat, str, int]) -> Table:
        """Play a whole toss: these bets are made, all are done, and the die shows that face."""
        self.dice_are(face)
        await self.deals(GM)
        for bet in bets:
            await self.bets(*bet)
        return await self.play_out()

    async def overtaken(self, writing: Awaitable[Any], by: Awaitable[None]) -> None:
        """Let the one read the book, and the other happen before it writes."""
        moody = self.database
        assert isinstance(moody, Moody)
        moody.arrived.clear()
        moody.go_on.clear()
        task = asyncio.ensure_future(writing)
        await moody.arrived.wait()
        self.database = moody.within
        await by
        self.database = moody
        moody.go_on.set()
        await task

    async def bank_has(self) -> int:
        """Return the bank's balance in the ledger."""
        return await balance(self.database, accounts.bank(self.table_id))

    async def house_has(self) -> int:
        return await balance(self.database, accounts.house(self.campaign.id))

    async def party_has(self) -> int:
        return await balance(self.database, accounts.party(self.campaign.id))

    async def mint_gave(self) -> int:
        """All the money that there is, without the reserves of unlimited banks."""
        held = await balances(self.database, self.campaign.id)
        return -sum(one.balance for one in held if one.kind in {"mint", "reserve"})
