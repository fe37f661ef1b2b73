"""Bounder in words: the table, and what happens."""

from collections.abc import Iterable

from bot.engine.cheating.loaded_dice import IsLoaded, LoadsDie, ThrewLoaded, told_loaded
from bot.engine.panel import Panel, SeatLine
from bot.engine.speech import Voice
from cogs.bounder.bounder_words import ON, SHORT
from cogs.bounder.dice import BetKind
from cogs.bounder.events import (
    BounderEvent,
    Ended,
    Forfeited,
    Kept,
    Offered,
    Opened,
    Placed,
    Pointed,
    Raised,
    SatOut,
    Staked,
    TookBack,
    Unstaked,
)
from cogs.bounder.options import BounderRules
from cogs.bounder.result import result
from cogs.bounder.rulebook import rules_pages
from cogs.bounder.state import BounderView, Phase, SeatView

__all__ = ["panel", "rules_pages", "stakes", "tell"]

_HEADINGS: dict[Phase, str] = {
    "staking": "The dice are offered",
    "doubling": "The stake",
    "betting": "Bets are open",
    "over": "The round is over",
}
MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""
MOST_ROLLS = 700
"""Characters of the first rolls of many shooters, who also stand in the lines of their seats."""


def panel(view: BounderView, voice: Voice) -> Panel:
    """The table as it stands."""
    return Panel(
        title="Classic Bounder" if view.rules.is_classic else None,
        heading="Stakes" if view.phase == "staking" and view.rules.is_classic else _HEADINGS[view.phase],
        status=(*_dice(view, voice), _bank(view, voice)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=result(view.result, voice) if view.result else None,
    )


def _dice(view: BounderView, voice: Voice) -> tuple[str, ...]:
    """Who has the dice, and the point, large."""
    shooter = next((seat for seat in view.seats if seat.seat == view.shooter), None)
    if shooter is None:
        return ("Everybody shoots at once against one roll of the dealer.",) if view.rules.is_classic else ()
    name = voice.name(shooter.seat)
    if shooter.point is None:
        return (f"{name} has the dice.",)
    return f"# Point {shooter.point}", f"{name} shoots for {voice.money(shooter.stake)}."


def _bank(view: BounderView, voice: Voice) -> str:
    return "The bank is endless." if view.bank is None else f"Bank **{voice.money(view.bank)}**"


def _seat(view: BounderView, seat: SeatView, voice: Voice) -> SeatLine:
    parts = [voice.money(seat.stack)]
    if view.phase == "over":
        return SeatLine(seat=seat.seat, cards=_rolled(seat, voice), text=parts[0])
    if seat.seat == view.shooter:
        parts.append("shooter")
    if seat.stake:
        parts.append(f"stake {voice.money(seat.stake)}")
    parts += [f"{SHORT[kind]} {voice.money(amount)}" for kind, amount in seat.bets.made]
    if sat_out := "out" if seat.is_out else _sits_out(view, seat):
        parts.append(sat_out)
    elif seat.is_done and view.phase == "betting":
        parts.append("done")
    return SeatLine(seat=seat.seat, cards=_rolled(seat, voice), text=" · ".join(parts), is_out=bool(sat_out))


def _sits_out(view: BounderView, seat: SeatView) -> str:
    """What somebody has done who had the choice to shoot, and doesn't."""
    if seat.stake:
        return ""
    if view.rules.is_classic:
        return "sits out" if seat.is_done or view.phase == "betting" else ""
    return "passed" if seat.is_done and view.phase == "staking" else ""


def _rolled(seat: SeatView, voice: Voice) -> str:
    """The dice of a shooter, and what everybody has won or lost: they stay until the next round."""
    dice = [str(face) for face in (seat.point, seat.second) if face is not None]
    parts = [f"rolled **{voice.list(dice)}**"] if dice else []
    if seat.net is not None:
        parts.append(f"**{voice.net(seat.net)}**")
    return " · ".join(parts)


def tell(events: Iterable[BounderEvent], voice: Voice) -> tuple[str, ...]:
    """What happened, in sentences, oldest first."""
    return tuple(_sentence(event, voice) for event in events)


def _sentence(event: BounderEvent, voice: Voice) -> str:
    match event:
        case Offered():
            return _offered(event, voice)
        case Opened():
            return "Everybody may stake and shoot at once."
        case Pointed():
            return _pointed(event, voice)
        case Ended():
            return result(event.result, voice)
        case IsLoaded() | LoadsDie() | ThrewLoaded():
            return told_loaded(event, voice)
        case _:
            return f"{voice.name(event.seat)} {_done(event, voice)}."


def _done(event: Staked | SatOut | Unstaked | Raised | Kept | Placed | TookBack | Forfeited, voice: Voice) -> str:
    """What somebody does with their chips, or what becomes of them."""
    match event:
        case Staked():
            return f"stakes {voice.money(event.amount)}"
        case SatOut():
            return "sits this round out"
        case Unstaked():
            return f"takes the stake of {voice.money(event.amount)} back"
        case Raised():
            how = "doubles" if event.stake == 2 * event.amount else "raises"
            return f"{how} the stake to {voice.money(event.stake)}"
        case Kept():
            return f"keeps the stake at {voice.money(event.stake)}"
        case Placed():
            return f"bets {_bets(event.bets, voice)}"
        case TookBack():
            return f"takes back {_bets(event.bets, voice)}"
        case Forfeited():
            return f"loses the {voice.money(event.lost)} on the table"


def _offered(event: Offered, voice: Voice) -> str:
    if event.by is None:
        return f"{voice.name(event.seat)} has the dice: stake, or pass them on."
    return f"{voice.name(event.by)} passes the dice to {voice.name(event.seat)}."


def _pointed(event: Pointed, voice: Voice) -> str:
    if not event.is_classic:
        ((seat, face),) = event.points
        return f"{voice.name(seat)} rolls {face}: that is the point."
    rolls = voice.list([f"{voice.name(seat)} {face}" for seat, face in event.points])
    said = f"The first rolls: {rolls}."
    return said if len(said) <= MOST_ROLLS else f"All {len(event.points)} shooters have made their first roll."


def _bets(bets: tuple[tuple[BetKind, int], ...], voice: Voice) -> str:
    """As in "5 cp on the point and 5 cp on all even"; what is the same on all of them once."""
    amounts = {amount for _, amount in bets}
    if len(bets) > 1 and len(amounts) == 1:
        return f"{voice.money(amounts.pop())} each {voice.list([ON[kind] for kind, _ in bets])}"
    return voice.list([f"{voice.money(amount)} {ON[kind]}" for kind, amount in bets])


def stakes(rules: BounderRules, voice: Voice) -> str:
    """What a table plays for, in half a line: with what dealer bets pay as far as there is room."""
    said = rules.stakes(voice)
    if rules.dealer_bets:
        pays = f" · even and odd {rules.even_odd_pays} to 1, triple {rules.triple_pays} to 1"
        said += pays if len(said + pays) <= MOST_STAKES else ""
    return said
