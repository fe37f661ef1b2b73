"""Century: everybody predicts two to ten numbers, and then twenty out of a hundred are drawn for all."""

from collections.abc import Hashable

from bot.engine.game import BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Move
from bot.engine.rng import Chance
from cogs.century.actions import CenturyAction, FillIn, Finish, GoOn, PlayAgain, QuickPick, TakeBack
from cogs.century.bank import least_bank, usual_bank
from cogs.century.betting import awaited, may_bet, offers, picks_left, replaced, replay, why_not
from cogs.century.drawing import PAUSES, different, drawn_on, seat_view
from cogs.century.events import CenturyEvent, Closed, Filled, Finished, Opened, PlayedAgain, TookBack
from cogs.century.odds import oddities
from cogs.century.options import PRESETS, CenturyRules
from cogs.century.state import (
    MOST_REMEMBERED,
    CenturyCarry,
    CenturyState,
    CenturyView,
    Gambler,
    Remembered,
    Ticket,
)

COMES = "The next numbers come by themselves."


class Century(Game[CenturyRules, CenturyCarry, CenturyState, CenturyAction, CenturyView]):
    """The game as printed in seed 001, read as in rules 4, with the options of its house rules."""

    key, title, seats = "century", "Century", range(1, 21)
    tagline = "Two to ten numbers on a ticket: the more of them are drawn, the more it pays."
    hand_word, is_banked = "draw", True
    presets = PRESETS

    HouseRules, Carry, State = CenturyRules, CenturyCarry, CenturyState
    Action, Event, View = CenturyAction, CenturyEvent, CenturyView

    def buy_in(self, rules: CenturyRules) -> BuyIn:
        return rules.buy_in

    def least_stack(self, rules: CenturyRules) -> int:
        return rules.min_bet

    def usual_bank(self, rules: CenturyRules) -> int:
        return usual_bank(rules)

    def least_bank(self, rules: CenturyRules) -> int:
        return least_bank(rules)

    def rules_note(self, rules: CenturyRules) -> str | None:
        return oddities(rules)

    def start(self, deal: Deal[CenturyRules, CenturyCarry], chance: Chance) -> Step[CenturyState]:
        gamblers = tuple(Gambler(seat=player.seat, stack=player.stack) for player in deal.players)
        state = CenturyState(deal=deal, gamblers=gamblers, bank=deal.bank)
        return Step(state, (Opened(last=deal.rules.last),))

    def to_act(self, state: CenturyState) -> frozenset[int]:
        match state.phase:
            case "tickets":
                return frozenset(awaited(state))
            case "drawing":
                # One of those who may go on: the next numbers come by themselves, whoever it is.
                return frozenset([next(gambler.seat for gambler in state.gamblers if gambler.tickets)])
            case _:
                return frozenset()

    def moves(self, state: CenturyState, seat: int) -> tuple[Move, ...]:
        own = state.gambler(seat)
        if own is None or state.phase == "over":
            return ()
        return offers(state, own) if state.phase == "tickets" else _drawing_moves(state, own)

    def play(self, state: CenturyState, seat: int, action: CenturyAction, chance: Chance) -> Step[CenturyState]:
        tell: list[Event] = []
        match action:
            case GoOn():
                state = drawn_on(state, chance, tell)
            case _:
                state = _closed(_bet(state, seat, action, chance, tell), chance, tell)
        return Step(state, tuple(tell))

    def on_timeout(self, state: CenturyState, seat: int) -> CenturyAction:
        """Wait for the draw with what one has; the next numbers come."""
        return Finish() if state.phase == "tickets" else GoOn()

    def leaving_note(self, rules: CenturyRules, whom: str) -> str:
        return "Tickets that are filled in stay in the draw, and what they win is paid."

    def asks(self, state: CenturyState, seat: int) -> Hashable:
        """All tickets are one choice, however often a seat changes them; each step of the drawing is another."""
        return state.phase, len(state.drawn)

    def pause(self, state: CenturyState) -> float | None:
        return PAUSES[state.rules.drawing] if state.phase == "drawing" else None

    def refusal(self, state: CenturyState, seat: int, action: CenturyAction) -> str:
        own = state.gambler(seat)
        if own is None:
            return "You aren't in this draw."
        if state.phase == "over":
            return super().refusal(state, seat, action)
        if state.phase == "tickets":
            return why_not(state, own, action)
        if not isinstance(action, GoOn):
            return "The bets are closed."
        return COMES if state.rules.drawing == "slowly" else "Whoever has a ticket says when the drawing goes on."

    def view(self, state: CenturyState, seat: int | None) -> CenturyView:
        return CenturyView(
            phase=state.phase,
            last=state.rules.last,
            draws=state.rules.draws,
            drawn=state.drawn,
            fresh=state.fresh,
            bank=None if state.deal.endless else state.bank,
            picks_left=picks_left(state) if state.phase == "tickets" else 0,
            seats=tuple(map(seat_view, state.gamblers)),
            rules=state.rules,
            own=seat if seat is not None and state.gambler(seat) else None,
        )

    def outcome(self, state: CenturyState) -> Outcome[CenturyCarry] | None:
        if state.phase != "over":
            return None
        return Outcome(
            stacks=tuple((gambler.seat, gambler.stack) for gambler in state.gamblers),
            carry=_carry(state),
            bank=state.bank,
        )

    def chips(self, state: CenturyState) -> int:
        """Stakes lie on the tickets until these are paid."""
        stakes = sum(gambler.staked for gambler in state.gamblers) if state.phase != "over" else 0
        return sum(gambler.stack for gambler in state.gamblers) + stakes + state.bank


