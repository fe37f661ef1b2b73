"""Pi'Lok in words: table and events. Dice are pictures on the table and numbers in sentences."""

from collections.abc import Iterable

from bot.engine.betting.events import (
    Acted,
    describe_bet,
    describe_chips,
    describe_returned,
    describe_taken,
    describe_together,
    describe_unopposed,
    name_seats,
    pot_name,
)
from bot.engine.betting.pots import Win
from bot.engine.betting.stakes import describe_quick_bets
from bot.engine.cheating.loaded_dice import IsLoaded, LoadsDie, ThrewLoaded, describe_loaded
from bot.engine.frozen import made
from bot.engine.rulebook import Rulebook, source_of
from bot.engine.skills import Roll
from bot.engine.words import Panel, SeatLine, Voice, capital
from cogs.pilok.state import (
    Attempt,
    Begun,
    Dealt,
    Ended,
    Jumped,
    Kept,
    Leads,
    Passed,
    PilokEvent,
    PilokRules,
    PilokView,
    Rerolled,
    Result,
    Rolled,
    SeatView,
    Street,
    Tied,
    counted_dice,
    has_pair,
)

RULEBOOK = Rulebook(
    PilokRules,
    source_of("cogs.pilok"),
    amounts={"bet": lambda rules: rules.smallest_bet},
    words={"quick": lambda rules, _: describe_quick_bets(rules.quick_bets)},
)
rules_pages = RULEBOOK.pages

STREETS: dict[Street, str] = {
    "lift": "the Lift",
    "orbit": "Orbit",
    "deep": "the Deep",
    "jump": "the Jump",
    "last": "Last bets",
    "shadowport": "Shadowport",
}
_VERBS: dict[Attempt, str] = {"jump": "jumps", "challenge": "challenges"}
MOST_RESULT = 900
"""Characters of a result pot by pot; a longer one lists what everyone won."""


