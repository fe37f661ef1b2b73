"""Century in words: table, tickets and events."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.engine.banked.odds import BetOdds, percent
from bot.engine.frozen import made
from bot.engine.rulebook import Rulebook, source_of
from bot.engine.words import Panel, SeatLine, Voice, counted
from cogs.century.odds import bets
from cogs.century.state import (
    PICKS,
    CenturyEvent,
    CenturyRules,
    CenturyView,
    Closed,
    Drawn,
    Ended,
    Filled,
    Finished,
    Opened,
    PlayedAgain,
    SeatView,
    Ticket,
    TookBack,
    cuts,
    describe_payouts,
)

MOST_RESULT = 700
"""Characters of all who are paid; a longer list is told more shortly."""
NOTHING_DRAWN = "Nobody has a ticket, so nothing is drawn."


def result(drawn: Sequence[int], seats: Sequence[SeatView], voice: Voice) -> str:
    """Describe the result of the draw, and its numbers."""
    return f"{_outcome(drawn, seats, voice)} {_drawn(drawn)}" if drawn else NOTHING_DRAWN


def _outcome(drawn: Sequence[int], seats: Sequence[SeatView], voice: Voice) -> str:
    """Describe what the tickets won: the largest winner comes first."""
    winners = sorted((seat for seat in seats if won(seat)), key=won, reverse=True)
    return f"{_paid(drawn, winners, voice)}{_others(seats)}"


def _drawn(drawn: Sequence[int]) -> str:
    return f"Drawn: {_numbers(sorted(drawn))}."


def won(seat: SeatView) -> int:
    """Return the payout of all tickets of a seat, in smallest coins."""
    return sum(ticket.paid for ticket in seat.tickets)


def _paid(drawn: Sequence[int], winners: Sequence[SeatView], voice: Voice) -> str:
    """Describe the winners by a clause each, by name and amount only, or by the total."""
    if not winners:
        return "No ticket is paid."
    told = f"{'; '.join(_clause(drawn, seat, voice) for seat in winners)}."
    if len(told) > MOST_RESULT:
        told = f"Payouts: {voice.list([f'{voice.name(one.seat)} {voice.money(won(one))}' for one in winners])}."
    if len(told) > MOST_RESULT:
        first, total = winners[0], sum(map(won, winners))
        told = f"{counted(len(winners), 'gambler')} are paid {voice.money(total)} in all; "
        told += f"the most, {voice.money(won(first))}, goes to {voice.name(first.seat)}."
    return told


def _clause(drawn: Sequence[int], seat: SeatView, voice: Voice) -> str:
    name, amount = voice.name(seat.seat), voice.money(won(seat))
    if len(seat.tickets) == 1:
        (ticket,) = seat.tickets
        return f"{name} has {ticket.matches(drawn)} of {len(ticket.numbers)} and is paid {amount}"
    paying = sum(ticket.paid > 0 for ticket in seat.tickets)
    return f"{name} is paid {amount} for {paying} of {len(seat.tickets)} tickets"


def _others(seats: Sequence[SeatView]) -> str:
    """Describe the other tickets if some are paid and some aren't."""
    paid = [ticket.paid > 0 for seat in seats for ticket in seat.tickets]
    return " No other ticket is paid." if any(paid) and not all(paid) else ""


_A_COUNT = " (10 of 10)"
_HIT = "\N{CHECK MARK}"
_MARKS = len("****")


def slips(view: CenturyView, voice: Voice, room: int) -> dict[int, str]:
    """Describe the tickets of each seat in a few words; "" for a seat without any. Their numbers are included if that
    takes no more than `room` characters, and always during a drawing, so the format never changes while `room` is the
    same.
    """
    whole = {seat.seat: _whole(seat, view, voice) for seat in view.seats}
    longest = while_drawing(view) if view.phase == "drawing" else sum(map(len, whole.values()))
    return whole if longest <= room else {seat.seat: _short(seat, view, voice) for seat in view.seats}


def while_drawing(view: CenturyView) -> int:
    """Count the characters that all tickets take at most with their numbers, until they are paid."""
    return sum(map(_longest, view.seats))


