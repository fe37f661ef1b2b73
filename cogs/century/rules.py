"""Century: each player fills in two to ten numbers, and then twenty out of a hundred are drawn for all."""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import takewhile

from bot.engine.banked.limits import (
    MOST_USUAL,
    Chip,
    bank_means,
    bet_window,
    chip_refusal,
    once_per_state,
    one_click_bets,
)
from bot.engine.frozen import made
from bot.engine.game import BetWindow, BuyIn, Deal, Event, Game, Outcome, Step
from bot.engine.moves import Amount, Cap, Choice, Move, Number, Numbers, Pick, Style
from bot.engine.rng import Rng
from cogs.century.odds import oddities
from cogs.century.state import (
    CHIP_PICKS,
    MOST_REMEMBERED,
    PICKS,
    PRESETS,
    CenturyAction,
    CenturyCarry,
    CenturyEvent,
    CenturyRules,
    CenturyState,
    CenturyView,
    Closed,
    Drawing,
    Drawn,
    Ended,
    Filled,
    FillIn,
    Finish,
    Finished,
    Gambler,
    GoOn,
    Opened,
    Paying,
    PlayAgain,
    PlayedAgain,
    QuickPick,
    Remembered,
    SeatView,
    TakeBack,
    Ticket,
    TookBack,
)

_USUAL_WINS = 20
"""How many of the best payouts the usual bank could pay."""


def largest_stakes(rules: CenturyRules, room: int, highest: int) -> tuple[int, ...]:
    """List the largest stakes up to `highest` on two numbers, three, and so on, so that the bank loses at most `room`
    by such a ticket or by one of a smaller stake; only for sizes on which it can pay the smallest bet.
    """
    # more room than the dearest ticket can cost makes no difference, and a rich bank always has the same then
    pays = rules.paying
    enough = highest * pays.times(PICKS[-1], PICKS[-1])
    return _largest_stakes(pays, rules.min_bet, min(room, enough), highest)


@lru_cache(maxsize=4096)
def _largest_stakes(pays: Paying, low: int, room: int, highest: int) -> tuple[int, ...]:
    # The more numbers, the more the best payout: what the bank can't pay for some it can't for more.
    stakes = (_largest(pays, picks, low, room, highest) for picks in PICKS)
    return tuple(takewhile(lambda stake: stake >= low, stakes))


def _largest(pays: Paying, picks: int, low: int, room: int, highest: int) -> int:
    return highest if _costliest(pays, picks, low, highest) <= room else room // (pays.times(picks, picks) - 1)


@lru_cache(maxsize=4096)
def _costliest(pays: Paying, picks: int, low: int, highest: int) -> int:
    """Return the most that a ticket of a stake from `low` to `highest` can cost the bank beyond its stake."""
    # With a cap the bank loses most by the stake that just reaches it, and less by a larger one.
    turn = pays.cap // pays.times(picks, picks) if pays.cap else highest
    return max(_cost(pays, picks, min(max(stake, low), highest)) for stake in (turn, turn + 1))


@lru_cache(maxsize=4096)
def _cost(pays: Paying, picks: int, stake: int) -> int:
    """Return the most that a ticket can cost the bank beyond its stake."""
    return max(pays.paid(picks, picks, stake) - stake, 0)


def usual_bank(rules: CenturyRules) -> int:
    """Return twenty of the best payouts of the largest bet, or of the smallest if only the bank limits them."""
    best = rules.paying.paid(PICKS[-1], PICKS[-1], rules.max_bet or rules.min_bet)
    return min(_USUAL_WINS * best, MOST_USUAL)


def least_bank(rules: CenturyRules) -> int:
    """Return the bank that pays for the smallest bet on a ticket of two numbers."""
    return _cost(rules.paying, PICKS[0], rules.min_bet)


def at_most(rules: CenturyRules, tickets: Iterable[Ticket]) -> int:
    """Return the bank's loss if every ticket wins its best, which may be more than any draw brings.

    The stakes of losing tickets aren't counted, so any ticket can be removed.
    """
    pays = rules.paying
    return sum([_cost(pays, len(ticket.numbers), ticket.stake) for ticket in tickets])


