"""Pi'Lok in words: the table, what happens, and the rules."""

from collections.abc import Iterable

from bot.engine.panel import Page, Panel, SeatLine
from bot.engine.speech import Voice
from cogs.pilok.options import PilokRules
from cogs.pilok.state import (
    Acted,
    Dealt,
    Ended,
    Jumped,
    Kept,
    Leads,
    Passed,
    PilokEvent,
    PilokView,
    Rerolled,
    Result,
    Rolled,
    SeatView,
    Street,
    Win,
)

STREETS: dict[Street, str] = {
    "lift": "the Lift",
    "orbit": "Orbit",
    "deep": "the Deep",
    "jump": "the Jump",
    "last": "Last bets",
    "shadowport": "Shadowport",
}


def panel(view: PilokView, voice: Voice) -> Panel:
    """The table as it stands."""
    ended = view.result is not None
    status = f"Pot **{voice.money(view.pot)}**"
    if view.to_match and not ended:
        status += f" · bet {voice.money(view.to_match)}"
    return Panel(
        title="Long Pi'Lok" if view.variant == "long" else None,
        heading=_capital(STREETS[view.street]),
        status=(status,),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=_result(view.result, {s.seat: s.value for s in view.seats}, voice) if view.result else None,
    )


def _seat(view: PilokView, seat: SeatView, voice: Voice) -> SeatLine:
    cards = voice.dice(seat.dice)
    if seat.dice and not seat.is_folded:
        cards += f" **{seat.value}**"
    parts = [voice.money(seat.stack)]
    if seat.is_folded:
        parts.append("folded")
    elif seat.is_all_in:
        parts.append(f"all in for {voice.money(seat.paid)}")
    elif seat.bet:
        parts.append(f"bet {voice.money(seat.bet)}")
    if seat.has_jumped:
        parts.append("jumped")
    if seat.seat == view.dealer:
        parts.append("deals")
    return SeatLine(seat=seat.seat, cards=cards, text=" · ".join(parts), is_out=seat.is_folded)


def tell(events: Iterable[PilokEvent], voice: Voice) -> tuple[str, ...]:
    """What happened, in sentences, oldest first."""
    lines: list[str] = []
    for event in events:
        line = _sentence(event, voice)
        if isinstance(event, Leads) and lines:
            lines[-1] += " " + line
        else:
            lines.append(line)
    return tuple(lines)


def _sentence(event: PilokEvent, voice: Voice) -> str:
    match event:
        case Dealt():
            short = f" {voice.list([voice.name(s) for s in event.short])} can only pay a part." if event.short else ""
            fee = f"The Fee is {voice.money(event.ante)} each, the pot {voice.money(event.pot)}."
            return f"{voice.name(event.dealer)} deals. {fee}{short}"
        case Rolled():
            dice = ", ".join(f"{voice.name(seat)} {voice.die(face)}" for seat, face in event.dice)
            return f"{_capital(STREETS[event.street])}: {dice}."
        case Leads():
            return f"{voice.name(event.seat)} leads with {event.value}."
        case Acted():
            return _acted(event, voice)
        case Passed():
            return f"{voice.name(event.seat)} passes the jump."
        case Jumped():
            return _jumped(event, voice)
        case Rerolled():
            return _rerolled(event, voice)
        case Kept():
            return f"{voice.name(event.seat)} leaves the dice as they lie."
        case Ended():
            return _result(event.result, dict(event.hands), voice)


def _acted(event: Acted, voice: Voice) -> str:
    name, amount = voice.name(event.seat), voice.money(event.amount)
    match event.what:
        case "check":
            return f"{name} checks."
        case "fold":
            return f"{name} folds."
        case "call":
            return f"{name} calls {amount}{' and is all in' if event.all_in else ''}."
        case "bet":
            return f"{name} {'goes all in with' if event.all_in else 'bets'} {amount}."
        case "raise":
            return f"{name} raises {'all in ' if event.all_in else ''}to {amount}."


def _jumped(event: Jumped, voice: Voice) -> str:
    jumper, target = voice.name(event.jumper), voice.name(event.target)
    verb = "jumps" if event.attempt == "jump" else "challenges"
    rolls = " against ".join(roll.told("~~") for roll in event.rolls)
    if event.winner is None:
        return f"{jumper} {verb} {target}: {rolls}. A tie: nothing happens."
    return f"{jumper} {verb} {target}: {rolls}. {voice.name(event.winner)} wins the contest."


def _rerolled(event: Rerolled, voice: Voice) -> str:
    now = "and it comes up the same" if event.now == event.was else f"which comes up {voice.die(event.now)}"
    if event.by == event.owner:
        return f"{voice.name(event.owner)} rolls the {voice.die(event.was)} again, {now}."
    return f"{voice.name(event.by)} has {voice.name(event.owner)} roll the {voice.die(event.was)} again, {now}."


