"""Pi'Lok in words: rulebook, table and events. Dice are pictures on the table and numbers in sentences."""

from collections.abc import Iterable

from bot.engine.betting.events import Acted, describe_bet, describe_returned, describe_unopposed, pot_name
from bot.engine.cheating.loaded_dice import IsLoaded, LoadsDie, ThrewLoaded, describe_loaded
from bot.engine.skills import Roll
from bot.engine.words import Page, Panel, SeatLine, Voice, capital
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
    Win,
)

DICE = {"Roark": (6, 3, 2), "Lando": (4, 4, 1), "Han": (5, 2, 6)}
"""Everybody's dice, street by street; Han deals."""
JUMP, ROLLED_AGAIN = (12, 9), 2
"""Roark's roll against Lando's, and what the die shows that Lando has to roll again."""


def example_page(rules: PilokRules, voice: Voice) -> Page:
    """Write an example hand from the ante to the pot."""
    ante, bet = rules.ante, rules.smallest_bet
    pot = 3 * ante + 5 * bet
    lines = [
        (
            f"Han deals; Roark sits on his left, then Lando. Each pays {voice.money(ante)}: the pot is "
            f"{voice.money(3 * ante)}."
        ),
        (
            f"**The Lift.** Roark rolls 6, Lando 4, Han 5. Roark leads with 6 and bets {voice.money(bet)}; Lando and "
            "Han call."
        ),
        _orbit(rules, voice.money(bet)),
        (
            f"**The Deep.** Roark gets a 2, Lando a 1: nothing that would better either hand. Both check. The pot is "
            f"{voice.money(pot)}."
        ),
        _jump(rules),
        *(("**Last bets.** Both check.",) if rules.last_bets else ()),
        f"**The Shadowport.** Roark has 9, Lando 6: Roark takes the pot, {voice.money(pot)}.",
    ]
    return Page(title="An example", text="\n".join(lines))


def _roark_leads(rules: PilokRules) -> bool:
    """Return true if Roark leads Orbit and the Deep: his dice make the higher sum, Lando's the better hand."""
    return rules.lead_by == "faces"


def describe_first_jump(rules: PilokRules) -> str:
    """Describe who may jump first."""
    if rules.jump_order == "clockwise":
        return "Roark" if _roark_leads(rules) else "Lando"
    return "Roark" if rules.jump_order == "lowest" else "Lando"


def _orbit(rules: PilokRules, bet: str) -> str:
    dice = "**Orbit.** Roark gets a 3, Lando a 4, Han a 2."
    pair = "two fours are a pair and count twice, 16"
    if _roark_leads(rules):
        return (
            f"{dice} Lando has the best hand now: {pair}, against Roark's 6 and 3 for 9. But 6 and 3 are the highest "
            f"sum, so Roark still leads. He bets {bet}, Lando calls, Han folds."
        )
    return f"{dice} Lando leads now: {pair}, against Roark's 6 and 3 for 9. Lando bets {bet}, Roark calls, Han folds."


def _jump(rules: PilokRules) -> str:
    own, other = JUMP
    first = describe_first_jump(rules)
    who = {
        "clockwise": "who leads",
        "highest": "who has the highest hand",
        "lowest": "who has the lowest hand",
    }[rules.jump_order]
    begins, ends = f"{first}, {who}, is asked first and passes. Roark jumps Lando", ""
    if first == "Roark":
        begins = f"Roark, {who}, is asked first and jumps Lando"
        ends = "" if rules.jumps == "one" else " Then Lando may jump, and passes."
    return (
        f"**The Jump.** {begins}: they roll their skill at gambling, {own} against {other}. Roark has won and picks "
        f"one of the fours. Lando rolls it again, and it comes up {ROLLED_AGAIN}: 4 and 2 make 6.{ends}"
    )


def rules_pages(rules: PilokRules, voice: Voice) -> tuple[Page, ...]:
    """Write the rules: the hand, its bets, the Jump, the worth of dice, and an example."""
    return (_a_hand(rules, voice), _bets(rules, voice), _the_jump(rules), _the_dice(rules), example_page(rules, voice))