_DONE = Move(key="done", label="Done")
_REMOVE = Move(key="back", label="Remove ticket")
_TWO_DICE, _ZEROS = 100, (("00", 100),)
"""Two ten-sided dice that show 00 give 100 (rules 4.6), and so it may be written."""
_BANK_FULL = "The bank can take no new ticket now."
_SHORT = "You don't have enough chips for another ticket."


def _betting_moves(state: CenturyState, own: Gambler) -> tuple[Move, ...]:
    """List a seat's moves while tickets are filled in. The fields of a move depend only on the seat's own tickets; its
    amounts, and whether the bank can still pay any ticket or the same again, on all tickets.
    """
    again, takes_chip = _sum(_payable_replay(state, own)), _chip_refusal(state, own) is None
    style: Style = "plain" if own.tickets else "main"
    return (
        *one_click_bets(state.rules, "Quick pick for", again=again, takes_chip=takes_chip, style=style),
        *_ticket_moves(state, own),
        *([_removal_move(own)] if own.tickets else []),
        *([] if own.is_done else [_DONE]),
    )


@once_per_state
def _waiting_seats(state: CenturyState) -> tuple[int, ...]:
    """List the seats that the draw waits for: they aren't done, and can make a bet that the bank can pay beside all
    tickets.
    """
    seats = [own for own in state.gamblers if not own.is_done]
    if seats and _bank_left(state) < least_bank(state.rules) and state.tickets:
        seats = [own for own in seats if _payable_replay(state, own)]
    return tuple([own.seat for own in seats])


def picks_left(state: CenturyState) -> int:
    """Return the largest size of another ticket of the smallest bet that the bank can pay; 0 for none."""
    low = state.rules.min_bet
    kinds = len(largest_stakes(state.rules, _bank_left(state), low))
    return PICKS[0] + kinds - 1 if kinds else 0


def _may_bet(rules: CenturyRules, own: Gambler) -> bool:
    """Return true if the seat can fill in one more ticket."""
    return len(own.tickets) < rules.tickets and own.stack >= rules.min_bet


def _replaced_ticket(rules: CenturyRules, own: Gambler) -> Ticket | None:
    """Return the ticket that a new one replaces: the last one of a seat with the most tickets allowed."""
    return own.tickets[-1] if len(own.tickets) >= rules.tickets else None


def _replay(state: CenturyState, own: Gambler) -> tuple[Ticket, ...]:
    """Return the tickets of "Same again": those of the seat's last draw, if it has none yet, the house rules still
    allow them all, and its chips suffice; otherwise none.
    """
    rules, carry = state.rules, state.deal.carry
    if own.tickets or carry is None:
        return ()
    found = carry.tickets_by_seat.get(own.seat, ())
    is_fine = (
        len(found) <= rules.tickets and all(_is_allowed(rules, ticket) for ticket in found) and _sum(found) <= own.stack
    )
    return found if is_fine else ()


def _refusal(state: CenturyState, own: Gambler, action: CenturyAction) -> str:
    """Explain why that isn't offered to the seat while tickets are filled in."""
    match action:
        case FillIn() | QuickPick():
            has_chips = _stake_limit(own, _replaced_ticket(state.rules, own)) >= state.rules.min_bet
            return _BANK_FULL if has_chips else _SHORT
        case Chip():
            return _chip_refusal(state, own) or _BANK_FULL
        case PlayAgain():
            return _again_refusal(state, own)
        case TakeBack():
            return "You have no ticket to remove."
        case Finish():
            return "You're done already. You may still change your tickets until the bets close."
        case _:
            return "The numbers come once the bets are closed."


def _chip_refusal(state: CenturyState, own: Gambler) -> str | None:
    """Explain why a seat can't have a quick pick for the usual bet in one click; None if it can."""
    rules, stake = state.rules, state.rules.chip
    if not _may_bet(rules, own):
        return "You have a ticket already. Change it, or remove it first." if own.tickets else _SHORT
    is_payable = _costliest(rules.paying, CHIP_PICKS, rules.min_bet, stake) <= _bank_left(state)
    return chip_refusal(rules, stack=own.stack, most=rules.largest, is_payable=is_payable)


def _again_refusal(state: CenturyState, own: Gambler) -> str:
    if own.tickets:
        return "You have a ticket already. Remove it first."
    carry = state.deal.carry
    if carry is None or own.seat not in carry.tickets_by_seat:
        return "You have no earlier ticket to play again."
    if not _replay(state, own):
        return "You can't play your last tickets again: you have too few chips, or the house rules have changed."
    return "The bank can't take the same tickets again. Stake less."