def _result(result: Result, values: dict[int, int], voice: Voice) -> str:
    sentences: list[str] = []
    if result.unseen:
        winner, amount = result.wins[0].shares[0]
        return f"Everybody else has folded: {voice.name(winner)} takes the pot, {voice.money(amount)}."
    for at, win in enumerate(result.wins):
        sentences.append(_win(win, _pot_name(at, len(result.wins)), values, voice))
    for seat, amount in result.returned:
        sentences.append(f"{voice.money(amount)} that nobody called {_goes(amount)} back to {voice.name(seat)}.")
    if result.house:
        sentences.append(f"{voice.money(result.house)} over {_goes(result.house)} to the house.")
    if result.bank:
        sentences.append(f"{voice.money(result.bank)} over {_goes(result.bank)} into the next pot.")
    return " ".join(sentences)


def _win(win: Win, pot: str, values: dict[int, int], voice: Voice) -> str:
    names = voice.list([voice.name(seat) for seat, _ in win.shares])
    value = values[win.shares[0][0]]
    if len(win.shares) == 1:
        return f"{names} takes {pot} with {value}: {voice.money(win.shares[0][1])}."
    amounts = {amount for _, amount in win.shares}
    if len(amounts) == 1:
        return f"{names} split {pot} with {value}: {voice.money(amounts.pop())} each."
    shares = voice.list([f"{voice.money(amount)} for {voice.name(seat)}" for seat, amount in win.shares])
    return f"{names} split {pot} with {value}: {shares}."


def _pot_name(at: int, pots: int) -> str:
    if pots == 1:
        return "the pot"
    if at == 0:
        return "the main pot"
    return "the side pot" if pots == 2 else f"side pot {at}"


def _goes(amount: int) -> str:
    return "goes" if amount == 1 else "go"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def stakes(rules: PilokRules, voice: Voice) -> str:
    """What a table plays for, in half a line."""
    bets = f"bets from {voice.money(rules.smallest_bet)}"
    if rules.max_bet:
        bets += f" to {voice.money(rules.max_bet)}"
    elif rules.pot_limit:
        bets += ", pot limit"
    else:
        bets += ", no limit"
    return f"Fee {voice.money(rules.ante)} · {bets}"


def rules_pages(rules: PilokRules, voice: Voice) -> tuple[Page, ...]:
    """The rules in our own words, with the choices of this table."""
    return (_how_it_goes(rules, voice), _the_jump(rules), _the_hands(rules))


def _how_it_goes(rules: PilokRules, voice: Voice) -> Page:
    most = f", at most {voice.money(rules.max_bet)} more at a time" if rules.max_bet else ""
    return Page(
        title="How a hand goes",
        text=(
            f"**The Fee.** Everybody pays {voice.money(rules.ante)} into the pot.\n"
            "**The Lift, Orbit, the Deep.** On each of these three streets every player gets one die, face up, and "
            "then there are bets. The best hand so far opens; of equal hands, the one nearest to the dealer's left.\n"
            f"**Bets.** Check, bet, call, raise or fold, round to the left, until all have answered. The smallest bet "
            f"is {voice.money(rules.smallest_bet)}{most}; a raise adds at least as much as the last one. A raise names "
            "what the bet comes to. Who runs out of chips is all in and plays for the part of the pot they paid into.\n"
            "**The Jump.** Everybody still in may try once to have a die rolled again.\n"
            "**The Shadowport.** The best two of your three dice are your hand. The highest takes the pot; equal hands "
            "share it."
        ),
    )


def _the_jump(rules: PilokRules) -> Page:
    attempts = "Only one attempt is made in the whole hand." if rules.jumps == "one" else "One attempt a player."
    order = {
        "clockwise": "The leader of the Deep is asked first, then round to the left.",
        "highest": "The highest hand is asked first, then the next one down.",
        "lowest": "The lowest hand is asked first, then the next one up.",
    }[rules.jump_order]
    tie = {
        "nothing": "A tie changes nothing, and the attempt is spent.",
        "again": "After a tie both roll again.",
        "defender": "A tie goes to the one who was jumped.",
        "initiator": "A tie goes to the one who jumped.",
    }[rules.contest_tie]
    lines = [
        f"{order} {attempts} Who passes isn't asked again.",
        (
            "Both roll their skill at gambling. Who wins may pick one of the other's three dice, which is rolled "
            f"again, or leave things as they are. {tie}"
        ),
    ]
    if rules.variant == "long":
        lines.append(
            "**The challenge.** Instead of a jump you may challenge the lowest hand of the others. Win, and you may "
            "roll one of your own dice again; lose, and the one you challenged may."
        )
    if rules.own_dice == "with_pair":
        lines.append("At this table only a player who holds a pair may roll a die of their own again.")
    if rules.last_bets:
        lines.append("After the Jump there is one more round of bets.")
    return Page(title="The Jump", text="\n".join(lines))


def _the_hands(rules: PilokRules) -> Page:
    long = "\n6 6 6 counts all three, doubled: 36. Any three alike do: 2 2 2 is 12." if rules.variant == "long" else ""
    return Page(
        title="What dice are worth",
        text=(
            "Two different dice count their sum, a pair counts twice.\n"
            "6 6 is 24, the perfect hand. 3 3 is 12. 6 5 is 11. 1 1 is 4, the least three dice can make.\n"
            f"With 1, 1 and 5 you play 5 and 1 for 6, which beats the pair of ones.{long}"
        ),
    )