def _a_hand(rules: PilokRules, voice: Voice) -> Page:
    leads = {
        "value": "The best hand so far opens; of equal hands, the one nearest to the dealer's left.",
        "faces": "The highest sum of the dice opens; of equal sums, the one nearest to the dealer's left.",
    }[rules.lead_by]
    first = {
        "random": "The first dealer is drawn by lot",
        "host": "Whoever sat down first deals first",
        "high_die": "Everybody rolls a die, and the highest deals first",
    }[rules.first_dealer]
    short = {
        "sit_out": "Whoever can't pay it all sits the hand out.",
        "all_in": "Whoever can't pay it all is all in.",
    }[rules.short_ante]
    odd = {
        "position": "odd chips go one each to the winners nearest to the dealer's left",
        "house": "odd chips go to the house",
        "carry": "odd chips stay in the middle for the next hand",
    }[rules.odd_chips]
    lines = [
        f"**The ante, called the Fee.** Everybody pays {voice.money(rules.ante)} into the pot. {short}",
        (
            "**The Lift, Orbit, the Deep.** On each of these three streets every player gets one die, face up, and "
            f"then there are bets. {leads}"
        ),
        "**The Jump.** A die may be rolled again, for whoever wins a contest.",
        f"**The Shadowport.** The best hand takes the pot; equal hands share it, and {odd}.",
        f"{first}; then the deal passes to the left.",
    ]
    if rules.last_bets:
        lines.insert(3, "**Last bets.** After the Jump there is one more round of bets.")
    if rules.dice == "typed":
        lines.append("At this table everybody rolls their own dice and types what they show.")
    return Page(title="How a hand goes", text="\n".join(lines))


def _bets(rules: PilokRules, voice: Voice) -> Page:
    limits = [f"The smallest bet is {voice.money(rules.smallest_bet)}, and a raise adds at least as much as the last."]
    if rules.max_bet:
        limits.append(f"A bet or raise adds at most {voice.money(rules.max_bet)}.")
    if rules.pot_limit:
        limits.append("A bet or raise adds at most what the pot holds after the call.")
    if rules.raise_cap:
        limits.append(f"Bets and raises on one street: at most {rules.raise_cap}.")
    reopens = "" if rules.short_raise_reopens else "don't "
    lines = [
        (
            "Check, bet, call, raise or fold, round to the left, until all have answered the last raise. A raise names "
            "what the bet comes to, not what it adds."
        ),
        " ".join(limits),
        (
            "Whoever runs out of chips is all in and plays for the part of the pot they paid into. An all-in below a "
            f"full raise must be called, but those who have acted {reopens}get to raise again."
        ),
    ]
    return Page(title="Bets", text="\n".join(lines))


def _the_jump(rules: PilokRules) -> Page:
    order = {
        "clockwise": "The leader of the Deep is asked first, then round to the left.",
        "highest": "The highest hand is asked first, then the next one down.",
        "lowest": "The lowest hand is asked first, then the next one up.",
    }[rules.jump_order]
    attempts = {
        "each": "Everybody still in has one attempt, and whoever passes isn't asked again.",
        "one": "Only one attempt is made in the whole hand.",
    }[rules.jumps]
    tie = {
        "nothing": "A tie changes nothing, and the attempt is spent.",
        "again": "After a tie both roll again.",
        "defender": "A tie goes to the one who was jumped.",
        "initiator": "A tie goes to the one who jumped.",
    }[rules.contest_tie]
    wild = {
        "campaign": "",
        "none": " In D6 there is no wild die.",
        "explode": " In D6 one die is wild: its 6 rolls on.",
        "explode_drop": " In D6 one die is wild: its 6 rolls on, its 1 takes itself and the highest die away.",
    }[rules.wild_die]
    rolls = "" if rules.contests == "bot" else " At this table they roll it themselves and type the totals."
    lines = [
        f"{order} {attempts}",
        (
            f"To jump somebody, both roll their skill at gambling.{rolls}{wild} Whoever wins may pick one of the "
            f"other's three dice, which its owner rolls again, or leave things as they are. {tie}"
        ),
    ]
    if rules.variant == "long":
        lines.append(
            "**The challenge.** Instead of a jump you may challenge the lowest hand of the others. Win, and you may "
            "roll one of your own dice again; lose, and the one you challenged may."
        )
    if rules.own_dice == "with_pair":
        challenge = " A challenge takes a pair too." if rules.variant == "long" else ""
        lines.append(f"Whoever wins a contest may also roll a die of their own again, but only with a pair.{challenge}")
    return Page(title="The Jump", text="\n".join(lines))


def _the_dice(rules: PilokRules) -> Page:
    perfect, long = ", the perfect hand", ""
    if rules.variant == "long":
        perfect, long = "", "\nThree alike count all three, doubled: 2 2 2 is 12, and 6 6 6 is 36, the perfect hand."
    return Page(
        title="What dice are worth",
        text=(
            "The best two of your three dice are your hand. Two different dice count their sum, a pair counts twice.\n"
            f"6 6 is 24{perfect}. 3 3 is 12. 6 5 is 11. 1 1 is 4, the least that three dice can make.\n"
            f"With 1, 1 and 5 you play 5 and 1 for 6, which beats the pair of ones.{long}"
        ),
    )


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
"""Characters of a result pot by pot; a longer one is told as what everybody won."""