def _ticket_moves(state: CenturyState, own: Gambler) -> tuple[Move, ...]:
    """List the moves for a ticket of chosen numbers and for a quick pick, with the stakes that chips, house rules and
    bank allow.
    """
    rules, room, instead = state.rules, _bank_left(state), None
    gives_way = _replaced_ticket(rules, own)
    if gives_way is not None:
        room, instead = room + at_most(rules, (gives_way,)), (gives_way.numbers, gives_way.stake)
    highest = min(_stake_limit(own, gives_way), rules.largest)
    if highest < rules.min_bet:
        return ()
    highs = largest_stakes(rules, room, highest)
    if not highs:
        return ()
    picks, too_high = PICKS[0] + len(highs) - 1, _too_high(rules, highest, highs[0])
    return _ticket_forms(rules.last, picks, instead, rules.min_bet, highs, too_high)


@lru_cache(maxsize=1024)
def _ticket_forms(
    last: int, picks: int, instead: tuple[tuple[int, ...], int] | None, low: int, highs: tuple[int, ...], too_high: str
) -> tuple[Move, ...]:
    """Build the moves for a ticket of up to `picks` numbers, perhaps instead of one of these numbers and this stake."""
    numbers, count = _number_fields(last, picks, is_instead=instead is not None)
    stake = _stake_field(low, highs, too_high)
    if instead is not None:
        given, staked = instead
        numbers, stake = numbers.evolve(default=given), stake.evolve(default=min(staked, highs[0]))
    by_numbers, by_count = (stake.evolve(by=field.name) if stake.caps else stake for field in (numbers, count))
    # One label for a new ticket and a changed one: at the table they are one button for all.
    return (
        Move(key="ticket", label="Fill in a ticket", fields=(numbers, by_numbers)),
        Move(key="quick", label="Quick pick", fields=(count, by_count)),
    )


def _stake_limit(own: Gambler, gives_way: Ticket | None) -> int:
    """Return the most that a seat's chips allow on a ticket."""
    return own.stack + (gives_way.stake if gives_way else 0)


@once_per_state
def _bank_left(state: CenturyState) -> int:
    """Return the bank's room for one more ticket besides all that are filled in."""
    return bank_means(state.deal) - at_most(state.rules, state.tickets)


def _number_fields(last: int, picks: int, *, is_instead: bool) -> tuple[Numbers, Number]:
    """Build the fields that ask for up to `picks` numbers from 1 to `last`, and for the size of a quick pick."""
    why = None if picks == PICKS[-1] else f"The bank can take tickets of at most {picks} numbers now."
    which, many = (
        ("New numbers for your last ticket", "How many new numbers")
        if is_instead
        else ("Your numbers", "How many numbers")
    )
    return (
        Numbers(
            name="numbers",
            label=which,
            low=1,
            high=last,
            at_least=PICKS[0],
            at_most=picks,
            too_many=why,
            also=_ZEROS if last == _TWO_DICE else (),
        ),
        Number(name="count", label=many, low=PICKS[0], high=picks, too_high=why),
    )


def _stake_field(low: int, highs: tuple[int, ...], too_high: str) -> Amount:
    """Build the field for the stake, with caps if the bank can't pay the same stake on every ticket size."""
    top, bottom = highs[0], highs[-1]
    return Amount(
        name="stake",
        label="Stake",
        low=low,
        high=top,
        too_low="The smallest bet is {low}.",
        too_high=too_high,
        caps=_caps(highs) if bottom < top else (),
        over_cap="The bank can take at most {high} on a ticket with so many numbers.",
    )


@lru_cache(maxsize=1024)
def _caps(highs: tuple[int, ...]) -> tuple[Cap, ...]:
    return tuple(Cap(value=str(picks), high=high) for picks, high in enumerate(highs, start=PICKS[0]))


def _too_high(rules: CenturyRules, highest: int, top: int) -> str:
    """Explain why more than `top` is too much."""
    if top < highest:
        return "The bank can take at most {high} on that."
    if top < rules.largest:
        return "You have only {high}."
    if top == rules.payout_cap and top != rules.max_bet:
        return "No ticket here is paid more than {high}, so you can't stake more on one."
    return "The largest bet is {high}."


