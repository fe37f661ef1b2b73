"""Bounder in words: rulebook, table and events."""

from collections.abc import Iterable

from bot.engine.banked.odds import percent
from bot.engine.cheating.loaded_dice import IsLoaded, LoadsDie, ThrewLoaded, describe_loaded
from bot.engine.words import Page, Panel, SeatLine, Voice, counted
from cogs.bounder.odds import bet_back, bets, dealer_wins_bet, describe_payout, wins_at
from cogs.bounder.state import (
    DEALER_BETS,
    HIGHEST,
    LABELS,
    ON,
    POINTS,
    SHORT,
    WIDE,
    WIN,
    BetKind,
    BounderEvent,
    BounderRules,
    BounderView,
    Ended,
    Forfeited,
    Idle,
    Kept,
    Offered,
    Opened,
    Phase,
    Placed,
    Pointed,
    Raised,
    Result,
    SatOut,
    SeatView,
    Shot,
    Staked,
    TookBack,
    Unstaked,
    Verdict,
    dealer_wins,
)

MOST_RESULT = 700
"""Characters of a result that names everybody; in a longer one those who lose are counted, then all are."""
MOST_SHOTS = 4
"""Shooters of the classic version whose dice are told one by one."""

_IDLE: dict[Idle, str] = {
    "passed": "Nobody takes the dice: the round ends without bets.",
    "unstaked": "Nobody stakes: the round ends without bets.",
    "bank": "The bank couldn't pay twice the smallest stake, so nobody can shoot.",
    "caught": "A shooter was caught cheating: nobody rolls, and all other bets come back.",
}


def result(ended: Result, voice: Voice) -> str:
    """Describe the dice and the result of every bet."""
    fell = [_IDLE[ended.idle]] if ended.idle else [_dealer(ended, voice), *_shooters(ended, voice)]
    winners, losers = _winners(ended, voice), _losers(ended, voice)
    money = [*winners, *losers]
    for shorter in (
        [*winners, *_losers_counted(ended, voice)],
        [*_winners_counted(ended, voice), *_losers_counted(ended, voice)],
    ):
        if sum(map(len, (*fell, *money))) > MOST_RESULT:
            money = shorter
    return " ".join((*fell, *money, *_house_result(ended, voice)))


def _dealer(ended: Result, voice: Voice) -> str:
    won = dealer_wins(ended.dealer)
    kinds = (("all_even", "all even"), ("all_odd", "all odd"), ("triple", "three of a kind"))
    told = voice.list([words for kind, words in kinds if kind in won])
    return f"The dealer rolls {voice.dice(ended.dealer)}, **{sum(ended.dealer)}**{f': {told}' if told else ''}."


def _shooters(ended: Result, voice: Voice) -> list[str]:
    if len(ended.shots) <= MOST_SHOTS:
        return [_shot(shot, sum(ended.dealer), voice) for shot in ended.shots]
    told: list[str] = []
    for verdicts, what in _CROWD:
        count = sum(shot.verdict in verdicts for shot in ended.shots)
        if count:
            told.append(f"{count} {what}")
    return [f"Of {len(ended.shots)} shooters {voice.list(told)}."]


_CROWD: tuple[tuple[tuple[Verdict, ...], str], ...] = (
    (("bound", "wide"), "bound it"),
    (("matched",), "had it as their point"),
    (("equal", "missed"), "missed"),
)


def _shot(shot: Shot, total: int, voice: Voice) -> str:
    name, second = voice.name(shot.seat), shot.second
    low, high = sorted((shot.point, second or shot.point))
    match shot.verdict:
        case "matched":
            return f"That is {name}'s point, which loses without a second roll."
        case "bound":
            return f"{name} rolls {second} and bounds it: {total} lies between {low} and {high}."
        case "wide":
            return f"{name} rolls {second}: 1 and 20 bound it, and the stake wins double."
        case "equal":
            return f"{name} rolls {second} as well, which loses."
        case "missed":
            return f"{name} rolls {second} and misses: {total} doesn't lie between {low} and {high}."


def _winners(ended: Result, voice: Voice) -> list[str]:
    won = {seat: net for seat, net in ended.nets.items() if net > 0}
    return [f"{_shared(won, 'wins', 'win', voice)}."] if won else []


def _losers(ended: Result, voice: Voice) -> list[str]:
    lost = _lost(ended)
    even = [voice.name(seat) for seat, net in ended.nets.items() if net == 0]
    told = [f"{_shared(lost, 'loses', 'lose', voice)}."] if lost else []
    if even:
        told.append(f"{voice.list(even)} {'breaks' if len(even) == 1 else 'break'} even.")
    return told


def _lost(ended: Result) -> dict[int, int]:
    return {seat: -net for seat, net in ended.nets.items() if net < 0}


