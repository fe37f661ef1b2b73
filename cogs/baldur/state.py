"""What a hand of Baldur Hold'em holds, and what may be seen of it.

An NPC without a seat is a bettor all the same, numbered -1, -2 and so on: it pays from the bank, and its winnings go
there. Everywhere else seat 0, the GM's, stands for all of them.
"""

from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from bot.engine.betting.betting import BettingRound
from bot.engine.cheating.effects import Effect
from bot.engine.cheating.suspicion import Accusation
from bot.engine.frozen import Frozen
from bot.engine.game import DEALER, Carry, Deal
from cogs.baldur.hands import Hand, Kind
from cogs.baldur.hidden import Face, Guilt, Hidden, LoadedCommon, Palmed, Planted, Private, Spell
from cogs.baldur.options import BaldurRules

Stage = Literal["rolls", "leaving", "bets", "over"]
Round = Annotated[int, Field(ge=1, le=3)]
Deciding = Literal["verdict", "shaken", "leaving", "raise"]
"""What the hand waits for the GM to decide."""
HOLE_DICE = 3
NPC_DICE = 4


class BaldurCarry(Carry):
    """Who dealt, where the players deal in turn, and who sat where then."""

    dealer: int = DEALER
    order: tuple[int, ...] = ()


BaldurDeal = Deal[BaldurRules, BaldurCarry]


def lasting(deal: BaldurDeal) -> tuple[Effect, ...]:
    """The effects of the hand before, of whoever is still there: a hand begins with them."""
    seats = {DEALER, *[player.seat for player in deal.players]}
    return tuple([one for one in deal.carry.effects if one.seat in seats]) if deal.carry is not None else ()


class Hole(Frozen):
    """A player's own dice as they lie."""

    seat: int
    dice: tuple[Face, ...] = ()


class Shaken(Frozen):
    """Somebody has intimidated an NPC: `whom` is its seat, 0 for a nameless one."""

    by: int
    whom: int


class Win(Frozen):
    """One pot: its chips, who could win it, and who won how much of it. Seat 0 are all NPCs without one."""

    amount: int
    eligible: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]


class Shown(Frozen):
    """A hand at the showdown. The NPCs have one together, and it counts for `seats`."""

    seats: tuple[int, ...]
    hand: Hand

    @property
    def kind(self) -> Kind:
        return self.hand.kind


class Result(Frozen):
    """How the hand ended: by a showdown, unseen since all others had folded, void, or with nobody to play against.

    `returned` is what nobody else could win, `uncalled` how much of it nobody had matched; `odd` chips go to the bank.
    """

    how: Literal["showdown", "unseen", "void", "alone"]
    wins: tuple[Win, ...] = ()
    hands: tuple[Shown, ...] = ()
    revealed: tuple[Face, ...] = ()
    """The two dice that the NPCs show, as they use them."""
    returned: tuple[tuple[int, int], ...] = ()
    uncalled: int = 0
    odd: int = 0


class BaldurState(Frozen):
    """A hand. The chips are in `betting`: a bettor for each player and each NPC."""

    deal: BaldurDeal
    dealer: int
    round: Round = 1
    stage: Stage = "rolls"
    holes: tuple[Hole, ...]
    """The players', clockwise; NPCs have none of their own."""
    common: tuple[Face, ...] = ()
    betting: BettingRound
    nameless: int
    """How many NPCs without a seat were dealt in."""
    stays: int = 0
    """How many NPCs stay for the round, while the GM chooses."""
    shaken: Shaken | None = None
    accusation: Accusation | None = None
    effects: tuple[Effect, ...] = ()
    hidden: Hidden = Hidden()
    result: Result | None = None

    @property
    def rules(self) -> BaldurRules:
        return self.deal.rules

    @cached_property
    def order(self) -> tuple[int, ...]:
        """All seats clockwise, NPCs' too."""
        return tuple([player.seat for player in self.deal.players])

    @cached_property
    def named(self) -> frozenset[int]:
        """The NPCs that have a seat."""
        return frozenset([player.seat for player in self.deal.players if player.is_npc])

    @cached_property
    def npcs_in(self) -> tuple[int, ...]:
        """The bettors among the NPCs that are still in, those with a seat first."""
        named = self.named
        return tuple([seat for seat in self.betting.live if seat < DEALER or seat in named])

    @cached_property
    def nameless_in(self) -> tuple[int, ...]:
        return tuple([seat for seat in self.npcs_in if seat < DEALER])

    @cached_property
    def players_in(self) -> tuple[int, ...]:
        """The seats of the players that are still in, clockwise."""
        named = self.named
        return tuple([seat for seat in self.betting.live if seat > DEALER and seat not in named])

    @cached_property
    def unrolled(self) -> tuple[int, ...]:
        """Who still has to roll."""
        folded = {bettor.seat for bettor in self.betting.bettors if bettor.is_folded}
        return tuple([hole.seat for hole in self.holes if not hole.dice and hole.seat not in folded])

    @property
    def pot(self) -> int:
        return self.betting.pot

    @property
    def bank(self) -> int:
        """What is in the bank now, winnings included once the hand is over; an endless one may lack something."""
        paid = sum([bettor.paid for bettor in self.betting.bettors if bettor.seat < DEALER])
        return self.deal.bank - paid + self._won_by_bank

    @property
    def _won_by_bank(self) -> int:
        if self.result is None:
            return 0
        shares = [share for win in self.result.wins for share in win.shares]
        return sum([amount for seat, amount in (*shares, *self.result.returned) if seat == DEALER]) + self.result.odd

    def hole(self, seat: int) -> Hole:
        for hole in self.holes:
            if hole.seat == seat:
                return hole
        raise LookupError(f"seat {seat} has no dice of its own")

    def with_hole(self, changed: Hole) -> "BaldurState":
        return self.evolve(holes=tuple([changed if hole.seat == changed.seat else hole for hole in self.holes]))


class SeatView(Frozen):
    """A seat as everybody sees it. An NPC has no dice of its own, and `is_folded` is one that has left."""

    seat: int
    dice: tuple[Face, ...]
    stack: int
    bet: int
    paid: int
    is_npc: bool
    is_folded: bool
    is_all_in: bool
    owes_roll: bool


class OwnView(Frozen):
    """What only the seat itself knows: what it was told in this hand, and whether it may still cheat in this round."""

    seat: int
    heard: tuple[Private, ...]
    has_cheated_this_round: bool


class GmView(Frozen):
    """What the GM knows besides: the NPCs' dice and their hand so far, and everything that goes on under the table."""

    dice: tuple[Face, ...]
    hand: Hand | None
    spells: tuple[Spell, ...]
    guilty: tuple[Guilt, ...]
    let_pass: tuple[int, ...]
    palmed: tuple[Palmed, ...]
    planted: tuple[Planted, ...]
    loaded: tuple[LoadedCommon, ...]


class BaldurView(Frozen):
    """The table. `waiting` names seat 0 where the hand waits for the GM, and `deciding` what for."""

    round: Round
    stage: Stage
    dealer: int
    pot: int
    price: int
    """What staying in comes to in this round, raises included; 0 where it is paid."""
    common: tuple[Face, ...]
    nameless: int
    """How many NPCs without a seat are still in."""
    npcs_in: int
    """How many NPCs are still in, those with a seat too."""
    seats: tuple[SeatView, ...]
    waiting: tuple[int, ...]
    deciding: Deciding | None
    stays: int
    shaken: Shaken | None
    accusation: Accusation | None
    effects: tuple[Effect, ...]
    result: Result | None
    natural_beats_wild: bool
    own: OwnView | None
    gm: GmView | None
