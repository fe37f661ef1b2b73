"""The moves while tickets are filled in: which are offered, within which bounds, and why one isn't."""

from functools import lru_cache

from bot.engine.banked.limits import means
from bot.engine.moves import Amount, Cap, Choice, Move, Number, Numbers, Pick
from cogs.century.actions import CenturyAction, FillIn, Finish, PlayAgain, QuickPick, TakeBack
from cogs.century.bank import largest_stakes
from cogs.century.exposure import at_most, exposure_of
from cogs.century.options import PICKS, CenturyRules
from cogs.century.state import CenturyState, Gambler, Ticket

_DONE = Move(key="done", label="Done")
_TAKE_BACK = Move(key="back", label="Take back")
_TWO_DICE, _ZEROS = 100, (("00", 100),)
"""Two ten-sided dice that show 00 give 100 (rules 4.6), and so it may be written."""
BANK = "The bank can't be sure to pay another ticket."
SHORT = "You haven't the chips for another ticket."


def offers(state: CenturyState, own: Gambler) -> tuple[Move, ...]:
    """What a seat may do while tickets are filled in. What a move asks for depends only on the seat's own tickets; how
    much, and whether the bank can still pay any ticket or the same again, on all tickets.
    """
    again = _payable_replay(state, own)
    return (
        *_tickets(state, own),
        *([Move(key="again", label="Same again", price=_sum(again))] if again else []),
        *([_take_back(own)] if own.tickets else []),
        *([] if own.is_done else [_DONE]),
    )


def awaited(state: CenturyState) -> tuple[int, ...]:
    """The seats that the draw waits for: who isn't done, and has anything to bet that the bank could pay beside the
    tickets of all.
    """
    seats = tuple(own for own in state.gamblers if not own.is_done)
    if state.tickets and picks_left(state) == 0:
        seats = tuple(own for own in seats if _payable_replay(state, own))
    return tuple(own.seat for own in seats)


def picks_left(state: CenturyState) -> int:
    """How many numbers another ticket of the smallest bet may have, so that the bank could pay it; 0 for none."""
    low = state.rules.min_bet
    kinds = len(largest_stakes(state.rules, _room(state, None, low), low))
    return PICKS[0] + kinds - 1 if kinds else 0


def may_bet(rules: CenturyRules, own: Gambler) -> bool:
    """Whether the seat could fill in one more ticket."""
    return len(own.tickets) < rules.tickets and own.stack >= rules.min_bet


def replaced(rules: CenturyRules, own: Gambler) -> Ticket | None:
    """The ticket that gives way to a new one: the last of a seat that has all it may have."""
    return own.tickets[-1] if len(own.tickets) >= rules.tickets else None


def replay(state: CenturyState, own: Gambler) -> tuple[Ticket, ...]:
    """What "Same again" would bet: the tickets of the seat's last draw, if it has none yet, the house rules still allow
    them all, and its chips suffice; else nothing.
    """
    rules, carry = state.rules, state.deal.carry
    found = next((one.tickets for one in carry.last if one.seat == own.seat), ()) if carry else ()
    is_fine = (
        not own.tickets
        and len(found) <= rules.tickets
        and all(_is_allowed(rules, ticket) for ticket in found)
        and _sum(found) <= own.stack
    )
    return found if is_fine else ()


def why_not(state: CenturyState, own: Gambler, action: CenturyAction) -> str:
    """Why that isn't offered to the seat while tickets are filled in, in a sentence."""
    match action:
        case FillIn() | QuickPick():
            return BANK if _chips(state.rules, own) >= state.rules.min_bet else SHORT
        case PlayAgain():
            return _why_not_again(state, own)
        case TakeBack():
            return "You have no ticket to take back."
        case Finish():
            return "You are done already; until the bets are closed you may still change your mind."
        case _:
            return "The numbers are drawn when the bets are closed."


def _why_not_again(state: CenturyState, own: Gambler) -> str:
    if own.tickets:
        return "You have a ticket already: take it back first."
    carry = state.deal.carry
    if carry is None or all(one.seat != own.seat for one in carry.last):
        return "You have no earlier ticket to play again."
    if not replay(state, own):
        return "Your last tickets are more than you have left, or than the house rules allow by now."
    return "The bank couldn't pay the same again."