def _drawing_moves(state: CenturyState, own: Gambler) -> tuple[Move, ...]:
    """Whoever has a ticket may go on; where the numbers come slowly nobody hurries them. The label says how far the
    drawing is, so that two who press it at the same time don't go on twice.
    """
    if not own.tickets:
        return ()
    place = "clock" if state.rules.drawing == "slowly" else "table"
    label = f"Go on ({len(state.drawn)} of {state.rules.draws} drawn)"
    return (Move(key="go_on", label=label, place=place, style="main"),)


def _bet(state: CenturyState, seat: int, action: CenturyAction, chance: Chance, tell: list[Event]) -> CenturyState:
    """The state after a seat has filled in a ticket, taken some back, or is done."""
    own = state.gambler(seat)
    if own is None:
        raise AssertionError("who is offered a move is in the draw")
    match action:
        case FillIn(numbers=numbers, stake=stake):
            own = _filled(state.rules, own, Ticket(numbers=tuple(sorted(numbers)), stake=stake), tell)
        case QuickPick(count=count, stake=stake):
            numbers = tuple(sorted(different(count, state.rules.last, chance)))
            own = _filled(state.rules, own, Ticket(numbers=numbers, stake=stake), tell, is_quick=True)
        case PlayAgain():
            tickets = replay(state, own)
            own = own.evolve(tickets=tickets, stack=own.stack - sum(one.stake for one in tickets), is_done=True)
            tell.append(PlayedAgain(seat=seat, tickets=tickets))
        case TakeBack(tickets=places):
            own = _without(own, places, tell)
        case _:
            own = own.evolve(is_done=True)
            tell.append(Finished(seat=seat, tickets=len(own.tickets)))
    return state.put(own)


def _filled(rules: CenturyRules, own: Gambler, ticket: Ticket, tell: list[Event], *, is_quick: bool = False) -> Gambler:
    gives_way = replaced(rules, own)
    kept, back = (own.tickets[:-1], gives_way.stake) if gives_way else (own.tickets, 0)
    own = own.evolve(tickets=(*kept, ticket), stack=own.stack + back - ticket.stake)
    tell.append(Filled(seat=own.seat, ticket=ticket, is_quick=is_quick, is_instead=gives_way is not None))
    return own.evolve(is_done=own.is_done or not may_bet(rules, own))


def _without(own: Gambler, places: tuple[str, ...], tell: list[Event]) -> Gambler:
    """Without the tickets in these places; the only one is meant without a word. The draw waits for the seat again."""
    only = len(own.tickets) == 1
    held = tuple((ticket, only or str(place) in places) for place, ticket in enumerate(own.tickets, start=1))
    back = tuple(ticket for ticket, goes in held if goes)
    kept = tuple(ticket for ticket, goes in held if not goes)
    tell.append(TookBack(seat=own.seat, tickets=back, left=len(kept)))
    return own.evolve(tickets=kept, stack=own.stack + sum(ticket.stake for ticket in back), is_done=False)


def _closed(state: CenturyState, chance: Chance, tell: list[Event]) -> CenturyState:
    """The drawing begins as soon as nobody is waited for; without a ticket there is none."""
    if awaited(state):
        return state
    is_full = not all(gambler.is_done for gambler in state.gamblers)
    if is_full:
        state = state.evolve(gamblers=tuple(gambler.evolve(is_done=True) for gambler in state.gamblers))
    tickets = state.tickets
    tell.append(Closed(tickets=len(tickets), staked=sum(ticket.stake for ticket in tickets), is_full=is_full))
    return drawn_on(state, chance, tell) if tickets else state.evolve(phase="over")


def _carry(state: CenturyState) -> CenturyCarry:
    """The tickets of this draw, and for who had none in it those of an earlier one."""
    had = tuple(
        Remembered(seat=gambler.seat, tickets=tuple(ticket.evolve(paid=0) for ticket in gambler.tickets))
        for gambler in state.gamblers
        if gambler.tickets
    )
    seats = {one.seat for one in had}
    earlier = tuple(one for one in (state.deal.carry or CenturyCarry()).last if one.seat not in seats)
    return CenturyCarry(last=(*earlier, *had)[-MOST_REMEMBERED:])


GAME: Game[CenturyRules, CenturyCarry, CenturyState, CenturyAction, CenturyView] = Century()