def _shared(amounts: dict[int, int], one: str, many: str, voice: Voice) -> str:
    """Describe amounts by player, as in "Roark wins 10 cp; Lando and Han win 5 cp each". The most comes first, and
    equal amounts stand together.
    """
    told: list[str] = []
    for amount in sorted(set(amounts.values()), reverse=True):
        names = [voice.name(seat) for seat, own in amounts.items() if own == amount]
        each = f"{one} {voice.money(amount)}" if len(names) == 1 else f"{many} {voice.money(amount)} each"
        told.append(f"{voice.list(names)} {each}")
    return "; ".join(told)


def _winners_counted(ended: Result, voice: Voice) -> list[str]:
    return _describe_count({seat: net for seat, net in ended.nets.items() if net > 0}, "wins", "win", voice)


def _losers_counted(ended: Result, voice: Voice) -> list[str]:
    return _describe_count(_lost(ended), "loses", "lose", voice)


def _describe_count(amounts: dict[int, int], one: str, many: str, voice: Voice) -> list[str]:
    """Describe the count and the total of these amounts; a single one is named."""
    if len(amounts) > 1:
        return [f"{counted(len(amounts), 'gambler')} {many} {voice.money(sum(amounts.values()))} together."]
    return [f"{_shared(amounts, one, many, voice)}."] if amounts else []


def _house_result(ended: Result, voice: Voice) -> list[str]:
    """Describe the house's result if several have bet."""
    if len(ended.nets) < 2:
        return []
    net = sum(ended.nets.values())
    if net == 0:
        return ["The bank is as it was."]
    return [f"The bank {'pays' if net > 0 else 'takes'} {voice.money(abs(net))}."]


def rules_pages(rules: BounderRules, voice: Voice) -> tuple[Page, ...]:
    """Write the rules: the round, the bets of this table, an example, and the odds of each point."""
    first = _everybody_at_once(rules, voice) if rules.is_classic else _one_after_the_other(rules, voice)
    return (first, _bets_page(rules, voice), _example(rules, voice), _points(rules))


def _one_after_the_other(rules: BounderRules, voice: Voice) -> Page:
    own = "; the shooter may bet on the dealer, but not on the own point" if rules.dealer_bets else ""
    lines = [
        (
            "**The dice** go round clockwise. Whoever is offered them stakes at least "
            f"{voice.money(rules.min_bet)} and shoots, or passes them on. If all pass, the round is over."
        ),
        f"**The point** is the shooter's first d20. {_raising(rules)}",
        (
            f"**The bets** are open to everybody at once{own}: one bet of each kind, to which more can be added. While "
            "they are open, bets can be taken back, unless the bank counts on them to pay others. Whoever has bet "
            "enough is done. The shooter's roll closes the bets; a shooter who is done leaves them open until all are."
        ),
        f"**The dealer** rolls three d6. {_judging('the shooter')}",
        "Then the dice go on to the next player clockwise.",
    ]
    return Page(title="How a round goes", text="\n".join(lines))


def _everybody_at_once(rules: BounderRules, voice: Voice) -> Page:
    lines = [
        (
            f"**The stakes.** All at once, everybody stakes at least {voice.money(rules.min_bet)}, or sits the round "
            "out. A stake can be taken back until all have answered. No stake takes the room that the bank needs for "
            "the smallest one of everybody who hasn't."
        ),
        f"**The first rolls.** Every shooter rolls a d20: their point. {_raising(rules)}",
        _classic_window(rules),
        f"**The dealer** rolls three d6, once for all. For each shooter: {_judging('they')}",
    ]
    return Page(title="How a round goes", text="\n".join(filter(None, lines)))


def _classic_window(rules: BounderRules) -> str:
    """Describe the choices of shooters between their two rolls in the classic version."""
    if not rules.dealer_bets:
        return "" if rules.double == "off" else "Whoever has decided is done; the dealer rolls once all are."
    stake = "raise their stakes, and " if rules.double != "off" else ""
    return (
        f"**The bets.** All shooters may then {stake}bet on the dealer: one bet of each kind, to which more can be "
        "added. Until all are done those bets can be taken back, unless the bank counts on them to pay others."
    )


def _raising(rules: BounderRules) -> str:
    return {
        "exact": "The stake may then be doubled, once.",
        "up_to": "The stake may then be raised once, at most to double.",
        "off": "The stake stays as it is.",
    }[rules.double]


def _judging(who: str) -> str:
    loses, rolls = ("lose", "roll") if who == "they" else ("loses", "rolls")
    return (
        f"If the sum is the point, {who} {loses} at once. Else {who} {rolls} the second d20, and the dealer is bound "
        "if the sum lies between the two: one die below it, one above. A die that equals the sum loses."
    )