def panel(view: PilokView, voice: Voice) -> Panel:
    """Describe the table in its current state."""
    ended = view.result is not None
    status = f"Pot **{voice.money(view.pot)}**"
    if view.to_match and not ended:
        status += f" · bet {voice.money(view.to_match)}"
    return Panel(
        title="Long Pi'Lok" if view.variant == "long" else None,
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
        return (f"A die for everybody: {names} still to roll.",)
    if running is None:
        return (f"{names} may jump.",) if view.street == "jump" and view.waiting else ()
    jumper, target = voice.name(running.jumper), voice.name(running.target)
    if running.stage == "totals":
        rolled = "".join(f" {voice.name(seat)} has {roll.total}." for seat, roll in running.totals)
        return (f"{jumper} {_VERBS[running.kind]} {target}.{rolled} {names} still to roll.",)
    if running.stage == "reroll":
        return (f"{names} has a die to roll again.",)
    other = target if running.winner == running.jumper else jumper
    return (f"{names} has won the contest against {other} and may have a die rolled again.",)


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
            often = "" if event.times == 1 else f" {event.times} times, in the end"
            tie = f"{voice.name(event.jumper)} and {voice.name(event.target)} tie{often}"
            return f"{tie}: {_rolls(event.rolls)}. They roll again."
        case Jumped():
            return _describe_jump(event, voice)
        case Rerolled():
            return _describe_reroll(event, voice)
        case Kept():
            return f"{voice.name(event.seat)} leaves the dice as they lie."


def _describe_deal(event: Dealt, voice: Voice) -> str:
    ante = f"The ante is {voice.money(event.ante)} each, the pot {voice.money(event.pot)}."
    short = voice.list([voice.name(seat) for seat in event.short])
    return f"{voice.name(event.dealer)} deals. {ante}{f' {short} could pay only part of it.' if short else ''}"


def _describe_jump(event: Jumped, voice: Voice) -> str:
    jumper, target = voice.name(event.jumper), voice.name(event.target)
    said = f"{jumper} {_VERBS[event.attempt]} {target}: {_rolls(event.rolls)}."
    is_tie = event.rolls[0].total == event.rolls[1].total
    if event.winner is None:
        return f"{said} It is a tie, and nothing happens."
    winner = voice.name(event.winner)
    won = f"It is a tie, which goes to {winner}" if is_tie else f"{winner} wins the contest"
    return f"{said} {won}{', but has no pair and rolls nothing again' if event.idle else ''}."


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
        taken = f"Everybody else has folded: {voice.name(winner)} takes the pot, {voice.money(amount)}."
        return " ".join((taken, *describe_returned(result.returned, voice)))
    pots = len(result.wins)
    told = [_win(win, pot_name(at, pots), values, voice) for at, win in enumerate(result.wins)]
    told += describe_returned(result.returned, voice)
    if sum(map(len, told)) > MOST_RESULT:
        told = [_summarize(result, voice)]
    if result.house:
        told.append(f"The house gets the odd {voice.money(result.house)}.")
    if result.bank:
        told.append(f"The middle keeps the odd {voice.money(result.bank)} for the next hand.")
    return " ".join(told)


def _summarize(result: Result, voice: Voice) -> str:
    gains: dict[int, int] = {}
    for seat, amount in (*(share for win in result.wins for share in win.shares), *result.returned):
        gains[seat] = gains.get(seat, 0) + amount
    shares = voice.list([f"{voice.name(seat)} {voice.money(amount)}" for seat, amount in gains.items()])
    return f"All pots together: {shares}."


def _win(win: Win, pot: str, values: dict[int, int], voice: Voice) -> str:
    names = voice.list([voice.name(seat) for seat, _ in win.shares])
    if len(win.eligible) == 1:
        return describe_unopposed(names, pot, win.amount, voice)
    value = values[win.shares[0][0]]
    if len(win.shares) == 1:
        return f"{names} takes {pot} with {value}: {voice.money(win.shares[0][1])}."
    amounts = {amount for _, amount in win.shares}
    if len(amounts) == 1:
        return f"{names} split {pot} with {value}: {voice.money(amounts.pop())} each."
    shares = voice.list([f"{voice.money(amount)} for {voice.name(seat)}" for seat, amount in win.shares])
    return f"{names} split {pot} with {value}: {shares}."


def stakes(rules: PilokRules, voice: Voice) -> str:
    """Describe the stakes in half a line."""
    return rules.stakes(voice)
