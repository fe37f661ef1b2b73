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

__all__ = ["panel", "rules_pages", "stakes", "tell"]

NO_SPIN = "Nobody has bet, so the ball stays where it is."
MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""
_ALL_BETS, _MOST_BETS = 1000, 160
"""Characters of the bets of all seats together, and of one."""
_LEAST_BET = 10
"""Characters that a bet takes at least: "1 cp on 7 · "."""
_FEW = 3


def panel(view: RouletteView, voice: Voice) -> Panel:
    """The table as it stands."""
    room = min(_ALL_BETS // len(view.seats), _MOST_BETS)
    return Panel(
        heading=_heading(view),
        status=tuple(_status(view, voice)),
        seats=tuple(_seat(view, seat, voice, room) for seat in view.seats),
        result=_ended(view, voice) if view.is_over else None,
    )


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
    for shown in range(min(len(bets), room // _LEAST_BET), 0, -1):
        told = " · ".join(_bet(bet, voice) for bet in bets[:shown])
        if shown < len(bets):
            told += f" and {len(bets) - shown} more, {voice.money(total(bets))} in all"
        if len(told) <= room:
            return told
    return f"{counted(len(bets), 'bet')}, {voice.money(total(bets))} in all"


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
