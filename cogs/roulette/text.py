"""Roulette in words: the table, and what happens at it."""

from collections.abc import Iterable, Sequence

from bot.engine.panel import Panel, SeatLine
from bot.engine.speech import Voice, counted
from cogs.roulette.events import NoSpin, Placed, RouletteEvent, Spun, TookBack
from cogs.roulette.options import RouletteRules
from cogs.roulette.payout import total
from cogs.roulette.result import result
from cogs.roulette.rulebook import rules_pages
from cogs.roulette.spots import in_a_sentence
from cogs.roulette.state import Bet, Bets, RouletteView, SeatView
from cogs.roulette.wheel import in_words

__all__ = ["own", "panel", "rules_pages", "stakes", "tell"]

NO_SPIN = "Nobody has bet, so the ball stays where it is."
MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""
MOST_PANEL = 2600
"""Characters of the table, with what stands around each name; the rest of a message is for what happened."""
_AROUND_A_SEAT = 30
"""Characters of a line besides the name, the chips and the bets: whom it waits for, who is done."""
_LEAST_ROOM, _MOST_BETS, _MOST_OWN = 50, 400, 3000
"""Characters of the bets of one seat in its line, however long the names are; and where its own player looks at them
alone.
"""
_LEAST_BET = 10
"""Characters that a bet takes at least: "1 cp on 7 · "."""
_FEW = 3


def panel(view: RouletteView, voice: Voice) -> Panel:
    """The table as it stands."""
    status = tuple(_status(view, voice))
    room = _room(view, voice, sum(map(len, status)))
    return Panel(
        heading=_heading(view),
        status=status,
        seats=tuple(_seat(view, seat, voice, room) for seat in view.seats),
        result=_ended(view, voice) if view.is_over else None,
    )


def _room(view: RouletteView, voice: Voice, taken: int) -> int:
    """Characters for the bets of each seat: what is left of the table's, those who need less leave it to the others."""
    names = sum(len(f"{voice.name(seat.seat)}{voice.money(seat.stack)}") + _AROUND_A_SEAT for seat in view.seats)
    left, seats = MOST_PANEL - taken - len(_heading(view)) - names, len(view.seats)
    needs = sorted(len(bets_told(seat.bets, voice, _MOST_BETS)) if seat.bets else 0 for seat in view.seats)
    for at, need in enumerate(needs):
        share = left // (seats - at)
        if need > share:
            return max(share, _LEAST_ROOM)
        left -= need
    return _MOST_BETS


def own(view: RouletteView, seat: int, voice: Voice) -> str | None:
    """All that a seat has bet, for whom its line at the table is too short; None without a bet."""
    bets = next((one.bets for one in view.seats if one.seat == seat), ())
    return f"Bets: {bets_told(bets, voice, _MOST_OWN)}." if bets else None


def _heading(view: RouletteView) -> str:
    if view.result:
        return in_words(view.result.pocket)
    return "No spin" if view.is_over else "Place your bets"


def _status(view: RouletteView, voice: Voice) -> Iterable[str]:
    """What the bank has and what lies on the layout; and what came last, the newest first."""
    staked = 0 if view.is_over else sum(total(seat.bets) for seat in view.seats)
    bank = "The bank is endless" if view.bank is None else f"Bank **{voice.money(view.bank)}**"
    yield f"{bank} · {voice.money(staked)} on the layout" if staked else bank
    if view.history:
        newest, *older = map(in_words, view.history)
        yield f"Last spins: {', '.join((f'**{newest}**', *older))}"


def _seat(view: RouletteView, seat: SeatView, voice: Voice, room: int) -> SeatLine:
    """A gambler's bets; after the spin, as long as the table shows it, what it has brought."""
    parts = [voice.money(seat.stack)]
    if view.is_over:
        net = voice.net(seat.settled.net) if seat.settled else ""
        return SeatLine(seat=seat.seat, cards=net, text=parts[0])
    if seat.bets:
        parts.append(bets_told(seat.bets, voice, room))
    if seat.is_done:
        parts.append("done" if seat.bets else "sits out")
    return SeatLine(seat=seat.seat, text=" · ".join(parts))


def bets_told(bets: Bets, voice: Voice, room: int) -> str:
    """As many bets as there is room for, in characters, and how much all of them come to."""
    each = [_bet(bet, voice) for bet in bets[: room // _LEAST_BET + 1]]
    in_all = f"{voice.money(total(bets))} in all"
    for shown in range(len(each), 0, -1):
        told = " · ".join(each[:shown])
        if shown < len(bets):
            told += f" and {len(bets) - shown} more, {in_all}"
        if len(told) <= room:
            return told
    return f"{counted(len(bets), 'bet')}, {in_all}"


def _bet(bet: Bet, voice: Voice) -> str:
    return f"{voice.money(bet.amount)} on {bet.spot}"


def tell(events: Iterable[RouletteEvent], voice: Voice) -> tuple[str, ...]:
    """What happened, in sentences, oldest first."""
    return tuple(_sentence(event, voice) for event in events)


def _sentence(event: RouletteEvent, voice: Voice) -> str:
    match event:
        case Placed():
            name, bets = voice.name(event.seat), _in_a_list(event.bets, voice)
            return f"{name} bets the same again: {bets}." if event.is_again else f"{name} bets {bets}."
        case TookBack():
            left = f"; {event.left} {'stays' if event.left == 1 else 'stay'}" if event.left else ""
            return f"{voice.name(event.seat)} takes back {_in_a_list(event.bets, voice)}{left}."
        case Spun():
            return result(event.result, voice)
        case NoSpin():
            return NO_SPIN


def _in_a_list(bets: Sequence[Bet], voice: Voice) -> str:
    if len(bets) > _FEW:
        return f"{voice.money(total(tuple(bets)))} on {len(bets)} spots"
    return voice.list([f"{voice.money(bet.amount)} on {in_a_sentence(bet.spot)}" for bet in bets])


def _ended(view: RouletteView, voice: Voice) -> str:
    return result(view.result, voice) if view.result else NO_SPIN


def stakes(rules: RouletteRules, voice: Voice) -> str:
    """What a table plays for, in half a line."""
    said = rules.stakes(voice)
    half = " · half back on zero" if rules.zero == "half" else ""
    return said + half if len(said + half) <= MOST_STAKES else said
