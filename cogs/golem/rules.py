"""Golem: five-card draw in which the best hand must also beat the golem, made of everybody's discards."""

from collections.abc import Hashable

from bot.engine.betting.betting import BettingRound, Bettor
from bot.engine.betting.events import Bet, Call, Check, Fold, Raise, answered, bet_refusal
from bot.engine.betting.pots import Pot, fallen
from bot.engine.cards import Seal
from bot.engine.clockwise import passed_on
from bot.engine.game import DEALER, BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Move
from bot.engine.rng import Chance
from cogs.golem.actions import Discard, GolemAction
from cogs.golem.course import onward
from cogs.golem.dealing import Told, dealt
from cogs.golem.drawing import chosen, discard_moves
from cogs.golem.events import Anted, GolemEvent
from cogs.golem.options import PRESETS, USUAL_ANTES, GolemRules
from cogs.golem.pile import absent, fed_by_fold
from cogs.golem.sleights import GolemSleights
from cogs.golem.state import Gambler, GolemCarry, GolemState, GolemView, Own, SeatView


class Golem(Game[GolemRules, GolemCarry, GolemState, GolemAction, GolemView], GolemSleights):
    """The game as printed in seed 001, with the options of its house rules."""

    key, title, seats = "golem", "Golem", range(2, 8)
    tagline = "Five cards, one draw: the best hand takes the pot, if it also beats the golem."
    presets = PRESETS

    HouseRules, Carry, State = GolemRules, GolemCarry, GolemState
    Action, Event, View = GolemAction, GolemEvent, GolemView

    def buy_in(self, rules: GolemRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: GolemRules) -> int:
        return rules.least_stack

    def rules_note(self, rules: GolemRules) -> str | None:
        if rules.ante in USUAL_ANTES:
            return None
        return "Casinos usually ask for an ante between 2 and 500 of the smallest coin."

    def start(self, deal: Deal[GolemRules, GolemCarry], chance: Chance) -> Step[GolemState]:
        order, ante = tuple(player.seat for player in deal.players), deal.rules.ante
        bettors = tuple(Bettor(seat=p.seat, stack=p.stack).post(ante) for p in deal.players)
        limits = deal.rules.limits
        state = GolemState(
            deal=deal,
            amulet=_amulet(deal, order),
            gamblers=tuple(Gambler(seat=seat) for seat in order),
            betting=BettingRound(bettors=bettors, limits=limits, full_raise=limits.smallest, waiting=()),
            carried=(Pot(amount=deal.bank, eligible=order),) if deal.bank else (),
        )
        short = tuple(bettor.seat for bettor in bettors if bettor.paid < ante)
        players = len(order) if deal.carry is None else None
        tell: list[Event] = [Anted(amulet=state.amulet, ante=ante, pot=state.pot, short=short, players=players)]
        private: Told = []
        state = onward(dealt(state, chance, private), chance, tell, private)
        return Step(state, tuple(tell), tuple(private))

    def to_act(self, state: GolemState) -> frozenset[int]:
        if state.street == "draw":
            return frozenset(state.choosing)
        return frozenset(state.betting.waiting[:1])

    def moves(self, state: GolemState, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.street == "draw":
            return discard_moves(state, seat)
        moves = state.betting.moves(seat, dead=state.dead)
        return tuple(map(_to_open, moves[1:])) if _must_open(state) else moves

    def play(self, state: GolemState, seat: int, action: GolemAction, chance: Chance) -> Step[GolemState]:
        tell: list[Event] = []
        private: Told = []
        match action:
            case Discard(cards=cards):
                state = chosen(state, seat, cards)
            case Check() | Bet() | Call() | Raise() | Fold():
                betting, acted = answered(state.betting, seat, action)
                tell.append(acted)
                state = state.evolve(betting=betting)
                state = fed_by_fold(state, chance) if isinstance(action, Fold) else state
        state = onward(state, chance, tell, private)
        return Step(state, tuple(tell), tuple(private))

    def on_timeout(self, state: GolemState, seat: int) -> GolemAction:
        """Check if it is free, else fold; keep all cards."""
        keys = {move.key for move in self.moves(state, seat)}
        quiet = (Check(), Fold(), Discard(cards=()))
        return next(action for action in quiet if action.kind in keys)

    def leaving_note(self, rules: GolemRules, whom: str) -> str:
        return f"The rules then act for {whom}: check if it is free, else fold, and keep all cards at the draw."

    def asks(self, state: GolemState, seat: int) -> Hashable:
        """The same bets come up in both rounds, and all of it again after a re-deal."""
        return state.number, state.street, sum(bettor.raises for bettor in state.betting.bettors)

    def refusal(self, state: GolemState, seat: int, action: GolemAction) -> str:
        if state.is_over or seat not in state.order:
            return super().refusal(state, seat, action) if seat in state.order else "You aren't in this hand."
        if seat not in state.live:
            bettor = state.betting.bettor(seat)
            is_out = not (bettor.stack or bettor.paid)
            return "You have nothing left to play for." if is_out else "You have folded this hand."
        if state.street == "draw":
            if seat in state.choosing:
                return "It is time to draw: throw up to two cards away, or keep all five."
            return "You have chosen; the others are still at it."
        if seat not in self.to_act(state):
            return _waits(state, seat) or super().refusal(state, seat, action)
        if isinstance(action, Discard):
            return "The draw comes after the first bets." if state.street == "first" else "The draw is over."
        if _must_open(state):
            return "Nobody has bet yet, and checking isn't done at this table: bet or fold."
        return bet_refusal(state.betting, seat, action)

    def view(self, state: GolemState, seat: int | None) -> GolemView:
        own = next((gambler for gambler in state.gamblers if gambler.seat == seat), None)
        ended = state.showdown if state.is_over else None
        return GolemView(
            ace=state.rules.ace,
            number=state.number,
            street=state.street,
            amulet=state.amulet,
            pot=sum(verdict.amount for verdict in ended.verdicts) + fallen(ended) if ended else state.pot,
            to_match=state.betting.to_match,
            seats=tuple(_seat_view(state, bettor) for bettor in state.betting.bettors),
            waiting=tuple(other for other in state.order if other in self.to_act(state)),
            pile=state.piled if state.is_drawn else None,
            absent=absent(state) if state.is_drawn else None,
            own=Own(seat=own.seat, cards=own.cards, discards=own.discards) if own else None,
            showdown=ended,
            rules=state.rules,
        )

    def outcome(self, state: GolemState) -> Outcome[GolemCarry] | None:
        if not state.is_over:
            return None
        return Outcome(
            stacks=tuple((bettor.seat, bettor.stack) for bettor in state.betting.bettors),
            carry=GolemCarry(amulet=state.amulet, order=state.order),
            house=state.house,
            bank=state.bank,
        )

    def chips(self, state: GolemState) -> int:
        return sum(bettor.stack for bettor in state.betting.bettors) + state.pot + state.house + state.bank

    def seals(self, state: GolemState, seat: int | None) -> tuple[Seal, ...]:
        return tuple(
            Seal.of(one.seat, one.held, is_open=one.is_shown or seat == one.seat != DEALER) for one in state.laid
        )


def _amulet(deal: Deal[GolemRules, GolemCarry], order: tuple[int, ...]) -> int:
    """It begins on the right of the house's dealer, who sits before the first seat, and then moves (rules 2.3)."""
    if deal.carry is None:
        return order[-1]
    if deal.rules.amulet_moves == "clockwise":
        return passed_on(deal.carry.amulet, deal.carry.order, order)
    return passed_on(deal.carry.amulet, deal.carry.order[::-1], order[::-1])


def _must_open(state: GolemState) -> bool:
    return state.rules.opening == "bet" and state.betting.current == 0


def _waits(state: GolemState, seat: int) -> str | None:
    """What somebody without chips waits for while the others bet."""
    if not state.betting.bettor(seat).is_all_in:
        return None
    if state.street == "first":
        return "You are all in: your next choice is the draw."
    return "You are all in: wait for the showdown."


def _to_open(move: Move) -> Move:
    """A bet or a fold where there is no check: folding costs nothing that could be regretted."""
    return move.evolve(confirm=None) if move.key == "fold" else move.evolve(style="main")


def _seat_view(state: GolemState, bettor: Bettor) -> SeatView:
    gambler = state.gambler(bettor.seat)
    hands = dict(state.showdown.hands) if state.is_over and state.showdown else {}
    return SeatView(
        seat=bettor.seat,
        stack=bettor.stack,
        bet=bettor.bet if state.betting.waiting else 0,
        paid=bettor.paid,
        drew=len(gambler.discards) if state.is_drawn and gambler.cards and not bettor.is_folded else None,
        shown=hands.get(bettor.seat, ()),
        is_folded=bettor.is_folded,
        is_all_in=bettor.is_all_in and not state.is_over,
        is_choosing=gambler.is_choosing,
    )


GAME = Golem()