def panel(view: PilokView, voice: Voice) -> Panel:
    """Describe the table in its current state."""
    ended = view.result is not None
    status = f"Pot **{voice.money(view.pot)}**"
    if view.to_match and not ended:
        status += f" · bet {voice.money(view.to_match)}"
    status += f" · {voice.name(view.dealer)} deals"
    return made(
        Panel,
        title="Long Pi'Lok" if view.variant == "long" else "Pi'Lok",
        heading=capital(STREETS[view.street]),
        status=(status, *_describe_wait(view, voice)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=_result(view.result, {s.seat: s.value for s in view.seats}, voice) if view.result else None,
    )


def _describe_wait(view: PilokView, voice: Voice) -> tuple[str, ...]:
    """Describe the decision that the hand waits for, unless it is a bet."""
    names = voice.list([voice.name(seat) for seat in view.waiting])
    running = view.contest
    if view.owed:
        return (f"Roll your die at the table and type it. Waiting for {names} to roll.",)
    if running is None:
        return _describe_jumping(view, voice) if view.street == "jump" and view.waiting else ()
    jumper, target = voice.name(running.jumper), voice.name(running.target)
    if running.stage == "totals":
        rolled = "".join(f" {voice.name(seat)} has {roll.total}." for seat, roll in running.totals)
        return (f"{jumper} {_VERBS[running.kind]} {target}.{rolled} Waiting for {names} to roll.",)
    if running.stage == "reroll":
        return (f"{names} rolls that die again at the table and types the new face.",)
    dice = "one of your dice"
    if running.kind == "jump":
        loser = target if running.winner == running.jumper else jumper
        own = view.rules.own_dice == "with_pair" and any(
            has_pair(seat.dice) for seat in view.seats if seat.seat == running.winner
        )
        dice = f"one of {loser}'s dice{' or yours' if own else ''}"
    return (f"{names} has won the contest: pick {dice} to re-roll, or leave them.",)


def _describe_jumping(view: PilokView, voice: Voice) -> tuple[str, ...]:
    """Describe what a jump brings to the seat that may jump, and in Long Pi'Lok a challenge."""
    (jumper,) = view.waiting
    dice = next(seat.dice for seat in view.seats if seat.seat == jumper)
    others = [seat.seat for seat in view.seats if not (seat.is_folded or seat.seat == jumper)]
    other = voice.name(others[0]) if len(others) == 1 else "another player"
    wins = "The winner of the contest picks one of the loser's dice, and the loser re-rolls it."
    jump = f"{voice.name(jumper)} may jump {other}. {wins}"
    if view.variant == "basic" or (view.rules.own_dice == "with_pair" and not has_pair(dice)):
        return (jump,)
    return (jump, "Or challenge the lowest hand: the winner may re-roll a die of their own.")


def _seat(view: PilokView, seat: SeatView, voice: Voice) -> SeatLine:
    cards = voice.dice(seat.dice)
    if seat.dice:
        cards += f" {seat.value}" if seat.is_folded else f" **{seat.value}**{_describe_count(view, seat)}"
    parts = describe_chips(seat, view.to_match, voice)
    if seat.has_jumped:
        parts.append("jumped")
    return made(SeatLine, seat=seat.seat, cards=cards, text=" · ".join(parts), is_out=seat.is_folded)


def _describe_count(view: PilokView, seat: SeatView) -> str:
    """Describe how the dice come to their worth: "= (1+1)×2" for a pair, and "= 5+2" once the hand is over."""
    dice = counted_dice(seat.dice, view.variant)
    written = "+".join(map(str, dice))
    if has_pair(dice):
        return f" = ({written})×2"
    return f" = {written}" if len(dice) > 1 and view.result is not None else ""


def tell(events: Iterable[PilokEvent], voice: Voice) -> tuple[str, ...]:
    """Describe the events in sentences, oldest first."""
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
            return _describe_deal(event, voice)
        case Rolled():
            dice = ", ".join(f"{voice.name(seat)} {face}" for seat, face in event.dice)
            return f"{capital(STREETS[event.street])}: {dice}."
        case Leads():
            return f"{voice.name(event.seat)} leads with {'a sum of ' if event.summed else ''}{event.value}."
        case Acted():
            return describe_bet(event, voice)
        case Passed():
            return f"{voice.name(event.seat)} passes the jump."
        case Ended():
            return _result(event.result, dict(event.hands), voice)
        case IsLoaded() | LoadsDie() | ThrewLoaded():
            return describe_loaded(event, voice)
        case _:
            return _contest(event, voice)


def _contest(event: Begun | Tied | Jumped | Rerolled | Kept, voice: Voice) -> str:
    match event:
        case Begun():
            verb = _VERBS[event.attempt]
            return f"{voice.name(event.jumper)} {verb} {voice.name(event.target)}: both roll at the table."
        case Tied():
            often = "" if event.times == 1 else f" {event.times} times, the last time"
            tie = f"{voice.name(event.jumper)} and {voice.name(event.target)} tie{often}"
            return f"{tie}: {_rolls(event.rolls)}. They roll again."
        case Jumped():
            return _describe_jump(event, voice)
        case Rerolled():
            return _describe_reroll(event, voice)
        case Kept():
            return f"{voice.name(event.seat)} leaves the dice as they are."


def _describe_deal(event: Dealt, voice: Voice) -> str:
    ante = f"The ante is {voice.money(event.ante)} each, the pot {voice.money(event.pot)}."
    short = voice.list([voice.name(seat) for seat in event.short])
    return f"{voice.name(event.dealer)} deals. {ante}{f' {short} could pay only part of it.' if short else ''}"


def _describe_jump(event: Jumped, voice: Voice) -> str:
    jumper, target = voice.name(event.jumper), voice.name(event.target)
    said = f"{jumper} {_VERBS[event.attempt]} {target}: {_rolls(event.rolls)}."
    is_tie = event.rolls[0].total == event.rolls[1].total
    if event.winner is None:
        return f"{said} It's a tie, so nothing changes."
    winner = voice.name(event.winner)
    won = f"It's a tie, which goes to {winner}" if is_tie else f"{winner} wins the contest"
    return f"{said} {won}{', but has no pair, so no die is rolled again' if event.idle else ''}."


def _rolls(rolls: tuple[Roll, Roll]) -> str:
    return " against ".join(roll.told("~~") for roll in rolls)


def _describe_reroll(event: Rerolled, voice: Voice) -> str:
    now = "and it comes up the same" if event.now == event.was else f"and it comes up {event.now}"
    if event.by == event.owner:
        return f"{voice.name(event.owner)} rolls the {event.was} again, {now}."
    return f"{voice.name(event.by)} has {voice.name(event.owner)} roll the {event.was} again, {now}."


def _result(result: Result, values: dict[int, int], voice: Voice) -> str:
    if result.unseen:
        winner, amount = result.wins[0].shares[0]
        taken = f"All others have folded: {voice.name(winner)} takes the pot, {voice.money(amount)}."
        return " ".join((taken, *describe_returned(result.returned, voice)))
    pots = len(result.wins)
    told = [_win(win, pot_name(at, pots), values, voice) for at, win in enumerate(result.wins)]
    told += describe_returned(result.returned, voice)
    if sum(map(len, told)) > MOST_RESULT:
        told = [describe_together((*(win.shares for win in result.wins), result.returned), voice)]
    if result.house:
        told.append(f"The house gets the odd {voice.money(result.house)}.")
    if result.bank:
        told.append(f"The odd {voice.money(result.bank)} carries over to the next hand.")
    return " ".join(told)


def _win(win: Win, pot: str, values: dict[int, int], voice: Voice) -> str:
    if len(win.eligible) == 1:
        return describe_unopposed(name_seats([seat for seat, _ in win.shares], voice), pot, win.amount, voice)
    return describe_taken(win.shares, pot, str(values[win.shares[0][0]]), voice)


def stakes(rules: PilokRules, voice: Voice) -> str:
    """Describe the stakes in half a line."""
    return rules.stakes(voice)
