"""Bidding: a small game that is played in tournaments or for money. Everybody puts in what the ante is; then
each in turn bids what they like of the rest, and the highest bid takes all that was paid.

Who bids the same shares it, odd chips stay in the middle, and where nobody bids whoever sits first takes it. So what
happens is what the bids say, and no chance is needed.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.engine.betting.pots import split
from bot.engine.frozen import Frozen
from bot.engine.game import BuyIn, Deal, Event, Game, HouseRules, Outcome, PointsCarry, Step, score_tournament
from bot.engine.moves import Action, Amount, Move
from bot.engine.options import option
from bot.engine.rng import Rng
from bot.engine.spec import GameSpec
from bot.engine.tournament import Terms
from bot.engine.words import GameWords, Page, Panel, SeatLine, Voice

SHARES: dict[str, tuple[int, ...]] = {"winner": (100,), "two": (65, 35), "three": (50, 30, 20)}


class BiddingRules(HouseRules):
    stakes: Literal["points", "cash"] = option("points", "Stakes", "A tournament, or money.")
    fee: int = option(200, "A place costs", "What everybody pays.", money=True, low=0, high=10**15)
    chips: int = option(100, "Chips each", "What everybody begins with.", low=1, high=10**6)
    prizes: Literal["winner", "two", "three"] = option("winner", "Prizes", "Who gets what.")
    rebuys: int = option(0, "Buying back in", "How often.", low=0, high=5)
    ante: int = option(1, "Ante", "What everybody puts in.", low=1, high=1000)


class Bidder(Frozen):
    seat: int
    stack: int
    paid: int
    bid: int | None = None


class BiddingState(Frozen):
    deal: Deal[BiddingRules, PointsCarry]
    bidders: tuple[Bidder, ...]
    bank: int

    @property
    def is_over(self) -> bool:
        return all(one.bid is not None for one in self.bidders)


class Bid(Action):
    kind: Literal["bid"] = "bid"
    amount: int


class Took(Event):
    kind: Literal["took"] = "took"
    seats: tuple[int, ...]
    amount: int


class BiddingView(Frozen):
    seats: tuple[tuple[int, int], ...]


class Bidding(Game[BiddingRules, PointsCarry, BiddingState, Any, BiddingView]):
    key, title, tagline, seats = "bidding", "Bidding", "Who bids most takes it.", range(2, 7)
    presets: ClassVar[Mapping[str, HouseRules]] = {"usual": BiddingRules()}
    HouseRules, Carry, State, View = BiddingRules, PointsCarry, BiddingState, BiddingView
    Action = Annotated[Bid, Field()]
    Event = Took

    def start(self, deal: Deal[BiddingRules, PointsCarry], chance: Rng) -> Step[BiddingState]:
        bidders = tuple(self._in(player.seat, player.stack, deal.rules.ante) for player in deal.players)
        return Step(BiddingState(deal=deal, bidders=bidders, bank=deal.bank))

    def _in(self, seat: int, stack: int, ante: int) -> Bidder:
        paid = min(stack, ante)
        return Bidder(seat=seat, stack=stack - paid, paid=paid, bid=None if stack > paid else 0)

    def to_act(self, state: BiddingState) -> frozenset[int]:
        waiting = [one.seat for one in state.bidders if one.bid is None]
        return frozenset(waiting[:1])

    def moves(self, state: BiddingState, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_act(state):
            return ()
        own = next(one for one in state.bidders if one.seat == seat)
        bid = Amount(name="amount", label="Bid", low=0, high=own.stack, too_high="You have {high}.")
        return (Move(key="bid", label="Bid", fields=(bid,)),)

    def play(self, state: BiddingState, seat: int, action: Bid, chance: Rng) -> Step[BiddingState]:
        after = state.evolve(
            bidders=tuple(
                one.evolve(stack=one.stack - action.amount, paid=one.paid + action.amount, bid=action.amount)
                if one.seat == seat
                else one
                for one in state.bidders
            )
        )
        if not after.is_over:
            return Step(after)
        winners, pot = self._winners(after), sum(one.paid for one in after.bidders)
        return Step(after, (Took(seats=winners, amount=pot + after.bank),))

    def _winners(self, state: BiddingState) -> tuple[int, ...]:
        best = max(one.bid or 0 for one in state.bidders)
        able = [one.seat for one in state.bidders if one.bid == best]
        return tuple(able if best else able[:1])

    def on_timeout(self, state: BiddingState, seat: int) -> Bid:
        return Bid(amount=0)

    def view(self, state: BiddingState, seat: int | None) -> BiddingView:
        return BiddingView(seats=tuple((one.seat, one.stack) for one in state.bidders))

    def outcome(self, state: BiddingState) -> Outcome[PointsCarry] | None:
        if not state.is_over:
            return None
        pot = split(state.bank + sum(one.paid for one in state.bidders), self._winners(state), "carry")
        won = dict(pot.shares)
        stacks = tuple((one.seat, one.stack + won.get(one.seat, 0)) for one in state.bidders)
        standing = None if state.deal.carry is None else state.deal.carry.standing
        outcome = Outcome(stacks=stacks, carry=PointsCarry(standing=standing), bank=pot.left)
        return score_tournament(outcome, standing, self.terms(state.deal.rules))

    def chips(self, state: BiddingState) -> int:
        return state.bank + sum(one.stack + one.paid for one in state.bidders)

    def terms(self, rules: BiddingRules) -> Terms | None:
        if rules.stakes == "cash":
            return None
        return Terms(fee=rules.fee, points=rules.chips, shares=SHARES[rules.prizes], rebuys=rules.rebuys)

    def buy_in(self, rules: BiddingRules) -> BuyIn:
        return (
            BuyIn(low=rules.fee, usual=rules.fee, high=rules.fee) if rules.stakes == "points" else BuyIn(low=1, usual=9)
        )


class Words:
    """The least that such a game has to say."""

    def panel(self, view: BiddingView, voice: Voice) -> Panel:
        seats = tuple(SeatLine(seat=seat, text=voice.money(stack)) for seat, stack in view.seats)
        return Panel(heading="The bids", status=("Bids are open.",), seats=seats)

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]:
        return tuple(
            f"{voice.list([voice.name(seat) for seat in event.seats])} takes {voice.money(event.amount)}."
            for event in events
        )

    def rules_pages(self, rules: BiddingRules, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Bidding", text=Bidding.tagline),)

    def stakes(self, rules: BiddingRules, voice: Voice) -> str:
        return f"ante {voice.money(rules.ante)}"


_TEXT = Words()
WORDS = GameWords(panel=_TEXT.panel, tell=_TEXT.tell, stakes=_TEXT.stakes)


BIDDING = GameSpec(game=Bidding(), words=WORDS, rulebook=_TEXT.rules_pages)
