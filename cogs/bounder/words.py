"""Bounder in words: table and events."""

from collections.abc import Iterable

from bot.engine.banked.odds import percent
from bot.engine.cheating.loaded_dice import IsLoaded, LoadsDie, ThrewLoaded, describe_loaded
from bot.engine.frozen import made
from bot.engine.rulebook import Rulebook, source_of
from bot.engine.words import Panel, SeatLine, Voice, counted, listed
from cogs.bounder.odds import bet_back, bets, dealer_wins_bet, describe_payout, wins_at
from cogs.bounder.state import (
    DEALER_BETS,
    HIGHEST,
    LABELS,
    ON,
    POINTS,
    SHORT,
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
    dice_seconds,
)

MOST_RESULT = 700
"""Characters of a result that names everybody; in a longer one those who lose are counted, then all are."""
MOST_SHOTS = 4
"""Shooters of the classic version whose dice are told one by one."""

_IDLE: dict[Idle, str] = {
    "passed": "Nobody takes the dice, so the round ends without bets.",
    "unstaked": "Nobody stakes, so the round ends without bets.",
    "bank": "The bank has too little for twice the smallest stake, so nobody can shoot.",
    "caught": "A shooter was caught cheating. Nobody rolls, and all other bets return.",
}


def result(ended: Result, voice: Voice) -> str:
    """Describe the result of every bet, and the dealer's dice."""
    return _outcome(ended, voice) if ended.idle else f"{_outcome(ended, voice)} {_dealer(ended, voice)}"


def _outcome(ended: Result, voice: Voice) -> str:
    """Describe how the shooters fared, and the result of every bet."""
    fell = [_IDLE[ended.idle]] if ended.idle else _shooters(ended, voice)
    winners, losers = _winners(ended, voice), _losers(ended, voice)
    money = [*winners, *losers]
    for shorter in (
        [*winners, *_losers_counted(ended, voice)],
        [*_winners_counted(ended, voice), *_losers_counted(ended, voice)],
    ):
        if sum(map(len, (*fell, *money))) > MOST_RESULT:
            money = shorter
    return " ".join((*fell, *money))


def _dealer(ended: Result, voice: Voice) -> str:
    won = dealer_wins(ended.dealer)
    kinds = (("all_even", "all even"), ("all_odd", "all odd"), ("triple", "three of a kind"))
    told = voice.list([words for kind, words in kinds if kind in won])
    return f"Dealer {voice.dice(ended.dealer)} **{sum(ended.dealer)}**{f': {told}' if told else ''}."


def _shooters(ended: Result, voice: Voice) -> list[str]:
    if len(ended.shots) <= MOST_SHOTS:
        return [_shot(shot, sum(ended.dealer), voice) for shot in ended.shots]
    told: list[str] = []
    for verdicts, what in _CROWD:
        count = sum(shot.verdict in verdicts for shot in ended.shots)
        if count:
            told.append(f"{count} {what}")
    return [f"Of {len(ended.shots)} shooters, {voice.list(told)}."]


_CROWD: tuple[tuple[tuple[Verdict, ...], str], ...] = (
    (("bound", "wide"), "bound the dealer"),
    (("matched",), "had the sum as their point"),
    (("equal", "missed"), "missed"),
)


def _shot(shot: Shot, total: int, voice: Voice) -> str:
    name, second = voice.name(shot.seat), shot.second
    low, high = sorted((shot.point, second or shot.point))
    match shot.verdict:
        case "matched":
            return f"{total} is {name}'s point, which loses without a second roll."
        case "bound":
            return f"{name} binds the dealer: {total} is between {low} and {high}."
        case "wide":
            return f"{name} rolls {second}: 1 and 20 bind the dealer, and the stake wins double."
        case "equal":
            return f"{name} rolls {second}, which equals the dealer's sum and loses."
        case "missed":
            return f"{name} misses: {total} isn't between {low} and {high}."


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


_HALF = [point for point in POINTS if 2 * point <= HIGHEST]
"""Points as far from the middle have the same odds."""


def _against_pays_by_point(rules: BounderRules, _: Voice) -> str:
    pays = (f"{rules.pay_against(point).told()} at {point} or {HIGHEST + 1 - point}" for point in _HALF)
    return listed(pays)


def _against_returns(rules: BounderRules, _: Voice) -> str:
    back = [bet_back(rules, "against", point) for point in _HALF]
    return f"{percent(min(back))} to {percent(max(back))}"