def _bets_page(rules: BounderRules, voice: Voice) -> Page:
    double = f"{WIDE.told()} with a 1 and a {HIGHEST}"
    lines = [f"**The stake** wins {WIN.told()}, and {double}. What wins comes back besides."]
    if "point" in rules.kinds:
        lines.append(f"**On the point**: wins with the shooter, always {describe_payout(rules, 'point')}.")
    if "against" in rules.kinds:
        lines.append(f"**Against the shooter**: wins when bets on the point lose, {describe_payout(rules, 'against')}.")
    if rules.dealer_bets:
        lines.append(
            f"**All even** or **all odd**, of the dealer's dice: {describe_payout(rules, 'all_even')}. "
            f"**Three of a kind**: {describe_payout(rules, 'triple')}. A three of a kind is all even or "
            "all odd too, and both win."
        )
    lines += [_limits(rules, voice), _house(rules)]
    return Page(title="What bets win", text="\n".join(lines))


def _limits(rules: BounderRules, voice: Voice) -> str:
    said = [f"The smallest bet is {voice.money(rules.min_bet)}"]
    if rules.max_bet:
        said.append(f"the largest {voice.money(rules.max_bet)}")
    if rules.max_side and rules.dealer_bets:
        said.append(f"on the dealer {voice.money(rules.max_side)}")
    raised = " A raised stake may pass the largest bet." if rules.max_bet and rules.double != "off" else ""
    return (
        f"{', '.join(said)}.{raised} The house pays out of its bank, and takes no bet that it couldn't pay, whatever "
        "the dice show."
    )


def _house(rules: BounderRules) -> str:
    """Describe the payback of the bets, from the exact odds."""
    told = [f"{bet.label.lower()} {percent(bet.back)}" for bet in bets(rules)]
    parts = (
        " Where a bet pays 2 to 5 or the like, parts of a coin stay with the house, and no bet is taken that would win "
        "nothing."
    )
    odd = parts if "against" in rules.kinds and rules.against != "even" else ""
    return f"What comes back in the long run of all that is staked: {', '.join(told)}.{odd}"


def _example(rules: BounderRules, voice: Voice) -> Page:
    """Write an example round within the limits of the table: twice the smallest bet is staked if it may be."""
    stake = voice.money(min(2 * rules.min_bet, rules.largest))
    told = _classic_example(rules, voice, stake) if rules.is_classic else _standard_example(rules, voice, stake)
    return Page(title="An example", text=" ".join(told))


def _standard_example(rules: BounderRules, voice: Voice, stake: str) -> tuple[str, ...]:
    bet = voice.money(rules.min_bet)
    bets = f"Lando bets {bet} on the point{f', Han {bet} on all even' if rules.dealer_bets else ''}."
    return (
        f"Roark stakes {stake} and rolls 14, the point. {bets}",
        _dealer_example(rules, voice, "Han"),
        f"Roark rolls 5: 12 lies between 5 and 14, so the stake wins {stake}, and Lando {bet}.",
        "With 13 they would have lost, for 12 lies below both; with a 12 too.",
    )


def _classic_example(rules: BounderRules, voice: Voice, stake: str) -> tuple[str, ...]:
    bets = f" Lando bets {voice.money(rules.min_bet)} on all even." if rules.dealer_bets else ""
    return (
        f"Roark and Lando stake {stake} each. Roark rolls 14 and Lando 3: those are their points.{bets}",
        _dealer_example(rules, voice, "Lando"),
        f"Roark rolls 5: 12 lies between 5 and 14, so the stake wins {stake}.",
        "Lando rolls 11 and loses the stake, for 12 lies above both; a 12 would have lost too.",
    )


def _dealer_example(rules: BounderRules, voice: Voice, who: str) -> str:
    rolls = "The dealer rolls 2, 4 and 6, together 12"
    if not rules.dealer_bets:
        return f"{rolls}."
    return f"{rolls}: all even, which wins {who} {voice.money(rules.pay('all_even', None).winnings(rules.min_bet))}."