def _removal_move(own: Gambler) -> Move:
    if len(own.tickets) == 1:
        return _REMOVE
    pick = Pick(
        name="tickets",
        label="Which tickets do you remove?",
        choices=tuple(_choice(place, ticket) for place, ticket in enumerate(own.tickets, start=1)),
        at_most=len(own.tickets),
        not_offered="That isn't one of your tickets. Pick from the list.",
    )
    return _REMOVE.evolve(fields=(pick,))


def _choice(place: int, ticket: Ticket) -> Choice:
    return Choice(value=str(place), label=f"Ticket {place}: {' '.join(map(str, ticket.numbers))}")


def _is_allowed(rules: CenturyRules, ticket: Ticket) -> bool:
    return ticket.numbers[-1] <= rules.last and rules.min_bet <= ticket.stake <= rules.largest


def _payable_replay(state: CenturyState, own: Gambler) -> tuple[Ticket, ...]:
    """Return the tickets of "Same again" if the bank can pay them besides all that is on the table."""
    again = _replay(state, own)
    return again if again and at_most(state.rules, again) <= _bank_left(state) else ()


def _sum(tickets: tuple[Ticket, ...]) -> int:
    return sum([ticket.stake for ticket in tickets])


_STEP_SIZES: dict[Drawing, int] = {"steps": 10, "slowly": 5}
"""Numbers of one step, or a few less where they don't come out even."""
PAUSES: dict[Drawing, float] = {"steps": 1.5, "slowly": 6.0}
"""Seconds until the next numbers come by themselves."""


def _draw_numbers(count: int, last: int, chance: Rng, without: Sequence[int] = ()) -> tuple[int, ...]:
    """Draw that many different numbers from 1 to `last` in order, none of `without`. The draw is public."""
    left = sorted(frozenset(range(1, last + 1)).difference(without)) if without else [*range(1, last + 1)]
    return tuple([chance.pop(left, secret=False) for _ in range(count)])


