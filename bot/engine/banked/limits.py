"""The rules that banked games share: the limits of bets, their payouts, and the cover of the bank.

A bank takes no bet that it couldn't pay in the worst outcome. So a game keeps, for each outcome that it tells apart,
how much the bank would lose by all bets that lie on the table (losing stakes come in before winning bets are paid), and
offers of each bet no more than still fits.
"""

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import Literal, Self, TypeVar

from propcache.api import cached_property
from pydantic import model_validator

from bot.engine.frozen import Frozen
from bot.engine.game import AnyDeal, AnyGame, BetWindow, BuyIn, HouseRules, Seat
from bot.engine.money import MAX_AMOUNT
from bot.engine.moves import Action, Move, Style
from bot.engine.options import Clash, option
from bot.engine.words import Voice

MOST = 10**12
"""The largest bet that a table may ask for or allow, in smallest coins."""
MOST_USUAL = 10**14
"""The largest bank that a game proposes, in smallest coins."""
RESERVE = 10**13
"""The usual reserve behind an unlimited bank, in smallest coins: enough beside that of every other table of a server.
"""


StateT = TypeVar("StateT")
FoundT = TypeVar("FoundT")


def once_per_state(find: Callable[[StateT], FoundT]) -> Callable[[StateT], FoundT]:
    """Decorate a function of a state that all its seats ask for: what was found for the same object last is kept. To
    compare states that are only alike takes longer than to look at them again.
    """
    last: tuple[StateT, FoundT] | None = None

    def remembered(state: StateT) -> FoundT:
        nonlocal last
        kept = last
        if kept is None or kept[0] is not state:
            kept = last = state, find(state)
        return kept[1]

    return remembered


class BankedRules(HouseRules):
    """The house rules that banked games share; a game may reword them."""

    min_bet: int = option(5, "Smallest bet", "The least that anyone may bet.", money=True, low=1, high=MOST)
    max_bet: int = option(
        0,
        "Largest bet",
        "Highest bet of a player. 0: as much as the bank can pay.",
        labels={"0": "what the bank can pay"},
        money=True,
        low=0,
        high=MOST,
    )

    @model_validator(mode="after")
    def _bets_have_room(self) -> Self:
        if self.max_bet and self.max_bet < self.min_bet:
            sentence = "The largest bet, {largest}, can't be below the smallest, {smallest}."
            raise Clash(sentence, largest=self.max_bet, smallest=self.min_bet)
        return self

    @cached_property
    def largest(self) -> int:
        """The most of one bet, whatever the bank holds."""
        return self.max_bet or MAX_AMOUNT

    @property
    def buy_in(self) -> BuyIn:
        """The buy-in: from one bet; fifty are usual."""
        return BuyIn(low=self.min_bet, usual=min(self.min_bet * 50, MOST))

    def stakes(self, voice: Voice) -> str:
        """Describe the limits of bets in half a line."""
        bets = f"Bets from {voice.money(self.min_bet)}"
        return f"{bets} to {voice.money(self.max_bet)}" if self.max_bet else bets


class OpenBetsRules(BankedRules):
    """The house rules of games in which bets are open to all seats at once."""

    usual_bet: int = option(
        0,
        "Usual bet",
        "Amount that the one-click button bets. 0: twice the smallest bet.",
        labels={"0": "twice the smallest bet"},
        money=True,
        low=0,
        high=MOST,
    )
    window: int = option(
        8,
        "Seconds to bet",
        "Seconds until bets close at a live table, once everyone who has bet is done.",
        labels={"0": "closes at once"},
        low=0,
        high=60,
    )

    @cached_property
    def chip(self) -> int:
        """The amount that one button bets, as far as the largest bet allows."""
        return self.chip_within(self.largest)

    def chip_within(self, limit: int) -> int:
        """Return the usual bet within the smallest one and a limit that is no less."""
        return max(self.min_bet, min(self.usual_bet or 2 * self.min_bet, limit))


def bet_window(
    rules: OpenBetsRules, bettors: Iterable[Seat], done: Iterable[Seat], asked: Collection[Seat]
) -> BetWindow:
    """Return the window of open bets. `bettors` have bet and wait for others with those that are `done` without a bet;
    the round waits for `asked`.
    """
    betting = frozenset(bettors)
    waiting = betting.union(done) if betting else betting
    return BetWindow(rules.window, waiting, betting & frozenset(asked))


class Chip(Action):
    """Bet the usual amount in one click."""

    kind: Literal["chip"] = "chip"


def one_click_bets(
    rules: OpenBetsRules, label: str, *, again: int, takes_chip: bool, style: Style = "main"
) -> tuple[Move, ...]:
    """Build the moves that bet in one click: the same as last time, and the usual amount with that label. `again` is
    the cost of the first, 0 without one. The first move has the style.
    """
    same = (priced_move("again", "Same again", again, style),) if again else ()
    return (*same, priced_move("chip", label, rules.chip, "plain" if again else style)) if takes_chip else same


@lru_cache(maxsize=1024)
def priced_move(key: str, label: str, price: int, style: Style = "plain") -> Move:
    """Return the move that costs so much: the same object for the same amount."""
    return Move(key=key, label=label, price=price, style=style)


def chip_refusal(rules: OpenBetsRules, *, stack: int, most: int, is_payable: bool) -> str | None:
    """Explain why a seat can't bet the usual amount; None if it can. It has `stack` for it, the table allows `most`
    there, and the bank can pay it or not.
    """
    chip = rules.chip
    if chip > stack:
        return "You have too few chips for the usual bet."
    if chip > most:
        return "The usual bet is more than this table still allows there. Bet less."
    return None if is_payable else "The bank has too little for the usual bet."


class Pay(Frozen):
    """The payout of a bet besides the stake: `to` for each `on`. 3:2 is Pay(to=3, on=2).

    Parts of a coin stay with the house.
    """

    to: int
    on: int = 1

    def winnings(self, stake: int) -> int:
        """Return the winnings of a stake, without the stake, in smallest coins."""
        return stake * self.to // self.on

    def largest(self, room: int) -> int:
        """Return the largest stake whose winnings are no more than `room`; MAX_AMOUNT where nothing is won."""
        if room < 0:
            return 0
        return ((room + 1) * self.on - 1) // self.to if self.to else MAX_AMOUNT

    def least_beside(self, stake: int) -> int:
        """Return the least that wins something, or adds winnings to a `stake` that is there already; `to` isn't 0."""
        return -(-(self.winnings(stake) + 1) * self.on // self.to) - stake

    def told(self) -> str:
        """Write the payout, as in "3 to 2"."""
        return f"{self.to} to {self.on}"


def reserve_of(game: AnyGame, rules: HouseRules) -> int:
    """Return the reserve that an unlimited bank should have by these rules: more than usual where bets are huge."""
    return max(RESERVE, min(game.usual_bank(rules), MOST_USUAL))


def bank_means(deal: AnyDeal) -> int:
    """Return the most that the bank can lose in this hand, in smallest coins: its chips, and the reserve behind it."""
    return deal.bank + deal.reserve