def _points(rules: BounderRules) -> Page:
    """Write the page with the odds of each point; points as far from the middle share a line."""
    half = [point for point in POINTS if 2 * point <= HIGHEST]
    told = [f"{point} or {HIGHEST + 1 - point}: {percent(wins_at(point))}" for point in half]
    lines = [f"How often the shooter wins with each point: {'; '.join(told)}."]
    if "against" in rules.kinds:
        back = [bet_back(rules, "against", point) for point in half]
        pays = [f"{rules.pay_against(point).told()} at {point} or {HIGHEST + 1 - point}" for point in half]
        lines.append(f"{LABELS['against']} pays {'; '.join(pays)}." if rules.against == "by_point" else "")
        lines.append(f"Of a bet against comes back, by the point, {percent(min(back))} to {percent(max(back))}.")
    if rules.dealer_bets:
        often = [f"{LABELS[kind].lower()} {percent(dealer_wins_bet(kind))}" for kind in DEALER_BETS]
        lines.append(f"How often the dealer rolls {'; '.join(often)}.")
    return Page(title="How likely it is", text="\n".join(filter(None, lines)))


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
    """Describe the table in its current state."""
    return Panel(
        title="Classic Bounder" if view.rules.is_classic else None,
        heading="Stakes" if view.phase == "staking" and view.rules.is_classic else _HEADINGS[view.phase],
        status=(*_dice(view, voice), _bank(view, voice)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=result(view.result, voice) if view.result else None,
    )


def _dice(view: BounderView, voice: Voice) -> tuple[str, ...]:
    """Describe the shooter and the point, large."""
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
        return SeatLine(seat=seat.seat, cards=_describe_rolls(seat, voice), text=parts[0])
    if seat.seat == view.shooter:
        parts.append("shooter")
    if seat.stake:
        parts.append(f"stake {voice.money(seat.stake)}")
    parts += [f"{SHORT[kind]} {voice.money(amount)}" for kind, amount in seat.bets.made]
    if sat_out := "out" if seat.is_out else _sits_out(view, seat):
        parts.append(sat_out)
    elif seat.is_done and view.phase == "betting":
        parts.append("done")
    return SeatLine(seat=seat.seat, cards=_describe_rolls(seat, voice), text=" · ".join(parts), is_out=bool(sat_out))


def _sits_out(view: BounderView, seat: SeatView) -> str:
    """Describe a player's decision not to shoot."""
    if seat.stake:
        return ""
    if view.rules.is_classic:
        return "sits out" if seat.is_done or view.phase == "betting" else ""
    return "passed" if seat.is_done and view.phase == "staking" else ""


def _describe_rolls(seat: SeatView, voice: Voice) -> str:
    """Describe the dice of a shooter and the seat's result: they stay until the next round."""
    dice = [str(face) for face in (seat.point, seat.second) if face is not None]
    parts = [f"rolled **{voice.list(dice)}**"] if dice else []
    if seat.net is not None:
        parts.append(f"**{voice.net(seat.net)}**")
    return " · ".join(parts)


def tell(events: Iterable[BounderEvent], voice: Voice) -> tuple[str, ...]:
    """Describe the events in sentences, oldest first."""
    return tuple(_sentence(event, voice) for event in events)


def _sentence(event: BounderEvent, voice: Voice) -> str:
    match event:
        case Offered():
            return _describe_offer(event, voice)
        case Opened():
            return "Everybody may stake and shoot at once."
        case Pointed():
            return _describe_points(event, voice)
        case Ended():
            return result(event.result, voice)
        case IsLoaded() | LoadsDie() | ThrewLoaded():
            return describe_loaded(event, voice)
        case _:
            return f"{voice.name(event.seat)} {_describe_action(event, voice)}."


def _describe_action(
    event: Staked | SatOut | Unstaked | Raised | Kept | Placed | TookBack | Forfeited, voice: Voice
) -> str:
    """Describe an event that concerns a single player's chips."""
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


def _describe_offer(event: Offered, voice: Voice) -> str:
    if event.by is None:
        return f"{voice.name(event.seat)} has the dice: stake, or pass them on."
    return f"{voice.name(event.by)} passes the dice to {voice.name(event.seat)}."


def _describe_points(event: Pointed, voice: Voice) -> str:
    if not event.is_classic:
        ((seat, face),) = event.points
        return f"{voice.name(seat)} rolls {face}: that is the point."
    rolls = voice.list([f"{voice.name(seat)} {face}" for seat, face in event.points])
    said = f"The first rolls: {rolls}."
    return said if len(said) <= MOST_ROLLS else f"All {len(event.points)} shooters have made their first roll."


def _bets(bets: tuple[tuple[BetKind, int], ...], voice: Voice) -> str:
    """Describe bets, as in "5 cp on the point and 5 cp on all even"; equal amounts once."""
    amounts = {amount for _, amount in bets}
    if len(bets) > 1 and len(amounts) == 1:
        return f"{voice.money(amounts.pop())} each {voice.list([ON[kind] for kind, _ in bets])}"
    return voice.list([f"{voice.money(amount)} {ON[kind]}" for kind, amount in bets])


def stakes(rules: BounderRules, voice: Voice) -> str:
    """Describe the stakes in half a line: with the payouts of dealer bets if there is room."""
    said = rules.stakes(voice)
    if rules.dealer_bets:
        pays = f" · even and odd {rules.even_odd_pays} to 1, triple {rules.triple_pays} to 1"
        said += pays if len(said + pays) <= MOST_STAKES else ""
    return said