RULEBOOK = Rulebook(
    BounderRules,
    source_of("cogs.bounder"),
    amounts={
        "chip": lambda rules: rules.chip,
        "stake": lambda rules: min(2 * rules.min_bet, rules.largest),
        "side_win": lambda rules: rules.pay("all_even", None).winnings(rules.min_bet),
    },
    words={
        "dice_seconds": lambda rules, _: f"{dice_seconds(rules)}",
        "against_pays": lambda rules, _: describe_payout(rules, "against"),
        "against_pays_by_point": _against_pays_by_point,
        "against_returns": _against_returns,
        "returns": lambda rules, _: "\n".join(f"- {bet.label}: {percent(bet.back)}" for bet in bets(rules)),
        "point_odds": "\n".join(f"- {at} or {HIGHEST + 1 - at}: {percent(wins_at(at))}" for at in _HALF),
        "dealer_odds": listed(f"{LABELS[kind].lower()} {percent(dealer_wins_bet(kind))}" for kind in DEALER_BETS),
    },
)
rules_pages = RULEBOOK.pages


_HEADINGS: dict[Phase, str] = {
    "staking": "The dice are offered",
    "doubling": "The stake",
    "betting": "Bets are open",
    "over": "No roll",
}
MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""
MOST_ROLLS = 700
"""Characters of the first rolls of many shooters, who also stand in the lines of their seats."""


def panel(view: BounderView, voice: Voice) -> Panel:
    """Describe the table in its current state."""
    return made(
        Panel,
        title="Classic Bounder" if view.rules.is_classic else None,
        heading=_heading(view),
        status=(*_dice(view, voice), *_bank(view, voice)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=_outcome(view.result, voice) if view.result else None,
        middle=_dealer(view.result, voice) if view.result and view.result.dealer else None,
    )


def _heading(view: BounderView) -> str:
    if view.result is not None and view.result.dealer:
        return f"Dealer {sum(view.result.dealer)}"
    if view.phase == "doubling":
        return "Double?" if view.rules.double == "exact" else "Raise?"
    return "Stakes" if view.phase == "staking" and view.rules.is_classic else _HEADINGS[view.phase]


def _dice(view: BounderView, voice: Voice) -> tuple[str, ...]:
    """Describe the shooter and the point, large, and what wins."""
    shooter = next((seat for seat in view.seats if seat.seat == view.shooter), None)
    if shooter is None:
        return ("All shooters roll at once against the dealer.",) if view.rules.is_classic else ()
    name = voice.name(shooter.seat)
    if shooter.point is None:
        return (f"{name} has the dice: stake and roll a d20, or pass them on.",)
    raises = "double" if view.rules.double == "exact" else "raise"
    choice = f"Keep the {voice.money(shooter.stake)} or {raises} it. " if view.phase == "doubling" else ""
    return (
        f"# Point {shooter.point}",
        f"{choice}{name} wins if the dealer's 3d6 land between {shooter.point} and the second d20.",
    )


def _bank(view: BounderView, voice: Voice) -> tuple[str, ...]:
    return () if view.bank is None else (f"Bank **{voice.money(view.bank)}**",)


def _seat(view: BounderView, seat: SeatView, voice: Voice) -> SeatLine:
    parts = [voice.money(seat.stack)]
    if view.phase == "over":
        return made(SeatLine, seat=seat.seat, cards=_describe_rolls(seat, voice), text=parts[0])
    if seat.seat == view.shooter:
        parts.append("shooter")
    if seat.stake:
        parts.append(f"stake {voice.money(seat.stake)}")
    parts += [f"{voice.money(amount)} {SHORT[kind]}" for kind, amount in seat.bets.made]
    if sat_out := "out" if seat.is_out else _sits_out(view, seat):
        parts.append(sat_out)
    elif seat.is_done and view.phase == "betting":
        parts.append("ready" if seat.seat == view.shooter else "done")
    return made(
        SeatLine, seat=seat.seat, cards=_describe_rolls(seat, voice), text=" · ".join(parts), is_out=bool(sat_out)
    )


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
    parts = [f"d20 **{voice.list(dice)}**"] if dice else []
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
            return "Everyone may stake. All shooters roll at once."
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
            return f"removes the stake of {voice.money(event.amount)}"
        case Raised():
            how = "doubles" if event.stake == 2 * event.amount else "raises"
            return f"{how} the stake to {voice.money(event.stake)}"
        case Kept():
            return f"keeps the stake at {voice.money(event.stake)}"
        case Placed():
            return f"bets {_bets(event.bets, voice)}"
        case TookBack():
            return f"removes {_bets(event.bets, voice)}"
        case Forfeited():
            return f"loses the {voice.money(event.lost)} on the table"


def _describe_offer(event: Offered, voice: Voice) -> str:
    if event.by is None:
        return f"{voice.name(event.seat)} has the dice."
    return f"{voice.name(event.by)} passes the dice to {voice.name(event.seat)}."


def _describe_points(event: Pointed, voice: Voice) -> str:
    if not event.is_classic:
        ((seat, face),) = event.points
        return f"{voice.name(seat)} rolls {face}, the point."
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
        pays = f" · even and odd {rules.even_odd_pays} to 1, three of a kind {rules.triple_pays} to 1"
        said += pays if len(said + pays) <= MOST_STAKES else ""
    return said