def _longest(seat: SeatView) -> int:
    """Write the longest ticket: with every other number marked, there are most marks."""
    return sum(
        len(" ".join(f"{number}{_HIT}" for number in ticket.numbers))
        + _MARKS * -(-len(ticket.numbers) // 2)
        + len(f"{_A_COUNT}; ")
        for ticket in seat.tickets
    )


def _whole(seat: SeatView, view: CenturyView, voice: Voice) -> str:
    return "; ".join(_slip(ticket, view, voice) for ticket in seat.tickets)


def _slip(ticket: Ticket, view: CenturyView, voice: Voice) -> str:
    """Describe a ticket by its numbers, the drawn ones in bold, and the count of matches."""
    if not view.drawn:
        return " ".join(map(str, ticket.numbers))
    paid = f", paid {voice.money(ticket.paid)}" if ticket.paid else ""
    return f"{_marked(ticket.numbers, view.drawn)} ({_matched(ticket, view.drawn)}{paid})"


def _marked(numbers: Sequence[int], drawn: Sequence[int]) -> str:
    """Write the numbers; the drawn ones are bold and have a check mark, which can be read aloud."""
    runs = ((hit, tuple(run)) for hit, run in groupby(numbers, lambda number: number in drawn))
    return " ".join(
        f"**{' '.join(f'{number}{_HIT}' for number in run)}**" if hit else " ".join(map(str, run)) for hit, run in runs
    )


def _matched(ticket: Ticket, drawn: tuple[int, ...]) -> str:
    return f"{ticket.matches(drawn)} of {len(ticket.numbers)}"


def _short(seat: SeatView, view: CenturyView, voice: Voice) -> str:
    """Describe the matches, of several tickets those of the best; before the drawing the size of the only ticket. The
    number of tickets stands beside the stake.
    """
    if not seat.tickets:
        return ""
    if not view.drawn:
        return counted(len(seat.tickets[0].numbers), "number") if len(seat.tickets) == 1 else ""
    best = max(seat.tickets, key=lambda ticket: (ticket.paid, ticket.matches(view.drawn), -len(ticket.numbers)))
    paid = f"paid {voice.money(won(seat))}" if won(seat) else ""
    if len(seat.tickets) == 1:
        return _matched(best, view.drawn) + (f" ({paid})" if paid else "")
    return f"best {_matched(best, view.drawn)}" + (f" ({paid} in all)" if paid else "")


def _example_pays(rules: CenturyRules, matches: int) -> int:
    """Return the payout of the rulebook's example, a ticket of five numbers for the smallest bet."""
    return rules.paying.paid(5, matches, rules.min_bet)


def _best(rules: CenturyRules) -> BetOdds:
    return max(bets(rules), key=lambda bet: bet.back)


def _worst(rules: CenturyRules) -> BetOdds:
    return min(bets(rules), key=lambda bet: bet.back)


RULEBOOK = Rulebook(
    CenturyRules,
    source_of("cogs.century"),
    amounts={
        "chip": lambda rules: rules.chip,
        "pays_three": lambda rules: _example_pays(rules, 3),
        "pays_four": lambda rules: _example_pays(rules, 4),
        "pays_five": lambda rules: _example_pays(rules, 5),
    },
    words={
        "last": lambda rules, _: f"{rules.last}",
        "payouts": "\n".join(f"- **{picks} numbers**: {describe_payouts(picks)}." for picks in PICKS),
        "best": lambda rules, _: _best(rules).label,
        "best_back": lambda rules, _: percent(_best(rules).back),
        "worst": lambda rules, _: _worst(rules).label,
        "worst_back": lambda rules, _: percent(_worst(rules).back),
    },
    when={
        "is_cap_reached": lambda rules: rules.payout_cap > 0 and rules.payout_cap == rules.largest,
        "is_cut": lambda rules: any(cuts(rules, picks) for picks in PICKS),
    },
)
rules_pages = RULEBOOK.pages


MOST_CHARACTERS = 2600
"""Of heading, status, a line a seat and the result, names included: the rest of a message is for what happened."""
_DRAWING = "20 of 20 drawn Just drawn **** Before that "
MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""


def panel(view: CenturyView, voice: Voice) -> Panel:
    """Describe the table in its current state."""
    is_over = view.phase == "over"
    heading, status = _heading(view), _status(view, voice)
    shown = (_outcome(view.drawn, view.seats, voice) if view.drawn else NOTHING_DRAWN) if is_over else None
    middle = _drawn(view.drawn) if is_over and view.drawn else None
    seats = {seat.seat: _seat_text(seat, voice, is_over=is_over) for seat in view.seats}
    tickets = slips(view, voice, _room(view, voice, (heading, *status, shown or "", middle or "", *seats.values())))
    return made(
        Panel,
        heading=heading,
        status=status,
        seats=tuple(made(SeatLine, seat=seat, cards=tickets[seat], text=text) for seat, text in seats.items()),
        result=shown,
        middle=middle,
    )


def _room(view: CenturyView, voice: Voice, others: Iterable[str]) -> int:
    """Return the characters that tickets may take beside all else. The number stays the same during a drawing, and is 0
    after it if there wasn't enough then, so no ticket changes its format.
    """
    names = sum(len(voice.name(seat.seat)) for seat in view.seats)
    left = MOST_CHARACTERS - names - sum(map(len, others))
    if view.phase == "tickets":
        return left
    # Each seat as it was while the numbers came, and all numbers that may come.
    before = (_seat_text(seat.evolve(stack=seat.stack - won(seat)), voice, is_over=False) for seat in view.seats)
    drawing = MOST_CHARACTERS - names - sum(map(len, before)) - len(_DRAWING) - view.draws * len("100, ")
    return drawing if view.phase == "drawing" else left if while_drawing(view) <= drawing else 0


def _heading(view: CenturyView) -> str:
    match view.phase:
        case "tickets":
            return "Tickets"
        case "drawing":
            return f"{len(view.drawn)} of {view.draws}"
        case "over":
            return "All drawn" if view.drawn else "Nothing drawn"


def _status(view: CenturyView, voice: Voice) -> tuple[str, ...]:
    """Describe the tickets that can be filled in and the bank, or the drawn numbers with the latest in bold."""
    if view.phase != "drawing":
        bank = [] if view.bank is None else [f"Bank **{voice.money(view.bank)}**"]
        if view.phase == "over":
            return tuple(bank)
        if view.picks_left < PICKS[-1]:
            bank.append(_left(view.picks_left))
        wanted = f"A ticket has {PICKS[0]} to {PICKS[-1]} numbers from 1 to {view.last}. The house draws {view.draws}."
        return (wanted, *([". ".join(bank)] if bank else []))
    earlier, fresh = view.drawn[: -view.fresh], view.drawn[-view.fresh :]
    now = f"Just drawn **{_numbers(fresh)}**"
    return (now, f"Before that {_numbers(sorted(earlier))}") if earlier else (now,)


def _left(picks: int) -> str:
    """Describe the tickets that the bank can still take."""
    if picks == 0:
        return "The bank can take no new ticket now."
    which = "tickets of up to" if picks > PICKS[0] else "only tickets of"
    return f"The bank can take {which} {picks} numbers now."


def _seat_text(seat: SeatView, voice: Voice, *, is_over: bool) -> str:
    parts = [voice.money(seat.stack)]
    staked = sum(ticket.stake for ticket in seat.tickets)
    if staked and not is_over:
        many = f"{len(seat.tickets)} tickets, " if len(seat.tickets) > 1 else "stake "
        parts.append(f"{many}{voice.money(staked)}")
    if seat.is_done and not seat.tickets:
        parts.append("sits out")
    return " · ".join(parts)


def tell(events: Iterable[CenturyEvent], voice: Voice) -> tuple[str, ...]:
    """Describe the events in sentences, oldest first."""
    return tuple(_sentence(event, voice) for event in events)


def _sentence(event: CenturyEvent, voice: Voice) -> str:
    match event:
        case Opened():
            return "The bets are open."
        case Filled():
            return f"{voice.name(event.seat)} {_filled(event)}: {_ticket(event.ticket, voice)}."
        case PlayedAgain():
            return f"{voice.name(event.seat)} plays the same again: {_tickets(event.tickets, voice)}."
        case TookBack():
            return _describe_removal(event, voice)
        case Finished():
            return f"{voice.name(event.seat)} {'is done' if event.tickets else 'sits this draw out'}."
        case Closed():
            staked = f"{counted(event.tickets, 'ticket')} for {voice.money(event.staked)}"
            why = (
                "The bank can take no more tickets, so the bets are closed" if event.is_full else "The bets are closed"
            )
            return f"{why}: {staked}." if event.tickets else NOTHING_DRAWN
        case Drawn():
            return f"{event.total} of {event.draws} numbers are drawn."
        case Ended():
            return result(event.drawn, event.seats, voice)


def _filled(event: Filled) -> str:
    if event.is_instead:
        return "changes a ticket to a quick pick" if event.is_quick else "changes a ticket"
    return "takes a quick pick" if event.is_quick else "fills in a ticket"


def _describe_removal(event: TookBack, voice: Voice) -> str:
    staked = voice.money(sum(ticket.stake for ticket in event.tickets))
    what = "a ticket" if len(event.tickets) == 1 else f"{len(event.tickets)} tickets"
    left = f" {counted(event.left, 'ticket')} {'stays' if event.left == 1 else 'stay'}." if event.left else ""
    return f"{voice.name(event.seat)} removes {what} and gets {staked} back.{left}"


def stakes(rules: CenturyRules, voice: Voice) -> str:
    """Describe the stakes in half a line: with tickets and the largest payout if there is room."""
    said = f"{rules.stakes(voice)} · {rules.draws} of {rules.last}"
    tickets = f" · {rules.tickets} tickets each" if rules.tickets > 1 else ""
    payout = f" · pays at most {voice.money(rules.payout_cap)}" if rules.payout_cap else ""
    for more in (tickets, payout):
        said += more if len(said + more) <= MOST_STAKES else ""
    return said


def _ticket(ticket: Ticket, voice: Voice) -> str:
    return f"{' '.join(map(str, ticket.numbers))} for {voice.money(ticket.stake)}"


def _tickets(tickets: Sequence[Ticket], voice: Voice) -> str:
    return "; ".join(_ticket(ticket, voice) for ticket in tickets)


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
