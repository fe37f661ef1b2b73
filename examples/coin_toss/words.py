"""Coin Toss in words."""

from collections.abc import Iterable

from bot.engine.rulebook import Rulebook, source_of
from bot.engine.words import Panel, SeatLine, Voice
from examples.coin_toss.rules import Fell, TossEvent, TossRules, TossView

RULEBOOK = Rulebook(TossRules, source_of("examples.coin_toss"))


def panel(view: TossView, voice: Voice) -> Panel:
    lines = ((one.seat, voice.money(one.stack), " · done" if one.is_done else "") for one in view.bettors)
    seats = tuple(SeatLine(seat=seat, text=f"{money}{done}") for seat, money, done in lines)
    result = None if view.fell is None else f"The coin falls: {view.fell}."
    return Panel(heading="The toss", status=(f"Bank {voice.money(view.bank)}",), seats=seats, result=result)


def tell(events: Iterable[TossEvent], voice: Voice) -> tuple[str, ...]:
    return tuple(
        f"The coin falls: {event.side}."
        if isinstance(event, Fell)
        else f"{voice.name(event.seat)} bets {voice.money(event.amount)} on {event.side}."
        for event in events
    )