def steps(rules: CenturyRules) -> tuple[int, ...]:
    """List how many numbers each step of the drawing brings."""
    if rules.drawing == "at_once":
        return (rules.draws,)
    count = -(-rules.draws // _STEP_SIZES[rules.drawing])
    return tuple((rules.draws + count - 1 - at) // count for at in range(count))


def _draw_step(state: CenturyState, chance: Rng, tell: list[Event]) -> CenturyState:
    """Draw the next step; after the last one the tickets are paid."""
    rules, sizes = state.rules, steps(state.rules)
    size = sizes[_steps_done(sizes, len(state.drawn))]
    came = _draw_numbers(size, rules.last, chance, state.drawn)
    state = state.evolve(phase="drawing", drawn=(*state.drawn, *came), fresh=size)
    total = len(state.drawn)
    if len(sizes) > 1:
        tell.append(made(Drawn, numbers=came, total=total, draws=rules.draws, last=rules.last))
    return state if total < rules.draws else _pay_out(state, tell)


def _seat_view(gambler: Gambler) -> SeatView:
    return made(SeatView, seat=gambler.seat, stack=gambler.stack, tickets=gambler.tickets, is_done=gambler.is_done)


def _steps_done(sizes: Sequence[int], drawn: int) -> int:
    return next(at for at in range(len(sizes)) if sum(sizes[:at]) == drawn)


def _pay_out(state: CenturyState, tell: list[Event]) -> CenturyState:
    """Collect the losing stakes, and then pay every ticket."""
    drawn, pays = frozenset(state.drawn), state.rules.paying
    gamblers = tuple(
        [_with_winnings(gambler, drawn, pays) if gambler.tickets else gambler for gambler in state.gamblers]
    )
    gain = sum([ticket.stake - ticket.paid for gambler in gamblers for ticket in gambler.tickets])
    tell.append(made(Ended, drawn=state.drawn, seats=tuple(map(_seat_view, gamblers))))
    return state.evolve(phase="over", gamblers=gamblers, bank=state.bank + gain)


def _with_winnings(gambler: Gambler, drawn: frozenset[int], pays: Paying) -> Gambler:
    won = [pays.paid(len(one.numbers), len(drawn.intersection(one.numbers)), one.stake) for one in gambler.tickets]
    if not any(won):
        return gambler
    tickets = [ticket.evolve(paid=paid) for ticket, paid in zip(gambler.tickets, won, strict=True)]
    return gambler.evolve(tickets=tuple(tickets), stack=gambler.stack + sum(won))


_COMES = "The next numbers come automatically."


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

    def start(self, deal: Deal[CenturyRules, CenturyCarry], chance: Rng) -> Step[CenturyState]:
        gamblers = tuple([made(Gambler, seat=player.seat, stack=player.stack) for player in deal.players])
        state = made(CenturyState, deal=deal, gamblers=gamblers, bank=deal.bank)
        return Step(state, (made(Opened, last=deal.rules.last),))

    def to_act(self, state: CenturyState) -> frozenset[int]:
        match state.phase:
            case "tickets":
                return frozenset(_waiting_seats(state))
            case "drawing":
                # One of those who may go on: the next numbers come by themselves, whoever it is.
                return frozenset([next(gambler.seat for gambler in state.gamblers if gambler.tickets)])
            case _:
                return frozenset()

    def moves(self, state: CenturyState, seat: int) -> tuple[Move, ...]:
        own = state.gambler(seat)
        if own is None or state.phase == "over":
            return ()
        return _betting_moves(state, own) if state.phase == "tickets" else _drawing_moves(state, own)

    def play(self, state: CenturyState, seat: int, action: CenturyAction, chance: Rng) -> Step[CenturyState]:
        tell: list[Event] = []
        match action:
            case GoOn():
                state = _draw_step(state, chance, tell)
            case _:
                state = _close_bets(_apply(state, seat, action, chance, tell), chance, tell)
        return Step(state, tuple(tell))

    def on_timeout(self, state: CenturyState, seat: int) -> CenturyAction:
        """Wait for the draw with the tickets so far, or draw the next numbers."""
        return Finish() if state.phase == "tickets" else GoOn()

    def leaving_note(self, rules: CenturyRules, whom: str) -> str:
        return "The tickets stay in the draw, and the bot pays those that win."

    def window(self, state: CenturyState) -> BetWindow | None:
        if state.phase != "tickets":
            return None
        bettors = (gambler.seat for gambler in state.gamblers if gambler.tickets)
        done = (gambler.seat for gambler in state.gamblers if gambler.is_done)
        return bet_window(state.rules, bettors, done, _waiting_seats(state))

    def asks(self, state: CenturyState, seat: int) -> Hashable:
        """Return the choice: all tickets together, however often a seat changes them; each step of the drawing is
        another.
        """
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
            return _refusal(state, own, action)
        if not isinstance(action, GoOn):
            return "The bets are closed."
        return (
            _COMES if state.rules.drawing == "slowly" else "You have no ticket in this draw. Wait for the next numbers."
        )

    def view(self, state: CenturyState, seat: int | None) -> CenturyView:
        return made(
            CenturyView,
            phase=state.phase,
            last=state.rules.last,
            draws=state.rules.draws,
            drawn=state.drawn,
            fresh=state.fresh,
            bank=None if state.deal.endless else state.bank,
            picks_left=picks_left(state) if state.phase == "tickets" else 0,
            seats=tuple(map(_seat_view, state.gamblers)),
            rules=state.rules,
            own=seat if seat is not None and state.gambler(seat) else None,
        )

    def outcome(self, state: CenturyState) -> Outcome[CenturyCarry] | None:
        if state.phase != "over":
            return None
        return made(
            Outcome,
            stacks=tuple([(gambler.seat, gambler.stack) for gambler in state.gamblers]),
            carry=_carry(state),
            bank=state.bank,
        )

    def chips(self, state: CenturyState) -> int:
        """Sum all chips. Stakes lie on the tickets until these are paid."""
        stakes = sum(gambler.staked for gambler in state.gamblers) if state.phase != "over" else 0
        return sum(gambler.stack for gambler in state.gamblers) + stakes + state.bank


def _drawing_moves(state: CenturyState, own: Gambler) -> tuple[Move, ...]:
    """List the moves during the drawing: a player with a ticket may go on, unless the numbers come slowly. The label
    counts the drawn numbers, so that two players who press it at the same time don't go on twice.
    """
    if not own.tickets:
        return ()
    place = "clock" if state.rules.drawing == "slowly" else "table"
    label = f"Next numbers ({len(state.drawn)} of {state.rules.draws})"
    return (Move(key="go_on", label=label, place=place, style="main"),)


def _apply(state: CenturyState, seat: int, action: CenturyAction, chance: Rng, tell: list[Event]) -> CenturyState:
    """Return the state after a seat has filled in a ticket, taken some back, or is done."""
    own = state.gambler(seat)
    if own is None:
        raise AssertionError("a seat that is offered a move is in the draw")
    match action:
        case FillIn(numbers=numbers, stake=stake):
            own = _fill_in(state.rules, own, made(Ticket, numbers=tuple(sorted(numbers)), stake=stake), tell)
        case QuickPick() | Chip():
            pick = QuickPick(count=CHIP_PICKS, stake=state.rules.chip) if isinstance(action, Chip) else action
            numbers = tuple(sorted(_draw_numbers(pick.count, state.rules.last, chance)))
            own = _fill_in(state.rules, own, made(Ticket, numbers=numbers, stake=pick.stake), tell, is_quick=True)
        case PlayAgain():
            tickets = _replay(state, own)
            own = own.evolve(tickets=tickets, stack=own.stack - _sum(tickets), is_done=True)
            tell.append(made(PlayedAgain, seat=seat, tickets=tickets))
        case TakeBack(tickets=places):
            own = _remove_tickets(own, places, tell)
        case _:
            own = own.evolve(is_done=True)
            tell.append(made(Finished, seat=seat, tickets=len(own.tickets)))
    return state.put(own)


def _fill_in(
    rules: CenturyRules, own: Gambler, ticket: Ticket, tell: list[Event], *, is_quick: bool = False
) -> Gambler:
    gives_way = _replaced_ticket(rules, own)
    kept, back = (own.tickets[:-1], gives_way.stake) if gives_way else (own.tickets, 0)
    tickets, stack = (*kept, ticket), own.stack + back - ticket.stake
    tell.append(made(Filled, seat=own.seat, ticket=ticket, is_quick=is_quick, is_instead=gives_way is not None))
    is_done = own.is_done or len(tickets) >= rules.tickets or stack < rules.min_bet
    return own.evolve(tickets=tickets, stack=stack, is_done=is_done)


def _remove_tickets(own: Gambler, places: tuple[str, ...], tell: list[Event]) -> Gambler:
    """Remove the tickets in these places; the only one needs no choice. The draw waits for the seat again."""
    only = len(own.tickets) == 1
    held = tuple((ticket, only or str(place) in places) for place, ticket in enumerate(own.tickets, start=1))
    back = tuple(ticket for ticket, goes in held if goes)
    kept = tuple(ticket for ticket, goes in held if not goes)
    tell.append(made(TookBack, seat=own.seat, tickets=back, left=len(kept)))
    return own.evolve(tickets=kept, stack=own.stack + _sum(back), is_done=False)


def _close_bets(state: CenturyState, chance: Rng, tell: list[Event]) -> CenturyState:
    """Begin the drawing once nobody is waited for; without a ticket there is none."""
    if _waiting_seats(state):
        return state
    is_full = not all(gambler.is_done for gambler in state.gamblers)
    if is_full:
        state = state.evolve(gamblers=tuple(gambler.evolve(is_done=True) for gambler in state.gamblers))
    tickets = state.tickets
    tell.append(made(Closed, tickets=len(tickets), staked=_sum(tickets), is_full=is_full))
    return _draw_step(state, chance, tell) if tickets else state.evolve(phase="over")


def _unpaid(ticket: Ticket) -> Ticket:
    return ticket.evolve(paid=0) if ticket.paid else ticket


def _carry(state: CenturyState) -> CenturyCarry:
    """Build the carryover: the tickets of this draw, and for seats without one those of an earlier draw."""
    had = [
        made(Remembered, seat=gambler.seat, tickets=tuple([_unpaid(ticket) for ticket in gambler.tickets]))
        for gambler in state.gamblers
        if gambler.tickets
    ]
    seats = {one.seat for one in had}
    earlier = [one for one in state.deal.carry.last if one.seat not in seats] if state.deal.carry else []
    return made(CenturyCarry, last=(*earlier, *had)[-MOST_REMEMBERED:])


GAME: Game[CenturyRules, CenturyCarry, CenturyState, CenturyAction, CenturyView] = Century()