def _tickets(state: CenturyState, own: Gambler) -> tuple[Move, ...]:
    """A ticket of one's own numbers and one of chance, with the stakes that chips, house rules and bank allow."""
    rules, gives_way = state.rules, replaced(state.rules, own)
    highest = min(_chips(rules, own), rules.largest)
    if highest < rules.min_bet:
        return ()
    highs = largest_stakes(rules, _room(state, gives_way, highest), highest)
    if not highs:
        return ()
    numbers, count = _fields(rules.last, PICKS[0] + len(highs) - 1, is_instead=gives_way is not None)
    stake = _stake(rules, highest, highs)
    if gives_way is not None:
        numbers, stake = numbers.evolve(default=gives_way.numbers), stake.evolve(default=min(gives_way.stake, highs[0]))
    by_numbers, by_count = (stake.evolve(by=field.name) if stake.caps else stake for field in (numbers, count))
    # One label for a new ticket and a changed one: at the table they are one button for all.
    return (
        Move(key="ticket", label="Fill in a ticket", fields=(numbers, by_numbers), style="main"),
        Move(key="quick", label="Quick pick", fields=(count, by_count)),
    )


def _chips(rules: CenturyRules, own: Gambler) -> int:
    """What a seat could stake on a ticket."""
    gives_way = replaced(rules, own)
    return own.stack + (gives_way.stake if gives_way else 0)


def _room(state: CenturyState, gives_way: Ticket | None, highest: int) -> int:
    """What the bank could still lose by one more ticket besides those that stay, or enough of it for any stake."""
    rules, most, all_tickets = state.rules, means(state.deal), exposure_of(state)
    plenty = most - all_tickets.at_most(gives_way)
    if largest_stakes(rules, plenty, highest) == (highest,) * len(PICKS):
        return plenty
    return most - all_tickets.worst(gives_way)


@lru_cache(maxsize=64)
def _fields(last: int, picks: int, *, is_instead: bool) -> tuple[Numbers, Number]:
    """What asks for up to so many numbers from 1 to `last`, and for how many."""
    why = None if picks == PICKS[-1] else f"The bank can't be sure to pay a ticket of more than {picks} numbers."
    which, many = (
        ("Numbers instead of your last ticket's", "How many numbers instead")
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


def _stake(rules: CenturyRules, highest: int, highs: tuple[int, ...]) -> Amount:
    """What asks for the stake; with caps where the bank can't pay the same whatever the count of numbers."""
    top, bottom = highs[0], highs[-1]
    return Amount(
        name="stake",
        label="Stake",
        low=rules.min_bet,
        high=top,
        too_low="The smallest bet is {low}.",
        too_high=_too_high(rules, highest, top),
        caps=_caps(highs) if bottom < top else (),
        over_cap="The bank could pay at most {high} on so many numbers, whichever they are.",
    )


@lru_cache(maxsize=1024)
def _caps(highs: tuple[int, ...]) -> tuple[Cap, ...]:
    return tuple(Cap(value=str(picks), high=high) for picks, high in enumerate(highs, start=PICKS[0]))


def _too_high(rules: CenturyRules, highest: int, top: int) -> str:
    """Why more than `top` is too much."""
    if top < highest:
        return "The bank could pay at most {high} on that."
    if top < rules.largest:
        return "You have only {high}."
    if top == rules.payout_cap and top != rules.max_bet:
        return "No ticket is paid more than {high} here, so none stakes more."
    return "The largest bet is {high}."


def _take_back(own: Gambler) -> Move:
    if len(own.tickets) == 1:
        return _TAKE_BACK
    pick = Pick(
        name="tickets",
        label="Which?",
        choices=tuple(_choice(place, ticket) for place, ticket in enumerate(own.tickets, start=1)),
        at_most=len(own.tickets),
        not_offered="Pick from your own tickets.",
    )
    return _TAKE_BACK.evolve(fields=(pick,))


def _choice(place: int, ticket: Ticket) -> Choice:
    return Choice(value=str(place), label=f"Ticket {place}: {' '.join(map(str, ticket.numbers))}")


def _is_allowed(rules: CenturyRules, ticket: Ticket) -> bool:
    return ticket.numbers[-1] <= rules.last and rules.min_bet <= ticket.stake <= rules.largest


def _payable_replay(state: CenturyState, own: Gambler) -> tuple[Ticket, ...]:
    """What "Same again" would bet, if the bank could pay it besides all that is on the table. Its numbers are known, so
    they are reckoned with.
    """
    again = replay(state, own)
    if not again:
        return ()
    there, most = exposure_of(state), means(state.deal)
    if there.at_most() + at_most(state.rules, again) <= most or there.worst(besides=again) <= most:
        return again
    # With a cap on payouts the last ticket by itself may take less room: so it would be bought alone.
    *others, last = again
    return again if there.worst(besides=others) + at_most(state.rules, (last,)) <= most else ()


def _sum(tickets: tuple[Ticket, ...]) -> int:
    return sum(ticket.stake for ticket in tickets)
